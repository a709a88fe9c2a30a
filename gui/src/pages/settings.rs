//! The settings page: groups of settings, each with a line about what it changes.

use eframe::egui::{CentralPanel, RichText, ScrollArea, Slider, Ui, Vec2};

use crate::board::{BoardColours, PieceColours};
use crate::settings::{MAX_SCALE, MIN_SCALE, Settings, Theme};
use crate::texts::t;
use crate::theme::icons::Icon;
use crate::theme::{metrics, palette, widgets};

/// Width from which the groups stand in two columns.
const TWO_COLUMNS: f32 = 880.0;

/// Request of the user to the application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsRequest {
    /// Shows the keys.
    Keys,
    /// Shows the dialog about the program.
    About,
}

/// Shows the page; returns the user's request.
pub fn ui(ui: &mut Ui, settings: &mut Settings) -> Option<SettingsRequest> {
    let page = |ui: &mut Ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.heading(t("pages.settings"));
            ui.add_space(metrics::GAP);
            if ui.available_width() < TWO_COLUMNS {
                appearance(ui, settings);
                board(ui, settings);
                return program(ui);
            }
            ui.columns(2, |columns| {
                appearance(&mut columns[0], settings);
                let asked = program(&mut columns[0]);
                board(&mut columns[1], settings);
                asked
            })
        })
    };
    CentralPanel::default().show(ui, page).inner.inner
}

/// Shows a group on a card that fills the width.
fn group<R>(ui: &mut Ui, name: &'static str, content: impl FnOnce(&mut Ui) -> R) -> R {
    let shown = widgets::card(ui).show(ui, |ui| {
        ui.set_width(ui.available_width());
        widgets::section(ui, t(name));
        ui.add_space(4.0);
        content(ui)
    });
    ui.add_space(metrics::PADDING);
    shown.inner
}

/// Shows a line about the setting above it.
fn about(ui: &mut Ui, text: &'static str) {
    ui.label(RichText::new(t(text)).small().color(palette(ui).weak));
    ui.add_space(metrics::GAP);
}

/// Shows a setting that is on or off.
fn switch(ui: &mut Ui, value: &mut bool, name: &'static str, hint: &'static str) {
    ui.checkbox(value, t(name));
    about(ui, hint);
}

fn appearance(ui: &mut Ui, settings: &mut Settings) {
    group(ui, "settings.appearance", |ui| {
        ui.label(t("settings.theme"));
        ui.horizontal_wrapped(|ui| {
            ui.selectable_value(&mut settings.theme, Theme::System, t("settings.system"));
            ui.selectable_value(&mut settings.theme, Theme::Light, t("settings.light"));
            ui.selectable_value(&mut settings.theme, Theme::Dark, t("settings.dark"));
        });
        ui.add_space(metrics::GAP);
        let label = ui.label(t("settings.scale"));
        let mut percent = (settings.scale * 100.0).round();
        let slider = Slider::new(&mut percent, MIN_SCALE * 100.0..=MAX_SCALE * 100.0).step_by(10.0).suffix(" %");
        let slider = ui.add(slider).labelled_by(label.id);
        // The scale is applied after the drag, because a slider that grows under the pointer cannot be controlled.
        if slider.drag_stopped() || slider.lost_focus() || (slider.changed() && !slider.dragged()) {
            settings.scale = percent / 100.0;
        }
        about(ui, "settings.scale_hint");
    });
}

fn board(ui: &mut Ui, settings: &mut Settings) {
    group(ui, "settings.board", |ui| {
        ui.label(t("settings.board_colours"));
        ui.horizontal_wrapped(|ui| {
            for (colours, name) in [
                (BoardColours::File, "settings.file_colours"),
                (BoardColours::BlueGrey, "settings.blue_grey"),
                (BoardColours::HighContrast, "settings.high_contrast"),
            ] {
                ui.selectable_value(&mut settings.board_colours, colours, t(name));
            }
        });
        about(ui, "settings.board_colours_hint");
        ui.label(t("settings.piece_colours"));
        ui.horizontal_wrapped(|ui| {
            for (colours, name) in [
                (PieceColours::File, "settings.file_pieces"),
                (PieceColours::Strong, "settings.strong_pieces"),
                (PieceColours::Safe, "settings.safe_pieces"),
            ] {
                ui.selectable_value(&mut settings.piece_colours, colours, t(name));
            }
        });
        about(ui, "settings.piece_colours_hint");
        switch(ui, &mut settings.coordinates, "settings.coordinates", "settings.coordinates_hint");
        switch(ui, &mut settings.motion, "settings.motion", "settings.motion_hint");
        switch(ui, &mut settings.sounds, "settings.sounds", "settings.sounds_hint");
        switch(ui, &mut settings.premove, "settings.premove", "settings.premove_hint");
        switch(ui, &mut settings.scored_meeples, "settings.scored_meeples", "settings.scored_meeples_hint");
    });
}

fn program(ui: &mut Ui) -> Option<SettingsRequest> {
    group(ui, "settings.program", |ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(metrics::GAP);
        let keys = widgets::icon_text_button(ui, Icon::Keyboard, t("help.title")).clicked();
        let about = widgets::icon_text_button(ui, Icon::Info, t("about.title")).clicked();
        about.then_some(SettingsRequest::About).or(keys.then_some(SettingsRequest::Keys))
    })
}
