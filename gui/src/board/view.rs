//! The board as a widget: zoomed with the wheel, shifted with the middle button or by its ground, its pieces clicked or drawn
//! from place to place, with the mouse or the keyboard.

use boardwright_engine::any::AnyState;
use boardwright_engine::ids::LocationId;
use boardwright_lang::Source;
use boardwright_shelf::Loaded;
use eframe::egui::accesskit::Role;
use eframe::egui::{Id, Key, PointerButton, Pos2, Rect, Response, Sense, Ui, Vec2, WidgetInfo};

use super::arrange::Held;
use super::marks::{self, Marks};
use super::motion::Motion;
use super::moves::{Legal, Origin};
use super::pictures::Album;
use super::prims::Lens;
use super::table::Table;
use crate::texts::with;

/// The board of one game, with what a person is doing on it.
#[derive(Debug)]
pub struct Board {
    pub(super) album: Album,
    pub(super) table: Table,
    motion: Option<Motion>,
    /// 1 shows the whole board.
    zoom: f32,
    /// By how much the board is shifted, in points of the window.
    shift: Vec2,
    picked: Option<Origin>,
    /// Moves of which one must be chosen, and where that is asked.
    several: Option<(Vec<usize>, Pos2)>,
    /// What is put elsewhere by whoever writes the game.
    pub(super) held: Option<Held>,
}

/// Where everything of a board is in the window.
pub(super) struct Spread {
    whole: Response,
    pub(super) board: Rect,
    /// The room of the piles beside it.
    tray: Option<Rect>,
    pub(super) lens: Lens,
}

/// What a person did on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Did {
    /// Chose the move of this number.
    Move(usize),
    /// Wanted to go from here to there, which is not allowed; or to do something here, where nothing can be done.
    Refused(Option<Origin>, LocationId),
}

/// How far one can go near.
const MOST_ZOOM: f32 = 8.0;
/// So many targets are shown before anything is picked up.
const FEW: usize = 9;
/// The part of the window's width that piles take.
const TRAY: f32 = 0.11;

impl Board {
    /// Lays a position on a board, which is made if there is none yet; games without a board have none. The pieces are seen on their
    /// way if `now`, the time of the window in seconds, is told.
    pub fn lay(board: &mut Option<Self>, loaded: &Loaded, state: &AnyState, now: Option<f64>) {
        let Some((game, state)) = loaded.as_spec(state) else { return };
        match board {
            Some(board) => {
                let table = Table::new(game, state, &board.album);
                board.show(table, now);
            }
            None => {
                let album = Album::new(loaded.sources.first().map(Source::name).unwrap_or_default());
                let table = Table::new(game, state, &album);
                *board = Some(Self::new(album, table));
            }
        }
    }

    /// A board that shows a position.
    fn new(album: Album, table: Table) -> Self {
        Self { album, table, motion: None, zoom: 1.0, shift: Vec2::ZERO, picked: None, several: None, held: None }
    }

    /// Shows another position.
    fn show(&mut self, table: Table, now: Option<f64>) {
        self.motion = now.and_then(|now| Motion::between(&self.table, &table, now));
        self.table = table;
        self.put_down();
    }

    /// Forgets what was picked up.
    pub fn put_down(&mut self) {
        self.picked = None;
        self.several = None;
        self.held = None;
    }

    /// Shows the whole board again.
    pub fn fit(&mut self) {
        self.zoom = 1.0;
        self.shift = Vec2::ZERO;
    }

    /// The board, as large as there is room; `legal` is empty where a person may do nothing.
    pub fn ui(&mut self, ui: &mut Ui, legal: &Legal, marks: &Marks) -> Option<Did> {
        let Spread { whole, board, tray, lens } = self.spread(ui);
        let now = ui.input(|input| input.time);
        self.paint(ui, &lens, board, now, legal, marks);
        let mut did = self.places(ui, &lens, board, legal);
        if let Some(tray) = tray {
            did = self.tray(ui, tray, legal).or(did);
        }
        if whole.clicked() || ui.input(|input| input.key_pressed(Key::Escape)) {
            self.put_down();
        }
        self.ask(ui, legal).or(did)
    }

    /// Takes all the room there is, and has the board zoomed and shifted in it.
    pub(super) fn spread(&mut self, ui: &mut Ui) -> Spread {
        let room = ui.available_rect_before_wrap();
        let whole = ui.allocate_rect(room, Sense::click_and_drag());
        let (board, tray) = self.split(room);
        self.navigate(ui, &whole, board);
        Spread { whole, board, tray, lens: self.lens(board) }
    }

    /// The room of the board and that of the piles beside it.
    fn split(&self, room: Rect) -> (Rect, Option<Rect>) {
        if self.table.piles.is_empty() {
            return (room, None);
        }
        // The board keeps as much as it can use.
        if room.width() > room.height() {
            let (left, right) = room.split_left_right_at_fraction(1.0 - TRAY);
            (left, Some(right))
        } else {
            let (top, bottom) = room.split_top_bottom_at_fraction(1.0 - TRAY);
            (top, Some(bottom))
        }
    }

    /// Zooming and shifting.
    fn navigate(&mut self, ui: &Ui, whole: &Response, board: Rect) {
        let (wheel, pinch, over) =
            ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta(), input.pointer.hover_pos()));
        if let Some(over) = over.filter(|over| whole.contains_pointer() && board.contains(*over)) {
            let factor = pinch * (wheel * 0.004).exp();
            let zoom = (self.zoom * factor).clamp(1.0, MOST_ZOOM);
            // What is under the pointer stays there.
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

    fn lens(&self, board: Rect) -> Lens {
        let area = &self.table.area;
        let (width, height) = (area.width() as f32, area.height() as f32);
        let scale = (board.width() / width).min(board.height() / height).max(0.001) * self.zoom;
        let corner = board.center() + self.shift - Vec2::new(width, height) * (scale / 2.0);
        Lens { scale, origin: corner - Vec2::new(area.left as f32, area.top as f32) * scale }
    }

    pub(super) fn paint(&mut self, ui: &Ui, lens: &Lens, board: Rect, now: f64, legal: &Legal, marks: &Marks) {
        let painter = ui.painter().with_clip_rect(board);
        let table = &self.table;
        painter.rect_filled(lens.area(&table.area), 4.0, table.ground);
        table.still.iter().for_each(|thing| thing.paint(ui, &painter, lens, 1.0, &self.album));
        marks::last(&painter, table, lens, &marks.last);
        let part = self.motion.as_ref().map_or(1.0, |motion| motion.part(now));
        if let Some(motion) = &self.motion {
            motion.gone().iter().for_each(|thing| {
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
                if motion.glides(piece.element) == on_top {
                    let away = lens.moved(motion.away(piece.element, home, part));
                    thing.paint(ui, &painter, &away, motion.seen(piece.element, part), &self.album);
                }
            }
        }
        for (&location, &count) in &table.heaps {
            let (rect, _) = marks::outline(table, location, lens);
            marks::count(&painter, rect.right_top(), rect.height() * 0.3, count);
        }
        if marks.names {
            for (index, name) in table.called.iter().enumerate() {
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

    /// What was picked up and where it may go; or what could be picked up.
    fn paint_choices(&self, painter: &eframe::egui::Painter, lens: &Lens, legal: &Legal) {
        let place = |location| marks::outline(&self.table, location, lens);
        let Some(origin) = self.picked else {
            let mut seen: Vec<LocationId> = Vec::new();
            for choice in &legal.choices {
                if let Some(Origin::Place(from)) = choice.from
                    && !seen.contains(&from)
                {
                    seen.push(from);
                    marks::movable(painter, place(from).0);
                }
            }
            // Where a waiting piece can go to few places only, these are not for everybody to guess.
            let waits = |choice: &&super::moves::Choice| matches!(choice.from, Some(Origin::Pile(..)));
            let targets: Vec<LocationId> = legal.choices.iter().filter(waits).filter_map(|choice| choice.to).collect();
            if targets.len() <= FEW {
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

    /// The places as things to be clicked, drawn and reached by the keyboard.
    fn places(&mut self, ui: &mut Ui, lens: &Lens, board: Rect, legal: &Legal) -> Option<Did> {
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
            let told = &self.table.told[index];
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, told));
            if response.has_focus() {
                marks::picked(ui.painter(), (rect, round));
            }
            if response.drag_started_by(PointerButton::Primary) {
                drawn = Some(location);
            }
            if response.drag_stopped_by(PointerButton::Primary) {
                let over = ui.input(|input| input.pointer.interact_pos());
                did = over.and_then(|over| self.dropped(over, lens, legal)).or(did);
            }
            if response.clicked() {
                pressed = Some((location, rect.center()));
            }
        }
        if let Some(origin) = drawn.map(|location: LocationId| self.table.origins[location.index()])
            && !legal.from(origin).is_empty()
        {
            self.picked = Some(origin);
            self.several = None;
        }
        pressed.map_or(did, |(location, at)| self.pressed(location, at, legal))
    }

    /// The places at a point of the window, the topmost last.
    pub(super) fn under(&self, point: Pos2, lens: &Lens) -> Vec<LocationId> {
        let places = (0..self.table.places.len()).map(LocationId::new);
        places.filter(|location| marks::outline(&self.table, *location, lens).0.contains(point)).collect()
    }

    /// A piece was drawn to a point of the window.
    fn dropped(&mut self, over: Pos2, lens: &Lens, legal: &Legal) -> Option<Did> {
        let picked = self.picked?;
        let there = self.under(over, lens);
        // Where places overlap, one that can be reached is meant.
        let wanted = there.iter().find(|location| !legal.between(picked, **location).is_empty()).or(there.last());
        let to = *wanted?;
        if picked == self.table.origins[to.index()] {
            return None;
        }
        match legal.between(picked, to) {
            moves if moves.is_empty() => {
                self.put_down();
                Some(Did::Refused(Some(picked), to))
            }
            moves => self.wanted(moves, over),
        }
    }

    /// A place was clicked.
    fn pressed(&mut self, location: LocationId, at: Pos2, legal: &Legal) -> Option<Did> {
        let here = self.table.origins[location.index()];
        if let Some(picked) = self.picked {
            if picked == here {
                self.put_down();
                return None;
            }
            let moves = legal.between(picked, location);
            if !moves.is_empty() {
                return self.wanted(moves, at);
            }
        }
        let begins = legal.from(here);
        let leaves = begins.iter().all(|&number| legal.choices[number].to.is_none());
        if !begins.is_empty() && leaves {
            // What can only be taken off the board is taken by one click.
            return self.wanted(begins, at);
        }
        if !begins.is_empty() {
            self.picked = Some(here);
            self.several = None;
            return None;
        }
        let placed = legal.placed(location);
        if self.picked.is_none() && !placed.is_empty() {
            return self.wanted(placed, at);
        }
        let refused = Did::Refused(self.picked, location);
        self.put_down();
        Some(refused)
    }

    /// One of these moves is wanted: the only one, or the one that is chosen next.
    fn wanted(&mut self, moves: Vec<usize>, at: Pos2) -> Option<Did> {
        if let [only] = moves.as_slice() {
            self.put_down();
            return Some(Did::Move(*only));
        }
        self.several = Some((moves, at));
        None
    }

    /// Asks which of several moves is meant.
    fn ask(&mut self, ui: &mut Ui, legal: &Legal) -> Option<Did> {
        let (moves, at) = self.several.clone()?;
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
        self.put_down();
        Some(Did::Move(chosen))
    }

    /// The piles beside the board.
    fn tray(&mut self, ui: &mut Ui, tray: Rect, legal: &Legal) -> Option<Did> {
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
            let lens = Lens { scale, origin: centre - own * scale };
            thing.paint(ui, &ui.painter().with_clip_rect(tray), &lens, 1.0, &self.album);
            marks::count(ui.painter(), rect.right_bottom() - Vec2::splat(8.0), side * 0.2, pile.count);
            let can = !legal.from(pile.origin).is_empty();
            let response = ui.interact(rect, ui.scope_id().with(("pile", number)), Sense::click());
            let told = with("board.pile", &[&pile.count, &self.pile_name(number)]);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, can, &told));
            if can && response.clicked() {
                self.picked = if self.picked == Some(pile.origin) { None } else { Some(pile.origin) };
                self.several = None;
            }
            if self.picked == Some(pile.origin) || response.has_focus() {
                marks::picked(ui.painter(), (rect, false));
            }
            response.on_hover_text(told);
        }
        None
    }

    fn pile_name(&self, number: usize) -> &str {
        &self.table.names[number]
    }
}

/// What the widget of a place is known by.
pub(super) fn place_id(ui: &Ui, location: LocationId) -> Id {
    ui.scope_id().with(("place", location.index()))
}
