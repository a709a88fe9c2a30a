//! Cities: ground, houses, and the wall with its towers and gates.

use boardwright_game::tile_board::{SegmentKind, TilePicture, TileSegment};
use boardwright_rules::Colour;

use super::geometry::{
    TILE, along, band, city_corners, city_outline, city_walls, distance, distance_to_line, is_inside, road_course,
    segments,
};
use super::shield;
use super::texture::Grain;
use crate::ink::{Ink, mix};
use crate::path::{Outline, Point};
use crate::scene::{Area, Shape, Stroke};

/// Width of a wall.
const WALL: f64 = 5.0;
/// Distance between the merlons of a wall.
const MERLONS: f64 = 5.5;

const GROUND: Colour = Colour(0xc9, 0x9f, 0x69);
const PAVING: Colour = Colour(0xb5, 0x8a, 0x55);
const STONE: Colour = Colour(0xa9, 0xa0, 0x94);
const STONE_LIGHT: Colour = Colour(0xd3, 0xcc, 0xc0);
const STONE_DARK: Colour = Colour(0x4c, 0x44, 0x3b);
const PLASTER: [Colour; 3] = [Colour(0xf1, 0xe4, 0xc6), Colour(0xe6, 0xd2, 0xab), Colour(0xf5, 0xec, 0xd8)];
const ROOFS: [Colour; 4] =
    [Colour(0xb2, 0x4d, 0x36), Colour(0xc4, 0x65, 0x41), Colour(0x97, 0x40, 0x32), Colour(0xa8, 0x5a, 0x34)];
const WOOD: Colour = Colour(0x4a, 0x2f, 0x22);

/// All cities of a tile.
pub fn cities(tile: &TilePicture) -> Vec<Shape> {
    let mut grain = Grain::new(tile, b'c');
    let cities = segments(tile, SegmentKind::City);
    let mut shapes: Vec<Shape> = cities.flat_map(|city| one_city(tile, city, &mut grain)).collect();
    shapes.extend(gates(tile));
    shapes
}

fn one_city(tile: &TilePicture, city: TileSegment, grain: &mut Grain) -> Vec<Shape> {
    let mut shapes = vec![Shape::Outline { outline: city_outline(city), fill: Some(GROUND.into()), stroke: None }];
    let (corners, walls) = (city_corners(city), city_walls(city));
    let is_free = |point: Point, room: f64| {
        is_inside(point, &corners) && walls.iter().all(|wall| distance_to_line(point, wall) > room)
    };
    for point in grain.points(6.0, 2.0) {
        if is_free(point, 3.0) {
            let fill = Some(Ink { colour: PAVING, opacity: 0.7 });
            shapes.push(Shape::Circle { centre: point, radius: grain.between(0.5, 0.9), fill, stroke: None });
        }
    }
    let shield = shield::place(tile);
    for point in grain.points(12.5, 6.5) {
        let width = grain.between(8.0, 10.0);
        let is_near = shield.is_some_and(|shield| distance(shield, point) < 14.0);
        // A street leads from the gate into the city.
        let is_street = road_ends(tile).iter().any(|end| distance(*end, point) < 12.0);
        if is_free(point, 7.0) && !is_near && !is_street {
            shapes.extend(house(point, width, grain));
        }
    }
    shapes.extend(walls.iter().flat_map(|wall| stones(wall)));
    shapes
}

/// Ends of roads inside the tile.
fn road_ends(tile: &TilePicture) -> Vec<Point> {
    let roads = segments(tile, SegmentKind::Road).filter(|road| road.sides.is_power_of_two());
    roads.filter_map(|road| road_course(tile, road).last().copied()).collect()
}

/// A house with its middle at a point.
pub fn house(at: Point, width: f64, grain: &mut Grain) -> Vec<Shape> {
    let (roof, plaster) = (grain.choose(&ROOFS), grain.choose(&PLASTER));
    let half = width / 2.0;
    let point = |x: f64, y: f64| Point::new(at.x + x * half, at.y + y * half);
    let rim = Some(Stroke { ink: WOOD.into(), width: 0.6 });
    let polygon = |corners: &[Point], fill: Colour| Shape::Outline {
        outline: Outline::polygon(corners.iter().copied()),
        fill: Some(fill.into()),
        stroke: rim,
    };
    let door = Area {
        left: at.x - 0.15 * half,
        right: at.x + 0.18 * half,
        top: at.y + 0.4 * half,
        bottom: at.y + 0.85 * half,
    };
    // The gable is at the left, the roof falls to the front at the right.
    vec![
        polygon(&[point(-0.9, -0.1), point(0.9, -0.1), point(0.9, 0.85), point(-0.9, 0.85)], plaster),
        polygon(&[point(-1.0, 0.05), point(-0.55, -0.95), point(0.75, -0.95), point(1.0, 0.05)], roof),
        polygon(&[point(-1.0, 0.05), point(-0.55, -0.95), point(-0.35, 0.05)], mix(roof, WOOD, 0.3)),
        Shape::Rectangle { area: door, round: 0.0, fill: Some(WOOD.into()), stroke: None },
    ]
}

/// A wall with merlons and two towers.
fn stones(wall: &[Point]) -> Vec<Shape> {
    let rim = Some(Stroke { ink: STONE_DARK.into(), width: 0.8 });
    let fill = |width: f64, colour: Colour| Shape::Outline {
        outline: band(wall, width),
        fill: Some(colour.into()),
        stroke: None,
    };
    let mut shapes = vec![fill(WALL + 1.6, STONE_DARK), fill(WALL, STONE)];
    for (point, ahead) in along(wall, MERLONS) {
        let to = |forward: f64, aside: f64| {
            Point::new(
                (point.x + forward * ahead.x - aside * ahead.y).clamp(0.0, TILE),
                (point.y + forward * ahead.y + aside * ahead.x).clamp(0.0, TILE),
            )
        };
        for side in [-1.0, 1.0] {
            let corners = [to(-1.3, side * 0.9), to(1.3, side * 0.9), to(1.3, side * 2.4), to(-1.3, side * 2.4)];
            let fill = Some(STONE_LIGHT.into());
            shapes.push(Shape::Outline { outline: Outline::polygon(corners), fill, stroke: None });
        }
    }
    let length: f64 = wall.windows(2).map(|ends| distance(ends[0], ends[1])).sum();
    for (centre, _) in along(wall, length / 2.0) {
        shapes.push(Shape::Circle { centre, radius: 4.2, fill: Some(STONE.into()), stroke: rim });
        shapes.push(Shape::Circle { centre, radius: 2.4, fill: Some(STONE_LIGHT.into()), stroke: rim });
    }
    shapes
}

/// Gates where roads end at a wall.
fn gates(tile: &TilePicture) -> Vec<Shape> {
    let walls: Vec<Vec<Point>> = segments(tile, SegmentKind::City).flat_map(city_walls).collect();
    let ends = road_ends(tile).into_iter();
    let gates = ends.filter(|end| walls.iter().any(|wall| distance_to_line(*end, wall) < WALL));
    gates
        .flat_map(|end| {
            let rim = Some(Stroke { ink: STONE_DARK.into(), width: 0.8 });
            let area = Area::around(end, 11.0, 8.0);
            let mut shapes = vec![Shape::Rectangle { area, round: 1.5, fill: Some(WOOD.into()), stroke: rim }];
            for side in [-1.0, 1.0] {
                let centre = Point::new(end.x + side * 7.0, end.y);
                shapes.push(Shape::Circle { centre, radius: 4.4, fill: Some(STONE.into()), stroke: rim });
                shapes.push(Shape::Circle { centre, radius: 2.4, fill: Some(STONE_LIGHT.into()), stroke: rim });
            }
            shapes
        })
        .collect()
}
