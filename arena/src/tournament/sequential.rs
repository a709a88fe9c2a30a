//! Sequential test of a tournament of two players. Games count in the order of their ids, whatever the order in which
//! they end, so that a test stops at the same game for any number of threads.

use boardwright_game::record::EndReason;

use super::config::{SprtConfig, SprtTest};
use crate::results::ledger::{Ledger, LedgerRow};
use crate::statistics::{Pentanomial, Sample, SprtDecision, SprtState};

/// A sequential test on pairs of games with swapped seats.
#[derive(Clone, Debug)]
pub struct SequentialTest {
    test: SprtTest,
    counts: TestCounts,
    /// Id of the first game of the next pair.
    next: u64,
    state: SprtState,
}

/// Results that a sequential test has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TestCounts {
    /// Pairs by the points of the first player.
    pub pairs: Pentanomial,
    /// Mean score differences of the pairs, per deal. Pairs with a game that the rules did not end are left out.
    pub differences: Sample,
}

impl SequentialTest {
    /// Creates a test without games.
    #[allow(clippy::missing_panics_doc, reason = "checked with the configuration")]
    pub fn new(config: SprtConfig) -> Self {
        let (test, counts) = (config.test().expect("the configuration was checked"), TestCounts::default());
        Self { test, counts, next: 1, state: state(test, &counts) }
    }

    /// Counts newly completed pairs; returns `true` if the test is decided.
    pub fn update(&mut self, ledger: &Ledger) -> bool {
        while !self.is_decided()
            && let (Some(one), Some(other)) = (ledger.get(self.next), ledger.get(self.next + 1))
        {
            self.counts.add([one, other]);
            self.next += 2;
            self.state = state(self.test, &self.counts);
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

    /// The test.
    pub fn test(&self) -> SprtTest {
        self.test
    }

    /// Results counted so far.
    pub fn counts(&self) -> &TestCounts {
        &self.counts
    }

    /// State of the test.
    pub fn state(&self) -> SprtState {
        self.state
    }
}

impl TestCounts {
    fn add(&mut self, games: [&LedgerRow; 2]) {
        self.pairs.add(games.map(|row| row.points(0)));
        if games.iter().all(|row| row.end.reason == EndReason::Finished) {
            let sum: f64 = games.iter().map(|row| row.score_per_deal(0) - row.score_per_deal(1)).sum();
            self.differences.add(sum / 2.0);
        }
    }
}

/// State of a test after these results.
fn state(test: SprtTest, counts: &TestCounts) -> SprtState {
    match test {
        SprtTest::Elo(test) => test.state(&counts.pairs),
        SprtTest::Score(test) => test.state(&counts.differences),
    }
}
