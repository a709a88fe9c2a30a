//! Perft (performance test): counts the lines of play of a given length, the standard test of a move generator.
//! It reads no clock and prints nothing; a callback of the caller reports progress and may stop it.

mod lines;
mod parallel;
mod positions;

use std::ops::ControlFlow;

use thiserror::Error;

use crate::fault::Fault;
use crate::game::{Game, Turn};
use crate::ids::Player;

pub use lines::count_lines;
pub use parallel::{PerftOptions, perft_parallel};
pub use positions::PositionCounter;

/// Unit of search depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DepthUnit {
    /// Moves, chance moves included.
    #[default]
    Moves,
    /// Turns: a turn lasts as long as the same player moves. Chance moves belong to the turn before them, and at the
    /// start of a game to the first turn.
    Turns,
}

/// Number of lines of play of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftCount {
    /// Number of lines of exactly this length; games that ended earlier are not counted.
    pub nodes: u64,
    /// Number of these lines whose game ends at exactly this length, by winner; index 0 counts draws.
    pub finished: Vec<u64>,
}

impl PerftCount {
    /// Zero counts for a game of `players` players.
    pub fn zero(players: usize) -> Self {
        Self { nodes: 0, finished: vec![0; players + 1] }
    }

    /// Number of lines whose game goes on.
    pub fn unfinished(&self) -> u64 {
        self.nodes - self.finished.iter().sum::<u64>()
    }

    /// Adds other counts.
    pub fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        for (mine, theirs) in self.finished.iter_mut().zip(&other.finished) {
            *mine += theirs;
        }
    }

    fn add_leaf(&mut self, end: Option<crate::game::Outcome>) {
        self.nodes += 1;
        if let Some(outcome) = end {
            self.finished[outcome.winner()] += 1;
        }
    }
}

/// Errors of perft.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PerftError {
    /// The rules failed in some line.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The progress callback stopped the count.
    #[error("counting was stopped")]
    Stopped,
    /// A turn did not end, so counting by turns would not end either.
    #[error("one turn lasted over {MAX_TURN_LENGTH} moves; count this game by moves")]
    EndlessTurn,
    /// The subtree of a position depends on the history, so a transposition table gives wrong counts.
    #[error("the game counts repetitions, so the moves below a position depend on its history; count without a table")]
    HistoryDependent,
}

/// Maximum number of moves of one turn.
pub const MAX_TURN_LENGTH: usize = 1000;

/// Progress callback: receives the number of moves made so far at regular intervals, and may stop the count.
pub type ProgressCallback<'w> = dyn FnMut(u64) -> ControlFlow<()> + 'w;

/// Counts the lines of play of exactly `depth` moves or turns from `start`. Equal moves count once.
pub fn perft<G: Game>(
    game: &G,
    start: &G::State,
    depth: u32,
    unit: DepthUnit,
    watch: &mut ProgressCallback<'_>,
) -> Result<PerftCount, PerftError> {
    let mut total = PerftCount::zero(game.players());
    if depth == 0 {
        total.add_leaf(game.outcome(start)?);
        return Ok(total);
    }
    LineWalker::new(game, start, depth, unit, watch)?.count(&mut total)?;
    Ok(total)
}

/// Counts like [`perft`], separately for each first move. Empty for a depth of 0 or a finished game.
pub fn divide<G: Game>(
    game: &G,
    start: &G::State,
    depth: u32,
    unit: DepthUnit,
    watch: &mut ProgressCallback<'_>,
) -> Result<Vec<(G::Move, PerftCount)>, PerftError> {
    if depth == 0 {
        return Ok(Vec::new());
    }
    let mut walk = LineWalker::new(game, start, depth, unit, watch)?;
    let moves = walk.frames[0].moves.clone();
    let mut parts = Vec::with_capacity(moves.len());
    for mv in moves {
        walk.frames[0].moves = vec![mv];
        walk.frames[0].next = 0;
        let mut count = PerftCount::zero(game.players());
        walk.count(&mut count)?;
        parts.push((mv, count));
    }
    Ok(parts)
}

/// One position of the current line.
struct Frame<G: Game> {
    state: G::State,
    moves: Vec<G::Move>,
    next: usize,
    /// Remaining depth.
    remaining_depth: u32,
    /// Player whose turn it is; `None` until a player is known.
    player: Option<Player>,
}

/// Depth-first walk over all lines. Frames are reused, so nothing is allocated per node.
struct LineWalker<'a, 'w, G: Game> {
    game: &'a G,
    frames: Vec<Frame<G>>,
    unit: DepthUnit,
    moves_made: u64,
    watch: &'a mut ProgressCallback<'w>,
}

/// Number of moves between two calls of the progress callback.
const CALLBACK_INTERVAL: u64 = 1 << 14;

impl<'a, 'w, G: Game> LineWalker<'a, 'w, G> {
    fn new(
        game: &'a G,
        start: &G::State,
        depth: u32,
        unit: DepthUnit,
        watch: &'a mut ProgressCallback<'w>,
    ) -> Result<Self, PerftError> {
        let mut moves = Vec::new();
        let turn = game.legal_moves(start, &mut moves)?;
        let root = Frame { state: start.clone(), moves, next: 0, remaining_depth: depth, player: turn.player() };
        Ok(Self { game, frames: vec![root], unit, moves_made: 0, watch })
    }

    fn count(&mut self, total: &mut PerftCount) -> Result<(), PerftError> {
        let mut top = 0;
        loop {
            let frame = &mut self.frames[top];
            let Some(&mv) = frame.moves.get(frame.next) else {
                if top == 0 {
                    return Ok(());
                }
                top -= 1;
                continue;
            };
            frame.next += 1;
            self.ensure_frame(top + 1);
            let (above, below) = self.frames.split_at_mut(top + 1);
            let (parent, child) = (&above[top], &mut below[0]);
            child.state.clone_from(&parent.state);
            self.game.apply(&mut child.state, mv)?;
            self.moves_made += 1;
            if self.moves_made.is_multiple_of(CALLBACK_INTERVAL) && (self.watch)(self.moves_made).is_break() {
                return Err(PerftError::Stopped);
            }
            let goes_on = match self.unit {
                DepthUnit::Moves => step_by_moves(self.game, parent, child, total)?,
                DepthUnit::Turns => step_by_turns(self.game, parent, child, total)?,
            };
            if goes_on {
                top += 1;
                let furthest = self.frames[0].remaining_depth as usize * MAX_TURN_LENGTH;
                if self.unit == DepthUnit::Turns && top > furthest {
                    return Err(PerftError::EndlessTurn);
                }
            }
        }
    }

    fn ensure_frame(&mut self, index: usize) {
        if self.frames.len() == index {
            let state = self.frames[0].state.clone();
            self.frames.push(Frame { state, moves: Vec::new(), next: 0, remaining_depth: 0, player: None });
        }
    }
}

/// Counts `child` if it has the full depth, else prepares it; returns `true` if the walk continues below it.
fn step_by_moves<G: Game>(
    game: &G,
    parent: &Frame<G>,
    child: &mut Frame<G>,
    total: &mut PerftCount,
) -> Result<bool, Fault> {
    child.remaining_depth = parent.remaining_depth - 1;
    if child.remaining_depth == 0 {
        total.add_leaf(game.outcome(&child.state)?);
        return Ok(false);
    }
    child.next = 0;
    Ok(game.legal_moves(&child.state, &mut child.moves)?.outcome().is_none())
}

/// Variant of [`step_by_moves`] in which only a change of the player to move, or the end of the game, counts as depth.
fn step_by_turns<G: Game>(
    game: &G,
    parent: &Frame<G>,
    child: &mut Frame<G>,
    total: &mut PerftCount,
) -> Result<bool, Fault> {
    child.next = 0;
    child.remaining_depth = parent.remaining_depth;
    child.player = parent.player;
    match game.legal_moves(&child.state, &mut child.moves)? {
        Turn::Over(outcome) => {
            if parent.remaining_depth == 1 {
                total.add_leaf(Some(outcome));
            }
            return Ok(false);
        }
        Turn::Player(player) => {
            if parent.player.is_some_and(|before| before != player) {
                child.remaining_depth -= 1;
            }
            child.player = Some(player);
        }
        Turn::Chance => {}
    }
    if child.remaining_depth == 0 {
        total.add_leaf(None);
    }
    Ok(child.remaining_depth > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Heap;

    fn count(game: &Heap, depth: u32, unit: DepthUnit) -> PerftCount {
        perft(game, &game.initial_state(), depth, unit, &mut |_| ControlFlow::Continue(())).unwrap()
    }

    fn nodes(game: &Heap, depths: std::ops::RangeInclusive<u32>, unit: DepthUnit) -> Vec<u64> {
        depths.map(|depth| count(game, depth, unit).nodes).collect()
    }

    #[test]
    fn counts_lines_of_exactly_that_length() {
        // With a heap of 4: 1111, 112, 121, 211, 22.
        assert_eq!(nodes(&Heap::with_size(4), 0..=6, DepthUnit::Moves), [1, 2, 4, 4, 1, 0, 0]);
    }

    #[test]
    fn counts_ends_by_winner_where_they_happen() {
        assert_eq!(count(&Heap::with_size(4), 2, DepthUnit::Moves).finished, [0, 0, 1]);
        assert_eq!(count(&Heap::with_size(4), 3, DepthUnit::Moves).finished, [0, 3, 0]);
        assert_eq!(count(&Heap::with_size(4), 3, DepthUnit::Moves).unfinished(), 1);
        assert_eq!(count(&Heap::with_size(4), 4, DepthUnit::Moves).finished, [0, 0, 1]);
    }

    #[test]
    fn moves_of_chance_are_moves() {
        let game = Heap { has_coin: true, ..Heap::with_size(3) };
        // Taking 1 or 2, then tossing the coin.
        assert_eq!(nodes(&game, 1..=2, DepthUnit::Moves), [2, 4]);
        assert_eq!(count(&game, 2, DepthUnit::Moves).finished, [1, 0, 0]);
    }

    #[test]
    fn a_turn_lasts_while_the_same_player_moves_on() {
        let game = Heap { extra_turn_after_two: true, ..Heap::with_size(4) };
        // By first turn: 1 | 2 1 | 2 2 (end).
        assert_eq!(nodes(&game, 0..=1, DepthUnit::Turns), [1, 3]);
        assert_eq!(count(&game, 1, DepthUnit::Turns).finished, [0, 1, 0]);
        // 1 then: 1 | 2 1 (end); 2 1 then: 1 (end).
        assert_eq!(nodes(&game, 2..=2, DepthUnit::Turns), [3]);
        assert_eq!(count(&game, 2, DepthUnit::Turns).finished, [0, 0, 2]);
    }

    #[test]
    fn the_parts_of_divide_add_up() {
        let game = Heap { extra_turn_after_two: true, has_coin: true, ..Heap::with_size(9) };
        for unit in [DepthUnit::Moves, DepthUnit::Turns] {
            for depth in 1..6 {
                let parts =
                    divide(&game, &game.initial_state(), depth, unit, &mut |_| ControlFlow::Continue(())).unwrap();
                let mut sum = PerftCount::zero(2);
                for (_, part) in &parts {
                    sum.add(part);
                }
                assert_eq!(sum, count(&game, depth, unit), "{unit:?} to depth {depth}");
                assert_eq!(parts.len(), 2);
            }
        }
    }

    #[test]
    fn a_game_that_is_over_has_no_lines() {
        assert_eq!(nodes(&Heap::with_size(0), 0..=2, DepthUnit::Moves), [1, 0, 0]);
        assert_eq!(count(&Heap::with_size(0), 0, DepthUnit::Moves).finished, [0, 0, 1]);
    }

    #[test]
    fn the_callback_stops_the_count() {
        let game = Heap::with_size(40);
        let stopped = perft(&game, &game.initial_state(), 30, DepthUnit::Moves, &mut |_| ControlFlow::Break(()));
        assert_eq!(stopped, Err(PerftError::Stopped));
    }

    #[test]
    fn faults_are_returned() {
        let game = Heap { has_fault: true, ..Heap::with_size(4) };
        let result = perft(&game, &game.initial_state(), 2, DepthUnit::Moves, &mut |_| ControlFlow::Continue(()));
        assert!(matches!(result, Err(PerftError::Fault(_))), "{result:?}");
    }
}
