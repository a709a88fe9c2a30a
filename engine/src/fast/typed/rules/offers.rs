//! Where an element of a rule can come from and go to: the offers and the targets that are listed.
//! Whether a target is good, and what its move does, is compiled in `moves`.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{Candidate, Compiler, FromGroup, MOST_COMBINATIONS, MakeKey, Way, Work};
use crate::fast::code::NodeId;
use crate::fast::groups::{Group, Groups, Variables};
use crate::fast::tables::{Alike, Make, NO_GROUP, Offer};
use crate::fast::targets::{Aim, Target, Targets, Ways};
use crate::fast::typed::{At, GiveUp, Made, Mover, Scene, Val};
use crate::fast::value::Value;
use crate::ids::{ElementId, ExprId, LocationId, Player, VarId};
use crate::rules::{Capture, Place};

impl<'a> Compiler<'a> {
    /// The groups of places to come from: that of each place, with off the board as the last, and the groups.
    pub(super) fn froms(
        &mut self,
        work: &Work<'a>,
        ways: &[Vec<Way>],
        read: &Variables,
    ) -> Made<(Vec<u32>, Vec<FromGroup>)> {
        let off = self.rules.locations.len();
        let mut group_of = vec![NO_GROUP; off + 1];
        if work.rule.element.is_none() {
            return Ok((group_of, Vec::new()));
        }
        let by_place = work.by_from || work.make_by_from;
        let groups = match &work.rule.from {
            Place::Off => {
                group_of[off] = 0;
                vec![FromGroup { at: At::Off, bound: Vec::new(), ways: Vec::new() }]
            }
            Place::Known(matches) => {
                let class = |location: LocationId| if by_place { u32::from(location.0) } else { 0 };
                let found = Groups::new(&matches.found, read, class);
                for &(location, group) in &found.members {
                    group_of[location.index()] = group;
                }
                let group = |group: &Group<LocationId>| FromGroup {
                    at: if by_place { At::On(group.first) } else { At::Unknown },
                    bound: group.bindings.clone(),
                    ways: Vec::new(),
                };
                found.groups.iter().map(group).collect()
            }
            Place::Worked(expr) => {
                let mut groups = Vec::new();
                for (location, ways) in self.ways_from(ways, *expr)? {
                    group_of[location.index()] = groups.len() as u32;
                    groups.push(FromGroup { at: At::On(location), bound: Vec::new(), ways });
                }
                groups
            }
        };
        Ok((group_of, groups))
    }

    /// All places that any player may come from, each with the ways in which that is so. Which player may is asked by the
    /// condition.
    fn ways_from(&mut self, ways: &[Vec<Way>], from: ExprId) -> Made<BTreeMap<LocationId, Vec<bool>>> {
        let most = ways.iter().map(Vec::len).max().unwrap_or(0);
        let mut all: BTreeMap<LocationId, Vec<bool>> = BTreeMap::new();
        for player in self.layout.players() {
            for (way, bound) in ways[player.index()].iter().enumerate() {
                self.work.begin(Self::scene(player));
                self.work.bind_all(bound);
                let places = self.work.eval(from)?;
                for (_, location) in self.places(&places)? {
                    all.entry(location).or_insert_with(|| vec![false; most])[way] = true;
                }
                self.forget_draft();
            }
        }
        Ok(all)
    }

    /// The locations that a value is, each with what must hold for it.
    pub(super) fn places(&mut self, val: &Val) -> Made<Vec<(Option<NodeId>, LocationId)>> {
        let set = match val {
            Val::Thing(_) | Val::Node(_) => Val::Set([(None, val.clone())].into()),
            Val::Choose(_, last) if !matches!(**last, Val::Set(_)) => self.work.distinct(vec![(None, val.clone())])?,
            set => set.clone(),
        };
        let members = self.work.members(&set)?;
        let mut places = Vec::new();
        for (guard, member) in members.iter() {
            match member {
                Val::Thing(crate::rules::Thing::Location(Some(location))) => places.push((*guard, *location)),
                Val::Thing(crate::rules::Thing::Location(None)) => {}
                Val::Node(node) => {
                    // A place that only the position tells: every place, with that as its guard.
                    let node = *node;
                    for index in 0..self.rules.locations.len() {
                        let location = LocationId::new(index);
                        let same = self.work.equals(&Val::Node(node), &Val::location(location))?;
                        if self.work.maker.known(same) == Some(Value::Bool(false)) {
                            continue;
                        }
                        let parts: Vec<NodeId> = guard.iter().copied().chain([same]).collect();
                        places.push((Some(self.work.maker.all(&parts)), location));
                    }
                }
                _ => return Err(GiveUp::TooMuch),
            }
        }
        places.sort_by_key(|(_, location)| *location);
        // A place that several members can be is there if one of them is.
        let mut merged: Vec<(Option<NodeId>, LocationId)> = Vec::new();
        for (guard, location) in places {
            match merged.last_mut().filter(|(_, last)| *last == location) {
                Some((known, _)) => *known = known.zip(guard).map(|(one, other)| self.work.maker.any(&[one, other])),
                None => merged.push((guard, location)),
            }
        }
        Ok(merged)
    }

    pub(super) fn offer<'w>(
        &mut self,
        work: &Work<'a>,
        player: Player,
        ways: &'w [Way],
        choice: usize,
        (elements, from): (&'w Groups<ElementId>, &'w [FromGroup]),
    ) -> Made<Offer> {
        let rule = work.rule;
        let mut kinds = Vec::new();
        for (_, kind) in self.layout.kinds.iter().collect::<Vec<_>>() {
            let owner = kind.owner.map_or(0, Player::number) as i32;
            let fits = rule.element.is_some()
                && self.guarded(rule.state, player, i32::from(kind.state))?
                && self.guarded(rule.owner, player, owner)?;
            kinds.push(fits);
        }
        let wanted = if self.work.maker.masks() {
            kinds.iter().enumerate().filter(|(_, fits)| **fits).fold(0, |mask, (index, _)| mask | 1 << (index + 1))
        } else {
            u64::MAX
        };
        let candidate = Candidate {
            player,
            choice: rule.choices.get(choice).map(|choice| choice.value),
            way: 0,
            bound: &[],
            element: &[],
            id: None,
            kinds: 0,
            from_bound: &[],
            to_bound: &[],
            from: At::Off,
            to: At::Off,
            moves: false,
        };
        let in_way = |(way, bound): (usize, &'w Way), candidate: &Candidate<'w>| Candidate {
            way: way as u32,
            bound,
            ..candidate.clone()
        };
        let mut makes: Vec<FxHashMap<MakeKey, u32>> = vec![FxHashMap::default(); ways.len()];
        let mut targets = Targets::default();
        if rule.element.is_none() {
            let mut bare = Ways::new();
            for (way, makes) in ways.iter().enumerate().zip(&mut makes) {
                bare.extend(self.aim(work, &in_way(way, &candidate), None, makes)?);
            }
            return Ok(Offer { elements: Vec::new(), alike: Alike::No, kinds, targets, bare });
        }
        let mut offered = vec![false; elements.groups.len()];
        for (index, group) in elements.groups.iter().enumerate() {
            let id = self.rules.elements[group.first.index()].alone.then_some(group.first);
            let possible = self.kinds_of(group.first) & wanted;
            offered[index] = possible != 0;
            for from in from {
                let (mut list, mut off) = (Vec::new(), Ways::new());
                if possible == 0 {
                    targets.add(list, off);
                    continue;
                }
                let candidate = Candidate {
                    element: &group.bindings,
                    id,
                    kinds: possible,
                    from_bound: &from.bound,
                    from: from.at,
                    moves: true,
                    ..candidate.clone()
                };
                for (way, makes) in ways.iter().enumerate().zip(&mut makes) {
                    if from.ways.get(way.0) != Some(&false) {
                        let (on_board, gone) = self.targets(work, &in_way(way, &candidate), makes)?;
                        list.extend(on_board);
                        off.extend(gone);
                    }
                }
                targets.add(list, off);
            }
        }
        let elements = elements.members.iter().copied().filter(|(_, group)| offered[*group as usize]).collect();
        Ok(Offer { elements, alike: Alike::No, kinds, targets, bare: Ways::new() })
    }

    /// Where a group of elements can go from a group of places.
    pub(super) fn targets(
        &mut self,
        work: &Work<'a>,
        candidate: &Candidate<'_>,
        makes: &mut FxHashMap<MakeKey, u32>,
    ) -> Made<(Vec<Target>, Option<Aim>)> {
        let mut list = Vec::new();
        match &work.rule.to {
            // Nothing can be taken there, and what is there already goes nowhere.
            Place::Off if candidate.from == At::Off || work.rule.capture == Capture::Must => return Ok((list, None)),
            Place::Off => {
                let off = Candidate { to: At::Off, ..candidate.clone() };
                return Ok((list, self.aim(work, &off, None, makes)?));
            }
            Place::Known(matches) => {
                if matches.found.len() > MOST_COMBINATIONS {
                    return Err(GiveUp::TooMuch);
                }
                let read = work.asked.variables.or(&work.done.variables).or(&work.after.variables);
                let mut known: Option<Option<Aim>> = None;
                for (to, bindings) in &matches.found {
                    if candidate.from == At::On(*to) {
                        continue; // it stands there itself
                    }
                    let bindings = read.of(bindings);
                    let alike = !work.condition_by_to && !work.make_by_to && bindings.is_empty();
                    let aim = match known {
                        Some(aim) if alike => aim,
                        _ => {
                            let to = if alike { At::Unknown } else { At::On(*to) };
                            let candidate = Candidate { to_bound: &bindings, to, ..candidate.clone() };
                            self.aim(work, &candidate, None, makes)?
                        }
                    };
                    if alike {
                        known = Some(aim);
                    }
                    list.extend(aim.map(|aim| Target::new(*to, aim)));
                }
            }
            Place::Worked(expr) => {
                self.start(work, candidate, true);
                let places = self.work.eval(*expr)?;
                let places = self.places(&places)?;
                let guarded = places.iter().any(|(guard, _)| guard.is_some());
                self.forget_draft();
                for (_, to) in places {
                    if candidate.from == At::On(to) {
                        continue;
                    }
                    let candidate = Candidate { to: At::On(to), ..candidate.clone() };
                    let aim = self.aim(work, &candidate, guarded.then_some(*expr), makes)?;
                    list.extend(aim.map(|aim| Target::new(to, aim)));
                }
            }
        }
        Ok((list, None))
    }

    /// Begins a piece of code for a candidate; `open`: before the target is looked at.
    pub(super) fn start(&mut self, work: &Work<'a>, candidate: &Candidate<'_>, open: bool) {
        let mover = Mover { at: candidate.from, kinds: candidate.kinds, id: candidate.id };
        let to = if open { At::Unknown } else { candidate.to };
        self.work.begin(Scene {
            moved: candidate.moves.then_some(mover),
            from: candidate.from,
            to,
            choice: candidate.choice,
            ..Self::scene(candidate.player)
        });
        self.work.bind_all(candidate.bound);
        let patterns = [candidate.element, candidate.from_bound, candidate.to_bound];
        for (variable, number) in patterns.into_iter().flatten() {
            self.work.bind(*variable, Val::Int(*number));
        }
        if let (true, At::On(from)) = (candidate.moves, candidate.from) {
            self.work.set_cell(from, candidate.kinds);
        }
        if let At::On(to) = to
            && candidate.moves
        {
            let mask = self.target_mask(work.rule.capture, candidate.player);
            self.work.set_cell(to, mask);
        }
    }

    /// What may stand on the target.
    pub(super) fn target_mask(&self, capture: Capture, player: Player) -> u64 {
        if capture == Capture::Never || !self.work.maker.masks() {
            return if capture == Capture::Never { 1 } else { u64::MAX };
        }
        let enemy = |kind: crate::kinds::Kind| kind.owner.is_some_and(|owner| owner != player);
        let kinds = self.layout.kinds.iter().filter(|(_, kind)| enemy(*kind));
        kinds.fold(u64::from(capture == Capture::May), |mask, (id, _)| mask | 1 << (id.0 + 1))
    }

    /// Condition and making for a candidate; `None` where the condition never holds.
    pub(super) fn aim(
        &mut self,
        work: &Work<'a>,
        candidate: &Candidate<'_>,
        worked: Option<ExprId>,
        makes: &mut FxHashMap<MakeKey, u32>,
    ) -> Made<Option<Aim>> {
        self.work.spent += 1;
        if self.work.spent > self.most {
            return Err(GiveUp::TooMuch);
        }
        let Some(condition) = self.condition(work, candidate, worked)? else {
            self.forget_draft();
            return Ok(None);
        };
        self.forget_draft();
        let done = work.done.variables.or(&work.after.variables);
        let patterns = [candidate.element, candidate.from_bound, candidate.to_bound];
        let bound: Vec<(VarId, i32)> = patterns.into_iter().flat_map(|bindings| done.of(bindings)).collect();
        let fixed = |at: At, matters: bool| if matters || at == At::Off { at } else { At::Unknown };
        let from = fixed(candidate.from, work.make_by_from);
        let to = fixed(candidate.to, work.make_by_to);
        let key: MakeKey = (candidate.id, candidate.kinds, bound, from, to);
        if let Some(&make) = makes.get(&key) {
            return Ok(Some(Aim { condition, make, way: candidate.way }));
        }
        let candidate = Candidate { from, to, ..candidate.clone() };
        let made = self.make(work, &candidate);
        self.forget_draft();
        let make = match made {
            Ok(make) => make,
            Err(_) if work.rule.after.is_some() => return Err(GiveUp::TooMuch),
            Err(_) => Make { plainly: true, ..Make::default() },
        };
        self.fast.makes.push(make);
        let make = (self.fast.makes.len() - 1) as u32;
        makes.insert(key, make);
        Ok(Some(Aim { condition, make, way: candidate.way }))
    }
}
