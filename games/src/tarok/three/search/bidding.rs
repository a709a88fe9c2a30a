//! Bidding by simulated hands, and the thresholds that follow the results of deals.

use rand::Rng;

use super::constants::{BID_COMPLETIONS, BID_DEALS, BID_TALONS, DIFFERENCE_STEP, SHARE_STEP, SUCCESSES, Settings};
use super::exchange::{Effort, Table, best_group, deal_to_opponents, simulate_discard};
use super::play_position::Kind;
use super::simulation::Simulator;
use crate::deck::shuffle;
use crate::tarok::cards::{Card, CardSet};
use crate::tarok::three::contract::{Contract, Item, ThreeOptions};
use crate::tarok::three::state::{DealSummary, TALON};

/// Thresholds of bids and announcements. They follow the results of deals.
#[derive(Clone, Debug, PartialEq)]
pub struct Thresholds {
    /// Smallest difference of card points of a contract that is bid.
    pub min_difference: f64,
    /// Smallest share of simulated hands without a trick for berac.
    pub min_share: f64,
    /// Smallest shares of simulated hands for announcements: trula, kralji, pagat ultimo.
    pub announcements: [f64; 3],
    berac_wins: u32,
    announcement_wins: [u32; 3],
}

/// Bonuses that are announced by thresholds, in the order of the thresholds.
pub const ANNOUNCED: [Item; 3] = [Item::Trula, Item::Kralji, Item::PagatUltimo];

impl Thresholds {
    /// The thresholds at the beginning.
    pub fn new(settings: &Settings) -> Self {
        Self {
            min_difference: settings.min_difference,
            min_share: settings.min_share,
            announcements: settings.announcement_shares,
            berac_wins: 0,
            announcement_wins: [0; 3],
        }
    }

    /// Learns from the result of a deal; `is_declarer` if the player was the declarer.
    pub fn learn(&mut self, result: &DealSummary, is_declarer: bool) {
        match (result.contract, is_declarer) {
            (Contract::Klop, _) => {}
            (Contract::Berac, true) => adapt(&mut self.min_share, &mut self.berac_wins, result.is_won),
            (_, true) if !result.is_won => self.min_difference += DIFFERENCE_STEP,
            (_, false) if !result.is_won => self.min_difference -= DIFFERENCE_STEP,
            _ => {}
        }
        for (index, item) in ANNOUNCED.into_iter().enumerate() {
            if is_declarer && result.announced.contains(item) {
                let is_made = result.made.contains(item);
                adapt(&mut self.announcements[index], &mut self.announcement_wins[index], is_made);
            }
        }
    }
}

/// Raises a share after a failure, and lowers it after successes in a row.
fn adapt(share: &mut f64, wins: &mut u32, is_success: bool) {
    if !is_success {
        (*share, *wins) = (*share + SHARE_STEP, 0);
        return;
    }
    *wins += 1;
    if *wins == SUCCESSES {
        (*share, *wins) = (*share - SHARE_STEP, 0);
    }
}

/// A random talon for the player `me` with this hand, in groups of `exchanged` cards (none for 0), and what is then known.
pub fn deal_talon((hand, me): (CardSet, usize), exchanged: u8, rng: &mut dyn Rng) -> (Vec<CardSet>, Table) {
    let unseen = CardSet::ALL.without(hand);
    let mut cards: Vec<u8> = unseen.iter().map(Card::number).collect();
    shuffle(&mut cards, rng);
    let set = |cards: &[u8]| cards.iter().copied().filter_map(Card::new).collect::<CardSet>();
    let talon = set(&cards[..TALON]);
    let groups =
        if exchanged > 0 { cards[..TALON].chunks(usize::from(exchanged)).map(set).collect() } else { Vec::new() };
    (groups, Table { declarer: me, unseen: unseen.without(talon), talon })
}

/// Mean difference of card points of a contract in simulated hands.
pub fn expected_difference(
    contract: Contract,
    hand: (CardSet, usize),
    options: ThreeOptions,
    simulator: &mut Simulator<'_>,
) -> f64 {
    let mut sum = 0.0;
    for _ in 0..BID_TALONS {
        let (groups, table) = deal_talon(hand, contract.exchanged(), simulator.rng);
        let effort = Effort { deals: BID_DEALS, completions: BID_COMPLETIONS };
        sum += if contract.exchanged() > 0 {
            best_group(hand.0, &groups, &table, effort, simulator).map_or(f64::NEG_INFINITY, |(_, best)| best.estimate)
        } else {
            let counted = if options.solo_talon_counts { table.talon } else { CardSet::EMPTY };
            simulate_discard(hand.0, CardSet::EMPTY, &table.with_talon(counted), BID_DEALS, simulator).estimate
        };
    }
    sum / f64::from(BID_TALONS)
}

/// Share of `deals` simulated hands in which the declarer takes no trick in berac.
pub fn berac_share(hand: CardSet, me: usize, deals: u32, simulator: &mut Simulator<'_>) -> f64 {
    let successes = (0..deals).filter(|_| {
        let position = deal_to_opponents(hand, CardSet::ALL.without(hand), me, Kind::Berac, simulator.rng);
        !simulator.is_over() && simulator.simulate(&position, (CardSet::EMPTY, CardSet::EMPTY)).tricks == 0
    });
    successes.count() as f64 / f64::from(deals.max(1))
}

/// The highest contract that simulated hands call winnable: tri, dva, ena and solo as long as the mean difference reaches the
/// threshold; berac or klop if not even tri does.
pub fn highest_contract(
    (hand, me): (CardSet, usize),
    options: ThreeOptions,
    thresholds: &Thresholds,
    simulator: &mut Simulator<'_>,
) -> Contract {
    let mut highest = Contract::Klop;
    for contract in [Contract::Tri, Contract::Dva, Contract::Ena, Contract::Solo] {
        let difference = expected_difference(contract, (hand, me), options, simulator);
        if difference < thresholds.min_difference || simulator.is_over() {
            break;
        }
        highest = contract;
    }
    if highest == Contract::Klop && berac_share(hand, me, BID_DEALS, simulator) >= thresholds.min_share {
        highest = Contract::Berac;
    }
    highest
}
