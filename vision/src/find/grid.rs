//! Boards whose places are the squares of a chessboard.

use super::Shade;

/// A board of squares in columns and rows, centred at the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Number of squares from left to right.
    pub columns: usize,
    /// Number of squares from top to bottom.
    pub rows: usize,
    /// Side of a square, in mm.
    pub pitch: f64,
    /// Shade of the upper left square of a board in two colours; `None` if it is unknown.
    pub upper_left: Option<Shade>,
}

impl Grid {
    /// The grid of places, in mm around the centre, with unknown shades; `None` if they are not a grid. Either every square
    /// has a place, or all squares of one colour.
    pub fn from_places(places: &[[f64; 2]]) -> Option<Self> {
        let (us, vs) = (distinct_coordinates(places, 0), distinct_coordinates(places, 1));
        let pitch = us.windows(2).chain(vs.windows(2)).map(|pair| pair[1] - pair[0]).reduce(f64::min)?;
        let even =
            |lines: &[f64]| lines.windows(2).all(|pair| (pair[1] - pair[0] - pitch).abs() < LINE_TOLERANCE * pitch);
        let grid = Self { columns: us.len(), rows: vs.len(), pitch, upper_left: None };
        if !even(&us) || !even(&vs) {
            return None;
        }
        // `true` if the square has the colour of the first one.
        let step = |value: f64, lines: &[f64]| ((value - lines[0]) / pitch).round() as i64;
        let coloured = |place: &[f64; 2]| (step(place[0], &us) + step(place[1], &vs)) % 2 == 0;
        let (squares, same) = (grid.columns * grid.rows, places.iter().filter(|place| coloured(place)).count());
        let one_colour =
            [0, places.len()].contains(&same) && [squares / 2, squares.div_ceil(2)].contains(&places.len());
        (places.len() == squares || one_colour).then_some(grid)
    }

    /// The inner corners, where four squares meet, in mm around the centre: row by row from the upper left.
    pub fn corners(&self) -> Vec<[f64; 2]> {
        let (columns, rows) = self.inner_corners();
        let at = |step: usize, from_places: usize| (step as f64 - (from_places as f64 - 1.0) / 2.0) * self.pitch;
        (0..rows).flat_map(|row| (0..columns).map(move |column| [at(column, columns), -at(row, rows)])).collect()
    }

    /// `true` if the corners can be detected reliably: there are at least three on each side.
    pub fn has_enough_corners(&self) -> bool {
        let (columns, rows) = self.inner_corners();
        columns.min(rows) >= 3
    }

    /// Number of inner corners from left to right and from top to bottom.
    pub fn inner_corners(&self) -> (usize, usize) {
        (self.columns.saturating_sub(1), self.rows.saturating_sub(1))
    }
}

/// Grid lines nearer than this fraction of their mean distance count as one.
const LINE_TOLERANCE: f64 = 0.1;

/// The distinct coordinates of points along an axis.
fn distinct_coordinates(points: &[[f64; 2]], axis: usize) -> Vec<f64> {
    let mut all: Vec<f64> = points.iter().map(|point| point[axis]).collect();
    all.sort_by(f64::total_cmp);
    let span = all.last().zip(all.first()).map_or(0.0, |(last, first)| last - first);
    // A grid has at most as many lines on a side as it has points.
    let near = LINE_TOLERANCE * span / points.len().max(1) as f64;
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
    fn squares_form_a_grid_and_other_boards_do_not() {
        assert_eq!(
            Grid::from_places(&squares(8, 6)),
            Some(Grid { columns: 8, rows: 6, pitch: 20.0, upper_left: None })
        );
        let dark: Vec<_> = squares(8, 8).into_iter().enumerate().filter(|(at, _)| (at / 8 + at) % 2 == 0).collect();
        let dark: Vec<_> = dark.into_iter().map(|(_, square)| square).collect();
        assert_eq!(Grid::from_places(&dark), Some(Grid { columns: 8, rows: 8, pitch: 20.0, upper_left: None }));
        assert_eq!(Grid::from_places(&squares(8, 6)[1..]), None, "a square is missing");
        let mut uneven = squares(4, 4);
        uneven.iter_mut().filter(|square| square[0] > 25.0).for_each(|square| square[0] += 9.0);
        assert_eq!(Grid::from_places(&uneven), None);
        let pairs = squares(8, 8).into_iter().enumerate().filter(|(at, _)| (at / 8 + at / 2) % 2 == 0);
        let pairs: Vec<_> = pairs.map(|(_, square)| square).collect();
        assert_eq!((pairs.len(), Grid::from_places(&pairs)), (32, None), "half of the squares, but of both colours");
        assert_eq!(Grid::from_places(&[]), None);
    }

    #[test]
    fn corners_lie_between_squares() {
        let corners = Grid { columns: 4, rows: 3, pitch: 10.0, upper_left: None }.corners();
        assert_eq!(corners, [[-10.0, 5.0], [0.0, 5.0], [10.0, 5.0], [-10.0, -5.0], [0.0, -5.0], [10.0, -5.0]]);
    }
}
