//! Files of games that are opened: read in the background; of a file with several games, the user chooses one from a list.

use std::path::{Path, PathBuf};

use boardwright_library::game_files::{FileGame, read_games};
use boardwright_library::hands::is_deal_file;
use boardwright_library::store::StoredRecord;
use eframe::egui::{Button, Context, Id, Modal, RichText, ScrollArea, TextEdit, TextStyle, Ui};

use crate::task::{Reporter, Task};
use crate::texts::{t, with};

/// Number of games from which on the list has a search field.
const SEARCHED: usize = 8;
/// Width and greatest height of the list in points.
const SIZE: [f32; 2] = [520.0, 340.0];

/// A file of games that is being opened.
#[derive(Debug)]
pub struct GameList {
    path: PathBuf,
    /// Number of the game that was asked for, from 1.
    number: Option<usize>,
    reading: Option<Task<Result<Vec<FileGame>, String>>>,
    games: Vec<FileGame>,
    /// Titles of the games.
    titles: Vec<String>,
    search: String,
}

/// The chosen game of a file.
#[derive(Debug)]
pub struct ChosenGame {
    /// The file.
    pub path: PathBuf,
    /// Number in the file, from 1.
    pub number: usize,
    /// The record, or the reason why the game has none.
    pub stored: Result<StoredRecord, String>,
    /// Parts of the text that the record does not have.
    pub warnings: Vec<String>,
}

/// Answer of the list: a game, `None` if the user has chosen none, or an error.
pub type Answer = Result<Option<Box<ChosenGame>>, String>;

impl GameList {
    /// Starts to read a file; the game with this number is chosen, or a single one.
    pub fn open(window: &Context, path: &Path, number: Option<usize>) -> Self {
        let file = path.to_owned();
        let reading = Task::start(window, "games of a file", move |reporter: &Reporter<_>| {
            reporter.report(read_games(&file).map_err(|error| error.to_string()));
        });
        let (games, titles, search) = (Vec::new(), Vec::new(), String::new());
        Self { path: path.to_owned(), number, reading: Some(reading), games, titles, search }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// `true` while the file is read.
    pub fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Shows the list if there is a choice; returns the answer, after which the list is over.
    pub fn ui(&mut self, window: &Context) -> Option<Answer> {
        if let Some(task) = &mut self.reading {
            let read = task.messages().pop().or_else(|| task.take_panic().map(Err))?;
            self.reading = None;
            self.games = match read {
                Ok(games) => games,
                Err(reason) => return Some(Err(reason)),
            };
            self.titles = self.games.iter().map(FileGame::title).collect();
        }
        match (self.number, self.games.len()) {
            (Some(number), _) => Some(self.choose(number)),
            (None, 0 | 1) => Some(self.choose(1)),
            (None, _) => self.list(window),
        }
    }

    /// The game with this number, from 1.
    fn choose(&mut self, number: usize) -> Answer {
        if !(1..=self.games.len()).contains(&number) {
            return Err(with("play.no_record", &[&self.path.display(), &number]));
        }
        let FileGame { record, warnings, .. } = self.games.swap_remove(number - 1);
        let path = self.path.clone();
        Ok(Some(Box::new(ChosenGame { path, number, stored: record, warnings })))
    }

    /// Shows the list in a window of its own; returns the answer of the user.
    fn list(&mut self, window: &Context) -> Option<Answer> {
        let shown = Modal::new(Id::unique("games of a file")).show(window, |ui| self.list_ui(ui));
        match shown.inner {
            (Some(number), _) => Some(self.choose(number)),
            (None, is_closed) => (is_closed || shown.should_close()).then_some(Ok(None)),
        }
    }

    /// Shows the list; returns the number of the clicked game, from 1, and `true` if the user wants none.
    fn list_ui(&mut self, ui: &mut Ui) -> (Option<usize>, bool) {
        ui.set_width(SIZE[0].min(ui.ctx().content_rect().width() - 40.0));
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        ui.strong(with("game_list.title", &[&name, &self.games.len()]));
        if self.games.len() >= SEARCHED {
            ui.horizontal(|ui| {
                let label = ui.label(t("games.search"));
                ui.add(TextEdit::singleline(&mut self.search)).labelled_by(label.id);
            });
        }
        let wanted = self.search.trim().to_lowercase();
        let is_wanted = |number: &usize| wanted.is_empty() || self.titles[*number].to_lowercase().contains(&wanted);
        let numbers: Vec<usize> = (0..self.games.len()).filter(is_wanted).collect();
        let height = ui.text_style_height(&TextStyle::Button) + 2.0 * ui.spacing().button_padding.y;
        let height = height.max(ui.spacing().interact_size.y);
        let most = SIZE[1].min(ui.ctx().content_rect().height() - 160.0);
        let mut chosen = None;
        ScrollArea::vertical().max_height(most).auto_shrink([false, true]).show_rows(
            ui,
            height,
            numbers.len(),
            |ui, rows| {
                for &number in &numbers[rows] {
                    let title = with("game_list.entry", &[&(number + 1), &self.titles[number].replace('\n', " ")]);
                    let is_readable = self.games[number].record.is_ok() || is_deal_file(&self.path);
                    let colour = if is_readable { ui.visuals().text_color() } else { ui.visuals().error_fg_color };
                    let entry = Button::new(RichText::new(title).color(colour)).frame(false).truncate();
                    if ui.add_enabled(is_readable, entry).clicked() {
                        chosen = Some(number + 1);
                    }
                }
            },
        );
        (chosen, ui.button(t("game_list.none")).clicked())
    }
}
