//! How large the words of a function can get, as far as that is plain to see.
//!
//! It decides which addresses need no check at play, so it belongs to what must be right for the sake of safety.

use crate::program::{Arg, Binary, Function, Inst, Unary, Width};

/// The greatest word that each variable of a function can hold, as known from the instructions read so far.
pub(crate) struct Bounds {
    greatest: Vec<u64>,
    /// Whether a variable is written at one place only; nothing is known of the others.
    once: Vec<bool>,
}

impl Bounds {
    pub(crate) fn new(function: &Function) -> Self {
        let mut writes = vec![0_u32; function.variables as usize];
        writes[..function.arguments as usize].fill(1);
        count(&function.body, &mut writes);
        Self { greatest: vec![u64::MAX; writes.len()], once: writes.iter().map(|&writes| writes == 1).collect() }
    }

    /// The greatest word that an argument can be.
    pub(crate) fn of(&self, arg: Arg) -> u64 {
        match arg {
            Arg::Word(word) => word,
            Arg::Var(var) => self.greatest[var.0 as usize],
        }
    }

    /// Takes note of an instruction. They must come in the order of the text: then a variable that is read before its
    /// only write, in an earlier round of a loop, is not known yet, and what is not written at all is 0.
    pub(crate) fn note(&mut self, inst: &Inst) {
        let (to, greatest) = match *inst {
            Inst::Set { to, from } => (to, self.of(from)),
            Inst::Unary { op, to, .. } => match op {
                Unary::CountOnes | Unary::TrailingZeros | Unary::LeadingZeros => (to, 64),
                Unary::Not | Unary::SignExtend32 => return,
            },
            Inst::Binary { op, to, left, right } => (to, self.binary(op, left, right)),
            Inst::Choose { to, yes, no, .. } => (to, self.of(yes).max(self.of(no))),
            Inst::Load { to, width, .. } => match width {
                Width::Eight => return,
                _ => (to, (1 << (8 * width.bytes())) - 1),
            },
            _ => return,
        };
        if self.once[to.0 as usize] {
            self.greatest[to.0 as usize] = greatest;
        }
    }

    fn binary(&self, op: Binary, left: Arg, right: Arg) -> u64 {
        let (l, r) = (self.of(left), self.of(right));
        match (op, right) {
            (Binary::Add, _) => l.saturating_add(r),
            (Binary::Mul, _) => l.saturating_mul(r),
            (Binary::MulHigh, _) => op.of(l, r),
            (Binary::And, _) => l.min(r),
            (Binary::Or | Binary::Xor, _) => u64::MAX.checked_shr((l | r).leading_zeros()).unwrap_or(0),
            (Binary::ShiftLeft, Arg::Word(by)) if by < 64 && l.leading_zeros() >= by as u32 => l << by,
            (Binary::ShiftRight, Arg::Word(by)) => l >> (by & 63),
            (Binary::AndNot | Binary::ShiftRight, _) => l,
            (Binary::Equal | Binary::Unequal | Binary::Below | Binary::Less, _) => 1,
            _ => u64::MAX,
        }
    }
}

fn count(list: &[Inst], writes: &mut [u32]) {
    for inst in list {
        match inst {
            Inst::Set { to, .. }
            | Inst::Unary { to, .. }
            | Inst::Binary { to, .. }
            | Inst::Choose { to, .. }
            | Inst::Load { to, .. }
            | Inst::Call { to, .. } => writes[to.0 as usize] += 1,
            Inst::If { then, otherwise, .. } => {
                count(then, writes);
                count(otherwise, writes);
            }
            Inst::Loop(body) => count(body, writes),
            Inst::Store { .. } | Inst::Break | Inst::Again | Inst::Return(_) => {}
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
        /// What an operation gives is never greater than its bound, whatever words below theirs it is given.
        #[test]
        fn nothing_is_greater_than_its_bound(
            op in op(), most in any::<[u64; 2]>(), shrink in any::<[u32; 2]>(), parts in any::<[u64; 2]>(), fixed: bool,
        ) {
            let most = [most[0] >> (shrink[0] % 64), most[1] >> (shrink[1] % 64)];
            let words = [0, 1].map(|index| ((u128::from(parts[index]) * (u128::from(most[index]) + 1)) >> 64) as u64);
            let right = if fixed { Arg::Word(words[1]) } else { Arg::Var(Var(1)) };
            let bounds = Bounds { greatest: most.to_vec(), once: vec![true; 2] };
            prop_assert!(op.of(words[0], words[1]) <= bounds.binary(op, Arg::Var(Var(0)), right));
        }
    }

    #[test]
    fn a_variable_written_twice_is_not_known() {
        let set = |to, word| Inst::Set { to: Var(to), from: Arg::Word(word) };
        let body = vec![set(0, 3), set(1, 4), Inst::Loop(vec![set(0, 900), Inst::Break])];
        let function = Function { arguments: 0, variables: 2, body };
        let mut bounds = Bounds::new(&function);
        function.body.iter().for_each(|inst| bounds.note(inst));
        assert_eq!((bounds.of(Arg::Var(Var(0))), bounds.of(Arg::Var(Var(1)))), (u64::MAX, 4));
    }
}
