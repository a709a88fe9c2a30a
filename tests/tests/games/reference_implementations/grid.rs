//! A rectangular board of small numbers for the reference implementations. The game that uses it defines the meaning of
//! the numbers.

/// Column and row, from 1 as in the names of places.
pub type Point = (i32, i32);

/// The steps to the eight neighbours of a place.
pub const NEIGHBOURS: [Point; 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// One step along each of the four axes of rows: horizontal, vertical and both diagonals.
pub const ROW_DIRECTIONS: [Point; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// A rectangular board.
#[derive(Clone, PartialEq)]
pub struct Grid {
    width: i32,
    height: i32,
    cells: Vec<u8>,
}

impl Grid {
    /// A board full of zeros.
    pub fn new(width: usize, height: usize) -> Self {
        Self { width: width as i32, height: height as i32, cells: vec![0; width * height] }
    }

    /// Content of a place; `None` beyond the edge.
    pub fn at(&self, (x, y): Point) -> Option<u8> {
        let inside = (1..=self.width).contains(&x) && (1..=self.height).contains(&y);
        inside.then(|| self.cells[self.index((x, y))])
    }

    /// Sets the content of a place.
    pub fn put(&mut self, point: Point, what: u8) {
        let index = self.index(point);
        self.cells[index] = what;
    }

    /// Every place, column by column.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = (self.width, self.height);
        (1..=width).flat_map(move |x| (1..=height).map(move |y| (x, y)))
    }

    /// The places with this content.
    pub fn places_of(&self, what: u8) -> impl Iterator<Item = Point> {
        self.points().filter(move |&point| self.at(point) == Some(what))
    }

    /// Number of consecutive places with this content in one direction, the start excluded.
    pub fn run_length(&self, from: Point, step: Point, what: u8) -> i32 {
        let longest = self.width.max(self.height);
        let mut distances = 1..=longest;
        distances.find(|&distance| self.at(offset(from, step, distance)) != Some(what)).map_or(longest, |end| end - 1)
    }

    /// Length of the row with this content through a place in both directions of a step, the place itself counted.
    pub fn row_length(&self, through: Point, (dx, dy): Point, what: u8) -> i32 {
        1 + self.run_length(through, (dx, dy), what) + self.run_length(through, (-dx, -dy), what)
    }

    fn index(&self, (x, y): Point) -> usize {
        ((y - 1) * self.width + x - 1) as usize
    }
}

/// The place at `distance` steps.
pub fn offset((x, y): Point, (dx, dy): Point, distance: i32) -> Point {
    (x + dx * distance, y + dy * distance)
}
