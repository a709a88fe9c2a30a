//! Evaluations that are a weighted sum of named features, for any number of players and for games with chance: the
//! [`TermList`] of a game, and the [`WeightRow`] of any evaluation whose weights can be tuned. It tunes no weights.

use boardwright_game::fault::Fault;
use boardwright_game::game::Game;
use boardwright_game::ids::Player;

/// A weight of an evaluation: its name and the range in which it is searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// Name, unique within the evaluation.
    pub name: String,
    /// Lower bound of the weight.
    pub min: f32,
    /// Upper bound of the weight.
    pub max: f32,
}

/// Weights as a row of named numbers.
pub trait WeightRow {
    /// The terms, in the order of the row.
    fn terms(&self) -> Vec<Term>;

    /// All weights.
    fn to_row(&self) -> Vec<f32>;

    /// Sets all weights from a row of the same length.
    fn set_from_row(&mut self, row: &[f32]);
}

/// Index of a term and the value of its feature, for the terms whose feature is not 0.
pub type Counts = Vec<(u32, f32)>;

/// The weighted sum of features.
pub(super) fn weighted_sum(row: &[f32], counts: &[(u32, f32)]) -> f32 {
    counts.iter().map(|&(index, count)| row[index as usize] * count).sum()
}

/// A feature of positions.
#[derive(Clone, Copy, Debug)]
pub struct Feature<G: Game> {
    /// Name.
    pub name: &'static str,
    /// Lower and upper bound of its weights.
    pub bounds: [f32; 2],
    /// Value of the feature for a player.
    pub value: fn(&G, &G::State, Player) -> Result<f32, Fault>,
}

/// Phases of a game, in which features have separate weights. Between two phases the weights are interpolated (tapered
/// evaluation).
#[derive(Clone, Copy, Debug)]
pub struct Phases<G: Game> {
    /// Names, from the beginning of the game to its end.
    pub names: &'static [&'static str],
    /// Progress of a position, from 0 in the first phase to 1 in the last one.
    pub progress: fn(&G, &G::State) -> f32,
}

/// The features of a game. A feature is one function and one line of the list.
#[derive(Clone, Debug)]
pub struct TermList<G: Game> {
    /// Features.
    pub features: Vec<Feature<G>>,
    /// Phases; `None` for the same weights in the whole game.
    pub phases: Option<Phases<G>>,
}

impl<G: Game> TermList<G> {
    /// The terms: one for each feature, or one for each feature and phase.
    pub fn terms(&self) -> Vec<Term> {
        let term = |feature: &Feature<G>, phase: Option<&str>| {
            let name = phase.map_or_else(|| feature.name.to_owned(), |phase| format!("{} ({phase})", feature.name));
            Term { name, min: feature.bounds[0], max: feature.bounds[1] }
        };
        match &self.phases {
            None => self.features.iter().map(|feature| term(feature, None)).collect(),
            Some(phases) => {
                let all = |feature| phases.names.iter().map(move |&phase| term(feature, Some(phase)));
                self.features.iter().flat_map(all).collect()
            }
        }
    }

    /// The features of a position for a player, by term.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail.
    pub fn counts(&self, game: &G, state: &G::State, player: Player) -> Result<Counts, Fault> {
        let shares = self.phases.as_ref().map_or_else(|| vec![1.0], |phases| phase_shares(phases, game, state));
        let mut counts = Vec::new();
        for (number, feature) in self.features.iter().enumerate() {
            let value = (feature.value)(game, state, player)?;
            let places = (number * shares.len()..).map(|index| index as u32);
            let parts = places.zip(&shares).map(|(index, share)| (index, share * value));
            counts.extend(parts.filter(|&(_, part)| part != 0.0));
        }
        Ok(counts)
    }

    /// Value of a position for a player under these weights, one for each term.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail.
    ///
    /// # Panics
    /// If there are too few weights.
    pub fn value(&self, row: &[f32], game: &G, state: &G::State, player: Player) -> Result<f32, Fault> {
        Ok(weighted_sum(row, &self.counts(game, state, player)?))
    }
}

/// Shares of the phases in a position, which sum to 1.
fn phase_shares<G: Game>(phases: &Phases<G>, game: &G, state: &G::State) -> Vec<f32> {
    let last = phases.names.len().saturating_sub(1) as f32;
    let place = (phases.progress)(game, state).clamp(0.0, 1.0) * last;
    (0..phases.names.len()).map(|phase| (1.0 - (place - phase as f32).abs()).max(0.0)).collect()
}

#[cfg(test)]
mod tests {
    use boardwright_game::sample::{Heap, HeapState};

    use super::*;

    fn list(phases: Option<Phases<Heap>>) -> TermList<Heap> {
        let features = vec![
            Feature { name: "rest", bounds: [-5.0, 5.0], value: |_, state: &HeapState, _| Ok(state.rest as f32) },
            Feature {
                name: "turn",
                bounds: [0.0, 1.0],
                value: |_, state: &HeapState, player| Ok(f32::from(u8::from(state.mover == player))),
            },
        ];
        TermList { features, phases }
    }

    #[test]
    fn values_are_weighted_sums_for_each_player() {
        let (game, list) = (Heap { has_coin: true, ..Heap::with_size(8) }, list(None));
        let state = game.initial_state();
        let second = Player::FIRST.next(2);
        let values = [Player::FIRST, second].map(|player| list.value(&[0.5, 3.0], &game, &state, player));
        assert_eq!(values, [Ok(7.0), Ok(4.0)]);
        assert_eq!(list.counts(&game, &state, second), Ok(vec![(0, 8.0)]), "features that are 0 are left out");
        let terms: Vec<_> = list.terms().into_iter().map(|term| (term.name, term.min, term.max)).collect();
        assert_eq!(terms, [("rest".to_owned(), -5.0, 5.0), ("turn".to_owned(), 0.0, 1.0)]);
    }

    #[test]
    fn weights_are_interpolated_between_phases() {
        let progress = |game: &Heap, state: &HeapState| 1.0 - state.rest as f32 / game.size as f32;
        let list = list(Some(Phases { names: &["early", "middle", "late"], progress }));
        let names: Vec<String> = list.terms().into_iter().map(|term| term.name).collect();
        assert_eq!(names[..4], ["rest (early)", "rest (middle)", "rest (late)", "turn (early)"]);
        let game = Heap::with_size(8);
        let value = |rest| {
            let state = HeapState { rest, ..game.initial_state() };
            list.value(&[0.0, 0.0, 0.0, 10.0, 20.0, 40.0], &game, &state, Player::FIRST)
        };
        assert_eq!([8, 6, 4, 2, 0].map(value), [Ok(10.0), Ok(15.0), Ok(20.0), Ok(30.0), Ok(40.0)]);
    }
}
