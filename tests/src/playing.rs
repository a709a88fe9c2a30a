//! Players in tests: asked once, or playing a game to its end.

use std::sync::atomic::AtomicBool;

use boardwright_engine::game::{Game, Outcome, Turn};
use boardwright_engine::playout::{below, weighted};
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
use boardwright_players::{Choice, Player, Question, parse};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

const NO_FAULTS: &str = "the games of tests have no faults";
const WRITTEN: &str = "players in tests are well written";

/// The position after so many random moves, with the game running on, and its moves.
///
/// # Panics
/// If the rules fail.
pub fn wandered(game: &SpecGame, plies: usize, seed: u64) -> (State, Vec<Move>) {
    let (mut random, mut moves) = (Pcg64Mcg::seed_from_u64(seed), Vec::new());
    loop {
        let mut state = game.start();
        for _ in 0..plies {
            if game.turn(&state, &mut moves).expect(NO_FAULTS).outcome().is_none() {
                game.apply(&mut state, moves[below(moves.len(), &mut random)]).expect(NO_FAULTS);
            }
        }
        if game.turn(&state, &mut moves).expect(NO_FAULTS).outcome().is_none() {
            return (state, moves);
        }
    }
}

/// What a player chooses that was made of this text before.
///
/// # Panics
/// If nobody is to move, or the rules fail.
pub fn ask<G: Game>(player: &mut dyn Player<G>, game: &G, state: &G::State, text: &str) -> Choice<G::Move> {
    let mut moves = Vec::new();
    let me = game.turn(state, &mut moves).expect(NO_FAULTS).player().expect("somebody is to move");
    let stop = AtomicBool::new(false);
    let limits = parse(text).expect(WRITTEN).limits(&stop);
    player.choose(&Question { game, state, me, moves: &moves, limits, listener: None }).expect(NO_FAULTS)
}

/// What a new player of this text chooses.
///
/// # Panics
/// If there is no such player for the game, nobody is to move, or the rules fail.
pub fn choose<G>(game: &G, state: &G::State, text: &str, seed: u64) -> Choice<G::Move>
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync + 'static,
{
    let mut player = parse(text).expect(WRITTEN).make(game, seed).expect("it plays such games");
    ask(&mut *player, game, state, text)
}

/// How a game between two players ends.
///
/// # Panics
/// If there are no such players for the game, or the rules fail.
pub fn play<G>(game: &G, players: [&str; 2], seed: u64) -> Outcome
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync + 'static,
{
    let mut seats = [0, 1].map(|seat: usize| {
        let asked = parse(players[seat]).expect(WRITTEN);
        asked.make(game, 2 * seed + seat as u64).expect("it plays such games")
    });
    let (mut state, mut random) = (game.start(), Pcg64Mcg::seed_from_u64(seed));
    let (mut moves, mut chances) = (Vec::new(), Vec::new());
    loop {
        let mv = match game.turn(&state, &mut moves).expect(NO_FAULTS) {
            Turn::Over(outcome) => return outcome,
            Turn::Chance => {
                game.chances(&state, &mut chances);
                moves[weighted(&chances, &mut random)]
            }
            Turn::Player(me) => ask(&mut *seats[me.index()], game, &state, players[me.index()]).mv,
        };
        game.apply(&mut state, mv).expect(NO_FAULTS);
    }
}
