//! Lines of a tile: courses of roads, outlines and walls of cities. A tile is a square of [`TILE`] pixels with its corner at
//! the origin.

use boardwright_game::tile_board::{SegmentKind, TilePicture, TileSegment};

use crate::path::{Outline, PenCommand, Point};

/// Side of a tile in pixels.
pub const TILE: f64 = 100.0;
/// Middle of a tile.
pub const MIDDLE: Point = Point::new(TILE / 2.0, TILE / 2.0);

/// A point of a tile after clockwise quarter turns of the tile.
pub fn turned_point(point: Point, quarters: u8) -> Point {
    (0..quarters % 4).fold(point, |Point { x, y }, _| Point::new(TILE - y, x))
}

/// Sides of a mask.
pub fn sides(mask: u8) -> impl Iterator<Item = u8> {
    (0..4).filter(move |side| mask >> side & 1 == 1)
}

/// Middle of a side, clockwise from north.
pub fn side_middle(side: u8) -> Point {
    turned_point(Point::new(TILE / 2.0, 0.0), side)
}

/// Corner at which a side begins, clockwise.
fn corner(side: u8) -> Point {
    turned_point(Point::new(0.0, 0.0), side % 4)
}

/// Distance of two points.
pub fn distance(from: Point, to: Point) -> f64 {
    (from.x - to.x).hypot(from.y - to.y)
}

/// Distance of a point from a line of points.
pub fn distance_to_line(point: Point, line: &[Point]) -> f64 {
    let from = |ends: &[Point]| {
        let (start, end) = (ends[0], ends[1]);
        let (dx, dy) = (end.x - start.x, end.y - start.y);
        let length = dx * dx + dy * dy;
        let part = if length > 0.0 { ((point.x - start.x) * dx + (point.y - start.y) * dy) / length } else { 0.0 };
        let part = part.clamp(0.0, 1.0);
        distance(point, Point::new(start.x + part * dx, start.y + part * dy))
    };
    line.windows(2).map(from).fold(f64::INFINITY, f64::min)
}

/// `true` if a point is inside a closed line of points.
pub fn is_inside(point: Point, corners: &[Point]) -> bool {
    let mut is_inside = false;
    for (index, from) in corners.iter().enumerate() {
        let to = corners[(index + 1) % corners.len()];
        let crosses = (from.y > point.y) != (to.y > point.y);
        if crosses && point.x < (to.x - from.x) * (point.y - from.y) / (to.y - from.y) + from.x {
            is_inside = !is_inside;
        }
    }
    is_inside
}

/// Wall across the side or sides without city from `first` on, clockwise: pen commands after its first point.
fn wall_curve(first: u8, count: u8) -> Vec<PenCommand> {
    let curves: &[[(i32, i32); 3]] = match count {
        1 => &[[(22, 6), (24, 25), (50, 25)], [(76, 25), (78, 6), (100, 0)]],
        2 => &[[(20, 36), (64, 80), (100, 100)]],
        _ => &[[(6, 22), (28, 22), (28, 50)], [(28, 78), (6, 78), (0, 100)]],
    };
    let place = |point: (i32, i32)| turned_point(point.into(), first);
    curves.iter().map(|[one, two, end]| PenCommand::Curve(place(*one), place(*two), place(*end))).collect()
}

/// Runs of sides without city: the first side and the number of sides.
fn open_runs(mask: u8) -> Vec<(u8, u8)> {
    let has = |side: u8| mask >> (side % 4) & 1 == 1;
    let starts = (0..4).filter(|&side| !has(side) && has(side + 3));
    starts.map(|side| (side, (1..4).find(|step| has(side + step)).unwrap_or(4))).collect()
}

/// Outline of a city.
pub fn city_outline(city: TileSegment) -> Outline {
    let runs = open_runs(city.sides);
    let first = sides(city.sides).next().unwrap_or(0);
    let mut pen = vec![PenCommand::Move(corner(first))];
    let mut side = first;
    while side < first + 4 {
        match runs.iter().find(|(start, _)| *start == side % 4) {
            Some(&(start, count)) => {
                pen.extend(wall_curve(start, count));
                side += count;
            }
            None => {
                pen.push(PenCommand::Line(corner(side + 1)));
                side += 1;
            }
        }
    }
    pen.push(PenCommand::Close);
    Outline(pen)
}

/// Points of the outline of a city.
pub fn city_corners(city: TileSegment) -> Vec<Point> {
    city_outline(city).flatten().into_iter().flat_map(|(corners, _)| corners).collect()
}

/// Walls of a city.
pub fn city_walls(city: TileSegment) -> Vec<Vec<Point>> {
    let wall = |(first, count): (u8, u8)| {
        let mut pen = vec![PenCommand::Move(corner(first))];
        pen.extend(wall_curve(first, count));
        Outline(pen).flatten().swap_remove(0).0
    };
    open_runs(city.sides).into_iter().map(wall).collect()
}

/// `true` if roads of the tile meet in a village in the middle.
pub fn has_village(tile: &TilePicture) -> bool {
    segments(tile, SegmentKind::Road).filter(|road| road.sides.is_power_of_two()).count() > 1
}

/// Segments of a kind.
pub fn segments(tile: &TilePicture, kind: SegmentKind) -> impl Iterator<Item = TileSegment> {
    tile.segments.iter().copied().filter(move |segment| segment.kind == kind)
}

/// Course of a road from edge to edge, or to where it ends: a city gate, or the middle of the tile.
pub fn road_course(tile: &TilePicture, road: TileSegment) -> Vec<Point> {
    let ends: Vec<u8> = sides(road.sides).collect();
    let [start, end] = match ends[..] {
        [only] => return vec![side_middle(only), road_end(tile, only)],
        [start, end, ..] => [start, end],
        [] => return Vec::new(),
    };
    let (from, to) = (side_middle(start), side_middle(end));
    if (end - start) % 2 == 0 {
        return vec![from, to];
    }
    // The control points lie on the way to the middle, so that the bend leaves both edges at a right angle.
    let towards =
        |point: Point| Point::new(point.x + 0.84 * (MIDDLE.x - point.x), point.y + 0.84 * (MIDDLE.y - point.y));
    Outline(vec![PenCommand::Move(from), PenCommand::Curve(towards(from), towards(to), to)]).flatten().swap_remove(0).0
}

/// End of a road that enters at one side only.
fn road_end(tile: &TilePicture, side: u8) -> Point {
    const STEPS: u32 = 50;
    let from = side_middle(side);
    let cities: Vec<Vec<Point>> = segments(tile, SegmentKind::City).map(city_corners).collect();
    let along = (0..=STEPS).map(|step| {
        let part = f64::from(step) / f64::from(STEPS);
        Point::new(from.x + part * (MIDDLE.x - from.x), from.y + part * (MIDDLE.y - from.y))
    });
    let mut along = along.skip(1);
    along.find(|point| cities.iter().any(|corners| is_inside(*point, corners))).unwrap_or(MIDDLE)
}

/// Band of a width along a line of points. It stays within the tile.
pub fn band(line: &[Point], width: f64) -> Outline {
    let inside = |value: f64| value.clamp(0.0, TILE);
    let edge = |half: f64| {
        line.iter().enumerate().map(move |(index, point)| {
            let (from, to) = (line[index.saturating_sub(1)], line[(index + 1).min(line.len() - 1)]);
            let length = distance(from, to).max(1e-9);
            let (nx, ny) = ((from.y - to.y) / length, (to.x - from.x) / length);
            Point::new(inside(point.x + half * nx), inside(point.y + half * ny))
        })
    };
    let mut corners: Vec<Point> = edge(width / 2.0).collect();
    let back: Vec<Point> = edge(-width / 2.0).collect();
    corners.extend(back.into_iter().rev());
    Outline::polygon(corners)
}

/// Points along a line at equal distances of about `gap`, each with the direction of the line; none at its ends.
pub fn along(line: &[Point], gap: f64) -> Vec<(Point, Point)> {
    let total: f64 = line.windows(2).map(|ends| distance(ends[0], ends[1])).sum();
    let count = (total / gap).round().max(1.0);
    let mut found = Vec::new();
    let (mut passed, mut next) = (0.0, total / count / 2.0);
    for ends in line.windows(2) {
        let length = distance(ends[0], ends[1]);
        while next < passed + length {
            let part = (next - passed) / length;
            let (dx, dy) = (ends[1].x - ends[0].x, ends[1].y - ends[0].y);
            found
                .push((Point::new(ends[0].x + part * dx, ends[0].y + part * dy), Point::new(dx / length, dy / length)));
            next += total / count;
        }
        passed += length;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn city(sides: u8) -> TileSegment {
        TileSegment { kind: SegmentKind::City, sides, halves: 0 }
    }

    #[test]
    fn cities_reach_their_edges_and_no_others() {
        for mask in 1..16 {
            // Two cities on opposite edges are one segment here; the shape is a band.
            let corners = city_corners(city(mask));
            for side in 0..4 {
                let middle = side_middle(side);
                let near = Point::new(middle.x + 0.02 * (50.0 - middle.x), middle.y + 0.02 * (50.0 - middle.y));
                assert_eq!(is_inside(near, &corners), mask >> side & 1 == 1, "mask {mask:04b}, side {side}");
            }
            assert_eq!(city_walls(city(mask)).len(), open_runs(mask).len());
        }
    }

    #[test]
    fn points_along_a_line_are_evenly_spaced() {
        let line = [Point::new(0.0, 0.0), Point::new(10.0, 0.0), Point::new(10.0, 10.0)];
        let points: Vec<Point> = along(&line, 5.0).into_iter().map(|(point, _)| point).collect();
        let expected = [(2.5, 0.0), (7.5, 0.0), (10.0, 2.5), (10.0, 7.5)];
        assert_eq!(points.len(), expected.len());
        for (point, (x, y)) in points.iter().zip(expected) {
            assert!((point.x - x).abs() < 1e-9 && (point.y - y).abs() < 1e-9, "{point:?}");
        }
    }
}
