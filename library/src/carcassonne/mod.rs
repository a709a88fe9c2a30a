//! Tools for the tile game Carcassonne around the thesis of M. Nekvinda, which introduced its computer players: the console
//! tester with its [configuration files](config) and [games](tester), conversion of its [text records](records), and
//! measurements of its [tables] and figures ([grid], [meeples]). Rules and tiles are in [`boardwright_games::carcassonne`].

pub mod config;
pub mod grid;
pub mod matches;
pub mod meeples;
pub mod records;
pub mod tables;
pub mod tester;
pub mod tiles;

/// Name of the game.
const GAME: &str = "carcassonne";
