//! Monte Carlo tree search for games of perfect information without chance; [`sampling`] searches games with chance or
//! hidden information.
//!
//! The algorithm is UCT (Kocsis and Szepesvári, 2006) with MCTS-Solver (Winands, Björnsson and Saito, 2008),
//! generalised to max^n. A position is expanded after `grow` playouts. Options add MAST (Finnsson and Björnsson, 2008),
//! GRAVE (Cazenave, 2015; RAVE as a special case), progressive bias (Chaslot and others, 2008) and implicit minimax
//! backups (Lanctot and others, 2014). Threads share one tree with virtual loss. The tree is reused for the next move
//! of the game, and stops growing when its memory limit is reached.

mod amaf;
mod features;
mod playout;
mod proof;
mod results;
mod reuse;
mod sampling;
mod search;
pub(crate) mod settings;
mod tree;

use std::sync::atomic::{AtomicBool, AtomicU64};

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt, Preparation};
use rand_pcg::Pcg64Mcg;

use crate::limits::unless_interrupted;
use crate::player::{Choice, Player, Question};
use crate::registry::PlayerEntry;
use crate::registry::PlayerSpecError;
use crate::registry::registration::{BuildRequest, BuiltPlayer, PlayableGame, RegisteredPlayer};
use crate::registry::shared_options::{HEURISTIC, LEVEL, MEMORY, NODES, SECONDS, SEED};
use reuse::ReusedTree;
use sampling::SamplingSearch;
use search::{Budget, Worker};
use settings::Settings;
use tree::{NodeExtra, Tree};

/// Share of the time for the examination of the game by [`features`].
const EXAMINATION_SHARE: f64 = 0.1;

/// Monte Carlo tree search.
pub struct Mcts<G: Game> {
    settings: Settings,
    reused: Option<ReusedTree<G>>,
    random: Pcg64Mcg,
}

impl<G: Game> Mcts<G> {
    /// A player with the options of the request. The game is examined as far as the time of the request allows.
    ///
    /// # Errors
    /// If the game has no heuristic of the selected name.
    pub(crate) fn from_request(request: &BuildRequest<'_, G>) -> Result<Self, PlayerSpecError> {
        let BuildRequest { game, limits, .. } = *request;
        let heuristic = request.heuristic()?;
        let is_ready = game.prepare_within(Preparation::Playouts, limits.preparation_time());
        let is_grave_promising = features::is_grave_promising(game, is_ready, &limits.share(EXAMINATION_SHARE));
        let settings = Settings::new(request.values(), heuristic, request.memory(), is_grave_promising);
        Ok(Self { settings, reused: None, random: request.random() })
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
            return Ok(Choice::without_search(*only));
        }
        if question.game.has_chance() || question.game.has_hidden_information() {
            return SamplingSearch::new(question, &self.settings, &mut self.random).choose();
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
        let Self { settings, reused: kept, random, .. } = self;
        let most = settings.memory << 20;
        let reused = match kept.take() {
            Some(kept) => unless_interrupted(kept.find(question))?.flatten(),
            None => None,
        };
        let tree = reused.unwrap_or_else(|| {
            let extra = settings.has_extra().then(|| Box::new(NodeExtra::default()));
            Tree::new(moves[0], extra, most)
        });
        let budget = Budget {
            limits,
            made: AtomicU64::new(0),
            played: AtomicU64::new(0),
            playouts: settings.playouts,
            is_stopped: AtomicBool::new(false),
            is_multi_pv: question.lines() > 1,
        };
        let report = || {
            if question.listener.is_some() {
                question.report(&results::best_moves(question, &tree, budget.made()));
            }
        };
        if settings.threads == 1 {
            let mut worker: Worker<'_, G, false> =
                Worker::new(game, settings, &tree, state, limits, Worker::<G, false>::fork_random(random));
            worker.expand_root(moves, me)?;
            worker.run(&budget, report)?;
        } else {
            let mut worker = |_| {
                let random = Worker::<G, true>::fork_random(random);
                Worker::<G, true>::new(game, settings, &tree, state, limits, random)
            };
            let mut workers: Vec<_> = (0..settings.threads).map(&mut worker).collect();
            workers[0].expand_root(moves, me)?;
            let budget = &budget;
            let (first, others) = workers.split_first_mut().expect("there is at least one thread");
            std::thread::scope(|scope| {
                let others: Vec<_> =
                    others.iter_mut().map(|worker| scope.spawn(|| worker.run_in_thread(budget))).collect();
                let mut done = first.run(budget, report);
                for other in others {
                    done = done.and(other.join().expect("a search does not panic"));
                }
                done
            })?;
        }
        let best = results::best_moves(question, &tree, budget.made());
        question.report(&best);
        let choice = best.into_iter().next().unwrap_or_else(|| Choice::without_search(moves[0]));
        self.reused = Some(ReusedTree { tree, state: state.clone(), answer: choice.mv });
        Ok(choice)
    }
}

/// The player `mcts`.
pub(crate) struct MctsEntry;

impl RegisteredPlayer for MctsEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "mcts",
        about: "Monte Carlo tree search (UCT) with proven results (MCTS-Solver); plays any game",
        options: &[
            SECONDS,
            NODES,
            settings::PLAYOUTS,
            MEMORY,
            settings::THREADS,
            LEVEL,
            SEED,
            settings::EXPLORATION,
            settings::URGENCY,
            settings::WINS,
            settings::GROW,
            settings::MAX_PLAYOUT,
            HEURISTIC,
            settings::BIAS,
            settings::MINIMAX,
            settings::RAVE,
            settings::MAST,
            settings::OPEN,
            settings::SINGLE,
        ],
        supports_chance: true,
        supports_hidden_information: true,
    };

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        Ok(request.levelled(Box::new(Mcts::from_request(request)?)))
    }
}
