//! Tiles as data: edges, segments and fields of each type, in all four orientations. A [`TileSet`] is read from a file by
//! [`tile_file`](super::tile_file).

use std::ops::Range;

/// Largest number of tiles of a set.
pub const MAX_TILES: usize = 72;
/// Largest number of types of a set.
pub const MAX_TYPES: usize = 32;
/// Largest number of segments of all tiles of a set.
pub const MAX_SEGMENTS: usize = 255;
/// Largest number of city segments of all tiles of a set.
pub const MAX_CITIES: usize = 64;
/// Largest number of fields of all tiles of a set.
pub const MAX_FIELDS: usize = 128;
/// Largest number of cloisters of all tiles of a set.
pub const MAX_CLOISTERS: usize = 16;
/// Largest number of tiles with several cities or several roads.
pub const MAX_DIVIDED: usize = 32;
/// Largest number of segments of one kind on a tile.
pub const MAX_SEGMENTS_OF_KIND: usize = 4;

/// Terrain of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terrain {
    /// Field.
    Field,
    /// Road.
    Road,
    /// City.
    City,
}

/// Kind of a segment, and of the feature that joined segments make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FeatureKind {
    /// City.
    City,
    /// Road.
    Road,
    /// Field; joined fields are a farm.
    Field,
    /// Cloister.
    Cloister,
}

impl FeatureKind {
    /// Name of a meeple on such a feature.
    pub fn meeple_name(self) -> &'static str {
        match self {
            Self::City => "knight",
            Self::Road => "robber",
            Self::Field => "farmer",
            Self::Cloister => "monk",
        }
    }
}

/// Side of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// North, towards smaller y.
    North,
    /// East, towards greater x.
    East,
    /// South.
    South,
    /// West.
    West,
}

impl Side {
    /// All sides, clockwise.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// Index from 0, clockwise from north.
    pub fn index(self) -> usize {
        self as usize
    }

    /// The opposite side.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::ALL[(self.index() + 2) % 4]
    }

    /// Difference of x and y to the cell on this side.
    pub fn offset(self) -> (i8, i8) {
        [(0, -1), (1, 0), (0, 1), (-1, 0)][self.index()]
    }
}

/// A segment of a tile: a part of the tile that belongs to one feature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Kind.
    pub kind: FeatureKind,
    /// Number among the segments of its kind, from 0.
    pub number: u8,
    /// Edges of a city or road, one bit each from north clockwise.
    pub sides: u8,
    /// Half-edges of a field, one bit each: bit `2 s` is the anticlockwise half of side `s`, bit `2 s + 1` the clockwise
    /// half.
    pub halves: u8,
    /// City segments that a field touches, one bit for each segment of the tile.
    pub cities: u8,
    /// Squares of the 3 by 3 map of the tile that belong to the segment; one bit each, row by row.
    pub squares: u16,
}

/// A type of tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileType {
    /// Customary letter or name.
    pub id: String,
    /// Description in a few words.
    pub name: String,
    /// Number of tiles of this type.
    pub count: u8,
    /// Edges, clockwise from north.
    pub edges: [Terrain; 4],
    /// Segments: cities, roads, fields, cloister.
    pub segments: Vec<Segment>,
    /// `true` if the first city has a shield.
    pub has_shield: bool,
    /// Number of distinct rotations: 1, 2 or 4.
    pub rotations: u8,
    /// Number of the first tile of this type among all tiles of the set, from 0.
    pub first_tile: u8,
}

impl TileType {
    /// `true` if the tile has several cities or several roads.
    pub fn is_divided(&self) -> bool {
        self.segments.iter().any(|segment| segment.sides != 0 && segment.number > 0)
    }

    /// Index of the segment of a kind with this number.
    pub fn segment(&self, kind: FeatureKind, number: u8) -> Option<u8> {
        let found = self.segments.iter().position(|segment| segment.kind == kind && segment.number == number);
        found.map(|index| index as u8)
    }
}

/// A type in one of its four rotations, as the board uses it.
#[derive(Clone, Debug)]
pub struct Oriented {
    /// Terrain of the sides, in the encoding of [`edge_code`].
    pub edges: u8,
    /// City or road segment of each side; [`NONE`] for field edges.
    pub at_side: [u8; 4],
    /// Field of each half-edge; [`NONE`] where there is none.
    pub at_half: [u8; 8],
    /// Sides of each segment, rotated.
    pub sides: Vec<u8>,
    /// Half-edges of each segment, rotated.
    pub halves: Vec<u8>,
}

/// Marker for an absent index.
pub const NONE: u8 = u8::MAX;

/// Bits of a terrain in the code of edges.
fn terrain_bits(terrain: Terrain) -> u8 {
    match terrain {
        Terrain::Field => 1,
        Terrain::Road => 2,
        Terrain::City => 3,
    }
}

/// Code of the edges of a tile: two bits for each side from north clockwise. 0 stands for no requirement in the codes of
/// empty cells.
pub fn edge_code(edges: [Terrain; 4]) -> u8 {
    Side::ALL.into_iter().map(|side| terrain_bits(edges[side.index()]) << (2 * side.index())).sum()
}

/// Rotates sides clockwise by quarter turns.
pub fn rotate_sides(sides: u8, quarters: u8) -> u8 {
    let twice = sides | sides << 4;
    (twice << (quarters % 4) >> 4) & 15
}

/// Rotates half-edges clockwise by quarter turns.
pub fn rotate_halves(halves: u8, quarters: u8) -> u8 {
    halves.rotate_left(2 * u32::from(quarters % 4))
}

/// The half-edge of the neighbouring tile that a half-edge touches.
pub fn opposite_half(half: usize) -> usize {
    // Seen from the two centres, the anticlockwise half of one side touches the clockwise half of the other.
    ((half / 2 + 2) % 4) * 2 + (1 - half % 2)
}

/// A set of tiles.
#[derive(Clone, Debug)]
pub struct TileSet {
    /// Name.
    pub name: String,
    /// Types, at least one.
    pub types: Vec<TileType>,
    /// Index of the type of the tile that lies on the table at the beginning.
    pub start: u8,
    oriented: Vec<Oriented>,
    /// Types that fit an empty cell in some rotation, one bit each, by the code of its required edges.
    fitting: Vec<u32>,
}

impl TileSet {
    /// A set of types whose segments have been checked.
    pub(super) fn new(name: String, mut types: Vec<TileType>, start: u8) -> Self {
        let mut first_tile = 0;
        for kind in &mut types {
            kind.first_tile = first_tile;
            first_tile += kind.count;
            kind.rotations = distinct_rotations(kind);
        }
        let oriented: Vec<Oriented> =
            types.iter().flat_map(|kind| (0..4).map(move |quarters| orient(kind, quarters))).collect();
        let fits = |required: u8, index: usize| {
            oriented[4 * index..4 * index + 4].iter().any(|oriented| fits_edges(oriented.edges, required))
        };
        let fitting = (0..=u8::MAX)
            .map(|required| (0..types.len()).filter(|&index| fits(required, index)).map(|index| 1 << index).sum())
            .collect();
        Self { name, types, start, oriented, fitting }
    }

    /// Number of tiles, the one on the table included.
    pub fn tile_count(&self) -> usize {
        self.types.iter().map(|kind| usize::from(kind.count)).sum()
    }

    /// A type by its index.
    pub fn kind(&self, index: u8) -> &TileType {
        &self.types[usize::from(index)]
    }

    /// A type in a rotation.
    pub fn oriented(&self, kind: u8, rotation: u8) -> &Oriented {
        &self.oriented[usize::from(kind) * 4 + usize::from(rotation)]
    }

    /// Types that fit an empty cell with these required edges, one bit each.
    pub fn fitting(&self, required: u8) -> u32 {
        self.fitting[usize::from(required)]
    }

    /// Indices of the types.
    pub fn kinds(&self) -> Range<u8> {
        0..self.types.len() as u8
    }

    /// Index of the type with this id.
    pub fn find(&self, id: &str) -> Option<u8> {
        self.types.iter().position(|kind| kind.id == id).map(|index| index as u8)
    }
}

/// `true` if a tile with these edges fits an empty cell with these required edges.
pub fn fits_edges(edges: u8, required: u8) -> bool {
    // Both bits of every side that is required.
    let sides = (required | required >> 1) & 0b0101_0101;
    (edges ^ required) & (sides | sides << 1) == 0
}

/// A type rotated clockwise by quarter turns.
fn orient(kind: &TileType, quarters: u8) -> Oriented {
    let edges = Side::ALL.map(|side| kind.edges[(side.index() + 4 - usize::from(quarters)) % 4]);
    let sides: Vec<u8> = kind.segments.iter().map(|segment| rotate_sides(segment.sides, quarters)).collect();
    let halves: Vec<u8> = kind.segments.iter().map(|segment| rotate_halves(segment.halves, quarters)).collect();
    let holder =
        |masks: &[u8], bit: usize| masks.iter().position(|mask| mask >> bit & 1 == 1).map_or(NONE, |index| index as u8);
    Oriented {
        edges: edge_code(edges),
        at_side: [0, 1, 2, 3].map(|side| holder(&sides, side)),
        at_half: [0, 1, 2, 3, 4, 5, 6, 7].map(|half| holder(&halves, half)),
        sides,
        halves,
    }
}

/// Number of distinct rotations of a type: a type that looks the same after a half or quarter turn has fewer than four.
fn distinct_rotations(kind: &TileType) -> u8 {
    let shape = |quarters: u8| {
        let segments = kind.segments.iter();
        let mut shape: Vec<_> = segments
            .map(|segment| {
                let cities = (0..8)
                    .filter(|index| segment.cities >> index & 1 == 1)
                    .map(|index| rotate_sides(kind.segments[index].sides, quarters))
                    .fold(0, |all, sides| all | sides);
                let (sides, halves) = (rotate_sides(segment.sides, quarters), rotate_halves(segment.halves, quarters));
                (segment.kind, sides, halves, cities)
            })
            .collect();
        shape.sort_unstable();
        shape
    };
    [1, 2].into_iter().find(|&quarters| shape(quarters) == shape(0)).unwrap_or(4)
}
