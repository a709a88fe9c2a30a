//! Decisions at a real table: the actions of the hand are translated into the abstraction, and the action that the strategy
//! draws is translated back. Bets of other sizes than the tree's are mapped to a neighbour at random by the pseudo-harmonic
//! mapping (Ganzfried and Sandholm, "Action Translation in Extensive-Form Games with Large Action Spaces", 2013).

use boardwright_game::betting::{Betting as _, RangeModel};
use boardwright_game::ids::Player;
use boardwright_games::holdem::{Card, Holdem, HoldemAction, HoldemState, MatchStacks, Street};
use rand::{Rng, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::betting_tree::{Decision, Next, TreeAction, amount_of_size, bet_size};
use super::card_buckets::HandBuckets as _;
use super::strategy_file::Blueprint;

/// Actions with a smaller probability are not played: they are mostly noise of the training (Ganzfried, Sandholm and Waugh,
/// "Strategy Purification and Thresholding", 2012).
const LEAST_PROBABILITY: f32 = 0.04;
/// Number of showdowns that are sampled where the hand has left the abstraction.
const SAMPLES: u32 = 400;

/// Chooses the action of the player to act, from what that player sees. A hand that has left the abstraction, because its
/// stacks are deeper, is played by pot odds.
pub fn decide(blueprint: &Blueprint, hand: &HoldemState, player: Player, random: &mut dyn Rng) -> HoldemAction {
    let Some(hole) = hand.hole(player) else { return hand.legalized(HoldemAction::Fold) };
    let mut random = random;
    let Some(decision) = find_decision(blueprint, hand, hole) else {
        return by_pot_odds(hand, player, random);
    };
    let board: Vec<Card> = hand.board().collect();
    let bucket = blueprint.buckets.bucket(decision.street, hole, &board);
    let shares: Vec<f64> = blueprint
        .policy
        .probabilities(decision, bucket)
        .iter()
        .map(|&share| if share < LEAST_PROBABILITY { 0.0 } else { f64::from(share) })
        .collect();
    let drawn = boardwright_game::playout::random_weighted_index(&shares, &mut random);
    hand.legalized(real_action(hand, &decision.actions[drawn]))
}

/// The action of the tree in the chips of a hand.
fn real_action(hand: &HoldemState, action: &TreeAction) -> HoldemAction {
    match action.action {
        HoldemAction::Fold | HoldemAction::Call => action.action,
        HoldemAction::RaiseTo(_) => {
            let all_in = hand.raise_interval().map(|interval| interval.max_to);
            let amount = if action.is_all_in { all_in } else { amount_of_size(hand, action.size) };
            amount.map_or(HoldemAction::Call, HoldemAction::RaiseTo)
        }
    }
}

/// The decision of the tree that a hand has reached. `None` if the hand has left the abstraction.
fn find_decision<'b>(blueprint: &'b Blueprint, hand: &HoldemState, hole: [Card; 2]) -> Option<&'b Decision> {
    let decisions = blueprint.tree.decisions();
    // The same bet of the same hand is always mapped alike, so that the player does not contradict itself.
    let mut random = Pcg64Mcg::seed_from_u64(seed_of(hole));
    let mut replay = HoldemState::new(hand.setup());
    replay.deal_hole(None);
    replay.deal_hole(None);
    let mut decision = &decisions[0];
    let board: Vec<Card> = hand.board().collect();
    for street in Street::ALL.into_iter().take(hand.street().index() + 1) {
        if street != Street::Preflop {
            replay.deal_board(
                &board[street.board_cards() - if street == Street::Flop { 3 } else { 1 }..street.board_cards()],
            );
        }
        for action in hand.actions_made(street) {
            let translated = translate(decision, &replay, action, &mut random)?;
            let Next::Decision(next) = translated.next else { return None };
            decision = &decisions[next];
            replay.act(action);
        }
    }
    let seat = usize::from(hand.to_act()? != hand.button());
    (decision.street == hand.street() && decision.seat == seat).then_some(decision)
}

/// The action of the tree for an action that was made in a hand.
fn translate<'d>(
    decision: &'d Decision,
    hand: &HoldemState,
    action: HoldemAction,
    random: &mut Pcg64Mcg,
) -> Option<&'d TreeAction> {
    let HoldemAction::RaiseTo(amount) = action else {
        return decision.actions.iter().find(|candidate| candidate.action == action);
    };
    let bets: Vec<&TreeAction> =
        decision.actions.iter().filter(|candidate| matches!(candidate.action, HoldemAction::RaiseTo(_))).collect();
    let size = bet_size(hand, amount);
    let player = hand.to_act()?;
    let other = player.next(2);
    // A bet that takes all chips of one of both leaves nothing to bet: it is all-in.
    let most = hand.street_bet(player) + hand.stack(player);
    if amount >= most.min(hand.street_bet(other) + hand.stack(other)) {
        return bets.last().copied();
    }
    let above = bets.iter().position(|bet| bet.size >= size);
    match above {
        Some(0) => bets.first().copied(),
        None => bets.last().copied(),
        Some(above) => {
            let share = pseudo_harmonic(bets[above - 1].size, bets[above].size, size);
            let is_lower = ((random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64) < share;
            Some(bets[if is_lower { above - 1 } else { above }])
        }
    }
}

/// Probability that a bet of `size` between two sizes is mapped to the lower one; sizes are shares of the pot.
fn pseudo_harmonic(lower: f64, upper: f64, size: f64) -> f64 {
    (upper - size) * (1.0 + lower) / ((upper - lower) * (1.0 + size))
}

/// Seed for the mapping of bets in a hand; it depends on the player's own cards only.
fn seed_of(hole: [Card; 2]) -> u64 {
    let [one, other] = hole.map(|card| u64::from(card.number()));
    0x626c_7565_7072_696e ^ (one * 52 + other)
}

/// Calls if the chance to win pays for it, bets strong hands, and otherwise checks or folds.
fn by_pot_odds(hand: &HoldemState, player: Player, random: &mut dyn Rng) -> HoldemAction {
    /// Chance to win with which a hand is bet.
    const STRONG: f64 = 0.75;

    let game = Holdem::new(hand.setup(), MatchStacks::Reset);
    let equity = game.equity(hand, player, RangeModel { narrowing: 1.0, best_share: 1.0 }, SAMPLES, random);
    let to_call = f64::from(hand.to_call(player));
    let action = if equity > STRONG {
        amount_of_size(hand, 1.0).map_or(HoldemAction::Call, HoldemAction::RaiseTo)
    } else if to_call > equity * (f64::from(hand.pot()) + to_call) {
        HoldemAction::Fold
    } else {
        HoldemAction::Call
    };
    hand.legalized(action)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the paper's section on the properties of the mapping: both ends are certain, and half of the bets of
    /// (A + B + 2AB) / (A + B + 2) are mapped to each side.
    #[test]
    fn the_mapping_is_certain_at_the_ends_and_even_in_the_middle() {
        let (lower, upper) = (0.5, 1.0);
        assert!((pseudo_harmonic(lower, upper, lower) - 1.0).abs() < 1e-12);
        assert!(pseudo_harmonic(lower, upper, upper).abs() < 1e-12);
        let middle = (lower + upper + 2.0 * lower * upper) / (lower + upper + 2.0);
        assert!((pseudo_harmonic(lower, upper, middle) - 0.5).abs() < 1e-12);
    }
}
