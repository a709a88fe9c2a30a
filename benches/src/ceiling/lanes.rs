//! Plays several random games of one kind side by side, each in a lane of its own, all by the same steps.
//!
//! A step has no branch: what does not apply is masked out. So no guess of the processor's can be wrong, the steps of
//! different lanes overlap, and where its instructions are wide enough the compiler takes one for several lanes.

use std::marker::PhantomData;

use super::bits::{Random, mask};
use super::{Player, Results};

/// A game whose position is a few words.
pub trait Program<const WORDS: usize> {
    const START: [u64; WORDS];

    /// Makes a move, each as likely as the others, by a random word. A step may also make none: where it finds that the
    /// game is over, or that the draw must be repeated.
    fn step(position: [u64; WORDS], random: u64) -> Step<WORDS>;
}

/// What a step led to.
pub struct Step<const WORDS: usize> {
    pub position: [u64; WORDS],
    pub over: bool,
    /// The moves made so far and the number of the winner, 0 for nobody: looked at when the game is over.
    pub length: u64,
    pub winner: u64,
}

/// As many games of a program as there are lanes. A game that is going on when a run ends goes on in the next one.
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
                    // Alone, a game need not wait for what would begin the next one.
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
