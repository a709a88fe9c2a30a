//! What helps an author below the text: why a move is legal or not, how many lines of play there are, and what random games are like.

use boardwright_shelf::why::{Part, told};
use eframe::egui::{CollapsingHeader, Grid, ScrollArea, TextEdit, Ui};

use super::check::{Figures, count, playtest};
use crate::pages::play::Sketch;
use crate::task::Task;
use crate::texts::{t, with};

/// The tools below the text.
#[derive(Debug, Default)]
pub struct Tools {
    mv: String,
    test: Option<Task<Figures>>,
    /// Of the text as it is now, and of the one before it.
    figures: Vec<Figures>,
    counting: Option<Task<Result<(u32, u64), String>>>,
    /// Lines of play by their length, or why there is no count.
    counts: Vec<Result<(u32, u64), String>>,
}

impl Tools {
    /// Shows them.
    pub fn ui(&mut self, ui: &mut Ui, sketch: Option<&Sketch>) {
        let Some(sketch) = sketch else { return };
        self.hear();
        ScrollArea::vertical().id_salt("tools").auto_shrink(false).show(ui, |ui| {
            ui.columns(2, |columns| {
                self.tracer(&mut columns[0], sketch);
                self.playtest(&mut columns[1], sketch);
            });
        });
    }

    fn hear(&mut self) {
        if let Some(task) = &self.counting {
            self.counts.extend(task.news());
            if task.is_over() {
                self.counting = None;
            }
        }
        let Some(task) = &self.test else { return };
        if let Some(figures) = task.news().pop() {
            self.figures.insert(0, figures);
            self.figures.truncate(2);
            self.test = None;
        }
    }

    /// Why a move is legal, or which rules refuse it and for what.
    fn tracer(&mut self, ui: &mut Ui, sketch: &Sketch) {
        ui.horizontal(|ui| {
            let label = ui.label(t("editor.why"));
            let field = TextEdit::singleline(&mut self.mv).hint_text(t("editor.why_hint")).desired_width(180.0);
            ui.add(field).labelled_by(label.id);
        });
        if self.mv.trim().is_empty() {
            return;
        }
        match told(&sketch.opened().loaded, sketch.state(), &self.mv) {
            Ok(told) => {
                ui.label(with(if told.legal { "editor.legal" } else { "editor.refused" }, &[&told.mv]));
                if let Some(reason) = &told.reason {
                    ui.label(reason);
                }
                for effect in told.done.iter().flat_map(|done| &done.effects) {
                    ui.weak(format!("{}: {}", effect.cause, effect.changes.join(", ")));
                }
                for near in told.rules.iter().flatten() {
                    let title = format!("{}: {}", near.rule, near.reason);
                    CollapsingHeader::new(title).id_salt(("near", &near.rule)).show(ui, |ui| {
                        near.seen.iter().for_each(|part| seen(ui, part, 0));
                    });
                }
            }
            Err(error) => {
                ui.label(error.to_string());
            }
        }
    }

    /// How many lines of play there are from the position that is shown, by their length.
    fn perft(&mut self, ui: &mut Ui, sketch: &Sketch) {
        ui.horizontal_wrapped(|ui| {
            if self.counting.is_some() {
                if ui.button(t("editor.stop")).clicked() {
                    self.counting = None;
                }
                ui.spinner();
            } else if ui.button(t("editor.count")).clicked() {
                self.counts.clear();
                self.counting = Some(count(ui.ctx(), sketch.opened().clone(), sketch.state()));
            }
            for counted in &self.counts {
                match counted {
                    Ok((depth, lines)) => ui.label(with("editor.lines", &[depth, lines])),
                    Err(reason) => ui.colored_label(ui.visuals().error_fg_color, reason),
                };
            }
        });
    }

    /// What random games are like, beside those of the text before.
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
        if self.figures.is_empty() {
            return;
        }
        let told: Vec<[String; 6]> = self.figures.iter().map(cells).collect();
        Grid::new("figures").striped(true).show(ui, |ui| {
            ui.label("");
            ui.label(t("editor.now"));
            if self.figures.len() > 1 {
                ui.label(t("editor.before"));
            }
            ui.end_row();
            for (row, name) in ROWS.into_iter().enumerate() {
                ui.label(t(name));
                for cells in &told {
                    ui.label(&cells[row]);
                }
                ui.end_row();
            }
        });
        if let Some(fault) = self.figures.first().and_then(|figures| figures.fault.as_ref()) {
            ui.colored_label(ui.visuals().error_fg_color, fault);
        }
    }
}

/// What is told of random games.
const ROWS: [&str; 6] =
    ["editor.games", "editor.length", "editor.branching", "editor.won", "editor.drawn", "editor.endless"];

/// The same for people, in this order.
fn cells(told: &Figures) -> [String; 6] {
    let percent = |share: &f64| format!("{:.0} %", share * 100.0);
    [
        told.games.to_string(),
        format!("{:.1}", told.length),
        format!("{:.1}", told.branching),
        told.won.iter().map(percent).collect::<Vec<_>>().join(", "),
        percent(&told.drawn),
        told.endless.to_string(),
    ]
}

/// A part of a condition with what it came to, its own parts below it.
fn seen(ui: &mut Ui, part: &Part, depth: usize) {
    let text = part.place.as_ref().map(|place| place.text.as_str()).or(part.text.as_deref()).unwrap_or("?");
    let line = format!("{}{text} = {}", "    ".repeat(depth), part.value);
    if part.value == "false" {
        ui.colored_label(ui.visuals().error_fg_color, line);
    } else {
        ui.label(line);
    }
    part.parts.iter().for_each(|part| seen(ui, part, depth + 1));
}
