//! The board widget: zoom by the wheel, pan by the middle button or the background, click or drag pieces from place to place, by
//! mouse or keyboard.

mod actions;
mod ghost;
mod hit_test;
mod menu;
mod preview;
mod room;
mod tray;

use boardwright_draw::{Piece, Stack, Subject};
use boardwright_game::any::AnyState;
use boardwright_game::ids::{ElementId, ElementTypeId, LocationId, Player};
use boardwright_lang::Source;
use boardwright_library::LoadedGame;
use eframe::egui::accesskit::Role;
use eframe::egui::{Id, Key, Painter, PointerButton, Pos2, Rect, Response, Sense, Ui, Vec2, WidgetInfo};

use super::arrange::Drag;
use super::dice::{Face, Roll};
use super::drop_axis::{DropAxis, drop_axis};
use super::effects::MoveEffects;
use super::marks::{self, Marks};
use super::motion::Motion;
use super::moves::{LegalMoves, Origin};
use super::pictures::PictureCache;
use super::prepared::PreparedPosition;
use super::primitives::ViewTransform;

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
    /// `true` once pieces beside the board could be chosen, which need room from then on.
    has_hand: bool,
    /// Transformation of the last frame.
    #[cfg(test)]
    shown_lens: Option<ViewTransform>,
    /// Point at which the pointer was pressed last.
    pressed_at: Option<Pos2>,
    /// Changes that the legal moves make on the board.
    effects: MoveEffects,
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

/// Greatest number of dots on places for pieces of a supply that is not shown.
const MAX_DOTS: usize = 64;
/// Largest zoom factor.
const MAX_ZOOM: f32 = 8.0;

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

    /// Number of pieces on the board.
    pub fn piece_count(&self) -> usize {
        self.table.pieces.len()
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
            has_hand: false,
            #[cfg(test)]
            shown_lens: None,
            pressed_at: None,
            effects: MoveEffects::default(),
            drop_axis: None,
        }
    }

    /// Takes over what the legal moves of the shown position change, for the ghost under the pointer and pictures of moves.
    pub fn prepare_moves(&mut self, loaded: &LoadedGame, state: &AnyState, legal: &LegalMoves) {
        self.effects = MoveEffects::of(loaded, state, legal, &self.album);
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
        self.effects = MoveEffects::default();
        self.clear_selection();
    }

    /// Type of the element of a piece.
    fn kind_of(&self, piece: &Piece) -> ElementTypeId {
        self.table.element_kinds[piece.element.index()]
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

    /// Transformation of the last frame.
    #[cfg(test)]
    pub(super) fn shown_lens(&self) -> ViewTransform {
        self.shown_lens.expect("the board was shown")
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

    /// Shows the board as large as possible. `legal` is empty where the user may not move, and has moves of a later turn for
    /// a premove, of which no effects are known.
    pub fn ui(&mut self, ui: &mut Ui, legal: &LegalMoves, marks: &Marks) -> Option<BoardAction> {
        let others = (!self.effects.fit(legal)).then(|| std::mem::take(&mut self.effects));
        let did = self.moves_ui(ui, legal, marks);
        if let Some(others) = others {
            self.effects = others;
        }
        did
    }

    /// Shows the board with moves to which the known effects belong.
    fn moves_ui(&mut self, ui: &mut Ui, legal: &LegalMoves, marks: &Marks) -> Option<BoardAction> {
        self.expect_hand(legal);
        self.table.set_colours(marks.colours);
        self.pressed_at = ui.input(|input| input.pointer.press_origin()).or(self.pressed_at);
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
        self.paint_preview(ui, &ui.painter().with_clip_rect(board), &lens, legal);
        self.paint_held(ui, &lens);
        if whole.drag_stopped_by(PointerButton::Primary) {
            did = self.swiped(ui, legal).or(did);
        }
        if whole.clicked() || ui.input(|input| input.key_pressed(Key::Escape)) {
            self.clear_selection();
        }
        self.move_menu_ui(ui, &lens, legal).or(did)
    }

    /// Takes all available room, and applies zoom and pan.
    pub(super) fn layout(&mut self, ui: &mut Ui) -> BoardLayout {
        let room = ui.available_rect_before_wrap();
        let whole = ui.allocate_rect(room, Sense::click_and_drag());
        let (board, tray) = self.split(room);
        self.navigate(ui, &whole, board);
        BoardLayout { whole, board, tray, lens: self.lens(board) }
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
        marks.checked.iter().for_each(|place| marks::checked(&painter, table, lens, *place));
        let part = self.motion.as_ref().map_or(1.0, |motion| motion.progress(now));
        if let Some(motion) = &self.motion {
            motion.disappeared().iter().for_each(|(centre, thing)| {
                thing.paint(ui, &painter, &lens.upright_at(*centre), 1.0 - part as f32, &self.album);
            });
        }
        self.paint_origins(ui, &painter, lens, legal);
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
        marks::premove(&painter, table, lens, &marks.premove);
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

    /// Paints a glow below the movable pieces, as long as none is selected.
    fn paint_origins(&self, ui: &Ui, painter: &Painter, lens: &ViewTransform, legal: &LegalMoves) {
        if self.selected.is_some() {
            return;
        }
        let place = |location| marks::outline(&self.table, location, lens);
        let pointer = ui.input(|input| input.pointer.hover_pos());
        let is_hinted = !self.hinted(legal).is_empty();
        let mut seen: Vec<LocationId> = Vec::new();
        for choice in &legal.choices {
            let is_marked = !choice.is_from_supply() || !is_hinted;
            let Some(from) = choice.at.filter(|_| is_marked) else { continue };
            // The mark of a pit is around the pit, not around one of its seeds.
            let marked = if choice.is_by_origin { self.holder(from, lens) } else { from };
            if !seen.contains(&marked) {
                seen.push(marked);
                let is_hovered = pointer.is_some_and(|pointer| place(marked).0.contains(pointer));
                let mark = if choice.is_by_origin { marks::movable_pit } else { marks::movable };
                mark(painter, place(marked), is_hovered);
            }
        }
    }

    /// Places for pieces of the supply that are marked before a piece is selected: if they are few, or if the supply is not beside
    /// the board and they are not just all empty places.
    fn hinted(&self, legal: &LegalMoves) -> Vec<LocationId> {
        let hinted = legal.hinted_targets();
        if self.has_hand || !hinted.is_empty() {
            return hinted;
        }
        let placed = legal.choices.iter().filter(|choice| choice.is_from_supply());
        let mut targets: Vec<LocationId> = placed.filter_map(|choice| choice.to).collect();
        targets.sort_unstable();
        targets.dedup();
        let kinds = &self.table.place_kinds;
        let is_alike = |place: &usize| targets.iter().any(|to| kinds[to.index()] == kinds[*place]);
        let is_empty = |place: &usize| self.table.pieces.iter().all(|(piece, _)| piece.location.index() != *place);
        let empty = (0..kinds.len()).filter(is_alike).filter(is_empty).count();
        if targets.len() <= MAX_DOTS && targets.len() < empty { targets } else { Vec::new() }
    }

    /// Paints the selected piece and its targets, or the places for pieces of the supply.
    fn paint_choices(&self, painter: &Painter, lens: &ViewTransform, legal: &LegalMoves) {
        let place = |location| marks::outline(&self.table, location, lens);
        let is_taken = |to: LocationId| self.table.pieces.iter().any(|(piece, _)| piece.location == to);
        let Some(origin) = self.selected else {
            for to in self.hinted(legal) {
                marks::target(painter, place(to).0, is_taken(to));
            }
            return;
        };
        for (index, _) in self.table.origins.iter().enumerate().filter(|(_, other)| **other == origin) {
            marks::picked(painter, place(LocationId::new(index)));
        }
        for number in legal.from(origin) {
            if let Some(to) = legal.choices[number].to {
                marks::target(painter, place(to).0, is_taken(to));
            }
        }
    }

    /// The move of a swipe over the board, where moves are directions.
    fn swiped(&self, ui: &Ui, legal: &LegalMoves) -> Option<BoardAction> {
        let to = ui.input(|input| input.pointer.interact_pos());
        self.swipe_move(to? - self.pressed_at?, legal).map(BoardAction::Move)
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
            let (_, round) = marks::outline(&self.table, location, lens);
            let rect = marks::hit_area(&self.table, location, lens).intersect(board);
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
                let dropped = over.and_then(|over| self.drop_held(over, lens, legal));
                did = match dropped {
                    Some(BoardAction::Move(_)) => dropped,
                    _ => self.swiped(ui, legal).or(dropped).or(did),
                };
            }
            if response.clicked_by(PointerButton::Primary) {
                let point = ui.input(|input| input.pointer.interact_pos());
                let meant = point.and_then(|point| self.place_for_click(point, lens, legal)).unwrap_or(location);
                pressed = Some((meant, rect.center(), point));
            } else if response.clicked() {
                // By the keyboard, or by a screen reader.
                pressed = Some((location, rect.center(), None));
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
        pressed.map_or(did, |pressed| self.on_click(pressed, lens, legal))
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
