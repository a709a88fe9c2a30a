//! Possible origins and targets of rules, as far as they are known while code is generated: rules that share none
//! cannot allow the same move.

use boardwright_game::ids::{ExprId, FunctionId, LocationId};
use boardwright_jit::Arg;
use boardwright_rules::{Capture, Expr, FamilyKind, PatternMatches, Query, Rule, RulePlace};

use super::candidates::{PlayerRule, known_numbers};
use super::generator::Generator;
use super::geometry::bits_of;
use super::values::{Set, ThingKind, Value};

/// Possible moves of a rule: by combination of its `for` clause and by origin (off the board first, then the locations),
/// the targets as bits, with one word more for off the board.
pub(super) type Reach = Vec<Vec<Vec<u64>>>;

/// Maximum number of origins times combinations that are looked at.
const MAX_ORIGINS: usize = 6000;
/// Maximum number of combinations.
const MAX_COMBINATIONS: usize = 64;

impl<'a> Generator<'a> {
    /// Finds the possible moves of a rule, as far as they are known.
    pub(super) fn find_reach(&mut self, rule: &mut PlayerRule<'a>, player: boardwright_game::ids::Player) {
        rule.combinations = self.constant_combinations(rule.rule).unwrap_or_default();
        rule.targets_are_known = !matches!(rule.rule.to, RulePlace::Computed(_));
        rule.reach = self.reach_of(rule, player);
    }

    fn reach_of(&mut self, rule: &mut PlayerRule<'a>, player: boardwright_game::ids::Player) -> Option<Reach> {
        let combinations = rule.combinations.clone();
        if combinations.is_empty() {
            return None;
        }
        let locations = self.rules.locations.len();
        if combinations.len() * (locations + 1) > MAX_ORIGINS || combinations.len() > MAX_COMBINATIONS {
            return None;
        }
        let words = self.words_of(ThingKind::Location);
        let everywhere: Vec<u64> = (0..words)
            .map(|word| {
                let here = locations.saturating_sub(64 * word).min(64);
                if here == 64 { u64::MAX } else { (1 << here) - 1 }
            })
            .collect();
        let origins: Vec<bool> = (0..=locations)
            .map(|index| match (&rule.rule.from, index) {
                (RulePlace::Off, index) => index == 0,
                (_, 0) => false,
                (RulePlace::Listed(places), index) => places.bindings(&LocationId::new(index - 1)).is_some(),
                (RulePlace::Computed(_), _) => true,
            })
            .collect();
        let fixed = match &rule.rule.to {
            RulePlace::Off => Some([vec![0; words], vec![1]].concat()),
            RulePlace::Listed(places) => {
                let bits = bits_of(words, places.entries.iter().map(|(place, _)| *place));
                Some([bits, vec![0]].concat())
            }
            RulePlace::Computed(_) => None,
        };
        let mut reach = Vec::new();
        let mut all_known = true;
        for combination in combinations {
            let by_origin = origins.iter().enumerate().map(|(index, is_origin)| {
                if !is_origin {
                    return vec![0; words + 1];
                }
                let mut bits = match &fixed {
                    Some(fixed) => fixed.clone(),
                    None => {
                        let known = self.constant_targets(rule, player, &combination, index);
                        all_known &= known.is_some();
                        let known = known.or_else(|| self.possible_places(rule, player, &combination, index));
                        [known.unwrap_or_else(|| everywhere.clone()), vec![0]].concat()
                    }
                };
                if let Some(checked) = self.checked_targets(rule, player, &combination, index) {
                    bits.iter_mut().zip(&checked).for_each(|(bits, checked)| *bits &= checked);
                }
                bits
            });
            reach.push(by_origin.collect());
        }
        rule.targets_are_known = all_known;
        Some(reach)
    }

    /// The combinations of a `for` clause whose sets are constants.
    fn constant_combinations(&mut self, rule: &Rule) -> Option<Vec<Vec<Value>>> {
        let mut combinations = vec![Vec::new()];
        for (_, set) in &rule.for_each {
            let (code, set) = self.nested(|g| g.set(*set)).ok()?;
            let members: Vec<Value> = match set {
                Set::Members(members) if code.is_empty() && members.iter().all(Value::is_constant) => members,
                set @ Set::Range(..) if code.is_empty() => {
                    known_numbers(&Value::Set(set))?.into_iter().map(Value::number).collect()
                }
                _ => return None,
            };
            combinations = combinations
                .iter()
                .flat_map(|first: &Vec<Value>| {
                    members.iter().map(move |member| [&first[..], std::slice::from_ref(member)].concat())
                })
                .collect();
            if combinations.len() > MAX_COMBINATIONS {
                return None;
            }
        }
        Some(combinations)
    }

    /// Begins to evaluate expressions of a rule for a known combination and origin; returns what to restore afterwards.
    fn begin_constant(
        &mut self,
        rule: &PlayerRule<'a>,
        player: boardwright_game::ids::Player,
        combination: &[Value],
        origin: usize,
    ) -> (super::values::Env, super::generator::Context) {
        let outer = (self.env.clone(), self.context.clone());
        self.env.fill(None);
        self.context = self.context_of(player);
        self.context.from = Arg::Word(origin as u64);
        for ((variable, _), value) in rule.rule.for_each.iter().zip(combination) {
            self.env[variable.index()] = Some(value.clone());
        }
        if let (RulePlace::Listed(from), Some(at)) = (&rule.rule.from, origin.checked_sub(1)) {
            for (variable, number) in from.bindings(&LocationId::new(at)).unwrap_or_default() {
                self.env[variable.index()] = Some(Value::number(i64::from(*number)));
            }
        }
        outer
    }

    /// The targets that those tests of a rule accept, from an origin plus 1, that do not depend on the position.
    fn checked_targets(
        &mut self,
        rule: &PlayerRule<'a>,
        player: boardwright_game::ids::Player,
        combination: &[Value],
        origin: usize,
    ) -> Option<Vec<u64>> {
        let none = PatternMatches::default();
        let places = match &rule.rule.to {
            RulePlace::Off => return None,
            RulePlace::Listed(places) => places,
            RulePlace::Computed(_) => &none,
        };
        if self.is_untyped {
            return self.possible_targets(rule, player, origin);
        }
        let (mut reading, tests): (Vec<ExprId>, Vec<ExprId>) =
            self.conjuncts(rule.rule).into_iter().partition(|test| self.reads_position(*test, &mut Vec::new()));
        reading.retain(|test| matches!(self.rules.exprs[*test], Expr::Query(Query::Clear, _)));
        if (tests.is_empty() && reading.is_empty()) || origin == 0 {
            return None;
        }
        let (env, context) = self.begin_constant(rule, player, combination, origin);
        self.let_targets_be_lanes(places, &rule.used);
        let mut accepted: Option<Vec<u64>> = None;
        for (test, is_fixed) in
            tests.into_iter().map(|test| (test, true)).chain(reading.into_iter().map(|test| (test, false)))
        {
            let bits: Option<Vec<u64>> = if is_fixed {
                let found = self.nested(|g| g.try_bits(test)).map(|(_, bits)| bits);
                let constant = |word: &Arg| if let Arg::Word(word) = word { Some(*word) } else { None };
                found.ok().flatten().and_then(|bits| bits.iter().map(constant).collect())
            } else {
                self.accepted_superset(test)
            };
            if let Some(bits) = bits {
                accepted = Some(match accepted {
                    None => bits,
                    Some(known) => known.iter().zip(&bits).map(|(known, bits)| known & bits).collect(),
                });
            }
        }
        (self.env, self.context) = (env, context);
        accepted
    }

    /// `true` if an expression reads the position.
    pub(super) fn reads_position(&self, id: ExprId, seen: &mut Vec<FunctionId>) -> bool {
        match &self.rules.exprs[id] {
            Expr::Global(_) | Expr::Reach { .. } | Expr::Effect(..) => true,
            Expr::Member(family, _) if self.rules.families[*family].kind == FamilyKind::Global => true,
            Expr::Query(query, arguments) => {
                let is_fixed = matches!(
                    query,
                    Query::Player
                        | Query::Mover
                        | Query::From
                        | Query::To
                        | Query::Index
                        | Query::Next
                        | Query::Ray
                        | Query::Between
                        | Query::Related
                        | Query::Neighbours
                        | Query::LocationType
                        | Query::LocationsOfType
                        | Query::Size
                        | Query::Abs
                        | Query::Greater
                        | Query::Lesser
                );
                !is_fixed || arguments.iter().any(|argument| self.reads_position(*argument, seen))
            }
            Expr::Call(function, arguments) => {
                if arguments.iter().any(|argument| self.reads_position(*argument, seen)) {
                    return true;
                }
                if seen.contains(function) {
                    return false;
                }
                seen.push(*function);
                self.rules.functions[function.index()].body.iter().any(|line| self.reads_position(*line, seen))
            }
            other => other.operands().into_iter().any(|part| self.reads_position(part, seen)),
        }
    }

    /// Targets of a rule from an origin, plus 1, if they do not depend on the position.
    fn constant_targets(
        &mut self,
        rule: &PlayerRule<'a>,
        player: boardwright_game::ids::Player,
        combination: &[Value],
        origin: usize,
    ) -> Option<Vec<u64>> {
        let RulePlace::Computed(places) = rule.rule.to else { return None };
        if self.reads_position(places, &mut Vec::new()) {
            return None;
        }
        let (env, context) = self.begin_constant(rule, player, combination, origin);
        let found = self.constant_places(places);
        (self.env, self.context) = (env, context);
        found
    }

    /// Targets of a rule among which those from an origin, plus 1, lie in every position.
    fn possible_places(
        &mut self,
        rule: &PlayerRule<'a>,
        player: boardwright_game::ids::Player,
        combination: &[Value],
        origin: usize,
    ) -> Option<Vec<u64>> {
        let RulePlace::Computed(places) = rule.rule.to else { return None };
        if self.is_untyped || origin == 0 {
            return None;
        }
        let (env, context) = self.begin_constant(rule, player, combination, origin);
        let found = self.superset(places);
        (self.env, self.context) = (env, context);
        found
    }

    /// `true` if two rules can allow the same move.
    pub(super) fn can_overlap(&self, one: &PlayerRule<'a>, other: &PlayerRule<'a>) -> bool {
        let (a, b) = (one.rule, other.rule);
        if a.element.is_none() || b.element.is_none() {
            return false;
        }
        let kinds = one.kinds.iter().zip(&other.kinds).any(|(one, other)| *one && *other);
        let words = |rule: &Rule| rule.choices.iter().map(|choice| choice.word.clone()).collect::<Vec<_>>();
        let (first, second) = (words(a), words(b));
        let same_word = (first.is_empty() && second.is_empty()) || first.iter().any(|word| second.contains(word));
        let contents =
            !matches!((a.capture, b.capture), (Capture::Must, Capture::Never) | (Capture::Never, Capture::Must));
        kinds && same_word && contents && reaches_meet(one.reach.as_ref(), other.reach.as_ref())
    }

    /// `true` if a rule can allow a move in several ways of its `for` clause.
    pub(super) fn overlaps_itself(rule: &PlayerRule<'a>) -> bool {
        if rule.rule.for_each.is_empty() {
            return false;
        }
        let Some(reach) = &rule.reach else { return true };
        reach.iter().enumerate().any(|(number, one)| reach[..number].iter().any(|other| meet(one, other)))
    }
}

fn reaches_meet(one: Option<&Reach>, other: Option<&Reach>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return true };
    one.iter().any(|one| other.iter().any(|other| meet(one, other)))
}

fn meet(one: &[Vec<u64>], other: &[Vec<u64>]) -> bool {
    one.iter().zip(other).any(|(one, other)| one.iter().zip(other).any(|(one, other)| one & other != 0))
}
