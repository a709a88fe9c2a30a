//! Orientations of a board that looks the same from several sides, such as an empty board of squares. The shades of the
//! squares leave some of them.

use std::fmt;
use std::str::FromStr;

use super::{BoardLocation, Grid};
use crate::geometry::Homography;

/// A side of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageSide {
    #[allow(missing_docs)]
    Top,
    #[allow(missing_docs)]
    Right,
    #[allow(missing_docs)]
    Bottom,
    #[allow(missing_docs)]
    Left,
}

/// All sides, clockwise from the top.
const SIDES: [(ImageSide, &str); 4] =
    [(ImageSide::Top, "top"), (ImageSide::Right, "right"), (ImageSide::Bottom, "bottom"), (ImageSide::Left, "left")];

impl fmt::Display for ImageSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(SIDES[*self as usize].1)
    }
}

/// The error of a text that names no side.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no side of a picture: write top, right, bottom or left")]
pub struct UnknownSide(String);

impl FromStr for ImageSide {
    type Err = UnknownSide;

    fn from_str(text: &str) -> Result<Self, UnknownSide> {
        let side = SIDES.iter().find(|(_, name)| *name == text);
        side.map(|(side, _)| *side).ok_or_else(|| UnknownSide(text.to_owned()))
    }
}

impl Grid {
    /// Number of quarter turns after which the grid looks the same again. Known shades exclude turns that exchange dark
    /// and light squares: a chessboard looks the same after 2.
    pub fn quarter_turns(&self) -> usize {
        let keeps_shades = |turns: usize| {
            let moved = if turns == 1 { self.columns - 1 } else { self.columns + self.rows };
            self.upper_left.is_none() || moved % 2 == 0
        };
        let looks_same = |turns: &usize| (*turns == 2 || self.columns == self.rows) && keeps_shades(*turns);
        [1, 2].into_iter().find(looks_same).unwrap_or(4)
    }

    /// Number of sides from which the grid looks the same.
    pub fn orientations(&self) -> usize {
        4 / self.quarter_turns()
    }
}

impl BoardLocation {
    /// The location after turning the board clockwise, as it is seen in the image, by a number of quarter turns.
    #[must_use]
    pub fn turned(self, quarter_turns: usize) -> Self {
        let [cosine, sine] = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]][quarter_turns % 4];
        let turn = Homography::from_rows([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]]);
        Self { plane: self.plane.after(&turn), ..self }
    }

    /// The side of the image to which the top of the board points.
    pub fn top(&self) -> ImageSide {
        let ([x, y], [far_x, far_y]) = (self.plane.map([0.0, 0.0]), self.plane.map([0.0, 1.0]));
        let (right, down) = (far_x - x, far_y - y);
        match (right.abs() > down.abs(), right > 0.0, down > 0.0) {
            (true, true, _) => ImageSide::Right,
            (true, false, _) => ImageSide::Left,
            (false, _, true) => ImageSide::Bottom,
            (false, _, false) => ImageSide::Top,
        }
    }

    /// The location among those in which the grid looks the same whose top points to a side of the image; `None` if there
    /// is none.
    pub fn with_top(self, side: ImageSide, grid: Grid) -> Option<Self> {
        let turns = (0..4).step_by(grid.quarter_turns());
        turns.map(|turns| self.turned(turns)).find(|turned| turned.top() == side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::Shade;

    /// A camera above a square board, tilted a little.
    fn located(grid: Grid) -> BoardLocation {
        let pixel = |[u, v]: [f64; 2]| {
            let depth = 1.0 + 0.001 * v;
            [320.0 + (2.0 * u + 0.2 * v) / depth, 240.0 - (2.0 * v - 0.2 * u) / depth]
        };
        BoardLocation::fit(grid.corners().into_iter().map(|at| (at, pixel(at))).collect(), None).unwrap()
    }

    #[test]
    fn a_square_board_has_four_orientations() {
        let grid = Grid { columns: 8, rows: 8, pitch: 20.0, upper_left: None };
        let upright = located(grid);
        assert_eq!((grid.orientations(), upright.top()), (4, ImageSide::Top));
        // The corner square at the upper left of the image.
        let upper_left = upright.plane.map([-70.0, 70.0]);
        for (side, corner) in [
            (ImageSide::Top, [-70.0, 70.0]),
            (ImageSide::Right, [-70.0, -70.0]),
            (ImageSide::Bottom, [70.0, -70.0]),
            (ImageSide::Left, [70.0, 70.0]),
        ] {
            let turned = upright.with_top(side, grid).expect("a square board turns to all sides");
            assert_eq!(turned.top(), side);
            let [x, y] = turned.plane.map(corner);
            assert!((x - upper_left[0]).abs() < 1e-6 && (y - upper_left[1]).abs() < 1e-6, "{side}: {x} {y}");
        }
    }

    #[test]
    fn known_shades_leave_fewer_orientations() {
        for (columns, rows, expected) in [(8, 8, 2), (10, 10, 2), (5, 5, 4), (8, 6, 2), (7, 5, 2), (7, 6, 1)] {
            for shade in [Shade::Dark, Shade::Light] {
                let grid = Grid { columns, rows, pitch: 20.0, upper_left: Some(shade) };
                assert_eq!(grid.orientations(), expected, "{columns} x {rows}");
            }
        }
        let grid = Grid { columns: 8, rows: 8, pitch: 20.0, upper_left: Some(Shade::Light) };
        let upright = located(grid);
        assert_eq!(upright.with_top(ImageSide::Bottom, grid).map(|turned| turned.top()), Some(ImageSide::Bottom));
        assert_eq!(upright.with_top(ImageSide::Right, grid), None, "a1 would be light");
    }

    #[test]
    fn other_boards_have_two_orientations() {
        let grid = Grid { columns: 7, rows: 6, pitch: 20.0, upper_left: None };
        let upright = located(grid);
        assert_eq!(grid.orientations(), 2);
        assert_eq!(upright.with_top(ImageSide::Bottom, grid).map(|turned| turned.top()), Some(ImageSide::Bottom));
        assert_eq!(upright.with_top(ImageSide::Left, grid), None);
    }

    #[test]
    fn sides_have_names() {
        for (side, name) in SIDES {
            assert_eq!((name.parse(), side.to_string()), (Ok(side), name.to_owned()));
        }
        let unknown = "up".parse::<ImageSide>().unwrap_err().to_string();
        assert_eq!(unknown, "\"up\" is no side of a picture: write top, right, bottom or left");
    }
}
