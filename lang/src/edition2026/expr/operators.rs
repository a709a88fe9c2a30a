//! Lowering of arithmetic, logical and comparison operators.
//! Set operators are in `sets`.

use boardwright_rules::{ArithmeticOp, BinaryOp, Expr as Out, Span, UnaryOp};

use super::{LoweringContext, TypedExpr, fold};
use crate::Diagnostic;
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::syntax::ast::{Comparison, Expr, ExprKind};

/// Maximum length of a chain of operators of one precedence.
const MAX_CHAIN: usize = 300;

/// Flattens a left-associative operator chain: the first operand, and each operator with its right operand and the span
/// of the chain up to it. Chains may be long, so nothing recurses along them.
pub(super) fn left_spine<'e, Op>(
    expr: &'e Expr,
    apart: impl Fn(&'e ExprKind) -> Option<(Op, &'e Expr, &'e Expr)>,
) -> (&'e Expr, Vec<(Op, &'e Expr, Span)>) {
    let mut rest = Vec::new();
    let mut at = expr;
    while let Some((op, left, right)) = apart(&at.kind) {
        rest.push((op, right, at.span));
        at = left;
    }
    rest.reverse();
    (at, rest)
}

impl LoweringContext<'_> {
    /// `true` if the meaning of the expression depends on the expected type.
    pub(super) fn is_ambiguous(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Name(word) => self.names.meanings(word).len() > 1,
            ExprKind::Call(head, _) => self.names.families(&head.text).len() > 1,
            ExprKind::Set(members) => members.is_empty() || members.iter().all(|member| self.is_ambiguous(member)),
            _ => false,
        }
    }

    pub(super) fn not(&mut self, inner: &Expr, span: Span) -> TypedExpr {
        let low = self.lower(inner, &[Type::BOOL]);
        match low.as_constant() {
            Some(Value::Bool(yes)) => Self::value(Type::BOOL, Value::Bool(!yes), span),
            Some(_) => Self::error_of_type(Type::BOOL, span),
            None => {
                let id = self.expr_id(&low);
                self.add(Type::BOOL, Out::Unary(UnaryOp::Not, id), span)
            }
        }
    }

    pub(super) fn negate(&mut self, inner: &Expr, span: Span) -> TypedExpr {
        let low = self.lower(inner, &[Type::INT]);
        if low.is_error() {
            return Self::error_of_type(Type::INT, span);
        }
        let zero = Self::value(Type::INT, Value::Int(0), span);
        self.emit_arith(ArithmeticOp::Subtract, &zero, &low, span)
    }

    pub(super) fn arithmetic(&mut self, expr: &Expr) -> TypedExpr {
        let (first, rest) = left_spine(expr, |node| match node {
            ExprKind::Arith(op, left, right) => Some((*op, left, right)),
            _ => None,
        });
        if let Some(low) = self.check_chain_length(rest.len(), expr.span) {
            return low;
        }
        let mut all = self.lower(first, &[Type::INT]);
        for (op, right, span) in rest {
            let right = self.lower(right, &[Type::INT]);
            all = if all.is_error() || right.is_error() {
                Self::error_of_type(Type::INT, span)
            } else {
                self.emit_arith(op, &all, &right, span)
            };
        }
        all
    }

    fn check_chain_length(&mut self, length: usize, span: Span) -> Option<TypedExpr> {
        (length > MAX_CHAIN).then(|| {
            self.report_error(
                Diagnostic::error("too-long", span, format!("a chain of {length} operators is too long"))
                    .label(format!("expected at most {MAX_CHAIN}")),
            )
        })
    }

    fn emit_arith(&mut self, op: ArithmeticOp, left: &TypedExpr, right: &TypedExpr, span: Span) -> TypedExpr {
        if let (Some(Value::Int(one)), Some(Value::Int(two))) = (left.as_constant(), right.as_constant()) {
            return match fold::arith(op, *one, *two) {
                Ok(number) => Self::value(Type::INT, Value::Int(number), span),
                Err(message) => {
                    let shown = format!("{one} {} {two}", op.symbol());
                    self.report_error(Diagnostic::error("arithmetic", span, format!("{message} in {shown}")))
                }
            };
        }
        if matches!(op, ArithmeticOp::Divide | ArithmeticOp::Remainder) && right.as_constant() == Some(&Value::Int(0)) {
            return self.report_error(Diagnostic::error("arithmetic", span, "division by zero"));
        }
        let (left, right) = (self.expr_id(left), self.expr_id(right));
        self.add(Type::INT, Out::Arithmetic(op, left, right), span)
    }

    /// Lowers `AND` and `OR`; constant operands short-circuit or are left out.
    pub(super) fn logical(&mut self, expr: &Expr) -> TypedExpr {
        let and = matches!(expr.kind, ExprKind::And(..));
        let (first, rest) = left_spine(expr, |node| match node {
            ExprKind::And(left, right) if and => Some(((), left, right)),
            ExprKind::Or(left, right) if !and => Some(((), left, right)),
            _ => None,
        });
        if let Some(low) = self.check_chain_length(rest.len(), expr.span) {
            return low;
        }
        let mut parts = Vec::new();
        let mut wrong = false;
        for operand in std::iter::once(first).chain(rest.into_iter().map(|(.., right, _)| right)) {
            let low = self.lower(operand, &[Type::BOOL]);
            match low.as_constant() {
                // A short-circuiting operand; in a constant context the operands after it are not evaluated.
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
            return Self::error_of_type(Type::BOOL, expr.span);
        }
        // Operands after a short-circuiting one are never evaluated.
        if let Some(at) = parts.iter().position(|low| low.as_constant().is_some()) {
            parts.truncate(at + 1);
        }
        let Some(mut all) = parts.pop() else { return Self::value(Type::BOOL, Value::Bool(and), expr.span) };
        // The engine evaluates right-nested chains without recursion.
        let op = if and { BinaryOp::And } else { BinaryOp::Or };
        while let Some(left) = parts.pop() {
            let span = left.span.to(expr.span);
            let (left, right) = (self.expr_id(&left), self.expr_id(&all));
            all = self.add(Type::BOOL, Out::Binary(op, left, right), span);
        }
        all
    }

    pub(super) fn compare(&mut self, comparison: Comparison, left: &Expr, right: &Expr, span: Span) -> TypedExpr {
        use Comparison as C;
        if matches!(comparison, C::Equal | C::Unequal | C::In) {
            self.check_unknown_words(left, right);
            self.check_unknown_words(right, left);
        }
        let (left, right) = match comparison {
            C::Less | C::LessEqual | C::Greater | C::GreaterEqual => {
                (self.lower(left, &[Type::INT]), self.lower(right, &[Type::INT]))
            }
            C::Equal | C::Unequal => self.lower_comparable(left, right),
            C::In => self.membership(left, right),
            C::Subset if self.is_ambiguous(left) => {
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
        if left.is_error() || right.is_error() {
            return Self::error_of_type(Type::BOOL, span);
        }
        if left.ty == Type::ACTION {
            return self.report_error(Diagnostic::error(
                "type",
                left.span,
                "an action has no value that could be compared",
            ));
        }
        if let (Some(one), Some(two)) = (left.as_constant(), right.as_constant()) {
            return Self::value(Type::BOOL, Value::Bool(fold::compare(comparison, one, two)), span);
        }
        let sets = left.ty.is_set();
        let (left, right) = (self.expr_id(&left), self.expr_id(&right));
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
            let id = self.expr_id(&low);
            return self.add(Type::BOOL, Out::Unary(UnaryOp::Not, id), span);
        }
        low
    }

    /// Lowers two operands of one type; an ambiguous word is resolved by the type of the other operand.
    fn lower_comparable(&mut self, left: &Expr, right: &Expr) -> (TypedExpr, TypedExpr) {
        if self.is_ambiguous(left) && !self.is_ambiguous(right) {
            let right = self.lower(right, &[]);
            let wanted = right.ty;
            (self.lower(left, &[wanted]), right)
        } else {
            let left = self.lower(left, &[]);
            let wanted = left.ty;
            if matches!(right.kind, ExprKind::Range(..)) && wanted == Type::INT {
                let diagnostic = Diagnostic::error("type", right.span, "a number is never equal to a range")
                    .label("expected a number")
                    .help("`IN` asks whether a number is in a range: `$X IN 3..5`");
                return (left, self.report_error(diagnostic));
            }
            (left, self.lower(right, &[wanted]))
        }
    }

    fn membership(&mut self, left: &Expr, right: &Expr) -> (TypedExpr, TypedExpr) {
        if self.is_ambiguous(left) {
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
