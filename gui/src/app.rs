//! The application: pages, the state that they share, navigation, and the messages at the bottom of the window.

mod next_game;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use boardwright_library::{LoadedGame, load, recovery};
use eframe::egui::{self, CentralPanel, Context, Panel, Ui};

use self::next_game::NextGame;
use crate::dialog::Dialog;
use crate::pages::editor::{self, Editor, Language};
use crate::pages::home::{Home, HomeRequest, Ongoing, RunningWork, WorkFolders, unsaved_texts};
use crate::pages::new_game::{NewGame, NewGameAnswer, RunningGame};
use crate::pages::play::Play;
use crate::pages::rules::{RulesPage, RulesRequest};
use crate::pages::settings::{self as setting, SettingsRequest};
use crate::pages::study::StudyPage;
use crate::pages::table::{TablePage, TableRequest};
use crate::pages::tournament::Tournament;
use crate::pages::{PAGES, Page};
use crate::session::{GameTerms, OpenedGame, Records, Session};
use crate::settings::{RememberedGame, Settings};
use crate::shell::{
    About, Command, CommandPalette, KeyHelp, Messages, commands, file_request, key_groups, keys, navigation, progress,
};
use crate::task::{Reporter, Task};
use crate::texts::{t, with};
use crate::theme::icons::Icon;
use crate::theme::widgets::empty_page;
use crate::{Folders, WindowOptions, theme};

/// Shipped script with which new ones begin.
const TEMPLATE_SCRIPT: &str = "regular";

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
    home: Home,
    ongoing: Ongoing,
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
    /// The dialog of a new game.
    new_game: Option<NewGame>,
    /// The files of games, and the game of one that is being opened.
    study: StudyPage,
    /// The game that takes the place of one with unsaved notes, while the user is asked what to do with these.
    next: Option<NextGame>,
    /// `true` once the user has decided to end the program.
    is_closing: bool,
    messages: Messages,
    palette: CommandPalette,
    help: KeyHelp,
    about: About,
    /// The dialog that opens a file.
    opening: Dialog,
}

/// A game that is being loaded.
#[derive(Debug)]
struct Loading {
    name: String,
    /// `true` if the user is asked for the terms of the game.
    asks: bool,
    /// Page that was shown when the loading began.
    page: Page,
    task: Task<Result<LoadedWork, String>>,
}

/// A game that has been loaded.
#[derive(Debug)]
enum LoadedWork {
    /// A game that begins.
    Game(Box<OpenedGame>),
    /// A game that was left before its end, and its record.
    Left(Box<Session>, PathBuf),
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
            page: Page::Home,
            saved_settings: settings.clone(),
            settings,
            home: Home::new(opening.folders.drawings()),
            ongoing: Ongoing::default(),
            records,
            play: None,
            file: None,
            editor: None,
            edited: None,
            rules: RulesPage::new(opening.folders.data.as_deref()),
            tournament: Tournament::new(opening.folders.data.as_deref()),
            table: TablePage::new(opening.folders.data.as_deref()),
            loading: None,
            new_game: None,
            study: StudyPage::default(),
            next: None,
            is_closing: false,
            messages: Messages { others: notes, ..Messages::default() },
            palette: CommandPalette::default(),
            help: KeyHelp::default(),
            about: About::default(),
            opening: Dialog::default(),
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

    /// `true` if all pictures that are visible on the page Home are drawn.
    pub fn has_drawn_visible(&self) -> bool {
        self.home.has_drawn_visible()
    }

    /// Starts to load a game, named as on the command line.
    pub fn open(&mut self, window: &Context, asked: &str) {
        self.messages.about_opening.clear();
        if is_record(Path::new(asked)) {
            self.study.open(window, &self.records, Path::new(asked));
            return;
        }
        if Language::of(Path::new(asked)) != Language::Game {
            self.open_in_editor(Path::new(asked));
            return;
        }
        let text = asked.to_owned();
        self.load(window, asked.to_owned(), move || {
            open_game(&text).map(|opened| LoadedWork::Game(Box::new(opened))).map_err(|error| error.to_string())
        });
    }

    /// Starts to load a game in the background; its name is shown meanwhile.
    fn load(
        &mut self,
        window: &Context,
        name: String,
        work: impl FnOnce() -> Result<LoadedWork, String> + Send + 'static,
    ) {
        let task = Task::start_urgent(window, "load", move |reporter: &Reporter<_>| reporter.report(work()));
        self.loading = Some(Loading { name, asks: false, page: self.page, task });
    }

    /// Starts to load a game, and asks for its terms then.
    fn open_new(&mut self, window: &Context, asked: &str) {
        self.open(window, asked);
        if let Some(loading) = &mut self.loading {
            loading.asks = true;
        }
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
            Err(reason) => self.messages.about_opening.push(reason),
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
        let Some(Loading { name: asked, asks, page, .. }) = self.loading.take() else { return };
        // A page that the user has turned to meanwhile stays.
        let chosen = (self.page != page).then_some(self.page);
        self.messages.others.extend(broken);
        for read in news {
            match read {
                Ok(LoadedWork::Left(session, path)) => {
                    self.go_on_with(window, NextGame::Resumed(session, path));
                    self.page = chosen.unwrap_or(self.page);
                }
                Ok(LoadedWork::Game(opened)) => {
                    self.messages.others.extend(opened.loaded.warning.clone());
                    let opened: Arc<OpenedGame> = Arc::from(opened);
                    if asks {
                        self.ask_terms(window, opened);
                    } else {
                        self.go_on_with(window, NextGame::New(opened, GameTerms::default()));
                        self.page = chosen.unwrap_or(self.page);
                    }
                }
                Err(reason) => {
                    self.messages.about_opening.push(reason);
                    // A game file with an error can be mended; a file that is no text would be damaged.
                    if !is_record(Path::new(&asked)) && std::fs::read_to_string(&asked).is_ok() {
                        self.open_in_editor(Path::new(&asked));
                    }
                }
            }
        }
    }

    /// Opens the dialog of a new game with the terms of the last one.
    fn ask_terms(&mut self, window: &Context, opened: Arc<OpenedGame>) {
        let last = self.settings.games.get(&opened.loaded.name).cloned().unwrap_or_default();
        let has_options = !opened.loaded.options.is_empty();
        let dialog = self.new_game.insert(NewGame::new(window, opened, &last.terms, RunningGame::None));
        if !has_options {
            dialog.choose_options(window, &last.argument);
        }
    }

    /// Begins a game on the page Play: anew, if it is the one that is there.
    fn begin(&mut self, window: &Context, opened: Arc<OpenedGame>, terms: &GameTerms) {
        let own = self.play.as_mut().filter(|play| Arc::ptr_eq(&play.session.opened, &opened));
        match own.map(|play| play.begin(window, terms.clone())) {
            Some(begun) => self.messages.about_opening.extend(begun.err()),
            None => self.start(window, opened, terms),
        }
    }

    /// Starts a game on the page Play.
    fn start(&mut self, window: &Context, opened: Arc<OpenedGame>, terms: &GameTerms) {
        // A file that is based on another one contributes the first of its sources.
        let source = opened.loaded.sources.first();
        let path = source.map_or(Path::new(""), |source| Path::new(source.name())).to_owned();
        match Play::new(window, opened, self.records.clone(), self.seed, terms) {
            Ok(play) => self.play = Some(play),
            Err(reason) => return self.messages.about_opening.push(reason),
        }
        self.file = path.is_file().then(|| path.clone());
        self.edited = None;
        if path.is_file() {
            self.settings.add_recent(&path.canonicalize().unwrap_or(path));
        }
        self.page = Page::Play;
    }

    /// Shows the dialog of a new game, and does what the user answers.
    fn new_game_ui(&mut self, window: &Context) {
        if let Some(play) = self.play.as_mut().filter(|play| play.new_game_request) {
            play.new_game_request = false;
            let running = if play.is_changeable() { RunningGame::Changeable } else { RunningGame::Closed };
            self.new_game = Some(NewGame::new(window, play.session.opened.clone(), &play.terms(), running));
        }
        let Some(answer) = self.new_game.as_mut().and_then(|dialog| dialog.ui(window, &mut self.settings.engines))
        else {
            return;
        };
        self.new_game = None;
        match answer {
            NewGameAnswer::Cancel => {}
            NewGameAnswer::Change(terms) => {
                if let Some(play) = &mut self.play {
                    play.change(window, terms);
                }
            }
            NewGameAnswer::Start(opened, terms) => {
                let remembered = RememberedGame { argument: opened.loaded.argument.clone(), terms: terms.clone() };
                self.settings.games.insert(opened.loaded.name.clone(), remembered);
                self.go_on_with(window, NextGame::New(opened, terms));
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
        let pressed = |shortcut: &_| window.input_mut(|input| input.consume_shortcut(shortcut));
        for entry in PAGES {
            if pressed(&keys::page(entry.key)) {
                self.page = entry.page;
            }
        }
        if keys::PALETTE.iter().any(pressed) {
            self.palette.open();
        }
        let is_free = !window.egui_wants_keyboard_input();
        if pressed(&keys::HELP)
            || is_free && window.input(|input| input.events.contains(&egui::Event::Text("?".to_owned())))
        {
            self.help.is_open = true;
        }
        if pressed(&keys::OPEN) {
            self.run(window, Command::OpenFile);
        }
    }

    /// Carries out a command of the palette.
    fn run(&mut self, window: &Context, command: Command) {
        match command {
            Command::Show(page) => self.page = page,
            Command::Open(game) => self.open(window, &game),
            Command::OpenFile => self.opening.ask(window, file_request()),
            Command::NewFile => self.begin_new(),
            Command::Theme(theme) => self.settings.theme = theme,
            Command::Zoom(factor) => self.settings.zoom(factor),
            Command::Help => self.help.is_open = true,
            Command::About => self.about.is_open = true,
        }
    }

    /// Shows dialogs and the command palette.
    fn overlays_ui(&mut self, window: &Context) {
        if let Some(command) = self.palette.ui(window, || commands(window)) {
            self.run(window, command);
        }
        self.help.ui(window, || key_groups(window));
        self.about.ui(window);
        match self.opening.answer() {
            Some(Ok(path)) => self.open(window, &path.display().to_string()),
            Some(Err(reason)) => self.messages.about_opening.push(reason),
            None => {}
        }
        let reading = self.study.read_name();
        if let Some(name) = self.loading.as_ref().map(|loading| loading.name.clone()).or(reading) {
            progress(window, &with("app.loading", &[&name]));
        }
    }

    /// Shows one frame; called by the window and by tests.
    pub fn show(&mut self, ui: &mut Ui) {
        let window = ui.ctx().clone();
        self.handle_keys(&window);
        self.poll_loading(&window);
        self.poll_study(&window);
        self.open_dropped_file(&window);
        if let Some(page) = navigation(ui, self.page) {
            self.page = page;
        }
        // The page of the arm shows a larger stop button.
        if self.page != Page::Table && self.table.has_arm() {
            Panel::top("arm").show(ui, |ui| ui.horizontal(|ui| self.table.stop_ui(ui)));
        }
        // The match goes on and the arm follows it on every page.
        if let Some(play) = &mut self.play {
            play.session.poll();
            self.messages.others.append(&mut play.session.notes);
            self.table.follow(&mut play.session);
        }
        self.tournament.poll(&window, &self.settings);
        self.messages.ui(ui);
        if self.page != Page::Home {
            self.home.rest();
        }
        match self.page {
            Page::Home => self.home_ui(ui),
            Page::Play => match &mut self.play {
                Some(play) => {
                    play.ui(ui, &mut self.settings);
                }
                None => message_page(ui, t("app.no_game")),
            },
            Page::Study => {
                if let Some(path) = self.study.ui(ui, &self.records, &self.settings.recent_records) {
                    self.open(&window, &path.display().to_string());
                }
            }
            Page::Editor => {
                self.begin_editor();
                self.editor_ui(ui);
            }
            Page::Tournament => {
                if let Some(game) = self.tournament.ui(ui, &mut self.settings) {
                    self.study.open_record(&window, &self.records, *game);
                }
            }
            Page::Table => match &mut self.play {
                Some(play) => {
                    let table = CentralPanel::default().show(ui, |ui| self.table.ui(ui, &play.session, play.board()));
                    if table.inner == Some(TableRequest::Play) {
                        self.page = Page::Play;
                    }
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
            Page::Settings => match setting::ui(ui, &mut self.settings) {
                Some(SettingsRequest::Keys) => self.help.is_open = true,
                Some(SettingsRequest::About) => self.about.is_open = true,
                None => {}
            },
        }
        self.new_game_ui(&window);
        self.begin_again(&window);
        self.ask_before_close(&window);
        self.unsaved_ui(&window);
        self.overlays_ui(&window);
        theme::apply(&window, &self.settings);
        self.save_settings();
    }

    /// Shows the page Home, and does what the user asks for there.
    fn home_ui(&mut self, ui: &mut Ui) {
        let folders = WorkFolders { records: &self.records, data: self.folders.data.as_deref() };
        self.ongoing.refresh(ui, folders);
        let played = self.play.as_ref().filter(|play| play.session.has_open_match());
        let running = RunningWork {
            game: played.map(|play| play.session.loaded()),
            tournament: self.tournament.progress(),
            text: self.editor.as_ref().map(Editor::path),
            is_loading: self.loading.is_some() || self.study.read_name().is_some(),
        };
        let (home, settings, ongoing) = (&mut self.home, &mut self.settings, &self.ongoing);
        let asked = CentralPanel::default().show(ui, |ui| home.ui(ui, settings, ongoing, running)).inner;
        let Some(asked) = asked else { return };
        self.messages.about_opening.clear();
        match asked {
            HomeRequest::Open(text) => self.open_new(ui.ctx(), &text),
            HomeRequest::New => self.begin_new(),
            HomeRequest::ShowGame => self.page = Page::Play,
            HomeRequest::Resume(path) => {
                let records = self.records.clone();
                self.load(ui.ctx(), path.display().to_string(), move || {
                    let session = Session::of_unfinished(&path, records)?;
                    Ok(LoadedWork::Left(Box::new(session), path))
                });
            }
            HomeRequest::Edit(path) => self.edit_unsaved(&path),
            HomeRequest::ShowTournament => self.page = Page::Tournament,
            HomeRequest::OpenTournament(folder) => {
                self.tournament.open_results(&folder);
                self.page = Page::Tournament;
            }
        }
    }

    /// Opens a file whose text was not saved.
    fn edit_unsaved(&mut self, path: &Path) {
        if path.is_file() {
            return self.open_in_editor(path);
        }
        self.editor = Some(Editor::copy(String::new(), path.to_owned(), self.folders.data.as_deref(), true));
        self.edited = self.game_path();
        self.page = Page::Editor;
    }

    /// Shows the page of the editor.
    fn editor_ui(&mut self, ui: &mut Ui) {
        let Some(editor) = &mut self.editor else {
            let folders = WorkFolders { records: &self.records, data: self.folders.data.as_deref() };
            self.ongoing.refresh(ui, folders);
            let begin = |ui: &mut Ui| {
                let asked = unsaved_texts(ui, &self.ongoing);
                let is_new = ui.vertical_centered(|ui| {
                    ui.add_space(ui.available_height() / 3.0);
                    ui.label(t("app.no_file"));
                    ui.button(t("home.new")).on_hover_text(t("home.new_hint")).clicked()
                });
                (asked, is_new.inner)
            };
            let (asked, is_new) = CentralPanel::default().show(ui, begin).inner;
            if let Some(path) = asked {
                self.messages.about_opening.clear();
                self.edit_unsaved(&path);
            } else if is_new {
                self.begin_new();
            }
            return;
        };
        let (before, version) = (editor.path().to_owned(), editor.version());
        editor.ui(ui, &mut self.settings);
        // The errors of the file are those of an earlier text.
        if editor.version() != version {
            self.messages.about_opening.clear();
        }
        self.messages.others.append(&mut editor.notes);
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
            Some(editor::EditorRequest::PlayedPosition) => self.show_played_position(&path),
            Some(editor::EditorRequest::Play) => self.open(ui.ctx(), &path.display().to_string()),
            None => {}
        }
    }

    /// Shows the position of the game on the page Play in the editor, if the game is that of the edited file.
    fn show_played_position(&mut self, edited: &Path) {
        let is_own = self.game_path().is_some_and(|path| path == edited);
        let play = self.play.as_ref().filter(|play| is_own && !play.session.hides_information());
        let line = play.map(|play| play.session.tree.texts(&play.session.tree.line(play.session.visible_node())));
        match (line, &mut self.editor) {
            (Some(line), Some(editor)) => editor.go_along(&line),
            _ => self.messages.others.push(t("debugger.not_played").to_owned()),
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
                    self.messages.others.push(reason);
                    return;
                }
            }
        } else {
            Editor::copy(source.text().to_owned(), path, data, false)
        });
    }

    /// Writes the settings if they have changed.
    fn save_settings(&mut self) {
        if self.settings == self.saved_settings {
            return;
        }
        self.saved_settings = self.settings.clone();
        if let Some(Err(reason)) = self.folders.settings().map(|path| self.settings.write(&path)) {
            self.messages.others.push(reason);
        }
    }
}

/// `true` if a file has recorded games, by its name.
fn is_record(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    RECORD_EXTENSIONS.iter().any(|record| ending.eq_ignore_ascii_case(record)) || recovery::is_journal(path)
}

/// Shows a page that contains only a sentence.
fn message_page(ui: &mut Ui, text: &str) {
    CentralPanel::default().show(ui, |ui| empty_page(ui, Icon::ChessKnight, text, |_| ()));
}

/// Loads a game together with its artifacts.
pub fn open_game(asked: &str) -> Result<OpenedGame, boardwright_library::Error> {
    let mut loaded: LoadedGame = load(asked)?;
    let (beside, note) = loaded.artifacts()?;
    let warning = loaded.warning.take().map(|warning| with("app.file_warnings", &[&warning]));
    loaded.warning = [warning, note].into_iter().flatten().reduce(|all, next| format!("{all}\n{next}"));
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
