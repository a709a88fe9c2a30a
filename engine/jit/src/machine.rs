//! Native code generation with Cranelift (JIT compilation).
//!
//! Safety argument: the code touches only two sorts of memory. The first are the buffers of a call, whose lengths are
//! compared with those that the code was compiled for. The second are its own tables, which live as long as the code.
//! Every address is either [proven](crate::bounds) to be inside of its memory or clamped into it by the code.

#![allow(unsafe_code)]

use std::fmt;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, AliasRegion, AliasRegionData, Block, InstBuilder, MemFlagsData, Signature, UserFuncName, Value, types,
};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, default_libcall_names};
use thiserror::Error;

use crate::bounds::Bounds;
use crate::program::{Arg, Binary, Function, FunctionId, Inst, Memory, MemoryId, Program, Unary, Width};

/// Maximum number of buffers of a call.
const MAX_BUFFERS: usize = 3;

/// Entry point of a compiled function: takes the buffers of the call, returns a word.
type EntryPoint = unsafe extern "C" fn(*mut u8, *mut u8, *mut u8) -> u64;

/// Error of [`CompiledProgram::new`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CompileError {
    /// The program declares more buffers than a call can pass.
    #[error("the program declares {0} buffers, but at most {MAX_BUFFERS} are supported")]
    TooManyBuffers(usize),
    /// An access has a constant offset that is outside of its memory for every address.
    #[error("offset {offset} is out of bounds of memory {memory}, which has {bytes} bytes")]
    OutOfBounds {
        /// Index of the memory, from 0.
        memory: u16,
        /// Length of the memory in bytes.
        bytes: usize,
        /// Constant offset of the access.
        offset: u32,
    },
    /// Cranelift does not support this processor, or failed.
    #[error("native code generation failed: {0}")]
    Compiler(String),
}

fn compiler_error(error: impl fmt::Display) -> CompileError {
    CompileError::Compiler(error.to_string())
}

/// A program compiled to native code.
pub struct CompiledProgram {
    /// `None` only while it is dropped.
    module: Option<JITModule>,
    /// Entry points by function; `None` for functions with arguments, which only compiled code calls.
    entries: Vec<Option<EntryPoint>>,
    buffer_lengths: [usize; MAX_BUFFERS],
    code_bytes: usize,
    /// Keeps the tables alive: the code contains their addresses.
    _tables: Vec<Box<[u8]>>,
}

// SAFETY: once compiled, code and tables are only read; `module` is not used until the drop, which has exclusive
// access.
unsafe impl Send for CompiledProgram {}
// SAFETY: as above: calls from several threads share no writable memory.
unsafe impl Sync for CompiledProgram {}

impl fmt::Debug for CompiledProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompiledProgram").field("code_bytes", &self.code_bytes).finish_non_exhaustive()
    }
}

impl Drop for CompiledProgram {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: entry points are only called through `&self`, so none runs now, and none is called later.
            unsafe { module.free_memory() };
        }
    }
}

impl CompiledProgram {
    /// Compiles a program to native code.
    ///
    /// # Errors
    /// If the program declares too many buffers, an access is outside of its memory for every address, or Cranelift
    /// does not support the processor.
    pub fn new(program: &Program) -> Result<Self, CompileError> {
        Self::compile(program, None)
    }

    /// Returns the machine code of a program as assembly text, by function, as Cranelift writes it.
    ///
    /// # Errors
    /// As [`CompiledProgram::new`].
    pub fn disassembly(program: &Program) -> Result<Vec<String>, CompileError> {
        let mut listing = Vec::new();
        Self::compile(program, Some(&mut listing))?;
        Ok(listing)
    }

    fn compile(program: &Program, mut listing: Option<&mut Vec<String>>) -> Result<Self, CompileError> {
        let mut buffer_lengths = [0; MAX_BUFFERS];
        let count = program.buffer_lengths().count();
        if count > MAX_BUFFERS {
            return Err(CompileError::TooManyBuffers(count));
        }
        buffer_lengths.iter_mut().zip(program.buffer_lengths()).for_each(|(slot, bytes)| *slot = bytes);

        let mut flags = settings::builder();
        for (name, value) in [
            ("use_colocated_libcalls", "false"),
            ("is_pic", "false"),
            ("opt_level", "speed"),
            ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }),
        ] {
            flags.set(name, value).map_err(compiler_error)?;
        }
        let isa = cranelift_native::builder().map_err(compiler_error)?;
        let isa = isa.finish(settings::Flags::new(flags)).map_err(compiler_error)?;
        let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));

        let table = |memory: &Memory| match memory {
            Memory::Table(table) => table.clone(),
            Memory::Buffer(_) => Box::default(),
        };
        let tables: Vec<Box<[u8]>> = program.memories.iter().map(table).collect();
        let mut ids = Vec::new();
        for function in &program.functions {
            let id = module.declare_anonymous_function(&signature(&module, function)).map_err(compiler_error)?;
            ids.push(id);
        }
        let mut code_bytes = 0;
        let mut context = module.make_context();
        let mut frontend = FunctionBuilderContext::new();
        for (index, function) in program.functions.iter().enumerate() {
            context.func.signature = signature(&module, function);
            context.func.name = UserFuncName::user(0, index as u32);
            let mut builder = FunctionBuilder::new(&mut context.func, &mut frontend);
            let translation = Translation {
                program,
                tables: &tables,
                function_ids: &ids,
                module: &mut module,
                bounds: Bounds::new(function),
                variables: Vec::new(),
                buffer_bases: Vec::new(),
                regions: Vec::new(),
                loops: Vec::new(),
            };
            translation.translate_function(&mut builder, function)?;
            builder.finalize(module.target_config());
            context.set_disasm(listing.is_some());
            module.define_function(ids[index], &mut context).map_err(compiler_error)?;
            if let (Some(listing), Some(code)) = (&mut listing, context.compiled_code()) {
                listing.push(code.vcode.clone().unwrap_or_default());
            }
            code_bytes += context.compiled_code().map_or(0, |code| code.code_buffer().len());
            module.clear_context(&mut context);
        }
        module.finalize_definitions().map_err(compiler_error)?;
        let entry = |(id, function): (&FuncId, &Function)| {
            let code = module.get_finalized_function(*id);
            // SAFETY: a function without arguments was compiled with the signature of `EntryPoint`.
            (function.arguments == 0).then(|| unsafe { std::mem::transmute::<*const u8, EntryPoint>(code) })
        };
        let entries = ids.iter().zip(&program.functions).map(entry).collect();
        Ok(Self { module: Some(module), entries, buffer_lengths, code_bytes, _tables: tables })
    }

    /// Calls a function without arguments on the buffers of the caller, in order; unused buffers are empty slices.
    ///
    /// # Panics
    /// If the buffers do not have the lengths that the program declares, or the function has arguments.
    #[inline]
    pub fn call(&self, function: FunctionId, [first, second, third]: [&mut [u8]; MAX_BUFFERS]) -> u64 {
        let lengths = [first.len(), second.len(), third.len()];
        assert!(lengths == self.buffer_lengths, "the memories have the declared lengths");
        let entry = self.entries[usize::from(function.0)].expect("the function has no arguments");
        // SAFETY: see the module documentation; each buffer is an exclusive borrow, so all are writable and disjoint.
        unsafe { entry(first.as_mut_ptr(), second.as_mut_ptr(), third.as_mut_ptr()) }
    }

    /// Length of the native code in bytes.
    pub fn code_bytes(&self) -> usize {
        self.code_bytes
    }
}

/// Signature of a function: the buffers of the call, then its own arguments; it returns a word.
fn signature(module: &JITModule, function: &Function) -> Signature {
    let mut signature = module.make_signature();
    signature.params.extend([AbiParam::new(types::I64); MAX_BUFFERS]);
    signature.params.extend((0..function.arguments).map(|_| AbiParam::new(types::I64)));
    signature.returns.push(AbiParam::new(types::I64));
    signature
}

/// Translation of one function to Cranelift IR.
struct Translation<'a> {
    program: &'a Program,
    tables: &'a [Box<[u8]>],
    /// Cranelift ids of all functions.
    function_ids: &'a [FuncId],
    module: &'a mut JITModule,
    bounds: Bounds,
    variables: Vec<Variable>,
    /// Base addresses of the buffers of the call.
    buffer_bases: Vec<Value>,
    /// Alias region by memory: memories do not overlap.
    regions: Vec<AliasRegion>,
    /// First block and block after the end of each open loop.
    loops: Vec<(Block, Block)>,
}

impl Translation<'_> {
    fn translate_function(
        mut self,
        builder: &mut FunctionBuilder<'_>,
        function: &Function,
    ) -> Result<(), CompileError> {
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let params = builder.block_params(entry).to_vec();
        self.buffer_bases = params[..MAX_BUFFERS].to_vec();
        for index in 0..self.program.memories.len() {
            let region = AliasRegionData { user_id: index as u32, description: "memory".into() };
            self.regions.push(builder.func.dfg.alias_regions.insert(region));
        }
        for index in 0..function.variables as usize {
            let variable = builder.declare_var(types::I64);
            let first = match params.get(MAX_BUFFERS + index) {
                Some(&argument) => argument,
                None => builder.ins().iconst(types::I64, 0),
            };
            builder.def_var(variable, first);
            self.variables.push(variable);
        }
        if self.translate_list(builder, &function.body)? {
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

    /// Translates a list of instructions. Returns `false` if the end of the list is unreachable.
    fn translate_list(&mut self, builder: &mut FunctionBuilder<'_>, list: &[Inst]) -> Result<bool, CompileError> {
        for inst in list {
            let (to, value) = match *inst {
                Inst::Set { to, from } => (to, self.value(builder, from)),
                Inst::Unary { op, to, of } => {
                    let of = self.value(builder, of);
                    (to, emit_unary(builder, op, of))
                }
                Inst::Binary { op, to, left, right } => {
                    let (left, right) = (self.value(builder, left), self.value(builder, right));
                    (to, emit_binary(builder, op, left, right))
                }
                Inst::Select { to, condition, yes, no } => {
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
                    if !self.translate_if(builder, condition, then, otherwise)? {
                        return Ok(false);
                    }
                    continue;
                }
                Inst::Loop(ref body) => {
                    let (first, after) = (builder.create_block(), builder.create_block());
                    builder.ins().jump(first, &[]);
                    builder.switch_to_block(first);
                    self.loops.push((first, after));
                    if self.translate_list(builder, body)? {
                        builder.ins().jump(first, &[]);
                    }
                    self.loops.pop();
                    builder.switch_to_block(after);
                    continue;
                }
                Inst::Break | Inst::Continue => {
                    let &(first, after) = self.loops.last().expect("within a loop");
                    builder.ins().jump(if *inst == Inst::Continue { first } else { after }, &[]);
                    return Ok(false);
                }
                Inst::Return(word) => {
                    let word = self.value(builder, word);
                    builder.ins().return_(&[word]);
                    return Ok(false);
                }
                Inst::Call { to, function, ref arguments } => {
                    let id = self.function_ids[usize::from(function.0)];
                    let callee = self.module.declare_func_in_func(id, builder.func);
                    let mut values = self.buffer_bases.clone();
                    values.extend(arguments.iter().map(|&arg| self.value(builder, arg)));
                    let call = builder.ins().call(callee, &values);
                    (to, builder.inst_results(call)[0])
                }
            };
            builder.def_var(self.variables[to.0 as usize], value);
            self.bounds.record(inst);
        }
        Ok(true)
    }

    fn translate_if(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        condition: Arg,
        then: &[Inst],
        otherwise: &[Inst],
    ) -> Result<bool, CompileError> {
        let condition = self.value(builder, condition);
        let [yes, no, after] = [(); 3].map(|()| builder.create_block());
        builder.ins().brif(condition, yes, &[], no, &[]);
        let mut goes_on = false;
        for (block, list) in [(yes, then), (no, otherwise)] {
            builder.switch_to_block(block);
            if self.translate_list(builder, list)? {
                builder.ins().jump(after, &[]);
                goes_on = true;
            }
        }
        if goes_on {
            builder.switch_to_block(after);
        }
        Ok(goes_on)
    }

    /// Returns the base of an access without its constant offset; inside of the memory for every value of `at`.
    fn address(
        &mut self,
        builder: &mut FunctionBuilder<'_>,
        memory: MemoryId,
        width: Width,
        at: Arg,
        offset: u32,
    ) -> Result<(MemFlagsData, Value), CompileError> {
        let index = usize::from(memory.0);
        let bytes = self.program.memories[index].bytes();
        let outside = CompileError::OutOfBounds { memory: memory.0, bytes, offset };
        let room = bytes.checked_sub(offset as usize + width.bytes()).ok_or(outside)? as u64;
        let flags = MemFlagsData::new().with_notrap().with_alias_region(Some(self.regions[index]));
        let (base, flags) = match &self.program.memories[index] {
            Memory::Buffer(_) => {
                let before = &self.program.memories[..index];
                let number = before.iter().filter(|memory| matches!(memory, Memory::Buffer(_))).count();
                (self.buffer_bases[number], flags)
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
        if self.bounds.upper_bound(at) > room {
            let last = builder.ins().iconst(types::I64, room as i64);
            place = builder.ins().umin(place, last);
        }
        Ok((flags, builder.ins().iadd(base, place)))
    }
}

fn emit_unary(builder: &mut FunctionBuilder<'_>, op: Unary, of: Value) -> Value {
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

fn emit_binary(builder: &mut FunctionBuilder<'_>, op: Binary, left: Value, right: Value) -> Value {
    let compare = match op {
        Binary::Equal => IntCC::Equal,
        Binary::NotEqual => IntCC::NotEqual,
        Binary::UnsignedLess => IntCC::UnsignedLessThan,
        Binary::SignedLess => IntCC::SignedLessThan,
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
