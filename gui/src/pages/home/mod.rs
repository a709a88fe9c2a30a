//! The page Home: what goes on, recently opened files, and the gallery of all games.

mod card;
mod gallery;
mod ongoing;
mod strip;

use std::path::{Path, PathBuf};

use boardwright_library::LoadedGame;
use eframe::egui::{Context, Key, Modifiers, RichText, ScrollArea, TextEdit, Ui};

use self::gallery::{Filter, Gallery};
pub use self::ongoing::{Ongoing, WorkFolders};
use self::strip::strip;
use crate::dialog::Dialog;
use crate::game_pictures::GamePictures;
use crate::settings::Settings;
use crate::shell::file_request;
use crate::texts::{t, with};
use crate::theme::icons::Icon;
use crate::theme::metrics;
use crate::theme::widgets::{IconButton, icon_text_button};

/// Request of the user to the application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HomeRequest {
    /// Open a game or a file, named as on the command line.
    Open(String),
    /// Write a new game.
    New,
    /// Show the game that is played.
    ShowGame,
    /// Continue the game of a record.
    Resume(PathBuf),
    /// Open the unsaved text of a file.
    Edit(PathBuf),
    /// Show the tournament that runs.
    ShowTournament,
    /// Show the tournament of a folder.
    OpenTournament(PathBuf),
}

/// Work in this window that goes on.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunningWork<'a> {
    /// The game that is played.
    pub game: Option<&'a LoadedGame>,
    /// The tournament that is played: finished games, and all games.
    pub tournament: Option<(u64, u64)>,
    /// The file whose text is open in the editor.
    pub text: Option<&'a Path>,
    /// `true` while something that the user wants to open is read.
    pub is_loading: bool,
}

/// The page.
#[derive(Debug)]
pub struct Home {
    pictures: GamePictures,
    gallery: Gallery,
    /// Path of a game file that the user enters.
    path: String,
    dialog: Dialog,
}

impl Home {
    /// The page with all shipped games; their drawings are kept in a folder, if there is one.
    pub fn new(drawings: Option<PathBuf>) -> Self {
        let (pictures, gallery) = (GamePictures::new(drawings), Gallery::new());
        Self { pictures, gallery, path: String::new(), dialog: Dialog::default() }
    }

    /// Leaves all cores to other pages until the page is shown again.
    pub fn rest(&self) {
        self.pictures.rest();
    }

    /// `true` if all visible pictures are drawn.
    pub fn has_drawn_visible(&self) -> bool {
        self.pictures.has_drawn_visible()
    }

    /// Shows the page; returns the user's request.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        settings: &mut Settings,
        ongoing: &Ongoing,
        running: RunningWork<'_>,
    ) -> Option<HomeRequest> {
        self.pictures.poll(ui.ctx());
        let mut asked = self.toolbar(ui);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            asked = strip(ui, &mut self.pictures, ongoing, running, settings).or(asked.take());
            asked = recent(ui, settings.recent.iter().chain(&settings.recent_records)).or(asked.take());
            asked = self.gallery.ui(ui, &mut self.pictures).map(HomeRequest::Open).or(asked.take());
        });
        // What the user waits for has all cores.
        if running.is_loading {
            self.pictures.rest();
        } else {
            self.pictures.start_work(ui.ctx());
        }
        asked
    }

    /// Shows the search field, the filter, and what opens files.
    fn toolbar(&mut self, ui: &mut Ui) -> Option<HomeRequest> {
        let mut asked = None;
        ui.horizontal_wrapped(|ui| {
            asked = self.search(ui).map(HomeRequest::Open);
            for (filter, name) in Filter::ALL {
                ui.selectable_value(&mut self.gallery.filter, filter, t(name));
            }
            ui.add_space(metrics::GAP);
            let label = ui.label(t("home.file"));
            let field = TextEdit::singleline(&mut self.path).desired_width(150.0).hint_text(t("home.file_hint"));
            let field = ui.add(field).labelled_by(label.id);
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if (ui.button(t("home.open")).clicked() || entered) && !self.path.trim().is_empty() {
                asked = Some(HomeRequest::Open(self.path.trim().to_owned()));
            }
            if let Some(path) = self.dialog.button(ui, "home.choose", file_request) {
                asked = Some(HomeRequest::Open(path.display().to_string()));
            }
            if icon_text_button(ui, Icon::FilePlus, t("home.new")).on_hover_text(t("home.new_hint")).clicked() {
                asked = Some(HomeRequest::New);
            }
        });
        asked
    }

    /// Shows the search field; returns the game that Enter opens.
    fn search(&mut self, ui: &mut Ui) -> Option<String> {
        let label = ui.label(t("home.search"));
        let field = TextEdit::singleline(&mut self.gallery.search).desired_width(150.0);
        let field = ui.add(field).labelled_by(label.id);
        let asks = |window: &Context| window.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::F));
        if asks(ui.ctx()) {
            field.request_focus();
        }
        if !self.gallery.search.is_empty() && IconButton::new(Icon::X, t("home.clear")).show(ui).clicked() {
            self.gallery.search.clear();
            field.request_focus();
        }
        let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        is_entered.then(|| self.gallery.only_hit()).flatten()
    }
}

/// Shows the recently opened files.
fn recent<'p>(ui: &mut Ui, recent: impl Iterator<Item = &'p PathBuf>) -> Option<HomeRequest> {
    let mut asked = None;
    let mut recent = recent.peekable();
    if recent.peek().is_some() {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(t("home.recent")).weak());
            for path in recent {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                if ui.link(name).on_hover_text(path.display().to_string()).clicked() {
                    asked = Some(HomeRequest::Open(path.display().to_string()));
                }
            }
        });
        ui.add_space(2.0);
    }
    asked
}

/// Shows texts of the editor that were not saved, except the one that is open; returns the one that the user wants to edit.
pub fn unsaved_texts(ui: &mut Ui, ongoing: &Ongoing) -> Option<PathBuf> {
    let mut asked = None;
    if !ongoing.texts.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(t("home.texts")).strong());
            for path in &ongoing.texts {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                if ui.link(name).on_hover_text(path.display().to_string()).clicked() {
                    asked = Some(path.clone());
                }
            }
        });
    }
    asked
}

/// Text for a range of players.
fn players_text(least: usize, most: usize) -> String {
    match (least, most) {
        (1, 1) => t("home.one").to_owned(),
        _ if least == most => with("home.many", &[&least]),
        _ => with("home.range", &[&least, &most]),
    }
}
