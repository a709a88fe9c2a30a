//! State of a deal, and the moves that change it. How they change it is in `course.rs`.

use boardwright_game::ids::Player;

use super::contract::{Bid, Bonus, Bonuses, FourOptions, Target};
use crate::tarok::cards::{Card, CardSet};
use crate::tarok::dealing::{self, all_seats, hand_size};
use crate::tarok::short_list::ShortList;
use crate::tarok::tricks::{Trick, legal_cards, legal_overtaking_cards};

pub use crate::tarok::dealing::TALON;

/// Number of players.
pub const PLAYERS: usize = 4;
/// Number of cards in a hand.
pub const HAND: usize = hand_size(PLAYERS);
/// Number of cards that are played.
pub const PLAYED: usize = PLAYERS * HAND;
/// Number of cards that the declarer takes in trojka, which is half of the talon.
pub const HALF_TALON: usize = TALON / 2;
/// Largest number of calls: four bids, each followed by at most three players who agree.
const MAX_CALLS: usize = PLAYERS * Bid::ALL.len();
/// Largest number of answers about fleks: nine fleks, before and after each of which at most four players add nothing.
const MAX_FLEK_CALLS: usize = 9 + PLAYERS * 10;

/// All players.
pub fn seats() -> [Player; PLAYERS] {
    all_seats()
}

/// The cards of a deal.
pub type DealtCards = dealing::DealtCards<PLAYERS>;

/// A trick. The pagat wins no trick with mond and skis.
pub type FourTrick = Trick<PLAYERS, false>;

/// A call in the auction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// The player agrees to the last bid.
    Agree,
    /// The player bids.
    Bid(Bid),
}

/// A card that a player laid aside. Taroks are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaidCard {
    /// The player.
    pub player: Player,
    /// The card.
    pub card: Card,
}

/// Answer of a player who could give a flek.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlekCall {
    /// The player.
    pub player: Player,
    /// The target, and its new level from 1 for a flek to 3 for a super flek; `None` if the player gave no more fleks.
    pub flek: Option<(Target, u8)>,
}

/// Stage of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The cards are dealt.
    Deal,
    /// A player bids or agrees.
    Bid(Player),
    /// Forehand may declare varsava, as everybody agreed to first duty.
    Varsava,
    /// The declarer calls a tarok.
    Call,
    /// The declarer has seen the first or the second three cards of the talon, and keeps them or not.
    Look,
    /// A player lays a card aside.
    LayAside(Player),
    /// A player may announce pagat and valat.
    Announce(Player),
    /// A player may give a flek.
    Flek(Player),
    /// A player plays a card.
    Play(Player),
    /// The deal is over.
    Over,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FourMove {
    /// Chance: the cards are dealt.
    Deal(DealtCards),
    /// Agrees to the last bid.
    Agree,
    /// Bids.
    Bid(Bid),
    /// Declares varsava.
    Varsava,
    /// Plays first duty instead of varsava.
    FirstDuty,
    /// Calls the tarok with this number.
    Call(u8),
    /// Keeps the three cards of the talon that the declarer saw last.
    Keep,
    /// Shows the three cards, and looks at the second ones or takes the first ones back.
    Exchange,
    /// Lays a card aside.
    LayAside(Card),
    /// Announces bonuses to which the player commits.
    Announce(Bonuses),
    /// Gives a flek of the next level.
    Flek(Target),
    /// Gives no more fleks.
    NoFlek,
    /// Plays a card.
    Play(Card),
    /// Begins the next deal of a match.
    NextDeal,
}

/// State of a deal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FourState {
    /// The player who bids and leads first.
    pub forehand: Player,
    /// Stage.
    pub stage: Stage,
    /// Cards in the hands.
    pub hands: [CardSet; PLAYERS],
    /// The talon in its order, as it was dealt.
    pub talon: [Card; TALON],
    /// The auction.
    pub calls: ShortList<Call, MAX_CALLS>,
    /// The player who bid last, and the bid: the declarer after the auction, and forehand in varsava.
    pub bidder: Option<(Player, Bid)>,
    /// Answer of forehand who could declare varsava.
    pub varsava: Option<bool>,
    /// The tarok that the declarer called.
    pub called: Option<Card>,
    /// Holder of the called tarok after the talon was distributed. The players do not know it.
    pub holder: Option<Player>,
    /// Number of looks of the declarer at cards of the talon in trojka: 3 if the first cards were taken back.
    pub looks: u8,
    /// `true` when the cards of the talon were taken.
    pub is_talon_taken: bool,
    /// Cards that were laid aside, in their order.
    pub laid: ShortList<LaidCard, TALON>,
    /// Bonuses that the hands revealed, by player.
    pub revealed: [Bonuses; PLAYERS],
    /// Bonuses to which players committed.
    pub committed: [Bonuses; PLAYERS],
    /// Levels of the fleks by target.
    pub fleks: [u8; Target::ALL.len()],
    /// Answers about fleks in their order.
    pub flek_calls: ShortList<FlekCall, MAX_FLEK_CALLS>,
    /// Number of players in a row who gave no flek.
    pub(super) flek_silence: u8,
    /// Seats, as bits, of the players who may hold the called tarok by everything that is public.
    pub candidates: u8,
    /// The current trick.
    pub trick: FourTrick,
    /// The player who leads to the current trick.
    pub leader: Player,
    pub(super) played: ShortList<Card, PLAYED>,
    /// Cards of the tricks of each player; in varsava with the cards of the talon.
    pub piles: [CardSet; PLAYERS],
    /// Numbers of tricks.
    pub tricks: [u8; PLAYERS],
    /// Winner of the last complete trick, and the card that won it.
    pub last_trick: Option<(Player, Card)>,
    /// Cards that a player certainly does not hold, from the cards that the player played or laid aside.
    pub excluded: [CardSet; PLAYERS],
}

impl FourState {
    /// A deal before the cards are dealt.
    pub fn new(forehand: Player) -> Self {
        let laid = LaidCard { player: Player::FIRST, card: Card::PAGAT };
        Self {
            forehand,
            stage: Stage::Deal,
            hands: [CardSet::EMPTY; PLAYERS],
            talon: [Card::PAGAT; TALON],
            calls: ShortList::new(Call::Agree),
            bidder: None,
            varsava: None,
            called: None,
            holder: None,
            looks: 0,
            is_talon_taken: false,
            laid: ShortList::new(laid),
            revealed: [Bonuses::NONE; PLAYERS],
            committed: [Bonuses::NONE; PLAYERS],
            fleks: [0; Target::ALL.len()],
            flek_calls: ShortList::new(FlekCall { player: Player::FIRST, flek: None }),
            flek_silence: 0,
            candidates: 0,
            trick: FourTrick::default(),
            leader: forehand,
            played: ShortList::new(Card::PAGAT),
            piles: [CardSet::EMPTY; PLAYERS],
            tricks: [0; PLAYERS],
            last_trick: None,
            excluded: [CardSet::EMPTY; PLAYERS],
        }
    }

    /// The cards that were played, in their order.
    pub fn played(&self) -> &[Card] {
        self.played.as_slice()
    }

    /// The player to act; `None` while cards are dealt and when the deal is over.
    pub fn to_act(&self) -> Option<Player> {
        match self.stage {
            Stage::Deal | Stage::Over => None,
            Stage::Bid(player)
            | Stage::LayAside(player)
            | Stage::Announce(player)
            | Stage::Flek(player)
            | Stage::Play(player) => Some(player),
            Stage::Varsava | Stage::Call | Stage::Look => self.bidder.map(|(player, _)| player),
        }
    }

    /// `true` in varsava.
    #[inline]
    pub fn is_varsava(&self) -> bool {
        self.varsava == Some(true)
    }

    /// `true` after the auction, when the game is decided.
    pub fn is_auction_over(&self) -> bool {
        !matches!(self.stage, Stage::Deal | Stage::Bid(_) | Stage::Varsava)
    }

    /// Declarer and bid of a game with a declarer, after the auction.
    #[inline]
    pub fn declared(&self) -> Option<(Player, Bid)> {
        self.bidder.filter(|_| self.is_auction_over() && !self.is_varsava())
    }

    /// The declarer of a game with one, after the auction.
    #[inline]
    pub fn declarer(&self) -> Option<Player> {
        self.declared().map(|(player, _)| player)
    }

    /// `true` if the revealing announcements are made.
    pub fn is_revealed(&self) -> bool {
        let is_later = matches!(self.stage, Stage::Announce(_) | Stage::Flek(_) | Stage::Play(_) | Stage::Over);
        is_later && !self.is_varsava()
    }

    /// The player who announced a bonus to which players commit.
    pub fn committed_player(&self, bonus: Bonus) -> Option<Player> {
        seats().into_iter().find(|player| self.committed[player.index()].contains(bonus))
    }

    /// Positions in the talon, as bits, of the cards that a player took.
    pub fn taken_positions(&self, player: Player, options: FourOptions) -> u8 {
        let Some((declarer, bid)) = self.declared().filter(|_| self.is_talon_taken) else { return 0 };
        let offset = (player.index() + PLAYERS - declarer.index()) % PLAYERS;
        match bid {
            Bid::FirstDuty | Bid::SecondDuty => match offset {
                0 => 0b00_1111,
                2 => 0b10_0000,
                side if (side == 1) == options.right_takes_talon => 0b01_0000,
                _ => 0,
            },
            Bid::Trojka if offset == 0 => {
                if self.looks == 2 {
                    0b11_1000
                } else {
                    0b00_0111
                }
            }
            Bid::Trojka | Bid::Solo => 0,
        }
    }

    /// Positions in the talon, as bits, of the cards that everybody has seen.
    pub fn shown_positions(&self) -> u8 {
        if self.is_varsava() {
            let tricks = self.played.len() / PLAYERS;
            return ((1_u16 << tricks.min(TALON)) - 1) as u8;
        }
        match self.looks {
            2 => 0b00_0111,
            3 => 0b11_1111,
            _ => 0,
        }
    }

    /// Positions in the talon, as bits, of the cards that a player has seen.
    pub fn seen_positions(&self, viewer: Player, options: FourOptions) -> u8 {
        let is_declarer = self.declarer() == Some(viewer);
        let looked = match self.looks {
            _ if !is_declarer => 0,
            0 => 0,
            1 => 0b00_0111,
            _ => 0b11_1111,
        };
        self.shown_positions() | looked | self.taken_positions(viewer, options)
    }

    /// Cards of the talon at these positions.
    pub fn talon_cards(&self, positions: u8) -> CardSet {
        let at = |position: &usize| positions >> position & 1 != 0;
        (0..TALON).filter(at).map(|position| self.talon[position]).collect()
    }

    /// Cards that nobody takes from the talon: they count for the opponents.
    pub fn untaken_talon(&self, options: FourOptions) -> CardSet {
        match self.declared() {
            Some((declarer, Bid::Trojka | Bid::Solo)) => {
                self.talon_cards(0b11_1111 & !self.taken_positions(declarer, options))
            }
            _ => CardSet::EMPTY,
        }
    }

    /// Cards that a player laid aside.
    pub fn laid_by(&self, player: Player) -> CardSet {
        self.laid.as_slice().iter().filter(|laid| laid.player == player).map(|laid| laid.card).collect()
    }

    /// Cards that a player laid aside and that `viewer` sees: all of the own ones, and taroks.
    pub fn laid_seen(&self, player: Player, viewer: Player) -> CardSet {
        let laid = self.laid_by(player);
        if player == viewer { laid } else { laid.intersection(CardSet::TAROKS) }
    }

    /// Cards of a hand that can be laid aside: plain cards but kings; taroks below the value 5 if there are none.
    pub fn layable(hand: CardSet) -> CardSet {
        let plain = hand.without(CardSet::TAROKS).without(CardSet::KINGS);
        if plain.is_empty() { hand.intersection(CardSet::TAROKS).without(CardSet::TRULA) } else { plain }
    }

    /// The player who played each card, in the order of play. Forehand leads to the first trick.
    pub fn plays(&self) -> impl Iterator<Item = (Player, Card)> {
        let (mut trick, mut leader) = (FourTrick::default(), self.forehand);
        self.played().iter().map(move |&card| {
            if trick.is_complete() {
                leader = seats()[(leader.index() + trick.winning_position()) % PLAYERS];
                trick = FourTrick::default();
            }
            let player = seats()[(leader.index() + trick.len()) % PLAYERS];
            trick.play(card);
            (player, card)
        })
    }

    /// Cards that a player has played.
    pub fn played_by(&self, player: Player) -> CardSet {
        self.plays().filter(|&(by, _)| by == player).map(|(_, card)| card).collect()
    }

    /// Side of the declarer, as bits of seats, by all cards; `None` in varsava.
    pub fn declarer_side(&self) -> Option<u8> {
        let declarer = 1 << self.declarer()?.index();
        Some(declarer | self.holder.map_or(0, |holder| 1 << holder.index()))
    }

    /// Legal cards of the player to play.
    #[inline]
    pub fn legal_cards(&self) -> CardSet {
        let Stage::Play(player) = self.stage else { return CardSet::EMPTY };
        let hand = self.hands[player.index()];
        if self.is_varsava() { legal_overtaking_cards(hand, &self.trick) } else { legal_cards(hand, &self.trick) }
    }
}
