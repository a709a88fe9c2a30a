//! Parallel playouts of one game in SIMD lanes: all lanes execute the same steps.
//!
//! A step has no branches: inapplicable results are masked out. So no branch is mispredicted, the steps of different lanes overlap, and
//! the compiler vectorizes over several lanes where the instructions are wide enough.

use std::marker::PhantomData;

use super::bits::{Random, mask};
use super::{Player, Results};

/// A game whose position is a few words.
pub trait Program<const WORDS: usize> {
    const START: [u64; WORDS];

    /// Makes a uniformly random move, chosen by a random word. A step may also make no move: if it finds that the game is over, or
    /// that the draw must be repeated.
    fn step(position: [u64; WORDS], random: u64) -> Step<WORDS>;
}

/// Result of a step.
pub struct Step<const WORDS: usize> {
    pub position: [u64; WORDS],
    pub over: bool,
    /// Number of moves so far and number of the winner, 0 for none; only valid when the game is over.
    pub length: u64,
    pub winner: u64,
}

/// Parallel games of a program, one per lane. A game that is unfinished at the end of a run continues in the next one.
pub struct Lanes<P, const WORDS: usize, const LANES: usize> {
    positions: [[u64; LANES]; WORDS],
    random: [Random; LANES],
    program: PhantomData<P>,
}

impl<P: Program<WORDS>, const WORDS: usize, const LANES: usize> Lanes<P, WORDS, LANES> {
    pub fn new(seed: u64) -> Self {
        let lane = |lane| Random::new(seed * LANES as u64 + lane as u64);
        Self { positions: P::START.map(|word| [word; LANES]), random: std::array::from_fn(lane), program: PhantomData }
    }
}

impl<P: Program<WORDS>, const WORDS: usize, const LANES: usize> Player for Lanes<P, WORDS, LANES> {
    fn run(&mut self, results: &mut Results) {
        let (mut positions, mut random) = (self.positions, self.random);
        let [mut games, mut moves, mut first, mut second] = [[0_u64; LANES]; 4];
        for _ in 0..10_000 / LANES {
            for lane in 0..LANES {
                let step = P::step(std::array::from_fn(|word| positions[word][lane]), random[lane].word());
                if LANES == 1 && !step.over {
                    // With one lane there is no select with the start position of the next game.
                    positions = step.position.map(|word| [word; LANES]);
                    continue;
                }
                let over = mask(step.over);
                games[lane] += over & 1;
                moves[lane] += over & step.length;
                first[lane] += over & step.winner & 1;
                second[lane] += over & step.winner >> 1;
                for ((word, start), next) in positions.iter_mut().zip(P::START).zip(step.position) {
                    word[lane] = over & start | !over & next;
                }
            }
        }
        (self.positions, self.random) = (positions, random);
        let [games, moves, first, second] = [games, moves, first, second].map(|lanes| lanes.iter().sum::<u64>());
        results.playouts += games;
        results.moves += moves;
        for (sum, number) in results.winners.iter_mut().zip([games - first - second, first, second]) {
            *sum += number;
        }
    }
}
