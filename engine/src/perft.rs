//! Counting lines of play: perft, the measure by which a move generator is known to be right.
//! It reads no clock and prints nothing; whoever calls may watch and stop it.

mod means;
mod positions;

use std::ops::ControlFlow;

use thiserror::Error;

use crate::fault::Fault;
use crate::game::{Game, Turn};
use crate::ids::Player;

pub use means::{Means, perft_by};
pub use positions::Positions;

/// What depth counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Moves, those of chance among them.
    #[default]
    Moves,
    /// Turns: a turn lasts while the same player moves on. What chance does belongs to the turn before it,
    /// and at the start of a game to the first turn.
    Turns,
}

/// The lines of play of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// How many there are; games that ended earlier are not among them.
    pub nodes: u64,
    /// How many of these ended exactly there: by winner, at 0 those that nobody won.
    pub finished: Vec<u64>,
}

impl Count {
    /// Nothing yet, in a game of `players` players.
    pub fn none(players: usize) -> Self {
        Self { nodes: 0, finished: vec![0; players + 1] }
    }

    /// How many go on.
    pub fn unfinished(&self) -> u64 {
        self.nodes - self.finished.iter().sum::<u64>()
    }

    /// Adds what was counted elsewhere.
    pub fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        for (mine, theirs) in self.finished.iter_mut().zip(&other.finished) {
            *mine += theirs;
        }
    }

    fn leaf(&mut self, end: Option<crate::game::Outcome>) {
        self.nodes += 1;
        if let Some(outcome) = end {
            self.finished[outcome.winner()] += 1;
        }
    }
}

/// Why there is no count.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PerftError {
    /// The rules failed somewhere on the way.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Whoever watched said stop.
    #[error("counting was stopped")]
    Stopped,
    /// A turn did not end, so that counting by turns would not either.
    #[error("one turn lasted over {LONGEST_TURN} moves; count this game by moves")]
    EndlessTurn,
    /// What lies below a position depends on those before it, so a table cannot know.
    #[error(
        "the game asks how often a position has stood, so what follows one depends on how it came about; count without a table"
    )]
    Remembers,
}

/// Most moves of one turn.
pub const LONGEST_TURN: usize = 1000;

/// Gets, every now and then, how many moves have been made, and may stop the counting.
pub type Watch<'w> = dyn FnMut(u64) -> ControlFlow<()> + 'w;

/// Counts the lines of play of exactly `depth` moves, or turns, from `start`. Equal moves count once.
pub fn perft<G: Game>(
    game: &G,
    start: &G::State,
    depth: u32,
    unit: Unit,
    watch: &mut Watch<'_>,
) -> Result<Count, PerftError> {
    let mut total = Count::none(game.players());
    if depth == 0 {
        total.leaf(game.outcome(start)?);
        return Ok(total);
    }
    Walk::new(game, start, depth, unit, watch)?.count(&mut total)?;
    Ok(total)
}

/// Like [`perft`], apart by first move. Empty for a depth of 0 or a game that is over.
pub fn divide<G: Game>(
    game: &G,
    start: &G::State,
    depth: u32,
    unit: Unit,
    watch: &mut Watch<'_>,
) -> Result<Vec<(G::Move, Count)>, PerftError> {
    if depth == 0 {
        return Ok(Vec::new());
    }
    let mut walk = Walk::new(game, start, depth, unit, watch)?;
    let moves = walk.frames[0].moves.clone();
    let mut parts = Vec::with_capacity(moves.len());
    for mv in moves {
        walk.frames[0].moves = vec![mv];
        walk.frames[0].next = 0;
        let mut count = Count::none(game.players());
        walk.count(&mut count)?;
        parts.push((mv, count));
    }
    Ok(parts)
}

/// One position of the line that is looked at.
struct Frame<G: Game> {
    state: G::State,
    moves: Vec<G::Move>,
    next: usize,
    /// Depth still to go.
    left: u32,
    /// Whose turn it is; nobody's until a player is known.
    owner: Option<Player>,
}

/// The walk over all lines, depth first. Frames are kept and written over, so that nothing is allocated per node.
struct Walk<'a, 'w, G: Game> {
    game: &'a G,
    frames: Vec<Frame<G>>,
    unit: Unit,
    made: u64,
    watch: &'a mut Watch<'w>,
}

/// How many moves are made between two calls of the watch.
const PATIENCE: u64 = 1 << 14;

impl<'a, 'w, G: Game> Walk<'a, 'w, G> {
    fn new(
        game: &'a G,
        start: &G::State,
        depth: u32,
        unit: Unit,
        watch: &'a mut Watch<'w>,
    ) -> Result<Self, PerftError> {
        let mut moves = Vec::new();
        let turn = game.turn(start, &mut moves)?;
        let root = Frame { state: start.clone(), moves, next: 0, left: depth, owner: turn.player() };
        Ok(Self { game, frames: vec![root], unit, made: 0, watch })
    }

    fn count(&mut self, total: &mut Count) -> Result<(), PerftError> {
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
            self.make_room(top + 1);
            let (above, below) = self.frames.split_at_mut(top + 1);
            let (parent, child) = (&above[top], &mut below[0]);
            child.state.clone_from(&parent.state);
            self.game.apply(&mut child.state, mv)?;
            self.made += 1;
            if self.made.is_multiple_of(PATIENCE) && (self.watch)(self.made).is_break() {
                return Err(PerftError::Stopped);
            }
            let goes_on = match self.unit {
                Unit::Moves => step_by_moves(self.game, parent, child, total)?,
                Unit::Turns => step_by_turns(self.game, parent, child, total)?,
            };
            if goes_on {
                top += 1;
                let furthest = self.frames[0].left as usize * LONGEST_TURN;
                if self.unit == Unit::Turns && top > furthest {
                    return Err(PerftError::EndlessTurn);
                }
            }
        }
    }

    fn make_room(&mut self, index: usize) {
        if self.frames.len() == index {
            let state = self.frames[0].state.clone();
            self.frames.push(Frame { state, moves: Vec::new(), next: 0, left: 0, owner: None });
        }
    }
}

/// Counts `child` if it lies deep enough, else prepares it; true if the walk goes on below it.
fn step_by_moves<G: Game>(game: &G, parent: &Frame<G>, child: &mut Frame<G>, total: &mut Count) -> Result<bool, Fault> {
    child.left = parent.left - 1;
    if child.left == 0 {
        total.leaf(game.outcome(&child.state)?);
        return Ok(false);
    }
    child.next = 0;
    Ok(game.turn(&child.state, &mut child.moves)?.outcome().is_none())
}

/// The same, where only a change of the player to move, or the end, makes the depth.
fn step_by_turns<G: Game>(game: &G, parent: &Frame<G>, child: &mut Frame<G>, total: &mut Count) -> Result<bool, Fault> {
    child.next = 0;
    child.left = parent.left;
    child.owner = parent.owner;
    match game.turn(&child.state, &mut child.moves)? {
        Turn::Over(outcome) => {
            if parent.left == 1 {
                total.leaf(Some(outcome));
            }
            return Ok(false);
        }
        Turn::Player(player) => {
            if parent.owner.is_some_and(|owner| owner != player) {
                child.left -= 1;
            }
            child.owner = Some(player);
        }
        Turn::Chance => {}
    }
    if child.left == 0 {
        total.leaf(None);
    }
    Ok(child.left > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::Heap;

    fn count(game: &Heap, depth: u32, unit: Unit) -> Count {
        perft(game, &game.start(), depth, unit, &mut |_| ControlFlow::Continue(())).unwrap()
    }

    fn nodes(game: &Heap, depths: std::ops::RangeInclusive<u32>, unit: Unit) -> Vec<u64> {
        depths.map(|depth| count(game, depth, unit).nodes).collect()
    }

    #[test]
    fn counts_lines_of_exactly_that_length() {
        // A heap of 4: 1111, 112, 121, 211, 22.
        assert_eq!(nodes(&Heap::of(4), 0..=6, Unit::Moves), [1, 2, 4, 4, 1, 0, 0]);
    }

    #[test]
    fn counts_ends_by_winner_where_they_happen() {
        assert_eq!(count(&Heap::of(4), 2, Unit::Moves).finished, [0, 0, 1]);
        assert_eq!(count(&Heap::of(4), 3, Unit::Moves).finished, [0, 3, 0]);
        assert_eq!(count(&Heap::of(4), 3, Unit::Moves).unfinished(), 1);
        assert_eq!(count(&Heap::of(4), 4, Unit::Moves).finished, [0, 0, 1]);
    }

    #[test]
    fn moves_of_chance_are_moves() {
        let game = Heap { coin: true, ..Heap::of(3) };
        // Taking 1 or 2, then the coin.
        assert_eq!(nodes(&game, 1..=2, Unit::Moves), [2, 4]);
        assert_eq!(count(&game, 2, Unit::Moves).finished, [1, 0, 0]);
    }

    #[test]
    fn a_turn_lasts_while_the_same_player_moves_on() {
        let game = Heap { two_again: true, ..Heap::of(4) };
        // By first turn: 1 | 2 1 | 2 2 (end).
        assert_eq!(nodes(&game, 0..=1, Unit::Turns), [1, 3]);
        assert_eq!(count(&game, 1, Unit::Turns).finished, [0, 1, 0]);
        // 1 then: 1 | 2 1 (end); 2 1 then: 1 (end).
        assert_eq!(nodes(&game, 2..=2, Unit::Turns), [3]);
        assert_eq!(count(&game, 2, Unit::Turns).finished, [0, 0, 2]);
    }

    #[test]
    fn the_parts_of_divide_add_up() {
        let game = Heap { two_again: true, coin: true, ..Heap::of(9) };
        for unit in [Unit::Moves, Unit::Turns] {
            for depth in 1..6 {
                let parts = divide(&game, &game.start(), depth, unit, &mut |_| ControlFlow::Continue(())).unwrap();
                let mut sum = Count::none(2);
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
        assert_eq!(nodes(&Heap::of(0), 0..=2, Unit::Moves), [1, 0, 0]);
        assert_eq!(count(&Heap::of(0), 0, Unit::Moves).finished, [0, 0, 1]);
    }

    #[test]
    fn the_watch_stops_it() {
        let game = Heap::of(40);
        let stopped = perft(&game, &game.start(), 30, Unit::Moves, &mut |_| ControlFlow::Break(()));
        assert_eq!(stopped, Err(PerftError::Stopped));
    }

    #[test]
    fn faults_are_handed_on() {
        let game = Heap { broken: true, ..Heap::of(4) };
        let result = perft(&game, &game.start(), 2, Unit::Moves, &mut |_| ControlFlow::Continue(()));
        assert!(matches!(result, Err(PerftError::Fault(_))), "{result:?}");
    }
}
