//! Work of earlier sessions that is offered again: games that were left before their end, and texts of the editor that were
//! not saved.

use std::path::{Path, PathBuf};

use eframe::egui::{RichText, Ui};

use crate::pages::editor::unsaved_texts;
use crate::session::{Records, UnfinishedGame};
use crate::settings::Settings;
use crate::task::{Reporter, Task};
use crate::texts::{t, with};

/// Maximum number of games that are offered.
const MAX_OFFERED: usize = 5;

/// Request of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftOverRequest {
    /// Continue the game of a record.
    Resume(PathBuf),
    /// Open the unsaved text of a file.
    Edit(PathBuf),
}

/// The list of work of earlier sessions.
#[derive(Debug, Default)]
pub struct LeftOvers {
    games: Vec<UnfinishedGame>,
    texts: Vec<PathBuf>,
    reading: Option<Task<Vec<UnfinishedGame>>>,
    /// Number of the last frame in which the list was shown.
    last_frame: Option<u64>,
}

/// Folders with work of earlier sessions.
#[derive(Clone, Copy)]
pub struct WorkFolders<'a> {
    /// Records of games.
    pub records: &'a Records,
    /// Folder of the program with unsaved texts, if there is one.
    pub data: Option<&'a Path>,
}

impl LeftOvers {
    /// Reads the list again if it was not visible in the last frame.
    fn refresh(&mut self, ui: &Ui, folders: WorkFolders<'_>) {
        let frame = ui.ctx().cumulative_frame_nr();
        let was_shown = self.last_frame.replace(frame).is_some_and(|last| last + 1 >= frame);
        if !was_shown {
            self.texts = folders.data.map(unsaved_texts).unwrap_or_default();
            let records = folders.records.clone();
            self.reading = Some(Task::start(ui.ctx(), "unfinished games", move |reporter: &Reporter<_>| {
                reporter.report(records.unfinished());
            }));
        }
        if let Some(games) = self.reading.as_ref().and_then(|task| task.messages().pop()) {
            self.games = games;
            self.reading = None;
        }
    }

    /// Shows the list, except the text that is `open` in the editor; nothing if it is empty.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        folders: WorkFolders<'_>,
        settings: &mut Settings,
        open: Option<&Path>,
    ) -> Option<LeftOverRequest> {
        self.refresh(ui, folders);
        let mut asked = None;
        let texts: Vec<&PathBuf> = self.texts.iter().filter(|path| Some(path.as_path()) != open).collect();
        if !texts.is_empty() {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(t("left_over.texts")).strong());
                for path in texts {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    if ui.link(name).on_hover_text(path.display().to_string()).clicked() {
                        asked = Some(LeftOverRequest::Edit(path.clone()));
                    }
                }
            });
        }
        let games = self.games.iter().filter(|game| !settings.dismissed.contains(&game.path));
        let games: Vec<&UnfinishedGame> = games.take(MAX_OFFERED).collect();
        let mut dismissed = None;
        if !games.is_empty() {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new(t("left_over.games")).strong());
                for game in games {
                    let text = with("left_over.game", &[&game.title, &game.line.len()]);
                    let link = ui.link(text).on_hover_text(t("left_over.game_hint"));
                    if link.clicked() {
                        asked = Some(LeftOverRequest::Resume(game.path.clone()));
                    }
                    let close = ui.small_button("×").on_hover_text(t("left_over.dismiss"));
                    if close.clicked() {
                        dismissed = Some(game.path.clone());
                    }
                    ui.add_space(8.0);
                }
            });
        }
        if let Some(path) = dismissed {
            settings.dismiss(path);
        }
        asked
    }
}
