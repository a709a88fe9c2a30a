//! Stacks of pieces: pieces on places of one family that lie on one another, of which a drawing shows the topmost with their
//! number.

use std::collections::BTreeMap;

use boardwright_game::ids::LocationId;
use boardwright_rules::{Figure, Mark, RuleSet, ShownAs};

use crate::compose::Contents;
use crate::ink::{self, Ink};
use crate::path::Point;
use crate::place::{Place, place_at};
use crate::scene::{Area, Item, LETTER_WIDTH, Shape, Stroke, Subject};

/// Largest distance of two neighbouring pieces of a stack, relative to the shorter side of their places.
const STACK_DISTANCE: f64 = 0.3;
/// Font size of the number, relative to the shorter side of the place.
const RELATIVE_SIZE: f64 = 0.3;
/// Smallest and largest font size of the number, in pixels.
const MIN_SIZE: f64 = 9.0;
const MAX_SIZE: f64 = 16.0;

/// Pieces that lie on one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    /// Location of the topmost piece.
    pub location: LocationId,
    /// Number of pieces.
    pub count: usize,
}

/// Returns the stacks of at least two pieces, on places that differ in their last index only. Several stacks of such places are
/// one heap, of which all pieces are counted. Heaps whose number is a text on a place beside them are left out.
pub fn stacks(rules: &RuleSet, places: &[Place], contents: &Contents) -> Vec<Stack> {
    let mut families = BTreeMap::<(&str, &[i32]), Vec<LocationId>>::new();
    for piece in &contents.pieces {
        let location = &rules.locations[piece.location.index()];
        let name = location.name.split('(').next().unwrap_or_default();
        let before = location.indices.split_last().map_or(&[][..], |(_, before)| before);
        families.entry((name, before)).or_default().push(piece.location);
    }
    let is_stacked = |one: LocationId, other: LocationId| {
        let [one, other] = [one, other].map(|location| place_at(places, location));
        let distance = (one.centre.x - other.centre.x).abs().max((one.centre.y - other.centre.y).abs());
        distance <= STACK_DISTANCE * one.side()
    };
    let texts = place_texts(rules, places, &contents.texts);
    let stack = |locations: Vec<LocationId>| {
        let lies_on_another =
            |(index, &upper): (usize, &LocationId)| locations[..index].iter().any(|&lower| is_stacked(lower, upper));
        let has_stack = locations.iter().enumerate().any(lies_on_another);
        let &location = locations.last().filter(|_| has_stack)?;
        let is_counted = texts.iter().any(|text| text.counts(&locations, places));
        (!is_counted).then_some(Stack { location, count: locations.len() })
    };
    let mut found: Vec<Stack> = families.into_values().filter_map(stack).collect();
    found.sort_by_key(|stack| stack.location);
    found
}

/// Text that a place shows.
struct PlaceText<'a> {
    area: Area,
    text: &'a str,
}

impl PlaceText<'_> {
    /// `true` if the text is the number of the pieces on these places, and stands beside or over them: its distance is at
    /// most half of their extent.
    fn counts(&self, locations: &[LocationId], places: &[Place]) -> bool {
        if self.text != locations.len().to_string() {
            return false;
        }
        let areas = locations.iter().map(|&location| place_at(places, location).area(1.0));
        let heap = areas.reduce(Area::union);
        heap.is_some_and(|heap| heap.expanded(heap.width().min(heap.height()) / 2.0).intersects(&self.area))
    }
}

/// The texts that places show; `values` are those of the position.
fn place_texts<'a>(rules: &RuleSet, places: &[Place], values: &'a [String]) -> Vec<PlaceText<'a>> {
    let text_of = |mark: &Mark| match mark.figure {
        Figure::Value { index, shown_as: ShownAs::Text } => values.get(index).map(String::as_str),
        _ => None,
    };
    let locations = rules.locations.iter().zip(places);
    let texts = locations.flat_map(|(location, place)| {
        let marks = location.drawing.as_ref().unwrap_or(&rules.location_types[location.kind.index()].drawing);
        marks.iter().filter_map(text_of).map(|text| PlaceText { area: place.area(1.0), text })
    });
    texts.collect()
}

/// The number of a stack, on a plate in the upper right corner of its topmost place.
pub fn stack_item(stack: Stack, places: &[Place]) -> Item {
    let Place { centre, width, height, .. } = place_at(places, stack.location);
    let text = stack.count.to_string();
    let size = (RELATIVE_SIZE * width.min(height)).clamp(MIN_SIZE, MAX_SIZE);
    let (plate_width, plate_height) = (LETTER_WIDTH * size * text.len() as f64 + 0.5 * size, 1.3 * size);
    let corner = Point::new(centre.x + width / 2.0, centre.y - height / 2.0);
    let middle = Point::new(corner.x - plate_width / 2.0, corner.y + plate_height / 2.0);
    let white = Ink::from(ink::WHITE);
    let plate = Shape::Rectangle {
        area: Area::around(middle, plate_width, plate_height),
        round: plate_height / 2.0,
        fill: Some(ink::PLATE.into()),
        stroke: Some(Stroke { ink: white, width: 1.0 }),
    };
    let number = Shape::Text { centre: middle, size, text: text.clone(), fill: white };
    Item { subject: Subject::Count(stack.location), name: format!("{text} pieces"), shapes: vec![plate, number] }
}
