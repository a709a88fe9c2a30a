//! The application: pages, the state that they share, navigation, and the messages at the bottom of the window.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use boardwright_library::{LoadedGame, load, recovery};
use eframe::egui::{self, CentralPanel, Context, Key, Panel, RichText, Ui};

use crate::pages::editor::{self, Editor, Language};
use crate::pages::game_list::{Answer, GameList};
use crate::pages::games::{Gallery, GalleryRequest};
use crate::pages::left_over::{LeftOverRequest, LeftOvers, WorkFolders};
use crate::pages::play::Play;
use crate::pages::rules::{RulesPage, RulesRequest};
use crate::pages::settings as setting;
use crate::pages::table::TablePage;
use crate::pages::tournament::Tournament;
use crate::session::{OpenedGame, Records};
use crate::settings::Settings;
use crate::task::{Reporter, Task};
use crate::texts::{t, with};
use crate::{Folders, WindowOptions, theme};

/// The pages of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The gallery of all games.
    Games,
    /// A game being played or studied.
    Play,
    /// The editor of a game file.
    Editor,
    /// Rule files and their console.
    Rules,
    /// Tournaments between players.
    Tournament,
    /// The robot arm and the camera.
    Table,
    /// Appearance of the window.
    Settings,
}

/// Shipped script with which new ones begin.
const TEMPLATE_SCRIPT: &str = "regular";

/// The pages in display order, with the keys of their names and their shortcut digits.
const PAGES: [(Page, &str, Key); 7] = [
    (Page::Games, "pages.games", Key::Num1),
    (Page::Play, "pages.play", Key::Num2),
    (Page::Editor, "pages.editor", Key::Num3),
    (Page::Rules, "pages.rules", Key::Num4),
    (Page::Tournament, "pages.tournament", Key::Num5),
    (Page::Table, "pages.table", Key::Num6),
    (Page::Settings, "pages.settings", Key::Num7),
];

/// Greatest height of a message, in points; a longer one is scrolled.
const NOTE_HEIGHT: f32 = 160.0;

/// File extensions of game records.
pub const RECORD_EXTENSIONS: [&str; 6] = ["jsonl", "pgn", "pdn", "sgf", "phh", "phhs"];

/// The application.
#[derive(Debug)]
pub struct App {
    page: Page,
    folders: Folders,
    seed: Option<u64>,
    settings: Settings,
    /// The settings as last written to the file.
    saved_settings: Settings,
    gallery: Gallery,
    left_over: LeftOvers,
    records: Records,
    play: Option<Play>,
    /// The file of the game on the page Play; `None` for shipped games.
    file: Option<PathBuf>,
    editor: Option<Editor>,
    /// The game file for which the editor was opened. It remains until another game is opened.
    edited: Option<PathBuf>,
    rules: RulesPage,
    tournament: Tournament,
    table: TablePage,
    loading: Option<Loading>,
    /// The file of games that is being opened.
    game_list: Option<GameList>,
    /// Messages for the user, newest last.
    notes: Vec<String>,
    /// Messages about the last game that could not be opened. They are removed when the next one is opened.
    load_notes: Vec<String>,
}

/// A game that is being loaded.
#[derive(Debug)]
struct Loading {
    name: String,
    task: Task<Result<OpenedGame, String>>,
}

impl App {
    /// Creates the application in a new window.
    pub fn new(window: &Context, opening: WindowOptions) -> Self {
        egui_extras::install_image_loaders(window);
        theme::install(window);
        opening.chooser.install(window);
        let settings = opening.folders.settings().map_or_else(Settings::default, |path| Settings::read(&path));
        theme::apply(window, &settings);
        let records = Records::new(opening.folders.records());
        // Files that an interrupted program left behind.
        let notes = records.recover();
        let unsaved = opening.folders.data.as_deref().map(editor::recovery_folder);
        for folder in opening.folders.config.iter().chain(&unsaved) {
            recovery::remove_stray_files(folder);
        }
        let mut app = Self {
            page: Page::Games,
            saved_settings: settings.clone(),
            settings,
            gallery: Gallery::new(),
            left_over: LeftOvers::default(),
            records,
            play: None,
            file: None,
            editor: None,
            edited: None,
            rules: RulesPage::new(opening.folders.data.as_deref()),
            tournament: Tournament::new(opening.folders.data.as_deref()),
            table: TablePage::new(opening.folders.data.as_deref()),
            loading: None,
            game_list: None,
            notes,
            load_notes: Vec::new(),
            seed: opening.seed,
            folders: opening.folders,
        };
        if let Some(game) = opening.game {
            app.open(window, &game);
        }
        app
    }

    /// The visible page.
    pub fn page(&self) -> Page {
        self.page
    }

    /// Shows another page.
    pub fn show_page(&mut self, page: Page) {
        self.page = page;
    }

    /// `true` if the gallery has drawn all boards.
    pub fn has_drawn_all(&self) -> bool {
        self.gallery.has_drawn_all()
    }

    /// Starts to load a game, named as on the command line.
    pub fn open(&mut self, window: &Context, asked: &str) {
        let ending = Path::new(asked).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        self.load_notes.clear();
        let is_record = RECORD_EXTENSIONS.iter().any(|record| ending.eq_ignore_ascii_case(record));
        if is_record || recovery::is_journal(Path::new(asked)) {
            self.game_list = Some(GameList::open(window, Path::new(asked), None));
            return;
        }
        if Language::of(Path::new(asked)) != Language::Game {
            self.open_in_editor(Path::new(asked));
            return;
        }
        let text = asked.to_owned();
        let task = Task::start(window, "load", move |reporter: &Reporter<_>| {
            reporter.report(open_game(&text).map_err(|error| error.to_string()));
        });
        self.loading = Some(Loading { name: asked.to_owned(), task });
    }

    /// Opens a file in the editor.
    fn open_in_editor(&mut self, path: &Path) {
        match Editor::open(path, self.folders.data.as_deref()) {
            Ok(editor) => {
                self.editor = Some(editor);
                self.edited = self.game_path();
                self.settings.add_recent(&path.canonicalize().unwrap_or_else(|_| path.to_owned()));
                self.page = Page::Editor;
            }
            Err(reason) => self.load_notes.push(reason),
        }
    }

    /// Takes over a game that has finished loading.
    fn poll_loading(&mut self, window: &Context) {
        let Some(loading) = &mut self.loading else { return };
        let news = loading.task.messages();
        let broken = loading.task.take_panic();
        if news.is_empty() && broken.is_none() {
            return;
        }
        let asked = self.loading.take().map(|loading| loading.name).unwrap_or_default();
        self.notes.extend(broken);
        for read in news {
            match read {
                Ok(opened) => {
                    self.notes.extend(opened.loaded.warning.clone());
                    // A file that is based on another one contributes the first of its sources.
                    let source = opened.loaded.sources.first();
                    let path = source.map_or(Path::new(""), |source| Path::new(source.name())).to_owned();
                    self.file = path.is_file().then(|| path.clone());
                    self.edited = None;
                    if path.is_file() {
                        self.settings.add_recent(&path.canonicalize().unwrap_or(path));
                    }
                    self.play = Some(Play::new(window, Arc::new(opened), self.records.clone(), self.seed));
                    self.page = Page::Play;
                }
                Err(reason) => {
                    self.load_notes.push(reason);
                    // A game file with an error can be mended; a file that is no text would be damaged.
                    if std::fs::read_to_string(&asked).is_ok() {
                        self.open_in_editor(Path::new(&asked));
                    }
                }
            }
        }
    }

    /// Opens a file that was dropped on the window.
    fn open_dropped_file(&mut self, window: &Context) {
        let dropped: Option<PathBuf> =
            window.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
        if let Some(path) = dropped {
            self.open(window, &path.display().to_string());
        }
    }

    fn handle_keys(&mut self, window: &Context) {
        for (page, _, key) in PAGES {
            if window.input_mut(|input| input.consume_key(egui::Modifiers::COMMAND, key)) {
                self.page = page;
            }
        }
    }

    /// The navigation bar with the names of the pages.
    fn navigation_ui(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            for (page, name, _) in PAGES {
                let text = RichText::new(t(name)).size(15.0);
                if ui.selectable_label(self.page == page, text).clicked() {
                    self.page = page;
                }
            }
            if let Some(loading) = &self.loading {
                ui.spinner();
                ui.label(with("app.loading", &[&loading.name]));
            }
            if let Some(list) = self.game_list.as_ref().filter(|list| list.is_reading()) {
                ui.spinner();
                ui.label(with("app.loading", &[&list.path().display()]));
            }
            // The page of the arm shows a larger stop button.
            if self.page != Page::Table {
                self.table.stop_ui(ui);
            }
        });
    }

    /// The messages at the bottom of the window.
    fn notes_ui(&mut self, ui: &mut Ui) {
        let mut read = None;
        for (number, note) in self.load_notes.iter().chain(&self.notes).enumerate() {
            ui.horizontal(|ui| {
                if ui.small_button("×").on_hover_text(t("app.dismiss")).clicked() {
                    read = Some(number);
                }
                let notes = egui::ScrollArea::both().id_salt(number).max_height(NOTE_HEIGHT);
                notes.min_scrolled_height(NOTE_HEIGHT).show(ui, |ui| {
                    theme::error_label(ui, note);
                });
            });
        }
        if let Some(number) = read {
            match number.checked_sub(self.load_notes.len()) {
                Some(number) => drop(self.notes.remove(number)),
                None => drop(self.load_notes.remove(number)),
            }
        }
    }

    /// Shows one frame; called by the window and by tests.
    pub fn show(&mut self, ui: &mut Ui) {
        let window = ui.ctx().clone();
        self.handle_keys(&window);
        self.poll_loading(&window);
        self.poll_game_list(&window);
        self.open_dropped_file(&window);
        Panel::top("pages").show(ui, |ui| self.navigation_ui(ui));
        // The match goes on and the arm follows it on every page.
        if let Some(play) = &mut self.play {
            play.session.poll();
            self.notes.append(&mut play.session.notes);
            self.table.follow(&mut play.session);
        }
        if !(self.notes.is_empty() && self.load_notes.is_empty()) {
            Panel::bottom("notes").show(ui, |ui| self.notes_ui(ui));
        }
        match self.page {
            Page::Games => self.games_ui(ui),
            Page::Play => match &mut self.play {
                Some(play) => {
                    play.ui(ui, &mut self.settings);
                    if let Some(game) = play.open_request.take() {
                        self.open(&window, &game);
                    }
                }
                None => message_page(ui, t("app.no_game")),
            },
            Page::Editor => {
                self.begin_editor();
                self.editor_ui(ui);
            }
            Page::Tournament => {
                CentralPanel::default().show(ui, |ui| self.tournament.ui(ui));
                if let Some((path, number)) = self.tournament.record_to_show.take() {
                    self.game_list = Some(GameList::open(&window, &path, Some(number)));
                }
            }
            Page::Table => match &mut self.play {
                Some(play) => {
                    CentralPanel::default().show(ui, |ui| self.table.ui(ui, &play.session));
                }
                None => message_page(ui, t("app.no_game")),
            },
            Page::Rules => match self.rules.ui(ui) {
                Some(RulesRequest::Edit(path)) => self.open_in_editor(&path),
                Some(RulesRequest::EditCopy { name, text }) => {
                    self.begin_new_file(&name, boardwright_bots::rules::EXTENSION, text);
                }
                None => {}
            },
            Page::Settings => {
                CentralPanel::default().show(ui, |ui| setting::ui(ui, &mut self.settings));
            }
        }
        theme::apply(&window, &self.settings);
        self.save_settings();
    }

    /// Shows the page of all games.
    fn games_ui(&mut self, ui: &mut Ui) {
        let folders = WorkFolders { records: &self.records, data: self.folders.data.as_deref() };
        let left_over = &mut self.left_over;
        let open = self.editor.as_ref().map(Editor::path);
        let left_over = |ui: &mut Ui, settings: &mut Settings| left_over.ui(ui, folders, settings, open);
        let gallery = |ui: &mut Ui| self.gallery.ui(ui, &mut self.settings, left_over);
        match CentralPanel::default().show(ui, gallery).inner {
            Some(GalleryRequest::Open(text)) => self.open(ui.ctx(), &text),
            Some(GalleryRequest::New) => self.begin_new(),
            Some(GalleryRequest::LeftOver(asked)) => self.open_left_over(ui.ctx(), asked),
            None => {}
        }
    }

    /// Opens work of an earlier session.
    fn open_left_over(&mut self, window: &Context, asked: LeftOverRequest) {
        self.load_notes.clear();
        match asked {
            LeftOverRequest::Resume(path) => {
                let resumed = Play::resume(window, &path, self.records.clone());
                self.show_play(resumed);
            }
            LeftOverRequest::Edit(path) if path.is_file() => self.open_in_editor(&path),
            LeftOverRequest::Edit(path) => {
                self.editor = Some(Editor::copy(String::new(), path, self.folders.data.as_deref(), true));
                self.edited = self.game_path();
                self.page = Page::Editor;
            }
        }
    }

    /// Shows the page of the editor.
    fn editor_ui(&mut self, ui: &mut Ui) {
        let Some(editor) = &mut self.editor else {
            let folders = WorkFolders { records: &self.records, data: self.folders.data.as_deref() };
            let left_over = &mut self.left_over;
            let begin = |ui: &mut Ui| {
                let asked = left_over.ui(ui, folders, &mut self.settings, None);
                let is_new = ui.vertical_centered(|ui| {
                    ui.add_space(ui.available_height() / 3.0);
                    ui.label(t("app.no_file"));
                    ui.button(t("games.new")).on_hover_text(t("games.new_hint")).clicked()
                });
                (asked, is_new.inner)
            };
            let (asked, is_new) = CentralPanel::default().show(ui, begin).inner;
            if let Some(asked) = asked {
                self.open_left_over(ui.ctx(), asked);
            } else if is_new {
                self.begin_new();
            }
            return;
        };
        let (before, version) = (editor.path().to_owned(), editor.version());
        editor.ui(ui);
        // The errors of the file are those of an earlier text.
        if editor.version() != version {
            self.load_notes.clear();
        }
        self.notes.append(&mut editor.notes);
        let path = editor.path().to_owned();
        let asked = editor.request.take();
        if editor.take_saved() || path != before {
            self.settings.add_recent(&path);
        }
        if path != before {
            self.file = Some(path.clone());
        }
        match asked {
            Some(editor::EditorRequest::New) => self.begin_new(),
            Some(editor::EditorRequest::NewScript) => self.begin_new_script(),
            Some(editor::EditorRequest::Play) => self.open(ui.ctx(), &path.display().to_string()),
            None => {}
        }
    }

    /// Default folder of game files that are written here.
    fn own_folder(&self) -> PathBuf {
        self.folders.data.as_deref().map_or_else(PathBuf::new, |data| data.join("own"))
    }

    /// The file of the game on the page Play, or the path of its copy if it is a shipped game.
    fn game_path(&self) -> Option<PathBuf> {
        let play = self.play.as_ref()?;
        let own = || self.own_folder().join(format!("{}.game", play.session.loaded().name));
        Some(self.file.clone().unwrap_or_else(own))
    }

    /// Opens a new game in the editor.
    fn begin_new(&mut self) {
        self.begin_new_file("new-game", "game", boardwright_library::template::game_file(t("app.new_game")));
    }

    /// Opens a new script in the editor: the rules of a shipped one.
    fn begin_new_script(&mut self) {
        let Some(bot) = boardwright_bots::shipped::shipped_bot(TEMPLATE_SCRIPT) else { return };
        self.begin_new_file("new-bot", Language::SCRIPT_EXTENSION, bot.text.to_owned());
    }

    /// Opens a text in the editor that is to be saved under a new name.
    fn begin_new_file(&mut self, name: &str, extension: &str, text: String) {
        let open = |path: &Path| self.editor.as_ref().is_some_and(|editor| editor.path() == path);
        let numbered = |number: u32| match number {
            1 => format!("{name}.{extension}"),
            _ => format!("{name}-{number}.{extension}"),
        };
        let paths = (1..).map(|number| self.own_folder().join(numbered(number)));
        let Some(path) = paths.into_iter().find(|path| !path.exists() && !open(path)) else { return };
        self.editor = Some(Editor::copy(text, path, self.folders.data.as_deref(), true));
        self.edited = self.game_path();
        self.page = Page::Editor;
    }

    /// Opens the file of the game on the page Play in the editor, or a copy of it if it is a shipped game.
    fn begin_editor(&mut self) {
        let Some(path) = self.game_path().filter(|path| self.edited.as_ref() != Some(path)) else { return };
        self.edited = Some(path.clone());
        if self.editor.as_ref().is_some_and(|editor| editor.path() == path) {
            return;
        }
        let loaded = self.play.as_ref().map(|play| play.session.loaded());
        let Some(source) = loaded.and_then(|loaded| loaded.sources.first()) else { return };
        let data = self.folders.data.as_deref();
        self.editor = Some(if path.is_file() {
            match Editor::open(&path, data) {
                Ok(editor) => editor,
                Err(reason) => {
                    self.notes.push(reason);
                    return;
                }
            }
        } else {
            Editor::copy(source.text().to_owned(), path, data, false)
        });
    }

    /// Shows the list of the games of a file, and then the chosen one.
    fn poll_game_list(&mut self, window: &Context) {
        let Some(answer) = self.game_list.as_mut().and_then(|list| list.ui(window)) else { return };
        self.game_list = None;
        self.show_record(answer);
    }

    /// Shows a recorded game on the board, with the warnings of its reader.
    fn show_record(&mut self, answer: Answer) {
        match answer {
            Ok(Some(chosen)) => {
                let warned = chosen.warnings.iter().map(|warning| format!("{}: {warning}", chosen.path.display()));
                let warnings: Vec<String> = warned.collect();
                if !warnings.is_empty() {
                    self.load_notes.push(warnings.join("\n"));
                }
                let opened = Play::from_file(*chosen, self.records.clone());
                self.show_play(opened);
            }
            Ok(None) => {}
            Err(reason) => self.load_notes.push(reason),
        }
    }

    /// Shows a game that was read from a record.
    fn show_play(&mut self, opened: Result<Play, String>) {
        match opened {
            Ok(play) => {
                (self.file, self.edited) = (None, None);
                self.play = Some(play);
                self.page = Page::Play;
            }
            Err(reason) => self.load_notes.push(reason),
        }
    }

    /// Writes the settings if they have changed.
    fn save_settings(&mut self) {
        if self.settings == self.saved_settings {
            return;
        }
        self.saved_settings = self.settings.clone();
        if let Some(Err(reason)) = self.folders.settings().map(|path| self.settings.write(&path)) {
            self.notes.push(reason);
        }
    }
}

/// Shows a page that contains only a sentence.
fn message_page(ui: &mut Ui, text: &str) {
    CentralPanel::default().show(ui, |ui| {
        ui.centered_and_justified(|ui| ui.label(text));
    });
}

/// Loads a game together with its artifacts.
pub fn open_game(asked: &str) -> Result<OpenedGame, boardwright_library::Error> {
    let mut loaded: LoadedGame = load(asked)?;
    let (beside, note) = loaded.artifacts()?;
    loaded.warning = loaded.warning.or(note);
    Ok(OpenedGame { loaded, artifacts: beside })
}

/// Time for which the end of the program waits for records that are being finished.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

impl Drop for App {
    /// Ends the match, and waits until its record is finished.
    fn drop(&mut self) {
        self.play = None;
        self.records.wait(CLOSE_TIMEOUT);
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }
}
