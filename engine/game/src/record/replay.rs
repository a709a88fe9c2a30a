//! Replay and verification of records: every move must be legal and the end must match.
//! The caller compares the hash of the rules with that of the record.

use thiserror::Error;

use super::{EndReason, Record};
use crate::fault::Fault;
use crate::game::{Game, GameExt, MoveError, Outcome, StateError, Turn};
use crate::ids::Player;

/// One position of a replayed game.
#[derive(Clone, Copy, Debug)]
pub struct ReplayStep<'a, G: Game> {
    /// Number of moves made.
    pub ply: usize,
    /// Position before the last move, that move, and its player; `None` at the start.
    pub last: Option<(&'a G::State, G::Move, Option<Player>)>,
    /// Current position.
    pub state: &'a G::State,
}

/// Errors of [`replay`]: the record does not match the game.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ReplayError {
    /// The number of players differs.
    #[error("the record has {record} players, but the game has {game}")]
    Players {
        /// Number in the record.
        record: usize,
        /// Number in the game.
        game: usize,
    },
    /// The initial position is invalid.
    #[error("the position in which the game began: {0}")]
    Position(#[from] StateError),
    /// A move is illegal.
    #[error("ply {ply}: {source}")]
    Move {
        /// Ply, from 1.
        ply: usize,
        /// Error of the move.
        source: Box<MoveError>,
    },
    /// A move was recorded for a player who is not to move.
    #[error("ply {ply}: the record has a move of {}, but {} is to move", player_text(*record), player_text(*game))]
    WrongPlayer {
        /// Ply, from 1.
        ply: usize,
        /// Player in the record; `None` is chance.
        record: Option<Player>,
        /// Player in the game; `None` is chance.
        game: Option<Player>,
    },
    /// A move was recorded after the end of the game.
    #[error("ply {ply}: the game was over before this move: {outcome}")]
    Over {
        /// Ply, from 1.
        ply: usize,
        /// Outcome of the game.
        outcome: Outcome,
    },
    /// The rules fail although the record goes on.
    #[error("ply {ply}: {fault}")]
    Fault {
        /// Ply, from 1.
        ply: usize,
        /// The fault.
        fault: Box<Fault>,
    },
    /// The rules do not fail as recorded.
    #[error("after ply {ply}: the record says that the rules failed with \"{record}\", but {found}")]
    NoFault {
        /// Number of moves made.
        ply: usize,
        /// Fault in the record.
        record: String,
        /// Actual result.
        found: String,
    },
    /// The outcome differs.
    #[error("after ply {ply}: the record ends with {}, but the game has {}", outcome_text(*record), outcome_text(*game))]
    Outcome {
        /// Number of moves made.
        ply: usize,
        /// Outcome in the record.
        record: Option<Outcome>,
        /// Outcome in the game.
        game: Option<Outcome>,
    },
    /// The scores differ.
    #[error("after ply {ply}: the record has the scores {record:?}, but the game has {game:?}")]
    Scores {
        /// Number of moves made.
        ply: usize,
        /// Scores in the record.
        record: Vec<f64>,
        /// Scores in the game.
        game: Vec<f64>,
    },
}

fn player_text(player: Option<Player>) -> String {
    player.map_or_else(|| "chance".into(), |player| format!("player {player}"))
}

fn outcome_text(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "no result".into(), |outcome| outcome.to_string())
}

/// Replays a record and calls `visit` with each position, the initial one included. An error of the visitor stops the
/// replay.
pub fn replay<G: Game, E: From<ReplayError>>(
    game: &G,
    record: &Record,
    visit: &mut dyn FnMut(ReplayStep<'_, G>) -> Result<(), E>,
) -> Result<G::State, E> {
    let (player_count, seat_count) = (game.players(), record.header.players.len());
    if player_count != seat_count {
        return Err(ReplayError::Players { record: seat_count, game: player_count }.into());
    }
    let mut state = match &record.header.position {
        Some(text) => game.parse_state(text).map_err(ReplayError::from)?,
        None => game.initial_state(),
    };
    visit(ReplayStep { ply: 0, last: None, state: &state })?;
    let opening = record.header.opening.iter().map(|text| (text, RecordedPlayer::Unnamed));
    let played = record.moves.iter().map(|played| (&played.text, RecordedPlayer::Named(played.player)));
    let mut ply = 0;
    for (text, by) in opening.chain(played) {
        ply += 1;
        let (mv, mover) = parse_legal_move(game, &state, ply, text, by)?;
        let before = state.clone();
        game.apply(&mut state, mv).map_err(|fault| fault_at(ply, fault))?;
        visit(ReplayStep { ply, last: Some((&before, mv, mover)), state: &state })?;
    }
    check_end(game, &state, ply, record)?;
    Ok(state)
}

/// Player of a recorded move, if the record names one.
#[derive(Clone, Copy)]
enum RecordedPlayer {
    /// A player, or `None` for chance.
    Named(Option<Player>),
    /// Not recorded: openings list only moves.
    Unnamed,
}

type MoveAndPlayer<G> = (<G as Game>::Move, Option<Player>);

/// Parses a recorded move and returns it with its player.
fn parse_legal_move<G: Game>(
    game: &G,
    state: &G::State,
    ply: usize,
    text: &str,
    by: RecordedPlayer,
) -> Result<MoveAndPlayer<G>, ReplayError> {
    let turn = game.legal_moves(state, &mut Vec::new()).map_err(|fault| fault_at(ply, fault))?;
    if let Turn::Over(outcome) = turn {
        return Err(ReplayError::Over { ply, outcome });
    }
    let mover = turn.player();
    if let RecordedPlayer::Named(record) = by
        && record != mover
    {
        return Err(ReplayError::WrongPlayer { ply, record, game: mover });
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
    if end.reason == EndReason::Fault {
        return check_fault(game, state, ply, end.fault.as_ref());
    }
    let outcome = game.outcome(state).map_err(|fault| fault_at(ply, fault))?;
    let agrees = match end.reason {
        EndReason::Finished => outcome.is_some() && outcome == end.outcome,
        EndReason::Limit | EndReason::Stopped => outcome.is_none() && end.outcome.is_none(),
        EndReason::Agreement | EndReason::Repetition => outcome.is_none() && end.outcome == Some(Outcome::Draw),
        // These results are not determined by the rules.
        EndReason::Left
        | EndReason::Resigned
        | EndReason::Time
        | EndReason::Illegal
        | EndReason::Crash
        | EndReason::Stall
        | EndReason::Adjudicated => outcome.is_none(),
        EndReason::Fault => true,
    };
    if agrees { Ok(()) } else { Err(ReplayError::Outcome { ply, record: end.outcome, game: outcome }) }
}

fn fault_at(ply: usize, fault: Fault) -> ReplayError {
    ReplayError::Fault { ply, fault: Box::new(fault) }
}

/// Former wordings of fault messages with the current ones. Records of earlier versions contain the former ones.
const REWORDED_FAULTS: [(&str, &str); 4] = [
    ("of nothing; a fourth argument says what that is", "of an empty set has no value; give it as a fourth argument"),
    ("FIRST: no number of the set is as asked", "FIRST: no number of the set fulfils the condition"),
    (
        "deep while they are worked out; does one call itself without end?",
        "deep during evaluation; does one call itself endlessly?",
    ),
    ("working this out took over", "the evaluation took over"),
];

/// Returns a recorded fault message in the current wording.
fn current_wording(message: &str) -> String {
    REWORDED_FAULTS.iter().fold(message.to_owned(), |message, (former, current)| message.replace(former, current))
}

/// Checks that the rules fail again in the same way as recorded.
fn check_fault<G: Game>(
    game: &G,
    state: &G::State,
    ply: usize,
    stop: Option<&super::FaultRecord>,
) -> Result<(), ReplayError> {
    let result = match stop.and_then(|stop| stop.text.as_deref()) {
        None => game.legal_moves(state, &mut Vec::new()).err(),
        Some(text) => match game.parse_move(state, text) {
            Ok(mv) => game.apply(&mut state.clone(), mv).err(),
            Err(MoveError::Fault(fault)) => Some(fault),
            Err(source) => {
                return Err(ReplayError::Move { ply: ply + 1, source: Box::new(source) });
            }
        },
    };
    let written = stop.map_or_else(String::new, |stop| current_wording(&stop.message));
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
    use crate::record::{FORMAT, FaultRecord, GameEnd, GameMetadata, MoveRecord, RecordHeader, Seat};
    use crate::sample::Heap;

    fn record(opening: &[&str], moves: &[(usize, &str)], end: impl Into<Option<GameEnd>>) -> Record {
        let first = opening.len() + 1;
        let played = |(index, &(player, text)): (usize, &(usize, &str))| MoveRecord {
            ply: first + index,
            player: Player::new(player),
            text: text.into(),
            rule: None,
        };
        Record {
            header: RecordHeader {
                format: FORMAT,
                game: "heap".into(),
                name: "heap".into(),
                hash: None,
                options: [].into(),
                players: vec![Seat { player: "random".into(), parameters: [].into() }; 2],
                seed: 1,
                position: None,
                opening: opening.iter().map(|&text| text.to_owned()).collect(),
                metadata: GameMetadata::default(),
            },
            moves: moves.iter().enumerate().map(played).collect(),
            end: end.into(),
        }
    }

    fn end(reason: EndReason, winner: Option<usize>, scores: [f64; 2]) -> GameEnd {
        let outcome = winner.map(|winner| Player::new(winner).map_or(Outcome::Draw, Outcome::Won));
        GameEnd::new(reason, outcome, scores.into())
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
    fn a_valid_record_is_replayed() {
        let record =
            record(&["take 1"], &[(2, "take 2"), (1, "take 1")], end(EndReason::Finished, Some(1), [4.0, 0.0]));
        assert_eq!(verify(&Heap::with_size(4), &record), Ok(vec![4, 3, 1, 0]));
    }

    #[test]
    fn a_record_without_end_is_valid_up_to_there() {
        assert_eq!(verify(&Heap::with_size(4), &record(&[], &[(1, "take 2")], None)), Ok(vec![4, 2]));
    }

    #[test]
    fn a_game_can_begin_in_another_position() {
        let game = Heap::with_size(4);
        let mut record = record(&[], &[(1, "take 2")], None);
        let mut begun = game.initial_state();
        game.apply(&mut begun, 1).unwrap();
        game.apply(&mut begun, 1).unwrap();
        record.header.position = Some(game.state_text(&begun));
        assert_eq!(verify(&game, &record), Ok(vec![2, 0]));
        record.header.position = Some("many".into());
        let error = verify(&game, &record).unwrap_err().to_string();
        assert!(error.starts_with("the position in which the game began: line 1 of the state: "), "{error}");
    }

    #[test]
    fn every_inconsistency_is_reported() {
        let game = Heap::with_size(4);
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
            text(record(&["take 2", "take 2"], &[], end(EndReason::Finished, Some(1), [0.0, 4.0]))),
            "after ply 2: the record ends with player 1 wins, but the game has player 2 wins"
        );
        assert_eq!(
            text(record(&["take 2"], &[], end(EndReason::Finished, None, [2.0, 0.0]))),
            "after ply 1: the record ends with no result, but the game has no result"
        );
        assert!(text(record(&["take 2"], &[], end(EndReason::Left, None, [3.0, 0.0]))).contains("scores"));
        let mut three = record(&[], &[], None);
        three.header.players.pop();
        assert_eq!(text(three), "the record has 1 players, but the game has 2");
    }

    #[test]
    fn ends_outside_the_rules_are_valid_while_the_game_goes_on() {
        let game = Heap::with_size(4);
        let verify = |record: &Record| verify(&game, record);
        for (reason, winner, holds) in [
            (EndReason::Agreement, Some(0), true),
            (EndReason::Agreement, Some(1), false),
            (EndReason::Repetition, None, false),
            (EndReason::Time, Some(1), true),
            (EndReason::Crash, None, true),
            (EndReason::Stall, Some(2), true),
            (EndReason::Left, Some(1), true),
            (EndReason::Stopped, None, true),
            (EndReason::Stopped, Some(2), false),
        ] {
            let result = verify(&record(&["take 2"], &[], end(reason, winner, [2.0, 0.0])));
            assert_eq!(result.is_ok(), holds, "{reason:?} {winner:?}");
            let over = verify(&record(&["take 2", "take 2"], &[], end(reason, winner, [0.0, 4.0])));
            assert!(over.is_err(), "{reason:?}: the game was over by its rules");
        }
    }

    #[test]
    fn fault_messages_of_earlier_versions_are_recognised() {
        use crate::fault::FaultKind;
        let former = [
            "MAX of nothing; a fourth argument says what that is",
            "FIRST: no number of the set is as asked",
            "expressions are nested over 256 deep while they are worked out; does one call itself without end?",
            "working this out took over 1000 steps; is a loop too long?",
        ];
        let current = [
            FaultKind::EmptyAggregate("MAX").to_string(),
            FaultKind::NoMatchingNumber.to_string(),
            FaultKind::TooDeep(256).to_string(),
            FaultKind::TooLong(1000).to_string(),
        ];
        assert_eq!(former.map(current_wording), current);
    }

    #[test]
    fn a_recorded_fault_must_recur() {
        let game = Heap { has_fault: true, ..Heap::with_size(4) };
        let stop = |text: &str| FaultRecord {
            message: "division by zero (in rule \"take\")".into(),
            text: Some(text.into()),
            line: None,
            column: None,
            expression: None,
        };
        let with = |text: &str| {
            let mut record = record(&[], &[(1, "take 2")], end(EndReason::Fault, None, [2.0, 0.0]));
            record.end.as_mut().unwrap().fault = Some(stop(text));
            verify(&game, &record)
        };
        assert_eq!(with("take 2"), Ok(vec![4, 2]));
        assert!(with("take 1").unwrap_err().to_string().contains("but they do not fail"));
    }
}
