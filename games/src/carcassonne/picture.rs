//! The game as a [`TileBoard`]: plain data from which tiles, meeples and legal turns are drawn.

use std::sync::Arc;

use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::ids::Player;
use boardwright_game::tile_board::{
    Hand, LaidMeeple, LaidTile, SegmentKind, TileBoard, TilePicture, TilePlace, TileSegment,
};

use super::game::Carcassonne;
use super::moves::{Placement, PlacementText};
use super::ranking::final_order;
use super::state::CarcassonneState;
use super::tiles::{FeatureKind, NONE, Segment, TileSet};

/// Types of a tile set.
pub fn tile_pictures(set: &TileSet) -> Arc<[TilePicture]> {
    let segment = |segment: &Segment| TileSegment {
        kind: match segment.kind {
            FeatureKind::City => SegmentKind::City,
            FeatureKind::Road => SegmentKind::Road,
            FeatureKind::Field => SegmentKind::Field,
            FeatureKind::Cloister => SegmentKind::Cloister,
        },
        sides: segment.sides,
        halves: segment.halves,
    };
    let pictures = set.types.iter().map(|kind| TilePicture {
        id: kind.id.clone(),
        name: kind.name.clone(),
        count: usize::from(kind.count),
        segments: kind.segments.iter().map(segment).collect(),
        has_shield: kind.has_shield,
    });
    pictures.collect()
}

/// The board of a state.
pub(super) fn tile_board(game: &Carcassonne, state: &CarcassonneState) -> TileBoard {
    let tiles = state.tiles().iter().map(|tile| LaidTile {
        x: tile.x.into(),
        y: tile.y.into(),
        kind: tile.kind.into(),
        rotation: tile.rotation,
        player: tile.player,
    });
    let meeples =
        state.tiles().iter().enumerate().filter(|(_, tile)| tile.meeple != NONE).filter_map(|(index, tile)| {
            let stands = |meeple: &super::board::Meeple| usize::from(meeple.tile) == index;
            let is_home = !state.meeples().iter().any(stands);
            Some(LaidMeeple { player: tile.player?, tile: index, segment: tile.meeple.into(), is_home })
        });
    let hand = |player: Player| Hand {
        meeples: state.free_meeples(player).into(),
        points: game.score(state, player) as i64,
        details: game.score_details(state, player).into_iter().map(|(name, points)| (name, points as i64)).collect(),
    };
    let hands: Vec<Hand> = (1..=game.players()).filter_map(Player::new).map(hand).collect();
    let is_over = game.outcome(state).is_ok_and(|outcome| outcome.is_some());
    let points: Vec<i64> = hands.iter().filter(|_| is_over).map(|hand| hand.points).collect();
    TileBoard {
        kinds: tile_pictures(game.tile_set()),
        tiles: tiles.collect(),
        meeples: meeples.collect(),
        drawn: state.drawn().map(usize::from),
        set_aside: state.set_aside_now().map(usize::from).collect(),
        left: game.tile_set().kinds().map(|kind| state.remaining()[usize::from(kind)].into()).collect(),
        hands,
        places: places(game, state),
        final_order: final_order(&points),
    }
}

/// Places of the drawn tile with their turns.
fn places(game: &Carcassonne, state: &CarcassonneState) -> Vec<TilePlace> {
    let Some(kind) = state.drawn() else { return Vec::new() };
    let set = game.tile_set();
    let place = |(x, y, rotation): (i8, i8, u8)| {
        let meeples = game.legal_meeples(state, x, y, rotation);
        let turn = |meeple: Option<u8>| {
            let placement = Placement { x, y, rotation, meeple };
            (meeple.map(usize::from), PlacementText { set, kind, placement }.to_string())
        };
        let turns = [None].into_iter().chain(meeples.into_iter().map(Some)).map(turn).collect();
        TilePlace { x: x.into(), y: y.into(), rotation, turns }
    };
    // People turn a tile through all four rotations, although some of them may look the same.
    game.placements_within(state, 4).into_iter().map(place).collect()
}
