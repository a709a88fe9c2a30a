//! Sizes of the places of a board: as given by their types, or as large as the distances between places allow.
//! Other modules paint them.

use boardwright_game::ids::LocationId;
use boardwright_rules::{Location, RuleSet, Shape};

use crate::path::Point;
use crate::scene::Area;

/// Centre and size of a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Centre.
    pub centre: Point,
    /// Width in pixels.
    pub width: f64,
    /// Height in pixels.
    pub height: f64,
    /// `true` if the place is a circle.
    pub is_round: bool,
}

impl Place {
    /// The shorter side.
    pub fn side(&self) -> f64 {
        self.width.min(self.height)
    }

    /// Area of the place, scaled by `scale`.
    pub fn area(&self, scale: f64) -> Area {
        Area::around(self.centre, self.width * scale, self.height * scale)
    }
}

/// Smallest and largest default size of places whose type has no shape.
const MIN_SIZE: f64 = 8.0;
const MAX_SIZE: f64 = 80.0;

/// Number of places that are compared with all others to find the available room.
const COMPARED: usize = 100;

/// Returns the places of a board, indexed by location.
pub fn places(rules: &RuleSet) -> Vec<Place> {
    let mut rooms = vec![None; rules.location_types.len()];
    let place = |location: &Location| {
        let kind = location.kind.index();
        let centre = Point::from(location.point);
        let (width, height, round) = match rules.location_types[kind].shape {
            Some(Shape::Rectangle { width, height }) => (width.into(), height.into(), false),
            Some(Shape::Circle { radius }) => (2.0 * f64::from(radius), 2.0 * f64::from(radius), true),
            None => {
                let room = *rooms[kind].get_or_insert_with(|| default_size(rules, kind));
                (room, room, false)
            }
        };
        Place { centre, width: f64::max(width, 1.0), height: f64::max(height, 1.0), is_round: round }
    };
    rules.locations.iter().map(place).collect()
}

/// Size of a place whose type has no shape: slightly less than the least distance between two places of the type.
fn default_size(rules: &RuleSet, kind: usize) -> f64 {
    let points = |most: usize| {
        let of_kind = rules.locations.iter().filter(move |location| location.kind.index() == kind);
        of_kind.map(|location| Point::from(location.point)).take(most)
    };
    let distance = |a: Point, b: Point| (a.x - b.x).hypot(a.y - b.y);
    let all = points(COMPARED).flat_map(|one| points(usize::MAX).map(move |other| distance(one, other)));
    let least = all.filter(|&distance| distance > 0.0).fold(MAX_SIZE, f64::min);
    (0.9 * least).clamp(MIN_SIZE, MAX_SIZE)
}

/// Returns the place of a location.
pub fn place_at(places: &[Place], location: LocationId) -> Place {
    places[location.index()]
}
