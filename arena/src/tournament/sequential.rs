//! Sequential test of a tournament of two players. Games count in the order of their ids, whatever the order in which
//! they end, so that a test stops at the same game for any number of threads.

use super::config::SprtConfig;
use crate::results::ledger::Ledger;
use crate::statistics::{EloModel, Pentanomial, Sprt, SprtDecision, SprtSettings, SprtState};

/// A sequential test on pairs of games with swapped seats.
#[derive(Clone, Debug)]
pub struct SequentialTest {
    test: Sprt,
    pairs: Pentanomial,
    /// Id of the first game of the next pair.
    next: u64,
    state: SprtState,
}

impl SequentialTest {
    /// Creates a test without games.
    #[allow(clippy::missing_panics_doc, reason = "checked with the configuration")]
    pub fn new(bounds: SprtConfig) -> Self {
        let SprtConfig { elo0, elo1, alpha, beta } = bounds;
        let settings = SprtSettings { elo0, elo1, alpha, beta, model: EloModel::Normalized };
        let test = Sprt::new(settings).expect("the configuration was checked");
        let pairs = Pentanomial([0; 5]);
        let state = test.state(&pairs);
        Self { test, pairs, next: 1, state }
    }

    /// Counts newly completed pairs; returns `true` if the test is decided.
    pub fn update(&mut self, ledger: &Ledger) -> bool {
        while !self.is_decided()
            && let (Some(one), Some(other)) = (ledger.get(self.next), ledger.get(self.next + 1))
        {
            self.pairs.add([one.points(0), other.points(0)]);
            self.next += 2;
            self.state = self.test.state(&self.pairs);
        }
        self.is_decided()
    }

    /// `true` if no more games are needed.
    pub fn is_decided(&self) -> bool {
        self.state.decision != SprtDecision::Continue
    }

    /// Id of the last game that counts, once the test is decided.
    pub fn last_game(&self) -> Option<u64> {
        self.is_decided().then_some(self.next - 1)
    }

    /// The test, its counts and its state.
    pub fn summary(&self) -> (&Sprt, Pentanomial, SprtState) {
        (&self.test, self.pairs, self.state)
    }
}
