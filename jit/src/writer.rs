//! Writing programs.

use crate::program::{Arg, Binary, Function, FunctionId, Inst, Memory, MemoryId, Program, Unary, Var, Width};

/// Writes a [`Program`], one function after another.
#[derive(Debug, Default)]
pub struct Writer {
    program: Program,
    function: Function,
    /// Lists that are being written, the innermost last.
    open: Vec<Vec<Inst>>,
}

impl Writer {
    /// Nothing yet.
    pub fn new() -> Self {
        Self { open: vec![Vec::new()], ..Self::default() }
    }

    /// Adds a memory.
    pub fn memory(&mut self, memory: Memory) -> MemoryId {
        self.program.memories.push(memory);
        MemoryId((self.program.memories.len() - 1) as u16)
    }

    /// A new variable of the function, which holds 0.
    pub fn variable(&mut self) -> Var {
        self.function.variables += 1;
        Var(self.function.variables - 1)
    }

    /// The arguments of the function; it must be the first that is said of it.
    ///
    /// # Panics
    /// If something else was said of the function before.
    pub fn arguments<const N: usize>(&mut self) -> [Var; N] {
        assert!(self.function.variables == 0, "arguments come first");
        self.function.arguments = N as u32;
        std::array::from_fn(|_| self.variable())
    }

    /// Ends the function and begins the next.
    ///
    /// # Panics
    /// If a list is still open.
    pub fn end_function(&mut self) -> FunctionId {
        assert!(self.open.len() == 1, "every list is closed");
        let mut function = std::mem::take(&mut self.function);
        function.body = self.open.pop().expect("one is open");
        self.open.push(Vec::new());
        self.program.functions.push(function);
        FunctionId((self.program.functions.len() - 1) as u16)
    }

    /// The program; a function that was begun and not ended is dropped.
    pub fn finish(self) -> Program {
        self.program
    }

    fn write(&mut self, inst: Inst) {
        self.open.last_mut().expect("one list is always open").push(inst);
    }

    /// Gives a variable a word.
    pub fn set(&mut self, to: Var, from: impl Into<Arg>) {
        let from = from.into();
        self.write(Inst::Set { to, from });
    }

    /// Works something out of one word.
    pub fn unary(&mut self, op: Unary, of: impl Into<Arg>) -> Arg {
        match of.into() {
            Arg::Word(word) => Arg::Word(op.of(word)),
            of @ Arg::Var(_) => {
                let to = self.variable();
                self.write(Inst::Unary { op, to, of });
                to.into()
            }
        }
    }

    /// Works something out of two words.
    pub fn binary(&mut self, op: Binary, left: impl Into<Arg>, right: impl Into<Arg>) -> Arg {
        use Binary::{Add, And, AndNot, Mul, MulHigh, Or, RotateRight, ShiftLeft, ShiftRight, Sub, Xor};
        const ALL: u64 = u64::MAX;
        let (left, right) = (left.into(), right.into());
        match (op, left, right) {
            (_, Arg::Word(left), Arg::Word(right)) => Arg::Word(op.of(left, right)),
            (Add | Or | Xor | Sub | AndNot | ShiftLeft | ShiftRight | RotateRight, same, Arg::Word(0))
            | (Add | Or | Xor, Arg::Word(0), same)
            | (And, same, Arg::Word(ALL))
            | (And, Arg::Word(ALL), same)
            | (Mul, same, Arg::Word(1))
            | (Mul, Arg::Word(1), same) => same,
            (And | Mul | MulHigh, _, Arg::Word(0))
            | (And | Mul | MulHigh | AndNot | ShiftLeft | ShiftRight | RotateRight, Arg::Word(0), _)
            | (AndNot, _, Arg::Word(ALL)) => Arg::Word(0),
            (Or, _, Arg::Word(ALL)) | (Or, Arg::Word(ALL), _) => Arg::Word(ALL),
            _ => {
                let to = self.variable();
                self.write(Inst::Binary { op, to, left, right });
                to.into()
            }
        }
    }

    /// One of two words: `no` if the condition is 0.
    pub fn choose(&mut self, condition: impl Into<Arg>, yes: impl Into<Arg>, no: impl Into<Arg>) -> Arg {
        let (condition, yes, no) = (condition.into(), yes.into(), no.into());
        match condition {
            Arg::Word(0) => no,
            Arg::Word(_) => yes,
            Arg::Var(_) if yes == no => yes,
            Arg::Var(_) => {
                let to = self.variable();
                self.write(Inst::Choose { to, condition, yes, no });
                to.into()
            }
        }
    }

    /// Reads memory.
    pub fn load(&mut self, memory: MemoryId, width: Width, at: impl Into<Arg>, offset: usize) -> Arg {
        let (to, at) = (self.variable(), at.into());
        self.write(Inst::Load { to, memory, width, at, offset: offset as u32 });
        to.into()
    }

    /// Writes memory, which is one that is given.
    ///
    /// # Panics
    /// If it is a table.
    pub fn store(&mut self, memory: MemoryId, width: Width, at: impl Into<Arg>, offset: usize, value: impl Into<Arg>) {
        assert!(matches!(self.program.memories[usize::from(memory.0)], Memory::Given(_)), "tables are not written");
        let (at, value) = (at.into(), value.into());
        self.write(Inst::Store { memory, width, at, offset: offset as u32, value });
    }

    /// Begins a list of its own.
    pub fn open(&mut self) {
        self.open.push(Vec::new());
    }

    /// Ends the list that was begun last.
    ///
    /// # Panics
    /// If none is open.
    pub fn close(&mut self) -> Vec<Inst> {
        assert!(self.open.len() > 1, "a list is open");
        self.open.pop().expect("asked above")
    }

    /// Runs one of two lists: `otherwise` if the condition is 0.
    pub fn branch(&mut self, condition: impl Into<Arg>, then: Vec<Inst>, otherwise: Vec<Inst>) {
        let condition = condition.into();
        self.write(Inst::If { condition, then, otherwise });
    }

    /// Runs a list again and again, until it breaks.
    pub fn rounds(&mut self, body: Vec<Inst>) {
        self.write(Inst::Loop(body));
    }

    /// Runs what `then` writes if the condition is not 0.
    pub fn when(&mut self, condition: impl Into<Arg>, then: impl FnOnce(&mut Self)) {
        self.either(condition, then, |_| {});
    }

    /// Runs what one of the two writes: `otherwise` if the condition is 0.
    pub fn either(
        &mut self,
        condition: impl Into<Arg>,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        match condition.into() {
            Arg::Word(0) => otherwise(self),
            Arg::Word(_) => then(self),
            condition @ Arg::Var(_) => {
                let then = self.inner(then);
                let otherwise = self.inner(otherwise);
                self.branch(condition, then, otherwise);
            }
        }
    }

    /// Runs what `body` writes until it breaks.
    pub fn repeat(&mut self, body: impl FnOnce(&mut Self)) {
        let body = self.inner(body);
        self.rounds(body);
    }

    fn inner(&mut self, write: impl FnOnce(&mut Self)) -> Vec<Inst> {
        self.open();
        write(self);
        self.close()
    }

    /// Leaves the innermost loop.
    pub fn leave(&mut self) {
        self.write(Inst::Break);
    }

    /// Begins the innermost loop anew.
    pub fn again(&mut self) {
        self.write(Inst::Again);
    }

    /// Ends the function with a word.
    pub fn give(&mut self, word: impl Into<Arg>) {
        let word = word.into();
        self.write(Inst::Return(word));
    }

    /// Calls a function that was written before.
    ///
    /// # Panics
    /// If the number of arguments is not that of the function.
    pub fn call(&mut self, function: FunctionId, arguments: &[Arg]) -> Arg {
        let wanted = self.program.functions[usize::from(function.0)].arguments;
        assert!(arguments.len() == wanted as usize, "a function has {wanted} arguments");
        let to = self.variable();
        self.write(Inst::Call { to, function, arguments: arguments.to_vec() });
        to.into()
    }
}
