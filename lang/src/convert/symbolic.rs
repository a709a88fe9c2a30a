//! Symbolic execution of edition 2013 expressions (King 1976): computes their values as edition 2026 terms and emits
//! their effects, with a path condition and an environment for each path. Queries, loops, calls and actions have own
//! modules.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use boardwright_rules::{ArithmeticOp, BinaryOp, Span, UnaryOp};

use super::calls::FunctionState;
use super::effects::EffectAnalysis;
use super::names::{EntityKind, NameTable, to_variable_name};
use super::placement::PlacementAnalysis;
use super::state::{
    ConversionScope, ConvertResult, Env, Outcome, PLAYER, SymbolicValue, TextPart, Ty, VariableState, convert_error,
};
use super::term::{LocalId, Node, Term};
use super::values::literal_text;
use crate::edition2013::ast::{Infix, Node as Node2013, NodeKind as NodeKind2013, SyntaxTree, TemplatePart};
use crate::syntax::ast::Comparison;

/// The part of a move that a pattern variable belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MovePart {
    Element,
    From,
    To,
}

/// A local variable.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) hint: String,
    pub(super) ty: Ty,
    /// Index in [`SymbolicEvaluator::domains`] and column of the possible values, if they are known.
    pub(super) domain: Option<(usize, usize)>,
    /// Part of the move, position in its pattern, and number of positions; `None` for a variable of no pattern.
    pub(super) move_part: Option<(MovePart, usize, usize)>,
}

/// A global variable of the converted file.
#[derive(Clone, Debug)]
pub(super) struct Global {
    pub(super) name: String,
    pub(super) initial: Term,
    /// Variable of the edition 2013 whose value is saved in it after a move.
    pub(super) saves: Option<String>,
}

/// Symbolic evaluator for the expressions of a file.
#[derive(Debug)]
pub(super) struct SymbolicEvaluator<'t> {
    pub(super) tree: &'t SyntaxTree,
    pub(super) names: NameTable,
    pub(super) effects: EffectAnalysis<'t>,
    pub(super) placement: PlacementAnalysis<'t>,
    pub(super) locals: Vec<Local>,
    /// Tables of values that groups of variables can have together.
    pub(super) domains: Vec<Vec<Vec<i32>>>,
    pub(super) inferred_types: Vec<Option<Ty>>,
    pub(super) functions: BTreeMap<String, FunctionState>,
    /// Named expressions with inlined calls.
    pub(super) inlined_functions: BTreeSet<String>,
    pub(super) globals: Vec<Global>,
    pub(super) scope: ConversionScope,
    /// In scorings and ends: values of variables that rules save for them.
    pub(super) saved: BTreeMap<String, SymbolicValue>,
}

impl<'t> SymbolicEvaluator<'t> {
    pub(super) fn new(tree: &'t SyntaxTree) -> Self {
        Self {
            tree,
            names: NameTable::new(tree),
            effects: EffectAnalysis::analyse(tree),
            placement: PlacementAnalysis::analyse(tree),
            locals: Vec::new(),
            domains: Vec::new(),
            inferred_types: Vec::new(),
            functions: BTreeMap::new(),
            inlined_functions: BTreeSet::new(),
            globals: Vec::new(),
            scope: ConversionScope::default(),
            saved: BTreeMap::new(),
        }
    }

    pub(super) fn new_local(&mut self, name: &str, ty: Ty) -> LocalId {
        self.locals.push(Local { hint: to_variable_name(name), ty, domain: None, move_part: None });
        LocalId(self.locals.len() - 1)
    }

    pub(super) fn new_type(&mut self) -> Ty {
        self.inferred_types.push(None);
        Ty::Infer(self.inferred_types.len() - 1)
    }

    /// Replaces a condition by a constant if it or its negation is known to hold.
    pub(super) fn simplify(&self, term: Term) -> Term {
        let known = |candidate: &Term| {
            self.scope.facts.iter().any(|(epoch, fact)| *epoch == self.scope.epoch && fact.is_equivalent(candidate))
        };
        if known(&term) {
            return Term::bool(true);
        }
        if known(&term.clone().not()) {
            return Term::bool(false);
        }
        term
    }

    /// Evaluates an expression symbolically.
    pub(super) fn evaluate(&mut self, node: &'t Node2013, env: Env) -> ConvertResult<Outcome> {
        let span = node.span;
        match &node.kind {
            NodeKind2013::Int(number) => Ok(Outcome::of(SymbolicValue::int(Term::int(*number)), env)),
            NodeKind2013::Bool(truth) => Ok(Outcome::of(SymbolicValue::truth(*truth), env)),
            NodeKind2013::Text(pieces) => {
                let parts = self.evaluate_text(pieces, &env)?;
                Ok(Outcome::of(SymbolicValue::Text(Rc::new(parts)), env))
            }
            NodeKind2013::Var(name) => {
                let value = self.read_variable(name, &env, span)?;
                Ok(Outcome::of(value, env))
            }
            NodeKind2013::Set(members) => {
                let mut env = env;
                let mut all = Vec::new();
                for member in members {
                    let (value, after) = self.evaluate_pure(member, env)?;
                    all.push(value);
                    env = after;
                }
                Ok(Outcome::of(SymbolicValue::Set(Rc::new(all)), env))
            }
            NodeKind2013::Prefix(op, inner) => self.evaluate_prefix(*op, inner, env, span),
            NodeKind2013::Binary(left, infix, right) => match infix {
                Infix::Assign => self.evaluate_assignment(left, right, env),
                Infix::MisplacedPrefix(op) => self.evaluate_prefix(*op, left, env, span),
                Infix::Op(BinaryOp::And) => self.evaluate_sequence(left, &[right], env),
                Infix::Op(BinaryOp::Or) => self.evaluate_or(left, right, env),
                Infix::Op(op) => self.evaluate_binary(*op, left, right, env, span),
            },
            NodeKind2013::Call(name, arguments) => {
                self.convert_call(name, arguments.as_deref().unwrap_or(&[]), env, span)
            }
        }
    }

    /// Evaluates an expression without effects. Returns its value and the environment after it.
    pub(super) fn evaluate_pure(&mut self, node: &'t Node2013, env: Env) -> ConvertResult<(SymbolicValue, Env)> {
        if self.effects.of_node(node).has_any() {
            return Err(Box::new(
                convert_error(node.span, "a value is required here, but this also changes the position").help(
                    "in edition 2026 conditions and values cannot change the position; move changes to `followup`",
                ),
            ));
        }
        let outcome = self.evaluate(node, env)?;
        let env = outcome.env();
        Ok((outcome.value, env))
    }

    pub(super) fn evaluate_text(&mut self, pieces: &'t [TemplatePart], env: &Env) -> ConvertResult<Vec<TextPart>> {
        pieces
            .iter()
            .map(|piece| match piece {
                TemplatePart::Literal(text) => Ok(TextPart::Literal(text.clone())),
                TemplatePart::Var(name) => {
                    let value = self.read_variable(&name.value, env, name.span)?;
                    let number = self.int_term(&value, name.span)?;
                    Ok(match number.number() {
                        Some(number) => TextPart::Literal(number.to_string()),
                        None => TextPart::Number(number),
                    })
                }
            })
            .collect()
    }

    fn evaluate_prefix(&mut self, op: UnaryOp, inner: &'t Node2013, env: Env, span: Span) -> ConvertResult<Outcome> {
        if op == UnaryOp::Not {
            let outcome = self.evaluate(inner, env)?;
            let truth = self.bool_term(&outcome.value, inner.span)?;
            let value = SymbolicValue::bool(self.simplify(truth.not()));
            return Ok(Outcome { value, if_true: outcome.if_false, if_false: outcome.if_true });
        }
        let (value, env) = self.evaluate_pure(inner, env)?;
        let number = self.int_term(&value, inner.span)?;
        let term = match (op, number.number()) {
            (UnaryOp::Abs, Some(number)) => Term::int(number.wrapping_abs()),
            (UnaryOp::Abs, None) => Term::call("ABS", vec![number]),
            (_, Some(number)) => Term::int(number.wrapping_neg()),
            (_, None) => Term::arith(ArithmeticOp::Multiply, Term::int(-1), number),
        };
        Self::check_size(&term, span)?;
        Ok(Outcome::of(SymbolicValue::int(term), env))
    }

    fn evaluate_assignment(&mut self, left: &Node2013, right: &'t Node2013, env: Env) -> ConvertResult<Outcome> {
        let NodeKind2013::Var(name) = &left.kind else {
            return Err(Box::new(convert_error(left.span, "only a variable can be given a value")));
        };
        let outcome = self.evaluate(right, env)?;
        let mut env = outcome.env();
        let slot = match outcome.value {
            SymbolicValue::Typed(term, ty)
                if self.can_bind() && term.size() > 2 && !matches!(term.node(), Node::Binding(_)) =>
            {
                let ty = self.resolve_type(ty);
                VariableState::Assigned(SymbolicValue::Typed(self.scope.bind(term, ty, &to_variable_name(name)), ty))
            }
            SymbolicValue::Unknown(why) => VariableState::Unknown(why),
            value => VariableState::Assigned(value),
        };
        env.set(name, slot);
        Ok(Outcome::of(SymbolicValue::truth(true), env))
    }

    /// `true` if the current code can contain statements, so that values can be bound to variables.
    pub(super) fn can_bind(&self) -> bool {
        self.scope.expression_depth == 0 && self.scope.dry_run.is_none()
    }

    fn evaluate_binary(
        &mut self,
        op: BinaryOp,
        left: &'t Node2013,
        right: &'t Node2013,
        env: Env,
        span: Span,
    ) -> ConvertResult<Outcome> {
        if matches!(op, BinaryOp::Equal | BinaryOp::Unequal)
            && let Some((term, env)) = self.convert_unindex_comparison(left, right, &env)?
        {
            let term = if op == BinaryOp::Equal { term } else { term.not() };
            return Ok(Outcome::of(SymbolicValue::bool(term), env));
        }
        let (one, env) = self.evaluate_pure(left, env)?;
        let (two, env) = self.evaluate_pure(right, env)?;
        let arith = match op {
            BinaryOp::Add => Some(ArithmeticOp::Add),
            BinaryOp::Subtract => Some(ArithmeticOp::Subtract),
            BinaryOp::Multiply => Some(ArithmeticOp::Multiply),
            BinaryOp::Divide => Some(ArithmeticOp::Divide),
            BinaryOp::Remainder => Some(ArithmeticOp::Remainder),
            _ => None,
        };
        if let Some(arith) = arith {
            let (one, two) = (self.int_term(&one, left.span)?, self.int_term(&two, right.span)?);
            let term = Term::arith(arith, one, two);
            Self::check_size(&term, span)?;
            return Ok(Outcome::of(SymbolicValue::int(term), env));
        }
        let order = match op {
            BinaryOp::Less => Some(Comparison::Less),
            BinaryOp::LessEqual => Some(Comparison::LessEqual),
            BinaryOp::Greater => Some(Comparison::Greater),
            BinaryOp::GreaterEqual => Some(Comparison::GreaterEqual),
            _ => None,
        };
        if let Some(order) = order {
            let (one, two) = (self.int_term(&one, left.span)?, self.int_term(&two, right.span)?);
            return Ok(Outcome::of(SymbolicValue::bool(self.simplify(Term::compare(order, one, two))), env));
        }
        let term = match op {
            BinaryOp::Equal | BinaryOp::Unequal => {
                let equal = self.compare_equal(left, right, &one, &two, span)?;
                if op == BinaryOp::Equal { equal } else { equal.not() }
            }
            BinaryOp::In => {
                let of = self.new_type();
                let set = match &two {
                    SymbolicValue::Set(members) => {
                        if let SymbolicValue::Typed(_, ty) = &one {
                            self.unify(of, *ty, span)?;
                        }
                        let members: ConvertResult<Vec<Term>> =
                            members.iter().map(|member| self.term_of_type(member, of, right.span)).collect();
                        Term::new(Node::Set(members?))
                    }
                    set => self.term_of_type(set, Ty::Set, right.span)?,
                };
                Term::compare(Comparison::In, self.term_of_type(&one, of, left.span)?, set)
            }
            BinaryOp::Subset => {
                let (one, two) =
                    (self.term_of_type(&one, Ty::Set, left.span)?, self.term_of_type(&two, Ty::Set, right.span)?);
                Term::compare(Comparison::Subset, one, two)
            }
            BinaryOp::Union | BinaryOp::Intersect | BinaryOp::SetMinus => {
                let (one, two) =
                    (self.term_of_type(&one, Ty::Set, left.span)?, self.term_of_type(&two, Ty::Set, right.span)?);
                let term = match op {
                    // In the edition 2013, the members of the right operand of a union come first.
                    BinaryOp::Union => Term::new(Node::SetOperation("UNION", two, one)),
                    BinaryOp::Intersect => Term::new(Node::SetOperation("INTERSECT", one, two)),
                    _ => Term::new(Node::SetOperation("EXCEPT", one, two)),
                };
                return Ok(Outcome::of(SymbolicValue::Typed(term, Ty::Set), env));
            }
            _ => return Err(Box::new(convert_error(span, "this operator has no equivalent in edition 2026"))),
        };
        Ok(Outcome::of(SymbolicValue::bool(self.simplify(term)), env))
    }

    /// Converts the operator `==`.
    fn compare_equal(
        &mut self,
        left: &Node2013,
        right: &Node2013,
        one: &SymbolicValue,
        two: &SymbolicValue,
        span: Span,
    ) -> ConvertResult<Term> {
        if matches!(one, SymbolicValue::Set(_)) || matches!(two, SymbolicValue::Set(_)) {
            return Err(Box::new(convert_error(
                span,
                "sets are compared differently: edition 2026 ignores order and duplicates",
            )));
        }
        let (one, two) = match (one, two) {
            (SymbolicValue::Text(a), SymbolicValue::Text(b)) => match (literal_text(a), literal_text(b)) {
                (Some(a), Some(b)) => return Ok(Term::bool(a == b)),
                _ => (self.infer_text(one, left.span)?, self.infer_text(two, right.span)?),
            },
            _ => (one.clone(), two.clone()),
        };
        let ty = match (&one, &two) {
            (SymbolicValue::Typed(_, a), SymbolicValue::Typed(_, b)) => {
                let (a, b) = (self.resolve_type(*a), self.resolve_type(*b));
                // Values of different types are never equal.
                if !matches!(a, Ty::Infer(_)) && !matches!(b, Ty::Infer(_)) && a != b {
                    return Ok(Term::bool(false));
                }
                a
            }
            (SymbolicValue::Typed(_, ty), _) | (_, SymbolicValue::Typed(_, ty)) => self.resolve_type(*ty),
            _ => self.new_type(),
        };
        // Comparing the type of an element or location with the empty text tests whether it exists.
        for (value, other) in [(&one, &two), (&two, &one)] {
            if let (SymbolicValue::Text(parts), SymbolicValue::Typed(term, _)) = (value, other)
                && literal_text(parts).is_some_and(|text| text.is_empty())
                && let Node::Call(word, arguments, _) = term.node()
            {
                match word.as_str() {
                    "ELTYPE" => {
                        return Ok(Term::compare(Comparison::Equal, arguments[0].clone(), Term::word("NOTHING")));
                    }
                    "LOCTYPE" => {
                        return Ok(Term::compare(Comparison::Equal, arguments[0].clone(), Term::word("NOWHERE")));
                    }
                    _ => {}
                }
            }
        }
        // A text that names nothing of the required kind is never equal.
        for value in [&one, &two] {
            if let (SymbolicValue::Text(parts), Ty::Entity(kind @ (EntityKind::ElementType | EntityKind::LocationType))) =
                (value, ty)
                && literal_text(parts).is_some_and(|text| self.names.translate(kind, &text).is_none())
            {
                return Ok(Term::bool(false));
            }
            if matches!((value, ty), (SymbolicValue::Text(_), Ty::Int | Ty::Bool)) {
                return Ok(Term::bool(false));
            }
        }
        let (a, b) = (self.term_of_type(&one, ty, left.span)?, self.term_of_type(&two, ty, right.span)?);
        Ok(Term::compare(Comparison::Equal, a, b))
    }

    /// Returns the environment at the start of a scope.
    pub(super) fn initial_env() -> Env {
        let mut env = Env::default();
        env.set(PLAYER, VariableState::Assigned(SymbolicValue::int(Term::word("PLAYER"))));
        env
    }
}
