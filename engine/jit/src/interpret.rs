//! The interpreter of programs: the reference semantics, instruction by instruction.

use thiserror::Error;

use crate::program::{Arg, FunctionId, Inst, Memory, MemoryId, Program, Width};

/// Error: a program read or wrote outside of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("address {address} of memory {memory} is out of bounds: it has {bytes} bytes")]
pub struct OutOfBounds {
    /// Index of the memory, from 0.
    pub memory: u16,
    /// Address of the first byte of the access.
    pub address: u64,
    /// Length of the memory in bytes.
    pub bytes: usize,
}

/// Control flow after a list of instructions.
enum Flow {
    Next,
    Break,
    Continue,
    Return(u64),
}

impl Program {
    /// Runs a function without arguments on the buffers of the caller, in order.
    ///
    /// # Errors
    /// If an address is out of bounds; writes made before it remain.
    ///
    /// # Panics
    /// If the buffers do not have the lengths that the program declares.
    pub fn run(&self, function: FunctionId, buffers: &mut [&mut [u8]]) -> Result<u64, OutOfBounds> {
        assert!(
            buffers.iter().map(|memory| memory.len()).eq(self.buffer_lengths()),
            "the memories have the declared lengths"
        );
        self.call(function, &[], buffers)
    }

    fn call(&self, function: FunctionId, arguments: &[u64], buffers: &mut [&mut [u8]]) -> Result<u64, OutOfBounds> {
        let function = &self.functions[usize::from(function.0)];
        let mut variables = vec![0; function.variables as usize];
        variables[..arguments.len()].copy_from_slice(arguments);
        match self.run_list(&function.body, &mut variables, buffers)? {
            Flow::Return(word) => Ok(word),
            _ => Ok(0),
        }
    }

    fn run_list(&self, list: &[Inst], variables: &mut [u64], buffers: &mut [&mut [u8]]) -> Result<Flow, OutOfBounds> {
        for inst in list {
            let word = |arg: Arg| match arg {
                Arg::Var(var) => variables[var.0 as usize],
                Arg::Word(word) => word,
            };
            let (to, value) = match *inst {
                Inst::Set { to, from } => (to, word(from)),
                Inst::Unary { op, to, of } => (to, op.eval(word(of))),
                Inst::Binary { op, to, left, right } => (to, op.eval(word(left), word(right))),
                Inst::Select { to, condition, yes, no } => (to, word(if word(condition) != 0 { yes } else { no })),
                Inst::Load { to, memory, width, at, offset } => {
                    let address = self.checked_address(memory, width, word(at), offset)?;
                    let mut bytes = [0; 8];
                    bytes[..width.bytes()]
                        .copy_from_slice(&self.memory_bytes(memory, buffers)[address..][..width.bytes()]);
                    (to, u64::from_le_bytes(bytes))
                }
                Inst::Store { memory, width, at, offset, value } => {
                    let address = self.checked_address(memory, width, word(at), offset)?;
                    let bytes = word(value).to_le_bytes();
                    let written = &mut buffers[self.buffer_index(memory)][address..][..width.bytes()];
                    written.copy_from_slice(&bytes[..width.bytes()]);
                    continue;
                }
                Inst::If { condition, ref then, ref otherwise } => {
                    let chosen = if word(condition) != 0 { then } else { otherwise };
                    match self.run_list(chosen, variables, buffers)? {
                        Flow::Next => continue,
                        flow => return Ok(flow),
                    }
                }
                Inst::Loop(ref body) => loop {
                    match self.run_list(body, variables, buffers)? {
                        Flow::Next | Flow::Continue => {}
                        Flow::Break => return self.run_rest(list, inst, variables, buffers),
                        flow @ Flow::Return(_) => return Ok(flow),
                    }
                },
                Inst::Break => return Ok(Flow::Break),
                Inst::Continue => return Ok(Flow::Continue),
                Inst::Return(arg) => return Ok(Flow::Return(word(arg))),
                Inst::Call { to, function, ref arguments } => {
                    let arguments: Vec<u64> = arguments.iter().map(|&arg| word(arg)).collect();
                    (to, self.call(function, &arguments, buffers)?)
                }
            };
            variables[to.0 as usize] = value;
        }
        Ok(Flow::Next)
    }

    /// Runs the instructions that follow `after` in a list.
    fn run_rest(
        &self,
        list: &[Inst],
        after: &Inst,
        variables: &mut [u64],
        buffers: &mut [&mut [u8]],
    ) -> Result<Flow, OutOfBounds> {
        let index = list.iter().position(|inst| std::ptr::eq(inst, after)).expect("the instruction is in the list");
        self.run_list(&list[index + 1..], variables, buffers)
    }

    fn checked_address(&self, memory: MemoryId, width: Width, at: u64, offset: u32) -> Result<usize, OutOfBounds> {
        let bytes = self.memories[usize::from(memory.0)].bytes();
        let out = OutOfBounds { memory: memory.0, address: at.wrapping_add(u64::from(offset)), bytes };
        let end = at.checked_add(u64::from(offset)).and_then(|at| at.checked_add(width.bytes() as u64)).ok_or(out)?;
        if end <= bytes as u64 { Ok(end as usize - width.bytes()) } else { Err(out) }
    }

    /// Index of a memory among the buffers of the caller.
    fn buffer_index(&self, memory: MemoryId) -> usize {
        let before = &self.memories[..usize::from(memory.0)];
        before.iter().filter(|memory| matches!(memory, Memory::Buffer(_))).count()
    }

    fn memory_bytes<'m>(&'m self, memory: MemoryId, buffers: &'m [&mut [u8]]) -> &'m [u8] {
        match &self.memories[usize::from(memory.0)] {
            Memory::Buffer(_) => buffers[self.buffer_index(memory)],
            Memory::Table(table) => table,
        }
    }
}
