//! Moves outside of the play that simulated players make: they agree, call the highest tarok that they do not hold, empty suits,
//! and announce nothing. It is a policy for simulations, and no player.

use super::super::contract::{Bid, Bonuses, CALLED_TAROKS};
use super::super::moves::cards_to_lay_aside;
use super::super::state::{FourMove, FourState, Stage};
use crate::tarok::cards::{Card, CardSet};
use crate::tarok::search::discards::{completions, suit_combinations};

/// The move of a simulated player; `None` in the play and where no player is to act.
pub fn policy_move(state: &FourState) -> Option<FourMove> {
    let player = state.to_act()?;
    let hand = state.hands[player.index()];
    Some(match state.stage {
        Stage::Bid(_) if state.bidder.is_none() => FourMove::Bid(Bid::FirstDuty),
        Stage::Bid(_) => FourMove::Agree,
        Stage::Varsava => FourMove::FirstDuty,
        Stage::Call => {
            let is_held = |number: u8| Card::tarok(number).is_some_and(|card| hand.contains(card));
            FourMove::Call(CALLED_TAROKS.into_iter().find(|&number| !is_held(number)).unwrap_or(CALLED_TAROKS[0]))
        }
        Stage::Look => FourMove::Keep,
        Stage::LayAside(_) => {
            let count = cards_to_lay_aside(state, player) as u32;
            FourMove::LayAside(first_discard(hand, count)?)
        }
        Stage::Announce(_) => FourMove::Announce(Bonuses::NONE),
        Stage::Flek(_) => FourMove::NoFlek,
        Stage::Deal | Stage::Play(_) | Stage::Over => return None,
    })
}

/// Sets of `count` cards to lay aside: those that empty the best combinations of suits come first.
pub fn discard_sets(hand: CardSet, count: u32, most: usize, each: usize) -> Vec<CardSet> {
    let layable = FourState::layable(hand);
    let mut sets: Vec<CardSet> = Vec::new();
    if layable.len() <= count {
        // Taroks follow when the plain cards are gone.
        return vec![layable];
    }
    for (laid, _) in suit_combinations(hand, count) {
        for set in completions(layable, laid.intersection(layable), count, each) {
            if sets.len() < most && !sets.contains(&set) {
                sets.push(set);
            }
        }
    }
    sets
}

/// The first card of the best set of cards to lay aside.
fn first_discard(hand: CardSet, count: u32) -> Option<Card> {
    discard_sets(hand, count, 1, 1).first().and_then(|set| set.first()).or_else(|| FourState::layable(hand).first())
}
