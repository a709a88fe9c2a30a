//! Blueprint strategies for heads-up no-limit hold'em: an approximate equilibrium of an abstraction of the game, computed
//! once and stored (Brown and Sandholm, "Superhuman AI for heads-up no-limit poker: Libratus beats top professionals",
//! 2018).
//!
//! The abstraction groups hands into buckets by the distribution of their strength ([`card_buckets`]) and allows few sizes
//! of bets ([`betting_tree`]). [`training`] computes the strategy by Monte Carlo counterfactual regret minimisation,
//! [`exploitability`] measures how much a counter-strategy of the abstraction wins from it, [`strategy_file`] stores it, and
//! [`decision`] translates the actions of a real hand into the abstraction and back.

pub mod betting_tree;
pub mod card_buckets;
pub mod checkpoint;
mod clusters;
pub mod decision;
pub mod exploitability;
pub mod policy;
pub mod shipped;
pub mod strategy_file;
mod strength_distribution;
pub mod training;
