//! The calibration wizard of the table: next place to touch, current accuracy, and corrections of single places.

use std::path::Path;

use boardwright_library::files;
use boardwright_robot::arm::{Config, Pulses};
use boardwright_robot::motion::PlaceId;
use boardwright_rules::RuleSet;
use boardwright_table::{CalibrationStep, Layout, Table, TableCalibration, TableFile, TouchEntry};
use eframe::egui::{DragValue, Ui};

use super::arm_thread::Order;
use crate::texts::{t, with};

/// A running calibration.
#[derive(Debug)]
pub struct CalibrationWizard {
    calibration: TableCalibration,
    file: TableFile,
    off: [f64; 3],
    /// The place to which the arm was sent.
    sent: Option<PlaceId>,
    message: Option<String>,
}

/// Request of the calibration wizard.
pub enum WizardRequest {
    /// Order to the arm.
    Order(Order),
    /// The calibration is complete; carries the calibrated table.
    Calibrated(Box<(Table, TableFile)>),
}

impl CalibrationWizard {
    /// Starts a calibration without touched places.
    pub fn new(config: Config, layout: Layout, file: TableFile) -> Self {
        Self { calibration: TableCalibration::new(config, layout), file, off: [0.0; 3], sent: None, message: None }
    }

    /// The place of the next step.
    pub fn place(&self) -> Option<PlaceId> {
        match self.calibration.next_step() {
            CalibrationStep::Touch(place) | CalibrationStep::TouchAgain(place, _) | CalibrationStep::Visit(place) => {
                Some(place)
            }
            CalibrationStep::Done => None,
        }
    }

    /// Shows the wizard; `at` is the position of the arm.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        rules: &RuleSet,
        config: &Config,
        layout: &Layout,
        at: Option<&Pulses>,
        path: &Path,
    ) -> Option<WizardRequest> {
        // The file has the full names.
        let name = |place: PlaceId| layout.name(rules, place.0);
        let labels = layout.place_labels(rules);
        let label = |place: PlaceId| &labels[place.0];
        let advice = self.calibration.next_step();
        let mut request = None;
        match advice {
            CalibrationStep::Touch(place) => ui.label(with("table.touch", &[label(place)])),
            CalibrationStep::TouchAgain(place, far) => {
                ui.label(with("table.again", &[label(place), &format!("{far:.1}")]))
            }
            CalibrationStep::Visit(place) => ui.label(with("table.visit", &[label(place)])),
            CalibrationStep::Done => ui.label(t("table.taught")),
        };
        ui.horizontal_wrapped(|ui| {
            let Some(place) = self.place() else { return };
            if ui.button(t("table.go_there")).clicked() {
                self.sent = Some(place);
                let above = if matches!(advice, CalibrationStep::Visit(_)) { 0.0 } else { 15.0 };
                request = Some(WizardRequest::Order(Order::Visit(place, above)));
            }
            if matches!(advice, CalibrationStep::Visit(_)) {
                if ui.button(t("table.right")).clicked() {
                    self.calibration.record_visit(place, 0.0, 0.0, 0.0);
                }
                for (off, name) in self.off.iter_mut().zip(["table.off_u", "table.off_v", "table.off_z"]) {
                    let label = ui.label(t(name));
                    ui.add(DragValue::new(off).speed(0.1).range(-30.0..=30.0).suffix(" mm")).labelled_by(label.id);
                }
                if ui.button(t("table.off")).clicked() {
                    let [right, up, high] = std::mem::take(&mut self.off);
                    self.calibration.record_visit(place, right, up, high);
                    request = self
                        .calibration
                        .table()
                        .ok()
                        .map(|table| WizardRequest::Order(Order::SetTable(Box::new(table))));
                }
            } else if let Some(at) = at
                && ui.button(t("table.touched")).clicked()
            {
                self.calibration.record_touch(place, *at);
                self.file.touches.retain(|touch| touch.place != name(place));
                self.file.touches.push(TouchEntry { place: name(place), pulses: *at });
                request =
                    self.calibration.table().ok().map(|table| WizardRequest::Order(Order::SetTable(Box::new(table))));
            }
        });
        if let Ok(fit) = self.calibration.fit() {
            let spots = &layout.spots[..layout.board_places];
            let (plane, height) = spots
                .iter()
                .map(|spot| fit.uncertainty(config, *spot))
                .fold((0.0, 0.0), |(plane, height), (p, h)| (f64::max(plane, p), f64::max(height, h)));
            ui.label(with("table.sure", &[&format!("{:.1}", 2.0 * plane), &format!("{:.1}", 2.0 * height)]));
            for (place, [x, y, z]) in self.calibration.touched_places().zip(&fit.residuals) {
                let far = x.hypot(*y).hypot(*z);
                let text = with("table.residual", &[label(place), &format!("{far:.1}")]);
                if far > 2.0 {
                    ui.colored_label(ui.visuals().warn_fg_color, text)
                } else {
                    ui.label(text)
                };
            }
            ui.small(t("table.base"));
            if ui.button(t("table.save")).clicked() {
                request = self.save(path, layout, name).or(request);
            }
        }
        if let Some(message) = &self.message {
            ui.label(message);
        }
        request
    }

    /// Writes the table file.
    fn save(&mut self, path: &Path, layout: &Layout, name: impl Fn(PlaceId) -> String) -> Option<WizardRequest> {
        let mut table = self.calibration.table().ok()?;
        self.file.add_calibration(&self.calibration, &name).ok()?;
        for place in (0..layout.spots.len()).map(PlaceId) {
            self.file.apply_place(&name(place), place, &mut table);
        }
        self.message = Some(write_file(&self.file, path));
        Some(WizardRequest::Calibrated(Box::new((table, self.file.clone()))))
    }
}

/// Writes a table file; returns a message about the result.
pub fn write_file(file: &TableFile, path: &Path) -> String {
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(|error| error.to_string());
    let kept =
        folder.and_then(|()| files::write(path, file.write_over(path).as_bytes()).map_err(|error| error.to_string()));
    kept.map_or_else(|reason| reason, |()| with("table.saved", &[&path.display()]))
}
