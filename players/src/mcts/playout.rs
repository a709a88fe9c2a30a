//! Playing a position out: by the game's own way where it has one, else move by move, with moves drawn evenly or by what they
//! were worth elsewhere. It keeps no tree.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome, Turn};
use boardwright_engine::ids::{LocationId, Player};
use boardwright_engine::playout::{below, weighted};
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;

use super::amaf::{Codes, Mast};
use crate::limits::Limits;

/// How many moves are made between two looks at the clock.
const PATIENCE: u64 = 8;

/// What is written over in each playout.
pub(super) struct Playouts<G: Game> {
    /// The position in which the last one ended.
    pub state: G::State,
    moves: Vec<G::Move>,
    chances: Vec<f64>,
    /// At most so many moves.
    longest: u64,
    /// The game's own way is tried.
    own_way: bool,
    /// Who made which move, in order; only where moves are noted.
    pub noted: Vec<(Player, u32)>,
    noting: Option<Noting>,
}

/// How moves are noted, and perhaps chosen.
pub(super) struct Noting {
    pub codes: Codes,
    /// A playout takes the move that was best elsewhere, but for this share of the moves.
    pub epsilon: f64,
    pub mast: Option<Mast>,
}

impl<G: Game> Playouts<G> {
    pub fn new(state: &G::State, longest: u64, noting: Option<Noting>) -> Self {
        Self {
            state: state.clone(),
            moves: Vec::new(),
            chances: Vec::new(),
            longest,
            own_way: noting.as_ref().is_none_or(|noting| noting.mast.is_none()),
            noted: Vec::new(),
            noting,
        }
    }

    /// Adds what every noted move was worth, `values` by player.
    pub fn learn(&mut self, values: impl Fn(Player) -> f32) {
        if let Some(Noting { codes, mast: Some(mast), .. }) = &mut self.noting {
            for &(player, code) in &self.noted {
                mast.add(codes.place(player, code), values(player));
            }
        }
    }

    /// Plays a position out, and gives how that ended and how many moves it took. Moves are noted behind those that are. Move by
    /// move a playout can take long: it is broken off when the time is over.
    pub fn play(
        &mut self,
        game: &G,
        from: &G::State,
        limits: &Limits<'_>,
        rng: &mut Pcg64Mcg,
    ) -> Result<(Option<Outcome>, u64), Fault> {
        if self.own_way {
            match game.play_out(from, &mut self.state, self.longest, rng) {
                Some(playout) => {
                    let playout = playout?;
                    self.note_changes(game, from);
                    return Ok((playout.outcome, playout.length));
                }
                None => self.own_way = false,
            }
        }
        self.state.clone_from(from);
        let mut length = 0;
        loop {
            let mv = match game.turn(&self.state, &mut self.moves)? {
                Turn::Over(outcome) => return Ok((Some(outcome), length)),
                _ if length == self.longest => return Ok((None, length)),
                _ if length % PATIENCE == PATIENCE - 1 && limits.is_over() => return Ok((None, length)),
                Turn::Player(player) => self.draw(game, player, rng),
                Turn::Chance => {
                    game.chances(&self.state, &mut self.chances);
                    self.moves[weighted(&self.chances, rng)]
                }
            };
            game.apply(&mut self.state, mv)?;
            length += 1;
        }
    }

    /// Which moves a playout had in it is not told where the game went its own way; but what lies on a place at its end and did
    /// not at its beginning came there by a move.
    fn note_changes(&mut self, game: &G, from: &G::State) {
        let (Some(Noting { codes, .. }), Some(structure)) = (&self.noting, game.structure()) else { return };
        for location in (0..structure.locations()).map(LocationId::new) {
            let Some(element) = structure.content(&self.state, location) else { continue };
            let class = structure.class(&self.state, element);
            let before = structure.content(from, location);
            if before.is_some_and(|before| structure.class(from, before) == class) {
                continue;
            }
            if let Some(owner) = structure.owner(&self.state, element) {
                self.noted.push((owner, codes.of_class(class, location)));
            }
        }
    }

    /// One of the moves.
    fn draw(&mut self, game: &G, player: Player, rng: &mut Pcg64Mcg) -> G::Move {
        let Some(Noting { codes, epsilon, mast }) = &self.noting else {
            return self.moves[below(self.moves.len(), rng)];
        };
        let code = |mv| codes.code(game, &self.state, mv);
        let mv = match mast {
            Some(mast) if self.moves.len() > 1 && unit(rng) >= *epsilon => {
                // Of equal ones any: it is begun anywhere.
                let start = below(self.moves.len(), rng);
                let (mut best, mut most) = (start, f32::NEG_INFINITY);
                for step in 0..self.moves.len() {
                    let index = (start + step) % self.moves.len();
                    let mean = mast.mean(codes.place(player, code(self.moves[index])));
                    if mean > most {
                        (best, most) = (index, mean);
                    }
                }
                self.moves[best]
            }
            _ => self.moves[below(self.moves.len(), rng)],
        };
        let code = code(mv);
        self.noted.push((player, code));
        mv
    }
}

/// A random number from 0 to 1.
fn unit(rng: &mut Pcg64Mcg) -> f64 {
    // 53 bits: what a float between 0 and 1 holds.
    (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}
