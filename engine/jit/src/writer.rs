//! A builder of programs with constant folding and algebraic simplification.

use crate::program::{Arg, Binary, Function, FunctionId, Inst, Memory, MemoryId, Program, Unary, Var, Width};

/// Builder of a [`Program`], one function after another.
#[derive(Debug, Default)]
pub struct Writer {
    program: Program,
    function: Function,
    /// Open instruction lists, the innermost last.
    open_lists: Vec<Vec<Inst>>,
    /// Functions that wait until an inner one is finished, with their open lists.
    suspended: Vec<(Function, Vec<Vec<Inst>>)>,
    /// Number of instructions written so far.
    written: usize,
}

impl Writer {
    /// An empty program.
    pub fn new() -> Self {
        Self { open_lists: vec![Vec::new()], ..Self::default() }
    }

    /// Declares a memory.
    pub fn add_memory(&mut self, memory: Memory) -> MemoryId {
        self.program.memories.push(memory);
        MemoryId((self.program.memories.len() - 1) as u16)
    }

    /// Declares a variable of the current function, initially 0.
    pub fn add_variable(&mut self) -> Var {
        self.function.variables += 1;
        Var(self.function.variables - 1)
    }

    /// Declares the arguments of the current function; must precede all other variables of it.
    ///
    /// # Panics
    /// If the current function already has variables.
    pub fn add_arguments<const N: usize>(&mut self) -> [Var; N] {
        assert!(self.function.variables == 0, "arguments come first");
        self.function.arguments = N as u32;
        std::array::from_fn(|_| self.add_variable())
    }

    /// Ends the current function and begins the next.
    ///
    /// # Panics
    /// If an instruction list is still open.
    pub fn end_function(&mut self) -> FunctionId {
        assert!(self.open_lists.len() == 1, "all lists are closed");
        let mut function = std::mem::take(&mut self.function);
        function.body = self.open_lists.pop().expect("a list is open");
        self.open_lists.push(Vec::new());
        self.program.functions.push(function);
        FunctionId((self.program.functions.len() - 1) as u16)
    }

    /// Declares a function with this number of arguments, which may be called before it is written, by itself too.
    pub fn declare_function(&mut self, arguments: usize) -> FunctionId {
        self.program.functions.push(Function { arguments: arguments as u32, ..Function::default() });
        FunctionId((self.program.functions.len() - 1) as u16)
    }

    /// Suspends the current function and begins a declared one. Returns its arguments.
    pub fn begin_declared(&mut self, id: FunctionId) -> Vec<Var> {
        let lists = std::mem::replace(&mut self.open_lists, vec![Vec::new()]);
        self.suspended.push((std::mem::take(&mut self.function), lists));
        self.function.arguments = self.program.functions[usize::from(id.0)].arguments;
        (0..self.function.arguments).map(|_| self.add_variable()).collect()
    }

    /// Ends a declared function and resumes the function that was suspended for it.
    ///
    /// # Panics
    /// If no function was suspended, or an instruction list is still open.
    pub fn end_declared(&mut self, id: FunctionId) {
        assert!(self.open_lists.len() == 1, "all lists are closed");
        let (outer, lists) = self.suspended.pop().expect("a function was suspended");
        let mut function = std::mem::replace(&mut self.function, outer);
        function.body = std::mem::replace(&mut self.open_lists, lists).pop().expect("a list is open");
        self.program.functions[usize::from(id.0)] = function;
    }

    /// Drops what was written of a declared function and resumes the function that was suspended for it.
    ///
    /// # Panics
    /// If no function was suspended.
    pub fn discard_declared(&mut self) {
        (self.function, self.open_lists) = self.suspended.pop().expect("a function was suspended");
    }

    /// Writes instructions that were collected in another list.
    pub fn append(&mut self, list: Vec<Inst>) {
        self.open_lists.last_mut().expect("one list is always open").extend(list);
    }

    /// Number of instructions written so far, discarded ones included.
    pub fn instructions_written(&self) -> usize {
        self.written
    }

    /// Returns the program; an unfinished function is dropped.
    pub fn finish(self) -> Program {
        self.program
    }

    fn write(&mut self, inst: Inst) {
        self.written += 1;
        self.open_lists.last_mut().expect("one list is always open").push(inst);
    }

    /// Assigns an operand to a variable.
    pub fn set(&mut self, to: Var, from: impl Into<Arg>) {
        let from = from.into();
        self.write(Inst::Set { to, from });
    }

    /// Evaluates a unary operation; constants are folded.
    pub fn unary(&mut self, op: Unary, of: impl Into<Arg>) -> Arg {
        match of.into() {
            Arg::Word(word) => Arg::Word(op.eval(word)),
            of @ Arg::Var(_) => {
                let to = self.add_variable();
                self.write(Inst::Unary { op, to, of });
                to.into()
            }
        }
    }

    /// Evaluates a binary operation; constants are folded and identities such as `x + 0` are simplified.
    pub fn binary(&mut self, op: Binary, left: impl Into<Arg>, right: impl Into<Arg>) -> Arg {
        use Binary::{Add, And, AndNot, Mul, MulHigh, Or, RotateRight, ShiftLeft, ShiftRight, Sub, Xor};
        const ALL: u64 = u64::MAX;
        let (left, right) = (left.into(), right.into());
        match (op, left, right) {
            (_, Arg::Word(left), Arg::Word(right)) => Arg::Word(op.eval(left, right)),
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
                let to = self.add_variable();
                self.write(Inst::Binary { op, to, left, right });
                to.into()
            }
        }
    }

    /// Selects one of two words: `no` if the condition is 0.
    pub fn select(&mut self, condition: impl Into<Arg>, yes: impl Into<Arg>, no: impl Into<Arg>) -> Arg {
        let (condition, yes, no) = (condition.into(), yes.into(), no.into());
        match condition {
            Arg::Word(0) => no,
            Arg::Word(_) => yes,
            Arg::Var(_) if yes == no => yes,
            Arg::Var(_) => {
                let to = self.add_variable();
                self.write(Inst::Select { to, condition, yes, no });
                to.into()
            }
        }
    }

    /// Reads memory.
    pub fn load(&mut self, memory: MemoryId, width: Width, at: impl Into<Arg>, offset: usize) -> Arg {
        let (to, at) = (self.add_variable(), at.into());
        self.write(Inst::Load { to, memory, width, at, offset: offset as u32 });
        to.into()
    }

    /// Writes to a memory that the call passes.
    ///
    /// # Panics
    /// If the memory is a table.
    pub fn store(&mut self, memory: MemoryId, width: Width, at: impl Into<Arg>, offset: usize, value: impl Into<Arg>) {
        assert!(matches!(self.program.memories[usize::from(memory.0)], Memory::Buffer(_)), "tables are read-only");
        let (at, value) = (at.into(), value.into());
        self.write(Inst::Store { memory, width, at, offset: offset as u32, value });
    }

    /// Opens a nested instruction list.
    pub fn open_list(&mut self) {
        self.open_lists.push(Vec::new());
    }

    /// Closes the innermost instruction list and returns it.
    ///
    /// # Panics
    /// If no list is open.
    pub fn close_list(&mut self) -> Vec<Inst> {
        assert!(self.open_lists.len() > 1, "a list is open");
        self.open_lists.pop().expect("checked above")
    }

    /// Writes a conditional: `otherwise` runs if the condition is 0, else `then`.
    pub fn write_if(&mut self, condition: impl Into<Arg>, then: Vec<Inst>, otherwise: Vec<Inst>) {
        let condition = condition.into();
        self.write(Inst::If { condition, then, otherwise });
    }

    /// Writes a loop, which runs until it breaks.
    pub fn write_loop(&mut self, body: Vec<Inst>) {
        self.write(Inst::Loop(body));
    }

    /// Writes a conditional whose body is written by `then`.
    pub fn if_then(&mut self, condition: impl Into<Arg>, then: impl FnOnce(&mut Self)) {
        self.if_else(condition, then, |_| {});
    }

    /// Writes a conditional whose branches are written by `then` and, for condition 0, `otherwise`.
    pub fn if_else(
        &mut self,
        condition: impl Into<Arg>,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        match condition.into() {
            Arg::Word(0) => otherwise(self),
            Arg::Word(_) => then(self),
            condition @ Arg::Var(_) => {
                let then = self.nested_list(then);
                let otherwise = self.nested_list(otherwise);
                self.write_if(condition, then, otherwise);
            }
        }
    }

    /// Writes a loop whose body is written by `body`; it runs until it breaks.
    pub fn loop_body(&mut self, body: impl FnOnce(&mut Self)) {
        let body = self.nested_list(body);
        self.write_loop(body);
    }

    fn nested_list(&mut self, write: impl FnOnce(&mut Self)) -> Vec<Inst> {
        self.open_list();
        write(self);
        self.close_list()
    }

    /// Leaves the innermost loop.
    pub fn break_loop(&mut self) {
        self.write(Inst::Break);
    }

    /// Continues with the next iteration of the innermost loop.
    pub fn continue_loop(&mut self) {
        self.write(Inst::Continue);
    }

    /// Returns a word from the function.
    pub fn return_word(&mut self, word: impl Into<Arg>) {
        let word = word.into();
        self.write(Inst::Return(word));
    }

    /// Calls a function that was written or declared before.
    ///
    /// # Panics
    /// If the number of arguments differs from that of the function.
    pub fn call(&mut self, function: FunctionId, arguments: &[Arg]) -> Arg {
        let wanted = self.program.functions[usize::from(function.0)].arguments;
        assert!(arguments.len() == wanted as usize, "a function has {wanted} arguments");
        let to = self.add_variable();
        self.write(Inst::Call { to, function, arguments: arguments.to_vec() });
        to.into()
    }
}
