//! Principal variation search to a fixed depth, with a transposition table, late move reductions, late move pruning,
//! reverse futility pruning, internal iterative reductions and quiescence search. [`root_search`](super::root_search)
//! chooses the depth and searches the root.
//!
//! Values are integers from the view of one player: those of the [`Evaluation`], and for wins [`WIN`] minus the plies
//! to the win, which is greater than any evaluation. A value is *proven* if it depends on terminal positions only, so
//! that no deeper search can change it.

use boardwright_game::game::{Game, Outcome, Turn};
use boardwright_game::ids::{LocationId, Player};
use boardwright_game::structure::Structure;
use boardwright_game::variation::Variation;
use rustc_hash::FxHashSet;

use super::order::{Cutoff, MoveHints, MoveOrdering, OrderingPosition};
use crate::evaluation::{Evaluation, IncrementalEval, Mobility, URGENT};
use crate::limits::{Halt, Limits, SLOW_NODE, Watch};
use crate::table::{Bound, SOLVED, TableEntry, TranspositionTable};

/// Value of a win at the root. The value of a later win is smaller by the plies to it.
pub(super) const WIN: i32 = 1_000_000;
/// Smallest value of a win.
pub(super) const MIN_WIN: i32 = WIN - 10_000;
/// Maximum ply of the search.
pub(super) const MAX_PLY: usize = 200;

/// Value of a position, with its reliability.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchValue {
    pub value: i32,
    pub is_proven: bool,
}

impl SearchValue {
    fn negate(self) -> Self {
        Self { value: -self.value, ..self }
    }
}

/// Context of a search, which does not change while it runs.
pub(super) struct SearchContext<'a, G: Game> {
    pub game: &'a G,
    pub evaluation: &'a Evaluation,
    pub table: &'a TranspositionTable,
    /// Keys of positions that occurred earlier in the game: returning to one of them counts as a draw.
    pub earlier: &'a FxHashSet<u64>,
    /// `true` if moves that change a score are treated like captures.
    pub has_scoring_moves: bool,
    pub limits: Limits<'a>,
}

impl<G: Game> Clone for SearchContext<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for SearchContext<'_, G> {}

/// A search: the current line of play, and the incremental state along it.
pub(super) struct Search<'a, G: Game> {
    context: SearchContext<'a, G>,
    watch: Watch<'a>,
    structure: Option<&'a dyn Structure<G::State, G::Move>>,
    pub line: Variation<'a, G>,
    /// By ply: incremental evaluation, key, kind of the next move, and buffers.
    plies: Vec<Ply<G::Move>>,
    pub order: MoveOrdering<G::Move>,
    /// Number of positions made.
    pub nodes: u64,
    changed: Vec<LocationId>,
    /// Maximum ply that was reached (selective depth).
    pub selective_depth: usize,
}

#[derive(Debug)]
struct Ply<M> {
    eval: IncrementalEval,
    key: u64,
    kind: Option<usize>,
    moves: Vec<M>,
    /// Ordering score, index in `moves`, and kind of each move, sorted.
    ranked: Vec<(i32, u32, u32)>,
    /// Indices in `moves` of the moves that change a score, in order.
    scoring: Vec<u32>,
    /// Principal variation from here.
    pv: Vec<M>,
}

impl<'a, G: Game> Search<'a, G> {
    pub fn new(context: SearchContext<'a, G>, root: &G::State) -> Self {
        let empty = || Ply {
            eval: IncrementalEval::default(),
            key: 0,
            kind: None,
            moves: Vec::new(),
            ranked: Vec::new(),
            scoring: Vec::new(),
            pv: Vec::new(),
        };
        let mut plies: Vec<_> = (0..MAX_PLY + 2).map(|_| empty()).collect();
        plies[0].eval = context.evaluation.compute_incremental(context.game, root);
        plies[0].key = context.game.key(root);
        Self {
            context,
            watch: Watch::new(context.limits),
            structure: context.game.structure(),
            line: Variation::new(context.game, root),
            plies,
            order: MoveOrdering::new(),
            nodes: 0,
            changed: Vec::new(),
            selective_depth: 0,
        }
    }

    /// Lowers the limit of nodes.
    pub fn limit_nodes(&mut self, most: u64) {
        let limit = &mut self.watch.limits.nodes;
        *limit = Some(limit.map_or(most, |old| old.min(most)));
    }

    /// Principal variation from a ply.
    pub fn principal_variation(&self, ply: usize) -> &[G::Move] {
        &self.plies[ply].pv
    }

    /// Makes a move of a kind and updates the incremental state of the next ply.
    pub fn make(&mut self, mv: G::Move, kind: Option<usize>) -> Result<(), Halt> {
        if self.watch.is_reached(self.nodes) {
            return Err(Halt::Limit);
        }
        let ply = self.line.len();
        self.plies[ply].kind = kind;
        self.line.make(mv)?;
        self.nodes += 1;
        let (before, after) = (self.line.state_after(ply), self.line.state());
        let SearchContext { game, evaluation, .. } = self.context;
        let [now, next] = &mut self.plies[ply..=ply + 1] else { unreachable!("these are two") };
        evaluation.update(game, (&now.eval, &mut next.eval), (before, after), &mut self.changed);
        next.key = game.key(after);
        Ok(())
    }

    pub fn unmake(&mut self) {
        self.line.unmake();
    }

    /// `true` if legal moves or outcomes depend on earlier positions.
    pub fn is_history_dependent(&self) -> bool {
        self.context.game.is_history_dependent()
    }

    /// Key of the current position.
    pub fn key(&self) -> u64 {
        self.plies[self.line.len()].key
    }

    /// Value of the current position for `view` without a search and without mobility.
    pub fn value_without_moves(&mut self, view: Player) -> Result<SearchValue, Halt> {
        if let Some(outcome) = self.context.game.outcome(self.line.state())? {
            let value = terminal_value(outcome, view, self.line.len());
            return Ok(SearchValue { value, is_proven: !self.is_history_dependent() });
        }
        Ok(SearchValue { value: self.static_eval(0, view)?, is_proven: false })
    }

    /// `true` if the position occurred before in the line or in the game.
    fn is_repetition(&self) -> bool {
        let ply = self.line.len();
        let key = self.plies[ply].key;
        self.plies[..ply].iter().any(|earlier| earlier.key == key) || self.context.earlier.contains(&key)
    }

    /// Searches the position to a depth. Returns its value for `view`; values outside of the window are bounds
    /// (fail-soft).
    pub fn search_node(&mut self, depth: i32, window: (i32, i32), view: Player) -> Result<SearchValue, Halt> {
        let ply = self.line.len();
        self.selective_depth = self.selective_depth.max(ply);
        self.plies[ply].pv.clear();
        if self.is_repetition() {
            return Ok(SearchValue { value: 0, is_proven: false });
        }
        let known = self.context.table.get(self.plies[ply].key);
        if let Some(found) = known.and_then(|known| table_cutoff(known, depth, window, view, ply)) {
            return Ok(found);
        }
        if self.watch.pace() > SLOW_NODE && self.watch.read(self.nodes) {
            return Err(Halt::Limit);
        }
        let mut moves = std::mem::take(&mut self.plies[ply].moves);
        let turn = self.context.game.legal_moves(self.line.state(), &mut moves);
        let found = match turn {
            Err(fault) => Err(fault.into()),
            // In history-dependent games an earlier position can be the reason for the end; the key does not contain
            // it.
            Ok(Turn::Over(outcome)) => Ok(SearchValue {
                value: terminal_value(outcome, view, ply),
                is_proven: !self.context.game.is_history_dependent(),
            }),
            Ok(Turn::Chance) => Ok(SearchValue { value: 0, is_proven: false }),
            Ok(Turn::Player(mover)) if mover == view => self.search_moves(&moves, known, depth, window, mover),
            Ok(Turn::Player(mover)) => {
                let (alpha, beta) = window;
                self.search_moves(&moves, known, depth, (-beta, -alpha), mover).map(SearchValue::negate)
            }
        };
        self.plies[ply].moves = moves;
        found
    }

    /// Value of the position for the player to move, who has these moves.
    fn search_moves(
        &mut self,
        moves: &[G::Move],
        known: Option<TableEntry>,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        mover: Player,
    ) -> Result<SearchValue, Halt> {
        let ply = self.line.len();
        // Single-reply extension: a forced move costs no depth. The limit of plies ends chains of them.
        let depth = if moves.len() == 1 && ply < MAX_PLY / 2 { depth + 1 } else { depth };
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(moves, depth, (alpha, beta), mover);
        }
        // Where moves score points the player to move may have to give points away (zugzwang), and most moves do. A few
        // moves say nothing about the others, so neither reverse futility pruning nor late move pruning is applied.
        let points = self.context.has_scoring_moves;
        let calm = !points
            && self.plies[ply].eval.line_threats(mover) == 0
            && self.plies[ply].eval.line_threats(mover.next(2)) == 0;
        if depth <= 3 && calm && beta.abs() < MIN_WIN && beta - alpha == 1 {
            // Reverse futility pruning: the static value exceeds beta by more than a few quiet moves can change.
            let value = self.static_eval(moves.len(), mover)?;
            if value - 120 * depth >= beta {
                return Ok(SearchValue { value, is_proven: false });
            }
        }
        // Internal iterative reduction: without a move from the table, a search to a smaller depth is sufficient.
        let depth = if depth >= 4 && known.is_none_or(|known| known.best.is_none()) { depth - 1 } else { depth };
        self.order_moves(moves, known.and_then(|known| known.best), mover)?;
        let ranked = std::mem::take(&mut self.plies[ply].ranked);
        let mut best = SearchValue { value: -WIN, is_proven: true };
        let mut is_proven = true;
        let mut best_move = None;
        let lower = alpha;
        let mut outcome = Ok(());
        for (searched, &(score, index, kind)) in ranked.iter().enumerate() {
            let (mv, kind) = (moves[index as usize], kind as usize);
            let quiet = score < QUIET_LIMIT;
            let late = !points && depth <= 3 && searched as i32 > 6 + 5 * depth * depth;
            if quiet && late && best.value > -MIN_WIN {
                // Late move pruning: late quiet moves near the horizon are skipped.
                is_proven = false;
                break;
            }
            if let Err(halt) = self.make(mv, Some(kind)) {
                outcome = Err(halt);
                break;
            }
            let reduced = if quiet && depth >= 3 && searched >= 3 { late_move_reduction(depth, searched) } else { 0 };
            let found = self.search_move(depth - 1, reduced, (alpha, beta), mover, searched == 0);
            self.unmake();
            let found = match found {
                Ok(found) => found,
                Err(halt) => {
                    outcome = Err(halt);
                    break;
                }
            };
            is_proven &= found.is_proven;
            if found.value > best.value || best_move.is_none() {
                best = found;
                best_move = Some(index as u16);
                if found.value > alpha {
                    alpha = found.value;
                    self.update_pv(ply, mv);
                }
                if alpha >= beta {
                    if quiet {
                        let earlier = ranked[..searched].iter().filter(|(score, ..)| *score < QUIET_LIMIT);
                        let others = earlier.map(|&(_, _, kind)| kind as usize);
                        let before = ply.checked_sub(1).and_then(|ply| self.plies[ply].kind);
                        self.order.record_cutoff(Cutoff { mv, kind, previous_kind: before, ply, depth }, others);
                    }
                    break;
                }
            }
        }
        self.plies[ply].ranked = ranked;
        outcome?;
        // A beta cutoff and a win depend on the refutation only, other values on all moves. If some other moves are open,
        // one of them may win sooner.
        let wins_by_best = best.value >= MIN_WIN && best.is_proven && !is_proven;
        let is_proven = if best.value >= beta { best.is_proven } else { is_proven || wins_by_best };
        let bound = match best.value {
            value if value >= beta || wins_by_best => Bound::Lower,
            value if value <= lower => Bound::Upper,
            _ => Bound::Exact,
        };
        let depth = if is_proven { SOLVED } else { depth.min(i32::from(SOLVED) - 1) as u8 };
        let entry = TableEntry { value: best.value, bound, depth, best: best_move };
        self.context.table.put(self.plies[ply].key, to_table_entry(entry, mover, ply));
        Ok(SearchValue { value: best.value, is_proven })
    }

    /// Searches a move that was made: the first with the full window, the others with a null window and a reduced depth
    /// first.
    fn search_move(
        &mut self,
        depth: i32,
        reduced: i32,
        (alpha, beta): (i32, i32),
        mover: Player,
        first: bool,
    ) -> Result<SearchValue, Halt> {
        if first {
            return self.search_node(depth, (alpha, beta), mover);
        }
        let mut found = self.search_node(depth - reduced, (alpha, alpha + 1), mover)?;
        if found.value > alpha && reduced > 0 {
            found = self.search_node(depth, (alpha, alpha + 1), mover)?;
        }
        if found.value > alpha && found.value < beta {
            found = self.search_node(depth, (alpha, beta), mover)?;
        }
        Ok(found)
    }

    /// Sets the principal variation of a ply: a move, and the principal variation after it.
    fn update_pv(&mut self, ply: usize, mv: G::Move) {
        let (here, after) = self.plies.split_at_mut(ply + 1);
        let best = &mut here[ply].pv;
        best.clear();
        best.push(mv);
        best.extend_from_slice(&after[0].pv);
    }

    /// Determines which moves of this ply change a score, if scoring moves are treated like captures.
    fn find_scoring(&mut self, moves: &[G::Move]) -> Result<(), Halt> {
        if let (true, Some(structure)) = (self.context.has_scoring_moves, self.structure) {
            let ply = self.line.len();
            let mut scoring = std::mem::take(&mut self.plies[ply].scoring);
            let state = self.line.state();
            if self.watch.pace() < SLOW_NODE {
                structure.scoring_moves(state, moves, &mut scoring)?;
            } else {
                // With slow rules each move takes so long that the clock is read before it.
                scoring.clear();
                let mut changes_score = Vec::new();
                for (index, mv) in moves.iter().enumerate() {
                    if self.watch.read(self.nodes) {
                        return Err(Halt::Limit);
                    }
                    structure.scoring_moves(state, std::slice::from_ref(mv), &mut changes_score)?;
                    scoring.extend(changes_score.first().map(|_| index as u32));
                }
            }
            self.plies[ply].scoring = scoring;
        }
        Ok(())
    }

    /// Sorts the moves of this ply by their ordering scores.
    fn order_moves(&mut self, moves: &[G::Move], best: Option<u16>, mover: Player) -> Result<(), Halt> {
        self.find_scoring(moves)?;
        let ply = self.line.len();
        let SearchContext { game, evaluation, .. } = self.context;
        let state = self.line.state();
        let before = ply.checked_sub(1).and_then(|ply| self.plies[ply].kind);
        let order = &self.order;
        let Ply { ranked, eval, scoring, .. } = &mut self.plies[ply];
        let position = OrderingPosition { game, state, evaluation, eval, player: mover, ply };
        ranked.clear();
        ranked.extend(moves.iter().enumerate().map(|(index, &mv)| {
            let kind = MoveOrdering::move_kind(game, state, mv, index, mover);
            let known = MoveHints {
                is_best: best == Some(index as u16),
                is_scoring: scoring.binary_search(&(index as u32)).is_ok(),
                previous_kind: before,
            };
            let score = order.score(&position, mv, kind, known);
            (score, index as u32, kind as u32)
        }));
        ranked.sort_unstable_by_key(|&(score, index, _)| (std::cmp::Reverse(score), index));
        Ok(())
    }

    fn static_eval(&mut self, moves: usize, mover: Player) -> Result<i32, Halt> {
        let SearchContext { game, evaluation, .. } = self.context;
        let eval = &self.plies[self.line.len()].eval;
        let value = evaluation.value(game, self.line.state(), eval, Mobility { mover, moves })?;
        Ok(if mover == Player::FIRST { value } else { -value })
    }

    /// Quiescence search: only captures, moves that score points, and moves that fill or block a line that lacks one
    /// piece are searched.
    fn quiescence(
        &mut self,
        moves: &[G::Move],
        depth: i32,
        (mut alpha, beta): (i32, i32),
        mover: Player,
    ) -> Result<SearchValue, Halt> {
        let ply = self.line.len();
        let has_threat = |player| self.plies[ply].eval.line_threats(player) > 0;
        let (own, other) = (has_threat(mover), has_threat(mover.next(2)));
        let stand = self.static_eval(moves.len(), mover)?;
        if ply >= MAX_PLY || depth < -MAX_QUIESCENCE_DEPTH {
            return Ok(SearchValue { value: stand, is_proven: false });
        }
        let Some(structure) = self.structure else { return Ok(SearchValue { value: stand, is_proven: false }) };
        self.find_scoring(moves)?;
        let mut ranked = std::mem::take(&mut self.plies[ply].ranked);
        ranked.clear();
        let state = self.line.state();
        let SearchContext { game, evaluation, .. } = self.context;
        for (index, &mv) in moves.iter().enumerate() {
            let moved = structure.moved_element(mv);
            let urgency = match moved {
                Some((_, to)) if own || other => {
                    evaluation.placement_urgency(&self.plies[ply].eval, to, mover).unwrap_or(0)
                }
                _ => 0,
            };
            let takes =
                structure.is_capture(state, mv) || self.plies[ply].scoring.binary_search(&(index as u32)).is_ok();
            if urgency >= URGENT || takes {
                let taken = moved.and_then(|(_, to)| structure.class_at(state, to).map(|class| (class, to)));
                let value = taken.map_or(0, |(class, to)| evaluation.piece_value(class, to).abs());
                let kind = MoveOrdering::move_kind(game, state, mv, index, mover);
                ranked.push((urgency + value, index as u32, kind as u32));
            }
        }
        ranked.sort_unstable_by_key(|&(score, index, _)| (std::cmp::Reverse(score), index));
        // No stand-pat where the player must capture or must block a win.
        let forced = !ranked.is_empty() && (ranked.len() == moves.len() || other && !own);
        let mut best = if forced { -WIN } else { stand };
        let mut is_best_proven = false;
        let mut outcome = Ok(());
        if best < beta {
            alpha = alpha.max(best);
            for &(_, index, kind) in &ranked {
                let found = self.make(moves[index as usize], Some(kind as usize)).and_then(|()| {
                    let found = self.search_node(depth - 1, (alpha, beta), mover);
                    self.unmake();
                    found
                });
                match found {
                    Ok(found) if found.value > best => (best, is_best_proven) = (found.value, found.is_proven),
                    Ok(_) => {}
                    Err(halt) => {
                        outcome = Err(halt);
                        break;
                    }
                }
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.plies[ply].ranked = ranked;
        outcome?;
        // A loss after some of the moves is no proof, as the other moves were not searched.
        let value = if best <= -MIN_WIN && is_partial(&self.plies[ply].ranked, moves) { stand.min(0) } else { best };
        // One winning move is a proof.
        Ok(SearchValue { value, is_proven: value >= MIN_WIN && is_best_proven })
    }
}

/// Moves with ordering scores below this are quiet.
const QUIET_LIMIT: i32 = 1 << 20;
/// Maximum depth of quiescence search in plies.
const MAX_QUIESCENCE_DEPTH: i32 = 8;

/// `true` if `ranked` does not contain all moves.
fn is_partial<M>(ranked: &[(i32, u32, u32)], moves: &[M]) -> bool {
    ranked.len() < moves.len()
}

/// Late move reduction: number of plies by which the depth of a late move is reduced.
fn late_move_reduction(depth: i32, searched: usize) -> i32 {
    let by = f64::from(depth).ln() * (searched as f64).ln() / 2.2;
    (by as i32).clamp(1, depth - 1)
}

/// Value of a terminal position at a ply.
pub(super) fn terminal_value(outcome: Outcome, view: Player, ply: usize) -> i32 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Won(winner) if winner == view => WIN - ply as i32,
        Outcome::Won(_) => ply as i32 - WIN,
    }
}

/// The entry for the transposition table: from the view of player 1, with distances to wins counted from the position.
/// `found` is from the view of `view` and counts distances from the root, `ply` plies before.
fn to_table_entry(found: TableEntry, view: Player, ply: usize) -> TableEntry {
    let from_here = match found.value {
        value if value >= MIN_WIN => value + ply as i32,
        value if value <= -MIN_WIN => value - ply as i32,
        value => value,
    };
    let (value, bound) = change_view(from_here, found.bound, view);
    TableEntry { value, bound, ..found }
}

/// The value of an entry for a position at a ply, if it is sufficient for the depth and the window.
fn table_cutoff(
    entry: TableEntry,
    depth: i32,
    (alpha, beta): (i32, i32),
    view: Player,
    ply: usize,
) -> Option<SearchValue> {
    if i32::from(entry.depth) < depth {
        return None;
    }
    let (value, bound) = change_view(entry.value, entry.bound, view);
    let value = match value {
        value if value >= MIN_WIN => value - ply as i32,
        value if value <= -MIN_WIN => value + ply as i32,
        value => value,
    };
    let is_proven = entry.depth == SOLVED;
    let answers = match bound {
        // In the principal variation the search goes on, so that the line of play is complete.
        Bound::Exact => is_proven || beta - alpha == 1,
        Bound::Lower => value >= beta,
        Bound::Upper => value <= alpha,
    };
    answers.then_some(SearchValue { value, is_proven })
}

/// Converts a value between the views of player 1 and of `view`.
fn change_view(value: i32, bound: Bound, view: Player) -> (i32, Bound) {
    if view == Player::FIRST {
        return (value, bound);
    }
    let bound = match bound {
        Bound::Exact => Bound::Exact,
        Bound::Lower => Bound::Upper,
        Bound::Upper => Bound::Lower,
    };
    (-value, bound)
}
