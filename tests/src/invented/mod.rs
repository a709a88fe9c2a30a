//! Invented game files, one kind for each edition of the language. They mean nothing as games; both forms of evaluation
//! must give the same for them.

pub mod edition2013;
pub mod edition2026;
