//! Markers on a board: last move, legal targets, analysis arrows. The markers differ in shape, so that they can be distinguished
//! without colours.

use boardwright_draw::Place;
use boardwright_game::ids::LocationId;
use eframe::egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};

use super::prepared::PreparedPosition;
use super::primitives::ViewTransform;

/// Markers of a position.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Origin and target of the last move.
    pub last: Vec<LocationId>,
    /// Lines that decided the game.
    pub lines: Vec<Vec<LocationId>>,
    /// Analysed moves, best first.
    pub arrows: Vec<Arrow>,
    /// `true` if the names of places are shown.
    pub names: bool,
}

/// An arrow for an analysed move.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// Origin; `None` for moves from the off-board supply.
    pub from: Option<LocationId>,
    /// Target.
    pub to: LocationId,
    /// Rank of the move, from 1.
    pub rank: usize,
}

/// Colour of the last move.
const LAST: Color32 = Color32::from_rgb(0xe0, 0xa8, 0x2e);
/// Colour of the selected piece.
pub const PICKED: Color32 = Color32::from_rgb(0x1f, 0x77, 0xd0);
/// Colour of legal targets.
pub const TARGET: Color32 = Color32::from_rgb(0x1f, 0x77, 0xd0);
/// Colour of lines that decided the game.
const WON: Color32 = Color32::from_rgb(0x0f, 0x8a, 0x4a);
/// Colour of analysis arrows.
const THOUGHT: Color32 = Color32::from_rgb(0x12, 0x8a, 0x6a);

/// Returns the rectangle of a place in the window, and `true` if the place is round.
pub fn outline(table: &PreparedPosition, location: LocationId, lens: &ViewTransform) -> (Rect, bool) {
    let place: &Place = table.place(location);
    (lens.area(&place.area(1.0)), place.is_round)
}

fn frame(painter: &Painter, (rect, round): (Rect, bool), stroke: Stroke) {
    if round {
        painter.circle_stroke(rect.center(), rect.width() / 2.0, stroke);
    } else {
        painter.rect_stroke(rect, 2.0, stroke, StrokeKind::Inside);
    }
}

/// Marks the last move by corners around its places.
pub fn last(painter: &Painter, table: &PreparedPosition, lens: &ViewTransform, locations: &[LocationId]) {
    for &location in locations {
        let (rect, _) = outline(table, location, lens);
        let stroke = Stroke::new((rect.width() * 0.045).clamp(1.5, 5.0), LAST);
        let arm = rect.size() * 0.26;
        for (corner, x, y) in [
            (rect.left_top(), arm.x, arm.y),
            (rect.right_top(), -arm.x, arm.y),
            (rect.left_bottom(), arm.x, -arm.y),
            (rect.right_bottom(), -arm.x, -arm.y),
        ] {
            painter.line_segment([corner, corner + Vec2::new(x, 0.0)], stroke);
            painter.line_segment([corner, corner + Vec2::new(0.0, y)], stroke);
        }
    }
}

/// Marks a line that decided the game by a stroke through its places.
pub fn winning_line(painter: &Painter, table: &PreparedPosition, lens: &ViewTransform, line: &[LocationId]) {
    let places: Vec<Rect> = line.iter().map(|&location| outline(table, location, lens).0).collect();
    let width = places.iter().map(Rect::width).fold(f32::INFINITY, f32::min) * 0.12;
    // A light edge keeps the stroke visible on pieces of any colour.
    for (width, colour) in [(width * 1.6, Color32::WHITE), (width, WON)] {
        let points = places.iter().map(Rect::center).collect();
        painter.line(points, Stroke::new(width.clamp(2.0, 14.0), colour));
    }
    for place in &places {
        painter.circle(place.center(), width * 0.9, WON, Stroke::new(1.5, Color32::WHITE));
    }
}

/// Marks the selected piece by a frame.
pub fn picked(painter: &Painter, place: (Rect, bool)) {
    let width = (place.0.width() * 0.05).clamp(2.0, 5.0);
    frame(painter, place, Stroke::new(width, PICKED));
}

/// Marks a draggable place by a thin frame.
pub fn grip(painter: &Painter, place: (Rect, bool)) {
    frame(painter, place, Stroke::new(1.0, PICKED));
}

/// Marks a legal target by a dot, or by a ring if it is occupied.
pub fn target(painter: &Painter, rect: Rect, taken: bool) {
    let side = rect.width().min(rect.height());
    if taken {
        painter.circle_stroke(rect.center(), side * 0.42, Stroke::new((side * 0.07).max(1.5), TARGET));
    } else {
        painter.circle(rect.center(), side * 0.14, TARGET, Stroke::new(1.0, Color32::WHITE));
    }
}

/// Marks a movable piece by a small bar below it.
pub fn movable(painter: &Painter, rect: Rect) {
    let y = rect.bottom() - rect.height() * 0.06;
    let (left, right) = (rect.left() + rect.width() * 0.35, rect.right() - rect.width() * 0.35);
    let stroke = Stroke::new((rect.height() * 0.035).clamp(1.0, 4.0), movable_colour());
    painter.line_segment([Pos2::new(left, y), Pos2::new(right, y)], stroke);
}

/// Colour of the bar below a movable piece.
pub fn movable_colour() -> Color32 {
    PICKED.gamma_multiply(0.8)
}

/// Paints analysis arrows with their ranks; the best is the widest.
pub fn arrows(painter: &Painter, table: &PreparedPosition, lens: &ViewTransform, arrows: &[Arrow]) {
    for arrow in arrows.iter().rev() {
        let (there, _) = outline(table, arrow.to, lens);
        let colour = THOUGHT.gamma_multiply(1.0 / (0.6 + 0.4 * arrow.rank as f32));
        let width = (there.width() * 0.11 / (arrow.rank as f32).sqrt()).max(2.0);
        let end = there.center();
        let middle = match arrow.from.filter(|from| *from != arrow.to) {
            Some(from) => {
                let begin = outline(table, from, lens).0.center();
                let shaft = end - begin;
                let head = shaft.normalized() * (width * 2.4).min(shaft.length() * 0.5);
                painter.line_segment([begin, end - head], Stroke::new(width, colour));
                let side = head.rot90() * 0.6;
                let tip = vec![end, end - head + side, end - head - side];
                painter.add(eframe::egui::Shape::convex_polygon(tip, colour, Stroke::NONE));
                begin + shaft * 0.5
            }
            None => {
                painter.circle_stroke(end, there.width() * 0.36, Stroke::new(width, colour));
                end
            }
        };
        let size = (there.width() * 0.24).clamp(9.0, 22.0);
        painter.circle_filled(middle, size * 0.7, colour.to_opaque());
        painter.text(middle, Align2::CENTER_CENTER, arrow.rank, FontId::proportional(size), Color32::WHITE);
    }
}

/// Paints a number of pieces on a plate, which is round for one digit.
pub fn count(painter: &Painter, at: Pos2, size: f32, count: usize) {
    let size = size.clamp(10.0, 20.0);
    let galley = painter.layout_no_wrap(count.to_string(), FontId::proportional(size), Color32::WHITE);
    let height = size * 1.44;
    let width = (galley.size().x + size * 0.7).max(height);
    // A long number keeps its right end.
    let plate = Rect::from_min_size(at + Vec2::new(height / 2.0 - width, -height / 2.0), Vec2::new(width, height));
    let round = CornerRadius::same((height / 2.0) as u8);
    painter.rect(plate, round, Color32::from_gray(40), Stroke::new(1.0, Color32::WHITE), StrokeKind::Middle);
    painter.galley(plate.center() - galley.size() / 2.0, galley, Color32::WHITE);
}

/// Paints the name of a place in its corner.
pub fn name(painter: &Painter, rect: Rect, name: &str) {
    let size = (rect.height() * 0.2).clamp(8.0, 16.0);
    let at = rect.left_bottom() + Vec2::new(2.0, -1.0);
    let font = FontId::proportional(size);
    let galley = painter.layout_no_wrap(name.to_owned(), font, Color32::WHITE);
    let plate = Rect::from_min_size(at - Vec2::new(0.0, galley.size().y), galley.size()).expand(1.0);
    painter.rect_filled(plate, 2.0, Color32::from_black_alpha(150));
    painter.galley(plate.min + Vec2::splat(1.0), galley, Color32::WHITE);
}
