//! The plain form: the rules of the game followed word by word on the rule set itself.
//!
//! It is slow and meant to be obviously right; the fast form is compared with it. Every evaluation starts
//! with no variable set.

mod ask;
mod deeds;
mod eval;
mod geometry;
mod list;
mod matching;
mod names;
mod play;
mod scene;
mod sets;
#[cfg(test)]
pub(crate) mod tests;
mod trail;
mod value;

pub use eval::Evaluation;
pub(crate) use eval::{Evaluator, MAX_DEPTH, MAX_SET, MAX_STEPS};
pub(crate) use matching::{Failed, Target, Way};
pub(crate) use play::Plain;
pub(crate) use trail::Stage;
pub use value::Value;
