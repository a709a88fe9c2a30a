//! Games of Gomoku and Hex in the smart game format, both ways: which game and board a file tells of, and its moves. The tree that
//! such a file is stands in [`sgf`](super::sgf).

use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::Player;
use boardwright_engine::record::{Reason, Record};
use boardwright_engine::rules::Chosen;
use boardwright_engine::spec::{Move, SpecGame};

use super::scan::NotationError;
use super::sgf::{self, MainLine, Node};
use super::told::{self, Course, Ended, Options};

/// A game that is played with stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Gomoku,
    Hex,
}

const COLOURS: [&str; 2] = ["B", "W"];

impl Kind {
    fn of(game: &SpecGame) -> Result<Self, String> {
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

    /// The number of the game in the format.
    fn number(self) -> u32 {
        match self {
            Self::Gomoku => 4,
            Self::Hex => 11,
        }
    }

    /// The option that the rules' property tells of, with its usual and its other choice, and their words there.
    fn rules(self) -> (&'static str, [(&'static str, &'static str); 2]) {
        match self {
            Self::Gomoku => ("exactly", [("no", "freestyle"), ("yes", "standard")]),
            Self::Hex => ("swap", [("off", "no swap"), ("on", "swap")]),
        }
    }

    /// A place, column and row from 1, as the format has it.
    fn text(self, (x, y): (usize, usize)) -> String {
        let letter = |at: usize| char::from(b'a' + (at - 1) as u8);
        match self {
            Self::Gomoku => format!("{}{}", letter(x), letter(y)),
            Self::Hex => format!("{}{y}", letter(x)),
        }
    }

    fn place(self, text: &str) -> Option<(usize, usize)> {
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

    fn location(self, (x, y): (usize, usize)) -> String {
        match self {
            Self::Gomoku => format!("p({x},{y})"),
            Self::Hex => format!("c({x},{y})"),
        }
    }
}

/// What was chosen for an option of a game.
fn chosen<'g>(game: &'g SpecGame, option: &str) -> &'g str {
    game.rules().options.iter().find(|known| known.name == option).map_or("", |known| known.value.as_str())
}

fn size(game: &SpecGame) -> usize {
    chosen(game, "size").parse().unwrap_or(0)
}

/// A record as SGF.
///
/// # Errors
/// If the record does not hold, or begins in a position of its own.
pub(super) fn write(game: &SpecGame, record: &Record) -> Result<String, String> {
    let kind = Kind::of(game)?;
    if record.header.position.is_some() {
        return Err("the game begins with stones on the board, which is not told in SGF here".to_owned());
    }
    let replayed = told::replay(game, record, words)?;
    let (option, choices) = kind.rules();
    let rules = choices.iter().find(|(choice, _)| *choice == chosen(game, option)).map_or("", |(_, word)| word);
    let mut parts = vec![format!("(;FF[4]CA[UTF-8]GM[{}]SZ[{}]RU[{rules}]", kind.number(), size(game))];
    for (colour, seat) in COLOURS.iter().zip(&record.header.players) {
        let (name, program) = told::name_of(seat);
        parts.push(format!("P{colour}[{}]", sgf::escaped(&name)));
        if program {
            parts.push(format!("{colour}TYPE[program]"));
        }
    }
    match replayed.outcome {
        None => {}
        Some(Outcome::Draw) => parts.push("RE[0]".to_owned()),
        Some(Outcome::Won(winner)) => parts.push(format!("RE[{}+{}]", COLOURS[winner.index()], words(replayed.reason))),
    }
    for (name, value) in &replayed.own {
        parts.push(format!("{}[{}]", name.to_ascii_uppercase(), sgf::escaped(value)));
    }
    let mut state = replayed.first.clone();
    for (index, &mv) in replayed.moves.iter().enumerate() {
        let colour = COLOURS[game.mover(&state).index()];
        let place = match mv.to {
            Some(to) => kind.text(grid(&game.rules().locations[to.index()].name).ok_or("a place without a column")?),
            None => "swap-pieces".to_owned(),
        };
        parts.extend((index % 10 == 0).then(|| "\n".to_owned()));
        parts.push(format!(";{colour}[{place}]"));
        game.apply(&mut state, mv).map_err(|fault| fault.to_string())?;
    }
    parts.push(")\n".to_owned());
    Ok(parts.concat())
}

/// Why a game ended, in the letters of the format.
fn words(reason: Option<Reason>) -> &'static str {
    match reason {
        Some(Reason::Resigned) => "Resign",
        Some(Reason::Time) => "Time",
        Some(Reason::Illegal) => "Forfeit",
        _ => "",
    }
}

/// Column and row of a location's name: `p(3,4)`.
fn grid(name: &str) -> Option<(usize, usize)> {
    let (x, y) = name.split_once('(')?.1.strip_suffix(')')?.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

/// Loads a game by its name and what is chosen.
pub(super) type Load<'a> = &'a mut dyn FnMut(&str, &Options) -> Result<SpecGame, String>;

/// The games of a text.
///
/// # Errors
/// What cannot be read, and where.
pub(super) fn read(load: Load<'_>, text: &str) -> Result<Vec<Record>, NotationError> {
    sgf::read(text)?.iter().map(|line| read_one(load, line)).collect()
}

fn read_one(load: Load<'_>, line: &MainLine) -> Result<Record, NotationError> {
    let root = &line.nodes[0];
    let kind = kind_of(root)?;
    let mut options = options_of(kind, line)?;
    let place = |name: &str| root.property(name).map_or(root.place, |property| property.place);
    let game = load(kind.name(), &options).map_err(|reason| place("SZ").error(reason))?;
    // What is usual need not be said.
    let usual = |known: &&Chosen| known.value == known.default;
    for known in game.rules().options.iter().filter(usual) {
        options.remove(&known.name);
    }
    let mut course = Course::new(&game, None);
    let mut ended = Ended::default();
    for node in &line.nodes {
        refuse_setup(node)?;
        let colours = COLOURS.iter().enumerate().filter_map(|(at, name)| Some((at, node.property(name)?)));
        for (at, property) in colours {
            let wrong = |reason: String| property.place.error(reason);
            let value = property.values[0].trim();
            let (colour, shown) = (property.name.as_str(), format!("{}[{value}]", property.name));
            if value == "resign" && kind == Kind::Hex {
                ended = Ended { outcome: Player::new(2 - at).map(Outcome::Won), how: "" };
                continue;
            }
            if let Some(outcome) = game.outcome(&course.state).map_err(|fault| wrong(fault.to_string()))? {
                return Err(wrong(format!("{shown} follows, but the game is over: {outcome}")));
            }
            if game.mover(&course.state).index() != at {
                let other = if colour == "B" { "W" } else { "B" };
                return Err(wrong(format!("{shown} is a move of {colour}, but it is the turn of {other}")));
            }
            let mv = meant(kind, &game, &course, value, &shown).map_err(wrong)?;
            course.push(mv).map_err(wrong)?;
        }
    }
    if let Some(property) = root.property("RE") {
        let told = result(property.values[0].trim()).map_err(|reason| property.place.error(reason))?;
        if told.outcome.is_some() {
            ended = told;
        }
    }
    let seats = COLOURS.map(|colour| {
        let program = root.value(&format!("{colour}TYPE")) == Some("program");
        told::seat_of(root.value(&format!("P{colour}")).unwrap_or("?"), program)
    });
    let own = |name: &str| root.value(&name.to_ascii_uppercase());
    course.finish(options, seats.into(), &ended, own).map_err(|reason| place("RE").error(reason))
}

fn kind_of(root: &Node) -> Result<Kind, NotationError> {
    let known = "Gomoku is GM[4] and Hex is GM[11]";
    let Some(property) = root.property("GM") else {
        return Err(root.place.error(format!("GM, the kind of game, is missing: {known}")));
    };
    match property.values[0].trim() {
        "4" => Ok(Kind::Gomoku),
        "11" => Ok(Kind::Hex),
        other => Err(property.place.error(format!("GM[{other}] is another game: {known}"))),
    }
}

/// What the file says of board and rules, as options of the game.
fn options_of(kind: Kind, line: &MainLine) -> Result<Options, NotationError> {
    let (root, mut options) = (&line.nodes[0], Options::new());
    if let Some(property) = root.property("SZ") {
        let text = property.values[0].trim();
        let (columns, rows) = text.split_once(':').unwrap_or((text, text));
        let size: Option<usize> = columns.parse().ok().filter(|_| columns == rows);
        let size = size
            .ok_or_else(|| property.place.error(format!("SZ[{text}] is no board: a number is needed, as in SZ[15]")))?;
        options.insert("size".to_owned(), size.to_string());
    }
    let (option, [(_, usual), (choice, other)]) = kind.rules();
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
    if kind == Kind::Hex && line.nodes.iter().any(swaps) {
        set();
    }
    Ok(options)
}

fn is_swap(value: &str) -> bool {
    matches!(value.trim(), "swap" | "swap-pieces")
}

/// Stones that nobody played have no place in a record.
fn refuse_setup(node: &Node) -> Result<(), NotationError> {
    match ["AB", "AW", "AE", "PL"].into_iter().find_map(|name| node.property(name)) {
        None => Ok(()),
        Some(property) => {
            let (name, value) = (&property.name, &property.values[0]);
            let reason = format!("{name}[{value}] sets the board up by hand; only games from an empty board are read");
            Err(property.place.error(reason))
        }
    }
}

/// The legal move that a value means.
fn meant(kind: Kind, game: &SpecGame, course: &Course<'_>, value: &str, shown: &str) -> Result<Move, String> {
    let mut moves = Vec::new();
    game.turn(&course.state, &mut moves).map_err(|fault| fault.to_string())?;
    if kind == Kind::Hex && is_swap(value) {
        let swap = moves.iter().find(|mv| mv.element.is_none());
        return swap.copied().ok_or_else(|| format!("{shown}: only the second move of the game can swap"));
    }
    let size = size(game);
    let (first, last) = (kind.text((1, 1)), kind.text((size, size)));
    let inside = |&(x, y): &(usize, usize)| x <= size && y <= size;
    let Some(place) = kind.place(value).filter(inside) else {
        return Err(match value {
            "" => format!("{shown} passes, which no rule of {} allows", kind.name()),
            _ => format!("{shown} is outside the board, whose places are {first} to {last}"),
        });
    };
    let name = kind.location(place);
    let location = game.rules().location_named(&name).ok_or_else(|| format!("there is no place {name}"))?;
    let found = moves.iter().find(|mv| mv.to == Some(location));
    found.copied().ok_or_else(|| format!("{shown}: a stone lies there already"))
}

/// `B+R`, `W+`, `0`, `Draw`, `Void`, `?`.
fn result(text: &str) -> Result<Ended<'static>, String> {
    let outcome = |first: &str| match first {
        "B" | "Black" => Player::new(1),
        "W" | "White" => Player::new(2),
        _ => None,
    };
    match text {
        "" | "?" | "Void" => return Ok(Ended::default()),
        "0" | "Draw" => return Ok(Ended { outcome: Some(Outcome::Draw), how: "" }),
        _ => {}
    }
    let wrong = || format!("RE[{text}] is no result: they are B+, W+, B+R, 0, Void and ?");
    let (winner, way) = text.split_once('+').ok_or_else(wrong)?;
    let winner = outcome(winner).ok_or_else(wrong)?;
    let how = match way.chars().next() {
        Some('T') => "time",
        Some('F') => "forfeit",
        _ => "",
    };
    Ok(Ended { outcome: Some(Outcome::Won(winner)), how })
}
