//! The update of a belief by one observation: a particle filter (Gordon, Salmond and Smith 1993).
//!
//! Every world is continued by moves that look to the player like the one that was made. Chance moves count with their
//! probabilities. A hidden choice of another player is equally likely to be any choice that looks the same: a model of
//! that player is not part of the rules.

use boardwright_game::fault::Fault;
use boardwright_game::game::Game;
use boardwright_game::playout::{random_below, random_weighted_index};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashSet;

use super::belief::{Belief, Effort, World, no_world};
use super::foresight::Foresight;
use super::knowledge::Knowledge;
use super::renewal::renew;
use crate::moves::Move;
use crate::state::State;

/// Number of chance moves up to which all of them are tried, rather than one that is drawn.
const FEW_CANDIDATES: usize = 6;
/// Number of moves that an exact belief tries for each world that it may keep.
const TRIES_PER_WORLD: usize = 4;

/// The update of a belief by the last observation of what a player knows.
pub(super) struct Filter<'a, G> {
    pub knowledge: Knowledge<'a, G>,
    pub effort: Effort,
    /// Later observations, if they are known.
    pub foresight: Option<&'a Foresight>,
    /// Maximum number of times that samples are renewed in the search for one that agrees with the observation.
    pub rounds: usize,
    /// Number of the attempt: each one draws other samples.
    pub attempt: u64,
}

impl<G: Game<State = State, Move = Move>> Filter<'_, G> {
    /// The belief after the observation.
    ///
    /// # Errors
    /// If no world is found, or the deadline of the thread passes.
    pub fn next(&self, belief: &Belief) -> Result<Belief, Fault> {
        let Knowledge { viewer, chain, .. } = self.knowledge;
        if belief.is_exact
            && let Some(worlds) = self.all_successors(&belief.worlds)?
        {
            return if worlds.is_empty() { Err(no_world(viewer)) } else { Ok(Belief { worlds, is_exact: true }) };
        }
        let last = &chain[chain.len() - 1];
        let mut random = Pcg64Mcg::seed_from_u64((last.seen[viewer.index()].history as u64).wrapping_add(self.attempt));
        let count = if belief.is_exact { self.effort.samples } else { belief.worlds.len() };
        let mut before = even_samples(&belief.worlds, count, &mut random);
        for round in 0..=self.rounds {
            if round > 0 {
                let Effort { samples, steps, .. } = self.effort;
                before = renew(&self.knowledge.earlier(), &before, samples, steps, &mut random)?;
            }
            let worlds = self.draw_successors(&before, &mut random)?;
            let worlds = even_samples(&worlds, self.effort.samples.min(worlds.len()), &mut random);
            if !worlds.is_empty() {
                // Worlds are as different as before, if all of them go on.
                let is_thinned = worlds.len() < before.len();
                let worlds = if is_thinned { self.renew_if_few(worlds, &mut random)? } else { worlds };
                return Ok(Belief { worlds, is_exact: false });
            }
        }
        Err(no_world(viewer))
    }

    /// All worlds after the observation, from all worlds before it; `None` if they are too many.
    fn all_successors(&self, before: &[World]) -> Result<Option<Vec<World>>, Fault> {
        let number = self.knowledge.chain.len() - 1;
        let (mut worlds, mut tries) = (Vec::new(), 0);
        for World { state, weight } in before {
            let candidates = self.knowledge.candidates(state, number)?;
            tries += candidates.len();
            if tries > TRIES_PER_WORLD * self.effort.max_worlds {
                return Ok(None);
            }
            let successors = self.knowledge.successors(state, number, &candidates)?;
            let is_chance = self.knowledge.chain[number].by.is_none();
            let share = if is_chance { 1.0 } else { 1.0 / successors.len() as f64 };
            worlds
                .extend(successors.into_iter().map(|(state, chance)| World { state, weight: weight * chance * share }));
            if worlds.len() > self.effort.max_worlds {
                return Ok(None);
            }
        }
        Ok(Some(worlds))
    }

    /// One world for each world in which the observation is possible.
    fn draw_successors(&self, before: &[World], random: &mut Pcg64Mcg) -> Result<Vec<World>, Fault> {
        let is_chance = self.knowledge.chain[self.knowledge.chain.len() - 1].by.is_none();
        let mut draw_all = |tries_all: bool| {
            let mut worlds = Vec::with_capacity(before.len());
            for world in before {
                worlds.extend(self.draw_successor(world, tries_all, random)?);
            }
            Ok(worlds)
        };
        let worlds = draw_all(false)?;
        // Where a drawn chance move seldom agrees, all are tried.
        if is_chance && 4 * worlds.len() < before.len() { draw_all(true) } else { Ok(worlds) }
    }

    fn draw_successor(&self, world: &World, tries_all: bool, random: &mut Pcg64Mcg) -> Result<Option<World>, Fault> {
        let World { ref state, weight } = *world;
        let number = self.knowledge.chain.len() - 1;
        let mut candidates = self.knowledge.candidates(state, number)?;
        if self.knowledge.chain[number].by.is_some() {
            while !candidates.is_empty() {
                let (mv, _) = candidates.swap_remove(random_below(candidates.len(), random));
                if let Some(state) = self.knowledge.successor(state, number, mv)? {
                    return Ok(Some(World { state, weight }));
                }
            }
            return Ok(None);
        }
        if let Some(chances) = self.foreseen_chances(state, &candidates).filter(|_| !tries_all) {
            let drawn = random_weighted_index(&chances, random);
            let (mv, chance) = candidates[drawn];
            let state = self.knowledge.successor(state, number, mv)?;
            return Ok(state.map(|state| World { state, weight: weight * chance / chances[drawn] }));
        }
        if tries_all || candidates.len() <= FEW_CANDIDATES {
            let mut successors = self.knowledge.successors(state, number, &candidates)?;
            let (drawn, total) = draw(&successors, random);
            let state = (!successors.is_empty()).then(|| successors.swap_remove(drawn).0);
            return Ok(state.map(|state| World { state, weight: weight * total }));
        }
        let (drawn, total) = draw(&candidates, random);
        let state = self.knowledge.successor(state, number, candidates[drawn].0)?;
        Ok(state.map(|state| World { state, weight: weight * total }))
    }

    /// Probabilities with which to draw a chance move, if something seen later matters.
    fn foreseen_chances(&self, state: &State, candidates: &[(Move, f64)]) -> Option<Vec<f64>> {
        let Knowledge { forms, viewer, chain } = self.knowledge;
        self.foresight?.chances(&forms.reference.viewpoint(state, viewer), chain.len() - 1, candidates)
    }

    /// Renews samples of which too few are different.
    fn renew_if_few(&self, worlds: Vec<World>, random: &mut Pcg64Mcg) -> Result<Vec<World>, Fault> {
        let Effort { samples, min_samples, steps, .. } = self.effort;
        let keys: FxHashSet<u64> = worlds.iter().map(|world| self.knowledge.forms.game.key(&world.state)).collect();
        if keys.len() >= min_samples {
            return Ok(worlds);
        }
        renew(&self.knowledge, &worlds, samples / 2, steps, random)
    }
}

/// The index of one of several weighted things, drawn by weight, and the sum of the weights.
fn draw<T>(weighted: &[(T, f64)], random: &mut Pcg64Mcg) -> (usize, f64) {
    let weights: Vec<f64> = weighted.iter().map(|(_, weight)| *weight).collect();
    (random_weighted_index(&weights, random), weights.iter().sum())
}

/// Systematic resampling (Kitagawa 1996): worlds of equal weight, this many unless the weights are equal already and the
/// worlds are no more.
fn even_samples(worlds: &[World], count: usize, random: &mut Pcg64Mcg) -> Vec<World> {
    let even = |world: &World| World { state: world.state.clone(), weight: 1.0 };
    let total: f64 = worlds.iter().map(|world| world.weight).sum();
    if worlds.len() == count && worlds.iter().all(|world| (world.weight - worlds[0].weight).abs() < 1e-12 * total) {
        return worlds.iter().map(even).collect();
    }
    let step = total / count as f64;
    let mut order: Vec<usize> = (0..worlds.len()).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, random_below(last + 1, random));
    }
    let mut next = random.random::<f64>() * step;
    let (mut sum, mut chosen) = (0.0, Vec::new());
    for index in order {
        sum += worlds[index].weight;
        while next < sum && chosen.len() < count {
            chosen.push(even(&worlds[index]));
            next += step;
        }
    }
    chosen
}
