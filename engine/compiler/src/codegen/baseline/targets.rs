//! Listing of the targets of a piece, and of the moves to them.

use std::rc::Rc;

use boardwright_game::ids::{ExprId, LocationId, VarId};
use boardwright_jit::{Arg, Binary, Var, Width};
use boardwright_rules::{Capture, Expr, PatternMatches, RulePlace};

use super::bitwise::LaneValue;
use super::candidates::{Listing, PlayerRule, move_key};
use super::generator::{Generated, Generator};
use super::scratch;
use super::values::{Set, ThingKind, Value};
use crate::Unsupported;

/// Greatest number of combinations of a `for` clause.
const MAX_WAYS: u64 = 0xffff;

/// Code that is written where a condition holds.
type Continuation<'f, 'a> = dyn FnMut(&mut Generator<'a>) -> Generated<()> + 'f;

impl<'a> Generator<'a> {
    /// Targets, for a piece and its origin.
    pub(super) fn list_targets(&mut self, rule: &PlayerRule<'a>, listing: Listing) -> Generated<()> {
        if self.merges_ways && self.collected.is_none() {
            return self.list_merged_ways(rule, listing);
        }
        let (element, from) = (self.context.moved, self.context.from);
        match &rule.rule.to {
            RulePlace::Off => {
                if rule.rule.capture == Capture::Must || matches!(rule.rule.from, RulePlace::Off) {
                    return Ok(());
                }
                self.context.to = Value::Thing(ThingKind::Location, Arg::Word(0));
                let tests = self.conjuncts(rule.rule);
                self.where_all(&tests, &mut |g| g.push_move(rule, element, Arg::Word(move_key::OFF), listing))
            }
            RulePlace::Listed(places) => {
                let mask = self.mask_of(places);
                self.list_target_bits(rule, &mask, Some(places), listing)
            }
            RulePlace::Computed(places) => match self.value(*places)? {
                Value::Set(set) => match self.bits_without_null(&set)? {
                    Some((ThingKind::Location, bits)) => self.list_target_bits(rule, &bits, None, listing),
                    None if matches!(&set, Set::Members(members) if members.is_empty()) => Ok(()),
                    _ => Err(Unsupported("targets other than locations")),
                },
                Value::Thing(ThingKind::Location, to) => {
                    let some = self.op(Binary::NotEqual, to, 0);
                    let differs = self.op(Binary::NotEqual, to, from);
                    let some = self.and(some, differs);
                    self.when(some, |g| {
                        g.context.to = Value::Thing(ThingKind::Location, to);
                        let accepts = g.accepts_target(rule.rule.capture, to);
                        g.when(accepts, |g| {
                            let tests = g.conjuncts(rule.rule);
                            g.where_all(&tests, &mut |g| g.push_move(rule, element, to, listing))
                        })
                    })
                }
                _ => Err(Unsupported("targets other than locations")),
            },
        }
    }

    /// 1 if a rule may move to a location, by what stands there.
    fn accepts_target(&mut self, capture: Capture, to: Arg) -> Arg {
        let kind = self.kind_at(to);
        let empty = self.equal(kind, 0);
        if capture == Capture::Never {
            return empty;
        }
        let mover = match self.context.mover {
            Arg::Word(word) => word as i64,
            Arg::Var(_) => 0,
        };
        let flags: Vec<u16> = [u16::from(capture == Capture::May)]
            .into_iter()
            .chain(self.layout.kinds.iter().map(|(_, kind)| {
                let owner = kind.owner.map_or(0, |owner| owner.number() as i64);
                u16::from(owner != 0 && owner != mover)
            }))
            .collect();
        self.lookup(&flags, kind)
    }

    /// Targets as bits: those that the rule accepts and that fulfil the tests.
    fn list_target_bits(
        &mut self,
        rule: &PlayerRule<'a>,
        targets: &[Arg],
        pattern: Option<&PatternMatches<LocationId>>,
        listing: Listing,
    ) -> Generated<()> {
        let (element, from) = (self.context.moved, self.context.from);
        let capture = rule.rule.capture;
        let accepted = self.accepted_contents(capture);
        let mut bits = self.combine(Binary::And, targets, &accepted);
        if capture != Capture::Never {
            // A piece of somebody else may be moved: it does not capture itself.
            let own = self.single_bit(bits.len(), from);
            bits = self.combine(Binary::AndNot, &bits, &own);
        }
        if self.is_untyped {
            let none = PatternMatches::default();
            return self.list_untyped_targets(rule, bits, pattern.unwrap_or(&none), element, listing);
        }
        let domain = self.domain_of(targets);
        let outer_domain = std::mem::replace(&mut self.domain, domain);
        let entries: Vec<(usize, Vec<(VarId, i32)>)> = pattern
            .map(|places| places.entries.iter().map(|(place, bound)| (place.index(), bound.clone())).collect())
            .unwrap_or_default();
        match pattern {
            Some(places) => self.let_targets_be_lanes(places, &rule.used),
            None => self.let_targets_be_lanes(&PatternMatches::default(), &rule.used),
        }
        let tests = self.conjuncts(rule.rule);
        let listed = self.list_filtered(rule, bits, tests, &entries, element, listing);
        self.domain = outer_domain;
        listed
    }

    /// Lets the target be the lane, with the variables that its pattern binds.
    pub(super) fn let_targets_be_lanes(&mut self, places: &PatternMatches<LocationId>, used: &[VarId]) {
        let identity = self.every_place();
        self.context.to = Value::Lane(Rc::new(LaneValue::Place(identity.clone())));
        self.bind_lanes(places, &identity, used);
    }

    /// The pieces that can be captured.
    pub(super) fn enemies(&mut self) -> Vec<Arg> {
        let mover = match self.context.mover {
            Arg::Word(word) => word as usize,
            Arg::Var(_) => 0,
        };
        self.pieces(|kind| kind.owner.is_some_and(|owner| owner.number() != mover))
    }

    /// Applies tests to all targets at once as far as that is possible, then the others to each target.
    fn list_filtered(
        &mut self,
        rule: &PlayerRule<'a>,
        mut bits: Vec<Arg>,
        tests: Vec<ExprId>,
        entries: &[(usize, Vec<(VarId, i32)>)],
        element: Arg,
        listing: Listing,
    ) -> Generated<()> {
        let mut rest = tests.as_slice();
        let mut later: Vec<ExprId> = Vec::new();
        let env = self.env.clone();
        while let Some((&test, others)) = rest.split_first() {
            if later.is_empty() && !self.depends_on_lane(test) {
                // The same for all targets.
                let others = others.to_vec();
                let bits = bits.clone();
                return self.where_true(test, &mut |g| {
                    g.list_filtered(rule, bits.clone(), others.clone(), entries, element, listing)
                });
            }
            let is_assignment = matches!(self.rules.exprs[test], Expr::Assign(..));
            if is_assignment {
                // Known for the tests of all targets, and evaluated again for each target.
                if let Expr::Assign(variable, _) = self.rules.exprs[test] {
                    let before = self.env.clone();
                    let (code, value) = self.nested(|g| g.assigned_lane(test)).unwrap_or_default();
                    self.env = before;
                    if value.is_some() {
                        self.board.w.append(code);
                    }
                    self.env[variable.index()] = value;
                }
                later.push(test);
            } else {
                match self.try_bits(test)? {
                    Some(found) => bits = self.combine(Binary::And, &bits, &found),
                    None => later.push(test),
                }
            }
            rest = others;
        }
        self.env = env;
        // An assignment that nothing later reads is not evaluated.
        let needed =
            later.iter().any(|test| !matches!(self.rules.exprs[*test], Expr::Assign(..))) || rule.rule.prefer.is_some();
        if !needed {
            later.clear();
        }
        let used = rule.used.clone();
        let groups = self.interchangeable_targets(rule).unwrap_or_default();
        if self.writes_segments || !groups.is_empty() {
            let legal = if later.is_empty() {
                bits
            } else {
                self.targets_where(&bits, entries, &used, &mut |g, then| g.where_all(&later, then))?
            };
            let legal = self.one_of_each(legal, &groups);
            if self.writes_segments {
                return self.push_segment(rule, element, legal, listing);
            }
            return self.for_each_bit(&legal, None, |g, index| {
                let to = g.op(Binary::Add, index, 1);
                g.push_move(rule, element, to, listing)
            });
        }
        self.for_each_bit(&bits, None, |g, index| {
            let to = g.op(Binary::Add, index, 1);
            if needed {
                g.context.to = Value::Thing(ThingKind::Location, to);
                g.bind(entries, to, &used);
            }
            g.where_all(&later, &mut |g| g.push_move(rule, element, to, listing))
        })
    }

    /// Selects the targets that pass tests; `test` runs its second argument where they hold.
    pub(super) fn targets_where(
        &mut self,
        bits: &[Arg],
        entries: &[(usize, Vec<(VarId, i32)>)],
        used: &[VarId],
        test: &mut dyn FnMut(&mut Self, &mut Continuation<'_, 'a>) -> Generated<()>,
    ) -> Generated<Vec<Arg>> {
        let legal: Vec<Var> = bits.iter().map(|_| self.variable(0)).collect();
        self.for_each_bit(bits, None, |g, index| {
            let to = g.op(Binary::Add, index, 1);
            g.context.to = Value::Thing(ThingKind::Location, to);
            g.bind(entries, to, used);
            test(g, &mut |g| {
                let bit = g.single_bit(legal.len(), to);
                for (&var, bit) in legal.iter().zip(bit) {
                    let more = g.or(var, bit);
                    g.board.w.set(var, more);
                }
                Ok(())
            })
        })?;
        Ok(legal.into_iter().map(Arg::Var).collect())
    }

    /// Value of an assignment that may depend on the lane.
    fn assigned_lane(&mut self, id: ExprId) -> Generated<Option<Value>> {
        let faults = self.faults;
        let Expr::Assign(variable, _) = self.rules.exprs[id] else { return Ok(None) };
        let found = self.try_bits_keeping(id)?;
        if found.is_none() || self.faults > faults {
            self.faults = faults;
            return Ok(None);
        }
        Ok(self.env[variable.index()].clone())
    }

    /// Key of a move, for the first word.
    pub(super) fn key_of(&mut self, rule: &PlayerRule<'a>, element: Arg, to: Arg, for_index: Var) -> Generated<Arg> {
        let to = if element == Arg::Word(0) { Arg::Word(move_key::OFF) } else { to };
        let mut key = Arg::Word((rule.index as u64) << move_key::RULE);
        let element = self.op(Binary::ShiftLeft, element, move_key::ELEMENT);
        key = self.or(key, element);
        let to = self.op(Binary::ShiftLeft, to, move_key::TO);
        key = self.or(key, to);
        if !rule.rule.for_each.is_empty() {
            let over = self.op(Binary::UnsignedLess, MAX_WAYS, for_index);
            self.fault_if(over);
            key = self.or(key, for_index);
        }
        Ok(key)
    }

    /// Appends a move to the list.
    pub(super) fn push_move(
        &mut self,
        rule: &PlayerRule<'a>,
        element: Arg,
        to: Arg,
        listing: Listing,
    ) -> Generated<()> {
        if self.writes_segments {
            return self.push_single(rule, element, to, listing);
        }
        let key = self.key_of(rule, element, to, listing.for_index)?;
        let preference = match rule.rule.prefer {
            Some(prefer) => Some(self.number(prefer)?.arg),
            None => None,
        };
        let has_preferences = self.writes_preferences;
        for choice in listing.choices() {
            let full = self.op(Binary::UnsignedLess, scratch::MAX_MOVES as u64 - 1, listing.count);
            self.fault_if(full);
            let key = self.or(key, choice << move_key::CHOICE);
            let at = self.op(Binary::ShiftLeft, listing.count, 3);
            self.board.w.store(self.scratch, Width::Eight, at, scratch::MOVES, key);
            if has_preferences {
                let preference = preference.unwrap_or(Arg::Word(0));
                self.board.w.store(self.scratch, Width::Eight, at, scratch::PREFERENCES, preference);
            }
            let more = self.op(Binary::Add, listing.count, 1);
            self.board.w.set(listing.count, more);
        }
        Ok(())
    }
}
