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
use crate::edition2013::ast::{Infix, Kind as Kind2013, Node as Node2013, Piece, Tree};
use crate::syntax::ast::Comparison;

/// Largest expression that is put together.
const LARGEST: usize = 4_000;

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

    /// A type as far as it is known by now.
    pub(super) fn known(&self, ty: Ty) -> Ty {
        match ty {
            Ty::Open(at) => self.types[at].map_or(ty, |known| self.known(known)),
            known => known,
        }
    }

    pub(super) fn unify(&mut self, one: Ty, two: Ty, span: Span) -> Res<Ty> {
        let (one, two) = (self.known(one), self.known(two));
        match (one, two) {
            (Ty::Open(a), Ty::Open(b)) if a == b => Ok(one),
            (Ty::Open(at), other) | (other, Ty::Open(at)) => {
                self.types[at] = Some(other);
                Ok(other)
            }
            _ if one == two => Ok(one),
            _ => Err(Box::new(stop(span, "this has two types: every expression of 2026 has one").label(format!(
                "{} here, but also {}",
                two.shown(),
                one.shown()
            )))),
        }
    }

    /// A value as an expression of a type.
    pub(super) fn want(&mut self, value: &Val, ty: Ty, span: Span) -> Res<Term> {
        match value {
            Val::Is(term, own) => {
                self.unify(*own, ty, span)?;
                Ok(term.clone())
            }
            Val::Name(parts) => match self.known(ty) {
                Ty::Thing(kind) => self.named(kind, parts, span),
                Ty::Text => self.text(parts, span),
                Ty::Open(_) => {
                    let settled = self.settle(value, span)?;
                    if matches!(settled, Val::Name(_)) {
                        return Err(Box::new(stop(span, "it is not clear what this text names")));
                    }
                    self.want(&settled, ty, span)
                }
                other => Err(Box::new(stop(span, format!("this is a text, {} is needed here", other.shown())))),
            },
            Val::Set(members) => {
                let ty = self.unify(ty, Ty::Set, span)?;
                let of = self.open_type();
                let members: Res<Vec<Term>> = members.iter().map(|member| self.want(member, of, span)).collect();
                debug_assert_eq!(ty, Ty::Set, "only sets are sets");
                Ok(Term::new(Node::Set(members?)))
            }
            Val::None(why) => Err(Box::new(stop(span, *why))),
        }
    }

    pub(super) fn boolean(&mut self, value: &Val, span: Span) -> Res<Term> {
        self.want(value, Ty::Bool, span)
    }

    pub(super) fn number(&mut self, value: &Val, span: Span) -> Res<Term> {
        self.want(value, Ty::Int, span)
    }

    fn text(&self, parts: &[Part], span: Span) -> Res<Term> {
        let mut text = String::new();
        for part in parts {
            match part {
                Part::Literal(literal) => text.push_str(literal),
                Part::Number(_) => return Err(Box::new(stop(span, "texts with variables are names of things only"))),
            }
        }
        Ok(Term::new(Node::Text(text)))
    }

    /// A text with the type that only it can have.
    pub(super) fn settle(&mut self, value: &Val, span: Span) -> Res<Val> {
        let Val::Name(parts) = value else { return Ok(value.clone()) };
        let mut kinds = Vec::new();
        for kind in super::names::KINDS {
            let fits = match literal(parts) {
                Some(text) => self.names.written(kind, &text).is_some(),
                None => base(parts).is_some_and(|(base, _)| self.names.family(kind, &base).is_some()),
            };
            if fits {
                kinds.push(kind);
            }
        }
        match (kinds.as_slice(), literal(parts)) {
            ([kind], _) => Ok(Val::Is(self.named(*kind, parts, span)?, Ty::Thing(*kind))),
            ([], Some(text)) if !text.is_empty() => Ok(Val::Is(self.text(parts, span)?, Ty::Text)),
            _ => Ok(value.clone()),
        }
    }

    /// The thing that a text names.
    pub(super) fn named(&mut self, kind: Kind, parts: &[Part], span: Span) -> Res<Term> {
        let none = match kind {
            Kind::Element => Some(Term::word("NOTHING")),
            Kind::Location => Some(Term::word("NOWHERE")),
            Kind::ElementType | Kind::LocationType => None,
        };
        let missing = || {
            let what = Ty::Thing(kind).shown();
            Box::new(
                stop(span, format!("no name in the file fits here, {what} is needed")).label("nothing is called this"),
            )
        };
        if let Some(text) = literal(parts) {
            return self.names.written(kind, &text).or(none).ok_or_else(missing);
        }
        let Some((base, places)) = base(parts) else {
            return Err(Box::new(
                stop(span, "names with numbers but without brackets are no families")
                    .help("call it such as `p($A)` with brackets around its numbers"),
            ));
        };
        let Some(family) = self.names.family(kind, &base) else { return none.ok_or_else(missing) };
        if family.members.iter().all(|member| member.len() != places.len()) {
            return none.ok_or_else(missing);
        }
        let word = family.word.clone();
        if let Some(moved) = self.part_of_move(kind, &places) {
            return Ok(Term::word(moved));
        }
        Ok(Term::call(&word, places))
    }

    /// `MOVED`, `FROM` or `TO`, if that is what numbers of a pattern name again.
    fn part_of_move(&self, kind: Kind, places: &[Term]) -> Option<&'static str> {
        let of = |term: &Term| match term.node() {
            Node::Local(id) => self.locals[id.0].of,
            _ => None,
        };
        let (first, ..) = of(places.first()?)?;
        let all = places.iter().enumerate().all(|(at, term)| of(term) == Some((first, at, places.len())));
        match (first, kind) {
            (Of::Element, Kind::Element) if all => Some("MOVED"),
            (Of::From, Kind::Location) if all => Some("FROM"),
            (Of::To, Kind::Location) if all => Some("TO"),
            _ => None,
        }
    }

    /// What a variable holds.
    pub(super) fn read(&mut self, name: &str, env: &Env, span: Span) -> Res<Val> {
        let slot = env.get(name);
        self.read_slot(name, slot.as_deref(), span)?.ok_or_else(|| {
            Box::new(
                stop(span, format!("`${name}` is read before it gets a value"))
                    .label("nothing gives it one on the way here"),
            )
        })
    }

    /// The inner `None` if nobody gave it a value.
    pub(super) fn read_slot(&mut self, name: &str, slot: Option<&Slot>, span: Span) -> Res<Option<Val>> {
        Ok(match slot {
            None => self.param(name).map(|id| Val::Is(Term::local(id), self.locals[id.0].ty)),
            Some(Slot::Has(value)) => Some(value.clone()),
            Some(Slot::Lost(why)) => {
                return Err(Box::new(stop(span, format!("nobody can say what `${name}` holds here")).label(*why)));
            }
            Some(Slot::Kept) => Some(self.keep(name, span)?),
            Some(Slot::Either(condition, one, two)) => {
                let one = self.read_slot(name, one.as_deref(), span)?;
                let two = self.read_slot(name, two.as_deref(), span)?;
                match (one, two) {
                    (Some(one), Some(two)) => Some(self.choose(condition, &one, &two, span)?),
                    // To read what was never written stopped the game, so it is the other one.
                    (one, two) => one.or(two),
                }
            }
        })
    }

    /// The parameter that a variable is in a named expression.
    fn param(&mut self, name: &str) -> Option<LocalId> {
        let params = self.scope.params.as_ref()?;
        if let Some((_, id)) = params.iter().find(|(known, _)| known == name) {
            return Some(*id);
        }
        let ty = self.open_type();
        let id = self.local(name, ty);
        self.scope.params.as_mut()?.push((name.to_owned(), id));
        Some(id)
    }

    /// One of two values.
    pub(super) fn choose(&mut self, condition: &Term, one: &Val, two: &Val, span: Span) -> Res<Val> {
        if one.same(two) {
            return Ok(one.clone());
        }
        let (one, two) = match (one, two) {
            (Val::None(why), _) | (_, Val::None(why)) => return Ok(Val::None(why)),
            (Val::Name(_), Val::Name(_)) => (self.settle(one, span)?, self.settle(two, span)?),
            _ => (one.clone(), two.clone()),
        };
        let ty = match (&one, &two) {
            (Val::Is(_, ty), _) | (_, Val::Is(_, ty)) => *ty,
            _ => self.open_type(),
        };
        let (a, b) = (self.want(&one, ty, span)?, self.want(&two, ty, span)?);
        let ty = self.known(ty);
        let term = if ty == Ty::Bool { Term::choose_bool(condition, &a, &b) } else { Term::choose(condition, &a, &b) };
        Self::small(&term, span)?;
        Ok(Val::Is(term, ty))
    }

    pub(super) fn small(term: &Term, span: Span) -> Res<()> {
        if term.size() > LARGEST {
            return Err(Box::new(stop(span, "what this gives is too long to be written as one expression")));
        }
        Ok(())
    }

    /// All of several expressions, one after another while they hold: `AND`, and the lines of a named expression.
    pub(super) fn both(&mut self, first: &'t Node2013, rest: &[&'t Node2013], env: Env) -> Res<Done> {
        let mut left = self.follow(first, env)?;
        let Some((next, rest)) = rest.split_first() else { return Ok(left) };
        let holds = match &left.value {
            Val::Is(_, ty) if self.known(*ty) == Ty::Bool => self.boolean(&left.value, first.span)?,
            Val::None(why) => return Err(Box::new(stop(first.span, *why))),
            // Lines whose value is no boolean go on; `AND` would have stopped the game.
            _ => {
                let env = left.env();
                left = Done::of(Val::truth(true), env);
                Term::bool(true)
            }
        };
        if holds.truth() == Some(false) {
            return Ok(left);
        }
        let acts = std::iter::once(next).chain(rest).any(|node| self.effects.node(node).anything());
        let (holds, yes, no) = self.before(acts, holds, &left);
        self.scope.guards.push(holds);
        let inline = usize::from(!acts && self.scope.guards.last().is_some_and(|guard| guard.truth().is_none()));
        self.scope.inline += inline;
        let right = self.both(next, rest, yes);
        self.scope.inline -= inline;
        let holds = self.scope.guards.pop().unwrap_or_else(|| Term::bool(true));
        let right = right?;
        let value = match &right.value {
            Val::Is(_, ty) if self.known(*ty) == Ty::Bool => {
                let truth = self.boolean(&right.value, next.span)?;
                Val::bool(self.simplified(holds.clone().and(truth)))
            }
            value if holds.truth() == Some(true) => value.clone(),
            _ => Val::None("this is a value or false, but every expression of 2026 has one type"),
        };
        // What always holds never fails.
        let no = if truth_of(&right.value) == Some(true) { no } else { Env::merge(&holds, &right.no, &no) };
        Ok(Done { value, no, yes: right.yes })
    }

    pub(super) fn either(&mut self, left: &'t Node2013, right: &'t Node2013, env: Env) -> Res<Done> {
        let first = self.follow(left, env)?;
        let holds = self.boolean(&first.value, left.span)?;
        if holds.truth() == Some(true) {
            return Ok(first);
        }
        let acts = self.effects.node(right).anything();
        let (holds, yes, no) = self.before(acts, holds, &first);
        self.scope.guards.push(holds.clone().not());
        self.scope.inline += usize::from(!acts);
        let second = self.follow(right, no);
        self.scope.inline -= usize::from(!acts);
        self.scope.guards.pop();
        let second = second?;
        let other = self.boolean(&second.value, right.span)?;
        let value = Val::bool(self.simplified(holds.clone().or(other)));
        let yes = if truth_of(&second.value) == Some(false) { yes } else { Env::merge(&holds, &yes, &second.yes) };
        Ok(Done { value, yes, no: second.no })
    }

    /// `IF`.
    pub(super) fn branch(&mut self, nodes: &'t [Node2013], env: Env, span: Span) -> Res<Done> {
        let [condition, then, other @ ..] = nodes else {
            return Err(Box::new(stop(span, "`IF` takes two or three arguments")));
        };
        let first = self.follow(condition, env)?;
        let holds = self.boolean(&first.value, condition.span)?;
        match (holds.truth(), other.first()) {
            (Some(true), _) => return self.follow(then, first.yes),
            (Some(false), Some(other)) => return self.follow(other, first.no),
            _ => {}
        }
        let later = other.first().is_some_and(|other| self.effects.node(other).anything());
        let acts = later || self.effects.node(then).anything();
        let (holds, yes, no) = self.before(acts, holds, &first);
        self.scope.inline += usize::from(!acts);
        self.scope.guards.push(holds.clone());
        let one = self.follow(then, yes);
        self.scope.guards.pop();
        let one = one.map(|mut one| {
            if later {
                one.value = self.sealed_value(&one.value, "value");
                self.seal(&mut one.yes);
                self.seal(&mut one.no);
            }
            one
        });
        self.scope.guards.push(holds.clone().not());
        let two = match other.first() {
            Some(other) => self.follow(other, no),
            // Without a third argument it would have stopped the game.
            None => Ok(Done::of(one.as_ref().map_or(Val::truth(false), |one| one.value.clone()), no)),
        };
        self.scope.guards.pop();
        self.scope.inline -= usize::from(!acts);
        let (one, two) = (one?, two?);
        let value = if acts {
            self.choose(&holds, &one.value, &two.value, span).unwrap_or(Val::None("its two sides give different types"))
        } else {
            self.choose(&holds, &one.value, &two.value, span)?
        };
        // One side may not end so; what a variable holds there does not matter then, and what is the same is simpler.
        let either = |truth: bool, [a, not_a]: [&Env; 2], [b, not_b]: [&Env; 2]| {
            let (mut env, side) = match (truth_of(&one.value), truth_of(&two.value)) {
                (Some(never), _) if never != truth => (b.clone(), [b, not_b]),
                (_, Some(never)) if never != truth => (a.clone(), [a, not_a]),
                _ => return Env::merge(&holds, a, b),
            };
            let both =
                Env::merge(&holds, if truth { &one.no } else { &one.yes }, if truth { &two.no } else { &two.yes });
            for (name, slot) in Env::agreed(side[0], side[1], &both) {
                env.set(&name, (*slot).clone());
            }
            env
        };
        let (yes, no) = ([&one.yes, &two.yes], [&one.no, &two.no]);
        let (yes, no) =
            (either(true, [yes[0], no[0]], [yes[1], no[1]]), either(false, [no[0], yes[0]], [no[1], yes[1]]));
        Ok(Done { value, yes, no })
    }

    /// A condition and the two ways on; noted down if what follows changes the position.
    fn before(&mut self, acts: bool, holds: Term, done: &Done) -> (Term, Env, Env) {
        let (mut yes, mut no) = (done.yes.clone(), done.no.clone());
        let mut holds = holds;
        if acts && self.scope.trial.is_none() {
            holds = self.sealed(&holds, Ty::Bool, "holds");
            self.seal(&mut yes);
            self.seal(&mut no);
        }
        (holds, yes, no)
    }
}

/// A truth that is known.
fn truth_of(value: &Val) -> Option<bool> {
    match value {
        Val::Is(term, _) => term.truth(),
        _ => None,
    }
}

/// A text without references.
pub(super) fn literal(parts: &[Part]) -> Option<String> {
    let texts: Option<Vec<&str>> = parts
        .iter()
        .map(|part| match part {
            Part::Literal(text) => Some(text.as_str()),
            Part::Number(_) => None,
        })
        .collect();
    texts.map(|texts| texts.concat())
}

/// `base(...)` taken apart; each place is one number.
pub(super) fn base(parts: &[Part]) -> Option<(String, Vec<Term>)> {
    let mut whole: Vec<Vec<Part>> = vec![Vec::new()];
    let mut base: Option<String> = None;
    let mut closed = false;
    for part in parts {
        if closed {
            return None;
        }
        match part {
            Part::Number(_) => whole.last_mut()?.push(part.clone()),
            Part::Literal(text) => {
                let mut text = text.as_str();
                if base.is_none() {
                    let (start, rest) = text.split_once('(')?;
                    base = Some(start.to_owned());
                    text = rest;
                }
                if let Some(inner) = text.strip_suffix(')') {
                    closed = true;
                    text = inner;
                }
                for (at, piece) in text.split(',').enumerate() {
                    if at > 0 {
                        whole.push(Vec::new());
                    }
                    if !piece.is_empty() {
                        whole.last_mut()?.push(Part::Literal(piece.to_owned()));
                    }
                }
            }
        }
    }
    let places: Option<Vec<Term>> = whole
        .iter()
        .map(|place| match place.as_slice() {
            [Part::Number(term)] => Some(term.clone()),
            [Part::Literal(text)] => text.parse().ok().map(Term::int),
            _ => None,
        })
        .collect();
    Some((base.filter(|_| closed)?, places?))
}
