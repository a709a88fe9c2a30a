//! The play of a deal with all cards known: the position that is searched.

use boardwright_game::ids::Player;

use crate::tarok::cards::{Card, CardSet};
pub use crate::tarok::search::open_position::{Kind, PagatResult};

use super::evaluation::evaluate;
use crate::tarok::search::open_position::OpenPosition;
use crate::tarok::three::contract::{Contract, Item, ThreeOptions};
use crate::tarok::three::scoring::{declarer_pile, opponents_pile};
use crate::tarok::three::state::{HAND, PLAYERS, Stage, TALON, ThreeState};
use crate::tarok::tricks::{Trick, legal_cards, legal_cards_in_negative};

/// A position in the play of tricks, with open cards. Players are indices from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayPosition {
    /// Hands.
    pub hands: [CardSet; PLAYERS],
    /// The current trick.
    pub trick: Trick<PLAYERS>,
    /// The player who led to the current trick.
    pub leader: usize,
    /// The player to play.
    pub turn: usize,
    /// Kind of contract.
    pub kind: Kind,
    /// The declarer; without meaning in klop.
    pub declarer: usize,
    /// Sums of the values of the cards that each player won.
    pub values: [u32; PLAYERS],
    /// Numbers of tricks.
    pub tricks: [u8; PLAYERS],
    /// The pagat in the last trick: its owner, and the winner of the trick if it won or was beaten.
    pub pagat_ultimo: Option<PagatResult>,
    /// `true` if pagat ultimo is announced.
    pub is_pagat_announced: bool,
    /// `true` if the pagat must win the trick with mond and skis in negative contracts.
    pub emperor_duty: bool,
    talon: [Card; TALON],
}

impl PlayPosition {
    /// A position at the beginning of a trick, before anything was won.
    pub fn new(hands: [CardSet; PLAYERS], leader: usize, kind: Kind, declarer: usize) -> Self {
        Self {
            hands,
            trick: Trick::default(),
            leader,
            turn: leader,
            kind,
            declarer,
            values: [0; PLAYERS],
            tricks: [0; PLAYERS],
            pagat_ultimo: None,
            is_pagat_announced: false,
            emperor_duty: true,
            talon: [Card::PAGAT; TALON],
        }
    }

    /// The position of a deal whose cards are all known. `None` if no card is to be played.
    pub fn of_state(state: &ThreeState, options: ThreeOptions) -> Option<Self> {
        let Stage::Play(turn) = state.stage else { return None };
        let contract = state.contract?;
        let kind = kind_of(contract);
        let declarer = state.declarer().unwrap_or(Player::FIRST).index();
        let mut position = Self::new(state.hands, state.leader.index(), kind, declarer);
        (position.trick, position.turn, position.talon) = (state.trick, turn.index(), state.talon);
        position.tricks = state.tricks;
        position.values = state.piles.map(CardSet::value_sum);
        if kind == Kind::Positive {
            position.values[declarer] = declarer_pile(state).value_sum();
            let others = opponents_pile(state, options).value_sum();
            let (next, last) = ((declarer + 1) % PLAYERS, (declarer + 2) % PLAYERS);
            position.values[next] = others - position.values[last];
        }
        position.is_pagat_announced = state.announced.contains(Item::PagatUltimo);
        position.emperor_duty = options.emperor_duty;
        Some(position)
    }

    /// `true` if two players are on the same side. In klop everybody is alone.
    #[inline]
    pub fn is_same_side(&self, one: usize, other: usize) -> bool {
        one == other || self.kind != Kind::Klop && one != self.declarer && other != self.declarer
    }

    /// Sum of the values that a player's side won, and that of the others.
    #[inline]
    pub fn values_for(&self, viewer: usize) -> (i32, i32) {
        let all: u32 = self.values.iter().sum();
        let own = if self.kind == Kind::Klop || viewer == self.declarer {
            self.values[viewer]
        } else {
            all - self.values[self.declarer]
        };
        (own as i32, (all - own) as i32)
    }

    /// `true` if nothing is left to play.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.hands[self.turn].is_empty() || self.kind == Kind::Berac && self.tricks[self.declarer] > 0
    }

    /// Legal cards of the player to play.
    #[inline]
    pub fn legal_cards(&self) -> CardSet {
        let hand = self.hands[self.turn];
        match self.kind {
            Kind::Positive => legal_cards(hand, &self.trick),
            Kind::Klop | Kind::Berac => legal_cards_in_negative(hand, &self.trick, self.emperor_duty),
        }
    }

    /// The player who wins the trick so far.
    #[inline]
    pub fn winning_player(&self) -> usize {
        (self.leader + self.trick.winning_position()) % PLAYERS
    }

    /// Plays a legal card of the player to play.
    #[inline]
    pub fn play(&mut self, card: Card) {
        self.hands[self.turn].remove(card);
        self.trick.play(card);
        self.turn = if self.turn == PLAYERS - 1 { 0 } else { self.turn + 1 };
        if self.trick.is_complete() {
            self.finish_trick();
        }
    }

    fn finish_trick(&mut self) {
        let winner = self.winning_player();
        let set = self.trick.set();
        self.values[winner] += set.value_sum();
        if self.kind == Kind::Klop {
            let number = HAND - 1 - self.hands[winner].len() as usize;
            if let Some(gift) = self.talon.get(number) {
                self.values[winner] += gift.value();
            }
        }
        if self.hands[winner].is_empty() && set.contains(Card::PAGAT) {
            let position = self.trick.cards().iter().position(|&card| card == Card::PAGAT).unwrap_or(0);
            self.pagat_ultimo = Some(PagatResult { owner: (self.leader + position) % PLAYERS, winner });
        }
        self.tricks[winner] += 1;
        self.trick = Trick::default();
        (self.leader, self.turn) = (winner, winner);
    }
}

impl OpenPosition for PlayPosition {
    const PLAYERS: usize = PLAYERS;

    #[inline]
    fn turn(&self) -> usize {
        self.turn
    }

    #[inline]
    fn leader(&self) -> usize {
        self.leader
    }

    #[inline]
    fn hand(&self, player: usize) -> CardSet {
        self.hands[player]
    }

    #[inline]
    fn trick_cards(&self) -> &[Card] {
        self.trick.cards()
    }

    #[inline]
    fn winning_player(&self) -> usize {
        Self::winning_player(self)
    }

    #[inline]
    fn would_win(&self, card: Card) -> bool {
        let mut trick = self.trick;
        trick.play(card);
        trick.winning_card() == Some(card)
    }

    #[inline]
    fn kind(&self) -> Kind {
        self.kind
    }

    #[inline]
    fn is_same_side(&self, one: usize, other: usize) -> bool {
        Self::is_same_side(self, one, other)
    }

    #[inline]
    fn values_for(&self, viewer: usize) -> (i32, i32) {
        Self::values_for(self, viewer)
    }

    #[inline]
    fn is_over(&self) -> bool {
        Self::is_over(self)
    }

    #[inline]
    fn legal_cards(&self) -> CardSet {
        Self::legal_cards(self)
    }

    #[inline]
    fn play(&mut self, card: Card) {
        Self::play(self, card);
    }

    #[inline]
    fn evaluate(&self, viewer: usize) -> i32 {
        evaluate(self, viewer)
    }
}

/// Kind of a contract.
pub fn kind_of(contract: Contract) -> Kind {
    match contract {
        Contract::Klop => Kind::Klop,
        Contract::Berac => Kind::Berac,
        Contract::Tri | Contract::Dva | Contract::Ena | Contract::Solo => Kind::Positive,
    }
}
