//! Invariants of board symmetries, checked along random games: the image of a game under a symmetry must be the game
//! of the images.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, Turn};
use boardwright_game::structure::SymmetryGroup;
use boardwright_game::structure::SymmetrySubset;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_rules::{Expr, Query};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::battery::{encode_position, players};

/// The turn and the moves of a position; `None` if the rules fail.
fn turn_and_moves(game: &CompiledGame, state: &State) -> Option<(Turn, Vec<Move>)> {
    let mut moves = Vec::new();
    let turn = game.all_legal_moves(state, &mut moves).ok()?;
    Some((turn, moves))
}

/// Checks a position against its images; returns its moves, or `None` if the rules fail.
fn assert_images_agree(game: &CompiledGame, state: &State, images: &[State], at: &str) -> Option<Vec<Move>> {
    let all = game.symmetries();
    let here = turn_and_moves(game, state);
    let canonical = [SymmetrySubset::All, SymmetrySubset::SamePlayers].map(|among| game.canonical_key(state, among));
    for (key, which) in canonical {
        assert_eq!(game.key(&game.image(which, state)), key, "{at}: the canonical key and its symmetry");
    }
    assert!(canonical[1].1 < all.count(SymmetrySubset::SamePlayers), "{at}: a player became another");
    let forgets = game.rules().exprs.iter().any(|(_, expr)| matches!(expr, Expr::Query(Query::Repeats, _)));
    for (which, image) in images.iter().enumerate() {
        let at = format!("{at}, symmetry {which}");
        let there = turn_and_moves(game, image);
        assert_eq!(here.is_none(), there.is_none(), "{at}: both or neither fail");
        if let (Some((turn, moves)), Some((their_turn, their_moves))) = (&here, there) {
            let expected = match *turn {
                Turn::Player(player) => Turn::Player(all.player(which, player)),
                Turn::Over(outcome) => Turn::Over(all.outcome(which, outcome)),
                Turn::Chance => Turn::Chance,
            };
            assert_eq!(their_turn, expected, "{at}: the turn");
            // If several rules give the same move, any of them may be named.
            let name = |mv: &Move| {
                let bare = mv.element.is_none().then_some((mv.rule, mv.choice));
                (mv.element, mv.from, mv.to, bare)
            };
            let theirs: BTreeSet<_> = their_moves.iter().map(name).collect();
            let mine = moves.iter().map(|&mv| game.move_image(which, state, mv).expect("the move is legal"));
            assert_eq!(mine.map(|mv| name(&mv)).collect::<BTreeSet<_>>(), theirs, "{at}: the moves");
            let (mut classes, mut their_classes) = (Vec::new(), Vec::new());
            let turns = (game.legal_moves(state, &mut classes), game.legal_moves(image, &mut their_classes));
            assert!(turns.0.is_ok() == turns.1.is_ok(), "{at}: both or neither fail");
            assert_eq!(classes.len(), their_classes.len(), "{at}: the classes of moves");
        }
        for player in players(game) {
            assert_eq!(game.points(state, player), game.points(image, all.player(which, player)), "{at}: the score");
        }
        let made = game.image(which, state);
        assert_eq!(
            encode_position(game, &made),
            encode_position(game, image),
            "{at}: the image of the played position"
        );
        assert_eq!(game.key(&made), game.compute_key(&made), "{at}: the image's key");
        assert_eq!(game.canonical_key(image, SymmetrySubset::All).0, canonical[0].0, "{at}: the canonical key");
        if which < all.count(SymmetrySubset::SamePlayers) {
            assert_eq!(
                game.canonical_key(image, SymmetrySubset::SamePlayers).0,
                canonical[1].0,
                "{at}: the canonical key"
            );
        }
        let back = game.image(all.inverse(which), &made);
        assert_eq!(encode_position(game, &back), encode_position(game, state), "{at}: image and inverse image");
        assert!(forgets || (&made, &back) == (image, state), "{at}: all of the state");
    }
    here.map(|(_, moves)| moves)
}

/// Plays random games together with their images under every symmetry; returns the positions by their key.
///
/// # Panics
/// If an invariant is violated.
pub fn play_with_images(game: &CompiledGame, games: u64, longest: usize) -> BTreeMap<u64, State> {
    let count = game.symmetries().count(SymmetrySubset::All);
    let mut positions = BTreeMap::new();
    for seed in 0..games {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut state = game.initial_state();
        let mut images: Vec<State> = (0..count).map(|which| game.image(which, &state)).collect();
        for ply in 0..=longest {
            let at = format!("{}, game {seed}, ply {ply}", game.rules().name);
            let Some(moves) = assert_images_agree(game, &state, &images, &at) else { break };
            positions.insert(game.key(&state), state.clone());
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.random_range(0..moves.len())];
            let before = state.clone();
            let failed = game.apply(&mut state, mv).is_err();
            for (which, image) in images.iter_mut().enumerate() {
                let mv = game.move_image(which, &before, mv).expect("the move is legal");
                assert_eq!(
                    game.apply(image, mv).is_err(),
                    failed,
                    "{at}, symmetry {which}: both or neither move fails"
                );
            }
            if failed {
                break;
            }
        }
    }
    positions
}
