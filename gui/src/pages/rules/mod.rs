//! Rule files: the files that players of the page Play can use, and a console for their Prolog.

mod console;
mod shelf;

use std::path::{Path, PathBuf};

use eframe::egui::{CentralPanel, Panel, Ui};

use console::Console;
use shelf::Shelf;

/// Width of the list of rule files at first.
const SHELF_WIDTH: f32 = 260.0;

/// A request of the page to the application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesRequest {
    /// Edit a file.
    Edit(PathBuf),
    /// Edit a text as a new file of this name.
    EditCopy {
        /// Name without an extension.
        name: String,
        /// The text.
        text: String,
    },
}

/// The page.
#[derive(Debug)]
pub struct RulesPage {
    shelf: Shelf,
    console: Console,
}

impl RulesPage {
    /// The page with the rule files of a user's data folder.
    pub fn new(data: Option<&Path>) -> Self {
        Self { shelf: Shelf::new(data), console: Console::default() }
    }

    /// Shows the page.
    pub fn ui(&mut self, ui: &mut Ui) -> Option<RulesRequest> {
        let mut asked = None;
        Panel::left("rule files").default_size(SHELF_WIDTH).show(ui, |ui| {
            let answer = self.shelf.ui(ui);
            if let Some(text) = answer.consult {
                self.console.consult(text);
            }
            asked = answer.request;
        });
        CentralPanel::default().show(ui, |ui| self.console.ui(ui));
        asked
    }
}
