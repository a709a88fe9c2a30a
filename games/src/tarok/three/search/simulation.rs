//! Hands that are played to the end by shallow searches with open cards, for bids, discards and announcements.

use rand::Rng;

use super::alphabeta::AlphaBeta;
use super::constants::SIMULATION_DEPTH;
use super::decision::IsOver;
use super::play_position::{Kind, PlayPosition};
use crate::tarok::cards::CardSet;
use crate::tarok::search::sampled::play_simulated;
use crate::tarok::three::contract::{Item, Items};
use crate::tarok::three::state::{HAND, PLAYERS};

/// Result of a simulated hand for the declarer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SimulatedHand {
    /// Card points of the declarer less those of the opponents.
    pub difference: i32,
    /// Number of tricks of the declarer.
    pub tricks: u8,
    /// Bonuses that the declarer made.
    pub made: Items,
}

/// Search, random numbers and limits of simulations.
pub struct Simulator<'a> {
    /// The shallow search.
    pub search: &'a mut AlphaBeta,
    /// Random numbers of the deals.
    pub rng: &'a mut dyn Rng,
    /// Callback that ends the simulations.
    pub is_over: IsOver<'a>,
}

impl Simulator<'_> {
    /// `true` if no more hands may be simulated.
    pub fn is_over(&self) -> bool {
        (self.is_over)(self.search.nodes)
    }

    /// Plays a hand: each player plays the best card of a shallow search. `laid` and `talon` count for the declarer and for
    /// the opponents.
    pub fn simulate(&mut self, position: &PlayPosition, (laid, talon): (CardSet, CardSet)) -> SimulatedHand {
        let mut position = *position;
        let declarer = position.declarer;
        let (mut own, mut others) = (laid, talon);
        play_simulated(self.search, &mut position, SIMULATION_DEPTH, |position, card| {
            let mut trick = position.trick;
            trick.play(card);
            if trick.is_complete() {
                let winner = (position.leader + trick.winning_position()) % PLAYERS;
                let pile = if winner == declarer { &mut own } else { &mut others };
                *pile = pile.union(trick.set());
            }
        });
        let is_made = |item: &Item| match item {
            Item::Game => false,
            Item::Trula => own.includes(CardSet::TRULA),
            Item::Kralji => own.includes(CardSet::KINGS),
            Item::PagatUltimo => {
                position.pagat_ultimo.is_some_and(|result| result.owner == declarer && result.winner == declarer)
            }
            Item::Valat => usize::from(position.tricks[declarer]) == HAND,
        };
        let bonuses = Item::BONUSES.into_iter().filter(is_made).collect();
        let made = if position.kind == Kind::Positive { bonuses } else { Items::NONE };
        let difference = own.points() as i32 - others.points() as i32;
        SimulatedHand { difference, tricks: position.tricks[declarer], made }
    }
}
