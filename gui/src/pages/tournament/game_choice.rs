//! The choice of the game of a tournament, with its options. The game is loaded in the background.

use std::path::Path;

use boardwright_games::rust_games::RUST_GAMES;
use boardwright_games::shipped_games;
use boardwright_library::load::split_game;
use boardwright_library::{LoadedGame, load};
use eframe::egui::{ComboBox, Context, Id, Key, PopupCloseBehavior, RichText, ScrollArea, Spinner, TextEdit, Ui};

use crate::dialog::{Dialog, FileRequest, Purpose};
use crate::pages::new_game::{OptionsForm, has_engines};
use crate::task::{Reporter, Task};
use crate::texts::{t, with};
use crate::theme::{error_label, metrics, palette};

/// Game of a new form.
const FIRST_GAME: &str = "connect-four";
/// Height of the list of games.
const LIST_HEIGHT: f32 = 320.0;
/// Width of the list of games.
const LIST_WIDTH: f32 = 240.0;

/// Facts about a game on which other parts of the form depend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// Title for people.
    pub title: String,
    /// Number of players of a game.
    pub seats: usize,
    /// `true` if there are chance moves.
    pub has_chance: bool,
    /// `true` if external engines can play.
    pub has_engines: bool,
}

/// A loaded game, as far as the form needs it.
type ReadGame = Result<(OptionsForm, GameFacts), String>;

/// The choice of a game.
#[derive(Debug)]
pub struct GameChoice {
    /// The game with its options, as on the command line.
    argument: String,
    /// Options and facts of the game, once it is loaded.
    loaded: Option<(OptionsForm, GameFacts)>,
    loading: Option<Task<ReadGame>>,
    /// Reason why the game cannot be played.
    refusal: Option<String>,
    search: String,
    /// `true` while the list of games is open.
    is_list_open: bool,
    dialog: Dialog,
}

impl Default for GameChoice {
    fn default() -> Self {
        Self::new(FIRST_GAME.to_owned())
    }
}

fn read(argument: &str) -> ReadGame {
    let loaded: LoadedGame = load(argument).map_err(|error| error.to_string())?;
    let game = loaded.game();
    let facts = GameFacts {
        title: loaded.title.clone(),
        seats: game.players(),
        has_chance: game.has_chance(),
        has_engines: has_engines(&loaded),
    };
    Ok((OptionsForm::new(&loaded), facts))
}

/// All games of the program: names and titles, sorted by title.
fn all_games() -> Vec<(&'static str, &'static str)> {
    let files = shipped_games().iter().map(|game| (game.name, game.title));
    let mut games: Vec<_> = files.chain(RUST_GAMES.iter().map(|game| (game.info.name, game.info.title))).collect();
    games.sort_by_key(|(_, title)| title.to_lowercase());
    games
}

impl GameChoice {
    /// Choice of a game, as on the command line.
    pub fn new(argument: String) -> Self {
        Self {
            argument,
            loaded: None,
            loading: None,
            refusal: None,
            search: String::new(),
            is_list_open: false,
            dialog: Dialog::default(),
        }
    }

    /// The game with its options, as on the command line.
    pub fn argument(&self) -> &str {
        &self.argument
    }

    /// Facts about the game; `None` while it is loaded, or if it cannot be.
    pub fn facts(&self) -> Option<&GameFacts> {
        self.loaded.as_ref().map(|(_, facts)| facts).filter(|_| self.loading.is_none())
    }

    /// Begins to load the game.
    fn load(&mut self, window: &Context, argument: String) {
        self.refusal = None;
        self.argument.clone_from(&argument);
        self.loading =
            Some(Task::start_urgent(window, "load", move |reporter: &Reporter<_>| reporter.report(read(&argument))));
    }

    fn poll(&mut self, window: &Context) {
        if self.loaded.is_none() && self.loading.is_none() && self.refusal.is_none() {
            self.load(window, self.argument.clone());
        }
        let Some(loading) = &mut self.loading else { return };
        let Some(read) = loading.messages().pop().or_else(|| loading.take_panic().map(Err)) else { return };
        self.loading = None;
        match read {
            Ok(loaded) => self.loaded = Some(loaded),
            Err(reason) => self.refusal = Some(reason),
        }
    }

    /// Chooses another game.
    fn choose(&mut self, window: &Context, argument: &str) {
        self.loaded = None;
        self.load(window, argument.to_owned());
    }

    /// Shows the choice below its heading, and the options.
    pub fn ui(&mut self, ui: &mut Ui, heading: Id) {
        self.poll(ui.ctx());
        ui.horizontal_wrapped(|ui| {
            self.list_ui(ui, heading);
            let wanted = || FileRequest {
                title: t("dialog.open").to_owned(),
                purpose: Purpose::Open,
                kinds: vec![(t("dialog.games").to_owned(), vec!["game"])],
            };
            if let Some(path) = self.dialog.button(ui, "tournament.game_file", wanted) {
                self.choose(ui.ctx(), &path.display().to_string());
            }
            if self.loading.is_some() {
                ui.add(Spinner::new().size(metrics::ICON));
            } else if let Some(facts) = self.facts() {
                let count =
                    if facts.seats == 1 { t("home.one").to_owned() } else { with("home.many", &[&facts.seats]) };
                ui.label(RichText::new(count).color(palette(ui).weak));
            }
        });
        let changed =
            self.loaded.as_mut().filter(|(options, _)| !options.is_empty()).and_then(|(options, _)| options.ui(ui));
        if let Some(argument) = changed {
            self.load(ui.ctx(), argument);
        }
        if let Some(reason) = &self.refusal {
            error_label(ui, reason);
        }
    }

    /// Shows the list of games with a search field.
    fn list_ui(&mut self, ui: &mut Ui, heading: Id) {
        let shown = self.loaded.as_ref().map_or_else(|| short_name(&self.argument), |(_, facts)| facts.title.clone());
        let mut chosen = None;
        let list = ComboBox::from_id_salt("tournament game").selected_text(shown).width(LIST_WIDTH);
        let list = list.height(LIST_HEIGHT + 60.0).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let list = list.show_ui(ui, |ui| {
            ui.set_min_width(LIST_WIDTH);
            let search = ui.label(t("home.search"));
            let field =
                ui.add(TextEdit::singleline(&mut self.search).desired_width(f32::INFINITY)).labelled_by(search.id);
            // What is typed after the list was opened is a search.
            if !self.is_list_open {
                field.request_focus();
            }
            let wanted = self.search.trim().to_lowercase();
            let is_wanted =
                |(name, title): &(&str, &str)| name.contains(&wanted) || title.to_lowercase().contains(&wanted);
            let games: Vec<_> = all_games().into_iter().filter(is_wanted).collect();
            if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
                chosen = games.first().map(|(name, _)| *name);
            }
            ScrollArea::vertical().max_height(LIST_HEIGHT).show(ui, |ui| {
                for (name, title) in games {
                    if ui.selectable_label(name == short_name(&self.argument), title).clicked() {
                        chosen = Some(name);
                    }
                }
            });
            if chosen.is_some() {
                ui.close();
            }
        });
        self.is_list_open = list.inner.is_some() && chosen.is_none();
        list.response.labelled_by(heading);
        if let Some(name) = chosen {
            self.search.clear();
            self.choose(ui.ctx(), name);
        }
    }
}

/// Title of a game with its options.
pub fn game_title(argument: &str) -> String {
    let name = short_name(argument);
    let title = all_games().into_iter().find(|(known, _)| *known == name).map_or(name, |(_, title)| title.to_owned());
    match argument.split_once(':').filter(|(_, options)| options.contains('=')) {
        Some((_, options)) => format!("{title} ({})", options.replace(',', ", ")),
        None => title,
    }
}

/// Name of a game without its options and folder.
pub fn short_name(argument: &str) -> String {
    let game = split_game(argument).map_or(argument, |(game, _)| game);
    Path::new(game).file_stem().map_or_else(|| game.to_owned(), |name| name.to_string_lossy().into_owned())
}
