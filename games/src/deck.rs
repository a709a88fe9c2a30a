//! Decks of numbered cards: shuffles by a seed, and decks that are written out. The cards' faces belong to the games.

use rand::Rng;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// Shuffles cards: every order is equally likely (Fisher and Yates 1938; Durstenfeld 1964).
pub fn shuffle(cards: &mut [u8], rng: &mut dyn Rng) {
    for last in (1..cards.len()).rev() {
        // 64 random bits: no card is more likely than another by more than `last` / 2^64.
        let other = ((u128::from(rng.next_u64()) * (last as u128 + 1)) >> 64) as usize;
        cards.swap(last, other);
    }
}

/// The deck of `size` cards, numbered from 0, in the order that belongs to a seed.
pub fn shuffled_deck(size: u8, seed: u64) -> Vec<u8> {
    let mut cards: Vec<u8> = (0..size).collect();
    shuffle(&mut cards, &mut Pcg64Mcg::seed_from_u64(seed));
    cards
}

/// Checks that `cards` are a deck of `size` cards.
///
/// # Errors
/// A description of the first error: a wrong number of cards, an unknown card, or a card that is there twice. `name`
/// writes a card.
pub fn check_deck(cards: &[u8], size: u8, name: impl Fn(u8) -> String) -> Result<(), String> {
    if cards.len() != usize::from(size) {
        return Err(format!("the deck has {} cards; {size} are needed", cards.len()));
    }
    let mut seen = vec![false; usize::from(size)];
    for &card in cards {
        match seen.get_mut(usize::from(card)) {
            None => return Err(format!("there is no card number {card}; cards are numbered from 0 to {}", size - 1)),
            Some(true) => return Err(format!("the card {} is in the deck twice", name(card))),
            Some(unseen) => *unseen = true,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chi-square of the place of each card, over 54 x 54 cells with 53 x 53 degrees of freedom. The limit is six
    /// standard deviations above the mean.
    #[test]
    fn every_card_is_at_every_place_equally_often() {
        const SHUFFLES: u64 = 54_000;
        let mut counts = vec![[0_u32; 54]; 54];
        for seed in 0..SHUFFLES {
            let deck = shuffled_deck(54, seed);
            assert_eq!(check_deck(&deck, 54, |card| card.to_string()), Ok(()));
            deck.iter().enumerate().for_each(|(place, &card)| counts[place][usize::from(card)] += 1);
        }
        let expected = SHUFFLES as f64 / 54.0;
        let chi_square: f64 = counts.as_flattened().iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
        let freedom = 53.0_f64 * 53.0;
        assert!((chi_square - freedom).abs() < 6.0 * (2.0 * freedom).sqrt(), "{chi_square} for {freedom}");
    }

    #[test]
    fn invalid_decks_are_described() {
        let check = |cards: &[u8]| check_deck(cards, 4, |card| format!("C{card}"));
        assert_eq!(check(&[3, 1, 0, 2]), Ok(()));
        assert_eq!(check(&[0, 1, 2]).unwrap_err(), "the deck has 3 cards; 4 are needed");
        assert_eq!(check(&[0, 1, 2, 9]).unwrap_err(), "there is no card number 9; cards are numbered from 0 to 3");
        assert_eq!(check(&[0, 1, 2, 1]).unwrap_err(), "the card C1 is in the deck twice");
    }
}
