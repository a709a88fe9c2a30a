//! Levels of play from 1, a beginner, to 10: what a player may spend, and how often it makes another than the best move.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;
use std::sync::Mutex;

use crate::limits::Limits;
use crate::player::{Choice, Listener, Player, Question};

/// The highest level.
pub const HIGHEST: u64 = 10;

/// What makes a level.
#[derive(Clone, Copy)]
struct Level {
    /// Positions that may be made for a move.
    nodes: u64,
    /// The share of its moves that are chosen among several.
    strays: f64,
    /// How many of the best moves that choice is made among.
    among: usize,
    /// The temperature of that choice, in units of the range between the best and the worst that it is made among. At a temperature a move
    /// that is worth so much less than the best is chosen 1/e times as often.
    temperature: f64,
}

/// Low levels stray with each move, middle ones now and then: to know what several moves are worth takes much of what may be spent.
const LEVELS: [Level; HIGHEST as usize] = [
    Level { nodes: 30, strays: 1.0, among: 12, temperature: 8.0 },
    Level { nodes: 100, strays: 1.0, among: 6, temperature: 1.0 },
    Level { nodes: 250, strays: 1.0, among: 6, temperature: 0.45 },
    Level { nodes: 700, strays: 1.0, among: 6, temperature: 0.24 },
    Level { nodes: 2_000, strays: 0.5, among: 6, temperature: 0.24 },
    Level { nodes: 6_000, strays: 0.25, among: 6, temperature: 0.24 },
    Level { nodes: 20_000, strays: 0.1, among: 6, temperature: 0.24 },
    Level { nodes: 70_000, strays: 0.04, among: 6, temperature: 0.24 },
    Level { nodes: 250_000, strays: 0.015, among: 6, temperature: 0.24 },
    Level { nodes: 1_000_000, strays: 0.0, among: 6, temperature: 0.24 },
];

fn of(level: u64) -> Level {
    LEVELS[(level.clamp(1, HIGHEST) - 1) as usize]
}

/// What may be spent at a level, as positions made, besides a glance at each move: see [`Levelled::new`].
pub fn nodes(level: u64) -> u64 {
    of(level).nodes
}

/// A player at a level.
pub struct Levelled<'g, G: Game> {
    player: Box<dyn Player<G> + 'g>,
    level: u64,
    glances: bool,
    random: Pcg64Mcg,
}

impl<'g, G: Game> Levelled<'g, G> {
    /// Has a player choose at a level. What it spends is up to who asks: see [`nodes`]. With `glances` there is so much more as it takes
    /// to look at each move once for each of the moves that it chooses among: where there are many, a lower level would otherwise know
    /// of fewer moves than a higher one, and stray less.
    pub fn new(player: Box<dyn Player<G> + 'g>, level: u64, glances: bool, random: Pcg64Mcg) -> Self {
        Self { player, level, glances, random }
    }
}

impl<G: Game> Player<G> for Levelled<'_, G>
where
    G::Move: Send + Sync,
{
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Level { strays, among, temperature, .. } = of(self.level);
        if question.moves.len() == 1 || uniform(&mut self.random) >= strays {
            return self.player.choose(question);
        }
        let heard: Mutex<Vec<Choice<G::Move>>> = Mutex::default();
        let outer = question.listener;
        let hear = |best: &[Choice<G::Move>]| {
            *heard.lock().expect("whoever hears does not panic") = best.to_vec();
            if let Some(listener) = outer {
                (listener.hear)(best);
            }
        };
        let lines = question.lines().max(among);
        let listener = Some(Listener { lines, hear: &hear });
        let Question { game, state, me, moves, limits, .. } = *question;
        let glances = if self.glances { (lines * moves.len()) as u64 } else { 0 };
        let limits = Limits { nodes: limits.nodes.map(|nodes| nodes + glances), ..limits };
        let choice = self.player.choose(&Question { game, state, me, moves, limits, listener })?;
        let mut heard = heard.into_inner().expect("whoever hears does not panic");
        heard.truncate(among);
        Ok(drawn(heard, temperature, &mut self.random).unwrap_or(choice))
    }

    fn told(&self) -> Option<String> {
        self.player.told()
    }
}

/// A number from 0 to less than 1.
fn uniform(random: &mut Pcg64Mcg) -> f64 {
    // 53 bits: what a float between 0 and 1 holds.
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// One of some moves, the better the likelier. The range of what they are worth is the measure: in some games a beginner's worst move costs
/// little at once, in others everything.
fn drawn<M>(mut moves: Vec<Choice<M>>, temperature: f64, random: &mut Pcg64Mcg) -> Option<Choice<M>> {
    let values = || moves.iter().filter_map(|choice| choice.value);
    let (best, worst) = (values().fold(f64::NEG_INFINITY, f64::max), values().fold(f64::INFINITY, f64::min));
    // Equal ones are equally likely.
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
        let moves =
            || [0.5, 0.4, -0.5].map(|value| Choice { value: Some(value), ..Choice::at_once((value * 10.0) as i32) });
        let mut counts = [0; 3];
        for _ in 0..10_000 {
            let chosen = drawn(moves().to_vec(), 0.1, &mut random).expect("there are moves");
            counts[[5, 4, -5].iter().position(|&mv| mv == chosen.mv).expect("one of them")] += 1;
        }
        // e to 1, and hardly ever the last.
        assert!((2.5..2.95).contains(&(f64::from(counts[0]) / f64::from(counts[1]))), "{counts:?}");
        assert!(counts[2] < 10, "{counts:?}");
        assert!(drawn::<i32>(Vec::new(), 0.1, &mut random).is_none());
    }

    #[test]
    fn higher_levels_spend_more_and_stray_less() {
        let rises = |(lower, higher): (&Level, &Level)| {
            lower.nodes < higher.nodes
                && lower.strays >= higher.strays
                && lower.among >= higher.among
                && lower.temperature >= higher.temperature
        };
        assert!(LEVELS.iter().zip(&LEVELS[1..]).all(rises));
    }
}
