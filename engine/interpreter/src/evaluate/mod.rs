//! The reference interpreter: a tree-walking evaluator for rule sets.
//!
//! It is slow and meant to be obviously right; the compiled form is tested against it. Every evaluation starts with all
//! variables unset.

mod apply;
mod chance;
mod context;
mod effects;
mod eval;
mod geometry;
mod matching;
mod movegen;
mod queries;
mod sets;
mod trace;
mod untyped;
mod value;

pub use apply::Interpreter;
pub use eval::Evaluation;
pub use eval::{Evaluator, MAX_DEPTH, MAX_SET, MAX_STEPS};
pub use matching::{ForCombination, MatchFailure, TargetFailure};
pub use trace::MoveStage;
pub use value::Value;
