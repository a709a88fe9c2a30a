//! Faces and backs of cards. The suit symbols are drawn from curves of our own.

use boardwright_game::table::{CardFace, Suit};
use boardwright_rules::Colour;

use crate::ink::{Ink, SHADOW};
use crate::path::{Outline, PenCommand, Point};
use crate::scene::{Area, Shape, Stroke};

/// Width of a card in pixels.
pub const WIDTH: f64 = 78.0;
/// Height of a card in pixels.
pub const HEIGHT: f64 = 110.0;
/// Radius of the corners.
const ROUND: f64 = 8.0;

const PAPER: Colour = Colour(0xfb, 0xf9, 0xf2);
const EDGE: Colour = Colour(0x4a, 0x4a, 0x48);
const BACK: Colour = Colour(0x2f, 0x5c, 0x8f);
const BACK_LINE: Colour = Colour(0xd9, 0xe4, 0xf0);
const BLACK: Colour = Colour(0x1d, 0x1d, 0x1f);
const RED: Colour = Colour(0xb3, 0x24, 0x2b);

/// A card without its face.
fn blank(centre: Point, fill: Colour) -> Vec<Shape> {
    let card = |at: Point| Area::around(at, WIDTH, HEIGHT);
    let shadow = card(Point::new(centre.x + 1.5, centre.y + 2.5));
    let stroke = Some(Stroke { ink: EDGE.into(), width: 1.2 });
    vec![
        Shape::Rectangle { area: shadow, round: ROUND, fill: Some(SHADOW), stroke: None },
        Shape::Rectangle { area: card(centre), round: ROUND, fill: Some(fill.into()), stroke },
    ]
}

/// A card, face up: the rank in two corners, the suit below it and in the middle.
pub fn face_up(face: &CardFace, centre: Point) -> Vec<Shape> {
    let mut shapes = blank(centre, PAPER);
    let ink: Ink = face.suit.map_or(BLACK, colour).into();
    let (dx, dy) = (WIDTH / 2.0 - 14.0, HEIGHT / 2.0 - 16.0);
    // A rank of two letters is a little smaller.
    let size = if face.rank.chars().count() > 1 { 17.0 } else { 21.0 };
    for side in [-1.0, 1.0] {
        let corner = Point::new(centre.x + side * dx, centre.y + side * dy);
        shapes.push(Shape::Text { centre: corner, size, text: face.rank.clone(), fill: ink });
        if let Some(suit) = face.suit {
            let below = Point::new(corner.x, corner.y - side * 20.0);
            let upright = symbol(suit).transformed(below, 0.13);
            shapes.push(Shape::Outline { outline: upright, fill: Some(ink), stroke: None });
        }
    }
    match face.suit {
        Some(suit) => {
            let outline = symbol(suit).transformed(centre, 0.36);
            shapes.push(Shape::Outline { outline, fill: Some(ink), stroke: None });
        }
        None => shapes.push(Shape::Text { centre, size: 30.0, text: face.rank.clone(), fill: ink }),
    }
    shapes
}

/// A card, face down.
pub fn face_down(centre: Point) -> Vec<Shape> {
    let mut shapes = blank(centre, BACK);
    let frame = Area::around(centre, WIDTH - 14.0, HEIGHT - 14.0);
    let stroke = Some(Stroke { ink: BACK_LINE.into(), width: 1.5 });
    shapes.push(Shape::Rectangle { area: frame, round: 4.0, fill: None, stroke });
    for row in -2_i32..=2 {
        for column in -1_i32..=1 {
            let at = Point::new(centre.x + 19.0 * f64::from(column), centre.y + 18.0 * f64::from(row));
            let corners =
                [(0.0, -7.0), (6.0, 0.0), (0.0, 7.0), (-6.0, 0.0)].map(|(x, y)| Point::new(at.x + x, at.y + y));
            let fill = Some(Ink { colour: BACK_LINE, opacity: 0.75 });
            shapes.push(Shape::Outline { outline: Outline::polygon(corners), fill, stroke: None });
        }
    }
    shapes
}

/// A place for a card.
pub fn slot(centre: Point) -> Vec<Shape> {
    let stroke = Some(Stroke { ink: Ink { colour: PAPER, opacity: 0.45 }, width: 1.5 });
    let area = Area::around(centre, WIDTH, HEIGHT);
    vec![Shape::Rectangle { area, round: ROUND, fill: None, stroke }]
}

fn colour(suit: Suit) -> Colour {
    match suit {
        Suit::Clubs | Suit::Spades => BLACK,
        Suit::Diamonds | Suit::Hearts => RED,
    }
}

/// Outline of a suit symbol within 100 x 100 pixels around the origin.
fn symbol(suit: Suit) -> Outline {
    use PenCommand::{Curve, Line, Move};
    let at = Point::new;
    let half: &[PenCommand] = match suit {
        Suit::Diamonds => &[
            Move(at(0.0, -50.0)),
            Curve(at(8.0, -34.0), at(24.0, -12.0), at(36.0, 0.0)),
            Curve(at(24.0, 12.0), at(8.0, 34.0), at(0.0, 50.0)),
        ],
        Suit::Hearts => &[
            Move(at(0.0, -26.0)),
            Curve(at(6.0, -52.0), at(46.0, -52.0), at(46.0, -20.0)),
            Curve(at(46.0, 6.0), at(14.0, 22.0), at(0.0, 48.0)),
        ],
        Suit::Spades => &[
            Move(at(0.0, -50.0)),
            Curve(at(14.0, -24.0), at(46.0, -8.0), at(46.0, 16.0)),
            Curve(at(46.0, 40.0), at(14.0, 40.0), at(5.0, 20.0)),
            Curve(at(6.0, 34.0), at(12.0, 46.0), at(20.0, 50.0)),
            Line(at(0.0, 50.0)),
        ],
        Suit::Clubs => &[
            Move(at(0.0, -50.0)),
            Curve(at(28.0, -50.0), at(28.0, -20.0), at(14.0, -10.0)),
            Curve(at(34.0, -20.0), at(50.0, 0.0), at(44.0, 16.0)),
            Curve(at(38.0, 34.0), at(12.0, 32.0), at(5.0, 14.0)),
            Curve(at(6.0, 32.0), at(12.0, 46.0), at(20.0, 50.0)),
            Line(at(0.0, 50.0)),
        ],
    };
    Outline::mirrored(half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_fill_their_square() {
        for suit in Suit::ALL {
            let area = symbol(suit).area().expect("the outline is not empty");
            assert!((area.top + 50.0).abs() < 6.0 && (area.bottom - 50.0).abs() < 6.0, "{suit:?}: {area:?}");
            assert!((area.left + area.right).abs() < 1e-9 && area.width() > 60.0, "{suit:?}: {area:?}");
        }
    }
}
