//! Tests of the program as people and other programs call it.

mod blueprint;
mod camera;
mod carcassonne;
mod common;
mod counting;
mod documentation;
mod drawing;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod elf;
mod evolution;
mod game_files;
mod holdem;
#[cfg(target_os = "linux")]
mod interruption;
mod layout;
mod lsp;
mod matches;
mod mistakes;
mod notations;
mod playing;
mod positions;
mod questions;
mod queue;
#[cfg(all(target_os = "linux", feature = "window"))]
mod real_window;
mod robot;
mod rule_files;
mod scripts;
mod solving;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod start;
mod table;
mod tarok;
mod thinking;
mod tournaments;
mod trials;
mod tutorial;
mod weights;
mod why;
mod words;

/// The program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_boardwright");
