//! The board widget: zoom by the wheel, pan by the middle button or the background, click or drag pieces from place to place, by
//! mouse or keyboard.

use boardwright_game::any::AnyState;
use boardwright_game::ids::LocationId;
use boardwright_lang::Source;
use boardwright_library::LoadedGame;
use eframe::egui::accesskit::Role;
use eframe::egui::{Id, Key, PointerButton, Pos2, Rect, Response, Sense, Ui, Vec2, WidgetInfo};

use super::arrange::Drag;
use super::marks::{self, Marks};
use super::motion::Motion;
use super::moves::{LegalMoves, Origin};
use super::pictures::PictureCache;
use super::prepared::PreparedPosition;
use super::primitives::ViewTransform;
use crate::texts::with;

/// The board of one game, with the state of user interaction.
#[derive(Debug)]
pub struct Board {
    pub(super) album: PictureCache,
    pub(super) table: PreparedPosition,
    motion: Option<Motion>,
    /// Zoom factor; 1 shows the whole board.
    zoom: f32,
    /// Pan offset in window points.
    shift: Vec2,
    selected: Option<Origin>,
    /// Moves of which the user must choose one, and the position of that menu.
    move_menu: Option<(Vec<usize>, Pos2)>,
    /// The object being dragged in the layout mode of the editor.
    pub(super) drag: Option<Drag>,
}

/// Layout of the board in the window.
pub(super) struct BoardLayout {
    whole: Response,
    pub(super) board: Rect,
    /// Area of the piles.
    tray: Option<Rect>,
    pub(super) lens: ViewTransform,
}

/// Result of a user action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardAction {
    /// Chose the move with this index.
    Move(usize),
    /// Tried a move from an origin to a place that is not legal, or an action at a place where none is possible.
    Refused(Option<Origin>, LocationId),
}

/// Largest zoom factor.
const MAX_ZOOM: f32 = 8.0;
/// Up to this number, targets are shown before a piece is selected.
const MAX_HINTED_TARGETS: usize = 9;
/// Share of the window's width that the piles take.
const TRAY_SHARE: f32 = 0.11;

impl Board {
    /// Shows a position on a board, which is created if there is none yet; games without a board have none. Moves are animated if
    /// `now`, the time of the window in seconds, is given.
    pub fn show_position(board: &mut Option<Self>, loaded: &LoadedGame, state: &AnyState, now: Option<f64>) {
        let Some((game, state)) = loaded.as_spec(state) else { return };
        match board {
            Some(board) => {
                let table = PreparedPosition::new(game, state, &board.album);
                board.show(table, now);
            }
            None => {
                let album = PictureCache::new(loaded.sources.first().map(Source::name).unwrap_or_default());
                let table = PreparedPosition::new(game, state, &album);
                *board = Some(Self::new(album, table));
            }
        }
    }

    /// Creates a board that shows a position.
    fn new(album: PictureCache, table: PreparedPosition) -> Self {
        Self { album, table, motion: None, zoom: 1.0, shift: Vec2::ZERO, selected: None, move_menu: None, drag: None }
    }

    /// Shows another position.
    fn show(&mut self, table: PreparedPosition, now: Option<f64>) {
        self.motion = now.and_then(|now| Motion::between(&self.table, &table, now));
        self.table = table;
        self.clear_selection();
    }

    /// Clears the selection.
    pub fn clear_selection(&mut self) {
        self.selected = None;
        self.move_menu = None;
        self.drag = None;
    }

    /// Resets zoom and pan.
    pub fn fit(&mut self) {
        self.zoom = 1.0;
        self.shift = Vec2::ZERO;
    }

    /// Shows the board as large as possible; `legal` is empty where the user may not move.
    pub fn ui(&mut self, ui: &mut Ui, legal: &LegalMoves, marks: &Marks) -> Option<BoardAction> {
        let BoardLayout { whole, board, tray, lens } = self.layout(ui);
        let now = ui.input(|input| input.time);
        self.paint(ui, &lens, board, now, legal, marks);
        let mut did = self.place_widgets(ui, &lens, board, legal);
        if let Some(tray) = tray {
            did = self.tray_ui(ui, tray, legal).or(did);
        }
        if whole.clicked() || ui.input(|input| input.key_pressed(Key::Escape)) {
            self.clear_selection();
        }
        self.move_menu_ui(ui, legal).or(did)
    }

    /// Takes all available room, and applies zoom and pan.
    pub(super) fn layout(&mut self, ui: &mut Ui) -> BoardLayout {
        let room = ui.available_rect_before_wrap();
        let whole = ui.allocate_rect(room, Sense::click_and_drag());
        let (board, tray) = self.split(room);
        self.navigate(ui, &whole, board);
        BoardLayout { whole, board, tray, lens: self.lens(board) }
    }

    /// Splits the room between the board and the piles.
    fn split(&self, room: Rect) -> (Rect, Option<Rect>) {
        if self.table.piles.is_empty() {
            return (room, None);
        }
        // The piles take from the longer side, where the board needs it less.
        if room.width() > room.height() {
            let (left, right) = room.split_left_right_at_fraction(1.0 - TRAY_SHARE);
            (left, Some(right))
        } else {
            let (top, bottom) = room.split_top_bottom_at_fraction(1.0 - TRAY_SHARE);
            (top, Some(bottom))
        }
    }

    /// Handles zooming and panning.
    fn navigate(&mut self, ui: &Ui, whole: &Response, board: Rect) {
        let (wheel, pinch, over) =
            ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta(), input.pointer.hover_pos()));
        if let Some(over) = over.filter(|over| whole.contains_pointer() && board.contains(*over)) {
            let factor = pinch * (wheel * 0.004).exp();
            let zoom = (self.zoom * factor).clamp(1.0, MAX_ZOOM);
            // The point under the pointer stays fixed.
            let away = over - board.center() - self.shift;
            self.shift += away * (1.0 - zoom / self.zoom);
            self.zoom = zoom;
        }
        if whole.dragged_by(PointerButton::Middle) || whole.dragged_by(PointerButton::Primary) {
            self.shift += whole.drag_delta();
        }
        if whole.double_clicked() {
            self.fit();
        }
        let most = board.size() * ((self.zoom - 1.0) / 2.0);
        self.shift = self.shift.clamp(-most, most);
    }

    fn lens(&self, board: Rect) -> ViewTransform {
        let area = &self.table.area;
        let (width, height) = (area.width() as f32, area.height() as f32);
        let scale = (board.width() / width).min(board.height() / height).max(0.001) * self.zoom;
        let corner = board.center() + self.shift - Vec2::new(width, height) * (scale / 2.0);
        ViewTransform { scale, origin: corner - Vec2::new(area.left as f32, area.top as f32) * scale }
    }

    pub(super) fn paint(
        &mut self,
        ui: &Ui,
        lens: &ViewTransform,
        board: Rect,
        now: f64,
        legal: &LegalMoves,
        marks: &Marks,
    ) {
        let painter = ui.painter().with_clip_rect(board);
        let table = &self.table;
        painter.rect_filled(lens.area(&table.area), 4.0, table.ground);
        table.static_items.iter().for_each(|thing| thing.paint(ui, &painter, lens, 1.0, &self.album));
        marks::last(&painter, table, lens, &marks.last);
        let part = self.motion.as_ref().map_or(1.0, |motion| motion.progress(now));
        if let Some(motion) = &self.motion {
            motion.disappeared().iter().for_each(|thing| {
                thing.paint(ui, &painter, lens, 1.0 - part as f32, &self.album);
            });
        }
        for on_top in [false, true] {
            for (piece, thing) in &table.pieces {
                let home = table.centre(piece.location);
                let Some(motion) = &self.motion else {
                    if !on_top {
                        thing.paint(ui, &painter, lens, 1.0, &self.album);
                    }
                    continue;
                };
                if motion.is_gliding(piece.element) == on_top {
                    let away = lens.translated(motion.offset(piece.element, home, part));
                    thing.paint(ui, &painter, &away, motion.opacity(piece.element, part), &self.album);
                }
            }
        }
        for (&location, &count) in &table.stacks {
            let (rect, _) = marks::outline(table, location, lens);
            marks::count(&painter, rect.right_top(), rect.height() * 0.3, count);
        }
        if marks.names {
            for (index, name) in table.place_names.iter().enumerate() {
                let (rect, _) = marks::outline(table, LocationId::new(index), lens);
                marks::name(&painter, rect, name);
            }
        }
        self.paint_choices(&painter, lens, legal);
        marks::arrows(&painter, table, lens, &marks.arrows);
        if self.motion.is_some() {
            ui.ctx().request_repaint();
            if part >= 1.0 {
                self.motion = None;
            }
        }
    }

    /// Paints the selected piece and its targets, or the movable pieces.
    fn paint_choices(&self, painter: &eframe::egui::Painter, lens: &ViewTransform, legal: &LegalMoves) {
        let place = |location| marks::outline(&self.table, location, lens);
        let Some(origin) = self.selected else {
            let mut seen: Vec<LocationId> = Vec::new();
            for choice in &legal.choices {
                if let Some(Origin::Place(from)) = choice.from
                    && !seen.contains(&from)
                {
                    seen.push(from);
                    marks::movable(painter, place(from).0);
                }
            }
            // If pieces of the supply can go to few places only, these are shown at once.
            let waits = |choice: &&super::moves::MoveChoice| matches!(choice.from, Some(Origin::Pile(..)));
            let targets: Vec<LocationId> = legal.choices.iter().filter(waits).filter_map(|choice| choice.to).collect();
            if targets.len() <= MAX_HINTED_TARGETS {
                for to in targets {
                    marks::target(painter, place(to).0, false);
                }
            }
            return;
        };
        for (index, _) in self.table.origins.iter().enumerate().filter(|(_, other)| **other == origin) {
            marks::picked(painter, place(LocationId::new(index)));
        }
        for number in legal.from(origin) {
            if let Some(to) = legal.choices[number].to {
                let taken = self.table.pieces.iter().any(|(piece, _)| piece.location == to);
                marks::target(painter, place(to).0, taken);
            }
        }
    }

    /// Creates a focusable, clickable, draggable widget for each place.
    fn place_widgets(
        &mut self,
        ui: &mut Ui,
        lens: &ViewTransform,
        board: Rect,
        legal: &LegalMoves,
    ) -> Option<BoardAction> {
        let mut did = None;
        let (mut drawn, mut pressed) = (None, None);
        for index in 0..self.table.places.len() {
            let location = LocationId::new(index);
            let (rect, round) = marks::outline(&self.table, location, lens);
            let rect = rect.intersect(board);
            if rect.width() < 1.0 || rect.height() < 1.0 {
                continue;
            }
            let response = ui.interact(rect, place_id(ui, location), Sense::click_and_drag());
            let description = &self.table.descriptions[index];
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, description));
            if response.has_focus() {
                marks::picked(ui.painter(), (rect, round));
            }
            if response.drag_started_by(PointerButton::Primary) {
                drawn = Some(location);
            }
            if response.drag_stopped_by(PointerButton::Primary) {
                let over = ui.input(|input| input.pointer.interact_pos());
                did = over.and_then(|over| self.on_drop(over, lens, legal)).or(did);
            }
            if response.clicked() {
                pressed = Some((location, rect.center()));
            }
        }
        if let Some(origin) = drawn.map(|location: LocationId| self.table.origins[location.index()])
            && !legal.from(origin).is_empty()
        {
            self.selected = Some(origin);
            self.move_menu = None;
        }
        pressed.map_or(did, |(location, at)| self.on_click(location, at, legal))
    }

    /// Places at a point of the window, the topmost last.
    pub(super) fn places_at(&self, point: Pos2, lens: &ViewTransform) -> Vec<LocationId> {
        let places = (0..self.table.places.len()).map(LocationId::new);
        places.filter(|location| marks::outline(&self.table, *location, lens).0.contains(point)).collect()
    }

    /// Handles the drop of a piece at a point of the window.
    fn on_drop(&mut self, over: Pos2, lens: &ViewTransform, legal: &LegalMoves) -> Option<BoardAction> {
        let picked = self.selected?;
        let there = self.places_at(over, lens);
        // Where places overlap, a legal target has precedence.
        let wanted = there.iter().find(|location| !legal.between(picked, **location).is_empty()).or(there.last());
        let to = *wanted?;
        if picked == self.table.origins[to.index()] {
            return None;
        }
        match legal.between(picked, to) {
            moves if moves.is_empty() => {
                self.clear_selection();
                Some(BoardAction::Refused(Some(picked), to))
            }
            moves => self.choose(moves, over),
        }
    }

    /// Handles a click on a place.
    fn on_click(&mut self, location: LocationId, at: Pos2, legal: &LegalMoves) -> Option<BoardAction> {
        let here = self.table.origins[location.index()];
        if let Some(picked) = self.selected {
            if picked == here {
                self.clear_selection();
                return None;
            }
            let moves = legal.between(picked, location);
            if !moves.is_empty() {
                return self.choose(moves, at);
            }
        }
        let begins = legal.from(here);
        let leaves = begins.iter().all(|&number| legal.choices[number].to.is_none());
        if !begins.is_empty() && leaves {
            // A piece that can only be removed from the board is removed by one click.
            return self.choose(begins, at);
        }
        if !begins.is_empty() {
            self.selected = Some(here);
            self.move_menu = None;
            return None;
        }
        let placed = legal.placements(location);
        if self.selected.is_none() && !placed.is_empty() {
            return self.choose(placed, at);
        }
        let refused = BoardAction::Refused(self.selected, location);
        self.clear_selection();
        Some(refused)
    }

    /// Returns the only move, or opens the menu to choose one of several.
    fn choose(&mut self, moves: Vec<usize>, at: Pos2) -> Option<BoardAction> {
        if let [only] = moves.as_slice() {
            self.clear_selection();
            return Some(BoardAction::Move(*only));
        }
        self.move_menu = Some((moves, at));
        None
    }

    /// Shows the menu to choose one of several moves.
    fn move_menu_ui(&mut self, ui: &mut Ui, legal: &LegalMoves) -> Option<BoardAction> {
        let (moves, at) = self.move_menu.clone()?;
        let mut chosen = None;
        eframe::egui::Area::new(ui.scope_id().with("several")).fixed_pos(at).constrain(true).show(ui.ctx(), |ui| {
            eframe::egui::Frame::popup(ui.style()).show(ui, |ui| {
                for number in moves {
                    let Some(choice) = legal.choices.get(number) else { continue };
                    if ui.button(&choice.label).clicked() {
                        chosen = Some(number);
                    }
                }
            });
        });
        let chosen = chosen?;
        self.clear_selection();
        Some(BoardAction::Move(chosen))
    }

    /// Shows the piles beside the board.
    fn tray_ui(&mut self, ui: &mut Ui, tray: Rect, legal: &LegalMoves) -> Option<BoardAction> {
        let count = self.table.piles.len();
        let upright = tray.height() > tray.width();
        let along = if upright { tray.height() } else { tray.width() } / count.max(1) as f32;
        let side = along.min(if upright { tray.width() } else { tray.height() }).min(110.0);
        for (number, (pile, thing, place)) in self.table.piles.iter().enumerate() {
            let middle = (number as f32 + 0.5) * along;
            let centre = if upright {
                Pos2::new(tray.center().x, tray.top() + middle)
            } else {
                Pos2::new(tray.left() + middle, tray.center().y)
            };
            let rect = Rect::from_center_size(centre, Vec2::splat(side * 0.9));
            let scale = side * 0.8 / place.width.max(place.height) as f32;
            let own = Vec2::new(place.centre.x as f32, place.centre.y as f32);
            let lens = ViewTransform { scale, origin: centre - own * scale };
            thing.paint(ui, &ui.painter().with_clip_rect(tray), &lens, 1.0, &self.album);
            marks::count(ui.painter(), rect.right_bottom() - Vec2::splat(8.0), side * 0.2, pile.count);
            let can = !legal.from(pile.origin).is_empty();
            let response = ui.interact(rect, ui.scope_id().with(("pile", number)), Sense::click());
            let description = with("board.pile", &[&pile.count, &self.pile_name(number)]);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, can, &description));
            if can && response.clicked() {
                self.selected = if self.selected == Some(pile.origin) { None } else { Some(pile.origin) };
                self.move_menu = None;
            }
            if self.selected == Some(pile.origin) || response.has_focus() {
                marks::picked(ui.painter(), (rect, false));
            }
            response.on_hover_text(description);
        }
        None
    }

    fn pile_name(&self, number: usize) -> &str {
        &self.table.pile_names[number]
    }
}

/// Widget id of a place.
pub(super) fn place_id(ui: &Ui, location: LocationId) -> Id {
    ui.scope_id().with(("place", location.index()))
}
