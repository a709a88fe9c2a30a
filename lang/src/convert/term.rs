//! Expressions of the 2026 edition while they are put together: made simple as they are made, and cheap to share.
//! How they are written down is in [`show`](super::show).

use std::rc::Rc;

use boardwright_engine::rules::Arith;

use crate::syntax::ast::Comparison;

/// A local variable, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct LocalId(pub(super) usize);

/// A value that was worked out at one point, by its number in its scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct NoteId(pub(super) usize);

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Term(Rc<Inner>);

#[derive(Debug, PartialEq)]
struct Inner {
    node: Node,
    size: usize,
    changes: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Int(i32),
    Bool(bool),
    Text(String),
    /// A word without brackets.
    Word(String),
    Local(LocalId),
    Note(NoteId),
    /// What a variable holds when a turn of a loop begins.
    Carried(String),
    /// A word with brackets. `true` if what it gives depends on the position.
    Call(String, Vec<Term>, bool),
    Set(Vec<Term>),
    Not(Term),
    And(Vec<Term>),
    Or(Vec<Term>),
    Arith(Arith, Term, Term),
    Compare(Comparison, Term, Term),
    Join(&'static str, Term, Term),
    Range(Term, Term),
    /// A loop with its word, variable, set and body.
    Over(&'static str, LocalId, Term, Term),
    If(Term, Term, Term),
}

impl Term {
    pub(super) fn new(node: Node) -> Self {
        let (mut size, mut changes) = (1, matches!(node, Node::Call(_, _, true)));
        each_part(&node, &mut |part| {
            size += part.size();
            changes |= part.changes();
        });
        Self(Rc::new(Inner { node, size, changes }))
    }

    pub(super) fn node(&self) -> &Node {
        &self.0.node
    }

    /// How many parts it has.
    pub(super) fn size(&self) -> usize {
        self.0.size
    }

    /// Whether what it gives depends on the position; notes do not, because they were taken at one.
    pub(super) fn changes(&self) -> bool {
        self.0.changes
    }

    pub(super) fn int(number: i32) -> Self {
        Self::new(Node::Int(number))
    }

    pub(super) fn bool(truth: bool) -> Self {
        Self::new(Node::Bool(truth))
    }

    pub(super) fn word(word: &str) -> Self {
        Self::new(Node::Word(word.to_owned()))
    }

    pub(super) fn local(id: LocalId) -> Self {
        Self::new(Node::Local(id))
    }

    pub(super) fn call(word: &str, arguments: Vec<Self>) -> Self {
        Self::new(Node::Call(word.to_owned(), arguments, false))
    }

    /// A question about the position.
    pub(super) fn ask(word: &str, arguments: Vec<Self>) -> Self {
        Self::new(Node::Call(word.to_owned(), arguments, true))
    }

    pub(super) fn truth(&self) -> Option<bool> {
        match self.node() {
            Node::Bool(truth) => Some(*truth),
            _ => None,
        }
    }

    pub(super) fn number(&self) -> Option<i32> {
        match self.node() {
            Node::Int(number) => Some(*number),
            _ => None,
        }
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.node(), Node::Word(own) if own == word)
    }

    /// The parts of a conjunction; itself if it is none, nothing if it is true.
    pub(super) fn conjuncts(&self) -> Vec<Self> {
        match self.node() {
            Node::And(parts) => parts.clone(),
            Node::Bool(true) => Vec::new(),
            _ => vec![self.clone()],
        }
    }

    pub(super) fn not(self) -> Self {
        match self.node() {
            Node::Bool(truth) => Self::bool(!truth),
            Node::Not(inner) => inner.clone(),
            Node::Compare(comparison, left, right) => {
                let opposite = match comparison {
                    Comparison::Equal => Comparison::Unequal,
                    Comparison::Unequal => Comparison::Equal,
                    Comparison::Less => Comparison::GreaterEqual,
                    Comparison::LessEqual => Comparison::Greater,
                    Comparison::Greater => Comparison::LessEqual,
                    Comparison::GreaterEqual => Comparison::Less,
                    Comparison::In | Comparison::Subset => return Self::new(Node::Not(self)),
                };
                Self::new(Node::Compare(opposite, left.clone(), right.clone()))
            }
            // `EMPTY` is only written of places that exist.
            Node::Call(word, arguments, _) if word == "EMPTY" => Self::ask("FULL", arguments.clone()),
            _ => Self::new(Node::Not(self)),
        }
    }

    pub(super) fn and(self, right: Self) -> Self {
        match (self.truth(), right.truth()) {
            (Some(true), _) => right,
            (_, Some(true)) | (Some(false), _) => self,
            _ => {
                let mut parts = self.conjuncts();
                for part in right.conjuncts() {
                    if !parts.iter().any(|known| known.same(&part)) {
                        parts.push(part);
                    }
                }
                if parts.len() == 1 { parts.remove(0) } else { Self::new(Node::And(parts)) }
            }
        }
    }

    pub(super) fn or(self, right: Self) -> Self {
        match (self.truth(), right.truth()) {
            (Some(false), _) => right,
            (_, Some(false)) | (Some(true), _) => self,
            (_, Some(true)) => right,
            _ => {
                let parts = |term: &Self| match term.node() {
                    Node::Or(parts) => parts.clone(),
                    _ => vec![term.clone()],
                };
                let mut all = parts(&self);
                all.extend(parts(&right));
                Self::new(Node::Or(all))
            }
        }
    }

    /// One of two booleans.
    pub(super) fn choose_bool(condition: &Self, then: &Self, other: &Self) -> Self {
        match (condition.truth(), then.truth(), other.truth()) {
            (Some(true), ..) => then.clone(),
            (Some(false), ..) => other.clone(),
            (_, Some(true), Some(false)) => condition.clone(),
            (_, Some(false), Some(true)) => condition.clone().not(),
            (_, Some(true), _) => condition.clone().or(other.clone()),
            (_, Some(false), _) => condition.clone().not().and(other.clone()),
            (_, _, Some(false)) => condition.clone().and(then.clone()),
            (_, _, Some(true)) => condition.clone().not().or(then.clone()),
            _ => Self::choose(condition, then, other),
        }
    }

    /// One of two values.
    pub(super) fn choose(condition: &Self, then: &Self, other: &Self) -> Self {
        match condition.truth() {
            Some(true) => then.clone(),
            Some(false) => other.clone(),
            None if then.same(other) => then.clone(),
            None => match (condition.node(), then.node(), other.node()) {
                (Node::Not(inner), ..) => Self::choose(inner, other, then),
                // The same on two sides is written once.
                (_, _, Node::If(next, value, rest)) if rest.same(then) => {
                    Self::choose(&condition.clone().not().and(next.clone()), value, then)
                }
                (_, _, Node::If(next, value, rest)) if value.same(then) => {
                    Self::choose(&condition.clone().or(next.clone()), then, rest)
                }
                (_, Node::If(next, value, rest), _) if rest.same(other) => {
                    Self::choose(&condition.clone().and(next.clone()), value, other)
                }
                _ => Self::new(Node::If(condition.clone(), then.clone(), other.clone())),
            },
        }
    }

    /// Arithmetic, worked out where all is known; numbers of 2013 wrap.
    pub(super) fn arith(op: Arith, left: Self, right: Self) -> Self {
        let folded = match (left.number(), right.number()) {
            (Some(one), Some(two)) => match op {
                Arith::Add => Some(one.wrapping_add(two)),
                Arith::Subtract => Some(one.wrapping_sub(two)),
                Arith::Multiply => Some(one.wrapping_mul(two)),
                Arith::Divide => (two != 0).then(|| one.wrapping_div(two)),
                Arith::Remainder => (two != 0).then(|| one.wrapping_rem(two)),
            },
            _ => None,
        };
        if let Some(number) = folded {
            return Self::int(number);
        }
        // Steps there and back.
        if let (
            Arith::Add | Arith::Subtract,
            Some(step),
            Node::Arith(inner @ (Arith::Add | Arith::Subtract), base, before),
        ) = (op, right.number(), left.node())
            && let Some(before) = before.number()
        {
            let signed = |op: Arith, number: i32| if op == Arith::Add { number } else { number.wrapping_neg() };
            let sum = signed(op, step).wrapping_add(signed(*inner, before));
            return Self::arith(Arith::Add, base.clone(), Self::int(sum));
        }
        match (op, left.number(), right.number()) {
            (Arith::Add | Arith::Subtract, _, Some(0)) | (Arith::Multiply | Arith::Divide, _, Some(1)) => left,
            (Arith::Add, Some(0), _) | (Arith::Multiply, Some(1), _) => right,
            (Arith::Add, _, Some(number)) if number < 0 && number != i32::MIN => {
                Self::arith(Arith::Subtract, left, Self::int(-number))
            }
            (Arith::Subtract, _, Some(number)) if number < 0 && number != i32::MIN => {
                Self::arith(Arith::Add, left, Self::int(-number))
            }
            _ => Self::new(Node::Arith(op, left, right)),
        }
    }

    pub(super) fn compare(comparison: Comparison, left: Self, right: Self) -> Self {
        if let (Some(one), Some(two)) = (left.number(), right.number()) {
            let holds = match comparison {
                Comparison::Equal => one == two,
                Comparison::Unequal => one != two,
                Comparison::Less => one < two,
                Comparison::LessEqual => one <= two,
                Comparison::Greater => one > two,
                Comparison::GreaterEqual => one >= two,
                Comparison::In | Comparison::Subset => return Self::new(Node::Compare(comparison, left, right)),
            };
            return Self::bool(holds);
        }
        // Whether something stands on a place is asked in one way only.
        if let (Comparison::Equal | Comparison::Unequal, Node::Call(word, arguments, _), true) =
            (comparison, left.node(), right.is_word("NOTHING"))
            && word == "CONTENT"
        {
            let full = Self::ask("FULL", arguments.clone());
            return if comparison == Comparison::Equal { full.not() } else { full };
        }
        Self::new(Node::Compare(comparison, left, right))
    }

    /// Whether two expressions are the same, whatever the variables of their loops are called.
    pub(super) fn same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.size() == other.size() && same(self, other, &mut Vec::new())
    }

    /// Another expression with some parts replaced. Parts are asked before those that they consist of.
    pub(super) fn replace(&self, with: &mut dyn FnMut(&Self) -> Option<Self>) -> Self {
        if let Some(other) = with(self) {
            return other;
        }
        let mut all = |parts: &[Self]| parts.iter().map(|part| part.replace(with)).collect::<Vec<_>>();
        match self.node() {
            Node::Int(_)
            | Node::Bool(_)
            | Node::Text(_)
            | Node::Word(_)
            | Node::Local(_)
            | Node::Note(_)
            | Node::Carried(_) => self.clone(),
            Node::Call(word, arguments, changes) => Self::new(Node::Call(word.clone(), all(arguments), *changes)),
            Node::Set(members) => Self::new(Node::Set(all(members))),
            Node::Not(inner) => inner.replace(with).not(),
            Node::And(parts) => all(parts).into_iter().fold(Self::bool(true), Self::and),
            Node::Or(parts) => all(parts).into_iter().fold(Self::bool(false), Self::or),
            Node::Arith(op, left, right) => Self::arith(*op, left.replace(with), right.replace(with)),
            Node::Compare(op, left, right) => Self::compare(*op, left.replace(with), right.replace(with)),
            Node::Join(op, left, right) => Self::new(Node::Join(op, left.replace(with), right.replace(with))),
            Node::Range(from, to) => Self::new(Node::Range(from.replace(with), to.replace(with))),
            Node::Over(word, var, set, body) => {
                Self::new(Node::Over(word, *var, set.replace(with), body.replace(with)))
            }
            Node::If(condition, then, other) => {
                Self::choose(&condition.replace(with), &then.replace(with), &other.replace(with))
            }
        }
    }

    /// Another expression with one variable replaced.
    pub(super) fn with(&self, local: LocalId, value: &Self) -> Self {
        self.replace(&mut |part| matches!(part.node(), Node::Local(id) if *id == local).then(|| value.clone()))
    }

    /// Does something with it and all its parts.
    pub(super) fn visit(&self, see: &mut dyn FnMut(&Self)) {
        see(self);
        each_part(self.node(), &mut |part| part.visit(see));
    }

    pub(super) fn any(&self, what: impl Fn(&Node) -> bool) -> bool {
        let mut found = false;
        self.visit(&mut |part| found |= what(part.node()));
        found
    }

    /// Whether it can be worked out in every position; `family` knows names of families.
    pub(super) fn is_safe(&self, family: &dyn Fn(&str) -> bool) -> bool {
        !self.any(|node| match node {
            Node::Call(word, ..) => {
                let total = ["CONTENT", "EMPTY", "FULL", "LOCATION", "OWNER", "STATE", "ELTYPE", "LOCTYPE", "ABS"];
                !total.contains(&word.as_str()) && !family(word)
            }
            Node::Over(word, ..) => matches!(*word, "FIRST" | "MAX" | "MIN"),
            Node::Arith(Arith::Divide | Arith::Remainder, _, right) => right.number().is_none_or(|number| number == 0),
            _ => false,
        })
    }
}

/// Does something with each part.
pub(super) fn each_part(node: &Node, see: &mut dyn FnMut(&Term)) {
    match node {
        Node::Int(_)
        | Node::Bool(_)
        | Node::Text(_)
        | Node::Word(_)
        | Node::Local(_)
        | Node::Note(_)
        | Node::Carried(_) => {}
        Node::Call(_, parts, _) | Node::Set(parts) | Node::And(parts) | Node::Or(parts) => parts.iter().for_each(see),
        Node::Not(inner) => see(inner),
        Node::Arith(_, left, right)
        | Node::Compare(_, left, right)
        | Node::Join(_, left, right)
        | Node::Range(left, right) => {
            see(left);
            see(right);
        }
        Node::Over(_, _, set, body) => {
            see(set);
            see(body);
        }
        Node::If(condition, then, other) => {
            see(condition);
            see(then);
            see(other);
        }
    }
}

fn same(one: &Term, two: &Term, bound: &mut Vec<(LocalId, LocalId)>) -> bool {
    let all = |one: &[Term], two: &[Term], bound: &mut Vec<(LocalId, LocalId)>| {
        one.len() == two.len() && one.iter().zip(two).all(|(one, two)| same(one, two, bound))
    };
    match (one.node(), two.node()) {
        (Node::Local(a), Node::Local(b)) => match bound.iter().rev().find(|(x, y)| x == a || y == b) {
            Some((x, y)) => x == a && y == b,
            None => a == b,
        },
        (Node::Call(a, one, _), Node::Call(b, two, _)) => a == b && all(one, two, bound),
        (Node::Set(one), Node::Set(two)) | (Node::And(one), Node::And(two)) | (Node::Or(one), Node::Or(two)) => {
            all(one, two, bound)
        }
        (Node::Not(one), Node::Not(two)) => same(one, two, bound),
        (Node::Arith(op, one, left), Node::Arith(other, two, right)) => {
            op == other && same(one, two, bound) && same(left, right, bound)
        }
        (Node::Compare(op, one, left), Node::Compare(other, two, right)) => {
            op == other && same(one, two, bound) && same(left, right, bound)
        }
        (Node::Join(op, one, left), Node::Join(other, two, right)) => {
            op == other && same(one, two, bound) && same(left, right, bound)
        }
        (Node::Range(one, left), Node::Range(two, right)) => same(one, two, bound) && same(left, right, bound),
        (Node::Over(word, local, set, one), Node::Over(other, other_local, other_set, two)) => {
            if word != other || !same(set, other_set, bound) {
                return false;
            }
            bound.push((*local, *other_local));
            let equal = same(one, two, bound);
            bound.pop();
            equal
        }
        (Node::If(when, one, left), Node::If(other, two, right)) => {
            same(when, other, bound) && same(one, two, bound) && same(left, right, bound)
        }
        (one, two) => one == two,
    }
}
