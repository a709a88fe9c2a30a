//! Boards that grow tile by tile, as plain data: types of tiles, tiles on the table, meeples, and the turns that are legal
//! now. How they look is left to `boardwright-draw`; what is legal was decided by the game.

use std::sync::Arc;

use crate::ids::Player;

/// A board that grows tile by tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileBoard {
    /// Types of tiles.
    pub kinds: Arc<[TilePicture]>,
    /// Tiles on the table, in the order in which they were placed.
    pub tiles: Vec<LaidTile>,
    /// Meeples on the table, and meeples that went home since, in the order in which they were placed.
    pub meeples: Vec<LaidMeeple>,
    /// Type of the tile that was drawn, if a player is to place one.
    pub drawn: Option<usize>,
    /// Types of the tiles that were set aside since the last turn, because they fit nowhere.
    pub set_aside: Vec<usize>,
    /// Number of tiles that were not drawn, by type.
    pub left: Vec<usize>,
    /// Players in their order.
    pub hands: Vec<Hand>,
    /// Places of the drawn tile that are legal.
    pub places: Vec<TilePlace>,
    /// Indices of the players in the order of the final table, winner first; empty while the game runs.
    pub final_order: Vec<usize>,
}

/// A type of tiles as it is drawn, unrotated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilePicture {
    /// Short name.
    pub id: String,
    /// Description in a few words.
    pub name: String,
    /// Number of tiles of this type.
    pub count: usize,
    /// Segments: the parts of the tile that belong to one feature each.
    pub segments: Vec<TileSegment>,
    /// `true` if the first city has a shield.
    pub has_shield: bool,
}

/// A segment of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileSegment {
    /// Kind of the feature.
    pub kind: SegmentKind,
    /// Edges of a city or road, one bit each, clockwise from north.
    pub sides: u8,
    /// Half-edges of a field, one bit each: bit `2 s` is the anticlockwise half of side `s`, bit `2 s + 1` the other.
    pub halves: u8,
}

/// Kind of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SegmentKind {
    /// City.
    City,
    /// Road.
    Road,
    /// Field.
    Field,
    /// Cloister.
    Cloister,
}

impl SegmentKind {
    /// Name of a meeple on such a segment.
    pub fn meeple_name(self) -> &'static str {
        match self {
            Self::City => "knight",
            Self::Road => "robber",
            Self::Field => "farmer",
            Self::Cloister => "monk",
        }
    }
}

/// A tile on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaidTile {
    /// Column, growing eastwards.
    pub x: i32,
    /// Row, growing southwards.
    pub y: i32,
    /// Index of its type.
    pub kind: usize,
    /// Clockwise quarter turns.
    pub rotation: u8,
    /// Player who placed it.
    pub player: Option<Player>,
}

/// A meeple on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaidMeeple {
    /// Owner.
    pub player: Player,
    /// Index in [`TileBoard::tiles`].
    pub tile: usize,
    /// Index of the segment on which it stands.
    pub segment: usize,
    /// `true` if it went home when its feature was scored.
    pub is_home: bool,
}

/// Meeples in hand and points of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    /// Number of meeples in hand.
    pub meeples: usize,
    /// Points.
    pub points: i64,
    /// Points by kind of feature, with the name of the kind.
    pub details: Vec<(&'static str, i64)>,
}

/// A place where the drawn tile fits, and what may stand on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilePlace {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
    /// Clockwise quarter turns.
    pub rotation: u8,
    /// Turns: the segment with a meeple, if any, and the text of the move. The first is without a meeple.
    pub turns: Vec<(Option<usize>, String)>,
}

impl TileBoard {
    /// Number of tiles that were not drawn.
    pub fn tiles_left(&self) -> usize {
        self.left.iter().sum()
    }

    /// Columns and rows that are covered by tiles or can be covered now: least and greatest x, least and greatest y.
    pub fn extent(&self) -> [i32; 4] {
        let cells = self.tiles.iter().map(|tile| (tile.x, tile.y));
        let cells = cells.chain(self.places.iter().map(|place| (place.x, place.y)));
        cells.fold([0; 4], |[left, right, top, bottom], (x, y)| [left.min(x), right.max(x), top.min(y), bottom.max(y)])
    }

    /// Index of the last tile of each player.
    pub fn last_tiles(&self) -> Vec<usize> {
        let of = |player: usize| {
            self.tiles.iter().rposition(|tile| tile.player.is_some_and(|owner| owner.index() == player))
        };
        (0..self.hands.len()).filter_map(of).collect()
    }
}
