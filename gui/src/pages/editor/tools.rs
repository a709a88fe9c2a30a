//! Author tools below the text: perft counts, and a playtest of random games.

use std::time::Duration;

use eframe::egui::{Grid, ScrollArea, Ui};

use super::check::{PlaytestStatistics, count_lines, playtest};
use crate::pages::play::Sketch;
use crate::task::Task;
use crate::texts::{t, with};

/// Versions of the text.
#[derive(Clone, Copy, Debug)]
pub struct TextVersions {
    /// Version of the board, which a playtest uses.
    pub tested: u64,
    /// Version of the text that is shown.
    pub present: u64,
    /// `true` while the text that is shown is being checked; its board is not known yet.
    pub is_checking: bool,
}

/// The tools below the text.
#[derive(Debug, Default)]
pub struct Tools {
    test: Option<Task<PlaytestStatistics>>,
    /// Version of the text of the playtest that runs.
    tested: u64,
    /// Playtest statistics of the last text that was tested and of the one before, each with the version of its text.
    statistics: Vec<(u64, PlaytestStatistics)>,
    counting: Option<Task<Result<(u32, u64), String>>>,
    /// Perft counts by length, or the reason of failure.
    counts: Vec<Result<(u32, u64), String>>,
}

impl Tools {
    /// Shows playtests and counts. `age` is the number of seconds since the last change of the text.
    pub fn playtest_ui(&mut self, ui: &mut Ui, sketch: Option<&Sketch>, versions: TextVersions, age: Option<f64>) {
        let Some(sketch) = sketch else { return };
        self.poll();
        ScrollArea::vertical().id_salt("playtest").auto_shrink(false).show(ui, |ui| {
            self.playtest(ui, sketch, versions, age);
        });
    }

    fn poll(&mut self) {
        if let Some(task) = &self.counting {
            self.counts.extend(task.messages());
            if task.is_over() {
                self.counting = None;
            }
        }
        let Some(task) = &self.test else { return };
        if let Some(figures) = task.messages().pop() {
            self.statistics.insert(0, (self.tested, figures));
            self.statistics.truncate(2);
            self.test = None;
        }
    }

    /// Shows the perft counts of the visible position.
    fn perft(&mut self, ui: &mut Ui, sketch: &Sketch) {
        ui.horizontal_wrapped(|ui| {
            if self.counting.is_some() {
                if ui.button(t("editor.stop")).clicked() {
                    self.counting = None;
                }
                ui.spinner();
            } else if ui.button(t("editor.count")).clicked() {
                self.counts.clear();
                self.counting = Some(count_lines(ui.ctx(), sketch.opened().clone(), sketch.state()));
            }
            for counted in &self.counts {
                match counted {
                    Ok((depth, lines)) => ui.label(with("editor.lines", &[depth, lines])),
                    Err(reason) => crate::theme::error_label(ui, reason),
                };
            }
        });
    }

    /// Shows the playtest statistics, beside those of the previous text.
    fn playtest(&mut self, ui: &mut Ui, sketch: &Sketch, versions: TextVersions, age: Option<f64>) {
        ui.horizontal(|ui| {
            let running = self.test.is_some();
            let button = eframe::egui::Button::new(t("editor.playtest"));
            let button = ui.add_enabled(!running && !versions.is_checking, button);
            if button.on_disabled_hover_text(t("editor.playtest_waits")).clicked() {
                self.test = Some(playtest(ui.ctx(), sketch.opened().clone()));
                self.tested = versions.tested;
            }
            if running {
                ui.spinner();
            }
        });
        self.perft(ui, sketch);
        if self.statistics.is_empty() {
            return;
        }
        // The age of the text goes on.
        ui.ctx().request_repaint_after(Duration::from_secs(1));
        let statistics: Vec<[String; 6]> =
            self.statistics.iter().map(|(_, figures)| format_statistics(figures)).collect();
        Grid::new("figures").striped(true).show(ui, |ui| {
            ui.label("");
            for (tested, _) in &self.statistics {
                ui.label(text_name(*tested == versions.present, age));
            }
            ui.end_row();
            for (row, name) in ROWS.into_iter().enumerate() {
                ui.label(t(name));
                for cells in &statistics {
                    ui.label(&cells[row]);
                }
                ui.end_row();
            }
        });
        if let Some(fault) = self.statistics.first().and_then(|(_, figures)| figures.fault.as_ref()) {
            crate::theme::error_label(ui, fault);
        }
    }
}

/// Names the text of a playtest: the present one, with the seconds since its last change, or an earlier one.
fn text_name(is_present: bool, age: Option<f64>) -> String {
    match age {
        _ if !is_present => t("editor.earlier_text").to_owned(),
        None => t("editor.unchanged_text").to_owned(),
        Some(seconds) if seconds < 90.0 => with("editor.seconds_ago", &[&(seconds as u64)]),
        Some(seconds) => with("editor.minutes_ago", &[&((seconds / 60.0) as u64)]),
    }
}

/// Row headings of the statistics.
const ROWS: [&str; 6] =
    ["editor.games", "editor.length", "editor.branching", "editor.won", "editor.drawn", "editor.endless"];

/// Formatted statistics, in the order of the rows.
fn format_statistics(statistics: &PlaytestStatistics) -> [String; 6] {
    let percent = |share: &f64| format!("{:.0} %", share * 100.0);
    [
        statistics.games.to_string(),
        format!("{:.1}", statistics.length),
        format!("{:.1}", statistics.branching),
        statistics.won.iter().map(percent).collect::<Vec<_>>().join(", "),
        percent(&statistics.drawn),
        statistics.endless.to_string(),
    ]
}
