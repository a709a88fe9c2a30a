//! The settings page.

use eframe::egui::{Slider, Ui};

use crate::settings::{Settings, Theme};
use crate::texts::t;

/// Shows the page.
pub fn ui(ui: &mut Ui, settings: &mut Settings) {
    ui.heading(t("pages.settings"));
    ui.horizontal_wrapped(|ui| {
        ui.label(t("settings.theme"));
        ui.selectable_value(&mut settings.theme, Theme::System, t("settings.system"));
        ui.selectable_value(&mut settings.theme, Theme::Light, t("settings.light"));
        ui.selectable_value(&mut settings.theme, Theme::Dark, t("settings.dark"));
    });
    let mut percent = (settings.scale * 100.0).round();
    let slider = ui.add(Slider::new(&mut percent, 50.0..=300.0).step_by(10.0).suffix(" %").text(t("settings.scale")));
    // The scale is applied after the drag, because a slider that grows under the pointer cannot be controlled.
    if slider.drag_stopped() || slider.lost_focus() || (slider.changed() && !slider.dragged()) {
        settings.scale = percent / 100.0;
    }
    ui.checkbox(&mut settings.coordinates, t("settings.coordinates"));
    ui.checkbox(&mut settings.motion, t("settings.motion"));
}
