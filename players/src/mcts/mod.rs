//! Monte Carlo tree search. For games of chance and of hidden information see [`sampled`]; what stands here knows the whole
//! position.
//!
//! UCT (Kocsis and Szepesvári, 2006) with proven values (Winands, Björnsson and Saito, 2008) in the max^n form. A position
//! gets children when it was played out from `grow` times. Options add MAST, GRAVE (Cazenave, 2015), progressive bias and implicit
//! minimax backups (Lanctot and others, 2014). The tree is kept for the next move of the game, and stops growing when its
//! memory is used up.

mod amaf;
mod answer;
mod facts;
mod playout;
mod proof;
mod reuse;
mod sampled;
mod search;
pub(crate) mod settings;
mod tree;

use std::sync::atomic::{AtomicBool, AtomicU64};

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;
use rand_pcg::Pcg64Mcg;

use crate::heuristic::Heuristic;
use crate::options::Values;
use crate::player::{Choice, Player, Question};
use crate::stakes::Stakes;
use reuse::Kept;
use sampled::Sampled;
use search::{Budget, Worker};
use settings::Settings;
use tree::{Extra, Tree};

/// Monte Carlo tree search.
pub struct Mcts<G: Game> {
    settings: Settings,
    stakes: Stakes,
    kept: Option<Kept<G>>,
    random: Pcg64Mcg,
}

impl<G: Game> Mcts<G> {
    /// With these options.
    pub(crate) fn new(game: &G, values: &Values, heuristic: Heuristic, memory: usize, random: Pcg64Mcg) -> Self {
        let settings = Settings::new(values, heuristic, memory, facts::moves_compare(game));
        Self { stakes: Stakes::of(game), settings, kept: None, random }
    }
}

impl<G> Player<G> for Mcts<G>
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        if let ([only], None) = (question.moves, &question.listener) {
            return Ok(Choice::at_once(*only));
        }
        if question.game.has_chance() || question.game.hides() {
            return Sampled::new(question, &self.settings, self.stakes, &mut self.random).choose();
        }
        self.search(question)
    }
}

impl<G> Mcts<G>
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    fn search(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, me, moves, limits, .. } = *question;
        let Self { settings, kept, random, .. } = self;
        let most = settings.memory << 20;
        let kept = match kept.take() {
            Some(kept) => kept.find(question)?,
            None => None,
        };
        let tree = kept.unwrap_or_else(|| {
            let extra = settings.extra().then(|| Box::new(Extra::default()));
            Tree::new(moves[0], extra, most)
        });
        let budget = Budget {
            limits,
            made: AtomicU64::new(0),
            played: AtomicU64::new(0),
            playouts: settings.playouts,
            over: AtomicBool::new(false),
            all: question.lines() > 1,
        };
        let tell = || {
            if question.listener.is_some() {
                question.tell(&answer::best(question, &tree, budget.made()));
            }
        };
        if settings.threads == 1 {
            let mut worker: Worker<'_, G, false> =
                Worker::new(game, settings, &tree, state, Worker::<G, false>::source(random));
            worker.begin(moves, me)?;
            worker.run(&budget, tell)?;
        } else {
            let mut worker =
                |_| Worker::<G, true>::new(game, settings, &tree, state, Worker::<G, true>::source(random));
            let mut workers: Vec<_> = (0..settings.threads).map(&mut worker).collect();
            workers[0].begin(moves, me)?;
            let budget = &budget;
            let (first, others) = workers.split_first_mut().expect("there is at least one thread");
            std::thread::scope(|scope| {
                let others: Vec<_> =
                    others.iter_mut().map(|worker| scope.spawn(|| worker.run(budget, || ()))).collect();
                let mut done = first.run(budget, tell);
                for other in others {
                    done = done.and(other.join().expect("a search does not panic"));
                }
                done
            })?;
        }
        let best = answer::best(question, &tree, budget.made());
        question.tell(&best);
        let choice = best.into_iter().next().unwrap_or_else(|| Choice::at_once(moves[0]));
        self.kept = Some(Kept { tree, state: state.clone(), answer: choice.mv });
        Ok(choice)
    }
}
