//! The growing board: placed tiles, the empty cells beside them, and features as a union-find structure (Tarjan 1975),
//! updated with each tile. The whole board is one flat value without pointers, so that a copy is a way to undo moves.

use boardwright_game::ids::Player;

use super::tiles::{
    FeatureKind, MAX_CITIES, MAX_CLOISTERS, MAX_FIELDS, MAX_SEGMENTS, MAX_TILES, NONE, Oriented, Side, TileSet,
    fits_edges, opposite_half,
};

/// Largest number of players.
pub const MAX_PLAYERS: usize = 5;
/// Largest number of meeples of a player.
pub const MAX_MEEPLES: usize = 11;
/// Largest number of empty cells beside tiles: each tile after the first adds at most two.
const MAX_CELLS: usize = 2 * MAX_TILES + 2;
/// Number of cells around a cloister.
const CLOISTER_CELLS: u8 = 8;

/// A tile on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedTile {
    /// Column, growing eastwards; the first tile has 0.
    pub x: i8,
    /// Row, growing southwards; the first tile has 0.
    pub y: i8,
    /// Index of the type.
    pub kind: u8,
    /// Clockwise quarter turns.
    pub rotation: u8,
    /// Number of the physical tile, from 1, in the order of the tile set.
    pub number: u8,
    /// Player who placed the tile; `None` for the first tile.
    pub player: Option<Player>,
    /// Segment on which the player placed a meeple, even if it went home since; [`NONE`] if there was none.
    pub(super) meeple: u8,
    /// Number of the first of its segments.
    pub(super) first_segment: u8,
}

/// An empty cell beside a tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub x: i8,
    pub y: i8,
    /// Edges that a tile here must have, as an edge code.
    pub required: u8,
    /// Index of the tile on each side.
    pub neighbours: [u8; 4],
}

/// A meeple on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeple {
    /// Owner.
    pub player: Player,
    /// Index of the tile in [`Board::tiles`].
    pub tile: u8,
    /// Index of the segment of the tile's type.
    pub segment: u8,
}

/// A connected feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Feature {
    /// Number of tiles; for a cloister itself and the tiles around it.
    pub tiles: u8,
    /// Number of shields.
    pub shields: u8,
    /// Number of open edges of a city or road, and of empty cells around a cloister. Unused for fields.
    pub open: u8,
    /// Number of meeples of all players.
    pub meeples: u8,
    /// Number of meeples by player.
    pub meeples_of: [u8; MAX_PLAYERS],
    /// Tiles with several segments of this kind of which the city or road has one; one bit for each such tile.
    divided: u32,
}

impl Feature {
    /// Greatest number of meeples of a player.
    pub fn majority(&self) -> u8 {
        self.meeples_of.iter().copied().max().unwrap_or(0)
    }

    /// `true` if the player has meeples here and nobody has more.
    pub fn is_won_by(&self, player: usize) -> bool {
        let own = self.meeples_of[player];
        own > 0 && own == self.majority()
    }
}

/// The board.
#[derive(Clone, Debug)]
pub struct Board {
    tiles: [PlacedTile; MAX_TILES],
    tile_count: u8,
    cells: [Cell; MAX_CELLS],
    cell_count: u8,
    segment_count: u8,
    /// Union-find forest of segments.
    parents: [u8; MAX_SEGMENTS],
    /// Features, valid at the roots of the forest.
    features: [Feature; MAX_SEGMENTS],
    /// Number of each city segment and field among those of its kind.
    ordinals: [u8; MAX_SEGMENTS],
    /// City segment with each ordinal.
    cities: [u8; MAX_CITIES],
    city_count: u8,
    /// City segments that touch each field, one bit for each ordinal; valid for roots.
    field_cities: [u64; MAX_FIELDS],
    field_count: u8,
    /// Number of tiles with several cities or several roads.
    divided_count: u8,
    cloisters: [Cloister; MAX_CLOISTERS],
    cloister_count: u8,
    meeples: [Meeple; MAX_PLAYERS * MAX_MEEPLES],
    meeple_count: u8,
}

/// A cloister on the table.
#[derive(Clone, Copy, Debug)]
struct Cloister {
    x: i8,
    y: i8,
    segment: u8,
}

/// Set of segments.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SegmentSet([u64; 4]);

impl SegmentSet {
    /// Inserts a segment; returns `true` if it is new.
    pub fn insert(&mut self, segment: u8) -> bool {
        let (word, bit) = (usize::from(segment / 64), 1 << (segment % 64));
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }
}

impl Board {
    /// A board with the first tile.
    pub fn new(set: &TileSet) -> Self {
        let nowhere =
            PlacedTile { x: 0, y: 0, kind: 0, rotation: 0, number: 0, player: None, meeple: NONE, first_segment: 0 };
        let mut board = Self {
            tiles: [nowhere; MAX_TILES],
            tile_count: 0,
            cells: [Cell { x: 0, y: 0, required: 0, neighbours: [NONE; 4] }; MAX_CELLS],
            cell_count: 1,
            segment_count: 0,
            parents: [0; MAX_SEGMENTS],
            features: [Feature::default(); MAX_SEGMENTS],
            ordinals: [0; MAX_SEGMENTS],
            cities: [0; MAX_CITIES],
            city_count: 0,
            field_cities: [0; MAX_FIELDS],
            field_count: 0,
            divided_count: 0,
            cloisters: [Cloister { x: 0, y: 0, segment: 0 }; MAX_CLOISTERS],
            cloister_count: 0,
            meeples: [Meeple { player: Player::FIRST, tile: 0, segment: 0 }; MAX_PLAYERS * MAX_MEEPLES],
            meeple_count: 0,
        };
        let number = set.kind(set.start).first_tile + 1;
        board.place(set, 0, PlacedTile { kind: set.start, number, ..nowhere });
        board
    }

    /// Tiles in the order in which they were placed.
    pub fn tiles(&self) -> &[PlacedTile] {
        &self.tiles[..usize::from(self.tile_count)]
    }

    /// Meeples on the table.
    pub fn meeples(&self) -> &[Meeple] {
        &self.meeples[..usize::from(self.meeple_count)]
    }

    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells[..usize::from(self.cell_count)]
    }

    /// Index of the empty cell beside a tile at these coordinates.
    pub(super) fn cell_at(&self, x: i8, y: i8) -> Option<usize> {
        self.cells().iter().position(|cell| cell.x == x && cell.y == y)
    }

    /// Root of the feature of a segment.
    pub(super) fn root(&self, mut segment: u8) -> u8 {
        loop {
            let parent = self.parents[usize::from(segment)];
            if parent == segment {
                return segment;
            }
            segment = parent;
        }
    }

    /// Feature with this root.
    pub(super) fn feature(&self, root: u8) -> &Feature {
        &self.features[usize::from(root)]
    }

    /// Root of the feature of a tile's segment.
    pub(super) fn root_of(&self, tile: u8, segment: u8) -> u8 {
        self.root(self.tiles[usize::from(tile)].first_segment + segment)
    }

    /// Roots of the completed or open cities that touch a farm, each once.
    pub(super) fn cities_of_farm(&self, root: u8) -> impl Iterator<Item = u8> + '_ {
        let mut segments = self.field_cities[usize::from(self.ordinals[usize::from(root)])];
        let mut seen = 0_u64;
        std::iter::from_fn(move || {
            while segments != 0 {
                let ordinal = segments.trailing_zeros();
                segments &= segments - 1;
                let city = self.root(self.cities[ordinal as usize]);
                let bit = 1 << self.ordinals[usize::from(city)];
                if seen & bit == 0 {
                    seen |= bit;
                    return Some(city);
                }
            }
            None
        })
    }

    /// Segments of the cloisters around an empty cell.
    pub(super) fn cloisters_around(&self, x: i8, y: i8) -> impl Iterator<Item = u8> + '_ {
        let cloisters = self.cloisters[..usize::from(self.cloister_count)].iter();
        let near = cloisters.filter(move |cloister| cloister.x.abs_diff(x) <= 1 && cloister.y.abs_diff(y) <= 1);
        near.map(|cloister| cloister.segment)
    }

    /// `true` if a tile of this type and rotation fits the cell.
    pub(super) fn fits(cell: Cell, oriented: &Oriented) -> bool {
        fits_edges(oriented.edges, cell.required)
    }

    /// Segments of a type in a rotation on which a meeple may stand if the tile is placed in the cell, one bit each: the
    /// connected feature must hold no meeple.
    pub(super) fn free_segments(&self, set: &TileSet, cell: Cell, kind: u8, rotation: u8) -> u8 {
        let oriented = set.oriented(kind, rotation);
        // The features beside each segment.
        let mut beside = [(0_u8, 0_u8); 12];
        let (mut count, mut occupied) = (0, 0_u8);
        let mut note = |segment: u8, root: u8| {
            beside[count] = (segment, root);
            count += 1;
            occupied |= u8::from(self.feature(root).meeples > 0) << segment;
        };
        for (side, &neighbour) in cell.neighbours.iter().enumerate().filter(|&(_, &neighbour)| neighbour != NONE) {
            let tile = self.tiles[usize::from(neighbour)];
            let other = set.oriented(tile.kind, tile.rotation);
            if oriented.at_side[side] != NONE {
                note(oriented.at_side[side], self.root(tile.first_segment + other.at_side[(side + 2) % 4]));
            }
            for half in [2 * side, 2 * side + 1] {
                if oriented.at_half[half] != NONE {
                    let field = other.at_half[opposite_half(half)];
                    note(oriented.at_half[half], self.root(tile.first_segment + field));
                }
            }
        }
        let all = ((1_u16 << oriented.sides.len()) - 1) as u8;
        if occupied == 0 {
            return all;
        }
        // Two segments beside the same feature become one feature, so that the meeples beside one of them count for both.
        let beside = &beside[..count];
        loop {
            let joined = beside.iter().filter(|&&(segment, _)| occupied >> segment & 1 == 1).fold(
                occupied,
                |joined, &(_, root)| {
                    let same = beside.iter().filter(|&&(_, other)| other == root);
                    same.fold(joined, |joined, &(segment, _)| joined | 1 << segment)
                },
            );
            if joined == occupied {
                return all & !occupied;
            }
            occupied = joined;
        }
    }

    /// Places a tile in a cell and joins its segments with the features beside them. `tile` has the type, rotation, number
    /// and player. Returns the index of the tile.
    pub(super) fn place(&mut self, set: &TileSet, cell: usize, tile: PlacedTile) -> u8 {
        let place = self.cells[cell];
        let index = self.tile_count;
        let first = self.segment_count;
        let tile = PlacedTile { x: place.x, y: place.y, first_segment: first, ..tile };
        self.tiles[usize::from(index)] = tile;
        self.tile_count += 1;
        self.remove_cell(cell);
        self.add_segments(set, &tile);
        self.join_neighbours(set, place, &tile);
        self.add_cells(set, place, index);
        self.count_cloister_cells(&tile);
        index
    }

    /// Adds the segments of a tile as features of their own.
    fn add_segments(&mut self, set: &TileSet, tile: &PlacedTile) {
        let kind = set.kind(tile.kind);
        let first_city = self.city_count;
        let divided = if kind.is_divided() { 1 << self.divided_count } else { 0 };
        self.divided_count += u8::from(kind.is_divided());
        for (index, segment) in kind.segments.iter().enumerate() {
            let id = tile.first_segment + index as u8;
            let place = usize::from(id);
            let open = segment.sides.count_ones() as u8;
            let divided = if open > 0 { divided } else { 0 };
            let mut feature = Feature { tiles: 1, open, divided, ..Feature::default() };
            self.parents[place] = id;
            match segment.kind {
                FeatureKind::City => {
                    feature.shields = u8::from(kind.has_shield && segment.number == 0);
                    self.ordinals[place] = self.city_count;
                    self.cities[usize::from(self.city_count)] = id;
                    self.city_count += 1;
                }
                FeatureKind::Field => {
                    self.ordinals[place] = self.field_count;
                    // Cities are the first segments of a tile, so that bits of segments are bits of their ordinals.
                    self.field_cities[usize::from(self.field_count)] = u64::from(segment.cities) << first_city;
                    self.field_count += 1;
                }
                FeatureKind::Cloister => {
                    feature.open = CLOISTER_CELLS;
                    self.cloisters[usize::from(self.cloister_count)] = Cloister { x: tile.x, y: tile.y, segment: id };
                    self.cloister_count += 1;
                }
                FeatureKind::Road => {}
            }
            self.features[place] = feature;
        }
        self.segment_count += kind.segments.len() as u8;
    }

    /// Joins the segments of a new tile with those beside them.
    fn join_neighbours(&mut self, set: &TileSet, place: Cell, tile: &PlacedTile) {
        let oriented = set.oriented(tile.kind, tile.rotation);
        for (side, &neighbour) in place.neighbours.iter().enumerate().filter(|&(_, &neighbour)| neighbour != NONE) {
            let beside = self.tiles[usize::from(neighbour)];
            let other = set.oriented(beside.kind, beside.rotation);
            if oriented.at_side[side] != NONE {
                let segment = beside.first_segment + other.at_side[(side + 2) % 4];
                let (root, _) = self.join(tile.first_segment + oriented.at_side[side], segment);
                self.features[usize::from(root)].open -= 2;
            }
            for half in [2 * side, 2 * side + 1] {
                if oriented.at_half[half] != NONE {
                    let field = other.at_half[opposite_half(half)];
                    self.join_fields(tile.first_segment + oriented.at_half[half], beside.first_segment + field);
                }
            }
        }
    }

    /// Joins two features by union by size. Returns the root, and the former root below it if they were two features.
    fn join(&mut self, one: u8, other: u8) -> (u8, Option<u8>) {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return (one, None);
        }
        let (a, b) = (self.features[usize::from(one)], self.features[usize::from(other)]);
        let (root, child) = if a.tiles >= b.tiles { (one, other) } else { (other, one) };
        let mut meeples_of = a.meeples_of;
        for (sum, more) in meeples_of.iter_mut().zip(b.meeples_of) {
            *sum += more;
        }
        self.parents[usize::from(child)] = root;
        self.features[usize::from(root)] = Feature {
            // A tile of which both have segments counts once.
            tiles: a.tiles + b.tiles - (a.divided & b.divided).count_ones() as u8,
            divided: a.divided | b.divided,
            shields: a.shields + b.shields,
            open: a.open + b.open,
            meeples: a.meeples + b.meeples,
            meeples_of,
        };
        (root, Some(child))
    }

    /// Joins two farms and the cities that they touch.
    fn join_fields(&mut self, one: u8, other: u8) {
        if let (root, Some(child)) = self.join(one, other) {
            let cities = self.field_cities[usize::from(self.ordinals[usize::from(child)])];
            self.field_cities[usize::from(self.ordinals[usize::from(root)])] |= cities;
        }
    }

    fn remove_cell(&mut self, cell: usize) {
        self.cell_count -= 1;
        self.cells[cell] = self.cells[usize::from(self.cell_count)];
    }

    /// Adds the empty cells beside a new tile at `place`, and the edges that it requires.
    fn add_cells(&mut self, set: &TileSet, place: Cell, index: u8) {
        let tile = self.tiles[usize::from(index)];
        let edges = set.oriented(tile.kind, tile.rotation).edges;
        for side in Side::ALL.into_iter().filter(|side| place.neighbours[side.index()] == NONE) {
            let (dx, dy) = side.offset();
            let (x, y) = (tile.x + dx, tile.y + dy);
            let cell = self.cell_at(x, y).unwrap_or_else(|| {
                self.cells[usize::from(self.cell_count)] = Cell { x, y, required: 0, neighbours: [NONE; 4] };
                self.cell_count += 1;
                usize::from(self.cell_count) - 1
            });
            let back = side.opposite().index();
            let edge = edges >> (2 * side.index()) & 3;
            self.cells[cell].required |= edge << (2 * back);
            self.cells[cell].neighbours[back] = index;
        }
    }

    /// Counts a new tile for the cloisters around it, and the tiles around its own cloister.
    fn count_cloister_cells(&mut self, tile: &PlacedTile) {
        let is_near =
            |x: i8, y: i8, other: (i8, i8)| (x, y) != other && x.abs_diff(other.0) <= 1 && y.abs_diff(other.1) <= 1;
        for index in 0..usize::from(self.cloister_count) {
            let Cloister { x, y, segment } = self.cloisters[index];
            let around = if (x, y) == (tile.x, tile.y) {
                self.tiles().iter().filter(|other| is_near(x, y, (other.x, other.y))).count() as u8
            } else {
                u8::from(is_near(x, y, (tile.x, tile.y)))
            };
            let feature = &mut self.features[usize::from(segment)];
            feature.tiles += around;
            feature.open -= around;
        }
    }

    /// Puts a meeple of a player on a segment of a tile.
    pub(super) fn add_meeple(&mut self, player: Player, tile: u8, segment: u8) {
        let root = self.root_of(tile, segment);
        let feature = &mut self.features[usize::from(root)];
        feature.meeples += 1;
        feature.meeples_of[player.index()] += 1;
        self.tiles[usize::from(tile)].meeple = segment;
        self.meeples[usize::from(self.meeple_count)] = Meeple { player, tile, segment };
        self.meeple_count += 1;
    }

    /// Takes all meeples off a feature, which is completed.
    pub(super) fn return_meeples(&mut self, root: u8) {
        let feature = &mut self.features[usize::from(root)];
        if feature.meeples == 0 {
            return;
        }
        (feature.meeples, feature.meeples_of) = (0, [0; MAX_PLAYERS]);
        let mut kept = 0;
        for index in 0..usize::from(self.meeple_count) {
            let meeple = self.meeples[index];
            if self.root_of(meeple.tile, meeple.segment) != root {
                self.meeples[kept] = meeple;
                kept += 1;
            }
        }
        self.meeple_count = kept as u8;
    }

    /// Calls `found` with the kind and root of each city, road and cloister that the last tile completed.
    pub(super) fn for_each_completed(&self, set: &TileSet, mut found: impl FnMut(FeatureKind, u8)) {
        let Some(tile) = self.tiles().last() else { return };
        let mut seen = SegmentSet::default();
        for (index, segment) in set.kind(tile.kind).segments.iter().enumerate().filter(|(_, part)| part.sides != 0) {
            let root = self.root(tile.first_segment + index as u8);
            if self.feature(root).open == 0 && seen.insert(root) {
                found(segment.kind, root);
            }
        }
        for cloister in &self.cloisters[..usize::from(self.cloister_count)] {
            let is_near = cloister.x.abs_diff(tile.x) <= 1 && cloister.y.abs_diff(tile.y) <= 1;
            if is_near && self.feature(cloister.segment).open == 0 {
                found(FeatureKind::Cloister, cloister.segment);
            }
        }
    }
}
