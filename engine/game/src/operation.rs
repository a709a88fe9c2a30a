//! Generic operations on a game of a concrete type (visitors), for code that chooses the game at run time and the
//! operation at compile time. Where speed does not matter, [`any`](crate::any) needs less code.

use crate::game::Game;

/// A game of a concrete type, with all bounds that counting, sampling and playing need.
pub trait ConcreteGame:
    Game<State: Send + Sync + 'static, Move: Send + Sync + 'static> + Clone + Send + Sync + 'static
{
}

impl<G> ConcreteGame for G where
    G: Game<State: Send + Sync + 'static, Move: Send + Sync + 'static> + Clone + Send + Sync + 'static
{
}

/// A generic operation on a game of concrete type.
pub trait GameOperation {
    /// Result of the operation.
    type Output;

    /// Runs the operation.
    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output;
}
