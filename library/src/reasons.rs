//! Reasons of players for their moves, as text. Players that follow a script give them: every rule of the phase with the
//! values of its conditions.

use boardwright_bots::evaluation::{DecisionSettings, RuleReason, explain};
use boardwright_bots::programs::NoPrograms;
use boardwright_bots::situation::Situation;
use boardwright_game::any::AnyState;
use boardwright_game::deals::DealsState;
use boardwright_game::ids::Player;
use boardwright_games::holdem::HoldemState;
use boardwright_players::PlayerSpec;
use boardwright_players::scripted::FILE;
use rand_pcg::Pcg64Mcg;

use crate::scripts::{self, load_script};

/// Reasons of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reasons {
    /// Rules that give the move, or a sentence that says that there is none.
    pub active: String,
    /// Number of the other rules that were considered.
    pub other_count: usize,
    /// The other rules.
    pub others: String,
}

/// Text in place of the rules that give a move.
const NO_RULE: &str = "No rule holds: check, or fold to a bet.";

/// `true` if a player gives reasons. They reveal what the player knows.
pub fn gives_reasons(spec: &PlayerSpec) -> bool {
    spec.entry.name == scripts::PLAYER
}

/// Reasons of a player for its move in a state; `None` if the player gives none in this state.
///
/// # Errors
/// If the script of the player cannot be loaded.
pub fn reasons(spec: &PlayerSpec, state: &AnyState, player: Player) -> Result<Option<Reasons>, String> {
    let hand = hand_of(state).filter(|hand| hand.to_act() == Some(player));
    let situation = hand.and_then(|hand| Situation::of_hand(hand, player));
    let Some(situation) = situation.filter(|_| gives_reasons(spec)) else { return Ok(None) };
    let file = spec.option_text(&FILE);
    let loaded = load_script(&file).map_err(|error| error.to_string())?;
    let (Some(script), Some(source)) = (loaded.script, loaded.sources.first()) else {
        return Err(format!("the script {file} has errors; `boardwright bot check {file}` shows them"));
    };
    let settings = DecisionSettings { programs: &NoPrograms, is_strict_offsuit: false };
    // The generator chooses among rules that hold, and does not change which of them do.
    let (_, rules) = explain(&script, &situation, settings, &mut Pcg64Mcg::new(0));
    let (active, others): (Vec<_>, Vec<_>) = rules.iter().partition(|rule| rule.action.is_some());
    let text = |rules: &[&RuleReason]| rules.iter().map(|rule| rule.text(source)).collect::<Vec<_>>().join("\n");
    let active = if active.is_empty() { NO_RULE.to_owned() } else { text(&active) };
    Ok(Some(Reasons { active, other_count: others.len(), others: text(&others) }))
}

/// The hand of a state, which is a single one or the current one of a match.
fn hand_of(state: &AnyState) -> Option<&HoldemState> {
    let of_match = state.downcast_ref::<DealsState<HoldemState>>().map(DealsState::deal);
    of_match.or_else(|| state.downcast_ref())
}

#[cfg(test)]
mod tests {
    use boardwright_games::holdem::{HandSetup, parse_cards};

    use super::*;

    #[test]
    fn scripts_give_reasons_and_other_players_none() {
        let setup = HandSetup { stacks: [2000; 2], small_blind: 50, big_blind: 100, button: Player::FIRST };
        let mut hand = HoldemState::new(setup);
        for cards in ["AsKd", "7h7c"] {
            hand.deal_hole(parse_cards(cards).expect("cards").try_into().ok());
        }
        let state = AnyState::new(DealsState::first(hand));
        let spec = |text: &str| boardwright_players::parse(text).unwrap();
        let script = spec(scripts::PLAYER);
        let given = reasons(&script, &state, Player::FIRST).unwrap().expect("the first player is to act");
        assert!(given.active.contains("rule in PREFLOP"), "{given:?}");
        assert_eq!(reasons(&script, &state, Player::FIRST.next(2)).unwrap(), None, "the other player is to act");
        assert!(gives_reasons(&script) && !gives_reasons(&spec("random")));
        assert_eq!(reasons(&spec("random"), &state, Player::FIRST).unwrap(), None);
    }
}
