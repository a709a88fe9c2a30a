//! The interpreter: what a program means, instruction by instruction.

use thiserror::Error;

use crate::program::{Arg, FunctionId, Inst, Memory, MemoryId, Program, Width};

/// A program read or wrote outside of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("address {address} of memory {memory} is out of bounds: it has {bytes} bytes")]
pub struct OutOfBounds {
    /// Which memory, from 0.
    pub memory: u16,
    /// The first byte asked for.
    pub address: u64,
    /// How long the memory is.
    pub bytes: usize,
}

/// How a list of instructions ended.
enum Flow {
    On,
    Break,
    Again,
    Return(u64),
}

impl Program {
    /// Runs a function without arguments on the memories that are to be given, in order.
    ///
    /// # Errors
    /// If an address is out of bounds; what was written until then stays written.
    ///
    /// # Panics
    /// If the memories are not of the lengths that the program wants.
    pub fn run(&self, function: FunctionId, given: &mut [&mut [u8]]) -> Result<u64, OutOfBounds> {
        assert!(given.iter().map(|memory| memory.len()).eq(self.given()), "memories have the lengths wanted");
        self.call(function, &[], given)
    }

    fn call(&self, function: FunctionId, arguments: &[u64], given: &mut [&mut [u8]]) -> Result<u64, OutOfBounds> {
        let function = &self.functions[usize::from(function.0)];
        let mut variables = vec![0; function.variables as usize];
        variables[..arguments.len()].copy_from_slice(arguments);
        match self.list(&function.body, &mut variables, given)? {
            Flow::Return(word) => Ok(word),
            _ => Ok(0),
        }
    }

    fn list(&self, list: &[Inst], variables: &mut [u64], given: &mut [&mut [u8]]) -> Result<Flow, OutOfBounds> {
        for inst in list {
            let word = |arg: Arg| match arg {
                Arg::Var(var) => variables[var.0 as usize],
                Arg::Word(word) => word,
            };
            let (to, value) = match *inst {
                Inst::Set { to, from } => (to, word(from)),
                Inst::Unary { op, to, of } => (to, op.of(word(of))),
                Inst::Binary { op, to, left, right } => (to, op.of(word(left), word(right))),
                Inst::Choose { to, condition, yes, no } => (to, word(if word(condition) != 0 { yes } else { no })),
                Inst::Load { to, memory, width, at, offset } => {
                    let address = self.address(memory, width, word(at), offset)?;
                    let mut bytes = [0; 8];
                    bytes[..width.bytes()].copy_from_slice(&self.memory(memory, given)[address..][..width.bytes()]);
                    (to, u64::from_le_bytes(bytes))
                }
                Inst::Store { memory, width, at, offset, value } => {
                    let address = self.address(memory, width, word(at), offset)?;
                    let bytes = word(value).to_le_bytes();
                    let written = &mut given[self.number(memory)][address..][..width.bytes()];
                    written.copy_from_slice(&bytes[..width.bytes()]);
                    continue;
                }
                Inst::If { condition, ref then, ref otherwise } => {
                    let chosen = if word(condition) != 0 { then } else { otherwise };
                    match self.list(chosen, variables, given)? {
                        Flow::On => continue,
                        flow => return Ok(flow),
                    }
                }
                Inst::Loop(ref body) => loop {
                    match self.list(body, variables, given)? {
                        Flow::On | Flow::Again => {}
                        Flow::Break => return self.rest(list, inst, variables, given),
                        flow @ Flow::Return(_) => return Ok(flow),
                    }
                },
                Inst::Break => return Ok(Flow::Break),
                Inst::Again => return Ok(Flow::Again),
                Inst::Return(arg) => return Ok(Flow::Return(word(arg))),
                Inst::Call { to, function, ref arguments } => {
                    let arguments: Vec<u64> = arguments.iter().map(|&arg| word(arg)).collect();
                    (to, self.call(function, &arguments, given)?)
                }
            };
            variables[to.0 as usize] = value;
        }
        Ok(Flow::On)
    }

    /// What follows an instruction of a list.
    fn rest(
        &self,
        list: &[Inst],
        after: &Inst,
        variables: &mut [u64],
        given: &mut [&mut [u8]],
    ) -> Result<Flow, OutOfBounds> {
        let index = list.iter().position(|inst| std::ptr::eq(inst, after)).expect("it is one of the list");
        self.list(&list[index + 1..], variables, given)
    }

    fn address(&self, memory: MemoryId, width: Width, at: u64, offset: u32) -> Result<usize, OutOfBounds> {
        let bytes = self.memories[usize::from(memory.0)].bytes();
        let out = OutOfBounds { memory: memory.0, address: at.wrapping_add(u64::from(offset)), bytes };
        let end = at.checked_add(u64::from(offset)).and_then(|at| at.checked_add(width.bytes() as u64)).ok_or(out)?;
        if end <= bytes as u64 { Ok(end as usize - width.bytes()) } else { Err(out) }
    }

    /// Which of the memories given it is.
    fn number(&self, memory: MemoryId) -> usize {
        let before = &self.memories[..usize::from(memory.0)];
        before.iter().filter(|memory| matches!(memory, Memory::Given(_))).count()
    }

    fn memory<'m>(&'m self, memory: MemoryId, given: &'m [&mut [u8]]) -> &'m [u8] {
        match &self.memories[usize::from(memory.0)] {
            Memory::Given(_) => given[self.number(memory)],
            Memory::Table(table) => table,
        }
    }
}
