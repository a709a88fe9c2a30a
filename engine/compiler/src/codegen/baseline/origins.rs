//! Listing for all origins at once: the moves of a rule by one distance in the numbering of the locations.
//!
//! The lane is the origin here (see [`super::bitwise`]), and the target is the location to which a map leads from it. A rule
//! fits if its possible targets are known while code is generated and lie at few distances: steps and jumps in known
//! directions, relations, targets by the indices of the origin. Other rules list piece by piece.

use std::rc::Rc;

use boardwright_game::ids::{ElementId, ExprId, LocationId, VarId};
use boardwright_jit::{Arg, Binary};
use boardwright_rules::{Capture, Expr, Guard, PatternMatches, RulePlace};

use super::bitwise::{LaneValue, Map, Property};
use super::candidates::{Listing, PlayerRule, bindings_by_thing};
use super::generator::{Generated, Generator};
use super::supersets::members_of;
use super::values::{ThingKind, Value};

/// Greatest number of different distances for which a rule lists by distance, times words of a set of locations.
const MAX_WORDS: usize = 32;

/// Listing by distance takes about as long as listing piece by piece with this number of words of sets for each piece: a few
/// pieces with many targets are listed one by one.
const WORDS_FOR_A_PIECE: usize = 2;

/// Moves by one distance.
struct Shift {
    distance: i64,
    /// The origins from which a possible move has this distance.
    origins: Vec<u64>,
}

/// Locations from which and to which moves may lead, as bits.
#[derive(Clone, Copy)]
struct MoveEnds<'b> {
    origins: &'b [Arg],
    targets: &'b [Arg],
}

impl<'a> Generator<'a> {
    /// Lists the moves of the pieces on some origins by distance. Returns `false`, and writes nothing, if the rule does not
    /// fit.
    pub(super) fn list_by_distance(
        &mut self,
        rule: &PlayerRule<'a>,
        pattern: &PatternMatches<ElementId>,
        here: &[Arg],
        listing: Listing,
    ) -> Generated<bool> {
        let Some(shifts) = self.shifts_of(rule, pattern) else { return Ok(false) };
        let (faults, outer) = (self.faults, (self.env.clone(), self.context.clone(), self.domain.clone()));
        let written = self.nested(|g| g.list_shifts(rule, here, &shifts, listing));
        (self.env, self.context, self.domain) = outer;
        match written {
            Ok((code, true)) => {
                self.board.w.append(code);
                self.listed_by_distance.push(rule.index);
                Ok(true)
            }
            _ => {
                self.faults = faults;
                self.check_size()?;
                Ok(false)
            }
        }
    }

    /// The distances of the possible moves of a rule; `None` if it does not fit.
    fn shifts_of(&self, rule: &PlayerRule<'a>, pattern: &PatternMatches<ElementId>) -> Option<Vec<Shift>> {
        if self.is_untyped || !rule.targets_are_known || rule.has_late_guards() || rule.rule.prefer.is_some() {
            return None;
        }
        if self.has_shared(&rule.rule.to) {
            return None;
        }
        // The element must not count beyond its kind.
        let tests = self.conjuncts(rule.rule);
        let mut read = Vec::new();
        tests.iter().for_each(|test| self.collect_variables(*test, &mut read));
        let binds = |entries: &[(ElementId, Vec<(VarId, i32)>)]| {
            entries.iter().any(|(_, bound)| bound.iter().any(|(variable, _)| read.contains(variable)))
        };
        if binds(&pattern.entries) || self.has_elements_outside(rule, pattern) {
            return None;
        }
        let combination = self.combination_of(rule)?;
        let by_origin = &rule.reach.as_ref()?[combination];
        let width = self.location_words();
        let mut shifts: Vec<Shift> = Vec::new();
        for (origin, targets) in by_origin.iter().enumerate() {
            let (off, targets) = targets.split_last()?;
            let Some(origin) = origin.checked_sub(1) else { continue };
            if *off != 0 {
                return None;
            }
            for target in members_of(targets).filter(|target| *target != origin) {
                let distance = target as i64 - origin as i64;
                let at = match shifts.iter().position(|shift| shift.distance == distance) {
                    Some(at) => at,
                    None if (shifts.len() + 1) * width > MAX_WORDS => return None,
                    None => {
                        shifts.push(Shift { distance, origins: vec![0; width] });
                        shifts.len() - 1
                    }
                };
                shifts[at].origins[origin / 64] |= 1 << (origin % 64);
            }
        }
        (shifts.len() * width <= WORDS_FOR_A_PIECE * self.usual_pieces(rule)).then_some(shifts)
    }

    /// Number of pieces that a rule can move in the initial state, at least 1.
    fn usual_pieces(&self, rule: &PlayerRule<'a>) -> usize {
        let can_move = |kind: &&boardwright_interpreter::kinds::PieceKindId| rule.kinds[usize::from(kind.0)];
        self.layout.initial_kind.iter().filter(can_move).count().max(1)
    }

    /// Number of the present combination of the `for` clause, if it is known.
    fn combination_of(&self, rule: &PlayerRule<'a>) -> Option<usize> {
        let variables: Vec<VarId> = rule.rule.for_each.iter().map(|(variable, _)| *variable).collect();
        let is_present = |values: &Vec<Value>| {
            variables.iter().zip(values).all(|(variable, value)| {
                self.env[variable.index()].as_ref().is_some_and(|known| known.same_constant(value) == Some(true))
            })
        };
        rule.combinations.iter().position(is_present)
    }

    fn list_shifts(
        &mut self,
        rule: &PlayerRule<'a>,
        here: &[Arg],
        shifts: &[Shift],
        listing: Listing,
    ) -> Generated<bool> {
        let faults = self.faults;
        let identity = self.every_place();
        self.context.origins_are_lanes = true;
        self.context.to = Value::Lane(Rc::new(LaneValue::Place(identity.clone())));
        for (guard, property) in [(rule.rule.state, Property::State), (rule.rule.owner, Property::Owner)] {
            if let Guard::Bind(variable) = guard {
                let value = LaneValue::Content(identity.clone(), property);
                self.env[variable.index()] = Some(Value::Lane(Rc::new(value)));
            }
        }
        if let RulePlace::Listed(places) = &rule.rule.from {
            self.bind_lanes(places, &identity, &rule.used);
        }
        let mut origins = here.to_vec();
        if let RulePlace::Computed(places) = rule.rule.from {
            if self.depends_on_lane(places) {
                return Ok(false);
            }
            let Value::Set(set) = self.value(places)? else { return Ok(false) };
            let Some((ThingKind::Location, bits)) = self.bits_without_null(&set)? else { return Ok(false) };
            origins = self.combine(Binary::And, &origins, &bits);
        }
        let accepted = self.accepted_contents(rule.rule.capture);
        let tests = self.conjuncts(rule.rule);
        // Tests that are the same for all origins and targets come first.
        let mut bound = Vec::new();
        if let RulePlace::Listed(places) = &rule.rule.to {
            bound.extend(places.entries.iter().flat_map(|(_, bound)| bound.iter().map(|(variable, _)| *variable)));
        }
        let is_common = |test: &ExprId| {
            let mut read = Vec::new();
            self.collect_variables(*test, &mut read);
            !self.depends_on_lane(*test) && !read.iter().any(|variable| bound.contains(variable))
        };
        let common = tests.iter().take_while(|test| is_common(test)).count();
        let (common, rest) = tests.split_at(common);
        let mut fits = true;
        self.where_all(common, &mut |g| {
            // Tests that may fail are left to pieces whose earlier tests hold.
            fits = g.faults == faults;
            let ends = MoveEnds { origins: &origins, targets: &accepted };
            for shift in shifts {
                fits = fits && g.list_shift(rule, ends, shift, rest, listing)?;
            }
            Ok(())
        })?;
        Ok(fits)
    }

    /// The moves by one distance.
    fn list_shift(
        &mut self,
        rule: &PlayerRule<'a>,
        ends: MoveEnds<'_>,
        shift: &Shift,
        tests: &[ExprId],
        listing: Listing,
    ) -> Generated<bool> {
        let outer = (self.env.clone(), self.context.to.clone(), self.domain.clone());
        let target = |lane: usize| {
            let is_origin = shift.origins[lane / 64] >> (lane % 64) & 1 == 1;
            is_origin.then(|| LocationId::new((lane as i64 + shift.distance) as usize))
        };
        let map: Map = Rc::new((0..self.rules.locations.len()).map(target).collect());
        self.context.to = Value::Lane(Rc::new(LaneValue::Place(map.clone())));
        self.domain = Some(shift.origins.clone());
        if let RulePlace::Listed(places) = &rule.rule.to {
            self.bind_lanes(places, &map, &rule.used);
        }
        let open = self.pull_back(&map, ends.targets);
        let mut bits = self.combine(Binary::And, ends.origins, &open);
        let faults = self.faults;
        let mut fits = true;
        for &test in tests {
            let found = if matches!(self.rules.exprs[test], Expr::Assign(..)) {
                self.try_bits_keeping(test)?
            } else {
                self.try_bits(test)?
            };
            match found {
                Some(found) => bits = self.combine(Binary::And, &bits, &found),
                None => fits = false,
            }
            if !fits {
                break;
            }
        }
        fits = fits && self.faults == faults;
        (self.env, self.context.to, self.domain) = outer;
        if !fits {
            return Ok(false);
        }
        if self.writes_segments && !(self.drops_equal_targets && rule.may_have_equal_moves) {
            self.push_origins(rule, &bits, shift.distance, listing)?;
            return Ok(true);
        }
        self.for_each_bit(&bits, None, |g, index| {
            let from = g.op(Binary::Add, index, 1);
            let element = g.content_of(from);
            let to = g.op(Binary::Add, from, shift.distance as u64);
            g.push_move(rule, element, to, listing)
        })?;
        Ok(true)
    }

    /// Lets the variables of a pattern of locations be those of the location to which a map leads from the lane.
    pub(super) fn bind_lanes(&mut self, places: &PatternMatches<LocationId>, map: &Map, used: &[VarId]) {
        let entries: Vec<(usize, Vec<(VarId, i32)>)> =
            places.entries.iter().map(|(place, bound)| (place.index(), bound.clone())).collect();
        for (variable, numbers) in bindings_by_thing(&entries, used) {
            let mut known = numbers.iter().copied().flatten();
            let first = known.next();
            let value = match first {
                Some(first) if known.all(|number| number == first) => Value::number(first),
                _ => {
                    let number = |at: &Option<LocationId>| numbers.get(at.as_ref()?.index()).copied().flatten();
                    let by_lane = map.iter().map(number).collect();
                    Value::Lane(Rc::new(LaneValue::Numbers(Rc::new(by_lane))))
                }
            };
            self.env[variable.index()] = Some(value);
        }
    }

    /// The locations to which a rule may move, by what stands there.
    pub(super) fn accepted_contents(&mut self, capture: Capture) -> Vec<Arg> {
        if capture == Capture::Must {
            return self.enemies();
        }
        let mut accepted = self.empty();
        if capture == Capture::May {
            let enemies = self.enemies();
            accepted = self.combine(Binary::Or, &accepted, &enemies);
        }
        accepted
    }

    /// `true` if a piece of the kinds of a rule need not be one of its elements.
    pub(super) fn has_elements_outside(&self, rule: &PlayerRule<'a>, pattern: &PatternMatches<ElementId>) -> bool {
        let mut is_member = vec![false; self.rules.elements.len()];
        pattern.entries.iter().for_each(|(element, _)| is_member[element.index()] = true);
        is_member.iter().enumerate().filter(|(_, is_member)| !**is_member).any(|(element, _)| {
            let element = ElementId::new(element);
            self.layout
                .kinds
                .iter()
                .any(|(id, _)| rule.kinds[usize::from(id.0)] && self.layout.can_have_kind(element, id))
        })
    }
}
