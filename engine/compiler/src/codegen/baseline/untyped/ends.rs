//! Ends of the game in dynamically typed rules. Those that read variables of the move are tested when it is made.

use boardwright_jit::Width;

use super::super::generator::{Generated, Generator};
use super::super::scratch;
use crate::codegen::CONTINUES;

impl Generator<'_> {
    /// Tests the ends of dynamically typed rules: what a situation assigns, later ones may read.
    pub(in super::super) fn write_untyped_ends(&mut self) -> Generated<()> {
        for end in &self.rules.ends {
            let holds = self.truth(end.situation)?;
            self.when(holds, |g| g.end_by(&end.winner))?;
        }
        Ok(())
    }

    /// Returns what the ends of the game have decided.
    pub(in super::super) fn return_end(&mut self, code: u64) {
        if self.tests_ends_when_made {
            self.board.w.store(self.scratch, Width::Eight, 0, scratch::END, code);
            self.board.w.return_word(CONTINUES);
        } else {
            self.board.w.return_word(code);
        }
    }
}
