//! Drawings of tables with cards, dice and chips: layout of a [`Table`] as a [`Scene`] with hit areas. The viewer sits
//! at the bottom. Which objects there are, and what a click on one of them means, is decided by the game.

mod cards;
mod figures;
mod objects;
mod round;

use boardwright_game::table::{ObjectKind, Table, TableGroup, TableObject};
use boardwright_rules::Colour;

use crate::ink::Ink;
use crate::path::Point;
use crate::scene::{Area, Item, Scene, Shape, Subject};

/// A drawing of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableScene {
    /// The drawing.
    pub scene: Scene,
    /// Objects with their places, in painting order.
    pub hit_areas: Vec<HitArea>,
}

/// The place of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct HitArea {
    /// Place in board pixels.
    pub area: Area,
    /// Name for screen readers: that of the object, after the name of its seat.
    pub name: String,
    /// Text of the move that a click makes, if any.
    pub move_text: Option<String>,
}

/// Height of a row of objects with its label, in pixels.
const ROW_HEIGHT: f64 = 168.0;
/// Height of the objects of a row.
const OBJECT_HEIGHT: f64 = 112.0;
/// Gap between two objects of a group.
const GAP: f64 = 12.0;
/// Largest number of cards that lie side by side; more are held as a fan.
const MAX_APART: usize = 7;
/// Distance of the left edges of cards in a fan, which shows rank and suit of each card.
const FAN_STEP: f64 = 32.0;
/// Distance of the left edges of cards in a fan of cards that are face down.
const FAN_STEP_BACKS: f64 = 9.0;
/// Height by which a card that can be chosen stands out of a fan.
const FAN_RAISE: f64 = 12.0;
/// Gap between two groups.
const GROUP_GAP: f64 = 44.0;
/// Smallest width of a table.
const MIN_WIDTH: f64 = 640.0;
/// Margin around everything.
const MARGIN: f64 = 24.0;
/// Font size of the labels.
const LABEL_SIZE: f64 = 15.0;
/// Size of the letters of names.
const NAME_SIZE: f64 = LABEL_SIZE + 2.0;
/// Distance of a name from the objects.
const NAME_GAP: f64 = 12.0;

/// Colour of the cloth.
const CLOTH: Colour = Colour(0x2b, 0x5d, 0x4a);
/// Colour of labels on the cloth.
const LABEL: Colour = Colour(0xe6, 0xef, 0xe9);

/// Draws a table. `names` are the names of the players; the seat `bottom`, counted from 0, is at the bottom, and the
/// others above it in their order, or side by side at the top if there are two or more. The row of the seat `active` is
/// marked.
pub fn table_scene(table: &Table, names: &[String], bottom: usize, active: Option<usize>) -> TableScene {
    let seats = table.seats.len();
    if seats >= round::MIN_SEATS {
        return round::scene(table, names, bottom, active);
    }
    // The others from the one after the viewer on, then the middle, then the viewer.
    let others = (1..seats).map(|step| (bottom + step) % seats);
    let mut rows: Vec<(Option<usize>, &[TableGroup])> = others.map(|seat| (Some(seat), &*table.seats[seat])).collect();
    rows.push((None, &table.centre));
    if let Some(own) = table.seats.get(bottom) {
        rows.push((Some(bottom), own));
    }
    // The groups are in the middle, so room for the name at the left is needed on both sides.
    let with_name = |(seat, groups): &(Option<usize>, &[TableGroup])| {
        let name = seat.and_then(|seat| names.get(seat));
        row_width(groups) + name.map_or(0.0, |name| 2.0 * (name_width(name) + NAME_GAP))
    };
    let width = rows.iter().map(with_name).fold(MIN_WIDTH, f64::max) + 2.0 * MARGIN;
    let height = rows.len() as f64 * ROW_HEIGHT + 2.0 * MARGIN;
    let area = Area { left: 0.0, top: 0.0, right: width, bottom: height };
    let mut drawing =
        TableScene { scene: Scene { area, ground: CLOTH.into(), items: Vec::new() }, hit_areas: Vec::new() };
    for (index, (seat, groups)) in rows.into_iter().enumerate() {
        let top = MARGIN + index as f64 * ROW_HEIGHT;
        let is_active = seat.is_some() && seat == active;
        let name = seat.and_then(|seat| names.get(seat)).map_or("", String::as_str);
        drawing.row(groups, (name, is_active), top, width);
    }
    drawing
}

/// Estimated width of the name of a seat.
fn name_width(name: &str) -> f64 {
    name.chars().count() as f64 * NAME_SIZE * 0.58
}

/// Width of an object.
fn object_width(object: &TableObject) -> f64 {
    objects::width(&object.kind)
}

/// Width of objects side by side; cards of a large hand overlap.
fn objects_width(objects: &[&TableObject]) -> f64 {
    match (fan_step(objects), objects.last()) {
        (Some(step), Some(last)) => step * (objects.len() - 1) as f64 + object_width(last),
        _ => objects.iter().map(|object| object_width(object) + GAP).sum::<f64>() - GAP,
    }
}

/// Distance of the left edges of cards that are held as a fan; `None` for few cards and for other objects.
fn fan_step(objects: &[&TableObject]) -> Option<f64> {
    let all = |is_kind: fn(&ObjectKind) -> bool| objects.iter().all(|object| is_kind(&object.kind));
    if objects.len() <= MAX_APART {
        None
    } else if all(|kind| matches!(kind, ObjectKind::CardBack)) {
        Some(FAN_STEP_BACKS)
    } else {
        all(|kind| matches!(kind, ObjectKind::Card(_) | ObjectKind::CardBack)).then_some(FAN_STEP)
    }
}

/// Width of a group; at least that of its label.
fn group_width(group: &TableGroup) -> f64 {
    objects_width(&group.objects.iter().collect::<Vec<_>>()).max(group.label.chars().count() as f64 * LABEL_SIZE * 0.6)
}

/// Width of a row of groups.
fn row_width(groups: &[TableGroup]) -> f64 {
    groups.iter().map(|group| group_width(group) + GROUP_GAP).sum::<f64>() - GROUP_GAP
}

impl TableScene {
    /// Draws one row: the name of the seat at its left, the groups in its middle.
    fn row(&mut self, groups: &[TableGroup], (name, is_active): (&str, bool), top: f64, width: f64) {
        if is_active {
            let area = Area { left: 8.0, top: top - 4.0, right: width - 8.0, bottom: top + ROW_HEIGHT - 8.0 };
            let fill = Some(Ink { colour: LABEL, opacity: 0.12 });
            self.item("", vec![Shape::Rectangle { area, round: 14.0, fill, stroke: None }]);
        }
        if !name.is_empty() {
            // Left-aligned by the estimated width of the text.
            let centre = Point::new(MARGIN + name_width(name) / 2.0, top + LABEL_SIZE);
            self.item(name, vec![text(centre, NAME_SIZE, name)]);
        }
        let mut left = (width - row_width(groups)) / 2.0;
        for group in groups {
            let group_width = group_width(group);
            let middle = left + group_width / 2.0;
            self.item("", vec![text(Point::new(middle, top + LABEL_SIZE), LABEL_SIZE, &group.label)]);
            let centre = Point::new(middle, top + 2.0 * LABEL_SIZE + OBJECT_HEIGHT / 2.0 + 4.0);
            self.objects(&group.objects.iter().collect::<Vec<_>>(), name, centre);
            left += group_width + GROUP_GAP;
        }
    }

    /// Draws objects of a seat side by side around a centre; `seat` is the name of the seat, empty in the middle.
    fn objects(&mut self, objects: &[&TableObject], seat: &str, centre: Point) {
        let mut left = centre.x - objects_width(objects) / 2.0;
        let step = fan_step(objects);
        for (index, object) in objects.iter().enumerate() {
            let width = object_width(object);
            // In a fan, a card that can be chosen is raised.
            let raise = if step.is_some() && object.move_text.is_some() { FAN_RAISE } else { 0.0 };
            let middle = Point::new(left + width / 2.0, centre.y - raise);
            let shapes = objects::shapes(&object.kind, middle, object.move_text.is_some());
            let mut area = shapes.iter().map(Shape::area).reduce(Area::union).unwrap_or_else(|| Area::at(centre));
            if let Some(step) = step.filter(|_| index + 1 < objects.len()) {
                // The next card covers the rest.
                area.right = area.left + step;
            }
            self.item(&object.name, shapes);
            let name = if seat.is_empty() { object.name.clone() } else { format!("{seat}: {}", object.name) };
            self.hit_areas.push(HitArea { area, name, move_text: object.move_text.clone() });
            left += step.unwrap_or(width + GAP);
        }
    }

    fn item(&mut self, name: &str, shapes: Vec<Shape>) {
        self.scene.items.push(Item { subject: Subject::Ground, name: name.to_owned(), shapes });
    }
}

/// A text on the cloth.
fn text(centre: Point, size: f64, text: &str) -> Shape {
    Shape::Text { centre, size, text: text.to_owned(), fill: LABEL.into() }
}

#[cfg(test)]
mod tests {
    use boardwright_game::table::{CardFace, Suit};

    use super::*;

    fn sample() -> Table {
        let ace = CardFace { rank: "A".into(), suit: Some(Suit::Hearts) };
        let hand = |face: Option<CardFace>| vec![TableGroup::new("card", vec![TableObject::card(face, "card")])];
        let die = TableObject::new(ObjectKind::Die(Some(5)), "die, showing 5").with_move("roll");
        let chips = TableObject::new(ObjectKind::Chips(12), "pot 12");
        let centre = vec![TableGroup::new("pot", vec![die, chips])];
        Table { seats: vec![hand(Some(ace)), hand(None), hand(None)], centre, ..Table::default() }
    }

    #[test]
    fn the_viewer_sits_at_the_bottom() {
        let names = ["Ann", "Ben", "Cem"].map(str::to_owned);
        for bottom in 0..3 {
            let drawn = table_scene(&sample(), &names, bottom, Some(1));
            let height = |name: &str| {
                let item = drawn.scene.items.iter().find(|item| item.name == name).expect("the seat has its name");
                item.shapes[0].area().top
            };
            let lowest = names.iter().max_by(|one, other| height(one).total_cmp(&height(other))).unwrap();
            assert_eq!(*lowest, names[bottom]);
        }
    }

    #[test]
    fn objects_do_not_overlap_and_stay_on_the_table() {
        let drawn = table_scene(&sample(), &[], 0, None);
        assert_eq!(drawn.hit_areas.len(), 5);
        for (index, hit) in drawn.hit_areas.iter().enumerate() {
            assert!(drawn.scene.area.contains(&hit.area), "{hit:?}");
            for other in &drawn.hit_areas[..index] {
                let apart = hit.area.left >= other.area.right
                    || other.area.left >= hit.area.right
                    || hit.area.top >= other.area.bottom
                    || other.area.top >= hit.area.bottom;
                assert!(apart, "{hit:?} and {other:?}");
            }
        }
        let moves: Vec<_> = drawn.hit_areas.iter().filter_map(|hit| hit.move_text.as_deref()).collect();
        assert_eq!(moves, ["roll"]);
    }

    #[test]
    fn names_for_screen_readers_begin_with_the_seat() {
        let drawn = table_scene(&sample(), &["Ann", "Ben", "Cem"].map(str::to_owned), 0, None);
        let of_ben = drawn.hit_areas.iter().filter(|hit| hit.name.starts_with("Ben: ")).count();
        assert_eq!(of_ben, sample().seats[1].iter().map(|group| group.objects.len()).sum::<usize>());
    }

    /// A face-down card looks the same whatever its face is, because the drawing never gets it.
    #[test]
    fn the_back_of_a_card_shows_no_face() {
        let drawn = table_scene(&sample(), &[], 1, None);
        let texts = drawn.scene.items.iter().flat_map(|item| &item.shapes).filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text.as_str()),
            _ => None,
        });
        assert_eq!(texts.filter(|text| *text == "A").count(), 2, "the one open card has its rank in two corners");
    }
}
