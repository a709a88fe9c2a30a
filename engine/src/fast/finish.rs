//! The last steps of compiling, which are the same however the code was made.

use crate::ids::LocationId;
use crate::layout::Layout;

use super::code::Node;
use super::gates;
use super::tables::{Condition, Fast, NO_GROUP};
use super::targets::Asked;
use super::tighten::tighten;

impl Fast {
    /// Makes what was compiled ready for play.
    pub(super) fn finish(&mut self, layout: &Layout) {
        gates::lift(layout, self);
        // Without masks there are no tests of cells to be joined.
        if let Some(full) = layout.all_kinds() {
            tighten(&mut self.code, full);
        }
        let last = self.rules.last().map_or(0, |table| table.rule.index() + 1);
        let before = |rule: usize| self.rules.partition_point(|table| table.rule.index() < rule) as u32;
        self.first_tables = (0..last).map(before).collect();
        for table in &mut self.rules {
            let off = layout.place.len();
            let place = |at: usize| layout.place_of((at < off).then(|| LocationId::new(at)));
            let mut from = (0..=off).filter(|&at| table.from_group[at] != NO_GROUP);
            table.from_shared = from.any(|at| layout.is_shared(place(at)));
        }
        let asked = |condition: u32| {
            let Condition { node, shared, .. } = self.conditions[condition as usize];
            match self.code[node] {
                _ if shared => Some(Asked::Shared),
                Node::CellIn { location, mask: 1 } => Some(Asked::Filled(location, false)),
                Node::CellIn { location, mask } if Some(mask | 1) == layout.all_kinds() && mask & 1 == 0 => {
                    Some(Asked::Filled(location, true))
                }
                _ => None,
            }
        };
        for offer in self.rules.iter_mut().flat_map(|rule| rule.by_player.iter_mut().flatten()) {
            offer.targets.look_over(asked);
            offer.targets.shrink();
        }
        let players = layout.players;
        self.rivals = (0..players).map(|player| self.has_rivals(player)).collect();
        self.doubles = (0..players).map(|player| self.has_doubles(layout, player)).collect();
    }
}
