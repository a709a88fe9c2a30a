//! Greedy play: the move after which the position looks best. It looks no further than that.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome, Turn};
use boardwright_engine::ids::Player as Number;
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;

use crate::evaluation::{Evaluation, ODDS};
use crate::heuristic::Heuristic;
use crate::player::{Choice, Ending, Player, Proven, Question};

/// By what positions are judged that are not the end of the game.
#[derive(Clone, Debug)]
pub enum Judge {
    /// In games of two players.
    Evaluation(Evaluation),
    /// In all others.
    Heuristic(Heuristic),
}

/// Makes each move and keeps the one after which the position looks best; which of equal ones is drawn. A move that wins at once is best
/// of all, and one that loses at once is worst.
#[derive(Debug)]
pub struct Greedy {
    judge: Judge,
    random: Pcg64Mcg,
}

impl Greedy {
    /// Judges by this and draws from that.
    pub fn new(judge: Judge, random: Pcg64Mcg) -> Self {
        Self { judge, random }
    }

    /// What a position in which a player has moved looks worth to that player, from -1 to 1, and how the game ended, if it did.
    fn value<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        me: Number,
        moves: &mut Vec<G::Move>,
    ) -> Result<(f64, Option<Outcome>), Fault> {
        let turn = game.turn(state, moves)?;
        if let Some(outcome) = turn.outcome() {
            return Ok((Ending::of(outcome, me).value(), Some(outcome)));
        }
        let value = match &self.judge {
            Judge::Evaluation(evaluation) => {
                // How much chance can bring is no choice of anybody's.
                let whose = if let Turn::Player(mover) = turn { (mover, moves.len()) } else { (me, 0) };
                let value = evaluation.value(game, state, &evaluation.whole(game, state), whose)?;
                let own = if me == Number::FIRST { value } else { -value };
                (f64::from(own) / f64::from(2.0 * ODDS)).tanh()
            }
            Judge::Heuristic(heuristic) => heuristic.bounded(game, state, me)?,
        };
        // Nothing is worth as much as what is certain.
        Ok((value * 0.999, None))
    }
}

impl<G: Game> Player<G> for Greedy {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, me, moves, limits, .. } = *question;
        if let ([only], None) = (moves, question.listener) {
            return Ok(Choice::at_once(*only));
        }
        let (mut next, mut after, mut found) = (state.clone(), Vec::new(), Vec::new());
        for &mv in moves {
            if limits.reached(found.len() as u64) {
                break;
            }
            next.clone_from(state);
            game.apply(&mut next, mv)?;
            let (value, outcome) = self.value(game, &next, me, &mut after)?;
            let won = outcome == Some(Outcome::Won(me));
            let proven = won.then_some(Proven { result: Ending::Win, plies: 1 });
            let choice = Choice { value: Some(value), proven, depth: 1, ..Choice::at_once(mv) };
            // Equal ones come in the order of these numbers.
            found.push((choice, self.random.next_u64()));
        }
        found.sort_by(|(one, first), (other, second)| {
            other.value.partial_cmp(&one.value).expect("values are numbers").then(first.cmp(second))
        });
        let nodes = found.len() as u64;
        let best: Vec<_> = found.into_iter().map(|(choice, _)| Choice { nodes, ..choice }).collect();
        question.tell(&best[..question.lines().min(best.len())]);
        Ok(best.into_iter().next().unwrap_or_else(|| Choice::at_once(moves[0])))
    }
}
