//! Markers on a board: last move, legal targets, analysis arrows. The markers differ in shape, so that they can be distinguished
//! without colours.

use boardwright_draw::Place;
use boardwright_game::ids::LocationId;
use eframe::egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2};

use super::colours::BoardColours;
use super::prepared::PreparedPosition;
use super::primitives::ViewTransform;
use crate::theme::board::{CHECK, LAST, PICKED, PLATE, PREMOVE, TARGET, THOUGHT, WON};

/// Markers of a position.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Origin and target of the last move.
    pub last: Vec<LocationId>,
    /// Lines that decided the game.
    pub lines: Vec<Vec<LocationId>>,
    /// Places of royal pieces in check.
    pub checked: Vec<LocationId>,
    /// Origin and target of a move that is made as soon as it is legal.
    pub premove: Vec<LocationId>,
    /// Analysed moves, best first.
    pub arrows: Vec<Arrow>,
    /// `true` if the names of places are shown.
    pub names: bool,
    /// Colours of the squares.
    pub colours: BoardColours,
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

/// Returns the rectangle of a place in the window, and `true` if the place is round.
pub fn outline(table: &PreparedPosition, location: LocationId, lens: &ViewTransform) -> (Rect, bool) {
    let place: &Place = table.place(location);
    (lens.area(&place.area(1.0)), place.is_round)
}

/// Smallest side of the area in which a place can be hit, in points.
const MIN_HIT: f32 = 14.0;

/// Returns the area in which a place is hit by the pointer: its rectangle, or more than that if it is narrow.
pub fn hit_area(table: &PreparedPosition, location: LocationId, lens: &ViewTransform) -> Rect {
    let (rect, _) = outline(table, location, lens);
    let missing = (Vec2::splat(MIN_HIT) - rect.size()).max(Vec2::ZERO);
    rect.expand2(missing / 2.0)
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

/// Marks a royal piece in check by a glow around it and a ring.
pub fn checked(painter: &Painter, table: &PreparedPosition, lens: &ViewTransform, location: LocationId) {
    let (rect, _) = outline(table, location, lens);
    let radius = rect.width().min(rect.height()) / 2.0;
    for part in [1.0, 0.85, 0.7] {
        painter.circle_filled(rect.center(), radius * part, CHECK.gamma_multiply(0.35));
    }
    painter.circle_stroke(rect.center(), radius * 0.94, Stroke::new((radius * 0.09).max(2.0), CHECK));
}

/// Marks the places of a premove by a translucent ground and a dashed frame.
pub fn premove(painter: &Painter, table: &PreparedPosition, lens: &ViewTransform, locations: &[LocationId]) {
    for &location in locations {
        let (rect, _) = outline(table, location, lens);
        painter.rect_filled(rect, 2.0, PREMOVE.gamma_multiply(0.5));
        let inner = rect.shrink(2.0);
        let corners =
            [inner.left_top(), inner.right_top(), inner.right_bottom(), inner.left_bottom(), inner.left_top()];
        let dash = (rect.width() * 0.12).max(4.0);
        painter.extend(eframe::egui::Shape::dashed_line(&corners, Stroke::new(2.0, PREMOVE), dash, dash * 0.6));
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

/// Marks a legal target by a translucent dot, or by a ring if it is occupied.
pub fn target(painter: &Painter, rect: Rect, taken: bool) {
    let side = rect.width().min(rect.height());
    let colour = target_colour();
    if taken {
        painter.circle_stroke(rect.center(), side * 0.45, Stroke::new((side * 0.08).max(1.5), colour));
    } else {
        painter.circle_filled(rect.center(), (side * 0.15).max(3.0), colour);
    }
}

/// Colour of the dots and rings on targets.
pub fn target_colour() -> Color32 {
    TARGET.gamma_multiply(0.62)
}

/// Marks a movable piece by a soft glow below it, wider under the pointer.
pub fn movable(painter: &Painter, (rect, is_round): (Rect, bool), is_hovered: bool) {
    let side = rect.width().min(rect.height());
    let width = if is_hovered { (side * 0.1).max(4.0) } else { (side * 0.06).max(2.5) };
    let is_long = rect.width().max(rect.height()) > 1.2 * side;
    for (step, part) in [(1.0, 0.45), (0.5, 1.0)] {
        let colour = movable_colour().gamma_multiply(part);
        if is_round || !is_long {
            painter.circle_filled(
                rect.center(),
                if is_round { side / 2.0 } else { side * 0.44 } + width * step,
                colour,
            );
        } else {
            painter.rect_filled(rect.expand(width * step), 4.0, colour);
        }
    }
}

/// Marks a pit from which all pieces are moved by a ring around it.
pub fn movable_pit(painter: &Painter, (rect, _): (Rect, bool), is_hovered: bool) {
    let side = rect.width().min(rect.height());
    let width = (side * if is_hovered { 0.07 } else { 0.04 }).max(2.0);
    painter.circle_stroke(rect.center(), side / 2.0 + width / 2.0, Stroke::new(width, movable_colour()));
}

/// Colour of the glow below a movable piece.
pub fn movable_colour() -> Color32 {
    PICKED.gamma_multiply(0.4)
}

/// Paints analysis arrows with their ranks; the best is the widest.
pub fn arrows(painter: &Painter, table: &PreparedPosition, lens: &ViewTransform, arrows: &[Arrow]) {
    for (index, arrow) in arrows.iter().enumerate().rev() {
        let (there, _) = outline(table, arrow.to, lens);
        let colour = THOUGHT.gamma_multiply(1.0 / (0.6 + 0.4 * arrow.rank as f32));
        let width = (there.width() * 0.11 / (arrow.rank as f32).sqrt()).max(2.0);
        let end = there.center();
        let middle = match arrow.from.filter(|from| *from != arrow.to) {
            Some(from) => {
                let begin = outline(table, from, lens).0.center();
                // Arrows along the same line lie beside each other.
                let centre = |place: LocationId| outline(table, place, lens).0.center();
                let covered = arrows[..index].iter().filter(|better| {
                    better.from.is_some_and(|other| overlap((centre(other), centre(better.to)), (begin, end)))
                });
                let aside = (end - begin).normalized().rot90() * (there.width() * 0.15 * side_step(covered.count()));
                let (begin, end) = (begin + aside, end + aside);
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

/// Step to the side of the arrow that follows `covered` others along its line: to both sides in turn.
fn side_step(covered: usize) -> f32 {
    let step = covered.div_ceil(2) as f32;
    if covered % 2 == 1 { step } else { -step }
}

/// `true` if two arrows lie on the same line, one over a part of the other.
fn overlap(one: (Pos2, Pos2), other: (Pos2, Pos2)) -> bool {
    let (along, between) = (other.1 - other.0, one.1 - one.0);
    let cross = |a: Vec2, b: Vec2| a.x * b.y - a.y * b.x;
    let is_parallel = cross(along, between).abs() < 0.02 * along.length() * between.length();
    let is_on_line = cross(along, one.0 - other.0).abs() < along.length();
    let part = |point: Pos2| (point - other.0).dot(along) / along.length_sq();
    let (first, last) = (part(one.0).min(part(one.1)), part(one.0).max(part(one.1)));
    is_parallel && is_on_line && first < 0.99 && last > 0.01
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
    painter.rect(plate, round, PLATE, Stroke::new(1.0, Color32::WHITE), StrokeKind::Middle);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_along_one_line_cover_each_other() {
        let at = |x: f32, y: f32| Pos2::new(100.0 * x, 100.0 * y);
        let long = (at(0.0, 0.0), at(0.0, 2.0));
        assert!(overlap((at(0.0, 0.0), at(0.0, 1.0)), long));
        assert!(overlap((at(0.0, 2.0), at(0.0, 0.0)), long), "in the other direction");
        assert!(!overlap((at(0.0, 2.0), at(0.0, 3.0)), long), "one begins where the other ends");
        assert!(!overlap((at(1.0, 0.0), at(1.0, 2.0)), long), "beside it");
        assert!(!overlap((at(0.0, 0.0), at(2.0, 2.0)), long), "in another direction");
        assert_eq!([0, 1, 2, 3].map(side_step), [0.0, 1.0, -1.0, 2.0]);
    }
}
