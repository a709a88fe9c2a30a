//! Differential test of a game file with chance against a reference implementation that knows positions only: the
//! positions after all moves are compared, and those after chance moves with their probabilities.

use std::collections::BTreeMap;
use std::fmt::Debug;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt, Outcome, Turn};
use boardwright_game::ids::Player;
use boardwright_interpreter::state::State;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// A position of a reference implementation of a game with chance.
pub trait ReferencePosition: Ord + Clone + Debug {
    /// Reads the position from a state of the game file.
    fn read(game: &CompiledGame, state: &State) -> Self;

    /// Continuation of the game.
    fn continuation(&self) -> Continuation<Self>;
}

/// Continuation of a game.
#[derive(Clone, Debug)]
pub enum Continuation<P> {
    /// The game is over with this winner; 0 is a draw.
    Over(usize),
    /// A player chooses among moves to these positions.
    Choice(usize, Vec<P>),
    /// Chance moves to these positions with these probabilities.
    Chance(Vec<(P, f64)>),
}

/// Plays random games and compares the continuation of every position. A game is stopped after `longest` plies. Returns the
/// number of games that ended.
///
/// # Panics
/// If the game file differs from the reference implementation.
pub fn assert_same_positions<P: ReferencePosition>(game: &CompiledGame, start: &P, games: u64, longest: usize) -> u64 {
    let mut ended = 0;
    for seed in 0..games {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (mut state, mut moves) = (game.initial_state(), Vec::new());
        assert_eq!(P::read(game, &state), *start);
        for ply in 0..longest {
            let at = format!("game {seed}, ply {ply}");
            let turn = game.legal_moves(&state, &mut moves).expect("shipped games never fail");
            let positions: Vec<P> = moves
                .iter()
                .map(|&mv| {
                    let mut after = state.clone();
                    game.apply(&mut after, mv).expect("shipped games never fail");
                    P::read(game, &after)
                })
                .collect();
            assert_same_continuation(game, &state, turn, positions, &at);
            if turn.outcome().is_some() {
                ended += 1;
                break;
            }
            game.apply(&mut state, moves[random.random_range(0..moves.len())]).expect("shipped games never fail");
        }
    }
    ended
}

fn assert_same_continuation<P: ReferencePosition>(
    game: &CompiledGame,
    state: &State,
    turn: Turn,
    mut positions: Vec<P>,
    at: &str,
) {
    let position = P::read(game, state);
    match position.continuation() {
        Continuation::Over(winner) => {
            assert_eq!(turn.outcome().map(Outcome::winner), Some(winner), "{at}, {position:?}");
        }
        Continuation::Choice(player, mut expected) => {
            assert_eq!(turn.player().map(Player::number), Some(player), "{at}, {position:?}");
            positions.sort();
            expected.sort();
            assert_eq!(positions, expected, "{at}, {position:?}");
        }
        Continuation::Chance(expected) => {
            assert_eq!(turn, Turn::Chance, "{at}, {position:?}");
            let mut chances = Vec::new();
            game.chance_probabilities(state, &mut chances);
            let actual = total_probabilities(positions.into_iter().zip(chances));
            let expected = total_probabilities(expected);
            assert!(actual.keys().eq(expected.keys()), "{at}, {position:?}: {actual:?} instead of {expected:?}");
            for (chance, wanted) in actual.values().zip(expected.values()) {
                assert!((chance - wanted).abs() < 1e-12, "{at}, {position:?}: {actual:?} instead of {expected:?}");
            }
        }
    }
}

fn total_probabilities<P: Ord>(outcomes: impl IntoIterator<Item = (P, f64)>) -> BTreeMap<P, f64> {
    let mut total = BTreeMap::new();
    for (position, chance) in outcomes {
        *total.entry(position).or_default() += chance;
    }
    total
}
