//! Whether the same move, or an equal one, can come from a game's tables more than once.
//! Where it cannot, which is nearly always, nobody needs to look for it at play.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ids::{ElementId, LocationId};
use crate::layout::Layout;

use super::tables::{Fast, NO_GROUP, RuleTable};

impl Fast {
    /// Whether two rules may allow this player the same move.
    pub(super) fn has_rivals(&self, player: usize) -> bool {
        let mut known: FxHashMap<ElementId, Vec<usize>> = FxHashMap::default();
        for (index, rule) in self.rules.iter().enumerate() {
            if rule.by_player[player].is_some() {
                for (element, _) in &rule.elements {
                    known.entry(*element).or_default().push(index);
                }
            }
        }
        let pairs: FxHashSet<(usize, usize)> = known
            .values()
            .flat_map(|rules| rules.iter().flat_map(|&one| rules.iter().map(move |&other| (one, other))))
            .filter(|(one, other)| one < other)
            .collect();
        if pairs.is_empty() {
            return false;
        }
        if self.rules.iter().map(|rule| count_ways(rule, player)).sum::<usize>() > MOST_WAYS {
            return true;
        }
        let ways: Vec<FxHashSet<(usize, LocationId)>> = self.rules.iter().map(|rule| ways(rule, player)).collect();
        pairs.iter().any(|&(one, other)| {
            let (one_kinds, other_kinds) = (&self.rules[one].kinds, &self.rules[other].kinds);
            let apart = !one_kinds.iter().zip(other_kinds).any(|(one, other)| *one && *other);
            !apart && !ways[one].is_disjoint(&ways[other])
        })
    }

    /// Whether moves of this player may be equal that the listing by groups does not already leave out.
    pub(super) fn has_doubles(&self, layout: &Layout, player: usize) -> bool {
        let shared = |location: usize| layout.is_shared(layout.place[location]);
        let mut places: FxHashSet<u32> = FxHashSet::default();
        for rule in &self.rules {
            let Some(targets) = &rule.by_player[player] else { continue };
            if targets.list.iter().any(|target| shared(target.to.index())) {
                return true;
            }
            let mut own: FxHashMap<u32, u32> = FxHashMap::default();
            for (location, &group) in rule.from_group.iter().enumerate() {
                let place = layout.place[location];
                let several = rule.tells_apart || rule.stretches_differ();
                if group != NO_GROUP
                    && shared(location)
                    && (several || places.contains(&place) || *own.entry(place).or_insert(group) != group)
                {
                    return true;
                }
            }
            places.extend(own.keys());
        }
        false
    }
}

/// Most ways that are compared; where there are more, looking for doubles at play costs little beside them.
const MOST_WAYS: usize = 1_000_000;

/// How many ways a rule's table offers a player.
fn count_ways(rule: &RuleTable, player: usize) -> usize {
    let Some(targets) = &rule.by_player[player] else { return 0 };
    let from = |&&group: &&u32| group != NO_GROUP;
    let stretch = |&group: &u32| {
        let stretches = targets.stretches.iter().skip(group as usize).step_by(rule.from_groups);
        stretches.map(|(start, end)| (end - start) as usize).sum::<usize>()
    };
    rule.from_group.iter().filter(from).map(stretch).sum()
}

/// The ways that a rule's table offers a player, whatever the element.
fn ways(rule: &RuleTable, player: usize) -> FxHashSet<(usize, LocationId)> {
    let mut ways = FxHashSet::default();
    let Some(targets) = &rule.by_player[player] else { return ways };
    for (location, &group) in rule.from_group.iter().enumerate() {
        if group != NO_GROUP {
            for stretch in targets.stretches.iter().skip(group as usize).step_by(rule.from_groups) {
                let list = &targets.list[stretch.0 as usize..stretch.1 as usize];
                ways.extend(list.iter().map(|target| (location, target.to)));
            }
        }
    }
    ways
}

impl RuleTable {
    /// Whether elements are told apart, so that equal ones may be listed once for each group.
    fn stretches_differ(&self) -> bool {
        self.elements.iter().any(|(_, group)| *group != self.elements[0].1)
    }
}
