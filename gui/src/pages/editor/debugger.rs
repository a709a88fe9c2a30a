//! The step debugger of moves: a move of the position on the board is evaluated rule by rule and test by test. The text shows
//! the place of each step, the board the position at that step.

use std::ops::Range;

use boardwright_library::explain::{EvaluatedPart, MoveTrace, TraceStep, explain_move, trace_move};
use eframe::egui::{Button, CollapsingHeader, ComboBox, Key, RichText, ScrollArea, TextEdit, Ui};

use crate::pages::play::Sketch;
use crate::texts::{t, with};
use crate::theme::icons::{self, Icon};
use crate::theme::palette;
use crate::theme::widgets::IconButton;

/// The debugger.
#[derive(Debug, Default)]
pub struct Debugger {
    /// The move, as typed or chosen.
    mv: String,
    stepping: Option<Stepping>,
    /// Reason why the move cannot be traced.
    error: Option<String>,
}

/// A trace with the step that is shown.
#[derive(Debug)]
struct Stepping {
    trace: MoveTrace,
    at: usize,
    /// Revision of the position on the board.
    position: u64,
    /// Version of the text of the rules.
    version: u64,
    /// `true` until the step was shown.
    is_new: bool,
}

impl Debugger {
    /// Source range of the step that is shown, in the text of the rules' version.
    pub fn span(&self, version: u64) -> Option<Range<usize>> {
        let stepping = self.stepping.as_ref().filter(|stepping| stepping.version == version)?;
        let span = stepping.trace.steps.get(stepping.at)?.span.filter(|span| span.source == 0)?;
        Some(span.start as usize..span.end as usize)
    }

    /// Goes on or back by one step.
    pub fn step(&mut self, is_forward: bool) {
        self.go(|at, _| if is_forward { at + 1 } else { at.saturating_sub(1) });
    }

    /// Goes to another step.
    fn go(&mut self, to: impl FnOnce(usize, &MoveTrace) -> usize) {
        if let Some(stepping) = &mut self.stepping {
            let last = stepping.trace.steps.len().saturating_sub(1);
            stepping.at = to(stepping.at, &stepping.trace).min(last);
            stepping.is_new = true;
        }
    }

    /// Shows the debugger; returns the source range of a step that has just been reached, and `true` if the user asks for the
    /// position of the game on the page Play.
    pub fn ui(&mut self, ui: &mut Ui, sketch: &mut Sketch, version: u64) -> (Option<Range<usize>>, bool) {
        self.follow(sketch, version);
        let asks_position = ui.horizontal_wrapped(|ui| self.bar(ui, sketch, version)).inner;
        if let Some(error) = &self.error {
            crate::theme::error_label(ui, error);
        }
        if self.stepping.is_some() {
            self.steps_ui(ui);
        } else {
            self.explanation(ui, sketch);
        }
        let is_new = self.stepping.as_mut().is_some_and(|stepping| std::mem::take(&mut stepping.is_new));
        if is_new {
            let state = self.stepping.as_ref().and_then(|stepping| stepping.trace.steps.get(stepping.at));
            sketch.show_step(state.map(|step| &step.state));
        }
        (is_new.then(|| self.span(version)).flatten(), asks_position)
    }

    /// Begins anew when the rules have changed, and ends when the position has.
    fn follow(&mut self, sketch: &Sketch, version: u64) {
        let Some(stepping) = &self.stepping else { return };
        if stepping.position != sketch.revision() && stepping.version == version {
            self.stepping = None;
        } else if stepping.version != version {
            let at = stepping.at;
            self.start(sketch, version);
            self.go(|_, _| at);
        }
    }

    fn start(&mut self, sketch: &Sketch, version: u64) {
        self.error = None;
        self.stepping = match trace_move(&sketch.opened().loaded, sketch.state(), &self.mv) {
            Ok(trace) => Some(Stepping { trace, at: 0, position: sketch.revision(), version, is_new: true }),
            Err(error) => {
                self.error = Some(error.to_string());
                None
            }
        };
    }

    /// Shows the move and the buttons; `true` if the user asks for the position of the game on the page Play.
    fn bar(&mut self, ui: &mut Ui, sketch: &mut Sketch, version: u64) -> bool {
        let label = ui.label(t("editor.why"));
        let field = TextEdit::singleline(&mut self.mv).hint_text(t("editor.why_hint")).desired_width(180.0);
        let field = ui.add(field).labelled_by(label.id);
        let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if field.changed() {
            self.stop(sketch);
        }
        ComboBox::from_id_salt("legal moves").selected_text(t("debugger.legal_moves")).show_ui(ui, |ui| {
            let texts: Vec<String> = sketch.moves().map(str::to_owned).collect();
            for text in texts {
                if ui.selectable_label(self.mv == text, &text).clicked() {
                    self.mv = text;
                    self.start(sketch, version);
                }
            }
        });
        let has_move = !self.mv.trim().is_empty();
        if ui.add_enabled(has_move, Button::new(t("debugger.start"))).clicked() || is_entered && has_move {
            self.start(sketch, version);
        }
        let Some(stepping) = &self.stepping else {
            return ui.button(t("debugger.played")).on_hover_text(t("debugger.played_hint")).clicked();
        };
        let (at, count) = (stepping.at, stepping.trace.steps.len());
        // Further on, the next one; from the last one, the first again.
        let fails = |step: &TraceStep| step.holds == Some(false);
        let next = stepping.trace.steps.iter().skip(at + 1).position(fails).map(|next| at + 1 + next);
        let failure = next.or_else(|| stepping.trace.first_failure());
        let buttons = [
            (Icon::SkipBack, "debugger.first", "", at > 0),
            (Icon::StepBack, "debugger.back", "Shift+F10", at > 0),
            (Icon::StepForward, "debugger.forward", "F10", at + 1 < count),
            (Icon::SkipForward, "debugger.last", "", at + 1 < count),
            (Icon::CircleX, "debugger.failure", "", failure.is_some()),
        ];
        let mut target = None;
        for (icon, name, key, is_enabled) in buttons {
            if IconButton::new(icon, t(name)).key(key).show_enabled(ui, is_enabled).clicked() {
                target = Some(match icon {
                    Icon::SkipBack => 0,
                    Icon::StepBack => at.saturating_sub(1),
                    Icon::StepForward => at + 1,
                    Icon::CircleX => failure.unwrap_or(at),
                    _ => count,
                });
            }
        }
        ui.weak(with("debugger.step", &[&(at + 1).min(count), &count]));
        if IconButton::new(Icon::X, t("debugger.stop")).show(ui).clicked() {
            self.stop(sketch);
        } else if let Some(target) = target {
            self.go(|_, _| target);
        }
        false
    }

    /// Ends the stepping; the board shows the position again.
    fn stop(&mut self, sketch: &mut Sketch) {
        self.error = None;
        if self.stepping.take().is_some() {
            sketch.show_step(None);
        }
    }

    /// Lists the steps beside the values of the one that is shown.
    fn steps_ui(&mut self, ui: &mut Ui) {
        let Some(stepping) = &self.stepping else { return };
        let trace = &stepping.trace;
        let verdict = with(if trace.legal { "editor.legal" } else { "editor.refused" }, &[&trace.mv]);
        ui.horizontal_wrapped(|ui| {
            ui.label(verdict);
            if let Some(reason) = &trace.reason {
                ui.label(reason);
            }
        });
        let mut chosen = None;
        ui.columns(2, |columns| {
            let list = ScrollArea::vertical().id_salt("steps").auto_shrink(false);
            list.show(&mut columns[0], |ui| {
                for (number, step) in trace.steps.iter().enumerate() {
                    let is_shown = number == stepping.at;
                    let row = step_row(ui, trace, number, step, is_shown);
                    if is_shown && stepping.is_new {
                        row.scroll_to_me(None);
                    }
                    if row.clicked() {
                        chosen = Some(number);
                    }
                }
            });
            let values = ScrollArea::vertical().id_salt("values").auto_shrink(false);
            values.show(&mut columns[1], |ui| {
                if let Some(step) = trace.steps.get(stepping.at) {
                    step_values(ui, step);
                }
            });
        });
        if let Some(number) = chosen {
            self.go(|_, _| number);
        }
    }

    /// Explains why a move is legal, or which conditions of which rules refuse it.
    fn explanation(&self, ui: &mut Ui, sketch: &Sketch) {
        if self.mv.trim().is_empty() || self.error.is_some() {
            return;
        }
        ScrollArea::vertical().id_salt("explanation").auto_shrink(false).show(ui, |ui| {
            let explanation = match explain_move(&sketch.opened().loaded, sketch.state(), &self.mv) {
                Ok(explanation) => explanation,
                Err(error) => {
                    ui.label(error.to_string());
                    return;
                }
            };
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
        });
    }
}

/// Shows a step in the list, below the name of its rule if that is another one than before.
fn step_row(ui: &mut Ui, trace: &MoveTrace, number: usize, step: &TraceStep, is_shown: bool) -> eframe::egui::Response {
    let group = |step: &TraceStep| (step.rule.clone(), step.holds.is_some());
    let before = number.checked_sub(1).and_then(|before| trace.steps.get(before));
    if before.is_none_or(|before| group(before) != group(step)) {
        let title = if step.holds.is_some() { "debugger.rule" } else { "debugger.effects" };
        ui.strong(with(title, &[&step.rule]));
    }
    let palette = palette(ui);
    let (icon, colour) = match step.holds {
        Some(true) => (Icon::Check, palette.success),
        Some(false) => (Icon::X, palette.error),
        None => (Icon::ArrowRight, palette.accent),
    };
    ui.horizontal(|ui| {
        ui.label(icons::icon(icon).color(colour));
        ui.selectable_label(is_shown, RichText::new(format!("{}. {}: {}", number + 1, step.step, step.text)))
    })
    .inner
}

/// Shows the place and the values of a step.
fn step_values(ui: &mut Ui, step: &TraceStep) {
    if let Some(place) = &step.place {
        ui.weak(with("debugger.place", &[&place.line_text()]));
    }
    match &step.seen {
        Some(seen) => condition_ui(ui, seen, 0),
        None => drop(ui.label(&step.text)),
    }
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
    if !part.variables.is_empty() {
        let values: Vec<String> = part.variables.iter().map(|(name, value)| format!("${name} = {value}")).collect();
        ui.weak(format!("{}{}", "    ".repeat(depth + 1), values.join(", ")));
    }
    part.parts.iter().for_each(|part| condition_ui(ui, part, depth + 1));
}
