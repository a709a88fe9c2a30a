//! Whether the same move, or an equal one, can come from a game's tables more than once.
//! Where it cannot, which is nearly always, nobody needs to look for it at play.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ids::{ElementId, LocationId};
use crate::layout::Layout;

use super::tables::{Fast, NO_GROUP, Offer, RuleTable};
use super::targets::Targets;

impl Fast {
    /// Whether two rules may allow this player the same move.
    pub(super) fn has_rivals(&self, player: usize) -> bool {
        let mut known: FxHashMap<ElementId, Vec<usize>> = FxHashMap::default();
        let mut offers = self.rules.iter().filter_map(|rule| rule.by_player[player].as_ref());
        if offers.any(|offer| offer.bare.len() > 1 || offer.targets.has_rivals()) {
            return true;
        }
        for (index, rule) in self.rules.iter().enumerate() {
            if let Some(offer) = &rule.by_player[player] {
                for (element, _) in &offer.elements {
                    known.entry(*element).or_default().push(index);
                }
            }
        }
        // Most elements are moved by the same rules as others.
        let together: FxHashSet<Vec<usize>> = known.into_values().collect();
        let pairs: FxHashSet<(usize, usize)> = together
            .iter()
            .flat_map(|rules| rules.iter().flat_map(|&one| rules.iter().map(move |&other| (one, other))))
            .filter(|(one, other)| one < other)
            .collect();
        if pairs.is_empty() {
            return false;
        }
        if self.rules.iter().map(|rule| count_ways(rule, player)).sum::<usize>() > MOST_WAYS {
            return true;
        }
        let ways: Vec<FxHashSet<(usize, Option<LocationId>)>> =
            self.rules.iter().map(|rule| ways(rule, player)).collect();
        pairs.iter().any(|&(one, other)| {
            let kinds = |rule: usize| self.rules[rule].by_player[player].iter().flat_map(|offer| offer.kinds.iter());
            let (one_kinds, other_kinds) = (kinds(one), kinds(other));
            let (first, second) = (&self.rules[one], &self.rules[other]);
            // Different words make different moves, and a target is either taken or not.
            let parted = |one: &RuleTable, other: &RuleTable| one.only_captures && !other.captures;
            if first.word != second.word || parted(first, second) || parted(second, first) {
                return false;
            }
            let apart = !one_kinds.zip(other_kinds).any(|(one, other)| *one && *other);
            !apart && !ways[one].is_disjoint(&ways[other])
        })
    }

    /// Whether moves of this player may be equal that the listing by groups does not already leave out: those between
    /// the same places, but other locations.
    pub(super) fn has_doubles(&self, layout: &Layout, player: usize) -> bool {
        let off = layout.place.len();
        let on_board = |location: usize| (location < off).then(|| LocationId::new(location));
        let shared = |location: usize| layout.is_shared(layout.place_of(on_board(location)));
        if self.rules.iter().map(|rule| count_ways(rule, player)).sum::<usize>() > MOST_WAYS {
            return (0..=off).any(shared);
        }
        let mut known: FxHashMap<(u32, u32, u16), Way> = FxHashMap::default();
        for (index, rule) in self.rules.iter().enumerate() {
            let Some(Offer { targets, elements, .. }) = &rule.by_player[player] else { continue };
            let left_out = !rule.tells_apart && elements.iter().all(|(_, group)| *group == elements[0].1);
            for (location, &group) in rule.from_group.iter().enumerate().filter(|(_, group)| **group != NO_GROUP) {
                if shared(location) && !left_out {
                    return true;
                }
                for to in ways_from(targets, group, rule.from_groups) {
                    let places = (layout.place_of(on_board(location)), layout.place_of(to), rule.choice);
                    let way = (index, group, location, to);
                    let first = *known.entry(places).or_insert(way);
                    let same = (first.2, first.3) == (location, to);
                    let listed_once = shared(location) && (first.0, first.1, first.3) == (index, group, to);
                    if !same && !listed_once {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// A rule's table, its group of places to come from, the place, and where it leads.
type Way = (usize, u32, usize, Option<LocationId>);

/// Most ways that are compared; where there are more, looking for doubles at play costs little beside them.
const MOST_WAYS: usize = 1_000_000;

/// How many ways a rule's table offers a player.
fn count_ways(rule: &RuleTable, player: usize) -> usize {
    let Some(Offer { targets, .. }) = &rule.by_player[player] else { return 0 };
    let groups = rule.from_group.iter().filter(|&&group| group != NO_GROUP);
    groups.map(|&group| targets.count_from(group, rule.from_groups)).sum()
}

/// The ways that a rule's table offers a player, whatever the element.
fn ways(rule: &RuleTable, player: usize) -> FxHashSet<(usize, Option<LocationId>)> {
    let mut ways = FxHashSet::default();
    let Some(Offer { targets, .. }) = &rule.by_player[player] else { return ways };
    for (location, &group) in rule.from_group.iter().enumerate() {
        if group != NO_GROUP {
            ways.extend(ways_from(targets, group, rule.from_groups).map(|to| (location, to)));
        }
    }
    ways
}

/// Where a rule's table leads from a group of places, whatever the element.
fn ways_from(targets: &Targets, group: u32, groups: usize) -> impl Iterator<Item = Option<LocationId>> {
    let off = targets.goes_off(group, groups).then_some(None);
    targets.from(group, groups).map(|target| Some(target.to)).chain(off)
}
