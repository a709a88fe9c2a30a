//! Playing a record again and proving that it is what happened: every move legal, the end as written.
//! Whether the rules are those of the record is for the caller to see, by the hash.

use thiserror::Error;

use super::{Reason, Record};
use crate::fault::Fault;
use crate::game::{Game, MoveError, Outcome, StateError, Turn};
use crate::ids::Player;

/// A position of a replayed game.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a, G: Game> {
    /// How many moves have been made.
    pub ply: usize,
    /// The position before the last move, that move, and whose it was; `None` at the start.
    pub last: Option<(&'a G::State, G::Move, Option<Player>)>,
    /// The position.
    pub state: &'a G::State,
}

/// Why a record is not a game that can have been played.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ReplayError {
    /// Another number of players.
    #[error("the record has {record} players, but the game has {game}")]
    Players {
        /// In the record.
        record: usize,
        /// In the game.
        game: usize,
    },
    /// A position to begin with that is none.
    #[error("the position in which the game began: {0}")]
    Position(#[from] StateError),
    /// A move that is not legal.
    #[error("ply {ply}: {source}")]
    Move {
        /// Counted from 1.
        ply: usize,
        /// What is wrong with it.
        source: Box<MoveError>,
    },
    /// A move by someone else than whose turn it is.
    #[error("ply {ply}: the record has a move of {}, but {} is to move", who(*record), who(*game))]
    Mover {
        /// Counted from 1.
        ply: usize,
        /// In the record.
        record: Option<Player>,
        /// In the game.
        game: Option<Player>,
    },
    /// The game was over.
    #[error("ply {ply}: the game was over before this move: {outcome}")]
    Over {
        /// Counted from 1.
        ply: usize,
        /// How it had ended.
        outcome: Outcome,
    },
    /// The rules fail where the record goes on.
    #[error("ply {ply}: {fault}")]
    Fault {
        /// Counted from 1.
        ply: usize,
        /// What happened.
        fault: Box<Fault>,
    },
    /// The rules do not fail as the record says, or otherwise.
    #[error("after ply {ply}: the record says that the rules failed with \"{record}\", but {found}")]
    NoFault {
        /// Moves made.
        ply: usize,
        /// What the record says.
        record: String,
        /// What is the case.
        found: String,
    },
    /// Another end.
    #[error("after ply {ply}: the record ends with {}, but the game has {}", end(*record), end(*game))]
    Outcome {
        /// Moves made.
        ply: usize,
        /// In the record.
        record: Option<Outcome>,
        /// In the game.
        game: Option<Outcome>,
    },
    /// Other scores.
    #[error("after ply {ply}: the record has the scores {record:?}, but the game has {game:?}")]
    Scores {
        /// Moves made.
        ply: usize,
        /// In the record.
        record: Vec<f64>,
        /// In the game.
        game: Vec<f64>,
    },
}

fn who(player: Option<Player>) -> String {
    player.map_or_else(|| "chance".into(), |player| format!("player {player}"))
}

fn end(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "no result".into(), |outcome| outcome.to_string())
}

/// Plays the record again; `visit` sees each position, the start too. A visitor that returns an error stops it.
pub fn replay<G: Game, E: From<ReplayError>>(
    game: &G,
    record: &Record,
    visit: &mut dyn FnMut(Step<'_, G>) -> Result<(), E>,
) -> Result<G::State, E> {
    let (asked, seats) = (game.players(), record.header.players.len());
    if asked != seats {
        return Err(ReplayError::Players { record: seats, game: asked }.into());
    }
    let mut state = match &record.header.position {
        Some(text) => game.parse_state(text).map_err(ReplayError::from)?,
        None => game.start(),
    };
    visit(Step { ply: 0, last: None, state: &state })?;
    let opening = record.header.opening.iter().map(|text| (text, Mover::Untold));
    let played = record.moves.iter().map(|played| (&played.text, Mover::Told(played.player)));
    let mut ply = 0;
    for (text, by) in opening.chain(played) {
        ply += 1;
        let (mv, mover) = legal(game, &state, ply, text, by)?;
        let before = state.clone();
        game.apply(&mut state, mv).map_err(|fault| failed(ply, fault))?;
        visit(Step { ply, last: Some((&before, mv, mover)), state: &state })?;
    }
    check_end(game, &state, ply, record)?;
    Ok(state)
}

/// Whose move it was, as far as a record tells.
#[derive(Clone, Copy)]
enum Mover {
    /// A player's, or that of chance.
    Told(Option<Player>),
    /// An opening names moves only.
    Untold,
}

type Legal<G> = (<G as Game>::Move, Option<Player>);

/// The move that the record means, and whose it is.
fn legal<G: Game>(game: &G, state: &G::State, ply: usize, text: &str, by: Mover) -> Result<Legal<G>, ReplayError> {
    let turn = game.turn(state, &mut Vec::new()).map_err(|fault| failed(ply, fault))?;
    if let Turn::Over(outcome) = turn {
        return Err(ReplayError::Over { ply, outcome });
    }
    let mover = turn.player();
    if let Mover::Told(record) = by
        && record != mover
    {
        return Err(ReplayError::Mover { ply, record, game: mover });
    }
    let mv = game.parse_move(state, text).map_err(|source| ReplayError::Move { ply, source: Box::new(source) })?;
    Ok((mv, mover))
}

fn check_end<G: Game>(game: &G, state: &G::State, ply: usize, record: &Record) -> Result<(), ReplayError> {
    let Some(end) = &record.end else {
        return Ok(());
    };
    let now: Vec<f64> = (1..=game.players()).filter_map(Player::new).map(|p| game.score(state, p)).collect();
    if now != end.scores {
        return Err(ReplayError::Scores { ply, record: end.scores.clone(), game: now });
    }
    if end.reason == Reason::Fault {
        return check_fault(game, state, ply, end.fault.as_ref());
    }
    let outcome = game.outcome(state).map_err(|fault| failed(ply, fault))?;
    let agrees = match end.reason {
        Reason::Finished => outcome.is_some() && outcome == end.outcome,
        Reason::Left | Reason::Limit | Reason::Stopped => outcome.is_none() && end.outcome.is_none(),
        Reason::Agreement | Reason::Repetition => outcome.is_none() && end.outcome == Some(Outcome::Draw),
        // Who resigns gives a result that the rules do not know of, and so do these others.
        Reason::Resigned | Reason::Time | Reason::Illegal | Reason::Crash | Reason::Stall | Reason::Adjudicated => {
            outcome.is_none()
        }
        Reason::Fault => true,
    };
    if agrees { Ok(()) } else { Err(ReplayError::Outcome { ply, record: end.outcome, game: outcome }) }
}

fn failed(ply: usize, fault: Fault) -> ReplayError {
    ReplayError::Fault { ply, fault: Box::new(fault) }
}

/// The rules must fail again, and in the same way.
fn check_fault<G: Game>(game: &G, state: &G::State, ply: usize, stop: Option<&super::Stop>) -> Result<(), ReplayError> {
    let result = match stop.and_then(|stop| stop.text.as_deref()) {
        None => game.turn(state, &mut Vec::new()).err(),
        Some(text) => match game.parse_move(state, text) {
            Ok(mv) => game.apply(&mut state.clone(), mv).err(),
            Err(MoveError::Fault(fault)) => Some(fault),
            Err(source) => {
                return Err(ReplayError::Move { ply: ply + 1, source: Box::new(source) });
            }
        },
    };
    let written = stop.map_or_else(String::new, |stop| stop.message.clone());
    match result.map(|fault| fault.to_string()) {
        Some(message) if message == written => Ok(()),
        Some(message) => {
            Err(ReplayError::NoFault { ply, record: written, found: format!("they fail with \"{message}\"") })
        }
        None => Err(ReplayError::NoFault { ply, record: written, found: "they do not fail".into() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{End, FORMAT, Header, Played, Seat, Stop};
    use crate::sample::Heap;

    fn record(opening: &[&str], moves: &[(usize, &str)], end: impl Into<Option<End>>) -> Record {
        let first = opening.len() + 1;
        let played = |(index, &(player, text)): (usize, &(usize, &str))| Played {
            ply: first + index,
            player: Player::new(player),
            text: text.into(),
            rule: None,
        };
        Record {
            header: Header {
                format: FORMAT,
                game: "heap".into(),
                name: "heap".into(),
                hash: None,
                options: [].into(),
                players: vec![Seat { player: "random".into(), parameters: [].into() }; 2],
                seed: 1,
                position: None,
                opening: opening.iter().map(|&text| text.to_owned()).collect(),
            },
            moves: moves.iter().enumerate().map(played).collect(),
            end: end.into(),
        }
    }

    fn end(reason: Reason, winner: Option<usize>, scores: [f64; 2]) -> End {
        let outcome = winner.map(|winner| Player::new(winner).map_or(Outcome::Draw, Outcome::Won));
        End { reason, outcome, scores: scores.into(), by: None, note: None, fault: None }
    }

    fn verify(game: &Heap, record: &Record) -> Result<Vec<u32>, ReplayError> {
        let mut left = Vec::new();
        replay(game, record, &mut |step| {
            left.push(step.state.rest);
            Ok::<(), ReplayError>(())
        })?;
        Ok(left)
    }

    #[test]
    fn a_true_record_is_played_again() {
        let record = record(&["take 1"], &[(2, "take 2"), (1, "take 1")], end(Reason::Finished, Some(1), [4.0, 0.0]));
        assert_eq!(verify(&Heap::of(4), &record), Ok(vec![4, 3, 1, 0]));
    }

    #[test]
    fn a_record_without_end_is_true_up_to_there() {
        assert_eq!(verify(&Heap::of(4), &record(&[], &[(1, "take 2")], None)), Ok(vec![4, 2]));
    }

    #[test]
    fn a_game_can_begin_in_another_position() {
        let game = Heap::of(4);
        let mut record = record(&[], &[(1, "take 2")], None);
        let mut begun = game.start();
        game.apply(&mut begun, 1).unwrap();
        game.apply(&mut begun, 1).unwrap();
        record.header.position = Some(game.state_text(&begun));
        assert_eq!(verify(&game, &record), Ok(vec![2, 0]));
        record.header.position = Some("many".into());
        let error = verify(&game, &record).unwrap_err().to_string();
        assert!(error.starts_with("the position in which the game began: line 1 of the state: "), "{error}");
    }

    #[test]
    fn every_kind_of_lie_is_found() {
        let game = Heap::of(4);
        let text = |record: Record| verify(&game, &record).unwrap_err().to_string();
        assert_eq!(
            text(record(&[], &[(1, "take 3")], None)),
            "ply 1: the move \"take 3\" is not legal here: it is not one of the legal moves"
        );
        assert_eq!(
            text(record(&[], &[(2, "take 1")], None)),
            "ply 1: the record has a move of player 2, but player 1 is to move"
        );
        assert_eq!(
            text(record(&["take 2", "take 2"], &[(1, "take 1")], None)),
            "ply 3: the game was over before this move: player 2 wins"
        );
        assert_eq!(
            text(record(&["take 2", "take 2"], &[], end(Reason::Finished, Some(1), [0.0, 4.0]))),
            "after ply 2: the record ends with player 1 wins, but the game has player 2 wins"
        );
        assert_eq!(
            text(record(&["take 2"], &[], end(Reason::Finished, None, [2.0, 0.0]))),
            "after ply 1: the record ends with no result, but the game has no result"
        );
        assert!(text(record(&["take 2"], &[], end(Reason::Left, None, [3.0, 0.0]))).contains("scores"));
        let mut three = record(&[], &[], None);
        three.header.players.pop();
        assert_eq!(text(three), "the record has 1 players, but the game has 2");
    }

    #[test]
    fn ends_that_no_rule_knows_hold_while_the_game_goes_on() {
        let game = Heap::of(4);
        let verify = |record: &Record| verify(&game, record);
        for (reason, winner, holds) in [
            (Reason::Agreement, Some(0), true),
            (Reason::Agreement, Some(1), false),
            (Reason::Repetition, None, false),
            (Reason::Time, Some(1), true),
            (Reason::Crash, None, true),
            (Reason::Stall, Some(2), true),
            (Reason::Stopped, None, true),
            (Reason::Stopped, Some(2), false),
        ] {
            let held = verify(&record(&["take 2"], &[], end(reason, winner, [2.0, 0.0])));
            assert_eq!(held.is_ok(), holds, "{reason:?} {winner:?}");
            let over = verify(&record(&["take 2", "take 2"], &[], end(reason, winner, [0.0, 4.0])));
            assert!(over.is_err(), "{reason:?}: the game was over by its rules");
        }
    }

    #[test]
    fn a_fault_must_come_again() {
        let game = Heap { broken: true, ..Heap::of(4) };
        let stop = |text: &str| Stop {
            message: "division by zero (in rule \"take\")".into(),
            text: Some(text.into()),
            line: None,
            column: None,
            expression: None,
        };
        let with = |text: &str| {
            let mut record = record(&[], &[(1, "take 2")], end(Reason::Fault, None, [2.0, 0.0]));
            record.end.as_mut().unwrap().fault = Some(stop(text));
            verify(&game, &record)
        };
        assert_eq!(with("take 2"), Ok(vec![4, 2]));
        assert!(with("take 1").unwrap_err().to_string().contains("but they do not fail"));
    }
}
