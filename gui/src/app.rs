//! The whole window: its pages, what they share, and what is told at the foot.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardwright_shelf::{Loaded, load};
use eframe::egui::{self, CentralPanel, Context, Key, Panel, RichText, Ui};

use crate::pages::editor::{self, Editor};
use crate::pages::games::{Asked, Gallery};
use crate::pages::play::Play;
use crate::pages::settings as setting;
use crate::pages::table::Bench;
use crate::pages::tournament::Tournament;
use crate::session::Opened;
use crate::settings::Settings;
use crate::task::{Task, Teller};
use crate::texts::{t, with};
use crate::{Folders, Opening, theme};

/// The pages of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// All games, to choose one.
    Games,
    /// A game that is played or studied.
    Play,
    /// A game file that is written.
    Editor,
    /// Many games between players.
    Tournament,
    /// The arm and the camera.
    Table,
    /// How the window looks.
    Settings,
}

/// The pages in the order in which they are offered, with their names and the digit of their key.
const PAGES: [(Page, &str, Key); 6] = [
    (Page::Games, "pages.games", Key::Num1),
    (Page::Play, "pages.play", Key::Num2),
    (Page::Editor, "pages.editor", Key::Num3),
    (Page::Tournament, "pages.tournament", Key::Num4),
    (Page::Table, "pages.table", Key::Num5),
    (Page::Settings, "pages.settings", Key::Num6),
];

/// Endings of files that hold games.
pub const RECORDS: [&str; 4] = ["jsonl", "pgn", "pdn", "sgf"];

/// The application.
#[derive(Debug)]
pub struct App {
    page: Page,
    folders: Folders,
    seed: Option<u64>,
    settings: Settings,
    /// As they were written last.
    written: Settings,
    gallery: Gallery,
    play: Option<Play>,
    /// Its file, if it did not ship with the program.
    file: Option<PathBuf>,
    editor: Option<Editor>,
    /// The file of the game for which the editor was opened; it stays until another game is.
    edited: Option<PathBuf>,
    tournament: Tournament,
    table: Bench,
    loading: Option<Loading>,
    /// What a person should know, the last one last.
    notes: Vec<String>,
}

/// A game that is being read.
#[derive(Debug)]
struct Loading {
    asked: String,
    task: Task<Result<Opened, String>>,
}

impl App {
    /// The application in a window that was just made.
    pub fn new(window: &Context, opening: Opening) -> Self {
        egui_extras::install_image_loaders(window);
        theme::install(window);
        opening.chooser.install(window);
        let settings = opening.folders.settings().map_or_else(Settings::default, |path| Settings::read(&path));
        theme::apply(window, &settings);
        let mut app = Self {
            page: Page::Games,
            written: settings.clone(),
            settings,
            gallery: Gallery::new(),
            play: None,
            file: None,
            editor: None,
            edited: None,
            tournament: Tournament::new(opening.folders.data.as_deref()),
            table: Bench::new(opening.folders.data.as_deref()),
            loading: None,
            notes: Vec::new(),
            seed: opening.seed,
            folders: opening.folders,
        };
        if let Some(game) = opening.game {
            app.open(window, &game);
        }
        app
    }

    /// The page that is shown.
    pub fn page(&self) -> Page {
        self.page
    }

    /// Shows another page.
    pub fn go(&mut self, page: Page) {
        self.page = page;
    }

    /// Whether all boards of the gallery are drawn.
    pub fn has_drawn_all(&self) -> bool {
        self.gallery.has_drawn_all()
    }

    /// Begins to read a game, as on the command line.
    pub fn open(&mut self, window: &Context, asked: &str) {
        let ending = Path::new(asked).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if RECORDS.iter().any(|record| ending.eq_ignore_ascii_case(record)) {
            self.show_record(Path::new(asked), 1);
            return;
        }
        let text = asked.to_owned();
        let task = Task::begin(window, "load", move |teller: &Teller<_>| {
            teller.tell(opened(&text).map_err(|error| error.to_string()));
        });
        self.loading = Some(Loading { asked: asked.to_owned(), task });
    }

    /// Takes the game that was read.
    fn take_loaded(&mut self, window: &Context) {
        let Some(loading) = &mut self.loading else { return };
        let news = loading.task.news();
        let broken = loading.task.broken();
        if news.is_empty() && broken.is_none() {
            return;
        }
        self.loading = None;
        self.notes.extend(broken);
        for read in news {
            match read {
                Ok(opened) => {
                    self.notes.extend(opened.loaded.note.clone());
                    // What is based on another file comes of the first of them.
                    let source = opened.loaded.sources.first();
                    let path = source.map_or(Path::new(""), |source| Path::new(source.name())).to_owned();
                    self.file = path.is_file().then(|| path.clone());
                    self.edited = None;
                    if path.is_file() {
                        self.settings.opened(&path.canonicalize().unwrap_or(path));
                    }
                    self.play = Some(Play::new(window, Arc::new(opened), self.folders.records(), self.seed));
                    self.page = Page::Play;
                }
                Err(reason) => self.notes.push(reason),
            }
        }
    }

    /// Files that were dropped on the window.
    fn take_dropped(&mut self, window: &Context) {
        let dropped: Option<PathBuf> =
            window.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
        if let Some(path) = dropped {
            self.open(window, &path.display().to_string());
        }
    }

    fn keys(&mut self, window: &Context) {
        for (page, _, key) in PAGES {
            if window.input_mut(|input| input.consume_key(egui::Modifiers::COMMAND, key)) {
                self.page = page;
            }
        }
    }

    /// The names of the pages.
    fn bar(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            for (page, name, _) in PAGES {
                let text = RichText::new(t(name)).size(15.0);
                if ui.selectable_label(self.page == page, text).clicked() {
                    self.page = page;
                }
            }
            if let Some(loading) = &self.loading {
                ui.spinner();
                ui.label(with("app.loading", &[&loading.asked]));
            }
            // The page of the arm shows a larger one.
            if self.page != Page::Table {
                self.table.stop_ui(ui);
            }
        });
    }

    /// What a person should know.
    fn foot(&mut self, ui: &mut Ui) {
        let mut read = None;
        for (number, note) in self.notes.iter().enumerate() {
            ui.horizontal(|ui| {
                if ui.small_button("×").on_hover_text(t("app.dismiss")).clicked() {
                    read = Some(number);
                }
                // Diagnostics are laid out for letters of one width.
                let text = if note.contains('\n') { RichText::new(note).monospace() } else { RichText::new(note) };
                egui::ScrollArea::both().id_salt(number).max_height(160.0).show(ui, |ui| {
                    ui.colored_label(ui.visuals().error_fg_color, text);
                });
            });
        }
        if let Some(number) = read {
            self.notes.remove(number);
        }
    }

    /// What is shown, for a window and for tests.
    pub fn show(&mut self, ui: &mut Ui) {
        let window = ui.ctx().clone();
        self.keys(&window);
        self.take_loaded(&window);
        self.take_dropped(&window);
        Panel::top("pages").show(ui, |ui| self.bar(ui));
        // Whatever page is shown, the game goes on and the arm follows it.
        if let Some(play) = &mut self.play {
            play.session.hear();
            self.notes.append(&mut play.session.notes);
            self.table.follow(&mut play.session);
        }
        if !self.notes.is_empty() {
            Panel::bottom("notes").show(ui, |ui| self.foot(ui));
        }
        match self.page {
            Page::Games => match CentralPanel::default().show(ui, |ui| self.gallery.ui(ui, &self.settings)).inner {
                Some(Asked::Open(text)) => self.open(&window, &text),
                Some(Asked::New) => self.begin_new(),
                None => {}
            },
            Page::Play => match &mut self.play {
                Some(play) => play.ui(ui, &mut self.settings),
                None => nothing(ui, t("app.no_game")),
            },
            Page::Editor => {
                self.begin_editor();
                self.edit(ui);
            }
            Page::Tournament => {
                CentralPanel::default().show(ui, |ui| self.tournament.ui(ui));
                if let Some((path, number)) = self.tournament.wanted.take() {
                    self.show_record(&path, number);
                }
            }
            Page::Table => match &mut self.play {
                Some(play) => {
                    CentralPanel::default().show(ui, |ui| self.table.ui(ui, &play.session));
                }
                None => nothing(ui, t("app.no_game")),
            },
            Page::Settings => {
                CentralPanel::default().show(ui, |ui| setting::ui(ui, &mut self.settings));
            }
        }
        theme::apply(&window, &self.settings);
        self.remember();
    }

    /// The page on which a game is written.
    fn edit(&mut self, ui: &mut Ui) {
        let Some(editor) = &mut self.editor else {
            let begin = |ui: &mut Ui| {
                ui.vertical_centered(|ui| {
                    ui.add_space(ui.available_height() / 3.0);
                    ui.label(t("app.no_file"));
                    ui.button(t("games.new")).on_hover_text(t("games.new_hint")).clicked()
                })
            };
            if CentralPanel::default().show(ui, begin).inner.inner {
                self.begin_new();
            }
            return;
        };
        let before = editor.path().to_owned();
        editor.ui(ui);
        self.notes.append(&mut editor.notes);
        let path = editor.path().to_owned();
        let asked = editor.asked.take();
        if path != before {
            self.settings.opened(&path);
            self.file = Some(path.clone());
        }
        match asked {
            Some(editor::Asked::New) => self.begin_new(),
            Some(editor::Asked::Play) => self.open(ui.ctx(), &path.display().to_string()),
            None => {}
        }
    }

    /// Where files are that are written here, unless somebody says otherwise.
    fn own(&self) -> PathBuf {
        self.folders.data.as_deref().map_or_else(PathBuf::new, |data| data.join("own"))
    }

    /// Where the file is of the game that is played, or would be if it ships with the program.
    fn played(&self) -> Option<PathBuf> {
        let play = self.play.as_ref()?;
        let own = || self.own().join(format!("{}.game", play.session.loaded().name));
        Some(self.file.clone().unwrap_or_else(own))
    }

    /// Opens a new game in the editor.
    fn begin_new(&mut self) {
        let open = |path: &Path| self.editor.as_ref().is_some_and(|editor| editor.path() == path);
        let name =
            |number: u32| if number == 1 { "new-game.game".to_owned() } else { format!("new-game-{number}.game") };
        let paths = (1..).map(|number| self.own().join(name(number)));
        let Some(path) = paths.into_iter().find(|path| !path.exists() && !open(path)) else { return };
        let text = boardwright_shelf::fresh::text(t("app.new_game"));
        self.editor = Some(Editor::copy(text, path, self.folders.data.as_deref()));
        self.edited = self.played();
        self.page = Page::Editor;
    }

    /// Opens the file of the game that is played in the editor, or a copy of it if it ships with the program.
    fn begin_editor(&mut self) {
        let Some(path) = self.played().filter(|path| self.edited.as_ref() != Some(path)) else { return };
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
            Editor::copy(source.text().to_owned(), path, data)
        });
    }

    /// Shows a game of a tournament on the board.
    fn show_record(&mut self, path: &Path, number: usize) {
        match Play::from_record(path, number, self.folders.records()) {
            Ok(play) => {
                (self.file, self.edited) = (None, None);
                self.play = Some(play);
                self.page = Page::Play;
            }
            Err(reason) => self.notes.push(reason),
        }
    }

    /// Writes the settings when they have changed.
    fn remember(&mut self) {
        if self.settings == self.written {
            return;
        }
        self.written = self.settings.clone();
        if let Some(Err(reason)) = self.folders.settings().map(|path| self.settings.write(&path)) {
            self.notes.push(reason);
        }
    }
}

/// A page on which there is nothing but a sentence.
fn nothing(ui: &mut Ui, text: &str) {
    CentralPanel::default().show(ui, |ui| {
        ui.centered_and_justified(|ui| ui.label(text));
    });
}

/// Reads a game and what is kept beside it.
pub fn opened(asked: &str) -> Result<Opened, boardwright_shelf::Error> {
    let mut loaded: Loaded = load(asked)?;
    let (beside, note) = loaded.beside()?;
    loaded.note = loaded.note.or(note);
    Ok(Opened { loaded, beside })
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.show(ui);
    }
}
