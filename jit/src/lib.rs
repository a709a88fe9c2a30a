//! Small programs over words and bytes, and ways to run them.
//!
//! A [`Program`] has functions that work on 64-bit words and on a few stretches of memory of known lengths. It is
//! written by a [`Writer`], can be run by the [interpreter](Program::run), which is slow and reports every address that
//! is out of bounds, and compiled to machine code by [`Machine`], which never reads or writes elsewhere: an address that
//! is not known to be inside is moved to the end of the memory.
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
mod writer;

pub use interpret::OutOfBounds;
pub use machine::{Machine, MachineError};
pub use program::{Arg, Binary, FunctionId, Inst, Memory, MemoryId, Program, Unary, Var, Width};
pub use writer::Writer;
