//! The dialog of the player to act: fold, check or call, and a bet or raise with the usual sizes.

use boardwright_game::dialog::{Amount, Answer, Dialog};

use super::history::HoldemAction;
use super::moves::action_text;
use super::state::{HoldemState, RaiseInterval};

/// The dialog of a hand; `None` if no player is to act.
pub(super) fn dialog(state: &HoldemState) -> Option<Dialog> {
    state.to_act()?;
    let mut dialog = Dialog::default();
    if state.can_fold() {
        dialog = dialog.with_answer(Answer::of_move(action_text(state, HoldemAction::Fold)).with_key('F'));
    }
    dialog = dialog.with_answer(Answer::of_move(action_text(state, HoldemAction::Call)).with_key('C'));
    let Some(interval) = state.raise_interval() else { return Some(dialog) };
    // The text of a bet ends with its amount.
    let least = action_text(state, HoldemAction::RaiseTo(interval.min_to));
    let move_text = least.replace(&interval.min_to.to_string(), "{}");
    let amount = Amount::new("Amount", move_text, interval.min_to..=interval.max_to);
    let amount = amount.with_step(state.big_blind()).with_step_name("one big blind").with_key('R');
    let sizes = usual_sizes(state, interval).into_iter();
    Some(dialog.with_amount(sizes.fold(amount, |amount, (name, value)| amount.with_preset(name, value))))
}

/// Names of the usual sizes with their amounts, smallest first: the minimum, parts of the pot after a call, and all-in.
/// Sizes outside the interval, and sizes that equal a smaller one, are left out.
fn usual_sizes(state: &HoldemState, interval: RaiseInterval) -> Vec<(&'static str, u32)> {
    let Some(player) = state.to_act() else { return Vec::new() };
    let highest = u64::from(state.street_bet(player.next(2)));
    let pot = u64::from(state.pot()) + u64::from(state.to_call(player));
    let of_pot = |quarters: u64| u32::try_from(highest + pot * quarters / 4).unwrap_or(u32::MAX);
    let pots = [("1/2 pot", 2), ("3/4 pot", 3), ("Pot", 4)].map(|(name, quarters)| (name, of_pot(quarters)));
    let mut sizes: Vec<(&'static str, u32)> = Vec::new();
    for (name, amount) in [("Minimum", interval.min_to)].into_iter().chain(pots) {
        let last = sizes.last().map_or(0, |&(_, last)| last);
        if amount >= interval.min_to && amount < interval.max_to && amount > last {
            sizes.push((name, amount));
        }
    }
    sizes.push(("All-in", interval.max_to));
    sizes
}

#[cfg(test)]
mod tests {
    use boardwright_game::ids::Player;

    use super::*;
    use crate::holdem::{HandSetup, parse_cards};

    fn hand(stack: u32) -> HoldemState {
        let setup = HandSetup { stacks: [stack; 2], small_blind: 50, big_blind: 100, button: Player::FIRST };
        let mut hand = HoldemState::new(setup);
        for cards in ["AsKd", "7h7c"] {
            hand.deal_hole(parse_cards(cards).expect("cards").try_into().ok());
        }
        hand
    }

    #[test]
    fn usual_sizes_are_legal_and_rise() {
        // The pot after a call of 50 is 200; all parts of it count from the big blind of 100.
        let amounts = |stack| {
            let dialog = dialog(&hand(stack)).expect("a player is to act");
            dialog.amounts[0].presets.iter().map(|preset| preset.value).collect::<Vec<_>>()
        };
        assert_eq!(amounts(20_000), [200, 250, 300, 20_000]);
        assert_eq!(amounts(260), [200, 250, 260]);
        assert_eq!(amounts(150), [150], "all-in for less than the minimum");
    }

    #[test]
    fn all_answers_are_legal() {
        let mut hand = hand(20_000);
        let raise = dialog(&hand).expect("a player is to act").amounts.remove(0).move_text_of(250);
        assert_eq!(raise, "raise to 250");
        hand.act(HoldemAction::Call);
        let checked = dialog(&hand).expect("the big blind is to act");
        let labels: Vec<&str> = checked.answers.iter().map(|answer| answer.label.as_str()).collect();
        assert_eq!(labels, ["Check"]);
        hand.act(HoldemAction::Call);
        assert_eq!(dialog(&hand), None, "the flop is dealt");
        hand.deal_board(&parse_cards("Ah8c2d").expect("cards"));
        let bet = dialog(&hand).expect("a player is to act").amounts.remove(0);
        assert_eq!((bet.move_text_of(bet.min), bet.move_text_of(300)), ("bet 100".to_owned(), "bet 300".to_owned()));
    }
}
