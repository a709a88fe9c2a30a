//! Perfect play by a table of game-theoretic values. Another player chooses where the table does not determine the best
//! move.

use std::sync::Arc;

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Outcome};
use boardwright_game::ids::Player as Number;

use crate::limits::{Limits, Watch, unless_interrupted};
use crate::player::{Choice, Player, ProvenResult, Question, Wdl};
use crate::solve::retrograde::PositionValues;

/// The game-theoretic value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvenValue {
    /// Result for the player under best play of all sides.
    pub result: Wdl,
    /// Distance to the end in plies, if it is known.
    pub plies: Option<u32>,
}

/// A table of game-theoretic values of positions.
pub trait SolutionTable<G: Game> {
    /// The value of a position for the player `me`, if the table has it.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail.
    fn lookup(&self, game: &G, state: &G::State, me: Number) -> Result<Option<ProvenValue>, Fault>;
}

impl<G: Game> SolutionTable<G> for PositionValues {
    fn lookup(&self, game: &G, state: &G::State, me: Number) -> Result<Option<ProvenValue>, Fault> {
        Ok(Self::lookup(self, game, state).map(|(winner, plies)| {
            let outcome = Number::new(winner).map_or(Outcome::Draw, Outcome::Won);
            ProvenValue { result: Wdl::from_outcome(outcome, me), plies: Some(plies) }
        }))
    }
}

/// Share of the time that looking up all moves may take.
const LOOKUP_SHARE: f64 = 0.5;

/// Plays the shortest win, or else a draw, or else the longest loss.
pub struct TablePlayer<'g, G: Game> {
    table: Arc<dyn SolutionTable<G> + Send + Sync>,
    fallback: Box<dyn Player<G> + 'g>,
}

impl<'g, G: Game> TablePlayer<'g, G> {
    /// A player by `table`, with a fallback player for positions where the table does not determine the best move.
    pub fn new(table: Arc<dyn SolutionTable<G> + Send + Sync>, fallback: Box<dyn Player<G> + 'g>) -> Self {
        Self { table, fallback }
    }

    /// The moves whose values are in the table, the best first, as far as the time allows.
    fn known_moves(&self, question: &Question<'_, G>) -> Result<Vec<Choice<G::Move>>, Fault> {
        let Question { game, state, me, moves, limits, .. } = *question;
        let mut found = Vec::new();
        // The limit of nodes holds for the fallback player only.
        let watch = Watch::new(Limits { nodes: None, ..limits.share(LOOKUP_SHARE) });
        for (number, &mv) in moves.iter().enumerate() {
            if number > 0 && watch.is_reached(number as u64) {
                break;
            }
            let mut after = state.clone();
            let known = game.apply(&mut after, mv).and_then(|()| self.table.lookup(game, &after, me));
            let Some(known) = unless_interrupted(known)? else { break };
            let Some(ProvenValue { result, plies }) = known else { continue };
            // The distance to a draw is not compared.
            let plies = plies.filter(|_| result != Wdl::Draw).map_or(0, |plies| plies + 1);
            let proven = Some(ProvenResult { result, plies });
            let choice = Choice::without_search(mv);
            found.push(Choice { value: Some(result.value()), proven, nodes: moves.len() as u64, ..choice });
        }
        // The winner minimises and the loser maximises the distance to the end.
        found.sort_by_key(|choice| {
            let ProvenResult { result, plies } = choice.proven.expect("all are");
            let delay = match (result, plies) {
                (Wdl::Win, 0) => i64::MAX,
                (Wdl::Win, plies) => i64::from(plies),
                (_, plies) => -i64::from(plies),
            };
            (std::cmp::Reverse(result), delay)
        });
        Ok(found)
    }
}

/// Proven result of a move.
fn proven_result<M>(choice: &Choice<M>) -> Option<Wdl> {
    choice.proven.map(|proven| proven.result)
}

impl<G: Game> Player<G> for TablePlayer<'_, G> {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let mut found = self.known_moves(question)?;
        let wins = found.first().is_some_and(|best| proven_result(best) == Some(Wdl::Win));
        if found.len() == question.moves.len() || (wins && question.lines() == 1) {
            question.report(&found[..question.lines()]);
            return Ok(found.swap_remove(0));
        }
        let guess = self.fallback.choose(question)?;
        // The fallback's move is replaced by a win, or, if it loses for certain, by a draw.
        let loses = found.iter().any(|known| known.mv == guess.mv && proven_result(known) == Some(Wdl::Loss));
        let best = found.into_iter().next().filter(|best| wins || (loses && proven_result(best) == Some(Wdl::Draw)));
        Ok(best.unwrap_or(guess))
    }
}
