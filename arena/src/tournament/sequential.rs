//! Stopping as soon as it is known well enough which of two players is stronger. Games count in the order of their ids, whatever the
//! order in which they end, so that a test stops at the same game for any number of threads.

use super::config::SprtBounds;
use crate::figures::{Model, Pentanomial, Sprt, SprtSettings, State, Verdict};
use crate::results::ledger::Ledger;

/// A sequential test on pairs of games with swapped seats.
#[derive(Clone, Debug)]
pub struct Sequential {
    test: Sprt,
    pairs: Pentanomial,
    /// The first game of the pair that is waited for.
    next: u64,
    state: State,
}

impl Sequential {
    /// A test that has seen nothing.
    #[allow(clippy::missing_panics_doc, reason = "bounds are checked with the description")]
    pub fn new(bounds: SprtBounds) -> Self {
        let SprtBounds { elo0, elo1, alpha, beta } = bounds;
        let settings = SprtSettings { elo0, elo1, alpha, beta, model: Model::Normalized };
        let test = Sprt::new(settings).expect("the description was checked");
        let pairs = Pentanomial([0; 5]);
        let state = test.state(&pairs);
        Self { test, pairs, next: 1, state }
    }

    /// Takes in the pairs that are complete; true if the test is decided with that.
    pub fn see(&mut self, ledger: &Ledger) -> bool {
        while !self.is_decided()
            && let (Some(one), Some(other)) = (ledger.get(self.next), ledger.get(self.next + 1))
        {
            self.pairs.add([one.points(0), other.points(0)]);
            self.next += 2;
            self.state = self.test.state(&self.pairs);
        }
        self.is_decided()
    }

    /// Whether no more games are needed.
    pub fn is_decided(&self) -> bool {
        self.state.verdict != Verdict::Open
    }

    /// The last game that counts, once the test is decided.
    pub fn last(&self) -> Option<u64> {
        self.is_decided().then_some(self.next - 1)
    }

    /// The test, with what it has seen and where it stands.
    pub fn standing(&self) -> (&Sprt, Pentanomial, State) {
        (&self.test, self.pairs, self.state)
    }
}
