//! Breadth-first search: the fewest moves that solve a puzzle, or the number of positions by distance. It supports no
//! costs and no heuristics.

use boardwright_game::game::Game;

use super::position_set::PositionSet;
use super::{Answer, Effort, ExhaustedResource, SolveError, Task, is_won, path_moves, queued_bytes};

/// Solves by breadth-first search. With `all` it continues until every reachable position has been visited, and counts
/// them.
pub fn solve<G: Game>(task: &Task<'_, G>, all: bool) -> Result<Answer<G::Move>, SolveError> {
    let Task { game, state, limits, bytes } = *task;
    let (mut seen, mut from) = (PositionSet::default(), Vec::new());
    seen.add(|out| game.encode(state, out));
    from.push(0);
    let mut goal = is_won(game, state)?.then_some(0);
    let mut levels = vec![1];
    // Open positions with their numbers.
    let (mut frontier, mut next) = (vec![(state.clone(), 0_u32)], Vec::new());
    let (mut effort, mut moves, mut child) = (Effort::default(), Vec::new(), state.clone());
    let waiting = queued_bytes::<(G::State, u32)>(seen.position(0).len());
    while !frontier.is_empty() && (all || goal.is_none()) {
        for (state, number) in frontier.drain(..) {
            if game.legal_moves(&state, &mut moves)?.outcome().is_some() {
                continue;
            }
            effort.expanded += 1;
            for &mv in &moves {
                child.clone_from(&state);
                game.apply(&mut child, mv)?;
                effort.generated += 1;
                if limits.is_reached(effort.generated) {
                    return Ok(Answer { levels, ..Answer::limit(ExhaustedResource::Time, effort) });
                }
                let (reached, new) = seen.add(|out| game.encode(&child, out));
                if !new {
                    continue;
                }
                from.push(number);
                if goal.is_none() && is_won(game, &child)? {
                    goal = Some(reached);
                }
                next.push((child.clone(), reached));
            }
            if goal.is_some() && !all {
                break;
            }
            if seen.memory() + from.capacity() * size_of::<u32>() + next.len() * waiting > bytes {
                return Ok(Answer { levels, ..Answer::limit(ExhaustedResource::Memory, effort) });
            }
        }
        if !next.is_empty() {
            levels.push(next.len() as u64);
        }
        std::mem::swap(&mut frontier, &mut next);
        next.clear();
    }
    let positions = (all || goal.is_none()).then(|| seen.len() as u64);
    let levels = if all { levels } else { Vec::new() };
    let Some(goal) = goal else {
        return Ok(Answer { levels, positions, ..Answer::no_solution(effort) });
    };
    let mut through = Vec::new();
    let mut at = goal;
    while at != 0 {
        through.push(at);
        at = from[at as usize];
    }
    through.reverse();
    Ok(Answer { levels, positions, ..Answer::solved(path_moves(task, &seen, &through)?, effort) })
}
