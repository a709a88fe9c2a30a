//! Whether a rule allows a move, step by step, and the first step that fails.
//! Which moves are looked at is in [`list`](super::list), what they do in [`play`](super::play).
//!
//! The steps are those of the language: what the rule says `for` each and its word to choose, the element, its state and owner, the player to
//! move, from, to, the target, guards that are worked out, indices that are worked out, the condition.

use crate::fault::Fault;
use crate::ids::{ElementId, ExprId, LocationId, VarId};
use crate::rules::{Capture, Guard, Matches, Place, Rule};
use crate::spec::Move;

use super::eval::Evaluator;
use super::geometry::location;
use super::value::Value;

/// The first step in which a rule does not allow a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failed {
    /// There is no such combination of what the rule says `for` each.
    Way,
    /// The element is none of the rule's.
    Element,
    /// The element's state.
    State,
    /// The element's owner.
    Owner,
    /// The player to move.
    Player,
    /// Where the element stands.
    From,
    /// The target is none of the rule's.
    To,
    /// What stands on the target.
    Target(Target),
    /// An index that is worked out.
    Check(ExprId),
    /// The condition.
    Condition(ExprId),
    /// What must hold in the position made.
    After(ExprId),
}

/// Why a target cannot be moved to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// The element stands there already.
    Same,
    /// Something stands there, and the rule captures nothing.
    Taken(ElementId),
    /// What stands there is the mover's or nobody's.
    NotCaptured(ElementId),
    /// Nothing stands there that could be captured.
    Empty,
}

/// One member of each set that a rule goes through with `for`.
pub(crate) type Way = Vec<(VarId, Value)>;

/// What a step is worth: nothing, or the first failure.
type Step = Result<Option<Failed>, Fault>;

impl Evaluator<'_> {
    /// The combinations of what a rule says `for` each: the members of the first set go slowest.
    pub(crate) fn ways(&mut self, rule: &Rule) -> Result<Vec<Way>, Fault> {
        let mut ways = vec![Way::new()];
        for &(variable, set) in &rule.each {
            let mut longer = Vec::new();
            for way in ways {
                self.take(&way);
                for member in self.set(set, "for")? {
                    longer.push(way.iter().cloned().chain([(variable, member)]).collect());
                }
            }
            ways = longer;
        }
        Ok(ways)
    }

    /// Forgets all variables but those of a combination.
    fn take(&mut self, way: &Way) {
        self.forget();
        for (variable, value) in way {
            self.variables[variable.index()] = Some(value.clone());
        }
    }

    /// The steps up to where the element stands, from no variable set. `choice` is the number of the rule's word, and `element`
    /// is `None` for rules without one.
    pub(crate) fn origin(&mut self, rule: &Rule, way: &Way, choice: u16, element: Option<ElementId>) -> Step {
        self.take(way);
        self.scene.moved = element;
        self.scene.from = element.and_then(|element| self.state.location(self.layout, element));
        self.scene.to = None;
        self.scene.captured = None;
        self.scene.choice = rule.choices.get(usize::from(choice)).map(|choice| choice.value);
        if rule.element.is_some() != element.is_some() {
            return Ok(Some(Failed::Element));
        }
        if let Some((pattern, element)) = rule.element.as_ref().zip(element) {
            let (state, owner) = self.state_and_owner(element);
            if !self.named(pattern, &element) {
                return Ok(Some(Failed::Element));
            }
            if !self.known_guard(rule.state, state) {
                return Ok(Some(Failed::State));
            }
            if !self.known_guard(rule.owner, owner) {
                return Ok(Some(Failed::Owner));
            }
        }
        let player = self.state.mover().number() as i32;
        if !self.known_guard(rule.player, player) {
            return Ok(Some(Failed::Player));
        }
        if element.is_none() {
            return Ok(None);
        }
        let from = self.scene.from;
        let stands = match (&rule.from, from) {
            (Place::Off, from) => from.is_none(),
            (Place::Known(pattern), Some(from)) => self.named(pattern, &from),
            (Place::Known(_) | Place::Worked(_), None) => false,
            (Place::Worked(places), Some(from)) => self.places(*places)?.contains(&from),
        };
        Ok((!stands).then_some(Failed::From))
    }

    /// Where the element may go by the rule, in file order, whatever stands there: `None` is off the board. A rule without
    /// element goes nowhere. It follows [`Evaluator::origin`].
    pub(crate) fn targets(&mut self, rule: &Rule) -> Result<Vec<Option<LocationId>>, Fault> {
        if rule.element.is_none() {
            return Ok(vec![None]);
        }
        Ok(match &rule.to {
            Place::Off => vec![None],
            Place::Known(pattern) => pattern.found.iter().map(|&(to, _)| Some(to)).collect(),
            Place::Worked(places) => {
                let mut places = self.places(*places)?;
                places.sort_unstable();
                places.into_iter().map(Some).collect()
            }
        })
    }

    /// The steps from the target on, which is one of [`Evaluator::targets`], up to the condition.
    pub(crate) fn rest(&mut self, rule: &Rule, to: Option<LocationId>) -> Step {
        self.scene.to = to;
        if let Some(element) = self.scene.moved {
            if let (Place::Known(pattern), Some(to)) = (&rule.to, to)
                && !self.named(pattern, &to)
            {
                return Ok(Some(Failed::To));
            }
            if let Some(target) = self.blocked(rule.capture, element, to) {
                return Ok(Some(Failed::Target(target)));
            }
            let (state, owner) = self.state_and_owner(element);
            if !self.worked_guard(rule.state, state)? {
                return Ok(Some(Failed::State));
            }
            if !self.worked_guard(rule.owner, owner)? {
                return Ok(Some(Failed::Owner));
            }
        }
        let player = self.state.mover().number() as i32;
        if !self.worked_guard(rule.player, player)? {
            return Ok(Some(Failed::Player));
        }
        for &check in &rule.checks {
            if !self.holds(check)? {
                return Ok(Some(Failed::Check(check)));
            }
        }
        match rule.condition {
            Some(condition) if !self.holds(condition)? => Ok(Some(Failed::Condition(condition))),
            _ => Ok(None),
        }
    }

    /// All steps for a move, from no variable set.
    pub(crate) fn first_failed(&mut self, rule: &Rule, mv: Move) -> Step {
        let ways = self.ways(rule)?;
        let Some(way) = ways.get(mv.way as usize) else { return Ok(Some(Failed::Way)) };
        if let Some(failed) = self.origin(rule, way, mv.choice, mv.element)? {
            return Ok(Some(failed));
        }
        if !self.targets(rule)?.contains(&mv.to) {
            return Ok(Some(Failed::To));
        }
        self.rest(rule, mv.to)
    }

    /// Why the target cannot be moved to, if it cannot.
    fn blocked(&self, capture: Capture, element: ElementId, to: Option<LocationId>) -> Option<Target> {
        if self.scene.from == to {
            return Some(Target::Same);
        }
        let there = to.and_then(|to| self.state.content(self.layout, to));
        match (there, capture) {
            (None, Capture::Must) => Some(Target::Empty),
            (None, _) => None,
            (Some(there), _) if there == element => Some(Target::Same),
            (Some(there), Capture::Never) => Some(Target::Taken(there)),
            (Some(there), Capture::May | Capture::Must) => {
                let (_, owner) = self.state_and_owner(there);
                let captured = owner != 0 && owner != self.state.mover().number() as i32;
                (!captured).then_some(Target::NotCaptured(there))
            }
        }
    }

    /// Whether a pattern names a thing; its bindings are made then.
    fn named<Id: Ord>(&mut self, pattern: &Matches<Id>, id: &Id) -> bool {
        pattern.bindings(id).inspect(|bindings| self.bind(bindings)).is_some()
    }

    /// Whether a guard lets a number through, as far as that is known without working anything out.
    fn known_guard(&mut self, guard: Guard, number: i32) -> bool {
        match guard {
            Guard::Any | Guard::In(_) => true,
            Guard::Is(wanted) => wanted == number,
            Guard::Bind(variable) => {
                self.bind(&[(variable, number)]);
                true
            }
            Guard::Never => false,
        }
    }

    /// Whether a guard that is worked out lets a number through; all others do.
    fn worked_guard(&mut self, guard: Guard, number: i32) -> Result<bool, Fault> {
        let Guard::In(expr) = guard else { return Ok(true) };
        Ok(match self.eval(expr)? {
            Value::Set(members) => members.contains(&Value::Int(number)),
            single => single == Value::Int(number),
        })
    }

    /// The locations that an expression gives, in its order; none is left out.
    fn places(&mut self, expr: ExprId) -> Result<Vec<LocationId>, Fault> {
        let value = self.eval(expr)?;
        Ok(match &value {
            Value::Set(members) => members.iter().filter_map(location).collect(),
            single => location(single).into_iter().collect(),
        })
    }

    /// State and owner of an element, 0 for nobody.
    fn state_and_owner(&self, element: ElementId) -> (i32, i32) {
        let kind = self.layout.kinds[self.state.kind(self.layout, element)];
        (i32::from(kind.state), kind.owner.map_or(0, |owner| owner.number() as i32))
    }
}
