//! Files and folders that other programs of the desktop show: a report in the browser, a folder in the file manager.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use eframe::egui::{Context, Id};

use crate::task::{Reporter, Task};
use crate::texts::with;

/// A function that opens a file or a folder, and blocks until the desktop has accepted it.
type OpenPath = dyn Fn(&Path) -> Result<(), String> + Send + Sync;

/// A replaceable implementation of opening.
#[derive(Clone)]
pub struct Opener(Arc<OpenPath>);

impl Opener {
    /// Creates an opener that replaces the program of the desktop.
    pub fn new(open: impl Fn(&Path) -> Result<(), String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(open))
    }

    /// Installs the opener for a window.
    pub fn install(self, window: &Context) {
        window.data_mut(|data| data.insert_temp(Id::NULL, self));
    }
}

impl Default for Opener {
    /// The program of the desktop.
    fn default() -> Self {
        Self::new(open_with_desktop)
    }
}

impl fmt::Debug for Opener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opener")
    }
}

/// Program of the desktop that opens a file or folder by what it is.
const PROGRAM: &str = if cfg!(target_os = "macos") {
    "open"
} else if cfg!(windows) {
    "explorer"
} else {
    "xdg-open"
};

fn open_with_desktop(path: &Path) -> Result<(), String> {
    let run = Command::new(PROGRAM).arg(path).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    match run {
        // The program of Windows reports no success.
        Ok(status) if status.success() || cfg!(windows) => Ok(()),
        Ok(status) => Err(with("desktop.failed", &[&PROGRAM, &path.display(), &status])),
        Err(error) => Err(with("desktop.failed", &[&PROGRAM, &path.display(), &error])),
    }
}

/// A file or folder that is being opened.
#[derive(Debug, Default)]
pub struct DesktopOpening {
    task: Option<Task<Result<(), String>>>,
    /// Reason why the last path could not be opened.
    pub error: Option<String>,
}

impl DesktopOpening {
    /// Opens what `path` returns, which may take long.
    pub fn open(&mut self, window: &Context, path: impl FnOnce() -> Result<PathBuf, String> + Send + 'static) {
        let opener: Opener = window.data(|data| data.get_temp(Id::NULL)).unwrap_or_default();
        self.error = None;
        self.task = Some(Task::start(window, "open", move |reporter: &Reporter<_>| {
            reporter.report(path().and_then(|path| (opener.0)(&path)));
        }));
    }

    /// Takes over the answer of the desktop.
    pub fn poll(&mut self) {
        let Some(task) = &mut self.task else { return };
        let Some(answer) = task.messages().pop().or_else(|| task.take_panic().map(Err)) else { return };
        (self.error, self.task) = (answer.err(), None);
    }
}
