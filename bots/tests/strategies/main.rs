//! Integration tests: scripts in Heads Up Script, their situations and external programs, and blueprint strategies.

#[path = "../../../lang/tests/files/annotated.rs"]
mod annotated;
mod blueprint;
mod decisions;
mod diagnostics;
#[cfg(unix)]
mod programs;
mod properties;
mod shipped;
mod states;
mod tutorial;
