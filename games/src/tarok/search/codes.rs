//! Keys of the transposition table: grouped codes of hands, in which similar cards are not distinguished, or exact cards.

use super::constants::{TABLE_BASE, TABLE_ENTRIES};
use super::evaluation::tarok_sum;
use super::open_position::{MAX_PLAYERS, OpenPosition};
use crate::tarok::cards::{CARDS, Card, CardSet, RANKS, SUITS, TAROKS};

/// Number of codes of a suit: up to four pips, and each set of jack, knight, queen and king.
pub const SUIT_CODES: u64 = 80;
/// Number of codes of all suits of a hand.
pub const ALL_SUIT_CODES: u64 = SUIT_CODES.pow(SUITS as u32);

/// Codes of the sets of cards of a suit.
static SUIT_TABLE: [u8; 256] = {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256_usize {
        table[set] = (set & 0xf).count_ones() as u8 + 5 * (set >> 4) as u8;
        set += 1;
    }
    table
};

/// Grouped code of a hand: in each suit the number of pips and the exact court cards; of the taroks their number, their sum in
/// tens, the highest one, and whether pagat, mond and skis are among them.
#[inline]
pub fn hand_code(hand: CardSet) -> u64 {
    let suits = hand.0 >> TAROKS;
    let mut code = 0;
    for suit in 0..SUITS {
        code = code * SUIT_CODES + u64::from(SUIT_TABLE[(suits >> (suit * RANKS as usize) & 0xff) as usize]);
    }
    let taroks = hand.intersection(CardSet::TAROKS);
    let highest = taroks.last().map_or(0, |card| u64::from(card.number()) + 1);
    let trula = u64::from(hand.contains(Card::PAGAT))
        + 2 * u64::from(hand.contains(Card::MOND))
        + 4 * u64::from(hand.contains(Card::SKIS));
    let tarok_code = ((u64::from(taroks.len()) * 24 + tarok_sum(hand) as u64 / 10) * 23 + highest) * 8 + trula;
    code + tarok_code * ALL_SUIT_CODES
}

/// Codes of the hands with the cards on the table: the last card of each player.
#[inline]
fn codes_on_table<P: OpenPosition>(position: &P, codes: [u64; MAX_PLAYERS]) -> [u64; MAX_PLAYERS] {
    let mut codes = codes.map(|code| code * (u64::from(CARDS) + 1));
    for (place, card) in position.trick_cards().iter().enumerate() {
        codes[(position.leader() + place) % P::PLAYERS] += u64::from(card.number()) + 1;
    }
    codes
}

/// Index and check key of a position in the table. `codes` are the codes of the hands, grouped or exact; `salt` is the number of
/// the search.
#[inline]
pub fn index_and_key<P: OpenPosition>(
    position: &P,
    codes: [u64; MAX_PLAYERS],
    viewer: usize,
    (depth, salt): (u8, u64),
) -> (usize, u64) {
    let codes = codes_on_table(position, codes);
    let (own, others) = position.values_for(viewer);
    // Side to move, what was won and the depth; the thesis does not say whether its key has them.
    let rest = position.turn() as u64 | (own as u64) << 2 | (others as u64) << 12 | u64::from(depth) << 22;
    let mix = |key: u64, part: u64| (key ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let (mut sum, mut key, mut power) = (0, salt, 1);
    for &part in codes[..P::PLAYERS].iter().chain([&rest]) {
        sum += part % TABLE_ENTRIES * power;
        key = mix(key, part);
        power *= TABLE_BASE;
    }
    ((sum % TABLE_ENTRIES) as usize, key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tarok::cards::parse_card_set;

    fn code(cards: &str) -> u64 {
        hand_code(parse_card_set(cards).unwrap())
    }

    #[test]
    fn pips_and_middle_taroks_are_grouped() {
        assert_eq!(ALL_SUIT_CODES, 40_960_000);
        assert_eq!(code("H 4, S K"), code("H 1, S K"));
        assert_ne!(code("H 4, S K"), code("H 4, S Q"));
        assert_ne!(code("H 4"), code("D 4"));
        // Equal numbers, tens of sums and highest taroks.
        assert_eq!(code("III, V, XIX"), code("IV, VI, XIX"));
        assert_ne!(code("III, V, XIX"), code("III, V, XX"));
        assert_ne!(code("I, V, XIX"), code("II, IV, XIX"));
        assert_eq!(code(""), 0);
    }
}
