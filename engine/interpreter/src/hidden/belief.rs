//! Beliefs: the worlds that agree with what a player has seen, and samples of them (determinization).
//!
//! A belief is updated move by move, as in a particle filter (Gordon, Salmond and Smith 1993): every world is continued by
//! all moves that look to the player like the one that was made. Chance moves count with their probabilities. A hidden
//! choice of another player is equally likely to be any choice that looks the same: a model of that player is not part of
//! the rules. While there are few worlds, all are kept, and the belief is exact. Otherwise samples are kept. Samples that
//! turn out to be impossible are replaced by new ones, played from the beginning under the constraints of
//! [`slots`](super::slots).
//!
//! A belief depends on nothing but the observations of its player, and its random choices are seeded by them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use boardwright_game::game::{Game, GameExt, Turn};
use boardwright_game::ids::{ElementId, Player};
use boardwright_game::playout::{random_below, random_weighted_index};
use rand::{Rng, RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rustc_hash::{FxHashMap, FxHashSet};

use super::observation::Observation;
use super::slots::{Assignment, Slots};
use crate::moves::Move;
use crate::state::State;

/// Maximum number of worlds of an exact belief.
const MAX_WORLDS: usize = 2000;
/// Number of samples of a belief that is not exact.
const SAMPLES: usize = 128;
/// Number of samples below which new ones are played.
const MIN_SAMPLES: usize = 24;
/// Maximum number of attempts to play new samples while there are some.
const MAX_ATTEMPTS: usize = 128;
/// Maximum number of attempts to play the first new sample.
const MAX_FIRST_ATTEMPTS: usize = 4096;
/// Number of beliefs that are kept for continuing them.
const KEPT_BELIEFS: usize = 32;

/// The worlds that agree with what a player has seen.
#[derive(Debug)]
pub struct Belief {
    worlds: Vec<World>,
    /// `true` if all possible worlds are listed.
    is_exact: bool,
}

#[derive(Clone, Debug)]
struct World {
    state: State,
    weight: f64,
}

/// Beliefs by player and history of observations, the latest last.
#[derive(Debug, Default)]
pub struct BeliefCache(Mutex<KeptBeliefs>);

/// A player, and the hash value of the player's observations.
type BeliefKey = (Player, u128);

#[derive(Debug, Default)]
struct KeptBeliefs {
    by_key: FxHashMap<BeliefKey, Arc<Belief>>,
    /// Keys, the oldest first.
    keys: VecDeque<BeliefKey>,
}

impl BeliefCache {
    fn get(&self, key: BeliefKey) -> Option<Arc<Belief>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).by_key.get(&key).cloned()
    }

    fn insert(&self, key: BeliefKey, belief: &Arc<Belief>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.by_key.insert(key, Arc::clone(belief)).is_none() {
            kept.keys.push_back(key);
        }
        if kept.keys.len() > KEPT_BELIEFS
            && let Some(oldest) = kept.keys.pop_front()
        {
            kept.by_key.remove(&oldest);
        }
    }
}

impl Belief {
    /// `true` if all possible worlds are listed, so that samples have the exact distribution.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// Number of worlds.
    pub fn len(&self) -> usize {
        self.worlds.len()
    }

    /// `true` if no world agrees with the observations: the search for one was given up.
    pub fn is_empty(&self) -> bool {
        self.worlds.is_empty()
    }

    /// Draws one world among those at the indices in `open`, by weight; returns its position in `open`.
    fn draw(&self, open: &[usize], random: &mut Pcg64Mcg) -> usize {
        let weights: Vec<f64> = open.iter().map(|&index| self.worlds[index].weight).collect();
        random_weighted_index(&weights, random)
    }
}

/// Samples a state from the information set of a player.
pub fn resample<G: Game<State = State, Move = Move>>(
    game: &G,
    cache: &BeliefCache,
    state: &State,
    player: Player,
    rng: &mut dyn Rng,
) -> State {
    let mut random = Pcg64Mcg::seed_from_u64(rng.next_u64());
    let Some(last) = state.observation() else { return state.clone() };
    let belief = belief(game, cache, last, player);
    let mut known = Vec::new();
    let turn = game.legal_moves(state, &mut known);
    let is_own_turn = turn.as_ref().is_ok_and(|turn| turn.player() == Some(player));
    let mut open: Vec<usize> = (0..belief.worlds.len()).collect();
    let mut listed = Vec::new();
    while !open.is_empty() {
        let drawn = belief.draw(&open, &mut random);
        let world = &belief.worlds[open.swap_remove(drawn)].state;
        // The player knows the own legal moves.
        if !is_own_turn || (game.legal_moves(world, &mut listed) == turn && listed == known) {
            return world.clone();
        }
    }
    // The search for a world was given up.
    state.clone()
}

/// The belief of a player after an observation.
pub fn belief<G: Game<State = State, Move = Move>>(
    game: &G,
    cache: &BeliefCache,
    last: &Arc<Observation>,
    viewer: Player,
) -> Arc<Belief> {
    let chain = last.chain();
    let key = |number: usize| (viewer, chain[number].seen[viewer.index()].history);
    let known = (0..chain.len()).rev().find_map(|number| Some((number + 1, cache.get(key(number))?)));
    let initial = World { state: game.initial_state(), weight: 1.0 };
    let (first, mut belief) = known.unwrap_or_else(|| (0, Arc::new(Belief { worlds: vec![initial], is_exact: true })));
    for number in first..chain.len() {
        let update = Update { game, viewer, chain: &chain[..=number], slots: Slots::new(&chain[..=number], viewer) };
        belief = Arc::new(update.next(&belief));
        cache.insert(key(number), &belief);
    }
    belief
}

/// The update of a belief by the last observation of a chain.
struct Update<'a, G> {
    game: &'a G,
    viewer: Player,
    chain: &'a [Arc<Observation>],
    slots: Slots,
}

impl<G: Game<State = State, Move = Move>> Update<'_, G> {
    fn next(&self, belief: &Belief) -> Belief {
        let last = self.chain.len() - 1;
        let seed = self.chain[last].seen[self.viewer.index()].history as u64;
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut worlds = Vec::new();
        for world in &belief.worlds {
            if !belief.is_exact && self.chain[last].by.is_some() {
                let drawn = self.draw_successor(&world.state, last, |_| true, &mut random);
                worlds.extend(drawn.map(|state| World { state, weight: world.weight }));
                continue;
            }
            let mut successors = self.successors(&world.state, last);
            if belief.is_exact {
                let all = successors.into_iter();
                worlds.extend(all.map(|(state, share)| World { state, weight: world.weight * share }));
            } else if !successors.is_empty() {
                let shares: Vec<f64> = successors.iter().map(|(_, share)| *share).collect();
                let drawn = random_weighted_index(&shares, &mut random);
                let weight = world.weight * shares.iter().sum::<f64>();
                worlds.push(World { state: successors.swap_remove(drawn).0, weight });
            }
        }
        let is_exact = belief.is_exact && worlds.len() <= MAX_WORLDS;
        if !is_exact {
            worlds = resample_worlds(&worlds, &mut random);
            if worlds.len() < MIN_SAMPLES {
                self.refill(&mut worlds, &mut random);
            }
        }
        Belief { worlds, is_exact }
    }

    /// Moves that the maker of move `number` could make in a state, with their chances.
    fn candidates(&self, state: &State, number: usize) -> Vec<(Move, f64)> {
        let observed = &self.chain[number];
        let mut moves = Vec::new();
        let by = match self.game.legal_moves(state, &mut moves) {
            Ok(Turn::Player(player)) => Some(player),
            Ok(Turn::Chance) => None,
            Ok(Turn::Over(_)) | Err(_) => return Vec::new(),
        };
        if by != observed.by {
            return Vec::new();
        }
        if by == Some(self.viewer) {
            moves.retain(|mv| *mv == observed.mv);
        }
        let mut chances = Vec::new();
        self.game.chance_probabilities(state, &mut chances);
        chances.resize(moves.len(), 1.0);
        moves.into_iter().zip(chances).collect()
    }

    /// The state after a move, if the move looks to the viewer like move `number`.
    fn successor(&self, state: &State, number: usize, mv: Move) -> Option<State> {
        let viewer = self.viewer.index();
        let mut after = state.clone();
        self.game.apply(&mut after, mv).ok()?;
        let looks_equal = after.observation()?.seen[viewer].token == self.chain[number].seen[viewer].token;
        looks_equal.then_some(after)
    }

    /// States after each move that looks to the viewer like move `number`, each with its share of the probability.
    fn successors(&self, state: &State, number: usize) -> Vec<(State, f64)> {
        let candidates = self.candidates(state, number).into_iter();
        let mut found: Vec<(State, f64)> =
            candidates.filter_map(|(mv, chance)| Some((self.successor(state, number, mv)?, chance))).collect();
        if self.chain[number].by.is_some() {
            let share = 1.0 / found.len() as f64;
            for (_, each) in &mut found {
                *each = share;
            }
        }
        found
    }

    /// Draws a state after a move that looks to the viewer like move `number`.
    fn draw_successor(
        &self,
        state: &State,
        number: usize,
        is_allowed: impl Fn(Move) -> bool,
        random: &mut Pcg64Mcg,
    ) -> Option<State> {
        let mut candidates = self.candidates(state, number);
        candidates.retain(|(mv, _)| is_allowed(*mv));
        while !candidates.is_empty() {
            let chances: Vec<f64> = candidates.iter().map(|(_, chance)| *chance).collect();
            let (mv, _) = candidates.swap_remove(random_weighted_index(&chances, random));
            if let Some(after) = self.successor(state, number, mv) {
                return Some(after);
            }
        }
        None
    }

    /// Adds samples that are played from the beginning, under the constraints of what was seen later.
    fn refill(&self, worlds: &mut Vec<World>, random: &mut Pcg64Mcg) {
        let mut excluded = FxHashSet::default();
        for attempt in 0..MAX_FIRST_ATTEMPTS {
            if attempt >= MAX_ATTEMPTS && !worlds.is_empty() {
                break;
            }
            let assignment = self.slots.assign(random);
            if let Some(state) = self.play_sample(&assignment, &mut excluded, random) {
                worlds.push(World { state, weight: 1.0 });
                if worlds.len() == SAMPLES {
                    break;
                }
            }
        }
    }

    /// Plays one sample from the beginning; `None` if it contradicts an observation. Then the element that could not make
    /// a move that was seen is excluded from the slot where the contradiction began.
    fn play_sample(
        &self,
        assignment: &Assignment,
        excluded: &mut FxHashSet<(usize, ElementId)>,
        random: &mut Pcg64Mcg,
    ) -> Option<State> {
        let mut state = self.game.initial_state();
        let mut placed: FxHashMap<usize, ElementId> = FxHashMap::default();
        for number in 0..self.chain.len() {
            let assigned = assignment.get(&number);
            let is_hidden = self.chain[number].by != Some(self.viewer);
            let is_allowed = |mv: Move| match (mv.element, assigned) {
                (Some(element), Some(assigned)) => element == *assigned,
                (Some(element), None) if is_hidden => {
                    // An element that another move must move waits for that move.
                    let is_reserved = assignment.iter().any(|(slot, reserved)| *slot > number && *reserved == element);
                    !is_reserved && !excluded.contains(&(number, element))
                }
                _ => true,
            };
            let Some(after) = self.draw_successor(&state, number, is_allowed, random) else {
                let blamed = self.slots.source_of(number).filter(|slot| !assignment.contains_key(slot));
                if let Some((slot, element)) = blamed.and_then(|slot| Some((slot, *placed.get(&slot)?))) {
                    excluded.insert((slot, element));
                }
                return None;
            };
            state = after;
            if let Some(element) = state.observation().and_then(|observed| observed.mv.element) {
                placed.insert(number, element);
            }
        }
        Some(state)
    }
}

/// Systematic resampling (Kitagawa 1996): at most [`SAMPLES`] worlds of equal weight.
fn resample_worlds(worlds: &[World], random: &mut Pcg64Mcg) -> Vec<World> {
    let total: f64 = worlds.iter().map(|world| world.weight).sum();
    let is_even = worlds.iter().all(|world| (world.weight - worlds[0].weight).abs() < 1e-12 * total);
    if worlds.len() <= SAMPLES && is_even {
        return worlds.iter().map(|world| World { state: world.state.clone(), weight: 1.0 }).collect();
    }
    let count = worlds.len().min(SAMPLES);
    let step = total / count as f64;
    let mut order: Vec<usize> = (0..worlds.len()).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, random_below(last + 1, random));
    }
    let mut next = random.random::<f64>() * step;
    let mut sum = 0.0;
    let mut chosen = Vec::new();
    for index in order {
        sum += worlds[index].weight;
        while next < sum && chosen.len() < count {
            chosen.push(World { state: worlds[index].state.clone(), weight: 1.0 });
            next += step;
        }
    }
    chosen
}
