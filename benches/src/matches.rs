//! Games between two players: where they begin, and how they are played. Who meets whom is up to the benchmarks.

use std::sync::atomic::AtomicBool;

use boardwright_engine::game::{Game, Outcome, Turn};
use boardwright_engine::ids::Player as Number;
use boardwright_engine::playout::below;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_players::registry::Beside;
use boardwright_players::{Question, parse};
use boardwright_tests::with_options;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

const NO_FAULTS: &str = "shipped games have no faults";

/// A shipped game by `name:option=value+option=value`: its name, and the game in its fast form.
///
/// # Panics
/// If there is no such game or option.
pub fn named(text: &str) -> (&str, SpecGame) {
    let (name, options) = text.split_once(':').unwrap_or((text, ""));
    let options: Vec<_> = options.split('+').filter_map(|option| option.split_once('=')).collect();
    (name, with_options(name, &options))
}

/// Makes a random move; whether there was one to make.
///
/// # Panics
/// If the rules of the game fail.
pub fn random_move(game: &SpecGame, state: &mut State, random: &mut Pcg64Mcg) -> bool {
    let mut moves = Vec::new();
    let turn = game.turn(state, &mut moves).expect(NO_FAULTS);
    if !matches!(turn, Turn::Player(_)) {
        return false;
    }
    game.apply(state, moves[below(moves.len(), random)]).expect(NO_FAULTS);
    true
}

/// Positions after random plies in which the game runs on; always the same ones.
///
/// # Panics
/// If the rules of the game fail.
pub fn starts(game: &SpecGame, count: usize, plies: usize) -> Vec<State> {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let mut starts = Vec::new();
    while starts.len() < count {
        let mut state = game.start();
        for _ in 0..plies {
            random_move(game, &mut state, &mut random);
        }
        if game.outcome(&state).expect(NO_FAULTS).is_none() {
            starts.push(state);
        }
    }
    starts
}

/// How a game is played.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// Where all random choices come from.
    pub seed: u64,
    /// After so many plies it is drawn.
    pub most: usize,
    /// Moves are put to the players in any order, not in that of the game, so that those who take the first of equal ones take any.
    pub shuffled: bool,
}

/// Plays a game of two players, each asked for by its text; the winner, and how many plies it took.
///
/// # Panics
/// If a player is not known or does not play the game, or the rules of the game fail.
pub fn play(
    game: &SpecGame,
    start: &State,
    players: [(&str, &Beside); 2],
    Course { seed, most, shuffled }: Course,
) -> (Option<Number>, usize) {
    let asked = players.map(|(text, _)| parse(text).unwrap_or_else(|error| panic!("{error}")));
    let mut seats = [0, 1].map(|seat: usize| {
        asked[seat].make_beside(game, 2 * seed + seat as u64, players[seat].1).unwrap_or_else(|error| panic!("{error}"))
    });
    let (mut state, mut moves, mut random) = (start.clone(), Vec::new(), Pcg64Mcg::seed_from_u64(!seed));
    for ply in 0..most {
        match game.turn(&state, &mut moves).expect(NO_FAULTS) {
            Turn::Over(Outcome::Won(winner)) => return (Some(winner), ply),
            Turn::Over(Outcome::Draw) | Turn::Chance => return (None, ply),
            Turn::Player(me) => {
                for last in (1..moves.len()).rev().filter(|_| shuffled) {
                    moves.swap(last, below(last + 1, &mut random));
                }
                let stop = AtomicBool::new(false);
                let limits = asked[me.index()].limits(&stop);
                let question = Question { game, state: &state, me, moves: &moves, limits, listener: None };
                let choice = seats[me.index()].choose(&question).expect(NO_FAULTS);
                game.apply(&mut state, choice.mv).expect(NO_FAULTS);
            }
        }
    }
    (None, most)
}
