//! The dialog of a new game: its rules, and its occupants, time, options and start position. It changes nothing until one of
//! its buttons is clicked.

mod clock;
mod options;
mod player;
mod program;
mod seats;
mod start;

use std::sync::Arc;

use eframe::egui::{
    Align, Button, Context, Id, Key, Label, Layout, Modal, RichText, Role, ScrollArea, Sense, Spinner, Stroke, Ui,
    UiBuilder, Vec2, WidgetInfo,
};

pub use self::clock::time_ui;
pub use self::options::{OptionsForm, player_range};
pub use self::player::{parse_options, player_name};
pub use self::program::{OfferedKinds, ProgramForm, engine_text, has_engines};
use self::seats::SeatsForm;
use self::start::StartForm;
use crate::app::open_game;
use crate::engines::Engines;
use crate::game_pictures::{GameDrawing, GamePicture, PictureSize};
use crate::session::{GameTerms, OpenedGame, TimeSetting};
use crate::task::{Reporter, Task};
use crate::texts::{t, with};
use crate::theme::widgets::{dialog, section};
use crate::theme::{ACCENT, error_label, metrics, palette};

/// Greatest width of the dialog.
const WIDTH: f32 = 880.0;
/// Width of the dialog from which the rules stand beside the forms.
const TWO_COLUMNS: f32 = 640.0;
/// Width of the column of the rules.
const RULES_WIDTH: f32 = 300.0;
/// Height of the picture.
const PICTURE: f32 = 190.0;
/// Height that the window and the dialog need beside the forms.
const AROUND: f32 = 150.0;

/// The dialog of a new game.
#[derive(Debug)]
pub struct NewGame {
    opened: Arc<OpenedGame>,
    /// The picture, once it is drawn.
    picture: Option<GamePicture>,
    drawing: Task<GamePicture>,
    options: OptionsForm,
    seats: SeatsForm,
    pace: TimeSetting,
    start: StartForm,
    /// Loading of the game with other options.
    loading: Option<Task<Result<OpenedGame, String>>>,
    /// Reason why the chosen options are impossible.
    refusal: Option<String>,
    running: RunningGame,
}

/// Relation of the dialog to the game on the page Play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunningGame {
    /// The dialog is about another game.
    None,
    /// Occupants and time of the running game can be changed.
    Changeable,
    /// The screen is handed over to the next person: nobody may change the game.
    Closed,
}

/// Answer of the user.
#[derive(Debug)]
pub enum NewGameAnswer {
    /// Begin a new game.
    Start(Arc<OpenedGame>, GameTerms),
    /// Change occupants and time of the running game.
    Change(GameTerms),
    /// Leave everything as it is.
    Cancel,
}

/// Draws the picture of a game in the background.
fn draw(window: &Context, opened: Arc<OpenedGame>) -> Task<GamePicture> {
    let size = PictureSize::of(Vec2::new(RULES_WIDTH, PICTURE), window.pixels_per_point());
    let window = window.clone();
    Task::start_urgent(&window.clone(), "picture", move |reporter: &Reporter<_>| {
        reporter.report(GamePicture::of(&window, &GameDrawing::of(&opened.loaded), size));
    })
}

impl NewGame {
    /// Dialog for a game, with the terms of an earlier one.
    pub fn new(window: &Context, opened: Arc<OpenedGame>, terms: &GameTerms, running: RunningGame) -> Self {
        let loaded = &opened.loaded;
        Self {
            picture: None,
            drawing: draw(window, opened.clone()),
            options: OptionsForm::new(loaded),
            seats: SeatsForm::new(loaded, &terms.seats, terms.shuffled),
            pace: terms.pace,
            start: StartForm::new(&terms.start),
            loading: None,
            refusal: None,
            running,
            opened,
        }
    }

    /// Loads the game with the options of an earlier one, as on the command line.
    pub fn choose_options(&mut self, window: &Context, argument: &str) {
        let before = self.options.argument();
        self.options.choose(argument);
        if self.options.argument() != before {
            self.load(window, self.options.argument());
        }
    }

    /// Begins to load the game with other options.
    fn load(&mut self, window: &Context, argument: String) {
        self.refusal = None;
        self.loading = Some(Task::start_urgent(window, "load", move |reporter: &Reporter<_>| {
            reporter.report(open_game(&argument).map_err(|error| error.to_string()));
        }));
    }

    /// Takes over the game with other options.
    fn poll(&mut self, window: &Context) {
        self.picture = self.drawing.messages().pop().or(self.picture.take());
        let Some(loading) = &mut self.loading else { return };
        let read = loading.messages().pop().or_else(|| loading.take_panic().map(Err));
        match read {
            Some(Ok(opened)) => {
                self.opened = Arc::new(opened);
                let loaded = &self.opened.loaded;
                self.seats = SeatsForm::new(loaded, &self.seats.seats, self.seats.shuffled);
                self.start.check_again();
                self.drawing = draw(window, self.opened.clone());
            }
            Some(Err(reason)) => self.refusal = Some(reason),
            None => return,
        }
        self.loading = None;
    }

    /// The chosen terms.
    fn terms(&self) -> GameTerms {
        GameTerms {
            seats: self.seats.seats.clone(),
            shuffled: self.seats.shuffled,
            pace: self.pace,
            start: self.start.position(),
        }
    }

    /// Shows the dialog; returns the answer of the user.
    pub fn ui(&mut self, window: &Context, engines: &mut Engines) -> Option<NewGameAnswer> {
        self.poll(window);
        let room = window.content_rect().size();
        // Enter in a field ends the field only, which has no focus any more when the buttons are shown.
        let is_free = window.memory(|memory| memory.focused().is_none());
        let width = WIDTH.min(room.x - 4.0 * metrics::SECTION);
        let shown = Modal::new(Id::unique("new game")).frame(dialog(window)).show(window, |ui| {
            ui.set_width(width);
            ui.horizontal(|ui| {
                section(ui, &self.opened.loaded.title);
                if self.loading.is_some() {
                    ui.add(Spinner::new().size(metrics::ICON));
                }
            });
            ui.add_space(metrics::GAP);
            let height = (room.y - AROUND).max(metrics::PADDING);
            if width >= TWO_COLUMNS {
                self.columns_ui(ui, width, height, engines);
            } else {
                ScrollArea::vertical().max_height(height).show(ui, |ui| {
                    self.forms_ui(ui, engines);
                    ui.add_space(metrics::SECTION);
                    self.rules_ui(ui);
                });
            }
            ui.add_space(metrics::PADDING);
            self.buttons_ui(ui, is_free)
        });
        let closes = shown.should_close();
        shown.inner.or_else(|| closes.then_some(NewGameAnswer::Cancel))
    }

    /// Shows rules and forms side by side.
    fn columns_ui(&mut self, ui: &mut Ui, width: f32, height: f32, engines: &mut Engines) {
        let height = height.min(560.0);
        let (rect, _) = ui.allocate_exact_size(Vec2::new(width, height), Sense::hover());
        let (mut left, mut right) = (rect, rect);
        left.set_width(RULES_WIDTH);
        right.min.x = left.max.x + metrics::SECTION;
        ui.scope_builder(UiBuilder::new().max_rect(left), |ui| {
            ScrollArea::vertical().id_salt("rules").auto_shrink(false).show(ui, |ui| self.rules_ui(ui));
        });
        ui.scope_builder(UiBuilder::new().max_rect(right), |ui| {
            ScrollArea::vertical().id_salt("forms").auto_shrink(false).show(ui, |ui| self.forms_ui(ui, engines));
        });
    }

    /// Shows the picture and the rules of the game.
    fn rules_ui(&self, ui: &mut Ui) {
        let size = Vec2::new(ui.available_width(), PICTURE);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let title = &self.opened.loaded.title;
        if let Some(picture) = &self.picture {
            picture.paint(ui, rect, title);
            response.widget_info(|| WidgetInfo::labeled(Role::Image, true, with("new_game.picture", &[title])));
        }
        ui.add_space(metrics::GAP);
        let Some(about) = self.opened.loaded.about() else { return };
        section(ui, t("new_game.rules"));
        for paragraph in about.split("\n\n") {
            ui.add(Label::new(paragraph.split_whitespace().collect::<Vec<_>>().join(" ")).wrap());
        }
    }

    /// Shows the forms.
    fn forms_ui(&mut self, ui: &mut Ui, engines: &mut Engines) {
        let is_closed = self.running == RunningGame::Closed;
        ui.add_enabled_ui(!is_closed, |ui| {
            if !self.options.is_empty() {
                section(ui, t("options.title"));
                if let Some(argument) = self.options.ui(ui) {
                    self.load(ui.ctx(), argument);
                }
                if let Some(reason) = &self.refusal {
                    error_label(ui, reason);
                }
                ui.add_space(metrics::GAP);
            }
            section(ui, t("seats.heading"));
            self.seats.ui(ui, engines);
            ui.add_space(metrics::GAP);
            section(ui, t("seats.pace"));
            time_ui(ui, &mut self.pace);
            ui.add_space(metrics::GAP);
            section(ui, t("begin.title"));
            self.start.ui(ui, &self.opened);
        });
        if is_closed {
            ui.add(Label::new(RichText::new(t("new_game.handed_over")).color(palette(ui).warning)).wrap());
        }
    }

    /// Shows the buttons. Enter is the same as the first of them if the keyboard `is_free`.
    fn buttons_ui(&self, ui: &mut Ui, is_free: bool) -> Option<NewGameAnswer> {
        let is_seated = self.seats.error().is_none();
        let is_ready = is_seated && self.loading.is_none() && self.refusal.is_none();
        let is_open = self.running != RunningGame::Closed;
        let can_start = is_ready && is_open && self.start.is_possible();
        let mut answer = None;
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = RichText::new(t("new_game.start")).strong().color(palette(ui).on_accent);
            let start = Button::new(text).fill(ACCENT).stroke(Stroke::NONE);
            let is_entered = is_free && ui.input(|input| input.key_pressed(Key::Enter));
            if ui.add_enabled(can_start, start).clicked() || can_start && is_entered {
                answer = Some(NewGameAnswer::Start(self.opened.clone(), self.terms()));
            }
            if self.running != RunningGame::None {
                let change = ui.add_enabled(is_seated && is_open, Button::new(t("new_game.change")));
                if change.on_hover_text(t("new_game.change_hint")).clicked() {
                    answer = Some(NewGameAnswer::Change(self.terms()));
                }
            }
            if ui.button(t("new_game.cancel")).clicked() {
                answer = Some(NewGameAnswer::Cancel);
            }
            let players = self.opened.loaded.game().players();
            let count = if players == 1 { t("home.one").to_owned() } else { with("home.many", &[&players]) };
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.weak(count));
        });
        answer
    }
}
