//! How large the places of a board are: what their types say, or as much as there is room for.
//! What is painted there is told elsewhere.

use boardwright_engine::ids::LocationId;
use boardwright_engine::rules::{Location, RuleSet, Shape};

use crate::path::Point;
use crate::scene::Area;

/// The point of a place and the size of what is drawn there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The middle.
    pub centre: Point,
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
    /// Whether it is a circle.
    pub round: bool,
}

impl Place {
    /// The shorter side.
    pub fn side(&self) -> f64 {
        self.width.min(self.height)
    }

    /// What it covers, so many times as large.
    pub fn area(&self, scale: f64) -> Area {
        Area::around(self.centre, self.width * scale, self.height * scale)
    }
}

/// The sizes of places of a type that says nothing.
const LEAST: f64 = 8.0;
const MOST: f64 = 80.0;

/// Places that are compared with all others to find out how much room there is.
const COMPARED: usize = 100;

/// The places of a board, by location.
pub fn places(rules: &RuleSet) -> Vec<Place> {
    let mut rooms = vec![None; rules.location_types.len()];
    let place = |location: &Location| {
        let kind = location.kind.index();
        let centre = Point::from(location.point);
        let (width, height, round) = match rules.location_types[kind].shape {
            Some(Shape::Rectangle { width, height }) => (width.into(), height.into(), false),
            Some(Shape::Circle { radius }) => (2.0 * f64::from(radius), 2.0 * f64::from(radius), true),
            None => {
                let room = *rooms[kind].get_or_insert_with(|| room(rules, kind));
                (room, room, false)
            }
        };
        Place { centre, width: f64::max(width, 1.0), height: f64::max(height, 1.0), round }
    };
    rules.locations.iter().map(place).collect()
}

/// Room for a place of a type without a shape: a little less than the least distance between two of its places.
fn room(rules: &RuleSet, kind: usize) -> f64 {
    let points = |most: usize| {
        let of_kind = rules.locations.iter().filter(move |location| location.kind.index() == kind);
        of_kind.map(|location| Point::from(location.point)).take(most)
    };
    let distance = |a: Point, b: Point| (a.x - b.x).hypot(a.y - b.y);
    let all = points(COMPARED).flat_map(|one| points(usize::MAX).map(move |other| distance(one, other)));
    let least = all.filter(|&distance| distance > 0.0).fold(MOST, f64::min);
    (0.9 * least).clamp(LEAST, MOST)
}

/// The place of a location.
pub fn at(places: &[Place], location: LocationId) -> Place {
    places[location.index()]
}
