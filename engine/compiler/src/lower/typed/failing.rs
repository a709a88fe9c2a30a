//! Preservation of faults: an operand that can fail is evaluated where it stands, even if its value is unused. Without
//! this pass, dead code elimination would hide faults that the interpreter reports.

use boardwright_rules::{ArithmeticOp, GlobalKind};

use super::{LoweringResult, SymValue, TypedSpecialiser};
use crate::tables::code::{Code, Node, NodeId};
use crate::tables::value::Value;

/// Limit below which numbers are far from a 32-bit overflow.
const OVERFLOW_LIMIT: i64 = i32::MAX as i64;

impl TypedSpecialiser<'_> {
    /// Sequences a value after another value that is evaluated before it and may fail.
    pub(super) fn sequence_faults(&mut self, first: &SymValue, then: SymValue) -> LoweringResult {
        let mut failing = Vec::new();
        self.collect_failing(first, &mut failing);
        if failing.is_empty() {
            return Ok(then);
        }
        let then = self.emit_node(&then)?;
        Ok(SymValue::Node(self.builder.seq(failing, then)))
    }

    fn collect_failing(&self, val: &SymValue, found: &mut Vec<NodeId>) {
        match val {
            SymValue::Node(node) => found.extend(Some(*node).filter(|node| self.can_fail(&self.builder.code, *node))),
            SymValue::Set(members) => {
                for (guard, member) in members.iter() {
                    found.extend(guard.filter(|guard| self.can_fail(&self.builder.code, *guard)));
                    self.collect_failing(member, found);
                }
            }
            _ => {}
        }
    }

    fn can_fail(&self, code: &Code, node: NodeId) -> bool {
        match code[node] {
            Node::Fail(_) | Node::Extreme { .. } | Node::NoMoves => true,
            Node::Shared { id, .. } => self.can_fail(&self.library, self.library.shared[id as usize]),
            Node::Arith { .. } if self.max_abs(code, node).is_none() => true,
            _ => code.parts(node).into_iter().any(|part| self.can_fail(code, part)),
        }
    }

    /// Upper bound of the absolute value of a number, if it is known to be far from an overflow.
    fn max_abs(&self, code: &Code, node: NodeId) -> Option<i64> {
        let size = |value: Value| match value {
            Value::Int(number) => Some(i64::from(number).abs()),
            _ => None,
        };
        let most = match code[node] {
            Node::Const(value) => size(value)?,
            Node::Cell { table, .. }
            | Node::Kind { table, .. }
            | Node::KindOfComputed { table, .. }
            | Node::ByPlace { table, .. } => {
                let values = code.tables[table.0 as usize].iter().filter_map(|value| size(*value));
                values.max()?
            }
            Node::Count(_) | Node::CountCells { .. } | Node::CountKinds { .. } => i64::from(u16::MAX),
            Node::Global(global) => match self.rules.globals[global.index()].kind {
                GlobalKind::Int { least, most } => i64::from(least).abs().max(i64::from(most).abs()),
                _ => return None,
            },
            Node::If { yes, no, .. } => self.max_abs(code, yes)?.max(self.max_abs(code, no)?),
            Node::Arith { op, left, right, .. } => {
                let (one, other) = (self.max_abs(code, left)?, self.max_abs(code, right)?);
                match op {
                    ArithmeticOp::Add | ArithmeticOp::Subtract => one + other,
                    ArithmeticOp::Multiply => one.checked_mul(other)?,
                    ArithmeticOp::Divide | ArithmeticOp::Remainder => match code[right] {
                        Node::Const(Value::Int(divisor)) if divisor != 0 => one,
                        _ => return None,
                    },
                }
            }
            _ => return None,
        };
        (most < OVERFLOW_LIMIT).then_some(most)
    }
}
