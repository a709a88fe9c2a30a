//! Faces and backs of cards. The suit symbols are drawn from curves of our own.

use std::f64::consts::PI;

use boardwright_game::table::{CardFace, Suit};
use boardwright_rules::Colour;

use super::figures::{self, Court};
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
const TAROK: Colour = Colour(0x2b, 0x4f, 0x7a);

/// Size of the figure of a court card, and of the field in which it stands.
const COURT_SCALE: f64 = 0.8;
const COURT_FIELD: (f64, f64) = (46.0, 84.0);

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

/// A card, face up: rank and suit in two corners; in the middle the pips of a number, the figure of a court card, or the
/// Roman number of a tarok.
pub fn face_up(face: &CardFace, centre: Point) -> Vec<Shape> {
    let mut shapes = blank(centre, PAPER);
    match (face.suit, roman_value(&face.rank)) {
        (None, Some(number)) => shapes.extend(tarok(number, &face.rank, centre)),
        (suit, _) => {
            shapes.extend(corners(&face.rank, suit, centre));
            shapes.extend(middle(&face.rank, suit, centre));
        }
    }
    shapes
}

/// Rank and suit in two corners. A rank of two letters is a little smaller.
fn corners(rank: &str, suit: Option<Suit>, centre: Point) -> Vec<Shape> {
    let ink: Ink = suit.map_or(BLACK, colour).into();
    let (dx, dy) = (WIDTH / 2.0 - 14.0, HEIGHT / 2.0 - 16.0);
    let size = if rank.chars().count() > 1 { 17.0 } else { 21.0 };
    let mut shapes = Vec::new();
    for side in [-1.0, 1.0] {
        let corner = Point::new(centre.x + side * dx, centre.y + side * dy);
        shapes.push(Shape::Text { centre: corner, size, text: rank.to_owned(), fill: ink });
        if let Some(suit) = suit {
            let below = Point::new(corner.x, corner.y - side * 20.0);
            shapes.push(pip(suit, below, 0.13));
        }
    }
    shapes
}

/// A suit symbol.
fn pip(suit: Suit, centre: Point, scale: f64) -> Shape {
    let outline = symbol(suit).transformed(centre, scale);
    Shape::Outline { outline, fill: Some(colour(suit).into()), stroke: None }
}

/// The middle of a card of a suit, or of a card without suit.
fn middle(rank: &str, suit: Option<Suit>, centre: Point) -> Vec<Shape> {
    let Some(suit) = suit else {
        return vec![Shape::Text { centre, size: 30.0, text: rank.to_owned(), fill: BLACK.into() }];
    };
    if let Some(court) = Court::of_rank(rank) {
        let at = |turned: bool| {
            let place = move |shape: Shape| shape.transformed(centre, COURT_SCALE);
            let turn = move |shape: Shape| if turned { shape.turned(centre, PI) } else { shape };
            figures::bust(court, colour(suit)).into_iter().map(place).map(turn)
        };
        let field = Area::around(centre, COURT_FIELD.0, COURT_FIELD.1);
        return figures::frame(field, colour(suit)).into_iter().chain(at(true)).chain(at(false)).collect();
    }
    let pips = rank.parse().ok().and_then(pip_places);
    let pips = pips.unwrap_or(&[(0.0, 0.0)]);
    let scale = if pips.len() == 1 { 0.36 } else { 0.15 };
    let place = |&(column, row): &(f64, f64)| Point::new(centre.x + 14.0 * column, centre.y + 14.0 * row);
    pips.iter().map(|at| pip(suit, place(at), scale)).collect()
}

/// Columns and rows of the pips of a number, around the middle of the card; `None` for other numbers than 1 to 10.
fn pip_places(number: u8) -> Option<&'static [(f64, f64)]> {
    Some(match number {
        1 => &[(0.0, 0.0)],
        2 => &[(0.0, -2.0), (0.0, 2.0)],
        3 => &[(0.0, -2.0), (0.0, 0.0), (0.0, 2.0)],
        4 => &[(-1.0, -2.0), (1.0, -2.0), (-1.0, 2.0), (1.0, 2.0)],
        5 => &[(-1.0, -2.0), (1.0, -2.0), (0.0, 0.0), (-1.0, 2.0), (1.0, 2.0)],
        6 => &[(-1.0, -2.0), (1.0, -2.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 2.0), (1.0, 2.0)],
        7 => &[(-1.0, -2.0), (1.0, -2.0), (0.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 2.0), (1.0, 2.0)],
        8 => &[(-1.0, -2.0), (1.0, -2.0), (0.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 2.0), (1.0, 2.0)],
        9 => &[
            (-1.0, -2.4),
            (1.0, -2.4),
            (-1.0, -0.8),
            (1.0, -0.8),
            (0.0, 0.0),
            (-1.0, 0.8),
            (1.0, 0.8),
            (-1.0, 2.4),
            (1.0, 2.4),
        ],
        10 => &[
            (-1.0, -2.4),
            (1.0, -2.4),
            (0.0, -1.6),
            (-1.0, -0.8),
            (1.0, -0.8),
            (-1.0, 0.8),
            (1.0, 0.8),
            (0.0, 1.6),
            (-1.0, 2.4),
            (1.0, 2.4),
        ],
        _ => return None,
    })
}

/// A tarok: its number in two corners in digits, which can be read in a fan, and large in Roman numerals between branches.
fn tarok(number: u32, roman: &str, centre: Point) -> Vec<Shape> {
    let field = Area::around(centre, WIDTH - 8.0, HEIGHT - 8.0);
    let mut shapes = figures::frame(field, TAROK);
    let (dx, dy) = (WIDTH / 2.0 - 15.0, HEIGHT / 2.0 - 17.0);
    for side in [-1.0, 1.0] {
        let corner = Point::new(centre.x + side * dx, centre.y + side * dy);
        shapes.push(Shape::Text { centre: corner, size: 16.0, text: number.to_string(), fill: TAROK.into() });
    }
    shapes.extend(figures::branches(number, centre, WIDTH - 22.0, 52.0));
    // The longest number, XVIII, is as wide as the field between the branches.
    let size = (1.6 * (WIDTH - 34.0) / roman.chars().count() as f64).min(30.0);
    shapes.push(Shape::Text { centre, size, text: roman.to_owned(), fill: TAROK.into() });
    shapes
}

/// Value of a Roman number from I to XXII; `None` for other texts.
fn roman_value(text: &str) -> Option<u32> {
    const UNITS: [&str; 10] = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
    let tens = text.chars().take_while(|&letter| letter == 'X').count();
    let unit = UNITS.iter().position(|unit| *unit == &text[tens..])?;
    let value = u32::try_from(10 * tens + unit).ok()?;
    (1..=22).contains(&value).then_some(value)
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

/// The outline of a card, which marks it.
pub fn outline(centre: Point, stroke: Stroke) -> Shape {
    Shape::Rectangle { area: Area::around(centre, WIDTH, HEIGHT), round: ROUND, fill: None, stroke: Some(stroke) }
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
    fn roman_numbers_are_those_of_taroks() {
        let values = ["I", "IV", "IX", "X", "XIV", "XXI", "XXII"].map(roman_value);
        assert_eq!(values, [1, 4, 9, 10, 14, 21, 22].map(Some));
        assert_eq!(["", "K", "XXIII", "XXX", "10", "IIII", "Q"].map(roman_value), [None; 7]);
    }

    #[test]
    fn a_number_has_as_many_pips() {
        for number in 1..=10 {
            assert_eq!(pip_places(number).map(<[_]>::len), Some(number.into()));
        }
        assert_eq!((pip_places(0), pip_places(11)), (None, None));
    }

    #[test]
    fn every_face_stays_on_its_card() {
        let suits = [None].into_iter().chain(Suit::ALL.map(Some));
        for suit in suits {
            let taroks = if suit.is_none() { &["I", "VIII", "XVIII", "XXII"][..] } else { &[] };
            for &rank in ["1", "4", "7", "10", "A", "J", "C", "Q", "K"].iter().chain(taroks) {
                let face = CardFace { rank: rank.to_owned(), suit };
                let shapes = face_up(&face, Point::default());
                let (card, area) = (Area::around(Point::default(), WIDTH + 1.2, HEIGHT + 1.2), &shapes[2..]);
                for shape in area {
                    assert!(card.contains(&shape.area()), "{face:?}: {shape:?}");
                }
            }
        }
    }

    #[test]
    fn symbols_fill_their_square() {
        for suit in Suit::ALL {
            let area = symbol(suit).area().expect("the outline is not empty");
            assert!((area.top + 50.0).abs() < 6.0 && (area.bottom - 50.0).abs() < 6.0, "{suit:?}: {area:?}");
            assert!((area.left + area.right).abs() < 1e-9 && area.width() > 60.0, "{suit:?}: {area:?}");
        }
    }
}
