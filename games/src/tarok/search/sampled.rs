//! Scores of cards over samples of the hidden hands, and play of a sampled hand to its end.

use super::alphabeta::AlphaBeta;
use super::constants::Settings;
use super::open_position::OpenPosition;
use crate::tarok::cards::Card;

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
pub fn score_open_cards<P: OpenPosition>(search: &mut AlphaBeta, position: &P, settings: &Settings) -> Vec<CardScore> {
    let on_table = position.trick_cards().len();
    let depth = settings.depth(position.hand(position.turn()).len(), on_table);
    let one_trick = (P::PLAYERS - on_table) as u8;
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

/// Mean scores of the cards over the positions, best first. Searches at least one position, and ends when `is_over` says so.
/// `searches` has one search for each thread.
pub fn score_samples<P: OpenPosition>(
    positions: &[P],
    settings: &Settings,
    searches: &mut [AlphaBeta],
    is_over: IsOver<'_>,
) -> Vec<CardScore> {
    let share = positions.len().div_ceil(searches.len().max(1)).max(1);
    let add_up = |search: &mut AlphaBeta, positions: &[P]| {
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
        vec![add_up(search, positions)]
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
    scores
}

/// Plays a position to its end: each player plays the best card of a search of `depth` cards, less those on the table. `visit`
/// gets the position before each card, and the card.
pub fn play_simulated<P: OpenPosition>(
    search: &mut AlphaBeta,
    position: &mut P,
    depth: u8,
    mut visit: impl FnMut(&P, Card),
) {
    while !position.is_over() {
        let depth = depth.saturating_sub(position.trick_cards().len() as u8).max(1);
        let Some((card, _)) = search.best_card(position, depth) else { break };
        visit(position, card);
        position.play(card);
    }
}
