//! New samples from old ones, by Markov chains whose limit is the distribution of the worlds that agree with what a player
//! has seen ("resample-move", Gilks and Berzuini 2001).
//!
//! A step draws some hidden moves of a world anew and makes the other moves after them as before, with elements exchanged
//! where a drawn move took the place of another: two cards that were dealt are swapped, for example. It is accepted by the
//! rule of Metropolis and Hastings, and never if the player would have seen anything else.

use boardwright_game::fault::Fault;
use boardwright_game::game::Game;
use boardwright_game::ids::ElementId;
use boardwright_game::playout::random_below;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::belief::World;
use super::knowledge::Knowledge;
use super::observation::Observation;
use crate::moves::Move;
use crate::state::State;

/// Maximum number of moves that a step draws anew.
const MAX_DRAWN: usize = 4;

/// `count` worlds, each at the end of a chain of `steps` steps that begins at one of `worlds`.
///
/// # Errors
/// If the deadline of the thread passes.
pub(super) fn renew<G: Game<State = State, Move = Move>>(
    knowledge: &Knowledge<'_, G>,
    worlds: &[World],
    count: usize,
    steps: usize,
    random: &mut Pcg64Mcg,
) -> Result<Vec<World>, Fault> {
    let open: Vec<usize> = (0..knowledge.chain.len()).filter(|&number| knowledge.is_open(number)).collect();
    let mut renewed = Vec::with_capacity(count);
    for index in 0..count {
        let state = &worlds[index % worlds.len()].state;
        let state = if open.is_empty() {
            state.clone()
        } else {
            let mut game = PossibleGame::new(knowledge, state)?;
            for _ in 0..steps {
                game.step(&open, random)?;
            }
            game.into_last_state()
        };
        renewed.push(World { state, weight: 1.0 });
    }
    Ok(renewed)
}

/// A game that agrees with what a player has seen.
struct PossibleGame<'a, G> {
    knowledge: &'a Knowledge<'a, G>,
    initial: State,
    plies: Vec<Ply>,
}

/// A move of such a game.
#[derive(Clone)]
struct Ply {
    mv: Move,
    after: State,
    /// Probability of the move as far as the rules tell: that of a chance move, and 1 by the number of choices that look
    /// the same.
    share: f64,
    /// Number of candidates.
    candidates: usize,
}

impl<'a, G: Game<State = State, Move = Move>> PossibleGame<'a, G> {
    /// The game that led to a state.
    fn new(knowledge: &'a Knowledge<'a, G>, state: &State) -> Result<Self, Fault> {
        let initial = knowledge.forms.game.initial_state();
        let moves: Vec<Move> =
            state.observation().into_iter().flat_map(Observation::chain).map(|observed| observed.mv).collect();
        let mut plies: Vec<Ply> = Vec::with_capacity(moves.len());
        for (number, mv) in moves.into_iter().enumerate() {
            let before = plies.last().map_or(&initial, |ply| &ply.after);
            let candidates = knowledge.candidates(before, number)?;
            let mut after = before.clone();
            knowledge.forms.game.apply(&mut after, mv)?;
            let share = Self::share(knowledge, before, number, mv, &candidates)?;
            plies.push(Ply { mv, after, share, candidates: candidates.len() });
        }
        Ok(Self { knowledge, initial, plies })
    }

    fn into_last_state(mut self) -> State {
        self.plies.pop().map_or(self.initial, |ply| ply.after)
    }

    /// Probability of a move, as [`Ply`] has it.
    fn share(
        knowledge: &Knowledge<'a, G>,
        before: &State,
        number: usize,
        mv: Move,
        candidates: &[(Move, f64)],
    ) -> Result<f64, Fault> {
        if knowledge.chain[number].by.is_none() {
            return Ok(candidates.iter().find(|(other, _)| *other == mv).map_or(1.0, |(_, chance)| *chance));
        }
        if candidates.len() < 2 || !knowledge.is_open(number) {
            return Ok(1.0);
        }
        Ok(1.0 / knowledge.successors(before, number, candidates)?.len().max(1) as f64)
    }

    /// A step of the chain: the game stays as it is if the proposed one is not accepted.
    fn step(&mut self, open: &[usize], random: &mut Pcg64Mcg) -> Result<(), Fault> {
        let count = (1 + (random.random::<u32>().trailing_ones() as usize)).min(MAX_DRAWN).min(open.len());
        let mut drawn: Vec<usize> = Vec::with_capacity(count);
        while drawn.len() < count {
            let number = open[random_below(open.len(), random)];
            if !drawn.contains(&number) {
                drawn.push(number);
            }
        }
        let first = drawn.iter().copied().min().unwrap_or(0);
        let Some((plies, ratio)) = self.propose(first, &drawn, random)? else { return Ok(()) };
        if random.random::<f64>() < ratio {
            self.plies.truncate(first);
            self.plies.extend(plies);
        }
        Ok(())
    }

    /// The game with the moves of these numbers drawn anew, from the first of them on, and the ratio of acceptance; `None`
    /// if the player would have seen something else.
    fn propose(&self, first: usize, drawn: &[usize], random: &mut Pcg64Mcg) -> Result<Option<(Vec<Ply>, f64)>, Fault> {
        let knowledge = self.knowledge;
        let (mut plies, mut ratio): (Vec<Ply>, f64) = (Vec::new(), 1.0);
        let mut exchange = Exchange::default();
        for number in first..self.plies.len() {
            let old = &self.plies[number];
            let root = number.checked_sub(1).map_or(&self.initial, |before| &self.plies[before].after);
            let before = plies.last().map_or(root, |ply| &ply.after);
            let candidates = knowledge.candidates(before, number)?;
            let wanted = Move { element: old.mv.element.map(|element| exchange.of(element)), ..old.mv };
            let mv = if drawn.contains(&number) {
                if candidates.is_empty() {
                    return Ok(None);
                }
                let (mv, _) = candidates[random_below(candidates.len(), random)];
                exchange.add(wanted.element, mv.element);
                ratio *= candidates.len() as f64 / old.candidates.max(1) as f64;
                mv
            } else {
                let Some(mv) = self.find(before, wanted, &candidates) else { return Ok(None) };
                mv
            };
            let Some(after) = knowledge.successor(before, number, mv)? else { return Ok(None) };
            let share = Self::share(knowledge, before, number, mv, &candidates)?;
            ratio *= share / old.share;
            plies.push(Ply { mv, after, share, candidates: candidates.len() });
        }
        Ok(Some((plies, ratio)))
    }

    /// The candidate that does the same as a move: with the same element or an equal one from the same place, or, if there
    /// is a single one with this element and rule, to another place.
    fn find(&self, state: &State, wanted: Move, candidates: &[(Move, f64)]) -> Option<Move> {
        let moves = || candidates.iter().map(|(mv, _)| *mv);
        let is_alike = |mv: &Move| (mv.rule, mv.choice, mv.for_index) == (wanted.rule, wanted.choice, wanted.for_index);
        if let Some(same) = moves().find(|mv| is_alike(mv) && mv.element == wanted.element && mv.to == wanted.to) {
            return Some(same);
        }
        let layout = self.knowledge.forms.reference.layout();
        let element = wanted.element?;
        let kind_and_place = |element| (state.kind(layout, element), layout.place_of(state.location(layout, element)));
        let equal = moves().find(|mv| {
            is_alike(mv)
                && mv.to == wanted.to
                && mv.element.is_some_and(|other| kind_and_place(other) == kind_and_place(element))
        });
        if equal.is_some() {
            return equal;
        }
        let mut elsewhere = moves().filter(|mv| is_alike(mv) && mv.element == wanted.element);
        elsewhere.next().filter(|_| elsewhere.next().is_none())
    }
}

/// An exchange of elements: a permutation that is built from swaps.
#[derive(Default)]
struct Exchange(Vec<(ElementId, ElementId)>);

impl Exchange {
    /// The element that takes the place of another one.
    fn of(&self, element: ElementId) -> ElementId {
        self.0.iter().fold(element, |element, &(one, other)| match element {
            _ if element == one => other,
            _ if element == other => one,
            _ => element,
        })
    }

    /// Exchanges two different elements, after the swaps so far.
    fn add(&mut self, one: Option<ElementId>, other: Option<ElementId>) {
        if let (Some(one), Some(other)) = (one, other)
            && one != other
        {
            self.0.push((one, other));
        }
    }
}
