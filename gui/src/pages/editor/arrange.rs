//! The board beside the text: played on, or its places and pieces drawn elsewhere, whereupon the text says so too.

use std::sync::Arc;

use boardwright_lang::analysis::{Analysis, Edit, Refused, apply};
use eframe::egui::{Context, Ui};

use super::Editor;
use crate::board::{Arranging, Drawn};
use crate::task::{Task, Teller};
use crate::texts::t;

/// Changes to a text, or why there are none.
type Changes = Result<Vec<Edit>, Refused>;

/// What the mouse does on the board, and what comes of it.
#[derive(Debug, Default)]
pub(super) struct Arrange {
    /// Nothing: moves are made.
    what: Option<Arranging>,
    /// How the text of a version is to be changed.
    task: Option<(u64, Task<Changes>)>,
    /// Why nothing could be changed.
    refused: Option<String>,
}

impl Editor {
    /// The board.
    pub(super) fn board(&mut self, ui: &mut Ui) {
        if self.sketch.is_none() {
            ui.label(t("editor.no_board"));
            return;
        }
        ui.horizontal_wrapped(|ui| {
            for (what, name) in [
                (None, "editor.make_moves"),
                (Some(Arranging::Places), "editor.move_places"),
                (Some(Arranging::Pieces), "editor.move_pieces"),
            ] {
                if ui.selectable_value(&mut self.arrange.what, what, t(name)).clicked() {
                    self.arrange.refused = None;
                }
            }
        });
        if let Some(reason) = &self.arrange.refused {
            ui.colored_label(ui.visuals().error_fg_color, reason);
        }
        // What is drawn is a place of the text that is seen only if the board is of that text.
        let analysis =
            self.current().filter(|checked| checked.opened.is_some()).map(|checked| checked.analysis.clone());
        let Some(sketch) = &mut self.sketch else { return };
        let Some(what) = self.arrange.what else { return sketch.ui(ui) };
        let along = |location| analysis.as_ref().map_or(vec![location], |analysis| analysis.moves_with(location));
        if let Some(drawn) = sketch.arrange(ui, what, &along) {
            self.change(ui.ctx(), analysis, drawn);
        }
    }

    /// Has worked out what drawing something means for the text.
    fn change(&mut self, window: &Context, analysis: Option<Arc<Analysis>>, drawn: Drawn) {
        let Some(analysis) = analysis else {
            self.refuse(t("editor.board_is_old").to_owned());
            return;
        };
        self.arrange.refused = None;
        let task = Task::begin(window, "arrange", move |teller: &Teller<_>| {
            teller.tell(match drawn {
                Drawn::Place(location, by) => analysis.shift_location(location, by),
                Drawn::Piece(element, to) => analysis.begin_at(element, to),
            });
        });
        self.arrange.task = Some((self.version, task));
    }

    /// Changes the text as was worked out.
    pub(super) fn take_arranged(&mut self) {
        let Some((version, task)) = &mut self.arrange.task else { return };
        let told = task.news().pop();
        let broken = task.broken();
        if told.is_none() && broken.is_none() {
            return;
        }
        let current = *version == self.version;
        self.arrange.task = None;
        self.notes.extend(broken);
        match told {
            Some(Ok(edits)) if current => self.edit(apply(&self.text, &edits)),
            Some(Err(refused)) => self.refuse(refused.0),
            _ => self.refuse(t("editor.board_is_old").to_owned()),
        }
    }

    fn refuse(&mut self, reason: String) {
        self.arrange.refused = Some(reason);
        self.sketch.iter_mut().for_each(crate::pages::play::Sketch::put_down);
    }
}
