//! The time control: usual ones, or minutes and seconds chosen by the user.

use eframe::egui::{DragValue, Ui};

use crate::session::TimeSetting;
use crate::texts::{t, with};

/// Usual time controls: minutes for the game, and seconds added after each move.
const USUAL: [(u32, u32); 6] = [(1, 0), (3, 2), (5, 0), (10, 0), (15, 10), (30, 0)];
/// Seconds for each move at first.
const EACH_MOVE: f64 = 10.0;
/// Greatest time for a game, in minutes.
const MAX_MINUTES: f64 = 1440.0;
/// Greatest time for a move and greatest increment, in seconds.
const MAX_SECONDS: f64 = 3600.0;

/// Returns a usual time control as a setting.
fn usual((minutes, increment): (u32, u32)) -> TimeSetting {
    TimeSetting::Game(f64::from(minutes) * 60.0, f64::from(increment))
}

/// Shows the choice of the time control.
pub fn time_ui(ui: &mut Ui, pace: &mut TimeSetting) {
    ui.horizontal_wrapped(|ui| {
        ui.selectable_value(pace, TimeSetting::Free, t("seats.free"));
        for preset in USUAL {
            let name = format!("{}+{}", preset.0, preset.1);
            let hint = with("seats.usual_hint", &[&preset.0, &preset.1]);
            ui.selectable_value(pace, usual(preset), name).on_hover_text(hint);
        }
        let is_each = matches!(pace, TimeSetting::Move(_));
        if ui.selectable_label(is_each, t("seats.each_move")).clicked() && !is_each {
            *pace = TimeSetting::Move(EACH_MOVE);
        }
    });
    match pace {
        TimeSetting::Free => {}
        TimeSetting::Move(each) => {
            ui.horizontal(|ui| {
                let label = ui.label(t("seats.each_move"));
                ui.add(DragValue::new(each).range(0.1..=MAX_SECONDS).suffix(" s")).labelled_by(label.id);
            });
        }
        TimeSetting::Game(total, increment) => {
            ui.horizontal_wrapped(|ui| {
                let label = ui.label(t("seats.whole_game"));
                let mut minutes = *total / 60.0;
                let field = DragValue::new(&mut minutes).range(0.1..=MAX_MINUTES).speed(0.1).max_decimals(2);
                if ui.add(field.suffix(" min")).labelled_by(label.id).changed() {
                    *total = minutes * 60.0;
                }
                let label = ui.label(t("seats.increment"));
                let field = DragValue::new(increment).range(0.0..=MAX_SECONDS).speed(0.1).max_decimals(2);
                ui.add(field.suffix(" s")).labelled_by(label.id);
            });
        }
    }
}
