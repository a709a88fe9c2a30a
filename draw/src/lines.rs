//! Board lines: one stroke for each pair of places that a relation or direction joins.
//! The game file chooses these relations and directions.

use std::collections::BTreeSet;

use boardwright_game::ids::LocationId;
use boardwright_rules::RuleSet;

use crate::ink::{Ink, LINE};
use crate::path::{Outline, PenCommand};
use crate::place::{Place, place_at};
use crate::scene::{Shape, Stroke};

/// Returns one shape with all board lines; `None` if there are none.
pub fn lines(rules: &RuleSet, places: &[Place]) -> Option<Shape> {
    let pairs = pairs(rules);
    let sides = pairs.iter().flat_map(|&(from, to)| [place_at(places, from).side(), place_at(places, to).side()]);
    let side = sides.reduce(f64::min)?;
    let steps = pairs.iter().flat_map(|&(from, to)| {
        [PenCommand::Move(place_at(places, from).centre), PenCommand::Line(place_at(places, to).centre)]
    });
    let ink = Ink::from(rules.ground.line_colour.unwrap_or(LINE));
    let stroke = Some(Stroke { ink, width: (0.06 * side).clamp(1.0, 5.0) });
    Some(Shape::Outline { outline: Outline(steps.collect()), fill: None, stroke })
}

fn pairs(rules: &RuleSet) -> BTreeSet<(LocationId, LocationId)> {
    let mut pairs = BTreeSet::new();
    let mut add = |one: LocationId, other: LocationId| {
        if one != other {
            pairs.insert((one.min(other), one.max(other)));
        }
    };
    for relation in &rules.ground.line_relations {
        let relation = &rules.relations[relation.index()];
        for (from, near) in relation.pairs.iter().enumerate() {
            for &to in near {
                add(LocationId::new(from), to);
            }
        }
        for line in &relation.lines {
            for pair in line.windows(2) {
                add(pair[0], pair[1]);
            }
        }
    }
    for direction in &rules.ground.line_directions {
        for (from, to) in rules.directions[direction.index()].next.iter().enumerate() {
            if let Some(to) = *to {
                add(LocationId::new(from), to);
            }
        }
    }
    pairs
}
