//! The lines of a board: pairs of places that a relation or a direction joins, each drawn once.
//! Which relations and directions those are, the game file says.

use std::collections::BTreeSet;

use boardwright_engine::ids::LocationId;
use boardwright_engine::rules::RuleSet;

use crate::ink::{Ink, LINE};
use crate::path::{Outline, Step};
use crate::place::{Place, at};
use crate::scene::{Shape, Stroke};

/// One shape with all lines, if there are any.
pub fn lines(rules: &RuleSet, places: &[Place]) -> Option<Shape> {
    let pairs = pairs(rules);
    let sides = pairs.iter().flat_map(|&(from, to)| [at(places, from).side(), at(places, to).side()]);
    let side = sides.reduce(f64::min)?;
    let steps =
        pairs.iter().flat_map(|&(from, to)| [Step::Move(at(places, from).centre), Step::Line(at(places, to).centre)]);
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
    for relation in &rules.ground.lines {
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
    for way in &rules.ground.ways {
        for (from, to) in rules.directions[way.index()].to.iter().enumerate() {
            if let Some(to) = *to {
                add(LocationId::new(from), to);
            }
        }
    }
    pairs
}
