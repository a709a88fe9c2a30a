//! Random generators of game files, one for each edition of the language (grammar-based fuzzing). The games make no sense;
//! compiled form and interpreter must give the same results for them.

pub mod edition2013;
pub mod edition2026;
