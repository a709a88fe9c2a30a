//! Any move.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;
use boardwright_engine::playout::below;
use rand_pcg::Pcg64Mcg;

use crate::player::{Choice, Player, Question};

/// Chooses among all moves, each as likely as the others. Equal moves count one by one, so what can be done with many equal
/// pieces is likelier. The published one also slept for a second.
#[derive(Debug)]
pub struct Random {
    random: Pcg64Mcg,
}

impl Random {
    /// Draws from this.
    pub fn new(random: Pcg64Mcg) -> Self {
        Self { random }
    }
}

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let mut moves = Vec::new();
        question.game.every_move(question.state, &mut moves)?;
        Ok(Choice::at_once(moves[below(moves.len(), &mut self.random)]))
    }
}
