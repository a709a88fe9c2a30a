//! Beliefs: the worlds that agree with what a player has seen, and samples of them (determinization).
//!
//! A belief is updated move by move by a [particle filter](super::filter). While there are few worlds, all are kept, and
//! the belief is exact. Otherwise samples are kept, which [`renewal`](super::renewal) replaces where few are left.
//!
//! A belief depends on nothing but the observations of its player, and its random choices are seeded by them. Where the
//! [deadline](boardwright_game::deadline) of the thread leaves too little time, a belief of fewer samples is made.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use boardwright_game::deadline::{self, Deadline};
use boardwright_game::fault::{Fault, FaultContext, FaultKind, Span};
use boardwright_game::game::Game;
use boardwright_game::ids::Player;
use boardwright_game::playout::random_weighted_index;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashMap;

use super::filter::Filter;
use super::foresight::Foresight;
pub use super::knowledge::GameForms;
use super::knowledge::Knowledge;
use super::observation::Observation;
use super::renewal::renew;
use crate::moves::Move;
use crate::state::State;

/// Size of a belief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effort {
    /// Maximum number of worlds of an exact belief.
    pub max_worlds: usize,
    /// Number of samples of a belief that is not exact.
    pub samples: usize,
    /// Number of different samples below which they are renewed.
    pub min_samples: usize,
    /// Number of steps of the chains that renew a sample.
    pub steps: usize,
    /// `true` to draw hidden moves with an eye on what was seen later. Then a belief depends on the move up to which it is
    /// computed at once.
    pub looks_ahead: bool,
}

impl Effort {
    /// The size where there is time.
    pub const FULL: Self = Self { max_worlds: 2000, samples: 128, min_samples: 24, steps: 6, looks_ahead: false };
    /// The size where there is little time.
    pub const QUICK: Self = Self { max_worlds: 1, samples: 12, min_samples: 3, steps: 2, looks_ahead: true };
    /// The size where there is hardly any time: few samples, which are not renewed as long as one is left.
    pub const LEAST: Self = Self { max_worlds: 1, samples: 4, min_samples: 1, steps: 1, looks_ahead: true };
}

/// Number of beliefs that are kept for continuing them.
const KEPT_BELIEFS: usize = 64;
/// Number of times that samples are renewed in the search for the first one that agrees with an observation.
const MAX_ROUNDS: usize = 64;
/// Number of times that a belief that looks ahead is begun anew before its samples are renewed.
const MAX_ATTEMPTS: u64 = 8;

/// The worlds that agree with what a player has seen.
#[derive(Clone, Debug)]
pub struct Belief {
    pub(super) worlds: Vec<World>,
    pub(super) is_exact: bool,
}

/// A possible position.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub state: State,
    pub weight: f64,
}

/// Beliefs by player, history of observations and size, the latest last.
#[derive(Debug, Default)]
pub struct BeliefCache {
    kept: Mutex<KeptBeliefs>,
    /// Number of times that no world was found.
    failures: AtomicU64,
}

/// A player, the hash value of the player's observations, and the size of the belief.
type BeliefKey = (Player, u128, Effort);

#[derive(Debug, Default)]
struct KeptBeliefs {
    by_key: FxHashMap<BeliefKey, Arc<Belief>>,
    /// Keys, the oldest first.
    keys: VecDeque<BeliefKey>,
}

impl BeliefCache {
    /// Number of times that no world was found that agrees with what a player had seen.
    pub fn failures(&self) -> u64 {
        self.failures.load(Relaxed)
    }

    fn get(&self, key: BeliefKey) -> Option<Arc<Belief>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).by_key.get(&key).cloned()
    }

    fn insert(&self, key: BeliefKey, belief: &Arc<Belief>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
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

    /// The worlds with their weights, which need not add up to 1.
    pub fn worlds(&self) -> impl ExactSizeIterator<Item = (&State, f64)> {
        self.worlds.iter().map(|world| (&world.state, world.weight))
    }

    /// The belief of a player after an observation, computed from the beginning of the game.
    ///
    /// # Errors
    /// If no world is found, or the deadline of the thread passes.
    pub fn compute<G: Game<State = State, Move = Move>>(
        forms: GameForms<'_, G>,
        last: &Arc<Observation>,
        viewer: Player,
        effort: Effort,
    ) -> Result<Self, Fault> {
        let chain = last.chain();
        let knowledge = Knowledge { forms, viewer, chain: &chain };
        follow(&knowledge, effort, PartialBelief::initial(forms.game), |_, _| ()).map(|belief| (*belief).clone())
    }

    fn initial<G: Game<State = State, Move = Move>>(game: &G) -> Self {
        Self { worlds: vec![World { state: game.initial_state(), weight: 1.0 }], is_exact: true }
    }

    /// Draws one world among those at the indices in `open`, by weight; returns its position in `open`.
    fn draw(&self, open: &[usize], random: &mut Pcg64Mcg) -> usize {
        let weights: Vec<f64> = open.iter().map(|&index| self.worlds[index].weight).collect();
        random_weighted_index(&weights, random)
    }
}

/// A belief after the first observations of a game, from which the later ones are counted.
#[derive(Clone)]
struct PartialBelief {
    /// Number of observations that are counted.
    counted: usize,
    belief: Arc<Belief>,
}

impl PartialBelief {
    /// The belief before the first observation.
    fn initial<G: Game<State = State, Move = Move>>(game: &G) -> Self {
        Self { counted: 0, belief: Arc::new(Belief::initial(game)) }
    }
}

/// Continues a belief to the last observation of what a player knows. If the deadline of the thread passes, `keep` gets
/// the number of observations that are counted, and the belief after them.
fn follow<G: Game<State = State, Move = Move>>(
    known: &Knowledge<'_, G>,
    effort: Effort,
    start: PartialBelief,
    mut keep: impl FnMut(usize, &Arc<Belief>),
) -> Result<Arc<Belief>, Fault> {
    let foresight = effort.looks_ahead.then(|| Foresight::new(known));
    let mut update = |number: usize, belief: &Arc<Belief>, rounds: usize, attempt: u64| {
        let knowledge = known.up_to(number + 1);
        let next = Filter { knowledge, effort, foresight: foresight.as_ref(), rounds, attempt }.next(belief);
        if next.as_ref().is_err_and(Fault::is_interruption) {
            keep(number, belief);
        }
        next.map(Arc::new)
    };
    // A new beginning with an eye on what was seen is cheaper than the renewal of samples.
    let attempts = if effort.looks_ahead { MAX_ATTEMPTS } else { 0 };
    let mut numbers = start.counted..known.chain.len();
    for attempt in 0..attempts {
        let start = Arc::clone(&start.belief);
        match numbers.clone().try_fold(start, |belief, number| update(number, &belief, 0, attempt)) {
            Err(fault) if fault.kind == FaultKind::NoWorld => {}
            done => return done,
        }
    }
    numbers.try_fold(start.belief, |belief, number| update(number, &belief, MAX_ROUNDS, attempts))
}

/// The fault of a player for whom no world was found.
pub(super) fn no_world(viewer: Player) -> Fault {
    let context = FaultContext::Knowledge(viewer.number());
    Fault { kind: FaultKind::NoWorld, span: Span::default(), context }
}

/// Samples a state from the information set of a player.
///
/// # Errors
/// If no state is found, or the deadline of the thread passes.
pub fn resample<G: Game<State = State, Move = Move>>(
    forms: GameForms<'_, G>,
    state: &State,
    player: Player,
    rng: &mut dyn Rng,
) -> Result<State, Fault> {
    let sampled = sample(forms, state, player, &mut Pcg64Mcg::seed_from_u64(rng.next_u64()));
    if sampled.as_ref().is_err_and(|fault| fault.kind == FaultKind::NoWorld) {
        forms.reference.beliefs().failures.fetch_add(1, Relaxed);
    }
    sampled
}

fn sample<G: Game<State = State, Move = Move>>(
    forms: GameForms<'_, G>,
    state: &State,
    player: Player,
    random: &mut Pcg64Mcg,
) -> Result<State, Fault> {
    let Some(last) = state.observation() else { return Ok(state.clone()) };
    let belief = belief(forms, last, player)?;
    // The player knows the own legal moves.
    let mut known = Vec::new();
    let turn = forms.game.legal_moves(state, &mut known)?;
    let is_own_turn = turn.player() == Some(player);
    let mut listed = Vec::new();
    let mut has_same_moves = |world: &State| -> Result<bool, Fault> {
        Ok(!is_own_turn || (forms.game.legal_moves(world, &mut listed)? == turn && listed == known))
    };
    let mut open: Vec<usize> = (0..belief.worlds.len()).collect();
    while !open.is_empty() {
        let drawn = belief.draw(&open, random);
        let world = &belief.worlds[open.swap_remove(drawn)].state;
        if has_same_moves(world)? {
            return Ok(world.clone());
        }
    }
    if belief.is_exact {
        return Err(no_world(player));
    }
    let (chain, mut worlds) = (last.chain(), belief.worlds.clone());
    let knowledge = Knowledge { forms, viewer: player, chain: &chain };
    for _ in 0..MAX_ROUNDS {
        worlds = renew(&knowledge, &worlds, worlds.len(), Effort::FULL.steps, random)?;
        for world in &worlds {
            if has_same_moves(&world.state)? {
                return Ok(world.state.clone());
            }
        }
    }
    Err(no_world(player))
}

/// The belief of a player after an observation: the one that is kept, or a new one that continues what is kept.
fn belief<G: Game<State = State, Move = Move>>(
    forms: GameForms<'_, G>,
    last: &Arc<Observation>,
    viewer: Player,
) -> Result<Arc<Belief>, Fault> {
    let cache = forms.reference.beliefs();
    let key = |observation: &Observation, effort| (viewer, observation.seen[viewer.index()].history, effort);
    let kept = [Effort::FULL, Effort::QUICK, Effort::LEAST].into_iter().find_map(|effort| cache.get(key(last, effort)));
    if let Some(kept) = kept {
        return Ok(kept);
    }
    let chain = last.chain();
    let knowledge = Knowledge { forms, viewer, chain: &chain };
    let begun = |effort| {
        let kept = (0..chain.len()).rev().find_map(|number| {
            Some(PartialBelief { counted: number + 1, belief: cache.get(key(&chain[number], effort))? })
        });
        kept.unwrap_or_else(|| PartialBelief::initial(forms.game))
    };
    let advance = |effort| {
        // What is done counts for the next call, too.
        let keep = |counted: usize, belief: &Arc<Belief>| {
            if let Some(last) = counted.checked_sub(1) {
                cache.insert(key(&chain[last], effort), belief);
            }
        };
        let belief = follow(&knowledge, effort, begun(effort), keep)?;
        cache.insert(key(last, effort), &belief);
        Ok(belief)
    };
    let Some(left) = deadline::time_left() else { return advance(Effort::FULL) };
    let work = |effort: Effort| (chain.len() - begun(effort).counted) * effort.samples;
    let is_full_near = work(Effort::FULL) <= work(Effort::QUICK);
    // The least belief is made first, so that the interruption of a better one leaves something to search with.
    let advance_until = |effort, time: Duration| {
        let _deadline = Deadline::set(Instant::now().checked_add(time));
        advance(effort)
    };
    let quick = || -> Result<Arc<Belief>, Fault> {
        let least = advance(Effort::LEAST)?;
        match advance_until(Effort::QUICK, left * 3 / 4) {
            Err(fault) if fault.is_interruption() => Ok(least),
            quick => quick,
        }
    };
    let quick_belief = if is_full_near { None } else { Some(quick()?) };
    match (advance_until(Effort::FULL, left / 2), quick_belief) {
        (Err(fault), found) if fault.is_interruption() => found.map_or_else(quick, Ok),
        (full, _) => full,
    }
}
