//! What every player does: it chooses a move.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;
use boardwright_engine::ids::Player as Number;

use crate::limits::Limits;

/// Something that chooses moves. It may remember what it found out between the moves of one game, and nothing between games.
pub trait Player<G: Game>: Send {
    /// Chooses one of the moves, and returns when its limits are reached.
    ///
    /// # Errors
    /// If the rules of the game fail where it looks.
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault>;
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
}

/// A move, and what its player thinks of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// What the position is worth to the player to move: 1 for a win, -1 for a loss; `None` if nothing was worked out.
    pub value: Option<f64>,
    /// How many moves deep everything was looked at.
    pub depth: u32,
    /// How many positions were made.
    pub nodes: u64,
    /// The line that is expected, the move itself first.
    pub line: Vec<M>,
}

impl<M: Copy> Choice<M> {
    /// A move that was chosen without looking further.
    pub fn at_once(mv: M) -> Self {
        Self { mv, value: None, depth: 0, nodes: 0, line: vec![mv] }
    }
}
