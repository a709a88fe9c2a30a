//! Tile files: their check, and sheets of all types of tiles.

use std::path::Path;

use boardwright_draw::{NoPictures, svg, tile_sheet};
use boardwright_games::carcassonne::tiles::TileSet;
use boardwright_games::carcassonne::{BASE_TILES, picture, tile_file};

use crate::error::Error;

/// Reads a tile file; without a path, that of the base game.
///
/// # Errors
/// If the file cannot be read or is not valid.
pub fn read(path: Option<&Path>) -> Result<TileSet, Error> {
    let (text, name) = match path {
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|error| Error::file("read", path, &error))?;
            (text, path.display().to_string())
        }
        None => (BASE_TILES.to_owned(), "the base game".to_owned()),
    };
    tile_file::parse(&text).map_err(|error| Error::Input(format!("{name}: {error}")))
}

/// SVG of a sheet of all types of tiles.
pub fn sheet(set: &TileSet) -> String {
    svg(&tile_sheet(&picture::tile_pictures(set)), &set.name, &NoPictures)
}
