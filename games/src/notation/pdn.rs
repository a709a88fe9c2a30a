//! Portable draughts notation (PDN) of English draughts games: parser and writer. A capture is one move in PDN, and as
//! many moves of the game as it has jumps. The result is given from the side of the first player, who is Black.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game;
use boardwright_game::record::Record;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;

use super::TextGame;
use super::annotated::{NotedMove, WordWriter, WrittenWord, main_line, write_line};
use super::builder::RecordBuilder;
use super::draughts::{Draughts, DraughtsMove};
use super::game_tags::game_tags;
use super::layout::Movetext;
use super::marks::strip_marks;
use super::metadata;
use super::movetext::{FirstMove, MoveMaker, NoteSink, make_moves};
use super::pgn::{build_record, player_tags, termination_of, text_game};
use super::result::result_word;
use super::scan::{NotationError, TextPosition};
use super::tags::{self, Dialect, ParsedGame};

const COLOURS: [&str; 2] = ["Black", "White"];
/// Number of English draughts in the tag `GameType`.
const GAME_TYPE: &str = "21";
/// Values of the tag `Variant` that mean English draughts.
const ENGLISH: [&str; 7] =
    ["english", "english draughts", "american", "american checkers", "checkers", "draughts", "standard"];

/// Formats a record as PDN.
///
/// # Errors
/// If the record cannot be replayed, or is not of the shipped draughts.
pub(super) fn write(game: &CompiledGame, record: &Record) -> Result<String, String> {
    let draughts = Draughts::new(game)?;
    let words_of_end = |reason, outcome| termination_of(record, reason, outcome);
    let replayed = metadata::replay_record(game, record, words_of_end)?;
    let (metadata, result) = (&record.header.metadata, result_word(replayed.outcome));
    let first = metadata.move_number.unwrap_or(1);
    let mut text = Movetext::new();
    let moves = main_line(&replayed.moves, &metadata.annotations);
    write_line(&draughts, &mut text, (&replayed.initial_state, first), (&metadata.annotations.before, &moves))?;
    let mut own = vec![("GameType", GAME_TYPE.to_owned())];
    if record.header.position.is_some() {
        own.push(("SetUp", "1".to_owned()));
        own.push(("FEN", draughts.fen(&replayed.initial_state)?));
    }
    own.push(("Termination", termination_of(record, replayed.reason, replayed.outcome)));
    own.extend(replayed.extra_tags);
    Ok(text.finish(&game_tags(record, player_tags(record, COLOURS, result), own), result))
}

impl WordWriter for Draughts<'_> {
    fn game(&self) -> &CompiledGame {
        self.game
    }

    fn glued_marks(&self) -> &'static str {
        "!?*"
    }

    fn word(&self, state: &State, moves: &[NotedMove<'_>]) -> Result<WrittenWord, String> {
        let from = self.squares(moves[0].mv).map(|(from, _)| from);
        let candidates = self.turn_moves(state, from)?;
        let begins = |made: &[Move]| made.iter().zip(moves).all(|(mv, played)| *mv == played.mv);
        let made = |candidate: &&DraughtsMove| {
            let length = candidate.moves.len();
            length <= moves.len() && begins(&candidate.moves) && (candidate.is_complete || length == moves.len())
        };
        let candidate = candidates.iter().find(made).ok_or("a move of the record is not in the list")?;
        let text = move_text(candidate, &candidates);
        Ok(WrittenWord { text, moves: candidate.moves.len(), after: candidate.after.clone() })
    }
}

/// Text of a step or capture: its first and last square, with those between if they are needed to make it unique.
fn move_text(candidate: &DraughtsMove, candidates: &[DraughtsMove]) -> String {
    let ends = |candidate: &DraughtsMove| (candidate.squares.first().copied(), candidate.squares.last().copied());
    let alike = candidates.iter().filter(|other| ends(other) == ends(candidate) && other.is_complete).count();
    let squares: Vec<String> = candidate.squares.iter().map(usize::to_string).collect();
    let sign = if candidate.is_capture { "x" } else { "-" };
    match squares.as_slice() {
        [first, .., last] if candidate.is_complete && alike == 1 => format!("{first}{sign}{last}"),
        all => all.join(sign),
    }
}

/// Parses the games of a text.
///
/// # Errors
/// If there is no game.
pub(super) fn read(game: &CompiledGame, text: &str) -> Result<Vec<TextGame>, NotationError> {
    let draughts = Draughts::new(game).map_err(|reason| TextPosition::FIRST.error(reason))?;
    let games = tags::parse_games(text, Dialect::Pdn)?;
    Ok(games.into_iter().map(|parsed| text_game(parsed, |parsed| read_game(&draughts, parsed))).collect())
}

/// Refuses games of other rules.
fn check_rules(parsed: &ParsedGame) -> Result<(), NotationError> {
    if let Some(tag) = parsed.tag("GameType") {
        let number = tag.value.split(',').next().unwrap_or_default().trim();
        if number != GAME_TYPE {
            let reason =
                format!("GameType {number} is another game: English draughts, which is read here, is {GAME_TYPE}");
            return Err(tag.place.error(reason));
        }
    }
    let Some(tag) = parsed.tag("Variant") else { return Ok(()) };
    let name = tag.value.trim().to_lowercase();
    if matches!(name.as_str(), "" | "?") || ENGLISH.contains(&name.as_str()) {
        return Ok(());
    }
    Err(tag.place.error(format!("the tag Variant says {}, and only English draughts is read", tag.value.trim())))
}

fn read_game(draughts: &Draughts<'_>, parsed: &mut ParsedGame) -> Result<Record, NotationError> {
    check_rules(parsed)?;
    let (mut position, mut first) = (None, FirstMove { side: 0, number: Some(1) });
    if let Some(tag) = parsed.tag("FEN") {
        let wrong = |wrong: NotationError| tag.place.error(format!("FEN, letter {}: {}", wrong.column, wrong.reason));
        let (state, number) = draughts.read_fen(&tag.value).map_err(wrong)?;
        first = FirstMove { side: draughts.game.mover(&state).index(), number };
        let text = |state| draughts.fen(state).map_err(|reason| tag.place.error(reason));
        position = (text(&state)? != text(&draughts.game.initial_state())?).then_some(state);
    }
    let builder = RecordBuilder::new(draughts.game, position);
    let mut maker = PdnMaker { draughts, builder };
    let number = make_moves(parsed, Dialect::Pdn, first, &mut maker)?;
    build_record(maker.builder, parsed, COLOURS, &["GameType"], number)
}

/// Makes moves in PDN.
struct PdnMaker<'d, 'g> {
    draughts: &'d Draughts<'g>,
    builder: RecordBuilder<'g>,
}

impl MoveMaker for PdnMaker<'_, '_> {
    fn make(&mut self, word: &str, is_last: bool) -> Result<(), String> {
        let over = self.draughts.game.outcome(&self.builder.state).map_err(|fault| fault.to_string())?;
        if let Some(outcome) = over {
            return Err(format!("\"{word}\" follows, but the game is over: {outcome}"));
        }
        for mv in parse_move(self.draughts, &self.builder.state, word, is_last)? {
            self.builder.push(mv)?;
        }
        Ok(())
    }

    fn is_en_passant(&self) -> bool {
        false
    }

    fn notes(&mut self) -> &mut dyn NoteSink {
        &mut self.builder
    }
}

/// Legal moves that a text denotes in PDN.
///
/// # Errors
/// If there are none, or several turns.
pub(super) fn find_moves(game: &CompiledGame, state: &State, text: &str) -> Result<Vec<Move>, String> {
    parse_move(&Draughts::new(game)?, state, strip_marks(text), true)
}

/// Reason why a text is no move in any position: several moves are written together.
pub(super) fn refusal(text: &str) -> Option<String> {
    let word = strip_marks(text);
    let is_long = word.len() > 4 && word.bytes().all(|letter| letter.is_ascii_digit());
    is_long.then(|| format!("\"{word}\" is several moves written together; write them apart, as 11-15 23-19"))
}

/// Square with this text.
fn parse_square(text: &str) -> Option<usize> {
    text.parse().ok().filter(|square| (1..=32).contains(square))
}

/// Squares of a step that is written without a separator, `1115` or `811`: all ways to divide the digits.
fn split_squares(digits: &str) -> Vec<Vec<usize>> {
    let squares = |at: usize| Some(vec![parse_square(&digits[..at])?, parse_square(&digits[at..])?]);
    let is_square = |text: &str| !text.starts_with('0');
    (1..digits.len()).filter(|&at| is_square(&digits[at..])).filter_map(squares).collect()
}

/// Moves denoted by a word without marks. Only the last word of a game may be an incomplete capture.
fn parse_move(draughts: &Draughts<'_>, state: &State, word: &str, last: bool) -> Result<Vec<Move>, String> {
    if word.bytes().all(|letter| letter.is_ascii_digit()) && (2..=4).contains(&word.len()) {
        let ways = split_squares(word);
        let mut found = ways.iter().filter_map(|squares| moves_by_squares(draughts, state, word, squares, last).ok());
        return match (found.next(), found.next()) {
            (Some(moves), None) => Ok(moves),
            (Some(_), Some(_)) => {
                let texts: Vec<String> = ways.iter().map(|squares| join(squares, "-")).collect();
                Err(format!("\"{word}\" can mean {}", texts.join(", ")))
            }
            (None, _) => Err(illegal_move_error(draughts, state, word, &[])),
        };
    }
    if let Some(reason) = refusal(word) {
        return Err(reason);
    }
    let squares: Option<Vec<usize>> = word.split(['-', 'x', 'X', ':']).map(parse_square).collect();
    let squares = squares.filter(|squares| squares.len() > 1).ok_or_else(|| {
        format!("\"{word}\" is no move of draughts, which are written as 11-15, 22x15 or 22x15x8 with squares 1 to 32")
    })?;
    moves_by_squares(draughts, state, word, &squares, last)
}

/// Moves of the turn that visits these squares.
fn moves_by_squares(
    draughts: &Draughts<'_>,
    state: &State,
    word: &str,
    squares: &[usize],
    last: bool,
) -> Result<Vec<Move>, String> {
    let candidates = draughts.turn_moves(state, Some(squares[0]))?;
    let exact = |candidate: &&DraughtsMove| candidate.is_complete && candidate.squares == squares;
    let fits = |candidate: &&DraughtsMove| candidate.is_complete && visits_in_order(&candidate.squares, squares);
    let part = |candidate: &&DraughtsMove| last && !candidate.is_complete && candidate.squares == squares;
    let mut found: Vec<&DraughtsMove> = candidates.iter().filter(exact).collect();
    if found.is_empty() {
        found = candidates.iter().filter(fits).collect();
    }
    if found.is_empty() {
        found = candidates.iter().filter(part).collect();
    }
    let key = |candidate: &DraughtsMove| draughts.game.key(&candidate.after);
    match found.as_slice() {
        [] => Err(illegal_move_error(draughts, state, word, &candidates)),
        [first, rest @ ..] if rest.iter().all(|candidate| key(candidate) == key(first)) => Ok(first.moves.clone()),
        several => {
            let texts: Vec<String> = several.iter().map(|candidate| full_text(candidate)).collect();
            Err(format!("\"{word}\" can mean {}", texts.join(", ")))
        }
    }
}

/// `true` if `candidate` ends like `squares` and visits them in order.
fn visits_in_order(candidate: &[usize], squares: &[usize]) -> bool {
    let mut rest = candidate.iter();
    candidate.last() == squares.last() && squares.iter().all(|square| rest.any(|at| at == square))
}

fn full_text(candidate: &DraughtsMove) -> String {
    join(&candidate.squares, if candidate.is_capture { "x" } else { "-" })
}

fn join(squares: &[usize], sign: &str) -> String {
    squares.iter().map(usize::to_string).collect::<Vec<_>>().join(sign)
}

fn illegal_move_error(draughts: &Draughts<'_>, state: &State, word: &str, candidates: &[DraughtsMove]) -> String {
    let whole = |candidates: &[DraughtsMove]| {
        candidates.iter().filter(|candidate| candidate.is_complete).map(full_text).collect::<Vec<_>>()
    };
    let mut legal = whole(candidates);
    if legal.is_empty() {
        legal = draughts.turn_moves(state, None).map(|candidates| whole(&candidates)).unwrap_or_default();
    }
    let who = COLOURS[draughts.game.mover(state).index()];
    format!("\"{word}\" is not legal for {who}; legal are {}", legal.join(", "))
}
