//! Playing strengths (levels) from 1, a beginner, to 10: a level limits the nodes of a search and replaces some of the
//! best moves by moves that are drawn from a softmax distribution over the best candidates. It searches nothing itself.

use boardwright_game::fault::Fault;
use boardwright_game::game::Game;
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;
use std::sync::Mutex;

use crate::limits::Limits;
use crate::player::{Choice, Listener, Player, Question};

/// The highest level.
pub const HIGHEST: u64 = 10;

/// Parameters of a level.
#[derive(Clone, Copy)]
struct Level {
    /// Nodes per move.
    nodes: u64,
    /// Probability that a move is drawn at random from the candidates.
    random_share: f64,
    /// Number of candidates: the best moves of the search.
    candidates: usize,
    /// Temperature of the softmax, in units of the range between the best and the worst candidate. A move whose value
    /// is lower than the best by one temperature is chosen 1/e times as often.
    temperature: f64,
}

/// Low levels draw every move, middle levels some of them: exact values of several moves (multi-PV) take much of the
/// node budget.
const LEVELS: [Level; HIGHEST as usize] = [
    Level { nodes: 30, random_share: 1.0, candidates: 12, temperature: 8.0 },
    Level { nodes: 100, random_share: 1.0, candidates: 6, temperature: 1.0 },
    Level { nodes: 250, random_share: 1.0, candidates: 6, temperature: 0.45 },
    Level { nodes: 700, random_share: 1.0, candidates: 6, temperature: 0.24 },
    Level { nodes: 2_000, random_share: 0.5, candidates: 6, temperature: 0.24 },
    Level { nodes: 6_000, random_share: 0.25, candidates: 6, temperature: 0.24 },
    Level { nodes: 20_000, random_share: 0.1, candidates: 6, temperature: 0.24 },
    Level { nodes: 70_000, random_share: 0.04, candidates: 6, temperature: 0.24 },
    Level { nodes: 250_000, random_share: 0.015, candidates: 6, temperature: 0.24 },
    Level { nodes: 1_000_000, random_share: 0.0, candidates: 6, temperature: 0.24 },
];

fn parameters(level: u64) -> Level {
    LEVELS[(level.clamp(1, HIGHEST) - 1) as usize]
}

/// Node budget per move of a level, without the additional nodes for comparing moves: see [`LevelledPlayer::new`].
pub fn node_budget(level: u64) -> u64 {
    parameters(level).nodes
}

/// A player whose strength is limited to a level.
pub struct LevelledPlayer<'g, G: Game> {
    player: Box<dyn Player<G> + 'g>,
    level: u64,
    has_extra_nodes: bool,
    random: Pcg64Mcg,
}

impl<'g, G: Game> LevelledPlayer<'g, G> {
    /// Limits `player` to `level`. The caller sets the node limit of a search: see [`node_budget`]. With
    /// `has_extra_nodes` a search that draws among candidates gets one additional node per legal move and candidate.
    /// Without these nodes, in positions with many moves, a lower level would compare fewer moves than a higher one,
    /// and err less.
    pub fn new(player: Box<dyn Player<G> + 'g>, level: u64, has_extra_nodes: bool, random: Pcg64Mcg) -> Self {
        Self { player, level, has_extra_nodes, random }
    }
}

impl<G: Game> Player<G> for LevelledPlayer<'_, G>
where
    G::Move: Send + Sync,
{
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Level { random_share, candidates, temperature, .. } = parameters(self.level);
        if question.moves.len() == 1 || uniform(&mut self.random) >= random_share {
            return self.player.choose(question);
        }
        let results: Mutex<Vec<Choice<G::Move>>> = Mutex::default();
        let outer = question.listener;
        let on_update = |best: &[Choice<G::Move>]| {
            *results.lock().expect("the listener does not panic") = best.to_vec();
            if let Some(listener) = outer {
                (listener.on_update)(best);
            }
        };
        let lines = question.lines().max(candidates);
        let listener = Some(Listener { lines, on_update: &on_update });
        let Question { game, state, me, moves, limits, .. } = *question;
        let extra_nodes = if self.has_extra_nodes { (lines * moves.len()) as u64 } else { 0 };
        let limits = Limits { nodes: limits.nodes.map(|nodes| nodes + extra_nodes), ..limits };
        let choice =
            self.player.choose(&Question { game, state, me, moves, limits, listener, clocks: question.clocks })?;
        let mut results = results.into_inner().expect("the listener does not panic");
        results.truncate(candidates);
        Ok(draw_softmax(results, temperature, &mut self.random).unwrap_or(choice))
    }

    fn reads_own_moves_only(&self) -> bool {
        self.player.reads_own_moves_only()
    }

    fn description(&self) -> Option<String> {
        self.player.description()
    }
}

/// A uniformly distributed random number in [0, 1).
fn uniform(random: &mut Pcg64Mcg) -> f64 {
    // 53 bits: the precision of an `f64` in [0, 1).
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Draws one of some moves by softmax of their values. The range between the best and the worst value is the unit of
/// the temperature: in some games a beginner's worst move costs little at once, in others everything. `None` if no move
/// has a value.
fn draw_softmax<M>(mut moves: Vec<Choice<M>>, temperature: f64, random: &mut Pcg64Mcg) -> Option<Choice<M>> {
    let values = || moves.iter().filter_map(|choice| choice.value);
    let (best, worst) = (values().fold(f64::NEG_INFINITY, f64::max), values().fold(f64::INFINITY, f64::min));
    // Moves of equal value are equally likely.
    let unit = temperature * (best - worst).max(f64::MIN_POSITIVE);
    let weight = |choice: &Choice<M>| choice.value.map_or(0.0, |value| ((value - best) / unit).exp());
    let weights: Vec<f64> = moves.iter().map(weight).collect();
    let sum: f64 = weights.iter().sum();
    if sum <= 0.0 {
        return None;
    }
    let mut drawn = uniform(random) * sum;
    let index = weights.iter().position(|weight| {
        drawn -= weight;
        drawn < 0.0
    });
    Some(moves.swap_remove(index.unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng as _;

    #[test]
    fn better_moves_are_drawn_more_often() {
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let moves = || {
            [0.5, 0.4, -0.5].map(|value| Choice { value: Some(value), ..Choice::without_search((value * 10.0) as i32) })
        };
        let mut counts = [0; 3];
        for _ in 0..10_000 {
            let chosen = draw_softmax(moves().to_vec(), 0.1, &mut random).expect("there are moves");
            counts[[5, 4, -5].iter().position(|&mv| mv == chosen.mv).expect("one of them")] += 1;
        }
        // The ratio of the first two is e to 1, and the last is almost never drawn.
        assert!((2.5..2.95).contains(&(f64::from(counts[0]) / f64::from(counts[1]))), "{counts:?}");
        assert!(counts[2] < 10, "{counts:?}");
        assert!(draw_softmax::<i32>(Vec::new(), 0.1, &mut random).is_none());
    }

    #[test]
    fn higher_levels_spend_more_and_stray_less() {
        let rises = |(lower, higher): (&Level, &Level)| {
            lower.nodes < higher.nodes
                && lower.random_share >= higher.random_share
                && lower.candidates >= higher.candidates
                && lower.temperature >= higher.temperature
        };
        assert!(LEVELS.iter().zip(&LEVELS[1..]).all(rises));
    }
}
