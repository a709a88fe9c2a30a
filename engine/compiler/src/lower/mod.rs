//! Lowering: rules to candidate moves, expressions to code, by partial evaluation.

pub(crate) mod compile;
pub(crate) mod lookups;
pub(crate) mod specialise;
pub(crate) mod typed;
