//! The plan of a tournament, sent to workers: configuration, game bundles and identity. A worker refuses a plan that it
//! cannot play identically.

use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use boardwright_players::PlayerSpec;
use boardwright_players::scripted::ALLOW;

use boardwright_arena::tournament::{Config, Entrant, GameLoader, Identity, Setup, TournamentGame};

/// Version of the messages between the two sides.
const PLAN_VERSION: u32 = 1;

/// Plan of a tournament.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Plan {
    edition: u32,
    version: String,
    identity: Identity,
    /// Configuration as TOML.
    config: String,
    /// Bundle of each game, for games that need more than a name.
    #[serde(rename = "parcels")]
    bundles: Vec<Option<String>>,
    /// Text of the file of starts.
    lines: Option<String>,
}

/// Version fields, read first: all other fields may differ between versions.
#[derive(Debug, Deserialize)]
struct PlanVersion {
    edition: u32,
    version: String,
}

impl Plan {
    /// Serializes the plan of a tournament.
    ///
    /// # Errors
    /// If a game cannot be transferred.
    pub fn serialize(setup: &Setup) -> Result<Vec<u8>, String> {
        let identity = setup.identity();
        let players: Vec<&PlayerSpec> = setup.entrants.iter().filter_map(Entrant::player).collect();
        let plan = Self {
            edition: PLAN_VERSION,
            version: identity.version.clone(),
            identity,
            config: setup.config.to_toml(),
            bundles: setup.contests.iter().map(|contest| contest.bundle(&players)).collect::<Result<_, _>>()?,
            lines: setup.lines().map(str::to_owned),
        };
        Ok(serde_json::to_vec(&plan).expect("a plan is always JSON"))
    }

    /// Sets up the tournament of a serialized plan; external programs are allowed only if `programs` is set.
    ///
    /// # Errors
    /// If the tournament cannot be played identically here.
    pub fn to_setup(bytes: &[u8], library: &dyn GameLoader, programs: bool) -> Result<Setup, String> {
        let foreign = |error: serde_json::Error| format!("its configuration cannot be read: {error}");
        let PlanVersion { edition, version } = serde_json::from_slice(bytes).map_err(foreign)?;
        let own = env!("CARGO_PKG_VERSION");
        if version != own || edition != PLAN_VERSION {
            return Err(format!("it is written by version {version}, this is {own}; both must be the same"));
        }
        let plan: Self = serde_json::from_slice(bytes).map_err(foreign)?;
        let config = Config::parse(&plan.config)?;
        if !programs && config.players.iter().any(|entry| !entry.program.is_empty()) {
            return Err("programs outside play in it, and whoever reaches the server could start any program here; \
                 if you trust them, --programs allows it"
                .to_owned());
        }
        if plan.bundles.len() != config.games.len() {
            return Err("its configuration does not match its games".to_owned());
        }
        let contest = |(text, bundle): (&String, &Option<String>)| match bundle {
            Some(bundle) => library.load_bundle(text, bundle),
            None => library.load(text),
        };
        let contests: Vec<Arc<dyn TournamentGame>> =
            config.games.iter().zip(&plan.bundles).map(contest).collect::<Result<_, _>>()?;
        let lines = config.start.lines.clone().map(|path: PathBuf| (path, plan.lines.clone().unwrap_or_default()));
        let setup = Setup::with_contents(config, contests, lines)?;
        let runs_programs = |player: &PlayerSpec| player.option_text(&ALLOW) != "none";
        if !programs && setup.entrants.iter().filter_map(Entrant::player).any(runs_programs) {
            return Err(
                "a script that plays in it runs programs outside, and whoever reaches the server could start any \
                 program here; if you trust them, --programs allows it"
                    .to_owned(),
            );
        }
        match difference(&setup.identity(), &plan.identity) {
            None => Ok(setup),
            Some(difference) => Err(difference),
        }
    }
}

/// Describes the first difference between two identities.
fn difference(here: &Identity, there: &Identity) -> Option<String> {
    let shown = |hash: Option<&Option<String>>| {
        let hash = hash.cloned().flatten().unwrap_or_else(|| "none".to_owned());
        hash.get(..12).unwrap_or(&hash).to_owned()
    };
    if let Some(game) = there.hashes.keys().find(|game| here.hashes.get(*game) != there.hashes.get(*game)) {
        let (own, wanted) = (shown(here.hashes.get(game)), shown(there.hashes.get(game)));
        return Some(format!("the rules of {game} are not the same here (hash {own}, wanted {wanted})"));
    }
    (here != there).then(|| "its starts or seeds differ here".to_owned())
}
