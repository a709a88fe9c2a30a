//! A* search: a cheapest solution of a puzzle, if the heuristic is admissible. The cost of a move can differ from 1.
//! Positions are reopened when a cheaper path to them is found.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt};
use boardwright_game::ids::Player;
use boardwright_game::structure::{DeclaredHeuristics, Structure};

use super::position_set::PositionSet;
use super::{Answer, Effort, ExhaustedResource, SolveError, Task, is_won, path_moves, queued_bytes};
use crate::heuristic::Heuristic;

/// Cost function of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cost {
    /// 1 per move.
    Move,
    /// Points that the move adds to the score: the solution has the least score.
    Score,
    /// Decrease of a heuristic of the game file, given by its number and name.
    Measure(usize, String),
}

impl Cost {
    /// The cost function with this name; `None` if the game does not define it.
    pub fn by_name<G: Game>(game: &G, name: &str) -> Option<Self> {
        match name {
            "moves" => Some(Self::Move),
            "score" => Some(Self::Score),
            name => {
                let measures = game.structure()?.heuristics()?.heuristic_names();
                let index = measures.iter().position(|known| known == name)?;
                Some(Self::Measure(index, name.to_owned()))
            }
        }
    }

    /// Names of the cost functions of a game.
    pub fn names<G: Game>(game: &G) -> Vec<String> {
        let declared = game.structure().and_then(Structure::heuristics);
        let declared = declared.map(DeclaredHeuristics::heuristic_names).unwrap_or_default();
        ["moves", "score"].into_iter().map(str::to_owned).chain(declared).collect()
    }

    /// Potential of a position: the cost of a move is the decrease of this potential.
    fn potential<G: Game>(&self, game: &G, state: &G::State) -> Result<f64, Fault> {
        let player = Player::new(1).expect("1 is a player's number");
        Ok(match self {
            Self::Move => 0.0,
            Self::Score => -game.score(state, player),
            Self::Measure(index, _) => match game.structure().and_then(Structure::heuristics) {
                Some(declared) => declared.heuristic_value(state, *index, player)?,
                None => 0.0,
            },
        })
    }

    /// Cost of a move between positions with these potentials, in thousandths.
    fn between(&self, before: f64, after: f64) -> i64 {
        units(if *self == Self::Move { 1.0 } else { before - after })
    }
}

/// Converts a cost to thousandths: integer sums are exact.
fn units(cost: f64) -> i64 {
    (cost * 1000.0).round() as i64
}

/// Solves by A*.
pub fn solve<G: Game>(task: &Task<'_, G>, heuristic: &Heuristic, cost: &Cost) -> Result<Answer<G::Move>, SolveError> {
    let Task { game, state, limits, bytes } = *task;
    let me = Player::new(1).expect("1 is a player's number");
    let estimate = |state: &G::State| Ok::<_, Fault>(-units(heuristic.value(game, state, me)?));
    let (mut seen, mut effort) = (PositionSet::default(), Effort::default());
    seen.add(|out| game.encode(state, out));
    let waiting = queued_bytes::<(i64, i64, u32, G::State)>(seen.position(0).len());
    // By number of the position: its parent, and the cost of the cheapest known path.
    let mut known = vec![(0_u32, 0_i64)];
    // Open positions are stored outside of the heap, so that it moves numbers only; free slots are reused.
    let mut states = vec![Some(state.clone())];
    let mut free: Vec<usize> = Vec::new();
    let mut open = BinaryHeap::new();
    // Ties are broken in favour of the greater path cost, then of the position that was generated last.
    open.push((Reverse(estimate(state)?), 0_i64, 0_u32, 0_usize));
    let (mut moves, mut child) = (Vec::new(), state.clone());
    while let Some((_, path_cost, number, place)) = open.pop() {
        let state = states[place].take().expect("each place is named once");
        free.push(place);
        if known[number as usize].1 < path_cost {
            continue;
        }
        if is_won(game, &state)? {
            let mut through = Vec::new();
            let mut at = number;
            while at != 0 {
                through.push(at);
                at = known[at as usize].0;
            }
            through.reverse();
            let solved = Answer::solved(path_moves(task, &seen, &through)?, effort);
            return Ok(Answer { cost: (*cost != Cost::Move).then_some(path_cost as f64 / 1000.0), ..solved });
        }
        if game.legal_moves(&state, &mut moves)?.outcome().is_some() {
            continue;
        }
        effort.expanded += 1;
        let before = cost.potential(game, &state)?;
        for &mv in &moves {
            child.clone_from(&state);
            game.apply(&mut child, mv)?;
            effort.generated += 1;
            if limits.is_reached(effort.generated) {
                return Ok(Answer::limit(ExhaustedResource::Time, effort));
            }
            let price = cost.between(before, cost.potential(game, &child)?);
            if price < 0 {
                let text = game.move_text(&state, mv);
                let what = if let Cost::Measure(_, name) = cost { name } else { "the score" };
                return Err(SolveError::InvalidOption(format!(
                    "{what} cannot be used as a cost: the cost of the move \"{text}\" is negative (-{}), so no cheapest solution exists",
                    -price as f64 / 1000.0
                )));
            }
            let path_cost = path_cost + price;
            let (reached, new) = seen.add(|out| game.encode(&child, out));
            if new {
                known.push((number, path_cost));
            } else if known[reached as usize].1 <= path_cost {
                continue;
            }
            known[reached as usize] = (number, path_cost);
            let sum = path_cost + estimate(&child)?;
            let place = free.pop().unwrap_or_else(|| {
                states.push(None);
                states.len() - 1
            });
            states[place] = Some(child.clone());
            open.push((Reverse(sum), path_cost, reached, place));
        }
        let entries = known.capacity() * size_of::<(u32, i64)>() + states.len() * waiting;
        if seen.memory() + entries > bytes {
            return Ok(Answer::limit(ExhaustedResource::Memory, effort));
        }
    }
    Ok(Answer::no_solution(effort))
}
