//! Markers: what they look like, and how they lie around a board. Finding them in a picture is done elsewhere.

use super::Grid;

/// Markers of the dictionary `4x4_50` by id: the modules within the black border row by row from the upper left, the first one
/// in the highest bit; 1 is white.
const BITS: [u16; KNOWN as usize] = [
    0xb532, 0x0f9a, 0x332d, 0x9946, 0x549e, 0x79cd, 0x9e2e, 0xc4f2, 0xfeda, 0xcf56, 0xf991, 0x11a7, 0x0eb7, 0x2a0f,
    0x24b1, 0x263e,
];

/// The ids of markers that can be drawn are below this.
pub const KNOWN: u32 = 16;

/// Modules along the side of a marker, its black border among them.
pub const MODULES: usize = 6;

/// Sizes of markers as they are printed, in mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkerSize {
    /// From one edge of the black border to the other.
    pub side: f64,
    /// How much stays white around it.
    pub quiet: f64,
}

impl Default for MarkerSize {
    /// Modules of 4 mm, and one of them stays white: some ten pixels each where a camera of 1280 pixels sees a table of 40 cm.
    fn default() -> Self {
        Self { side: 24.0, quiet: 4.0 }
    }
}

impl MarkerSize {
    /// The side of a marker with what stays white around it.
    pub fn whole(&self) -> f64 {
        self.side + 2.0 * self.quiet
    }
}

/// The rectangle around the places of a board, in mm; its middle is that of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

impl Extent {
    /// The extent of a board with these places around its middle, the nearest of which are so far apart: half of that is left on all
    /// sides. A board of squares ends where they do.
    pub fn of(places: &[[f64; 2]], pitch: f64) -> Self {
        let farther = |far: [f64; 2], at: &[f64; 2]| [far[0].max(at[0].abs()), far[1].max(at[1].abs())];
        let more = Grid::of(places).map_or(pitch, |grid| grid.pitch);
        let [width, height] = places.iter().fold([0.0, 0.0], farther).map(|far| 2.0 * far + more);
        Self { width, height }
    }

    /// With markers around it.
    #[must_use]
    pub fn with(self, markers: MarkerSize) -> Self {
        let more = 2.0 * markers.whole();
        Self { width: self.width + more, height: self.height + more }
    }
}

/// A marker that lies somewhere on the plane of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Which.
    pub id: u32,
    /// The corners of its black border in mm of the board, `u` to the right and `v` up: its own upper left one, and on clockwise.
    pub corners: [[f64; 2]; 4],
}

impl Placed {
    /// A marker that lies upright, with its middle there.
    pub fn upright(id: u32, [u, v]: [f64; 2], side: f64) -> Self {
        let half = side / 2.0;
        let corners = [[u - half, v + half], [u + half, v + half], [u + half, v - half], [u - half, v - half]];
        Self { id, corners }
    }

    /// What is printed at a point of the board: black or white within the marker, nothing outside of it.
    ///
    /// # Panics
    ///
    /// If its id is none that is [known](KNOWN).
    pub fn is_white(&self, [u, v]: [f64; 2]) -> Option<bool> {
        let [origin, right, _, down] = self.corners;
        let along = |end: [f64; 2]| {
            let (x, y) = (end[0] - origin[0], end[1] - origin[1]);
            ((u - origin[0]) * x + (v - origin[1]) * y) / (x * x + y * y)
        };
        let (across, down) = (along(right), along(down));
        let inside = 0.0..1.0;
        let module = |part: f64| (part * MODULES as f64) as usize;
        (inside.contains(&across) && inside.contains(&down)).then(|| white(self.id, module(across), module(down)))
    }

    /// Its white modules, by their corners in mm of the board; the rest of it is black.
    ///
    /// # Panics
    ///
    /// If its id is none that is [known](KNOWN).
    pub fn white(&self) -> Vec<[[f64; 2]; 4]> {
        let [origin, right, _, down] = self.corners;
        let at = |column: usize, row: usize| {
            let part = |steps: usize| steps as f64 / MODULES as f64;
            let axis = |axis: usize| {
                let across = (right[axis] - origin[axis]) * part(column);
                origin[axis] + across + (down[axis] - origin[axis]) * part(row)
            };
            [axis(0), axis(1)]
        };
        let all = (0..MODULES).flat_map(|row| (0..MODULES).map(move |column| (column, row)));
        all.filter(|(column, row)| white(self.id, *column, *row))
            .map(|(column, row)| [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)])
            .collect()
    }
}

/// Whether a module is white, counted from the upper left of the black border.
fn white(id: u32, column: usize, row: usize) -> bool {
    let inner = 1..MODULES - 1;
    inner.contains(&column) && inner.contains(&row) && BITS[id as usize] >> (15 - (4 * (row - 1) + column - 1)) & 1 == 1
}

/// Where markers lie around a board: 0 at its upper left corner, 1 at the upper right, 2 at the lower right, 3 at the lower left. What
/// stays white around a marker touches the corner of the board with its own.
pub fn around(board: Extent, size: MarkerSize) -> [Placed; 4] {
    let (u, v) = (f64::midpoint(board.width, size.whole()), f64::midpoint(board.height, size.whole()));
    let marker = |id, middle| Placed::upright(id, middle, size.side);
    [marker(0, [-u, v]), marker(1, [u, v]), marker(2, [u, -v]), marker(3, [-u, -v])]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_touch_the_corners_of_the_board_and_one_another_nowhere() {
        let board = Extent { width: 200.0, height: 120.0 };
        let [upper_left, upper_right, lower_right, lower_left] = around(board, MarkerSize { side: 20.0, quiet: 5.0 });
        assert_eq!(upper_left.corners, [[-125.0, 85.0], [-105.0, 85.0], [-105.0, 65.0], [-125.0, 65.0]]);
        let inner = [upper_right.corners[3], lower_right.corners[0], lower_left.corners[1]];
        assert_eq!(inner, [[105.0, 65.0], [105.0, -65.0], [-105.0, -65.0]]);
        let whole = board.with(MarkerSize { side: 20.0, quiet: 5.0 });
        assert_eq!((whole.width, whole.height), (260.0, 180.0));
    }

    #[test]
    fn the_extent_is_symmetric_about_the_middle_that_it_is_told() {
        let extent = Extent::of(&[[-40.0, 20.0], [40.0, 20.0], [10.0, -20.0]], 20.0);
        assert_eq!((extent.width, extent.height), (100.0, 60.0));
        // The dark squares of a board of 2 x 2 squares: their middles are farther apart than the squares are wide.
        let dark = Extent::of(&[[-10.0, -10.0], [10.0, 10.0]], 28.3);
        assert_eq!((dark.width, dark.height), (40.0, 40.0));
    }

    #[test]
    fn modules_and_points_tell_the_same() {
        for id in 0..KNOWN {
            let marker = Placed { id, corners: [[10.0, 10.0], [10.0, 40.0], [40.0, 40.0], [40.0, 10.0]] };
            let white = marker.white();
            assert_eq!(white.len() as u32, BITS[id as usize].count_ones());
            for [first, _, third, _] in white {
                let middle = [f64::midpoint(first[0], third[0]), f64::midpoint(first[1], third[1])];
                assert_eq!(marker.is_white(middle), Some(true), "{id} {middle:?}");
            }
            assert_eq!(marker.is_white([12.0, 39.0]), Some(false), "the border is black");
            assert_eq!(marker.is_white([9.9, 20.0]), None);
        }
    }
}
