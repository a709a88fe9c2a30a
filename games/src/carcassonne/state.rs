//! The state of a game: board, points, meeples in hand, tiles left, and the last turn.

use boardwright_game::ids::Player;

use super::board::{Board, MAX_PLAYERS, Meeple, PlacedTile};
use super::tiles::{FeatureKind, MAX_TILES, MAX_TYPES, NONE, TileSet};

/// Points of a player by kind of feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points([u16; 4]);

impl Points {
    /// Points for features of this kind.
    pub fn of(self, kind: FeatureKind) -> u16 {
        self.0[kind as usize]
    }

    /// Adds points for a feature of this kind.
    pub fn add(&mut self, kind: FeatureKind, points: u16) {
        self.0[kind as usize] += points;
    }

    /// Points for all features.
    pub fn total(self) -> u16 {
        self.0.iter().sum()
    }

    /// Points of both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        let mut sum = self;
        for (points, more) in sum.0.iter_mut().zip(other.0) {
            *points += more;
        }
        sum
    }
}

/// Effects of the last turn, for features that describe a move. They are no part of the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastTurn {
    /// Points scored, by player.
    pub points: [Points; MAX_PLAYERS],
    /// Number of meeples that went home, by player.
    pub returned: [u8; MAX_PLAYERS],
    /// `true` if a meeple was placed.
    pub has_meeple: bool,
    /// Index of the player who made the turn.
    pub(super) player: u8,
}

/// A tile that fitted nowhere when it was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// Index of the type.
    pub kind: u8,
    /// Number of tiles on the table at that time.
    pub tiles: u8,
}

/// State of a game.
#[derive(Clone, Debug)]
pub struct CarcassonneState {
    pub(super) board: Board,
    pub(super) points: [Points; MAX_PLAYERS],
    /// Meeples in hand, by player.
    pub(super) free: [u8; MAX_PLAYERS],
    /// Tiles that were not drawn, by type.
    pub(super) remaining: [u8; MAX_TYPES],
    /// Number of tiles that were not drawn.
    pub(super) left: u8,
    pub(super) drawn: u8,
    /// Index of the player to move.
    pub(super) mover: u8,
    pub(super) last: LastTurn,
    set_aside: [SetAside; MAX_TILES],
    set_aside_count: u8,
}

impl CarcassonneState {
    pub(super) fn new(set: &TileSet, players: usize, meeples: u8) -> Self {
        let mut remaining = [0; MAX_TYPES];
        for (left, kind) in remaining.iter_mut().zip(&set.types) {
            *left = kind.count;
        }
        remaining[usize::from(set.start)] -= 1;
        let mut free = [0; MAX_PLAYERS];
        free[..players].fill(meeples);
        Self {
            board: Board::new(set),
            points: [Points::default(); MAX_PLAYERS],
            free,
            remaining,
            left: set.tile_count() as u8 - 1,
            drawn: NONE,
            mover: 0,
            last: LastTurn::default(),
            set_aside: [SetAside { kind: 0, tiles: 0 }; MAX_TILES],
            set_aside_count: 0,
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Tiles on the table, in the order in which they were placed.
    pub fn tiles(&self) -> &[PlacedTile] {
        self.board.tiles()
    }

    /// Meeples on the table.
    pub fn meeples(&self) -> &[Meeple] {
        self.board.meeples()
    }

    /// Type of the tile that the player to move has drawn.
    pub fn drawn(&self) -> Option<u8> {
        (self.drawn != NONE).then_some(self.drawn)
    }

    /// Number of tiles that were not drawn, by type.
    pub fn remaining(&self) -> &[u8] {
        &self.remaining
    }

    /// Number of tiles that were not drawn.
    pub fn tiles_left(&self) -> usize {
        usize::from(self.left)
    }

    /// Tiles that fitted nowhere, in the order in which they were drawn.
    pub fn set_aside(&self) -> &[SetAside] {
        &self.set_aside[..usize::from(self.set_aside_count)]
    }

    /// Tiles that were set aside since the last turn.
    pub fn set_aside_now(&self) -> impl Iterator<Item = u8> + '_ {
        let now = self.tiles().len();
        self.set_aside().iter().filter(move |aside| usize::from(aside.tiles) == now).map(|aside| aside.kind)
    }

    /// Number of meeples of a player in hand.
    pub fn free_meeples(&self, player: Player) -> u8 {
        self.free[player.index()]
    }

    /// Points of a player so far, without features that are scored at the end.
    pub fn points(&self, player: Player) -> Points {
        self.points[player.index()]
    }

    /// The player whose turn it is.
    pub fn mover(&self) -> Player {
        player_at(self.mover)
    }

    /// Effects of the last turn.
    pub fn last_turn(&self) -> &LastTurn {
        &self.last
    }

    /// Number of the physical tile of a type that is drawn next: the tiles of a type are drawn in their order.
    pub(super) fn next_number(&self, set: &TileSet, kind: u8) -> u8 {
        let kind_data = set.kind(kind);
        kind_data.first_tile + kind_data.count - self.remaining[usize::from(kind)]
    }

    pub(super) fn put_aside(&mut self, kind: u8) {
        self.set_aside[usize::from(self.set_aside_count)] = SetAside { kind, tiles: self.tiles().len() as u8 };
        self.set_aside_count += 1;
    }
}

/// Player with this index.
pub(super) fn player_at(index: u8) -> Player {
    Player::new(usize::from(index) + 1).expect("players are few")
}
