//! Exact payoffs of players in small games of hidden information: a player is asked in every information state, and the
//! game tree gives the payoff of these choices. No game is played.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use boardwright_game::game::{Game, GameExt, Turn};
use boardwright_players::cfr::{Cfr, StrategyEvaluator};
use boardwright_players::strategy::StrategySolver;
use boardwright_players::{Limits, masked_state, parse};

use crate::playing::choose_with;

const NO_FAULTS: &str = "the games of tests have no faults";

/// All information states in which a player decides, by key, each with a position as that player may see it. The first
/// byte of a key is the number of the player.
///
/// # Panics
/// If the rules fail.
pub fn information_states<G: Game>(game: &G) -> Vec<(Vec<u8>, G::State)> {
    let (mut open, mut moves, mut states) = (game.initial_states(), Vec::new(), HashMap::new());
    let stop = AtomicBool::new(false);
    while let Some(state) = open.pop() {
        if let Turn::Player(me) = game.legal_moves(&state, &mut moves).expect(NO_FAULTS) {
            let mut key = vec![me.number() as u8];
            game.information_state(&state, me, &mut key);
            let masked = || masked_state(game, &state, me, &Limits::none(&stop)).expect("a state agrees");
            states.entry(key).or_insert_with(|| masked().unwrap_or_else(|| state.clone()));
        }
        for &mv in &moves {
            let mut after = state.clone();
            game.apply(&mut after, mv).expect(NO_FAULTS);
            open.push(after);
        }
    }
    let mut states: Vec<_> = states.into_iter().collect();
    states.sort_by(|(one, _), (other, _)| one.cmp(other));
    states
}

/// Loss of a player against an equilibrium.
#[derive(Clone, Copy, Debug)]
pub struct Loss {
    /// Mean loss for each deal beyond the value of the game, in units of the payoff, both seats taken together.
    pub mean: f64,
    /// Half of its 95 % confidence interval.
    pub interval: f64,
}

/// Measures how much the player `text` loses against an equilibrium in a game of two players. `samples` times the player
/// decides in every information state, with new random numbers each time; the expected payoff of these choices over all
/// deals and all choices of the equilibrium is exact. So each sample is worth many duplicate deals.
///
/// # Panics
/// If the player does not support the game, or `samples` is 0.
pub fn loss_against<G>(
    game: &G,
    text: &str,
    samples: u64,
    (equilibrium, evaluator): (&Cfr<G::Move>, &StrategyEvaluator<G::Move>),
) -> Loss
where
    G: Game + Sync,
    G::State: Send + Sync + 'static,
    G::Move: Send + Sync + 'static,
{
    let states = information_states(game);
    let mut player =
        parse(text).expect("players in tests are well written").make(game, 1).expect("it plays such games");
    let mut losses = Vec::new();
    for _ in 0..samples {
        let chosen: HashMap<&[u8], G::Move> = states
            .iter()
            .map(|(key, state)| (key.as_slice(), choose_with(&mut *player, game, state, text).mv))
            .collect();
        // The equilibrium sits opposite to the player, in one seat after the other.
        let payoffs = [1, 2].map(|seat: u8| {
            let value = evaluator.evaluate(|key, moves| {
                if key[0] == seat {
                    return moves.iter().map(|mv| f64::from(u8::from(chosen[key] == *mv))).collect();
                }
                StrategySolver::<G>::probabilities(equilibrium, key, moves).expect("it knows all states")
            });
            value.payoffs[usize::from(seat) - 1]
        });
        // The values of the two seats cancel out.
        losses.push(-f64::midpoint(payoffs[0], payoffs[1]));
    }
    let count = losses.len() as f64;
    let mean = losses.iter().sum::<f64>() / count;
    let variance = losses.iter().map(|loss| (loss - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    Loss { mean, interval: 1.96 * (variance / count).sqrt() }
}
