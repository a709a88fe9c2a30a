//! Programs as machine code, by Cranelift.
//!
//! Why it is safe to run: the only memory that the code touches are the memories given for a call, whose lengths are
//! compared with those that it was compiled for, and its own tables, which live as long as it does. Every address is
//! either [known](crate::bounds) to be inside of its memory or moved there by the code.

#![allow(unsafe_code)]

use std::fmt;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, AliasRegion, AliasRegionData, Block, InstBuilder, MemFlagsData, UserFuncName, Value, types,
};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, default_libcall_names};
use thiserror::Error;

use crate::bounds::Bounds;
use crate::program::{Arg, Binary, Function, FunctionId, Inst, Memory, MemoryId, Program, Unary, Width};

/// Most memories that can be given.
const GIVEN: usize = 3;

/// A compiled function: the memories given in, a word out.
type Entry = unsafe extern "C" fn(*mut u8, *mut u8, *mut u8) -> u64;

/// Why a program was not compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MachineError {
    /// It wants more memories than can be given.
    #[error("a program wants {0} memories, {GIVEN} can be given")]
    Memories(usize),
    /// Something is never inside of a memory.
    #[error("memory {memory} of {bytes} bytes has nothing at {offset}")]
    Outside {
        /// Which memory, from 0.
        memory: u16,
        /// How long it is.
        bytes: usize,
        /// What was asked for.
        offset: u32,
    },
    /// The compiler cannot compile for this machine, or failed.
    #[error("no machine code: {0}")]
    Compiler(String),
}

fn failed(error: impl fmt::Display) -> MachineError {
    MachineError::Compiler(error.to_string())
}

/// A compiled program.
pub struct Machine {
    /// Only taken when it is dropped.
    module: Option<JITModule>,
    /// By function; those with arguments are only called from within.
    entries: Vec<Option<Entry>>,
    given: [usize; GIVEN],
    bytes: usize,
    /// The code has their addresses in it.
    _tables: Vec<Box<[u8]>>,
}

// SAFETY: once compiled, code and tables are only read; `module` is not used until the drop, which has it alone.
unsafe impl Send for Machine {}
// SAFETY: as above: calls from several threads share nothing that is written.
unsafe impl Sync for Machine {}

impl fmt::Debug for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: entries are only called through `&self`, so none runs now, and none is called later.
            unsafe { module.free_memory() };
        }
    }
}

impl Machine {
    /// Compiles a program.
    ///
    /// # Errors
    /// If it wants too many memories, an address in it can never be inside of its memory, or the machine is not known.
    pub fn new(program: &Program) -> Result<Self, MachineError> {
        let mut given = [0; GIVEN];
        let count = program.given().count();
        if count > GIVEN {
            return Err(MachineError::Memories(count));
        }
        given.iter_mut().zip(program.given()).for_each(|(slot, bytes)| *slot = bytes);

        let mut flags = settings::builder();
        for (name, value) in [
            ("use_colocated_libcalls", "false"),
            ("is_pic", "false"),
            ("opt_level", "speed"),
            ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
        ] {
            flags.set(name, value).map_err(failed)?;
        }
        let isa = cranelift_native::builder().map_err(failed)?;
        let isa = isa.finish(settings::Flags::new(flags)).map_err(failed)?;
        let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));

        let table = |memory: &Memory| match memory {
            Memory::Table(table) => table.clone(),
            Memory::Given(_) => Box::default(),
        };
        let tables: Vec<Box<[u8]>> = program.memories.iter().map(table).collect();
        let mut ids = Vec::new();
        let mut bytes = 0;
        let mut context = module.make_context();
        let mut frontend = FunctionBuilderContext::new();
        for (index, function) in program.functions.iter().enumerate() {
            let mut signature = module.make_signature();
            signature.params.extend([AbiParam::new(types::I64); GIVEN]);
            signature.params.extend((0..function.arguments).map(|_| AbiParam::new(types::I64)));
            signature.returns.push(AbiParam::new(types::I64));
            let id = module.declare_anonymous_function(&signature).map_err(failed)?;
            context.func.signature = signature;
            context.func.name = UserFuncName::user(0, index as u32);
            let mut builder = FunctionBuilder::new(&mut context.func, &mut frontend);
            let translation = Translation {
                program,
                tables: &tables,
                ids: &ids,
                module: &mut module,
                bounds: Bounds::new(function),
                variables: Vec::new(),
                memories: Vec::new(),
                regions: Vec::new(),
                loops: Vec::new(),
            };
            translation.function(&mut builder, function)?;
            builder.finalize(module.target_config());
            module.define_function(id, &mut context).map_err(failed)?;
            bytes += context.compiled_code().map_or(0, |code| code.code_buffer().len());
            module.clear_context(&mut context);
            ids.push(id);
        }
        module.finalize_definitions().map_err(failed)?;
        let entry = |(id, function): (&FuncId, &Function)| {
            let code = module.get_finalized_function(*id);
            // SAFETY: a function without arguments was compiled with the signature of an entry.
            (function.arguments == 0).then(|| unsafe { std::mem::transmute::<*const u8, Entry>(code) })
        };
        let entries = ids.iter().zip(&program.functions).map(entry).collect();
        Ok(Self { module: Some(module), entries, given, bytes, _tables: tables })
    }

    /// Calls a function without arguments on the memories to be given, in order; those that are not wanted are empty.
    ///
    /// # Panics
    /// If the memories are not of the lengths that the program wants, or the function has arguments.
    #[inline]
    pub fn call(&self, function: FunctionId, [first, second, third]: [&mut [u8]; GIVEN]) -> u64 {
        let lengths = [first.len(), second.len(), third.len()];
        assert!(lengths == self.given, "memories have the lengths wanted");
        let entry = self.entries[usize::from(function.0)].expect("the function has no arguments");
        // SAFETY: see the top of the file; the three memories are writable and apart, for each is borrowed alone.
        unsafe { entry(first.as_mut_ptr(), second.as_mut_ptr(), third.as_mut_ptr()) }
    }

    /// How long the code is.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// A function on its way.
struct Translation<'a> {
    program: &'a Program,
    tables: &'a [Box<[u8]>],
    /// The functions before.
    ids: &'a [FuncId],
    module: &'a mut JITModule,
    bounds: Bounds,
    variables: Vec<Variable>,
    /// The addresses of the memories given.
    memories: Vec<Value>,
    /// By memory: that it shares nothing with the others.
    regions: Vec<AliasRegion>,
    /// The first block of each open loop, and the one after it.
    loops: Vec<(Block, Block)>,
}

impl Translation<'_> {
    fn function(mut self, builder: &mut FunctionBuilder<'_>, function: &Function) -> Result<(), MachineError> {
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let params = builder.block_params(entry).to_vec();
        self.memories = params[..GIVEN].to_vec();
        for index in 0..self.program.memories.len() {
            let region = AliasRegionData { user_id: index as u32, description: "memory".into() };
            self.regions.push(builder.func.dfg.alias_regions.insert(region));
        }
        for index in 0..function.variables as usize {
            let variable = builder.declare_var(types::I64);
            let first = match params.get(GIVEN + index) {
                Some(&argument) => argument,
                None => builder.ins().iconst(types::I64, 0),
            };
            builder.def_var(variable, first);
            self.variables.push(variable);
        }
        if self.list(builder, &function.body)? {
            let none = builder.ins().iconst(types::I64, 0);
            builder.ins().return_(&[none]);
        }
        builder.seal_all_blocks();
        Ok(())
    }

    fn value(&self, builder: &mut FunctionBuilder<'_>, arg: Arg) -> Value {
        match arg {
            Arg::Var(var) => builder.use_var(self.variables[var.0 as usize]),
            Arg::Word(word) => builder.ins().iconst(types::I64, word as i64),
        }
    }

    /// Translates a list; false if its end is never reached.
    fn list(&mut self, builder: &mut FunctionBuilder<'_>, list: &[Inst]) -> Result<bool, MachineError> {
        for inst in list {
            let (to, value) = match *inst {
                Inst::Set { to, from } => (to, self.value(builder, from)),
                Inst::Unary { op, to, of } => {
                    let of = self.value(builder, of);
                    (to, unary(builder, op, of))
                }
                Inst::Binary { op, to, left, right } => {
                    let (left, right) = (self.value(builder, left), self.value(builder, right));
                    (to, binary(builder, op, left, right))
                }
                Inst::Choose { to, condition, yes, no } => {
                    let [condition, yes, no] = [condition, yes, no].map(|arg| self.value(builder, arg));
                    (to, builder.ins().select(condition, yes, no))
                }
                Inst::Load { to, memory, width, at, offset } => {
                    let (flags, at) = self.address(builder, memory, width, at, offset)?;
                    let offset = offset as i32;
                    let ins = builder.ins();
                    let value = match width {
                        Width::Byte => ins.uload8(types::I64, flags, at, offset),
                        Width::Two => ins.uload16(types::I64, flags, at, offset),
                        Width::Four => ins.uload32(flags, at, offset),
                        Width::Eight => ins.load(types::I64, flags, at, offset),
                    };
                    (to, value)
                }
                Inst::Store { memory, width, at, offset, value } => {
                    let (flags, at) = self.address(builder, memory, width, at, offset)?;
                    let (value, offset) = (self.value(builder, value), offset as i32);
                    let ins = builder.ins();
                    match width {
                        Width::Byte => ins.istore8(flags, value, at, offset),
                        Width::Two => ins.istore16(flags, value, at, offset),
                        Width::Four => ins.istore32(flags, value, at, offset),
                        Width::Eight => ins.store(flags, value, at, offset),
                    };
                    continue;
                }
                Inst::If { condition, ref then, ref otherwise } => {
                    if !self.branch(builder, condition, then, otherwise)? {
                        return Ok(false);
                    }
                    continue;
                }
                Inst::Loop(ref body) => {
                    let (first, after) = (builder.create_block(), builder.create_block());
                    builder.ins().jump(first, &[]);
                    builder.switch_to_block(first);
                    self.loops.push((first, after));
                    if self.list(builder, body)? {
                        builder.ins().jump(first, &[]);
                    }
                    self.loops.pop();
                    builder.switch_to_block(after);
                    continue;
                }
                Inst::Break | Inst::Again => {
                    let &(first, after) = self.loops.last().expect("within a loop");
                    builder.ins().jump(if *inst == Inst::Again { first } else { after }, &[]);
                    return Ok(false);
                }
                Inst::Return(word) => {
                    let word = self.value(builder, word);
                    builder.ins().return_(&[word]);
                    return Ok(false);
                }
                Inst::Call { to, function, ref arguments } => {
                    let id = self.ids[usize::from(function.0)];
                    let callee = self.module.declare_func_in_func(id, builder.func);
                    let mut values = self.memories.clone();
                    values.extend(arguments.iter().map(|&arg| self.value(builder, arg)));
                    let call = builder.ins().call(callee, &values);
                    (to, builder.inst_results(call)[0])
                }
            };
            builder.def_var(self.variables[to.0 as usize], value);
            self.bounds.note(inst);
        }
        Ok(true)
    }

    fn branch(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        condition: Arg,
        then: &[Inst],
        otherwise: &[Inst],
    ) -> Result<bool, MachineError> {
        let condition = self.value(builder, condition);
        let [yes, no, after] = [(); 3].map(|()| builder.create_block());
        builder.ins().brif(condition, yes, &[], no, &[]);
        let mut goes_on = false;
        for (block, list) in [(yes, then), (no, otherwise)] {
            builder.switch_to_block(block);
            if self.list(builder, list)? {
                builder.ins().jump(after, &[]);
                goes_on = true;
            }
        }
        if goes_on {
            builder.switch_to_block(after);
        }
        Ok(goes_on)
    }

    /// Where to read or write, but for the offset; inside of the memory whatever `at` is.
    fn address(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        memory: MemoryId,
        width: Width,
        at: Arg,
        offset: u32,
    ) -> Result<(MemFlagsData, Value), MachineError> {
        let index = usize::from(memory.0);
        let bytes = self.program.memories[index].bytes();
        let outside = MachineError::Outside { memory: memory.0, bytes, offset };
        let room = bytes.checked_sub(offset as usize + width.bytes()).ok_or(outside)? as u64;
        let flags = MemFlagsData::new().with_notrap().with_alias_region(Some(self.regions[index]));
        let (base, flags) = match &self.program.memories[index] {
            Memory::Given(_) => {
                let before = &self.program.memories[..index];
                let number = before.iter().filter(|memory| matches!(memory, Memory::Given(_))).count();
                (self.memories[number], flags)
            }
            Memory::Table(_) => {
                let address = self.tables[index].as_ptr() as i64;
                (builder.ins().iconst(types::I64, address), flags.with_readonly().with_can_move())
            }
        };
        if at == Arg::Word(0) {
            return Ok((flags, base));
        }
        let mut place = self.value(builder, at);
        if self.bounds.of(at) > room {
            let last = builder.ins().iconst(types::I64, room as i64);
            place = builder.ins().umin(place, last);
        }
        Ok((flags, builder.ins().iadd(base, place)))
    }
}

fn unary(builder: &mut FunctionBuilder<'_>, op: Unary, of: Value) -> Value {
    match op {
        Unary::Not => builder.ins().bnot(of),
        Unary::CountOnes => builder.ins().popcnt(of),
        Unary::TrailingZeros => builder.ins().ctz(of),
        Unary::LeadingZeros => builder.ins().clz(of),
        Unary::SignExtend32 => {
            let low = builder.ins().ireduce(types::I32, of);
            builder.ins().sextend(types::I64, low)
        }
    }
}

fn binary(builder: &mut FunctionBuilder<'_>, op: Binary, left: Value, right: Value) -> Value {
    let compare = match op {
        Binary::Equal => IntCC::Equal,
        Binary::Unequal => IntCC::NotEqual,
        Binary::Below => IntCC::UnsignedLessThan,
        Binary::Less => IntCC::SignedLessThan,
        _ => {
            let ins = builder.ins();
            return match op {
                Binary::Add => ins.iadd(left, right),
                Binary::Sub => ins.isub(left, right),
                Binary::Mul => ins.imul(left, right),
                Binary::MulHigh => ins.umulhi(left, right),
                Binary::And => ins.band(left, right),
                Binary::Or => ins.bor(left, right),
                Binary::Xor => ins.bxor(left, right),
                Binary::AndNot => ins.band_not(left, right),
                Binary::ShiftLeft => ins.ishl(left, right),
                Binary::ShiftRight => ins.ushr(left, right),
                _ => ins.rotr(left, right),
            };
        }
    };
    let yes = builder.ins().icmp(compare, left, right);
    builder.ins().uextend(types::I64, yes)
}
