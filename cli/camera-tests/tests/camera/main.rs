//! Tests of the program that need `OpenCV`.
#![cfg(feature = "installed")]

mod boards;
#[allow(dead_code, reason = "shared with the tests of the program")]
#[path = "../../../tests/program/common.rs"]
mod common;
mod games;

/// The program with cameras.
const PROGRAM: &str = env!("CARGO_BIN_EXE_boardwright_with_cameras");
