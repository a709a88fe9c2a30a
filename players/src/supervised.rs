//! Supervision of a player by its time limit: the deadline of the thread interrupts rules that take too long. The player
//! itself stops between two calls of the game.

use boardwright_game::fault::Fault;
use boardwright_game::game::Game;

use crate::player::{Choice, Player, Question};

/// A player whose evaluation of rules ends with its time. If there is not even the time for a part of an answer, it
/// answers with the first legal move.
pub(crate) struct SupervisedPlayer<'g, G: Game>(pub Box<dyn Player<G> + 'g>);

impl<G: Game> Player<G> for SupervisedPlayer<'_, G> {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let _deadline = question.limits.set_deadline();
        match self.0.choose(question) {
            Err(fault) if fault.is_interruption() => Ok(Choice::without_search(question.moves[0])),
            result => result,
        }
    }

    fn reads_own_moves_only(&self) -> bool {
        self.0.reads_own_moves_only()
    }

    fn description(&self) -> Option<String> {
        self.0.description()
    }
}
