//! Results of a tree: the best moves with their values and principal variations. It does not change the tree.

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Outcome};
use boardwright_game::ids::Player;

use super::proof::{ProvenOutcome, outcome_rank};
use super::tree::{Node, Tree};
use crate::player::{Choice, ProvenResult, Question, Wdl};

/// Sort key of a child for the final move choice: greater is better. Wins come first, shorter ones before longer ones;
/// then unproven moves by visits (robust child); then draws; then losses, longer ones first. Where a draw is proven,
/// unproven moves with a negative mean rank below it.
fn choice_key<M>(child: &Node<M>, player: Player, drawn: bool) -> (u8, i64, f64) {
    let mean = child.mean().unwrap_or(-2.0);
    match child.proof().map(|proof| (outcome_rank(proof.outcome, player), i64::from(proof.plies))) {
        Some((0, plies)) => (0, plies, 0.0),
        Some((1, plies)) => (2, plies, 0.0),
        Some((_, plies)) => (4, -plies, 0.0),
        None => (if drawn && mean < 0.0 { 1 } else { 3 }, i64::from(child.visits()), mean),
    }
}

/// The children of a position, the best first.
fn sorted_children<M>(player: Player, children: &[Node<M>]) -> Vec<&Node<M>> {
    let drawn =
        children.iter().any(|child| child.proof().is_some_and(|proof| outcome_rank(proof.outcome, player) == 1));
    let mut order: Vec<_> = children.iter().map(|child| (choice_key(child, player, drawn), child)).collect();
    order.sort_by(|(one, _), (other, _)| {
        let by_value = || other.2.total_cmp(&one.2);
        (other.0, other.1).cmp(&(one.0, one.1)).then_with(by_value)
    });
    order.into_iter().map(|(_, child)| child).collect()
}

/// The best moves at the root, the best first. `nodes` is the number of positions made.
pub(super) fn best_moves<G: Game>(
    question: &Question<'_, G>,
    tree: &Tree<G::Move>,
    nodes: u64,
) -> Vec<Choice<G::Move>> {
    let Some((player, children)) = tree.root.children() else { return Vec::new() };
    let mut best = sorted_children(player, children);
    best.truncate(question.lines());
    let complete_choice = |child| {
        let mut choice = to_choice(child, player, nodes);
        // If the last move of the line cannot be found, the line is reported without it.
        choice.line.extend(finishing_move(question, &choice).ok().flatten());
        choice
    };
    best.into_iter().map(complete_choice).collect()
}

/// The winning move that follows a line which ends one ply before the win. A threat can prove a position that has no
/// children in the tree. Without time for the move the line stays as it is.
fn finishing_move<G: Game>(question: &Question<'_, G>, choice: &Choice<G::Move>) -> Result<Option<G::Move>, Fault> {
    let game = question.game;
    let is_complete = |proven: ProvenResult| proven.result == Wdl::Draw || choice.line.len() as u32 + 1 != proven.plies;
    if question.limits.is_over() || choice.proven.is_none_or(is_complete) {
        return Ok(None);
    }
    let (mut state, mut moves) = (question.state.clone(), Vec::new());
    for &mv in &choice.line {
        game.apply(&mut state, mv)?;
    }
    let Some(winner) = game.legal_moves(&state, &mut moves)?.player() else { return Ok(None) };
    for mv in moves {
        let mut after = state.clone();
        game.apply(&mut after, mv)?;
        if game.outcome(&after)? == Some(Outcome::Won(winner)) {
            return Ok(Some(mv));
        }
    }
    Ok(None)
}

fn to_choice<M: Copy>(child: &Node<M>, player: Player, nodes: u64) -> Choice<M> {
    let mut line = vec![child.mv];
    let mut at = child;
    while let Some((player, children)) = at.children() {
        let next = sorted_children(player, children).into_iter().next();
        let Some(next) = next.filter(|next| next.visits() > 0 || next.proof().is_some()) else { break };
        line.push(next.mv);
        at = next;
    }
    let proven = child.proof().map(|ProvenOutcome { outcome, plies }| ProvenResult {
        result: Wdl::from_outcome(outcome, player),
        plies: plies + 1,
    });
    let playouts = proven.is_none().then_some(u64::from(child.visits()));
    let value = proven.map(|proven| proven.result.value()).or(child.mean());
    Choice { mv: child.mv, value, proven, score: None, depth: line.len() as u32, nodes, playouts, line }
}
