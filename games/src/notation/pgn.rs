//! Games of chess as portable game notation, both ways: tags and moves to records. How a single move is written is in
//! [`san`](super::san).

use boardwright_engine::game::Game;
use boardwright_engine::record::{Reason, Record};
use boardwright_engine::spec::SpecGame;

use super::chess::Chess;
use super::scan::{NotationError, Place};
use super::tags::{self, Telling};
use super::told::{self, Course, Ended, Options};
use super::{fen, san};

/// A record as PGN.
///
/// # Errors
/// If the record does not hold, or is not of the chess that ships.
pub(super) fn write(game: &SpecGame, record: &Record) -> Result<String, String> {
    let chess = Chess::new(game)?;
    let replayed = told::replay(game, record, termination)?;
    let mut words = Vec::new();
    let (mut state, mut number) = (replayed.first.clone(), 1);
    for (index, &mv) in replayed.moves.iter().enumerate() {
        let (_, steps) = chess.steps(&state)?;
        // An equal move may be listed instead of this one, but no two men of chess are equal and in one place.
        let step = steps.iter().find(|step| step.mv == mv).ok_or("a move of the record is not in the list")?;
        let black = chess.side(&state) == 1;
        if !black {
            words.push(format!("{number}."));
        } else if index == 0 {
            words.push(format!("{number}..."));
        }
        words.push(san::write(&chess, &state, &steps, *step)?);
        number += usize::from(black);
        game.apply(&mut state, mv).map_err(|fault| fault.to_string())?;
    }
    let result = told::result_word(replayed.outcome);
    words.push(result.to_owned());
    let mut tags = tags_of(record, ["White", "Black"], result);
    if record.header.position.is_some() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", fen::write(game, &replayed.first, 0)?));
    }
    tags.push(("Termination", termination(replayed.reason).to_owned()));
    tags.extend(replayed.own);
    Ok(tags::write(&tags, &words))
}

/// Why a game ended, in the words of the standard.
pub(super) fn termination(reason: Option<Reason>) -> &'static str {
    match reason {
        None | Some(Reason::Left | Reason::Limit | Reason::Stopped) => "unterminated",
        Some(Reason::Time) => "time forfeit",
        Some(Reason::Illegal) => "rules infraction",
        Some(Reason::Crash | Reason::Stall) => "abandoned",
        Some(Reason::Adjudicated) => "adjudication",
        Some(_) => "normal",
    }
}

/// The tags that every game has, with the names of the players by their colours.
pub(super) fn tags_of(record: &Record, colours: [&'static str; 2], result: &str) -> Vec<(&'static str, String)> {
    let open = ["Event", "Site", "Round"].map(|name| (name, "?".to_owned()));
    let [event, site, round] = open;
    let mut tags = vec![event, site, ("Date", "????.??.??".to_owned()), round];
    let mut kinds = Vec::new();
    for (colour, seat) in colours.into_iter().zip(&record.header.players) {
        let (name, program) = told::name_of(seat);
        tags.push((colour, name));
        if program {
            kinds.push((type_of(colour), "program".to_owned()));
        }
    }
    tags.push(("Result", result.to_owned()));
    tags.extend(kinds);
    tags
}

fn type_of(colour: &str) -> &'static str {
    if colour == "White" { "WhiteType" } else { "BlackType" }
}

/// The games of a text.
///
/// # Errors
/// What cannot be read, and where.
pub(super) fn read(game: &SpecGame, text: &str) -> Result<Vec<Record>, NotationError> {
    let chess = Chess::new(game).map_err(|reason| Place::FIRST.error(reason))?;
    tags::tellings(text)?.iter().map(|telling| read_one(&chess, telling)).collect()
}

fn read_one(chess: &Chess<'_>, telling: &Telling) -> Result<Record, NotationError> {
    let position = match telling.tag("FEN") {
        None => None,
        Some(tag) => {
            let read = fen::read(chess.game, &tag.value);
            let read =
                read.map_err(|wrong| tag.place.error(format!("FEN, letter {}: {}", wrong.column, wrong.reason)))?;
            // The usual position is none of its own.
            let text = |state| fen::write(chess.game, state, 0).map_err(|reason| tag.place.error(reason));
            (text(&read.state)? != text(&chess.game.start())?).then_some(read.state)
        }
    };
    let mut course = Course::new(chess.game, position);
    for (word, place) in &telling.moves {
        let (turn, steps) = chess.steps(&course.state).map_err(|reason| place.error(reason))?;
        if let Some(outcome) = turn.outcome() {
            return Err(place.error(format!("\"{word}\" follows, but the game is over: {outcome}")));
        }
        let step = san::read(chess, &course.state, &steps, word).map_err(|reason| place.error(reason))?;
        course.push(step.mv).map_err(|reason| place.error(reason))?;
    }
    finish(course, telling, ["White", "Black"])
}

/// The record of moves that were made, with what the tags say.
pub(super) fn finish(
    course: Course<'_>,
    telling: &Telling,
    colours: [&'static str; 2],
) -> Result<Record, NotationError> {
    let seats = colours.map(|colour| {
        let program = telling.tag(type_of(colour)).is_some_and(|tag| tag.value.eq_ignore_ascii_case("program"));
        told::seat_of(telling.tag(colour).map_or("?", |tag| tag.value.as_str()), program)
    });
    let tagged = telling.tag("Result").map(|tag| (&tag.value, tag.place));
    let written = telling.result.as_ref().map(|(word, place)| (word, *place));
    let read = |(word, place): (&String, Place)| {
        let outcome = told::result_of(word).map_err(|reason| place.error(reason));
        outcome.map(|outcome| (outcome, place))
    };
    let (tagged, written) = (tagged.map(read).transpose()?, written.map(read).transpose()?);
    if let (Some((Some(told), _)), Some((Some(other), place))) = (tagged, written)
        && told != other
    {
        return Err(place.error(format!("the tag Result says {told}, but here it is {other}")));
    }
    let place = written.or(tagged).map_or(telling.place, |(_, place)| place);
    let outcome = [written, tagged].into_iter().flatten().find_map(|(outcome, _)| outcome);
    let how = telling.tag("Termination").map_or("", |tag| tag.value.as_str());
    let own = |name: &str| telling.tag(name).map(|tag| tag.value.as_str());
    let record = course.finish(Options::new(), seats.into(), &Ended { outcome, how }, own);
    record.map_err(|reason| place.error(reason))
}
