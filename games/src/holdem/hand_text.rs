//! A hand in words: its actions by street and its result, without cards that the reader may not see.

use boardwright_game::game::{DealReader, DealView};
use boardwright_game::ids::Player;

use super::cards::cards_text;
use super::history::Street;
use super::moves::played_text;
use super::state::{HoldemState, Stage};

/// Both players.
fn both() -> [Player; 2] {
    [Player::FIRST, Player::FIRST.next(2)]
}

impl HoldemState {
    /// The hand without the cards that are not part of this view of it.
    #[must_use]
    pub fn visible_in(&self, view: DealView) -> Self {
        let hidden = both().into_iter().filter(|&player| !view.includes(player));
        hidden.fold(self.clone(), |hand, player| hand.seen_by(player.next(2)))
    }
}

/// The result of a hand in words.
pub(super) fn result_text(hand: &HoldemState, reader: DealReader<'_>) -> String {
    let hand = hand.visible_in(reader.view);
    let shown = |player: Player| {
        let (hole, strength) = (hand.hole(player)?, hand.strength(player)?);
        Some(format!("{} shows {}, {}", reader.name(player), cards_text(&hole), strength.class()))
    };
    let mut parts: Vec<String> = match hand.stage() {
        Stage::Showdown => both().into_iter().filter_map(shown).collect(),
        _ => Vec::new(),
    };
    let winnings = hand.winnings();
    parts.push(match both().into_iter().find(|player| winnings[player.index()] > 0) {
        Some(winner) => format!("{} wins {}", reader.name(winner), winnings[winner.index()]),
        None => "the pot is split".to_owned(),
    });
    parts.join("; ")
}

/// A hand in words: the blinds, the cards that are known, the actions of each street, and the result.
pub(super) fn hand_text(hand: &HoldemState, number: u32, reader: DealReader<'_>) -> String {
    let hand = hand.visible_in(reader.view);
    let seat = |position: &str, player: Player| {
        format!("{position} {} with {}", reader.name(player), hand.starting_stack(player))
    };
    let mut lines = vec![
        format!("Hand {number}, blinds {}/{}", hand.small_blind(), hand.big_blind()),
        format!("{}; {}", seat("button", hand.button()), seat("big blind", hand.big_blind_player())),
    ];
    let known = both().into_iter().filter_map(|player| Some((player, hand.hole(player)?)));
    lines.extend(known.map(|(player, hole)| format!("{}: {}", reader.name(player), cards_text(&hole))));
    let board: Vec<_> = hand.board().collect();
    for street in Street::ALL.into_iter().filter(|&street| street <= hand.street()) {
        let before = street.index().checked_sub(1).map_or(0, |before| Street::ALL[before].board_cards());
        let cards = cards_text(&board[board.len().min(before)..board.len().min(street.board_cards())]);
        let actions =
            hand.actions(street).map(|action| format!("{} {}", reader.name(action.player), played_text(&action)));
        let actions = actions.collect::<Vec<_>>().join(", ");
        let parts = [street.to_string(), cards, actions];
        lines.push(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · "));
    }
    if hand.is_over() {
        lines.push(result_text(&hand, reader));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::holdem::{HandSetup, HoldemAction, parse_cards};

    /// A hand in which the second player folds to a bet on the flop.
    fn folded_hand() -> HoldemState {
        let setup = HandSetup { stacks: [2000; 2], small_blind: 50, big_blind: 100, button: Player::FIRST };
        let mut hand = HoldemState::new(setup);
        for cards in ["AsKd", "7h7c"] {
            hand.deal_hole(parse_cards(cards).expect("cards").try_into().ok());
        }
        hand.act(HoldemAction::RaiseTo(300));
        hand.act(HoldemAction::Call);
        hand.deal_board(&parse_cards("Ah8c2d").expect("cards"));
        for action in [HoldemAction::Call, HoldemAction::RaiseTo(400), HoldemAction::Fold] {
            hand.act(action);
        }
        hand
    }

    #[test]
    fn a_hand_is_described_without_the_cards_of_a_player_who_folds() {
        let names = ["Ann", "Bob"].map(str::to_owned);
        let text = |view| hand_text(&folded_hand(), 3, DealReader { view, names: &names });
        assert_eq!(
            text(DealView::Player(Player::FIRST)),
            "Hand 3, blinds 50/100\nbutton Ann with 2000; big blind Bob with 2000\nAnn: AsKd\n\
             preflop · Ann raise to 300, Bob call 200\nflop · Ah8c2d · Bob check, Ann bet 400, Bob fold\nAnn wins 300"
        );
        let public = text(DealView::Public);
        assert!(!public.contains("AsKd") && !public.contains("7h7c"), "{public}");
        let all = text(DealView::Everything);
        assert!(all.contains("AsKd") && all.contains("7h7c"), "{all}");
    }
}
