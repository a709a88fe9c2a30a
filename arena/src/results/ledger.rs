//! The finished games of a tournament by their ids, without their moves: all that tables and figures need.

use std::collections::BTreeMap;

use boardwright_engine::record::End;

use super::journal::Place;
use crate::tournament::{Done, Gained, Job, Met};

/// A finished game.
#[derive(Clone, Debug)]
pub struct Row {
    /// What was played.
    pub job: Job,
    /// How it ended.
    pub end: End,
    /// Moves before the players began.
    pub opening: usize,
    /// Moves of the players and of chance.
    pub moves: usize,
    /// Distinct moves that the players could choose from, and how often they chose.
    pub choices: (u64, u64),
    /// What each seat spent.
    pub spent: Vec<Spent>,
    /// Where it stands in the journal.
    pub place: Place,
}

/// What a player spent in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spent {
    /// On so many moves.
    pub moves: u32,
    /// Positions made.
    pub nodes: u64,
    /// The sum of the depths of its searches.
    pub depth: u64,
    /// Seconds.
    pub seconds: f64,
    /// Seconds on the longest move.
    pub longest: f64,
}

impl Row {
    /// What counts of a game.
    pub fn new(done: &Done, place: Place) -> Self {
        let mut spent = vec![Spent::default(); done.job.seats.len()];
        for ((played, told), &seconds) in done.moves.iter().zip(&done.told).zip(&done.seconds) {
            let Some(spent) = played.player.and_then(|player| spent.get_mut(player.index())) else { continue };
            let told = told.unwrap_or_default();
            spent.moves += 1;
            spent.nodes += told.nodes;
            spent.depth += u64::from(told.depth);
            spent.seconds += seconds;
            spent.longest = spent.longest.max(seconds);
        }
        let chosen = done.moves.iter().zip(&done.choices).filter(|(played, _)| played.player.is_some());
        let choices = chosen.fold((0, 0), |(sum, count), (_, &choices)| (sum + u64::from(choices), count + 1));
        let (job, end) = (done.job.clone(), done.end.clone());
        Self { job, end, opening: done.opening, moves: done.moves.len(), choices, spent, place }
    }

    /// Moves, those before the players began too.
    pub fn plies(&self) -> usize {
        self.opening + self.moves
    }

    /// What it gave, by seat.
    pub fn gained(&self) -> Gained {
        Gained::of(&self.end, self.job.seats.len())
    }

    /// What it gave a player.
    pub fn points(&self, entrant: usize) -> f64 {
        let seats = self.job.seats.iter().zip(self.gained().0);
        seats.filter(|(seat, _)| **seat == entrant).map(|(_, points)| points).sum()
    }
}

/// All finished games.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    rows: BTreeMap<u64, Row>,
}

impl Ledger {
    /// Takes a game in; false if it is there already, for a game may be played twice where many machines do it.
    pub fn add(&mut self, row: Row) -> bool {
        let id = row.job.id;
        let new = !self.rows.contains_key(&id);
        if new {
            self.rows.insert(id, row);
        }
        new
    }

    /// Whether a game is there.
    pub fn has(&self, id: u64) -> bool {
        self.rows.contains_key(&id)
    }

    /// A game.
    pub fn get(&self, id: u64) -> Option<&Row> {
        self.rows.get(&id)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The games in the order of their ids.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &Row> {
        self.rows.values()
    }

    /// Only the games up to this one.
    #[must_use]
    pub fn up_to(mut self, last: u64) -> Self {
        self.rows.split_off(&(last + 1));
        self
    }

    /// What the meetings of a round gave.
    pub fn met(&self, round: u32) -> Vec<Met> {
        let mut met: BTreeMap<Vec<usize>, Vec<f64>> = BTreeMap::new();
        for row in self.rows().filter(|row| row.job.round == round) {
            let meeting = &row.job.meeting;
            let sums = met.entry(meeting.clone()).or_insert_with(|| vec![0.0; meeting.len()]);
            for (sum, &entrant) in sums.iter_mut().zip(meeting) {
                *sum += row.points(entrant);
            }
        }
        met.into_iter().map(|(players, points)| Met { players, points }).collect()
    }
}
