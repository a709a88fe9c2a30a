//! Computer players at a loaded game. Analysis of single positions is in [`analysis`](crate::analysis).

use boardwright_arena::Computer;
use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::{PlayerSpec, PlayerSpecError};

use crate::load::LoadedGame;
use crate::weights::with_player_files;

impl LoadedGame {
    /// Creates the requested player, with the artifacts of the game; `seed` is that of its random choices.
    ///
    /// # Errors
    /// If the player does not support this game, or one of its files cannot be used.
    pub fn create_player(
        &self,
        player: &PlayerSpec,
        seed: u64,
        artifacts: &PlayerArtifacts,
    ) -> Result<Computer, PlayerSpecError> {
        self.run(CreatePlayer { player, seed, artifacts })
    }
}

struct CreatePlayer<'a> {
    player: &'a PlayerSpec,
    seed: u64,
    artifacts: &'a PlayerArtifacts,
}

impl GameOperation for CreatePlayer<'_> {
    type Output = Result<Computer, PlayerSpecError>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        let artifacts = with_player_files(game, self.player, self.artifacts)?;
        Computer::from_spec(game, self.player, self.seed, &artifacts)
    }
}
