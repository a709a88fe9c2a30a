//! Analyses of rules and of compiled code; none of them changes code.

pub(crate) mod chance;
pub mod costs;
pub(crate) mod effects;
pub(crate) mod goals;
pub(crate) mod groups;
pub(crate) mod knowledge;
pub(crate) mod overlaps;
pub(crate) mod pattern;
pub(crate) mod rows;
pub(crate) mod terms;
pub(crate) mod touch;
