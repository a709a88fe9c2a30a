//! The question what to do with comments and variations that are not saved, before another game takes the place of theirs.

use eframe::egui::{Context, Id, Modal};

use crate::texts::t;
use crate::theme::metrics;
use crate::theme::widgets::{dialog, primary_button};

/// Greatest width of the question.
const WIDTH: f32 = 420.0;

/// Answer of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnsavedAnswer {
    /// Saves the game first.
    Save,
    /// Drops the changes.
    Discard,
    /// Stays with the game.
    Cancel,
}

/// Asks the question; returns the answer once it is given.
pub fn unsaved(window: &Context) -> Option<UnsavedAnswer> {
    let shown = Modal::new(Id::unique("unsaved notes")).frame(dialog(window)).show(window, |ui| {
        ui.set_max_width(WIDTH);
        ui.label(t("notes.unsaved"));
        ui.add_space(metrics::PADDING);
        let row = ui.horizontal(|ui| {
            if primary_button(ui, t("notes.save")).clicked() {
                return Some(UnsavedAnswer::Save);
            }
            if ui.button(t("notes.discard")).clicked() {
                return Some(UnsavedAnswer::Discard);
            }
            ui.button(t("notes.stay")).clicked().then_some(UnsavedAnswer::Cancel)
        });
        row.inner
    });
    shown.inner.or_else(|| shown.should_close().then_some(UnsavedAnswer::Cancel))
}
