//! A small word program IR with an interpreter and a native code generator (JIT, by Cranelift).
//!
//! A [`Program`] has functions that work on 64-bit words and on a few memories (byte arrays) of known lengths: buffers
//! of the caller and constant tables. A [`Writer`] builds programs. The [interpreter](Program::run) is slow and reports
//! every address that is out of bounds. [`CompiledProgram`] compiles a program to native code, which never reads or
//! writes outside of its memories: an address that is not proven to be inside is clamped to the end of the memory.
//!
//! This is the only crate of the project with unsafe code; all of it is in `machine.rs`.

#[cfg(all(feature = "machine-code", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod bounds;
mod interpret;
#[cfg(all(feature = "machine-code", any(target_arch = "x86_64", target_arch = "aarch64")))]
#[path = "machine.rs"]
mod machine;
#[cfg(not(all(feature = "machine-code", any(target_arch = "x86_64", target_arch = "aarch64"))))]
#[path = "no_machine.rs"]
mod machine;
mod program;
mod text;

mod writer;

pub use interpret::OutOfBounds;
pub use machine::{CompileError, CompiledProgram};
pub use program::{Arg, Binary, FunctionId, Inst, Memory, MemoryId, Program, Unary, Var, Width};
pub use writer::Writer;
