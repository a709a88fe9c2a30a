//! Optimising compiler from rule sets to move tables and expression code (the compiled form).
//!
//! The compiler is a partial evaluator (program specialisation; Jones, Gomard and Sestoft 1993): everything that does
//! not depend on the position is computed once, when the game is loaded. Unsupported rules fall back to the interpreter
//! ([`boardwright_interpreter`]), which is the reference.
//!
//! - `analyse`: static analyses. `pattern` is the binding-time analysis of a rule's variables; `groups` finds equivalence
//!   classes of elements and locations, which share compiled code; `knowledge` and `effects` are the abstract state and
//!   its invalidation; `overlaps` decides which players need move deduplication at run time. For players that search,
//!   `rows` detects winning lines in the `terms` of conditions, `goals` detects goal configurations, `touch` bounds the
//!   board changes of a move, and `costs` reports the size of the compiled form.
//! - `lower`: partial evaluation of untyped (`specialise`, `lookups`) and typed expressions (`typed`), and the
//!   compilation of all candidate moves.
//! - `optimise`: `simplify` builds nodes with constant folding; `intern` does hash consing (common subexpression
//!   elimination); `prune` does dead store elimination; `gates` hoists guards that all moves of a rule share; `tighten`
//!   is the peephole optimiser; `finish` runs the final passes.
//! - `tables`: the compiled form: the intermediate code, its values, and the tables of candidate moves.
//! - `run`: move generation, move making and the evaluation of code and heuristics. Games whose variables are all bound
//!   at compile time need no allocation, hashing or text there.
//! - `codegen`: native code generation (JIT).
//! - [`symmetry`]: symmetries of games, proved on the compiled form.
//! - [`game`]: the game interface over compiled form and interpreter.
//!
//! # Example
//!
//! A rule set without rules, compiled:
//!
//! ```
//! use std::sync::Arc;
//!
//! use boardwright_compiler::game::CompiledGame;
//! use boardwright_game::game::{Game, Outcome, Turn};
//! use boardwright_rules::RuleSet;
//!
//! let rules = RuleSet { players: vec!["White".into(), "Black".into()], ..RuleSet::default() };
//! let game = CompiledGame::new(Arc::new(rules))?;
//! let mut moves = Vec::new();
//! let turn = game.legal_moves(&game.initial_state(), &mut moves)?;
//! assert!(matches!(turn, Turn::Over(Outcome::Draw)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analyse;
mod codegen;
pub mod game;
mod lower;
mod optimise;
mod run;
pub mod stages;
pub mod symmetry;
mod tables;
#[cfg(test)]
mod tests;

/// A construct that an analysis of the compiled form (native code generation, symmetry proofs) does not support. The text
/// names the construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unsupported(pub(crate) &'static str);
