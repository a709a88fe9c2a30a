//! The laws of symmetries, checked along random games: each is played beside its image under every symmetry, and the
//! image of what was played must be what was played of the image.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_engine::game::{Game as _, Turn};
use boardwright_engine::rules::{Ask, Expr};
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
use boardwright_engine::structure::Symmetric;
use boardwright_engine::symmetry::Among;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::battery::{players, position};

/// The moves of a position, if none of them fails.
fn moves(game: &SpecGame, state: &State) -> Option<(Turn, Vec<Move>)> {
    let mut moves = Vec::new();
    let turn = game.every_move(state, &mut moves).ok()?;
    Some((turn, moves))
}

/// Everything that a position and its images must have in common; the moves, unless the rules fail.
fn assert_alike(game: &SpecGame, state: &State, images: &[State], at: &str) -> Option<Vec<Move>> {
    let all = game.symmetries();
    let here = moves(game, state);
    let canonical = [Among::All, Among::SamePlayers].map(|among| game.canonical_key(state, among));
    for (key, which) in canonical {
        assert_eq!(game.key(&game.image(which, state)), key, "{at}: the symmetry that is told");
    }
    assert!(canonical[1].1 < all.count(Among::SamePlayers), "{at}: a player became another");
    let forgets = game.rules().exprs.iter().any(|(_, expr)| matches!(expr, Expr::Ask(Ask::Repeats, _)));
    for (which, image) in images.iter().enumerate() {
        let at = format!("{at}, symmetry {which}");
        let there = moves(game, image);
        assert_eq!(here.is_none(), there.is_none(), "{at}: whether the rules fail");
        if let (Some((turn, moves)), Some((their_turn, their_moves))) = (&here, there) {
            let expected = match *turn {
                Turn::Player(player) => Turn::Player(all.player(which, player)),
                Turn::Over(outcome) => Turn::Over(all.outcome(which, outcome)),
                Turn::Chance => Turn::Chance,
            };
            assert_eq!(their_turn, expected, "{at}: the turn");
            // Of several rules for one move it makes no difference which is named.
            let name = |mv: &Move| {
                let bare = mv.element.is_none().then_some((mv.rule, mv.choice));
                (mv.element, mv.from, mv.to, bare)
            };
            let theirs: BTreeSet<_> = their_moves.iter().map(name).collect();
            let mine = moves.iter().map(|&mv| game.move_image(which, state, mv).expect("the move is legal"));
            assert_eq!(mine.map(|mv| name(&mv)).collect::<BTreeSet<_>>(), theirs, "{at}: the moves");
            let (mut classes, mut their_classes) = (Vec::new(), Vec::new());
            let turns = (game.turn(state, &mut classes), game.turn(image, &mut their_classes));
            assert!(turns.0.is_ok() == turns.1.is_ok(), "{at}: whether the rules fail");
            assert_eq!(classes.len(), their_classes.len(), "{at}: the classes of moves");
        }
        for player in players(game) {
            assert_eq!(game.points(state, player), game.points(image, all.player(which, player)), "{at}: the score");
        }
        let made = game.image(which, state);
        assert_eq!(position(game, &made), position(game, image), "{at}: the image of what was played");
        assert_eq!(game.key(&made), game.fresh_key(&made), "{at}: the image's key");
        assert_eq!(game.canonical_key(image, Among::All).0, canonical[0].0, "{at}: the canonical key");
        if which < all.count(Among::SamePlayers) {
            assert_eq!(game.canonical_key(image, Among::SamePlayers).0, canonical[1].0, "{at}: the canonical key");
        }
        let back = game.image(all.inverse(which), &made);
        assert_eq!(position(game, &back), position(game, state), "{at}: there and back");
        assert!(forgets || (&made, &back) == (image, state), "{at}: all of the state");
    }
    here.map(|(_, moves)| moves)
}

/// Plays random games and, beside each, its image under every symmetry; what each position was, by its key.
///
/// # Panics
/// If a law is broken.
pub fn play(game: &SpecGame, games: u64, longest: usize) -> BTreeMap<u64, State> {
    let count = game.symmetries().count(Among::All);
    let mut met = BTreeMap::new();
    for seed in 0..games {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut state = game.start();
        let mut images: Vec<State> = (0..count).map(|which| game.image(which, &state)).collect();
        for ply in 0..=longest {
            let at = format!("{}, game {seed}, ply {ply}", game.rules().name);
            let Some(moves) = assert_alike(game, &state, &images, &at) else { break };
            met.insert(game.key(&state), state.clone());
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.random_range(0..moves.len())];
            let before = state.clone();
            let failed = game.apply(&mut state, mv).is_err();
            for (which, image) in images.iter_mut().enumerate() {
                let mv = game.move_image(which, &before, mv).expect("the move is legal");
                assert_eq!(game.apply(image, mv).is_err(), failed, "{at}, symmetry {which}: whether the move fails");
            }
            if failed {
                break;
            }
        }
    }
    met
}
