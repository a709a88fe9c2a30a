//! The search for turns that the camera has missed: the table shows a position two or three turns ahead.

use std::collections::BTreeSet;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game as _, Turn};
use boardwright_game::ids::Player;
use boardwright_interpreter::state::State;
use boardwright_vision::read::Class;

use super::successors::{Successor, successors};
use super::{Perception, Reading};
use crate::appearance::{Appearance, board_appearances};
use crate::board_contents::BoardContents;

/// Maximum number of turns that are searched.
const MAX_TURNS: usize = 3;

/// Number of positions that are continued after each turn: those most like the table.
const WIDTH: usize = 300;

/// Number of differing places up to which a position counts as an alternative explanation.
const NEAR: usize = 2;

/// The explanation of a table by turns that were not seen one by one.
#[derive(Clone, Debug)]
pub(super) enum MissedTurns {
    /// The only line of moves that leads to what is on the table.
    Line(Successor),
    /// Several lines of moves lead to it, and the game goes on differently after them.
    Ambiguous(Vec<Successor>),
    /// No line of moves leads to it.
    Nothing,
}

/// A position on the search, and its number of places that differ from the table.
struct Candidate {
    reached: Successor,
    look: Vec<Option<Class>>,
    differing: usize,
}

/// Searches lines of two and three turns that lead from a position to what the camera saw in the last frame.
/// `is_at_table` is `true` for players whose turns are made at the table.
///
/// # Errors
///
/// [`Fault`] when the rules fail.
pub(super) fn find_missed_turns(
    game: &CompiledGame,
    state: &State,
    (perception, contents): (&Perception, &BoardContents),
    is_at_table: impl Fn(Player) -> bool,
) -> Result<MissedTurns, Fault> {
    let Some(seen) = perception.last_contents() else { return Ok(MissedTurns::Nothing) };
    let look = |state: &State| -> Vec<Option<Class>> {
        let class = |appearance: Appearance| perception.piece_classes().class(appearance);
        board_appearances(game, state).into_iter().map(|appearance| appearance.and_then(class)).collect()
    };
    let candidate = |reached: Successor| {
        let look = look(&reached.state);
        let differing = seen.iter().zip(&look).filter(|(seen, look)| seen.is_some_and(|seen| seen != **look)).count();
        Candidate { reached, look, differing }
    };
    let now = look(state);
    // The look of the table, and the lines that lead to it.
    let mut explained: Option<Vec<Option<Class>>> = None;
    let mut lines = Vec::new();
    let mut level = vec![candidate(Successor { moves: Vec::new(), state: state.clone() })];
    for turns in 1..=MAX_TURNS {
        let mut next = Vec::new();
        for from in &level {
            if !matches!(turn(game, &from.reached.state)?, Turn::Player(player) if is_at_table(player)) {
                continue;
            }
            for after in successors(game, &from.reached.state)? {
                let moves = [from.reached.moves.as_slice(), &after.moves].concat();
                next.push(candidate(Successor { moves, state: after.state }));
            }
        }
        // A single turn is no explanation: it would have been recognised.
        if turns > 1 && explained.is_none() {
            let near = next.iter().filter(|candidate| candidate.differing <= NEAR).map(|near| near.look.clone());
            let looks: Vec<_> = [now.clone()].into_iter().chain(near).collect();
            if let Reading::Position(at) = perception.explain_last(contents, &looks)
                && at > 0
            {
                explained = Some(looks[at].clone());
            }
        }
        // A longer line may lead to the same look, for example where sides can be swapped.
        if let Some(look) = &explained {
            lines.extend(next.iter().filter(|next| next.look == *look).map(|next| next.reached.clone()));
        }
        next.sort_by_key(|candidate| candidate.differing);
        next.truncate(WIDTH);
        level = next;
    }
    if lines.is_empty() { Ok(MissedTurns::Nothing) } else { distinct(game, lines) }
}

/// The lines after which the game goes on differently, of lines that lead to the same look.
fn distinct(game: &CompiledGame, lines: Vec<Successor>) -> Result<MissedTurns, Fault> {
    let mut known = Vec::new();
    let mut different: Vec<Successor> = Vec::new();
    for line in lines {
        let future = future(game, &line.state)?;
        if !known.contains(&future) {
            known.push(future);
            different.push(line);
        }
    }
    Ok(match <[Successor; 1]>::try_from(different) {
        Ok([line]) => MissedTurns::Line(line),
        Err(lines) => MissedTurns::Ambiguous(lines),
    })
}

/// The looks of positions.
type Looks = BTreeSet<Vec<Option<Appearance>>>;

/// The player to move, and the looks of the positions after the turn.
fn future(game: &CompiledGame, state: &State) -> Result<(Turn, Looks), Fault> {
    let looks = successors(game, state)?.iter().map(|next| board_appearances(game, &next.state)).collect();
    Ok((turn(game, state)?, looks))
}

fn turn(game: &CompiledGame, state: &State) -> Result<Turn, Fault> {
    game.legal_moves(state, &mut Vec::new())
}
