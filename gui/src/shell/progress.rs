//! The note at the lower edge of the window that says what is being loaded. It covers the page, so that nothing moves.

use eframe::egui::{Align2, Area, Context, Id, Order, Spinner, Vec2};

use crate::theme::{metrics, widgets};

/// Shows what is being done.
pub fn progress(window: &Context, text: &str) {
    let area = Area::new(Id::unique("progress")).order(Order::Foreground).interactable(false);
    area.anchor(Align2::CENTER_BOTTOM, Vec2::new(0.0, -metrics::SECTION)).show(window, |ui| {
        widgets::card(ui).shadow(ui.visuals().popup_shadow).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.add(Spinner::new());
                ui.label(text);
            });
        });
    });
}
