//! The side of the board: scoreboard, stack, drawn tile with its buttons, tiles left, and the final table.

use boardwright_game::ids::Player;
use boardwright_game::tile_board::SegmentKind;
use eframe::egui::accesskit::Role;
use eframe::egui::{
    Button, CollapsingHeader, CursorIcon, Grid, Rect, RichText, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
};

use super::art::{MeepleLook, TileArt, player_colour};
use super::canvas::{DraggedTile, meeple_name};
use super::layout::{COLUMN_GAP, DISC, NAME_SIZE, name_label, number_label, place_text};
use super::{GrowingBoard, GrowingFrame, Rotation, TurnMode};
use crate::texts::{t, with};
use crate::theme::error_label;
use crate::theme::icons::Icon;
use crate::theme::widgets::{IconButton, primary_button};

/// Side of the drawn tile and of the stack, in points.
const PREVIEW: f32 = 96.0;
/// Side of a tile in the list of the tiles left.
const SMALL: f32 = 34.0;
/// Distance of the meeples in hand, in points.
const MEEPLE_STEP: f32 = 17.0;
/// Number of tiles in a row of that list.
const COLUMNS: usize = 4;

impl GrowingBoard {
    /// Shows the side, with names up to this width; `true` if the turn is ended.
    pub(super) fn side(&mut self, ui: &mut Ui, art: &TileArt, frame: &GrowingFrame, name_width: f32) -> bool {
        self.held = None;
        if frame.is_over {
            self.final_ui(ui, frame, name_width);
            ui.separator();
        }
        for index in 0..self.board.hands.len() {
            if let Some(player) = Player::new(index + 1) {
                self.hand_ui(ui, art, frame, player, name_width);
            }
        }
        ui.separator();
        if !frame.is_over {
            self.stack_ui(ui, art, frame);
        }
        for &kind in &self.board.set_aside {
            error_label(ui, &with("tiles.set_aside", &[&self.board.kinds[kind].id]));
        }
        let ends = self.can_place(frame) && self.turn_ui(ui);
        ui.separator();
        self.values_ui(ui, &frame.weights);
        CollapsingHeader::new(t("tiles.left")).show(ui, |ui| self.left_ui(ui, art));
        CollapsingHeader::new(t("tiles.rules")).show(ui, |ui| ui.label(t("tiles.rules_text")));
        ends
    }

    /// Entry of a player: disc, name, points, meeples in hand.
    fn hand_ui(&mut self, ui: &mut Ui, art: &TileArt, frame: &GrowingFrame, player: Player, name_width: f32) {
        let hand = &self.board.hands[player.index()];
        let name = frame.names.get(player.index()).map_or("", String::as_str);
        let is_active = frame.active == Some(player);
        let is_person = frame.people.get(player.index()).copied().unwrap_or(false);
        let held = ui
            .horizontal(|ui| {
                let (rect, disc) = ui.allocate_exact_size(Vec2::splat(DISC), Sense::click_and_drag());
                let label = with("tiles.disc", &[&name]);
                disc.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
                ui.painter().circle(
                    rect.center(),
                    12.0,
                    player_colour(player),
                    Stroke::new(1.5, ui.visuals().text_color()),
                );
                let look = MeepleLook { scale: 0.75, opacity: 1.0 };
                art.meeple(ui, ui.painter(), (player, SegmentKind::City), rect.center(), look);
                if disc.clicked() && !self.unmarked.remove(&player) {
                    self.unmarked.insert(player);
                }
                let is_held = disc.is_pointer_button_down_on();
                disc.on_hover_text(label);
                let text = RichText::new(name).size(NAME_SIZE);
                name_label(ui, if is_active { text.strong().underline() } else { text }, name_width);
                ui.label(RichText::new(t(if is_person { "tiles.person" } else { "tiles.computer" })).weak());
                is_held
            })
            .inner;
        if held {
            self.held = Some(player);
        }
        let hand = hand.clone();
        ui.horizontal(|ui| {
            ui.add_space(30.0);
            ui.label(RichText::new(hand.points.to_string()).size(20.0).strong());
            let text = with("tiles.hand", &[&hand.meeples]);
            let size = Vec2::new(MEEPLE_STEP * hand.meeples.max(1) as f32, DISC);
            let (rect, meeples) = ui.allocate_exact_size(size, Sense::hover());
            meeples.widget_info(|| WidgetInfo::labeled(Role::Image, true, &text));
            for meeple in 0..hand.meeples {
                let at = rect.left_center() + Vec2::new(MEEPLE_STEP * (meeple as f32 + 0.5), 0.0);
                let look = MeepleLook { scale: 0.62, opacity: 1.0 };
                art.meeple(ui, ui.painter(), (player, SegmentKind::City), at, look);
            }
            meeples.on_hover_text(text);
        });
    }

    /// The stack, face down, and the drawn tile beside it.
    fn stack_ui(&mut self, ui: &mut Ui, art: &TileArt, frame: &GrowingFrame) {
        let count = self.board.tiles_left();
        let is_hidden = !self.is_face_up(frame) && self.board.drawn.is_some();
        ui.label(with("tiles.count", &[&(count + usize::from(is_hidden))]));
        ui.horizontal(|ui| {
            let sense = if is_hidden { Sense::click() } else { Sense::hover() };
            let (rect, stack) = ui.allocate_exact_size(Vec2::splat(PREVIEW), sense);
            for layer in 0..(count + usize::from(is_hidden)).min(4) {
                let shift = Vec2::new(2.0, -2.0) * layer as f32;
                let tile = Rect::from_min_size(rect.min + Vec2::new(0.0, 8.0) + shift, Vec2::splat(PREVIEW - 8.0));
                art.back(ui.painter(), tile);
            }
            if is_hidden {
                stack.widget_info(|| WidgetInfo::labeled(Role::Button, true, t("tiles.turn_over")));
                ui.painter().rect_stroke(rect.expand(2.0), 4.0, ui.visuals().selection.stroke, StrokeKind::Outside);
                if stack.clicked() {
                    self.draft.is_revealed = true;
                }
                stack.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(t("tiles.turn_over"));
            }
            if let Some(kind) = self.board.drawn.filter(|_| !is_hidden) {
                self.preview_ui(ui, art, frame, kind);
            }
        });
        if is_hidden && primary_button(ui, t("tiles.turn_over")).clicked() {
            self.draft.is_revealed = true;
        }
    }

    /// The drawn tile, which can be dragged to the board and turned by the wheel.
    fn preview_ui(&mut self, ui: &mut Ui, art: &TileArt, frame: &GrowingFrame, kind: usize) {
        let can_place = self.can_place(frame);
        let sense = if can_place { Sense::drag() } else { Sense::hover() };
        let (rect, preview) = ui.allocate_exact_size(Vec2::splat(PREVIEW), sense);
        let name = with("tiles.drawn", &[&self.board.kinds[kind].id, &self.board.kinds[kind].name]);
        preview.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        let opacity = if self.draft.cell().is_some() { 0.35 } else { 1.0 };
        art.tile(ui.painter(), kind, self.draft.rotation(), rect.shrink(4.0), opacity);
        if !can_place {
            preview.on_hover_text(name);
            return;
        }
        if preview.hovered() {
            let scrolled = ui.input(|input| input.smooth_scroll_delta.y);
            self.turn_by_wheel(ui, scrolled);
        }
        preview.dnd_set_drag_payload(DraggedTile);
        if preview.dragged()
            && let Some(at) = ui.input(|input| input.pointer.interact_pos())
        {
            let layer = eframe::egui::LayerId::new(eframe::egui::Order::Tooltip, preview.id);
            let painter = ui.ctx().layer_painter(layer);
            art.tile(&painter, kind, self.draft.rotation(), Rect::from_center_size(at, Vec2::splat(PREVIEW)), 0.8);
        }
        preview.on_hover_cursor(CursorIcon::Grab).on_hover_text(name);
    }

    /// Buttons of the turn; `true` if it is ended.
    fn turn_ui(&mut self, ui: &mut Ui) -> bool {
        ui.horizontal_wrapped(|ui| {
            for (icon, name, key, rotation) in [
                (Icon::RotateCcw, "tiles.anticlockwise", "Shift+R", Rotation::Anticlockwise),
                (Icon::RotateCw, "tiles.clockwise", "R", Rotation::Clockwise),
            ] {
                if IconButton::new(icon, t(name)).key(key).show(ui).clicked() {
                    self.draft.rotate(&self.board, rotation);
                }
            }
            let has_step = self.draft.cell().is_some();
            if ui.add_enabled(has_step, Button::new(t("tiles.back"))).on_hover_text(t("tiles.back_hint")).clicked() {
                self.draft.back();
            }
        });
        if self.draft.cell().is_none() {
            ui.label(RichText::new(t("tiles.place_hint")).weak());
            return false;
        }
        // Above the segments, so that many of them do not push the button out of a low window.
        let is_ended = primary_button(ui, t("tiles.end_turn")).on_hover_text(t("tiles.end_hint")).clicked();
        ui.horizontal_wrapped(|ui| {
            for segment in self.draft.meeples(&self.board) {
                let is_chosen = self.draft.meeple() == Some(segment);
                let name = meeple_name(self, segment);
                if ui.selectable_label(is_chosen, with("tiles.put", &[&name])).clicked() {
                    self.draft.toggle_meeple(&self.board, segment);
                }
            }
            if ui.selectable_label(self.draft.meeple().is_none(), t("tiles.no_meeple")).clicked() {
                self.draft.remove_meeple();
            }
        });
        is_ended
    }

    /// Tiles left, by type.
    fn left_ui(&self, ui: &mut Ui, art: &TileArt) {
        Grid::new("tiles left").num_columns(COLUMNS).spacing([6.0, 6.0]).show(ui, |ui| {
            for (index, (kind, left)) in self.board.kinds.iter().zip(&self.board.left).enumerate() {
                ui.horizontal(|ui| {
                    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SMALL), Sense::hover());
                    let name = with("tiles.left_of", &[&kind.id, &kind.name, left]);
                    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
                    art.tile(ui.painter(), index, 0, rect, if *left > 0 { 1.0 } else { 0.25 });
                    response.on_hover_text(name);
                    ui.label(left.to_string());
                });
                if (index + 1).is_multiple_of(COLUMNS) {
                    ui.end_row();
                }
            }
        });
    }

    /// The final table by kind of feature, ordered by points.
    fn final_ui(&self, ui: &mut Ui, frame: &GrowingFrame, name_width: f32) {
        let hands = &self.board.hands;
        let points: Vec<i64> = hands.iter().map(|hand| hand.points).collect();
        ui.label(RichText::new(t("tiles.final")).strong());
        Grid::new("final scores").striped(true).min_col_width(0.0).spacing([COLUMN_GAP, 4.0]).show(ui, |ui| {
            ui.label("");
            ui.label("");
            let kinds = hands.first().map_or(&[][..], |hand| &hand.details);
            for (kind, _) in kinds {
                ui.label(RichText::new(*kind).weak());
            }
            ui.label(RichText::new(t("tiles.total")).weak());
            ui.end_row();
            for &seat in &self.board.final_order {
                let hand = &hands[seat];
                // Players with equal points share a place.
                let better = points.iter().filter(|&&other| other > hand.points).count();
                ui.label(place_text(better + 1));
                name_label(ui, frame.names.get(seat).map_or("", String::as_str), name_width);
                for &(_, points) in &hand.details {
                    number_label(ui, points, false);
                }
                number_label(ui, hand.points, true);
                ui.end_row();
            }
        });
        ui.label(RichText::new(t("tiles.tie")).weak());
    }
}

impl TurnMode {
    /// Mode of a person who may move or not, in a match or not.
    pub fn of(can_move: bool, is_asked: bool) -> Self {
        match (can_move, is_asked) {
            (false, _) => Self::Watch,
            (true, true) => Self::Play,
            (true, false) => Self::Try,
        }
    }
}
