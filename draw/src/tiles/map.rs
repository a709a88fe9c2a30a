//! Map of a tile: to which segment each small square of the drawing belongs, and where meeples stand.

use std::collections::VecDeque;

use boardwright_game::tile_board::{SegmentKind, TilePicture};

use super::geometry::{
    MIDDLE, TILE, city_corners, distance, distance_to_line, has_village, is_inside, road_course, turned_point,
};
use super::{cloister, road, shield};
use crate::path::Point;

/// Number of squares in a row of the map.
const SQUARES: usize = 50;
/// Side of a square in pixels.
const SQUARE: f64 = TILE / SQUARES as f64;
/// Distance from the middle at which a meeple stands on a road that ends there.
const ROAD_SPOT: f64 = 0.42;

/// Map of a type of tiles.
#[derive(Clone, Debug, PartialEq)]
pub struct TileMap {
    /// Index of the segment of each square, row by row.
    squares: Vec<Option<usize>>,
    /// Place of a meeple on each segment.
    spots: Vec<Point>,
    /// Distance of each square from the nearest one of another segment, in squares.
    clearance: Vec<f64>,
}

/// Middle of a square.
fn middle(square: usize) -> Point {
    Point::new(((square % SQUARES) as f64 + 0.5) * SQUARE, ((square / SQUARES) as f64 + 0.5) * SQUARE)
}

/// Square at a point of the tile.
fn square_at(point: Point) -> usize {
    let index = |value: f64| ((value / SQUARE).max(0.0) as usize).min(SQUARES - 1);
    index(point.y) * SQUARES + index(point.x)
}

/// Squares beside a square.
fn neighbours(square: usize) -> impl Iterator<Item = usize> {
    let (column, row) = (square % SQUARES, square / SQUARES);
    [
        (column > 0).then(|| square - 1),
        (column + 1 < SQUARES).then(|| square + 1),
        (row > 0).then(|| square - SQUARES),
        (row + 1 < SQUARES).then(|| square + SQUARES),
    ]
    .into_iter()
    .flatten()
}

impl TileMap {
    /// Computes the map of a type.
    pub fn new(tile: &TilePicture) -> Self {
        let mut squares = built_squares(tile);
        let is_free: Vec<bool> = squares.iter().map(|square| *square == Square::Open).collect();
        flood_fields(tile, &is_free, &mut squares);
        let squares: Vec<Option<usize>> = squares
            .into_iter()
            .map(|square| if let Square::Of(segment) = square { Some(segment) } else { None })
            .collect();
        let clearance = clearance(&squares);
        let spots = (0..tile.segments.len()).map(|segment| spot(tile, segment, &squares, &clearance)).collect();
        Self { squares, spots, clearance }
    }

    /// Segment at a point of the unrotated tile.
    pub fn segment_at(&self, point: Point) -> Option<usize> {
        self.squares[square_at(point)]
    }

    /// Place of a meeple on a segment, on the tile after clockwise quarter turns.
    pub fn spot(&self, segment: usize, quarters: u8) -> Point {
        turned_point(self.spots[segment], quarters)
    }

    /// Distance of a point from other segments, in pixels.
    pub(super) fn clearance(&self, point: Point) -> f64 {
        self.clearance[square_at(point)] * SQUARE
    }
}

/// A square while the map is made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Square {
    /// No city, road or cloister.
    Open,
    /// Part of a segment.
    Of(usize),
    /// Part of no segment.
    Nobody,
}

/// Squares of cities, roads and cloisters; the others stay open.
fn built_squares(tile: &TilePicture) -> Vec<Square> {
    let courses: Vec<(usize, Vec<Point>)> =
        of_kind(tile, SegmentKind::Road).map(|index| (index, road_course(tile, tile.segments[index]))).collect();
    let cities: Vec<(usize, Vec<Point>)> =
        of_kind(tile, SegmentKind::City).map(|index| (index, city_corners(tile.segments[index]))).collect();
    let cloister = of_kind(tile, SegmentKind::Cloister).next();
    let has_village = has_village(tile);
    let at = |point: Point| {
        if cloister.is_some() && distance(point, MIDDLE) < cloister::RADIUS {
            return cloister.map_or(Square::Nobody, Square::Of);
        }
        if has_village && distance(point, MIDDLE) < road::VILLAGE_RADIUS {
            return Square::Nobody;
        }
        if let Some((index, _)) = cities.iter().find(|(_, corners)| is_inside(point, corners)) {
            return Square::Of(*index);
        }
        let road = courses.iter().find(|(_, course)| distance_to_line(point, course) < road::WIDTH / 2.0);
        road.map_or(Square::Open, |(index, _)| Square::Of(*index))
    };
    (0..SQUARES * SQUARES).map(|square| at(middle(square))).collect()
}

/// Indices of the segments of a kind.
fn of_kind(tile: &TilePicture, kind: SegmentKind) -> impl Iterator<Item = usize> {
    (0..tile.segments.len()).filter(move |&index| tile.segments[index].kind == kind)
}

/// Gives the open squares to the fields, from the half-edges inwards.
fn flood_fields(tile: &TilePicture, is_free: &[bool], squares: &mut [Square]) {
    for field in of_kind(tile, SegmentKind::Field) {
        let halves = tile.segments[field].halves;
        let seed = |half: u8| {
            let along = if half.is_multiple_of(2) { 0.3 } else { 0.7 };
            square_at(turned_point(Point::new(along * TILE, SQUARE / 2.0), half / 2))
        };
        let mut queue: VecDeque<usize> = (0..8).filter(|half| halves >> half & 1 == 1).map(seed).collect();
        while let Some(square) = queue.pop_front() {
            if is_free[square] && squares[square] == Square::Open {
                squares[square] = Square::Of(field);
                queue.extend(neighbours(square));
            }
        }
    }
}

/// Distance of each square from the nearest square of another segment, in squares; edges of the tile do not count.
fn clearance(squares: &[Option<usize>]) -> Vec<f64> {
    let at_border = |square: &usize| neighbours(*square).any(|other| squares[other] != squares[*square]);
    let border: Vec<Point> = (0..squares.len()).filter(at_border).map(middle).collect();
    let nearest = |square: usize| {
        let distances = border.iter().map(|point| distance(*point, middle(square)) / SQUARE);
        distances.fold(SQUARES as f64, f64::min)
    };
    (0..squares.len()).map(nearest).collect()
}

/// Place of a meeple: on a road in its middle, otherwise where most room is around.
fn spot(tile: &TilePicture, index: usize, squares: &[Option<usize>], clearance: &[f64]) -> Point {
    let segment = tile.segments[index];
    match segment.kind {
        SegmentKind::Cloister => return MIDDLE,
        SegmentKind::Road => {
            let course = road_course(tile, segment);
            if let [from, to] = course[..] {
                let part = if segment.sides.is_power_of_two() { ROAD_SPOT } else { 0.5 };
                return Point::new(from.x + part * (to.x - from.x), from.y + part * (to.y - from.y));
            }
            return course[course.len() / 2];
        }
        SegmentKind::City | SegmentKind::Field => {}
    }
    let shield = if segment.kind == SegmentKind::City { shield::place(tile) } else { None };
    let room = |square: &usize| {
        let point = middle(*square);
        let to_edge = [point.x, point.y, TILE - point.x, TILE - point.y].into_iter().fold(f64::INFINITY, f64::min);
        let to_shield = shield.map_or(f64::INFINITY, |shield| distance(point, shield) - shield::SIZE / 2.0);
        let room = (clearance[*square] * SQUARE).min(to_edge).min(to_shield).min(18.0);
        // Among places with equal room the one nearest to the middle.
        room - 0.01 * distance(point, MIDDLE)
    };
    let own = (0..squares.len()).filter(|&square| squares[square] == Some(index));
    own.max_by(|one, other| room(one).total_cmp(&room(other))).map_or(MIDDLE, middle)
}
