//! Figures of court cards and the ornaments of taroks. Each figure is drawn upright around the origin of its half of the
//! card; cards show it twice, the second time upside down.

use boardwright_rules::Colour;

use crate::ink::Ink;
use crate::path::{Outline, PenCommand, Point};
use crate::scene::{Area, Shape, Stroke};

const SKIN: Colour = Colour(0xf2, 0xd3, 0xb1);
const HAIR: Colour = Colour(0x6b, 0x46, 0x2a);
const GOLD: Colour = Colour(0xd9, 0xa4, 0x2c);
const STEEL: Colour = Colour(0x9a, 0xa5, 0xad);
const LINE: Colour = Colour(0x2c, 0x28, 0x26);

/// A court card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Court {
    /// Jack, with a feathered cap.
    Jack,
    /// Knight, with a plumed helmet.
    Knight,
    /// Queen, with a veil and a small crown.
    Queen,
    /// King, with a crown and a beard.
    King,
}

impl Court {
    /// The court card with this letter in its corner. The knight of tarok packs is `C`, from *cavall*.
    pub fn of_rank(rank: &str) -> Option<Self> {
        match rank {
            "J" => Some(Self::Jack),
            "C" => Some(Self::Knight),
            "Q" => Some(Self::Queen),
            "K" => Some(Self::King),
            _ => None,
        }
    }
}

fn at(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

fn filled(outline: Outline, colour: Colour) -> Shape {
    Shape::Outline { outline, fill: Some(colour.into()), stroke: Some(thin()) }
}

fn polygon(corners: &[(f64, f64)], colour: Colour) -> Shape {
    filled(Outline::polygon(corners.iter().map(|&(x, y)| at(x, y))), colour)
}

fn disc(centre: Point, radius: f64, colour: Colour) -> Shape {
    Shape::Circle { centre, radius, fill: Some(colour.into()), stroke: None }
}

fn thin() -> Stroke {
    Stroke { ink: LINE.into(), width: 0.8 }
}

/// The bust of a court card: within 26 pixels to the left and right of the origin, and 46 above it. `coat` is the colour of
/// its suit.
pub fn bust(court: Court, coat: Colour) -> Vec<Shape> {
    use PenCommand::{Curve, Line, Move};
    let mut shapes = Vec::new();
    if court == Court::Queen {
        let veil = [Move(at(0.0, -40.0)), Curve(at(16.0, -40.0), at(14.0, -20.0), at(19.0, -4.0)), Line(at(0.0, -4.0))];
        shapes.push(filled(Outline::mirrored(&veil), HAIR));
    }
    let shoulders = [
        Move(at(0.0, -17.0)),
        Line(at(7.0, -17.0)),
        Curve(at(18.0, -16.0), at(24.0, -10.0), at(26.0, 0.0)),
        Line(at(0.0, 0.0)),
    ];
    shapes.push(filled(Outline::mirrored(&shoulders), coat));
    let collar = [Move(at(0.0, -8.0)), Line(at(9.0, -18.0)), Line(at(0.0, -16.0))];
    shapes.push(filled(Outline::mirrored(&collar), GOLD));
    let face = Shape::Circle { centre: at(0.0, -26.0), radius: 8.5, fill: Some(SKIN.into()), stroke: Some(thin()) };
    shapes.push(face);
    if court == Court::King {
        let beard = [Move(at(0.0, -22.0)), Curve(at(8.0, -24.0), at(9.0, -18.0), at(0.0, -12.0))];
        shapes.push(filled(Outline::mirrored(&beard), HAIR));
    }
    for side in [-1.0, 1.0] {
        shapes.push(disc(at(3.2 * side, -27.0), 1.1, LINE));
    }
    shapes.extend(headgear(court, coat));
    shapes
}

fn headgear(court: Court, coat: Colour) -> Vec<Shape> {
    use PenCommand::{Close, Curve, Line, Move};
    match court {
        Court::King => {
            let crown = [(-10.0, -31.0), (-12.0, -43.0), (-5.5, -37.0), (0.0, -46.0), (5.5, -37.0), (12.0, -43.0)];
            vec![polygon(&[&crown[..], &[(10.0, -31.0)]].concat(), GOLD), disc(at(0.0, -34.5), 1.8, coat)]
        }
        Court::Queen => {
            let crown = [(-7.0, -33.0), (-8.0, -40.0), (-3.5, -37.0), (0.0, -42.0), (3.5, -37.0), (8.0, -40.0)];
            vec![polygon(&[&crown[..], &[(7.0, -33.0)]].concat(), GOLD)]
        }
        Court::Knight => {
            let plume = vec![
                Move(at(1.0, -36.0)),
                Curve(at(4.0, -50.0), at(18.0, -48.0), at(19.0, -34.0)),
                Curve(at(14.0, -41.0), at(9.0, -41.0), at(4.0, -34.0)),
                Close,
            ];
            let helmet =
                [Move(at(0.0, -37.0)), Curve(at(11.0, -37.0), at(11.0, -28.0), at(10.0, -27.0)), Line(at(0.0, -30.0))];
            vec![filled(Outline(plume), coat), filled(Outline::mirrored(&helmet), STEEL)]
        }
        Court::Jack => {
            let feather = vec![
                Move(at(5.0, -34.0)),
                Curve(at(10.0, -44.0), at(16.0, -46.0), at(20.0, -44.0)),
                Curve(at(17.0, -38.0), at(12.0, -34.0), at(7.0, -32.0)),
                Close,
            ];
            let cap =
                [Move(at(0.0, -38.0)), Curve(at(12.0, -39.0), at(13.0, -33.0), at(10.0, -30.0)), Line(at(0.0, -31.0))];
            vec![filled(Outline(feather), GOLD), filled(Outline::mirrored(&cap), coat)]
        }
    }
}

/// The middle of a tarok: two branches with as many leaves as the number has, up to five on each side, around a field of this
/// width and height.
pub fn branches(number: u32, centre: Point, width: f64, height: f64) -> Vec<Shape> {
    const LEAF: Colour = Colour(0x3f, 0x7d, 0x5a);
    use PenCommand::{Close, Curve, Move};
    let leaves = number.div_ceil(4).clamp(1, 5);
    let mut shapes = Vec::new();
    for side in [-1.0, 1.0] {
        for leaf in 0..leaves {
            let part = (f64::from(leaf) + 0.5) / f64::from(leaves) - 0.5;
            let root = at(centre.x + side * width / 2.0 * (1.0 - part * part), centre.y + part * height);
            let tip = at(root.x - side * 9.0, root.y - 7.0);
            let outline = Outline(vec![
                Move(root),
                Curve(at(root.x - side, root.y - 9.0), at(tip.x + side * 4.0, tip.y - 2.0), tip),
                Curve(at(tip.x + side, tip.y + 7.0), at(root.x - side * 5.0, root.y + 2.0), root),
                Close,
            ]);
            shapes.push(Shape::Outline { outline, fill: Some(LEAF.into()), stroke: None });
        }
    }
    shapes
}

/// A frame of two lines inside a card.
pub fn frame(area: Area, colour: Colour) -> Vec<Shape> {
    let line = |by: f64, width: f64, opacity: f64| Shape::Rectangle {
        area: area.expanded(by),
        round: 5.0,
        fill: None,
        stroke: Some(Stroke { ink: Ink { colour, opacity }, width }),
    };
    vec![line(0.0, 1.2, 0.9), line(-2.5, 0.7, 0.6)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_fit_their_half_of_a_card() {
        for court in [Court::Jack, Court::Knight, Court::Queen, Court::King] {
            let area = bust(court, GOLD).iter().map(Shape::area).reduce(Area::union).expect("a figure has shapes");
            assert!(area.left >= -27.0 && area.right <= 27.0, "{court:?}: {area:?}");
            assert!(area.top >= -48.0 && area.bottom <= 1.0, "{court:?}: {area:?}");
        }
    }

    #[test]
    fn taroks_have_more_leaves_the_higher_they_are() {
        let leaves = |number| branches(number, Point::default(), 50.0, 50.0).len();
        assert_eq!([1, 4, 5, 9, 21, 22].map(leaves), [2, 2, 4, 6, 10, 10]);
    }
}
