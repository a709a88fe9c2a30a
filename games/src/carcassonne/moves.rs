//! Moves and their texts: `draw D` for chance, and `3,-1 90 knight N` for a turn: column and row, clockwise degrees, and a
//! meeple with its place on the tile as it lies.

use std::fmt;

use super::tiles::{FeatureKind, TileSet};

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CarcassonneMove {
    /// Chance: a tile of this type is drawn.
    Draw(u8),
    /// The turn of a player.
    Place(Placement),
}

/// The turn of a player with the drawn tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// Column.
    pub x: i8,
    /// Row.
    pub y: i8,
    /// Clockwise quarter turns, 0 to 3.
    pub rotation: u8,
    /// Segment of the tile's type on which a meeple is placed.
    pub meeple: Option<u8>,
}

/// Names of the squares of a tile's 3 by 3 map, row by row.
pub const SQUARES: [&str; 9] = ["NW", "N", "NE", "W", "C", "E", "SW", "S", "SE"];
/// Squares in the order in which one of a segment is chosen to name it.
const PREFERENCE: [usize; 9] = [1, 5, 7, 3, 4, 2, 8, 6, 0];

/// Square of a 3 by 3 map after clockwise quarter turns.
pub fn rotate_square(square: usize, quarters: u8) -> usize {
    let (mut column, mut row) = (square % 3, square / 3);
    for _ in 0..quarters % 4 {
        (column, row) = (2 - row, column);
    }
    3 * row + column
}

/// Square on which a meeple on a segment stands, on the tile as it lies.
pub fn meeple_square(set: &TileSet, kind: u8, segment: u8, rotation: u8) -> usize {
    let squares = set.kind(kind).segments[usize::from(segment)].squares;
    let is_covered =
        |square: &usize| (0..9).any(|from| squares >> from & 1 == 1 && rotate_square(from, rotation) == *square);
    PREFERENCE.into_iter().find(is_covered).expect("every segment has a square")
}

/// Segment of a type that covers a square of the tile as it lies.
pub fn segment_at(set: &TileSet, kind: u8, square: usize, rotation: u8) -> Option<u8> {
    let covers = |squares: u16| (0..9).any(|from| squares >> from & 1 == 1 && rotate_square(from, rotation) == square);
    set.kind(kind).segments.iter().position(|segment| covers(segment.squares)).map(|index| index as u8)
}

/// Text of a turn.
pub struct PlacementText<'a> {
    /// The tile set.
    pub set: &'a TileSet,
    /// Type of the drawn tile.
    pub kind: u8,
    /// The turn.
    pub placement: Placement,
}

impl fmt::Display for PlacementText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Placement { x, y, rotation, meeple } = self.placement;
        write!(f, "{x},{y} {}", 90 * u16::from(rotation))?;
        let Some(segment) = meeple else { return Ok(()) };
        let name = self.set.kind(self.kind).segments[usize::from(segment)].kind.meeple_name();
        let square = meeple_square(self.set, self.kind, segment, rotation);
        write!(f, " {name} {}", SQUARES[square])
    }
}

/// Parses the text of a turn with a tile of this type; the error is the reason.
pub fn parse_placement(set: &TileSet, kind: u8, text: &str) -> Result<Placement, String> {
    const FORM: &str = "write column,row, degrees and a meeple, like \"3,-1 90 knight N\"";
    let mut words = text.split_whitespace();
    let place = words.next().and_then(|word| word.split_once(','));
    let place = place.and_then(|(x, y)| Some((x.parse::<i8>().ok()?, y.parse::<i8>().ok()?)));
    let (x, y) = place.ok_or_else(|| format!("there is no cell; {FORM}"))?;
    let rotation = match words.next() {
        Some("0") => 0,
        Some("90") => 1,
        Some("180") => 2,
        Some("270") => 3,
        Some(other) => return Err(format!("\"{other}\" is no rotation; it is 0, 90, 180 or 270 degrees")),
        None => return Err(format!("there is no rotation; {FORM}")),
    };
    let meeple = match (words.next(), words.next(), words.next()) {
        (None, ..) => None,
        (Some(name), place, None) => Some(parse_meeple(set, kind, rotation, name, place)?),
        _ => return Err(format!("there are too many words; {FORM}")),
    };
    Ok(Placement { x, y, rotation, meeple })
}

/// Parses a meeple and its place, which may be left out if there is one segment of the kind only.
fn parse_meeple(set: &TileSet, kind: u8, rotation: u8, name: &str, place: Option<&str>) -> Result<u8, String> {
    const KINDS: [FeatureKind; 4] = [FeatureKind::City, FeatureKind::Road, FeatureKind::Field, FeatureKind::Cloister];
    let wanted = KINDS.into_iter().find(|kind| kind.meeple_name() == name);
    let wanted = wanted.ok_or_else(|| format!("\"{name}\" is no meeple; write knight, robber, farmer or monk"))?;
    let segments = &set.kind(kind).segments;
    let of_kind =
        segments.iter().enumerate().filter(|(_, segment)| segment.kind == wanted).map(|(index, _)| index as u8);
    let of_kind: Vec<u8> = of_kind.collect();
    let Some(place) = place else {
        return match of_kind[..] {
            [only] => Ok(only),
            [] => Err(format!("the tile has no place for a {name}")),
            _ => Err(format!("the tile has several places for a {name}; add one, like \"{name} N\"")),
        };
    };
    let square = SQUARES.iter().position(|square| square.eq_ignore_ascii_case(place));
    let square =
        square.ok_or_else(|| format!("\"{place}\" is no place on a tile; write N, NE, E, SE, S, SW, W, NW or C"))?;
    let found = segment_at(set, kind, square, rotation).filter(|segment| of_kind.contains(segment));
    found.ok_or_else(|| format!("there is no place for a {name} at {} of the tile", SQUARES[square]))
}
