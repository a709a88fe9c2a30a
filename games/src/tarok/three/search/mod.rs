//! The published search player of three-handed tarok, "Silicijasti tarokist". It knows the game closely, so it lives beside the
//! game; `boardwright-players` offers it by the companion [`OwnPlayers`](boardwright_game::game::OwnPlayers).

pub mod bidding;
pub mod decision;
pub mod evaluation;
pub mod exchange;
pub mod measure;
pub mod play_position;
pub mod simulation;
pub mod tarokist;
pub mod worlds;

pub use crate::tarok::search::{alphabeta, constants, duel, pruning};
