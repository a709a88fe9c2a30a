//! Author tools below the text: explanation of the legality of moves, perft counts, and a playtest of random games.

use boardwright_library::explain::{EvaluatedPart, explain_move};
use eframe::egui::{CollapsingHeader, Grid, ScrollArea, TextEdit, Ui};

use super::check::{PlaytestStatistics, count_lines, playtest};
use crate::pages::play::Sketch;
use crate::task::Task;
use crate::texts::{t, with};

/// The tools below the text.
#[derive(Debug, Default)]
pub struct Tools {
    mv: String,
    test: Option<Task<PlaytestStatistics>>,
    /// Playtest statistics of the current text and of the previous one.
    statistics: Vec<PlaytestStatistics>,
    counting: Option<Task<Result<(u32, u64), String>>>,
    /// Perft counts by length, or the reason of failure.
    counts: Vec<Result<(u32, u64), String>>,
}

impl Tools {
    /// Shows the tools.
    pub fn ui(&mut self, ui: &mut Ui, sketch: Option<&Sketch>) {
        let Some(sketch) = sketch else { return };
        self.poll();
        ScrollArea::vertical().id_salt("tools").auto_shrink(false).show(ui, |ui| {
            ui.columns(2, |columns| {
                self.tracer(&mut columns[0], sketch);
                self.playtest(&mut columns[1], sketch);
            });
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
            self.statistics.insert(0, figures);
            self.statistics.truncate(2);
            self.test = None;
        }
    }

    /// Explains why a move is legal, or which conditions of which rules reject it.
    fn tracer(&mut self, ui: &mut Ui, sketch: &Sketch) {
        ui.horizontal(|ui| {
            let label = ui.label(t("editor.why"));
            let field = TextEdit::singleline(&mut self.mv).hint_text(t("editor.why_hint")).desired_width(180.0);
            ui.add(field).labelled_by(label.id);
        });
        if self.mv.trim().is_empty() {
            return;
        }
        match explain_move(&sketch.opened().loaded, sketch.state(), &self.mv) {
            Ok(explanation) => {
                ui.label(with(if explanation.legal { "editor.legal" } else { "editor.refused" }, &[&explanation.mv]));
                if let Some(reason) = &explanation.reason {
                    ui.label(reason);
                }
                for effect in explanation.done.iter().flat_map(|done| &done.effects) {
                    ui.weak(format!("{}: {}", effect.cause, effect.changes.join(", ")));
                }
                for near in explanation.rules.iter().flatten() {
                    let title = format!("{}: {}", near.rule, near.reason);
                    CollapsingHeader::new(title).id_salt(("near", &near.rule)).show(ui, |ui| {
                        near.seen.iter().for_each(|part| condition_ui(ui, part, 0));
                    });
                }
            }
            Err(error) => {
                ui.label(error.to_string());
            }
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
    fn playtest(&mut self, ui: &mut Ui, sketch: &Sketch) {
        ui.horizontal(|ui| {
            let running = self.test.is_some();
            if ui.add_enabled(!running, eframe::egui::Button::new(t("editor.playtest"))).clicked() {
                self.test = Some(playtest(ui.ctx(), sketch.opened().clone()));
            }
            if running {
                ui.spinner();
            }
        });
        self.perft(ui, sketch);
        if self.statistics.is_empty() {
            return;
        }
        let statistics: Vec<[String; 6]> = self.statistics.iter().map(format_statistics).collect();
        Grid::new("figures").striped(true).show(ui, |ui| {
            ui.label("");
            ui.label(t("editor.now"));
            if self.statistics.len() > 1 {
                ui.label(t("editor.before"));
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
        if let Some(fault) = self.statistics.first().and_then(|figures| figures.fault.as_ref()) {
            crate::theme::error_label(ui, fault);
        }
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

/// Shows an evaluated condition as a tree of its parts and their values.
fn condition_ui(ui: &mut Ui, part: &EvaluatedPart, depth: usize) {
    let text = part.place.as_ref().map(|place| place.text.as_str()).or(part.text.as_deref()).unwrap_or("?");
    let line = format!("{}{text} = {}", "    ".repeat(depth), part.value);
    if part.value == "false" {
        crate::theme::error_label(ui, &line);
    } else {
        ui.label(line);
    }
    part.parts.iter().for_each(|part| condition_ui(ui, part, depth + 1));
}
