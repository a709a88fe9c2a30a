//! Trained strategies as players: finds the file that a player's options name, or a shipped strategy. Training and play are in
//! `boardwright-bots`.

use std::any::Any;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use boardwright_bots::blueprint::decision::decide;
use boardwright_bots::blueprint::shipped::SHIPPED_BLUEPRINTS;
use boardwright_bots::blueprint::strategy_file::Blueprint;
use boardwright_game::ids::Player;
use boardwright_games::holdem::{HoldemState, action_text};
use boardwright_players::PlayerSpec;
use boardwright_players::scripted::{MoveScript, STRATEGY};
use rand::Rng;

use crate::scripts::hand_of;

/// Name of the player that follows a trained strategy.
pub const PLAYER: &str = "blueprint";
/// Value of the option for the shipped strategy with the most similar stacks.
const NEAREST: &str = "nearest";

/// Loads the strategy that a player's options name.
///
/// # Errors
/// The reason if it cannot be read.
pub(crate) fn load_for(player: &PlayerSpec) -> Result<Arc<dyn MoveScript>, String> {
    let name = player.option_text(&STRATEGY);
    let blueprints =
        if name == NEAREST { (0..SHIPPED_BLUEPRINTS.len()).map(shipped).collect() } else { vec![load(&name)?] };
    Ok(Arc::new(BlueprintPlayer { name, blueprints }))
}

/// Loads a strategy by the path of its file or the name of a shipped one.
///
/// # Errors
/// The reason if there is no such file or it cannot be used.
pub fn load(name: &str) -> Result<Arc<Blueprint>, String> {
    let path = Path::new(name);
    let index = SHIPPED_BLUEPRINTS.iter().position(|known| known.name == name);
    match index.filter(|_| !path.exists()) {
        Some(index) => Ok(shipped(index)),
        None => read(path).map(Arc::new),
    }
}

/// Reads the file of a strategy.
///
/// # Errors
/// The reason if it cannot be read or is none.
pub fn read(path: &Path) -> Result<Blueprint, String> {
    let name = path.display();
    let bytes = std::fs::read(path).map_err(|error| {
        if error.kind() == std::io::ErrorKind::NotFound {
            let names = SHIPPED_BLUEPRINTS.iter().map(|known| known.name);
            let near = boardwright_lang::suggest::did_you_mean(&name.to_string(), names.clone());
            let known = names.collect::<Vec<_>>().join(", ");
            format!("there is no file \"{name}\"{near}; the shipped strategies are {known}")
        } else {
            format!("cannot read {name}: {error}")
        }
    })?;
    Blueprint::read(&bytes).map_err(|reason| format!("cannot use {name}: {reason}"))
}

/// The shipped strategy of this index, which is unpacked once.
fn shipped(index: usize) -> Arc<Blueprint> {
    static UNPACKED: [OnceLock<Arc<Blueprint>>; SHIPPED_BLUEPRINTS.len()] =
        [const { OnceLock::new() }; SHIPPED_BLUEPRINTS.len()];
    let unpack =
        || Arc::new(Blueprint::read(SHIPPED_BLUEPRINTS[index].bytes).expect("the shipped strategies are valid"));
    Arc::clone(UNPACKED[index].get_or_init(unpack))
}

/// A trained strategy at a hold'em table.
#[derive(Debug)]
struct BlueprintPlayer {
    name: String,
    /// Strategies for different stacks; never empty.
    blueprints: Vec<Arc<Blueprint>>,
}

impl BlueprintPlayer {
    /// The strategy whose stacks are most similar to those of a hand, as a ratio.
    fn nearest(&self, hand: &HoldemState) -> &Blueprint {
        let setup = hand.setup();
        let big_blinds = |stack: u32, big_blind: u32| (f64::from(stack) / f64::from(big_blind)).ln();
        let here = big_blinds(setup.stacks[0].min(setup.stacks[1]), setup.big_blind);
        let distance = |blueprint: &Blueprint| {
            let betting = &blueprint.header.betting;
            (big_blinds(betting.stack, betting.big_blind) - here).abs()
        };
        let nearest = self.blueprints.iter().min_by(|one, other| distance(one).total_cmp(&distance(other)));
        nearest.expect("there is a strategy")
    }
}

impl MoveScript for BlueprintPlayer {
    fn supports(&self, state: &dyn Any) -> bool {
        hand_of(state).is_some()
    }

    fn choose(&self, state: &dyn Any, player: Player, random: &mut dyn Rng) -> Option<String> {
        let hand = hand_of(state)?;
        Some(action_text(hand, decide(self.nearest(hand), hand, player, random)))
    }

    fn description(&self) -> String {
        if self.name == NEAREST {
            "the trained strategy with the most similar stacks".to_owned()
        } else {
            format!("the trained strategy {}", self.name)
        }
    }
}
