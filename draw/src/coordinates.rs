//! Coordinates at the edges of a board: the parts that the short names of the places on a straight line share, such as files
//! and ranks. Boards whose names do not follow straight lines, and those with a background picture, have none.

use std::collections::BTreeMap;

use boardwright_game::ids::LocationTypeId;
use boardwright_interpreter::place_names::place_names;
use boardwright_rules::RuleSet;

use crate::ink::{self, Ink};
use crate::path::Point;
use crate::place::Place;
use crate::scene::{Area, LETTER_WIDTH, Shape};

/// Smallest and largest font size, in pixels.
const MIN_SIZE: f64 = 8.0;
const MAX_SIZE: f64 = 16.0;
/// Font size, relative to the distance between neighbouring lines.
const RELATIVE_SIZE: f64 = 0.32;
/// Distance from the line up to which a place counts as on it, relative to the side of the smallest place.
const TOLERANCE: f64 = 0.3;
/// Largest distance between the last place of a line and its coordinate, in distances between neighbouring lines.
const MAX_DISTANCE: f64 = 2.5;
/// Largest cosine of the angle between files and ranks, and the largest one with which they count as perpendicular.
const MAX_COSINE: f64 = 0.95;
const MAX_SLANT: f64 = 0.05;
/// Opacity of the letters.
const OPACITY: f64 = 0.75;

/// Returns the coordinates of a board, at both ends of each line, outside of the areas that places and pieces can cover.
pub fn coordinates(rules: &RuleSet, places: &[Place], covered: &[Area]) -> Vec<Shape> {
    coordinate_lines(rules, places).map_or_else(Vec::new, |lines| lines.shapes(rules, covered))
}

/// Lines of places with the same part of their names.
struct CoordinateLines {
    /// Text and position of the lines along `v`, such as files.
    files: Vec<(String, f64)>,
    /// Text and position of the lines along `u`, such as ranks; none if names have a single part.
    ranks: Vec<(String, f64)>,
    /// Unit vectors along ranks and along files.
    u: Point,
    v: Point,
    /// Positions of the places along `u` and along `v`: the least and the greatest.
    range: [(f64, f64); 2],
    /// Distance between neighbouring lines.
    pitch: f64,
}

/// Finds the lines; `None` if the names do not follow straight lines.
fn coordinate_lines(rules: &RuleSet, places: &[Place]) -> Option<CoordinateLines> {
    let names = place_names(rules);
    let is_short = |index: usize| names[index].concat() != rules.locations[index].name;
    let relevant: Vec<usize> =
        (0..places.len()).filter(|&index| rules.locations[index].is_relevant && is_short(index)).collect();
    let parts = relevant.iter().map(|&index| names[index].len()).min()?;
    if !are_main_places(rules, &relevant) {
        return None;
    }
    let group = |part: usize| {
        let mut lines: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
        for &index in &relevant {
            lines.entry(&names[index][part]).or_default().push(places[index].centre);
        }
        lines
    };
    let files = group(0);
    let v = direction(&files)?;
    let ranks = if parts > 1 { group(1) } else { BTreeMap::new() };
    let u = if parts > 1 { direction(&ranks)? } else { Point::new(v.y, -v.x) };
    if dot(u, v).abs() > MAX_COSINE {
        return None;
    }
    let along_u = |point: Point| cross(point, v) / cross(u, v);
    let along_v = |point: Point| cross(u, point) / cross(u, v);
    let side = relevant.iter().map(|&index| places[index].side()).fold(f64::INFINITY, f64::min);
    // On a slanted board the ends of the lines are at its edges only if it is a parallelogram.
    if dot(u, v).abs() > MAX_SLANT && relevant.len() != files.len() * ranks.len() {
        return None;
    }
    let (files, file_pitch) = positions(&files, along_u, TOLERANCE * side)?;
    let (ranks, rank_pitch) = positions(&ranks, along_v, TOLERANCE * side)?;
    let range = |along: &dyn Fn(Point) -> f64| {
        let values = relevant.iter().map(|&index| along(places[index].centre));
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
    };
    let pitch = Some(file_pitch.min(rank_pitch)).filter(|pitch| pitch.is_finite())?;
    Some(CoordinateLines { files, ranks, u, v, range: [range(&along_u), range(&along_v)], pitch })
}

/// `true` if these are all places of their types, and more than those of any other type.
fn are_main_places(rules: &RuleSet, relevant: &[usize]) -> bool {
    let mut counts: BTreeMap<LocationTypeId, (usize, usize)> = BTreeMap::new();
    for location in rules.locations.iter().filter(|location| location.is_relevant) {
        counts.entry(location.kind).or_default().1 += 1;
    }
    for &index in relevant {
        counts.entry(rules.locations[index].kind).or_default().0 += 1;
    }
    counts.values().all(|&(named, all)| if named > 0 { named == all } else { all < relevant.len() })
}

/// Direction of the longest line, downwards or to the right; `None` if no line has two places.
fn direction(lines: &BTreeMap<&str, Vec<Point>>) -> Option<Point> {
    let ends = lines.values().filter_map(|line| {
        let order = |a: &&Point, b: &&Point| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x));
        let (first, last) = (line.iter().min_by(order)?, line.iter().max_by(order)?);
        Some(Point::new(last.x - first.x, last.y - first.y))
    });
    let longest = ends.max_by(|a, b| a.x.hypot(a.y).total_cmp(&b.x.hypot(b.y)))?;
    let length = longest.x.hypot(longest.y);
    (length > 0.0).then(|| Point::new(longest.x / length, longest.y / length))
}

/// Position of each line, and the distance between neighbouring ones; `None` if a line is not straight, or two are the same.
fn positions(
    lines: &BTreeMap<&str, Vec<Point>>,
    along: impl Fn(Point) -> f64,
    tolerance: f64,
) -> Option<(Vec<(String, f64)>, f64)> {
    let mut found = Vec::new();
    for (text, line) in lines {
        let mean = line.iter().map(|&point| along(point)).sum::<f64>() / line.len() as f64;
        if line.iter().any(|&point| (along(point) - mean).abs() > tolerance) {
            return None;
        }
        found.push(((*text).to_owned(), mean));
    }
    found.sort_by(|a, b| a.1.total_cmp(&b.1));
    let pitch = found.windows(2).map(|pair| pair[1].1 - pair[0].1).fold(f64::INFINITY, f64::min);
    (pitch > tolerance).then_some((found, pitch))
}

fn dot(a: Point, b: Point) -> f64 {
    a.x * b.x + a.y * b.y
}

fn cross(a: Point, b: Point) -> f64 {
    a.x * b.y - a.y * b.x
}

impl CoordinateLines {
    fn shapes(&self, rules: &RuleSet, covered: &[Area]) -> Vec<Shape> {
        let ground = rules.ground.colour.unwrap_or(ink::PAPER);
        let fill = Ink { colour: ink::contrast(ground), opacity: OPACITY };
        let size = (RELATIVE_SIZE * self.pitch).clamp(MIN_SIZE, MAX_SIZE);
        let [along_u, along_v] = self.range;
        let at = |i: f64, j: f64| Point::new(i * self.u.x + j * self.v.x, i * self.u.y + j * self.v.y);
        let mut shapes = Vec::new();
        for (end, sign) in [(along_v.0, -1.0), (along_v.1, 1.0)] {
            shapes.extend(row(&self.files, size, fill, self.pitch, covered, |i, away| at(i, end + sign * away)));
        }
        for (end, sign) in [(along_u.0, -1.0), (along_u.1, 1.0)] {
            shapes.extend(row(&self.ranks, size, fill, self.pitch, covered, |j, away| at(end + sign * away, j)));
        }
        shapes
    }
}

/// Texts at one end of parallel lines, at the least common distance at which all of them are outside of the covered areas.
/// `at` returns the point on the line with a position, at a distance beyond the last places.
fn row(
    lines: &[(String, f64)],
    size: f64,
    fill: Ink,
    pitch: f64,
    covered: &[Area],
    at: impl Fn(f64, f64) -> Point,
) -> Vec<Shape> {
    let is_free = |away: f64| {
        lines.iter().all(|(text, position)| {
            let area = text_area(text, size, at(*position, away)).expanded(0.15 * size);
            !covered.iter().any(|other| area.intersects(other))
        })
    };
    let step = 0.25 * size;
    let steps = (MAX_DISTANCE * pitch / step) as usize;
    let Some(away) = (1..=steps).map(|count| count as f64 * step).find(|&away| is_free(away)) else {
        return Vec::new();
    };
    let text =
        |(text, position): &(String, f64)| Shape::Text { centre: at(*position, away), size, text: text.clone(), fill };
    lines.iter().map(text).collect()
}

/// Area of a text of digits and small letters, which are about as high as 0.75 font sizes.
fn text_area(text: &str, size: f64, centre: Point) -> Area {
    Area::around(centre, LETTER_WIDTH * size * text.chars().count() as f64, 0.75 * size)
}
