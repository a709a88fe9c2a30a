//! Loaded games in tournaments, and seats for players there. Loading of games is in [`load`](mod@crate::load).

use std::sync::Arc;

use boardwright_arena::evolution::{ContestGame, ContestSetup};
use boardwright_arena::tournament::{GameLoader, TournamentGame};
use boardwright_arena::{Opening, Playable, Seat};
use boardwright_game::any::{AnyGame, AnyMove, AnyState};
use boardwright_game::fault::Fault;
use boardwright_game::record::{self, FaultRecord, RecordHeader};
use boardwright_players::PlayerSpec;
use boardwright_players::registry::PlayerArtifacts;

use crate::error::Error;
use crate::load::{LoadedGame, load};
use crate::{bundle, contests};

/// A game with its artifacts, loaded once for all matches.
struct GameWithArtifacts {
    loaded: LoadedGame,
    artifacts: PlayerArtifacts,
    /// Scripts from the machine of the tournament, in place of files.
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

    fn resolve_moves(&self, state: &AnyState, text: &str) -> Result<Vec<AnyMove>, String> {
        self.loaded.resolve_moves(state, text)
    }

    fn read_position(&self, text: &str) -> Option<Result<String, String>> {
        self.loaded.read_position(text)
    }

    fn read_games(&self, name: &str, text: &str) -> Option<Result<Vec<Opening>, String>> {
        self.loaded.read_games(name, text)
    }

    fn stop(&self, fault: &Fault, text: Option<String>) -> FaultRecord {
        self.loaded.stop(fault, text)
    }
}

impl TournamentGame for GameWithArtifacts {
    fn seat(&self, spec: &PlayerSpec, seed: u64) -> Result<Box<dyn Seat>, String> {
        let artifacts =
            &PlayerArtifacts { script: self.scripts.load_for(spec, &self.loaded)?, ..self.artifacts.clone() };
        let seated = self.loaded.create_player(spec, seed, artifacts);
        Ok(Box::new(seated.map_err(|error| error.to_string())?))
    }

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
            Ok(GameWithArtifacts { loaded, artifacts, scripts: bundle::BundledScripts::default() })
        };
        read().map(|game| Arc::new(game) as Arc<dyn TournamentGame>).map_err(|failure| failure.to_string())
    }

    fn load_bundle(&self, text: &str, bundle: &str) -> Result<Arc<dyn TournamentGame>, String> {
        let (loaded, artifacts, scripts) = bundle::unpack(text, bundle)?;
        Ok(Arc::new(GameWithArtifacts { loaded, artifacts, scripts }))
    }

    fn contest_game(&self, setup: &ContestSetup) -> Result<Arc<dyn ContestGame>, String> {
        contests::contest_game(setup)
    }
}
