//! Rule files of Taroky as players: finds the file that a player's options name, or a shipped one, and connects it with the
//! game. The language itself is in `boardwright-bots`.

use std::any::Any;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use boardwright_bots::rules::deal::DealFollower;
use boardwright_bots::rules::shipped::{SHIPPED_RULES, shipped_rules};
use boardwright_bots::rules::{CheckOptions, EXTENSION, LoadedRules, Mode, RuleFile, SessionSettings, load};
use boardwright_game::deals::{Deals, DealsState};
use boardwright_game::ids::Player;
use boardwright_games::tarok::four::{Four, FourOptions, FourState, move_text};
use boardwright_lang::{Severity, Source};
use boardwright_players::PlayerSpec;
use boardwright_players::scripted::{COMPATIBLE, EVALUATION, MoveScript, RULE_FILE};
use rand::Rng;

use crate::error::Error;
use crate::load::read_source;

/// Name of the player that follows a rule file.
pub const PLAYER: &str = "rules";

/// `true` if a file or a name belongs to a rule file: by its extension, or as a shipped one.
pub fn is_rule_file(name: &str) -> bool {
    let path = Path::new(name);
    let has_extension = path.extension().is_some_and(|end| end.eq_ignore_ascii_case(EXTENSION));
    has_extension || shipped_rules(name).is_some() && !path.exists()
}

/// Loads a rule file by the path of its file or the name of a shipped one. Its mistakes are among the diagnostics. Without
/// `is_compatible` a shipped file is read as it is meant.
///
/// # Errors
/// If there is no such file or it cannot be read.
pub fn load_rules(name: &str, is_compatible: Option<bool>) -> Result<LoadedRules, Error> {
    let path = Path::new(name);
    if let Some(rules) = shipped_rules(name).filter(|_| !path.exists()) {
        let is_compatible = is_compatible.unwrap_or(rules.is_compatible);
        return Ok(load(&rules.source(), CheckOptions { is_compatible }));
    }
    if !path.exists() {
        let names = SHIPPED_RULES.iter().map(|rules| rules.name);
        let near = boardwright_lang::suggest::did_you_mean(name, names.clone());
        let known = names.collect::<Vec<_>>().join(", ");
        return Err(Error::Input(format!("there is no file \"{name}\"{near}; the shipped rule files are {known}")));
    }
    Ok(load(&read_source(path)?, CheckOptions { is_compatible: is_compatible.unwrap_or(false) }))
}

/// Rules of Taroky, if the game is Taroky.
pub(crate) fn taroky_options(game: &dyn Any) -> Option<FourOptions> {
    let of_match = game.downcast_ref::<Deals<Four>>().map(Deals::game);
    of_match.or_else(|| game.downcast_ref()).map(Four::options)
}

/// Loads the rule file that a player's options name, for a game with these rules.
///
/// # Errors
/// The first error of the file, or the reason why it cannot be read.
pub(crate) fn load_for(player: &PlayerSpec, options: FourOptions) -> Result<Arc<dyn MoveScript>, String> {
    let loaded = load_rules(&player.option_text(&RULE_FILE), dialect_of(player)).map_err(|error| error.to_string())?;
    script_from(player, loaded, options)
}

/// The player of the text of a rule file.
///
/// # Errors
/// The first error of the text.
pub(crate) fn load_source(
    player: &PlayerSpec,
    source: &Source,
    options: FourOptions,
) -> Result<Arc<dyn MoveScript>, String> {
    let loaded = load(source, CheckOptions { is_compatible: dialect_of(player).unwrap_or(false) });
    script_from(player, loaded, options)
}

/// Dialect that a player's options choose, if they do.
fn dialect_of(player: &PlayerSpec) -> Option<bool> {
    let compatible = player.option_text(&COMPATIBLE);
    (!compatible.is_empty()).then_some(compatible == "1")
}

/// The player of a loaded file.
fn script_from(player: &PlayerSpec, loaded: LoadedRules, options: FourOptions) -> Result<Arc<dyn MoveScript>, String> {
    let name = player.option_text(&RULE_FILE);
    let mode = if player.option_text(&EVALUATION) == "1" { Mode::Evaluation } else { Mode::Play };
    let LoadedRules { rules, diagnostics, source } = loaded;
    let Some(rules) = rules else {
        let first = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        let first = first.map_or_else(String::new, |first| {
            let (line, column) = source.position(first.span.start as usize);
            format!("{}:{line}:{column}: {}; ", source.name(), first.message)
        });
        return Err(format!("{first}`boardwright bot check {name}` shows all errors"));
    };
    Ok(Arc::new(TarokyRules { name, rules: Arc::new(rules), mode, options, followers: Mutex::default() }))
}

/// Deals that are followed at the same time, at most.
const MAX_FOLLOWERS: usize = 16;

/// A rule file at a table of Taroky.
#[derive(Debug)]
struct TarokyRules {
    name: String,
    rules: Arc<RuleFile>,
    mode: Mode,
    options: FourOptions,
    /// Deals that go on, the latest first.
    followers: Mutex<Vec<DealFollower>>,
}

/// The deal of a state, which is a single one or the current one of a match.
fn deal_of(state: &dyn Any) -> Option<&FourState> {
    let of_match = state.downcast_ref::<DealsState<FourState>>().map(DealsState::deal);
    of_match.or_else(|| state.downcast_ref())
}

impl MoveScript for TarokyRules {
    fn supports(&self, state: &dyn Any) -> bool {
        deal_of(state).is_some()
    }

    fn choose(&self, state: &dyn Any, player: Player, random: &mut dyn Rng) -> Option<String> {
        let deal = deal_of(state)?;
        let mut followers = self.followers.lock().unwrap_or_else(PoisonError::into_inner);
        let is_own = |follower: &DealFollower| follower.player() == player && follower.continues(deal, self.options);
        let mut follower = match followers.iter().position(is_own) {
            Some(at) => followers.remove(at),
            None => {
                let seed = match self.mode {
                    Mode::Play => random.next_u64(),
                    Mode::Evaluation => 0,
                };
                let settings = SessionSettings { mode: self.mode, seed, ..SessionSettings::default() };
                DealFollower::new(Arc::clone(&self.rules), player, settings)
            }
        };
        let decision = follower.decide(deal, self.options);
        followers.insert(0, follower);
        followers.truncate(MAX_FOLLOWERS);
        decision.map(|decision| move_text(deal, decision.mv))
    }

    fn description(&self) -> String {
        format!("the rule file {}", self.name)
    }
}
