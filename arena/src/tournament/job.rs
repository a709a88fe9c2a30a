//! Jobs of a tournament: one game to be played, and its result.

use boardwright_game::game::Outcome;
use boardwright_game::ids::Player;
use boardwright_game::payoff::PayoffUnit;
use boardwright_game::record::{EndReason, GameEnd, MoveRecord, Record, RecordHeader};
use serde::{Deserialize, Serialize};

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Job {
    /// Number in the order of the plan, from 1.
    pub id: u64,
    /// Round of the tournament, from 1.
    pub round: u32,
    /// Index of the game in the configuration.
    pub game: usize,
    /// Indices of the participants, the better seeded first.
    pub meeting: Vec<usize>,
    /// Index of the start, from 0.
    pub start: usize,
    /// Index of the seating of this start, from 0.
    pub seating: usize,
    /// Index of the participant at each seat.
    pub seats: Vec<usize>,
    /// Seed of all random choices of the game; with a deck seed, of those of the players.
    pub seed: u64,
    /// Seed of the chance moves of duplicate deals: equal in all games of a start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deck_seed: Option<u64>,
}

impl Job {
    /// Seed of the chance moves.
    pub fn chance_seed(&self) -> u64 {
        self.deck_seed.unwrap_or(self.seed)
    }
}

/// Search statistics that a player reported with a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveReport {
    /// Number of positions searched.
    pub nodes: u64,
    /// Search depth in plies.
    pub depth: u32,
    /// Value of the move, 1 for a win and -1 for a loss.
    pub value: Option<f64>,
}

/// Result of a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// The job.
    pub job: Job,
    /// End of the game.
    pub end: GameEnd,
    /// Unit of the scores, in games whose payoff is the score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<PayoffUnit>,
    /// Moves after the opening.
    pub moves: Vec<MoveRecord>,
    /// Search statistics of each move; `None` for chance moves and silent players.
    #[serde(rename = "told")]
    pub reports: Vec<Option<MoveReport>>,
    /// Number of distinct legal moves before each move.
    pub choices: Vec<u32>,
    /// Duration of each move in seconds.
    pub seconds: Vec<f64>,
    /// Header of the record, if records are stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header: Option<RecordHeader>,
    /// Number of opening moves before the players began.
    pub opening: usize,
}

impl FinishedGame {
    /// Record of the game, if records are stored.
    pub fn record(&self) -> Option<Record> {
        let header = self.header.clone()?;
        Some(Record { header, moves: self.moves.clone(), end: Some(self.end.clone()) })
    }

    /// Points of the players.
    pub fn points(&self) -> GamePoints {
        GamePoints::from_end(&self.end, self.job.seats.len())
    }
}

/// Points of a game by seat: 1 for a win, 0 for a loss, and equal shares of 1 for those who share a win, or for all if
/// nobody won.
#[derive(Clone, Debug, PartialEq)]
pub struct GamePoints(pub Vec<f64>);

impl GamePoints {
    /// Points that an ending gives to `players` players.
    pub fn from_end(end: &GameEnd, players: usize) -> Self {
        let share = |count: usize| if count == 0 { 0.0 } else { 1.0 / count as f64 };
        let each = |gets: &dyn Fn(usize) -> f64| Self((0..players).map(gets).collect());
        if players == 1 {
            return each(&|_| f64::from(u8::from(matches!(end.outcome, Some(Outcome::Won(_))))));
        }
        if !end.winners.is_empty() {
            let won = |seat: usize| end.winners.iter().any(|winner| winner.index() == seat);
            return each(&|seat| if won(seat) { share(end.winners.len()) } else { 0.0 });
        }
        match (end.outcome, end.by) {
            (Some(Outcome::Won(winner)), _) => each(&|seat| f64::from(u8::from(winner.index() == seat))),
            // Of more than two players the one who forfeits gets nothing, and the others share.
            (None, Some(loser)) if is_forfeit(end.reason) => {
                each(&|seat| if loser.index() == seat { 0.0 } else { share(players - 1) })
            }
            _ => each(&|_| share(players)),
        }
    }
}

/// `true` for endings in which a player forfeits the game.
fn is_forfeit(reason: EndReason) -> bool {
    matches!(reason, EndReason::Time | EndReason::Illegal | EndReason::Crash | EndReason::Stall | EndReason::Resigned)
}

/// Name of a reason in tables.
pub fn reason_name(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Finished => "normal",
        EndReason::Resigned => "resigned",
        EndReason::Left => "left",
        EndReason::Limit => "move limit",
        EndReason::Stopped => "stopped",
        EndReason::Time => "time",
        EndReason::Illegal => "illegal",
        EndReason::Crash => "crash",
        EndReason::Stall => "stall",
        EndReason::Agreement => "agreement",
        EndReason::Repetition => "repetition",
        EndReason::Adjudicated => "adjudicated",
        EndReason::Fault => "fault",
    }
}

/// Player number of a seat.
pub(crate) fn seat_player(seat: usize) -> Player {
    Player::new(seat + 1).expect("seats are counted by the game")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gained(reason: EndReason, winner: Option<usize>, by: Option<usize>, players: usize) -> Vec<f64> {
        let outcome = winner.map(|winner| Player::new(winner).map_or(Outcome::Draw, Outcome::Won));
        let by = by.and_then(Player::new);
        GamePoints::from_end(&GameEnd { by, ..GameEnd::new(reason, outcome, Vec::new()) }, players).0
    }

    #[test]
    fn points_add_up_to_one() {
        assert_eq!(gained(EndReason::Finished, Some(2), None, 2), [0.0, 1.0]);
        assert_eq!(gained(EndReason::Finished, Some(0), None, 2), [0.5, 0.5]);
        assert_eq!(gained(EndReason::Limit, None, None, 2), [0.5, 0.5]);
        assert_eq!(gained(EndReason::Stall, Some(1), Some(2), 2), [1.0, 0.0]);
        assert_eq!(gained(EndReason::Crash, None, Some(3), 3), [0.5, 0.5, 0.0]);
        assert_eq!(gained(EndReason::Finished, Some(0), None, 4), [0.25; 4]);
    }

    #[test]
    fn a_shared_win_is_shared_by_the_winners_only() {
        let end = GameEnd::new(EndReason::Finished, Some(Outcome::Draw), vec![5.0, 2.0, 5.0]);
        let winners = [1, 3].into_iter().filter_map(Player::new).collect();
        assert_eq!(GamePoints::from_end(&GameEnd { winners, ..end }, 3).0, [0.5, 0.0, 0.5]);
    }

    #[test]
    fn ends_without_scores_stay_as_they_were() {
        let old = r#"{"reason":"finished","outcome":{"winner":0},"scores":[3,3.5]}"#;
        let end: GameEnd = serde_json::from_str(old).unwrap();
        assert_eq!(end, GameEnd::new(EndReason::Finished, Some(Outcome::Draw), vec![3.0, 3.5]));
        assert_eq!(serde_json::to_string(&end).unwrap(), old);
        let (winners, details) =
            ([1, 2].into_iter().filter_map(Player::new).collect(), [("city".to_owned(), vec![2.0, 0.5])]);
        let end = GameEnd { winners, deals: 4, details: details.into(), ..end };
        let text = serde_json::to_string(&end).unwrap();
        assert!(text.ends_with(r#""winners":[1,2],"deals":4,"details":{"city":[2,0.5]}}"#), "{text}");
        assert_eq!(serde_json::from_str::<GameEnd>(&text).unwrap(), end);
    }

    #[test]
    fn jobs_of_older_journals_are_read() {
        let old = r#"{"id":1,"round":1,"game":0,"meeting":[0,1],"start":0,"seating":0,"seats":[0,1],"seed":7}"#;
        let job: Job = serde_json::from_str(old).unwrap();
        assert_eq!((job.deck_seed, job.chance_seed()), (None, 7));
        assert_eq!(serde_json::to_string(&job).unwrap(), old);
    }

    #[test]
    fn in_games_for_one_player_only_a_solution_counts() {
        assert_eq!(gained(EndReason::Finished, Some(1), None, 1), [1.0]);
        assert_eq!(gained(EndReason::Finished, Some(0), None, 1), [0.0]);
        assert_eq!(gained(EndReason::Limit, None, None, 1), [0.0]);
    }
}
