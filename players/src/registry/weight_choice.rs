//! Choice of the weights by which a player evaluates positions, by its options and by what a game and the user have.

use boardwright_game::features::WeightSet;
use boardwright_game::game::Game;

use super::shared_options::{EVALUATION, MADE};
use super::{PlayerArtifacts, PlayerKind, PlayerSpec, PlayerSpecError};
use crate::feature_player::{EXPECTED, FOR_PLAYERS, WEIGHTS, find_weights};
use crate::names;

/// Name of the weights by which `greedy` plays, if a game has them.
const GREEDY_WEIGHTS: &str = "greedy";
/// Name of the weights that predict the margin at the end of a game: the strongest ones.
pub(super) const EXPECTED_WEIGHTS: &str = "expected";

impl PlayerSpec {
    /// Weights by which the player evaluates the positions of a game; `None` if it does not use any. Weights from a file
    /// have the path of the file as their name in the artifacts.
    ///
    /// # Errors
    /// If the player needs weights that neither the game nor the artifacts have.
    pub fn weights<G: Game>(
        &self,
        game: &G,
        artifacts: &PlayerArtifacts,
    ) -> Result<Option<WeightSet>, PlayerSpecError> {
        let players = self.values.whole(&FOR_PLAYERS).map_or(game.players(), |players| players as usize);
        let find = |name: &str| find_weights(game, &artifacts.weight_sets, name, players);
        match self.entry.kind {
            PlayerKind::Portfolio => Ok(find(EXPECTED_WEIGHTS)),
            PlayerKind::Greedy if self.values.name(&EVALUATION) == MADE => Ok(find(GREEDY_WEIGHTS)),
            PlayerKind::Weighted(Some(name)) => self.required(game, artifacts, (name, players)).map(Some),
            PlayerKind::Weighted(None) | PlayerKind::Expectimax => {
                let option = if matches!(self.entry.kind, PlayerKind::Expectimax) { &EXPECTED } else { &WEIGHTS };
                let (is_default, name) = (self.weight_option().is_none(), self.values.name(option));
                let first = || game.weight_sets().first().and_then(|first| find(&first.name));
                match find(&name).or_else(|| is_default.then(first).flatten()) {
                    Some(weights) => Ok(Some(weights)),
                    None => self.required(game, artifacts, (&name, players)).map(Some),
                }
            }
            _ => Ok(None),
        }
    }

    /// The option `weights`, if the user set it: a name or the path of a file.
    pub fn weight_option(&self) -> Option<&str> {
        self.values.texts().get(WEIGHTS.key).map(String::as_str)
    }

    /// Weights of this name for a number of players, which must exist.
    fn required<G: Game>(
        &self,
        game: &G,
        artifacts: &PlayerArtifacts,
        (name, players): (&str, usize),
    ) -> Result<WeightSet, PlayerSpecError> {
        find_weights(game, &artifacts.weight_sets, name, players).ok_or_else(|| {
            let sets = game.weight_sets();
            let sets: Vec<&WeightSet> = sets.iter().chain(&artifacts.weight_sets).collect();
            let near = names::nearest(name, sets.iter().map(|set| set.name.as_str()).filter(|near| *near != name));
            let known = sets.iter().map(|set| match set.players {
                Some(players) => format!("{} for {players} players", set.name),
                None => set.name.clone(),
            });
            let known = near.map_or_else(
                || format!("; it has {}", known.collect::<Vec<_>>().join(", ")),
                |near| format!(", did you mean \"{near}\"?"),
            );
            PlayerSpecError::UnknownWeights { player: self.entry.name, name: name.to_owned(), players, known }
        })
    }
}
