//! Final passes of the compiler, common to untyped and typed rule sets.

use boardwright_game::ids::LocationId;
use boardwright_interpreter::layout::Layout;

use crate::optimise::gates;
use crate::optimise::tighten::optimise_code;
use crate::tables::code::Node;
use crate::tables::targets::BulkTest;
use crate::tables::{CompiledRules, Condition, NO_GROUP};

impl CompiledRules {
    /// Runs the final passes, after which the compiled form is immutable.
    pub(crate) fn finish(&mut self, layout: &Layout) {
        gates::hoist_gates(layout, self);
        // Without masks there are no cell tests to merge.
        if let Some(full) = layout.all_kinds_mask() {
            optimise_code(&mut self.code, full);
        }
        let last = self.rules.last().map_or(0, |table| table.rule.index() + 1);
        let before = |rule: usize| self.rules.partition_point(|table| table.rule.index() < rule) as u32;
        self.first_table_by_rule = (0..last).map(before).collect();
        for table in &mut self.rules {
            let off = layout.key_place.len();
            let place = |at: usize| layout.place_of((at < off).then(|| LocationId::new(at)));
            let mut from = (0..=off).filter(|&at| table.from_group[at] != NO_GROUP);
            table.has_shared_origins = from.any(|at| layout.is_shared(place(at)));
        }
        let classify = |condition: u32| {
            let Condition { node, is_shared: shared, .. } = self.conditions[condition as usize];
            match self.code[node] {
                _ if shared => Some(BulkTest::Shared),
                Node::CellIn { location, mask: 1 } => Some(BulkTest::Occupancy(location, false)),
                Node::CellIn { location, mask } if Some(mask | 1) == layout.all_kinds_mask() && mask & 1 == 0 => {
                    Some(BulkTest::Occupancy(location, true))
                }
                _ => None,
            }
        };
        for offer in self.rules.iter_mut().flat_map(|rule| rule.by_player.iter_mut().flatten()) {
            offer.targets.mark_bulk_tests(classify);
            offer.targets.shrink();
        }
        let players = layout.player_count;
        self.rivals_by_player = (0..players).map(|player| self.has_rivals(player)).collect();
        self.duplicates_by_player = (0..players).map(|player| self.has_duplicates(layout, player)).collect();
    }
}
