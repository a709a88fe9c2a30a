//! Terms: expressions of the edition 2026 as immutable trees with shared nodes. The constructors simplify, for example
//! by constant folding. [`printer`](super::printer) prints terms.

use std::rc::Rc;

use boardwright_rules::ArithmeticOp;

use crate::syntax::ast::Comparison;

/// Index of a local variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct LocalId(pub(super) usize);

/// Index of a binding in its scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct BindingId(pub(super) usize);

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Term(Rc<TermData>);

#[derive(Debug, PartialEq)]
struct TermData {
    node: Node,
    size: usize,
    is_state_dependent: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Int(i32),
    Bool(bool),
    Text(String),
    /// A word without brackets.
    Word(String),
    Local(LocalId),
    Binding(BindingId),
    /// Value of a variable at the beginning of a loop iteration.
    LoopCarried(String),
    /// A word with brackets; the flag is `true` if the value depends on the position.
    Call(String, Vec<Term>, bool),
    Set(Vec<Term>),
    Not(Term),
    And(Vec<Term>),
    Or(Vec<Term>),
    Arith(ArithmeticOp, Term, Term),
    Compare(Comparison, Term, Term),
    SetOperation(&'static str, Term, Term),
    Range(Term, Term),
    /// A loop or quantifier with its word, variable, set and body.
    Loop(&'static str, LocalId, Term, Term),
    If(Term, Term, Term),
}

impl Term {
    pub(super) fn new(node: Node) -> Self {
        let (mut size, mut changes) = (1, matches!(node, Node::Call(_, _, true)));
        visit_children(&node, &mut |part| {
            size += part.size();
            changes |= part.is_state_dependent();
        });
        Self(Rc::new(TermData { node, size, is_state_dependent: changes }))
    }

    pub(super) fn node(&self) -> &Node {
        &self.0.node
    }

    /// Number of nodes.
    pub(super) fn size(&self) -> usize {
        self.0.size
    }

    /// `true` if the value depends on the position. Bindings do not: their values are fixed.
    pub(super) fn is_state_dependent(&self) -> bool {
        self.0.is_state_dependent
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

    /// Creates a query about the position.
    pub(super) fn query(word: &str, arguments: Vec<Self>) -> Self {
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

    /// Conjuncts of the term: itself if it is no conjunction, none if it is `TRUE`.
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
            // `EMPTY` is only emitted for locations that exist.
            Node::Call(word, arguments, _) if word == "EMPTY" => Self::query("FULL", arguments.clone()),
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
                    if !parts.iter().any(|known| known.is_equivalent(&part)) {
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

    /// Creates a conditional expression of type Boolean.
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

    /// Creates a conditional expression.
    pub(super) fn choose(condition: &Self, then: &Self, other: &Self) -> Self {
        match condition.truth() {
            Some(true) => then.clone(),
            Some(false) => other.clone(),
            None if then.is_equivalent(other) => then.clone(),
            None => match (condition.node(), then.node(), other.node()) {
                (Node::Not(inner), ..) => Self::choose(inner, other, then),
                // Equal branches are written once.
                (_, _, Node::If(next, value, rest)) if rest.is_equivalent(then) => {
                    Self::choose(&condition.clone().not().and(next.clone()), value, then)
                }
                (_, _, Node::If(next, value, rest)) if value.is_equivalent(then) => {
                    Self::choose(&condition.clone().or(next.clone()), then, rest)
                }
                (_, Node::If(next, value, rest), _) if rest.is_equivalent(other) => {
                    Self::choose(&condition.clone().and(next.clone()), value, other)
                }
                _ => Self::new(Node::If(condition.clone(), then.clone(), other.clone())),
            },
        }
    }

    /// Creates an arithmetic expression with constant folding; integers wrap, as in the edition 2013.
    pub(super) fn arith(op: ArithmeticOp, left: Self, right: Self) -> Self {
        let folded = match (left.number(), right.number()) {
            (Some(one), Some(two)) => match op {
                ArithmeticOp::Add => Some(one.wrapping_add(two)),
                ArithmeticOp::Subtract => Some(one.wrapping_sub(two)),
                ArithmeticOp::Multiply => Some(one.wrapping_mul(two)),
                ArithmeticOp::Divide => (two != 0).then(|| one.wrapping_div(two)),
                ArithmeticOp::Remainder => (two != 0).then(|| one.wrapping_rem(two)),
            },
            _ => None,
        };
        if let Some(number) = folded {
            return Self::int(number);
        }
        // Combines two constant summands.
        if let (
            ArithmeticOp::Add | ArithmeticOp::Subtract,
            Some(step),
            Node::Arith(inner @ (ArithmeticOp::Add | ArithmeticOp::Subtract), base, before),
        ) = (op, right.number(), left.node())
            && let Some(before) = before.number()
        {
            let signed =
                |op: ArithmeticOp, number: i32| if op == ArithmeticOp::Add { number } else { number.wrapping_neg() };
            let sum = signed(op, step).wrapping_add(signed(*inner, before));
            return Self::arith(ArithmeticOp::Add, base.clone(), Self::int(sum));
        }
        match (op, left.number(), right.number()) {
            (ArithmeticOp::Add | ArithmeticOp::Subtract, _, Some(0))
            | (ArithmeticOp::Multiply | ArithmeticOp::Divide, _, Some(1)) => left,
            (ArithmeticOp::Add, Some(0), _) | (ArithmeticOp::Multiply, Some(1), _) => right,
            (ArithmeticOp::Add, _, Some(number)) if number < 0 && number != i32::MIN => {
                Self::arith(ArithmeticOp::Subtract, left, Self::int(-number))
            }
            (ArithmeticOp::Subtract, _, Some(number)) if number < 0 && number != i32::MIN => {
                Self::arith(ArithmeticOp::Add, left, Self::int(-number))
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
        // Normal form of a test for an occupied location: `FULL`.
        if let (Comparison::Equal | Comparison::Unequal, Node::Call(word, arguments, _), true) =
            (comparison, left.node(), right.is_word("NOTHING"))
            && word == "CONTENT"
        {
            let full = Self::query("FULL", arguments.clone());
            return if comparison == Comparison::Equal { full.not() } else { full };
        }
        Self::new(Node::Compare(comparison, left, right))
    }

    /// `true` if two expressions are equal up to the names of bound variables (alpha equivalence).
    pub(super) fn is_equivalent(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
            || self.size() == other.size() && is_alpha_equivalent(self, other, &mut Vec::new())
    }

    /// Returns the expression with some parts replaced. `with` is called in pre-order.
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
            | Node::Binding(_)
            | Node::LoopCarried(_) => self.clone(),
            Node::Call(word, arguments, changes) => Self::new(Node::Call(word.clone(), all(arguments), *changes)),
            Node::Set(members) => Self::new(Node::Set(all(members))),
            Node::Not(inner) => inner.replace(with).not(),
            Node::And(parts) => all(parts).into_iter().fold(Self::bool(true), Self::and),
            Node::Or(parts) => all(parts).into_iter().fold(Self::bool(false), Self::or),
            Node::Arith(op, left, right) => Self::arith(*op, left.replace(with), right.replace(with)),
            Node::Compare(op, left, right) => Self::compare(*op, left.replace(with), right.replace(with)),
            Node::SetOperation(op, left, right) => {
                Self::new(Node::SetOperation(op, left.replace(with), right.replace(with)))
            }
            Node::Range(from, to) => Self::new(Node::Range(from.replace(with), to.replace(with))),
            Node::Loop(word, var, set, body) => {
                Self::new(Node::Loop(word, *var, set.replace(with), body.replace(with)))
            }
            Node::If(condition, then, other) => {
                Self::choose(&condition.replace(with), &then.replace(with), &other.replace(with))
            }
        }
    }

    /// Returns the expression with a variable substituted.
    pub(super) fn substitute(&self, local: LocalId, value: &Self) -> Self {
        self.replace(&mut |part| matches!(part.node(), Node::Local(id) if *id == local).then(|| value.clone()))
    }

    /// Calls `see` for the expression and all its descendants.
    pub(super) fn visit(&self, see: &mut dyn FnMut(&Self)) {
        see(self);
        visit_children(self.node(), &mut |part| part.visit(see));
    }

    pub(super) fn contains_node(&self, what: impl Fn(&Node) -> bool) -> bool {
        let mut found = false;
        self.visit(&mut |part| found |= what(part.node()));
        found
    }

    /// `true` if the expression is total: it can be evaluated in every position without a fault. `family` recognises
    /// families.
    pub(super) fn is_total(&self, family: &dyn Fn(&str) -> bool) -> bool {
        !self.contains_node(|node| match node {
            Node::Call(word, ..) => {
                let total = ["CONTENT", "EMPTY", "FULL", "LOCATION", "OWNER", "STATE", "ELTYPE", "LOCTYPE", "ABS"];
                !total.contains(&word.as_str()) && !family(word)
            }
            Node::Loop(word, ..) => matches!(*word, "FIRST" | "MAX" | "MIN"),
            Node::Arith(ArithmeticOp::Divide | ArithmeticOp::Remainder, _, right) => {
                right.number().is_none_or(|number| number == 0)
            }
            _ => false,
        })
    }
}

/// Calls `see` for each child.
pub(super) fn visit_children(node: &Node, see: &mut dyn FnMut(&Term)) {
    match node {
        Node::Int(_)
        | Node::Bool(_)
        | Node::Text(_)
        | Node::Word(_)
        | Node::Local(_)
        | Node::Binding(_)
        | Node::LoopCarried(_) => {}
        Node::Call(_, parts, _) | Node::Set(parts) | Node::And(parts) | Node::Or(parts) => parts.iter().for_each(see),
        Node::Not(inner) => see(inner),
        Node::Arith(_, left, right)
        | Node::Compare(_, left, right)
        | Node::SetOperation(_, left, right)
        | Node::Range(left, right) => {
            see(left);
            see(right);
        }
        Node::Loop(_, _, set, body) => {
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

fn is_alpha_equivalent(one: &Term, two: &Term, bound: &mut Vec<(LocalId, LocalId)>) -> bool {
    let all = |one: &[Term], two: &[Term], bound: &mut Vec<(LocalId, LocalId)>| {
        one.len() == two.len() && one.iter().zip(two).all(|(one, two)| is_alpha_equivalent(one, two, bound))
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
        (Node::Not(one), Node::Not(two)) => is_alpha_equivalent(one, two, bound),
        (Node::Arith(op, one, left), Node::Arith(other, two, right)) => {
            op == other && is_alpha_equivalent(one, two, bound) && is_alpha_equivalent(left, right, bound)
        }
        (Node::Compare(op, one, left), Node::Compare(other, two, right)) => {
            op == other && is_alpha_equivalent(one, two, bound) && is_alpha_equivalent(left, right, bound)
        }
        (Node::SetOperation(op, one, left), Node::SetOperation(other, two, right)) => {
            op == other && is_alpha_equivalent(one, two, bound) && is_alpha_equivalent(left, right, bound)
        }
        (Node::Range(one, left), Node::Range(two, right)) => {
            is_alpha_equivalent(one, two, bound) && is_alpha_equivalent(left, right, bound)
        }
        (Node::Loop(word, local, set, one), Node::Loop(other, other_local, other_set, two)) => {
            if word != other || !is_alpha_equivalent(set, other_set, bound) {
                return false;
            }
            bound.push((*local, *other_local));
            let equal = is_alpha_equivalent(one, two, bound);
            bound.pop();
            equal
        }
        (Node::If(when, one, left), Node::If(other, two, right)) => {
            is_alpha_equivalent(when, other, bound)
                && is_alpha_equivalent(one, two, bound)
                && is_alpha_equivalent(left, right, bound)
        }
        (one, two) => one == two,
    }
}
