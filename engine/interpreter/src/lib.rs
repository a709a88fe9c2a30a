//! States of rule sets and their reference evaluation.
//!
//! # What it is for
//!
//! [`InterpretedGame`](game::InterpretedGame) follows a [`RuleSet`](boardwright_rules::RuleSet) expression by
//! expression (a tree-walking interpreter). It is slow and meant to be obviously right: the compiler is compared with
//! it, and falls back to it. [`explain`] says why a move is legal or not. [`layout`], [`state`] and [`key`] define how
//! a position is stored and hashed, for all forms of evaluation.
//!
//! # What it is not for
//!
//! It compiles nothing, and it reads no game files: rule sets come from `boardwright-lang`.
//!
//! # Example
//!
//! A rule set without rules, in which nobody can move:
//!
//! ```
//! use std::sync::Arc;
//!
//! use boardwright_game::game::{Game, Outcome, Turn};
//! use boardwright_interpreter::game::InterpretedGame;
//! use boardwright_rules::RuleSet;
//!
//! let rules = RuleSet { players: vec!["White".into(), "Black".into()], ..RuleSet::default() };
//! let game = InterpretedGame::new(Arc::new(rules))?;
//! let mut moves = Vec::new();
//! let turn = game.legal_moves(&game.initial_state(), &mut moves)?;
//! assert!(matches!(turn, Turn::Over(Outcome::Draw)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod change;
pub mod classes;
pub mod evaluate;
pub mod explain;
pub mod game;
pub mod globals;
pub mod hidden;
pub mod key;
pub mod kinds;
mod label;
pub mod layout;
pub mod limits;
pub mod moves;
pub mod place_names;
pub mod state;
pub mod text;
