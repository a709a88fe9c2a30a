//! Values of moves outside of the play: deals with imagined hands are played to the end, and the scores are added up.

use boardwright_game::ids::Player;
use rand::Rng;

use super::super::contract::FourOptions;
use super::super::knowledge::resample;
use super::super::scoring::score_sheet;
use super::super::state::{FourMove, FourState, Stage};
use super::constants::SIMULATION_DEPTH;
use super::play_position::FourPosition;
use super::policy::policy_move;
use crate::tarok::search::alphabeta::AlphaBeta;
use crate::tarok::search::sampled::{IsOver, play_simulated};
use boardwright_game::fault::Fault;

/// Plays a deal with open cards to its end, and returns the score of each player. The given moves come first.
pub fn simulate(
    state: &FourState,
    moves: &[FourMove],
    options: FourOptions,
    search: &mut AlphaBeta,
) -> [i32; super::super::state::PLAYERS] {
    let mut state = *state;
    for &mv in moves {
        state.act(mv, options);
    }
    while let Some(mv) = policy_move(&state) {
        state.act(mv, options);
    }
    if let Some(mut position) = FourPosition::of_state(&state, options) {
        play_simulated(search, &mut position, SIMULATION_DEPTH, |_, card| state.play(card));
    }
    debug_assert_eq!(state.stage, Stage::Over);
    score_sheet(&state, options).totals()
}

/// Mean score of `me` after each of the lists of moves, over the same imagined hands. At least one deal is simulated for each, and
/// the simulation ends when `is_over` says so.
///
/// # Errors
/// If no hands agree with what the player has seen.
pub fn mean_scores(
    (state, me, options): (&FourState, Player, FourOptions),
    choices: &[Vec<FourMove>],
    samples: u32,
    search: &mut AlphaBeta,
    (rng, is_over): (&mut dyn Rng, IsOver<'_>),
) -> Result<Vec<f64>, Fault> {
    let mut sums = vec![0.0; choices.len()];
    let mut count = 0;
    while count < samples.max(1) && (count == 0 || !is_over(search.nodes)) {
        let imagined = resample(state, me, options, rng)?;
        for (sum, moves) in sums.iter_mut().zip(choices) {
            *sum += f64::from(simulate(&imagined, moves, options, search)[me.index()]);
        }
        count += 1;
    }
    Ok(sums.into_iter().map(|sum| sum / f64::from(count)).collect())
}
