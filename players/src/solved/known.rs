//! Play by what was worked out for certain. Another player stands in where that does not tell enough.

use std::sync::Arc;

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::Player as Number;

use crate::player::{Choice, Ending, Player, Proven, Question};
use crate::solve::retrograde::Values;

/// What a position is worth for certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certain {
    /// How it ends for a player if nobody does worse than possible.
    pub result: Ending,
    /// After how many plies, if that is known.
    pub plies: Option<u32>,
}

/// What was worked out of the positions of a game.
pub trait Worked<G: Game> {
    /// What a position is worth to a player, if that is known.
    ///
    /// # Errors
    /// If the rules of the game fail.
    fn of(&self, game: &G, state: &G::State, me: Number) -> Result<Option<Certain>, Fault>;
}

impl<G: Game> Worked<G> for Values {
    fn of(&self, game: &G, state: &G::State, me: Number) -> Result<Option<Certain>, Fault> {
        Ok(Self::of(self, game, state).map(|(winner, plies)| {
            let outcome = Number::new(winner).map_or(Outcome::Draw, Outcome::Won);
            Certain { result: Ending::of(outcome, me), plies: Some(plies) }
        }))
    }
}

/// Plays the soonest win, or else a draw, or else the latest loss.
pub struct Known<'g, G: Game> {
    worked: Arc<dyn Worked<G> + Send + Sync>,
    otherwise: Box<dyn Player<G> + 'g>,
}

impl<'g, G: Game> Known<'g, G> {
    /// With what was worked out, and who is asked where that does not tell which move is best.
    pub fn new(worked: Arc<dyn Worked<G> + Send + Sync>, otherwise: Box<dyn Player<G> + 'g>) -> Self {
        Self { worked, otherwise }
    }

    /// What is known of the moves, the best first.
    fn found(&self, question: &Question<'_, G>) -> Result<Vec<Choice<G::Move>>, Fault> {
        let Question { game, state, me, moves, .. } = *question;
        let mut found = Vec::new();
        for &mv in moves {
            let mut after = state.clone();
            game.apply(&mut after, mv)?;
            let Some(Certain { result, plies }) = self.worked.of(game, &after, me)? else { continue };
            // When a draw comes says nothing.
            let plies = plies.filter(|_| result != Ending::Draw).map_or(0, |plies| plies + 1);
            let proven = Some(Proven { result, plies });
            let choice = Choice::at_once(mv);
            found.push(Choice { value: Some(result.value()), proven, nodes: moves.len() as u64, ..choice });
        }
        // A near win is better than a far one, a far loss than a near one.
        found.sort_by_key(|choice| {
            let Proven { result, plies } = choice.proven.expect("all are");
            let delay = match (result, plies) {
                (Ending::Win, 0) => i64::MAX,
                (Ending::Win, plies) => i64::from(plies),
                (_, plies) => -i64::from(plies),
            };
            (std::cmp::Reverse(result), delay)
        });
        Ok(found)
    }
}

/// How a move ends that was found.
fn result<M>(choice: &Choice<M>) -> Option<Ending> {
    choice.proven.map(|proven| proven.result)
}

impl<G: Game> Player<G> for Known<'_, G> {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let mut found = self.found(question)?;
        let wins = found.first().is_some_and(|best| result(best) == Some(Ending::Win));
        if found.len() == question.moves.len() || (wins && question.lines() == 1) {
            question.tell(&found[..question.lines()]);
            return Ok(found.swap_remove(0));
        }
        let guess = self.otherwise.choose(question)?;
        // A move that loses for certain is not made where another is known to draw, nor any other where one is known to win.
        let loses = found.iter().any(|known| known.mv == guess.mv && result(known) == Some(Ending::Loss));
        let best = found.into_iter().next().filter(|best| wins || (loses && result(best) == Some(Ending::Draw)));
        Ok(best.unwrap_or(guess))
    }
}
