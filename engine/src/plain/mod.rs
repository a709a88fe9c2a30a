//! The plain form: the rules of the game followed word by word on the rule set itself.
//!
//! It is slow and meant to be obviously right; the fast form is compared with it. Every evaluation starts
//! with no variable set.

mod eval;
mod play;
mod value;

pub use eval::Evaluation;
pub(crate) use eval::{Evaluator, MAX_DEPTH, MAX_SET, MAX_STEPS};
pub(crate) use play::Plain;
pub use value::Value;
