//! Games of English draughts as portable draughts notation, both ways. A capture is one move there, and as many moves of the game
//! as it has jumps. The word of the result is told from the first player's side, who is Black.

use boardwright_engine::game::Game;
use boardwright_engine::record::Record;
use boardwright_engine::spec::SpecGame;

use super::draughts::{Draughts, Way};
use super::pgn::{finish, tags_of, termination};
use super::scan::{NotationError, Place};
use super::tags::{self, Telling};
use super::told::{self, Course};

const COLOURS: [&str; 2] = ["Black", "White"];
/// How PDN numbers English draughts.
const GAME_TYPE: &str = "21";

/// A record as PDN.
///
/// # Errors
/// If the record does not hold, or is not of the draughts that ships.
pub(super) fn write(game: &SpecGame, record: &Record) -> Result<String, String> {
    let draughts = Draughts::new(game)?;
    let replayed = told::replay(game, record, termination)?;
    let (mut words, mut state, mut number) = (Vec::new(), replayed.first.clone(), 1);
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
        let ways = draughts.ways(&state, from)?;
        let made = |way: &&Way| {
            let length = way.moves.len();
            way.moves == moves[..length.min(moves.len())] && (way.whole || length == moves.len())
        };
        let way = ways.iter().find(made).ok_or("a move of the record is not in the list")?;
        words.push(text(way, &ways));
        moves = &moves[way.moves.len()..];
        state.clone_from(&way.after);
    }
    let result = told::result_word(replayed.outcome);
    words.push(result.to_owned());
    let mut tags = tags_of(record, COLOURS, result);
    tags.push(("GameType", GAME_TYPE.to_owned()));
    if record.header.position.is_some() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", draughts.fen(&replayed.first)?));
    }
    tags.push(("Termination", termination(replayed.reason).to_owned()));
    tags.extend(replayed.own);
    Ok(tags::write(&tags, &words))
}

/// A step or capture: its first and last square, and those between where they are needed.
fn text(way: &Way, ways: &[Way]) -> String {
    let ends = |way: &Way| (way.squares.first().copied(), way.squares.last().copied());
    let alike = ways.iter().filter(|other| ends(other) == ends(way) && other.whole).count();
    let squares: Vec<String> = way.squares.iter().map(usize::to_string).collect();
    let sign = if way.takes { "x" } else { "-" };
    match squares.as_slice() {
        [first, .., last] if way.whole && alike == 1 => format!("{first}{sign}{last}"),
        all => all.join(sign),
    }
}

/// The games of a text.
///
/// # Errors
/// What cannot be read, and where.
pub(super) fn read(game: &SpecGame, text: &str) -> Result<Vec<Record>, NotationError> {
    let draughts = Draughts::new(game).map_err(|reason| Place::FIRST.error(reason))?;
    tags::tellings(text)?.iter().map(|telling| read_one(&draughts, telling)).collect()
}

fn read_one(draughts: &Draughts<'_>, telling: &Telling) -> Result<Record, NotationError> {
    if let Some(tag) = telling.tag("GameType") {
        let number = tag.value.split(',').next().unwrap_or_default().trim();
        if number != GAME_TYPE {
            let reason =
                format!("GameType {number} is another game: English draughts, which is read here, is {GAME_TYPE}");
            return Err(tag.place.error(reason));
        }
    }
    let position = match telling.tag("FEN") {
        None => None,
        Some(tag) => {
            let read = draughts.read_fen(&tag.value);
            let state =
                read.map_err(|wrong| tag.place.error(format!("FEN, letter {}: {}", wrong.column, wrong.reason)))?;
            let text = |state| draughts.fen(state).map_err(|reason| tag.place.error(reason));
            (text(&state)? != text(&draughts.game.start())?).then_some(state)
        }
    };
    let mut course = Course::new(draughts.game, position);
    for (index, (word, place)) in telling.moves.iter().enumerate() {
        let wrong = |reason: String| place.error(reason);
        let over = draughts.game.outcome(&course.state).map_err(|fault| wrong(fault.to_string()))?;
        if let Some(outcome) = over {
            return Err(wrong(format!("\"{word}\" follows, but the game is over: {outcome}")));
        }
        let last = index + 1 == telling.moves.len();
        for mv in meant(draughts, &course, word, last).map_err(wrong)? {
            course.push(mv).map_err(wrong)?;
        }
    }
    finish(course, telling, COLOURS)
}

/// The moves that a word means. Only the last word of a game may break a capture off.
fn meant(
    draughts: &Draughts<'_>,
    course: &Course<'_>,
    word: &str,
    last: bool,
) -> Result<Vec<boardwright_engine::spec::Move>, String> {
    let plain = word.trim_end_matches(['!', '?']);
    let number = |text: &str| text.parse::<usize>().ok().filter(|square| (1..=32).contains(square));
    let squares: Option<Vec<usize>> = plain.split(['-', 'x', 'X', ':']).map(number).collect();
    let squares = squares.filter(|squares| squares.len() > 1).ok_or_else(|| {
        format!("\"{word}\" is no move of draughts, which are written as 11-15, 22x15 or 22x15x8 with squares 1 to 32")
    })?;
    let ways = draughts.ways(&course.state, Some(squares[0]))?;
    let exact = |way: &&Way| way.whole && way.squares == squares;
    let fits = |way: &&Way| way.whole && passes(&way.squares, &squares);
    let part = |way: &&Way| last && !way.whole && way.squares == squares;
    let mut found: Vec<&Way> = ways.iter().filter(exact).collect();
    if found.is_empty() {
        found = ways.iter().filter(fits).collect();
    }
    if found.is_empty() {
        found = ways.iter().filter(part).collect();
    }
    let key = |way: &Way| draughts.game.key(&way.after);
    match found.as_slice() {
        [] => Err(refusal(draughts, course, word, &ways)),
        [first, rest @ ..] if rest.iter().all(|way| key(way) == key(first)) => Ok(first.moves.clone()),
        several => {
            let texts: Vec<String> = several.iter().map(|way| full(way)).collect();
            Err(format!("\"{word}\" can mean {}", texts.join(", ")))
        }
    }
}

/// Whether a way begins and ends as told, and comes by the squares between in their order.
fn passes(way: &[usize], told: &[usize]) -> bool {
    let mut rest = way.iter();
    way.last() == told.last() && told.iter().all(|square| rest.any(|at| at == square))
}

fn full(way: &Way) -> String {
    let squares: Vec<String> = way.squares.iter().map(usize::to_string).collect();
    squares.join(if way.takes { "x" } else { "-" })
}

fn refusal(draughts: &Draughts<'_>, course: &Course<'_>, word: &str, ways: &[Way]) -> String {
    let whole = |ways: &[Way]| ways.iter().filter(|way| way.whole).map(full).collect::<Vec<_>>();
    let mut legal = whole(ways);
    if legal.is_empty() {
        legal = draughts.ways(&course.state, None).map(|ways| whole(&ways)).unwrap_or_default();
    }
    let who = COLOURS[draughts.game.mover(&course.state).index()];
    format!("\"{word}\" is not legal for {who}; legal are {}", legal.join(", "))
}
