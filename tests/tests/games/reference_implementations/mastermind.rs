//! Reference implementation of Mastermind: the pegs set so far and the code. It does not use the game file.

use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games, reference_perft};
use boardwright_tests::{compiled, with_options};

const COLOURS: [&str; 8] = ["red", "orange", "yellow", "green", "blue", "violet", "brown", "grey"];

#[derive(Clone)]
pub struct Mastermind {
    code: Vec<usize>,
    colours: usize,
    rows: usize,
    /// Row by row, each from the left.
    pegs: Vec<usize>,
}

/// The initial position; colours of the code count from 1.
pub fn start(code: &[usize], colours: usize, rows: usize) -> Mastermind {
    Mastermind { code: code.to_vec(), colours, rows, pegs: Vec::new() }
}

/// Number of pegs with the right colour in the right place, and number of others with a right colour in a wrong place.
fn score_guess(code: &[usize], guess: &[usize]) -> (usize, usize) {
    let blacks = code.iter().zip(guess).filter(|(one, other)| one == other).count();
    let of = |pegs: &[usize], colour| pegs.iter().filter(|&&peg| peg == colour).count();
    let both: usize = (1..=COLOURS.len()).map(|colour| of(code, colour).min(of(guess, colour))).sum();
    (blacks, both - blacks)
}

impl ReferenceGame for Mastermind {
    fn moves(&self) -> Vec<(String, Self)> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let (row, hole) = (self.pegs.len() / self.code.len() + 1, self.pegs.len() % self.code.len() + 1);
        let set = |colour: usize| {
            let mut after = self.clone();
            after.pegs.push(colour);
            (format!("off s({row},{hole}) {}", COLOURS[colour - 1]), after)
        };
        (1..=self.colours).map(set).collect()
    }

    fn winner(&self) -> Option<usize> {
        let mut rows = self.pegs.chunks_exact(self.code.len());
        let (used, last) = (rows.len(), rows.next_back());
        if last.is_some_and(|guess| score_guess(&self.code, guess).0 == self.code.len()) {
            return Some(1);
        }
        (used == self.rows).then_some(0)
    }
}

/// Numbers for four pegs of six colours (Knuth 1977): how many different answers a first guess can get, and how many codes
/// have the most frequent of them.
#[test]
fn the_reference_partitions_the_codes_as_published() {
    let codes: Vec<[usize; 4]> = (0..6_usize.pow(4)).map(|n| [216, 36, 6, 1].map(|place| n / place % 6 + 1)).collect();
    let published = [
        ([1, 1, 1, 1], 5, 625),
        ([1, 1, 1, 2], 11, 317),
        ([1, 1, 2, 2], 13, 256),
        ([1, 1, 2, 3], 14, 276),
        ([1, 2, 3, 4], 14, 312),
    ];
    for (guess, classes, most) in published {
        let mut parts = std::collections::BTreeMap::new();
        for code in &codes {
            *parts.entry(score_guess(code, &guess)).or_insert(0) += 1;
        }
        assert_eq!((parts.len(), parts.values().max()), (classes, Some(&most)), "{guess:?}");
    }
}

/// One of the 6 x 6 x 6 x 6 first guesses is the code; all others go on.
#[test]
fn the_reference_ends_when_the_code_is_found() {
    let code = [2, 5, 1, 2];
    let four = reference_perft(&start(&code, 6, 10), 4, 1);
    assert_eq!((four.nodes, four.finished), (1296, vec![0, 1]));
    assert_eq!(reference_perft(&start(&code, 6, 10), 5, 1).nodes, 1295 * 6);
    assert_eq!(reference_perft(&start(&[1, 2, 1], 2, 2), 6, 1).finished, [49, 7]);
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("mastermind"), &start(&[2, 5, 1, 2], 6, 10), 7);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("mastermind"), &start(&[2, 5, 1, 2], 6, 10), 200, 40);
}

#[test]
fn games_with_options_are_the_same() {
    assert_same_games(
        &with_options("mastermind", &[("holes", "3"), ("colours", "4"), ("rows", "6"), ("code", "1-2-1")]),
        &start(&[1, 2, 1], 4, 6),
        300,
        18,
    );
    assert_same_games(
        &with_options("mastermind", &[("holes", "5"), ("colours", "4"), ("rows", "12"), ("code", "1-6")]),
        &start(&[1, 2, 1, 2, 1], 4, 12),
        100,
        60,
    );
}
