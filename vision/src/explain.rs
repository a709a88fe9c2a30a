//! Which of several positions explains what is seen.

use crate::read::{Class, Observation};

/// What is seen, explained.
#[derive(Clone, Debug, PartialEq)]
pub enum Explained {
    /// By one position, and clearly so.
    Clear {
        /// Which.
        at: usize,
        /// By how much more likely it is than the next one, as a logarithm.
        margin: f64,
    },
    /// By none: these places are as no position has them that comes near.
    None(Vec<usize>),
    /// By several, or not well enough: these places tell too little.
    Unclear(Vec<usize>),
}

/// How much more likely the best position must be than the next, as a logarithm: e to the 6 is some 400 times.
const CLEARLY: f64 = 6.0;

/// How unlikely a place may be in the position that is taken to be there.
const UNLIKELY: f64 = -4.0;

/// Finds the position that explains what is seen. Positions are told as what stands on each place; equal ones are one, and the first of
/// them is given.
///
/// # Panics
///
/// When there is no position.
pub fn explain(seen: &Observation, positions: &[Vec<Option<Class>>]) -> Explained {
    let score = |position: &Vec<Option<Class>>| -> f64 {
        seen.places.iter().zip(position).map(|(evidence, what)| evidence.of(*what)).sum()
    };
    let scores: Vec<f64> = positions.iter().map(score).collect();
    let best = (0..positions.len()).reduce(|best, at| if scores[at] > scores[best] { at } else { best });
    let best = best.expect("there is a position");
    let next = (0..positions.len()).filter(|at| positions[*at] != positions[best]).map(|at| scores[at]);
    let margin = scores[best] - next.fold(f64::NEG_INFINITY, f64::max);
    let strange = |place: &usize| seen.places[*place].best().is_none();
    let unlikely = |place: &usize| seen.places[*place].of(positions[best][*place]) < UNLIKELY;
    let all = 0..seen.places.len();
    let unlike: Vec<usize> = all.clone().filter(|place| strange(place) || unlikely(place)).collect();
    if unlike.is_empty() && margin >= CLEARLY {
        return Explained::Clear { at: best, margin };
    }
    let strange: Vec<usize> = all.clone().filter(strange).collect();
    if !strange.is_empty() {
        return Explained::Unclear(strange);
    }
    if !unlike.is_empty() {
        return Explained::None(unlike);
    }
    // The places by which the best two differ.
    let near = (0..positions.len())
        .filter(|at| positions[*at] != positions[best] && scores[*at] > scores[best] - CLEARLY)
        .flat_map(|at| all.clone().filter(move |place| positions[at][*place] != positions[best][*place]));
    let mut near: Vec<usize> = near.collect();
    near.sort_unstable();
    near.dedup();
    Explained::Unclear(near)
}
