//! Brightness of the squares of a board in an image: evidence that a board found by its corners is a chessboard of the
//! expected size, and of the sides to which it may be turned.

use image::{GrayImage, Luma};

use super::{BoardLocation, FindError, Grid};
use crate::geometry::{Homography, Lens, ReprojectionError};

/// The shade of a square of a board in two colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    #[allow(missing_docs)]
    Dark,
    #[allow(missing_docs)]
    Light,
}

/// Samples in a row across the middle of a square.
const SAMPLES: i32 = 5;

/// Half the width of the sampled area, as a fraction of the side of a square.
const SAMPLED: f64 = 0.3;

/// Minimum contrast of neighbouring squares, in grey levels.
const MIN_CONTRAST: f64 = 6.0;

/// Difference of neighbouring squares that counts as none, as a fraction of the usual contrast.
const EQUAL: f64 = 0.2;

/// Minimum fraction of neighbouring squares that differ as on a chessboard. A shadow or a reflection spoils a few.
const MIN_ALTERNATING: f64 = 0.9;

/// Minimum contrast of squares beyond the edge, as a fraction of that on the board, with which a board goes on.
const BEYOND_CONTRAST: f64 = 0.5;

/// Brightness of the squares of a board, and of one more row and column on each side.
pub(super) struct SquareBrightness {
    columns: i32,
    rows: i32,
    values: Vec<Option<f64>>,
}

impl SquareBrightness {
    /// Measures the middles of the squares of a located board.
    pub(super) fn measure(picture: &GrayImage, found: &BoardLocation, grid: Grid, lens: Option<&Lens>) -> Self {
        let (columns, rows) = (grid.columns as i32, grid.rows as i32);
        let square = |column: i32, row: i32| {
            let mut values = Vec::new();
            for (right, down) in (0..SAMPLES).flat_map(|down| (0..SAMPLES).map(move |right| (right, down))) {
                let off = |step: i32| SAMPLED * (2.0 * f64::from(step) / f64::from(SAMPLES - 1) - 1.0);
                let at = |step: i32, squares: i32, off: f64| {
                    (f64::from(step) - f64::from(squares - 1) / 2.0 + off) * grid.pitch
                };
                let straight = found.plane.map([at(column, columns, off(right)), -at(row, rows, off(down))]);
                let [x, y] = lens.map_or(straight, |lens| lens.distort(straight));
                let is_inside =
                    x >= 0.0 && y >= 0.0 && x < f64::from(picture.width()) && y < f64::from(picture.height());
                if is_inside {
                    let Luma([value]) = *picture.get_pixel(x as u32, y as u32);
                    values.push(f64::from(value));
                }
            }
            let is_enough = values.len() as i32 * 2 > SAMPLES * SAMPLES;
            is_enough.then(|| median(values)).flatten()
        };
        let values = (-1..=rows).flat_map(|row| (-1..=columns).map(move |column| (column, row)));
        Self { columns, rows, values: values.map(|(column, row)| square(column, row)).collect() }
    }

    fn at(&self, column: i32, row: i32) -> Option<f64> {
        self.values[((row + 1) * (self.columns + 2) + column + 1) as usize]
    }

    /// Differences of two neighbouring squares for all pairs in a direction: positive if the one with the colour of the
    /// upper left square is lighter.
    fn differences(&self, squares: impl Iterator<Item = (i32, i32)>, (right, down): (i32, i32)) -> Vec<f64> {
        let difference = |(column, row): (i32, i32)| {
            let by = self.at(column, row)? - self.at(column + right, row + down)?;
            Some(if (column + row) % 2 == 0 { by } else { -by })
        };
        squares.filter_map(difference).collect()
    }

    /// Shade of the upper left square, if the squares are alternately dark and light, and the board ends where it should.
    ///
    /// # Errors
    ///
    /// [`FindError::NotCheckered`] or [`FindError::LargerBoard`] when they are not.
    pub(super) fn upper_left_shade(&self) -> Result<Shade, FindError> {
        let (columns, rows) = (self.columns, self.rows);
        let squares =
            |columns: i32, rows: i32| (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)));
        let mut differences = self.differences(squares(columns - 1, rows), (1, 0));
        differences.extend(self.differences(squares(columns, rows - 1), (0, 1)));
        let pairs = ((columns - 1) * rows + columns * (rows - 1)) as usize;
        let contrast = median(differences.iter().map(|by| by.abs()).collect()).unwrap_or_default();
        let count = |sign: f64| differences.iter().filter(|by| **by * sign > EQUAL * contrast).count();
        let (lighter, darker) = (count(1.0), count(-1.0));
        let alternating = lighter.max(darker);
        if (alternating as f64) < MIN_ALTERNATING * pairs as f64 || contrast < MIN_CONTRAST {
            return Err(FindError::NotCheckered { columns: self.columns as usize, rows: self.rows as usize });
        }
        // The squares along each edge, just beyond it.
        let along = |count: i32| 0..count - 1;
        let edges = [
            self.differences(along(columns).map(|column| (column, -1)), (1, 0)),
            self.differences(along(columns).map(|column| (column, rows)), (1, 0)),
            self.differences(along(rows).map(|row| (-1, row)), (0, 1)),
            self.differences(along(rows).map(|row| (columns, row)), (0, 1)),
        ];
        let sign = if lighter == alternating { 1.0 } else { -1.0 };
        let goes_on = |edge: &Vec<f64>| {
            let like_board = edge.iter().filter(|by| **by * sign > BEYOND_CONTRAST * contrast).count();
            edge.len() >= 2 && like_board as f64 >= MIN_ALTERNATING * edge.len() as f64
        };
        if edges.iter().any(goes_on) {
            return Err(FindError::LargerBoard { columns: self.columns as usize, rows: self.rows as usize });
        }
        Ok(if lighter == alternating { Shade::Light } else { Shade::Dark })
    }
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

impl Grid {
    /// The grid with the shade of its upper left square as it is in a drawing of the board; unchanged if the squares of
    /// the drawing are not alternately dark and light. `pixels_per_mm` is the scale of the drawing, whose centre is that
    /// of the board.
    #[must_use]
    pub fn with_shades_of(self, drawing: &GrayImage, pixels_per_mm: f64) -> Self {
        let (x, y) = (f64::from(drawing.width()) / 2.0, f64::from(drawing.height()) / 2.0);
        let plane = Homography::from_rows([[pixels_per_mm, 0.0, x], [0.0, -pixels_per_mm, y], [0.0, 0.0, 1.0]]);
        let drawn = BoardLocation { plane, reprojection_error: ReprojectionError::default(), points: 0 };
        Self { upper_left: SquareBrightness::measure(drawing, &drawn, self, None).upper_left_shade().ok(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRID: Grid = Grid { columns: 8, rows: 6, pitch: 20.0, upper_left: None };

    /// A drawing with 2 pixels per mm; `shade` gives the level of each square, counted from the upper left of the board.
    fn drawing(shade: impl Fn(i32, i32) -> u8) -> GrayImage {
        let (width, height) = (2 * 20 * (8 + 4), 2 * 20 * (6 + 4));
        GrayImage::from_fn(width, height, |x, y| Luma([shade((x / 40) as i32 - 2, (y / 40) as i32 - 2)]))
    }

    fn is_on_board(column: i32, row: i32) -> bool {
        (0..8).contains(&column) && (0..6).contains(&row)
    }

    fn measured(picture: &GrayImage) -> Result<Shade, FindError> {
        let (x, y) = (f64::from(picture.width()) / 2.0, f64::from(picture.height()) / 2.0);
        let plane = Homography::from_rows([[2.0, 0.0, x], [0.0, -2.0, y], [0.0, 0.0, 1.0]]);
        let found = BoardLocation { plane, reprojection_error: ReprojectionError::default(), points: 35 };
        SquareBrightness::measure(picture, &found, GRID, None).upper_left_shade()
    }

    #[test]
    fn the_shade_of_the_upper_left_square_is_measured() {
        for (dark, light, first, shade) in
            [(90, 200, 0, Shade::Dark), (90, 200, 1, Shade::Light), (20, 35, 1, Shade::Light)]
        {
            for rim in [0, 60, 130, 255] {
                let picture = drawing(|column, row| match is_on_board(column, row) {
                    true if (column + row) % 2 == first => dark,
                    true => light,
                    false => rim,
                });
                assert_eq!(measured(&picture), Ok(shade), "{dark} {light} {first} {rim}");
                assert_eq!(GRID.with_shades_of(&picture, 2.0).upper_left, Some(shade));
            }
        }
    }

    #[test]
    fn light_from_a_side_and_a_shadow_do_no_harm() {
        let picture = drawing(|column, row| {
            let level = if is_on_board(column, row) && (column + row) % 2 == 0 { 60.0 } else { 120.0 };
            let light = 1.0 + 0.12 * f64::from(column);
            let shadow = if (column, row) == (3, 2) { 0.4 } else { 1.0 };
            (level * light * shadow).clamp(0.0, 255.0) as u8
        });
        assert_eq!(measured(&picture), Ok(Shade::Dark));
    }

    #[test]
    fn other_patterns_are_no_chessboard() {
        let not_checkered = Err(FindError::NotCheckered { columns: 8, rows: 6 });
        assert_eq!(measured(&drawing(|_, _| 150)), not_checkered, "one colour");
        assert_eq!(measured(&drawing(|column, _| if column % 2 == 0 { 60 } else { 190 })), not_checkered, "stripes");
        // The corners of another board, half a board away.
        let shifted = drawing(|column, row| if column < 4 && (column + row) % 2 == 0 { 60 } else { 190 });
        assert_eq!(measured(&shifted), not_checkered, "half a board");
    }

    #[test]
    fn a_board_that_goes_on_is_larger() {
        let larger = Err(FindError::LargerBoard { columns: 8, rows: 6 });
        for (left, top, right, bottom) in [(-1, 0, 8, 6), (0, -1, 8, 6), (0, 0, 9, 6), (0, 0, 8, 7), (-2, -2, 10, 8)] {
            let picture = drawing(|column, row| {
                let is_square = (left..right).contains(&column) && (top..bottom).contains(&row);
                if is_square && (column + row) % 2 == 0 { 70 } else { 200 }
            });
            assert_eq!(measured(&picture), larger, "{left} {top} {right} {bottom}");
        }
    }
}
