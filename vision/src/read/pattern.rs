//! The evidence of patterns: a piece of the board's colour changes the look of its place by its rim, its shadow and the
//! lines that it covers.

use super::class::Class;
use super::surroundings::PatternChange;

/// The changes of the patterns of all places.
#[derive(Clone, Debug)]
pub(super) struct Patterns {
    changes: Vec<Option<PatternChange>>,
    /// The usual change of a place whose contents stay: noise, and an inaccurate location of the board.
    noise: f64,
}

/// Minimum change that is noise.
const MIN_NOISE: f64 = 0.01;

/// The smallest change that a piece causes: its rim and its shadow, if its top has exactly the colour of the board.
const LEAST_OF_PIECE: f64 = 0.09;

/// The smallest change that a piece causes, as a part of what other pieces of its class have caused.
const LEAST_OF_CLASS: f64 = 0.5;

/// Standard deviation of that change, as a part of it.
const SPREAD_OF_PIECE: f64 = 0.25;

/// Minimum log-likelihood: the colour may contradict, for example in a shadow.
const MIN_LOG: f64 = -25.0;

/// Minimum log-likelihood of a piece where the place looks like an empty one and unlike the piece that stood there.
const MIN_LOG_OF_SAME: f64 = -8.0;

/// Log-likelihood from which on a place looks like an empty one elsewhere.
const LIKE_EMPTY: f64 = -3.0;

impl Patterns {
    /// Compares the changes with those of the places whose contents are known and most of which stay.
    pub(super) fn new(changes: Vec<Option<PatternChange>>, known: &[Option<Class>]) -> Self {
        let usual = changes.iter().zip(known).filter_map(|(change, known)| match ((*change)?, known) {
            (PatternChange::FromEmpty(change), None) | (PatternChange::FromPiece { change, .. }, Some(_)) => {
                Some(change)
            }
            _ => None,
        });
        let mut usual: Vec<f64> = usual.collect();
        usual.sort_by(f64::total_cmp);
        let noise = usual.get(usual.len() / 2).copied().unwrap_or(LEAST_OF_PIECE).max(MIN_NOISE);
        Self { changes, noise }
    }

    /// The change of a place from the empty place; `None` where that is unknown.
    pub(super) fn change_from_empty(&self, place: usize) -> Option<f64> {
        match self.changes[place]? {
            PatternChange::FromEmpty(change) => Some(change),
            PatternChange::FromPiece { .. } => None,
        }
    }

    /// Log-likelihood of an empty place, relative to the colour alone; 0 where the look of the place is unknown.
    pub(super) fn of_empty(&self, place: usize) -> f64 {
        match self.changes[place] {
            Some(PatternChange::FromEmpty(change)) => self.of_same(change),
            Some(PatternChange::FromPiece { change, .. }) => of_other(change, LEAST_OF_PIECE),
            None => 0.0,
        }
    }

    /// Log-likelihood of a piece of a class, relative to the colour alone. `known` are the contents before, and `usual` is the
    /// least change that pieces of the class have caused.
    pub(super) fn of_piece(&self, place: usize, class: Class, known: Option<Class>, usual: Option<f64>) -> f64 {
        let least = usual.map_or(LEAST_OF_PIECE, |usual| (LEAST_OF_CLASS * usual).max(LEAST_OF_PIECE));
        match self.changes[place] {
            Some(PatternChange::FromEmpty(change)) => of_other(change, least),
            Some(PatternChange::FromPiece { change, from_empty }) if known == Some(class) => {
                // A piece that was nudged or turned over looks unlike itself, and unlike an empty place.
                let is_like_empty = from_empty.is_some_and(|other| self.of_same(other) > LIKE_EMPTY);
                if is_like_empty { self.of_same(change).max(MIN_LOG_OF_SAME) } else { 0.0 }
            }
            Some(PatternChange::FromPiece { change, .. }) => of_other(change, LEAST_OF_PIECE),
            None => 0.0,
        }
    }

    /// Log-likelihood of a change if the contents stay.
    fn of_same(&self, change: f64) -> f64 {
        log_likelihood(change - self.noise, 0.5 * self.noise + 0.025)
    }
}

/// Log-likelihood of a change if the contents change, which changes the pattern by `least` or more.
fn of_other(change: f64, least: f64) -> f64 {
    log_likelihood(least - change, SPREAD_OF_PIECE * least)
}

fn log_likelihood(off: f64, spread: f64) -> f64 {
    (-0.5 * (off.max(0.0) / spread).powi(2)).max(MIN_LOG)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_empty(changes: &[f64]) -> Vec<Option<PatternChange>> {
        changes.iter().map(|change| Some(PatternChange::FromEmpty(*change))).collect()
    }

    #[test]
    fn a_changed_pattern_is_a_piece_and_an_unchanged_one_is_none() {
        let mut changes = from_empty(&[0.012, 0.015, 0.14, 0.011]);
        changes.push(None);
        let patterns = Patterns::new(changes, &[None; 5]);
        let of_piece = |place: usize| patterns.of_piece(place, Class(0), None, None);
        assert!(patterns.of_empty(0) > -0.1 && of_piece(0) < -4.0, "{patterns:?}");
        assert!(patterns.of_empty(2) < -4.0 && of_piece(2) == 0.0, "{patterns:?}");
        assert_eq!((patterns.of_empty(4), of_piece(4)), (0.0, 0.0));
        // Strong noise, as after a bump: the pattern says little.
        let noisy = Patterns::new(from_empty(&[0.08, 0.09, 0.14, 0.1]), &[None; 4]);
        assert!(noisy.of_empty(2) > -0.5 && noisy.of_piece(2, Class(0), None, None) == 0.0, "{noisy:?}");
    }

    #[test]
    fn a_class_that_changes_patterns_strongly_is_told_from_noise() {
        let patterns = Patterns::new(from_empty(&[0.05, 0.05, 0.06]), &[None; 3]);
        let [unknown, known] = [None, Some(0.4)].map(|usual| patterns.of_piece(0, Class(0), None, usual));
        assert!(unknown > -2.0 && known < -4.0, "{unknown} {known}");
    }

    #[test]
    fn a_piece_on_a_place_that_was_never_empty_stays_while_the_pattern_does() {
        let changes = [(0.01, None), (0.012, None), (0.3, Some(0.015)), (0.3, Some(0.2)), (0.011, None)];
        let changes = changes.map(|(change, from_empty)| Some(PatternChange::FromPiece { change, from_empty }));
        let patterns = Patterns::new(changes.to_vec(), &[Some(Class(0)); 5]);
        let of_piece = |place: usize, class: usize| patterns.of_piece(place, Class(class), Some(Class(0)), None);
        assert!(of_piece(0, 0) > -0.1 && patterns.of_empty(0) < -4.0 && of_piece(0, 1) < -4.0, "{patterns:?}");
        assert!(of_piece(2, 0) == MIN_LOG_OF_SAME && patterns.of_empty(2) == 0.0, "{patterns:?}");
        // Unlike the piece, and unlike an empty place: it may have been nudged.
        assert!(of_piece(3, 0) == 0.0 && patterns.of_empty(3) == 0.0, "{patterns:?}");
    }
}
