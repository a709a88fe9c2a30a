//! Maximum-likelihood choice among candidate positions: which of several positions explains a board observation.

use crate::read::{Class, Observation};

/// The result of matching an observation against candidate positions.
#[derive(Clone, Debug, PartialEq)]
pub enum Explanation {
    /// One position explains the observation clearly.
    Clear {
        /// The index of the position.
        at: usize,
        /// The difference of its log-likelihood to that of the second-best position.
        margin: f64,
    },
    /// No position explains the observation: these places contradict the best one.
    None(Vec<usize>),
    /// Several positions are too close, or the evidence is unusable: these places are ambiguous.
    Unclear(Vec<usize>),
}

/// Minimum log-likelihood margin of the best position over the second-best: e to the 6 is a factor of some 400.
const MIN_MARGIN: f64 = 6.0;

/// Minimum log-probability of each place in the chosen position.
const MIN_PLACE_LOG_PROBABILITY: f64 = -4.0;

/// Returns the position with the highest log-likelihood, the sum over all places. A position lists the piece class on
/// each place; equal positions count as one, and the first of them is returned.
///
/// # Panics
///
/// When `positions` is empty.
pub fn explain(observation: &Observation, positions: &[Vec<Option<Class>>]) -> Explanation {
    let score = |position: &Vec<Option<Class>>| -> f64 {
        observation.places.iter().zip(position).map(|(evidence, content)| evidence.log_probability(*content)).sum()
    };
    let scores: Vec<f64> = positions.iter().map(score).collect();
    let best = (0..positions.len()).reduce(|best, at| if scores[at] > scores[best] { at } else { best });
    let best = best.expect("there is a position");
    let next = (0..positions.len()).filter(|at| positions[*at] != positions[best]).map(|at| scores[at]);
    let margin = scores[best] - next.fold(f64::NEG_INFINITY, f64::max);
    let unknown = |place: &usize| observation.places[*place].most_probable().is_none();
    let unlikely =
        |place: &usize| observation.places[*place].log_probability(positions[best][*place]) < MIN_PLACE_LOG_PROBABILITY;
    let all = 0..observation.places.len();
    let contradicting: Vec<usize> = all.clone().filter(|place| unknown(place) || unlikely(place)).collect();
    if contradicting.is_empty() && margin >= MIN_MARGIN {
        return Explanation::Clear { at: best, margin };
    }
    let unknown: Vec<usize> = all.clone().filter(unknown).collect();
    if !unknown.is_empty() {
        return Explanation::Unclear(unknown);
    }
    if !contradicting.is_empty() {
        return Explanation::None(contradicting);
    }
    // The places at which the near-best positions differ.
    let near = (0..positions.len())
        .filter(|at| positions[*at] != positions[best] && scores[*at] > scores[best] - MIN_MARGIN)
        .flat_map(|at| all.clone().filter(move |place| positions[at][*place] != positions[best][*place]));
    let mut near: Vec<usize> = near.collect();
    near.sort_unstable();
    near.dedup();
    Explanation::Unclear(near)
}
