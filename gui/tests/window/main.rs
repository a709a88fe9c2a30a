//! The window as a person uses it: things are found by what is written on them, and clicked. No screen is needed.

mod common;
mod editor;
mod games;
mod mistakes;
mod pictures;
mod play;
mod study;
mod table;
mod tournaments;
