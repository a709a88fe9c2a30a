//! Random playouts (Monte Carlo simulations) with uniformly distributed moves, and statistics of their results.
//! It uses no playout policy, and reads the clock only if its thread has a [deadline](crate::deadline).

use rand::Rng;
use rand_pcg::Pcg64Mcg;

use crate::deadline;
use crate::fault::Fault;
use crate::game::{Game, GameExt, Outcome, Turn};

/// Statistics of a number of playouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayoutStatistics {
    /// Number of playouts.
    pub playouts: u64,
    /// Total number of moves.
    pub moves: u64,
    /// Sum of the squared lengths, for the standard deviation.
    pub squared_length_sum: u64,
    /// Finished playouts by winner; index 0 counts draws.
    pub results: Vec<u64>,
    /// Playouts that were stopped at the move limit.
    pub unfinished: u64,
    /// Moves of playouts that the [deadline](deadline) of the thread interrupted. Nothing else counts these playouts.
    pub interrupted_moves: u64,
}

impl PlayoutStatistics {
    /// Empty statistics for a game of `players` players.
    pub fn empty(players: usize) -> Self {
        let results = vec![0; players + 1];
        Self { playouts: 0, moves: 0, squared_length_sum: 0, results, unfinished: 0, interrupted_moves: 0 }
    }

    /// Adds one playout.
    pub fn record(&mut self, playout: Playout) {
        self.playouts += 1;
        self.moves += playout.length;
        self.squared_length_sum += playout.length * playout.length;
        match playout.outcome {
            Some(outcome) => self.results[outcome.winner()] += 1,
            None => self.unfinished += 1,
        }
    }

    /// Adds other statistics.
    pub fn merge(&mut self, other: &Self) {
        self.playouts += other.playouts;
        self.moves += other.moves;
        self.squared_length_sum += other.squared_length_sum;
        self.unfinished += other.unfinished;
        self.interrupted_moves += other.interrupted_moves;
        for (mine, theirs) in self.results.iter_mut().zip(&other.results) {
            *mine += theirs;
        }
    }

    /// Mean number of moves of a playout, stopped ones included; 0 without playouts.
    pub fn mean_length(&self) -> f64 {
        if self.playouts == 0 { 0.0 } else { self.moves as f64 / self.playouts as f64 }
    }

    /// Standard deviation of the number of moves of a playout.
    pub fn length_deviation(&self) -> f64 {
        if self.playouts == 0 {
            return 0.0;
        }
        let mean = self.mean_length();
        (self.squared_length_sum as f64 / self.playouts as f64 - mean * mean).max(0.0).sqrt()
    }
}

/// Result of one playout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Number of moves, chance moves included.
    pub length: u64,
    /// Outcome; `None` if the playout was stopped at the move limit.
    pub outcome: Option<Outcome>,
}

/// Runs playouts from one position with reusable buffers.
pub struct Sampler<'g, G: Game> {
    game: &'g G,
    start: G::State,
    max_moves: u64,
    rng: Pcg64Mcg,
    state: G::State,
    buffers: ScratchBuffers<G::Move>,
    /// `true` to play move by move even if the game implements [`Game::play_out`].
    step_by_step: bool,
}

/// Reusable scratch buffers for playouts.
#[derive(Debug)]
pub struct ScratchBuffers<M> {
    moves: Vec<M>,
    chances: Vec<f64>,
}

impl<M> Default for ScratchBuffers<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), chances: Vec::new() }
    }
}

impl<'g, G: Game> Sampler<'g, G> {
    /// Creates a sampler for playouts from `start` of at most `max_moves` moves.
    pub fn new(game: &'g G, start: &G::State, max_moves: u64, rng: Pcg64Mcg) -> Self {
        let (start, state) = (start.clone(), start.clone());
        Self { game, start, max_moves, rng, state, buffers: ScratchBuffers::default(), step_by_step: false }
    }

    /// Plays move by move even if the game implements [`Game::play_out`].
    #[must_use]
    pub fn step_by_step(self) -> Self {
        Self { step_by_step: true, ..self }
    }

    /// Runs one playout: moves of players by [`Game::random_move`], chance moves by their probabilities.
    pub fn play(&mut self) -> Result<Playout, Fault> {
        if !self.step_by_step
            && let Some(playout) = self.game.play_out(&self.start, &mut self.state, self.max_moves, &mut self.rng)
        {
            return playout;
        }
        self.state.clone_from(&self.start);
        continue_playout(self.game, &mut self.state, (0, self.max_moves), &mut self.rng, &mut self.buffers)
    }

    /// Runs `playouts` playouts and adds them to `tally`; stops early when the [deadline](deadline) of the thread has
    /// passed.
    pub fn run(&mut self, playouts: u64, tally: &mut PlayoutStatistics) -> Result<(), Fault> {
        for _ in 0..playouts {
            match self.play() {
                Ok(Playout { length, outcome: None }) if length < self.max_moves => {
                    tally.interrupted_moves += length;
                    break;
                }
                Ok(playout) => tally.record(playout),
                Err(fault) if fault.is_interruption() => break,
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }
}

/// Continues a playout after `length` moves until the game ends, `max_moves` moves were made, or the
/// [deadline](deadline) of the thread has passed.
pub fn continue_playout<G: Game>(
    game: &G,
    state: &mut G::State,
    (mut length, max_moves): (u64, u64),
    rng: &mut Pcg64Mcg,
    ScratchBuffers { moves, chances }: &mut ScratchBuffers<G::Move>,
) -> Result<Playout, Fault> {
    loop {
        if length < max_moves && game.play_chance(state, rng) {
            length += 1;
            continue;
        }
        let mv = match game.legal_moves(state, moves)? {
            Turn::Over(outcome) => return Ok(Playout { length, outcome: Some(outcome) }),
            _ if length == max_moves || deadline::poll() => return Ok(Playout { length, outcome: None }),
            Turn::Player(_) => game.random_move(state, moves, rng),
            Turn::Chance => draw_chance(game, state, moves, chances, rng)?,
        };
        game.apply(state, mv)?;
        length += 1;
    }
}

/// Draws a chance move of a state whose listed moves are `moves`: by their probabilities, or by
/// [`Game::sample_chance`] if the chance node is not enumerated. `chances` is a buffer.
pub fn draw_chance<G: Game>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    chances: &mut Vec<f64>,
    rng: &mut Pcg64Mcg,
) -> Result<G::Move, Fault> {
    if moves.is_empty() {
        return game.sample_chance(state, rng);
    }
    game.chance_probabilities(state, chances);
    Ok(moves[random_weighted_index(chances, rng)])
}

/// Returns a uniformly distributed number below `bound`, which must not be 0: the upper half of a product (Lemire,
/// "Fast random integer generation in an interval", 2019). Nothing is rejected; with 64 random bits no number is more
/// likely than another by more than `bound` / 2^64.
pub fn random_below(bound: usize, rng: &mut impl Rng) -> usize {
    ((u128::from(rng.next_u64()) * bound as u128) >> 64) as usize
}

/// Returns a random index with probability proportional to its weight; the last one if rounding leaves a rest.
pub fn random_weighted_index(weights: &[f64], rng: &mut impl Rng) -> usize {
    // 53 bits: the precision of a float between 0 and 1.
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

    fn tally(game: &Heap, playouts: u64, max_moves: u64, seed: u64) -> PlayoutStatistics {
        let mut tally = PlayoutStatistics::empty(2);
        let rng = Pcg64Mcg::seed_from_u64(seed);
        Sampler::new(game, &game.initial_state(), max_moves, rng).run(playouts, &mut tally).unwrap();
        tally
    }

    #[test]
    fn moves_are_equally_likely() {
        // With a heap of 2, half of the games are 2 (the first player wins), half are 1 1 (the second player wins).
        let tally = tally(&Heap::with_size(2), 10_000, 100, 1);
        assert_eq!(tally.playouts, 10_000);
        assert_eq!(tally.results[1] + tally.results[2], 10_000);
        assert!((4_800..5_200).contains(&tally.results[1]), "{tally:?}");
        assert_eq!(tally.moves, tally.results[1] + 2 * tally.results[2]);
        assert!((tally.length_deviation() - 0.5).abs() < 0.01);
    }

    #[test]
    fn chance_moves_follow_their_probabilities() {
        // With a heap of 2 and the coin: after a 1, the coin takes the last one in a quarter of the games.
        let game = Heap { has_coin: true, ..Heap::with_size(2) };
        let tally = tally(&game, 10_000, 100, 2);
        assert!((1_100..1_400).contains(&tally.results[0]), "{tally:?}");
    }

    #[test]
    fn long_games_are_stopped_and_counted() {
        let tally = tally(&Heap::with_size(50), 100, 10, 3);
        assert_eq!((tally.unfinished, tally.moves), (100, 1_000));
        assert!((tally.mean_length() - 10.0).abs() < f64::EPSILON);
    }

    #[test]
    fn a_game_that_ends_with_the_last_move_allowed_has_ended() {
        assert_eq!(tally(&Heap::with_size(1), 1, 1, 4).results, [0, 1, 0]);
    }

    #[test]
    fn a_deadline_interrupts_a_playout() {
        let game = Heap::with_size(1 << 20);
        let mut tally = PlayoutStatistics::empty(2);
        let mut sampler = Sampler::new(&game, &game.initial_state(), u64::MAX, Pcg64Mcg::seed_from_u64(1));
        let _deadline = deadline::Deadline::set(Some(std::time::Instant::now()));
        sampler.run(1000, &mut tally).unwrap();
        assert_eq!((tally.playouts, tally.moves, tally.unfinished), (0, 0, 0));
        assert!(tally.interrupted_moves < 2, "{tally:?}");
    }

    #[test]
    fn a_seed_repeats_exactly() {
        assert_eq!(tally(&Heap::with_size(30), 500, 100, 5), tally(&Heap::with_size(30), 500, 100, 5));
        assert_ne!(tally(&Heap::with_size(30), 500, 100, 5), tally(&Heap::with_size(30), 500, 100, 6));
    }

    #[test]
    fn weights_of_zero_are_never_drawn() {
        let mut rng = Pcg64Mcg::seed_from_u64(7);
        assert!((0..1_000).all(|_| random_weighted_index(&[0.0, 0.3, 0.0], &mut rng) == 1));
    }
}
