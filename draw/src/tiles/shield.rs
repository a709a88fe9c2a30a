//! Shield of a city.

use boardwright_game::tile_board::{SegmentKind, TilePicture};
use boardwright_rules::Colour;

use super::geometry::{segments, turned_point};
use crate::path::{Outline, PenCommand, Point};
use crate::scene::{Shape, Stroke};

/// Height of a shield.
pub const SIZE: f64 = 17.0;

const BLUE: Colour = Colour(0x2b, 0x58, 0x9c);
const WHITE: Colour = Colour(0xf7, 0xf4, 0xea);
const GOLD: Colour = Colour(0xf2, 0xc9, 0x4c);
const LINE: Colour = Colour(0x2a, 0x22, 0x1c);

/// Place of the shield, near a corner or an edge of the first city; `None` for tiles without shield.
pub fn place(tile: &TilePicture) -> Option<Point> {
    let city = segments(tile, SegmentKind::City).next().filter(|_| tile.has_shield)?;
    let has = |side: u8| city.sides >> (side % 4) & 1 == 1;
    // A corner between two sides of the city, else the middle of a side.
    let corner = (0..4).find(|&side| has(side) && has(side + 3));
    let side = (0..4).find(|&side| has(side)).unwrap_or(0);
    Some(
        corner.map_or_else(
            || turned_point(Point::new(50.0, 15.0), side),
            |side| turned_point(Point::new(18.0, 18.0), side),
        ),
    )
}

/// The shield of a tile, if it has one.
pub fn shield(tile: &TilePicture) -> Vec<Shape> {
    let Some(centre) = place(tile) else { return Vec::new() };
    let half = SIZE / 2.0;
    let at = |x: f64, y: f64| Point::new(x * half, y * half);
    let shape = Outline::mirrored(&[
        PenCommand::Move(at(0.0, -1.0)),
        PenCommand::Line(at(0.85, -1.0)),
        PenCommand::Line(at(0.85, 0.0)),
        PenCommand::Curve(at(0.85, 0.55), at(0.4, 0.85), at(0.0, 1.0)),
    ]);
    let bar = |corners: [(f64, f64); 4]| Shape::Outline {
        outline: Outline::polygon(corners.map(|(x, y)| at(x, y))).transformed(centre, 1.0),
        fill: Some(WHITE.into()),
        stroke: None,
    };
    let framed = |scale: f64, fill: Colour, stroke: Option<Stroke>| Shape::Outline {
        outline: shape.transformed(centre, scale),
        fill: Some(fill.into()),
        stroke,
    };
    vec![
        framed(1.0, GOLD, Some(Stroke { ink: LINE.into(), width: 1.0 })),
        framed(0.82, BLUE, None),
        bar([(-0.14, -0.82), (0.14, -0.82), (0.14, 0.76), (-0.14, 0.76)]),
        bar([(-0.69, -0.34), (0.69, -0.34), (0.69, -0.06), (-0.69, -0.06)]),
    ]
}
