//! A variation: a line of play from some position with [`make`](Variation::make) and [`unmake`](Variation::unmake), the
//! stack of positions on which searches work. It contains no search itself.
//!
//! Unmaking is copy-make: each ply keeps a copy of the state in a reusable buffer. The alternative, an undo log of the
//! changed bytes, was measured and rejected: copying takes 1 to 3 % of making a move in mill and chess, 8 to 10 % in
//! reversi, 11 to 17 % in tic-tac-toe and Connect Four, and 30 % (some 11 ns) in gomoku, which has the largest states
//! and the fastest native code for moves (`cargo bench -p boardwright-benches --bench criterion -- ahead/`). Native code
//! that logged every byte written would save hardly half of that, in one game.

use crate::fault::Fault;
use crate::game::{Game, Outcome};

/// A line of play with make and unmake. Allocates nothing for depths that were reached before.
#[derive(Debug)]
pub struct Variation<'g, G: Game> {
    game: &'g G,
    /// Positions of the line from first to last, followed by buffers left over from deeper lines.
    states: Vec<G::State>,
    moves: Vec<G::Move>,
}

impl<'g, G: Game> Variation<'g, G> {
    /// Creates an empty line that starts from a position.
    pub fn new(game: &'g G, from: &G::State) -> Self {
        Self { game, states: vec![from.clone()], moves: Vec::new() }
    }

    /// Restarts from a position and reuses the buffers.
    pub fn restart(&mut self, from: &G::State) {
        self.states[0].clone_from(from);
        self.moves.clear();
    }

    /// The game.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// Position at the end of the line.
    #[inline]
    pub fn state(&self) -> &G::State {
        &self.states[self.moves.len()]
    }

    /// Position after the first `plies` moves of the line, from 0.
    ///
    /// # Panics
    /// If the line is shorter than `plies`.
    pub fn state_after(&self, plies: usize) -> &G::State {
        &self.states[..=self.moves.len()][plies]
    }

    /// Moves of the line, in order.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Number of moves of the line.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// `true` if the line has no moves.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Makes a move that [`Game::legal_moves`] or [`Game::all_legal_moves`] listed for [`Variation::state`].
    ///
    /// # Errors
    /// If the rules fail; the line is unchanged then.
    #[inline]
    pub fn make(&mut self, mv: G::Move) -> Result<(), Fault> {
        self.game.apply(self.next_buffer(), mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// Unmakes the last move and returns it; `None` if the line is empty.
    #[inline]
    pub fn unmake(&mut self) -> Option<G::Move> {
        self.moves.pop()
    }

    /// Unmakes moves until `plies` are left.
    pub fn unmake_to(&mut self, plies: usize) {
        self.moves.truncate(plies);
    }

    /// Outcome of the game after a move; `None` if the game would go on. The line is not changed.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn outcome_after(&mut self, mv: G::Move) -> Result<Option<Outcome>, Fault> {
        let game = self.game;
        if let Some(structure) = game.structure() {
            return structure.outcome_after(self.state(), mv);
        }
        let after = self.next_buffer();
        game.apply(after, mv)?;
        game.outcome(after)
    }

    /// Returns the buffer for the next position, initialised with a copy of the last position.
    #[inline]
    fn next_buffer(&mut self) -> &mut G::State {
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
    fn moves_are_made_and_unmade() {
        let game = Heap::with_size(4);
        let mut line = Variation::new(&game, &game.initial_state());
        let mut moves = Vec::new();
        assert_eq!((line.len(), line.is_empty(), line.unmake()), (0, true, None));
        while let Ok(Turn::Player(_) | Turn::Chance) = game.legal_moves(line.state(), &mut moves) {
            line.make(moves[0]).unwrap();
        }
        assert_eq!((line.moves(), line.len()), (&[1, 1, 1, 1][..], 4));
        assert_eq!(game.key(line.state_after(0)), game.key(&game.initial_state()));
        assert_eq!(line.unmake(), Some(1));
        assert_eq!(line.state().rest, 1);
        line.unmake_to(1);
        assert_eq!((line.state().rest, line.len()), (3, 1));
        line.make(2).unwrap();
        assert_eq!((line.moves(), line.state().rest), (&[1, 2][..], 1));
        line.restart(&game.initial_state());
        assert_eq!((line.state().rest, line.is_empty()), (4, true));
    }

    #[test]
    fn the_outcome_after_a_move_is_known_before_it_is_made() {
        let game = Heap::with_size(2);
        let mut line = Variation::new(&game, &game.initial_state());
        let outcome = line.outcome_after(2).unwrap();
        assert_eq!((line.outcome_after(1), line.state().rest), (Ok(None), 2));
        line.make(2).unwrap();
        assert_eq!(game.outcome(line.state()), Ok(outcome));
        assert_eq!(outcome, Player::new(1).map(Outcome::Won));
    }
}
