//! Sheet of all types of tiles, to look at and to print.

use boardwright_game::tile_board::TilePicture;
use boardwright_rules::Colour;

use super::geometry::TILE;
use super::{TileMap, tile_shapes};
use crate::path::Point;
use crate::scene::{Area, Item, Scene, Shape, Subject};

/// Number of tiles in a row.
const COLUMNS: usize = 6;
/// Enlargement of the tiles.
const SCALE: f64 = 1.6;
/// Room between tiles, and around all.
const GAP: f64 = 20.0;
/// Height of the line below a tile.
const CAPTION: f64 = 26.0;

const PAPER: Colour = Colour(0xff, 0xff, 0xff);
const LETTERS: Colour = Colour(0x22, 0x22, 0x22);

/// Draws all types of tiles, each with its short name and number.
pub fn tile_sheet(kinds: &[TilePicture]) -> Scene {
    let (side, line) = (SCALE * TILE, SCALE * TILE + CAPTION);
    let place = |index: usize| {
        let (column, row) = ((index % COLUMNS) as f64, (index / COLUMNS) as f64);
        Point::new(GAP + column * (side + GAP), GAP + row * (line + GAP))
    };
    let item = |(index, tile): (usize, &TilePicture)| {
        let corner = place(index);
        let drawn = tile_shapes(tile, &TileMap::new(tile), 0);
        let mut shapes: Vec<Shape> = drawn.into_iter().map(|shape| shape.transformed(corner, SCALE)).collect();
        let centre = Point::new(corner.x + side / 2.0, corner.y + side + CAPTION / 2.0);
        let text = format!("{} \u{d7} {}", tile.id, tile.count);
        shapes.push(Shape::Text { centre, size: 16.0, text, fill: LETTERS.into() });
        Item { subject: Subject::Ground, name: format!("{}: {}", tile.id, tile.name), shapes }
    };
    let rows = kinds.len().div_ceil(COLUMNS) as f64;
    let columns = kinds.len().min(COLUMNS) as f64;
    let area = Area { left: 0.0, top: 0.0, right: GAP + columns * (side + GAP), bottom: GAP + rows * (line + GAP) };
    Scene { area, ground: PAPER.into(), items: kinds.iter().enumerate().map(item).collect() }
}
