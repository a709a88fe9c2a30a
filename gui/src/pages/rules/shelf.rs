//! The list of rule files: load, replace, delete, edit, and read into the console.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardwright_bots::rules::shipped::shipped_rules;
use boardwright_bots::rules::{EXTENSION, Session, SessionSettings};
use boardwright_library::rule_files::load_rules;
use boardwright_library::rule_shelf::{RuleShelf, ShelvedRules};
use eframe::egui::{RichText, ScrollArea, TextEdit, Ui};

use super::RulesRequest;
use crate::dialog::{Dialog, FileRequest, Purpose};
use crate::texts::{t, with};
use crate::theme::error_label;

/// Folder of rule files below the data folder.
const FOLDER: &str = "rules";

/// The list of rule files.
#[derive(Debug)]
pub struct Shelf {
    shelf: RuleShelf,
    /// The files as listed last; `None` after a change.
    listed: Option<Vec<ShelvedRules>>,
    /// Path of the file to be loaded.
    path: String,
    dialog: Dialog,
    /// Result of the last action.
    result: Option<Result<String, String>>,
    /// Name of the file whose deletion is to be confirmed.
    doomed: Option<String>,
}

/// Wishes after the list was shown.
#[derive(Debug, Default)]
pub struct ShelfAnswer {
    /// Text that the console is to read.
    pub consult: Option<String>,
    /// Request to the application.
    pub request: Option<RulesRequest>,
}

impl Shelf {
    /// The list with the files of a user's data folder.
    pub fn new(data: Option<&Path>) -> Self {
        let folder = data.unwrap_or(Path::new("")).join(FOLDER);
        Self {
            shelf: RuleShelf::new(folder),
            listed: None,
            path: String::new(),
            dialog: Dialog::default(),
            result: None,
            doomed: None,
        }
    }

    /// Shows the list.
    pub fn ui(&mut self, ui: &mut Ui) -> ShelfAnswer {
        ui.heading(t("rules.files"));
        ui.label(RichText::new(t("rules.about")).weak());
        self.load_ui(ui);
        ui.separator();
        let mut answer = ShelfAnswer::default();
        let listed = self.listed.take().unwrap_or_else(|| self.shelf.list());
        let mut is_changed = false;
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for rules in &listed {
                is_changed |= self.entry_ui(ui, rules, &mut answer);
            }
        });
        self.listed = (!is_changed).then_some(listed);
        answer
    }

    /// Shows the field for a file to be loaded, and the result of the last action.
    fn load_ui(&mut self, ui: &mut Ui) {
        let mut wanted = None;
        ui.horizontal(|ui| {
            let label = ui.label(t("rules.file"));
            let field = TextEdit::singleline(&mut self.path).desired_width(120.0).hint_text(format!("my.{EXTENSION}"));
            ui.add(field).labelled_by(label.id);
            if ui.button(t("rules.load")).clicked() {
                wanted = Some(PathBuf::from(self.path.trim()));
            }
        });
        let request = || FileRequest {
            title: t("rules.choose").to_owned(),
            purpose: Purpose::Open,
            kinds: vec![(t("rules.kind").to_owned(), vec![EXTENSION])],
        };
        if let Some(path) = wanted.or(self.dialog.button(ui, "rules.browse", request)) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            self.result = Some(match self.shelf.keep(&path) {
                Ok(true) => Ok(with("rules.replaced", &[&name])),
                Ok(false) => Ok(with("rules.kept", &[&name])),
                Err(error) => Err(error.to_string()),
            });
            self.listed = None;
        }
        match &self.result {
            Some(Ok(text)) => drop(ui.label(text)),
            Some(Err(reason)) => drop(error_label(ui, reason)),
            None => {}
        }
    }

    /// Shows a rule file with its buttons; `true` if the list has changed.
    fn entry_ui(&mut self, ui: &mut Ui, rules: &ShelvedRules, answer: &mut ShelfAnswer) -> bool {
        let mut is_changed = false;
        ui.label(RichText::new(&rules.name).strong());
        if let Some(shipped) = shipped_rules(&rules.name).filter(|_| rules.path.is_none()) {
            ui.weak(shipped.about);
        }
        ui.horizontal_wrapped(|ui| {
            if ui.small_button(t("rules.edit")).clicked() {
                answer.request = Some(match &rules.path {
                    Some(path) => RulesRequest::Edit(path.clone()),
                    None => RulesRequest::EditCopy { name: format!("my-{}", rules.name), text: text_of(rules) },
                });
            }
            if ui.small_button(t("rules.consult")).on_hover_text(t("rules.consult_hint")).clicked() {
                match knowledge_of(rules) {
                    Ok(knowledge) => answer.consult = Some(knowledge),
                    Err(reason) => self.result = Some(Err(reason)),
                }
            }
            if rules.path.is_none() {
                return;
            }
            if self.doomed.as_ref() == Some(&rules.name) {
                if ui.small_button(with("rules.really", &[&rules.name])).clicked() {
                    self.doomed = None;
                    self.result = Some(match self.shelf.delete(rules) {
                        Ok(()) => Ok(with("rules.deleted", &[&rules.name])),
                        Err(error) => Err(error.to_string()),
                    });
                    is_changed = true;
                }
            } else if ui.small_button(t("rules.delete")).clicked() {
                self.doomed = Some(rules.name.clone());
            }
        });
        ui.add_space(8.0);
        is_changed
    }
}

/// Text of a rule file.
fn text_of(rules: &ShelvedRules) -> String {
    match &rules.path {
        Some(path) => std::fs::read_to_string(path).unwrap_or_default(),
        None => shipped_rules(&rules.name).map_or_else(String::new, |shipped| shipped.text.to_owned()),
    }
}

/// Knowledge base of a rule file at the beginning of a deal, as text.
fn knowledge_of(rules: &ShelvedRules) -> Result<String, String> {
    let name = rules.path.as_ref().map_or_else(|| rules.name.clone(), |path| path.display().to_string());
    let loaded = load_rules(&name, None).map_err(|error| error.to_string())?;
    let file = loaded.rules.ok_or_else(|| with("rules.mistakes", &[&rules.name]))?;
    Ok(Session::new(Arc::new(file), SessionSettings::default()).into_base().listing())
}
