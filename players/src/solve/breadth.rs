//! Breadth-first search: the least number of moves to win a puzzle, or all positions by their distance. It knows no costs and
//! no estimates.

use boardwright_engine::game::Game;

use super::seen::Seen;
use super::{Answer, Effort, RanOut, SolveError, Task, is_won, line, waiting_bytes};

/// Solves by breadth-first search; with `all`, goes on until every position has been reached, and counts them.
pub fn solve<G: Game>(task: &Task<'_, G>, all: bool) -> Result<Answer<G::Move>, SolveError> {
    let Task { game, state, limits, bytes } = *task;
    let (mut seen, mut from) = (Seen::default(), Vec::new());
    seen.add(|out| game.position(state, out));
    from.push(0);
    let mut goal = is_won(game, state)?.then_some(0);
    let mut levels = vec![1];
    // Positions that wait, each with its number.
    let (mut frontier, mut next) = (vec![(state.clone(), 0_u32)], Vec::new());
    let (mut effort, mut moves, mut child) = (Effort::default(), Vec::new(), state.clone());
    let waiting = waiting_bytes::<(G::State, u32)>(seen.position(0).len());
    while !frontier.is_empty() && (all || goal.is_none()) {
        for (state, number) in frontier.drain(..) {
            if game.turn(&state, &mut moves)?.outcome().is_some() {
                continue;
            }
            effort.expanded += 1;
            for &mv in &moves {
                child.clone_from(&state);
                game.apply(&mut child, mv)?;
                effort.generated += 1;
                if limits.reached(effort.generated) {
                    return Ok(Answer { levels, ..Answer::limit(RanOut::Time, effort) });
                }
                let (reached, new) = seen.add(|out| game.position(&child, out));
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
                return Ok(Answer { levels, ..Answer::limit(RanOut::Memory, effort) });
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
    Ok(Answer { levels, positions, ..Answer::solved(line(task, &seen, &through)?, effort) })
}
