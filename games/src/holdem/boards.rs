//! Boards up to a permutation of the suits, and the showdowns of all hands on a board. The permutation changes no strength,
//! so that counts and tables need one board of each class only.

use std::cmp::Ordering;

use super::cards::{CARDS, Card, CardSet};
use super::strength::{PartialHand, Strength};

/// Number of unordered pairs of cards.
pub const PAIRS: usize = 1326;
/// Number of hands that the other player can have on a full board: two of the 45 cards that are not seen.
pub const OPPONENT_HANDS: u64 = 990;

/// Index of an unordered pair of cards, from 0 to 1325.
#[inline]
pub fn pair_index(hole: [Card; 2]) -> usize {
    let [one, other] = hole.map(|card| usize::from(card.number()));
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    high * (high - 1) / 2 + low
}

/// All unordered pairs of different cards in the order of their indices.
pub fn all_pairs() -> impl Iterator<Item = [Card; 2]> {
    Card::all().flat_map(|high| Card::all().take(usize::from(high.number())).map(move |low| [low, high]))
}

/// Ranks of the cards by suit, one bit for each rank.
fn ranks_by_suit(cards: &[Card]) -> [u16; 4] {
    let mut ranks = [0; 4];
    for card in cards {
        ranks[usize::from(card.suit())] |= 1 << card.rank();
    }
    ranks
}

/// A board up to a permutation of the suits, in which the suits are sorted by their ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalBoard(u64);

/// A permutation of the suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuitPermutation([u8; 4]);

impl SuitPermutation {
    /// The card with its suit replaced.
    #[inline]
    pub fn apply(self, card: Card) -> Card {
        Card::of(card.rank(), self.0[usize::from(card.suit())])
    }
}

/// The canonical form of a board, and the permutation of the suits that leads to it.
pub fn canonical_board(board: &[Card]) -> (CanonicalBoard, SuitPermutation) {
    let ranks = ranks_by_suit(board);
    let mut order = [0_u8, 1, 2, 3];
    order.sort_by_key(|&suit| ranks[usize::from(suit)]);
    let mut permutation = [0; 4];
    let mut packed = 0;
    for (place, suit) in (0..).zip(order) {
        permutation[usize::from(suit)] = place;
        packed |= u64::from(ranks[usize::from(suit)]) << (13 * place);
    }
    (CanonicalBoard(packed), SuitPermutation(permutation))
}

/// Calls `visit` for the canonical board of each class of boards of `N` cards, with the size of the class.
pub fn for_each_board<const N: usize>(visit: &mut dyn FnMut([Card; N], u64)) {
    let Some(first) = Card::new(0) else { return };
    extend_board::<N>(&mut [first; N], 0, 0, visit);
}

fn extend_board<const N: usize>(board: &mut [Card; N], count: usize, next: u8, visit: &mut dyn FnMut([Card; N], u64)) {
    if count == N {
        let ranks = ranks_by_suit(board);
        // The one board of its class in which the suits are sorted.
        if ranks.is_sorted() {
            visit(*board, suit_arrangements(ranks));
        }
        return;
    }
    for card in (next..CARDS).filter_map(Card::new) {
        board[count] = card;
        extend_board(board, count + 1, card.number() + 1, visit);
    }
}

/// Number of different ways to assign sorted sets of ranks to the suits.
fn suit_arrangements(ranks: [u16; 4]) -> u64 {
    let mut repeats = 1;
    let mut divisor = 1;
    for index in 1..4 {
        repeats = if ranks[index] == ranks[index - 1] { repeats + 1 } else { 1 };
        divisor *= repeats;
    }
    24 / divisor
}

/// Calls `visit` for each hand on a full board, with the numbers of wins and of splits against all
/// [hands of the other player](OPPONENT_HANDS). `hands` is a scratch buffer.
pub fn for_each_showdown(
    board: [Card; 5],
    hands: &mut Vec<(Strength, [Card; 2])>,
    mut visit: impl FnMut([Card; 2], u64, u64),
) {
    let on_board = PartialHand::default().with_all(&board);
    let left: Vec<Card> = board.into_iter().collect::<CardSet>().complement().iter().collect();
    hands.clear();
    for (index, &one) in left.iter().enumerate() {
        let with_one = on_board.with(one);
        hands.extend(left[..index].iter().map(|&other| (with_one.with(other).strength(), [one, other])));
    }
    hands.sort_unstable_by_key(|&(strength, _)| strength);
    // Number of weaker hands, in all and with each card.
    let (mut weaker, mut weaker_with) = (0_u64, [0_u64; CARDS as usize]);
    let mut rest = &hands[..];
    while let Some(&(strength, _)) = rest.first() {
        let (equal, others) =
            rest.split_at(rest.partition_point(|&(other, _)| other.cmp(&strength) == Ordering::Equal));
        let mut equal_with = [0_u64; CARDS as usize];
        for card in equal.iter().flat_map(|(_, hole)| hole) {
            equal_with[usize::from(card.number())] += 1;
        }
        for &(_, hole) in equal {
            let [one, other] = hole.map(|card| usize::from(card.number()));
            let wins = weaker - weaker_with[one] - weaker_with[other];
            // The hand itself is counted three times: among all, and with each of its cards.
            visit(hole, wins, equal.len() as u64 + 1 - equal_with[one] - equal_with[other]);
        }
        weaker += equal.len() as u64;
        weaker_with.iter_mut().zip(equal_with).for_each(|(weaker, equal)| *weaker += equal);
        rest = others;
    }
}

#[cfg(test)]
mod tests {
    use super::super::cards::parse_cards;
    use super::*;

    fn count_boards<const N: usize>() -> (u64, usize) {
        let (mut boards, mut classes) = (0, 0);
        for_each_board::<N>(&mut |_, weight| {
            boards += weight;
            classes += 1;
        });
        (boards, classes)
    }

    /// Numbers of boards are binomial coefficients; the numbers of classes of flops and rivers are published.
    #[test]
    fn boards_are_counted_once_each() {
        assert_eq!(count_boards::<3>(), (22_100, 1755));
        assert_eq!(count_boards::<4>(), (270_725, 16_432));
        assert_eq!(count_boards::<5>(), (2_598_960, 134_459));
    }

    #[test]
    fn pairs_are_numbered_in_their_order() {
        assert!(all_pairs().map(pair_index).eq(0..PAIRS));
        let [low, high] = all_pairs().last().unwrap();
        assert_eq!(pair_index([high, low]), PAIRS - 1);
    }

    /// Boards that differ in their suits have one canonical form, and hands follow the permutation.
    #[test]
    fn canonical_boards_do_not_depend_on_suits() {
        let cards = |text: &str| parse_cards(text).unwrap();
        let (one, map) = canonical_board(&cards("AhKh7c2d"));
        let (other, other_map) = canonical_board(&cards("2sAcKc7d"));
        assert_eq!(one, other);
        assert_eq!(map.apply(cards("Qh")[0]), other_map.apply(cards("Qc")[0]));
        assert_ne!(one, canonical_board(&cards("AhKh7h2d")).0);
        for_each_board::<3>(&mut |board, _| {
            let (canonical, map) = canonical_board(&board);
            assert_eq!(canonical_board(&board.map(|card| map.apply(card))).0, canonical);
            assert_eq!(board.map(|card| map.apply(card)), board, "canonical boards are not changed");
        });
    }

    /// The counts of one board against a plain comparison of all pairs of hands.
    #[test]
    fn showdowns_are_counted_as_by_comparing_all_hands() {
        let board: [Card; 5] = parse_cards("2c7d7hKsAs").unwrap().try_into().unwrap();
        let is_free = |hole: &[Card; 2]| hole.iter().all(|card| !board.contains(card));
        let hands: Vec<[Card; 2]> = all_pairs().filter(is_free).collect();
        let strength = |hole: [Card; 2]| PartialHand::default().with_all(&board).with_all(&hole).strength();
        let mut visited = 0;
        for_each_showdown(board, &mut Vec::new(), |hero, wins, splits| {
            visited += 1;
            let villains = hands.iter().filter(|villain| villain.iter().all(|card| !hero.contains(card)));
            let mut counts = [0_u64; 3];
            for &villain in villains {
                counts[(strength(hero).cmp(&strength(villain)) as i8 + 1) as usize] += 1;
            }
            assert_eq!([wins, splits], [counts[2], counts[1]], "{hero:?}");
            assert_eq!(counts.iter().sum::<u64>(), OPPONENT_HANDS);
        });
        assert_eq!(visited, 1081);
    }
}
