//! In place of machine code, where there is none.

use thiserror::Error;

use crate::program::{FunctionId, Program};

/// Why a program was not compiled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("this build has no machine code")]
pub struct MachineError;

/// A compiled program; here there is none.
#[derive(Debug)]
pub enum Machine {}

impl Machine {
    /// Always an error.
    pub fn new(_: &Program) -> Result<Self, MachineError> {
        Err(MachineError)
    }

    /// Never called.
    pub fn call(&self, _: FunctionId, _: [&mut [u8]; 3]) -> u64 {
        match *self {}
    }

    /// Never called.
    pub fn bytes(&self) -> usize {
        match *self {}
    }
}
