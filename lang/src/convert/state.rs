//! State of the symbolic execution: symbolic values, environments, bindings, and statements of a scope.
//! The evaluator itself is in `symbolic`.

use std::collections::BTreeMap;
use std::rc::Rc;

use boardwright_rules::Span;

use super::names::EntityKind;
use super::term::{BindingId, LocalId, Term};
use crate::Diagnostic;

/// Reason why something cannot be converted.
pub(super) type ConvertError = Box<Diagnostic>;
pub(super) type ConvertResult<T> = Result<T, ConvertError>;

/// Diagnostic code of everything that the edition 2026 cannot express.
pub(super) const NOT_CONVERTIBLE: &str = "no-2026";

pub(super) fn convert_error(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(NOT_CONVERTIBLE, span, message)
}

/// Type of a value; may still be under inference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Int,
    Bool,
    Text,
    Entity(EntityKind),
    Set,
    /// Inference variable, by its number.
    Infer(usize),
}

impl Ty {
    pub(super) fn description(self) -> &'static str {
        match self {
            Self::Int => "a number",
            Self::Bool => "a boolean",
            Self::Text => "a text",
            Self::Entity(EntityKind::Element) => "an element",
            Self::Entity(EntityKind::Location) => "a location",
            Self::Entity(EntityKind::ElementType) => "an element type",
            Self::Entity(EntityKind::LocationType) => "a location type",
            Self::Set => "a set",
            Self::Infer(_) => "unknown",
        }
    }
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TextPart {
    Literal(String),
    Number(Term),
}

/// A symbolic value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SymbolicValue {
    Typed(Term, Ty),
    /// A text whose type is inferred from its use.
    Text(Rc<Vec<TextPart>>),
    /// A set with known members.
    Set(Rc<Vec<SymbolicValue>>),
    /// A value that cannot be expressed, with the reason.
    Unknown(&'static str),
}

impl SymbolicValue {
    pub(super) fn truth(truth: bool) -> Self {
        Self::Typed(Term::bool(truth), Ty::Bool)
    }

    pub(super) fn bool(term: Term) -> Self {
        Self::Typed(term, Ty::Bool)
    }

    pub(super) fn int(term: Term) -> Self {
        Self::Typed(term, Ty::Int)
    }

    /// Applies a function to each term of the value.
    pub(super) fn map(&self, with: &mut dyn FnMut(&Term) -> Term) -> Self {
        match self {
            Self::Typed(term, ty) => Self::Typed(with(term), *ty),
            Self::Text(parts) => Self::Text(Rc::new(
                parts
                    .iter()
                    .map(|part| match part {
                        TextPart::Literal(text) => TextPart::Literal(text.clone()),
                        TextPart::Number(term) => match with(term) {
                            term if term.number().is_some() => {
                                TextPart::Literal(term.number().unwrap_or(0).to_string())
                            }
                            term => TextPart::Number(term),
                        },
                    })
                    .collect(),
            )),
            Self::Set(members) => Self::Set(Rc::new(members.iter().map(|member| member.map(with)).collect())),
            Self::Unknown(why) => Self::Unknown(why),
        }
    }

    pub(super) fn is_equivalent(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Typed(one, _), Self::Typed(two, _)) => one.is_equivalent(two),
            (one, two) => one == two,
        }
    }
}

/// State of a variable.
#[derive(Clone, Debug)]
pub(super) enum VariableState {
    Assigned(SymbolicValue),
    /// One of two states, depending on a condition; `None` for a branch in which the variable is unassigned.
    Conditional(Term, Option<Rc<VariableState>>, Option<Rc<VariableState>>),
    /// Unknown, with the reason.
    Unknown(&'static str),
    /// Saved by the rules for use after the move.
    Saved,
}

impl VariableState {
    pub(super) fn map(&self, with: &mut dyn FnMut(&Term) -> Term) -> Self {
        match self {
            Self::Assigned(value) => Self::Assigned(value.map(with)),
            Self::Conditional(condition, one, two) => {
                let condition = with(condition);
                let one = one.as_ref().map(|slot| Rc::new(slot.map(with)));
                let two = two.as_ref().map(|slot| Rc::new(slot.map(with)));
                Self::conditional(condition, one, two).unwrap_or(Self::Unknown("it has no value"))
            }
            Self::Unknown(why) => Self::Unknown(why),
            Self::Saved => Self::Saved,
        }
    }

    fn conditional(condition: Term, one: Option<Rc<Self>>, two: Option<Rc<Self>>) -> Option<Self> {
        match condition.truth() {
            Some(true) => one.map(|slot| (*slot).clone()),
            Some(false) => two.map(|slot| (*slot).clone()),
            None => Some(Self::Conditional(condition, one, two)),
        }
    }

    fn is_equivalent(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Assigned(one), Self::Assigned(two)) => one.is_equivalent(two),
            (Self::Unknown(_), Self::Unknown(_)) | (Self::Saved, Self::Saved) => true,
            (Self::Conditional(when, yes, no), Self::Conditional(other_when, other_yes, other_no)) => {
                let side = |one: &Option<Rc<Self>>, two: &Option<Rc<Self>>| match (one, two) {
                    (Some(one), Some(two)) => Rc::ptr_eq(one, two) || one.is_equivalent(two),
                    (None, None) => true,
                    _ => false,
                };
                when.is_equivalent(other_when) && side(yes, other_yes) && side(no, other_no)
            }
            _ => false,
        }
    }
}

/// Key in an environment for the player whose turn it is.
pub(super) const PLAYER: &str = "@player";

/// The environment of a path: the states of all variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Env(Rc<BTreeMap<String, Rc<VariableState>>>);

impl Env {
    pub(super) fn get(&self, name: &str) -> Option<Rc<VariableState>> {
        self.0.get(name).cloned()
    }

    pub(super) fn set(&mut self, name: &str, slot: VariableState) {
        Rc::make_mut(&mut self.0).insert(name.to_owned(), Rc::new(slot));
    }

    pub(super) fn forget(&mut self, name: &str) {
        Rc::make_mut(&mut self.0).remove(name);
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    /// Returns the variables that have equal states in `one` and `two`, with their states in `other`.
    pub(super) fn agreeing_variables(one: &Self, two: &Self, other: &Self) -> Vec<(String, Rc<VariableState>)> {
        let same = |name: &String| match (one.get(name), two.get(name)) {
            (Some(one), Some(two)) => Rc::ptr_eq(&one, &two) || one.is_equivalent(&two),
            _ => false,
        };
        let names = other.0.iter().filter(|(name, _)| same(name));
        names.map(|(name, slot)| (name.clone(), slot.clone())).collect()
    }

    /// Merges the environments of two branches.
    pub(super) fn merge(condition: &Term, one: &Self, two: &Self) -> Self {
        if Rc::ptr_eq(&one.0, &two.0) || condition.truth() == Some(true) {
            return one.clone();
        }
        if condition.truth() == Some(false) {
            return two.clone();
        }
        let mut merged = one.clone();
        let names: Vec<&String> = one.0.keys().chain(two.0.keys().filter(|name| !one.0.contains_key(*name))).collect();
        for name in names {
            let (a, b) = (one.get(name), two.get(name));
            let equal = match (&a, &b) {
                (Some(a), Some(b)) => Rc::ptr_eq(a, b) || a.is_equivalent(b),
                _ => false,
            };
            if !equal {
                let a = a.map(|slot| state_given(&slot, condition, true));
                let b = b.map(|slot| state_given(&slot, condition, false));
                merged.set(name, VariableState::Conditional(condition.clone(), a.flatten(), b.flatten()));
            }
        }
        merged
    }
}

/// Returns the state of a variable if a condition is known to be `truth`.
fn state_given(slot: &Rc<VariableState>, condition: &Term, truth: bool) -> Option<Rc<VariableState>> {
    let VariableState::Conditional(own, one, two) = &**slot else { return Some(slot.clone()) };
    let holds = truth && condition.conjuncts().iter().any(|part| part.is_equivalent(own))
        || !truth && condition.clone().not().is_equivalent(own);
    let fails = truth && condition.conjuncts().iter().any(|part| part.clone().not().is_equivalent(own))
        || !truth && condition.is_equivalent(own);
    match (holds, fails) {
        (true, _) => one.as_ref().and_then(|slot| state_given(slot, condition, truth)),
        (_, true) => two.as_ref().and_then(|slot| state_given(slot, condition, truth)),
        _ => Some(slot.clone()),
    }
}

/// Result of evaluating an expression: its value, and the environments if it is true and if it is false.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    pub(super) value: SymbolicValue,
    pub(super) if_true: Env,
    pub(super) if_false: Env,
}

impl Outcome {
    pub(super) fn of(value: SymbolicValue, env: Env) -> Self {
        Self { value, if_true: env.clone(), if_false: env }
    }

    /// Environment after the expression, for either value.
    pub(super) fn env(&self) -> Env {
        match &self.value {
            SymbolicValue::Typed(term, Ty::Bool) => Env::merge(term, &self.if_true, &self.if_false),
            _ => self.if_true.clone(),
        }
    }
}

/// A binding: the value of a term at one point of the execution (let binding).
#[derive(Clone, Debug)]
pub(super) struct Binding {
    pub(super) term: Term,
    pub(super) hint: String,
    /// Number of effects before it.
    pub(super) epoch: usize,
    /// Block, and index of the next statement in it.
    pub(super) block: usize,
    pub(super) statement_index: usize,
    pub(super) guard: Term,
    pub(super) ty: Ty,
    /// `true` if the value depends on the position.
    pub(super) is_state_dependent: bool,
}

/// A statement of a block.
#[derive(Clone, Debug)]
pub(super) enum Statement {
    /// A condition that must hold.
    Condition(Term),
    /// An effect that is executed if its guard holds.
    Effect { guard: Term, effect: Effect },
}

#[derive(Clone, Debug)]
pub(super) enum Effect {
    /// An action, or a call of a function with effects.
    Call(Term),
    /// Assigns a value to a global variable.
    Set(String, Term),
    /// Adds points to the score of a player.
    Score(Term, Term),
    /// Executes a block for each member of a set.
    ForEach(LocalId, Term, usize),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) statements: Vec<(usize, Statement)>,
}

/// Record of a dry run: the guards of its effects, which are not emitted.
#[derive(Clone, Debug, Default)]
pub(super) struct DryRun {
    pub(super) guards: Vec<Term>,
    /// `true` if the position was read after an effect.
    pub(super) reads_after_effect: bool,
}

/// State of the conversion of one rule, end or named expression.
#[derive(Clone, Debug, Default)]
pub(super) struct ConversionScope {
    pub(super) bindings: Vec<Binding>,
    pub(super) blocks: Vec<Block>,
    /// Index of the block that receives statements.
    pub(super) current_block: usize,
    pub(super) epoch: usize,
    pub(super) guards: Vec<Term>,
    /// Conditions known to hold, each with the epoch from which it is known.
    pub(super) facts: Vec<(usize, Term)>,
    /// Greater than 0 within expressions, where no statement is possible.
    pub(super) expression_depth: usize,
    /// `true` if effects are allowed.
    pub(super) allows_effects: bool,
    pub(super) dry_run: Option<DryRun>,
    /// Parameters, in a named expression.
    pub(super) params: Option<Vec<(String, LocalId)>>,
    /// Depth of inlined calls.
    pub(super) inlining_depth: usize,
    /// Nesting depth of loops with effects.
    pub(super) effect_loop_depth: usize,
    /// Global variables that are assigned.
    pub(super) assigned_globals: Vec<String>,
    /// `true` if the direction of a loop is unknown.
    pub(super) has_unknown_direction: bool,
}

impl ConversionScope {
    pub(super) fn path_condition(&self) -> Term {
        self.guards.iter().cloned().fold(Term::bool(true), Term::and)
    }

    pub(super) fn bind(&mut self, term: Term, ty: Ty, hint: &str) -> Term {
        let id = BindingId(self.bindings.len());
        let place = self.blocks[self.current_block].statements.len();
        let (epoch, block, guard) = (self.epoch, self.current_block, self.path_condition());
        let changes = term.is_state_dependent();
        self.bindings.push(Binding {
            term,
            hint: hint.to_owned(),
            epoch,
            block,
            statement_index: place,
            guard,
            ty,
            is_state_dependent: changes,
        });
        Term::new(super::term::Node::Binding(id))
    }
}
