//! Computes `data/preflop-ranking.tsv`: the exact all-in equity of the 169 starting hands against one random hand, by
//! enumeration of all boards up to a permutation of the suits.
//!
//! ```sh
//! cargo run --release -p boardwright-bots --example preflop_ranking > bots/data/preflop-ranking.tsv
//! ```

use boardwright_bots::cards::{Card, CardSet, Suit};

/// Number of starting hands without a board.
const HANDS: usize = 1326;

/// Value of a hand of seven cards: larger is better, equal hands are equal.
fn value(cards: CardSet) -> u32 {
    let flush = Suit::ALL.into_iter().map(|suit| cards.suit(suit)).find(|ranks| ranks.count_ones() >= 5);
    let [once, pairs, trips, quads] = cards.ranks_by_count();
    let join = |category: u32, first: u32, second: u32| category << 26 | first << 13 | second;
    if let Some(high) = flush.and_then(straight) {
        return join(8, high, 0);
    }
    if quads != 0 {
        return join(7, top(quads, 1), top(once & !quads, 1));
    }
    let three = top(trips, 1);
    let others = u32::from(pairs) & !three;
    if three != 0 && others != 0 {
        return join(6, three, top(others as u16, 1));
    }
    if let Some(ranks) = flush {
        return join(5, top(ranks, 5), 0);
    }
    if let Some(high) = straight(once) {
        return join(4, high, 0);
    }
    if three != 0 {
        return join(3, three, top(once & !trips, 2));
    }
    match pairs.count_ones() {
        0 => join(0, top(once, 5), 0),
        1 => join(1, u32::from(pairs), top(once & !pairs, 3)),
        _ => {
            let two = top(pairs, 2);
            join(2, two, top(once & !(two as u16), 1))
        }
    }
}

/// The highest `count` ranks of a set.
fn top(mut ranks: u16, count: u32) -> u32 {
    while ranks.count_ones() > count {
        ranks &= ranks - 1;
    }
    u32::from(ranks)
}

/// Bit of the highest rank of the best straight; the wheel has the lowest bit.
fn straight(ranks: u16) -> Option<u32> {
    let runs = u32::from(ranks) << 1 | u32::from(ranks) >> 12 & 1;
    let runs = runs & runs >> 1 & runs >> 2 & runs >> 3 & runs >> 4;
    (runs != 0).then(|| 1 << runs.ilog2())
}

/// Number of boards that differ from one with these suits by a permutation of the suits; `None` if the board is not the
/// representative of its class.
fn orbit(board: CardSet) -> Option<u64> {
    let words = Suit::ALL.map(|suit| board.suit(suit));
    if !words.is_sorted_by(|a, b| a >= b) {
        return None;
    }
    let (mut size, mut run) = (24, 1);
    for pair in words.windows(2) {
        run = if pair[0] == pair[1] { run + 1 } else { 1 };
        size /= run;
    }
    Some(size)
}

/// Index of the class of two cards among 13 x 13: suited above the diagonal.
fn class(first: Card, second: Card) -> usize {
    let (high, low) = (first.rank.max(second.rank), first.rank.min(second.rank));
    let [high, low] = [high, low].map(|rank| 12 - usize::from(rank.index()));
    if first.suit == second.suit { high * 13 + low } else { low * 13 + high }
}

/// Adds twice the number of opponents that each hand beats on a board, where a tie counts one half.
fn add_board(deck: &[Card], board: CardSet, weight: u64, sums: &mut [u64; 169], hands: &mut Vec<(u32, usize, usize)>) {
    hands.clear();
    for (first, &a) in deck.iter().enumerate().filter(|(_, card)| !board.contains(**card)) {
        let mut with_first = board;
        with_first.insert(a);
        for (second, &b) in deck.iter().enumerate().skip(first + 1).filter(|(_, card)| !board.contains(**card)) {
            let mut all = with_first;
            all.insert(b);
            hands.push((value(all), first, second));
        }
    }
    hands.sort_unstable();
    let (mut below, mut below_with) = (0_u64, [0_u64; 52]);
    for equal in hands.chunk_by(|a, b| a.0 == b.0) {
        let mut with = [0_u64; 52];
        for &(_, a, b) in equal {
            with[a] += 1;
            with[b] += 1;
        }
        for &(_, a, b) in equal {
            let wins = below - below_with[a] - below_with[b];
            let ties = equal.len() as u64 + 1 - with[a] - with[b];
            sums[class(deck[a], deck[b])] += weight * (2 * wins + ties);
        }
        below += equal.len() as u64;
        below_with.iter_mut().zip(with).for_each(|(sum, more)| *sum += more);
    }
}

fn main() {
    let deck: Vec<Card> = Card::deck().collect();
    let mut sums = [0_u64; 169];
    let mut hands = Vec::with_capacity(HANDS);
    let mut boards = 0;
    for a in 0..52 {
        for b in a + 1..52 {
            for c in b + 1..52 {
                for d in c + 1..52 {
                    for e in d + 1..52 {
                        let board = [a, b, c, d, e].into_iter().map(|at| deck[at]).collect();
                        if let Some(weight) = orbit(board) {
                            boards += weight;
                            add_board(&deck, board, weight, &mut sums, &mut hands);
                        }
                    }
                }
            }
        }
    }
    assert_eq!(boards, 2_598_960, "all boards are counted");
    let letters = b"AKQJT98765432".map(char::from);
    let mut classes: Vec<(f64, u32, String)> = (0..169)
        .map(|at| {
            let (row, column) = (at / 13, at % 13);
            let (combinations, suffix) = match row.cmp(&column) {
                std::cmp::Ordering::Equal => (6, ""),
                std::cmp::Ordering::Less => (4, "s"),
                std::cmp::Ordering::Greater => (12, "o"),
            };
            // 990 opponents on each of the boards without the two cards.
            let opponents = u64::from(combinations) * 990 * 2_118_760;
            let equity = sums[at] as f64 / (2 * opponents) as f64;
            let (high, low) = (letters[row.min(column)], letters[row.max(column)]);
            (equity, 2 * combinations, format!("{high}{low}{suffix}"))
        })
        .collect();
    classes.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("# Starting hands by all-in equity against one random hand, made by examples/preflop_ranking.rs");
    println!("# place\thand\tpairs of cards up to here\tequity");
    let mut running = 0;
    for (place, (equity, ordered, name)) in classes.iter().enumerate() {
        running += ordered;
        println!("{}\t{name}\t{running}\t{equity:.6}", place + 1);
    }
}
