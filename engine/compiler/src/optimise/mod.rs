//! Optimisations of code: constant folding, hash consing, dead store elimination, guard hoisting, peepholes.

pub(crate) mod finish;
pub(crate) mod gates;
pub(crate) mod intern;
pub(crate) mod prune;
pub(crate) mod simplify;
pub(crate) mod tighten;
