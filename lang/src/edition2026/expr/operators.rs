//! Operators on numbers and booleans, and comparisons.
//! Operators on sets are with the sets.

use boardwright_engine::rules::{Arith, BinaryOp, Expr as Out, Span, UnaryOp};

use super::{Low, Lower, fold};
use crate::Diagnostic;
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::syntax::ast::{Comparison, Expr, Node};

/// Longest chain of operators of one kind.
const LONGEST: usize = 300;

/// A chain of operators that lean to the left: its first operand, and each operator with its right operand and the
/// place of all up to that. Chains may be long, so that nothing may recurse along them.
pub(super) fn spine<'e, Op>(
    expr: &'e Expr,
    apart: impl Fn(&'e Node) -> Option<(Op, &'e Expr, &'e Expr)>,
) -> (&'e Expr, Vec<(Op, &'e Expr, Span)>) {
    let mut rest = Vec::new();
    let mut at = expr;
    while let Some((op, left, right)) = apart(&at.node) {
        rest.push((op, right, at.span));
        at = left;
    }
    rest.reverse();
    (at, rest)
}

impl Lower<'_> {
    /// Whether what an expression means depends on what is wanted.
    pub(super) fn is_vague(&self, expr: &Expr) -> bool {
        match &expr.node {
            Node::Name(word) => self.names.meanings(word).len() > 1,
            Node::Call(head, _) => self.names.families(&head.text).len() > 1,
            Node::Set(members) => members.is_empty() || members.iter().all(|member| self.is_vague(member)),
            _ => false,
        }
    }

    pub(super) fn not(&mut self, inner: &Expr, span: Span) -> Low {
        let low = self.lower(inner, &[Type::BOOL]);
        match low.known() {
            Some(Value::Bool(yes)) => Self::value(Type::BOOL, Value::Bool(!yes), span),
            Some(_) => Self::wrongly(Type::BOOL, span),
            None => {
                let id = self.id(&low);
                self.add(Type::BOOL, Out::Unary(UnaryOp::Not, id), span)
            }
        }
    }

    pub(super) fn negate(&mut self, inner: &Expr, span: Span) -> Low {
        let low = self.lower(inner, &[Type::INT]);
        if low.is_wrong() {
            return Self::wrongly(Type::INT, span);
        }
        let zero = Self::value(Type::INT, Value::Int(0), span);
        self.number(Arith::Subtract, &zero, &low, span)
    }

    pub(super) fn arithmetic(&mut self, expr: &Expr) -> Low {
        let (first, rest) = spine(expr, |node| match node {
            Node::Arith(op, left, right) => Some((*op, left, right)),
            _ => None,
        });
        if let Some(low) = self.too_long(rest.len(), expr.span) {
            return low;
        }
        let mut all = self.lower(first, &[Type::INT]);
        for (op, right, span) in rest {
            let right = self.lower(right, &[Type::INT]);
            all = if all.is_wrong() || right.is_wrong() {
                Self::wrongly(Type::INT, span)
            } else {
                self.number(op, &all, &right, span)
            };
        }
        all
    }

    fn too_long(&mut self, length: usize, span: Span) -> Option<Low> {
        (length > LONGEST).then(|| {
            self.wrong(
                Diagnostic::error("too-long", span, format!("a chain of {length} operators is too long"))
                    .label(format!("expected at most {LONGEST}")),
            )
        })
    }

    fn number(&mut self, op: Arith, left: &Low, right: &Low, span: Span) -> Low {
        if let (Some(Value::Int(one)), Some(Value::Int(two))) = (left.known(), right.known()) {
            return match fold::arith(op, *one, *two) {
                Ok(number) => Self::value(Type::INT, Value::Int(number), span),
                Err(message) => {
                    let shown = format!("{one} {} {two}", op.symbol());
                    self.wrong(Diagnostic::error("arithmetic", span, format!("{message} in {shown}")))
                }
            };
        }
        if matches!(op, Arith::Divide | Arith::Remainder) && right.known() == Some(&Value::Int(0)) {
            return self.wrong(Diagnostic::error("arithmetic", span, "division by zero"));
        }
        let (left, right) = (self.id(left), self.id(right));
        self.add(Type::INT, Out::Number(op, left, right), span)
    }

    /// `AND` and `OR`. A side that is known decides or is left out.
    pub(super) fn connected(&mut self, expr: &Expr) -> Low {
        let and = matches!(expr.node, Node::And(..));
        let (first, rest) = spine(expr, |node| match node {
            Node::And(left, right) if and => Some(((), left, right)),
            Node::Or(left, right) if !and => Some(((), left, right)),
            _ => None,
        });
        if let Some(low) = self.too_long(rest.len(), expr.span) {
            return low;
        }
        let mut parts = Vec::new();
        let mut wrong = false;
        for operand in std::iter::once(first).chain(rest.into_iter().map(|(.., right, _)| right)) {
            let low = self.lower(operand, &[Type::BOOL]);
            match low.known() {
                // It decides, and what comes after it is not looked at.
                Some(Value::Bool(yes)) if *yes != and => {
                    if self.constant {
                        return Self::value(Type::BOOL, Value::Bool(*yes), expr.span);
                    }
                    parts.push(low);
                }
                Some(Value::Bool(_)) => {}
                Some(_) => wrong = true,
                None => parts.push(low),
            }
        }
        if wrong {
            return Self::wrongly(Type::BOOL, expr.span);
        }
        // What stands behind a part that decides is never looked at.
        if let Some(at) = parts.iter().position(|low| low.known().is_some()) {
            parts.truncate(at + 1);
        }
        let Some(mut all) = parts.pop() else { return Self::value(Type::BOOL, Value::Bool(and), expr.span) };
        // The engine follows chains that lean to the right without recursion.
        let op = if and { BinaryOp::And } else { BinaryOp::Or };
        while let Some(left) = parts.pop() {
            let span = left.span.to(expr.span);
            let (left, right) = (self.id(&left), self.id(&all));
            all = self.add(Type::BOOL, Out::Binary(op, left, right), span);
        }
        all
    }

    pub(super) fn compare(&mut self, comparison: Comparison, left: &Expr, right: &Expr, span: Span) -> Low {
        use Comparison as C;
        if matches!(comparison, C::Equal | C::Unequal | C::In) {
            self.unknown_words(left, right);
            self.unknown_words(right, left);
        }
        let (left, right) = match comparison {
            C::Less | C::LessEqual | C::Greater | C::GreaterEqual => {
                (self.lower(left, &[Type::INT]), self.lower(right, &[Type::INT]))
            }
            C::Equal | C::Unequal => self.alike(left, right),
            C::In => self.membership(left, right),
            C::Subset if self.is_vague(left) => {
                let right = self.lower(right, &[Type::SET]);
                let set = right.ty;
                (self.lower(left, &[set]), right)
            }
            C::Subset => {
                let left = self.lower(left, &[Type::SET]);
                let set = left.ty;
                (left, self.lower(right, &[set]))
            }
        };
        if left.is_wrong() || right.is_wrong() {
            return Self::wrongly(Type::BOOL, span);
        }
        if left.ty == Type::ACTION {
            return self.wrong(Diagnostic::error("type", left.span, "an action has no value that could be compared"));
        }
        if let (Some(one), Some(two)) = (left.known(), right.known()) {
            return Self::value(Type::BOOL, Value::Bool(fold::compare(comparison, one, two)), span);
        }
        let sets = left.ty.is_set();
        let (left, right) = (self.id(&left), self.id(&right));
        let op = match comparison {
            C::Equal | C::Unequal if sets => BinaryOp::SameMembers,
            C::Equal => BinaryOp::Equal,
            C::Unequal => BinaryOp::Unequal,
            C::Less => BinaryOp::Less,
            C::LessEqual => BinaryOp::LessEqual,
            C::Greater => BinaryOp::Greater,
            C::GreaterEqual => BinaryOp::GreaterEqual,
            C::In => BinaryOp::In,
            C::Subset => BinaryOp::Subset,
        };
        let low = self.add(Type::BOOL, Out::Binary(op, left, right), span);
        if sets && comparison == C::Unequal {
            let id = self.id(&low);
            return self.add(Type::BOOL, Out::Unary(UnaryOp::Not, id), span);
        }
        low
    }

    /// Two values of one type; a word is looked up as what the other side is.
    fn alike(&mut self, left: &Expr, right: &Expr) -> (Low, Low) {
        if self.is_vague(left) && !self.is_vague(right) {
            let right = self.lower(right, &[]);
            let wanted = right.ty;
            (self.lower(left, &[wanted]), right)
        } else {
            let left = self.lower(left, &[]);
            let wanted = left.ty;
            if matches!(right.node, Node::Range(..)) && wanted == Type::INT {
                let diagnostic = Diagnostic::error("type", right.span, "a number is never equal to a range")
                    .label("expected a number")
                    .help("`IN` asks whether a number is in a range: `$X IN 3..5`");
                return (left, self.wrong(diagnostic));
            }
            (left, self.lower(right, &[wanted]))
        }
    }

    fn membership(&mut self, left: &Expr, right: &Expr) -> (Low, Low) {
        if self.is_vague(left) {
            let right = self.lower(right, &[Type::SET]);
            let wanted = right.ty.member().unwrap_or(Type::ANY);
            (self.lower(left, &[wanted]), right)
        } else {
            let left = self.lower(left, &[]);
            let wanted = left.ty.set();
            (left, self.lower(right, &[wanted]))
        }
    }
}
