//! Gomoku and Hex games in the smart game format (SGF): conversion between records and SGF properties. The SGF parser
//! is [`sgf`].

use std::collections::BTreeMap;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, Outcome};
use boardwright_game::ids::Player;
use boardwright_game::record::{EndReason, GameMetadata, MAX_NESTING, Note, Record};
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_rules::ChosenOption;

use super::TextGame;
use super::annotated::{NotedMove, begin_of, main_line, variation_line};
use super::builder::RecordBuilder;
use super::index::ListedGame;
use super::metadata::{self, EXTRA_TAGS, GivenEnd, Options, PlayerText};
use super::movetext::NoteSink;
use super::result::result_word;
use super::scan::{NotationError, NotationWarning};
use super::sgf::{self, Node, NodeTree, Property};
use super::stone_notes::{add_notes, node_notes};

/// A game with an SGF representation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StoneGame {
    Gomoku,
    Hex,
}

const COLOURS: [&str; 2] = ["B", "W"];

/// Properties of a game with their names in the metadata of records, which are those of PGN where it has them.
const METADATA: [(&str, &str); 19] = [
    ("EV", "Event"),
    ("PC", "Site"),
    ("DT", "Date"),
    ("RO", "Round"),
    ("AN", "Annotator"),
    ("BR", "BR"),
    ("BT", "BT"),
    ("CP", "CP"),
    ("GC", "GC"),
    ("GN", "GN"),
    ("HA", "HA"),
    ("KM", "KM"),
    ("ON", "Opening"),
    ("OT", "OT"),
    ("SO", "Source"),
    ("TM", "TM"),
    ("US", "US"),
    ("WR", "WR"),
    ("WT", "WT"),
];

/// Properties that are read or written anew, or that describe the file instead of the game.
pub(super) const UNDERSTOOD: [&str; 18] = [
    "B", "W", "FF", "CA", "AP", "ST", "GM", "SZ", "RU", "PB", "PW", "BTYPE", "WTYPE", "BPROGRAM", "WPROGRAM", "RE",
    "PL", "C",
];

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
    let replayed = metadata::replay_record(game, record, |reason, outcome| {
        outcome.map_or_else(String::new, |_| result_reason(reason).to_owned())
    })?;
    let (option, choices) = kind.rules_option();
    let rules = choices.iter().find(|(choice, _)| *choice == option_value(game, option)).map_or("", |(_, word)| word);
    let mut parts = vec![format!("(;FF[4]CA[UTF-8]GM[{}]SZ[{}]RU[{rules}]", kind.game_number(), size(game))];
    for (colour, text) in COLOURS.iter().zip(metadata::player_texts(&record.header)) {
        parts.push(format!("P{colour}[{}]", sgf::escape(&text.name)));
        if text.is_program {
            parts.push(format!("{colour}TYPE[program]"));
        }
        parts.extend(text.program.map(|program| format!("{colour}PROGRAM[{}]", sgf::escape(&program))));
    }
    for (name, value) in &record.header.metadata.tags {
        // Names of SGF have capitals only.
        let property = METADATA.iter().find(|(_, known)| known == name).map_or(name.as_str(), |(property, _)| property);
        let property = property.to_ascii_uppercase();
        if property.bytes().all(|letter| letter.is_ascii_uppercase()) && !UNDERSTOOD.contains(&property.as_str()) {
            parts.push(format!("{property}[{}]", sgf::escape(value)));
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
    let annotations = &record.header.metadata.annotations;
    let before: Vec<Note> = annotations.before.iter().cloned().map(Note::Comment).collect();
    parts.push(node_notes(&before));
    let writer = LineWriter { kind, game };
    writer.write(&mut parts, &replayed.initial_state, &main_line(&replayed.moves, annotations))?;
    parts.push(")\n".to_owned());
    Ok(parts.concat())
}

/// Writer of lines with their variations.
struct LineWriter<'g> {
    kind: StoneGame,
    game: &'g CompiledGame,
}

impl LineWriter<'_> {
    /// Writes the nodes of a line, ten in a row, and behind it the variations, which begin before one of its moves.
    fn write(&self, parts: &mut Vec<String>, state: &State, moves: &[NotedMove<'_>]) -> Result<(), String> {
        let (game, mut state, mut variations) = (self.game, state.clone(), Vec::new());
        let positions = |moves: &[NotedMove<'_>], mut state: State| {
            moves.iter().try_for_each(|played| game.apply(&mut state, played.mv)).map(|()| state)
        };
        let initial_state = state.clone();
        // Variations by the move in whose place they begin.
        for (at, played) in moves.iter().enumerate() {
            for note in played.notes {
                if let Note::Variation(variation) = note {
                    let begin = begin_of(variation, at)?;
                    let there = positions(&moves[..begin], initial_state.clone()).map_err(|fault| fault.to_string())?;
                    let line = variation_line(game, &there, variation)?;
                    variations.push((begin, there, &variation.before, line));
                }
            }
        }
        let mut open = Vec::new();
        for (at, played) in moves.iter().enumerate() {
            parts.extend((at % 10 == 0 && open.is_empty()).then(|| "\n".to_owned()));
            if variations.iter().any(|(begin, ..)| *begin == at) {
                parts.push("\n(".to_owned());
                open.push(at);
            }
            let colour = COLOURS[game.mover(&state).index()];
            parts.push(format!(";{colour}[{}]{}", self.place(played.mv)?, node_notes(played.notes)));
            game.apply(&mut state, played.mv).map_err(|fault| fault.to_string())?;
        }
        while let Some(begin) = open.pop() {
            parts.push(")".to_owned());
            for (_, state, before, line) in variations.iter().filter(|(there, ..)| *there == begin) {
                let comments: Vec<Note> = before.iter().cloned().map(Note::Comment).collect();
                // Comments before the first move have a node of their own.
                let comments = node_notes(&comments);
                parts.push(if comments.is_empty() { "\n(".to_owned() } else { format!("\n(;{comments}") });
                self.write(parts, state, line)?;
                parts.push(")".to_owned());
            }
        }
        Ok(())
    }

    /// Text of the place of a move.
    fn place(&self, mv: Move) -> Result<String, String> {
        let Some(to) = mv.to else { return Ok("swap-pieces".to_owned()) };
        let place = location_coordinates(&self.game.rules().locations[to.index()].name);
        Ok(self.kind.location_text(place.ok_or("a place without a column")?))
    }
}

/// Reason of the end in the property `RE`.
fn result_reason(reason: Option<EndReason>) -> &'static str {
    match reason {
        Some(EndReason::Resigned) => "Resign",
        Some(EndReason::Time) => "Time",
        Some(EndReason::Illegal) => "Forfeit",
        Some(EndReason::Left) => "Abandoned",
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
/// If there is no game.
pub(super) fn read(load: LoadGame<'_>, text: &str) -> Result<Vec<TextGame>, NotationError> {
    let mut games = Vec::new();
    for mut tree in sgf::read(text)? {
        let (line, range) = (tree.place.line, tree.range.clone());
        let mut warnings = std::mem::take(&mut tree.warnings);
        let record = match tree.error.take() {
            Some(error) => Err(error),
            None => read_game(load, &mut tree, &mut warnings),
        };
        warnings.extend(tree.left_out.warning());
        warnings.sort();
        games.push(TextGame { line, range, record, warnings });
    }
    Ok(games)
}

fn read_game(
    load: LoadGame<'_>,
    tree: &mut NodeTree,
    warnings: &mut Vec<NotationWarning>,
) -> Result<Record, NotationError> {
    note_left_out(tree);
    let kind = kind_of(&tree.nodes[0])?;
    let mut options = options_of(kind, tree)?;
    let place = |name: &str| tree.nodes[0].property(name).map_or(tree.nodes[0].place, |property| property.place);
    let game = load(kind.name(), &options).map_err(|reason| place("SZ").error(reason))?;
    // Options with default values are not stored.
    let usual = |known: &&ChosenOption| known.value == known.default;
    for known in game.rules().options.iter().filter(usual) {
        options.remove(&known.name);
    }
    let builder = RecordBuilder::new(&game, None);
    let mut reader = LineReader { kind, tree, builder, ended: GivenEnd::default(), warnings };
    let sides = reader.read(0, Sides::default(), 0)?;
    let LineReader { builder, mut ended, .. } = reader;
    let root = &tree.nodes[0];
    if let Some(property) = root.property("RE") {
        let result = stated_result(property, sides, warnings)?;
        if result.outcome.is_some() {
            ended = result;
        }
    }
    let (seats, labels) = metadata::parse_players(COLOURS.map(|colour| PlayerText {
        name: root.value(&format!("P{colour}")).unwrap_or_else(|| "?".to_owned()),
        is_program: root.value(&format!("{colour}TYPE")).is_some_and(|kind| kind.eq_ignore_ascii_case("program")),
        program: root.value(&format!("{colour}PROGRAM")),
    }));
    let extra: Vec<(&str, String)> =
        EXTRA_TAGS.iter().filter_map(|&name| Some((name, root.value(&name.to_ascii_uppercase())?))).collect();
    let extra_tags = |name: &str| extra.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str());
    let metadata = GameMetadata { tags: kept_properties(root), labels, ..GameMetadata::default() };
    builder.finish(options, seats.into(), &ended, metadata, extra_tags).map_err(|reason| place("RE").error(reason))
}

/// Reader of lines with their variations.
struct LineReader<'r, 'g> {
    kind: StoneGame,
    tree: &'r NodeTree,
    builder: RecordBuilder<'g>,
    ended: GivenEnd<'static>,
    warnings: &'r mut Vec<NotationWarning>,
}

impl LineReader<'_, '_> {
    /// Reads the line from a node on, which is inside of `depth` variations; returns the colours of the players at its end.
    fn read(&mut self, node: usize, mut sides: Sides, depth: usize) -> Result<Sides, NotationError> {
        let tree = self.tree;
        let (mut at, mut others): (usize, &[usize]) = (node, &[]);
        loop {
            let before = sides;
            let is_move = self.read_node(&tree.nodes[at], &mut sides, depth > 0)?;
            for &other in others {
                self.read_variation(other, before, depth + 1, is_move);
            }
            let Some((&next, rest)) = tree.nodes[at].children.split_first() else { return Ok(sides) };
            (at, others) = (next, rest);
        }
    }

    /// Reads a variation in place of the last move; it ends before the first node with an error.
    fn read_variation(&mut self, node: usize, sides: Sides, depth: usize, is_after_move: bool) {
        let place = self.tree.nodes[node].place;
        if !is_after_move || depth > MAX_NESTING {
            let reason = if is_after_move { "it is nested too deep" } else { "it replaces no move" };
            self.warnings.push(place.warning(format!("this variation is left out: {reason}")));
            return;
        }
        self.builder.begin_variation();
        let (depth_before, read) = (self.builder.depth(), self.read(node, sides, depth));
        if let Err(error) = read {
            let reason = format!("the rest of this variation is left out: {}", error.reason);
            self.warnings.push(NotationWarning { line: error.line, reason });
        }
        while self.builder.depth() >= depth_before {
            self.builder.end_variation();
        }
    }

    /// Reads a node; `true` if it has a move.
    fn read_node(&mut self, node: &Node, sides: &mut Sides, in_variation: bool) -> Result<bool, NotationError> {
        let (kind, game, mut is_move) = (self.kind, self.builder.game, false);
        refuse_setup(node, COLOURS[sides.player_of(game.mover(&self.builder.state).index())])?;
        let colours = COLOURS.iter().enumerate().filter_map(|(at, name)| Some((at, node.property(name)?)));
        for (at, property) in colours {
            let wrong = |reason: String| property.place.error(reason);
            let value = property.simple_text();
            let (colour, shown) = (property.name.as_str(), format!("{}[{value}]", property.name));
            let loser = sides.player_of(at);
            if let Some(termination) = surrender(&value) {
                if !in_variation {
                    self.ended = GivenEnd { outcome: Player::new(2 - loser).map(Outcome::Won), termination };
                }
                continue;
            }
            if let Some(outcome) = game.outcome(&self.builder.state).map_err(|fault| wrong(fault.to_string()))? {
                return Err(wrong(format!("{shown} follows, but the game is over: {outcome}")));
            }
            if game.mover(&self.builder.state).index() != sides.player_of(at) {
                let other = if colour == "B" { "W" } else { "B" };
                return Err(wrong(format!("{shown} is a move of {colour}, but it is the turn of {other}")));
            }
            let mv = parse_move(kind, game, &self.builder.state, &value, &shown, *sides).map_err(wrong)?;
            self.builder.begin_word();
            self.builder.push(mv).map_err(wrong)?;
            is_move = true;
            if is_swap_of_sides(&value) {
                sides.are_swapped = true;
                let reason =
                    "swap-sides is read as swap-pieces: from here on colours are exchanged and places mirrored";
                self.warnings.push(property.place.warning(reason));
            }
        }
        add_notes(node, &mut self.builder);
        Ok(is_move)
    }
}

/// A game whose moves have not been made.
pub(super) fn listed(tree: &NodeTree) -> ListedGame {
    let root = tree.nodes.first();
    let value = |name: &str| root.and_then(|root| root.value(name)).unwrap_or_default();
    let result = root.and_then(|root| root.property("RE"));
    let result = result.and_then(|result| stated_result(result, Sides::default(), &mut Vec::new()).ok());
    let is_move = |node: &&Node| COLOURS.iter().any(|colour| node.property(colour).is_some());
    ListedGame {
        line: tree.place.line,
        range: tree.range.clone(),
        players: COLOURS.map(|colour| value(&format!("P{colour}"))),
        result: result_word(result.and_then(|result| result.outcome)).to_owned(),
        tags: root.map(kept_properties).unwrap_or_default(),
        moves: tree.main_line().into_iter().filter(is_move).count(),
        error: tree.error.clone(),
    }
}

/// Players of the colours. After `swap-sides` the second player has the first stone and its colour, while here the stone
/// changes its colour and is mirrored (`swap-pieces`), which is the same game.
#[derive(Clone, Copy, Default)]
struct Sides {
    are_swapped: bool,
}

impl Sides {
    /// Player, from 0, of a colour, from 0; also colour of a player.
    fn player_of(self, colour: usize) -> usize {
        if self.are_swapped { 1 - colour } else { colour }
    }

    /// Place on the board of the game.
    fn place(self, (x, y): (usize, usize)) -> (usize, usize) {
        if self.are_swapped { (y, x) } else { (x, y) }
    }
}

/// Counts properties without a place in a record: those of the root, and those of other nodes before the first move.
fn note_left_out(tree: &mut NodeTree) {
    let is_move = |node: &&Node| COLOURS.iter().any(|colour| node.property(colour).is_some());
    let main = tree.main_line();
    let begin = main.iter().take_while(|node| !is_move(node));
    let unplaced = begin.flat_map(|node| &node.properties).filter(|property| {
        let name = property.name.as_str();
        let is_extra = EXTRA_TAGS.iter().any(|extra| extra.to_ascii_uppercase() == name);
        !is_extra && !METADATA.iter().any(|(known, _)| *known == name) && !UNDERSTOOD.contains(&name)
    });
    let unplaced: Vec<(String, usize)> =
        unplaced.map(|property| (property.name.clone(), property.place.line)).collect();
    for (name, line) in unplaced {
        tree.left_out.add_property(&name, line);
    }
}

/// Properties of the root that become metadata of the record.
fn kept_properties(root: &Node) -> BTreeMap<String, String> {
    let kept = METADATA.iter().filter_map(|(property, name)| Some(((*name).to_owned(), root.value(property)?)));
    kept.filter(|(_, value)| !matches!(value.as_str(), "" | "?")).collect()
}

/// Termination of a game that ends with this value in place of a move.
fn surrender(value: &str) -> Option<&'static str> {
    match value.to_ascii_lowercase().as_str() {
        "resign" => Some(""),
        "forfeit" => Some("forfeit"),
        _ => None,
    }
}

fn kind_of(root: &Node) -> Result<StoneGame, NotationError> {
    let known = "Gomoku is GM[4] and Hex is GM[11]";
    let Some(property) = root.property("GM") else {
        return Err(root.place.error(format!("GM, the kind of game, is missing: {known}")));
    };
    match property.simple_text().as_str() {
        "4" => Ok(StoneGame::Gomoku),
        "11" => Ok(StoneGame::Hex),
        other => Err(property.place.error(format!("GM[{other}] is another game: {known}"))),
    }
}

/// Options of the game from the board size and rules in the file.
fn options_of(kind: StoneGame, tree: &NodeTree) -> Result<Options, NotationError> {
    let (root, mut options) = (&tree.nodes[0], Options::new());
    if let Some(property) = root.property("SZ") {
        let text = property.simple_text();
        let (columns, rows) = text.split_once(':').unwrap_or((&text, &text));
        let size: Option<usize> = columns.parse().ok().filter(|_| columns == rows);
        let size = size
            .ok_or_else(|| property.place.error(format!("SZ[{text}] is no board: a number is needed, as in SZ[15]")))?;
        options.insert("size".to_owned(), size.to_string());
    }
    let (option, [(_, usual), (choice, other)]) = kind.rules_option();
    let mut set = || options.insert(option.to_owned(), choice.to_owned());
    match root.property("RU").map(|property| (property.simple_text().to_ascii_lowercase(), property.place)) {
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
    let swaps = |node: &Node| node.value("W").is_some_and(|value| is_swap(&value));
    if kind == StoneGame::Hex && tree.nodes.iter().any(swaps) {
        set();
    }
    Ok(options)
}

fn is_swap(value: &str) -> bool {
    matches!(value.to_ascii_lowercase().as_str(), "swap" | "swap-pieces") || is_swap_of_sides(value)
}

fn is_swap_of_sides(value: &str) -> bool {
    value.eq_ignore_ascii_case("swap-sides")
}

/// Rejects setup properties: a record has no place for stones that were not played. `mover` is the colour to move, which
/// `PL` may name.
fn refuse_setup(node: &Node, mover: &str) -> Result<(), NotationError> {
    if let Some(property) = node.property("PL") {
        let value = property.simple_text();
        let named = match value.to_ascii_lowercase().as_str() {
            "b" | "black" | "1" => "B",
            "w" | "white" | "2" => "W",
            _ => "",
        };
        if named != mover {
            let reason = format!("PL[{value}] says whose turn it is, and it is the turn of {mover}");
            return Err(property.place.error(reason));
        }
    }
    match ["AB", "AW", "AE"].into_iter().find_map(|name| node.property(name)) {
        None => Ok(()),
        Some(property) => {
            let (name, value) = (&property.name, &property.values[0]);
            let reason = format!("{name}[{value}] sets up stones; only games from an empty board can be read");
            Err(property.place.error(reason))
        }
    }
}

/// Legal move that a text denotes in SGF.
///
/// # Errors
/// If there is no such move.
pub(super) fn find_move(game: &CompiledGame, state: &State, text: &str) -> Result<Vec<Move>, String> {
    if let Some(reason) = refusal(game, text) {
        return Err(reason);
    }
    let kind = StoneGame::from_game(game)?;
    Ok(vec![parse_move(kind, game, state, text, text, Sides::default())?])
}

/// Reason why a text is no move in any position: it exchanges the players, or names a place outside the board.
pub(super) fn refusal(game: &CompiledGame, text: &str) -> Option<String> {
    let kind = StoneGame::from_game(game).ok()?;
    if kind == StoneGame::Hex && is_swap_of_sides(text) {
        return Some(format!(
            "{text} leaves the stone where it is, so that the players have the other colours from then on; type swap, \
             which gives the stone the other colour and mirrors it, and mirror the moves after it"
        ));
    }
    let size = size(game);
    let is_outside = kind.parse_location(text).is_some_and(|(x, y)| x > size || y > size);
    is_outside.then(|| outside_board(kind, size, text))
}

/// Message about a place that the board does not have.
fn outside_board(kind: StoneGame, size: usize, shown: &str) -> String {
    let (first, last) = (kind.location_text((1, 1)), kind.location_text((size, size)));
    format!("{shown} is outside the board, whose places are {first} to {last}")
}

/// Legal move denoted by a value, which messages show with its property.
fn parse_move(
    kind: StoneGame,
    game: &CompiledGame,
    state: &State,
    value: &str,
    shown: &str,
    sides: Sides,
) -> Result<Move, String> {
    let mut moves = Vec::new();
    game.legal_moves(state, &mut moves).map_err(|fault| fault.to_string())?;
    if kind == StoneGame::Hex && is_swap(value) {
        let swap = moves.iter().find(|mv| mv.element.is_none());
        return swap.copied().ok_or_else(|| format!("{shown}: only the second move of the game can swap"));
    }
    let size = size(game);
    let inside = |&(x, y): &(usize, usize)| x <= size && y <= size;
    let Some(place) = kind.parse_location(value).filter(inside) else {
        return Err(match value.to_ascii_lowercase().as_str() {
            "" | "pass" => format!("{shown} passes, which no rule of {} allows", kind.name()),
            "draw" | "offerdraw" | "acceptdraw" => format!("{shown} is no move; RE[0] says that a game is drawn"),
            _ => outside_board(kind, size, shown),
        });
    };
    let name = kind.location_name(sides.place(place));
    let location = game.rules().location_named(&name).ok_or_else(|| format!("there is no place {name}"))?;
    let found = moves.iter().find(|mv| mv.to == Some(location));
    found.copied().ok_or_else(|| format!("{shown}: a stone lies there already"))
}

/// Parses a result in any case: `B+R`, `W+`, `0`, `Draw`, `Void`, `?`. What it says beyond the winner and a known reason
/// gets a warning.
fn stated_result(
    property: &Property,
    sides: Sides,
    warnings: &mut Vec<NotationWarning>,
) -> Result<GivenEnd<'static>, NotationError> {
    let text = property.simple_text();
    let lower = text.to_ascii_lowercase();
    match lower.as_str() {
        "" | "?" | "void" => return Ok(GivenEnd::default()),
        "0" | "draw" => return Ok(GivenEnd { outcome: Some(Outcome::Draw), termination: "" }),
        _ => {}
    }
    let wrong = || property.place.error(format!("RE[{text}] is no result: they are B+, W+, B+R, 0, Void and ?"));
    let (winner, reason) = lower.split_once('+').ok_or_else(wrong)?;
    let colour = match winner.trim() {
        "b" | "black" => 0,
        "w" | "white" => 1,
        _ => return Err(wrong()),
    };
    let termination = match reason.trim() {
        "" | "r" | "resign" => "",
        "t" | "time" => "time",
        "f" | "forfeit" => "forfeit",
        "abandoned" => "abandoned",
        _ => {
            warnings.push(property.place.warning(format!("of RE[{text}] only the winner is read")));
            ""
        }
    };
    let winner = Player::new(sides.player_of(colour) + 1);
    Ok(GivenEnd { outcome: winner.map(Outcome::Won), termination })
}
