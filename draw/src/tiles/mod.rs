//! Drawings of tiles and of boards that grow tile by tile. A tile is drawn from its segments alone: fields, roads, cities,
//! cloister and shield have a module each. All irregular details come from a generator with a fixed seed for each type, so
//! that a tile looks the same every time.

mod board;
mod city;
mod cloister;
mod field;
mod geometry;
mod map;
mod meeple;
mod road;
mod sheet;
mod shield;
mod texture;

use boardwright_game::tile_board::TilePicture;
use boardwright_rules::Colour;

pub use board::{BoardPicture, Scoreboard, board_scene, cell_corner, joined_extent, tile_back};
pub use geometry::{TILE, turned_point};
pub use map::TileMap;
pub use meeple::{meeple_shapes, player_ink};
pub use sheet::tile_sheet;

use crate::scene::{Area, Shape, Stroke};

/// Colour of the edge of a tile.
const EDGE: Colour = Colour(0x3d, 0x4d, 0x2c);
/// Width of the edge of a tile.
const EDGE_WIDTH: f64 = 0.8;

/// Shapes of a tile after clockwise quarter turns, within a square of [`TILE`] pixels at the origin.
pub fn tile_shapes(tile: &TilePicture, map: &TileMap, quarters: u8) -> Vec<Shape> {
    let mut shapes = field::meadow(tile, map);
    shapes.extend(road::roads(tile));
    shapes.extend(road::village(tile));
    shapes.extend(city::cities(tile));
    shapes.extend(cloister::cloister(tile));
    shapes.extend(field::trees(tile, map));
    shapes.extend(shield::shield(tile));
    let area = Area { left: 0.0, top: 0.0, right: TILE, bottom: TILE }.expanded(-EDGE_WIDTH / 2.0);
    let stroke = Some(Stroke { ink: EDGE.into(), width: EDGE_WIDTH });
    shapes.push(Shape::Rectangle { area, round: 0.0, fill: None, stroke });
    let angle = f64::from(quarters % 4) * std::f64::consts::FRAC_PI_2;
    shapes.into_iter().map(|shape| shape.turned(geometry::MIDDLE, angle)).collect()
}
