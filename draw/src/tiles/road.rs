//! Roads with kerbs, and the village where roads meet.

use boardwright_game::tile_board::{SegmentKind, TilePicture};
use boardwright_rules::Colour;

use super::city::house;
use super::geometry::{MIDDLE, along, band, has_village, road_course, segments};
use super::texture::Grain;
use crate::path::Point;
use crate::scene::{Shape, Stroke};

/// Width of a road with its kerbs.
pub const WIDTH: f64 = 14.0;
/// Radius of a village.
pub const VILLAGE_RADIUS: f64 = 12.0;
/// Width of the roadway.
const ROADWAY: f64 = 10.0;

const KERB: Colour = Colour(0x7a, 0x64, 0x41);
const GRAVEL: Colour = Colour(0xee, 0xe2, 0xc4);
const RUT: Colour = Colour(0xcf, 0xbd, 0x93);

/// All roads.
pub fn roads(tile: &TilePicture) -> Vec<Shape> {
    let courses: Vec<Vec<Point>> = segments(tile, SegmentKind::Road).map(|road| road_course(tile, road)).collect();
    let fill = |width: f64, colour: Colour| {
        move |course: &Vec<Point>| Shape::Outline {
            outline: band(course, width),
            fill: Some(colour.into()),
            stroke: None,
        }
    };
    let mut shapes: Vec<Shape> = courses.iter().map(fill(WIDTH, KERB)).collect();
    shapes.extend(courses.iter().map(fill(ROADWAY, GRAVEL)));
    let mut grain = Grain::new(tile, b'r');
    for course in &courses {
        for (point, ahead) in along(course, 7.0) {
            let aside = grain.between(-3.0, 3.0);
            let centre = Point::new(point.x - aside * ahead.y, point.y + aside * ahead.x);
            let radius = grain.between(0.5, 0.9);
            shapes.push(Shape::Circle { centre, radius, fill: Some(RUT.into()), stroke: None });
        }
    }
    shapes
}

/// The village where roads meet.
pub fn village(tile: &TilePicture) -> Vec<Shape> {
    if !has_village(tile) {
        return Vec::new();
    }
    let ring = Some(Stroke { ink: KERB.into(), width: 2.0 });
    let mut shapes =
        vec![Shape::Circle { centre: MIDDLE, radius: VILLAGE_RADIUS - 1.0, fill: Some(GRAVEL.into()), stroke: ring }];
    let mut grain = Grain::new(tile, b'v');
    for (dx, dy) in [(0.5, -2.5), (-4.2, 3.5), (5.0, 5.5)] {
        shapes.extend(house(Point::new(MIDDLE.x + dx, MIDDLE.y + dy), 7.5, &mut grain));
    }
    shapes
}
