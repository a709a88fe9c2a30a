//! Cloister: a church with its tower in a walled garden.

use boardwright_game::tile_board::{SegmentKind, TilePicture};
use boardwright_rules::Colour;

use super::geometry::{MIDDLE, segments};
use crate::ink::{Ink, SHADOW};
use crate::path::{Outline, Point};
use crate::scene::{Shape, Stroke};

/// Radius of the garden.
pub const RADIUS: f64 = 23.0;

const GARDEN: Colour = Colour(0xd8, 0xcf, 0x96);
const HEDGE: Colour = Colour(0x5c, 0x83, 0x3d);
const PLASTER: Colour = Colour(0xf6, 0xef, 0xdf);
const SHADE: Colour = Colour(0xd9, 0xcd, 0xb4);
const ROOF: Colour = Colour(0xa3, 0x45, 0x35);
const ROOF_SHADE: Colour = Colour(0x7e, 0x33, 0x2a);
const SLATE: Colour = Colour(0x4f, 0x66, 0x80);
const LINE: Colour = Colour(0x42, 0x30, 0x28);

/// The cloister of a tile, if it has one.
pub fn cloister(tile: &TilePicture) -> Vec<Shape> {
    if segments(tile, SegmentKind::Cloister).next().is_none() {
        return Vec::new();
    }
    let rim = Some(Stroke { ink: LINE.into(), width: 0.8 });
    let at = |x: f64, y: f64| Point::new(MIDDLE.x + x, MIDDLE.y + y);
    let polygon = |corners: &[(f64, f64)], fill: Ink, stroke: Option<Stroke>| Shape::Outline {
        outline: Outline::polygon(corners.iter().map(|&(x, y)| at(x, y))),
        fill: Some(fill),
        stroke,
    };
    let hedge = Some(Stroke { ink: HEDGE.into(), width: 2.4 });
    let mut shapes =
        vec![Shape::Circle { centre: MIDDLE, radius: RADIUS - 2.0, fill: Some(GARDEN.into()), stroke: hedge }];
    shapes.extend([
        polygon(&[(-11.0, 11.0), (15.0, 11.0), (18.0, 14.0), (-9.0, 14.0)], SHADOW, None),
        // Nave: long wall, roof, and its shaded lower edge.
        polygon(&[(-5.0, 1.0), (14.0, 1.0), (14.0, 12.0), (-5.0, 12.0)], PLASTER.into(), rim),
        polygon(&[(-6.0, 2.0), (-2.0, -9.0), (12.0, -9.0), (15.5, 2.0)], ROOF.into(), rim),
        polygon(&[(-6.0, 2.0), (-5.2, -0.2), (14.8, -0.2), (15.5, 2.0)], ROOF_SHADE.into(), None),
        // Tower with its spire.
        polygon(&[(-13.0, -6.0), (-5.0, -6.0), (-5.0, 12.0), (-13.0, 12.0)], PLASTER.into(), rim),
        polygon(&[(-7.5, -6.0), (-5.0, -6.0), (-5.0, 12.0), (-7.5, 12.0)], SHADE.into(), None),
        polygon(&[(-14.0, -5.5), (-9.0, -17.0), (-4.0, -5.5)], SLATE.into(), rim),
    ]);
    let line = |from: (f64, f64), to: (f64, f64)| Shape::Outline {
        outline: Outline(vec![
            crate::path::PenCommand::Move(at(from.0, from.1)),
            crate::path::PenCommand::Line(at(to.0, to.1)),
        ]),
        fill: None,
        stroke: Some(Stroke { ink: LINE.into(), width: 1.0 }),
    };
    shapes.extend([line((-9.0, -17.0), (-9.0, -21.5)), line((-10.8, -19.7), (-7.2, -19.7))]);
    for x in [-1.0, 4.0, 9.0] {
        let window = [(x, 9.0), (x, 5.5), (x + 1.2, 4.2), (x + 2.4, 5.5), (x + 2.4, 9.0)];
        shapes.push(polygon(&window, SLATE.into(), None));
    }
    shapes.push(polygon(&[(-10.8, 12.0), (-10.8, 7.5), (-9.2, 6.0), (-7.6, 7.5), (-7.6, 12.0)], LINE.into(), None));
    shapes
}
