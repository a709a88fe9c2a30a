//! Random divisions of unseen cards into places of known sizes, each of which may exclude some cards. All divisions that
//! agree are equally likely.

use std::collections::BTreeMap;

use rand::Rng;

use super::cards::{CARDS, CardSet};
use crate::deck::shuffle;

/// Number of plain attempts before the divisions are counted.
const ATTEMPTS: usize = 32;

/// A place for unseen cards: a hand, the talon, or cards that were laid away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Number of cards that lie there.
    pub size: u32,
    /// Unseen cards that can lie there.
    pub possible: CardSet,
}

/// Draws one of the divisions of `cards` into the places; `None` if there is none.
///
/// Plain attempts are rejected if they put a card into a place that excludes it. If all are rejected, the divisions are
/// counted by dynamic programming over classes of cards with the same places, and one is drawn by these counts.
pub fn draw_division<const PLACES: usize>(
    cards: CardSet,
    places: &[Place; PLACES],
    rng: &mut dyn Rng,
) -> Option<[CardSet; PLACES]> {
    match attempt_divisions(cards, places, (ATTEMPTS, &|_| true), rng) {
        Attempted::Drawn(division) => Some(division),
        Attempted::Impossible => None,
        Attempted::Rejected { fixed, open } => Counting::new(&open, &fixed, places).draw(fixed, rng),
    }
}

/// Result of attempts to divide cards at random.
pub enum Attempted<const PLACES: usize> {
    /// A division that every place and the condition accept.
    Drawn([CardSet; PLACES]),
    /// A card has no place, or the sizes of the places do not agree with the number of cards.
    Impossible,
    /// All attempts were rejected.
    Rejected {
        /// Cards that have only one place.
        fixed: [CardSet; PLACES],
        /// The numbers of the other cards.
        open: Vec<u8>,
    },
}

/// Condition of divisions.
pub type Acceptance<'a, const PLACES: usize> = &'a dyn Fn(&[CardSet; PLACES]) -> bool;

/// Divides the cards at random a number of times, until a division is accepted by all places and by the condition.
pub fn attempt_divisions<const PLACES: usize>(
    cards: CardSet,
    places: &[Place; PLACES],
    (attempts, accepts): (usize, Acceptance<'_, PLACES>),
    rng: &mut dyn Rng,
) -> Attempted<PLACES> {
    if places.iter().map(|place| place.size).sum::<u32>() != cards.len() {
        return Attempted::Impossible;
    }
    let mut fixed = [CardSet::EMPTY; PLACES];
    let mut open = [0_u8; CARDS as usize];
    let mut count = 0;
    for card in cards {
        let mut possible = (0..PLACES).filter(|&place| places[place].size > 0 && places[place].possible.contains(card));
        match (possible.next(), possible.next()) {
            (None, _) => return Attempted::Impossible,
            (Some(only), None) => fixed[only].insert(card),
            _ => {
                open[count] = card.number();
                count += 1;
            }
        }
    }
    if (0..PLACES).any(|place| fixed[place].len() > places[place].size) {
        return Attempted::Impossible;
    }
    let open = &mut open[..count];
    for _ in 0..attempts {
        shuffle(open, rng);
        if let Some(division) = deal_out(open, &fixed, places).filter(accepts) {
            return Attempted::Drawn(division);
        }
    }
    Attempted::Rejected { fixed, open: open.to_vec() }
}

/// Fills the places one after the other; `None` if a place excludes one of its cards.
fn deal_out<const PLACES: usize>(
    open: &[u8],
    fixed: &[CardSet; PLACES],
    places: &[Place; PLACES],
) -> Option<[CardSet; PLACES]> {
    let mut division = *fixed;
    let mut rest = open;
    for (set, place) in division.iter_mut().zip(places) {
        let (now, later) = rest.split_at((place.size - set.len()) as usize);
        let dealt = now.iter().fold(0, |bits, &card| bits | 1_u64 << card);
        if !place.possible.includes(CardSet(dealt)) {
            return None;
        }
        set.0 |= dealt;
        rest = later;
    }
    Some(division)
}

/// Counts of divisions by dynamic programming.
struct Counting<const PLACES: usize> {
    /// Classes of cards: a bit for each place where they can lie, and the cards.
    classes: Vec<(u8, Vec<u8>)>,
    /// Free sizes of the places.
    free: [u32; PLACES],
    /// Number of divisions of the cards from a class on, by the sizes that are left.
    known: BTreeMap<(usize, [u32; PLACES]), f64>,
}

impl<const PLACES: usize> Counting<PLACES> {
    fn new(open: &[u8], fixed: &[CardSet; PLACES], places: &[Place; PLACES]) -> Self {
        let mut by_places = BTreeMap::<u8, Vec<u8>>::new();
        for &card in open {
            let bit =
                |place: usize| u8::from(places[place].size > 0 && places[place].possible.0 >> card & 1 != 0) << place;
            by_places.entry((0..PLACES).map(bit).sum()).or_default().push(card);
        }
        let free = std::array::from_fn(|place| places[place].size - fixed[place].len());
        let mut classes: Vec<_> = by_places.into_iter().collect();
        // The counting is short if the cards with few places come first.
        classes.sort_by_key(|(places, _)| places.count_ones());
        Self { classes, free, known: BTreeMap::new() }
    }

    /// Number of divisions of the cards from `class` on, if these sizes are left.
    fn count(&mut self, class: usize, left: [u32; PLACES]) -> f64 {
        if class == self.classes.len() {
            return f64::from(u8::from(left == [0; PLACES]));
        }
        if let Some(&count) = self.known.get(&(class, left)) {
            return count;
        }
        let count = self.shares(class, left).into_iter().map(|(_, count)| count).sum();
        self.known.insert((class, left), count);
        count
    }

    /// The possible shares of the places in the cards of a class, with the number of divisions of each.
    fn shares(&mut self, class: usize, left: [u32; PLACES]) -> Vec<([u32; PLACES], f64)> {
        let (mask, size) = (self.classes[class].0, self.classes[class].1.len() as u32);
        let most = std::array::from_fn(|place| if mask >> place & 1 != 0 { left[place].min(size) } else { 0 });
        let mut shares = Vec::new();
        for share in divisions_of_size(size, &most) {
            let rest = std::array::from_fn(|place| left[place] - share[place]);
            let count = ways(size, &share) * self.count(class + 1, rest);
            if count > 0.0 {
                shares.push((share, count));
            }
        }
        shares
    }

    /// Draws a division.
    fn draw(&mut self, mut division: [CardSet; PLACES], rng: &mut dyn Rng) -> Option<[CardSet; PLACES]> {
        let mut left = self.free;
        for class in 0..self.classes.len() {
            let shares = self.shares(class, left);
            let total: f64 = shares.iter().map(|(_, count)| count).sum();
            let mut rest = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * total;
            let drawn = shares.iter().find(|(_, count)| {
                rest -= count;
                rest < 0.0
            });
            // Rounding can leave a rest behind the last share.
            let share = drawn.or(shares.last())?.0;
            let mut cards = self.classes[class].1.clone();
            shuffle(&mut cards, rng);
            let mut cards = cards.into_iter();
            for place in 0..PLACES {
                left[place] -= share[place];
                cards.by_ref().take(share[place] as usize).for_each(|card| division[place].0 |= 1 << card);
            }
        }
        Some(division)
    }
}

/// All divisions of a number of equal cards among places that take at most so many, in lexicographic order.
pub fn divisions_of_size<const PLACES: usize>(size: u32, most: &[u32; PLACES]) -> Vec<[u32; PLACES]> {
    let mut divisions = Vec::new();
    add_divisions(size, most, 0, &mut [0; PLACES], &mut divisions);
    divisions
}

fn add_divisions<const PLACES: usize>(
    left: u32,
    most: &[u32; PLACES],
    place: usize,
    share: &mut [u32; PLACES],
    divisions: &mut Vec<[u32; PLACES]>,
) {
    if place + 1 == PLACES {
        if left <= most[place] {
            share[place] = left;
            divisions.push(*share);
        }
        return;
    }
    for own in 0..=most[place].min(left) {
        share[place] = own;
        add_divisions(left - own, most, place + 1, share, divisions);
    }
}

/// Number of ways to divide different cards among places, if each takes this many.
pub fn ways<const PLACES: usize>(size: u32, share: &[u32; PLACES]) -> f64 {
    factorial(size) / share.iter().copied().map(factorial).product::<f64>()
}

fn factorial(number: u32) -> f64 {
    (2..=number).map(f64::from).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    /// Six cards into places of 2, 2, 1 and 1, of which the first excludes two cards, and the second all but three.
    #[test]
    fn all_divisions_are_equally_likely_by_attempts_and_by_counts() {
        let cards = CardSet(0b11_1111);
        let place = |size, possible| Place { size, possible: CardSet(possible) };
        let places = [place(2, 0b11_1100), place(2, 0b00_0111), place(1, 0b11_1111), place(1, 0b11_1111)];
        let mut counts = [BTreeMap::new(), BTreeMap::new()];
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let open = [0, 1, 2, 3, 4, 5];
        let draws = 40_000;
        for _ in 0..draws {
            let drawn = draw_division(cards, &places, &mut random).unwrap();
            let counted = Counting::new(&open, &[CardSet::EMPTY; 4], &places).draw([CardSet::EMPTY; 4], &mut random);
            for (count, division) in counts.iter_mut().zip([drawn, counted.unwrap()]) {
                assert!((0..4).all(|at| division[at].len() == places[at].size));
                assert!((0..4).all(|at| places[at].possible.includes(division[at])));
                *count.entry(division.map(|set| set.0)).or_insert(0_u32) += 1;
            }
        }
        let number = Counting::new(&open, &[CardSet::EMPTY; 4], &places).count(0, [2, 2, 1, 1]) as usize;
        for count in counts {
            assert_eq!(count.len(), number);
            let expected = f64::from(draws) / number as f64;
            let chi_square: f64 = count.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
            let freedom = (number - 1) as f64;
            assert!((chi_square - freedom).abs() < 6.0 * (2.0 * freedom).sqrt(), "{chi_square} for {freedom}");
        }
    }

    #[test]
    fn impossible_divisions_are_none() {
        let place = |size, possible| Place { size, possible: CardSet(possible) };
        let none = place(0, 0);
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let mut draw = |cards, places| draw_division(CardSet(cards), &places, &mut random);
        assert_eq!(draw(0b111, [place(1, 7), place(1, 7), none, none]), None, "too few places");
        assert_eq!(draw(0b111, [place(2, 1), place(1, 7), none, none]), None, "a place that excludes its cards");
        assert_eq!(draw(0b111, [place(1, 6), place(1, 6), place(1, 6), none]), None, "a card without place");
        // Three cards that fit two places together, and one for all.
        assert_eq!(draw(0b1111, [place(1, 0b111), place(1, 0b111), place(2, 0b1000), none]), None, "no division");
    }
}
