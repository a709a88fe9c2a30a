//! Static analysis for move deduplication: decides whether a game's tables can yield the same or an equal move more
//! than once. Nearly always they cannot, and the run-time check is skipped.

use rustc_hash::{FxHashMap, FxHashSet};

use boardwright_game::ids::{ElementId, LocationId};
use boardwright_interpreter::layout::Layout;

use crate::tables::targets::Targets;
use crate::tables::{CompiledRules, NO_GROUP, Offer, RuleTable};

impl CompiledRules {
    /// `true` if several rules may allow this player the same move.
    pub(crate) fn has_rivals(&self, player: usize) -> bool {
        let mut known: FxHashMap<ElementId, Vec<usize>> = FxHashMap::default();
        let mut offers = self.rules.iter().filter_map(|rule| rule.by_player[player].as_ref());
        if offers.any(|offer| offer.elementless_moves.len() > 1 || offer.targets.has_alternatives()) {
            return true;
        }
        for (index, rule) in self.rules.iter().enumerate() {
            if let Some(offer) = &rule.by_player[player] {
                for (element, _) in &offer.elements {
                    known.entry(*element).or_default().push(index);
                }
            }
        }
        // Most elements share their set of rules with other elements.
        let together: FxHashSet<Vec<usize>> = known.into_values().collect();
        let pairs: FxHashSet<(usize, usize)> = together
            .iter()
            .flat_map(|rules| rules.iter().flat_map(|&one| rules.iter().map(move |&other| (one, other))))
            .filter(|(one, other)| one < other)
            .collect();
        if pairs.is_empty() {
            return false;
        }
        if self.rules.iter().map(|rule| count_displacements(rule, player)).sum::<usize>() > MAX_DISPLACEMENTS {
            return true;
        }
        let displacements: Vec<FxHashSet<(usize, Option<LocationId>)>> =
            self.rules.iter().map(|rule| displacements(rule, player)).collect();
        pairs.iter().any(|&(one, other)| {
            let kinds =
                |rule: usize| self.rules[rule].by_player[player].iter().flat_map(|offer| offer.accepted_kinds.iter());
            let (one_kinds, other_kinds) = (kinds(one), kinds(other));
            let (first, second) = (&self.rules[one], &self.rules[other]);
            // Different words make different moves; a move that must capture differs from a move that cannot.
            let parted = |one: &RuleTable, other: &RuleTable| one.must_capture && !other.can_capture;
            if first.word != second.word || parted(first, second) || parted(second, first) {
                return false;
            }
            let apart = !one_kinds.zip(other_kinds).any(|(one, other)| *one && *other);
            !apart && !displacements[one].is_disjoint(&displacements[other])
        })
    }

    /// `true` if moves of this player between the same places, but other locations, may be equal. Duplicates within one
    /// class are left out: move generation skips them already.
    pub(crate) fn has_duplicates(&self, layout: &Layout, player: usize) -> bool {
        let off = layout.key_place.len();
        let on_board = |location: usize| (location < off).then(|| LocationId::new(location));
        let shared = |location: usize| layout.is_shared(layout.place_of(on_board(location)));
        if self.rules.iter().map(|rule| count_displacements(rule, player)).sum::<usize>() > MAX_DISPLACEMENTS {
            return (0..=off).any(shared);
        }
        let mut known: FxHashMap<(u32, u32, u16), Displacement> = FxHashMap::default();
        for (index, rule) in self.rules.iter().enumerate() {
            let Some(Offer { targets, elements, .. }) = &rule.by_player[player] else { continue };
            let left_out = !rule.distinguishes_members && elements.iter().all(|(_, group)| *group == elements[0].1);
            for (location, &group) in rule.from_group.iter().enumerate().filter(|(_, group)| **group != NO_GROUP) {
                if shared(location) && !left_out {
                    return true;
                }
                for to in targets_from(targets, group, rule.from_groups) {
                    let places = (layout.place_of(on_board(location)), layout.place_of(to), rule.choice);
                    let displacement = (index, group, location, to);
                    let first = *known.entry(places).or_insert(displacement);
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

/// A displacement: rule table, origin class, origin and target.
type Displacement = (usize, u32, usize, Option<LocationId>);

/// Maximum number of displacements that are compared; above that, the run-time check costs little in comparison.
const MAX_DISPLACEMENTS: usize = 1_000_000;

/// Number of displacements that a rule's table offers a player.
fn count_displacements(rule: &RuleTable, player: usize) -> usize {
    let Some(Offer { targets, .. }) = &rule.by_player[player] else { return 0 };
    let groups = rule.from_group.iter().filter(|&&group| group != NO_GROUP);
    groups.map(|&group| targets.count_from(group, rule.from_groups)).sum()
}

/// The displacements that a rule's table offers a player, for all elements.
fn displacements(rule: &RuleTable, player: usize) -> FxHashSet<(usize, Option<LocationId>)> {
    let mut displacements = FxHashSet::default();
    let Some(Offer { targets, .. }) = &rule.by_player[player] else { return displacements };
    for (location, &group) in rule.from_group.iter().enumerate() {
        if group != NO_GROUP {
            displacements.extend(targets_from(targets, group, rule.from_groups).map(|to| (location, to)));
        }
    }
    displacements
}

/// The targets of an origin class in a rule's table, for all elements; `None` is off the board.
fn targets_from(targets: &Targets, group: u32, groups: usize) -> impl Iterator<Item = Option<LocationId>> {
    let off = targets.can_leave_board(group, groups).then_some(None);
    targets.from(group, groups).map(|target| Some(target.to)).chain(off)
}
