//! Deals of 54 cards: equal hands, and a talon of six cards. The number of players belongs to the game.

use boardwright_game::ids::Player;
use boardwright_game::playout::random_below;
use rand::Rng;
use rand_pcg::Pcg64Mcg;

use super::cards::{CARDS, Card, CardSet, parse_card_list, parse_card_set};
use crate::deck::shuffle;

/// Number of cards in the talon.
pub const TALON: usize = 6;

/// Number of cards in a hand, with this number of players.
pub const fn hand_size(players: usize) -> usize {
    (CARDS as usize - TALON) / players
}

/// All players.
#[inline]
pub fn all_seats<const N: usize>() -> [Player; N] {
    let mut player = Player::FIRST;
    std::array::from_fn(|_| {
        let seat = player;
        player = player.next(N);
        seat
    })
}

/// The cards of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealtCards<const N: usize> {
    /// Hands by player.
    pub hands: [CardSet; N],
    /// The talon in its order.
    pub talon: [Card; TALON],
}

impl<const N: usize> DealtCards<N> {
    /// Checks that all 54 cards are dealt, equally many to each player.
    ///
    /// # Errors
    /// A description of the first contradiction.
    pub fn check(&self) -> Result<(), String> {
        let mut seen = CardSet::EMPTY;
        for card in self.hands.iter().flat_map(|hand| hand.iter()).chain(self.talon) {
            if seen.contains(card) {
                return Err(format!("the card {card} is dealt twice"));
            }
            seen.insert(card);
        }
        match (1..).zip(&self.hands).find(|(_, hand)| hand.len() as usize != hand_size(N)) {
            Some((player, hand)) => {
                Err(format!("player {player} has {} cards; {} are dealt", hand.len(), hand_size(N)))
            }
            None => Ok(()),
        }
    }

    /// The same deal for another forehand: everybody gets the hand that the player in the same role had.
    #[must_use]
    pub fn rotated(&self, seats: usize) -> Self {
        let hands = std::array::from_fn(|seat| self.hands[(seat + N - seats % N) % N]);
        Self { hands, talon: self.talon }
    }

    /// Text: the hands by player, and the talon in its order, separated by semicolons.
    pub fn text(&self) -> String {
        let hands: Vec<String> = self.hands.iter().map(CardSet::to_string).collect();
        format!("deal {}; {}", hands.join("; "), talon_text(&self.talon))
    }

    /// Text as a player sees the deal: all cards but the own ones are counted only.
    pub fn text_seen(&self, viewer: Player) -> String {
        let hands = self.hands.iter().enumerate().map(|(seat, hand)| {
            if seat == viewer.index() { hand.to_string() } else { format!("{} cards", hand.len()) }
        });
        format!("deal {}; {TALON} cards", hands.collect::<Vec<_>>().join("; "))
    }

    /// Parses the cards of a deal: the hands and the talon.
    ///
    /// # Errors
    /// A description of the first error.
    pub fn parse(parts: &[&str]) -> Result<Self, String> {
        let Some((talon, hands)) = parts.split_last().filter(|(_, hands)| hands.len() == N) else {
            let number = ["", "one hand", "two hands", "three hands", "four hands"].get(N).unwrap_or(&"hands");
            return Err(format!("a deal is {number} and the talon, separated by semicolons"));
        };
        let mut sets = [CardSet::EMPTY; N];
        for (set, hand) in sets.iter_mut().zip(hands) {
            *set = parse_card_set(hand)?;
        }
        let talon: Vec<Card> = parse_card_list(talon)?;
        let talon = talon
            .as_slice()
            .try_into()
            .map_err(|_| format!("the talon has {} cards; {TALON} are dealt", talon.len()))?;
        let cards = Self { hands: sets, talon };
        cards.check()?;
        Ok(cards)
    }
}

/// The cards of the talon in their order, separated by commas.
pub fn talon_text(talon: &[Card]) -> String {
    talon.iter().map(Card::to_string).collect::<Vec<_>>().join(", ")
}

/// Deals all cards; every deal is equally likely.
pub fn deal_cards<const N: usize>(rng: &mut dyn Rng) -> DealtCards<N> {
    let mut deck: [u8; CARDS as usize] = std::array::from_fn(|index| index as u8);
    shuffle(&mut deck, rng);
    let card = |index: usize| Card::new(deck[index]).unwrap_or(Card::PAGAT);
    let size = hand_size(N);
    let hand = |seat: usize| (seat * size..(seat + 1) * size).map(card).collect::<CardSet>();
    let talon = std::array::from_fn(|index| card(N * size + index));
    DealtCards { hands: std::array::from_fn(hand), talon }
}

/// A random card of a set that is not empty.
#[inline]
pub fn random_card(cards: CardSet, rng: &mut Pcg64Mcg) -> Option<Card> {
    let mut rest = cards.0;
    for _ in 0..random_below(cards.len() as usize, rng) {
        rest &= rest - 1;
    }
    CardSet(rest).first()
}
