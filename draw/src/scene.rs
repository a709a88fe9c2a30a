//! The scene graph: items in painting order, each a list of shapes in painting order, as plain data.
//! Rendering is left to the canvas that paints the scene.

use boardwright_game::ids::{ElementId, LocationId};

use crate::ink::Ink;
use crate::path::{Outline, Point};

/// A drawing of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Visible area in board pixels; the same for all positions of a game.
    pub area: Area,
    /// Background colour of the whole area.
    pub ground: Ink,
    /// Items in painting order.
    pub items: Vec<Item>,
}

/// All shapes of one object.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The depicted object.
    pub subject: Subject,
    /// Name of the object in the game file.
    pub name: String,
    /// Shapes in painting order.
    pub shapes: Vec<Shape>,
}

/// The object that an item depicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// The background below all places.
    Ground,
    /// A place.
    Place(LocationId),
    /// The coordinates at the edges of the board.
    Coordinates,
    /// An element and its location.
    Piece(ElementId, LocationId),
    /// The number of pieces in a stack, and the location of its topmost piece.
    Count(LocationId),
}

/// One shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A circle.
    Circle {
        /// Centre.
        centre: Point,
        /// Radius in pixels.
        radius: f64,
        /// Fill colour.
        fill: Option<Ink>,
        /// Stroke, half of its width inside.
        stroke: Option<Stroke>,
    },
    /// A rectangle.
    Rectangle {
        /// Position and size.
        area: Area,
        /// Corner radius.
        round: f64,
        /// Fill colour.
        fill: Option<Ink>,
        /// Stroke, half of its width inside.
        stroke: Option<Stroke>,
    },
    /// A path.
    Outline {
        /// The path.
        outline: Outline,
        /// Fill colour.
        fill: Option<Ink>,
        /// Stroke, half of its width on each side.
        stroke: Option<Stroke>,
    },
    /// A text in a bold sans-serif font.
    Text {
        /// Centre of the text.
        centre: Point,
        /// Font size in pixels.
        size: f64,
        /// The text.
        text: String,
        /// Colour.
        fill: Ink,
    },
    /// A picture from a file.
    Picture {
        /// File name.
        file: String,
        /// Position and size.
        area: Area,
    },
}

/// A stroke with round ends and joins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Colour.
    pub ink: Ink,
    /// Width in pixels.
    pub width: f64,
}

/// A rectangle, given by its edges.
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
    /// An empty rectangle at a point.
    pub fn at(point: Point) -> Self {
        Self { left: point.x, top: point.y, right: point.x, bottom: point.y }
    }

    /// A rectangle of this width and height around a centre.
    pub fn around(centre: Point, width: f64, height: f64) -> Self {
        Self {
            left: centre.x - width / 2.0,
            top: centre.y - height / 2.0,
            right: centre.x + width / 2.0,
            bottom: centre.y + height / 2.0,
        }
    }

    /// Width.
    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    /// Height.
    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    /// Union: the smallest rectangle that contains both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// Returns the rectangle enlarged by `by` on each side.
    #[must_use]
    pub fn expanded(self, by: f64) -> Self {
        Self { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    /// `true` if the interiors have a point in common.
    pub(crate) fn intersects(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// `true` if `other` lies inside, with a tolerance of 0.01 pixels.
    pub fn contains(&self, other: &Self) -> bool {
        let near = 0.01;
        self.left <= other.left + near
            && self.top <= other.top + near
            && self.right >= other.right - near
            && self.bottom >= other.bottom - near
    }
}

/// Upper estimate of the width of a bold letter, relative to the font size.
pub(crate) const LETTER_WIDTH: f64 = 0.62;

impl Shape {
    /// The same shape with its opacity times `part`; pictures stay as they are.
    #[must_use]
    pub fn faded(mut self, part: f64) -> Self {
        let fade = |ink: &mut Ink| ink.opacity *= part;
        match &mut self {
            Self::Circle { fill, stroke, .. }
            | Self::Rectangle { fill, stroke, .. }
            | Self::Outline { fill, stroke, .. } => {
                fill.iter_mut().for_each(fade);
                if let Some(stroke) = stroke {
                    fade(&mut stroke.ink);
                }
            }
            Self::Text { fill, .. } => fade(fill),
            Self::Picture { .. } => {}
        }
        self
    }

    /// The shape turned clockwise around a point, by an angle in radians. Letters and pictures change their place, but stay
    /// upright.
    pub(crate) fn turned(self, around: Point, angle: f64) -> Self {
        let turn = |point: Point| point.turned(around, angle);
        match self {
            Self::Circle { centre, radius, fill, stroke } => {
                Self::Circle { centre: turn(centre), radius, fill, stroke }
            }
            Self::Rectangle { area, round, fill, stroke } => {
                let corners = [
                    Point::new(area.left, area.top),
                    Point::new(area.right, area.top),
                    Point::new(area.right, area.bottom),
                    Point::new(area.left, area.bottom),
                ]
                .map(turn);
                let turned = corners.iter().map(|&corner| Area::at(corner)).reduce(Area::union).unwrap_or(area);
                // A turn by a multiple of a quarter leaves a rectangle with round corners.
                let is_upright =
                    (corners[0].x - corners[1].x).abs() < 1e-6 || (corners[0].y - corners[1].y).abs() < 1e-6;
                if is_upright {
                    Self::Rectangle { area: turned, round, fill, stroke }
                } else {
                    Self::Outline { outline: Outline::polygon(corners), fill, stroke }
                }
            }
            Self::Outline { outline, fill, stroke } => Self::Outline { outline: outline.mapped(turn), fill, stroke },
            Self::Text { centre, size, text, fill } => Self::Text { centre: turn(centre), size, text, fill },
            Self::Picture { .. } => self,
        }
    }

    /// The shape with every point scaled by `scale` and moved by `at`; sizes and strokes are scaled too.
    #[must_use]
    pub fn transformed(self, at: Point, scale: f64) -> Self {
        let place = |point: Point| Point::new(at.x + scale * point.x, at.y + scale * point.y);
        let span = |area: Area| {
            let (from, to) = (place(Point::new(area.left, area.top)), place(Point::new(area.right, area.bottom)));
            Area { left: from.x, top: from.y, right: to.x, bottom: to.y }
        };
        let line = |stroke: Option<Stroke>| stroke.map(|stroke| Stroke { width: stroke.width * scale, ..stroke });
        match self {
            Self::Circle { centre, radius, fill, stroke } => {
                Self::Circle { centre: place(centre), radius: radius * scale, fill, stroke: line(stroke) }
            }
            Self::Rectangle { area, round, fill, stroke } => {
                Self::Rectangle { area: span(area), round: round * scale, fill, stroke: line(stroke) }
            }
            Self::Outline { outline, fill, stroke } => {
                Self::Outline { outline: outline.mapped(place), fill, stroke: line(stroke) }
            }
            Self::Text { centre, size, text, fill } => {
                Self::Text { centre: place(centre), size: size * scale, text, fill }
            }
            Self::Picture { file, area } => Self::Picture { file, area: span(area) },
        }
    }

    /// Bounding box; an estimate for texts.
    pub fn area(&self) -> Area {
        let line = |stroke: &Option<Stroke>| stroke.map_or(0.0, |stroke| stroke.width / 2.0);
        match self {
            Self::Circle { centre, radius, stroke, .. } => Area::at(*centre).expanded(radius + line(stroke)),
            Self::Rectangle { area, stroke, .. } => area.expanded(line(stroke)),
            Self::Outline { outline, stroke, .. } => {
                outline.area().map_or(Area::at(Point::default()), |area| area.expanded(line(stroke)))
            }
            Self::Text { centre, size, text, .. } => {
                Area::around(*centre, LETTER_WIDTH * size * text.chars().count() as f64, *size)
            }
            Self::Picture { area, .. } => *area,
        }
    }
}
