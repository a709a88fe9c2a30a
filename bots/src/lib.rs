//! Players that come as data: for heads-up no-limit hold'em scripts in Heads Up Script, a rule language, and trained
//! [blueprint strategies](blueprint); for Taroky [rule files](rules) with a knowledge base in [Prolog](prolog).
//!
//! [`script::load`] reads a script and reports all its mistakes at once; [`evaluation::decide`] gives its action in a
//! [`situation::Situation`]. [`rules::load`] reads a rule file, and a [`rules::Session`] follows a deal with it. This
//! crate plays no games.

pub mod blueprint;
pub mod cards;
pub mod evaluation;
pub mod programs;
pub mod prolog;
pub mod rules;
pub mod script;
pub mod shipped;
pub mod situation;
pub mod xml;
