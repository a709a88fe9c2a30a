//! Drawings of pieces and boards as data: coloured shapes, painted one over another. Rendering is done elsewhere.

use boardwright_game::ids::RelationId;

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

/// A fixed colour, or that of an owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// This colour.
    Colour(Colour),
    /// Colour of the element's owner; black for neutral elements.
    Owner,
}

/// One shape of a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Shape.
    pub figure: Figure,
    /// Colour.
    pub paint: Paint,
    /// Size in percent of the location's size.
    pub size: i32,
}

/// Shape of a mark. Each shape fills a square around the location's point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A filled circle.
    Disc,
    /// A circle line.
    Ring,
    /// The location's own rectangle, filled.
    Square,
    /// A square standing on its corner.
    Diamond,
    /// A triangle, point up.
    Triangle,
    /// A triangle over the whole rectangle of the location, point up.
    PointUp,
    /// A triangle over the whole rectangle of the location, point down.
    PointDown,
    /// Two crossing strokes.
    Cross,
    /// A star with five points.
    Star,
    /// A small crown.
    Crown,
    /// A horizontal bar.
    Bar,
    /// A vertical bar.
    Post,
    /// A five-sided piece of Shogi, point up.
    Wedge,
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
    /// This number of pips, arranged as on a die; none for numbers that a die of up to nine pips does not have.
    Pips(i32),
    /// Value of an expression in the position shown. Places only.
    Value {
        /// Index of the expression in [`place_texts`](crate::RuleSet::place_texts).
        index: usize,
        /// Figure of the value.
        shown_as: ShownAs,
    },
}

/// Figure of a value that is shown on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownAs {
    /// [Letters](Figure::Text).
    Text,
    /// [Pips](Figure::Pips) of a number.
    Pips,
}

impl ShownAs {
    /// Figure of a value, given as text.
    pub fn figure(self, value: &str) -> Figure {
        match self {
            Self::Text => Figure::Text(value.to_owned()),
            Self::Pips => Figure::Pips(value.parse().unwrap_or_default()),
        }
    }
}

/// Background drawing under all locations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ground {
    /// Background colour.
    pub colour: Option<Colour>,
    /// Relations whose pairs of locations are joined by lines.
    pub line_relations: Vec<RelationId>,
    /// Directions whose pairs of locations are joined by lines.
    pub line_directions: Vec<boardwright_game::ids::DirectionId>,
    /// Colour of the lines.
    pub line_colour: Option<Colour>,
}
