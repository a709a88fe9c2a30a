//! What is legal but suspicious in a game of this edition; one family of warnings per file.
//! Nothing here is an error.

mod rules;
mod unused;

use super::entries::Entries;
use super::expr::Lower;

impl Lower<'_> {
    /// Warns; `uncalled` are the named expressions that nothing calls.
    pub(super) fn check(&mut self, entries: &Entries, uncalled: &[usize]) {
        self.check_rules();
        self.check_unused(entries, uncalled);
    }
}
