//! Depth-first search: any solution of a puzzle, usually far from a shortest one. No position is visited twice.

use boardwright_game::game::Game;
use boardwright_game::variation::Variation;

use super::position_set::PositionSet;
use super::{Answer, Effort, ExhaustedResource, SolveError, Task, is_won, queued_bytes};

/// Solves by depth-first search.
pub fn solve<G: Game>(task: &Task<'_, G>) -> Result<Answer<G::Move>, SolveError> {
    let Task { game, state, limits, bytes } = *task;
    let mut effort = Effort::default();
    if is_won(game, state)? {
        return Ok(Answer::solved(Vec::new(), effort));
    }
    let mut seen = PositionSet::default();
    seen.add(|out| game.encode(state, out));
    let waiting = queued_bytes::<G::State>(seen.position(0).len());
    let mut line = Variation::new(game, state);
    // Stack of the untried moves of all positions of the line; `begins` marks where those of each position begin.
    let (mut open, mut begins, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    let mut deepest = 0;
    let mut arrived = true;
    loop {
        if arrived {
            begins.push(open.len());
            if game.legal_moves(line.state(), &mut moves)?.outcome().is_none() {
                effort.expanded += 1;
                open.extend(moves.iter().rev());
            }
        }
        let Some(&begin) = begins.last() else { return Ok(Answer::no_solution(effort)) };
        if open.len() == begin {
            begins.pop();
            arrived = false;
            line.unmake();
            continue;
        }
        let mv = open.pop().expect("more are open than at the beginning");
        line.make(mv)?;
        effort.generated += 1;
        deepest = deepest.max(line.len());
        if limits.is_reached(effort.generated) {
            return Ok(Answer::limit(ExhaustedResource::Time, effort));
        }
        if seen.memory() + deepest * waiting + open.capacity() * size_of::<G::Move>() > bytes {
            return Ok(Answer::limit(ExhaustedResource::Memory, effort));
        }
        arrived = seen.add(|out| game.encode(line.state(), out)).1;
        if !arrived {
            line.unmake();
        } else if is_won(game, line.state())? {
            return Ok(Answer::solved(line.moves().to_vec(), effort));
        }
    }
}
