//! Scripts as players: finds the file that a player's options name, or a shipped script, and connects the language with
//! the game. The language itself is in `boardwright-bots`.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardwright_bots::evaluation::{DecisionSettings, decide};
use boardwright_bots::programs::LocalPrograms;
use boardwright_bots::script::{LoadedScript, Script, load};
use boardwright_bots::shipped::{SHIPPED_BOTS, ShippedTables, shipped_bot};
use boardwright_bots::situation::{BotAction, Situation};
use boardwright_game::deals::DealsState;
use boardwright_game::ids::Player;
use boardwright_games::holdem::{HoldemAction, HoldemState, action_text};
use boardwright_lang::{Files, Severity, Source};
use boardwright_players::PlayerSpec;
use boardwright_players::scripted::{ALLOW, FILE, MoveScript};
use rand::Rng;

use crate::blueprints;
use crate::error::Error;
use crate::load::read_source;
use crate::rule_files;

/// Name of the player that follows a script.
pub const PLAYER: &str = "script";

/// Tables beside a script.
#[derive(Debug)]
struct TablesBeside {
    folder: PathBuf,
}

impl Files for TablesBeside {
    fn read(&self, name: &str) -> Result<Source, String> {
        let path = self.folder.join(name);
        match std::fs::read(&path) {
            Ok(bytes) => Ok(Source::new(path.display().to_string(), &bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err("it is not beside the script".to_owned()),
            Err(_) if path.is_dir() => Err("it is a folder".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// Loads a script by the path of its file or the name of a shipped one. Its mistakes are among the diagnostics.
///
/// # Errors
/// If there is no such file or it cannot be read.
pub fn load_script(name: &str) -> Result<LoadedScript, Error> {
    let path = Path::new(name);
    if let Some(bot) = shipped_bot(name).filter(|_| !path.exists()) {
        return Ok(load(&bot.source(), &ShippedTables));
    }
    if !path.exists() {
        let names = SHIPPED_BOTS.iter().map(|bot| bot.name);
        let near = boardwright_lang::suggest::did_you_mean(name, names.clone());
        let known = names.collect::<Vec<_>>().join(", ");
        return Err(Error::Input(format!("there is no file \"{name}\"{near}; the shipped scripts are {known}")));
    }
    let source = read_source(path)?;
    Ok(load(&source, &TablesBeside { folder: path.parent().unwrap_or(Path::new("")).to_owned() }))
}

/// Checks the text of a script with the tables beside its file, which need not exist.
pub fn check_script(source: &Source, path: &Path) -> LoadedScript {
    load(source, &TablesBeside { folder: path.parent().unwrap_or(Path::new("")).to_owned() })
}

/// Loads the script, the trained strategy or the rule file that a player's options name; `None` for players without such a
/// file, and for a rule file in another game than Taroky.
///
/// # Errors
/// The reason if the file cannot be read or has errors.
pub fn load_for(player: &PlayerSpec, game: &dyn Any) -> Result<Option<Arc<dyn MoveScript>>, String> {
    match player.entry.name {
        PLAYER => script_for(player).map(Some),
        blueprints::PLAYER => blueprints::load_for(player).map(Some),
        rule_files::PLAYER => {
            let options = rule_files::taroky_options(game);
            options.map(|options| rule_files::load_for(player, options)).transpose()
        }
        _ => Ok(None),
    }
}

fn script_for(player: &PlayerSpec) -> Result<Arc<dyn MoveScript>, String> {
    let name = player.option_text(&FILE);
    script_from(player, load_script(&name).map_err(|error| error.to_string())?)
}

/// The script of a player from a loaded file.
///
/// # Errors
/// The first error of the script.
pub(crate) fn script_from(player: &PlayerSpec, loaded: LoadedScript) -> Result<Arc<dyn MoveScript>, String> {
    let name = player.option_text(&FILE);
    let LoadedScript { script, diagnostics, sources } = loaded;
    let Some(script) = script else {
        let first = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        let first = first.map_or_else(String::new, |first| {
            let source = &sources[usize::from(first.span.source)];
            let (line, column) = source.position(first.span.start as usize);
            format!("{}:{line}:{column}: {}; ", source.name(), first.message)
        });
        return Err(format!("{first}`boardwright bot check {name}` shows all errors"));
    };
    let allowed = player.option_text(&ALLOW);
    let allowed = allowed.split(';').map(str::trim).filter(|name| *name != "none" && !name.is_empty());
    let programs = LocalPrograms::new(allowed.map(str::to_owned).collect());
    Ok(Arc::new(HoldemScript { name, script, programs }))
}

/// A script in Heads Up Script at a hold'em table.
#[derive(Debug)]
struct HoldemScript {
    name: String,
    script: Script,
    programs: LocalPrograms,
}

/// The hand of a state, which is a single one or the current one of a match.
pub(crate) fn hand_of(state: &dyn Any) -> Option<&HoldemState> {
    let of_match = state.downcast_ref::<DealsState<HoldemState>>().map(DealsState::deal);
    of_match.or_else(|| state.downcast_ref())
}

/// The action of a script as a legal one of the game. A script that has none checks, or folds to a bet, as does one that
/// checks after a bet.
fn legal_action(hand: &HoldemState, situation: &Situation, action: Option<BotAction>) -> HoldemAction {
    let action = match action {
        None | Some(BotAction::Fold | BotAction::Check) => HoldemAction::Fold,
        Some(BotAction::Call) => HoldemAction::Call,
        Some(BotAction::Raise(by)) => {
            let to = situation.villain_bet.saturating_add(by).min(u64::from(u32::MAX));
            HoldemAction::RaiseTo(to as u32)
        }
    };
    hand.legalized(action)
}

impl MoveScript for HoldemScript {
    fn supports(&self, state: &dyn Any) -> bool {
        hand_of(state).is_some()
    }

    fn choose(&self, state: &dyn Any, player: Player, random: &mut dyn Rng) -> Option<String> {
        let hand = hand_of(state)?;
        let situation = Situation::of_hand(hand, player)?;
        let settings = DecisionSettings { programs: &self.programs, is_strict_offsuit: false };
        let decision = decide(&self.script, &situation, settings, random);
        Some(action_text(hand, legal_action(hand, &situation, decision.action)))
    }

    fn description(&self) -> String {
        format!("the script {}", self.name)
    }
}
