//! Playouts: by the game's own fast playout where it has one, else move by move, with uniformly random moves or by
//! MAST. It keeps no tree.

use std::time::{Duration, Instant};

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt, Outcome, Turn};
use boardwright_game::ids::{LocationId, Player};
use boardwright_game::playout::{draw_chance, random_below};
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;

use super::amaf::{MastTable, MoveCodes};
use super::settings::Settings;
use crate::heuristic::Heuristic;
use crate::limits::{Limits, Watch, unless_interrupted};

/// Playout policy, with scratch buffers that every playout reuses.
pub(super) struct Playouts<'a, G: Game> {
    /// Final position of the last playout.
    pub state: G::State,
    moves: Vec<G::Move>,
    chances: Vec<f64>,
    /// By element: `true` if it stood on the board before the playout.
    stood: Vec<bool>,
    /// Maximum number of moves.
    max_moves: u64,
    /// `true` if the game's own playout is used where there is one.
    uses_own_playout: bool,
    /// Supervision of the time, by the number of moves made.
    watch: Watch<'a>,
    made: u64,
    /// Maximum time of a playout; longer ones are evaluated by the heuristic.
    max_time: Option<Duration>,
    /// Moves with their players, in order; recorded only if `recorder` is set.
    pub recorded: Vec<(Player, u32)>,
    recorder: Option<MoveRecorder>,
}

/// Recording of the moves of playouts, and the choice of moves by MAST.
pub(super) struct MoveRecorder {
    pub codes: MoveCodes,
    /// Probability that a move is drawn uniformly instead of being the best by MAST (epsilon-greedy).
    pub epsilon: f64,
    pub mast: Option<MastTable>,
}

impl<'a, G: Game> Playouts<'a, G> {
    pub fn new(state: &G::State, settings: &Settings, recorder: Option<MoveRecorder>, limits: Limits<'a>) -> Self {
        Self {
            state: state.clone(),
            moves: Vec::new(),
            chances: Vec::new(),
            stood: Vec::new(),
            max_moves: settings.max_playout,
            uses_own_playout: recorder.as_ref().is_none_or(|recorder| recorder.mast.is_none()),
            watch: Watch::new(Limits { nodes: None, ..limits }),
            made: 0,
            // Without a heuristic a playout that is cut off says nothing.
            max_time: limits.time_left().filter(|_| settings.heuristic != Heuristic::Zero),
            recorded: Vec::new(),
            recorder,
        }
    }

    /// Adds the result of the last playout to the MAST statistics of all recorded moves; `values` by player.
    pub fn update_mast(&mut self, values: impl Fn(Player) -> f32) {
        if let Some(MoveRecorder { codes, mast: Some(mast), .. }) = &mut self.recorder {
            for &(player, code) in &self.recorded {
                mast.add(codes.table_index(player, code), values(player));
            }
        }
    }

    /// Limits the time of a playout to its share if `count` playouts are to be made.
    pub fn share_time(&mut self, count: usize) {
        self.max_time = self.max_time.map(|time| time / count.max(1) as u32);
    }

    /// Plays a position out. Returns the outcome and the number of moves, and appends the recorded moves. A playout
    /// that is made move by move can take long, so it is cut off when the time is over.
    pub fn play(&mut self, game: &G, from: &G::State, rng: &mut Pcg64Mcg) -> Result<(Option<Outcome>, u64), Fault> {
        // Native code can become ready in the course of a search, so the game is asked each time.
        if self.uses_own_playout
            && let Some(playout) = game.play_out(from, &mut self.state, self.max_moves, rng)
        {
            let playout = playout?;
            self.record_changes(game, from);
            return Ok((playout.outcome, playout.length));
        }
        self.state.clone_from(from);
        let mut length = 0;
        let end = self.max_time.map(|time| Instant::now() + time);
        loop {
            if length < self.max_moves && !self.watch.is_reached(self.made) && game.play_chance(&mut self.state, rng) {
                length += 1;
                self.made += 1;
                continue;
            }
            let Some(turn) = unless_interrupted(game.legal_moves(&self.state, &mut self.moves))? else {
                return Ok((None, length));
            };
            let mv = match turn {
                Turn::Over(outcome) => return Ok((Some(outcome), length)),
                _ if length == self.max_moves => return Ok((None, length)),
                _ if self.watch.is_reached(self.made) => return Ok((None, length)),
                _ if length > 0 && end.is_some_and(|end| Instant::now() >= end) => return Ok((None, length)),
                Turn::Player(player) => self.draw(game, player, rng),
                Turn::Chance => draw_chance(game, &self.state, &self.moves, &mut self.chances, rng)?,
            };
            game.apply(&mut self.state, mv)?;
            length += 1;
            self.made += 1;
        }
    }

    /// Records the moves of a playout of the game itself, which does not report its moves: where the class of the piece
    /// on a location differs between the beginning and the end, a piece was moved there. A piece that waited off the board
    /// is recorded with its class there, which its placing may change, as a stone that gets an owner.
    fn record_changes(&mut self, game: &G, from: &G::State) {
        let (Some(MoveRecorder { codes, .. }), Some(structure)) = (&self.recorder, game.structure()) else { return };
        self.stood.clear();
        self.stood.resize(structure.element_count(), false);
        let locations = || (0..structure.location_count()).map(LocationId::new);
        locations().filter_map(|location| structure.content(from, location)).for_each(|element| {
            self.stood[element.index()] = true;
        });
        for location in locations() {
            let Some(element) = structure.content(&self.state, location) else { continue };
            let class = structure.class(&self.state, element);
            let before = structure.content(from, location);
            if before.is_some_and(|before| structure.class(from, before) == class) {
                continue;
            }
            let moved = if self.stood[element.index()] { class } else { structure.class(from, element) };
            if let Some(owner) = structure.owner(&self.state, element) {
                self.recorded.push((owner, codes.class_code(moved, location)));
            }
        }
    }

    /// Draws one of the legal moves.
    fn draw(&mut self, game: &G, player: Player, rng: &mut Pcg64Mcg) -> G::Move {
        let Some(MoveRecorder { codes, epsilon, mast }) = &self.recorder else {
            return game.random_move(&self.state, &self.moves, rng);
        };
        let code = |mv| codes.code(game, &self.state, mv);
        let mv = match mast {
            Some(mast) if self.moves.len() > 1 && uniform(rng) >= *epsilon => {
                // Ties are broken by a random start index.
                let start = random_below(self.moves.len(), rng);
                let (mut best, mut most) = (start, f32::NEG_INFINITY);
                for step in 0..self.moves.len() {
                    let index = (start + step) % self.moves.len();
                    let mean = mast.mean(codes.table_index(player, code(self.moves[index])));
                    if mean > most {
                        (best, most) = (index, mean);
                    }
                }
                self.moves[best]
            }
            _ => game.random_move(&self.state, &self.moves, rng),
        };
        let code = code(mv);
        self.recorded.push((player, code));
        mv
    }
}

/// A uniformly distributed random number in [0, 1).
fn uniform(rng: &mut Pcg64Mcg) -> f64 {
    // 53 bits: the precision of an `f64` in [0, 1).
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
