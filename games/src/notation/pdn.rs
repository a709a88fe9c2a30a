//! Portable draughts notation (PDN) of English draughts games: parser and writer. A capture is one move in PDN, and as
//! many moves of the game as it has jumps. The result is given from the side of the first player, who is Black.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game;
use boardwright_game::record::Record;

use super::draughts::{Draughts, DraughtsMove};
use super::metadata::{self, RecordBuilder};
use super::pgn::{build_record, build_tags, termination};
use super::scan::{NotationError, TextPosition};
use super::tags::{self, ParsedGame};

const COLOURS: [&str; 2] = ["Black", "White"];
/// Number of English draughts in the tag `GameType`.
const GAME_TYPE: &str = "21";

/// Formats a record as PDN.
///
/// # Errors
/// If the record cannot be replayed, or is not of the shipped draughts.
pub(super) fn write(game: &CompiledGame, record: &Record) -> Result<String, String> {
    let draughts = Draughts::new(game)?;
    let replayed = metadata::replay_record(game, record, termination)?;
    let (mut words, mut state, mut number) = (Vec::new(), replayed.initial_state.clone(), 1);
    let mut moves = replayed.moves.as_slice();
    while let Some(&mv) = moves.first() {
        let black = game.mover(&state).index() == 0;
        if black {
            words.push(format!("{number}."));
        } else if words.is_empty() {
            words.push(format!("{number}..."));
        }
        number += usize::from(!black);
        let from = draughts.squares(mv).map(|(from, _)| from);
        let candidates = draughts.turn_moves(&state, from)?;
        let made = |candidate: &&DraughtsMove| {
            let length = candidate.moves.len();
            candidate.moves == moves[..length.min(moves.len())] && (candidate.is_complete || length == moves.len())
        };
        let candidate = candidates.iter().find(made).ok_or("a move of the record is not in the list")?;
        words.push(move_text(candidate, &candidates));
        moves = &moves[candidate.moves.len()..];
        state.clone_from(&candidate.after);
    }
    let result = metadata::result_word(replayed.outcome);
    words.push(result.to_owned());
    let mut tags = build_tags(record, COLOURS, result);
    tags.push(("GameType", GAME_TYPE.to_owned()));
    if record.header.position.is_some() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", draughts.fen(&replayed.initial_state)?));
    }
    tags.push(("Termination", termination(replayed.reason).to_owned()));
    tags.extend(replayed.extra_tags);
    Ok(tags::write(&tags, &words))
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
/// If the text is invalid, with the position of the error.
pub(super) fn read(game: &CompiledGame, text: &str) -> Result<Vec<Record>, NotationError> {
    let draughts = Draughts::new(game).map_err(|reason| TextPosition::FIRST.error(reason))?;
    tags::parse_games(text)?.iter().map(|parsed| read_game(&draughts, parsed)).collect()
}

fn read_game(draughts: &Draughts<'_>, parsed: &ParsedGame) -> Result<Record, NotationError> {
    if let Some(tag) = parsed.tag("GameType") {
        let number = tag.value.split(',').next().unwrap_or_default().trim();
        if number != GAME_TYPE {
            let reason =
                format!("GameType {number} is another game: English draughts, which is read here, is {GAME_TYPE}");
            return Err(tag.place.error(reason));
        }
    }
    let position = match parsed.tag("FEN") {
        None => None,
        Some(tag) => {
            let read = draughts.read_fen(&tag.value);
            let state =
                read.map_err(|wrong| tag.place.error(format!("FEN, letter {}: {}", wrong.column, wrong.reason)))?;
            let text = |state| draughts.fen(state).map_err(|reason| tag.place.error(reason));
            (text(&state)? != text(&draughts.game.initial_state())?).then_some(state)
        }
    };
    let mut builder = RecordBuilder::new(draughts.game, position);
    for (index, (word, place)) in parsed.moves.iter().enumerate() {
        let wrong = |reason: String| place.error(reason);
        let over = draughts.game.outcome(&builder.state).map_err(|fault| wrong(fault.to_string()))?;
        if let Some(outcome) = over {
            return Err(wrong(format!("\"{word}\" follows, but the game is over: {outcome}")));
        }
        let last = index + 1 == parsed.moves.len();
        for mv in parse_move(draughts, &builder, word, last).map_err(wrong)? {
            builder.push(mv).map_err(wrong)?;
        }
    }
    build_record(builder, parsed, COLOURS)
}

/// Moves denoted by a word. Only the last word of a game may be an incomplete capture.
fn parse_move(
    draughts: &Draughts<'_>,
    builder: &RecordBuilder<'_>,
    word: &str,
    last: bool,
) -> Result<Vec<boardwright_interpreter::moves::Move>, String> {
    let plain = word.trim_end_matches(['!', '?']);
    let number = |text: &str| text.parse::<usize>().ok().filter(|square| (1..=32).contains(square));
    let squares: Option<Vec<usize>> = plain.split(['-', 'x', 'X', ':']).map(number).collect();
    let squares = squares.filter(|squares| squares.len() > 1).ok_or_else(|| {
        format!("\"{word}\" is no move of draughts, which are written as 11-15, 22x15 or 22x15x8 with squares 1 to 32")
    })?;
    let candidates = draughts.turn_moves(&builder.state, Some(squares[0]))?;
    let exact = |candidate: &&DraughtsMove| candidate.is_complete && candidate.squares == squares;
    let fits = |candidate: &&DraughtsMove| candidate.is_complete && visits_in_order(&candidate.squares, &squares);
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
        [] => Err(illegal_move_error(draughts, builder, word, &candidates)),
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
    let squares: Vec<String> = candidate.squares.iter().map(usize::to_string).collect();
    squares.join(if candidate.is_capture { "x" } else { "-" })
}

fn illegal_move_error(
    draughts: &Draughts<'_>,
    builder: &RecordBuilder<'_>,
    word: &str,
    candidates: &[DraughtsMove],
) -> String {
    let whole = |candidates: &[DraughtsMove]| {
        candidates.iter().filter(|candidate| candidate.is_complete).map(full_text).collect::<Vec<_>>()
    };
    let mut legal = whole(candidates);
    if legal.is_empty() {
        legal = draughts.turn_moves(&builder.state, None).map(|candidates| whole(&candidates)).unwrap_or_default();
    }
    let who = COLOURS[draughts.game.mover(&builder.state).index()];
    format!("\"{word}\" is not legal for {who}; legal are {}", legal.join(", "))
}
