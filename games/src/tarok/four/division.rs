//! Random divisions of unseen cards in which the hands of three players reveal given bonuses. All divisions that agree are
//! equally likely.

use std::collections::BTreeMap;

use rand::Rng;

use super::contract::{BonusCounts, Bonuses};
use crate::deck::shuffle;
use crate::tarok::cards::{Card, CardSet};
use crate::tarok::sampling::{Attempted, Place, attempt_divisions, divisions_of_size, ways};

/// Number of places: the hands of the three other players, the cards laid aside in secret, and the talon.
pub const PLACES: usize = 5;
/// Number of places that are hands.
pub const HANDS: usize = 3;
/// Number of plain attempts before the divisions are counted.
const ATTEMPTS: usize = 200;

/// Bonuses that a hand reveals together with the cards that its player has played.
#[derive(Clone, Copy, Debug)]
pub struct HandCondition {
    /// The cards that were played.
    pub played: CardSet,
    /// The bonuses.
    pub revealed: Bonuses,
}

impl HandCondition {
    fn accepts(&self, hand: CardSet) -> bool {
        super::contract::revealed_bonuses(hand.union(self.played)) == self.revealed
    }
}

/// Draws one of the divisions of `cards` into the places; `None` if there is none. The conditions hold for the first places.
pub fn draw_hands(
    cards: CardSet,
    places: &[Place; PLACES],
    conditions: &[HandCondition; HANDS],
    rng: &mut dyn Rng,
) -> Option<[CardSet; PLACES]> {
    let accepts = |division: &[CardSet; PLACES]| {
        conditions.iter().zip(division).all(|(condition, &hand)| condition.accepts(hand))
    };
    match attempt_divisions(cards, places, (ATTEMPTS, &accepts), rng) {
        Attempted::Drawn(division) => Some(division),
        Attempted::Impossible => None,
        Attempted::Rejected { fixed, open } => {
            ConditionCounting::new(&open, &fixed, places, conditions).draw(fixed, rng)
        }
    }
}

/// Class of cards by the way in which bonuses count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CardClass {
    Trul,
    King,
    Tarok,
    Plain,
}

impl CardClass {
    fn of(card: Card) -> Self {
        if CardSet::TRULA.contains(card) {
            Self::Trul
        } else if card.is_tarok() {
            Self::Tarok
        } else if CardSet::KINGS.contains(card) {
            Self::King
        } else {
            Self::Plain
        }
    }
}

/// Cards of a class with the same places.
struct CardGroup {
    class: CardClass,
    /// Places, as bits.
    places: u8,
    cards: Vec<u8>,
}

/// Numbers of the cards that are still to be placed, and the counts of the hands so far. A part of the counts that is checked
/// already is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Progress {
    group: usize,
    left: [u32; PLACES],
    counts: [BonusCounts; HANDS],
}

/// Counts of divisions by dynamic programming over groups of cards: first the cards of value 5, then the other taroks, then
/// the plain cards.
struct ConditionCounting {
    groups: Vec<CardGroup>,
    beginning: Progress,
    revealed: [Bonuses; HANDS],
    known: BTreeMap<Progress, f64>,
}

impl ConditionCounting {
    fn new(
        open: &[u8],
        fixed: &[CardSet; PLACES],
        places: &[Place; PLACES],
        conditions: &[HandCondition; HANDS],
    ) -> Self {
        let mut groups: Vec<CardGroup> = Vec::new();
        for card in open.iter().copied().filter_map(Card::new) {
            let is_possible = |place: &usize| places[*place].size > 0 && places[*place].possible.contains(card);
            let possible = (0..PLACES).filter(is_possible).map(|place| 1 << place).sum();
            let class = CardClass::of(card);
            match groups.iter_mut().find(|group| group.class == class && group.places == possible) {
                Some(group) => group.cards.push(card.number()),
                None => groups.push(CardGroup { class, places: possible, cards: vec![card.number()] }),
            }
        }
        // The counting is short if the cards with few places come first. The open cards are shuffled: the order of the
        // groups depends on nothing else than their contents.
        for group in &mut groups {
            group.cards.sort_unstable();
        }
        groups.sort_by_key(|group| (group.class, group.places.count_ones(), group.places));
        let left = std::array::from_fn(|place| places[place].size - fixed[place].len());
        let counts = std::array::from_fn(|hand| BonusCounts::of(conditions[hand].played.union(fixed[hand])));
        let beginning = Progress { group: 0, left, counts };
        Self { groups, beginning, revealed: conditions.map(|condition| condition.revealed), known: BTreeMap::new() }
    }

    /// Checks the counts that no later group changes, and clears them; `None` if they contradict a condition.
    fn checked(&self, mut progress: Progress) -> Option<Progress> {
        let next = self.groups.get(progress.group).map(|group| group.class);
        let are_fives_placed = next.is_none_or(|class| class >= CardClass::Tarok);
        let are_taroks_placed = next.is_none_or(|class| class >= CardClass::Plain);
        for (counts, revealed) in progress.counts.iter_mut().zip(self.revealed) {
            if are_fives_placed && counts.kings < CHECKED {
                let fives = BonusCounts { taroks: NO_TAROK_BONUS, ..*counts }.revealed();
                let taroks = BonusCounts { taroks: counts.taroks, ..BonusCounts::default() };
                let needed = revealed.0 & !TAROK_BONUSES;
                if fives.0 != needed {
                    return None;
                }
                *counts = BonusCounts { kings: CHECKED, trul: 0, ..taroks };
            }
            if are_taroks_placed && counts.taroks < CHECKED {
                let taroks = BonusCounts { taroks: counts.taroks, ..BonusCounts::default() }.revealed();
                if taroks.0 != revealed.0 & TAROK_BONUSES {
                    return None;
                }
                counts.taroks = CHECKED;
            }
        }
        Some(progress)
    }

    /// Number of divisions of the remaining groups.
    fn count(&mut self, progress: Progress) -> f64 {
        let Some(progress) = self.checked(progress) else { return 0.0 };
        if progress.group == self.groups.len() {
            return f64::from(u8::from(progress.left == [0; PLACES]));
        }
        if let Some(&count) = self.known.get(&progress) {
            return count;
        }
        let count = self.shares(progress).into_iter().map(|(_, _, count)| count).sum();
        self.known.insert(progress, count);
        count
    }

    /// The possible shares of the places in the next group, each with the progress after it and the number of divisions.
    fn shares(&mut self, progress: Progress) -> Vec<([u32; PLACES], Progress, f64)> {
        let CardGroup { class, places, ref cards } = self.groups[progress.group];
        let size = cards.len() as u32;
        let most =
            std::array::from_fn(|place| if places >> place & 1 != 0 { progress.left[place].min(size) } else { 0 });
        let mut shares = Vec::new();
        for share in divisions_of_size(size, &most) {
            let mut next = Progress { group: progress.group + 1, ..progress };
            for (left, number) in next.left.iter_mut().zip(share) {
                *left -= number;
            }
            for (counts, number) in next.counts.iter_mut().zip(share) {
                match class {
                    CardClass::Trul => (counts.trul, counts.taroks) = (counts.trul + number, counts.taroks + number),
                    CardClass::King => counts.kings += number,
                    CardClass::Tarok => counts.taroks += number,
                    CardClass::Plain => {}
                }
            }
            let count = ways(size, &share) * self.count(next);
            if count > 0.0 {
                shares.push((share, next, count));
            }
        }
        shares
    }

    /// Draws a division.
    fn draw(&mut self, mut division: [CardSet; PLACES], rng: &mut dyn Rng) -> Option<[CardSet; PLACES]> {
        let mut progress = self.checked(self.beginning)?;
        while progress.group < self.groups.len() {
            let shares = self.shares(progress);
            let total: f64 = shares.iter().map(|(_, _, count)| count).sum();
            let mut rest = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * total;
            let drawn = shares.iter().find(|(_, _, count)| {
                rest -= count;
                rest < 0.0
            });
            // Rounding can leave a rest behind the last share.
            let &(share, next, _) = drawn.or(shares.last())?;
            let mut cards = self.groups[progress.group].cards.clone();
            shuffle(&mut cards, rng);
            let mut cards = cards.into_iter();
            for place in 0..PLACES {
                cards.by_ref().take(share[place] as usize).for_each(|card| division[place].0 |= 1 << card);
            }
            progress = self.checked(next)?;
        }
        (progress.left == [0; PLACES]).then_some(division)
    }
}

/// Count that stands for a number that is checked.
const CHECKED: u32 = 100;
/// Number of taroks that reveals nothing.
const NO_TAROK_BONUS: u32 = 3;
/// Bonuses that the number of taroks decides.
const TAROK_BONUSES: u16 = {
    use super::contract::Bonus::{Barvicky, Barvy, Tarocky, Taroky};
    1 << Taroky as u16 | 1 << Tarocky as u16 | 1 << Barvicky as u16 | 1 << Barvy as u16
};

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::tarok::cards::parse_card_set;

    fn set(cards: &str) -> CardSet {
        parse_card_set(cards).unwrap()
    }

    /// Twelve cards into hands of four, of which the second holds three kings or more, in a hand with played cards.
    fn example() -> (CardSet, [Place; PLACES], [HandCondition; HANDS]) {
        let cards = set("H K, D K, S K, C K, II, III, IV, H 4, H 3, D 4");
        let hand = |size, excluded: &str| Place { size, possible: cards.without(set(excluded)) };
        let places =
            [hand(3, "II"), hand(3, "H 4"), hand(2, ""), hand(2, "H K, D K, S K, C K, II, III, IV"), hand(0, "")];
        let condition = |played: &str, revealed: &str| HandCondition {
            played: set(played),
            revealed: revealed.split(' ').filter_map(super::super::contract::Bonus::by_name).collect(),
        };
        let conditions = [
            condition("V, VI, VII, D 3", ""),
            condition("XXI, I, VIII, D 2", "honery"),
            condition("IX, X, D 1", "barvicky"),
        ];
        (cards, places, conditions)
    }

    #[test]
    fn divisions_with_conditions_are_equally_likely_by_attempts_and_by_counts() {
        let (cards, places, mut conditions) = example();
        // The third hand has no tarok among its cards; it has played two.
        conditions[2].revealed = Bonuses::NONE;
        conditions[2].played = set("IX, X, XI, D 1");
        let mut random = Pcg64Mcg::seed_from_u64(11);
        let mut counts = [BTreeMap::new(), BTreeMap::new()];
        let open: Vec<u8> = cards.iter().map(Card::number).collect();
        let draws = 20_000;
        for _ in 0..draws {
            let drawn = draw_hands(cards, &places, &conditions, &mut random).unwrap();
            let fixed = [CardSet::EMPTY; PLACES];
            let counted = ConditionCounting::new(&open, &fixed, &places, &conditions).draw(fixed, &mut random).unwrap();
            for (count, division) in counts.iter_mut().zip([drawn, counted]) {
                assert!((0..PLACES).all(|at| division[at].len() == places[at].size));
                assert!((0..PLACES).all(|at| places[at].possible.includes(division[at])));
                assert!(conditions.iter().zip(division).all(|(condition, hand)| condition.accepts(hand)));
                *count.entry(division.map(|set| set.0)).or_insert(0_u32) += 1;
            }
        }
        let fixed = [CardSet::EMPTY; PLACES];
        let mut counting = ConditionCounting::new(&open, &fixed, &places, &conditions);
        let number = counting.count(counting.beginning) as usize;
        assert!(number > 20, "{number}");
        for count in counts {
            assert_eq!(count.len(), number);
            let expected = f64::from(draws) / number as f64;
            let chi_square: f64 = count.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum();
            let freedom = (number - 1) as f64;
            assert!((chi_square - freedom).abs() < 6.0 * (2.0 * freedom).sqrt(), "{chi_square} for {freedom}");
        }
    }

    #[test]
    fn conditions_that_nothing_fulfils_are_none() {
        let (cards, places, mut conditions) = example();
        conditions[0].revealed = Bonuses::NONE.with(super::super::contract::Bonus::Taroky);
        assert_eq!(draw_hands(cards, &places, &conditions, &mut Pcg64Mcg::seed_from_u64(1)), None);
    }
}
