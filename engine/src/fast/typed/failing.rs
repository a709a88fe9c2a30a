//! What can fail is worked out where it stands, though nobody may need its value.
//! How code is made of values is elsewhere.

use crate::rules::{Arith, GlobalKind};

use super::super::code::{Code, Node, NodeId};
use super::super::value::Value;
use super::{Made, Typed, Val};

/// Numbers of at most this size are far from what 32 bits hold.
const FAR: i64 = i32::MAX as i64;

impl Typed<'_> {
    /// A value behind another one that was worked out before it, and may have failed.
    pub(super) fn behind(&mut self, first: &Val, then: Val) -> Made {
        let mut failing = Vec::new();
        self.find_failing(first, &mut failing);
        if failing.is_empty() {
            return Ok(then);
        }
        let then = self.node(&then)?;
        Ok(Val::Node(self.maker.seq(failing, then)))
    }

    fn find_failing(&self, val: &Val, found: &mut Vec<NodeId>) {
        match val {
            Val::Node(node) => found.extend(Some(*node).filter(|node| self.can_fail(&self.maker.code, *node))),
            Val::Set(members) => {
                for (guard, member) in members.iter() {
                    found.extend(guard.filter(|guard| self.can_fail(&self.maker.code, *guard)));
                    self.find_failing(member, found);
                }
            }
            _ => {}
        }
    }

    fn can_fail(&self, code: &Code, node: NodeId) -> bool {
        match code[node] {
            Node::Fail(_) | Node::Extreme { .. } | Node::NoMoves => true,
            Node::Shared { id, .. } => self.can_fail(&self.library, self.library.shared[id as usize]),
            Node::Arith { .. } if self.most(code, node).is_none() => true,
            _ => code.parts(node).into_iter().any(|part| self.can_fail(code, part)),
        }
    }

    /// The largest size that a number can have, if it is known to be far from the largest there is.
    fn most(&self, code: &Code, node: NodeId) -> Option<i64> {
        let size = |value: Value| match value {
            Value::Int(number) => Some(i64::from(number).abs()),
            _ => None,
        };
        let most = match code[node] {
            Node::Const(value) => size(value)?,
            Node::Cell { table, .. }
            | Node::Kind { table, .. }
            | Node::KindOfAny { table, .. }
            | Node::ByPlace { table, .. } => {
                let values = code.tables[table.0 as usize].iter().filter_map(|value| size(*value));
                values.max()?
            }
            Node::Count(_) | Node::CountCells { .. } | Node::CountKinds { .. } => i64::from(u16::MAX),
            Node::Global(global) => match self.rules.globals[global.index()].kind {
                GlobalKind::Int { least, most } => i64::from(least).abs().max(i64::from(most).abs()),
                _ => return None,
            },
            Node::If { yes, no, .. } => self.most(code, yes)?.max(self.most(code, no)?),
            Node::Arith { op, left, right, .. } => {
                let (one, other) = (self.most(code, left)?, self.most(code, right)?);
                match op {
                    Arith::Add | Arith::Subtract => one + other,
                    Arith::Multiply => one.checked_mul(other)?,
                    Arith::Divide | Arith::Remainder => match code[right] {
                        Node::Const(Value::Int(divisor)) if divisor != 0 => one,
                        _ => return None,
                    },
                }
            }
            _ => return None,
        };
        (most < FAR).then_some(most)
    }
}
