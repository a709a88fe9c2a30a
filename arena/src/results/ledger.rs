//! The ledger: finished games of a tournament by id, without their moves. It is the input of tables and statistics.

use std::collections::BTreeMap;

use boardwright_game::payoff::PayoffUnit;
use boardwright_game::record::GameEnd;

use super::journal::JournalPosition;
use crate::tournament::{FinishedGame, GamePoints, Job, MeetingResult};

/// Data of a finished game.
#[derive(Clone, Debug)]
pub struct LedgerRow {
    /// The job.
    pub job: Job,
    /// End of the game.
    pub end: GameEnd,
    /// Unit of the scores, in games whose payoff is the score.
    pub unit: Option<PayoffUnit>,
    /// Number of opening moves before the players began.
    pub opening: usize,
    /// Number of moves of the players and of chance.
    pub moves: usize,
    /// Sum of the numbers of distinct legal moves over all decisions of players, and number of these decisions.
    pub choices: (u64, u64),
    /// Resources spent, by seat.
    pub usage: Vec<SeatUsage>,
    /// Position in the journal.
    pub position: JournalPosition,
}

/// Resources that a player spent in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatUsage {
    /// Number of moves.
    pub moves: u32,
    /// Number of positions searched.
    pub nodes: u64,
    /// Sum of the search depths.
    pub depth: u64,
    /// Time in seconds.
    pub seconds: f64,
    /// Time of the longest move in seconds.
    pub longest: f64,
}

impl LedgerRow {
    /// Creates a row from the result of a game.
    pub fn new(done: &FinishedGame, position: JournalPosition) -> Self {
        let mut usage = vec![SeatUsage::default(); done.job.seats.len()];
        for ((played, report), &seconds) in done.moves.iter().zip(&done.reports).zip(&done.seconds) {
            let Some(spent) = played.player.and_then(|player| usage.get_mut(player.index())) else { continue };
            let report = report.unwrap_or_default();
            spent.moves += 1;
            spent.nodes += report.nodes;
            spent.depth += u64::from(report.depth);
            spent.seconds += seconds;
            spent.longest = spent.longest.max(seconds);
        }
        let chosen = done.moves.iter().zip(&done.choices).filter(|(played, _)| played.player.is_some());
        let choices = chosen.fold((0, 0), |(sum, count), (_, &choices)| (sum + u64::from(choices), count + 1));
        let (job, end) = (done.job.clone(), done.end.clone());
        Self { job, end, unit: done.unit, opening: done.opening, moves: done.moves.len(), choices, usage, position }
    }

    /// Number of moves, including the opening.
    pub fn plies(&self) -> usize {
        self.opening + self.moves
    }

    /// Points by seat.
    pub fn game_points(&self) -> GamePoints {
        GamePoints::from_end(&self.end, self.job.seats.len())
    }

    /// Points of a participant.
    pub fn points(&self, entrant: usize) -> f64 {
        self.of_entrant(entrant, &self.game_points().0)
    }

    /// Score of a participant by the rules of the game, per deal.
    pub fn score_per_deal(&self, entrant: usize) -> f64 {
        self.of_entrant(entrant, &self.end.scores) / self.end.deals as f64
    }

    /// Value of a participant in a list by seat; 0 if there is none.
    fn of_entrant(&self, entrant: usize, by_seat: &[f64]) -> f64 {
        let seats = self.job.seats.iter().zip(by_seat);
        seats.filter(|(seat, _)| **seat == entrant).map(|(_, value)| value).sum()
    }
}

/// All finished games.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    rows: BTreeMap<u64, LedgerRow>,
}

impl Ledger {
    /// Adds a game; `false` if it was there already, because a distributed game may be played twice.
    pub fn add(&mut self, row: LedgerRow) -> bool {
        let id = row.job.id;
        let new = !self.rows.contains_key(&id);
        if new {
            self.rows.insert(id, row);
        }
        new
    }

    /// `true` if the game is in the ledger.
    pub fn contains(&self, id: u64) -> bool {
        self.rows.contains_key(&id)
    }

    /// Game by id.
    pub fn get(&self, id: u64) -> Option<&LedgerRow> {
        self.rows.get(&id)
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// `true` if there are no games.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Games in the order of their ids.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &LedgerRow> {
        self.rows.values()
    }

    /// Returns only the games up to id `last`.
    #[must_use]
    pub fn up_to(mut self, last: u64) -> Self {
        self.rows.split_off(&(last + 1));
        self
    }

    /// Results of the meetings of a round.
    pub fn meeting_results(&self, round: u32) -> Vec<MeetingResult> {
        let mut met: BTreeMap<Vec<usize>, Vec<f64>> = BTreeMap::new();
        for row in self.rows().filter(|row| row.job.round == round) {
            let meeting = &row.job.meeting;
            let sums = met.entry(meeting.clone()).or_insert_with(|| vec![0.0; meeting.len()]);
            for (sum, &entrant) in sums.iter_mut().zip(meeting) {
                *sum += row.points(entrant);
            }
        }
        met.into_iter().map(|(players, points)| MeetingResult { players, points }).collect()
    }
}
