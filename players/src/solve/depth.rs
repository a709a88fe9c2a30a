//! Depth-first search: some way to win a puzzle, mostly far from a shortest one. No position is gone through twice.

use boardwright_engine::game::Game;
use boardwright_engine::variation::Variation;

use super::seen::Seen;
use super::{Answer, Effort, RanOut, SolveError, Task, is_won, waiting_bytes};

/// Solves by depth-first search.
pub fn solve<G: Game>(task: &Task<'_, G>) -> Result<Answer<G::Move>, SolveError> {
    let Task { game, state, limits, bytes } = *task;
    let mut effort = Effort::default();
    if is_won(game, state)? {
        return Ok(Answer::solved(Vec::new(), effort));
    }
    let mut seen = Seen::default();
    seen.add(|out| game.position(state, out));
    let waiting = waiting_bytes::<G::State>(seen.position(0).len());
    let mut line = Variation::new(game, state);
    // The moves of each position of the line that are still to be made, one position's behind another's.
    let (mut open, mut begins, mut moves) = (Vec::new(), Vec::new(), Vec::new());
    let mut deepest = 0;
    let mut arrived = true;
    loop {
        if arrived {
            begins.push(open.len());
            if game.turn(line.state(), &mut moves)?.outcome().is_none() {
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
        if limits.reached(effort.generated) {
            return Ok(Answer::limit(RanOut::Time, effort));
        }
        if seen.memory() + deepest * waiting + open.capacity() * size_of::<G::Move>() > bytes {
            return Ok(Answer::limit(RanOut::Memory, effort));
        }
        arrived = seen.add(|out| game.position(line.state(), out)).1;
        if !arrived {
            line.unmake();
        } else if is_won(game, line.state())? {
            return Ok(Answer::solved(line.moves().to_vec(), effort));
        }
    }
}
