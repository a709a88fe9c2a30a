//! Teaching the table from the window: which place to touch next, how sure it is by now, and what single places are off.

use std::path::Path;

use boardwright_engine::rules::RuleSet;
use boardwright_robot::arm::{Config, Pulses};
use boardwright_robot::motion::PlaceId;
use boardwright_shelf::files;
use boardwright_table::{Advice, Correction, Known, Layout, Lesson, Table, TableFile, Touched};
use eframe::egui::{DragValue, Ui};

use super::crew::Order;
use crate::texts::{t, with};

/// A table that is being taught.
#[derive(Debug)]
pub struct Teaching {
    lesson: Lesson,
    file: TableFile,
    off: [f64; 3],
    /// The place to which the arm was sent.
    sent: Option<PlaceId>,
    told: Option<String>,
}

/// What teaching wants done.
pub enum Wish {
    /// The arm does something.
    Order(Order),
    /// It is over, and this is the table.
    Taught(Box<(Table, TableFile)>),
}

impl Teaching {
    /// Nothing has been touched.
    pub fn new(config: Config, layout: Layout, file: TableFile) -> Self {
        Self { lesson: Lesson::new(config, layout), file, off: [0.0; 3], sent: None, told: None }
    }

    /// The place that counts next.
    pub fn place(&self) -> Option<PlaceId> {
        match self.lesson.advice() {
            Advice::Touch(place) | Advice::Again(place, _) | Advice::Visit(place) => Some(place),
            Advice::Done => None,
        }
    }

    /// Shows it; `at` is where the arm is.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        rules: &RuleSet,
        config: &Config,
        layout: &Layout,
        at: Option<&Pulses>,
        path: &Path,
    ) -> Option<Wish> {
        let name = |place: PlaceId| layout.name(rules, place.0);
        let advice = self.lesson.advice();
        let mut wish = None;
        match advice {
            Advice::Touch(place) => ui.label(with("table.touch", &[&name(place)])),
            Advice::Again(place, far) => ui.label(with("table.again", &[&name(place), &format!("{far:.1}")])),
            Advice::Visit(place) => ui.label(with("table.visit", &[&name(place)])),
            Advice::Done => ui.label(t("table.taught")),
        };
        ui.horizontal_wrapped(|ui| {
            let Some(place) = self.place() else { return };
            if ui.button(t("table.go_there")).clicked() {
                self.sent = Some(place);
                let above = if matches!(advice, Advice::Visit(_)) { 0.0 } else { 15.0 };
                wish = Some(Wish::Order(Order::Visit(place, above)));
            }
            if matches!(advice, Advice::Visit(_)) {
                if ui.button(t("table.right")).clicked() {
                    self.lesson.visited(place, 0.0, 0.0, 0.0);
                }
                for (off, name) in self.off.iter_mut().zip(["table.off_u", "table.off_v", "table.off_z"]) {
                    let label = ui.label(t(name));
                    ui.add(DragValue::new(off).speed(0.1).range(-30.0..=30.0).suffix(" mm")).labelled_by(label.id);
                }
                if ui.button(t("table.off")).clicked() {
                    let [right, up, high] = std::mem::take(&mut self.off);
                    self.lesson.visited(place, right, up, high);
                    wish = self.lesson.table().ok().map(|table| Wish::Order(Order::Learn(Box::new(table))));
                }
            } else if let Some(at) = at
                && ui.button(t("table.touched")).clicked()
            {
                self.lesson.touched(place, *at);
                self.file.touches.retain(|touch| touch.place != name(place));
                self.file.touches.push(Touched { place: name(place), pulses: *at });
                wish = self.lesson.table().ok().map(|table| Wish::Order(Order::Learn(Box::new(table))));
            }
        });
        if let Ok(fit) = self.lesson.fit() {
            let spots = &layout.spots[..layout.board];
            let (plane, height) = spots
                .iter()
                .map(|spot| fit.uncertainty(config, *spot))
                .fold((0.0, 0.0), |(plane, height), (p, h)| (f64::max(plane, p), f64::max(height, h)));
            ui.label(with("table.sure", &[&format!("{:.1}", 2.0 * plane), &format!("{:.1}", 2.0 * height)]));
            for (place, [x, y, z]) in self.lesson.places().zip(&fit.residuals) {
                let far = x.hypot(*y).hypot(*z);
                let text = with("table.residual", &[&name(place), &format!("{far:.1}")]);
                if far > 2.0 {
                    ui.colored_label(ui.visuals().warn_fg_color, text)
                } else {
                    ui.label(text)
                };
            }
            ui.small(t("table.base"));
            if ui.button(t("table.save")).clicked() {
                wish = self.save(path, layout, name).or(wish);
            }
        }
        if let Some(told) = &self.told {
            ui.label(told);
        }
        wish
    }

    /// Writes the table file.
    fn save(&mut self, path: &Path, layout: &Layout, name: impl Fn(PlaceId) -> String) -> Option<Wish> {
        let (fit, table) = (self.lesson.fit().ok()?, self.lesson.table().ok()?);
        (self.file.board, self.file.offsets) = (fit.frame, fit.offsets);
        let known = |place: usize| {
            let Correction { u, v, z } = self.lesson.correction(PlaceId(place));
            let corrected = u != 0.0 || v != 0.0 || z != 0.0;
            corrected.then(|| Known { name: name(PlaceId(place)), u, v, z, above: None, at: None })
        };
        self.file.places = (0..layout.spots.len()).filter_map(known).collect();
        self.told = Some(written(&self.file, path));
        Some(Wish::Taught(Box::new((table, self.file.clone()))))
    }
}

/// Writes a table file; gives what is to be told of that.
pub fn written(file: &TableFile, path: &Path) -> String {
    let folder = path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(|error| error.to_string());
    let kept = folder.and_then(|()| files::write(path, file.write().as_bytes()).map_err(|error| error.to_string()));
    kept.map_or_else(|reason| reason, |()| with("table.saved", &[&path.display()]))
}
