//! Shapes of the objects on a table other than cards: dice, chips, piles and scores.

use boardwright_game::table::ObjectKind;
use boardwright_rules::Colour;

use super::cards;
use crate::ink::{Ink, SHADOW};
use crate::path::{Outline, Point};
use crate::scene::{Area, LETTER_WIDTH, Shape, Stroke};

/// Side of a die in pixels.
const DIE: f64 = 84.0;
/// Radius of a chip.
const CHIP: f64 = 27.0;
/// Gap between a stack of chips and its number.
const CHIP_GAP: f64 = 10.0;
/// Font size of the number of a stack of chips.
const CHIP_NUMBER: f64 = 24.0;
/// Largest number of chips of a drawn stack; the number is written beside it.
const MAX_STACK: u32 = 8;
/// Font size of the words in a speech bubble.
const SPEECH_SIZE: f64 = 20.0;
/// Height of a speech bubble.
const SPEECH_HEIGHT: f64 = 48.0;
/// Font size of a score.
const SCORE_SIZE: f64 = 34.0;

const IVORY: Colour = Colour(0xf6, 0xf1, 0xe2);
const DARK: Colour = Colour(0x22, 0x26, 0x25);
const CHIP_RED: Colour = Colour(0xb4, 0x3a, 0x34);
const LIGHT: Colour = Colour(0xf1, 0xf5, 0xf2);
const GOLD: Colour = Colour(0xf0, 0xc2, 0x4b);

/// Width of an object.
pub fn width(kind: &ObjectKind) -> f64 {
    match kind {
        ObjectKind::Card(_) | ObjectKind::CardBack | ObjectKind::CardSlot => cards::WIDTH,
        ObjectKind::Pile(_) => cards::WIDTH + 8.0,
        ObjectKind::Die(_) => DIE,
        ObjectKind::Chips(count) => 2.0 * CHIP + CHIP_GAP + number_width(*count),
        ObjectKind::Speech(words) => (words.chars().count() as f64 * SPEECH_SIZE * LETTER_WIDTH + 32.0).max(64.0),
        ObjectKind::Score { points, unit } => {
            let number = points.to_string().chars().count() as f64 * SCORE_SIZE;
            (LETTER_WIDTH * number.max(unit.chars().count() as f64 * 15.0)).max(60.0)
        }
    }
}

/// Estimated width of the number of a stack of chips.
fn number_width(count: u32) -> f64 {
    count.to_string().chars().count() as f64 * CHIP_NUMBER * LETTER_WIDTH
}

/// Shapes of an object; those of a clickable object are marked.
pub fn shapes(kind: &ObjectKind, centre: Point, is_clickable: bool) -> Vec<Shape> {
    match kind {
        ObjectKind::Card(face) => {
            let mut shapes = cards::face_up(face, centre);
            shapes.extend(is_clickable.then(|| cards::outline(centre, mark(true))));
            shapes
        }
        ObjectKind::CardBack => cards::face_down(centre),
        ObjectKind::CardSlot => cards::slot(centre),
        ObjectKind::Pile(count) => pile(*count, centre),
        ObjectKind::Die(face) => die(*face, centre, is_clickable),
        ObjectKind::Chips(count) => chips(*count, centre),
        ObjectKind::Speech(words) => speech(words, width(kind), centre),
        ObjectKind::Score { points, unit } => score(*points, unit, centre, is_clickable),
    }
}

/// Outline of clickable objects.
fn mark(is_clickable: bool) -> Stroke {
    if is_clickable { Stroke { ink: GOLD.into(), width: 3.0 } } else { Stroke { ink: DARK.into(), width: 1.2 } }
}

fn text(centre: Point, size: f64, text: String, colour: Colour) -> Shape {
    Shape::Text { centre, size, text, fill: colour.into() }
}

fn pile(count: u32, centre: Point) -> Vec<Shape> {
    let height = count.min(4);
    let mut shapes: Vec<Shape> = (0..height)
        .flat_map(|card| {
            let offset = f64::from(card) * 2.0;
            cards::face_down(Point::new(centre.x + offset - 3.0, centre.y - offset + 3.0))
        })
        .collect();
    if count == 0 {
        shapes.extend(cards::slot(centre));
    }
    shapes.push(Shape::Circle { centre, radius: 16.0, fill: Some(DARK.into()), stroke: None });
    shapes.push(text(centre, 16.0, count.to_string(), LIGHT));
    shapes
}

fn die(face: Option<u8>, centre: Point, is_clickable: bool) -> Vec<Shape> {
    let area = Area::around(centre, DIE, DIE);
    let shadow = Area::around(Point::new(centre.x + 2.0, centre.y + 3.0), DIE, DIE);
    let mut shapes = vec![
        Shape::Rectangle { area: shadow, round: 14.0, fill: Some(SHADOW), stroke: None },
        Shape::Rectangle { area, round: 14.0, fill: Some(IVORY.into()), stroke: Some(mark(is_clickable)) },
    ];
    for (column, row) in pips(face) {
        let at = Point::new(centre.x + 22.0 * f64::from(*column), centre.y + 22.0 * f64::from(*row));
        shapes.push(Shape::Circle { centre: at, radius: 7.5, fill: Some(DARK.into()), stroke: None });
    }
    if face.is_none() {
        shapes.push(text(centre, 30.0, "?".to_owned(), DARK));
    }
    shapes
}

/// Columns and rows of the pips of a face, from -1 to 1.
fn pips(face: Option<u8>) -> &'static [(i8, i8)] {
    match face {
        Some(1) => &[(0, 0)],
        Some(2) => &[(-1, -1), (1, 1)],
        Some(3) => &[(-1, -1), (0, 0), (1, 1)],
        Some(4) => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        Some(5) => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        Some(6) => &[(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
        _ => &[],
    }
}

/// A stack of chips with its number.
fn chips(count: u32, centre: Point) -> Vec<Shape> {
    let width = 2.0 * CHIP + CHIP_GAP + number_width(count);
    let stack = Point::new(centre.x - width / 2.0 + CHIP, centre.y + 14.0);
    let mut shapes = Vec::new();
    for chip in 0..count.min(MAX_STACK) {
        let at = Point::new(stack.x, stack.y - 6.0 * f64::from(chip));
        let stroke = Some(Stroke { ink: DARK.into(), width: 1.2 });
        shapes.push(Shape::Circle { centre: at, radius: CHIP, fill: Some(CHIP_RED.into()), stroke });
        let inner = Some(Stroke { ink: LIGHT.into(), width: 2.0 });
        shapes.push(Shape::Circle { centre: at, radius: CHIP - 8.0, fill: None, stroke: inner });
    }
    if count == 0 {
        let stroke = Some(Stroke { ink: Ink { colour: LIGHT, opacity: 0.45 }, width: 1.5 });
        shapes.push(Shape::Circle { centre: stack, radius: CHIP, fill: None, stroke });
    }
    let number = Point::new(stack.x + CHIP + CHIP_GAP + number_width(count) / 2.0, centre.y);
    shapes.push(text(number, CHIP_NUMBER, count.to_string(), LIGHT));
    shapes
}

/// A speech bubble with a tail that points to the hand at its left.
fn speech(words: &str, width: f64, centre: Point) -> Vec<Shape> {
    let area = Area::around(centre, width, SPEECH_HEIGHT);
    let tail = [(area.left + 2.0, -8.0), (area.left - 12.0, 4.0), (area.left + 2.0, 8.0)];
    let tail = Outline::polygon(tail.map(|(x, y)| Point::new(x, centre.y + y)));
    vec![
        Shape::Outline { outline: tail, fill: Some(LIGHT.into()), stroke: None },
        Shape::Rectangle { area, round: 16.0, fill: Some(LIGHT.into()), stroke: None },
        text(centre, SPEECH_SIZE, words.to_owned(), DARK),
    ]
}

fn score(points: i64, unit: &str, centre: Point, is_clickable: bool) -> Vec<Shape> {
    let mut shapes = Vec::new();
    if is_clickable {
        let width = width(&ObjectKind::Score { points, unit: unit.to_owned() });
        let area = Area::around(centre, width + 6.0, 84.0);
        shapes.push(Shape::Rectangle { area, round: 10.0, fill: None, stroke: Some(mark(true)) });
    }
    shapes.push(text(Point::new(centre.x, centre.y - 10.0), SCORE_SIZE, points.to_string(), LIGHT));
    shapes.push(text(Point::new(centre.x, centre.y + 24.0), 15.0, unit.to_owned(), LIGHT));
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_die_shows_its_number() {
        for face in 1..=6 {
            assert_eq!(pips(Some(face)).len(), usize::from(face));
        }
        assert!(pips(None).is_empty());
    }
}
