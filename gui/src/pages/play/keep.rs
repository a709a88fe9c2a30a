//! Positions, lines and games as texts and files: copied, written by a person, saved.

use std::path::PathBuf;

use eframe::egui::{TextEdit, Ui};

use crate::dialog::{Dialog, Purpose, Wanted};
use crate::export::{ENDINGS, Export, save};
use crate::session::Session;
use crate::task::Task;
use crate::texts::{t, with};

/// Positions, lines and records as texts and files.
#[derive(Debug, Default)]
pub struct Files {
    /// A position or a line that a person has written.
    text: String,
    /// Where something is to be saved.
    path: String,
    dialog: Dialog,
    saving: Option<Task<Result<PathBuf, String>>>,
    /// What came of it.
    told: Option<Result<String, String>>,
}

impl Files {
    fn hear(&mut self) {
        let Some(task) = &self.saving else { return };
        if let Some(saved) = task.news().pop() {
            self.told = Some(saved.map(|path| with("study.saved", &[&path.display()])));
            self.saving = None;
        }
    }

    /// The position and the line as texts to be copied or written, and as files.
    pub fn ui(&mut self, ui: &mut Ui, session: &mut Session) {
        self.hear();
        let line = session.tree.texts(&session.tree.line(session.shown())).join("; ");
        let position = session.loaded().game().state_text(session.state());
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
            self.told = session.set(&self.text).err().map(Err);
        }
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t("study.file"));
            let field = TextEdit::singleline(&mut self.path).desired_width(150.0).hint_text(t("study.file_hint"));
            ui.add(field).labelled_by(label.id);
            let ready = self.saving.is_none() && !self.path.trim().is_empty();
            if ui.add_enabled(ready, eframe::egui::Button::new(t("study.save"))).clicked() {
                self.save(ui, session);
            }
            if let Some(path) = self.dialog.button(ui, "study.choose", || wanted(&session.loaded().name)) {
                self.path = path.display().to_string();
                self.save(ui, session);
            }
        });
        match &self.told {
            Some(Ok(text)) => drop(ui.label(text)),
            Some(Err(reason)) => drop(ui.colored_label(ui.visuals().error_fg_color, reason)),
            None => {}
        }
        if let Some(path) = &session.kept {
            ui.weak(with("study.kept", &[&path.display()]));
        }
    }

    fn save(&mut self, ui: &Ui, session: &Session) {
        let record = match session.record_text() {
            Ok(record) => record,
            Err(reason) => {
                self.told = Some(Err(reason));
                return;
            }
        };
        let export = Export { opened: session.opened.clone(), states: session.states(), record };
        self.saving = Some(save(ui.ctx(), export, PathBuf::from(self.path.trim())));
    }
}

/// What can be saved of a game.
fn wanted(game: &str) -> Wanted {
    let kinds = ENDINGS.iter().map(|&ending| (ending.to_uppercase(), vec![ending])).collect();
    let name = format!("{game}.{}", ENDINGS[0]);
    Wanted { title: t("study.file").to_owned(), purpose: Purpose::Save(name), kinds }
}
