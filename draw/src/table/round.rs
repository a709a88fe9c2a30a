//! Layout of a table with three or more seats: the others in their order from left to right at the top, the middle below them,
//! and the viewer at the bottom. Groups that do not fit side by side continue on another line; scores are a line of text below
//! the name.

use boardwright_game::table::{ObjectKind, Table, TableGroup};

use super::{
    CLOTH, GROUP_GAP, LABEL, LABEL_SIZE, MARGIN, NAME_SIZE, OBJECT_HEIGHT, ROW_HEIGHT, TableScene, group_width,
    row_width, text,
};
use crate::ink::Ink;
use crate::path::Point;
use crate::scene::{Area, Scene, Shape};

/// Smallest number of seats around a table.
pub(super) const MIN_SEATS: usize = 3;
/// Width of the table, unless one group is wider.
const WIDTH: f64 = 840.0;
/// Height of the name of a seat above its groups.
const NAME_HEIGHT: f64 = 26.0;
/// Height of the line of scores below the name.
const SCORES_HEIGHT: f64 = 18.0;
/// Gap between two seats.
const SEAT_GAP: f64 = 16.0;

/// `true` for a group of scores, which is a text.
fn is_scores(group: &TableGroup) -> bool {
    group.objects.iter().all(|object| matches!(object.kind, ObjectKind::Score { .. }) && object.move_text.is_none())
}

/// Scores of a seat in words, such as `pile 12 points · score 40 before this deal`.
fn scores_text(groups: &[TableGroup]) -> String {
    let scores = groups.iter().filter(|group| is_scores(group)).flat_map(|group| {
        group.objects.iter().filter_map(|object| match &object.kind {
            ObjectKind::Score { points, unit } if *unit == group.label => Some(format!("{points} {unit}")),
            ObjectKind::Score { points, unit } => Some(format!("{} {points} {unit}", group.label)),
            _ => None,
        })
    });
    scores.collect::<Vec<_>>().join(" · ")
}

/// Groups on lines of at most this width, without scores.
fn lines(groups: &[TableGroup], width: f64) -> Vec<Vec<&TableGroup>> {
    let mut lines: Vec<Vec<&TableGroup>> = Vec::new();
    let mut used = 0.0;
    for group in groups.iter().filter(|group| !is_scores(group)) {
        let own = group_width(group);
        match lines.last_mut().filter(|_| used + GROUP_GAP + own <= width) {
            Some(line) => {
                line.push(group);
                used += GROUP_GAP + own;
            }
            None => {
                lines.push(vec![group]);
                used = own;
            }
        }
    }
    lines
}

/// Height of lines of groups.
fn height(lines: &[Vec<&TableGroup>]) -> f64 {
    lines.len().max(1) as f64 * ROW_HEIGHT
}

/// The drawing of a table.
pub(super) fn scene(table: &Table, names: &[String], bottom: usize, active: Option<usize>) -> TableScene {
    let seats = table.seats.len();
    let widest = table.seats.iter().flatten().chain(&table.centre).map(group_width);
    let width = widest.fold(WIDTH, f64::max);
    // The next player in turn sits at the left, or at the right if the turn goes round counter-clockwise.
    let mut others: Vec<usize> = (1..seats).map(|step| (bottom + step) % seats).collect();
    if table.is_counter_clockwise {
        others.reverse();
    }
    let widest_other = others.iter().flat_map(|&seat| &table.seats[seat]).map(group_width).fold(0.0, f64::max);
    let gaps = SEAT_GAP * (others.len() - 1) as f64;
    let width = width.max(widest_other * others.len() as f64 + gaps);
    let seat_width = (width - gaps) / others.len() as f64;
    let other_lines: Vec<Vec<Vec<&TableGroup>>> =
        others.iter().map(|&seat| lines(&table.seats[seat], seat_width)).collect();
    let has_scores = table.seats.iter().any(|groups| !scores_text(groups).is_empty());
    let head = NAME_HEIGHT + if has_scores { SCORES_HEIGHT } else { 0.0 };
    let others_height = head + other_lines.iter().map(|lines| height(lines)).fold(0.0, f64::max);
    let centre_lines = lines(&table.centre, width);
    let own = table.seats.get(bottom).map_or(&[][..], |own| own);
    let own_lines = lines(own, width);
    let own_height = head + height(&own_lines);
    let total = others_height + height(&centre_lines) + own_height + 2.0 * MARGIN;
    let area = Area { left: 0.0, top: 0.0, right: width + 2.0 * MARGIN, bottom: total };
    let mut drawing =
        TableScene { scene: Scene { area, ground: CLOTH.into(), items: Vec::new() }, hit_areas: Vec::new() };
    let name = |seat: usize| names.get(seat).map_or("", String::as_str);
    for (index, (&seat, lines)) in others.iter().zip(&other_lines).enumerate() {
        let left = MARGIN + index as f64 * (seat_width + SEAT_GAP);
        let place = Area { left, top: MARGIN, right: left + seat_width, bottom: MARGIN + others_height - SEAT_GAP };
        drawing.seat(
            &DrawnSeat { name: name(seat), scores: &scores_text(&table.seats[seat]), lines, place, head },
            active == Some(seat),
        );
    }
    let middle = MARGIN + others_height;
    drawing.lines(&centre_lines, "", (area.width() / 2.0, middle));
    let top = middle + height(&centre_lines);
    let place = Area { left: MARGIN, top, right: MARGIN + width, bottom: top + own_height - SEAT_GAP };
    let seat = DrawnSeat { name: name(bottom), scores: &scores_text(own), lines: &own_lines, place, head };
    drawing.seat(&seat, active == Some(bottom));
    drawing
}

/// A seat at its place.
#[derive(Clone, Copy)]
struct DrawnSeat<'a> {
    name: &'a str,
    scores: &'a str,
    lines: &'a [Vec<&'a TableGroup>],
    place: Area,
    /// Height of name and scores.
    head: f64,
}

impl TableScene {
    /// Draws a seat: its name and scores above its groups, marked if the player is to move.
    fn seat(&mut self, seat: &DrawnSeat<'_>, is_active: bool) {
        let DrawnSeat { name, scores, lines, place, head } = *seat;
        let fill = Some(Ink { colour: LABEL, opacity: if is_active { 0.16 } else { 0.05 } });
        self.item("", vec![Shape::Rectangle { area: place.expanded(6.0), round: 14.0, fill, stroke: None }]);
        let middle = f64::midpoint(place.left, place.right);
        if !name.is_empty() {
            let centre = Point::new(middle, place.top + NAME_SIZE / 2.0 + 2.0);
            self.item(name, vec![text(centre, NAME_SIZE, name)]);
        }
        if !scores.is_empty() {
            let centre = Point::new(middle, place.top + NAME_HEIGHT + LABEL_SIZE / 2.0);
            self.item(scores, vec![text(centre, LABEL_SIZE, scores)]);
        }
        self.lines(lines, name, (middle, place.top + head));
    }

    /// Draws lines of groups around a middle, from this height downwards.
    fn lines(&mut self, lines: &[Vec<&TableGroup>], seat: &str, (middle, top): (f64, f64)) {
        for (index, line) in lines.iter().enumerate() {
            let groups: Vec<TableGroup> = line.iter().map(|&group| group.clone()).collect();
            let top = top + index as f64 * ROW_HEIGHT;
            let mut left = middle - row_width(&groups) / 2.0;
            for group in &groups {
                let width = group_width(group);
                let label = Point::new(left + width / 2.0, top + LABEL_SIZE);
                self.item("", vec![text(label, LABEL_SIZE, &group.label)]);
                let centre = Point::new(label.x, top + 2.0 * LABEL_SIZE + OBJECT_HEIGHT / 2.0 + 4.0);
                self.objects(&group.objects.iter().collect::<Vec<_>>(), seat, centre);
                left += width + GROUP_GAP;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use boardwright_game::table::{CardFace, TableObject};

    use super::*;

    /// A table of some seats with hands of this many cards, of which the first one is open.
    fn table(seats: usize, cards: usize) -> Table {
        let card = |face: Option<&str>| {
            let face = face.map(|rank| CardFace { rank: rank.to_owned(), suit: None });
            TableObject::card(face, "card").with_move("play")
        };
        let hand = |seat: usize| vec![TableGroup::new("hand", vec![card((seat == 0).then_some("XII")); cards])];
        let trick = TableGroup::new("trick", vec![card(Some("I")); seats]);
        Table { seats: (0..seats).map(hand).collect(), centre: vec![trick], ..Table::default() }
    }

    #[test]
    fn large_hands_are_fans_whose_cards_can_all_be_clicked() {
        for seats in [3, 4, 5] {
            let drawn = scene(&table(seats, 16), &[], 0, None);
            assert_eq!(drawn.hit_areas.len(), 17 * seats);
            for (index, hit) in drawn.hit_areas.iter().enumerate() {
                assert!(drawn.scene.area.contains(&hit.area) && hit.area.width() > 8.0, "{hit:?}");
                for other in &drawn.hit_areas[..index] {
                    assert!(!hit.area.intersects(&other.area), "{hit:?} and {other:?}");
                }
            }
        }
    }

    #[test]
    fn the_next_player_sits_where_the_turn_goes() {
        let names = ["Ann", "Ben", "Cem", "Dan"].map(str::to_owned);
        let left_to_right = |is_counter_clockwise: bool| {
            let drawn = scene(&Table { is_counter_clockwise, ..table(4, 3) }, &names, 0, None);
            let texts = drawn.scene.items.iter().flat_map(|item| &item.shapes).filter_map(|shape| match shape {
                Shape::Text { centre, text, .. } if names[1..].contains(text) => Some((centre.x, text.clone())),
                _ => None,
            });
            let mut texts: Vec<(f64, String)> = texts.collect();
            texts.sort_by(|one, other| one.0.total_cmp(&other.0));
            texts.into_iter().map(|(_, name)| name).collect::<Vec<_>>()
        };
        assert_eq!(left_to_right(false), ["Ben", "Cem", "Dan"]);
        assert_eq!(left_to_right(true), ["Dan", "Cem", "Ben"]);
    }

    #[test]
    fn scores_are_a_line_below_the_name() {
        let score = |points: i64, unit: &str| {
            let kind = ObjectKind::Score { points, unit: unit.to_owned() };
            TableObject::new(kind, format!("{points} {unit}"))
        };
        let mut table = table(3, 4);
        let plain = scene(&table, &[], 0, None).scene.area.height();
        table.seats[1].push(TableGroup::new("pile", vec![score(12, "points")]));
        table.seats[1].push(TableGroup::new("radelci", vec![score(2, "radelci")]));
        assert_eq!(scores_text(&table.seats[1]), "pile 12 points · 2 radelci");
        let drawn = scene(&table, &[], 0, None);
        let texts = drawn.scene.items.iter().flat_map(|item| &item.shapes);
        assert!(
            texts.into_iter().any(|shape| matches!(shape, Shape::Text { text, .. } if text.starts_with("pile 12")))
        );
        assert!((drawn.scene.area.height() - plain - 2.0 * SCORES_HEIGHT).abs() < 1e-9, "no further line of groups");
    }

    #[test]
    fn groups_that_do_not_fit_continue_below() {
        let few = lines(&[], 500.0);
        assert!(few.is_empty());
        let groups = vec![TableGroup::new("g", table(3, 4).seats[0][0].objects.clone()); 5];
        let counts: Vec<usize> = lines(&groups, 900.0).iter().map(Vec::len).collect();
        assert_eq!(counts, [2, 2, 1]);
    }
}
