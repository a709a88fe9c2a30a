//! From a camera's picture of a table to what stands where on it. It knows places and how pieces look, no rules: what could stand there
//! it is told.
//!
//! [`find`] says where the board is, [`gate`] whether a picture can be read, [`read`] what stands where, [`explain`] which of several
//! positions that is. [`render`] makes pictures of tables that are not there.
//!
//! Everything but real cameras, markers, corners and lenses is plain Rust and needs nothing on the machine.

pub mod camera;
pub mod capture;
pub mod explain;
pub mod find;
pub mod gate;
pub mod geometry;
#[cfg_attr(not(feature = "opencv"), path = "outside_missing.rs")]
mod outside;
pub mod read;
pub mod render;
pub mod tone;
