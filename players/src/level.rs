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

/// By level: positions that may be made for a move, and the temperature of the choice, in units of the range between the best and the worst
/// of the moves that it is made among. At a temperature a move that is worth so much less than the best is chosen 1/e times as often.
const LEVELS: [(u64, f64); HIGHEST as usize] = [
    (30, 8.0),
    (100, 1.0),
    (250, 0.45),
    (700, 0.24),
    (2_000, 0.06),
    (6_000, 0.04),
    (20_000, 0.02),
    (70_000, 0.008),
    (250_000, 0.0),
    (1_000_000, 0.0),
];

/// How many of the best moves a choice is made among.
const AMONG: usize = 6;

/// What may be spent at a level, as positions made, besides a glance at each move: see [`Levelled::new`].
pub fn nodes(level: u64) -> u64 {
    LEVELS[(level.clamp(1, HIGHEST) - 1) as usize].0
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
        let (_, temperature) = LEVELS[(self.level.clamp(1, HIGHEST) - 1) as usize];
        if temperature == 0.0 || question.moves.len() == 1 {
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
        let lines = question.lines().max(AMONG);
        let listener = Some(Listener { lines, hear: &hear });
        let Question { game, state, me, moves, limits, .. } = *question;
        let glances = if self.glances { (lines * moves.len()) as u64 } else { 0 };
        let limits = Limits { nodes: limits.nodes.map(|nodes| nodes + glances), ..limits };
        let choice = self.player.choose(&Question { game, state, me, moves, limits, listener })?;
        let mut heard = heard.into_inner().expect("whoever hears does not panic");
        heard.truncate(AMONG);
        Ok(drawn(heard, temperature, &mut self.random).unwrap_or(choice))
    }

    fn told(&self) -> Option<String> {
        self.player.told()
    }
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
    // 53 bits: what a float between 0 and 1 holds.
    let mut drawn = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64 * sum;
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
        assert!(LEVELS.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 >= two[1].1));
    }
}
