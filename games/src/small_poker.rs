//! Parts that Kuhn and Leduc poker share: cards of three ranks, and their objects on the table. The rules of the games
//! are in [`kuhn`](crate::kuhn) and [`leduc`](crate::leduc).

use std::fmt;

use boardwright_game::ids::Player;
use boardwright_game::table::{CardFace, Suit, TableObject};

/// A card of the pack, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// The lowest card.
    Jack,
    /// The middle card.
    Queen,
    /// The highest card.
    King,
}

impl Card {
    /// All cards.
    pub const ALL: [Self; 3] = [Self::Jack, Self::Queen, Self::King];

    /// Name of the card for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Jack => "jack",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }

    /// Letter of the card in texts.
    pub fn letter(self) -> char {
        match self {
            Self::Jack => 'J',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// The second of two players.
pub(crate) fn second_player() -> Player {
    Player::FIRST.next(2)
}

/// Byte of a card in encodings and texts; `-` for none.
pub(crate) fn card_byte(card: Option<Card>) -> u8 {
    card.map_or(b'-', |card| card.letter() as u8)
}

/// A card on the table; face down if `card` is `None`.
pub(crate) fn card_object(card: Option<Card>) -> TableObject {
    let face = card.map(|card| CardFace { rank: card.letter().to_string(), suit: Some(Suit::Spades) });
    TableObject::card(face, card.map_or("a card face down", Card::name))
}
