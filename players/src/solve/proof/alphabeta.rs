//! Proofs by alpha-beta search to the ends of the game: no depth limit, no estimates. It is a principal variation
//! search with a transposition table, which identifies symmetric positions. Moves are ordered by threats and the
//! history heuristic.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt, Outcome, Turn};
use boardwright_game::ids::{LocationId, Player};
use boardwright_game::structure::SymmetrySubset;
use boardwright_game::structure::{Structure, SymmetryGroup};
use boardwright_game::variation::Variation;

use super::threats::{Threats, WinningLines, bit};
use crate::limits::{Halt, Limits};
use crate::table::{Bound, TableEntry, TranspositionTable};

/// Payoff of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payoff {
    /// The winner: 1 for a win of player 1, -1 for a loss, 0 for a draw.
    Outcome,
    /// The score difference: the score of player 1 minus that of the other player.
    ScoreDifference,
}

/// Result of a proof search.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof<M> {
    /// Proven value of the position for player 1; `None` if a limit was reached.
    pub value: Option<i32>,
    /// Line of best play, as far as it could be reconstructed.
    pub line: Vec<M>,
    /// Number of positions made.
    pub nodes: u64,
    /// Number of positions whose moves were listed.
    pub expanded: u64,
}

/// Value greater than any payoff.
const INFINITY: i32 = 1 << 28;

/// Maximum number of positions that are made to reconstruct the best line.
const MAX_LINE_NODES: u64 = 1_000_000;

/// Proves the value of a position. The table can be reused for other positions of the same game and [`Payoff`].
///
/// # Errors
/// A [`Fault`] if the rules of the game fail.
///
/// # Panics
/// If the game is not [`is_provable`]: it has chance or hidden information, is history dependent, or has not two
/// players.
pub fn prove<G>(
    game: &G,
    state: &G::State,
    payoff: Payoff,
    table: &TranspositionTable,
    limits: Limits<'_>,
    threads: usize,
) -> Result<Proof<G::Move>, Fault>
where
    G: Game + Sync,
    G::State: Sync,
{
    assert!(
        is_provable(game),
        "a game of two players with perfect information, without chance, and not history dependent"
    );
    let lines = WinningLines::new(game);
    let structure = game.structure();
    let threats = lines
        .as_ref()
        .zip(structure)
        .map_or_else(Threats::default, |(lines, structure)| lines.threats(structure, state));
    let is_additive = payoff == Payoff::ScoreDifference
        && structure.is_some_and(|structure| structure.continuation_key(state).is_some());
    let context = SearchContext { game, lines: lines.as_ref(), payoff, table, is_additive };
    let window = if payoff == Payoff::Outcome { (-1, 1) } else { (-INFINITY, INFINITY) };
    let enough = AtomicBool::new(false);
    let mut search = Search::new(context, limits, state, threats, 0);
    let (value, helped) = thread::scope(|scope| {
        // Helper threads share results through the table only. Each orders moves of equal promise differently.
        let help = |number: usize| {
            let limits = Limits { stop: &enough, ..limits };
            move || {
                let mut search = Search::new(context, limits, state, threats, number as u32);
                // The results of a helper are in the table; faults that matter are met by the first thread too.
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
    // Parts of the line can be lost from the table; the effort to search them again is limited.
    search.limits.nodes = Some(search.nodes.saturating_mul(2).saturating_add(MAX_LINE_NODES));
    search.line.restart(state);
    let line = match value.map(|value| search.best_line(value)) {
        None => Vec::new(),
        Some(Ok(line)) => line,
        Some(Err(Halt::Limit)) => search.line.moves().to_vec(),
        Some(Err(Halt::Fault(fault))) => return Err(fault),
    };
    Ok(Proof { value, line, nodes, expanded })
}

/// `true` if the game can be proven by the methods of this module: two players, perfect information, no chance, not
/// history dependent.
pub fn is_provable<G: Game>(game: &G) -> bool {
    game.players() == 2 && !game.has_chance() && !game.has_hidden_information() && !game.is_history_dependent()
}

/// The entry of a position in a table that proofs of this payoff filled, with values for player 1.
pub fn stored_entry<G: Game>(
    game: &G,
    state: &G::State,
    payoff: Payoff,
    table: &TranspositionTable,
) -> Option<TableEntry> {
    let structure = game.structure();
    let continuation = (payoff == Payoff::ScoreDifference).then(|| structure?.continuation_key(state)).flatten();
    let made = if continuation.is_some() { score_difference(game, state) } else { 0 };
    let (key, _) = continuation.unwrap_or_else(|| canonical(game, symmetries(game), state));
    table.get(key).map(|known| TableEntry { value: known.value + made, ..known })
}

/// The symmetries that identify positions, if the game has any.
fn symmetries<G: Game>(game: &G) -> Option<&dyn SymmetryGroup<G::State, G::Move>> {
    game.structure().and_then(Structure::symmetries).filter(|known| known.count(SymmetrySubset::SamePlayers) > 1)
}

/// Canonical key of a position, which all its images share, and the symmetry that leads to the canonical image.
fn canonical<G: Game>(
    game: &G,
    symmetries: Option<&dyn SymmetryGroup<G::State, G::Move>>,
    state: &G::State,
) -> (u64, usize) {
    symmetries.map_or_else(|| (game.key(state), 0), |known| known.canonical_key(state, SymmetrySubset::SamePlayers))
}

/// Current score of player 1 minus that of the other player, in parts of a point.
fn score_difference<G: Game>(game: &G, state: &G::State) -> i32 {
    let points = game.score(state, Player::FIRST) - game.score(state, Player::FIRST.next(2));
    (points * f64::from(game.score_parts())).round() as i32
}

/// Maximum number of moves of positions whose future score is searched with a full window.
const MAX_EXACT_MOVES: usize = 6;

/// Number of kinds of moves per player in the history heuristic.
const MOVE_KINDS: usize = 1 << 10;

/// Result of a table lookup.
#[derive(Clone, Copy, Debug)]
struct TableLookup {
    /// Key of the position in the table, and the symmetry that leads to the canonical image.
    key: u64,
    which: usize,
    /// Score difference that was made before, which is no part of the stored value.
    made: i32,
    entry: Option<TableEntry>,
}

impl TableLookup {
    /// The value, if the entry makes a search within the window unnecessary.
    fn cutoff_value(self, (alpha, beta): (i32, i32)) -> Option<i32> {
        let TableEntry { value, bound, .. } = self.entry?;
        let settled = match bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        settled.then_some(value)
    }

    /// The part of the window that the entry leaves open.
    fn narrow_window(self, (alpha, beta): (i32, i32)) -> (i32, i32) {
        match self.entry {
            Some(TableEntry { value, bound: Bound::Lower, .. }) => (alpha.max(value), beta),
            Some(TableEntry { value, bound: Bound::Upper, .. }) => (alpha, beta.min(value)),
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

/// Context of a search, which all threads share.
struct SearchContext<'a, G: Game> {
    game: &'a G,
    lines: Option<&'a WinningLines>,
    payoff: Payoff,
    table: &'a TranspositionTable,
    /// `true` if stored values are the future score, without the current score.
    is_additive: bool,
}

impl<G: Game> Clone for SearchContext<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for SearchContext<'_, G> {}

struct Search<'a, G: Game> {
    context: SearchContext<'a, G>,
    structure: Option<&'a dyn Structure<G::State, G::Move>>,
    symmetries: Option<&'a dyn SymmetryGroup<G::State, G::Move>>,
    limits: Limits<'a>,
    line: Variation<'a, G>,
    plies: Vec<Ply<G::Move>>,
    /// History heuristic, by player and kind of move: cutoffs of the move.
    history: Vec<i32>,
    changed: Vec<LocationId>,
    nodes: u64,
    expanded: u64,
    /// Number of the thread.
    number: u32,
}

impl<'a, G: Game> Search<'a, G> {
    fn new(context: SearchContext<'a, G>, limits: Limits<'a>, state: &G::State, threats: Threats, number: u32) -> Self {
        Self {
            context,
            structure: context.game.structure(),
            symmetries: symmetries(context.game),
            limits,
            line: Variation::new(context.game, state),
            plies: vec![Ply::new(threats)],
            history: vec![0; 2 * MOVE_KINDS],
            changed: Vec::new(),
            nodes: 0,
            expanded: 0,
            number,
        }
    }

    /// Value of the current position for player 1, within a window.
    fn value(&mut self, window: (i32, i32)) -> Result<i32, Halt> {
        let ply = self.line.len();
        // A table hit needs no list of moves. Positions in which a line can be completed at once are not stored.
        let mover = self.structure.map(|structure| structure.mover(self.line.state()));
        let wins = mover.is_some_and(|mover| self.plies[ply].threats.wins[mover.index()] != 0);
        let known = (!wins).then(|| self.look_up());
        if let Some(value) = known.and_then(|known| known.cutoff_value(window)) {
            return Ok(value);
        }
        let mut moves = std::mem::take(&mut self.plies[ply].moves);
        let found = match self.context.game.legal_moves(self.line.state(), &mut moves) {
            Err(fault) => Err(fault.into()),
            Ok(Turn::Over(outcome)) => Ok(self.terminal_value(outcome)),
            Ok(Turn::Chance) => unreachable!("games with chance are not proven"),
            Ok(Turn::Player(mover)) => {
                self.expanded += 1;
                self.search_moves(&moves, mover, window, known)
            }
        };
        self.plies[ply].moves = moves;
        found
    }

    fn terminal_value(&self, outcome: Outcome) -> i32 {
        match self.context.payoff {
            Payoff::Outcome => match outcome {
                Outcome::Draw => 0,
                Outcome::Won(player) => {
                    if player == Player::FIRST {
                        1
                    } else {
                        -1
                    }
                }
            },
            Payoff::ScoreDifference => self.score_difference(),
        }
    }

    fn score_difference(&self) -> i32 {
        score_difference(self.context.game, self.line.state())
    }

    /// Looks the position up in the table.
    fn look_up(&self) -> TableLookup {
        let (key, which) = self.key();
        let made = if self.context.is_additive { self.score_difference() } else { 0 };
        let entry = self.context.table.get(key).map(|entry| TableEntry { value: entry.value + made, ..entry });
        TableLookup { key, which, made, entry }
    }

    /// Key of the position in the table, and the symmetry that leads to the canonical image.
    fn key(&self) -> (u64, usize) {
        let state = self.line.state();
        if self.context.is_additive
            && let Some(key) = self.structure.and_then(|structure| structure.continuation_key(state))
        {
            return key;
        }
        canonical(self.context.game, self.symmetries, state)
    }

    /// Name of a move in the table: its target in the canonical image, or else its index in the list of moves. Several
    /// moves can share a name.
    fn move_name(&self, mv: G::Move, index: usize, which: usize) -> u16 {
        let to = self.structure.and_then(|structure| structure.moved_element(mv)).map(|(_, to)| to);
        match (to, self.symmetries) {
            (Some(to), Some(known)) => known.location_image(which, to).index() as u16,
            _ => index as u16,
        }
    }

    /// Value of the best of these moves for player 1. The table is looked up here if `known` is `None`.
    fn search_moves(
        &mut self,
        moves: &[G::Move],
        mover: Player,
        window: (i32, i32),
        known: Option<TableLookup>,
    ) -> Result<i32, Halt> {
        let ply = self.line.len();
        let threats = self.plies[ply].threats;
        // A move that completes a line is tried first; it nearly always wins.
        if threats.wins[mover.index()] != 0
            && let Some(value) = self.immediate_win(moves, mover)?
        {
            return Ok(value);
        }
        // If the table has no answer, the moves are searched; where the other side threatens to win, moves that do not
        // help come last.
        let known = known.unwrap_or_else(|| self.look_up());
        if let Some(value) = known.cutoff_value(window) {
            return Ok(value);
        }
        let TableLookup { key, which, made, entry } = known;
        let (mut alpha, mut beta) = known.narrow_window(window);
        if self.context.is_additive && moves.len() <= MAX_EXACT_MOVES {
            // A full window, so that the value is exact and is not searched again for other scores made before.
            (alpha, beta) = (-INFINITY, INFINITY);
        }
        let window = (alpha, beta);
        self.order_moves(moves, mover, entry.and_then(|entry| Some((entry.best?, which))));
        let ranked = std::mem::take(&mut self.plies[ply].ranked);
        let begun = self.nodes;
        let first = mover == Player::FIRST;
        let mut best = if first { -INFINITY } else { INFINITY };
        let mut best_move = None;
        let mut halted = Ok(());
        for (searched, &(_, index)) in ranked.iter().enumerate() {
            // All moves after the first are searched with a null window first (principal variation search).
            let narrow = searched > 0 && beta - alpha > 1;
            let child_window = match (narrow, first) {
                (false, _) => (alpha, beta),
                (true, true) => (alpha, alpha + 1),
                (true, false) => (beta - 1, beta),
            };
            let mv = moves[usize::from(index)];
            let mut value = self.after(mv, child_window);
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
                self.update_history(&ranked[..=searched], moves, mover);
                break;
            }
        }
        self.plies[ply].ranked = ranked;
        halted?;
        let bound = match best {
            best if best >= window.1 => Bound::Lower,
            best if best <= window.0 => Bound::Upper,
            _ => Bound::Exact,
        };
        // Replacement prefers entries that took more nodes, so the depth field holds the binary logarithm of the
        // effort.
        let named = best_move.map(|index| self.move_name(moves[usize::from(index)], usize::from(index), which));
        let effort = (self.nodes - begun + 1).ilog2() as u8;
        self.context.table.put(key, TableEntry { value: best - made, bound, depth: effort, best: named });
        Ok(best)
    }

    /// The value of a move that completes a line, if it wins.
    fn immediate_win(&mut self, moves: &[G::Move], mover: Player) -> Result<Option<i32>, Halt> {
        // The final score is unknown before the move is made.
        if self.context.payoff == Payoff::ScoreDifference {
            return Ok(None);
        }
        let wins = self.plies[self.line.len()].threats.wins[mover.index()];
        let Some(structure) = self.structure else { return Ok(None) };
        for &mv in moves {
            if structure.moved_element(mv).is_some_and(|(_, to)| wins & bit(to) != 0) {
                self.count()?;
                if let Some(outcome @ Outcome::Won(winner)) = self.line.outcome_after(mv)?
                    && winner == mover
                {
                    return Ok(Some(self.terminal_value(outcome)));
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

    /// Counts a position that is about to be made; [`Halt::Limit`] if a limit is reached.
    fn count(&mut self) -> Result<(), Halt> {
        if self.limits.is_reached(self.nodes) {
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
        if let (Some(lines), Some(structure)) = (self.context.lines, self.structure) {
            let (before, after) = (self.line.state_after(ply), self.line.state());
            structure.changed_locations(before, after, &mut self.changed);
            threats = lines.update(self.plies[ply].threats, structure, after, &self.changed);
        }
        match self.plies.get_mut(ply + 1) {
            Some(next) => next.threats = threats,
            None => self.plies.push(Ply::new(threats)),
        }
        Ok(())
    }

    fn move_kind(&self, mv: G::Move, index: u16, mover: Player) -> usize {
        let moved = self.structure.and_then(|structure| Some((structure, structure.moved_element(mv)?)));
        let number = match moved {
            Some((structure, (element, to))) => structure.class(self.line.state(), element) * 0x3A7 + to.index(),
            None => usize::from(index),
        };
        number % MOVE_KINDS + MOVE_KINDS * mover.index().min(1)
    }

    /// Sorts the moves of this ply by their ordering scores.
    fn order_moves(&mut self, moves: &[G::Move], mover: Player, best: Option<(u16, usize)>) {
        let ply = self.line.len();
        let threats = self.plies[ply].threats;
        let threatened = threats.wins[1 - mover.index().min(1)];
        let mut ranked = std::mem::take(&mut self.plies[ply].ranked);
        ranked.clear();
        for (index, &mv) in moves.iter().enumerate() {
            let index = index as u16;
            let mut score = self.history[self.move_kind(mv, index, mover)];
            if let (Some(lines), Some((_, to))) =
                (self.context.lines, self.structure.and_then(|structure| structure.moved_element(mv)))
            {
                score += lines.promise(&threats, to, mover) << 12;
                if threatened & bit(to) != 0 {
                    score += 1 << 28;
                }
            }
            // Noise for the helper threads, which would not help if all searched in the same order.
            if self.number > 0 {
                score += (self.nodes as u32 ^ u32::from(index).wrapping_mul(self.number)).count_ones() as i32 & 3;
            }
            if best.is_some_and(|(best, which)| self.move_name(mv, usize::from(index), which) == best) {
                score = i32::MAX;
            }
            ranked.push((score, index));
        }
        ranked.sort_unstable_by_key(|&(score, index)| (std::cmp::Reverse(score), index));
        self.plies[ply].ranked = ranked;
    }

    /// Updates the history: the last of these moves caused a cutoff, the others did not.
    fn update_history(&mut self, searched: &[(i32, u16)], moves: &[G::Move], mover: Player) {
        let Some((&(_, last), others)) = searched.split_last() else { return };
        for (step, index) in others.iter().map(|&(_, index)| (-1, index)).chain([(others.len() as i32, last)]) {
            let kind = self.move_kind(moves[usize::from(index)], index, mover);
            self.history[kind] = (self.history[kind] + step).clamp(-(1 << 11), 1 << 11);
        }
    }

    /// A line of moves that all keep the proven value.
    fn best_line(&mut self, value: i32) -> Result<Vec<G::Move>, Halt> {
        let mut moves = Vec::new();
        while let Turn::Player(mover) = self.context.game.legal_moves(self.line.state(), &mut moves)? {
            let ply = self.line.len();
            let (key, which) = self.key();
            let best = self.context.table.get(key).and_then(|known| Some((known.best?, which)));
            self.order_moves(&moves, mover, best);
            let ranked = std::mem::take(&mut self.plies[ply].ranked);
            let mut best_move = None;
            for &(_, index) in &ranked {
                let mv = moves[usize::from(index)];
                // A null window test: the value of the move is at least the proven one, and it cannot be better.
                let child_window = if mover == Player::FIRST { (value - 1, value) } else { (value, value + 1) };
                let found = self.after(mv, child_window)?;
                if if mover == Player::FIRST { found >= value } else { found <= value } {
                    best_move = Some(mv);
                    break;
                }
            }
            self.make(best_move.expect("some move keeps the value of the position"))?;
        }
        Ok(self.line.moves().to_vec())
    }
}
