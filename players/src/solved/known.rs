//! Play by a table of what every position is worth. Another player stands in where the table ends.

use std::sync::Arc;

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;

use crate::player::{Choice, Ending, Player, Proven, Question};
use crate::solve::retrograde::Values;

/// Plays the soonest win, or else a draw, or else the latest loss.
pub struct Known<'g, G: Game> {
    values: Arc<Values>,
    otherwise: Box<dyn Player<G> + 'g>,
}

impl<'g, G: Game> Known<'g, G> {
    /// With a table, and who is asked where that knows nothing.
    pub fn new(values: Arc<Values>, otherwise: Box<dyn Player<G> + 'g>) -> Self {
        Self { values, otherwise }
    }
}

impl<G: Game> Player<G> for Known<'_, G> {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, me, moves, .. } = *question;
        let mut found = Vec::new();
        for &mv in moves {
            let mut after = state.clone();
            game.apply(&mut after, mv)?;
            let Some((winner, plies)) = self.values.of(game, &after) else {
                return self.otherwise.choose(question);
            };
            let result = match winner {
                0 => Ending::Draw,
                winner if winner == me.number() => Ending::Win,
                _ => Ending::Loss,
            };
            let plies = if result == Ending::Draw { 0 } else { plies + 1 };
            let choice = Choice::at_once(mv);
            let proven = Some(Proven { result, plies });
            found.push(Choice { value: Some(result.value()), proven, nodes: moves.len() as u64, ..choice });
        }
        // A near win is better than a far one, a far loss than a near one.
        found.sort_by_key(|choice| {
            let Proven { result, plies } = choice.proven.expect("all are");
            let delay = if result == Ending::Win { i64::from(plies) } else { -i64::from(plies) };
            (std::cmp::Reverse(result), delay)
        });
        question.tell(&found[..question.lines()]);
        Ok(found.swap_remove(0))
    }
}
