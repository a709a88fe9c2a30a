//! Choice of a card by sampling: the hidden hands are completed at random, each completion is searched, and the values of
//! the cards are added up.

use boardwright_game::fault::Fault;
use boardwright_game::ids::Player;
use rand::Rng;

use super::alphabeta::AlphaBeta;
use super::constants::Settings;
use super::play_position::PlayPosition;
pub use crate::tarok::search::sampled::{CardScore, IsOver, score_open_cards};

use crate::tarok::search::sampled::score_samples;
use crate::tarok::three::contract::ThreeOptions;
use crate::tarok::three::knowledge::resample;
use crate::tarok::three::state::ThreeState;

/// Scores of the cards that `me` can play, best first, over random completions of what `me` has not seen. Searches at least
/// one sample, and ends when `is_over` says so. `searches` has one search for each thread.
///
/// # Errors
/// If no completion agrees with what the player has seen.
pub fn score_cards(
    state: &ThreeState,
    me: Player,
    options: ThreeOptions,
    settings: &Settings,
    searches: &mut [AlphaBeta],
    (rng, is_over): (&mut dyn Rng, IsOver<'_>),
) -> Result<Vec<CardScore>, Fault> {
    let mut positions = Vec::with_capacity(settings.samples as usize);
    for _ in 0..settings.samples.max(1) {
        positions.extend(PlayPosition::of_state(&resample(state, me, rng)?, options));
    }
    Ok(score_samples(&positions, settings, searches, is_over))
}
