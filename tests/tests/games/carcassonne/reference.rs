//! Reference implementation: tiles in a map, and every feature found anew by flood fill. It shares only the tile data with
//! the game.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_games::carcassonne::scoring::FarmRule;
use boardwright_games::carcassonne::tiles::{FeatureKind, Segment, Terrain, TileSet, TileType};

type Cell = (i32, i32);
/// A segment on the table: its cell and its index on the tile.
type Node = (Cell, usize);

pub struct Reference<'a> {
    set: &'a TileSet,
    players: usize,
    farms: FarmRule,
    small_cities: bool,
    tiles: BTreeMap<Cell, (usize, usize)>,
    meeples: Vec<(usize, Node)>,
    pub free: Vec<u32>,
    /// Points by player and kind: city, road, cloister, farm.
    pub points: Vec<[u32; 4]>,
}

const STEPS: [Cell; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

fn beside(cell: Cell, side: usize) -> Cell {
    (cell.0 + STEPS[side].0, cell.1 + STEPS[side].1)
}

fn place_of(kind: FeatureKind) -> usize {
    match kind {
        FeatureKind::City => 0,
        FeatureKind::Road => 1,
        FeatureKind::Cloister => 2,
        FeatureKind::Field => 3,
    }
}

fn edge(tile: &TileType, rotation: usize, side: usize) -> Terrain {
    tile.edges[(side + 4 - rotation) % 4]
}

fn has_side(segment: &Segment, rotation: usize, side: usize) -> bool {
    segment.sides >> ((side + 4 - rotation) % 4) & 1 == 1
}

fn has_half(segment: &Segment, rotation: usize, side: usize, hand: usize) -> bool {
    segment.halves >> (2 * ((side + 4 - rotation) % 4) + hand) & 1 == 1
}

impl<'a> Reference<'a> {
    pub fn new(set: &'a TileSet, players: usize, meeples: u32, farms: FarmRule, small_cities: bool) -> Self {
        Self {
            set,
            players,
            farms,
            small_cities,
            tiles: BTreeMap::from([((0, 0), (usize::from(set.start), 0))]),
            meeples: Vec::new(),
            free: vec![meeples; players],
            points: vec![[0; 4]; players],
        }
    }

    fn tile(&self, cell: Cell) -> Option<(&TileType, usize)> {
        self.tiles.get(&cell).map(|&(kind, rotation)| (&self.set.types[kind], rotation))
    }

    fn segment(&self, node: Node) -> &Segment {
        &self.tile(node.0).expect("a tile").0.segments[node.1]
    }

    /// Cells and rotations in which a tile fits.
    pub fn placements(&self, kind: usize) -> BTreeSet<(i32, i32, usize)> {
        let tile = &self.set.types[kind];
        let empty = self.tiles.keys().flat_map(|&cell| (0..4).map(move |side| beside(cell, side)));
        let empty: BTreeSet<Cell> = empty.filter(|cell| !self.tiles.contains_key(cell)).collect();
        let fits = |cell: Cell, rotation: usize| {
            (0..4).all(|side| match self.tile(beside(cell, side)) {
                Some((other, turned)) => edge(other, turned, (side + 2) % 4) == edge(tile, rotation, side),
                None => true,
            })
        };
        let all = empty.into_iter().flat_map(|cell| (0..4).map(move |rotation| (cell, rotation)));
        all.filter(|&(cell, rotation)| fits(cell, rotation)).map(|((x, y), rotation)| (x, y, rotation)).collect()
    }

    fn neighbours(&self, (cell, index): Node) -> Vec<Node> {
        let (tile, rotation) = self.tile(cell).expect("a tile");
        let segment = &tile.segments[index];
        let mut found = Vec::new();
        for side in 0..4 {
            let other_cell = beside(cell, side);
            let Some((other, turned)) = self.tile(other_cell) else { continue };
            let back = (side + 2) % 4;
            for (number, candidate) in other.segments.iter().enumerate() {
                let is_joined = candidate.kind == segment.kind
                    && if segment.kind == FeatureKind::Field {
                        // The left half of a side, seen from inside, touches the right half of the side beyond.
                        (0..2).any(|hand| {
                            has_half(segment, rotation, side, hand) && has_half(candidate, turned, back, 1 - hand)
                        })
                    } else {
                        has_side(segment, rotation, side) && has_side(candidate, turned, back)
                    };
                if is_joined {
                    found.push((other_cell, number));
                }
            }
        }
        found
    }

    fn feature(&self, from: Node) -> BTreeSet<Node> {
        let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
        while let Some(node) = open.pop() {
            for next in self.neighbours(node) {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    }

    fn around(&self, cell: Cell) -> usize {
        let near = |d: i32| d.abs() <= 1;
        self.tiles.keys().filter(|&&(x, y)| (x, y) != cell && near(x - cell.0) && near(y - cell.1)).count()
    }

    fn is_complete(&self, feature: &BTreeSet<Node>) -> bool {
        feature.iter().all(|&(cell, index)| {
            let (tile, rotation) = self.tile(cell).expect("a tile");
            match tile.segments[index].kind {
                FeatureKind::Field => false,
                FeatureKind::Cloister => self.around(cell) == 8,
                _ => (0..4).all(|side| {
                    !has_side(&tile.segments[index], rotation, side) || self.tiles.contains_key(&beside(cell, side))
                }),
            }
        })
    }

    fn counts(&self, feature: &BTreeSet<Node>) -> Vec<u32> {
        let on =
            |player| self.meeples.iter().filter(|(owner, node)| *owner == player && feature.contains(node)).count();
        (0..self.players).map(|player| on(player) as u32).collect()
    }

    /// Numbers of tiles and shields.
    fn size(&self, feature: &BTreeSet<Node>) -> (u32, u32) {
        let tiles: BTreeSet<Cell> = feature.iter().map(|node| node.0).collect();
        let has_shield = |&&(cell, index): &&Node| {
            let tile = self.tile(cell).expect("a tile").0;
            tile.has_shield && index == 0
        };
        (tiles.len() as u32, feature.iter().filter(has_shield).count() as u32)
    }

    fn winners(counts: &[u32]) -> Vec<usize> {
        let most = counts.iter().copied().max().unwrap_or(0);
        (0..counts.len()).filter(|&player| most > 0 && counts[player] == most).collect()
    }

    /// Segments of a new tile on which a meeple may stand.
    pub fn meeple_places(&mut self, kind: usize, (x, y, rotation): (i32, i32, usize)) -> Vec<usize> {
        self.tiles.insert((x, y), (kind, rotation));
        let free = |index: &usize| {
            let feature = self.feature(((x, y), *index));
            self.counts(&feature).iter().all(|&count| count == 0)
        };
        let places = (0..self.set.types[kind].segments.len()).filter(free).collect();
        self.tiles.remove(&(x, y));
        places
    }

    pub fn place(&mut self, player: usize, kind: usize, (x, y, rotation): (i32, i32, usize), meeple: Option<usize>) {
        self.tiles.insert((x, y), (kind, rotation));
        if let Some(index) = meeple {
            self.meeples.push((player, ((x, y), index)));
            self.free[player] -= 1;
        }
        let mut nodes: Vec<Node> = (0..self.set.types[kind].segments.len()).map(|index| ((x, y), index)).collect();
        let near = self.tiles.keys().filter(|cell| (cell.0 - x).abs() <= 1 && (cell.1 - y).abs() <= 1);
        for &cell in near.filter(|&&cell| cell != (x, y)) {
            let segments = &self.tile(cell).expect("a tile").0.segments;
            let cloisters = segments.iter().enumerate().filter(|(_, part)| part.kind == FeatureKind::Cloister);
            nodes.extend(cloisters.map(|(index, _)| (cell, index)));
        }
        for node in nodes {
            let feature = self.feature(node);
            let counts = self.counts(&feature);
            if !self.is_complete(&feature) || counts.iter().all(|&count| count == 0) {
                continue;
            }
            let (tiles, shields) = self.size(&feature);
            let kind = self.segment(node).kind;
            let value = match kind {
                FeatureKind::City if tiles == 2 && self.small_cities => 2,
                FeatureKind::City => 2 * tiles + 2 * shields,
                FeatureKind::Road => tiles,
                _ => 9,
            };
            for winner in Self::winners(&counts) {
                self.points[winner][place_of(kind)] += value;
            }
            for (free, count) in self.free.iter_mut().zip(counts) {
                *free += count;
            }
            self.meeples.retain(|(_, node)| !feature.contains(node));
        }
    }

    /// Points at the end of the game, by player and kind.
    pub fn final_points(&self) -> Vec<[u32; 4]> {
        let mut points = self.points.clone();
        let mut seen: BTreeSet<Node> = BTreeSet::new();
        // Farmers beside each completed city, by farm.
        let mut cities: BTreeMap<Node, Vec<Vec<u32>>> = BTreeMap::new();
        for &(_, node) in &self.meeples {
            if seen.contains(&node) {
                continue;
            }
            let feature = self.feature(node);
            seen.extend(&feature);
            let counts = self.counts(&feature);
            let (tiles, shields) = self.size(&feature);
            let value = match self.segment(node).kind {
                FeatureKind::City => tiles + shields,
                FeatureKind::Road => tiles,
                FeatureKind::Cloister => 1 + self.around(node.0) as u32,
                FeatureKind::Field => {
                    let touched: BTreeSet<Node> = feature
                        .iter()
                        .flat_map(|&(cell, index)| {
                            let bits = self.segment((cell, index)).cities;
                            (0..8).filter(move |city| bits >> city & 1 == 1).map(move |city| (cell, city))
                        })
                        .map(|city| self.feature(city))
                        .filter(|city| self.is_complete(city))
                        .filter_map(|city| city.first().copied())
                        .collect();
                    for city in touched {
                        cities.entry(city).or_default().push(counts.clone());
                    }
                    continue;
                }
            };
            for winner in Self::winners(&counts) {
                points[winner][place_of(self.segment(node).kind)] += value;
            }
        }
        for farms in cities.values() {
            match self.farms {
                FarmRule::First => {
                    let sums: Vec<u32> =
                        (0..self.players).map(|player| farms.iter().map(|counts| counts[player]).sum()).collect();
                    for winner in Self::winners(&sums) {
                        points[winner][3] += 4;
                    }
                }
                FarmRule::Second => {
                    let winners: BTreeSet<usize> = farms.iter().flat_map(|counts| Self::winners(counts)).collect();
                    for winner in winners {
                        points[winner][3] += 3;
                    }
                }
                FarmRule::Third => {
                    for winner in farms.iter().flat_map(|counts| Self::winners(counts)) {
                        points[winner][3] += 3;
                    }
                }
            }
        }
        points
    }
}
