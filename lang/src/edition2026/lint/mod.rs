//! Lints: constructs of this edition that are legal but suspicious; one group of warnings per file.
//! All diagnostics of this module are warnings.

mod captured;
mod points;
mod rules;
mod unreferenced;
mod unused;
mod work;

use super::entries::Entries;
use super::expr::LoweringContext;

impl LoweringContext<'_> {
    /// Runs all lints; `uncalled` are the named expressions that nothing calls.
    pub(super) fn lint(&mut self, entries: &Entries, uncalled: &[usize]) {
        self.check_rules();
        self.check_captured();
        self.check_places(entries);
        self.check_unused(entries, uncalled);
        self.check_unnamed(entries);
        self.check_work();
    }
}
