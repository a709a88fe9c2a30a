//! The widget of a board that grows tile by tile: the board with zoom and pan, and beside it the scoreboard, the stack and
//! the drawn tile. A person composes a turn on it; the text of the finished turn is returned.

mod art;
mod camera;
mod canvas;
mod layout;
mod side;
mod turn;
mod values;

use std::collections::BTreeSet;
use std::sync::Arc;

use boardwright_game::ids::Player;
use boardwright_game::tile_board::{SegmentKind, TileBoard};
use eframe::egui::{Frame, Key, Panel, ScrollArea, Ui};

use self::art::TileArt;
use self::camera::Camera;
use self::layout::SideLayout;
pub use self::turn::{Rotation, TurnDraft};
use self::values::ValuesChoice;
pub use self::values::{TurnValue, TurnValues, WeightsChoice};

/// A growing board.
#[derive(Debug)]
pub struct GrowingBoard {
    board: TileBoard,
    art: Option<TileArt>,
    camera: Camera,
    draft: TurnDraft,
    /// Players whose last tile is not marked, by the wish of the user.
    unmarked: BTreeSet<Player>,
    /// The player whose disc is held, so that the last tile is marked again.
    held: Option<Player>,
    /// Time at which the last tile began to move to its place.
    arrival: Option<f64>,
    values: ValuesChoice,
}

/// Knowledge of the window about a position, besides the board.
#[derive(Clone, Debug)]
pub struct GrowingFrame {
    /// Names of the players.
    pub names: Vec<String>,
    /// `true` for people, by player.
    pub people: Vec<bool>,
    /// Player to move; `None` at the end of the game.
    pub active: Option<Player>,
    /// Permitted actions of the user.
    pub mode: TurnMode,
    /// `true` if the game is over.
    pub is_over: bool,
    /// `true` if meeples that went home stay visible.
    pub shows_home: bool,
    /// Names of the weights by which turns can be valued.
    pub weights: Vec<String>,
    /// Values of the legal turns, if they are to be shown.
    pub values: Option<Arc<TurnValues>>,
}

/// Permitted actions of the user on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnMode {
    /// Look.
    Watch,
    /// Make the turn of a match, for which the tile is turned over first.
    Play,
    /// Try any turn.
    Try,
}

impl GrowingBoard {
    /// Shows another position: makes, updates or removes the board. `now` is the time if the last tile is to move to its
    /// place.
    pub fn show_position(slot: &mut Option<Self>, board: Option<TileBoard>, now: Option<f64>) {
        let Some(board) = board else {
            *slot = None;
            return;
        };
        let Some(shown) = slot else {
            *slot = Some(Self::new(board));
            return;
        };
        let is_next = board.tiles.len() == shown.board.tiles.len() + 1;
        let own = shown.draft.cell().zip(board.tiles.last()).is_some_and(|(cell, last)| cell == (last.x, last.y));
        shown.arrival = now.filter(|_| is_next && !own);
        shown.draft = TurnDraft::default();
        shown.unmarked.clear();
        shown.board = board;
    }

    fn new(board: TileBoard) -> Self {
        Self {
            board,
            art: None,
            camera: Camera::default(),
            draft: TurnDraft::default(),
            unmarked: BTreeSet::new(),
            held: None,
            arrival: None,
            values: ValuesChoice::default(),
        }
    }

    /// Shows board and scoreboard; returns the text of a finished turn.
    pub fn ui(&mut self, ui: &mut Ui, frame: &GrowingFrame) -> Option<String> {
        let players = self.board.hands.len();
        let art = self.art.take().filter(|art| art.fits(&self.board.kinds, players));
        let art = art.unwrap_or_else(|| TileArt::new(ui.ctx(), &self.board.kinds, players));
        let mut ended = self.keys(ui, frame);
        let layout = SideLayout::new(ui, &self.board, frame);
        let mut side = |ui: &mut Ui| {
            // What does not fit into a narrow window is scrolled to.
            let scrolls = [!layout.is_beside, true];
            ScrollArea::new(scrolls).auto_shrink(false).show(ui, |ui| self.side(ui, &art, frame, layout.name)).inner
        };
        let ends = if layout.is_beside {
            Panel::right("scoreboard").resizable(false).exact_size(layout.width).show(ui, &mut side).inner
        } else {
            let height = ui.available_height() * 0.45;
            Panel::bottom("scoreboard").resizable(true).default_size(height).show(ui, &mut side).inner
        };
        ended |= ends;
        Frame::new().show(ui, |ui| self.canvas(ui, &art, frame));
        self.art = Some(art);
        ended.then(|| self.draft.move_text(&self.board).map(str::to_owned)).flatten()
    }

    /// `true` if the drawn tile can be seen and placed.
    fn can_place(&self, frame: &GrowingFrame) -> bool {
        self.board.drawn.is_some() && self.is_face_up(frame) && frame.mode != TurnMode::Watch
    }

    /// `true` if a tile is drawn, and lies face down.
    pub fn hides_drawn_tile(&self, mode: TurnMode) -> bool {
        self.board.drawn.is_some() && !self.draft.is_revealed && mode == TurnMode::Play
    }

    /// `true` if the drawn tile lies face up.
    fn is_face_up(&self, frame: &GrowingFrame) -> bool {
        self.draft.is_revealed || frame.mode != TurnMode::Play
    }

    /// `true` if the last tile of a player is marked: those of the opponents until the player to move turns a tile over.
    fn is_marked(&self, player: Player, frame: &GrowingFrame) -> bool {
        if self.held == Some(player) {
            return true;
        }
        let is_shown = match frame.mode {
            TurnMode::Play => !self.draft.is_revealed && frame.active != Some(player),
            TurnMode::Watch | TurnMode::Try => true,
        };
        is_shown && !self.unmarked.contains(&player)
    }

    /// Reads the keys; `true` if the turn is ended.
    fn keys(&mut self, ui: &Ui, frame: &GrowingFrame) -> bool {
        if frame.mode == TurnMode::Watch || self.board.drawn.is_none() || ui.ctx().text_edit_focused() {
            return false;
        }
        let pressed = |key: Key| ui.input(|input| input.key_pressed(key) && input.modifiers.is_none());
        // Space and Enter press the button that has the focus.
        let is_free = !ui.ctx().egui_wants_keyboard_input();
        if !self.is_face_up(frame) {
            self.draft.is_revealed = is_free && pressed(Key::Space);
            return false;
        }
        let is_back = ui.input(|input| input.modifiers.shift_only() && input.key_pressed(Key::R));
        for (is_pressed, rotation) in [
            (pressed(Key::E) || pressed(Key::R), Rotation::Clockwise),
            (pressed(Key::Q) || is_back, Rotation::Anticlockwise),
        ] {
            if is_pressed {
                self.draft.rotate(&self.board, rotation);
            }
        }
        for (key, kind) in MEEPLE_KEYS {
            if pressed(key) {
                self.draft.choose_kind(&self.board, kind);
            }
        }
        if pressed(Key::Backspace) {
            self.draft.back();
        }
        if pressed(Key::Delete) {
            self.draft.remove_meeple();
        }
        is_free && pressed(Key::Enter)
    }
}

/// Colour of free cells.
#[cfg(test)]
pub(super) const FREE_CELL: eframe::egui::Color32 = crate::theme::board::FREE;

/// Keys of the meeples: the first letters of knight, monk and farmer, and L and S, by which some players know robber and
/// farmer. R rotates the tile.
const MEEPLE_KEYS: [(Key, SegmentKind); 5] = [
    (Key::K, SegmentKind::City),
    (Key::L, SegmentKind::Road),
    (Key::M, SegmentKind::Cloister),
    (Key::F, SegmentKind::Field),
    (Key::S, SegmentKind::Field),
];
