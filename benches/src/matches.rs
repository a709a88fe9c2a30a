//! Games between two players from random starts, for the benchmarks.

use std::sync::atomic::AtomicBool;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, Outcome, Turn};
use boardwright_game::ids::Player as Number;
use boardwright_game::playout::random_below;
use boardwright_interpreter::state::State;
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::{Question, parse};
use boardwright_tests::with_options;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

const NO_FAULTS: &str = "shipped games have no faults";

/// A shipped game by `name:option=value+option=value`: its name, and the compiled game.
///
/// # Panics
/// If there is no such game or option.
pub fn game_by_name(text: &str) -> (&str, CompiledGame) {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let options: Vec<_> = options.split('+').filter_map(|option| option.split_once('=')).collect();
    (name, with_options(name, &options))
}

/// Makes a random move; returns `false` if there is none.
///
/// # Panics
/// If the rules of the game fail.
pub fn random_move(game: &CompiledGame, state: &mut State, random: &mut Pcg64Mcg) -> bool {
    let mut moves = Vec::new();
    let turn = game.legal_moves(state, &mut moves).expect(NO_FAULTS);
    if !matches!(turn, Turn::Player(_)) {
        return false;
    }
    game.apply(state, moves[random_below(moves.len(), random)]).expect(NO_FAULTS);
    true
}

/// Positions after random plies in which the game is not over; deterministic.
///
/// # Panics
/// If the rules of the game fail.
pub fn start_positions(game: &CompiledGame, count: usize, plies: usize) -> Vec<State> {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let mut starts = Vec::new();
    while starts.len() < count {
        let mut state = game.initial_state();
        for _ in 0..plies {
            random_move(game, &mut state, &mut random);
        }
        if game.outcome(&state).expect(NO_FAULTS).is_none() {
            starts.push(state);
        }
    }
    starts
}

/// Conditions of a game.
#[derive(Clone, Copy, Debug)]
pub struct MatchConditions {
    /// Seed of all random choices.
    pub seed: u64,
    /// Ply after which the game is a draw.
    pub max_plies: usize,
    /// Present the moves to the players in random order, so that players that take the first of equal moves take any.
    pub shuffled: bool,
}

/// Plays a game between two players given as player specifications; returns the winner and the number of plies.
///
/// # Panics
/// If a player is not known or does not play the game, or the rules of the game fail.
pub fn play(
    game: &CompiledGame,
    start: &State,
    players: [(&str, &PlayerArtifacts); 2],
    MatchConditions { seed, max_plies: most, shuffled }: MatchConditions,
) -> (Option<Number>, usize) {
    let specs = players.map(|(text, _)| parse(text).unwrap_or_else(|error| panic!("{error}")));
    let mut seats = [0, 1].map(|seat: usize| {
        specs[seat]
            .make_with_artifacts(game, 2 * seed + seat as u64, players[seat].1)
            .unwrap_or_else(|error| panic!("{error}"))
    });
    let (mut state, mut moves, mut random) = (start.clone(), Vec::new(), Pcg64Mcg::seed_from_u64(!seed));
    for ply in 0..most {
        match game.legal_moves(&state, &mut moves).expect(NO_FAULTS) {
            Turn::Over(Outcome::Won(winner)) => return (Some(winner), ply),
            Turn::Over(Outcome::Draw) | Turn::Chance => return (None, ply),
            Turn::Player(me) => {
                for last in (1..moves.len()).rev().filter(|_| shuffled) {
                    moves.swap(last, random_below(last + 1, &mut random));
                }
                let stop = AtomicBool::new(false);
                let limits = specs[me.index()].limits(&stop);
                let question = Question { game, state: &state, me, moves: &moves, limits, listener: None, clocks: &[] };
                let choice = seats[me.index()].choose(&question).expect(NO_FAULTS);
                game.apply(&mut state, choice.mv).expect(NO_FAULTS);
            }
        }
    }
    (None, most)
}
