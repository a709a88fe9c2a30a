//! Portable game notation (PGN) of chess games: parser and writer. The notation of a single move is in
//! [`san`].

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game;
use boardwright_game::record::{EndReason, Record};

use super::chess::Chess;
use super::metadata::{self, GivenEnd, Options, RecordBuilder};
use super::scan::{NotationError, TextPosition};
use super::tags::{self, ParsedGame};
use super::{fen, san};

/// Formats a record as PGN.
///
/// # Errors
/// If the record cannot be replayed, or is not of the shipped chess.
pub(super) fn write(game: &CompiledGame, record: &Record) -> Result<String, String> {
    let chess = Chess::new(game)?;
    let replayed = metadata::replay_record(game, record, termination)?;
    let mut words = Vec::new();
    let (mut state, mut number) = (replayed.initial_state.clone(), 1);
    for (index, &mv) in replayed.moves.iter().enumerate() {
        let (_, steps) = chess.legal_moves(&state)?;
        // An equal move could be listed instead of this one, but no two men of chess are equal and on one square.
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
    let result = metadata::result_word(replayed.outcome);
    words.push(result.to_owned());
    let mut tags = build_tags(record, ["White", "Black"], result);
    if record.header.position.is_some() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", fen::write(game, &replayed.initial_state, 0)?));
    }
    tags.push(("Termination", termination(replayed.reason).to_owned()));
    tags.extend(replayed.extra_tags);
    Ok(tags::write(&tags, &words))
}

/// Value of the tag `Termination` (PGN standard).
pub(super) fn termination(reason: Option<EndReason>) -> &'static str {
    match reason {
        None | Some(EndReason::Left | EndReason::Limit | EndReason::Stopped) => "unterminated",
        Some(EndReason::Time) => "time forfeit",
        Some(EndReason::Illegal) => "rules infraction",
        Some(EndReason::Crash | EndReason::Stall) => "abandoned",
        Some(EndReason::Adjudicated) => "adjudication",
        Some(_) => "normal",
    }
}

/// Tags of every game, with the names of the players by colour.
pub(super) fn build_tags(record: &Record, colours: [&'static str; 2], result: &str) -> Vec<(&'static str, String)> {
    let open = ["Event", "Site", "Round"].map(|name| (name, "?".to_owned()));
    let [event, site, round] = open;
    let mut tags = vec![event, site, ("Date", "????.??.??".to_owned()), round];
    let mut kinds = Vec::new();
    for (colour, seat) in colours.into_iter().zip(&record.header.players) {
        let (name, program) = metadata::player_name(seat);
        tags.push((colour, name));
        if program {
            kinds.push((type_tag(colour), "program".to_owned()));
        }
    }
    tags.push(("Result", result.to_owned()));
    tags.extend(kinds);
    tags
}

fn type_tag(colour: &str) -> &'static str {
    if colour == "White" { "WhiteType" } else { "BlackType" }
}

/// Parses the games of a text.
///
/// # Errors
/// If the text is invalid, with the position of the error.
pub(super) fn read(game: &CompiledGame, text: &str) -> Result<Vec<Record>, NotationError> {
    let chess = Chess::new(game).map_err(|reason| TextPosition::FIRST.error(reason))?;
    tags::parse_games(text)?.iter().map(|parsed| read_game(&chess, parsed)).collect()
}

fn read_game(chess: &Chess<'_>, parsed: &ParsedGame) -> Result<Record, NotationError> {
    let position = match parsed.tag("FEN") {
        None => None,
        Some(tag) => {
            let read = fen::read(chess.game, &tag.value);
            let read =
                read.map_err(|wrong| tag.place.error(format!("FEN, letter {}: {}", wrong.column, wrong.reason)))?;
            // The initial state of the game is not stored as a position.
            let text = |state| fen::write(chess.game, state, 0).map_err(|reason| tag.place.error(reason));
            (text(&read.state)? != text(&chess.game.initial_state())?).then_some(read.state)
        }
    };
    let mut builder = RecordBuilder::new(chess.game, position);
    for (word, place) in &parsed.moves {
        let (turn, steps) = chess.legal_moves(&builder.state).map_err(|reason| place.error(reason))?;
        if let Some(outcome) = turn.outcome() {
            return Err(place.error(format!("\"{word}\" follows, but the game is over: {outcome}")));
        }
        let step = san::read(chess, &builder.state, &steps, word).map_err(|reason| place.error(reason))?;
        builder.push(step.mv).map_err(|reason| place.error(reason))?;
    }
    build_record(builder, parsed, ["White", "Black"])
}

/// Record of a parsed game: its moves, and the data of its tags.
pub(super) fn build_record(
    builder: RecordBuilder<'_>,
    parsed: &ParsedGame,
    colours: [&'static str; 2],
) -> Result<Record, NotationError> {
    let seats = colours.map(|colour| {
        let program = parsed.tag(type_tag(colour)).is_some_and(|tag| tag.value.eq_ignore_ascii_case("program"));
        metadata::parse_player(parsed.tag(colour).map_or("?", |tag| tag.value.as_str()), program)
    });
    let tagged = parsed.tag("Result").map(|tag| (&tag.value, tag.place));
    let written = parsed.result.as_ref().map(|(word, place)| (word, *place));
    let read = |(word, place): (&String, TextPosition)| {
        let outcome = metadata::parse_result(word).map_err(|reason| place.error(reason));
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
    let termination_text = parsed.tag("Termination").map_or("", |tag| tag.value.as_str());
    let extra_tags = |name: &str| parsed.tag(name).map(|tag| tag.value.as_str());
    let record =
        builder.finish(Options::new(), seats.into(), &GivenEnd { outcome, termination: termination_text }, extra_tags);
    record.map_err(|reason| place.error(reason))
}
