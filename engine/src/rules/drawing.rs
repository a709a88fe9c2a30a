//! How things look: marks in colours, painted one over another. Who paints them is not the matter here.

use crate::ids::RelationId;

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

/// A colour, or whose colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// This one.
    Colour(Colour),
    /// That of the element's owner; black where nobody owns it.
    Owner,
}

/// One shape of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Which.
    pub figure: Figure,
    /// In which colour.
    pub paint: Paint,
    /// Percent of the place's size.
    pub size: i32,
}

/// What a mark looks like. Each fills a square around the place's point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A filled circle.
    Disc,
    /// A circle line.
    Ring,
    /// The place's own rectangle, filled.
    Square,
    /// A square on its corner.
    Diamond,
    /// A triangle, point up.
    Triangle,
    /// Two crossing strokes.
    Cross,
    /// A star with five points.
    Star,
    /// A small crown.
    Crown,
    /// A horizontal bar.
    Bar,
    /// A chess piece.
    Pawn,
    /// A chess piece.
    Knight,
    /// A chess piece.
    Bishop,
    /// A chess piece.
    Rook,
    /// A chess piece.
    Queen,
    /// A chess piece.
    King,
    /// Letters.
    Text(String),
}

/// What lies under all places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// The colour behind everything.
    pub colour: Option<Colour>,
    /// Pairs of places joined by a line: relations.
    pub lines: Vec<RelationId>,
    /// Pairs of places joined by a line: by direction, as positions in the list of directions.
    pub ways: Vec<crate::ids::DirectionId>,
    /// The colour of the lines.
    pub line_colour: Option<Colour>,
}
