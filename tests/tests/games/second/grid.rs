//! A rectangular board of small numbers for the tellings that have one. It knows no game: what the numbers mean is
//! said where they are put.

/// Column and row, from 1 as in the names of places.
pub type Point = (i32, i32);

/// A step to each of the eight places around one.
pub const AROUND: [Point; 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// One step of each of the four ways in which places can lie in a row.
pub const ROWS: [Point; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The board.
#[derive(Clone)]
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

    /// What stands there; nothing beyond the edge.
    pub fn at(&self, (x, y): Point) -> Option<u8> {
        let inside = (1..=self.width).contains(&x) && (1..=self.height).contains(&y);
        inside.then(|| self.cells[self.index((x, y))])
    }

    /// Changes a place of the board.
    pub fn put(&mut self, point: Point, what: u8) {
        let index = self.index(point);
        self.cells[index] = what;
    }

    /// Every place, column by column.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = (self.width, self.height);
        (1..=width).flat_map(move |x| (1..=height).map(move |y| (x, y)))
    }

    /// The places where this stands.
    pub fn places_of(&self, what: u8) -> impl Iterator<Item = Point> {
        self.points().filter(move |&point| self.at(point) == Some(what))
    }

    /// How many of these stand one after another beyond a place.
    pub fn run(&self, from: Point, step: Point, what: u8) -> i32 {
        let longest = self.width.max(self.height);
        let mut distances = 1..=longest;
        distances.find(|&distance| self.at(beyond(from, step, distance)) != Some(what)).map_or(longest, |end| end - 1)
    }

    /// How many of these stand in a row through a place, both ways of a step, the place itself counted.
    pub fn row(&self, through: Point, (dx, dy): Point, what: u8) -> i32 {
        1 + self.run(through, (dx, dy), what) + self.run(through, (-dx, -dy), what)
    }

    fn index(&self, (x, y): Point) -> usize {
        ((y - 1) * self.width + x - 1) as usize
    }
}

/// The place so many steps away.
pub fn beyond((x, y): Point, (dx, dy): Point, distance: i32) -> Point {
    (x + dx * distance, y + dy * distance)
}
