//! Play by data that chooses the moves of one game: a script in a language such as Heads Up Script, a rule file, or a trained
//! strategy. The data is behind the trait [`MoveScript`]; this module knows no language and no strategy.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt};
use boardwright_game::ids::Player as Number;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use crate::options::{OptionKind, OptionSpec};
use crate::player::{Choice, Player, Question};
use crate::registry::PlayerArtifacts;
use crate::registry::PlayerEntry;
use crate::registry::registration::{BuildRequest, BuiltPlayer, PlayableGame, RegisteredPlayer};
use crate::registry::shared_options::{NODES, SECONDS, SEED};

/// Option for the file of the script.
pub const FILE: OptionSpec = OptionSpec {
    key: "file",
    kind: OptionKind::Name { default: "expert", known: &[] },
    about: "file of the script, or the name of a shipped one",
};
/// Option for the file of a trained strategy.
pub const STRATEGY: OptionSpec = OptionSpec {
    key: "file",
    kind: OptionKind::Name { default: "nearest", known: &[] },
    about: "file of the strategy, or the name of a shipped one; `nearest`: the shipped one with the most similar stacks",
};
/// Option for the programs that the script may run.
pub const ALLOW: OptionSpec = OptionSpec {
    key: "allow",
    kind: OptionKind::Name { default: "none", known: &[] },
    about: "programs that the script may run, as it writes them, separated by `;`; `none`: no program",
};

/// Option for the rule file.
pub const RULE_FILE: OptionSpec = OptionSpec {
    key: "file",
    kind: OptionKind::Name { default: "complete", known: &[] },
    about: "rule file (.tks), or the name of a shipped one",
};
/// Option for the choice where the rules leave one.
pub const EVALUATION: OptionSpec = OptionSpec {
    key: "evaluation",
    kind: OptionKind::Whole { least: 0, most: 1, default: Some(0) },
    about: "1: the first answer, and without one the first legal card; 0: random choices",
};
/// Option for the dialect of a rule file.
pub const COMPATIBLE: OptionSpec = OptionSpec {
    key: "compatible",
    kind: OptionKind::Whole { least: 0, most: 1, default: None },
    about: "1: the rule file is read as the published system does, with the quirks of its Prolog",
};

/// Reason why the player does not support a game, as the end of a sentence "... games ...".
pub(crate) const NO_SCRIPT: &str = "without a script for them";
/// Reason why the player does not support a game with a script for another one, as the end of such a sentence.
pub(crate) const NOT_OF_SCRIPT: &str = "that its script is not written for";

/// A script or a trained strategy that chooses the moves of a game whose type it knows.
pub trait MoveScript: Debug + Send + Sync {
    /// `true` if states of this type belong to the game of the script.
    fn supports(&self, state: &dyn Any) -> bool;

    /// Text of the legal move that the script chooses for a player; `None` for a state of another game. The choice depends
    /// on nothing that the player cannot see.
    fn choose(&self, state: &dyn Any, player: Number, random: &mut dyn Rng) -> Option<String>;

    /// Description of the script, for people.
    fn description(&self) -> String;
}

/// A player that follows a script.
#[derive(Debug)]
pub struct ScriptPlayer {
    script: Arc<dyn MoveScript>,
    random: Pcg64Mcg,
}

impl ScriptPlayer {
    /// A player that follows this script.
    pub fn new(script: Arc<dyn MoveScript>, random: Pcg64Mcg) -> Self {
        Self { script, random }
    }
}

impl<G: Game> Player<G> for ScriptPlayer
where
    G::State: 'static,
{
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, me, moves, .. } = *question;
        let text = self.script.choose(state, me, &mut self.random);
        // A move that the game does not accept would be a mistake of the language, not of the script.
        let chosen = text.and_then(|text| game.parse_move(state, &text).ok());
        Ok(Choice::without_search(chosen.unwrap_or(moves[0])))
    }

    fn description(&self) -> Option<String> {
        Some(self.script.description())
    }
}

fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
    let Some(script) = &request.artifacts.script else { return Err(request.unsupported(NO_SCRIPT)) };
    if !script.supports(&request.game.initial_state()) {
        return Err(request.unsupported(NOT_OF_SCRIPT));
    }
    Ok(Box::new(ScriptPlayer::new(Arc::clone(script), request.random())))
}

/// The player `script`.
pub(crate) struct ScriptEntry;

impl RegisteredPlayer for ScriptEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "script",
        about: "follows the rules of a file in Heads Up Script, for heads-up no-limit hold'em",
        options: &[SECONDS, NODES, FILE, ALLOW, SEED],
        supports_chance: true,
        supports_hidden_information: true,
    };
    const NEEDS_PREPARATION: bool = false;

    fn unsupported_reason<G: Game>(_: &G, artifacts: &PlayerArtifacts) -> Option<&'static str> {
        // The script is an artifact, which decides what it plays.
        artifacts.script.is_none().then_some(NO_SCRIPT)
    }

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        build(request)
    }
}

/// The player `blueprint`.
pub(crate) struct BlueprintEntry;

impl RegisteredPlayer for BlueprintEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "blueprint",
        about: "follows a trained strategy for heads-up no-limit hold'em: MCCFR on buckets of hands and few sizes of bets",
        options: &[SECONDS, NODES, STRATEGY, SEED],
        supports_chance: true,
        supports_hidden_information: true,
    };
    const NEEDS_PREPARATION: bool = false;

    fn unsupported_reason<G: Game>(_: &G, artifacts: &PlayerArtifacts) -> Option<&'static str> {
        // The script is an artifact, which decides what it plays.
        artifacts.script.is_none().then_some(NO_SCRIPT)
    }

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        build(request)
    }
}

/// The player `rules`.
pub(crate) struct RulesEntry;

impl RegisteredPlayer for RulesEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "rules",
        about: "follows a rule file over a Prolog knowledge base, for four-handed Taroky",
        options: &[SECONDS, NODES, RULE_FILE, EVALUATION, COMPATIBLE, SEED],
        supports_chance: true,
        supports_hidden_information: true,
    };
    const NEEDS_PREPARATION: bool = false;

    fn unsupported_reason<G: Game>(_: &G, artifacts: &PlayerArtifacts) -> Option<&'static str> {
        // The rule file is an artifact, which decides what it plays.
        artifacts.script.is_none().then_some(NO_SCRIPT)
    }

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        build(request)
    }
}
