//! The page Study: the games of a file as a list, which is searched and sorted, and from which games are opened with their
//! comments and variations.

mod games_table;
mod order;
mod reading;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardwright_library::game_index::GameIndex;
use boardwright_library::store::StoredRecord;
use eframe::egui::{CentralPanel, Context, Key, Modifiers, RichText, TextEdit, Ui, Vec2};

use self::games_table::GamesTable;
pub use self::reading::OpenedRecord;
use self::reading::{Reading, ReadingNews};
use crate::app::RECORD_EXTENSIONS;
use crate::dialog::{Dialog, FileRequest, Purpose};
use crate::session::Records;
use crate::texts::{t, with};
use crate::theme::icons::Icon;
use crate::theme::widgets::{IconButton, empty_page, section};
use crate::theme::{metrics, palette};

/// Width of the search field.
const SEARCH: f32 = 220.0;
/// Width of the field for a path.
const PATH: f32 = 200.0;

/// The page.
#[derive(Debug, Default)]
pub struct StudyPage {
    /// The file whose games are listed.
    file: Option<Arc<GameIndex>>,
    reading: Option<Reading>,
    table: GamesTable,
    /// Path of a file, as the user types it.
    path: String,
    dialog: Dialog,
}

/// News about a file or a game that was to be opened.
#[derive(Debug)]
pub enum StudyNews {
    /// The file has several games, which the page lists.
    Listed(PathBuf),
    /// A game was opened.
    Opened(Box<OpenedRecord>),
    /// The file or the game cannot be read.
    Failed(String),
}

impl StudyPage {
    /// Starts to read a file; opens a single game.
    pub fn open(&mut self, window: &Context, records: &Records, path: &Path) {
        self.reading = Some(Reading::of_file(window, records, path));
    }

    /// Starts to open a game that comes from no file of games, such as one of a tournament.
    pub fn open_record(&mut self, window: &Context, records: &Records, stored: StoredRecord) {
        self.reading = Some(Reading::of_record(window, records, stored));
    }

    /// Reads the file anew if it is the one that is listed, because it was changed.
    pub fn refresh(&mut self, window: &Context, path: &Path) {
        if self.reading.is_none() && self.file.as_ref().is_some_and(|file| file.path() == path) {
            self.reading = Some(Reading::again(window, path));
        }
    }

    /// Name of the file that is being read, or from which a game is being opened.
    pub fn read_name(&self) -> Option<String> {
        self.reading.as_ref().filter(|reading| !reading.is_silent).map(|reading| reading.name.clone())
    }

    /// Takes over what was read in the background.
    pub fn poll(&mut self) -> Option<StudyNews> {
        let reading = self.reading.as_mut()?;
        let news = reading.poll()?;
        let (opens_game, is_silent) = (reading.opens_game, reading.is_silent);
        if let ReadingNews::Index { index, is_single } = news {
            let is_same = self.file.as_ref().is_some_and(|file| file.path() == index.path());
            self.table.begin(is_same);
            let path = index.path().to_owned();
            self.file = Some(index);
            if opens_game || is_single {
                return None;
            }
            self.reading = None;
            return (!is_silent).then_some(StudyNews::Listed(path));
        }
        self.reading = None;
        match news {
            ReadingNews::Opened(opened) => Some(StudyNews::Opened(opened)),
            ReadingNews::Failed(reason) => Some(StudyNews::Failed(reason)),
            ReadingNews::Index { .. } => None,
        }
    }

    /// Shows the page; returns the path of a file that the user wants to open. `recent` are the files that were opened last.
    pub fn ui(&mut self, ui: &mut Ui, records: &Records, recent: &[PathBuf]) -> Option<PathBuf> {
        CentralPanel::default().show(ui, |ui| self.page_ui(ui, records, recent)).inner
    }

    fn page_ui(&mut self, ui: &mut Ui, records: &Records, recent: &[PathBuf]) -> Option<PathBuf> {
        let Some(file) = self.file.clone() else {
            return empty_page(ui, Icon::BookOpen, t("games_of_file.empty"), |ui| {
                let width = ui.available_width().min(metrics::READABLE);
                let size = Vec2::new(width, metrics::CONTROL);
                let opened = ui.allocate_ui(size, |ui| ui.horizontal_wrapped(|ui| self.open_ui(ui)).inner).inner;
                ui.add_space(metrics::PADDING);
                recent_ui(ui, recent).or(opened)
            });
        };
        let name = file.path().file_name().unwrap_or_default().to_string_lossy();
        section(ui, &with("games_of_file.title", &[&name, &file.entries.len()]))
            .on_hover_text(file.path().display().to_string());
        let mut wanted = None;
        let searches = ui.horizontal_wrapped(|ui| {
            let searches = self.search_ui(ui, &file);
            ui.separator();
            wanted = self.open_ui(ui);
            searches
        });
        if !recent.is_empty() {
            wanted = ui.horizontal_wrapped(|ui| recent_ui(ui, recent)).inner.or(wanted);
        }
        ui.add_space(metrics::GAP / 2.0);
        if let Some(number) = self.table.ui(ui, &file, searches.inner)
            && self.reading.is_none()
        {
            self.reading = Some(Reading::of_game(ui.ctx(), records, &file, number));
        }
        wanted
    }

    /// Shows the field in which games are searched; `true` while it has the keyboard.
    fn search_ui(&mut self, ui: &mut Ui, file: &GameIndex) -> bool {
        let label = ui.label(t("home.search"));
        let field = TextEdit::singleline(&mut self.table.search).desired_width(SEARCH);
        let field = ui.add(field.hint_text(t("games_of_file.search_hint"))).labelled_by(label.id);
        if ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::F)) {
            field.request_focus();
        }
        if !self.table.search.is_empty() {
            if IconButton::new(Icon::X, t("home.clear")).show(ui).clicked() {
                self.table.search.clear();
                field.request_focus();
            }
            let found = with("games_of_file.found", &[&self.table.found(), &file.entries.len()]);
            ui.label(RichText::new(found).color(palette(ui).weak));
        }
        // Enter opens the selected game, and takes the keyboard from the field in the same frame.
        field.has_focus() || field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
    }

    /// Shows the field for the path of a file, and the button for the dialog.
    fn open_ui(&mut self, ui: &mut Ui) -> Option<PathBuf> {
        let label = ui.label(t("games_of_file.file"));
        let field = TextEdit::singleline(&mut self.path).desired_width(PATH).hint_text(t("home.file_hint"));
        let field = ui.add(field).labelled_by(label.id);
        let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let mut wanted = None;
        if (ui.button(t("home.open")).clicked() || is_entered) && !self.path.trim().is_empty() {
            wanted = Some(PathBuf::from(self.path.trim()));
        }
        self.dialog.button(ui, "home.choose", file_request).or(wanted)
    }
}

/// Shows the files that were opened last; returns the one that is clicked.
fn recent_ui(ui: &mut Ui, recent: &[PathBuf]) -> Option<PathBuf> {
    let mut wanted = None;
    if !recent.is_empty() {
        ui.label(RichText::new(t("home.recent")).color(palette(ui).weak));
    }
    for path in recent {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if ui.link(name).on_hover_text(path.display().to_string()).clicked() {
            wanted = Some(path.clone());
        }
    }
    wanted
}

fn file_request() -> FileRequest {
    let records = (t("dialog.records").to_owned(), RECORD_EXTENSIONS.to_vec());
    FileRequest { title: t("games_of_file.choose").to_owned(), purpose: Purpose::Open, kinds: vec![records] }
}
