//! Gomoku and Hex games in the smart game format (SGF): conversion between records and SGF properties. The SGF parser
//! is [`sgf`].

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, Outcome};
use boardwright_game::ids::Player;
use boardwright_game::record::{EndReason, Record};
use boardwright_interpreter::moves::Move;
use boardwright_rules::ChosenOption;

use super::metadata::{self, GivenEnd, Options, RecordBuilder};
use super::scan::NotationError;
use super::sgf::{self, MainLine, Node};

/// A game with an SGF representation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StoneGame {
    Gomoku,
    Hex,
}

const COLOURS: [&str; 2] = ["B", "W"];

impl StoneGame {
    fn from_game(game: &CompiledGame) -> Result<Self, String> {
        match game.rules().name.as_str() {
            "gomoku" => Ok(Self::Gomoku),
            "hex" => Ok(Self::Hex),
            other => Err(format!("{other} is not played with stones as Gomoku and Hex are")),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Gomoku => "gomoku",
            Self::Hex => "hex",
        }
    }

    /// Number of the game in the property `GM`.
    fn game_number(self) -> u32 {
        match self {
            Self::Gomoku => 4,
            Self::Hex => 11,
        }
    }

    /// Option that the property `RU` determines, with its default and its other value, and their texts in `RU`.
    fn rules_option(self) -> (&'static str, [(&'static str, &'static str); 2]) {
        match self {
            Self::Gomoku => ("exactly", [("no", "freestyle"), ("yes", "standard")]),
            Self::Hex => ("swap", [("off", "no swap"), ("on", "swap")]),
        }
    }

    /// SGF text of a location given by column and row, from 1.
    fn location_text(self, (x, y): (usize, usize)) -> String {
        let letter = |at: usize| char::from(b'a' + (at - 1) as u8);
        match self {
            Self::Gomoku => format!("{}{}", letter(x), letter(y)),
            Self::Hex => format!("{}{y}", letter(x)),
        }
    }

    fn parse_location(self, text: &str) -> Option<(usize, usize)> {
        let text = text.trim();
        let at = |letter: u8| letter.is_ascii_lowercase().then(|| usize::from(letter - b'a') + 1);
        match self {
            Self::Gomoku => {
                let &[x, y] = text.as_bytes() else { return None };
                Some((at(x)?, at(y)?))
            }
            Self::Hex => {
                let (x, row) = (text.bytes().next()?.to_ascii_lowercase(), text.get(1..)?);
                let digits = row.bytes().all(|digit| digit.is_ascii_digit());
                Some((at(x)?, row.parse().ok().filter(|&row: &usize| digits && row > 0)?))
            }
        }
    }

    fn location_name(self, (x, y): (usize, usize)) -> String {
        match self {
            Self::Gomoku => format!("p({x},{y})"),
            Self::Hex => format!("c({x},{y})"),
        }
    }
}

/// Value of an option of a game.
fn option_value<'g>(game: &'g CompiledGame, option: &str) -> &'g str {
    game.rules().options.iter().find(|known| known.name == option).map_or("", |known| known.value.as_str())
}

fn size(game: &CompiledGame) -> usize {
    option_value(game, "size").parse().unwrap_or(0)
}

/// Formats a record as SGF.
///
/// # Errors
/// If the record cannot be replayed, or begins with a position of its own.
pub(super) fn write(game: &CompiledGame, record: &Record) -> Result<String, String> {
    let kind = StoneGame::from_game(game)?;
    if record.header.position.is_some() {
        return Err("the game begins with stones on the board, which SGF files written here cannot express".to_owned());
    }
    let replayed = metadata::replay_record(game, record, result_reason)?;
    let (option, choices) = kind.rules_option();
    let rules = choices.iter().find(|(choice, _)| *choice == option_value(game, option)).map_or("", |(_, word)| word);
    let mut parts = vec![format!("(;FF[4]CA[UTF-8]GM[{}]SZ[{}]RU[{rules}]", kind.game_number(), size(game))];
    for (colour, seat) in COLOURS.iter().zip(&record.header.players) {
        let (name, program) = metadata::player_name(seat);
        parts.push(format!("P{colour}[{}]", sgf::escape(&name)));
        if program {
            parts.push(format!("{colour}TYPE[program]"));
        }
    }
    match replayed.outcome {
        None => {}
        Some(Outcome::Draw) => parts.push("RE[0]".to_owned()),
        Some(Outcome::Won(winner)) => {
            parts.push(format!("RE[{}+{}]", COLOURS[winner.index()], result_reason(replayed.reason)));
        }
    }
    for (name, value) in &replayed.extra_tags {
        parts.push(format!("{}[{}]", name.to_ascii_uppercase(), sgf::escape(value)));
    }
    let mut state = replayed.initial_state.clone();
    for (index, &mv) in replayed.moves.iter().enumerate() {
        let colour = COLOURS[game.mover(&state).index()];
        let place = match mv.to {
            Some(to) => kind.location_text(
                location_coordinates(&game.rules().locations[to.index()].name).ok_or("a place without a column")?,
            ),
            None => "swap-pieces".to_owned(),
        };
        parts.extend((index % 10 == 0).then(|| "\n".to_owned()));
        parts.push(format!(";{colour}[{place}]"));
        game.apply(&mut state, mv).map_err(|fault| fault.to_string())?;
    }
    parts.push(")\n".to_owned());
    Ok(parts.concat())
}

/// Reason of the end in the property `RE`.
fn result_reason(reason: Option<EndReason>) -> &'static str {
    match reason {
        Some(EndReason::Resigned) => "Resign",
        Some(EndReason::Time) => "Time",
        Some(EndReason::Illegal) => "Forfeit",
        _ => "",
    }
}

/// Column and row of a location's name: `p(3,4)`.
fn location_coordinates(name: &str) -> Option<(usize, usize)> {
    let (x, y) = name.split_once('(')?.1.strip_suffix(')')?.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

/// Function that loads a game by name and options.
pub(super) type LoadGame<'a> = &'a mut dyn FnMut(&str, &Options) -> Result<CompiledGame, String>;

/// Parses the games of a text.
///
/// # Errors
/// If the text is invalid, with the position of the error.
pub(super) fn read(load: LoadGame<'_>, text: &str) -> Result<Vec<Record>, NotationError> {
    sgf::read(text)?.iter().map(|line| read_game(load, line)).collect()
}

fn read_game(load: LoadGame<'_>, line: &MainLine) -> Result<Record, NotationError> {
    let root = &line.nodes[0];
    let kind = kind_of(root)?;
    let mut options = options_of(kind, line)?;
    let place = |name: &str| root.property(name).map_or(root.place, |property| property.place);
    let game = load(kind.name(), &options).map_err(|reason| place("SZ").error(reason))?;
    // Options with default values are not stored.
    let usual = |known: &&ChosenOption| known.value == known.default;
    for known in game.rules().options.iter().filter(usual) {
        options.remove(&known.name);
    }
    let mut builder = RecordBuilder::new(&game, None);
    let mut ended = GivenEnd::default();
    for node in &line.nodes {
        refuse_setup(node)?;
        let colours = COLOURS.iter().enumerate().filter_map(|(at, name)| Some((at, node.property(name)?)));
        for (at, property) in colours {
            let wrong = |reason: String| property.place.error(reason);
            let value = property.values[0].trim();
            let (colour, shown) = (property.name.as_str(), format!("{}[{value}]", property.name));
            if value == "resign" && kind == StoneGame::Hex {
                ended = GivenEnd { outcome: Player::new(2 - at).map(Outcome::Won), termination: "" };
                continue;
            }
            if let Some(outcome) = game.outcome(&builder.state).map_err(|fault| wrong(fault.to_string()))? {
                return Err(wrong(format!("{shown} follows, but the game is over: {outcome}")));
            }
            if game.mover(&builder.state).index() != at {
                let other = if colour == "B" { "W" } else { "B" };
                return Err(wrong(format!("{shown} is a move of {colour}, but it is the turn of {other}")));
            }
            let mv = parse_move(kind, &game, &builder, value, &shown).map_err(wrong)?;
            builder.push(mv).map_err(wrong)?;
        }
    }
    if let Some(property) = root.property("RE") {
        let result = parse_result(property.values[0].trim()).map_err(|reason| property.place.error(reason))?;
        if result.outcome.is_some() {
            ended = result;
        }
    }
    let seats = COLOURS.map(|colour| {
        let program = root.value(&format!("{colour}TYPE")) == Some("program");
        metadata::parse_player(root.value(&format!("P{colour}")).unwrap_or("?"), program)
    });
    let extra_tags = |name: &str| root.value(&name.to_ascii_uppercase());
    builder.finish(options, seats.into(), &ended, extra_tags).map_err(|reason| place("RE").error(reason))
}

fn kind_of(root: &Node) -> Result<StoneGame, NotationError> {
    let known = "Gomoku is GM[4] and Hex is GM[11]";
    let Some(property) = root.property("GM") else {
        return Err(root.place.error(format!("GM, the kind of game, is missing: {known}")));
    };
    match property.values[0].trim() {
        "4" => Ok(StoneGame::Gomoku),
        "11" => Ok(StoneGame::Hex),
        other => Err(property.place.error(format!("GM[{other}] is another game: {known}"))),
    }
}

/// Options of the game from the board size and rules in the file.
fn options_of(kind: StoneGame, line: &MainLine) -> Result<Options, NotationError> {
    let (root, mut options) = (&line.nodes[0], Options::new());
    if let Some(property) = root.property("SZ") {
        let text = property.values[0].trim();
        let (columns, rows) = text.split_once(':').unwrap_or((text, text));
        let size: Option<usize> = columns.parse().ok().filter(|_| columns == rows);
        let size = size
            .ok_or_else(|| property.place.error(format!("SZ[{text}] is no board: a number is needed, as in SZ[15]")))?;
        options.insert("size".to_owned(), size.to_string());
    }
    let (option, [(_, usual), (choice, other)]) = kind.rules_option();
    let mut set = || options.insert(option.to_owned(), choice.to_owned());
    match root.property("RU").map(|property| (property.values[0].trim().to_ascii_lowercase(), property.place)) {
        Some((word, _)) if word == other => {
            set();
        }
        None => {}
        Some((word, _)) if word.is_empty() || word == usual => {}
        Some((word, place)) => {
            let reason = format!("the rules \"{word}\" are none of {}: {usual} and {other}", kind.name());
            return Err(place.error(reason));
        }
    }
    let swaps = |node: &Node| node.property("W").is_some_and(|property| is_swap(&property.values[0]));
    if kind == StoneGame::Hex && line.nodes.iter().any(swaps) {
        set();
    }
    Ok(options)
}

fn is_swap(value: &str) -> bool {
    matches!(value.trim(), "swap" | "swap-pieces")
}

/// Rejects setup properties: a record has no place for stones that were not played.
fn refuse_setup(node: &Node) -> Result<(), NotationError> {
    match ["AB", "AW", "AE", "PL"].into_iter().find_map(|name| node.property(name)) {
        None => Ok(()),
        Some(property) => {
            let (name, value) = (&property.name, &property.values[0]);
            let reason = format!("{name}[{value}] sets up stones; only games from an empty board can be read");
            Err(property.place.error(reason))
        }
    }
}

/// Legal move denoted by a value.
fn parse_move(
    kind: StoneGame,
    game: &CompiledGame,
    builder: &RecordBuilder<'_>,
    value: &str,
    shown: &str,
) -> Result<Move, String> {
    let mut moves = Vec::new();
    game.legal_moves(&builder.state, &mut moves).map_err(|fault| fault.to_string())?;
    if kind == StoneGame::Hex && is_swap(value) {
        let swap = moves.iter().find(|mv| mv.element.is_none());
        return swap.copied().ok_or_else(|| format!("{shown}: only the second move of the game can swap"));
    }
    let size = size(game);
    let (first, last) = (kind.location_text((1, 1)), kind.location_text((size, size)));
    let inside = |&(x, y): &(usize, usize)| x <= size && y <= size;
    let Some(place) = kind.parse_location(value).filter(inside) else {
        return Err(match value {
            "" => format!("{shown} passes, which no rule of {} allows", kind.name()),
            _ => format!("{shown} is outside the board, whose places are {first} to {last}"),
        });
    };
    let name = kind.location_name(place);
    let location = game.rules().location_named(&name).ok_or_else(|| format!("there is no place {name}"))?;
    let found = moves.iter().find(|mv| mv.to == Some(location));
    found.copied().ok_or_else(|| format!("{shown}: a stone lies there already"))
}

/// Parses a result: `B+R`, `W+`, `0`, `Draw`, `Void`, `?`.
fn parse_result(text: &str) -> Result<GivenEnd<'static>, String> {
    let outcome = |first: &str| match first {
        "B" | "Black" => Player::new(1),
        "W" | "White" => Player::new(2),
        _ => None,
    };
    match text {
        "" | "?" | "Void" => return Ok(GivenEnd::default()),
        "0" | "Draw" => return Ok(GivenEnd { outcome: Some(Outcome::Draw), termination: "" }),
        _ => {}
    }
    let wrong = || format!("RE[{text}] is no result: they are B+, W+, B+R, 0, Void and ?");
    let (winner, termination) = text.split_once('+').ok_or_else(wrong)?;
    let winner = outcome(winner).ok_or_else(wrong)?;
    let termination = match termination.chars().next() {
        Some('T') => "time",
        Some('F') => "forfeit",
        _ => "",
    };
    Ok(GivenEnd { outcome: Some(Outcome::Won(winner)), termination })
}
