//! Consequences of the conditions of a branch: possible starting hands, predicates, and intervals of numbers. The facts
//! are certain, but incomplete: a branch without a contradiction here may still never hold.

use boardwright_games::holdem::Street;
use boardwright_games::holdem::preflop::HoleClass;

use super::predicate_facts::PredicateFacts;
use crate::evaluation::values::is_zero_in;
use crate::script::ast::{Comparator, Condition, ConditionKind, Decimal, Quantity, QuantityKind};
use crate::script::vocabulary::{Constant, Predicate};

/// A non-negative ratio of two decimals.
#[derive(Clone, Copy, Debug)]
struct Ratio {
    top: i64,
    bottom: i64,
}

impl Ratio {
    fn compare(self, other: Self) -> std::cmp::Ordering {
        let [left, right] =
            [(self.top, other.bottom), (other.top, self.bottom)].map(|(a, b)| i128::from(a) * i128::from(b));
        left.cmp(&right)
    }
}

/// An end of an interval.
#[derive(Clone, Copy, Debug)]
struct Bound {
    at: Ratio,
    is_strict: bool,
}

/// Values that a constant, or the ratio of two constants, can have.
#[derive(Clone, Copy, Debug)]
struct Interval {
    constant: Constant,
    /// Constant by which the first one is divided; `None` for plain numbers.
    unit: Option<Constant>,
    least: Option<Bound>,
    most: Option<Bound>,
}

impl Interval {
    /// `true` if the unit is never 0.
    fn has_positive_unit(&self) -> bool {
        self.unit.is_none_or(is_positive)
    }

    fn is_empty(&self) -> bool {
        let (Some(least), Some(most)) = (self.least, self.most) else { return false };
        match least.at.compare(most.at) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => least.is_strict || most.is_strict,
            // With a unit of 0 both ends are 0, and 0 fits if both are included.
            std::cmp::Ordering::Greater => self.has_positive_unit() || least.is_strict || most.is_strict,
        }
    }

    /// Narrows the interval to the intersection with another one.
    fn narrow(&mut self, other: &Self) {
        let tighter = |own: &mut Option<Bound>, new: Option<Bound>, direction: std::cmp::Ordering| {
            let Some(new) = new else { return };
            let replaces = own.is_none_or(|own| {
                let order = new.at.compare(own.at);
                order == direction || order.is_eq() && new.is_strict
            });
            if replaces {
                *own = Some(new);
            }
        };
        tighter(&mut self.least, other.least, std::cmp::Ordering::Greater);
        tighter(&mut self.most, other.most, std::cmp::Ordering::Less);
    }

    /// `true` if every value of this interval is in the other one.
    fn is_within(&self, other: &Self) -> bool {
        let bounded = |own: Option<Bound>, wider: Option<Bound>, direction: std::cmp::Ordering| {
            let Some(wider) = wider else { return true };
            let Some(own) = own else { return false };
            let order = own.at.compare(wider.at);
            if order == direction {
                return !wider.is_strict || own.is_strict || self.has_positive_unit();
            }
            order.is_eq() && (own.is_strict || !wider.is_strict)
        };
        bounded(self.least, other.least, std::cmp::Ordering::Greater)
            && bounded(self.most, other.most, std::cmp::Ordering::Less)
    }
}

fn is_positive(constant: Constant) -> bool {
    matches!(constant, Constant::BigBlind | Constant::HandRank169 | Constant::HandRank2652)
}

/// Facts of conditions that hold together.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    phase: Option<Street>,
    /// Possible starting hands, by [`HoleClass::index`].
    classes: [bool; 169],
    predicates: PredicateFacts,
    intervals: Vec<Interval>,
    /// Conditions that are compared as texts only.
    texts: Vec<String>,
    is_impossible: bool,
}

impl Facts {
    /// Facts of conditions in a phase; `None` for rules of all phases.
    pub(super) fn new<'a>(phase: Option<Street>, conditions: impl IntoIterator<Item = &'a Condition>) -> Self {
        let mut facts = Self {
            phase,
            classes: [true; 169],
            predicates: PredicateFacts::of_phase(phase),
            intervals: Vec::new(),
            texts: Vec::new(),
            is_impossible: false,
        };
        for condition in conditions {
            facts.add(condition);
        }
        facts.close();
        facts
    }

    /// `true` if the conditions can never hold together.
    pub(super) fn is_impossible(&self) -> bool {
        self.is_impossible
            || self.predicates.is_contradictory()
            || !self.classes.contains(&true)
            || self.intervals.iter().any(Interval::is_empty)
    }

    /// `true` if the other conditions hold whenever these do.
    pub(super) fn implies(&self, other: &Self) -> bool {
        let has_classes = self.classes.iter().zip(&other.classes).all(|(own, wider)| *wider || !own);
        let is_within = |wider: &Interval| {
            let own = self.intervals.iter().find(|own| own.constant == wider.constant && own.unit == wider.unit);
            own.is_some_and(|own| own.is_within(wider))
        };
        !other.is_impossible()
            && has_classes
            && self.predicates.implies(other.predicates)
            && other.intervals.iter().all(is_within)
            && other.texts.iter().all(|text| self.texts.contains(text))
    }

    fn add(&mut self, condition: &Condition) {
        match &condition.kind {
            ConditionKind::Predicate { predicate, is_negated } => self.predicates.add(*predicate, !is_negated),
            ConditionKind::Cards(query) => {
                self.keep_classes(|class| query.matches(class, false));
            }
            ConditionKind::Comparison { left, comparator, right } => {
                if !self.add_comparison(left, *comparator, right) {
                    self.texts.push(condition.to_string());
                }
            }
        }
    }

    fn keep_classes(&mut self, keep: impl Fn(HoleClass) -> bool) {
        for class in HoleClass::all() {
            self.classes[class.index()] &= keep(class);
        }
    }

    /// A side of a comparison as a factor and a constant; `None` if its value is not known before the decision.
    fn side(&self, quantity: &Quantity) -> Option<(Decimal, Option<Constant>)> {
        match quantity.kind {
            QuantityKind::Literal(number) => Some((number, None)),
            QuantityKind::Product(factor, constant) => {
                let constant = match (constant, self.phase) {
                    (Constant::AllIn, _) => Constant::HeroStack,
                    (Constant::VillainRaise, Some(phase)) => Constant::RaiseIn(phase),
                    _ => constant,
                };
                let is_zero = factor.millionths() == 0 || self.phase.is_some_and(|phase| is_zero_in(constant, phase));
                Some(if is_zero { (Decimal(0), None) } else { (factor, Some(constant)) })
            }
            QuantityKind::External(_) | QuantityKind::Init(_) => None,
        }
    }

    /// Adds a comparison. Returns `false` if nothing is known about it.
    fn add_comparison(&mut self, left: &Quantity, comparator: Comparator, right: &Quantity) -> bool {
        let (Some(left), Some(right)) = (self.side(left), self.side(right)) else { return false };
        match (left, right) {
            ((a, None), (b, None)) => {
                self.is_impossible |= !comparator.holds(&a, &b);
                true
            }
            ((factor, Some(constant)), (number, None)) => self.add_bound(constant, None, comparator, number, factor),
            ((number, None), (factor, Some(constant))) => {
                self.add_bound(constant, None, comparator.flipped(), number, factor)
            }
            ((a, Some(first)), (b, Some(second))) if first == second => {
                if is_positive(first) {
                    self.is_impossible |= !comparator.holds(&a, &b);
                }
                is_positive(first)
            }
            ((a, Some(first)), (b, Some(second))) if first > second => {
                self.add_bound(first, Some(second), comparator, b, a)
            }
            ((a, Some(first)), (b, Some(second))) => self.add_bound(second, Some(first), comparator.flipped(), a, b),
        }
    }

    /// Adds `constant comparator (top / bottom) * unit`.
    fn add_bound(
        &mut self,
        constant: Constant,
        unit: Option<Constant>,
        comparator: Comparator,
        top: Decimal,
        bottom: Decimal,
    ) -> bool {
        let at = Ratio { top: top.millionths(), bottom: bottom.millionths() };
        let rank = |class: HoleClass| match constant {
            Constant::HandRank169 => Some(class.rank()),
            Constant::HandRank2652 => Some(class.cumulated_hands()),
            _ => None,
        };
        if unit.is_none() && matches!(constant, Constant::HandRank169 | Constant::HandRank2652) {
            self.keep_classes(|class| {
                let rank = i128::from(rank(class).unwrap_or(0)) * i128::from(at.bottom);
                comparator.holds(&rank, &i128::from(at.top))
            });
            return true;
        }
        if at.top == 0 && comparator == Comparator::AtLeast {
            // Always true: no constant is negative.
            return true;
        }
        let bound = |is_strict| Some(Bound { at, is_strict });
        let (least, most) = match comparator {
            Comparator::Greater => (bound(true), None),
            Comparator::AtLeast => (bound(false), None),
            Comparator::Less => (None, bound(true)),
            Comparator::AtMost => (None, bound(false)),
            Comparator::Equal => (bound(false), bound(false)),
            Comparator::Unequal => return false,
        };
        self.narrow(Interval { constant, unit, least, most });
        true
    }

    fn narrow(&mut self, interval: Interval) {
        let zero = Bound { at: Ratio { top: 0, bottom: 1 }, is_strict: false };
        let own = self.intervals.iter().position(|own| own.constant == interval.constant && own.unit == interval.unit);
        let own = own.unwrap_or_else(|| {
            // No constant is negative.
            self.intervals.push(Interval { least: Some(zero), most: None, ..interval });
            self.intervals.len() - 1
        });
        self.intervals[own].narrow(&interval);
    }

    /// Joins what is known about starting hands with what is known about predicates.
    fn close(&mut self) {
        self.predicates.close();
        let kind = |class: HoleClass| {
            [Predicate::LowPair, Predicate::MidPair, Predicate::HighPair][match class.high() {
                0..=3 => 0,
                4..=8 => 1,
                _ => 2,
            }]
        };
        let facts = self.predicates;
        let is_preflop = self.phase == Some(Street::Preflop);
        self.keep_classes(|class| {
            let is_pair = class.is_pair();
            if is_pair {
                return !facts.fails(kind(class)) && !facts.fails(Predicate::Pair);
            }
            !(is_preflop && facts.holds(Predicate::Pair))
        });
        if is_preflop {
            for wanted in [Predicate::LowPair, Predicate::MidPair, Predicate::HighPair] {
                if facts.holds(wanted) {
                    self.keep_classes(|class| class.is_pair() && kind(class) == wanted);
                }
            }
        }
        let possible: Vec<HoleClass> = HoleClass::all().filter(|class| self.classes[class.index()]).collect();
        if !possible.is_empty() && possible.iter().all(|class| class.is_pair()) {
            self.predicates.add(Predicate::Pair, true);
            let first = kind(possible[0]);
            if possible.iter().all(|class| kind(*class) == first) {
                self.predicates.add(first, true);
            }
        }
        if is_preflop && !possible.iter().any(|class| class.is_pair()) {
            self.predicates.add(Predicate::Pair, false);
        }
        self.predicates.close();
    }
}
