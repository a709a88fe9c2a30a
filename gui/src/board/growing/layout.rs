//! Room of the scoreboard: as wide as its contents need, beside the board or below it.

use boardwright_game::tile_board::TileBoard;
use eframe::egui::{FontId, Label, RichText, TextStyle, Ui, WidgetText};

use super::GrowingFrame;
use crate::texts::t;

/// Least width of the scoreboard in points: that of the drawn tile beside the stack, and of the tiles left.
const LEAST_SIDE: f32 = 236.0;
/// Greatest width of a name in points; longer names are elided.
const MOST_NAME: f32 = 180.0;
/// Least width that is left to a name in points.
const LEAST_NAME: f32 = 60.0;
/// Least width of the board beside the scoreboard in points.
const LEAST_BOARD: f32 = 220.0;
/// Size of the letters of a name in the list of the players.
pub(super) const NAME_SIZE: f32 = 15.0;
/// Side of the disc of a player in points.
pub(super) const DISC: f32 = 26.0;
/// Gap between the columns of the final table in points.
pub(super) const COLUMN_GAP: f32 = 8.0;

/// Room of the scoreboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SideLayout {
    /// Width of the contents in points.
    pub width: f32,
    /// Width up to which a name is shown.
    pub name: f32,
    /// `true` if there is room for it beside the board.
    pub is_beside: bool,
}

impl SideLayout {
    /// Room for the scoreboard of a board.
    pub fn new(ui: &Ui, board: &TileBoard, frame: &GrowingFrame) -> Self {
        let spacing = ui.spacing();
        let margin = 2.0 * 8.0 + spacing.scroll.bar_width + spacing.scroll.bar_inner_margin;
        let fixed = player_row(ui, frame).max(table_row(ui, board, frame));
        let names = frame.names.iter().map(|name| text_width(ui, name, NAME_SIZE)).fold(0.0, f32::max);
        let available = ui.available_width();
        let wanted = (fixed + names.min(MOST_NAME) + margin).max(LEAST_SIDE);
        let is_beside = available >= (fixed + names.min(LEAST_NAME) + margin).max(LEAST_SIDE) + LEAST_BOARD;
        let width = if is_beside { wanted.min(available - LEAST_BOARD) } else { available };
        let name = (width - fixed - margin).clamp(LEAST_NAME, names.clamp(LEAST_NAME, MOST_NAME));
        Self { width, name, is_beside }
    }
}

/// Width of the entry of a player without the name.
fn player_row(ui: &Ui, frame: &GrowingFrame) -> f32 {
    let kind = |is_person: &bool| body_width(ui, t(if *is_person { "tiles.person" } else { "tiles.computer" }));
    let kinds = frame.people.iter().map(kind).fold(0.0, f32::max);
    DISC + 2.0 * ui.spacing().item_spacing.x + kinds
}

/// Width of a row of the final table without the name; 0 before the end of the game.
fn table_row(ui: &Ui, board: &TileBoard, frame: &GrowingFrame) -> f32 {
    if !frame.is_over {
        return 0.0;
    }
    let kinds = board.hands.first().map_or(&[][..], |hand| &hand.details);
    let column = |(index, (kind, _)): (usize, &(&str, i64))| {
        let points = board.hands.iter().filter_map(|hand| Some(hand.details.get(index)?.1.to_string()));
        points.map(|points| body_width(ui, &points)).fold(body_width(ui, kind), f32::max)
    };
    let totals = board.hands.iter().map(|hand| body_width(ui, &hand.points.to_string()));
    let total = totals.fold(body_width(ui, t("tiles.total")), f32::max);
    let places = body_width(ui, &place_text(board.hands.len()));
    let columns: f32 = kinds.iter().enumerate().map(column).sum();
    places + columns + total + COLUMN_GAP * (kinds.len() + 2) as f32
}

/// Place of a player in the final table.
pub(super) fn place_text(place: usize) -> String {
    format!("{place}.")
}

fn body_width(ui: &Ui, text: &str) -> f32 {
    text_width(ui, text, TextStyle::Body.resolve(ui.style()).size)
}

/// Width of a line of text in points. Bold text is as wide as any other.
fn text_width(ui: &Ui, text: &str, size: f32) -> f32 {
    let galley = ui.painter().layout_no_wrap(text.to_owned(), FontId::proportional(size), ui.visuals().text_color());
    galley.size().x.ceil()
}

/// Shows a name, elided where it is wider than `width`; the whole name appears when the mouse rests on it.
pub(super) fn name_label(ui: &mut Ui, text: impl Into<WidgetText>, width: f32) {
    ui.scope(|ui| {
        ui.set_max_width(width);
        ui.add(Label::new(text).truncate());
    });
}

/// Shows the number of a column.
pub(super) fn number_label(ui: &mut Ui, number: i64, is_strong: bool) {
    let text = RichText::new(number.to_string());
    ui.label(if is_strong { text.strong() } else { text });
}
