//! What is to be painted, as plain data: items in order, each of shapes in order.
//! How a canvas paints them is its own business.

use boardwright_engine::ids::{ElementId, LocationId};

use crate::ink::Ink;
use crate::path::{Outline, Point};

/// A drawing of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// What it shows, in pixels of the board: the same for all positions of a game.
    pub area: Area,
    /// The colour behind everything, in all of the area.
    pub ground: Ink,
    /// What is painted, the first one first.
    pub items: Vec<Item>,
}

/// All shapes of one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Of what.
    pub of: Of,
    /// What the game file calls it.
    pub name: String,
    /// The first one is painted first.
    pub shapes: Vec<Shape>,
}

/// What an item depicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Of {
    /// What lies under all places.
    Ground,
    /// A place.
    Place(LocationId),
    /// An element, and where it stands.
    Piece(ElementId, LocationId),
}

/// One shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A circle.
    Circle {
        /// Its centre.
        centre: Point,
        /// In pixels.
        radius: f64,
        /// What it is filled with.
        fill: Option<Ink>,
        /// The line around it, half of it within.
        stroke: Option<Stroke>,
    },
    /// A rectangle.
    Rectangle {
        /// Where it lies.
        area: Area,
        /// Radius of its corners.
        round: f64,
        /// What it is filled with.
        fill: Option<Ink>,
        /// The line around it, half of it within.
        stroke: Option<Stroke>,
    },
    /// What a pen draws.
    Outline {
        /// Its way.
        outline: Outline,
        /// What it is filled with.
        fill: Option<Ink>,
        /// The line along it, half on each side.
        stroke: Option<Stroke>,
    },
    /// Letters without feet, bold.
    Text {
        /// The middle of the letters.
        centre: Point,
        /// Height of the font in pixels.
        size: f64,
        /// What is written.
        text: String,
        /// In which colour.
        fill: Ink,
    },
    /// A picture from a file.
    Picture {
        /// The name of the file.
        file: String,
        /// Where it lies.
        area: Area,
    },
}

/// A line: its ends and corners are round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// In which colour.
    pub ink: Ink,
    /// In pixels.
    pub width: f64,
}

/// A rectangle by its edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Least x.
    pub left: f64,
    /// Least y.
    pub top: f64,
    /// Greatest x.
    pub right: f64,
    /// Greatest y.
    pub bottom: f64,
}

impl Area {
    /// Just this point.
    pub fn at(point: Point) -> Self {
        Self { left: point.x, top: point.y, right: point.x, bottom: point.y }
    }

    /// So wide and high around a point.
    pub fn around(centre: Point, width: f64, height: f64) -> Self {
        Self {
            left: centre.x - width / 2.0,
            top: centre.y - height / 2.0,
            right: centre.x + width / 2.0,
            bottom: centre.y + height / 2.0,
        }
    }

    /// From left to right.
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// From top to bottom.
    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// The smallest area with this one and another.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// So much larger on each side.
    #[must_use]
    pub fn grown(self, by: f64) -> Self {
        Self { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    /// Whether another lies within, but for a hundredth of a pixel.
    pub fn has(&self, other: &Self) -> bool {
        let near = 0.01;
        self.left <= other.left + near
            && self.top <= other.top + near
            && self.right >= other.right - near
            && self.bottom >= other.bottom - near
    }
}

/// Letters are at most as wide as this part of their height: a guess on the wide side, for bold ones.
pub(crate) const LETTER: f64 = 0.62;

impl Shape {
    /// The area that it covers; for letters a guess.
    pub fn area(&self) -> Area {
        let line = |stroke: &Option<Stroke>| stroke.map_or(0.0, |stroke| stroke.width / 2.0);
        match self {
            Self::Circle { centre, radius, stroke, .. } => Area::at(*centre).grown(radius + line(stroke)),
            Self::Rectangle { area, stroke, .. } => area.grown(line(stroke)),
            Self::Outline { outline, stroke, .. } => {
                outline.area().map_or(Area::at(Point::default()), |area| area.grown(line(stroke)))
            }
            Self::Text { centre, size, text, .. } => {
                Area::around(*centre, LETTER * size * text.chars().count() as f64, *size)
            }
            Self::Picture { area, .. } => *area,
        }
    }
}
