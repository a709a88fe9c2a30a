//! The gallery: all games that ship and those that were opened, each with a drawing of its board.

use std::collections::HashMap;
use std::path::PathBuf;

use boardwright_games::{Kind, Shipped, shipped};
use boardwright_shelf::Loaded;
use boardwright_shelf::load::WRITTEN;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align, Align2, Color32, FontId, Frame, Key, Layout, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind,
    TextEdit, Ui, Vec2, WidgetInfo,
};

use crate::app::RECORDS;
use crate::board::{Album, Lens, Table};
use crate::dialog::{Dialog, Purpose, Wanted};
use crate::settings::Settings;
use crate::task::{Task, Teller};
use crate::texts::{t, with};
use crate::theme::ACCENT;

/// What a person wants who looks at the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// To open this, as on the command line.
    Open(String),
    /// To write a new game.
    New,
}

/// What is shown of a game.
#[derive(Clone, Debug)]
struct Card {
    asked: String,
    title: String,
    players: usize,
    kind: String,
}

/// Which games are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Filter {
    #[default]
    All,
    Boards,
    Puzzles,
    Others,
}

/// The gallery.
#[derive(Debug)]
pub struct Gallery {
    cards: Vec<Card>,
    search: String,
    filter: Filter,
    path: String,
    dialog: Dialog,
    drawn: HashMap<String, Drawing>,
    task: Option<Task<(String, Option<Box<Loaded>>)>>,
}

/// A game's board at its beginning.
#[derive(Debug)]
struct Drawing {
    table: Option<Table>,
    album: Album,
}

/// The size of a card, in points.
const CARD: Vec2 = Vec2::new(196.0, 212.0);

impl Gallery {
    /// All games that ship; their boards are drawn when they are first shown.
    pub fn new() -> Self {
        let card = |game: &Shipped| Card {
            asked: game.name.to_owned(),
            title: game.title.to_owned(),
            players: game.players,
            kind: game.kind.to_string(),
        };
        let mut cards: Vec<Card> = shipped().iter().map(card).collect();
        cards.extend(WRITTEN.iter().map(|game| Card {
            asked: game.name.to_owned(),
            title: game.title.to_owned(),
            players: game.players,
            kind: game.kind.to_owned(),
        }));
        cards.sort_by_key(|card| card.title.to_lowercase());
        let (search, path) = (String::new(), String::new());
        let dialog = Dialog::default();
        Self { cards, search, filter: Filter::All, path, dialog, drawn: HashMap::new(), task: None }
    }

    /// Reads the games, one after another, so that their boards can be drawn.
    fn draw(&mut self, ui: &Ui) {
        let names: Vec<String> = self.cards.iter().map(|card| card.asked.clone()).collect();
        let task = self.task.get_or_insert_with(|| {
            Task::begin(ui.ctx(), "gallery", move |teller: &Teller<_>| {
                for name in names {
                    if teller.is_stopped() {
                        return;
                    }
                    let loaded = boardwright_shelf::load(&name).ok().map(Box::new);
                    teller.tell((name, loaded));
                }
            })
        });
        for (name, loaded) in task.news() {
            let album = Album::new("");
            let table = loaded.and_then(|loaded| {
                let start = loaded.game().start();
                loaded.as_spec(&start).map(|(game, state)| Table::new(game, state, &album))
            });
            self.drawn.insert(name, Drawing { table, album });
        }
    }

    /// Whether all boards are drawn.
    pub fn has_drawn_all(&self) -> bool {
        self.cards.iter().all(|card| self.drawn.contains_key(&card.asked))
    }

    fn is_shown(&self, card: &Card) -> bool {
        let wanted = self.search.trim().to_lowercase();
        let named = wanted.is_empty()
            || [&card.title, &card.asked, &card.kind].iter().any(|text| text.to_lowercase().contains(&wanted));
        named
            && match self.filter {
                Filter::All => true,
                Filter::Boards => card.kind == Kind::Board.to_string(),
                Filter::Puzzles => card.kind == Kind::Puzzle.to_string(),
                Filter::Others => ![Kind::Board.to_string(), Kind::Puzzle.to_string()].contains(&card.kind),
            }
    }

    /// Shows it; gives the game that a person wants to open.
    pub fn ui(&mut self, ui: &mut Ui, settings: &Settings) -> Option<Asked> {
        self.draw(ui);
        let mut asked = self.head(ui);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            asked = recent(ui, &settings.recent).or(asked.take());
            let shown: Vec<&Card> = self.cards.iter().filter(|card| self.is_shown(card)).collect();
            if shown.is_empty() {
                ui.label(with("games.none", &[&self.search]));
            }
            ui.horizontal_wrapped(|ui| {
                for card in shown {
                    if self.card(ui, card) {
                        asked = Some(Asked::Open(card.asked.clone()));
                    }
                }
            });
        });
        asked
    }

    /// Search, filter, and a file by its name.
    fn head(&mut self, ui: &mut Ui) -> Option<Asked> {
        let mut asked = None;
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t("games.search"));
            ui.add(TextEdit::singleline(&mut self.search).desired_width(150.0)).labelled_by(label.id);
            for (filter, name) in [
                (Filter::All, "games.all"),
                (Filter::Boards, "games.boards"),
                (Filter::Puzzles, "games.puzzles"),
                (Filter::Others, "games.others"),
            ] {
                ui.selectable_value(&mut self.filter, filter, t(name));
            }
            ui.separator();
            let label = ui.label(t("games.file"));
            let field = TextEdit::singleline(&mut self.path).desired_width(180.0).hint_text(t("games.file_hint"));
            let field = ui.add(field).labelled_by(label.id);
            let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            if (ui.button(t("games.open")).clicked() || entered) && !self.path.trim().is_empty() {
                asked = Some(Asked::Open(self.path.trim().to_owned()));
            }
            if let Some(path) = self.dialog.button(ui, "games.choose", wanted) {
                asked = Some(Asked::Open(path.display().to_string()));
            }
            ui.separator();
            if ui.button(t("games.new")).on_hover_text(t("games.new_hint")).clicked() {
                asked = Some(Asked::New);
            }
        });
        asked
    }

    /// A game; whether it was chosen.
    fn card(&self, ui: &mut Ui, card: &Card) -> bool {
        let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &card.title));
        if !ui.is_rect_visible(rect) {
            return response.clicked();
        }
        let visuals = ui.visuals();
        let lit = response.hovered() || response.has_focus();
        let line = if lit { Stroke::new(2.0, ACCENT) } else { visuals.widgets.noninteractive.bg_stroke };
        let (ground, text, weak) = (visuals.extreme_bg_color, visuals.strong_text_color(), visuals.weak_text_color());
        ui.painter().rect(rect, 8.0, ground, line, StrokeKind::Inside);
        let picture =
            Rect::from_min_size(rect.min + Vec2::splat(10.0), Vec2::splat(CARD.x - 20.0) - Vec2::new(0.0, 26.0));
        match self.drawn.get(&card.asked) {
            Some(Drawing { table: Some(table), album }) => thumbnail(ui, picture, table, album),
            Some(Drawing { table: None, .. }) => {
                let font = FontId::proportional(64.0);
                // There is no board to be drawn.
                let letter = card.title.chars().next().unwrap_or_default();
                ui.painter().text(picture.center(), Align2::CENTER_CENTER, letter, font, weak);
            }
            None => {}
        }
        let at = rect.left_bottom() + Vec2::new(12.0, -38.0);
        ui.painter().text(at, Align2::LEFT_TOP, &card.title, FontId::proportional(15.0), text);
        let players = if card.players == 1 { t("games.one").to_owned() } else { with("games.many", &[&card.players]) };
        let below = with("games.below", &[&players, &card.kind]);
        let at = rect.left_bottom() + Vec2::new(12.0, -20.0);
        ui.painter().text(at, Align2::LEFT_TOP, below, FontId::proportional(11.5), weak);
        response.clicked()
    }
}

/// What can be opened.
fn wanted() -> Wanted {
    let games = (t("dialog.games").to_owned(), vec!["game"]);
    let records = (t("dialog.records").to_owned(), RECORDS.to_vec());
    let both = (t("dialog.both").to_owned(), [&["game"][..], &RECORDS].concat());
    Wanted { title: t("dialog.open").to_owned(), purpose: Purpose::Open, kinds: vec![both, games, records] }
}

/// A board as large as there is room.
fn thumbnail(ui: &Ui, room: Rect, table: &Table, album: &Album) {
    let (width, height) = (table.area.width() as f32, table.area.height() as f32);
    let scale = (room.width() / width).min(room.height() / height);
    let corner = room.center() - Vec2::new(width, height) * (scale / 2.0);
    let lens = Lens { scale, origin: corner - Vec2::new(table.area.left as f32, table.area.top as f32) * scale };
    let painter = ui.painter().with_clip_rect(room);
    painter.rect_filled(lens.area(&table.area), 3.0, table.ground);
    for thing in table.still.iter().chain(table.pieces.iter().map(|(_, thing)| thing)) {
        thing.paint(ui, &painter, &lens, 1.0, album);
    }
    painter.rect_stroke(
        lens.area(&table.area),
        3.0,
        Stroke::new(1.0, Color32::from_black_alpha(60)),
        StrokeKind::Inside,
    );
}

/// Files that were opened lately.
fn recent(ui: &mut Ui, recent: &[PathBuf]) -> Option<Asked> {
    if recent.is_empty() {
        return None;
    }
    let mut asked = None;
    Frame::new().inner_margin(2.0).show(ui, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center).with_main_wrap(true), |ui| {
            ui.label(RichText::new(t("games.recent")).weak());
            for path in recent {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                if ui.link(name).on_hover_text(path.display().to_string()).clicked() {
                    asked = Some(Asked::Open(path.display().to_string()));
                }
            }
        });
    });
    asked
}
