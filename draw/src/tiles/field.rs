//! Fields: meadow with lighter patches, tufts of grass and trees.

use boardwright_game::tile_board::{SegmentKind, TilePicture};
use boardwright_rules::Colour;

use super::geometry::{TILE, distance};
use super::map::TileMap;
use super::texture::Grain;
use crate::ink::{Ink, SHADOW};
use crate::path::{Outline, PenCommand, Point};
use crate::scene::{Area, Shape, Stroke};

const MEADOW: Colour = Colour(0x97, 0xba, 0x5f);
const LIGHT: Colour = Colour(0xaa, 0xca, 0x70);
const GRASS: Colour = Colour(0x6f, 0x96, 0x43);
const TREE: Colour = Colour(0x4d, 0x7a, 0x38);
const TREE_LIGHT: Colour = Colour(0x6d, 0x9c, 0x4a);
const BARK: Colour = Colour(0x36, 0x57, 0x2a);

/// The meadow below everything.
pub fn meadow(tile: &TilePicture, map: &TileMap) -> Vec<Shape> {
    let area = Area { left: 0.0, top: 0.0, right: TILE, bottom: TILE };
    let mut shapes = vec![Shape::Rectangle { area, round: 0.0, fill: Some(MEADOW.into()), stroke: None }];
    let is_field = is_field(tile, map);
    let mut grain = Grain::new(tile, b'p');
    for point in grain.points(22.0, 12.0) {
        let radius = grain.between(5.0, 9.0);
        if is_field(point, radius * 0.6) {
            let fill = Some(Ink { colour: LIGHT, opacity: 0.55 });
            shapes.push(Shape::Outline { outline: blob(point, radius), fill, stroke: None });
        }
    }
    let mut grain = Grain::new(tile, b'g');
    for point in grain.points(9.0, 4.0) {
        if is_field(point, 4.0) {
            let height = grain.between(1.6, 2.8);
            let stroke = Some(Stroke { ink: Ink { colour: GRASS, opacity: 0.85 }, width: 0.7 });
            let at = |dx: f64, dy: f64| Point::new(point.x + dx, point.y + dy);
            let pen = vec![
                PenCommand::Move(at(-1.2, -0.8 * height)),
                PenCommand::Line(at(-0.3, 0.0)),
                PenCommand::Line(at(0.1, -height)),
                PenCommand::Move(at(0.5, 0.0)),
                PenCommand::Line(at(1.5, -0.75 * height)),
            ];
            shapes.push(Shape::Outline { outline: Outline(pen), fill: None, stroke });
        }
    }
    shapes
}

/// Trees in the fields, away from the places of meeples.
pub fn trees(tile: &TilePicture, map: &TileMap) -> Vec<Shape> {
    let is_field = is_field(tile, map);
    let spots: Vec<Point> = (0..tile.segments.len()).map(|segment| map.spot(segment, 0)).collect();
    let mut grain = Grain::new(tile, b't');
    let mut shapes = Vec::new();
    for point in grain.points(15.0, 9.0) {
        let (radius, is_wanted) = (grain.between(2.6, 4.2), grain.between(0.0, 1.0) < 0.32);
        if is_wanted && is_field(point, radius + 3.0) && spots.iter().all(|spot| distance(*spot, point) > 12.0) {
            shapes.extend(tree(point, radius));
        }
    }
    shapes
}

/// `true` for points in a field that are this far from everything else.
fn is_field<'a>(tile: &'a TilePicture, map: &'a TileMap) -> impl Fn(Point, f64) -> bool + 'a {
    move |point, room| {
        let segment = map.segment_at(point).map(|segment| tile.segments[segment].kind);
        segment == Some(SegmentKind::Field) && map.clearance(point) > room
    }
}

fn tree(at: Point, radius: f64) -> [Shape; 3] {
    let circle = |dx: f64, dy: f64, part: f64, fill: Ink, stroke: Option<Stroke>| Shape::Circle {
        centre: Point::new(at.x + dx * radius, at.y + dy * radius),
        radius: radius * part,
        fill: Some(fill),
        stroke,
    };
    let rim = Some(Stroke { ink: BARK.into(), width: 0.6 });
    [
        circle(0.35, 0.4, 1.0, SHADOW, None),
        circle(0.0, 0.0, 1.0, TREE.into(), rim),
        circle(-0.25, -0.3, 0.55, TREE_LIGHT.into(), None),
    ]
}

/// A flat oval patch.
fn blob(at: Point, radius: f64) -> Outline {
    let point = |x: f64, y: f64| Point::new(at.x + x * radius, at.y + 0.6 * y * radius);
    Outline(vec![
        PenCommand::Move(point(-1.0, 0.0)),
        PenCommand::Curve(point(-1.0, -0.7), point(-0.3, -1.0), point(0.2, -0.9)),
        PenCommand::Curve(point(0.9, -0.8), point(1.2, 0.1), point(0.8, 0.6)),
        PenCommand::Curve(point(0.4, 1.1), point(-1.0, 0.9), point(-1.0, 0.0)),
        PenCommand::Close,
    ])
}
