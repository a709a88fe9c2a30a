//! Making the players that were asked for, for a game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::opts::{EVALUATION, HEURISTIC, KEEP, LEVEL, LONGEST, MADE, MAX_N, MEMORY, OTHERS, PARANOID, SEED, TABLE};
use super::{Asked, AskedError, PLAYERS, Which};
use crate::alphabeta::{AlphaBeta, Others, Sides};
use crate::cfr::{self, Cfr};
use crate::evaluation::{Evaluation, Weights};
use crate::greedy::{Greedy, Judge};
use crate::heuristic::Heuristic;
use crate::level::{HIGHEST, Levelled};
use crate::limits::Limits;
use crate::mcts::Mcts;
use crate::mcts::settings;
use crate::player::{Choice, Player, Question};
use crate::portfolio::{Advice, Facts};
use crate::published::minimax::Minimax;
use crate::published::monte_carlo::MonteCarlo;
use crate::published::path::{Order, PathFinder};
use crate::published::random::Random;
use crate::solve::patterns::{Patterns, Size};
use crate::solve::sliding::Sliding;
use crate::solved::{Known, SlidingWay, Solved};

/// What is kept beside a game for players.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// Weights of the evaluation that were learnt.
    pub weights: Option<Weights>,
    /// What `solve` worked out.
    pub solved: Option<Solved>,
}

impl Asked {
    /// What the others are taken to want.
    fn others(&self) -> Result<Others, AskedError> {
        let value = self.values.name(&OTHERS);
        match value.as_str() {
            PARANOID => Ok(Others::Paranoid),
            MAX_N => Ok(Others::MaxN),
            _ => {
                let (player, key) = (self.entry.name, OTHERS.key);
                Err(AskedError::Word { player, key, known: "paranoid, max-n", value })
            }
        }
    }

    /// Makes the player; without an option `seed` its random choices come from `seed`.
    ///
    /// # Errors
    /// If it does not play such games, or the game does not know a name among the options.
    pub fn make<'g, G>(&self, game: &G, seed: u64) -> Result<Box<dyn Player<G> + 'g>, AskedError>
    where
        G: Game + Sync + 'g,
        G::State: Send + Sync,
        G::Move: Send + Sync + 'static,
    {
        self.make_beside(game, seed, &Beside::default())
    }

    /// The same with what is kept beside the game.
    ///
    /// # Errors
    /// As [`Asked::make`].
    pub fn make_beside<'g, G>(
        &self,
        game: &G,
        seed: u64,
        beside: &Beside,
    ) -> Result<Box<dyn Player<G> + 'g>, AskedError>
    where
        G: Game + Sync + 'g,
        G::State: Send + Sync,
        G::Move: Send + Sync + 'static,
    {
        let player = self.entry.name;
        let refused = |what| {
            let others = PLAYERS.iter().filter(|entry| entry.refuses(game).is_none() && entry.name != player);
            let others = others.map(|entry| entry.name).collect::<Vec<_>>().join(", ");
            AskedError::Game { player, what, others }
        };
        if let Some(what) = self.entry.refuses(game) {
            return Err(refused(what));
        }
        let values = &self.values;
        let random = Pcg64Mcg::seed_from_u64(values.whole(&SEED).unwrap_or(seed));
        let heuristic = || {
            let name = values.name(&HEURISTIC);
            let known = || Heuristic::names(game).join(", ");
            Heuristic::named(game, &name).ok_or_else(|| AskedError::Heuristic { player, name, known: known() })
        };
        let memory = values.whole(&MEMORY).unwrap_or(0) as usize;
        if !matches!(self.entry.kind, Which::Random) {
            game.prepare();
        }
        let learnt = beside.weights.as_ref().filter(|weights| weights.fit(game));
        let evaluation = || match learnt {
            Some(weights) => Evaluation::weighted(game, weights),
            None => Evaluation::untaught(game),
        };
        let faulty = |_| refused("whose rules fail somewhere");
        let (kind, why) = match self.entry.kind {
            Which::Portfolio => {
                let (advice, why) = Facts::of(game, learnt.is_some()).map_err(faulty)?.advice();
                let kind = match advice {
                    Advice::AlphaBeta => Which::AlphaBeta,
                    Advice::Mcts => Which::Mcts,
                    Advice::Path | Advice::Slide => Which::Path(Order::Best),
                };
                (kind, Some((why, advice == Advice::Slide)))
            }
            kind => (kind, None),
        };
        let threads = values.whole(&settings::THREADS).unwrap_or(1) as usize;
        let made: Box<dyn Player<G> + 'g> = match kind {
            Which::Portfolio => unreachable!("it has become another"),
            Which::Random => Box::new(Random::new(random)),
            Which::Greedy => {
                let made = values.name(&EVALUATION) == MADE;
                let judge = match game.players() {
                    2 => Judge::Evaluation(if made { evaluation() } else { Evaluation::declared(heuristic()?) }),
                    _ => Judge::Heuristic(if made { Heuristic::best(game) } else { heuristic()? }),
                };
                Box::new(Greedy::new(judge, random))
            }
            Which::Path(Order::Best) => Box::new(PathFinder::new(Order::Best, heuristic()?, memory)),
            Which::Path(order) => Box::new(PathFinder::new(order, Heuristic::Zero, memory)),
            Which::Minimax => {
                let keep = self.entry.options.iter().any(|opt| opt.key == KEEP.key).then(|| values.real(&KEEP));
                Box::new(Minimax::new(heuristic()?, keep.flatten(), memory, random))
            }
            Which::AlphaBeta => {
                let made = why.is_some() || values.name(&EVALUATION) == MADE;
                if game.players() == 2 && !game.has_chance() {
                    let evaluation = if made { evaluation() } else { Evaluation::declared(heuristic()?) };
                    let table = values.whole(&TABLE).unwrap_or(1) as usize;
                    let made = AlphaBeta::new(evaluation, table, threads);
                    Box::new(made.map_err(|why| AskedError::Memory { player, why })?)
                } else {
                    let declared = game.structure().is_some_and(|structure| !structure.measures().is_empty());
                    let first = declared.then_some(Heuristic::Declared(0));
                    let others = self.others()?;
                    Box::new(Sides::new(others, if made { first } else { Some(heuristic()?) }))
                }
            }
            Which::MonteCarlo(weight) => {
                Box::new(MonteCarlo::new(weight, values.whole(&LONGEST).unwrap_or(u64::MAX), random))
            }
            Which::Mcts => {
                let heuristic = if why.is_some() { Heuristic::Zero } else { heuristic()? };
                Box::new(Mcts::new(game, values, heuristic, memory, random))
            }
            Which::Cfr => {
                let cfr = Cfr::new(game, values.real(&cfr::ENOUGH).unwrap_or(0.0), random);
                Box::new(cfr.map_err(faulty)?.ok_or_else(|| refused("that are too large to be written out"))?)
            }
        };
        let made = match values.whole(&LEVEL) {
            // Another stream than the player's own.
            Some(level) => {
                let glances = self.level_alone().is_some();
                Box::new(Levelled::new(made, level, glances, Pcg64Mcg::seed_from_u64(!seed)))
            }
            None => made,
        };
        let Some((why, slides)) = why else { return Ok(made) };
        // Whoever is to play worse than it could does not know what was worked out.
        let solved = beside.solved.as_ref().filter(|_| values.whole(&LEVEL).is_none_or(|level| level == HIGHEST));
        Ok(informed(game, made, why, slides, solved))
    }
}

/// A player that follows what was worked out of a game, if anything was, and can tell why it plays; `slides`: of a sliding puzzle.
fn informed<'g, G>(
    game: &G,
    made: Box<dyn Player<G> + 'g>,
    why: String,
    slides: bool,
    solved: Option<&Solved>,
) -> Box<dyn Player<G> + 'g>
where
    G: Game + 'g,
    G::Move: Send,
{
    let (player, table): (Box<dyn Player<G> + 'g>, _) = match solved {
        Some(Solved::Values(values)) => {
            (Box::new(Known::new(Arc::clone(values) as _, made)), Some("a table of all positions"))
        }
        Some(Solved::Proofs(proofs)) => {
            (Box::new(Known::new(Arc::clone(proofs) as _, made)), Some("a table of proofs"))
        }
        Some(Solved::Patterns(patterns)) if slides => {
            (Box::new(SlidingWay::new(Arc::clone(patterns), made)), Some("pattern databases that were kept"))
        }
        _ => match slides.then(|| patterns(game)).flatten() {
            Some(patterns) => (Box::new(SlidingWay::new(Arc::new(patterns), made)), None),
            None => (made, None),
        },
    };
    let why = table.map(|table| format!("{table}; without it by {why}")).unwrap_or(why);
    Box::new(Explained { player, why })
}

/// MiB for pattern databases.
const PATTERNS: usize = 256;

/// Pattern databases of a sliding puzzle. Games that are none have none.
fn patterns<G: Game>(game: &G) -> Option<Patterns> {
    let puzzle = Sliding::of(game, &game.start()).ok()?;
    let stop = AtomicBool::new(false);
    let sizes = &[Size { pieces: 5, layers: 1 }];
    Patterns::new(&puzzle, sizes, PATTERNS << 20, &Limits::none(&stop)).ok().flatten()
}

/// A player that can tell why it plays.
struct Explained<'g, G: Game> {
    player: Box<dyn Player<G> + 'g>,
    why: String,
}

impl<G: Game> Player<G> for Explained<'_, G> {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        self.player.choose(question)
    }

    fn told(&self) -> Option<String> {
        Some(self.why.clone())
    }
}
