//! Native file dialogs, opened off the window's thread. Every dialog has a text field for a path as an alternative, for desktops
//! without dialogs and for users who prefer to type.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui::{Button, Context, Id, Ui};

use crate::task::{Reporter, Task};
use crate::texts::t;

/// Purpose of a file dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Choose an existing file.
    Open,
    /// Choose an existing folder.
    Folder,
    /// Choose a file to be written; carries the suggested name.
    Save(String),
}

/// Description of a file dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRequest {
    /// Title of the dialog.
    pub title: String,
    /// Purpose of the file.
    pub purpose: Purpose,
    /// Selectable file types: their names and file extensions.
    pub kinds: Vec<(String, Vec<&'static str>)>,
}

/// The chosen file or folder; `None` if the dialog was cancelled, an error if no dialog could be shown.
pub type FileChoice = Result<Option<PathBuf>, String>;

/// A function that shows a dialog and blocks until it is closed.
type ChooseFile = dyn Fn(&FileRequest) -> FileChoice + Send + Sync;

/// A replaceable implementation of file dialogs.
#[derive(Clone)]
pub struct Chooser(Arc<ChooseFile>);

impl Chooser {
    /// Creates a chooser that replaces the native dialogs.
    pub fn new(ask: impl Fn(&FileRequest) -> FileChoice + Send + Sync + 'static) -> Self {
        Self(Arc::new(ask))
    }

    /// Installs the chooser for all dialogs of a window.
    pub fn install(self, window: &Context) {
        window.data_mut(|data| data.insert_temp(Id::NULL, self));
    }
}

impl Default for Chooser {
    /// The native dialogs of the desktop.
    fn default() -> Self {
        Self::new(show_native_dialog)
    }
}

impl fmt::Debug for Chooser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chooser")
    }
}

fn show_native_dialog(wanted: &FileRequest) -> FileChoice {
    if !has_dialogs() {
        return Err(t("dialog.none").to_owned());
    }
    let dialog = rfd::FileDialog::new().set_title(&wanted.title);
    let dialog = wanted.kinds.iter().fold(dialog, |dialog, (name, endings)| dialog.add_filter(name, endings));
    Ok(match &wanted.purpose {
        Purpose::Open => dialog.pick_file(),
        Purpose::Folder => dialog.pick_folder(),
        Purpose::Save(name) => dialog.set_file_name(name).save_file(),
    })
}

/// `true` if a dialog can be shown. On Linux the desktop portal is reached through the session bus; where it does not answer, the
/// program `zenity` is used. `rfd` does not report a missing dialog, so this function tests the requirements beforehand.
fn has_dialogs() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let bus = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some_and(|address| !address.is_empty());
    let socket = std::env::var_os("XDG_RUNTIME_DIR").is_some_and(|folder| PathBuf::from(folder).join("bus").exists());
    let path = std::env::var_os("PATH").unwrap_or_default();
    bus || socket || std::env::split_paths(&path).any(|folder| folder.join("zenity").is_file())
}

/// A button with a file dialog that may be open.
#[derive(Debug, Default)]
pub struct Dialog {
    task: Option<Task<FileChoice>>,
    /// Message if nothing was chosen.
    message: Option<String>,
}

impl Dialog {
    /// Shows a button that opens the dialog; returns the file once it has been chosen.
    pub fn button(&mut self, ui: &mut Ui, name: &'static str, wanted: impl FnOnce() -> FileRequest) -> Option<PathBuf> {
        let chosen = self.poll();
        if ui.add_enabled(self.task.is_none(), Button::new(t(name))).clicked() {
            self.ask(ui.ctx(), wanted());
        }
        if let Some(reason) = &self.message {
            crate::theme::error_label(ui, reason);
        }
        chosen
    }

    /// Opens the dialog, unless it is open already.
    pub fn ask(&mut self, window: &Context, wanted: FileRequest) {
        if self.task.is_some() {
            return;
        }
        let chooser: Chooser = window.data(|data| data.get_temp(Id::NULL)).unwrap_or_default();
        self.message = None;
        self.task = Some(Task::start(window, "dialog", move |reporter: &Reporter<_>| {
            reporter.report((chooser.0)(&wanted));
        }));
    }

    /// Returns the file once it has been chosen in a dialog that [`Self::ask`] opened, or the reason why there is no dialog.
    pub fn answer(&mut self) -> Option<Result<PathBuf, String>> {
        let chosen = self.poll();
        chosen.map(Ok).or_else(|| self.message.take().map(Err))
    }

    fn poll(&mut self) -> Option<PathBuf> {
        let task = self.task.as_mut()?;
        let answer = task.messages().pop();
        // A dialog whose thread panics counts as one that cannot be shown.
        let answer = answer.or_else(|| task.take_panic().map(Err))?;
        self.task = None;
        match answer {
            Ok(Some(path)) => return Some(path),
            // A dialog that was cancelled is no error.
            Ok(None) => {}
            Err(reason) => self.message = Some(reason),
        }
        None
    }
}
