//! Helpers that let players choose one move or play a whole game.

use std::sync::atomic::AtomicBool;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt, Outcome, Turn};
use boardwright_game::playout::{random_below, random_weighted_index};
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_players::{Choice, Player, Question, parse};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

const NO_FAULTS: &str = "the games of tests have no faults";
const VALID_PLAYER: &str = "players in tests are well written";

/// A position after `plies` random moves in which the game is not over, and its moves.
///
/// # Panics
/// If the rules fail.
pub fn random_position(game: &CompiledGame, plies: usize, seed: u64) -> (State, Vec<Move>) {
    let (mut random, mut moves) = (Pcg64Mcg::seed_from_u64(seed), Vec::new());
    loop {
        let mut state = game.initial_state();
        for _ in 0..plies {
            if game.legal_moves(&state, &mut moves).expect(NO_FAULTS).outcome().is_none() {
                game.apply(&mut state, moves[random_below(moves.len(), &mut random)]).expect(NO_FAULTS);
            }
        }
        if game.legal_moves(&state, &mut moves).expect(NO_FAULTS).outcome().is_none() {
            return (state, moves);
        }
    }
}

/// The choice of an existing player; `text` is the description that the player was made from.
///
/// # Panics
/// If no player is to move, or the rules fail.
pub fn choose_with<G: Game>(player: &mut dyn Player<G>, game: &G, state: &G::State, text: &str) -> Choice<G::Move> {
    let mut moves = Vec::new();
    let me = game.legal_moves(state, &mut moves).expect(NO_FAULTS).player().expect("a player is to move");
    let stop = AtomicBool::new(false);
    let limits = parse(text).expect(VALID_PLAYER).limits(&stop);
    player.choose(&Question { game, state, me, moves: &moves, limits, listener: None, clocks: &[] }).expect(NO_FAULTS)
}

/// The choice of a new player made from the description `text`.
///
/// # Panics
/// If there is no such player for the game, no player is to move, or the rules fail.
pub fn choose<G>(game: &G, state: &G::State, text: &str, seed: u64) -> Choice<G::Move>
where
    G: Game + Sync,
    G::State: Send + Sync + 'static,
    G::Move: Send + Sync + 'static,
{
    let mut player = parse(text).expect(VALID_PLAYER).make(game, seed).expect("it plays such games");
    choose_with(&mut *player, game, state, text)
}

/// Plays a game between two players; returns its outcome.
///
/// # Panics
/// If there are no such players for the game, or the rules fail.
pub fn play<G>(game: &G, players: [&str; 2], seed: u64) -> Outcome
where
    G: Game + Sync,
    G::State: Send + Sync + 'static,
    G::Move: Send + Sync + 'static,
{
    let mut seats = [0, 1].map(|seat: usize| {
        let asked = parse(players[seat]).expect(VALID_PLAYER);
        asked.make(game, 2 * seed + seat as u64).expect("it plays such games")
    });
    let (mut state, mut random) = (game.initial_state(), Pcg64Mcg::seed_from_u64(seed));
    let (mut moves, mut chances) = (Vec::new(), Vec::new());
    loop {
        let mv = match game.legal_moves(&state, &mut moves).expect(NO_FAULTS) {
            Turn::Over(outcome) => return outcome,
            Turn::Chance => {
                game.chance_probabilities(&state, &mut chances);
                moves[random_weighted_index(&chances, &mut random)]
            }
            Turn::Player(me) => choose_with(&mut *seats[me.index()], game, &state, players[me.index()]).mv,
        };
        game.apply(&mut state, mv).expect(NO_FAULTS);
    }
}
