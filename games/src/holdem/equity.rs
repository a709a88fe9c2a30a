//! Chance to win a showdown against a range of hands: the other player's hands are weighted by what that player did, and
//! compared on random boards. The weights are a rough model of a sound player, not of any particular one.

use boardwright_game::betting::{Betting, RangeModel, Stakes, Wager};
use boardwright_game::ids::Player;
use boardwright_game::playout::random_below;
use rand::Rng;

use super::cards::{Card, CardSet};
use super::game::{Holdem, draw_cards};
use super::history::{ActionKind, HoldemAction, PlayedAction, Street};
use super::moves::HoldemMove;
use super::preflop::{HoleClass, ORDERED_HANDS};
use super::state::HoldemState;
use super::strength::PartialHand;

/// A hand that the other player may have.
#[derive(Clone, Copy, Debug)]
struct RangeHand {
    hole: [Card; 2],
    weight: f64,
}

/// Share of hands that are better than each hand of a list, from 0 to 1, on a board; before the flop by the ranking of the
/// classes.
fn better_shares(hands: &[RangeHand], board: &[Card]) -> Vec<f64> {
    if board.is_empty() {
        let share = |hand: &RangeHand| {
            let class = HoleClass::of(hand.hole);
            f64::from(class.cumulated_hands() - class.ordered_hands()) / f64::from(ORDERED_HANDS)
        };
        return hands.iter().map(share).collect();
    }
    let on_board = PartialHand::default().with_all(board);
    let mut order: Vec<_> =
        hands.iter().enumerate().map(|(index, hand)| (on_board.with_all(&hand.hole).strength(), index)).collect();
    order.sort_unstable_by(|one, other| other.cmp(one));
    let mut shares = vec![0.0; hands.len()];
    let mut first = 0;
    for place in 0..order.len() {
        // Equal hands share the first place.
        if order[place].0 != order[first].0 {
            first = place;
        }
        shares[order[place].1] = first as f64 / hands.len() as f64;
    }
    shares
}

/// Smooth step from 1 at good hands to 0 at bad ones, 1/2 at `middle`.
fn step_down(better_share: f64, middle: f64) -> f64 {
    const STEEPNESS: f64 = 12.0;
    1.0 / (1.0 + ((better_share - middle) * STEEPNESS).exp())
}

/// Likelihood of an action with a hand that this share of hands is better than. Bets and raises show strength, more so the
/// larger they are, with some bluffs; calls exclude the weakest hands; checks make the strongest less likely.
fn likelihood(action: &PlayedAction, pot_before: f64, better_share: f64) -> f64 {
    match action.kind {
        ActionKind::Fold => 1.0,
        ActionKind::Check => 1.0 - 0.4 * step_down(better_share, 0.2),
        ActionKind::Call => 0.1 + 0.9 * step_down(better_share, 0.6),
        ActionKind::Bet | ActionKind::Raise => {
            let size = f64::from(action.raised_by) / pot_before.max(1.0);
            let middle = 0.5 - 0.2 * (size / (1.0 + size));
            0.15 + 0.85 * step_down(better_share, middle)
        }
    }
}

/// The hands that the other player may have, from the point of view of `player`, whose cards are known.
fn range_of_other(state: &HoldemState, player: Player, hole: [Card; 2], model: RangeModel) -> Vec<RangeHand> {
    let board: Vec<Card> = state.board().collect();
    let seen: CardSet = hole.into_iter().chain(board.iter().copied()).collect();
    let left: Vec<Card> = seen.complement().iter().collect();
    let mut hands = Vec::with_capacity(left.len() * left.len() / 2);
    for (index, &one) in left.iter().enumerate() {
        hands.extend(left[..index].iter().map(|&other| RangeHand { hole: [one, other], weight: 1.0 }));
    }
    if model.narrowing > 0.0 {
        narrow(&mut hands, state, player.next(2), &board, model.narrowing);
    }
    if model.best_share < 1.0 {
        keep_best(&mut hands, &board, model.best_share);
    }
    hands
}

/// Weights hands by the likelihood of what their owner did.
fn narrow(hands: &mut [RangeHand], state: &HoldemState, owner: Player, board: &[Card], narrowing: f64) {
    let mut pot = f64::from(state.blinds_posted().iter().sum::<u32>());
    for street in Street::ALL.into_iter().filter(|&street| street <= state.street()) {
        let mut shares = None;
        for action in state.actions(street) {
            if action.player == owner {
                let shares = shares.get_or_insert_with(|| better_shares(hands, &board[..street.board_cards()]));
                for (hand, &share) in hands.iter_mut().zip(shares.iter()) {
                    hand.weight *= 1.0 - narrowing + narrowing * likelihood(&action, pot, share);
                }
            }
            pot += f64::from(action.added);
        }
    }
}

/// Keeps the best hands up to a share of the whole weight.
fn keep_best(hands: &mut Vec<RangeHand>, board: &[Card], share: f64) {
    let better = better_shares(hands, board);
    let mut order: Vec<usize> = (0..hands.len()).collect();
    order.sort_by(|&one, &other| better[one].total_cmp(&better[other]));
    let mut left = share * hands.iter().map(|hand| hand.weight).sum::<f64>();
    for index in order {
        let hand = &mut hands[index];
        hand.weight = hand.weight.min(left.max(0.0));
        left -= hand.weight;
    }
    hands.retain(|hand| hand.weight > 0.0);
}

/// Share of the pot at a showdown: 1, 1/2 or 0.
fn share(own: PartialHand, other: PartialHand) -> f64 {
    match own.strength().cmp(&other.strength()) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    }
}

/// Expected share of the pot at a showdown against a range: exact on the river, and by random boards before.
fn equity(state: &HoldemState, player: Player, model: RangeModel, samples: u32, rng: &mut impl Rng) -> f64 {
    let Some(hole) = state.hole(player) else { return 0.5 };
    let is_first_street = state.street() == Street::Preflop;
    if is_first_street && model == RangeModel::default() {
        return HoleClass::of(hole).equity();
    }
    let hands = range_of_other(state, player, hole, model);
    let board: Vec<Card> = state.board().collect();
    let on_board = PartialHand::default().with_all(&board);
    let own = on_board.with_all(&hole);
    let total: f64 = hands.iter().map(|hand| hand.weight).sum();
    if hands.is_empty() || total <= 0.0 {
        return 0.5;
    }
    if board.len() == 5 {
        let won: f64 = hands.iter().map(|hand| hand.weight * share(own, on_board.with_all(&hand.hole))).sum();
        return won / total;
    }
    // Hands by their weight: a systematic sample, whose points are equally far apart, varies less than independent draws.
    let samples = samples.max(1);
    let gap = total / f64::from(samples);
    let mut next = gap * (random_below(1 << 30, rng) as f64 / f64::from(1 << 30));
    let (mut reached, mut won) = (0.0, 0.0);
    let seen: CardSet = hole.into_iter().chain(board.iter().copied()).collect();
    let mut count = 0_u32;
    for hand in &hands {
        reached += hand.weight;
        while next < reached && count < samples {
            let mut dealt = seen;
            hand.hole.into_iter().for_each(|card| {
                dealt.insert(card);
            });
            let other = on_board.with_all(&hand.hole);
            won += match board.len() {
                0 => run_out::<5>(own, other, dealt, rng),
                3 => run_out::<2>(own, other, dealt, rng),
                _ => run_out::<1>(own, other, dealt, rng),
            };
            count += 1;
            next += gap;
        }
    }
    won / f64::from(count.max(1))
}

/// Deals the rest of the board and compares the hands.
fn run_out<const N: usize>(own: PartialHand, other: PartialHand, dealt: CardSet, rng: &mut impl Rng) -> f64 {
    let cards: [Card; N] = draw_cards(dealt, rng);
    share(own.with_all(&cards), other.with_all(&cards))
}

impl Betting<HoldemState, HoldemMove> for Holdem {
    fn stakes(&self, state: &HoldemState) -> Stakes {
        let Some(player) = state.to_act() else { return Stakes::default() };
        Stakes {
            pot: f64::from(state.pot()),
            to_call: f64::from(state.to_call(player)),
            stack: f64::from(state.stack(player)),
            other_stack: f64::from(state.stack(player.next(2))),
        }
    }

    fn wager(&self, state: &HoldemState, mv: HoldemMove) -> Option<Wager> {
        let player = state.to_act()?;
        match mv {
            HoldemMove::Act(HoldemAction::Fold) => Some(Wager::Fold),
            HoldemMove::Act(HoldemAction::Call) => Some(Wager::Call),
            HoldemMove::Act(HoldemAction::RaiseTo(amount)) => {
                Some(Wager::Raise(f64::from(amount.saturating_sub(state.street_bet(player)))))
            }
            HoldemMove::Deal(_) | HoldemMove::NextDeal => None,
        }
    }

    fn equity(
        &self,
        state: &HoldemState,
        player: Player,
        range: RangeModel,
        samples: u32,
        mut rng: &mut dyn Rng,
    ) -> f64 {
        equity(state, player, range, samples, &mut rng)
    }
}
