//! Script languages for players: Heads Up Script, a rule language for bots that play heads-up no-limit hold'em.
//!
//! [`script::load`] reads a script and reports all its mistakes at once. This crate plays no games.

pub mod cards;
pub mod script;
pub mod situation;
