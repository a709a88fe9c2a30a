//! Matching a rule with a move, step by step, up to the first step that fails.
//! Candidate generation is in [`movegen`](super::movegen), making moves in [`apply`](super::apply).
//!
//! The order of the steps is defined by the language: `for` combination and word, element, its state and owner, player
//! to move, from, to, target, computed guards, computed indices, condition.

use crate::moves::Move;
use boardwright_game::fault::Fault;
use boardwright_game::ids::{ElementId, ExprId, LocationId, VarId};
use boardwright_rules::{Capture, Guard, PatternMatches, Rule, RulePlace};

use super::eval::Evaluator;
use super::geometry::location;
use super::value::Value;

/// First step in which a rule rejects a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchFailure {
    /// There is no such combination of the `for` clause.
    ForClause,
    /// The rule does not name the element.
    Element,
    /// State of the element.
    State,
    /// Owner of the element.
    Owner,
    /// Player to move, or chance.
    Player,
    /// Origin.
    From,
    /// The rule does not name the target.
    To,
    /// Content of the target.
    Target(TargetFailure),
    /// A computed index.
    Check(ExprId),
    /// Condition.
    Condition(ExprId),
    /// Condition on the position after the move.
    After(ExprId),
}

/// Reason why an element cannot move to a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetFailure {
    /// The element already stands there.
    AlreadyThere,
    /// The target is occupied, and the rule does not capture.
    Occupied(ElementId),
    /// The element on the target is the mover's or neutral.
    NotCapturable(ElementId),
    /// The target is empty, and the rule must capture.
    Empty,
}

/// One combination of the `for` clause: one member of each of its sets.
pub type ForCombination = Vec<(VarId, Value)>;

/// Result of matching: `None` on success, else the first failed step.
type MatchResult = Result<Option<MatchFailure>, Fault>;

impl Evaluator<'_> {
    /// Combinations of the `for` clause of a rule; the members of the first set vary slowest.
    pub fn for_combinations(&mut self, rule: &Rule) -> Result<Vec<ForCombination>, Fault> {
        let mut combinations = vec![ForCombination::new()];
        for &(variable, set) in &rule.for_each {
            let mut extended = Vec::new();
            for combination in combinations {
                self.bind_for(&combination);
                for member in self.eval_set(set, "for")? {
                    extended.push(combination.iter().cloned().chain([(variable, member)]).collect());
                }
            }
            combinations = extended;
        }
        Ok(combinations)
    }

    /// Unsets all variables except those of a combination.
    fn bind_for(&mut self, combination: &ForCombination) {
        self.unset_variables();
        for (variable, value) in combination {
            self.variables[variable.index()] = Some(value.clone());
        }
    }

    /// Matches the steps up to the origin, starting with all variables unset. `choice` is the number of the rule's
    /// word; `element` is `None` for rules without an element.
    pub fn match_origin(
        &mut self,
        rule: &Rule,
        combination: &ForCombination,
        choice: u16,
        element: Option<ElementId>,
    ) -> MatchResult {
        self.bind_for(combination);
        self.eval_context.moved = element;
        self.eval_context.from = element.and_then(|element| self.state.location(self.layout, element));
        self.eval_context.to = None;
        self.eval_context.captured = None;
        self.eval_context.choice = rule.choices.get(usize::from(choice)).map(|choice| choice.value);
        if rule.element.is_some() != element.is_some() {
            return Ok(Some(MatchFailure::Element));
        }
        if let Some((pattern, element)) = rule.element.as_ref().zip(element) {
            let (state, owner) = self.state_and_owner(element);
            if !self.match_pattern(pattern, &element) {
                return Ok(Some(MatchFailure::Element));
            }
            if !self.test_constant_guard(rule.state, state) {
                return Ok(Some(MatchFailure::State));
            }
            if !self.test_constant_guard(rule.owner, owner) {
                return Ok(Some(MatchFailure::Owner));
            }
        }
        let player = self.state.mover().number() as i32;
        let is_for_mover = rule.chance.is_some() == self.state.is_chance_next(self.layout);
        if !is_for_mover || !self.test_constant_guard(rule.player, player) {
            return Ok(Some(MatchFailure::Player));
        }
        if element.is_none() {
            return Ok(None);
        }
        let from = self.eval_context.from;
        let is_origin = match (&rule.from, from) {
            (RulePlace::Off, from) => from.is_none(),
            (RulePlace::Listed(pattern), Some(from)) => self.match_pattern(pattern, &from),
            (RulePlace::Listed(_) | RulePlace::Computed(_), None) => false,
            (RulePlace::Computed(places), Some(from)) => self.eval_locations(*places)?.contains(&from),
        };
        Ok((!is_origin).then_some(MatchFailure::From))
    }

    /// Targets of the rule for the element, in file order, occupied or not; `None` means off the board, and is the only
    /// target of a rule without element. Requires a preceding [`Evaluator::match_origin`].
    pub fn targets(&mut self, rule: &Rule) -> Result<Vec<Option<LocationId>>, Fault> {
        if rule.element.is_none() {
            return Ok(vec![None]);
        }
        Ok(match &rule.to {
            RulePlace::Off => vec![None],
            RulePlace::Listed(pattern) => pattern.entries.iter().map(|&(to, _)| Some(to)).collect(),
            RulePlace::Computed(places) => {
                let mut places = self.eval_locations(*places)?;
                places.sort_unstable();
                places.into_iter().map(Some).collect()
            }
        })
    }

    /// Matches the steps from the target (one of [`Evaluator::targets`]) up to the condition.
    pub fn match_rest(&mut self, rule: &Rule, to: Option<LocationId>) -> MatchResult {
        self.eval_context.to = to;
        if let Some(element) = self.eval_context.moved {
            if let (RulePlace::Listed(pattern), Some(to)) = (&rule.to, to)
                && !self.match_pattern(pattern, &to)
            {
                return Ok(Some(MatchFailure::To));
            }
            if let Some(target) = self.target_failure(rule.capture, element, to) {
                return Ok(Some(MatchFailure::Target(target)));
            }
            let (state, owner) = self.state_and_owner(element);
            if !self.test_computed_guard(rule.state, state)? {
                return Ok(Some(MatchFailure::State));
            }
            if !self.test_computed_guard(rule.owner, owner)? {
                return Ok(Some(MatchFailure::Owner));
            }
        }
        let player = self.state.mover().number() as i32;
        if !self.test_computed_guard(rule.player, player)? {
            return Ok(Some(MatchFailure::Player));
        }
        for &check in &rule.checks {
            if !self.holds(check)? {
                return Ok(Some(MatchFailure::Check(check)));
            }
        }
        match rule.condition {
            Some(condition) if !self.holds(condition)? => Ok(Some(MatchFailure::Condition(condition))),
            _ => Ok(None),
        }
    }

    /// Matches all steps for a move, starting with all variables unset.
    pub fn match_move(&mut self, rule: &Rule, mv: Move) -> MatchResult {
        let combinations = self.for_combinations(rule)?;
        let Some(combination) = combinations.get(mv.for_index as usize) else {
            return Ok(Some(MatchFailure::ForClause));
        };
        if let Some(failed) = self.match_origin(rule, combination, mv.choice, mv.element)? {
            return Ok(Some(failed));
        }
        if !self.targets(rule)?.contains(&mv.to) {
            return Ok(Some(MatchFailure::To));
        }
        self.match_rest(rule, mv.to)
    }

    /// Reason why the target cannot be moved to, if it cannot.
    fn target_failure(&self, capture: Capture, element: ElementId, to: Option<LocationId>) -> Option<TargetFailure> {
        if self.eval_context.from == to {
            return Some(TargetFailure::AlreadyThere);
        }
        let there = to.and_then(|to| self.state.content(self.layout, to));
        match (there, capture) {
            (None, Capture::Must) => Some(TargetFailure::Empty),
            (None, _) => None,
            (Some(there), _) if there == element => Some(TargetFailure::AlreadyThere),
            (Some(there), Capture::Never) => Some(TargetFailure::Occupied(there)),
            (Some(there), Capture::May | Capture::Must) => {
                let (_, owner) = self.state_and_owner(there);
                let is_capturable = owner != 0 && owner != self.state.mover().number() as i32;
                (!is_capturable).then_some(TargetFailure::NotCapturable(there))
            }
        }
    }

    /// `true` if a pattern matches a thing; makes the bindings of the pattern then.
    fn match_pattern<Id: Ord>(&mut self, pattern: &PatternMatches<Id>, id: &Id) -> bool {
        pattern.bindings(id).inspect(|bindings| self.bind(bindings)).is_some()
    }

    /// Tests a guard without evaluating expressions; computed guards pass.
    fn test_constant_guard(&mut self, guard: Guard, number: i32) -> bool {
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

    /// Tests a computed guard; all other guards pass.
    fn test_computed_guard(&mut self, guard: Guard, number: i32) -> Result<bool, Fault> {
        let Guard::In(expr) = guard else { return Ok(true) };
        Ok(match self.eval(expr)? {
            Value::Set(members) => members.contains(&Value::Int(number)),
            single => single == Value::Int(number),
        })
    }

    /// Locations that an expression returns, in its order; `NOWHERE` is skipped.
    fn eval_locations(&mut self, expr: ExprId) -> Result<Vec<LocationId>, Fault> {
        let value = self.eval(expr)?;
        Ok(match &value {
            Value::Set(members) => members.iter().filter_map(location).collect(),
            single => location(single).into_iter().collect(),
        })
    }

    /// State and owner of an element; 0 for no owner.
    fn state_and_owner(&self, element: ElementId) -> (i32, i32) {
        let kind = self.layout.kinds[self.state.kind(self.layout, element)];
        (i32::from(kind.state), kind.owner.map_or(0, |owner| owner.number() as i32))
    }
}
