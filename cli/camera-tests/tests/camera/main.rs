//! Tests of the program that need `OpenCV`.
#![cfg(feature = "installed")]

mod boards;
#[allow(dead_code, reason = "shared with the tests of the program")]
#[path = "../../../tests/program/common.rs"]
mod common;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
#[path = "../../../tests/program/elf.rs"]
mod elf;
mod games;
mod helper;

/// The program with cameras.
const PROGRAM: &str = env!("CARGO_BIN_EXE_boardwright_with_cameras");
