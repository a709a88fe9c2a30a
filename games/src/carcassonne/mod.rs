//! Carcassonne, the base game, for 2 to 5 players (K.-J. Wrede 2000). It contains no player.
//!
//! Rules: a player draws a tile, places it so that all touching edges are of equal kind, may put a meeple on a feature of
//! the tile that holds none, and scores the cities, roads and cloisters that the tile completes. Farms and open features
//! are scored at the end.

pub mod board;
mod features;
mod game;
pub mod moves;
pub mod picture;
mod position;
mod ranking;
mod registration;
pub mod scoring;
mod state;
pub mod text_record;
pub mod tile_file;
pub mod tiles;

pub use game::{Carcassonne, CarcassonneOptions};
pub use moves::{CarcassonneMove, Placement};
pub use state::{CarcassonneState, LastTurn, Points, SetAside};

/// Tile file of the base game.
pub const BASE_TILES: &str = include_str!("../../tiles/base.toml");
