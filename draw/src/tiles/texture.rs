//! Irregular details of a drawing that are the same each time: a seeded generator, and points spread over a tile.

use boardwright_game::tile_board::TilePicture;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng as _;

use super::geometry::TILE;
use crate::path::Point;

/// Source of irregular details.
pub struct Grain(Pcg64Mcg);

impl Grain {
    /// A source for one kind of detail of a type of tiles.
    pub fn new(tile: &TilePicture, detail: u8) -> Self {
        let seed = tile.id.bytes().chain([detail]).fold(7_u128, |seed, byte| seed * 257 + u128::from(byte));
        let mut source = Pcg64Mcg::new(seed);
        // The first numbers of similar seeds are similar.
        for _ in 0..4 {
            source.next_u64();
        }
        Self(source)
    }

    /// A number from `from` to `to`.
    pub fn between(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of these values.
    pub fn choose<T: Copy>(&mut self, values: &[T]) -> T {
        values[(self.between(0.0, values.len() as f64) as usize).min(values.len() - 1)]
    }

    /// Points spread over the tile, about `gap` apart and at least `margin` from its edges, from top to bottom.
    pub fn points(&mut self, gap: f64, margin: f64) -> Vec<Point> {
        let count = ((TILE - 2.0 * margin) / gap).floor().max(1.0);
        let step = (TILE - 2.0 * margin) / count;
        let mut points = Vec::new();
        for row in 0..count as u32 {
            for column in 0..count as u32 {
                let along = |index: u32, shift: f64| margin + step * (f64::from(index) + shift);
                let (dx, dy) = (self.between(0.15, 0.85), self.between(0.15, 0.85));
                points.push(Point::new(along(column, dx), along(row, dy)));
            }
        }
        points.sort_by(|one, other| one.y.total_cmp(&other.y));
        points
    }
}
