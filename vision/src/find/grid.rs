//! Boards whose places are the squares of a chessboard.

/// A board of squares in columns and rows, around its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// How many squares there are from left to right.
    pub columns: usize,
    /// How many from top to bottom.
    pub rows: usize,
    /// The side of a square, in mm.
    pub pitch: f64,
}

impl Grid {
    /// The grid of places in mm around the middle, if they are one: every square may have its place, or only those of one colour.
    pub fn of(places: &[[f64; 2]]) -> Option<Self> {
        let (us, vs) = (lines(places, 0), lines(places, 1));
        let pitch = us.windows(2).chain(vs.windows(2)).map(|pair| pair[1] - pair[0]).reduce(f64::min)?;
        let even = |lines: &[f64]| lines.windows(2).all(|pair| (pair[1] - pair[0] - pitch).abs() < NEAR * pitch);
        let grid = Self { columns: us.len(), rows: vs.len(), pitch };
        if !even(&us) || !even(&vs) {
            return None;
        }
        // Whether a square has the colour of the first one.
        let step = |value: f64, lines: &[f64]| ((value - lines[0]) / pitch).round() as i64;
        let coloured = |place: &[f64; 2]| (step(place[0], &us) + step(place[1], &vs)) % 2 == 0;
        let (squares, same) = (grid.columns * grid.rows, places.iter().filter(|place| coloured(place)).count());
        let one_colour =
            [0, places.len()].contains(&same) && [squares / 2, squares.div_ceil(2)].contains(&places.len());
        (places.len() == squares || one_colour).then_some(grid)
    }

    /// Where four squares meet, in mm around the middle: from the upper left one on, row by row.
    pub fn corners(&self) -> Vec<[f64; 2]> {
        let (columns, rows) = self.inner();
        let at = |step: usize, of: usize| (step as f64 - (of as f64 - 1.0) / 2.0) * self.pitch;
        (0..rows).flat_map(|row| (0..columns).map(move |column| [at(column, columns), -at(row, rows)])).collect()
    }

    /// Whether its corners can be told from others: there are at least three on each side.
    pub fn is_enough(&self) -> bool {
        let (columns, rows) = self.inner();
        columns.min(rows) >= 3
    }

    /// How many corners between squares there are from left to right, and from top to bottom.
    pub fn inner(&self) -> (usize, usize) {
        (self.columns.saturating_sub(1), self.rows.saturating_sub(1))
    }
}

/// Lines that are nearer than this part of their distance are one.
const NEAR: f64 = 0.1;

/// On which lines across an axis points lie.
fn lines(points: &[[f64; 2]], axis: usize) -> Vec<f64> {
    let mut all: Vec<f64> = points.iter().map(|point| point[axis]).collect();
    all.sort_by(f64::total_cmp);
    let span = all.last().zip(all.first()).map_or(0.0, |(last, first)| last - first);
    // No grid of a game has more lines than points on a side.
    let near = NEAR * span / points.len().max(1) as f64;
    all.dedup_by(|one, other| (*one - *other).abs() <= near);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(columns: i32, rows: i32) -> Vec<[f64; 2]> {
        let at = |step: i32, of: i32| (f64::from(step) - f64::from(of - 1) / 2.0) * 20.0;
        (0..rows).flat_map(|row| (0..columns).map(move |column| [at(column, columns), at(row, rows)])).collect()
    }

    #[test]
    fn squares_are_a_grid_and_other_boards_are_none() {
        assert_eq!(Grid::of(&squares(8, 6)), Some(Grid { columns: 8, rows: 6, pitch: 20.0 }));
        let dark: Vec<_> = squares(8, 8).into_iter().enumerate().filter(|(at, _)| (at / 8 + at) % 2 == 0).collect();
        let dark: Vec<_> = dark.into_iter().map(|(_, square)| square).collect();
        assert_eq!(Grid::of(&dark), Some(Grid { columns: 8, rows: 8, pitch: 20.0 }));
        assert_eq!(Grid::of(&squares(8, 6)[1..]), None, "a square is missing");
        let mut uneven = squares(4, 4);
        uneven.iter_mut().filter(|square| square[0] > 25.0).for_each(|square| square[0] += 9.0);
        assert_eq!(Grid::of(&uneven), None);
        let pairs = squares(8, 8).into_iter().enumerate().filter(|(at, _)| (at / 8 + at / 2) % 2 == 0);
        let pairs: Vec<_> = pairs.map(|(_, square)| square).collect();
        assert_eq!((pairs.len(), Grid::of(&pairs)), (32, None), "half of the squares, but of both colours");
        assert_eq!(Grid::of(&[]), None);
    }

    #[test]
    fn corners_lie_between_squares() {
        let corners = Grid { columns: 4, rows: 3, pitch: 10.0 }.corners();
        assert_eq!(corners, [[-10.0, 5.0], [0.0, 5.0], [10.0, 5.0], [-10.0, -5.0], [0.0, -5.0], [10.0, -5.0]]);
    }
}
