//! Value range analysis: conservative upper bounds of the words of a function.
//!
//! The bounds decide which addresses need no bounds check at run time, so memory safety depends on this analysis.

use crate::program::{Arg, Binary, Function, Inst, Unary, Width};

/// Upper bound of each variable of a function, derived from the instructions read so far.
pub(crate) struct Bounds {
    upper_bounds: Vec<u64>,
    /// By variable: `true` if the variable has exactly one write. Variables with several writes stay unbounded.
    has_one_write: Vec<bool>,
}

impl Bounds {
    pub(crate) fn new(function: &Function) -> Self {
        let mut writes = vec![0_u32; function.variables as usize];
        writes[..function.arguments as usize].fill(1);
        count_writes(&function.body, &mut writes);
        Self {
            upper_bounds: vec![u64::MAX; writes.len()],
            has_one_write: writes.iter().map(|&writes| writes == 1).collect(),
        }
    }

    /// Upper bound of an operand.
    pub(crate) fn upper_bound(&self, arg: Arg) -> u64 {
        match arg {
            Arg::Word(word) => word,
            Arg::Var(var) => self.upper_bounds[var.0 as usize],
        }
    }

    /// Records an instruction. Instructions must come in the order of the text: a variable that is read before its only
    /// write, in an earlier iteration of a loop, is still unbounded then, and a variable without a write is 0.
    pub(crate) fn record(&mut self, inst: &Inst) {
        let (to, greatest) = match *inst {
            Inst::Set { to, from } => (to, self.upper_bound(from)),
            Inst::Unary { op, to, .. } => match op {
                Unary::CountOnes | Unary::TrailingZeros | Unary::LeadingZeros => (to, 64),
                Unary::Not | Unary::SignExtend32 => return,
            },
            Inst::Binary { op, to, left, right } => (to, self.binary_bound(op, left, right)),
            Inst::Select { to, yes, no, .. } => (to, self.upper_bound(yes).max(self.upper_bound(no))),
            Inst::Load { to, width, .. } => match width {
                Width::Eight => return,
                _ => (to, (1 << (8 * width.bytes())) - 1),
            },
            _ => return,
        };
        if self.has_one_write[to.0 as usize] {
            self.upper_bounds[to.0 as usize] = greatest;
        }
    }

    fn binary_bound(&self, op: Binary, left: Arg, right: Arg) -> u64 {
        let (l, r) = (self.upper_bound(left), self.upper_bound(right));
        match (op, right) {
            (Binary::Add, _) => l.saturating_add(r),
            (Binary::Mul, _) => l.saturating_mul(r),
            (Binary::MulHigh, _) => op.eval(l, r),
            (Binary::And, _) => l.min(r),
            (Binary::Or | Binary::Xor, _) => u64::MAX.checked_shr((l | r).leading_zeros()).unwrap_or(0),
            (Binary::ShiftLeft, Arg::Word(by)) if by < 64 && l.leading_zeros() >= by as u32 => l << by,
            (Binary::ShiftRight, Arg::Word(by)) => l >> (by & 63),
            (Binary::AndNot | Binary::ShiftRight, _) => l,
            (Binary::Equal | Binary::NotEqual | Binary::UnsignedLess | Binary::SignedLess, _) => 1,
            _ => u64::MAX,
        }
    }
}

fn count_writes(list: &[Inst], writes: &mut [u32]) {
    for inst in list {
        match inst {
            Inst::Set { to, .. }
            | Inst::Unary { to, .. }
            | Inst::Binary { to, .. }
            | Inst::Select { to, .. }
            | Inst::Load { to, .. }
            | Inst::Call { to, .. } => writes[to.0 as usize] += 1,
            Inst::If { then, otherwise, .. } => {
                count_writes(then, writes);
                count_writes(otherwise, writes);
            }
            Inst::Loop(body) => count_writes(body, writes),
            Inst::Store { .. } | Inst::Break | Inst::Continue | Inst::Return(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::program::Var;

    fn op() -> impl Strategy<Value = Binary> {
        prop::sample::select(Binary::ALL.to_vec())
    }

    proptest! {
        /// The result of an operation never exceeds its bound, for any operands within their bounds.
        #[test]
        fn no_result_exceeds_its_bound(
            op in op(), most in any::<[u64; 2]>(), shrink in any::<[u32; 2]>(), parts in any::<[u64; 2]>(), fixed: bool,
        ) {
            let most = [most[0] >> (shrink[0] % 64), most[1] >> (shrink[1] % 64)];
            let words = [0, 1].map(|index| ((u128::from(parts[index]) * (u128::from(most[index]) + 1)) >> 64) as u64);
            let right = if fixed { Arg::Word(words[1]) } else { Arg::Var(Var(1)) };
            let bounds = Bounds { upper_bounds: most.to_vec(), has_one_write: vec![true; 2] };
            prop_assert!(op.eval(words[0], words[1]) <= bounds.binary_bound(op, Arg::Var(Var(0)), right));
        }
    }

    #[test]
    fn a_variable_written_twice_is_unbounded() {
        let set = |to, word| Inst::Set { to: Var(to), from: Arg::Word(word) };
        let body = vec![set(0, 3), set(1, 4), Inst::Loop(vec![set(0, 900), Inst::Break])];
        let function = Function { arguments: 0, variables: 2, body };
        let mut bounds = Bounds::new(&function);
        function.body.iter().for_each(|inst| bounds.record(inst));
        assert_eq!((bounds.upper_bound(Arg::Var(Var(0))), bounds.upper_bound(Arg::Var(Var(1)))), (u64::MAX, 4));
    }
}
