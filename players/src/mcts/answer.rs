//! What a tree says of the moves: which is best, what it is worth, what follows. It grows nothing.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::Player;

use super::proof::{Proof, rank};
use super::tree::{Child, Tree};
use crate::player::{Choice, Ending, Proven, Question};

/// How good a child is to play: greater is better. A win is best, a shorter one first; then the most visited; then losses, a
/// longer one first. Where a draw is certain it is better than what looks like a loss, and worse than what looks like a win.
fn merit<M>(child: &Child<M>, player: Player, drawn: bool) -> (u8, i64, f64) {
    let mean = child.mean().unwrap_or(-2.0);
    match child.proof().map(|proof| (rank(proof.outcome, player), i64::from(proof.plies))) {
        Some((0, plies)) => (0, plies, 0.0),
        Some((1, plies)) => (2, plies, 0.0),
        Some((_, plies)) => (4, -plies, 0.0),
        None => (if drawn && mean < 0.0 { 1 } else { 3 }, i64::from(child.visits()), mean),
    }
}

/// The children of a position, the best first.
fn in_order<M>(player: Player, children: &[Child<M>]) -> Vec<&Child<M>> {
    let drawn = children.iter().any(|child| child.proof().is_some_and(|proof| rank(proof.outcome, player) == 1));
    let mut order: Vec<_> = children.iter().map(|child| (merit(child, player, drawn), child)).collect();
    order.sort_by(|(one, _), (other, _)| {
        let by_value = || other.2.total_cmp(&one.2);
        (other.0, other.1).cmp(&(one.0, one.1)).then_with(by_value)
    });
    order.into_iter().map(|(_, child)| child).collect()
}

/// The best moves of the tree's position, the best first; `nodes` positions were made.
pub(super) fn best<G: Game>(question: &Question<'_, G>, tree: &Tree<G::Move>, nodes: u64) -> Vec<Choice<G::Move>> {
    let Some((player, children)) = tree.root.below() else { return Vec::new() };
    let mut best = in_order(player, children);
    best.truncate(question.lines());
    let told = |child| {
        let mut choice = choice(child, player, nodes);
        // A line is worth telling without its last move too.
        choice.line.extend(last(question, &choice).ok().flatten());
        choice
    };
    best.into_iter().map(told).collect()
}

/// The move that wins where a line ends one ply before: a threat proves a position from which the tree does not go on.
fn last<G: Game>(question: &Question<'_, G>, choice: &Choice<G::Move>) -> Result<Option<G::Move>, Fault> {
    let game = question.game;
    if choice.proven.is_none_or(|proven| proven.result == Ending::Draw || choice.line.len() as u32 + 1 != proven.plies)
    {
        return Ok(None);
    }
    let (mut state, mut moves) = (question.state.clone(), Vec::new());
    for &mv in &choice.line {
        game.apply(&mut state, mv)?;
    }
    let Some(winner) = game.turn(&state, &mut moves)?.player() else { return Ok(None) };
    for mv in moves {
        let mut after = state.clone();
        game.apply(&mut after, mv)?;
        if game.outcome(&after)? == Some(Outcome::Won(winner)) {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}

fn choice<M: Copy>(child: &Child<M>, player: Player, nodes: u64) -> Choice<M> {
    let mut line = vec![child.mv];
    let mut at = child;
    while let Some((player, children)) = at.below() {
        let next = in_order(player, children).into_iter().next();
        let Some(next) = next.filter(|next| next.visits() > 0 || next.proof().is_some()) else { break };
        line.push(next.mv);
        at = next;
    }
    let proven =
        child.proof().map(|Proof { outcome, plies }| Proven { result: Ending::of(outcome, player), plies: plies + 1 });
    let value = proven.map(|proven| proven.result.value()).or(child.mean());
    Choice { mv: child.mv, value, proven, depth: line.len() as u32, nodes, line }
}
