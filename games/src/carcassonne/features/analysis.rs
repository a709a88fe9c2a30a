//! The part of a position that several terms need: occupied features, points if the game ended now, and how open features
//! can be extended.

use super::super::board::{Board, Feature, MAX_MEEPLES, MAX_PLAYERS, SegmentSet};
use super::super::game::Carcassonne;
use super::super::scoring::end_points;
use super::super::state::{CarcassonneState, Points};
use super::super::tiles::{FeatureKind, MAX_SEGMENTS, NONE, TileSet};

/// Variant of the terms, where the source leaves them open.
#[derive(Clone, Copy, Debug, Default)]
pub struct Variant {
    /// `true` if features are weighted by the probability that they can be extended (players 19/3 pr and 19/5 pr).
    pub has_probabilities: bool,
    /// `true` if points count as own points, not as the difference to the mean of the opponents.
    pub is_own: bool,
    /// `true` if the meeples for the rest of the game count as their number per turn, as term 7 of the thesis does. Otherwise
    /// they count by the player with two parameters: a factor times a power of their [`potential`].
    pub is_linear: bool,
}

/// Factor and exponent of the thesis for the potential of meeples, those of its player with two parameters.
const POTENTIAL: (f32, f32) = (11.0, 0.3);

/// Free meeples of a player per remaining turn; 0 after the last turn.
pub fn potential(state: &CarcassonneState, players: usize, player: usize) -> f32 {
    let turns = f32::from(state.left.div_ceil(players as u8));
    if turns > 0.0 { f32::from(state.free[player]) / turns } else { 0.0 }
}

/// A feature with meeples.
#[derive(Clone, Copy, Debug)]
pub struct OccupiedFeature<'a> {
    /// Kind.
    pub kind: FeatureKind,
    /// Root in the forest of segments.
    pub root: u8,
    /// Data.
    pub feature: &'a Feature,
}

/// A position with what terms need.
pub struct Analysis<'a> {
    /// The state.
    pub state: &'a CarcassonneState,
    /// Number of players.
    pub players: usize,
    /// Points of features that are scored at the end, if the game ended now, by player.
    pub end_points: [Points; MAX_PLAYERS],
    variant: Variant,
    features: [OccupiedFeature<'a>; MAX_PLAYERS * MAX_MEEPLES],
    feature_count: usize,
    surroundings: &'a Surroundings,
}

/// The empty cells beside the features of a board. They do not depend on meeples.
pub struct Surroundings {
    /// Number of empty cells beside each open feature, by root.
    open_cells: [u8; MAX_SEGMENTS],
    /// Types that can be placed in one of these cells, one bit each, by root.
    extending: [u32; MAX_SEGMENTS],
}

impl Surroundings {
    /// Counts the empty cells beside each feature and the types that can be placed there.
    pub fn new(set: &TileSet, board: &Board) -> Self {
        let mut surroundings = Self { open_cells: [0; MAX_SEGMENTS], extending: [0; MAX_SEGMENTS] };
        for cell in board.cells() {
            let types = set.fitting(cell.required);
            let mut roots = [NONE; 4];
            for (side, &neighbour) in cell.neighbours.iter().enumerate().filter(|&(_, &tile)| tile != NONE) {
                let tile = board.tiles()[usize::from(neighbour)];
                let segment = set.oriented(tile.kind, tile.rotation).at_side[(side + 2) % 4];
                if segment == NONE {
                    continue;
                }
                let root = board.root(tile.first_segment + segment);
                if !roots.contains(&root) {
                    roots[side] = root;
                    surroundings.open_cells[usize::from(root)] += 1;
                    surroundings.extending[usize::from(root)] |= types;
                }
            }
            for cloister in board.cloisters_around(cell.x, cell.y) {
                surroundings.extending[usize::from(cloister)] |= types;
            }
        }
        surroundings
    }
}

impl<'a> Analysis<'a> {
    /// Analyses a position with the empty cells of its board.
    pub fn new(
        game: &Carcassonne,
        state: &'a CarcassonneState,
        variant: Variant,
        surroundings: &'a Surroundings,
    ) -> Self {
        let (set, board) = (game.tile_set(), state.board());
        let nothing = OccupiedFeature { kind: FeatureKind::City, root: 0, feature: board.feature(0) };
        let mut features = [nothing; MAX_PLAYERS * MAX_MEEPLES];
        let mut feature_count = 0;
        let mut seen = SegmentSet::default();
        for meeple in board.meeples() {
            let root = board.root_of(meeple.tile, meeple.segment);
            if seen.insert(root) {
                let tile = board.tiles()[usize::from(meeple.tile)];
                let kind = set.kind(tile.kind).segments[usize::from(meeple.segment)].kind;
                features[feature_count] = OccupiedFeature { kind, root, feature: board.feature(root) };
                feature_count += 1;
            }
        }
        let players = game.options().players;
        let end_points = end_points(board, set, game.options().scoring);
        Self { state, players, end_points, variant, features, feature_count, surroundings }
    }

    /// Features with meeples.
    pub fn features(&self) -> impl Iterator<Item = &OccupiedFeature<'a>> + '_ {
        self.features[..self.feature_count].iter()
    }

    /// Open features of a kind on which a player has a majority.
    pub fn majorities(&self, kind: FeatureKind, player: usize) -> impl Iterator<Item = &OccupiedFeature<'a>> + '_ {
        self.features().filter(move |feature| feature.kind == kind && feature.feature.is_won_by(player))
    }

    /// Lower bound of the number of tiles that close a feature: empty cells around a cloister, and cells beside the open
    /// edges of a road or city.
    pub fn distance_to_completion(&self, feature: &OccupiedFeature<'_>) -> f32 {
        f32::from(match feature.kind {
            FeatureKind::Cloister => feature.feature.open,
            _ => self.surroundings.open_cells[usize::from(feature.root)],
        })
    }

    /// Probability that a feature is extended by the next tile, if the variant counts it; otherwise 1.
    pub fn extension_probability(&self, feature: &OccupiedFeature<'_>) -> f32 {
        if !self.variant.has_probabilities {
            return 1.0;
        }
        let mut types = self.surroundings.extending[usize::from(feature.root)];
        let mut count = 0;
        while types != 0 {
            count += u32::from(self.state.remaining()[types.trailing_zeros() as usize]);
            types &= types - 1;
        }
        if self.state.left == 0 { 0.0 } else { count as f32 / f32::from(self.state.left) }
    }

    /// Smallest probability that divides a distance: that of one tile.
    pub fn smallest_probability(&self) -> f32 {
        1.0 / f32::from(self.state.left.max(1))
    }

    /// A quantity of a player minus the mean of that of the opponents, or the quantity itself if the variant says so.
    pub fn net(&self, player: usize, of: impl Fn(usize) -> f32) -> f32 {
        let own = of(player);
        if self.variant.is_own {
            return own;
        }
        let others: f32 = (0..self.players).filter(|&other| other != player).map(of).sum();
        own - others / (self.players - 1) as f32
    }

    /// Expected number of further turns of a player.
    pub fn remaining_turns(&self) -> f32 {
        f32::from(self.state.left.div_ceil(self.players as u8))
    }

    /// Value of a player's free meeples for the rest of the game.
    pub fn meeple_potential(&self, player: usize) -> f32 {
        if self.variant.is_linear {
            self.free_meeples(player) / self.remaining_turns().max(1.0)
        } else {
            let (factor, exponent) = POTENTIAL;
            factor * potential(self.state, self.players, player).powf(exponent)
        }
    }

    /// Number of free meeples of a player.
    pub fn free_meeples(&self, player: usize) -> f32 {
        f32::from(self.state.free[player])
    }
}
