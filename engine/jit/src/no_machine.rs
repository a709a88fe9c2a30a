//! Stub for builds without native code generation: every compilation fails.

use thiserror::Error;

use crate::program::{FunctionId, Program};

/// Error of [`CompiledProgram::new`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this build has no native code generator")]
pub struct CompileError;

/// A program compiled to native code; uninhabited in this build.
#[derive(Debug)]
pub enum CompiledProgram {}

impl CompiledProgram {
    /// Always returns an error.
    pub fn new(_: &Program) -> Result<Self, CompileError> {
        Err(CompileError)
    }

    /// Always returns an error.
    pub fn disassembly(_: &Program) -> Result<Vec<String>, CompileError> {
        Err(CompileError)
    }

    /// Unreachable: the type is uninhabited.
    pub fn call(&self, _: FunctionId, _: [&mut [u8]; 3]) -> u64 {
        match *self {}
    }

    /// Unreachable: the type is uninhabited.
    pub fn code_bytes(&self) -> usize {
        match *self {}
    }
}
