//! Files chosen in a dialog of the desktop, asked for off the window's thread. Where there is none, or a person would rather type, a
//! path can be written as well.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui::{Button, Context, Id, Ui};

use crate::task::{Task, Teller};
use crate::texts::t;

/// What is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A file that is there.
    Open,
    /// A file that is to be written, with the name that is offered for it.
    Save(String),
}

/// A file that somebody should choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// What stands above the dialog.
    pub title: String,
    /// What the file is for.
    pub purpose: Purpose,
    /// Kinds of files: what they are called, and the endings of their names.
    pub kinds: Vec<(String, Vec<&'static str>)>,
}

/// The file; `None` if nobody wants one, an error if nobody could be asked.
pub type Chosen = Result<Option<PathBuf>, String>;

/// Asks for a file and waits.
type Ask = dyn Fn(&Wanted) -> Chosen + Send + Sync;

/// How files are asked for.
#[derive(Clone)]
pub struct Chooser(Arc<Ask>);

impl Chooser {
    /// Asks in another way than the desktop's.
    pub fn new(ask: impl Fn(&Wanted) -> Chosen + Send + Sync + 'static) -> Self {
        Self(Arc::new(ask))
    }

    /// Has all dialogs of a window asked like this.
    pub fn install(self, window: &Context) {
        window.data_mut(|data| data.insert_temp(Id::NULL, self));
    }
}

impl Default for Chooser {
    /// The desktop's own dialogs.
    fn default() -> Self {
        Self::new(ask_desktop)
    }
}

impl fmt::Debug for Chooser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Chooser")
    }
}

fn ask_desktop(wanted: &Wanted) -> Chosen {
    if !has_dialogs() {
        return Err(t("dialog.none").to_owned());
    }
    let dialog = rfd::FileDialog::new().set_title(&wanted.title);
    let dialog = wanted.kinds.iter().fold(dialog, |dialog, (name, endings)| dialog.add_filter(name, endings));
    Ok(match &wanted.purpose {
        Purpose::Open => dialog.pick_file(),
        Purpose::Save(name) => dialog.set_file_name(name).save_file(),
    })
}

/// Whether anything can show a dialog: the desktop's portal is reached by the session's bus, and where it does not answer the program
/// `zenity` is asked. What does not come up is told nobody by it, and so what is missing is found out before.
fn has_dialogs() -> bool {
    if !cfg!(target_os = "linux") {
        return true;
    }
    let bus = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some_and(|address| !address.is_empty());
    let socket = std::env::var_os("XDG_RUNTIME_DIR").is_some_and(|folder| PathBuf::from(folder).join("bus").exists());
    let path = std::env::var_os("PATH").unwrap_or_default();
    bus || socket || std::env::split_paths(&path).any(|folder| folder.join("zenity").is_file())
}

/// A dialog that may be open.
#[derive(Debug, Default)]
pub struct Dialog {
    task: Option<Task<Chosen>>,
    /// Why nothing was chosen.
    nothing: Option<String>,
}

impl Dialog {
    /// A button that opens it; gives the file once it is chosen.
    pub fn button(&mut self, ui: &mut Ui, name: &'static str, wanted: impl FnOnce() -> Wanted) -> Option<PathBuf> {
        let chosen = self.hear();
        if ui.add_enabled(self.task.is_none(), Button::new(t(name))).clicked() {
            let chooser: Chooser = ui.ctx().data(|data| data.get_temp(Id::NULL)).unwrap_or_default();
            let wanted = wanted();
            self.nothing = None;
            self.task = Some(Task::begin(ui.ctx(), "dialog", move |teller: &Teller<_>| {
                teller.tell((chooser.0)(&wanted));
            }));
        }
        if let Some(reason) = &self.nothing {
            ui.colored_label(ui.visuals().error_fg_color, reason);
        }
        chosen
    }

    fn hear(&mut self) -> Option<PathBuf> {
        let task = self.task.as_mut()?;
        let told = task.news().pop();
        // A dialog that breaks down is one that cannot be shown.
        let told = told.or_else(|| task.broken().map(Err))?;
        self.task = None;
        match told {
            Ok(Some(path)) => return Some(path),
            // A desktop that could show none, whatever its reason, says as much as a person who wants no file.
            Ok(None) => self.nothing = Some(t("dialog.nothing").to_owned()),
            Err(reason) => self.nothing = Some(reason),
        }
        None
    }
}
