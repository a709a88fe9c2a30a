//! Effects of moves before they are made: moved elements, captures, wins, threats and scores.

use crate::fault::Fault;
use crate::game::Outcome;
use crate::ids::{ElementId, LocationId, Player};

/// Effects of the moves of a game.
pub trait Tactics<State, Move> {
    /// Element that a move moves, and its target location.
    fn moved_element(&self, mv: Move) -> Option<(ElementId, LocationId)>;

    /// `true` if the move is a capture: its target is occupied by another element, or its rule always removes an
    /// element. Captures that depend on a further condition do not count.
    fn is_capture(&self, state: &State, mv: Move) -> bool;

    /// Computes the changes that a move makes.
    fn move_effect(&self, state: &State, mv: Move) -> Result<MoveEffect, Fault>;

    /// Outcome of the game after a legal move; `None` if the game goes on. The game also ends if the next player cannot
    /// move. `state` is not changed.
    ///
    /// # Errors
    /// If the rules fail.
    fn outcome_after(&self, state: &State, mv: Move) -> Result<Option<Outcome>, Fault>;

    /// Lists those of `moves` with which `player`, who is to move, wins at once, in their order. `wins` is cleared
    /// first.
    ///
    /// # Errors
    /// If the rules fail.
    fn winning_moves(&self, state: &State, player: Player, moves: &[Move], wins: &mut Vec<Move>) -> Result<(), Fault>
    where
        Move: Copy,
    {
        wins.clear();
        for &mv in moves {
            if self.outcome_after(state, mv)? == Some(Outcome::Won(player)) {
                wins.push(mv);
            }
        }
        Ok(())
    }

    /// Lists threats: the moves with which a player who is *not* to move would win at once if it were that player's
    /// turn. The player to move must parry them or win first. `wins` is cleared first. Returns `false`, with no moves,
    /// where threats are undefined.
    ///
    /// "If it were that player's turn" means the same position with that player to move, and with all variables reset
    /// that are reset by a move or when another player's turn begins. Scores, counters and the history stay as they
    /// are. Threats are undefined when the game is over, when that player is to move anyway, in games in which a player
    /// may move several times in a row and something other than the pieces determines how far the turn has come, and
    /// where the rules fail in such a position.
    ///
    /// # Errors
    /// If the rules fail.
    fn winning_replies(&self, _state: &State, _player: Player, wins: &mut Vec<Move>) -> Result<bool, Fault> {
        wins.clear();
        Ok(false)
    }

    /// `true` if some rule changes a score.
    fn has_scoring(&self) -> bool {
        false
    }

    /// Lists the moves that change a score at once, as indices into `_moves`. `which` is cleared first.
    ///
    /// # Errors
    /// If the rules fail.
    fn scoring_moves(&self, _state: &State, _moves: &[Move], which: &mut Vec<u32>) -> Result<(), Fault> {
        which.clear();
        Ok(())
    }

    /// `true` if no rule can lower a score.
    fn has_nondecreasing_scores(&self) -> bool;

    /// Key of the remaining game, in games whose scores only accumulate: two states with equal keys have the same
    /// continuations, with the same moves and the same points still to be made. Points made before are not part of the
    /// key. States that are images of each other under a symmetry that keeps the players have the same key; the second
    /// number is the index of the symmetry that maps the state to its canonical image. `None` if the game is not known
    /// to have this property.
    fn continuation_key(&self, _state: &State) -> Option<(u64, usize)> {
        None
    }
}

/// Changes made by a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveEffect {
    /// Elements whose location or class changed.
    pub changed_elements: Vec<ElementId>,
    /// Score difference by player.
    pub score_changes: Vec<i32>,
    /// Outcome of the game after the move, if it ended.
    pub outcome: Option<Outcome>,
}
