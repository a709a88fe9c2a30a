//! Portable game notation (PGN) of chess games: parser and writer. The notation of a single move is in [`san`].

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, Outcome};
use boardwright_game::record::{EndReason, GameMetadata, Record};
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;

use super::annotated::{NotedMove, WordWriter, WrittenWord, main_line, write_line};
use super::builder::RecordBuilder;
use super::chess::Chess;
use super::game_tags::{game_tags, kept_tags};
use super::layout::Movetext;
use super::metadata::{self, GivenEnd, Options, PlayerText};
use super::movetext::{FirstMove, MoveMaker, NoteSink, make_moves};
use super::result::{parse_result, result_word};
use super::scan::{NotationError, TextPosition};
use super::tags::{self, Dialect, ParsedGame};
use super::{TextGame, fen, san};

/// Values of the tag `Variant` that mean chess.
const CHESS: [&str; 8] =
    ["standard", "chess", "normal", "regular", "orthodox", "classical", "from position", "fromposition"];

/// Values of the tag `Variant` that mean Chess960.
const CHESS960: [&str; 7] =
    ["chess960", "chess 960", "960", "fischerandom", "fischerrandom", "fischer random", "fischer random chess"];

/// Formats a record as PGN.
///
/// # Errors
/// If the record cannot be replayed, or is not of the shipped chess.
pub(super) fn write(game: &CompiledGame, record: &Record) -> Result<String, String> {
    let chess = Chess::new(game)?;
    let words_of_end = |reason, outcome| termination_of(record, reason, outcome);
    let replayed = metadata::replay_record(game, record, words_of_end)?;
    let (metadata, result) = (&record.header.metadata, result_word(replayed.outcome));
    let first = metadata.move_number.unwrap_or(1);
    let mut text = Movetext::new();
    let moves = main_line(&replayed.moves, &metadata.annotations);
    write_line(&chess, &mut text, (&replayed.initial_state, first), (&metadata.annotations.before, &moves))?;
    let mut own = Vec::new();
    if record.header.position.is_some() {
        let plies = 2 * (first as usize).saturating_sub(1) + chess.side(&replayed.initial_state);
        own.push(("SetUp", "1".to_owned()));
        own.push(("FEN", fen::write(game, &replayed.initial_state, plies)?));
    }
    own.push(("Termination", termination_of(record, replayed.reason, replayed.outcome)));
    own.extend(replayed.extra_tags);
    Ok(text.finish(&game_tags(record, player_tags(record, ["White", "Black"], result), own), result))
}

impl WordWriter for Chess<'_> {
    fn game(&self) -> &CompiledGame {
        self.game
    }

    fn glued_marks(&self) -> &'static str {
        "!?"
    }

    fn word(&self, state: &State, moves: &[NotedMove<'_>]) -> Result<WrittenWord, String> {
        let (mv, (_, steps)) = (moves[0].mv, self.legal_moves(state)?);
        // An equal move could be listed instead of this one, but no two men of chess are equal and on one square.
        let step = steps.iter().find(|step| step.mv == mv).ok_or("a move of the record is not in the list")?;
        let text = san::write(self, state, &steps, *step)?;
        let mut after = state.clone();
        self.game.apply(&mut after, mv).map_err(|fault| fault.to_string())?;
        Ok(WrittenWord { text, moves: 1, after })
    }
}

/// Value of the tag `Termination`: that of the record, or else that of the PGN standard.
pub(super) fn termination_of(record: &Record, reason: Option<EndReason>, outcome: Option<Outcome>) -> String {
    let kept = record.header.metadata.tags.get("Termination");
    kept.cloned().unwrap_or_else(|| termination(reason, outcome).to_owned())
}

/// Value of the tag `Termination` of the PGN standard.
fn termination(reason: Option<EndReason>, outcome: Option<Outcome>) -> &'static str {
    match reason {
        Some(EndReason::Left) if outcome.is_some() => "abandoned",
        None | Some(EndReason::Left | EndReason::Limit | EndReason::Stopped) => "unterminated",
        Some(EndReason::Time) => "time forfeit",
        Some(EndReason::Illegal) => "rules infraction",
        Some(EndReason::Crash | EndReason::Stall) => "abandoned",
        Some(EndReason::Adjudicated) => "adjudication",
        Some(_) => "normal",
    }
}

/// Tags of the players, with their names by colour, and of the result.
pub(super) fn player_tags(record: &Record, colours: [&'static str; 2], result: &str) -> Vec<(&'static str, String)> {
    let (mut tags, mut kinds) = (Vec::new(), Vec::new());
    for (colour, text) in colours.into_iter().zip(metadata::player_texts(&record.header)) {
        tags.push((colour, text.name));
        if text.is_program {
            kinds.push((type_tag(colour), "program".to_owned()));
        }
        kinds.extend(text.program.map(|program| (program_tag(colour), program)));
    }
    tags.push(("Result", result.to_owned()));
    tags.extend(kinds);
    tags
}

fn type_tag(colour: &str) -> &'static str {
    if colour == "White" { "WhiteType" } else { "BlackType" }
}

/// Name of the tag for the program behind a label.
fn program_tag(colour: &str) -> &'static str {
    if colour == "White" { "WhiteProgram" } else { "BlackProgram" }
}

/// Parses the games of a text.
///
/// # Errors
/// If there is no game.
pub(super) fn read(game: &CompiledGame, text: &str) -> Result<Vec<TextGame>, NotationError> {
    let chess = Chess::new(game).map_err(|reason| TextPosition::FIRST.error(reason))?;
    let games = tags::parse_games(text, Dialect::Pgn)?;
    Ok(games.into_iter().map(|parsed| text_game(parsed, |parsed| read_game(&chess, parsed))).collect())
}

/// A parsed game with its record, or its first error.
pub(super) fn text_game(
    mut parsed: ParsedGame,
    read: impl Fn(&mut ParsedGame) -> Result<Record, NotationError>,
) -> TextGame {
    let record = match parsed.error.take() {
        Some(error) => Err(error),
        None => read(&mut parsed),
    };
    let mut warnings = parsed.warnings;
    warnings.extend(parsed.left_out.warning());
    warnings.sort();
    TextGame { line: parsed.place.line, range: parsed.range, record, warnings }
}

/// Refuses games of other rules.
fn check_variant(parsed: &ParsedGame) -> Result<(), NotationError> {
    let Some(tag) = parsed.tag("Variant") else { return Ok(()) };
    let name = tag.value.trim().to_lowercase();
    if matches!(name.as_str(), "" | "?") || CHESS.contains(&name.as_str()) {
        return Ok(());
    }
    let name = if CHESS960.contains(&name.as_str()) { "Chess960" } else { tag.value.trim() };
    Err(tag.place.error(format!("the tag Variant says {name}, and only games of standard chess are read")))
}

fn read_game(chess: &Chess<'_>, parsed: &mut ParsedGame) -> Result<Record, NotationError> {
    check_variant(parsed)?;
    let (mut position, mut first) = (None, FirstMove { side: 0, number: Some(1) });
    if let Some(tag) = parsed.tag("FEN") {
        let wrong = |wrong: NotationError| tag.place.error(format!("FEN, letter {}: {}", wrong.column, wrong.reason));
        let read = fen::read(chess.game, &tag.value).map_err(wrong)?;
        first = FirstMove { side: chess.side(&read.state), number: u32::try_from(read.plies / 2 + 1).ok() };
        // The initial state of the game is not stored as a position.
        let text = |state| fen::write(chess.game, state, 0).map_err(|reason| tag.place.error(reason));
        position = (text(&read.state)? != text(&chess.game.initial_state())?).then_some(read.state);
    }
    let builder = RecordBuilder::new(chess.game, position);
    let mut maker = PgnMaker { chess, builder, is_en_passant: false };
    let number = make_moves(parsed, Dialect::Pgn, first, &mut maker)?;
    build_record(maker.builder, parsed, ["White", "Black"], &[], number)
}

/// Makes moves in SAN.
struct PgnMaker<'c, 'g> {
    chess: &'c Chess<'g>,
    builder: RecordBuilder<'g>,
    is_en_passant: bool,
}

impl MoveMaker for PgnMaker<'_, '_> {
    fn make(&mut self, word: &str, _is_last: bool) -> Result<(), String> {
        let (turn, steps) = self.chess.legal_moves(&self.builder.state)?;
        if let Some(outcome) = turn.outcome() {
            return Err(format!("\"{word}\" follows, but the game is over: {outcome}"));
        }
        let step = san::read(self.chess, &self.builder.state, &steps, word)?;
        self.is_en_passant = step.is_en_passant;
        self.builder.push(step.mv)
    }

    fn is_en_passant(&self) -> bool {
        self.is_en_passant
    }

    fn notes(&mut self) -> &mut dyn NoteSink {
        &mut self.builder
    }
}

/// Legal move that a text denotes in SAN or a long form.
///
/// # Errors
/// If there is no such move, or several.
pub(super) fn find_move(game: &CompiledGame, state: &State, text: &str) -> Result<Vec<Move>, String> {
    let chess = Chess::new(game)?;
    let (_, steps) = chess.legal_moves(state)?;
    Ok(vec![san::read(&chess, state, &steps, text)?.mv])
}

/// Reason why a typed text is no legal move, as [`san::refusal`] knows it.
pub(super) fn refusal(game: &CompiledGame, state: &State, text: &str) -> Option<String> {
    let chess = Chess::new(game).ok()?;
    let (_, steps) = chess.legal_moves(state).ok()?;
    san::refusal(&chess, state, &steps, text)
}

/// Record of a parsed game: its moves, and the data of its tags. `colours` are the names of the tags of the players, `own`
/// those of further tags that the reader has understood.
pub(super) fn build_record(
    builder: RecordBuilder<'_>,
    parsed: &mut ParsedGame,
    colours: [&'static str; 2],
    own: &[&str],
    move_number: u32,
) -> Result<Record, NotationError> {
    let (seats, labels) = metadata::parse_players(colours.map(|colour| PlayerText {
        name: parsed.tag(colour).map_or("?", |tag| tag.value.as_str()).to_owned(),
        is_program: parsed.tag(type_tag(colour)).is_some_and(|tag| tag.value.eq_ignore_ascii_case("program")),
        program: parsed.tag(program_tag(colour)).map(|tag| tag.value.clone()),
    }));
    let (outcome, place) = stated_outcome(parsed)?;
    let mut metadata = GameMetadata::from_move_number(move_number);
    let (kept, mut warnings) = kept_tags(parsed, own);
    (metadata.tags, metadata.labels) = (kept, labels);
    if parsed.value("SetUp") == "1" && parsed.tag("FEN").is_none() {
        warnings
            .extend(parsed.tag("SetUp").map(|tag| tag.place.warning("SetUp announces a position, but FEN is missing")));
    }
    let end_words = parsed.value("Termination");
    if !metadata::is_known_termination(end_words) {
        let place = parsed.tag("Termination").map_or(parsed.place, |tag| tag.place);
        warnings.push(place.warning(format!("Termination \"{end_words}\" says nothing that is known about the end")));
    }
    let extra_tags = |name: &str| parsed.tag(name).map(|tag| tag.value.as_str());
    let ended = GivenEnd { outcome, termination: end_words };
    let mut record = builder
        .finish(Options::new(), seats.into(), &ended, metadata, extra_tags)
        .map_err(|reason| place.error(reason))?;
    let end = record.end.as_ref();
    let usual = termination(end.map(|end| end.reason), end.and_then(|end| end.outcome));
    if !matches!(end_words, "" | "?") && end_words != usual {
        record.header.metadata.tags.insert("Termination".to_owned(), end_words.to_owned());
    }
    parsed.warnings.extend(warnings);
    Ok(record)
}

/// Outcome by the tag `Result` or behind the moves, with its place.
fn stated_outcome(parsed: &ParsedGame) -> Result<(Option<Outcome>, TextPosition), NotationError> {
    let tagged = parsed.tag("Result").map(|tag| (&tag.value, tag.place));
    let written = parsed.result.as_ref().map(|(word, place)| (word, *place));
    let read = |(word, place): (&String, TextPosition)| {
        let outcome = parse_result(word).map_err(|reason| place.error(reason));
        outcome.map(|outcome| (outcome, place))
    };
    let (tagged, written) = (tagged.map(read).transpose()?, written.map(read).transpose()?);
    if let (Some((Some(tag_outcome), _)), Some((Some(other), place))) = (tagged, written)
        && tag_outcome != other
    {
        return Err(place.error(format!("the tag Result says {tag_outcome}, but here it is {other}")));
    }
    let place = written.or(tagged).map_or(parsed.place, |(_, place)| place);
    let outcome = [written, tagged].into_iter().flatten().find_map(|(outcome, _)| outcome);
    Ok((outcome, place))
}
