//! The default opponent: which player suits a game, by facts that are found out when it is made. It does not think itself.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Turn};
use boardwright_engine::playout::below;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// What decides who plays a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    /// How many players.
    pub players: usize,
    /// Whether there is chance.
    pub chance: bool,
    /// Whether something is hidden.
    pub hidden: bool,
    /// Moves to choose from, the mean over random games.
    pub branching: f64,
    /// Plies of a random game, the mean; games are broken off after [`LONGEST`].
    pub length: f64,
    /// Whether something can be told of a position before the game is over: pieces are taken, points are made, lines are filled, a
    /// heuristic is declared or weights were learnt.
    pub tells: bool,
    /// Whether it is known to be a sliding puzzle.
    pub slides: bool,
}

/// Random games that are looked at.
const GAMES: u64 = 12;
/// Plies after which they are broken off.
pub const LONGEST: u64 = 300;

impl Facts {
    /// Of a game, by what it says of itself and by a few random games, always the same ones.
    ///
    /// # Errors
    /// If the rules of the game fail.
    pub fn of<G: Game>(game: &G, learnt: bool) -> Result<Self, Fault> {
        let structure = game.structure();
        let declared = structure.is_some_and(|known| !known.measures().is_empty() || !known.lines().is_empty());
        let mut tells = learnt || declared;
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let (mut plies, mut choices, mut moves, mut chances) = (0_u64, 0_u64, Vec::new(), Vec::new());
        for _ in 0..GAMES {
            let mut state = game.start();
            for _ in 0..LONGEST {
                let index = match game.turn(&state, &mut moves)? {
                    Turn::Over(_) => break,
                    Turn::Player(_) => below(moves.len(), &mut random),
                    Turn::Chance => {
                        game.chances(&state, &mut chances);
                        boardwright_engine::playout::weighted(&chances, &mut random)
                    }
                };
                plies += 1;
                choices += moves.len() as u64;
                tells |= structure.is_some_and(|structure| structure.takes(&state, moves[index]));
                game.apply(&mut state, moves[index])?;
            }
            let mut points = (1..=game.players()).filter_map(boardwright_engine::ids::Player::new);
            tells |= points.any(|player| game.score(&state, player) != game.score(&game.start(), player));
        }
        Ok(Self {
            players: game.players(),
            chance: game.has_chance(),
            hidden: game.hides(),
            branching: choices as f64 / plies.max(1) as f64,
            length: plies as f64 / GAMES as f64,
            tells,
            slides: structure.is_some_and(boardwright_engine::structure::Structure::slides),
        })
    }

    /// Who is to play, and why.
    pub fn advice(&self) -> (Advice, String) {
        let Self { players, branching, length, .. } = *self;
        let size = format!("some {branching:.0} moves to choose from, some {length:.0} plies");
        if self.hidden {
            return (Advice::Mcts, format!("mcts, because something is hidden ({size})"));
        }
        if self.slides {
            return (Advice::Slide, format!("IDA* with pattern databases, because it is a sliding puzzle ({size})"));
        }
        if players == 1 {
            return (Advice::Path, format!("astar, because one player looks for a way ({size})"));
        }
        if self.chance {
            return (Advice::Mcts, format!("mcts, because chance decides too ({size})"));
        }
        if players > 2 {
            return (Advice::Mcts, format!("mcts, because there are {players} players ({size})"));
        }
        if self.tells {
            return (Advice::AlphaBeta, format!("alphabeta, because positions tell who is ahead ({size})"));
        }
        (Advice::Mcts, format!("mcts, because nothing tells who is ahead before the end ({size})"))
    }
}

/// Who is to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Advice {
    AlphaBeta,
    Mcts,
    Path,
    Slide,
}
