//! Choice of a card by sampling: the hidden hands are completed at random, each completion is searched, and the values of
//! the cards are added up.

use boardwright_game::fault::Fault;
use boardwright_game::ids::Player;
use rand::Rng;

use super::alphabeta::AlphaBeta;
use super::constants::Settings;
use super::play_position::PlayPosition;
use crate::tarok::cards::Card;
use crate::tarok::three::contract::ThreeOptions;
use crate::tarok::three::knowledge::resample;
use crate::tarok::three::state::ThreeState;

/// Callback that is asked with the number of positions whether the search must end.
pub type IsOver<'a> = &'a (dyn Fn(u64) -> bool + Sync);

/// A card with its score over all samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CardScore {
    /// The card.
    pub card: Card,
    /// Mean over the samples of the value at full depth and the weighted value of one trick.
    pub score: f64,
}

/// Scores of the candidates in a position with open cards: the value of the search at full depth, and that of one trick
/// with its weight.
pub fn score_open_cards(search: &mut AlphaBeta, position: &PlayPosition, settings: &Settings) -> Vec<CardScore> {
    let on_table = position.trick.len();
    let depth = settings.depth(position.hands[position.turn].len(), on_table);
    let one_trick = (3 - on_table) as u8;
    let mut scores: Vec<CardScore> =
        search.candidates(position).iter().map(|card| CardScore { card, score: 0.0 }).collect();
    for (weight, depth) in [(settings.full, depth), (settings.one_trick, one_trick)] {
        if weight > 0.0 {
            let values = search.card_values(position, depth);
            scores.iter_mut().zip(values).for_each(|(sum, (_, value))| sum.score += weight * f64::from(value));
        }
    }
    scores
}

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
    let share = positions.len().div_ceil(searches.len().max(1)).max(1);
    let add_up = |search: &mut AlphaBeta, positions: &[PlayPosition]| {
        let (mut sums, mut count) = (Vec::<CardScore>::new(), 0);
        for position in positions {
            if count > 0 && is_over(search.nodes) {
                break;
            }
            let scores = score_open_cards(search, position, settings);
            if sums.is_empty() {
                sums = scores;
            } else {
                sums.iter_mut().zip(scores).for_each(|(sum, next)| sum.score += next.score);
            }
            count += 1;
        }
        (sums, count)
    };
    let parts: Vec<(Vec<CardScore>, u32)> = if let [search] = searches {
        vec![add_up(search, &positions)]
    } else {
        std::thread::scope(|scope| {
            let shares = searches.iter_mut().zip(positions.chunks(share));
            let running: Vec<_> =
                shares.map(|(search, positions)| scope.spawn(move || add_up(search, positions))).collect();
            running.into_iter().map(|part| part.join().expect("a search ends")).collect()
        })
    };
    let count: u32 = parts.iter().map(|(_, count)| count).sum();
    let mut parts = parts.into_iter().map(|(sums, _)| sums);
    let mut scores = parts.next().unwrap_or_default();
    for part in parts {
        scores.iter_mut().zip(part).for_each(|(sum, next)| sum.score += next.score);
    }
    for card in &mut scores {
        card.score /= f64::from(count.max(1));
    }
    // The sort is stable: of equal cards the first one is chosen.
    scores.sort_by(|one, other| other.score.total_cmp(&one.score));
    Ok(scores)
}
