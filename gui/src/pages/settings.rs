//! The settings page.

use eframe::egui::{Grid, Slider, Ui};

use crate::settings::{Settings, Theme};
use crate::texts::t;

/// Shows the page.
pub fn ui(ui: &mut Ui, settings: &mut Settings) {
    ui.heading(t("pages.settings"));
    Grid::new("settings").num_columns(2).spacing([16.0, 10.0]).show(ui, |ui| {
        ui.label(t("settings.theme"));
        ui.horizontal(|ui| {
            ui.selectable_value(&mut settings.theme, Theme::System, t("settings.system"));
            ui.selectable_value(&mut settings.theme, Theme::Light, t("settings.light"));
            ui.selectable_value(&mut settings.theme, Theme::Dark, t("settings.dark"));
        });
        ui.end_row();
        let label = ui.label(t("settings.scale"));
        let mut percent = (settings.scale * 100.0).round();
        let slider = ui.add(Slider::new(&mut percent, 50.0..=300.0).step_by(10.0).suffix(" %")).labelled_by(label.id);
        // The scale is applied after the drag, because a slider that grows under the pointer cannot be controlled.
        if slider.drag_stopped() || slider.lost_focus() || (slider.changed() && !slider.dragged()) {
            settings.scale = percent / 100.0;
        }
        ui.end_row();
        ui.label(t("settings.board"));
        ui.checkbox(&mut settings.coordinates, t("settings.coordinates"));
        ui.end_row();
        ui.label("");
        ui.checkbox(&mut settings.motion, t("settings.motion"));
        ui.end_row();
        ui.label("");
        ui.checkbox(&mut settings.scored_meeples, t("settings.scored_meeples"));
        ui.end_row();
    });
}
