//! The menu of several moves that a click can mean: pictures of what results, in a column at the target as for promotions, or
//! in rows as small boards. Digits choose as well.

use boardwright_draw::{Piece, Place};
use boardwright_game::ids::LocationId;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align2, Area, CursorIcon, FontId, Frame, Key, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
};

use super::{Board, BoardAction};
use crate::board::moves::LegalMoves;
use crate::board::primitives::{PreparedItem, ViewTransform};
use crate::theme::board::PICKED;
use crate::theme::{metrics, palette};

/// Keys of the moves of the menu, in their order.
const KEYS: [Key; 9] =
    [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
/// Smallest and largest side of the picture of a piece, in points.
const PIECE: (f32, f32) = (44.0, 76.0);
/// Side of a small board, in points.
const SMALL_BOARD: f32 = 128.0;
/// Number of small boards in a row.
const COLUMNS: usize = 4;

/// Picture of a move of the menu.
enum Picture<'b> {
    /// The piece that lies on the target after the move.
    Piece(&'b (Piece, PreparedItem)),
    /// The board after the move.
    Board,
    /// No picture: the board has no effects of moves.
    None,
}

impl Board {
    /// Returns the only move, or opens the menu to choose one of several.
    pub(super) fn choose(&mut self, moves: Vec<usize>, at: Pos2) -> Option<BoardAction> {
        if let [only] = moves.as_slice() {
            self.clear_selection();
            return Some(BoardAction::Move(*only));
        }
        self.move_menu = Some((moves, at));
        None
    }

    /// Shows the menu to choose one of several moves.
    pub(super) fn move_menu_ui(
        &mut self,
        ui: &mut Ui,
        lens: &ViewTransform,
        legal: &LegalMoves,
    ) -> Option<BoardAction> {
        let (moves, at) = self.move_menu.clone()?;
        let names = legal.menu_names(&moves);
        let target = self.common_target(&moves, legal);
        let pictures = self.pictures(&moves, target);
        let is_column = target.is_some() && matches!(pictures.first(), Some(Picture::Piece(_)));
        let side = target.map_or(PIECE.1, |to| lens.area(&self.table.place(to).area(1.0)).width());
        let side = side.clamp(PIECE.0, PIECE.1);
        // The column begins at the target, and leads away from the nearer edge.
        let (begin, pivot) = match target.filter(|_| is_column).map(|to| lens.area(&self.table.place(to).area(1.0))) {
            Some(rect) if rect.center().y > ui.clip_rect().center().y => {
                (Pos2::new(rect.center().x, rect.bottom()), Align2::CENTER_BOTTOM)
            }
            Some(rect) => (Pos2::new(rect.center().x, rect.top()), Align2::CENTER_TOP),
            None => (at, Align2::LEFT_TOP),
        };
        let mut chosen = None;
        let area = Area::new(ui.scope_id().with("several")).fixed_pos(begin).pivot(pivot).constrain(true);
        area.show(ui.ctx(), |ui| {
            let frame = if is_column { Frame::popup(ui.style()).inner_margin(2.0) } else { Frame::popup(ui.style()) };
            frame.show(ui, |ui| {
                let mut entry = |ui: &mut Ui, index: usize| {
                    let response = match &pictures[index] {
                        Picture::Piece(piece) => {
                            let response = self.piece_button(ui, piece, side);
                            response.on_hover_text(&names[index])
                        }
                        Picture::Board => self.board_button(ui, moves[index], &names[index]),
                        Picture::None => ui.button(&names[index]),
                    };
                    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &names[index]));
                    if !matches!(pictures[index], Picture::None) && index < KEYS.len() {
                        key_hint(ui, response.rect, index);
                    }
                    let key = KEYS.get(index).filter(|_| !ui.ctx().egui_wants_keyboard_input());
                    let is_pressed = key.is_some_and(|&key| {
                        ui.input_mut(|input| input.consume_key(eframe::egui::Modifiers::NONE, key))
                    });
                    if response.clicked() || is_pressed {
                        chosen = Some(moves[index]);
                    }
                };
                ui.spacing_mut().item_spacing = Vec2::splat(if is_column { 0.0 } else { metrics::GAP });
                let columns = match pictures.first() {
                    Some(Picture::Board) => COLUMNS,
                    Some(Picture::Piece(_)) if !is_column => COLUMNS,
                    _ => 1,
                };
                for row in (0..moves.len()).collect::<Vec<_>>().chunks(columns) {
                    if columns == 1 {
                        row.iter().for_each(|&index| entry(ui, index));
                    } else {
                        ui.horizontal(|ui| row.iter().for_each(|&index| entry(ui, index)));
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

    /// Target that all moves of the menu share.
    fn common_target(&self, moves: &[usize], legal: &LegalMoves) -> Option<LocationId> {
        let target = |number: &usize| legal.choices.get(*number).and_then(|choice| choice.to);
        let first = moves.first().and_then(target);
        first.filter(|_| moves.iter().all(|number| target(number) == first))
    }

    /// Pictures of the moves: pieces if they differ by the piece on the target, else small boards.
    fn pictures(&self, moves: &[usize], target: Option<LocationId>) -> Vec<Picture<'_>> {
        let pieces: Option<Vec<&(Piece, PreparedItem)>> =
            moves.iter().map(|&number| self.effects.on_target(number, target?)).collect();
        let look = |piece: &Piece| (piece.owner, piece.state, self.kind_of(piece));
        let is_distinct = |pieces: &Vec<&(Piece, PreparedItem)>| {
            let looks: Vec<_> = pieces.iter().map(|(piece, _)| look(piece)).collect();
            (1..looks.len()).all(|at| !looks[..at].contains(&looks[at]))
        };
        if let Some(pieces) = pieces.filter(is_distinct) {
            return pieces.into_iter().map(Picture::Piece).collect();
        }
        let has_boards = moves.iter().all(|&number| !self.effects.changed(number).is_empty());
        moves.iter().map(|_| if has_boards { Picture::Board } else { Picture::None }).collect()
    }

    /// A button with the picture of a piece.
    fn piece_button(&self, ui: &mut Ui, (piece, item): &(Piece, PreparedItem), side: f32) -> Response {
        let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::click());
        ground(ui, rect, &response);
        let place: &Place = self.table.place(piece.location);
        let scale = side * 0.86 / place.width.max(place.height) as f32;
        let own = Vec2::new(place.centre.x as f32, place.centre.y as f32);
        let lens = ViewTransform { scale, origin: rect.center() - own * scale, is_flipped: false };
        item.paint(ui, &ui.painter().with_clip_rect(rect), &lens, 1.0, &self.album);
        response.on_hover_cursor(CursorIcon::PointingHand)
    }

    /// A button with the board after a move, and the name of the move below it.
    fn board_button(&self, ui: &mut Ui, number: usize, name: &str) -> Response {
        let text = 18.0;
        let (rect, response) = ui.allocate_exact_size(Vec2::new(SMALL_BOARD, SMALL_BOARD + text), Sense::click());
        ground(ui, rect, &response);
        let picture = Rect::from_min_size(rect.min, Vec2::splat(SMALL_BOARD)).shrink(4.0);
        let lens = ViewTransform::fitting(&self.table.area, picture);
        let painter = ui.painter().with_clip_rect(picture);
        painter.rect_filled(lens.area(&self.table.area), 2.0, self.table.ground);
        let (changed, table) = (self.effects.changed(number), &self.table);
        table.static_items.iter().for_each(|(_, item)| item.paint(ui, &painter, &lens, 1.0, &self.album));
        let before = table.pieces.iter().filter(|(piece, _)| !changed.contains(&piece.location));
        before.chain(self.effects.appeared(number)).for_each(|(_, item)| {
            item.paint(ui, &painter, &lens, 1.0, &self.album);
        });
        let at = Pos2::new(rect.center().x, rect.bottom() - text / 2.0);
        let colour = palette(ui).text;
        let painter = ui.painter().with_clip_rect(rect);
        painter.text(at, Align2::CENTER_CENTER, name, FontId::proportional(metrics::SMALL), colour);
        response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(name)
    }
}

/// Ground of a picture, lighter under the pointer.
fn ground(ui: &Ui, rect: Rect, response: &Response) {
    let palette = palette(ui);
    let fill = if response.hovered() || response.has_focus() { palette.hovered } else { palette.control };
    let stroke = if response.has_focus() { Stroke::new(2.0, PICKED) } else { Stroke::NONE };
    ui.painter().rect(rect, 4.0, fill, stroke, StrokeKind::Inside);
}

/// The digit that chooses a picture.
fn key_hint(ui: &Ui, rect: Rect, index: usize) {
    let at = rect.left_top() + Vec2::new(4.0, 2.0);
    ui.painter().text(at, Align2::LEFT_TOP, index + 1, FontId::proportional(metrics::SMALL), palette(ui).weak);
}
