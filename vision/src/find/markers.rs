//! Fiducial markers (ArUco): their patterns and their layout around a board. Detection is in the parent module.

use super::{Grid, MarkerIds};

/// Patterns of the ArUco dictionary `4x4_50` by id: the modules within the black border row by row from the upper left,
/// the first one in the highest bit; 1 is white.
const PATTERNS: [u16; MARKER_COUNT as usize] = [
    0xb532, 0x0f9a, 0x332d, 0x9946, 0x549e, 0x79cd, 0x9e2e, 0xc4f2, 0xfeda, 0xcf56, 0xf991, 0x11a7, 0x0eb7, 0x2a0f,
    0x24b1, 0x263e, 0x4665, 0x6600, 0x6c5e, 0x76af, 0x868b, 0xb02b, 0xccd5, 0xdd82, 0xfe47, 0x9471, 0xace4, 0xa554,
    0x2123, 0x346f, 0x4415, 0x57b2, 0x9ecf, 0xf0cb, 0x08ae, 0x0929, 0x1875, 0x04ff, 0x0df6, 0x1c5a, 0x1718, 0x2a28,
    0x328c, 0x38b2, 0x24e8, 0x2eeb, 0x2d3f, 0x4b64,
];

/// Number of markers that can be drawn; their ids are below this.
pub const MARKER_COUNT: u32 = 48;

/// Modules along the side of a marker, including the black border.
pub const MODULES: usize = 6;

/// Sizes of printed markers, in mm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MarkerSize {
    /// Side of the black border.
    pub side: f64,
    /// Width of the white quiet zone around the border.
    pub quiet: f64,
}

impl Default for MarkerSize {
    /// Modules of 4 mm and a quiet zone of one module: about ten pixels for a module where a camera of 1280 pixels sees
    /// a table of 40 cm.
    fn default() -> Self {
        Self { side: 24.0, quiet: 4.0 }
    }
}

impl MarkerSize {
    /// Side of a marker including its quiet zone.
    pub fn side_with_quiet_zone(&self) -> f64 {
        self.side + 2.0 * self.quiet
    }
}

/// The bounding rectangle of a board's places, in mm; its centre is the centre of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardExtent {
    /// Width from left to right.
    pub width: f64,
    /// Height from top to bottom.
    pub height: f64,
}

impl BoardExtent {
    /// The extent of a board with these places around its centre. `pitch` is the distance of the nearest places; half
    /// of it is added on all sides. A board of squares ends at the edges of the squares.
    pub fn from_places(places: &[[f64; 2]], pitch: f64) -> Self {
        let farther = |far: [f64; 2], at: &[f64; 2]| [far[0].max(at[0].abs()), far[1].max(at[1].abs())];
        let more = Grid::from_places(places).map_or(pitch, |grid| grid.pitch);
        let [width, height] = places.iter().fold([0.0, 0.0], farther).map(|far| 2.0 * far + more);
        Self { width, height }
    }

    /// The extent including markers around the board.
    #[must_use]
    pub fn with_markers(self, markers: MarkerSize) -> Self {
        let more = 2.0 * markers.side_with_quiet_zone();
        Self { width: self.width + more, height: self.height + more }
    }
}

/// A marker at a position in the plane of the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlacedMarker {
    /// The marker id.
    pub id: u32,
    /// The corners of the black border in mm of the board, `u` to the right and `v` up: clockwise from the marker's
    /// upper left corner.
    pub corners: [[f64; 2]; 4],
}

impl PlacedMarker {
    /// Creates an upright marker with its centre at a point.
    pub fn upright(id: u32, [u, v]: [f64; 2], side: f64) -> Self {
        let half = side / 2.0;
        let corners = [[u - half, v + half], [u + half, v + half], [u + half, v - half], [u - half, v - half]];
        Self { id, corners }
    }

    /// The colour at a point of the board: white or black within the marker, `None` outside.
    ///
    /// # Panics
    ///
    /// If the id is not below [`MARKER_COUNT`].
    pub fn is_white(&self, [u, v]: [f64; 2]) -> Option<bool> {
        let [origin, right, _, down] = self.corners;
        let along = |end: [f64; 2]| {
            let (x, y) = (end[0] - origin[0], end[1] - origin[1]);
            ((u - origin[0]) * x + (v - origin[1]) * y) / (x * x + y * y)
        };
        let (across, down) = (along(right), along(down));
        let inside = 0.0..1.0;
        let module = |part: f64| (part * MODULES as f64) as usize;
        (inside.contains(&across) && inside.contains(&down))
            .then(|| is_white_module(self.id, module(across), module(down)))
    }

    /// The corners of the white modules in mm of the board; the rest of the marker is black.
    ///
    /// # Panics
    ///
    /// If the id is not below [`MARKER_COUNT`].
    pub fn white_modules(&self) -> Vec<[[f64; 2]; 4]> {
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
        all.filter(|(column, row)| is_white_module(self.id, *column, *row))
            .map(|(column, row)| [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)])
            .collect()
    }
}

/// `true` if a module is white, counted from the upper left of the black border.
fn is_white_module(id: u32, column: usize, row: usize) -> bool {
    let inner = 1..MODULES - 1;
    inner.contains(&column)
        && inner.contains(&row)
        && PATTERNS[id as usize] >> (15 - (4 * (row - 1) + column - 1)) & 1 == 1
}

/// The markers around a board, in the order of [`MarkerIds`]: upper left, upper right, lower right, lower left. The quiet
/// zone of each marker touches the corner of the board.
pub fn markers_around(board: BoardExtent, size: MarkerSize, ids: MarkerIds) -> [PlacedMarker; 4] {
    let (u, v) = (
        f64::midpoint(board.width, size.side_with_quiet_zone()),
        f64::midpoint(board.height, size.side_with_quiet_zone()),
    );
    let [upper_left, upper_right, lower_right, lower_left] = ids.0;
    let marker = |id, middle| PlacedMarker::upright(id, middle, size.side);
    [
        marker(upper_left, [-u, v]),
        marker(upper_right, [u, v]),
        marker(lower_right, [u, -v]),
        marker(lower_left, [-u, -v]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_touch_the_corners_of_the_board_and_one_another_nowhere() {
        let board = BoardExtent { width: 200.0, height: 120.0 };
        let [upper_left, upper_right, lower_right, lower_left] =
            markers_around(board, MarkerSize { side: 20.0, quiet: 5.0 }, MarkerIds::GENERIC);
        assert_eq!(upper_left.corners, [[-125.0, 85.0], [-105.0, 85.0], [-105.0, 65.0], [-125.0, 65.0]]);
        let inner = [upper_right.corners[3], lower_right.corners[0], lower_left.corners[1]];
        assert_eq!(inner, [[105.0, 65.0], [105.0, -65.0], [-105.0, -65.0]]);
        let whole = board.with_markers(MarkerSize { side: 20.0, quiet: 5.0 });
        assert_eq!((whole.width, whole.height), (260.0, 180.0));
    }

    #[test]
    fn the_extent_is_symmetric_about_the_centre() {
        let extent = BoardExtent::from_places(&[[-40.0, 20.0], [40.0, 20.0], [10.0, -20.0]], 20.0);
        assert_eq!((extent.width, extent.height), (100.0, 60.0));
        // The dark squares of a board of 2 x 2 squares: the distance of their centres exceeds the side of a square.
        let dark = BoardExtent::from_places(&[[-10.0, -10.0], [10.0, 10.0]], 28.3);
        assert_eq!((dark.width, dark.height), (40.0, 40.0));
    }

    #[test]
    fn module_corners_and_point_colours_agree() {
        for id in 0..MARKER_COUNT {
            let marker = PlacedMarker { id, corners: [[10.0, 10.0], [10.0, 40.0], [40.0, 40.0], [40.0, 10.0]] };
            let white = marker.white_modules();
            assert_eq!(white.len() as u32, PATTERNS[id as usize].count_ones());
            for [first, _, third, _] in white {
                let middle = [f64::midpoint(first[0], third[0]), f64::midpoint(first[1], third[1])];
                assert_eq!(marker.is_white(middle), Some(true), "{id} {middle:?}");
            }
            assert_eq!(marker.is_white([12.0, 39.0]), Some(false), "the border is black");
            assert_eq!(marker.is_white([9.9, 20.0]), None);
        }
    }
}
