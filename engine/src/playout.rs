//! Playing games out with uniformly random moves, as fast as the game allows, and counting what comes of it.
//! It reads no clock, and knows no better than chance.

use rand::Rng;
use rand_pcg::Pcg64Mcg;

use crate::fault::Fault;
use crate::game::{Game, Outcome, Turn};

/// What many playouts came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// How many were played.
    pub playouts: u64,
    /// All their moves together.
    pub moves: u64,
    /// The sum of the squares of their lengths, for the spread.
    pub squares: u64,
    /// Those that ended: by winner, at 0 those that nobody won.
    pub results: Vec<u64>,
    /// Those that were stopped because they grew too long.
    pub unfinished: u64,
}

impl Tally {
    /// Nothing yet, in a game of `players` players.
    pub fn none(players: usize) -> Self {
        Self { playouts: 0, moves: 0, squares: 0, results: vec![0; players + 1], unfinished: 0 }
    }

    /// Adds one playout.
    pub fn count(&mut self, playout: Playout) {
        self.playouts += 1;
        self.moves += playout.length;
        self.squares += playout.length * playout.length;
        match playout.outcome {
            Some(outcome) => self.results[outcome.winner()] += 1,
            None => self.unfinished += 1,
        }
    }

    /// Adds what was counted elsewhere.
    pub fn add(&mut self, other: &Self) {
        self.playouts += other.playouts;
        self.moves += other.moves;
        self.squares += other.squares;
        self.unfinished += other.unfinished;
        for (mine, theirs) in self.results.iter_mut().zip(&other.results) {
            *mine += theirs;
        }
    }

    /// Moves of a playout in the mean, those that were stopped included; 0 without any.
    pub fn mean_length(&self) -> f64 {
        if self.playouts == 0 { 0.0 } else { self.moves as f64 / self.playouts as f64 }
    }

    /// Standard deviation of the length of a playout.
    pub fn length_deviation(&self) -> f64 {
        if self.playouts == 0 {
            return 0.0;
        }
        let mean = self.mean_length();
        (self.squares as f64 / self.playouts as f64 - mean * mean).max(0.0).sqrt()
    }
}

/// How one playout went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Moves made, those of chance included.
    pub length: u64,
    /// How it ended; `None` if it was stopped because it grew too long.
    pub outcome: Option<Outcome>,
}

/// Plays out from one position again and again, with buffers that are written over.
pub struct Sampler<'g, G: Game> {
    game: &'g G,
    start: G::State,
    max_moves: u64,
    rng: Pcg64Mcg,
    state: G::State,
    buffers: Buffers<G::Move>,
    /// Move by move, also where the game has a way of its own.
    step_by_step: bool,
}

/// What is written over again and again while games are played out.
#[derive(Debug)]
pub(crate) struct Buffers<M> {
    moves: Vec<M>,
    chances: Vec<f64>,
}

impl<M> Default for Buffers<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), chances: Vec::new() }
    }
}

impl<'g, G: Game> Sampler<'g, G> {
    /// Playouts from `start` of at most `max_moves` moves.
    pub fn new(game: &'g G, start: &G::State, max_moves: u64, rng: Pcg64Mcg) -> Self {
        let (start, state) = (start.clone(), start.clone());
        Self { game, start, max_moves, rng, state, buffers: Buffers::default(), step_by_step: false }
    }

    /// The same, move by move also where the game has a [way of its own](Game::play_out).
    #[must_use]
    pub fn step_by_step(self) -> Self {
        Self { step_by_step: true, ..self }
    }

    /// Plays one game out: every distinct move is equally likely, and chance is as the game says.
    pub fn play(&mut self) -> Result<Playout, Fault> {
        if !self.step_by_step
            && let Some(playout) = self.game.play_out(&self.start, &mut self.state, self.max_moves, &mut self.rng)
        {
            return playout;
        }
        self.state.clone_from(&self.start);
        play_on(self.game, &mut self.state, (0, self.max_moves), &mut self.rng, &mut self.buffers)
    }

    /// Plays `playouts` games out into `tally`.
    pub fn run(&mut self, playouts: u64, tally: &mut Tally) -> Result<(), Fault> {
        for _ in 0..playouts {
            tally.count(self.play()?);
        }
        Ok(())
    }
}

/// Plays on after `length` moves of at most `most`.
pub(crate) fn play_on<G: Game>(
    game: &G,
    state: &mut G::State,
    (mut length, most): (u64, u64),
    rng: &mut Pcg64Mcg,
    Buffers { moves, chances }: &mut Buffers<G::Move>,
) -> Result<Playout, Fault> {
    loop {
        let index = match game.turn(state, moves)? {
            Turn::Over(outcome) => return Ok(Playout { length, outcome: Some(outcome) }),
            _ if length == most => return Ok(Playout { length, outcome: None }),
            Turn::Player(_) => below(moves.len(), rng),
            Turn::Chance => {
                game.chances(state, chances);
                weighted(chances, rng)
            }
        };
        game.apply(state, moves[index])?;
        length += 1;
    }
}

/// A random number below `bound`, which is not 0: the upper half of a product (Lemire, "Fast random integer
/// generation in an interval", 2019). Nothing is rejected: of 64 random bits, that makes no number more likely
/// than another by more than `bound` / 2^64.
pub fn below(bound: usize, rng: &mut impl Rng) -> usize {
    ((u128::from(rng.next_u64()) * bound as u128) >> 64) as usize
}

/// A random index, each as likely as its weight; the last one where rounding leaves a rest.
pub fn weighted(weights: &[f64], rng: &mut impl Rng) -> usize {
    // 53 bits: what a float between 0 and 1 holds.
    let mut rest = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * weights.iter().sum::<f64>();
    for (index, weight) in weights.iter().enumerate() {
        if rest < *weight {
            return index;
        }
        rest -= weight;
    }
    weights.iter().rposition(|&weight| weight > 0.0).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::sample::Heap;

    fn tally(game: &Heap, playouts: u64, max_moves: u64, seed: u64) -> Tally {
        let mut tally = Tally::none(2);
        let rng = Pcg64Mcg::seed_from_u64(seed);
        Sampler::new(game, &game.start(), max_moves, rng).run(playouts, &mut tally).unwrap();
        tally
    }

    #[test]
    fn moves_are_equally_likely() {
        // Of a heap of 2, half of the games are 2 (first wins), half 1 1 (second wins).
        let tally = tally(&Heap::of(2), 10_000, 100, 1);
        assert_eq!(tally.playouts, 10_000);
        assert_eq!(tally.results[1] + tally.results[2], 10_000);
        assert!((4_800..5_200).contains(&tally.results[1]), "{tally:?}");
        assert_eq!(tally.moves, tally.results[1] + 2 * tally.results[2]);
        assert!((tally.length_deviation() - 0.5).abs() < 0.01);
    }

    #[test]
    fn chance_is_as_the_game_says() {
        // A heap of 2 with the coin: after a 1, the coin takes the last one in a quarter of the games.
        let game = Heap { coin: true, ..Heap::of(2) };
        let tally = tally(&game, 10_000, 100, 2);
        assert!((1_100..1_400).contains(&tally.results[0]), "{tally:?}");
    }

    #[test]
    fn long_games_are_stopped_and_counted() {
        let tally = tally(&Heap::of(50), 100, 10, 3);
        assert_eq!((tally.unfinished, tally.moves), (100, 1_000));
        assert!((tally.mean_length() - 10.0).abs() < f64::EPSILON);
    }

    #[test]
    fn a_game_that_ends_with_the_last_move_allowed_has_ended() {
        assert_eq!(tally(&Heap::of(1), 1, 1, 4).results, [0, 1, 0]);
    }

    #[test]
    fn a_seed_repeats_exactly() {
        assert_eq!(tally(&Heap::of(30), 500, 100, 5), tally(&Heap::of(30), 500, 100, 5));
        assert_ne!(tally(&Heap::of(30), 500, 100, 5), tally(&Heap::of(30), 500, 100, 6));
    }

    #[test]
    fn weights_of_zero_are_never_drawn() {
        let mut rng = Pcg64Mcg::seed_from_u64(7);
        assert!((0..1_000).all(|_| weighted(&[0.0, 0.3, 0.0], &mut rng) == 1));
    }
}
