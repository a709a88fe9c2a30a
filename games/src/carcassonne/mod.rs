//! Carcassonne, the base game, for 2 to 5 players (K.-J. Wrede 2000). It contains no player.

pub mod tile_file;
pub mod tiles;
