//! What workers must know of a tournament: its description, its games, and what makes it what it is. What it cannot be sure to play
//! in just the same way, a worker refuses.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::tournament::{Config, Contest, Identity, Library, Setup};

/// The edition of what writers and workers tell each other.
const EDITION: u32 = 1;

/// What workers must know.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Plan {
    edition: u32,
    version: String,
    identity: Identity,
    /// The description as a file.
    config: String,
    /// What is needed for each game besides its name.
    parcels: Vec<Option<String>>,
    /// The file of starts.
    lines: Option<String>,
}

/// What is read first: all else may be different in another version.
#[derive(Debug, Deserialize)]
struct Preface {
    edition: u32,
    version: String,
}

impl Plan {
    /// What workers must know of a tournament, as they are told.
    ///
    /// # Errors
    /// If a game cannot be given away.
    pub fn written(setup: &Setup) -> Result<Vec<u8>, String> {
        let identity = setup.identity();
        let plan = Self {
            edition: EDITION,
            version: identity.version.clone(),
            identity,
            config: setup.config.written(),
            parcels: setup.contests.iter().map(|contest| contest.parcel()).collect::<Result<_, _>>()?,
            lines: setup.lines().map(str::to_owned),
        };
        Ok(serde_json::to_vec(&plan).expect("a plan is always JSON"))
    }

    /// The tournament that a writer tells of; programs outside are started only if `programs` says so.
    ///
    /// # Errors
    /// Why it cannot be played here in the same way.
    pub fn set_up(bytes: &[u8], library: &dyn Library, programs: bool) -> Result<Setup, String> {
        let foreign = |error: serde_json::Error| format!("its description cannot be read: {error}");
        let Preface { edition, version } = serde_json::from_slice(bytes).map_err(foreign)?;
        let own = env!("CARGO_PKG_VERSION");
        if version != own || edition != EDITION {
            return Err(format!("it is written by version {version}, this is {own}; both must be the same"));
        }
        let plan: Self = serde_json::from_slice(bytes).map_err(foreign)?;
        let config = Config::read(&plan.config)?;
        if !programs && config.players.iter().any(|entry| !entry.program.is_empty()) {
            return Err("programs outside play in it, and whoever reaches the server could start any program here; \
                 if you trust them, --programs allows it"
                .to_owned());
        }
        if plan.parcels.len() != config.games.len() {
            return Err("its description does not fit its games".to_owned());
        }
        let contest = |(text, parcel): (&String, &Option<String>)| match parcel {
            Some(parcel) => library.unpacked(text, parcel),
            None => library.contest(text),
        };
        let contests: Vec<Arc<dyn Contest>> =
            config.games.iter().zip(&plan.parcels).map(contest).collect::<Result<_, _>>()?;
        let lines = config.start.lines.clone().map(|path: PathBuf| (path, plan.lines.clone().unwrap_or_default()));
        let setup = Setup::with(config, contests, lines)?;
        match difference(&setup.identity(), &plan.identity) {
            None => Ok(setup),
            Some(difference) => Err(difference),
        }
    }
}

/// What is not the same here as where the tournament is written down.
fn difference(here: &Identity, there: &Identity) -> Option<String> {
    let shown = |hash: Option<&Option<String>>| {
        let hash = hash.cloned().flatten().unwrap_or_else(|| "none".to_owned());
        hash.get(..12).unwrap_or(&hash).to_owned()
    };
    if let Some(game) = there.hashes.keys().find(|game| here.hashes.get(*game) != there.hashes.get(*game)) {
        let (own, wanted) = (shown(here.hashes.get(game)), shown(there.hashes.get(game)));
        return Some(format!("the rules of {game} are not the same here (hash {own}, wanted {wanted})"));
    }
    (here != there).then(|| "starts or seeds come out differently here".to_owned())
}
