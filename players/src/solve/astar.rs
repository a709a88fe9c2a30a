//! A*: a cheapest way to win a puzzle, if the estimate never tells more than is left. What a move costs can be something else
//! than 1. Positions are opened again when a cheaper way to them comes up.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;
use boardwright_engine::ids::Player;
use boardwright_engine::structure::Structure;

use super::seen::Seen;
use super::{Answer, Effort, RanOut, SolveError, Task, is_won, line, waiting_bytes};
use crate::heuristic::Heuristic;

/// What a move costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cost {
    /// 1.
    Move,
    /// The points that it adds to the score: the least score is looked for.
    Score,
    /// By how much a heuristic that the game file declares falls, by its number and name.
    Measure(usize, String),
}

impl Cost {
    /// The cost of a name; `None` if the game does not know it.
    pub fn named<G: Game>(game: &G, name: &str) -> Option<Self> {
        match name {
            "moves" => Some(Self::Move),
            "score" => Some(Self::Score),
            name => {
                let measures = game.structure()?.measures();
                let index = measures.iter().position(|known| known == name)?;
                Some(Self::Measure(index, name.to_owned()))
            }
        }
    }

    /// The names that a game has.
    pub fn names<G: Game>(game: &G) -> Vec<String> {
        let declared = game.structure().map(Structure::measures).unwrap_or_default();
        ["moves", "score"].into_iter().map(str::to_owned).chain(declared).collect()
    }

    /// What is left in a position: the cost of a move is by how much this falls.
    fn left<G: Game>(&self, game: &G, state: &G::State) -> Result<f64, Fault> {
        let player = Player::new(1).expect("1 is a player's number");
        Ok(match self {
            Self::Move => 0.0,
            Self::Score => -game.score(state, player),
            Self::Measure(index, _) => match game.structure() {
                Some(structure) => structure.measure(state, *index, player)?,
                None => 0.0,
            },
        })
    }

    /// What a move costs that leads from where so much is left to where so much is.
    fn of(&self, before: f64, after: f64) -> i64 {
        units(if *self == Self::Move { 1.0 } else { before - after })
    }
}

/// Costs are counted in thousandths, so that sums are exact.
fn units(cost: f64) -> i64 {
    (cost * 1000.0).round() as i64
}

/// Solves by A*.
pub fn solve<G: Game>(task: &Task<'_, G>, heuristic: &Heuristic, cost: &Cost) -> Result<Answer<G::Move>, SolveError> {
    let Task { game, state, limits, bytes } = *task;
    let me = Player::new(1).expect("1 is a player's number");
    let estimate = |state: &G::State| Ok::<_, Fault>(-units(heuristic.value(game, state, me)?));
    let (mut seen, mut effort) = (Seen::default(), Effort::default());
    seen.add(|out| game.position(state, out));
    let waiting = waiting_bytes::<(i64, i64, u32, G::State)>(seen.position(0).len());
    // By number: from where, and the cost of the cheapest way that is known.
    let mut known = vec![(0_u32, 0_i64)];
    // Positions that wait are in places of their own, so that the heap moves numbers only; places are used again.
    let mut states = vec![Some(state.clone())];
    let mut free: Vec<usize> = Vec::new();
    let mut open = BinaryHeap::new();
    // Of equal sums the one that is further comes first, then the one that was found last.
    open.push((Reverse(estimate(state)?), 0_i64, 0_u32, 0_usize));
    let (mut moves, mut child) = (Vec::new(), state.clone());
    while let Some((_, way, number, place)) = open.pop() {
        let state = states[place].take().expect("each place is named once");
        free.push(place);
        if known[number as usize].1 < way {
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
            let solved = Answer::solved(line(task, &seen, &through)?, effort);
            return Ok(Answer { cost: (*cost != Cost::Move).then_some(way as f64 / 1000.0), ..solved });
        }
        if game.turn(&state, &mut moves)?.outcome().is_some() {
            continue;
        }
        effort.expanded += 1;
        let before = cost.left(game, &state)?;
        for &mv in &moves {
            child.clone_from(&state);
            game.apply(&mut child, mv)?;
            effort.generated += 1;
            if limits.reached(effort.generated) {
                return Ok(Answer::limit(RanOut::Time, effort));
            }
            let price = cost.of(before, cost.left(game, &child)?);
            if price < 0 {
                let text = game.move_text(&state, mv);
                let what = if let Cost::Measure(_, name) = cost { name } else { "the score" };
                return Err(SolveError::Asked(format!(
                    "{what} is no cost: the move \"{text}\" gives {} back, and ways through it have no cheapest one",
                    -price as f64 / 1000.0
                )));
            }
            let way = way + price;
            let (reached, new) = seen.add(|out| game.position(&child, out));
            if new {
                known.push((number, way));
            } else if known[reached as usize].1 <= way {
                continue;
            }
            known[reached as usize] = (number, way);
            let sum = way + estimate(&child)?;
            let place = free.pop().unwrap_or_else(|| {
                states.push(None);
                states.len() - 1
            });
            states[place] = Some(child.clone());
            open.push((Reverse(sum), way, reached, place));
        }
        let entries = known.capacity() * size_of::<(u32, i64)>() + states.len() * waiting;
        if seen.memory() + entries > bytes {
            return Ok(Answer::limit(RanOut::Memory, effort));
        }
    }
    Ok(Answer::no_solution(effort))
}
