//! Whatever can choose a move. Players know the trait [`Game`](boardwright_engine::game::Game) and its companion
//! [`Structure`](boardwright_engine::structure::Structure): no game files, no terminals.
//!
//! [`registry`] is the one list of them, with their options; [`registry::Asked::make`] makes one that was asked for by
//! `name:key=value,...`. [`player::Player`] is what all of them do. [`solve`] does not choose moves but answers for certain.

pub mod alphabeta;
mod buckets;
pub mod cfr;
pub mod distance;
pub mod evaluation;
pub mod greedy;
pub mod heuristic;
pub mod level;
pub mod limits;
pub mod mcts;
mod names;
pub mod options;
pub mod player;
pub mod portfolio;
pub mod published;
pub mod registry;
pub mod solve;
pub mod solved;
pub mod stakes;
pub mod table;
pub mod tune;

pub use buckets::NoMemory;
pub use limits::Limits;
pub use player::{Choice, Ending, Listener, Player, Proven, Question};
pub use registry::{Asked, AskedError, parse, parse_beside};
