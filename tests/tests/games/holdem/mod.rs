//! Heads-up no-limit hold'em: known showdowns and complete hands, rules, random hands, and formats.

mod equity;
mod formats;
mod hands;
mod random_hands;
mod reference;
mod rules;
mod strength;
mod xml_states;

use boardwright_game::ids::Player;
use boardwright_games::holdem::{Card, HandSetup, HoldemAction, HoldemState, Stage, parse_cards};

fn cards(texts: &[String]) -> Vec<Card> {
    parse_cards(&texts.concat()).unwrap()
}

fn second() -> Player {
    Player::FIRST.next(2)
}

/// A hand before the flop with these cards, blinds of 50 and 100, and the first player on the button.
fn dealt_hand(stacks: [u32; 2], first: &[Card], second: &[Card]) -> HoldemState {
    let setup = HandSetup { stacks, small_blind: 50, big_blind: 100, button: Player::FIRST };
    let mut hand = HoldemState::new(setup);
    for hole in [first, second] {
        hand.deal_hole(Some(hole.try_into().unwrap()));
    }
    hand
}

/// A hand in which everything is checked down.
fn hand_at_showdown(first: &[Card], second: &[Card], board: &[Card]) -> HoldemState {
    let mut hand = dealt_hand([1000; 2], first, second);
    while !hand.is_over() {
        match hand.stage() {
            Stage::DealBoard(street) => {
                let dealt = hand.board().count();
                hand.deal_board(&board[dealt..street.board_cards()]);
            }
            _ => hand.act(HoldemAction::Call),
        }
    }
    hand
}
