//! Choice of the weights by which a player evaluates positions, by its options and by what a game and the user have.

use boardwright_game::features::WeightSet;
use boardwright_game::game::{Game, GameExt};

use super::{PlayerArtifacts, PlayerSpec, PlayerSpecError};
use crate::feature_player::{FOR_PLAYERS, WEIGHTS, find_weights};
use crate::names;
use crate::options::OptionSpec;

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
        self.entry.weights(self, game, artifacts)
    }

    /// The option `weights`, if the user set it: a name or the path of a file.
    pub fn weight_option(&self) -> Option<&str> {
        self.values.texts().get(WEIGHTS.key).map(String::as_str)
    }

    /// Number of players for whom the weights are meant.
    fn players_of_weights<G: Game>(&self, game: &G) -> usize {
        self.values.whole(&FOR_PLAYERS).map_or(game.players(), |players| players as usize)
    }

    /// Weights of this name; `None` if neither the game nor the user has them.
    pub(crate) fn find_weights<G: Game>(&self, game: &G, artifacts: &PlayerArtifacts, name: &str) -> Option<WeightSet> {
        find_weights(game, &artifacts.weight_sets, name, self.players_of_weights(game))
    }

    /// Weights that an option names. If the user did not set it and there are none of its default name: the first ones
    /// that come with the game.
    ///
    /// # Errors
    /// If there are no such weights.
    pub(crate) fn selected_weights<G: Game>(
        &self,
        game: &G,
        artifacts: &PlayerArtifacts,
        option: &OptionSpec,
    ) -> Result<WeightSet, PlayerSpecError> {
        let name = self.values.name(option);
        let find = |name: &str| self.find_weights(game, artifacts, name);
        let first = || game.weight_sets().first().and_then(|first| find(&first.name));
        let is_default = self.weight_option().is_none();
        let found = find(&name).or_else(|| is_default.then(first).flatten());
        found.ok_or_else(|| self.unknown_weights(game, artifacts, &name))
    }

    fn unknown_weights<G: Game>(&self, game: &G, artifacts: &PlayerArtifacts, name: &str) -> PlayerSpecError {
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
        let (player, players) = (self.entry.name, self.players_of_weights(game));
        PlayerSpecError::UnknownWeights { player, name: name.to_owned(), players, known }
    }
}
