//! Choice of a talon group, and of the cards that are laid away: combinations that empty suits are estimated first, and the
//! best ones are completed in all ways and simulated.

use rand::Rng;

use super::constants::{BEST_WEIGHT, SUIT_COMBINATIONS};
use super::play_position::{Kind, PlayPosition};
use super::simulation::{SimulatedHand, Simulator};
use crate::deck::shuffle;
pub use crate::tarok::search::discards::suit_combinations;

use crate::tarok::cards::{Card, CardSet};
use crate::tarok::search::discards::completions;
use crate::tarok::three::contract::Item;
use crate::tarok::three::state::{HAND, PLAYERS, ThreeState};

/// Numbers of simulated hands.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Smallest number of simulated hands for a hand with its talon group.
    pub deals: u32,
    /// Largest number of completions of a suit combination.
    pub completions: usize,
}

/// Knowledge of a player before the exchange.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The declarer.
    pub declarer: usize,
    /// Cards whose places are unknown; they are dealt to the opponents.
    pub unseen: CardSet,
    /// Cards that count for the opponents.
    pub talon: CardSet,
}

/// Cards to lay away, with the simulated hands after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Discard {
    /// The cards.
    pub laid: CardSet,
    /// Second estimate of the suit combination.
    pub estimate: f64,
    /// Number of simulated hands.
    pub hands: u32,
    /// Number of simulated hands in which each bonus was made, by the index of the bonus.
    pub made: [u32; Item::ALL.len()],
}

/// A division of the unseen cards between the opponents, as a position at the beginning of the play.
pub fn deal_to_opponents(
    hand: CardSet,
    unseen: CardSet,
    declarer: usize,
    kind: Kind,
    rng: &mut dyn Rng,
) -> PlayPosition {
    let mut cards: Vec<u8> = unseen.iter().map(Card::number).collect();
    shuffle(&mut cards, rng);
    let set = |cards: &[u8]| cards.iter().copied().filter_map(Card::new).collect::<CardSet>();
    let mut hands = [hand; PLAYERS];
    hands[(declarer + 1) % PLAYERS] = set(&cards[..HAND]);
    hands[(declarer + 2) % PLAYERS] = set(&cards[HAND..2 * HAND]);
    PlayPosition::new(hands, declarer, kind, declarer)
}

/// The best way to lay away `count` cards of a hand. When the time is over, what was not simulated is left out.
pub fn best_discard(
    hand: CardSet,
    count: u32,
    table: &Table,
    effort: Effort,
    simulator: &mut Simulator<'_>,
) -> Option<Discard> {
    let mut best: Option<Discard> = None;
    for (laid, _) in suit_combinations(hand, count).into_iter().take(SUIT_COMBINATIONS) {
        let finals = completions(ThreeState::layable(hand), laid, count, effort.completions);
        let deals = effort.deals.div_ceil(finals.len().max(1) as u32);
        let mut simulated: Vec<Discard> = Vec::new();
        for laid in finals {
            if simulator.is_over() && (best.is_some() || !simulated.is_empty()) {
                break;
            }
            simulated.push(simulate_discard(hand, laid, table, deals, simulator));
        }
        let first = simulated.iter().max_by(|one, other| one.estimate.total_cmp(&other.estimate));
        let Some(first) = first else { continue };
        let sum: f64 = simulated.iter().map(|discard| discard.estimate).sum();
        let estimate = (sum + BEST_WEIGHT * first.estimate) / (simulated.len() as f64 + BEST_WEIGHT);
        if best.as_ref().is_none_or(|best| estimate > best.estimate) {
            best = Some(Discard { estimate, ..first.clone() });
        }
    }
    best
}

/// Simulates a number of hands, at least one, after these cards are laid away; the estimate is the mean difference of card
/// points.
pub fn simulate_discard(
    hand: CardSet,
    laid: CardSet,
    table: &Table,
    deals: u32,
    simulator: &mut Simulator<'_>,
) -> Discard {
    let mut made = [0; Item::ALL.len()];
    let (mut sum, mut hands) = (0, 0);
    while hands < deals && (hands == 0 || !simulator.is_over()) {
        let own = hand.without(laid);
        let position = deal_to_opponents(own, table.unseen, table.declarer, Kind::Positive, simulator.rng);
        let SimulatedHand { difference, made: bonuses, .. } = simulator.simulate(&position, (laid, table.talon));
        sum += difference;
        hands += 1;
        bonuses.iter().for_each(|item| made[item.index()] += 1);
    }
    Discard { laid, estimate: f64::from(sum) / f64::from(hands.max(1)), hands, made }
}

/// The best group of the talon, and what to lay away after it is taken. `talon` are the shown groups.
pub fn best_group(
    hand: CardSet,
    talon: &[CardSet],
    table: &Table,
    effort: Effort,
    simulator: &mut Simulator<'_>,
) -> Option<(u8, Discard)> {
    let all = talon.iter().copied().fold(CardSet::EMPTY, CardSet::union);
    let mut best: Option<(u8, Discard)> = None;
    for (number, &group) in (0..).zip(talon) {
        if simulator.is_over() && best.is_some() {
            break;
        }
        let table = Table { talon: all.without(group), ..*table };
        let discard = best_discard(hand.union(group), group.len(), &table, effort, simulator);
        if let Some(discard) = discard
            && best.as_ref().is_none_or(|(_, best)| discard.estimate > best.estimate)
        {
            best = Some((number, discard));
        }
    }
    best
}
