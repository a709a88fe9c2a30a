//! What a position of a game of two players is worth for certain, by alpha-beta to the ends of the game: no depth, no guesses. Moves
//! are ordered by threats and by what refuted others, positions that are each other's images are one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome, Turn};
use boardwright_engine::ids::{LocationId, Player};
use boardwright_engine::structure::{Structure, Symmetric};
use boardwright_engine::symmetry::Among;
use boardwright_engine::variation::Variation;

use super::threats::{Threats, WinningLines, bit};
use crate::limits::{Halt, Limits};
use crate::table::{Bound, Entry, Table};

/// What a finished game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// 1 for a win of player 1, -1 for a loss, 0 for a draw.
    Outcome,
    /// The score of player 1 less that of the other.
    Net,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof<M> {
    /// What the position is worth to player 1; `None`: the limits were reached.
    pub value: Option<i32>,
    /// A line of best moves, as far as it was found again.
    pub line: Vec<M>,
    /// Positions made.
    pub nodes: u64,
    /// Positions whose moves were listed.
    pub expanded: u64,
}

/// More than any game is worth.
const MOST: i32 = 1 << 28;

/// Positions that may be made to find the best line again.
const AGAIN: u64 = 1_000_000;

/// Proves what a position is worth. The table may be kept for other positions of the same game and [`Worth`].
///
/// # Errors
/// If the rules of the game fail.
///
/// # Panics
/// If the game has chance, something hidden, other than two players, or remembers positions: there nothing is proven this way.
pub fn prove<G>(
    game: &G,
    state: &G::State,
    worth: Worth,
    table: &Table,
    limits: Limits<'_>,
    threads: usize,
) -> Result<Proof<G::Move>, Fault>
where
    G: Game + Sync,
    G::State: Sync,
{
    assert!(provable(game), "a game of two players without chance, with nothing hidden, and without memory");
    let lines = WinningLines::new(game);
    let structure = game.structure();
    let threats = lines
        .as_ref()
        .zip(structure)
        .map_or_else(Threats::default, |(lines, structure)| lines.threats(structure, state));
    let adds_up = worth == Worth::Net && structure.is_some_and(|structure| structure.to_come(state).is_some());
    let means = Means { game, lines: lines.as_ref(), worth, table, adds_up };
    let window = if worth == Worth::Outcome { (-1, 1) } else { (-MOST, MOST) };
    let enough = AtomicBool::new(false);
    let mut search = Search::new(means, limits, state, threats, 0);
    let (value, helped) = thread::scope(|scope| {
        // The others help by what they leave in the table: each puts moves of equal promise into an order of its own.
        let help = |number: usize| {
            let limits = Limits { stop: &enough, ..limits };
            move || {
                let mut search = Search::new(means, limits, state, threats, number as u32);
                // What it finds out is in the table, and faults that matter are met by the first one too.
                let _ = search.value(window);
                (search.nodes, search.expanded)
            }
        };
        let helpers: Vec<_> = (1..threads).map(|number| scope.spawn(help(number))).collect();
        let value = search.value(window);
        enough.store(true, Ordering::Relaxed);
        let helped = helpers.into_iter().map(|helper| helper.join().expect("a search does not panic"));
        (value, helped.fold((0, 0), |sum, more| (sum.0 + more.0, sum.1 + more.1)))
    });
    let value = match value {
        Ok(value) => Some(value),
        Err(Halt::Limit) => None,
        Err(Halt::Fault(fault)) => return Err(fault),
    };
    let (nodes, expanded) = (search.nodes + helped.0, search.expanded + helped.1);
    // The table may have lost parts of the line; to find them again is worth some work only.
    search.limits.nodes = Some(search.nodes.saturating_mul(2).saturating_add(AGAIN));
    search.line.restart(state);
    let line = match value.map(|value| search.best_line(value)) {
        None => Vec::new(),
        Some(Ok(line)) => line,
        Some(Err(Halt::Limit)) => search.line.moves().to_vec(),
        Some(Err(Halt::Fault(fault))) => return Err(fault),
    };
    Ok(Proof { value, line, nodes, expanded })
}

/// Whether games of this kind are proven this way.
pub fn provable<G: Game>(game: &G) -> bool {
    game.players() == 2 && !game.has_chance() && !game.hides() && !game.remembers()
}

/// What a table that proofs of these values filled tells of a position, to player 1.
pub fn told<G: Game>(game: &G, state: &G::State, worth: Worth, table: &Table) -> Option<Entry> {
    let structure = game.structure();
    let to_come = (worth == Worth::Net).then(|| structure?.to_come(state)).flatten();
    let made = if to_come.is_some() { net(game, state) } else { 0 };
    let (key, _) = to_come.unwrap_or_else(|| canonical(game, symmetries(game), state));
    table.get(key).map(|known| Entry { value: known.value + made, ..known })
}

/// The symmetries by which positions are one, if there are any.
fn symmetries<G: Game>(game: &G) -> Option<&dyn Symmetric<G::State, G::Move>> {
    game.structure().and_then(Structure::symmetries).filter(|known| known.count(Among::SamePlayers) > 1)
}

/// The key of a position that is the same for its images, and by which symmetry.
fn canonical<G: Game>(
    game: &G,
    symmetries: Option<&dyn Symmetric<G::State, G::Move>>,
    state: &G::State,
) -> (u64, usize) {
    symmetries.map_or_else(|| (game.key(state), 0), |known| known.canonical_key(state, Among::SamePlayers))
}

/// The score of player 1 less that of the other, as it is.
fn net<G: Game>(game: &G, state: &G::State) -> i32 {
    (game.score(state, Player::FIRST) - game.score(state, Player::FIRST.next(2))) as i32
}

/// With at most so many moves left, what is still to come is worked out exactly.
const EXACT: usize = 6;

/// Kinds of moves that the history tells apart.
const KINDS: usize = 1 << 10;

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// The key under which the position is kept, and by which symmetry.
    key: u64,
    which: usize,
    /// What was made before and is no part of what is kept.
    made: i32,
    entry: Option<Entry>,
}

impl Known {
    /// The value, if it needs no search within a window.
    fn settles(self, (alpha, beta): (i32, i32)) -> Option<i32> {
        let Entry { value, bound, .. } = self.entry?;
        let settled = match bound {
            Bound::Exact => true,
            Bound::Least => value >= beta,
            Bound::Most => value <= alpha,
        };
        settled.then_some(value)
    }

    /// The part of a window that is still open.
    fn narrow(self, (alpha, beta): (i32, i32)) -> (i32, i32) {
        match self.entry {
            Some(Entry { value, bound: Bound::Least, .. }) => (alpha.max(value), beta),
            Some(Entry { value, bound: Bound::Most, .. }) => (alpha, beta.min(value)),
            _ => (alpha, beta),
        }
    }
}

struct Ply<M> {
    threats: Threats,
    moves: Vec<M>,
    ranked: Vec<(i32, u16)>,
}

impl<M> Ply<M> {
    fn new(threats: Threats) -> Self {
        Self { threats, moves: Vec::new(), ranked: Vec::new() }
    }
}

/// What stays the same, for all threads.
struct Means<'a, G: Game> {
    game: &'a G,
    lines: Option<&'a WinningLines>,
    worth: Worth,
    table: &'a Table,
    /// Whether values are kept as what is still to come, without the score that there is.
    adds_up: bool,
}

impl<G: Game> Clone for Means<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Means<'_, G> {}

struct Search<'a, G: Game> {
    means: Means<'a, G>,
    structure: Option<&'a dyn Structure<G::State, G::Move>>,
    symmetries: Option<&'a dyn Symmetric<G::State, G::Move>>,
    limits: Limits<'a>,
    line: Variation<'a, G>,
    plies: Vec<Ply<G::Move>>,
    /// By player and kind of move: how often it refuted.
    history: Vec<i32>,
    changed: Vec<LocationId>,
    nodes: u64,
    expanded: u64,
    /// Which thread this is.
    number: u32,
}

impl<'a, G: Game> Search<'a, G> {
    fn new(means: Means<'a, G>, limits: Limits<'a>, state: &G::State, threats: Threats, number: u32) -> Self {
        Self {
            means,
            structure: means.game.structure(),
            symmetries: symmetries(means.game),
            limits,
            line: Variation::new(means.game, state),
            plies: vec![Ply::new(threats)],
            history: vec![0; 2 * KINDS],
            changed: Vec::new(),
            nodes: 0,
            expanded: 0,
            number,
        }
    }

    /// What the position of the line is worth to player 1, within a window.
    fn value(&mut self, window: (i32, i32)) -> Result<i32, Halt> {
        let ply = self.line.len();
        // What the table settles needs no moves. Where a line can be filled at once there is nothing in it.
        let mover = self.structure.map(|structure| structure.mover(self.line.state()));
        let wins = mover.is_some_and(|mover| self.plies[ply].threats.wins[mover.index()] != 0);
        let known = (!wins).then(|| self.look_up());
        if let Some(value) = known.and_then(|known| known.settles(window)) {
            return Ok(value);
        }
        let mut moves = std::mem::take(&mut self.plies[ply].moves);
        let found = match self.means.game.turn(self.line.state(), &mut moves) {
            Err(fault) => Err(fault.into()),
            Ok(Turn::Over(outcome)) => Ok(self.ended(outcome)),
            Ok(Turn::Chance) => unreachable!("games with chance are not proven"),
            Ok(Turn::Player(mover)) => {
                self.expanded += 1;
                self.best(&moves, mover, window, known)
            }
        };
        self.plies[ply].moves = moves;
        found
    }

    fn ended(&self, outcome: Outcome) -> i32 {
        match self.means.worth {
            Worth::Outcome => match outcome {
                Outcome::Draw => 0,
                Outcome::Won(player) => {
                    if player == Player::FIRST {
                        1
                    } else {
                        -1
                    }
                }
            },
            Worth::Net => self.net(),
        }
    }

    fn net(&self) -> i32 {
        net(self.means.game, self.line.state())
    }

    /// What the table knows of the position.
    fn look_up(&self) -> Known {
        let (key, which) = self.key();
        let made = if self.means.adds_up { self.net() } else { 0 };
        let entry = self.means.table.get(key).map(|entry| Entry { value: entry.value + made, ..entry });
        Known { key, which, made, entry }
    }

    /// The key under which the position is kept, and by which symmetry.
    fn key(&self) -> (u64, usize) {
        let state = self.line.state();
        if self.means.adds_up
            && let Some(key) = self.structure.and_then(|structure| structure.to_come(state))
        {
            return key;
        }
        canonical(self.means.game, self.symmetries, state)
    }

    /// By what the table remembers a move: where it goes in the image of the position, or its position in the list where that is not known.
    /// It may be that of several moves.
    fn name(&self, mv: G::Move, index: usize, which: usize) -> u16 {
        let to = self.structure.and_then(|structure| structure.moved(mv)).map(|(_, to)| to);
        match (to, self.symmetries) {
            (Some(to), Some(known)) => known.place_image(which, to).index() as u16,
            _ => index as u16,
        }
    }

    /// What the best of these moves is worth to player 1. What the table knows is looked up where it was not yet.
    fn best(
        &mut self,
        moves: &[G::Move],
        mover: Player,
        window: (i32, i32),
        known: Option<Known>,
    ) -> Result<i32, Halt> {
        let ply = self.line.len();
        let threats = self.plies[ply].threats;
        // A move that fills a line is looked at first; it nearly always wins.
        if threats.wins[mover.index()] != 0
            && let Some(value) = self.wins_at_once(moves, mover)?
        {
            return Ok(value);
        }
        // Where the other side threatens to win, other moves hardly ever help: they are looked at last.
        let known = known.unwrap_or_else(|| self.look_up());
        if let Some(value) = known.settles(window) {
            return Ok(value);
        }
        let Known { key, which, made, entry } = known;
        let (mut alpha, mut beta) = known.narrow(window);
        if self.means.adds_up && moves.len() <= EXACT {
            // Asked for once and for all, not again and again with what was made before each time another.
            (alpha, beta) = (-MOST, MOST);
        }
        let window = (alpha, beta);
        self.rank(moves, mover, entry.and_then(|entry| Some((entry.best?, which))));
        let ranked = std::mem::take(&mut self.plies[ply].ranked);
        let begun = self.nodes;
        let first = mover == Player::FIRST;
        let mut best = if first { -MOST } else { MOST };
        let mut best_move = None;
        let mut halted = Ok(());
        for (looked, &(_, index)) in ranked.iter().enumerate() {
            // Others than the first are only asked whether they are better.
            let narrow = looked > 0 && beta - alpha > 1;
            let asked = match (narrow, first) {
                (false, _) => (alpha, beta),
                (true, true) => (alpha, alpha + 1),
                (true, false) => (beta - 1, beta),
            };
            let mv = moves[usize::from(index)];
            let mut value = self.after(mv, asked);
            if let (Ok(found), true) = (&value, narrow)
                && alpha < *found
                && *found < beta
            {
                value = self.after(mv, (alpha, beta));
            }
            let value = match value {
                Ok(value) => value,
                Err(halt) => {
                    halted = Err(halt);
                    break;
                }
            };
            let better = if first { value > best } else { value < best };
            if better || best_move.is_none() {
                (best, best_move) = (value, Some(index));
            }
            if first {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                self.learn(&ranked[..=looked], moves, mover);
                break;
            }
        }
        self.plies[ply].ranked = ranked;
        halted?;
        let bound = match best {
            best if best >= window.1 => Bound::Least,
            best if best <= window.0 => Bound::Most,
            _ => Bound::Exact,
        };
        // What took long to find out is kept longest.
        let named = best_move.map(|index| self.name(moves[usize::from(index)], usize::from(index), which));
        let effort = (self.nodes - begun + 1).ilog2() as u8;
        self.means.table.put(key, Entry { value: best - made, bound, depth: effort, best: named });
        Ok(best)
    }

    /// The value of a move, if it ends the game by filling a line.
    fn wins_at_once(&mut self, moves: &[G::Move], mover: Player) -> Result<Option<i32>, Halt> {
        // How a score ends is not known before the move is made.
        if self.means.worth == Worth::Net {
            return Ok(None);
        }
        let wins = self.plies[self.line.len()].threats.wins[mover.index()];
        let Some(structure) = self.structure else { return Ok(None) };
        for &mv in moves {
            if structure.moved(mv).is_some_and(|(_, to)| wins & bit(to) != 0) {
                self.count()?;
                if let Some(outcome @ Outcome::Won(winner)) = self.line.ends(mv)?
                    && winner == mover
                {
                    return Ok(Some(self.ended(outcome)));
                }
            }
        }
        Ok(None)
    }

    fn after(&mut self, mv: G::Move, window: (i32, i32)) -> Result<i32, Halt> {
        self.make(mv)?;
        let value = self.value(window);
        self.line.unmake();
        value
    }

    /// Counts a position that is about to be made, if there may be another one.
    fn count(&mut self) -> Result<(), Halt> {
        if self.limits.reached(self.nodes) {
            return Err(Halt::Limit);
        }
        self.nodes += 1;
        Ok(())
    }

    fn make(&mut self, mv: G::Move) -> Result<(), Halt> {
        self.count()?;
        let ply = self.line.len();
        self.line.make(mv)?;
        let mut threats = Threats::default();
        if let (Some(lines), Some(structure)) = (self.means.lines, self.structure) {
            let (before, after) = (self.line.state_after(ply), self.line.state());
            structure.changes(before, after, &mut self.changed);
            threats = lines.follow(self.plies[ply].threats, structure, after, &self.changed);
        }
        match self.plies.get_mut(ply + 1) {
            Some(next) => next.threats = threats,
            None => self.plies.push(Ply::new(threats)),
        }
        Ok(())
    }

    fn kind(&self, mv: G::Move, index: u16, mover: Player) -> usize {
        let moved = self.structure.and_then(|structure| Some((structure, structure.moved(mv)?)));
        let number = match moved {
            Some((structure, (element, to))) => structure.class(self.line.state(), element) * 0x3A7 + to.index(),
            None => usize::from(index),
        };
        number % KINDS + KINDS * mover.index().min(1)
    }

    /// Puts the moves of this ply into the order in which they are looked at.
    fn rank(&mut self, moves: &[G::Move], mover: Player, best: Option<(u16, usize)>) {
        let ply = self.line.len();
        let threats = self.plies[ply].threats;
        let threatened = threats.wins[1 - mover.index().min(1)];
        let mut ranked = std::mem::take(&mut self.plies[ply].ranked);
        ranked.clear();
        for (index, &mv) in moves.iter().enumerate() {
            let index = index as u16;
            let mut score = self.history[self.kind(mv, index, mover)];
            if let (Some(lines), Some((_, to))) =
                (self.means.lines, self.structure.and_then(|structure| structure.moved(mv)))
            {
                score += lines.promise(&threats, to, mover) << 12;
                if threatened & bit(to) != 0 {
                    score += 1 << 28;
                }
            }
            // Threads that all did the same would not help.
            if self.number > 0 {
                score += (self.nodes as u32 ^ u32::from(index).wrapping_mul(self.number)).count_ones() as i32 & 3;
            }
            if best.is_some_and(|(best, which)| self.name(mv, usize::from(index), which) == best) {
                score = i32::MAX;
            }
            ranked.push((score, index));
        }
        ranked.sort_unstable_by_key(|&(score, index)| (std::cmp::Reverse(score), index));
        self.plies[ply].ranked = ranked;
    }

    /// The last of these refuted what came before it, the others did not.
    fn learn(&mut self, looked: &[(i32, u16)], moves: &[G::Move], mover: Player) {
        let Some((&(_, last), others)) = looked.split_last() else { return };
        for (step, index) in others.iter().map(|&(_, index)| (-1, index)).chain([(others.len() as i32, last)]) {
            let kind = self.kind(moves[usize::from(index)], index, mover);
            self.history[kind] = (self.history[kind] + step).clamp(-(1 << 11), 1 << 11);
        }
    }

    /// A line of moves each of which keeps the value that was proven.
    fn best_line(&mut self, value: i32) -> Result<Vec<G::Move>, Halt> {
        let mut moves = Vec::new();
        while let Turn::Player(mover) = self.means.game.turn(self.line.state(), &mut moves)? {
            let ply = self.line.len();
            let (key, which) = self.key();
            let best = self.means.table.get(key).and_then(|known| Some((known.best?, which)));
            self.rank(&moves, mover, best);
            let ranked = std::mem::take(&mut self.plies[ply].ranked);
            let mut kept = None;
            for &(_, index) in &ranked {
                let mv = moves[usize::from(index)];
                // Whether it is as good as can be: no better than that can be.
                let asked = if mover == Player::FIRST { (value - 1, value) } else { (value, value + 1) };
                let found = self.after(mv, asked)?;
                if if mover == Player::FIRST { found >= value } else { found <= value } {
                    kept = Some(mv);
                    break;
                }
            }
            self.make(kept.expect("some move is worth what the position is"))?;
        }
        Ok(self.line.moves().to_vec())
    }
}
