//! Course of a deal: the effect of each move on the state.

use boardwright_game::ids::Player;

use super::contract::{Bid, Bonus, Bonuses, CALLED_TAROKS, FourOptions, revealed_bonuses};
use super::state::{
    Call, DealtCards, FourMove, FourState, FourTrick, HAND, LaidCard, PLAYED, PLAYERS, Stage, TALON, seats,
};
use crate::tarok::cards::{Card, CardSet};
use crate::tarok::tricks::excluded_by_plain_play;

impl FourState {
    /// Deals the cards.
    pub fn deal(&mut self, cards: &DealtCards) {
        (self.hands, self.talon) = (cards.hands, cards.talon);
        self.stage = Stage::Bid(self.forehand);
    }

    /// Makes a legal move.
    pub fn act(&mut self, mv: FourMove, options: FourOptions) {
        match mv {
            FourMove::Deal(cards) => self.deal(&cards),
            FourMove::Agree => self.call(Call::Agree, options),
            FourMove::Bid(bid) => self.call(Call::Bid(bid), options),
            FourMove::Varsava => {
                self.varsava = Some(true);
                self.stage = Stage::Play(self.forehand);
            }
            FourMove::FirstDuty => {
                self.varsava = Some(false);
                self.stage = Stage::Call;
            }
            FourMove::Call(number) => {
                self.called = Card::tarok(number).filter(|_| CALLED_TAROKS.contains(&number));
                self.take_talon(options);
            }
            FourMove::Keep => self.take_talon(options),
            FourMove::Exchange => {
                self.looks += 1;
                if self.looks == 3 {
                    self.take_talon(options);
                }
            }
            FourMove::LayAside(card) => self.lay_aside(card),
            FourMove::Announce(bonuses) => self.announce(bonuses, options),
            FourMove::Flek(target) => self.give_flek(target, options),
            FourMove::NoFlek => self.give_no_flek(options),
            FourMove::Play(card) => self.play(card),
            FourMove::NextDeal => {}
        }
    }

    fn call(&mut self, call: Call, options: FourOptions) {
        let Stage::Bid(player) = self.stage else { return };
        self.calls.push(call);
        if let Call::Bid(bid) = call {
            self.bidder = Some((player, bid));
        }
        let agreed = self.calls.as_slice().iter().rev().take_while(|&&call| call == Call::Agree).count();
        let is_last = options.one_round && self.calls.len() == PLAYERS;
        let Some((_, bid)) = self.bidder else { return };
        if agreed + 1 < PLAYERS && bid != Bid::Solo && !is_last {
            self.stage = Stage::Bid(player.next(PLAYERS));
            return;
        }
        match bid {
            Bid::FirstDuty => self.stage = Stage::Varsava,
            Bid::SecondDuty => self.stage = Stage::Call,
            Bid::Trojka => {
                self.looks = 1;
                self.stage = Stage::Look;
            }
            Bid::Solo => self.begin_announcing(),
        }
    }

    /// Gives the cards of the talon to the players who take them.
    fn take_talon(&mut self, options: FourOptions) {
        self.is_talon_taken = true;
        for player in seats() {
            let taken = self.talon_cards(self.taken_positions(player, options));
            let hand = &mut self.hands[player.index()];
            *hand = hand.union(taken);
        }
        self.find_holder();
        if let Some((declarer, _)) = self.bidder {
            self.stage = Stage::LayAside(declarer);
        }
    }

    /// Finds the holder of the called tarok.
    pub(super) fn find_holder(&mut self) {
        let Some(called) = self.called else { return };
        let holds = |player: &Player| {
            self.hands[player.index()].contains(called)
                || self.laid_by(*player).contains(called)
                || self.plays().any(|play| play == (*player, called))
        };
        self.holder = seats().into_iter().find(holds);
    }

    fn lay_aside(&mut self, card: Card) {
        let Stage::LayAside(player) = self.stage else { return };
        self.hands[player.index()].remove(card);
        self.laid.push(LaidCard { player, card });
        if card.is_tarok() {
            // Only a hand without plain cards but kings may lay a tarok aside.
            let plain = CardSet::ALL.without(CardSet::TAROKS).without(CardSet::KINGS);
            let excluded = &mut self.excluded[player.index()];
            *excluded = excluded.union(plain);
        }
        let Some((declarer, _)) = self.bidder else { return };
        let order = [0, 3, 2, 1].map(|offset| seats()[(declarer.index() + offset) % PLAYERS]);
        let next = order.into_iter().find(|player| self.hands[player.index()].len() as usize > HAND);
        match next {
            Some(player) => self.stage = Stage::LayAside(player),
            None => self.begin_announcing(),
        }
    }

    /// Makes the revealing announcements, and asks forehand for others.
    fn begin_announcing(&mut self) {
        let Some((declarer, bid)) = self.bidder else { return };
        self.revealed = self.hands.map(revealed_bonuses);
        if bid == Bid::SecondDuty {
            self.committed[declarer.index()] = Bonuses::NONE.with(Bonus::Pagat);
        }
        if bid.calls_partner() {
            self.candidates = self.public_candidates();
        }
        self.stage = Stage::Announce(self.forehand);
    }

    /// Players who may hold the called tarok by the announcements and the cards that were laid aside.
    fn public_candidates(&self) -> u8 {
        let shown = self.laid.as_slice().iter().find(|laid| Some(laid.card) == self.called);
        if let Some(laid) = shown {
            return 1 << laid.player.index();
        }
        let has_taroks = |player: &Player| !self.revealed[player.index()].contains(Bonus::Barvy);
        seats().into_iter().filter(has_taroks).map(|player| 1 << player.index()).sum()
    }

    fn announce(&mut self, bonuses: Bonuses, options: FourOptions) {
        let Stage::Announce(player) = self.stage else { return };
        let committed = &mut self.committed[player.index()];
        *committed = committed.union(bonuses);
        let next = player.next(PLAYERS);
        if next == self.forehand {
            self.begin_fleks(options);
        } else {
            self.stage = Stage::Announce(next);
        }
    }

    /// Plays a card of the player to play.
    #[inline]
    pub fn play(&mut self, card: Card) {
        let Stage::Play(player) = self.stage else { return };
        let seat = player.index();
        self.hands[seat].remove(card);
        let excluded = excluded_by_plain_play(&self.trick, card, self.is_varsava());
        self.excluded[seat] = self.excluded[seat].union(excluded);
        self.trick.play(card);
        self.played.push(card);
        if self.trick.is_complete() {
            self.finish_trick();
        } else {
            self.stage = Stage::Play(player.next(PLAYERS));
        }
    }

    fn finish_trick(&mut self) {
        let winner = seats()[(self.leader.index() + self.trick.winning_position()) % PLAYERS];
        let number = self.played.len() / PLAYERS;
        self.last_trick = self.trick.winning_card().map(|card| (winner, card));
        let pile = &mut self.piles[winner.index()];
        *pile = pile.union(self.trick.set());
        if self.varsava == Some(true) && number <= TALON {
            pile.insert(self.talon[number - 1]);
        }
        self.tricks[winner.index()] += 1;
        self.trick = FourTrick::default();
        self.leader = winner;
        self.stage = if self.played.len() == PLAYED { Stage::Over } else { Stage::Play(winner) };
    }
}
