//! Pieces that are interchangeable: on places of a type that is not relevant, and off the board.

use boardwright_game::ids::{ElementId, LocationId, VarId};
use boardwright_interpreter::kinds::PieceKindId;
use boardwright_jit::{Arg, Binary, Width};
use boardwright_rules::{PatternMatches, Query, RulePlace};

use super::candidates::{Listing, PlayerRule};
use super::generator::{Generated, Generator};
use super::scratch;
use super::values::ThingKind;

/// Interchangeable targets: key of the place, set of locations, and the values of variables that the rule uses.
type TargetGroup = (u32, Vec<u64>, Vec<(VarId, i32)>);

/// The moves of pieces that are equal to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EqualPieces {
    /// They move as the listed ones do.
    Move,
    /// Each piece that can move is listed.
    AreListed,
    /// Some of them may have other moves than the listed ones.
    AreUnknown,
}

impl<'a> Generator<'a> {
    /// Divides the origins into groups: pieces of one kind on interchangeable places count once, unless the rule can tell
    /// them apart.
    pub(super) fn interchangeable_origins(&self, rule: &PlayerRule<'a>) -> Vec<(Vec<u64>, bool)> {
        let words = self.words_of(ThingKind::Location);
        let all = vec![vec![u64::MAX; words]];
        let layout = self.layout;
        let shared: Vec<u32> = {
            let mut places: Vec<u32> =
                layout.key_place.iter().copied().filter(|place| layout.is_shared(*place)).collect();
            places.sort_unstable();
            places.dedup();
            places
        };
        let varies = |entries: &[(LocationId, Vec<(VarId, i32)>)], place: u32| {
            let mut here =
                entries.iter().filter(|(at, _)| layout.key_place[at.index()] == place).map(|(_, bound)| bound);
            let used = |bound: &Vec<(VarId, i32)>| -> Vec<(VarId, i32)> {
                bound.iter().copied().filter(|(variable, _)| rule.used.contains(variable)).collect()
            };
            let first = here.next().map(used);
            first.is_some_and(|first| here.any(|bound| used(bound) != first))
        };
        if shared.is_empty() || self.tells_pieces_apart(rule) {
            return all.into_iter().map(|lanes| (lanes, false)).collect();
        }
        let mut rest = vec![u64::MAX; words];
        let mut groups = Vec::new();
        for place in shared {
            if varies(rule.rule.from.entries(), place) {
                continue;
            }
            let mut lanes = vec![0_u64; words];
            for (at, _) in layout.key_place.iter().enumerate().filter(|(_, of)| **of == place) {
                lanes[at / 64] |= 1 << (at % 64);
                rest[at / 64] &= !(1 << (at % 64));
            }
            groups.push((lanes, true));
        }
        groups.insert(0, (rest, false));
        groups
    }

    /// `true` if pieces of one kind on interchangeable places differ for a rule, so that each of them is listed.
    pub(super) fn tells_pieces_apart(&self, rule: &PlayerRule<'a>) -> bool {
        self.rule_asks_for(rule.rule, Query::From)
            || rule.rule.elements().iter().any(|(_, bound)| bound.iter().any(|(var, _)| rule.used.contains(var)))
    }

    /// Returns whether pieces that are equal to those of listed moves can make these moves too.
    pub(super) fn equal_pieces(&self, rule: &PlayerRule<'a>) -> EqualPieces {
        let has_shared_places = || self.layout.key_place.iter().any(|place| self.layout.is_shared(*place));
        match rule.rule.from {
            _ if rule.rule.element.is_none() => EqualPieces::Move,
            _ if self.tells_pieces_apart(rule) => EqualPieces::AreListed,
            RulePlace::Computed(from) if !self.is_untyped && self.is_single_location(from) => EqualPieces::AreListed,
            RulePlace::Computed(_) if has_shared_places() => EqualPieces::AreUnknown,
            _ => EqualPieces::Move,
        }
    }

    /// The groups of interchangeable targets of a rule, of each of which one is enough; `None` if the rule can tell some of
    /// them apart.
    pub(super) fn interchangeable_targets(&self, rule: &PlayerRule<'a>) -> Option<Vec<Vec<u64>>> {
        let layout = self.layout;
        let RulePlace::Listed(places) = &rule.rule.to else { return Some(Vec::new()) };
        let mut groups: Vec<TargetGroup> = Vec::new();
        for (at, bound) in &places.entries {
            let place = layout.key_place[at.index()];
            if !layout.is_shared(place) {
                continue;
            }
            let mut used = bound.clone();
            used.retain(|(variable, _)| rule.used.contains(variable));
            let group = match groups.iter().position(|(known, ..)| *known == place) {
                Some(known) => &mut groups[known],
                None => {
                    groups.push((place, vec![0; self.location_words()], used.clone()));
                    groups.last_mut()?
                }
            };
            if group.2 != used {
                return None;
            }
            group.1[at.index() / 64] |= 1 << (at.index() % 64);
        }
        let tells_apart = self.is_untyped || rule.rule.prefer.is_some() || self.rule_asks_for(rule.rule, Query::To);
        if tells_apart && !groups.is_empty() {
            return None;
        }
        Some(groups.into_iter().map(|(_, lanes, _)| lanes).collect())
    }

    /// Drops all but one of each group of interchangeable targets, where any of several equal moves may be listed.
    pub(super) fn one_of_each(&mut self, targets: Vec<Arg>, groups: &[Vec<u64>]) -> Vec<Arg> {
        let mut targets = targets;
        for lanes in groups {
            let any = self.board.w.load(self.scratch, Width::Eight, 0, scratch::ANY_OF_EQUAL);
            let group: Vec<Arg> = lanes.iter().map(|word| Arg::Word(*word)).collect();
            let here = self.combine(Binary::And, &targets, &group);
            let (index, some) = self.lowest(&here);
            let counted = self.op(Binary::Add, index, 1);
            let counted = self.board.w.select(some, counted, 0);
            let one = self.single_bit(targets.len(), counted);
            let rest = self.combine(Binary::AndNot, &targets, &group);
            let one = one.iter().zip(&here).map(|(one, all)| self.board.w.select(any, *one, *all)).collect::<Vec<_>>();
            targets = self.combine(Binary::Or, &rest, &one);
        }
        targets
    }

    /// One piece of each kind among interchangeable ones: the first in file order, or any of them in playouts.
    pub(super) fn list_shared(
        &mut self,
        rule: &PlayerRule<'a>,
        pattern: &PatternMatches<ElementId>,
        here: &[Arg],
        listing: Listing,
    ) -> Generated<()> {
        for kind in 0..rule.kinds.len() {
            if !rule.kinds[kind] {
                continue;
            }
            let mut only = vec![false; rule.kinds.len()];
            only[kind] = true;
            let pieces = self.pieces_of_kinds(&only);
            let pieces = self.combine(Binary::And, here, &pieces);
            let first = self.variable(u64::MAX);
            let any = self.board.w.load(self.scratch, Width::Eight, 0, scratch::ANY_OF_EQUAL);
            self.choose(
                any,
                |g| {
                    let (index, some) = g.lowest(&pieces);
                    let from = g.op(Binary::Add, index, 1);
                    let from = g.board.w.select(some, from, 0);
                    let element = g.content_of(from);
                    let element = g.board.w.select(some, element, u64::MAX);
                    g.board.w.set(first, element);
                    Ok(())
                },
                |g| {
                    g.for_each_bit(&pieces, None, |g, index| {
                        let from = g.op(Binary::Add, index, 1);
                        let element = g.content_of(from);
                        let less = g.op(Binary::UnsignedLess, element, first);
                        let best = g.board.w.select(less, element, first);
                        g.board.w.set(first, best);
                        Ok(())
                    })
                },
            )?;
            let some = self.op(Binary::NotEqual, first, u64::MAX);
            self.when(some, |g| {
                // The variable changes no more.
                let element = Arg::Var(g.variable(first));
                let from = g.location_of(element);
                g.list_element(rule, pattern, element, from, listing)
            })?;
        }
        Ok(())
    }

    /// Pieces off the board: one of each kind, unless the rule can tell them apart.
    pub(super) fn list_waiting(
        &mut self,
        rule: &PlayerRule<'a>,
        pattern: &PatternMatches<ElementId>,
        listing: Listing,
    ) -> Generated<()> {
        let tells_apart =
            pattern.entries.iter().any(|(_, bound)| bound.iter().any(|(variable, _)| rule.used.contains(variable)));
        let mut members = vec![0_u64; self.words_of(ThingKind::Element)];
        for (element, _) in &pattern.entries {
            members[element.index() / 64] |= 1 << (element.index() % 64);
        }
        let Some(supply) = self.layout.supply else {
            // The elements one after another; equal moves are dropped later.
            let members: Vec<Arg> = members.into_iter().map(Arg::Word).collect();
            return self.for_each_bit(&members, None, |g, index| {
                let element = g.op(Binary::Add, index, 1);
                let place = g.location_of(element);
                let off = g.equal(place, 0);
                let kind = g.kind_of(element);
                let wanted: Vec<u16> =
                    [0].into_iter().chain(rule.kinds.iter().map(|wanted| u16::from(*wanted))).collect();
                let wanted = g.lookup(&wanted, kind);
                let counts = g.and(off, wanted);
                g.when(counts, |g| g.list_element(rule, pattern, element, Arg::Word(0), listing))
            });
        };
        for kind in (0..rule.kinds.len()).filter(|kind| rule.kinds[*kind]) {
            let kind = PieceKindId(kind as u16);
            let possible = (0..self.rules.elements.len()).map(ElementId::new).any(|element| {
                members[element.index() / 64] >> (element.index() % 64) & 1 == 1
                    && self.layout.can_have_kind(element, kind)
            });
            if !possible {
                continue;
            }
            let waiting: Vec<Arg> = (0..supply.words)
                .map(|word| {
                    let set = self.board.w.load(self.board.state, Width::Eight, 0, supply.at(kind) + 8 * word);
                    self.and(set, members.get(word).copied().unwrap_or(0))
                })
                .collect();
            if tells_apart {
                self.for_each_bit(&waiting, None, |g, index| {
                    let element = g.op(Binary::Add, index, 1);
                    g.list_element(rule, pattern, element, Arg::Word(0), listing)
                })?;
            } else {
                let (index, some) = self.lowest(&waiting);
                self.when(some, |g| {
                    let element = g.op(Binary::Add, index, 1);
                    g.list_element(rule, pattern, element, Arg::Word(0), listing)
                })?;
            }
        }
        Ok(())
    }
}
