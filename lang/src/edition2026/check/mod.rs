//! What is legal but suspicious in a game of this edition; one family of warnings per file.
//! Nothing here is an error but what can only fail when it is played.

mod captured;
mod places;
mod rules;
mod unnamed;
mod unused;

use super::entries::Entries;
use super::expr::Lower;

impl Lower<'_> {
    /// Warns; `uncalled` are the named expressions that nothing calls.
    pub(super) fn check(&mut self, entries: &Entries, uncalled: &[usize]) {
        self.check_rules();
        self.check_captured();
        self.check_places(entries);
        self.check_unused(entries, uncalled);
        self.check_unnamed(entries);
    }
}
