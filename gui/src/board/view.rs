//! The board widget: zoom by the wheel, pan by the middle button or the background, click or drag pieces from place to place, by
//! mouse or keyboard.

mod hit_test;

use boardwright_draw::{Piece, Stack, Subject};
use boardwright_game::any::AnyState;
use boardwright_game::ids::{ElementId, LocationId, Player};
use boardwright_lang::Source;
use boardwright_library::LoadedGame;
use eframe::egui::accesskit::Role;
use eframe::egui::{Color32, Id, Key, PointerButton, Pos2, Rect, Response, Sense, Ui, Vec2, WidgetInfo};

use super::arrange::Drag;
use super::dice::{Face, Roll};
use super::drop_axis::{DropAxis, drop_axis};
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
    roll: Option<Roll>,
    /// Zoom factor; 1 shows the whole board.
    zoom: f32,
    /// Pan offset in window points.
    shift: Vec2,
    selected: Option<Origin>,
    /// Moves of which the user must choose one, and the position of that menu.
    move_menu: Option<(Vec<usize>, Pos2)>,
    /// The object being dragged in the layout mode of the editor.
    pub(super) drag: Option<Drag>,
    /// The piece that the user drags, or has dropped on the target of a move that is not made yet.
    held: Option<HeldPiece>,
    /// `true` if the board is rotated by 180 degrees.
    is_flipped: bool,
    /// Transformation of the last frame.
    #[cfg(test)]
    shown_lens: Option<ViewTransform>,
    /// Axis along which a click on any place of a line means the only legal target of that line.
    drop_axis: Option<DropAxis>,
}

/// Way from one position to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transition {
    /// Time of the window in seconds.
    pub now: f64,
    /// `true` if a chance move is on the way.
    pub has_chance: bool,
}

/// A piece that follows the pointer.
#[derive(Clone, Copy, Debug)]
struct HeldPiece {
    object: HeldObject,
    /// Distance from the centre of the piece to the pointer when the drag started.
    grip: Vec2,
    /// Place on which the piece was dropped.
    target: Option<LocationId>,
}

/// The piece that is dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HeldObject {
    /// A piece on the board.
    Piece(ElementId),
    /// A piece of a pile, by the index of the pile.
    Pile(usize),
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
/// Greatest side of the room of a pile, in points.
const MAX_PILE: f32 = 110.0;
/// Colour of the tray, on which pieces of all colours are visible in both themes.
const TRAY: Color32 = Color32::from_rgb(0xa8, 0x9c, 0x86);

impl Board {
    /// Shows a position as a player sees it, or all of it for `None`, on a board, which is created if there is none yet; games
    /// without a board have none. The `transition` from the last position is animated, if there is one.
    pub fn show_position(
        board: &mut Option<Self>,
        loaded: &LoadedGame,
        state: &AnyState,
        viewer: Option<Player>,
        transition: Option<Transition>,
    ) {
        let Some((game, state)) = loaded.as_spec(state) else { return };
        match board {
            Some(board) => {
                let table = PreparedPosition::new(game, state, viewer, &board.album);
                let rolled = transition.filter(|transition| transition.has_chance);
                board.roll = rolled.and_then(|Transition { now, .. }| {
                    Roll::between((&board.table, &table), game.rules(), &board.album, now)
                });
                board.show(table, transition.map(|transition| transition.now));
            }
            None => {
                let album = PictureCache::new(loaded.sources.first().map(Source::name).unwrap_or_default());
                let table = PreparedPosition::new(game, state, viewer, &album);
                let mut new = Self::new(album, table);
                new.drop_axis = drop_axis(loaded, &new.table);
                *board = Some(new);
            }
        }
    }

    /// Creates a board that shows a position.
    fn new(album: PictureCache, table: PreparedPosition) -> Self {
        Self {
            album,
            table,
            motion: None,
            roll: None,
            zoom: 1.0,
            shift: Vec2::ZERO,
            selected: None,
            move_menu: None,
            drag: None,
            held: None,
            is_flipped: false,
            #[cfg(test)]
            shown_lens: None,
            drop_axis: None,
        }
    }

    /// Shows the board as seen from the other side (`true`), or as the game file draws it.
    pub fn set_flipped(&mut self, is_flipped: bool) {
        self.is_flipped = is_flipped;
    }

    /// `true` if the board is shown from the other side.
    pub fn is_flipped(&self) -> bool {
        self.is_flipped
    }

    /// Shows another position.
    fn show(&mut self, table: PreparedPosition, now: Option<f64>) {
        self.motion = now.and_then(|now| Motion::between(&self.table, &table, now));
        // A piece that was dropped on its target does not glide there again.
        let dropped = self.held.filter(|held| held.target.is_some());
        if let Some((motion, held)) = self.motion.as_mut().zip(dropped) {
            match held.object {
                HeldObject::Piece(element) => motion.settle(element),
                HeldObject::Pile(_) => {
                    let on_target = |(piece, _): &&(Piece, _)| Some(piece.location) == held.target;
                    table.pieces.iter().filter(on_target).for_each(|(piece, _)| motion.settle(piece.element));
                }
            }
        }
        self.table = table;
        self.clear_selection();
    }

    /// Moves of the open menu.
    #[cfg(test)]
    pub(super) fn menu(&self) -> Vec<usize> {
        self.move_menu.as_ref().map(|(moves, _)| moves.clone()).unwrap_or_default()
    }

    /// Centre of a place in the window, as last shown.
    #[cfg(test)]
    pub(super) fn screen_point(&self, place: LocationId) -> Pos2 {
        self.shown_lens.expect("the board was shown").point(self.table.centre(place))
    }

    /// Clears the selection.
    pub fn clear_selection(&mut self) {
        self.selected = None;
        self.move_menu = None;
        self.drag = None;
        self.held = None;
    }

    /// Resets zoom and pan.
    pub fn fit(&mut self) {
        self.zoom = 1.0;
        self.shift = Vec2::ZERO;
    }

    /// Shows the board as large as possible; `legal` is empty where the user may not move.
    pub fn ui(&mut self, ui: &mut Ui, legal: &LegalMoves, marks: &Marks) -> Option<BoardAction> {
        let BoardLayout { whole, board, tray, lens } = self.layout(ui);
        #[cfg(test)]
        {
            self.shown_lens = Some(lens);
        }
        let now = ui.input(|input| input.time);
        self.paint(ui, &lens, board, now, legal, marks);
        let mut did = self.place_widgets(ui, &lens, board, legal);
        if let Some(tray) = tray {
            did = self.tray_ui(ui, tray, &lens, legal).or(did);
        }
        self.paint_held(ui, &lens);
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
        // The tray takes its room also while it is empty: the board keeps its place when a piece is captured.
        if !self.table.has_tray {
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
        let origin = if self.is_flipped {
            corner + Vec2::new(area.right as f32, area.bottom as f32) * scale
        } else {
            corner - Vec2::new(area.left as f32, area.top as f32) * scale
        };
        ViewTransform { scale, origin, is_flipped: self.is_flipped }
    }

    /// Returns the transformation for a piece. On a flipped board pieces stay upright, except those turned towards their owners.
    fn piece_lens(&self, lens: &ViewTransform, piece: &Piece) -> ViewTransform {
        let is_turned = self.table.is_turned.get(piece.element.index()).copied().unwrap_or(false);
        if is_turned { *lens } else { lens.upright_at(self.table.centre(piece.location)) }
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
        let rolling = |subject| self.roll.as_ref().and_then(|roll| roll.face(subject, now));
        for (subject, thing) in &table.static_items {
            match rolling(*subject) {
                Some(Face { item, offset }) => {
                    item.paint(ui, &painter, &lens.translated(offset), 1.0, &self.album);
                }
                None => thing.paint(ui, &painter, lens, 1.0, &self.album),
            }
        }
        for thing in &table.coordinates {
            thing.paint(ui, &painter, lens, 1.0, &self.album);
        }
        marks::last(&painter, table, lens, &marks.last);
        let part = self.motion.as_ref().map_or(1.0, |motion| motion.progress(now));
        if let Some(motion) = &self.motion {
            motion.disappeared().iter().for_each(|(centre, thing)| {
                thing.paint(ui, &painter, &lens.upright_at(*centre), 1.0 - part as f32, &self.album);
            });
        }
        for on_top in [false, true] {
            for (piece, thing) in &table.pieces {
                if self.held.is_some_and(|held| held.object == HeldObject::Piece(piece.element)) {
                    continue;
                }
                let home = table.centre(piece.location);
                let face = rolling(Subject::Piece(piece.element, piece.location));
                let (thing, lens) = match &face {
                    Some(Face { item, offset }) => (*item, &lens.translated(*offset)),
                    None => (thing, lens),
                };
                let Some(motion) = &self.motion else {
                    if !on_top {
                        thing.paint(ui, &painter, &self.piece_lens(lens, piece), 1.0, &self.album);
                    }
                    continue;
                };
                if motion.is_gliding(piece.element) == on_top {
                    let away = lens.translated(motion.offset(piece.element, home, part));
                    let away = self.piece_lens(&away, piece);
                    thing.paint(ui, &painter, &away, motion.opacity(piece.element, part), &self.album);
                }
            }
        }
        for &Stack { location, count } in &table.stacks {
            let (rect, _) = marks::outline(table, location, lens);
            marks::count(&painter, rect.right_top(), rect.height() * 0.3, count);
        }
        if marks.names {
            for (index, name) in table.place_names.iter().enumerate() {
                let (rect, _) = marks::outline(table, LocationId::new(index), lens);
                marks::name(&painter, rect, name);
            }
        }
        marks.lines.iter().for_each(|line| marks::winning_line(&painter, table, lens, line));
        self.paint_choices(&painter, lens, legal);
        marks::arrows(&painter, table, lens, &marks.arrows);
        if self.motion.is_some() {
            ui.ctx().request_repaint();
            if part >= 1.0 {
                self.motion = None;
            }
        }
        if let Some(roll) = &self.roll {
            ui.ctx().request_repaint();
            if roll.is_over(now) {
                self.roll = None;
            }
        }
    }

    /// Paints the selected piece and its targets, or the movable pieces.
    fn paint_choices(&self, painter: &eframe::egui::Painter, lens: &ViewTransform, legal: &LegalMoves) {
        let place = |location| marks::outline(&self.table, location, lens);
        let Some(origin) = self.selected else {
            let mut seen: Vec<LocationId> = Vec::new();
            for choice in &legal.choices {
                let is_alone = choice.is_by_origin || matches!(choice.from, Some(Origin::Place(_)));
                if let Some(from) = choice.at.filter(|from| is_alone && !seen.contains(from)) {
                    seen.push(from);
                    marks::movable(painter, place(from).0);
                }
            }
            // If pieces of the supply can go to few places only, these are shown at once.
            let waits = |choice: &&super::moves::MoveChoice| choice.is_from_supply();
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
                let from = ui.input(|input| input.pointer.press_origin());
                drawn = from.and_then(|from| self.place_for_drag(from, lens, legal)).or(Some(location));
            }
            if response.drag_stopped_by(PointerButton::Primary) {
                let over = ui.input(|input| input.pointer.interact_pos());
                did = over.and_then(|over| self.drop_held(over, lens, legal)).or(did);
            }
            if response.clicked_by(PointerButton::Primary) {
                let point = ui.input(|input| input.pointer.interact_pos());
                let meant = point.and_then(|point| self.place_for_click(point, lens, legal)).unwrap_or(location);
                pressed = Some((meant, rect.center()));
            } else if response.clicked() {
                // By the keyboard, or by a screen reader.
                pressed = Some((location, rect.center()));
            }
        }
        if let Some(origin) = drawn.map(|location: LocationId| self.table.origins[location.index()])
            && !legal.from(origin).is_empty()
        {
            self.selected = Some(origin);
            self.move_menu = None;
            let topmost = self.table.pieces.iter().rev().find(|(piece, _)| Some(piece.location) == drawn);
            if let Some((piece, _)) = topmost {
                let centre = lens.point(self.table.centre(piece.location));
                self.held = Some(HeldPiece::new(ui, HeldObject::Piece(piece.element), centre));
            }
        }
        pressed.map_or(did, |(location, at)| self.on_click(location, at, legal))
    }

    /// Handles the end of a drag: the piece stays where it was dropped until the move is made.
    fn drop_held(&mut self, over: Pos2, lens: &ViewTransform, legal: &LegalMoves) -> Option<BoardAction> {
        let held = self.held.take();
        let target = self.drop_target(over, lens, legal);
        let action = self.on_drop(over, target, legal);
        if matches!(action, Some(BoardAction::Move(_))) || self.move_menu.is_some() {
            self.held = held.map(|held| HeldPiece { target, ..held });
        }
        action
    }

    /// Place on which a piece is dropped.
    fn drop_target(&self, over: Pos2, lens: &ViewTransform, legal: &LegalMoves) -> Option<LocationId> {
        let picked = self.selected?;
        let there = self.places_at(over, lens);
        // Where places overlap, a legal target has precedence.
        let wanted = there.iter().find(|location| !legal.between(picked, **location).is_empty()).or(there.last());
        let wanted = *wanted?;
        let along = self.moves_along_line(wanted, legal);
        let target = along.first().and_then(|&number| legal.choices[number].to);
        Some(target.filter(|_| legal.between(picked, wanted).is_empty()).unwrap_or(wanted))
    }

    /// Paints the piece that follows the pointer.
    fn paint_held(&self, ui: &Ui, lens: &ViewTransform) {
        let Some(held) = &self.held else { return };
        let pointer = ui.input(|input| input.pointer.latest_pos());
        let centre = match held.target {
            Some(target) => lens.point(self.table.centre(target)),
            None => match pointer {
                Some(pointer) => pointer - held.grip,
                None => return,
            },
        };
        let painter = ui.painter();
        match held.object {
            HeldObject::Piece(element) => {
                let piece = self.table.pieces.iter().find(|(piece, _)| piece.element == element);
                let Some((piece, thing)) = piece else { return };
                let home = self.piece_lens(lens, piece);
                let shift = centre - lens.point(self.table.centre(piece.location));
                let moved = ViewTransform { origin: home.origin + shift, ..home };
                thing.paint(ui, painter, &moved, 1.0, &self.album);
            }
            HeldObject::Pile(number) => {
                let Some((_, thing, place)) = self.table.piles.get(number) else { return };
                let own = Vec2::new(place.centre.x as f32, place.centre.y as f32) * lens.scale;
                let moved = ViewTransform { origin: centre - own, is_flipped: false, ..*lens };
                thing.paint(ui, painter, &moved, 1.0, &self.album);
            }
        }
    }

    /// Handles the drop of a piece on a place.
    fn on_drop(&mut self, over: Pos2, target: Option<LocationId>, legal: &LegalMoves) -> Option<BoardAction> {
        let (picked, to) = (self.selected?, target?);
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
        let is_by_origin = begins.len() == 1 && legal.choices[begins[0]].is_by_origin;
        if !begins.is_empty() && (leaves || is_by_origin) {
            // A piece that can only be removed from the board is removed by one click, and a pit is sown by one.
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
        let along = self.moves_along_line(location, legal);
        if !along.is_empty() {
            return self.choose(along, at);
        }
        let refused = BoardAction::Refused(self.selected, location);
        self.clear_selection();
        Some(refused)
    }

    /// Placements on the line of a place, in games in which every line has one place where a piece can be put.
    fn moves_along_line(&self, location: LocationId, legal: &LegalMoves) -> Vec<usize> {
        let Some(axis) = self.drop_axis else { return Vec::new() };
        let line = axis.line_of(&self.table, location);
        let on_line = |to: LocationId| axis.line_of(&self.table, to) == line;
        let is_placement = |number: &usize| {
            let choice = &legal.choices[*number];
            let picked = self.selected.is_none_or(|origin| choice.from == Some(origin));
            picked && choice.is_from_supply() && choice.to.is_some_and(on_line)
        };
        let moves: Vec<usize> = (0..legal.choices.len()).filter(is_placement).collect();
        let is_one_place = moves.windows(2).all(|pair| legal.choices[pair[0]].to == legal.choices[pair[1]].to);
        if is_one_place { moves } else { Vec::new() }
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
                for (name, &number) in legal.menu_names(&moves).into_iter().zip(&moves) {
                    if ui.button(name).clicked() {
                        chosen = Some(number);
                    }
                }
            });
        });
        let chosen = chosen?;
        // A dropped piece stays on its target until the move is made.
        let held = self.held;
        self.clear_selection();
        self.held = held;
        Some(BoardAction::Move(chosen))
    }

    /// Shows the piles beside the board.
    fn tray_ui(&mut self, ui: &mut Ui, tray: Rect, board: &ViewTransform, legal: &LegalMoves) -> Option<BoardAction> {
        let (mut did, mut dropped) = (None, false);
        let count = self.table.piles.len();
        if count > 0 {
            ui.painter().rect_filled(tray.shrink(2.0), 6.0, TRAY);
        }
        let upright = tray.height() > tray.width();
        let along = (if upright { tray.height() } else { tray.width() } / count.max(1) as f32).min(MAX_PILE);
        let side = along.min(if upright { tray.width() } else { tray.height() }).min(MAX_PILE);
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
            let lens = ViewTransform { scale, origin: centre - own * scale, is_flipped: false };
            thing.paint(ui, &ui.painter().with_clip_rect(tray), &lens, 1.0, &self.album);
            marks::count(ui.painter(), rect.right_bottom() - Vec2::splat(side * 0.16), side * 0.2, pile.count);
            let can = !legal.from(pile.origin).is_empty();
            let response = ui.interact(rect, ui.scope_id().with(("pile", number)), Sense::click_and_drag());
            let description = with("board.pile", &[&pile.count, &self.pile_name(number)]);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, can, &description));
            if can && response.clicked() {
                self.selected = if self.selected == Some(pile.origin) { None } else { Some(pile.origin) };
                self.move_menu = None;
            }
            if can && response.drag_started_by(PointerButton::Primary) {
                self.selected = Some(pile.origin);
                self.move_menu = None;
                self.held = Some(HeldPiece::new(ui, HeldObject::Pile(number), centre));
            }
            dropped |= response.drag_stopped_by(PointerButton::Primary);
            if self.selected == Some(pile.origin) || response.has_focus() {
                marks::picked(ui.painter(), (rect, false));
            }
            response.on_hover_text(description);
        }
        if dropped {
            let over = ui.input(|input| input.pointer.interact_pos());
            did = over.and_then(|over| self.drop_held(over, board, legal));
        }
        did
    }

    fn pile_name(&self, number: usize) -> &str {
        &self.table.pile_names[number]
    }
}

impl HeldPiece {
    /// A piece with this centre that the user begins to drag.
    fn new(ui: &Ui, object: HeldObject, centre: Pos2) -> Self {
        let pressed = ui.input(|input| input.pointer.press_origin());
        Self { object, grip: pressed.map_or(Vec2::ZERO, |pressed| pressed - centre), target: None }
    }
}

/// Widget id of a place.
pub(super) fn place_id(ui: &Ui, location: LocationId) -> Id {
    ui.scope_id().with(("place", location.index()))
}
