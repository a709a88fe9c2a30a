//! Loaded games in tournaments, and seats for players. Loading of games is in [`load`](mod@crate::load).

use std::sync::Arc;

#[cfg(feature = "queue")]
use boardwright_arena::queue::{ContestGame, ContestSetup};
use boardwright_arena::tournament::{GameLoader, TournamentGame};
use boardwright_arena::{Computer, Playable, Seat};
use boardwright_game::any::{AnyGame, AnyMove};
use boardwright_game::fault::Fault;
use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_game::record::{self, FaultRecord, RecordHeader};
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::{PlayerSpec, PlayerSpecError};

use crate::error::Error;
use crate::load::{LoadedGame, load};
use crate::weights::with_player_files;
#[cfg(feature = "queue")]
use crate::{bundle, contests};

/// Creates the requested player, with the artifacts of the game.
pub struct CreatePlayer<'a> {
    /// Requested player.
    pub player: &'a PlayerSpec,
    /// Seed of its random choices.
    pub seed: u64,
    /// Artifacts of the game.
    pub artifacts: &'a PlayerArtifacts,
}

impl GameOperation for CreatePlayer<'_> {
    type Output = Result<Computer, PlayerSpecError>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        let artifacts = with_player_files(game, self.player, self.artifacts)?;
        Computer::from_spec(game, self.player, self.seed, &artifacts)
    }
}

/// A game with its artifacts, loaded once for all matches.
struct GameWithArtifacts {
    loaded: LoadedGame,
    artifacts: PlayerArtifacts,
    /// Scripts from the machine of the tournament, in place of files.
    #[cfg(feature = "queue")]
    scripts: bundle::BundledScripts,
}

impl Playable for GameWithArtifacts {
    fn game(&self) -> &dyn AnyGame {
        self.loaded.game()
    }

    fn header(&self, players: Vec<record::Seat>, seed: u64, opening: Vec<String>) -> RecordHeader {
        self.loaded.header(players, seed, opening)
    }

    fn rule(&self, mv: &AnyMove) -> Option<String> {
        self.loaded.rule(mv)
    }

    fn stop(&self, fault: &Fault, text: Option<String>) -> FaultRecord {
        self.loaded.stop(fault, text)
    }
}

impl TournamentGame for GameWithArtifacts {
    fn seat(&self, spec: &PlayerSpec, seed: u64) -> Result<Box<dyn Seat>, String> {
        #[cfg(feature = "queue")]
        let artifacts = &PlayerArtifacts { script: self.scripts.load_for(spec)?, ..self.artifacts.clone() };
        #[cfg(not(feature = "queue"))]
        let artifacts = &self.artifacts;
        let seated = self.loaded.run(CreatePlayer { player: spec, seed, artifacts });
        Ok(Box::new(seated.map_err(|error| error.to_string())?))
    }

    #[cfg(feature = "queue")]
    fn bundle(&self, players: &[&PlayerSpec]) -> Result<Option<String>, String> {
        bundle::pack(&self.loaded, &self.artifacts, players).map(Some)
    }
}

/// Loader of games by name or file.
#[derive(Clone, Copy, Debug)]
pub struct LibraryLoader {
    /// Receives warnings for the user about a loaded game.
    pub warn: fn(&str),
}

impl GameLoader for LibraryLoader {
    fn load(&self, text: &str) -> Result<Arc<dyn TournamentGame>, String> {
        let read = || -> Result<GameWithArtifacts, Error> {
            let loaded = load(text)?;
            let (artifacts, note) = loaded.artifacts()?;
            for note in loaded.warning.iter().chain(&note) {
                (self.warn)(note);
            }
            Ok(GameWithArtifacts {
                loaded,
                artifacts,
                #[cfg(feature = "queue")]
                scripts: bundle::BundledScripts::default(),
            })
        };
        read().map(|game| Arc::new(game) as Arc<dyn TournamentGame>).map_err(|failure| failure.to_string())
    }

    #[cfg(feature = "queue")]
    fn load_bundle(&self, text: &str, bundle: &str) -> Result<Arc<dyn TournamentGame>, String> {
        let (loaded, artifacts, scripts) = bundle::unpack(text, bundle)?;
        Ok(Arc::new(GameWithArtifacts { loaded, artifacts, scripts }))
    }

    #[cfg(feature = "queue")]
    fn contest_game(&self, setup: &ContestSetup) -> Result<Arc<dyn ContestGame>, String> {
        contests::contest_game(setup)
    }
}
