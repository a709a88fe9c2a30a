//! The gallery: shipped and recently opened games, each with a drawing of its board or table.

use std::collections::HashMap;
use std::path::PathBuf;

use boardwright_draw::{BoardPicture, TableScene, board_scene, table_scene};
use boardwright_game::any::AnyState;
use boardwright_game::game::Turn;
use boardwright_game::ids::Player;
use boardwright_games::rust_games::RUST_GAMES;
use boardwright_games::{Genre, ShippedGame, shipped_games};
use boardwright_library::LoadedGame;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align2, Color32, FontId, Frame, Key, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui, Vec2,
    WidgetInfo,
};
use rand_pcg::Pcg64Mcg;

use crate::app::RECORD_EXTENSIONS;
use crate::board::{PictureCache, PreparedPosition, TableView, ViewTransform};
use crate::dialog::{Dialog, FileRequest, Purpose};
use crate::pages::left_over::LeftOverRequest;
use crate::settings::Settings;
use crate::task::{Reporter, Task};
use crate::texts::{t, with};
use crate::theme::ACCENT;

/// Request of the user to the application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GalleryRequest {
    /// Open a game, named as on the command line.
    Open(String),
    /// Write a new game.
    New,
    /// Continue work of an earlier session.
    LeftOver(LeftOverRequest),
}

/// Entry of the gallery.
#[derive(Clone, Debug)]
struct Card {
    name: String,
    title: String,
    players: usize,
    kind: String,
}

/// Filter of the gallery.
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
    task: Option<Task<(String, Option<Box<LoadedGame>>)>>,
}

/// Picture of a game.
#[derive(Debug)]
enum Drawing {
    /// The board in the initial position, or after the first events of chance.
    Board(Box<PreparedPosition>, PictureCache),
    /// The table after the first events of chance, or a board that has grown a little.
    Table(TableView),
    /// The first letter of the title, for games without either.
    Letter,
}

impl Drawing {
    fn of(loaded: &LoadedGame) -> Self {
        let start = loaded.game().initial_state();
        let has_dice = loaded.game().has_chance() && loaded.as_spec(&start).is_some();
        let start = if has_dice { after_chance(loaded, start) } else { start };
        if let Some((game, state)) = loaded.as_spec(&start) {
            let album = PictureCache::new("");
            let viewer = loaded.game().has_hidden_information().then_some(Player::FIRST);
            return Self::Board(Box::new(PreparedPosition::new(game, state, viewer, &album)), album);
        }
        if let Some(board) = loaded.game().tile_board(&after_random_moves(loaded, start.clone())) {
            let scene = board_scene(&board, &BoardPicture::default());
            return Self::Table(TableView::new(TableScene { scene, hit_areas: Vec::new() }));
        }
        let table = loaded.game().table(&after_chance(loaded, start), Some(Player::FIRST));
        table.map_or(Self::Letter, |table| Self::Table(TableView::new(table_scene(&table, &[], 0, None))))
    }
}

/// Number of moves before the picture of a board that grows.
const GROWTH: usize = 22;

/// A position after random moves, the same each time.
fn after_random_moves(loaded: &LoadedGame, mut state: AnyState) -> AnyState {
    let mut random = Pcg64Mcg::new(PICTURE_SEED);
    for _ in 0..GROWTH {
        let Ok((turn, _)) = loaded.game().legal_moves(&state) else { break };
        let mv = match turn {
            Turn::Over(_) => break,
            Turn::Chance => loaded.game().draw_chance(&state, &mut random),
            Turn::Player(_) => loaded.game().random_move(&state, &mut random),
        };
        let mut next = state.clone();
        match mv.and_then(|mv| loaded.game().apply(&mut next, &mv)) {
            Ok(()) => state = next,
            Err(_) => break,
        }
    }
    state
}

/// Largest number of moves before the position of a picture.
const MAX_PICTURE_MOVES: usize = 60;

/// Seed of random moves and shuffles in pictures.
const PICTURE_SEED: u128 = 2026;

/// The first position in which a player moves after an event of chance: the cards are dealt, or a die has been rolled.
/// Every move on the way is the last of the list; a shuffle, which lists none, is drawn.
fn after_chance(loaded: &LoadedGame, mut state: AnyState) -> AnyState {
    let mut has_seen_chance = false;
    let mut random = Pcg64Mcg::new(PICTURE_SEED);
    for _ in 0..MAX_PICTURE_MOVES {
        let Ok((turn, moves)) = loaded.game().legal_moves(&state) else { break };
        if has_seen_chance && turn != Turn::Chance {
            break;
        }
        has_seen_chance |= turn == Turn::Chance;
        let drawn = (turn == Turn::Chance && moves.is_empty()).then(|| loaded.game().draw_chance(&state, &mut random));
        let Some(mv) = drawn.and_then(Result::ok).or_else(|| moves.last().cloned()) else { break };
        let mut next = state.clone();
        if loaded.game().apply(&mut next, &mv).is_err() {
            break;
        }
        state = next;
    }
    state
}

/// Least size of a card, in points.
const CARD: Vec2 = Vec2::new(196.0, 212.0);

/// Number of cards in a row of this width, and the size with which they fill it.
fn columns(width: f32, gap: f32) -> (usize, Vec2) {
    let columns = ((width + gap) / (CARD.x + gap)).floor().max(1.0);
    let each = ((width - gap * (columns - 1.0)) / columns).floor().clamp(1.0, 2.0 * CARD.x);
    (columns as usize, Vec2::new(each, each + CARD.y - CARD.x))
}

impl Gallery {
    /// Lists all shipped games; their boards are drawn when they are first shown.
    pub fn new() -> Self {
        let card = |game: &ShippedGame| Card {
            name: game.name.to_owned(),
            title: game.title.to_owned(),
            players: game.players,
            kind: game.genre.to_string(),
        };
        let mut cards: Vec<Card> = shipped_games().iter().map(card).collect();
        cards.extend(RUST_GAMES.iter().map(|game| Card {
            name: game.info.name.to_owned(),
            title: game.info.title.to_owned(),
            players: game.info.players,
            kind: game.info.genre.to_string(),
        }));
        cards.sort_by_key(|card| card.title.to_lowercase());
        let (search, path) = (String::new(), String::new());
        let dialog = Dialog::default();
        Self { cards, search, filter: Filter::All, path, dialog, drawn: HashMap::new(), task: None }
    }

    /// Loads the games in the background, one after another, to draw their boards.
    fn draw(&mut self, ui: &Ui) {
        let names: Vec<String> = self.cards.iter().map(|card| card.name.clone()).collect();
        let task = self.task.get_or_insert_with(|| {
            Task::start(ui.ctx(), "gallery", move |reporter: &Reporter<_>| {
                for name in names {
                    if reporter.is_stopped() {
                        return;
                    }
                    let loaded = boardwright_library::load(&name).ok().map(Box::new);
                    reporter.report((name, loaded));
                }
            })
        });
        for (name, loaded) in task.messages() {
            self.drawn.insert(name, loaded.map_or(Drawing::Letter, |loaded| Drawing::of(&loaded)));
        }
    }

    /// `true` if all boards are drawn.
    pub fn has_drawn_all(&self) -> bool {
        self.cards.iter().all(|card| self.drawn.contains_key(&card.name))
    }

    fn is_shown(&self, card: &Card) -> bool {
        let wanted = self.search.trim().to_lowercase();
        let named = wanted.is_empty()
            || [&card.title, &card.name, &card.kind].iter().any(|text| text.to_lowercase().contains(&wanted));
        named
            && match self.filter {
                Filter::All => true,
                Filter::Boards => card.kind == Genre::Board.to_string(),
                Filter::Puzzles => card.kind == Genre::Puzzle.to_string(),
                Filter::Others => ![Genre::Board.to_string(), Genre::Puzzle.to_string()].contains(&card.kind),
            }
    }

    /// Shows the gallery below `left_over`, the list of work of earlier sessions; returns the user's request.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        settings: &mut Settings,
        left_over: impl FnOnce(&mut Ui, &mut Settings) -> Option<LeftOverRequest>,
    ) -> Option<GalleryRequest> {
        self.draw(ui);
        let mut asked = self.toolbar(ui);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            asked = left_over(ui, settings).map(GalleryRequest::LeftOver).or(asked.take());
            asked = recent(ui, &settings.recent).or(asked.take());
            let shown: Vec<&Card> = self.cards.iter().filter(|card| self.is_shown(card)).collect();
            if shown.is_empty() {
                ui.label(with("games.none", &[&self.search]));
            }
            let gap = ui.spacing().item_spacing.x;
            let (columns, size) = columns(ui.available_width(), gap);
            for row in shown.chunks(columns) {
                ui.horizontal(|ui| {
                    for card in row {
                        if self.card(ui, card, size) {
                            asked = Some(GalleryRequest::Open(card.name.clone()));
                        }
                    }
                });
            }
        });
        asked
    }

    /// Shows the search field, the filter, and the field for a file path.
    fn toolbar(&mut self, ui: &mut Ui) -> Option<GalleryRequest> {
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
                asked = Some(GalleryRequest::Open(self.path.trim().to_owned()));
            }
            if let Some(path) = self.dialog.button(ui, "games.choose", file_request) {
                asked = Some(GalleryRequest::Open(path.display().to_string()));
            }
            ui.separator();
            if ui.button(t("games.new")).on_hover_text(t("games.new_hint")).clicked() {
                asked = Some(GalleryRequest::New);
            }
        });
        asked
    }

    /// Shows a card; `true` if it was clicked.
    fn card(&self, ui: &mut Ui, card: &Card, size: Vec2) -> bool {
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &card.title));
        if !ui.is_rect_visible(rect) {
            return response.clicked();
        }
        let visuals = ui.visuals();
        let lit = response.hovered() || response.has_focus();
        let line = if lit { Stroke::new(2.0, ACCENT) } else { visuals.widgets.noninteractive.bg_stroke };
        let (ground, text, weak) = (visuals.extreme_bg_color, visuals.strong_text_color(), visuals.weak_text_color());
        ui.painter().rect(rect, 8.0, ground, line, StrokeKind::Inside);
        let picture = Rect::from_min_size(rect.min + Vec2::splat(10.0), size - Vec2::new(20.0, 62.0));
        match self.drawn.get(&card.name) {
            Some(Drawing::Board(table, album)) => thumbnail(ui, picture, table, album),
            Some(Drawing::Table(table)) => {
                table.paint(ui, picture);
            }
            Some(Drawing::Letter) => {
                let font = FontId::proportional(64.0);
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

/// The dialog to open a game or a record.
fn file_request() -> FileRequest {
    let games = (t("dialog.games").to_owned(), vec!["game"]);
    let records = (t("dialog.records").to_owned(), RECORD_EXTENSIONS.to_vec());
    let both = (t("dialog.both").to_owned(), [&["game"][..], &RECORD_EXTENSIONS].concat());
    FileRequest { title: t("dialog.open").to_owned(), purpose: Purpose::Open, kinds: vec![both, games, records] }
}

/// Paints a board as large as possible.
fn thumbnail(ui: &Ui, room: Rect, table: &PreparedPosition, album: &PictureCache) {
    let lens = ViewTransform::fitting(&table.area, room);
    let painter = ui.painter().with_clip_rect(room);
    painter.rect_filled(lens.area(&table.area), 3.0, table.ground);
    let still = table.static_items.iter().map(|(_, thing)| thing);
    for thing in still.chain(table.pieces.iter().map(|(_, thing)| thing)) {
        thing.paint(ui, &painter, &lens, 1.0, album);
    }
    painter.rect_stroke(
        lens.area(&table.area),
        3.0,
        Stroke::new(1.0, Color32::from_black_alpha(60)),
        StrokeKind::Inside,
    );
}

/// Shows the recently opened files.
fn recent(ui: &mut Ui, recent: &[PathBuf]) -> Option<GalleryRequest> {
    if recent.is_empty() {
        return None;
    }
    let mut asked = None;
    Frame::new().inner_margin(2.0).show(ui, |ui| {
        // A wrapped layout of its own takes the whole height of a scroll area; `horizontal_wrapped` takes one line.
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(t("games.recent")).weak());
            for path in recent {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                if ui.link(name).on_hover_text(path.display().to_string()).clicked() {
                    asked = Some(GalleryRequest::Open(path.display().to_string()));
                }
            }
        });
    });
    asked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_with_chance_are_shown_after_their_first_chance_events() {
        for game in ["kuhn", "leduc"] {
            let loaded = boardwright_library::load(game).expect("it ships");
            let state = after_chance(&loaded, loaded.game().initial_state());
            let text = loaded.game().view_text(&state, Player::FIRST);
            assert!(text.contains("the other player has a card face down"), "{game}: {text}");
            assert!(matches!(Drawing::of(&loaded), Drawing::Table(_)), "{game} has a table");
        }
        let loaded = boardwright_library::load("taroky").expect("it ships");
        let state = after_chance(&loaded, loaded.game().initial_state());
        let text = loaded.game().view_text(&state, Player::FIRST);
        assert_ne!(text, loaded.game().view_text(&loaded.game().initial_state(), Player::FIRST), "the cards are dealt");
    }
}
