//! What every player does: it chooses a move.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::Player as Number;

use crate::limits::Limits;

/// Something that chooses moves. It may remember what it found out between the moves of one game, and nothing between games.
pub trait Player<G: Game>: Send {
    /// Chooses one of the moves, and returns when its limits are reached.
    ///
    /// # Errors
    /// If the rules of the game fail where it looks.
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault>;

    /// What it has to say of how it plays this game, for people.
    fn told(&self) -> Option<String> {
        None
    }
}

/// What a player is asked.
pub struct Question<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The position.
    pub state: &'a G::State,
    /// Whose turn it is.
    pub me: Number,
    /// The distinct legal moves, at least one.
    pub moves: &'a [G::Move],
    /// What may be spent.
    pub limits: Limits<'a>,
    /// Who wants to know what it thinks before it has chosen.
    pub listener: Option<Listener<'a, G::Move>>,
}

impl<G: Game> Question<'_, G> {
    /// How many of the best moves must be told apart: at least the one that is chosen.
    pub fn lines(&self) -> usize {
        self.listener.as_ref().map_or(1, |listener| listener.lines).clamp(1, self.moves.len().max(1))
    }

    /// Tells the listener, if there is one, of the best moves so far, the best first.
    pub fn tell(&self, best: &[Choice<G::Move>]) {
        if let Some(listener) = &self.listener {
            (listener.hear)(best);
        }
    }
}

/// Somebody who follows what a player thinks while it thinks.
#[derive(Clone, Copy)]
pub struct Listener<'a, M> {
    /// How many of the best moves are wanted.
    pub lines: usize,
    /// Gets these, the best first, whenever the player knows better. Players that do not compare moves tell none.
    pub hear: &'a (dyn Fn(&[Choice<M>]) + Sync),
}

/// A move, and what its player thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What making the move is worth to the player to move: 1 for a win, -1 for a loss, and between these what it hopes for;
    /// `None` if nothing was worked out.
    pub value: Option<f64>,
    /// What is certain of it.
    pub proven: Option<Proven>,
    /// How many moves deep everything was looked at.
    pub depth: u32,
    /// How many positions were made.
    pub nodes: u64,
    /// The line that is expected, the move itself first.
    pub line: Vec<M>,
}

/// How a game ends for certain if nobody does worse than possible, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// For whom.
    pub result: Ending,
    /// After how many plies; 0 where that is not known.
    pub plies: u32,
}

/// How a game ends for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Ending {
    Loss,
    Draw,
    Win,
}

impl Ending {
    /// What an outcome is to a player.
    pub fn of(outcome: Outcome, player: Number) -> Self {
        match outcome {
            Outcome::Draw => Self::Draw,
            Outcome::Won(winner) if winner == player => Self::Win,
            Outcome::Won(_) => Self::Loss,
        }
    }

    /// 1, 0 or -1.
    pub fn value(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.0,
            Self::Loss => -1.0,
        }
    }

    /// As programs read it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

impl<M: Copy> Choice<M> {
    /// A move that was chosen without looking further.
    pub fn at_once(mv: M) -> Self {
        Self { mv, value: None, proven: None, depth: 0, nodes: 0, line: vec![mv] }
    }
}
