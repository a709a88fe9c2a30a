//! Saving of the text: to its file, to another one, and to the recovery file while it is not saved.

use std::path::{Path, PathBuf};

use boardwright_library::files;
use eframe::egui::{Key, TextEdit, Ui};

use super::Editor;
use super::language::Language;
use super::recovery::recovery_path;
use crate::dialog::{FileRequest, Purpose};
use crate::texts::t;

impl Editor {
    /// Writes the file; `true` on success.
    pub(super) fn save(&mut self) -> bool {
        let written = self.write(&self.path.clone());
        if written {
            self.remove_recovery();
        }
        written
    }

    /// Writes the text to a file; `true` on success. A failure is reported.
    fn write(&mut self, path: &Path) -> bool {
        let written = match path.parent().map(std::fs::create_dir_all) {
            Some(Err(error)) => Err(format!("{}: {error}", path.display())),
            _ => files::write(path, self.text.text().as_bytes()).map_err(|error| error.to_string()),
        };
        if written.is_ok() {
            self.text.text().clone_into(&mut self.saved);
            self.is_just_saved = true;
        }
        self.save_error = written.err();
        self.save_error.is_none()
    }

    /// Removes the recovery file after saving.
    pub(super) fn remove_recovery(&self) {
        if let Some(path) = &self.recovery {
            let _ = std::fs::remove_file(path);
        }
    }

    /// Writes unsaved changes to the recovery file.
    pub(super) fn write_recovery(&mut self) {
        if self.recovery_version == self.version {
            return;
        }
        self.recovery_version = self.version;
        // A text whose changes are undone needs no recovery.
        if self.text.text() == self.saved {
            self.remove_recovery();
            return;
        }
        let Some(path) = &self.recovery else { return };
        let keep = || -> Result<(), String> {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
            }
            files::write(path, self.text.text().as_bytes()).map_err(|error| error.to_string())
        };
        match keep() {
            Ok(()) => self.is_recovery_writable = true,
            // Reported once, not after every keystroke.
            Err(reason) if self.is_recovery_writable => {
                self.notes.push(reason);
                self.is_recovery_writable = false;
            }
            Err(_) => {}
        }
    }

    /// Shows the "Save as" field: a path that is typed, or chosen in a dialog.
    pub(super) fn path_field(&mut self, ui: &mut Ui) {
        let Some(path) = &mut self.save_as else { return };
        let label = ui.label(t("editor.path"));
        let field = ui.add(TextEdit::singleline(path).desired_width(220.0)).labelled_by(label.id);
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let written = PathBuf::from(path.trim());
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let kinds = match self.language() {
            Language::Game => vec![(t("dialog.games").to_owned(), vec!["game"])],
            Language::Script => vec![(t("dialog.scripts").to_owned(), vec![Language::SCRIPT_EXTENSION])],
            Language::Rules => vec![(t("dialog.scripts").to_owned(), vec![boardwright_bots::rules::EXTENSION])],
        };
        let title = t("dialog.file_as").to_owned();
        let wanted = || FileRequest { title, purpose: Purpose::Save(name), kinds };
        let chosen = self.dialog.button(ui, "editor.choose", wanted);
        if ui.input(|input| input.key_pressed(Key::Escape)) {
            self.save_as = None;
        }
        if let Some(path) = chosen.or(entered.then_some(written)).filter(|path| !path.as_os_str().is_empty()) {
            self.save_as(path);
        }
    }

    /// Saves under another path, which becomes the path of the editor.
    fn save_as(&mut self, path: PathBuf) {
        if !self.write(&path) {
            return;
        }
        self.remove_recovery();
        self.recovery = self
            .recovery
            .as_deref()
            .and_then(Path::parent)
            .and_then(Path::parent)
            .map(|data| recovery_path(data, &path));
        self.path = path;
        self.save_as = None;
    }
}
