//! Expressions of 2013 followed through: what they give and change, with what is known on each path.
//! Questions, loops, calls and changes are in files of their own.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use boardwright_engine::rules::{Arith, BinaryOp, Span, UnaryOp};

use super::calls::Named;
use super::effects::Effects;
use super::names::{Kind, Names, as_variable};
use super::reach::Reach;
use super::state::{Done, Env, PLAYER, Part, Res, Scope, Slot, Ty, Val, stop};
use super::term::{LocalId, Node, Term};
use super::values::literal;
use crate::edition2013::ast::{Infix, Kind as Kind2013, Node as Node2013, Piece, Tree};
use crate::syntax::ast::Comparison;

/// Which part of a move a variable is a number of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Element,
    From,
    To,
}

/// A local variable.
#[derive(Clone, Debug)]
pub(super) struct Local {
    pub(super) hint: String,
    pub(super) ty: Ty,
    /// The number of rows, and the column with its values.
    pub(super) domain: Option<(usize, usize)>,
    /// The pattern, the place in it, and how many places that has.
    pub(super) of: Option<(Of, usize, usize)>,
}

/// A variable of the file.
#[derive(Clone, Debug)]
pub(super) struct Global {
    pub(super) name: String,
    pub(super) initial: Term,
    /// The variable of 2013 whose value it keeps.
    pub(super) keeps: Option<String>,
}

/// Follows expressions.
#[derive(Debug)]
pub(super) struct Follower<'t> {
    pub(super) tree: &'t Tree,
    pub(super) names: Names,
    pub(super) effects: Effects<'t>,
    pub(super) reach: Reach<'t>,
    pub(super) locals: Vec<Local>,
    /// Values that variables can have together.
    pub(super) rows: Vec<Vec<Vec<i32>>>,
    pub(super) types: Vec<Option<Ty>>,
    pub(super) functions: BTreeMap<String, Named>,
    /// Named expressions that were put in place of a call.
    pub(super) placed: BTreeSet<String>,
    pub(super) globals: Vec<Global>,
    pub(super) scope: Scope,
    /// In ends: what rules keep for them.
    pub(super) kept: BTreeMap<String, Val>,
}

impl<'t> Follower<'t> {
    pub(super) fn new(tree: &'t Tree) -> Self {
        Self {
            tree,
            names: Names::of(tree),
            effects: Effects::of(tree),
            reach: Reach::of(tree),
            locals: Vec::new(),
            rows: Vec::new(),
            types: Vec::new(),
            functions: BTreeMap::new(),
            placed: BTreeSet::new(),
            globals: Vec::new(),
            scope: Scope::default(),
            kept: BTreeMap::new(),
        }
    }

    pub(super) fn local(&mut self, name: &str, ty: Ty) -> LocalId {
        self.locals.push(Local { hint: as_variable(name), ty, domain: None, of: None });
        LocalId(self.locals.len() - 1)
    }

    pub(super) fn open_type(&mut self) -> Ty {
        self.types.push(None);
        Ty::Open(self.types.len() - 1)
    }

    /// A condition that is known to hold, or not to, is not asked again.
    pub(super) fn simplified(&self, term: Term) -> Term {
        let known = |wanted: &Term| {
            self.scope.facts.iter().any(|(epoch, fact)| *epoch == self.scope.epoch && fact.same(wanted))
        };
        if known(&term) {
            return Term::bool(true);
        }
        if known(&term.clone().not()) {
            return Term::bool(false);
        }
        term
    }

    /// Follows an expression.
    pub(super) fn follow(&mut self, node: &'t Node2013, env: Env) -> Res<Done> {
        let span = node.span;
        match &node.kind {
            Kind2013::Int(number) => Ok(Done::of(Val::int(Term::int(*number)), env)),
            Kind2013::Bool(truth) => Ok(Done::of(Val::truth(*truth), env)),
            Kind2013::Text(pieces) => {
                let parts = self.parts_of(pieces, &env)?;
                Ok(Done::of(Val::Name(Rc::new(parts)), env))
            }
            Kind2013::Var(name) => {
                let value = self.read(name, &env, span)?;
                Ok(Done::of(value, env))
            }
            Kind2013::Set(members) => {
                let mut env = env;
                let mut all = Vec::new();
                for member in members {
                    let (value, after) = self.value(member, env)?;
                    all.push(value);
                    env = after;
                }
                Ok(Done::of(Val::Set(Rc::new(all)), env))
            }
            Kind2013::Prefix(op, inner) => self.prefix(*op, inner, env, span),
            Kind2013::Binary(left, infix, right) => match infix {
                Infix::Assign => self.assignment(left, right, env),
                Infix::Misplaced(op) => self.prefix(*op, left, env, span),
                Infix::Op(BinaryOp::And) => self.both(left, &[right], env),
                Infix::Op(BinaryOp::Or) => self.either(left, right, env),
                Infix::Op(op) => self.operation(*op, left, right, env, span),
            },
            Kind2013::Call(name, arguments) => self.call(name, arguments.as_deref().unwrap_or(&[]), env, span),
        }
    }

    /// The value of something that changes nothing, and the variables after it.
    pub(super) fn value(&mut self, node: &'t Node2013, env: Env) -> Res<(Val, Env)> {
        if self.effects.node(node).anything() {
            return Err(Box::new(
                stop(node.span, "a value is asked for here, but this changes the position too")
                    .help("in 2026 conditions and values change nothing; changes stand in `followup`"),
            ));
        }
        let done = self.follow(node, env)?;
        let env = done.env();
        Ok((done.value, env))
    }

    pub(super) fn parts_of(&mut self, pieces: &'t [Piece], env: &Env) -> Res<Vec<Part>> {
        pieces
            .iter()
            .map(|piece| match piece {
                Piece::Literal(text) => Ok(Part::Literal(text.clone())),
                Piece::Var(name) => {
                    let value = self.read(&name.value, env, name.span)?;
                    let number = self.number(&value, name.span)?;
                    Ok(match number.number() {
                        Some(number) => Part::Literal(number.to_string()),
                        None => Part::Number(number),
                    })
                }
            })
            .collect()
    }

    fn prefix(&mut self, op: UnaryOp, inner: &'t Node2013, env: Env, span: Span) -> Res<Done> {
        if op == UnaryOp::Not {
            let done = self.follow(inner, env)?;
            let truth = self.boolean(&done.value, inner.span)?;
            let value = Val::bool(self.simplified(truth.not()));
            return Ok(Done { value, yes: done.no, no: done.yes });
        }
        let (value, env) = self.value(inner, env)?;
        let number = self.number(&value, inner.span)?;
        let term = match (op, number.number()) {
            (UnaryOp::Abs, Some(number)) => Term::int(number.wrapping_abs()),
            (UnaryOp::Abs, None) => Term::call("ABS", vec![number]),
            (_, Some(number)) => Term::int(number.wrapping_neg()),
            (_, None) => Term::arith(Arith::Multiply, Term::int(-1), number),
        };
        Self::small(&term, span)?;
        Ok(Done::of(Val::int(term), env))
    }

    fn assignment(&mut self, left: &Node2013, right: &'t Node2013, env: Env) -> Res<Done> {
        let Kind2013::Var(name) = &left.kind else {
            return Err(Box::new(stop(left.span, "only a variable can be given a value")));
        };
        let done = self.follow(right, env)?;
        let mut env = done.env();
        let slot = match done.value {
            Val::Is(term, ty) if self.may_note() && term.size() > 2 && !matches!(term.node(), Node::Note(_)) => {
                let ty = self.known(ty);
                Slot::Has(Val::Is(self.scope.note(term, ty, &as_variable(name)), ty))
            }
            Val::None(why) => Slot::Lost(why),
            value => Slot::Has(value),
        };
        env.set(name, slot);
        Ok(Done::of(Val::truth(true), env))
    }

    /// Whether what is worked out here could stand on a line of its own.
    pub(super) fn may_note(&self) -> bool {
        self.scope.inline == 0 && self.scope.trial.is_none()
    }

    fn operation(&mut self, op: BinaryOp, left: &'t Node2013, right: &'t Node2013, env: Env, span: Span) -> Res<Done> {
        if matches!(op, BinaryOp::Equal | BinaryOp::Unequal)
            && let Some((term, env)) = self.unindexed(left, right, &env)?
        {
            let term = if op == BinaryOp::Equal { term } else { term.not() };
            return Ok(Done::of(Val::bool(term), env));
        }
        let (one, env) = self.value(left, env)?;
        let (two, env) = self.value(right, env)?;
        let arith = match op {
            BinaryOp::Add => Some(Arith::Add),
            BinaryOp::Subtract => Some(Arith::Subtract),
            BinaryOp::Multiply => Some(Arith::Multiply),
            BinaryOp::Divide => Some(Arith::Divide),
            BinaryOp::Remainder => Some(Arith::Remainder),
            _ => None,
        };
        if let Some(arith) = arith {
            let (one, two) = (self.number(&one, left.span)?, self.number(&two, right.span)?);
            let term = Term::arith(arith, one, two);
            Self::small(&term, span)?;
            return Ok(Done::of(Val::int(term), env));
        }
        let order = match op {
            BinaryOp::Less => Some(Comparison::Less),
            BinaryOp::LessEqual => Some(Comparison::LessEqual),
            BinaryOp::Greater => Some(Comparison::Greater),
            BinaryOp::GreaterEqual => Some(Comparison::GreaterEqual),
            _ => None,
        };
        if let Some(order) = order {
            let (one, two) = (self.number(&one, left.span)?, self.number(&two, right.span)?);
            return Ok(Done::of(Val::bool(self.simplified(Term::compare(order, one, two))), env));
        }
        let term = match op {
            BinaryOp::Equal | BinaryOp::Unequal => {
                let equal = self.equal(left, right, &one, &two, span)?;
                if op == BinaryOp::Equal { equal } else { equal.not() }
            }
            BinaryOp::In => {
                let of = self.open_type();
                let set = match &two {
                    Val::Set(members) => {
                        if let Val::Is(_, ty) = &one {
                            self.unify(of, *ty, span)?;
                        }
                        let members: Res<Vec<Term>> =
                            members.iter().map(|member| self.want(member, of, right.span)).collect();
                        Term::new(Node::Set(members?))
                    }
                    set => self.want(set, Ty::Set, right.span)?,
                };
                Term::compare(Comparison::In, self.want(&one, of, left.span)?, set)
            }
            BinaryOp::Subset => {
                let (one, two) = (self.want(&one, Ty::Set, left.span)?, self.want(&two, Ty::Set, right.span)?);
                Term::compare(Comparison::Subset, one, two)
            }
            BinaryOp::Union | BinaryOp::Intersect | BinaryOp::SetMinus => {
                let (one, two) = (self.want(&one, Ty::Set, left.span)?, self.want(&two, Ty::Set, right.span)?);
                let term = match op {
                    // Of a union the right side came first.
                    BinaryOp::Union => Term::new(Node::Join("UNION", two, one)),
                    BinaryOp::Intersect => Term::new(Node::Join("INTERSECT", one, two)),
                    _ => Term::new(Node::Join("EXCEPT", one, two)),
                };
                return Ok(Done::of(Val::Is(term, Ty::Set), env));
            }
            _ => return Err(Box::new(stop(span, "this operator has no equal in 2026"))),
        };
        Ok(Done::of(Val::bool(self.simplified(term)), env))
    }

    /// `==`.
    fn equal(&mut self, left: &Node2013, right: &Node2013, one: &Val, two: &Val, span: Span) -> Res<Term> {
        if matches!(one, Val::Set(_)) || matches!(two, Val::Set(_)) {
            return Err(Box::new(stop(
                span,
                "sets are compared in another way: in 2026 order and doubles do not count",
            )));
        }
        let (one, two) = match (one, two) {
            (Val::Name(a), Val::Name(b)) => match (literal(a), literal(b)) {
                (Some(a), Some(b)) => return Ok(Term::bool(a == b)),
                _ => (self.settle(one, left.span)?, self.settle(two, right.span)?),
            },
            _ => (one.clone(), two.clone()),
        };
        let ty = match (&one, &two) {
            (Val::Is(_, a), Val::Is(_, b)) => {
                let (a, b) = (self.known(*a), self.known(*b));
                // What is of two types is never equal.
                if !matches!(a, Ty::Open(_)) && !matches!(b, Ty::Open(_)) && a != b {
                    return Ok(Term::bool(false));
                }
                a
            }
            (Val::Is(_, ty), _) | (_, Val::Is(_, ty)) => self.known(*ty),
            _ => self.open_type(),
        };
        // A type that does not exist is asked for by what has no type.
        for (value, other) in [(&one, &two), (&two, &one)] {
            if let (Val::Name(parts), Val::Is(term, _)) = (value, other)
                && literal(parts).is_some_and(|text| text.is_empty())
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
        // A text that names nothing of the kind is never equal.
        for value in [&one, &two] {
            if let (Val::Name(parts), Ty::Thing(kind @ (Kind::ElementType | Kind::LocationType))) = (value, ty)
                && literal(parts).is_some_and(|text| self.names.written(kind, &text).is_none())
            {
                return Ok(Term::bool(false));
            }
            if matches!((value, ty), (Val::Name(_), Ty::Int | Ty::Bool)) {
                return Ok(Term::bool(false));
            }
        }
        let (a, b) = (self.want(&one, ty, left.span)?, self.want(&two, ty, right.span)?);
        Ok(Term::compare(Comparison::Equal, a, b))
    }

    /// The variables of a scope in which nothing has happened yet.
    pub(super) fn fresh_env() -> Env {
        let mut env = Env::default();
        env.set(PLAYER, Slot::Has(Val::int(Term::word("PLAYER"))));
        env
    }
}
