//! One game of a tournament: what is to be played, and what came of it.

use boardwright_engine::game::Outcome;
use boardwright_engine::ids::Player;
use boardwright_engine::record::{End, Header, Played, Reason, Record};
use serde::{Deserialize, Serialize};

/// A game that is to be played.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Job {
    /// Counted from 1 in the order of the plan.
    pub id: u64,
    /// The round of the tournament, from 1.
    pub round: u32,
    /// Which game, in the order of the description.
    pub game: usize,
    /// Who meets, the better seeded first.
    pub meeting: Vec<usize>,
    /// Which start, from 0.
    pub start: usize,
    /// Which seating of this start, from 0.
    pub seating: usize,
    /// Who sits where, by seat.
    pub seats: Vec<usize>,
    /// From which all its random choices come.
    pub seed: u64,
}

/// What a player told of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// Positions made.
    pub nodes: u64,
    /// Moves looked ahead.
    pub depth: u32,
    /// What it expects, 1 for a win, -1 for a loss.
    pub value: Option<f64>,
}

/// What came of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Done {
    /// What was to be played.
    pub job: Job,
    /// How it ended.
    pub end: End,
    /// The moves after the opening.
    pub moves: Vec<Played>,
    /// What was told of each; nothing of chance.
    pub told: Vec<Option<Told>>,
    /// How many distinct moves there were to choose from.
    pub choices: Vec<u32>,
    /// How long each took, in seconds.
    pub seconds: Vec<f64>,
    /// The head of its record, if records are kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header: Option<Header>,
    /// How many moves were made before the players began.
    pub opening: usize,
}

impl Done {
    /// Its record, if records are kept.
    pub fn record(&self) -> Option<Record> {
        let header = self.header.clone()?;
        Some(Record { header, moves: self.moves.clone(), end: Some(self.end.clone()) })
    }

    /// What counts of it for the results.
    pub fn result(&self) -> Gained {
        Gained::of(&self.end, self.job.seats.len())
    }
}

/// What a game gave its players, by seat: 1 for who won alone, 0 for who lost, and the same part for each where nobody did.
#[derive(Clone, Debug, PartialEq)]
pub struct Gained(pub Vec<f64>);

impl Gained {
    /// What an end gives to so many players.
    pub fn of(end: &End, players: usize) -> Self {
        let share = |count: usize| if count == 0 { 0.0 } else { 1.0 / count as f64 };
        let each = |gets: &dyn Fn(usize) -> f64| Self((0..players).map(gets).collect());
        if players == 1 {
            return each(&|_| f64::from(u8::from(matches!(end.outcome, Some(Outcome::Won(_))))));
        }
        match (end.outcome, end.by) {
            (Some(Outcome::Won(winner)), _) => each(&|seat| f64::from(u8::from(winner.index() == seat))),
            // Of more than two the one who must give up has lost, and the others share.
            (None, Some(loser)) if forfeits(end.reason) => {
                each(&|seat| if loser.index() == seat { 0.0 } else { share(players - 1) })
            }
            _ => each(&|_| share(players)),
        }
    }
}

/// Whether a game ends so because somebody must give it up.
fn forfeits(reason: Reason) -> bool {
    matches!(reason, Reason::Time | Reason::Illegal | Reason::Crash | Reason::Stall | Reason::Resigned)
}

/// Why a game ended, as tables name it.
pub fn reason_name(reason: Reason) -> &'static str {
    match reason {
        Reason::Finished => "normal",
        Reason::Resigned => "resigned",
        Reason::Left => "left",
        Reason::Limit => "move limit",
        Reason::Stopped => "stopped",
        Reason::Time => "time",
        Reason::Illegal => "illegal",
        Reason::Crash => "crash",
        Reason::Stall => "stall",
        Reason::Agreement => "agreement",
        Reason::Repetition => "repetition",
        Reason::Adjudicated => "adjudicated",
        Reason::Fault => "fault",
    }
}

/// The player at a seat.
pub(crate) fn at_seat(seat: usize) -> Player {
    Player::new(seat + 1).expect("seats are counted by the game")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gained(reason: Reason, winner: Option<usize>, by: Option<usize>, players: usize) -> Vec<f64> {
        let outcome = winner.map(|winner| Player::new(winner).map_or(Outcome::Draw, Outcome::Won));
        let by = by.and_then(Player::new);
        Gained::of(&End { reason, outcome, scores: Vec::new(), by, note: None, fault: None }, players).0
    }

    #[test]
    fn points_add_up_to_one() {
        assert_eq!(gained(Reason::Finished, Some(2), None, 2), [0.0, 1.0]);
        assert_eq!(gained(Reason::Finished, Some(0), None, 2), [0.5, 0.5]);
        assert_eq!(gained(Reason::Limit, None, None, 2), [0.5, 0.5]);
        assert_eq!(gained(Reason::Stall, Some(1), Some(2), 2), [1.0, 0.0]);
        assert_eq!(gained(Reason::Crash, None, Some(3), 3), [0.5, 0.5, 0.0]);
        assert_eq!(gained(Reason::Finished, Some(0), None, 4), [0.25; 4]);
    }

    #[test]
    fn alone_only_a_solution_counts() {
        assert_eq!(gained(Reason::Finished, Some(1), None, 1), [1.0]);
        assert_eq!(gained(Reason::Finished, Some(0), None, 1), [0.0]);
        assert_eq!(gained(Reason::Limit, None, None, 1), [0.0]);
    }
}
