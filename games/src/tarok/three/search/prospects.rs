//! Expectations of the contracts before a deal is played, and the bids that follow from it: the published rule by
//! the mean difference of card points, or the expected scores of simulated hands.

use super::bidding::{Thresholds, berac_share, deal_talon, highest_contract};
use super::constants::{BID_COMPLETIONS, BID_DEALS, ScoreBidding, Settings};
use super::exchange::{Discard, Effort, best_group, simulate_discard};
use super::simulation::Simulator;
use crate::tarok::cards::CardSet;
use crate::tarok::three::contract::{Contract, Item, ThreeOptions};

/// Number of contracts that are bid.
const BIDS: usize = Contract::BIDS.len();

/// Expectations of a player of the contracts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Prospects {
    /// The highest contract that is thought winnable; klop if there is none.
    Highest(Contract),
    /// Expected score of each contract, in the order of [`Contract::BIDS`], with the settings by which bids are chosen.
    Scores([f64; BIDS], ScoreBidding),
}

impl Prospects {
    /// Simulates the contracts with a hand.
    pub fn estimate(
        (hand, me): (CardSet, usize),
        options: ThreeOptions,
        (settings, thresholds): (&Settings, &Thresholds),
        simulator: &mut Simulator<'_>,
    ) -> Self {
        let Some(bidding) = settings.score_bidding else {
            return Self::Highest(highest_contract((hand, me), options, thresholds, simulator));
        };
        let mut scores = [f64::NEG_INFINITY; BIDS];
        for (score, contract) in scores.iter_mut().zip(Contract::BIDS) {
            if !simulator.is_over() {
                *score = expected_score(contract, (hand, me), options, bidding, simulator);
            }
        }
        Self::Scores(scores, bidding)
    }

    /// `true` if a bid of `least` is worth it, since that or a higher contract is.
    pub fn is_worth(&self, least: Contract) -> bool {
        match *self {
            Self::Highest(contract) => contract >= least,
            Self::Scores(_, bidding) => {
                self.best(|contract| contract >= least).is_some_and(|(_, score)| score >= bidding.least_score)
            }
        }
    }

    /// The contract that is played after the auction: `can_choose` tells which ones may be chosen, among them `last`, the last
    /// bid.
    pub fn choice(&self, last: Contract, can_choose: impl Fn(Contract) -> bool) -> Contract {
        match *self {
            Self::Highest(contract) if can_choose(contract) => contract,
            Self::Highest(_) => last,
            Self::Scores(_, bidding) => {
                let (best, score) = self.best(&can_choose).unwrap_or((last, f64::NEG_INFINITY));
                if score < bidding.klop_score && can_choose(Contract::Klop) { Contract::Klop } else { best }
            }
        }
    }

    /// The contract with the greatest expected score among those that are allowed.
    fn best(&self, is_allowed: impl Fn(Contract) -> bool) -> Option<(Contract, f64)> {
        let Self::Scores(scores, _) = self else { return None };
        let allowed = Contract::BIDS.into_iter().zip(*scores).filter(|&(contract, _)| is_allowed(contract));
        allowed.max_by(|one, other| one.1.total_cmp(&other.1))
    }
}

/// Mean score of a contract in simulated hands. The exchange is chosen in some hands and valued in others, since the best of
/// several noisy estimates is too high.
fn expected_score(
    contract: Contract,
    (hand, me): (CardSet, usize),
    options: ThreeOptions,
    bidding: ScoreBidding,
    simulator: &mut Simulator<'_>,
) -> f64 {
    let value = f64::from(contract.value());
    if contract == Contract::Berac {
        let share = berac_share(hand, me, bidding.talons * bidding.deals, simulator);
        return value * (2.0 * share - 1.0);
    }
    let mut sum = 0.0;
    for _ in 0..bidding.talons {
        let (groups, table) = deal_talon((hand, me), contract.exchanged(), simulator.rng);
        let effort = Effort { deals: BID_DEALS, completions: BID_COMPLETIONS };
        let counts = options.solo_talon_counts || contract != Contract::Solo;
        let (own, laid, table) = match best_group(hand, &groups, &table, effort, simulator) {
            Some((group, discard)) => {
                let group = groups[usize::from(group)];
                let rest = table.with_talon(table.talon.without(group));
                (hand.union(group), discard.laid, rest)
            }
            None if counts => (hand, CardSet::EMPTY, table),
            None => (hand, CardSet::EMPTY, table.with_talon(CardSet::EMPTY)),
        };
        sum += score_of(contract, &simulate_discard(own, laid, &table, bidding.deals, simulator), options);
    }
    sum / f64::from(bidding.talons.max(1))
}

/// Mean score of the declarer in simulated hands: the contract, and each bonus announced or not, as is better.
fn score_of(contract: Contract, simulated: &Discard, options: ThreeOptions) -> f64 {
    let share = |count: u32| f64::from(count) / f64::from(simulated.hands.max(1));
    let value = f64::from(contract.value()) * (2.0 * share(simulated.won) - 1.0);
    let has_difference = contract != Contract::Solo || options.solo_difference_counts;
    // Both sides have twice half of the card points, so that what is above half is half of the difference.
    let difference = if has_difference { simulated.estimate / 2.0 } else { 0.0 };
    let bonuses = [Item::Trula, Item::Kralji, Item::PagatUltimo].into_iter().map(|item| {
        let share = share(simulated.made[item.index()]);
        f64::from(item.value()) * (share / 2.0).max(2.0 * share - 1.0)
    });
    value + difference + bonuses.sum::<f64>()
}
