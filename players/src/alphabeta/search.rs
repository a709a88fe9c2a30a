//! Principal variation search with a transposition table, to a depth. How deep to look next, and with which moves at the root, is
//! decided in [`deepen`](super::deepen).
//!
//! Values are of whole numbers, from the view of one player: what the [`Evaluation`] gives, and far beyond it [`WIN`] less the plies
//! to a win. A value is *solid* if it rests on ends of the game only, so that no deeper search can change it.

use boardwright_engine::game::{Game, Outcome, Turn};
use boardwright_engine::ids::{LocationId, Player};
use boardwright_engine::structure::Structure;
use boardwright_engine::variation::Variation;
use rustc_hash::FxHashSet;

use super::order::{Known, Order};
use crate::evaluation::{Evaluation, Kept, PRESSING};
use crate::limits::{Halt, Limits};
use crate::table::{Bound, Entry, SOLVED, Table};

/// A win at once. Plies to a win are taken from it.
pub(super) const WIN: i32 = 1_000_000;
/// All values from here on are wins.
pub(super) const WINS: i32 = WIN - 10_000;
/// No line is looked at further than this.
pub(super) const DEEPEST: usize = 200;

/// What a position was found to be worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub value: i32,
    pub solid: bool,
}

impl Found {
    fn turned_round(self) -> Self {
        Self { value: -self.value, ..self }
    }
}

/// What stays the same during a search.
pub(super) struct Means<'a, G: Game> {
    pub game: &'a G,
    pub evaluation: &'a Evaluation,
    pub table: &'a Table,
    /// Keys of positions that stood in the game before: to come back to one is no progress.
    pub before: &'a FxHashSet<u64>,
    /// Whether moves that change a score are looked at like those that take.
    pub points: bool,
    pub limits: Limits<'a>,
}

impl<G: Game> Clone for Means<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Means<'_, G> {}

/// A search: a line of play, and what is kept along it.
pub(super) struct Search<'a, G: Game> {
    means: Means<'a, G>,
    structure: Option<&'a dyn Structure<G::State, G::Move>>,
    pub line: Variation<'a, G>,
    /// By ply: what is kept of the position, its key, the kind of the move that leads on, and buffers.
    plies: Vec<Ply<G::Move>>,
    pub order: Order<G::Move>,
    /// Positions made.
    pub nodes: u64,
    changed: Vec<LocationId>,
    /// The root and beyond: the deepest that was reached.
    pub deepest: usize,
}

#[derive(Debug)]
struct Ply<M> {
    kept: Kept,
    key: u64,
    kind: Option<usize>,
    moves: Vec<M>,
    /// Score, position in `moves`, kind.
    ranked: Vec<(i32, u32, u32)>,
    /// Positions in `moves` of those that change a score, in order.
    scoring: Vec<u32>,
    /// The best line from here on.
    best: Vec<M>,
}

impl<'a, G: Game> Search<'a, G> {
    pub fn new(means: Means<'a, G>, root: &G::State) -> Self {
        let empty = || Ply {
            kept: Kept::default(),
            key: 0,
            kind: None,
            moves: Vec::new(),
            ranked: Vec::new(),
            scoring: Vec::new(),
            best: Vec::new(),
        };
        let mut plies: Vec<_> = (0..DEEPEST + 2).map(|_| empty()).collect();
        plies[0].kept = means.evaluation.whole(means.game, root);
        plies[0].key = means.game.key(root);
        Self {
            means,
            structure: means.game.structure(),
            line: Variation::new(means.game, root),
            plies,
            order: Order::new(),
            nodes: 0,
            changed: Vec::new(),
            deepest: 0,
        }
    }

    /// The best line from a ply on.
    pub fn best_line(&self, ply: usize) -> &[G::Move] {
        &self.plies[ply].best
    }

    /// Makes a move of a kind and keeps what there is to keep.
    pub fn make(&mut self, mv: G::Move, kind: Option<usize>) -> Result<(), Halt> {
        if self.means.limits.reached(self.nodes) {
            return Err(Halt::Limit);
        }
        let ply = self.line.len();
        self.plies[ply].kind = kind;
        self.line.make(mv)?;
        self.nodes += 1;
        let (before, after) = (self.line.state_after(ply), self.line.state());
        let Means { game, evaluation, .. } = self.means;
        let [now, next] = &mut self.plies[ply..=ply + 1] else { unreachable!("these are two") };
        evaluation.follow(game, (&now.kept, &mut next.kept), (before, after), &mut self.changed);
        next.key = game.key(after);
        Ok(())
    }

    pub fn unmake(&mut self) {
        self.line.unmake();
    }

    /// Whether the position stood before in this line or in the game.
    fn repeats(&self) -> bool {
        let ply = self.line.len();
        let key = self.plies[ply].key;
        self.plies[..ply].iter().any(|earlier| earlier.key == key) || self.means.before.contains(&key)
    }

    /// What the position is worth to `view`, looked at so many moves deep. Below `alpha` and above `beta` only that counts, and that it is so.
    pub fn node(&mut self, depth: i32, window: (i32, i32), view: Player) -> Result<Found, Halt> {
        let ply = self.line.len();
        self.deepest = self.deepest.max(ply);
        self.plies[ply].best.clear();
        if self.repeats() {
            return Ok(Found { value: 0, solid: false });
        }
        let known = self.means.table.get(self.plies[ply].key);
        if let Some(found) = known.and_then(|known| useful(known, depth, window, (view, ply))) {
            return Ok(found);
        }
        let mut moves = std::mem::take(&mut self.plies[ply].moves);
        let turn = self.means.game.turn(self.line.state(), &mut moves);
        let found = match turn {
            Err(fault) => Err(fault.into()),
            // Where the game remembers positions, what stood before may be why it ended; the table does not know that.
            Ok(Turn::Over(outcome)) => {
                Ok(Found { value: ended(outcome, view, ply), solid: !self.means.game.remembers() })
            }
            Ok(Turn::Chance) => Ok(Found { value: 0, solid: false }),
            Ok(Turn::Player(mover)) if mover == view => self.choose(&moves, known, depth, window, mover),
            Ok(Turn::Player(mover)) => {
                let (alpha, beta) = window;
                self.choose(&moves, known, depth, (-beta, -alpha), mover).map(Found::turned_round)
            }
        };
        self.plies[ply].moves = moves;
        found
    }

    /// What the position is worth to the player who has these moves.
    fn choose(
        &mut self,
        moves: &[G::Move],
        known: Option<Entry>,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        mover: Player,
    ) -> Result<Found, Halt> {
        let ply = self.line.len();
        // What is forced is no choice, and costs no depth; but it must end.
        let depth = if moves.len() == 1 && ply < DEEPEST / 2 { depth + 1 } else { depth };
        if depth <= 0 || ply >= DEEPEST {
            return self.quieten(moves, depth, (alpha, beta), mover);
        }
        // Where points are made, who is to move may have to give some away, and most moves do: nothing is foregone there, and a few moves
        // tell nothing of the others.
        let points = self.means.points;
        let calm = !points && self.plies[ply].kept.hot(mover) == 0 && self.plies[ply].kept.hot(mover.next(2)) == 0;
        if depth <= 3 && calm && beta.abs() < WINS && beta - alpha == 1 {
            // So far above what is asked for that a few quiet moves hardly change it.
            let value = self.estimate(moves.len(), mover)?;
            if value - 120 * depth >= beta {
                return Ok(Found { value, solid: false });
            }
        }
        // Where nothing is known to begin with, one move less deep will do.
        let depth = if depth >= 4 && known.is_none_or(|known| known.best.is_none()) { depth - 1 } else { depth };
        self.rank(moves, known.and_then(|known| known.best), mover)?;
        let ranked = std::mem::take(&mut self.plies[ply].ranked);
        let mut best = Found { value: -WIN, solid: true };
        let mut solid = true;
        let mut best_move = None;
        let lower = alpha;
        let mut outcome = Ok(());
        for (looked, &(score, index, kind)) in ranked.iter().enumerate() {
            let (mv, kind) = (moves[index as usize], kind as usize);
            let quiet = score < QUIET;
            let late = !points && depth <= 3 && looked as i32 > 6 + 5 * depth * depth;
            if quiet && late && best.value > -WINS {
                // Late quiet moves near the horizon are left out.
                solid = false;
                break;
            }
            if let Err(halt) = self.make(mv, Some(kind)) {
                outcome = Err(halt);
                break;
            }
            let reduced = if quiet && depth >= 3 && looked >= 3 { reduction(depth, looked) } else { 0 };
            let found = self.look(depth - 1, reduced, (alpha, beta), mover, looked == 0);
            self.unmake();
            let found = match found {
                Ok(found) => found,
                Err(halt) => {
                    outcome = Err(halt);
                    break;
                }
            };
            solid &= found.solid;
            if found.value > best.value || best_move.is_none() {
                best = found;
                best_move = Some(index as u16);
                if found.value > alpha {
                    alpha = found.value;
                    self.extend_best(ply, mv);
                }
                if alpha >= beta {
                    if quiet {
                        let earlier = ranked[..looked].iter().filter(|(score, ..)| *score < QUIET);
                        let others = earlier.map(|&(_, _, kind)| kind as usize);
                        let before = ply.checked_sub(1).and_then(|ply| self.plies[ply].kind);
                        self.order.refuted((mv, kind), ply, depth, before, others);
                    }
                    break;
                }
            }
        }
        self.plies[ply].ranked = ranked;
        outcome?;
        // A refutation stands by itself; that nothing is better rests on all.
        let solid = if best.value >= beta { best.solid } else { solid };
        let bound = match best.value {
            value if value >= beta => Bound::Least,
            value if value <= lower => Bound::Most,
            _ => Bound::Exact,
        };
        let depth = if solid { SOLVED } else { depth.min(i32::from(SOLVED) - 1) as u8 };
        self.means.table.put(self.plies[ply].key, stored(best.value, bound, depth, best_move, (mover, ply)));
        Ok(Found { value: best.value, solid })
    }

    /// Looks at a move that was made: the first with the whole window, others only whether they are better.
    fn look(
        &mut self,
        depth: i32,
        reduced: i32,
        (alpha, beta): (i32, i32),
        mover: Player,
        first: bool,
    ) -> Result<Found, Halt> {
        if first {
            return self.node(depth, (alpha, beta), mover);
        }
        let mut found = self.node(depth - reduced, (alpha, alpha + 1), mover)?;
        if found.value > alpha && reduced > 0 {
            found = self.node(depth, (alpha, alpha + 1), mover)?;
        }
        if found.value > alpha && found.value < beta {
            found = self.node(depth, (alpha, beta), mover)?;
        }
        Ok(found)
    }

    /// The best line of a ply is a move and the best line after it.
    fn extend_best(&mut self, ply: usize, mv: G::Move) {
        let (here, after) = self.plies.split_at_mut(ply + 1);
        let best = &mut here[ply].best;
        best.clear();
        best.push(mv);
        best.extend_from_slice(&after[0].best);
    }

    /// Finds which moves of this ply change a score, if that matters.
    fn find_scoring(&mut self, moves: &[G::Move]) -> Result<(), Halt> {
        if let (true, Some(structure)) = (self.means.points, self.structure) {
            let scoring = &mut self.plies[self.line.len()].scoring;
            structure.scoring_moves(self.line.state(), moves, scoring)?;
        }
        Ok(())
    }

    /// Puts the moves of this ply into the order in which they are looked at.
    fn rank(&mut self, moves: &[G::Move], best: Option<u16>, mover: Player) -> Result<(), Halt> {
        self.find_scoring(moves)?;
        let ply = self.line.len();
        let Means { game, evaluation, .. } = self.means;
        let state = self.line.state();
        let before = ply.checked_sub(1).and_then(|ply| self.plies[ply].kind);
        let order = &self.order;
        let Ply { ranked, kept, scoring, .. } = &mut self.plies[ply];
        ranked.clear();
        ranked.extend(moves.iter().enumerate().map(|(index, &mv)| {
            let kind = Order::kind(game, state, mv, index, mover);
            let known = Known {
                best: best == Some(index as u16),
                scores: scoring.binary_search(&(index as u32)).is_ok(),
                before,
            };
            let score = order.score((game, state, evaluation, &*kept), (mv, kind), (mover, ply), known);
            (score, index as u32, kind as u32)
        }));
        ranked.sort_unstable_by_key(|&(score, index, _)| (std::cmp::Reverse(score), index));
        Ok(())
    }

    fn estimate(&mut self, moves: usize, mover: Player) -> Result<i32, Halt> {
        let Means { game, evaluation, .. } = self.means;
        let kept = &self.plies[self.line.len()].kept;
        let value = evaluation.value(game, self.line.state(), kept, (mover, moves))?;
        Ok(if mover == Player::FIRST { value } else { -value })
    }

    /// What the position is worth when only moves that change much are looked at: those that take or make points, and those that fill or
    /// stop a line that lacks one piece.
    fn quieten(
        &mut self,
        moves: &[G::Move],
        depth: i32,
        (mut alpha, beta): (i32, i32),
        mover: Player,
    ) -> Result<Found, Halt> {
        let ply = self.line.len();
        let hot = |player| self.plies[ply].kept.hot(player) > 0;
        let (own, other) = (hot(mover), hot(mover.next(2)));
        let stand = self.estimate(moves.len(), mover)?;
        if ply >= DEEPEST || depth < -QUIESCENCE {
            return Ok(Found { value: stand, solid: false });
        }
        let Some(structure) = self.structure else { return Ok(Found { value: stand, solid: false }) };
        self.find_scoring(moves)?;
        let mut ranked = std::mem::take(&mut self.plies[ply].ranked);
        ranked.clear();
        let state = self.line.state();
        let Means { game, evaluation, .. } = self.means;
        for (index, &mv) in moves.iter().enumerate() {
            let moved = structure.moved(mv);
            let urge = match moved {
                Some((_, to)) if own || other => evaluation.urge(&self.plies[ply].kept, to, mover).unwrap_or(0),
                _ => 0,
            };
            let takes = structure.takes(state, mv) || self.plies[ply].scoring.binary_search(&(index as u32)).is_ok();
            if urge >= PRESSING || takes {
                let taken = moved.and_then(|(_, to)| structure.class_at(state, to).map(|class| (class, to)));
                let worth = taken.map_or(0, |(class, to)| evaluation.piece(class, to).abs());
                let kind = Order::kind(game, state, mv, index, mover);
                ranked.push((urge + worth, index as u32, kind as u32));
            }
        }
        ranked.sort_unstable_by_key(|&(score, index, _)| (std::cmp::Reverse(score), index));
        // Who must take, or stop a win, cannot leave things as they are.
        let forced = !ranked.is_empty() && (ranked.len() == moves.len() || other && !own);
        let mut best = if forced { -WIN } else { stand };
        let mut outcome = Ok(());
        if best < beta {
            alpha = alpha.max(best);
            for &(_, index, kind) in &ranked {
                let found = self.make(moves[index as usize], Some(kind as usize)).and_then(|()| {
                    let found = self.node(depth - 1, (alpha, beta), mover);
                    self.unmake();
                    found
                });
                match found {
                    Ok(found) => best = best.max(found.value),
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
        // A loss that was found among some moves only is none yet.
        let value = if best <= -WINS && ranked_some(&self.plies[ply].ranked, moves) { stand.min(0) } else { best };
        Ok(Found { value, solid: false })
    }
}

/// Moves with less than this from [`Order::score`] change little.
const QUIET: i32 = 1 << 20;
/// How many moves deep only moves that change much are looked at.
const QUIESCENCE: i32 = 8;

/// Whether these are not all moves.
fn ranked_some<M>(ranked: &[(i32, u32, u32)], moves: &[M]) -> bool {
    ranked.len() < moves.len()
}

/// How much less deep a late move is looked at.
fn reduction(depth: i32, looked: usize) -> i32 {
    let by = f64::from(depth).ln() * (looked as f64).ln() / 2.2;
    (by as i32).clamp(1, depth - 1)
}

/// What an end is worth, so many plies from the root.
pub(super) fn ended(outcome: Outcome, view: Player, ply: usize) -> i32 {
    match outcome {
        Outcome::Draw => 0,
        Outcome::Won(winner) if winner == view => WIN - ply as i32,
        Outcome::Won(_) => ply as i32 - WIN,
    }
}

/// As the table has it: for player 1, with plies to a win counted from the position.
fn stored(value: i32, bound: Bound, depth: u8, best: Option<u16>, (view, ply): (Player, usize)) -> Entry {
    let from_here = match value {
        value if value >= WINS => value + ply as i32,
        value if value <= -WINS => value - ply as i32,
        value => value,
    };
    let (value, bound) = turned(from_here, bound, view);
    Entry { value, bound, depth, best }
}

/// What an entry says of a position at a ply, if that answers the question.
fn useful(entry: Entry, depth: i32, (alpha, beta): (i32, i32), (view, ply): (Player, usize)) -> Option<Found> {
    if i32::from(entry.depth) < depth {
        return None;
    }
    let (value, bound) = turned(entry.value, entry.bound, view);
    let value = match value {
        value if value >= WINS => value - ply as i32,
        value if value <= -WINS => value + ply as i32,
        value => value,
    };
    let solid = entry.depth == SOLVED;
    let answers = match bound {
        // Along the best line it is followed, so that the line is known.
        Bound::Exact => solid || beta - alpha == 1,
        Bound::Least => value >= beta,
        Bound::Most => value <= alpha,
    };
    answers.then_some(Found { value, solid })
}

/// From the view of player 1 to that of another, and back.
fn turned(value: i32, bound: Bound, view: Player) -> (i32, Bound) {
    if view == Player::FIRST {
        return (value, bound);
    }
    let bound = match bound {
        Bound::Exact => Bound::Exact,
        Bound::Least => Bound::Most,
        Bound::Most => Bound::Least,
    };
    (-value, bound)
}
