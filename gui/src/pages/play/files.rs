//! Positions, lines and games as text and files: copying, entering, saving.

use std::path::PathBuf;

use boardwright_library::LoadedGame;
use eframe::egui::{TextEdit, Ui};

use crate::dialog::{Dialog, FileRequest, Purpose};
use crate::export::{Export, extensions, save};
use crate::session::{GameTree, NodeId, Session};
use crate::task::Task;
use crate::texts::{t, with};

/// The panel for texts and files.
#[derive(Debug, Default)]
pub struct FilesPanel {
    /// A position or a line entered by the user.
    text: String,
    /// Path of the file to be saved.
    path: String,
    dialog: Dialog,
    saving: Option<Task<Result<PathBuf, String>>>,
    /// Result of the last action.
    result: Option<Result<String, String>>,
}

impl FilesPanel {
    fn poll(&mut self) {
        let Some(task) = &self.saving else { return };
        if let Some(saved) = task.messages().pop() {
            self.result = Some(saved.map(|path| with("study.saved", &[&path.display()])));
            self.saving = None;
        }
    }

    /// Shows the fields and buttons. The copied line ends at `last` if that is before the visible position.
    pub fn ui(&mut self, ui: &mut Ui, session: &mut Session, last: Option<NodeId>) {
        self.poll();
        let shown = session.visible_node();
        let last = last.filter(|last| session.tree.line(shown).contains(last) || *last == GameTree::ROOT);
        let line = session.line_text(last.unwrap_or(shown));
        let position = session.position_text();
        ui.horizontal_wrapped(|ui| {
            for (name, text) in [("study.copy_line", line), ("study.copy_position", position)] {
                if ui.button(t(name)).clicked() {
                    ui.ctx().copy_text(text);
                }
            }
        });
        let label = ui.label(t("study.set"));
        let field = TextEdit::multiline(&mut self.text).desired_rows(2).hint_text(t("study.set_hint"));
        ui.add(field).labelled_by(label.id);
        if ui.button(t("study.go")).clicked() {
            self.result = session.go_to(&self.text).err().map(Err);
        }
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t("study.file"));
            let field = TextEdit::singleline(&mut self.path).desired_width(150.0);
            let field = field.hint_text(with("study.file_hint", &[&extensions(session.loaded()).join(", .")]));
            ui.add(field).labelled_by(label.id);
            let ready = self.saving.is_none() && !self.path.trim().is_empty();
            if ui.add_enabled(ready, eframe::egui::Button::new(t("study.save"))).clicked() {
                self.save(ui, session);
            }
            if let Some(path) = self.dialog.button(ui, "study.choose", || file_request(session.loaded())) {
                self.path = path.display().to_string();
                self.save(ui, session);
            }
        });
        match &self.result {
            Some(Ok(text)) => drop(ui.label(text)),
            Some(Err(reason)) => drop(crate::theme::error_label(ui, reason)),
            None => {}
        }
        if let Some(path) = &session.record_path {
            ui.weak(with("study.kept", &[&path.display()]));
        }
    }

    fn save(&mut self, ui: &Ui, session: &Session) {
        let record = match session.visible_record() {
            Ok(record) => record,
            Err(reason) => {
                self.result = Some(Err(reason));
                return;
            }
        };
        let (opened, shown) = (session.opened.clone(), session.state().clone());
        let export = Export { opened, shown, states: session.states(), record };
        self.saving = Some(save(ui.ctx(), export, PathBuf::from(self.path.trim())));
    }
}

/// The dialog to save a position or a game.
fn file_request(game: &LoadedGame) -> FileRequest {
    let extensions = extensions(game);
    let kinds = extensions.iter().map(|&ending| (ending.to_uppercase(), vec![ending])).collect();
    let name = format!("{}.{}", game.name, extensions[0]);
    FileRequest { title: t("study.file").to_owned(), purpose: Purpose::Save(name), kinds }
}
