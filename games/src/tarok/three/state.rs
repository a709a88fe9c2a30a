//! State of a deal, and the moves that change it.

use boardwright_game::ids::Player;

use super::contract::{Contract, Item, Items, ThreeOptions};
use crate::tarok::cards::{Card, CardSet};
use crate::tarok::dealing::{self, all_seats, hand_size};
use crate::tarok::tricks::{Trick, excluded_by_play, legal_cards, legal_cards_in_negative};

pub use crate::tarok::dealing::TALON;

/// Number of players.
pub const PLAYERS: usize = 3;
/// Number of cards in a hand.
pub const HAND: usize = hand_size(PLAYERS);
/// Number of cards that are played.
pub const PLAYED: usize = PLAYERS * HAND;
/// Largest number of bids and passes: each player bids each contract at most once, and two pass.
const MAX_CALLS: usize = 3 * Contract::BIDS.len() + 2;

/// All players.
pub fn seats() -> [Player; PLAYERS] {
    all_seats()
}

/// The cards of a deal.
pub type DealtCards = dealing::DealtCards<PLAYERS>;

/// A bid or a pass in the auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// The player leaves the auction.
    Pass,
    /// The player bids a contract.
    Bid(Contract),
}

/// Bids and passes, in their order; forehand begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calls {
    calls: [Call; MAX_CALLS],
    len: u8,
}

impl Calls {
    /// The calls.
    pub fn as_slice(&self) -> &[Call] {
        &self.calls[..usize::from(self.len)]
    }

    fn push(&mut self, call: Call) {
        self.calls[usize::from(self.len)] = call;
        self.len += 1;
    }
}

/// Doubling of a part of the score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doubling {
    /// Number of doublings: 1 for kontra, 4 for mort.
    pub level: u8,
    /// The opponent who said kontra, as an index; 0 without meaning if nobody did.
    pub by: u8,
}

impl Doubling {
    /// Factor of the score.
    pub fn factor(self) -> i32 {
        1 << self.level
    }
}

/// Stage of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The cards are dealt.
    Deal,
    /// A player bids or passes.
    Bid(Player),
    /// The winner of the auction names the contract.
    Choose,
    /// The declarer takes a group of the talon.
    TakeGroup,
    /// The declarer lays a card away.
    LayAway,
    /// The declarer announces bonuses.
    Announce,
    /// A player may double.
    Double {
        /// Level that is doubled: 0 for kontra, 1 for re, 2 for sub, 3 for mort.
        level: u8,
        /// The player.
        player: Player,
    },
    /// A player plays a card.
    Play(Player),
    /// The deal is over.
    Over,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreeMove {
    /// Chance: the cards are dealt.
    Deal(DealtCards),
    /// Leaves the auction.
    Pass,
    /// Bids a contract.
    Bid(Contract),
    /// Names the contract that is played.
    Choose(Contract),
    /// Takes a group of the talon, by its index.
    Take(u8),
    /// Lays a card away.
    LayAway(Card),
    /// Announces bonuses.
    Announce(Items),
    /// Doubles a part of the score.
    Double(Item),
    /// Doubles nothing more.
    NoDouble,
    /// Plays a card.
    Play(Card),
    /// Begins the next deal of a match.
    NextDeal,
}

/// Public result of the deal before, from which players learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealSummary {
    /// The contract.
    pub contract: Contract,
    /// The declarer; forehand in klop.
    pub declarer: Player,
    /// `true` if the declarer won the contract; `false` in klop.
    pub is_won: bool,
    /// Announced bonuses.
    pub announced: Items,
    /// Bonuses that were made, announced or not.
    pub made: Items,
}

/// State of a deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThreeState {
    /// The player who bids first.
    pub forehand: Player,
    /// Number of radelci, by player.
    pub radelci: [u8; PLAYERS],
    /// Result of the deal before in a match.
    pub last: Option<DealSummary>,
    /// Stage.
    pub stage: Stage,
    /// Cards in the hands.
    pub hands: [CardSet; PLAYERS],
    /// The talon in its order.
    pub talon: [Card; TALON],
    /// The auction.
    pub calls: Calls,
    /// The player who bid last, and the bid: the declarer after the auction, and forehand in klop.
    pub bidder: Option<(Player, Contract)>,
    /// The contract, once it is named.
    pub contract: Option<Contract>,
    /// Index of the group that the declarer took.
    pub group: Option<u8>,
    /// Cards that the declarer laid away.
    pub laid: CardSet,
    /// Announced bonuses.
    pub announced: Items,
    /// Doublings of the parts of the score.
    pub doublings: [Doubling; Item::ALL.len()],
    /// The current trick.
    pub trick: Trick<PLAYERS>,
    /// The player who leads to the current trick.
    pub leader: Player,
    played: [Card; PLAYED],
    played_count: u8,
    /// Cards of the tricks of each player; in klop with the cards of the talon.
    pub piles: [CardSet; PLAYERS],
    /// Numbers of tricks.
    pub tricks: [u8; PLAYERS],
    /// The player who lost the mond, if it was lost.
    pub mond_loser: Option<Player>,
    /// Winner of the last complete trick, and the card that won it.
    pub last_trick: Option<(Player, Card)>,
    /// Cards that a player certainly does not hold, from the cards that the player played.
    pub excluded: [CardSet; PLAYERS],
}

impl ThreeState {
    /// A deal before the cards are dealt.
    pub fn new(forehand: Player, radelci: [u8; PLAYERS], last: Option<DealSummary>) -> Self {
        Self {
            forehand,
            radelci,
            last,
            stage: Stage::Deal,
            hands: [CardSet::EMPTY; PLAYERS],
            talon: [Card::PAGAT; TALON],
            calls: Calls { calls: [Call::Pass; MAX_CALLS], len: 0 },
            bidder: None,
            contract: None,
            group: None,
            laid: CardSet::EMPTY,
            announced: Items::NONE,
            doublings: [Doubling::default(); Item::ALL.len()],
            trick: Trick::default(),
            leader: forehand,
            played: [Card::PAGAT; PLAYED],
            played_count: 0,
            piles: [CardSet::EMPTY; PLAYERS],
            tricks: [0; PLAYERS],
            mond_loser: None,
            last_trick: None,
            excluded: [CardSet::EMPTY; PLAYERS],
        }
    }

    /// The cards that were played, in their order.
    pub fn played(&self) -> &[Card] {
        &self.played[..usize::from(self.played_count)]
    }

    /// The player to act; `None` while cards are dealt and when the deal is over.
    pub fn to_act(&self) -> Option<Player> {
        match self.stage {
            Stage::Deal | Stage::Over => None,
            Stage::Bid(player) | Stage::Double { player, .. } | Stage::Play(player) => Some(player),
            Stage::Choose | Stage::TakeGroup | Stage::LayAway | Stage::Announce => {
                self.bidder.map(|(player, _)| player)
            }
        }
    }

    /// The declarer of a contract with one.
    pub fn declarer(&self) -> Option<Player> {
        self.contract.filter(|&contract| contract != Contract::Klop)?;
        self.bidder.map(|(player, _)| player)
    }

    /// Cards in the groups of the talon, from the first.
    pub fn group_cards(&self, group: u8) -> CardSet {
        let size = usize::from(self.contract.map_or(0, Contract::exchanged));
        self.talon.iter().skip(size * usize::from(group)).take(size).copied().collect()
    }

    /// The cards of the talon that everybody has seen: all of them with an exchange, and the gifts in klop.
    pub fn shown_talon(&self) -> &[Card] {
        let count = match self.contract {
            Some(contract) if contract.exchanged() > 0 => TALON,
            Some(Contract::Klop) => TALON.min(usize::from(self.played_count) / PLAYERS),
            _ => 0,
        };
        &self.talon[..count]
    }

    /// Cards that a player may lay away: neither kings nor pagat, mond and skis.
    pub fn layable(hand: CardSet) -> CardSet {
        hand.without(CardSet::KINGS).without(CardSet::TRULA)
    }

    /// `true` if `player` may bid `contract` after the current bids.
    pub fn can_bid(&self, player: Player, contract: Contract) -> bool {
        let order = |player: Player| (player.index() + PLAYERS - self.forehand.index()) % PLAYERS;
        match self.bidder {
            None => contract == Contract::Tri,
            Some((last, bid)) => contract > bid || contract == bid && order(player) < order(last),
        }
    }

    /// `true` if the winner of the auction may name `contract`.
    pub fn can_choose(&self, contract: Contract) -> bool {
        self.bidder.is_some_and(|(player, bid)| {
            let may_klop = bid == Contract::Tri && player == self.forehand;
            contract >= bid || contract == Contract::Klop && may_klop
        })
    }

    /// `true` if the player to act may double this part now.
    pub fn can_double(&self, item: Item) -> bool {
        let Stage::Double { level, player } = self.stage else { return false };
        self.is_doubling_open(item, level, player)
    }

    fn is_doubling_open(&self, item: Item, level: u8, player: Player) -> bool {
        let doubling = self.doublings[item.index()];
        let is_played = item == Item::Game || self.announced.contains(item);
        is_played && doubling.level == level && (level != 2 || usize::from(doubling.by) == player.index())
    }

    /// For negative contracts, `true` if the pagat must win the trick with mond and skis; `None` for positive ones.
    #[inline]
    pub fn negative_duty(&self, options: ThreeOptions) -> Option<bool> {
        self.contract.is_some_and(Contract::is_negative).then_some(options.emperor_duty)
    }

    /// Legal cards of the player to play.
    #[inline]
    pub fn legal_cards(&self, options: ThreeOptions) -> CardSet {
        let Stage::Play(player) = self.stage else { return CardSet::EMPTY };
        let hand = self.hands[player.index()];
        match self.negative_duty(options) {
            None => legal_cards(hand, &self.trick),
            Some(emperor_duty) => legal_cards_in_negative(hand, &self.trick, emperor_duty),
        }
    }

    /// Deals the cards.
    pub fn deal(&mut self, cards: &DealtCards) {
        (self.hands, self.talon) = (cards.hands, cards.talon);
        self.stage = Stage::Bid(self.forehand);
    }

    /// Makes a legal move of a player.
    pub fn act(&mut self, mv: ThreeMove, options: ThreeOptions) {
        match mv {
            ThreeMove::Deal(cards) => self.deal(&cards),
            ThreeMove::Pass => self.call(Call::Pass),
            ThreeMove::Bid(contract) => self.call(Call::Bid(contract)),
            ThreeMove::Choose(contract) => self.choose(contract, options),
            ThreeMove::Take(group) => self.take(group),
            ThreeMove::LayAway(card) => self.lay_away(card),
            ThreeMove::Announce(items) => {
                self.announced = items;
                self.begin_doubling(options);
            }
            ThreeMove::Double(item) => self.double(item, options),
            ThreeMove::NoDouble => self.next_doubler(options),
            ThreeMove::Play(card) => self.play(card, options),
            ThreeMove::NextDeal => {}
        }
    }

    fn call(&mut self, call: Call) {
        let Stage::Bid(player) = self.stage else { return };
        self.calls.push(call);
        if let Call::Bid(contract) = call {
            self.bidder = Some((player, contract));
        }
        let mut passed = [false; PLAYERS];
        let mut next = self.forehand;
        // Everybody calls in turn; players who have passed are left out.
        for call in self.calls.as_slice() {
            while passed[next.index()] {
                next = next.next(PLAYERS);
            }
            passed[next.index()] = *call == Call::Pass;
            next = next.next(PLAYERS);
        }
        while passed[next.index()] {
            next = next.next(PLAYERS);
        }
        let is_decided = passed.iter().filter(|&&passed| passed).count() == PLAYERS - 1;
        self.stage = if is_decided { Stage::Choose } else { Stage::Bid(next) };
    }

    fn choose(&mut self, contract: Contract, options: ThreeOptions) {
        self.contract = Some(contract);
        self.leader = self.bidder.map_or(self.forehand, |(player, _)| player);
        match contract {
            Contract::Klop => self.stage = Stage::Play(self.leader),
            Contract::Berac => self.begin_doubling(options),
            Contract::Solo => self.stage = Stage::Announce,
            Contract::Tri | Contract::Dva | Contract::Ena => self.stage = Stage::TakeGroup,
        }
    }

    fn take(&mut self, group: u8) {
        let Some(declarer) = self.declarer() else { return };
        let taken = self.group_cards(group);
        self.group = Some(group);
        self.hands[declarer.index()] = self.hands[declarer.index()].union(taken);
        if self.talon.contains(&Card::MOND) && !taken.contains(Card::MOND) {
            self.mond_loser = Some(declarer);
        }
        self.stage = Stage::LayAway;
    }

    fn lay_away(&mut self, card: Card) {
        let Some(declarer) = self.declarer() else { return };
        self.hands[declarer.index()].remove(card);
        self.laid.insert(card);
        if self.hands[declarer.index()].len() as usize == HAND {
            self.stage = Stage::Announce;
        }
    }

    fn begin_doubling(&mut self, options: ThreeOptions) {
        let Some(declarer) = self.declarer() else { return };
        self.stage = Stage::Double { level: 0, player: declarer };
        self.next_doubler(options);
    }

    fn double(&mut self, item: Item, options: ThreeOptions) {
        let Stage::Double { level, player } = self.stage else { return };
        let doubling = &mut self.doublings[item.index()];
        doubling.level = level + 1;
        if level == 0 {
            doubling.by = player.index() as u8;
        }
        if !Item::ALL.into_iter().any(|item| self.can_double(item)) {
            self.next_doubler(options);
        }
    }

    /// Continues with the next player who can double something, or with the play.
    fn next_doubler(&mut self, options: ThreeOptions) {
        let (Stage::Double { mut level, mut player }, Some(declarer)) = (self.stage, self.declarer()) else { return };
        loop {
            // Opponents double at even levels, the one after the declarer first; the declarer doubles at odd ones.
            let next = player.next(PLAYERS);
            (level, player) = match level % 2 {
                0 if next == declarer && player != declarer => (level + 1, declarer),
                0 => (level, next),
                _ => (level + 1, declarer.next(PLAYERS)),
            };
            if level >= options.doublings {
                self.stage = Stage::Play(self.leader);
                return;
            }
            if Item::ALL.into_iter().any(|item| self.is_doubling_open(item, level, player)) {
                self.stage = Stage::Double { level, player };
                return;
            }
        }
    }

    /// Plays a card of the player to play.
    #[inline]
    pub fn play(&mut self, card: Card, options: ThreeOptions) {
        let Stage::Play(player) = self.stage else { return };
        let seat = player.index();
        self.hands[seat].remove(card);
        let left = self.hands[seat].len();
        let negative = self.negative_duty(options);
        self.excluded[seat] = self.excluded[seat].union(excluded_by_play(&self.trick, card, negative, left));
        self.trick.play(card);
        self.played[usize::from(self.played_count)] = card;
        self.played_count += 1;
        if self.trick.is_complete() {
            self.finish_trick();
        } else {
            self.stage = Stage::Play(player.next(PLAYERS));
        }
    }

    fn finish_trick(&mut self) {
        let seat = |position: usize| seats()[(self.leader.index() + position) % PLAYERS];
        let winner = seat(self.trick.winning_position());
        let won = self.trick.set();
        if won.contains(Card::MOND) {
            let position = self.trick.cards().iter().position(|&card| card == Card::MOND).unwrap_or(0);
            self.mond_loser = Some(seat(position)).filter(|&player| player != winner);
        }
        self.last_trick = self.trick.winning_card().map(|card| (winner, card));
        let number = usize::from(self.played_count) / PLAYERS;
        let pile = &mut self.piles[winner.index()];
        *pile = pile.union(won);
        if self.contract == Some(Contract::Klop) && number <= TALON {
            pile.insert(self.talon[number - 1]);
        }
        self.tricks[winner.index()] += 1;
        self.trick = Trick::default();
        self.leader = winner;
        let is_over = usize::from(self.played_count) == PLAYED
            || self.contract == Some(Contract::Berac) && self.declarer() == Some(winner);
        self.stage = if is_over { Stage::Over } else { Stage::Play(winner) };
    }
}
