//! The play of a deal with all cards known: the position that is searched.

use crate::tarok::cards::{Card, CardSet};
use crate::tarok::four::contract::{Bonus, FourOptions, Target};
use crate::tarok::four::scoring::{flek_factor, game_factor};
use crate::tarok::four::state::{FourState, FourTrick, HAND, PLAYERS, Stage, TALON, seats};
use crate::tarok::search::constants::{DIFFERENCE, HONOUR, KLOP_OTHERS, KLOP_OWN, KLOP_TAROK, TAROK_SUM};
use crate::tarok::search::evaluation::tarok_sum;
use crate::tarok::search::open_position::{Kind, OpenPosition, PagatResult};
use crate::tarok::tricks::{legal_cards, legal_overtaking_cards, overtakes};

/// A position in the play of tricks, with open cards. Players are indices from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FourPosition {
    hands: [CardSet; PLAYERS],
    trick: FourTrick,
    leader: u8,
    turn: u8,
    /// Seats, as bits, of the declarer's side; without meaning in varsava.
    side: u8,
    is_varsava: bool,
    /// Sums of the values of the cards that each player won.
    values: [u32; PLAYERS],
    /// The pagat in the last trick.
    pagat: Option<PagatResult>,
    /// The player who announced the pagat.
    announcer: Option<u8>,
    /// Value of the pagat in the last trick, in the unit of the difference of card values.
    pagat_weight: i32,
    talon: [Card; TALON],
}

impl FourPosition {
    /// The position of a deal whose cards are all known. `None` if no card is to be played.
    pub fn of_state(state: &FourState, options: FourOptions) -> Option<Self> {
        let Stage::Play(turn) = state.stage else { return None };
        let side = state.declarer_side().unwrap_or(0);
        let mut values = seats().map(|player| state.piles[player.index()].union(state.laid_by(player)).value_sum());
        let untaken = state.untaken_talon(options).value_sum();
        if let Some(opponent) = (0..PLAYERS).find(|seat| side >> seat & 1 == 0) {
            values[opponent] += untaken;
        }
        let announcer = state.committed_player(Bonus::Pagat).map(|player| player.index() as u8);
        let value = if announcer.is_some() {
            Bonus::Pagat.value() * flek_factor(state, Target::Pagat)
        } else {
            Bonus::Pagat.value() / 2
        };
        // A point of the score is a difference of two card values, divided by the factor of the game.
        let factor = game_factor(state, options) * flek_factor(state, Target::Game);
        Some(Self {
            hands: state.hands,
            trick: state.trick,
            leader: state.leader.index() as u8,
            turn: turn.index() as u8,
            side,
            is_varsava: state.is_varsava(),
            values,
            pagat: None,
            announcer,
            pagat_weight: (2 * value / factor.max(1)).max(1),
            talon: state.talon,
        })
    }

    fn finish_trick(&mut self) {
        let winner = self.winning_player();
        let set = self.trick.set();
        self.values[winner] += set.value_sum();
        if self.is_varsava {
            let number = HAND - 1 - self.hands[winner].len() as usize;
            self.values[winner] += self.talon.get(number).map_or(0, |card| card.value());
        }
        if self.hands[winner].is_empty() && set.contains(Card::PAGAT) {
            let position = self.trick.cards().iter().position(|&card| card == Card::PAGAT).unwrap_or(0);
            self.pagat = Some(PagatResult { owner: (usize::from(self.leader) + position) % PLAYERS, winner });
        }
        self.trick = FourTrick::default();
        (self.leader, self.turn) = (winner as u8, winner as u8);
    }

    /// 1 if the pagat counts for the viewer's side, -1 if it counts for the other side.
    fn pagat_sign(&self, viewer: usize) -> i32 {
        let sign = |player: usize| if self.is_same_side(viewer, player) { 1 } else { -1 };
        let winner = self.pagat.filter(|result| result.owner == result.winner).map(|result| result.winner);
        match self.announcer.map(usize::from) {
            Some(player) if winner == Some(player) => sign(player),
            // It was beaten, or played before the last trick.
            Some(player) if !self.hands[player].contains(Card::PAGAT) => -sign(player),
            Some(_) => 0,
            None => winner.map_or(0, sign),
        }
    }
}

impl OpenPosition for FourPosition {
    const PLAYERS: usize = PLAYERS;

    #[inline]
    fn turn(&self) -> usize {
        self.turn.into()
    }

    #[inline]
    fn leader(&self) -> usize {
        self.leader.into()
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
        (usize::from(self.leader) + self.trick.winning_position()) % PLAYERS
    }

    #[inline]
    fn would_win(&self, card: Card) -> bool {
        self.trick.winning_card().is_none_or(|winning| overtakes(card, winning))
    }

    #[inline]
    fn kind(&self) -> Kind {
        if self.is_varsava { Kind::Klop } else { Kind::Positive }
    }

    #[inline]
    fn is_same_side(&self, one: usize, other: usize) -> bool {
        one == other || !self.is_varsava && (self.side >> one & 1) == (self.side >> other & 1)
    }

    #[inline]
    fn values_for(&self, viewer: usize) -> (i32, i32) {
        let (mut own, mut others) = (0, 0);
        for (player, &value) in self.values.iter().enumerate() {
            let sum = if self.is_same_side(viewer, player) { &mut own } else { &mut others };
            *sum += value as i32;
        }
        (own, others)
    }

    #[inline]
    fn is_over(&self) -> bool {
        self.hands[self.turn()].is_empty()
    }

    #[inline]
    fn legal_cards(&self) -> CardSet {
        let hand = self.hands[self.turn()];
        if self.is_varsava { legal_overtaking_cards(hand, &self.trick) } else { legal_cards(hand, &self.trick) }
    }

    #[inline]
    fn play(&mut self, card: Card) {
        self.hands[usize::from(self.turn)].remove(card);
        self.trick.play(card);
        self.turn = (self.turn + 1) % PLAYERS as u8;
        if self.trick.is_complete() {
            self.finish_trick();
        }
    }

    #[inline]
    fn evaluate(&self, viewer: usize) -> i32 {
        let hand = self.hands[viewer];
        let (own, others) = self.values_for(viewer);
        if self.is_varsava {
            let highest = hand.intersection(CardSet::TAROKS).last().map_or(0, |card| i32::from(card.number()) + 1);
            return KLOP_OWN * own + KLOP_OTHERS * others + KLOP_TAROK * highest;
        }
        let honours = i32::from(hand.contains(Card::MOND)) + i32::from(hand.contains(Card::SKIS));
        DIFFERENCE * (own - others)
            + TAROK_SUM * tarok_sum(hand)
            + DIFFERENCE * HONOUR * honours
            + DIFFERENCE * self.pagat_weight * self.pagat_sign(viewer)
    }
}
