//! A variation: a line of play from some position, which grows by [`make`](Variation::make) and shrinks by
//! [`unmake`](Variation::unmake). It searches nothing; searches live on it.
//!
//! Moves are taken back by keeping the positions before them, in buffers that are written over again and again. The other
//! way is to note what a move changes. It was weighed and left: copying takes 1 to 3 % of making a move in mill and chess,
//! 8 to 10 % in reversi, 11 to 17 % in tic-tac-toe and Connect Four, and 30 % (some 11 ns) in gomoku, whose position has the
//! most bytes and whose machine code is the quickest for them (`cargo bench -p boardwright-benches --bench ahead`).
//! Machine code that noted every byte that it writes would hardly save half of that, in one game.

use crate::fault::Fault;
use crate::game::{Game, Outcome};

/// A line of play of any game. Nothing is allocated once it has been as deep before.
#[derive(Debug)]
pub struct Variation<'g, G: Game> {
    game: &'g G,
    /// The positions from the first to the last, and behind them buffers that deeper lines have left.
    states: Vec<G::State>,
    moves: Vec<G::Move>,
}

impl<'g, G: Game> Variation<'g, G> {
    /// The line of no moves from a position.
    pub fn new(game: &'g G, from: &G::State) -> Self {
        Self { game, states: vec![from.clone()], moves: Vec::new() }
    }

    /// Begins anew from a position, with the buffers that are there.
    pub fn restart(&mut self, from: &G::State) {
        self.states[0].clone_from(from);
        self.moves.clear();
    }

    /// The game.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The position that the line leads to.
    #[inline]
    pub fn state(&self) -> &G::State {
        &self.states[self.moves.len()]
    }

    /// The position after so many moves of the line, from 0.
    ///
    /// # Panics
    /// If the line is not that long.
    pub fn state_after(&self, plies: usize) -> &G::State {
        &self.states[..=self.moves.len()][plies]
    }

    /// The moves made and not taken back, the first first.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// How many these are.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no move is made.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Makes a move that [`Game::turn`] or [`Game::every_move`] gave for [`Variation::state`].
    ///
    /// # Errors
    /// If the rules fail; the line stays as it was.
    #[inline]
    pub fn make(&mut self, mv: G::Move) -> Result<(), Fault> {
        self.game.apply(self.beyond(), mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back and gives it; `None` if there is none.
    #[inline]
    pub fn unmake(&mut self) -> Option<G::Move> {
        self.moves.pop()
    }

    /// Takes moves back until so many are left.
    pub fn unmake_to(&mut self, plies: usize) {
        self.moves.truncate(plies);
    }

    /// How the game would end by a move; `None` if it would go on. The line stays as it is.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn ends(&mut self, mv: G::Move) -> Result<Option<Outcome>, Fault> {
        let game = self.game;
        if let Some(structure) = game.structure() {
            return structure.ends(self.state(), mv);
        }
        let after = self.beyond();
        game.apply(after, mv)?;
        game.outcome(after)
    }

    /// The buffer for the next position, with a copy of the last one in it.
    #[inline]
    fn beyond(&mut self) -> &mut G::State {
        let last = self.moves.len();
        if self.states.len() == last + 1 {
            self.states.push(self.states[last].clone());
        } else {
            let (before, behind) = self.states.split_at_mut(last + 1);
            behind[0].clone_from(&before[last]);
        }
        &mut self.states[last + 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Turn;
    use crate::ids::Player;
    use crate::sample::Heap;

    #[test]
    fn moves_are_made_and_taken_back() {
        let game = Heap::of(4);
        let mut line = Variation::new(&game, &game.start());
        let mut moves = Vec::new();
        assert_eq!((line.len(), line.is_empty(), line.unmake()), (0, true, None));
        while let Ok(Turn::Player(_) | Turn::Chance) = game.turn(line.state(), &mut moves) {
            line.make(moves[0]).unwrap();
        }
        assert_eq!((line.moves(), line.len()), (&[1, 1, 1, 1][..], 4));
        assert_eq!(game.key(line.state_after(0)), game.key(&game.start()));
        assert_eq!(line.unmake(), Some(1));
        assert_eq!(line.state().rest, 1);
        line.unmake_to(1);
        assert_eq!((line.state().rest, line.len()), (3, 1));
        line.make(2).unwrap();
        assert_eq!((line.moves(), line.state().rest), (&[1, 2][..], 1));
        line.restart(&game.start());
        assert_eq!((line.state().rest, line.is_empty()), (4, true));
    }

    #[test]
    fn how_a_move_ends_the_game_is_known_before_it_is_made() {
        let game = Heap::of(2);
        let mut line = Variation::new(&game, &game.start());
        let both = line.ends(2).unwrap();
        assert_eq!((line.ends(1), line.state().rest), (Ok(None), 2));
        line.make(2).unwrap();
        assert_eq!(game.outcome(line.state()), Ok(both));
        assert_eq!(both, Player::new(1).map(Outcome::Won));
    }
}
