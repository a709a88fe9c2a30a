//! Contests of evolution on other machines: the set-up that a run sends, and the game that a worker loads from it.

use boardwright_game::game::GameExt as _;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use boardwright_arena::evolution::{ContestGame, ContestSetup, EvolutionConfig, OpponentSetup};
use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_players::evolution::{Contest, ContestError, Opponent};
use boardwright_players::registry::PlayerArtifacts;

use crate::bundle;
use crate::evolution::subject;
use crate::load::LoadedGame;

/// Version of this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Set-up of a run for other machines.
///
/// # Errors
/// If the game cannot be transferred.
pub(crate) fn setup(
    config: &EvolutionConfig,
    loaded: &LoadedGame,
    artifacts: &PlayerArtifacts,
    opponents: Vec<Opponent>,
) -> Result<ContestSetup, String> {
    let opponents = opponents.into_iter().zip(&config.opponents).map(|(opponent, named)| match opponent {
        Opponent::Player(_) => OpponentSetup::Player(named.player.clone().unwrap_or_default()),
        Opponent::Features(weights) => OpponentSetup::Features(weights),
        Opponent::Board(weights) => OpponentSetup::Board(weights),
    });
    Ok(ContestSetup {
        version: VERSION.to_owned(),
        game: config.game.clone(),
        bundle: bundle::pack(loaded, artifacts, &[])?,
        subject: config.subject.clone(),
        opponents: opponents.collect(),
    })
}

/// Loads the game of a set-up.
///
/// # Errors
/// If the set-up comes from another version of the program, or does not fit the game.
pub(crate) fn contest_game(setup: &ContestSetup) -> Result<Arc<dyn ContestGame>, String> {
    if setup.version != VERSION {
        return Err(format!("the run is of version {}, and this worker of version {VERSION}", setup.version));
    }
    let (loaded, artifacts, _) = bundle::unpack(&setup.game, &setup.bundle)?;
    let opponents = setup.opponents.iter().map(|opponent| {
        Ok(match opponent {
            OpponentSetup::Player(text) => {
                Opponent::Player(boardwright_players::parse(text).map_err(|error| error.to_string())?)
            }
            OpponentSetup::Features(weights) => Opponent::Features(weights.clone()),
            OpponentSetup::Board(weights) => Opponent::Board(weights.clone()),
        })
    });
    let opponents = opponents.collect::<Result<Vec<_>, String>>()?;
    let game = RemoteContests { setup: setup.clone(), loaded, artifacts, opponents };
    // A contest without games shows whether everything fits.
    let empty = Contest { competitors: Vec::new(), games: 0, seed: 0 };
    game.play(&empty, &AtomicBool::new(false))?;
    Ok(Arc::new(game))
}

/// A game with the opponents of a run.
struct RemoteContests {
    setup: ContestSetup,
    loaded: LoadedGame,
    artifacts: PlayerArtifacts,
    opponents: Vec<Opponent>,
}

impl ContestGame for RemoteContests {
    fn play(&self, contest: &Contest, stop: &AtomicBool) -> Result<Vec<f64>, String> {
        self.loaded.run(PlayContest { remote: self, contest, stop })
    }
}

struct PlayContest<'a> {
    remote: &'a RemoteContests,
    contest: &'a Contest,
    stop: &'a AtomicBool,
}

impl GameOperation for PlayContest<'_> {
    type Output = Result<Vec<f64>, String>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        let Self { remote, contest, stop } = self;
        game.prepare();
        let subject = subject(game, &remote.setup.subject, remote.artifacts.clone());
        let mut subject = subject.map_err(|(key, reason)| format!("{key}: {reason}"))?;
        for opponent in &remote.opponents {
            subject.add_opponent(opponent.clone()).map_err(|error| error.to_string())?;
        }
        subject.play(contest, stop).map_err(|error| match error {
            ContestError::Fault(fault) => remote.loaded.fault_error(&fault).to_string(),
            ContestError::Stopped => "the worker was stopped".to_owned(),
        })
    }
}
