//! The board beside the text: the user plays on it, or drags places and pieces, which changes the text.

use std::sync::Arc;

use boardwright_lang::analysis::{Analysis, Edit, EditError, apply};
use eframe::egui::{Context, RichText, Ui};

use super::Editor;
use super::language::{Language, TextAnalysis};
use crate::board::{DragKind, DragResult};
use crate::task::{Reporter, Task};
use crate::texts::{t, with};

/// Changes of the text, or the reason why there are none.
type Changes = Result<Vec<Edit>, EditError>;

/// State of the board beside the text.
#[derive(Debug, Default)]
pub(super) struct ArrangePanel {
    /// Objects that are dragged; `None`: the user makes moves.
    drag_kind: Option<DragKind>,
    /// Version of the text, and the task that computes its changes.
    task: Option<(u64, Task<Changes>)>,
    /// Message if the text could not be changed.
    rejection: Option<String>,
    /// Description of the last change of the text.
    change: Option<String>,
}

/// Describes a change of a text by its first changed line.
fn describe_change(old: &str, new: &str) -> Option<String> {
    let changed = |(_, (old, new)): &(usize, (&str, &str))| old != new;
    let (number, (old, new)) = (1..).zip(old.lines().zip(new.lines())).find(changed)?;
    Some(with("editor.changed", &[&number, &old.trim(), &new.trim()]))
}

impl Editor {
    /// Shows the board of a game, or the trial of a script.
    pub(super) fn board_ui(&mut self, ui: &mut Ui) {
        if self.language() == Language::Script {
            let script = self.checked.as_ref().and_then(|checked| match &checked.analysis {
                TextAnalysis::Script(loaded) => loaded.script.as_ref(),
                TextAnalysis::Game(_) | TextAnalysis::Rules(_) => None,
            });
            return self.trial.ui(ui, self.version, script);
        }
        if self.sketch.is_none() {
            ui.label(t("editor.no_board"));
            return;
        }
        let is_old = self.checked.as_ref().is_some_and(|checked| checked.opened.is_none());
        ui.horizontal_wrapped(|ui| {
            for (what, name) in [
                (None, "editor.make_moves"),
                (Some(DragKind::Places), "editor.move_places"),
                (Some(DragKind::Pieces), "editor.move_pieces"),
            ] {
                if ui.selectable_value(&mut self.arrange.drag_kind, what, t(name)).clicked() {
                    (self.arrange.rejection, self.arrange.change) = (None, None);
                }
            }
        });
        if is_old {
            ui.colored_label(ui.visuals().warn_fg_color, t("editor.stale_board"));
            // A pale board shows at a glance that it is not that of the text.
            ui.multiply_opacity(0.5);
        }
        if let Some(change) = &self.arrange.change {
            ui.label(RichText::new(change).monospace());
        }
        if let Some(reason) = &self.arrange.rejection {
            crate::theme::error_label(ui, reason);
        }
        // Objects of the board map to the text only if the board was made from the current text.
        let analysis = self
            .current()
            .filter(|checked| checked.opened.is_some())
            .and_then(|checked| checked.analysis.game().cloned());
        let Some(sketch) = &mut self.sketch else { return };
        let Some(what) = self.arrange.drag_kind else { return sketch.ui(ui) };
        let along = |location| analysis.as_ref().map_or(vec![location], |analysis| analysis.linked_locations(location));
        if let Some(drawn) = sketch.arrange(ui, what, &along) {
            self.start_change(ui.ctx(), analysis, drawn);
        }
    }

    /// Starts to compute the change of the text after a drag.
    fn start_change(&mut self, window: &Context, analysis: Option<Arc<Analysis>>, drawn: DragResult) {
        let Some(analysis) = analysis else {
            self.reject(t("editor.board_is_old").to_owned());
            return;
        };
        (self.arrange.rejection, self.arrange.change) = (None, None);
        let task = Task::start(window, "arrange", move |reporter: &Reporter<_>| {
            reporter.report(match drawn {
                DragResult::Place(location, by) => analysis.shift_location(location, by),
                DragResult::Piece(element, to) => analysis.set_initial_location(element, to),
            });
        });
        self.arrange.task = Some((self.version, task));
    }

    /// Applies computed changes to the text.
    pub(super) fn apply_arrangement(&mut self) {
        let Some((version, task)) = &mut self.arrange.task else { return };
        let result = task.messages().pop();
        let broken = task.take_panic();
        if result.is_none() && broken.is_none() {
            return;
        }
        let current = *version == self.version;
        self.arrange.task = None;
        self.notes.extend(broken);
        match result {
            Some(Ok(edits)) if current => {
                let text = apply(self.text.text(), &edits);
                self.arrange.change = describe_change(self.text.text(), &text);
                self.edit(text);
            }
            Some(Err(refused)) => self.reject(refused.0),
            _ => self.reject(t("editor.board_is_old").to_owned()),
        }
    }

    fn reject(&mut self, reason: String) {
        self.arrange.rejection = Some(reason);
        self.sketch.iter_mut().for_each(crate::pages::play::Sketch::cancel_drag);
    }
}
