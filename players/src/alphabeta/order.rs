//! Move ordering: transposition table move, captures by most valuable victim, killer moves, countermoves and the
//! history heuristic. The search decides how deep each move is searched.

use boardwright_game::game::Game;
use boardwright_game::ids::Player;

use crate::evaluation::{Evaluation, IncrementalEval, URGENT};

/// Move ordering statistics that do not depend on the position.
#[derive(Debug)]
pub(super) struct MoveOrdering<M> {
    /// Killer moves: the last two moves per ply that caused a beta cutoff.
    killers: Vec<[Option<M>; 2]>,
    /// History heuristic, by player and kind of move: cutoffs of the move, weighted by depth.
    history: Vec<i32>,
    /// Countermove heuristic, by player and kind of the previous move: the last move that refuted it.
    countermoves: Vec<Option<M>>,
}

/// A position whose moves are ordered.
pub(super) struct OrderingPosition<'a, G: Game> {
    pub game: &'a G,
    pub state: &'a G::State,
    pub evaluation: &'a Evaluation,
    /// Incremental terms of the evaluation of the position.
    pub eval: &'a IncrementalEval,
    /// The player to move.
    pub player: Player,
    /// Distance from the root.
    pub ply: usize,
}

/// A beta cutoff: a move that refuted the previous one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cutoff<M> {
    pub mv: M,
    /// [Kind](MoveOrdering::move_kind) of the move.
    pub kind: usize,
    /// Kind of the move that led to the position.
    pub previous_kind: Option<usize>,
    pub ply: usize,
    /// Remaining depth of the search.
    pub depth: i32,
}

/// Ordering hints for a move in its position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MoveHints {
    /// `true` for the best move of an earlier search of the position.
    pub is_best: bool,
    /// `true` if the move changes a score.
    pub is_scoring: bool,
    /// Kind of the move that led to the position.
    pub previous_kind: Option<usize>,
}

/// Number of kinds of moves per player: hashes of the class of the piece and its target.
const MOVE_KINDS: usize = 1 << 12;
/// Upper bound of history scores.
const MAX_HISTORY: i32 = 1 << 16;

const BEST_SCORE: i32 = 1 << 30;
const URGENT_SCORE: i32 = 1 << 26;
const CAPTURE_SCORE: i32 = 1 << 24;
const KILLER_SCORE: i32 = 1 << 22;
const COUNTER_SCORE: i32 = 1 << 21;

impl<M: Copy + PartialEq> MoveOrdering<M> {
    pub fn new() -> Self {
        Self { killers: Vec::new(), history: vec![0; 2 * MOVE_KINDS], countermoves: vec![None; 2 * MOVE_KINDS] }
    }

    /// Ages the statistics between searches: history scores are halved, killer moves are cleared.
    pub fn age(&mut self) {
        self.killers.clear();
        self.history.iter_mut().for_each(|count| *count /= 2);
    }

    /// Kind of a move by a player. Where the game does not describe its moves, the kind is the index in the list of
    /// moves.
    pub fn move_kind<G: Game<Move = M>>(game: &G, state: &G::State, mv: M, index: usize, player: Player) -> usize {
        let number = match game.structure().and_then(|structure| Some((structure, structure.moved_element(mv)?))) {
            Some((structure, (element, to))) => structure.class(state, element) * 0x3A7 + to.index(),
            None => index,
        };
        number % MOVE_KINDS + if player == Player::FIRST { 0 } else { MOVE_KINDS }
    }

    /// Ordering score of a move of a kind: moves with greater scores are searched first.
    pub fn score<G: Game<Move = M>>(
        &self,
        position: &OrderingPosition<'_, G>,
        mv: M,
        kind: usize,
        MoveHints { is_best, is_scoring, previous_kind }: MoveHints,
    ) -> i32 {
        let OrderingPosition { game, state, evaluation, eval, player, ply } = *position;
        if is_best {
            return BEST_SCORE;
        }
        let mut score = self.history[kind];
        if let Some(structure) = game.structure() {
            let moved = structure.moved_element(mv);
            if let Some(urgency) = moved.and_then(|(_, to)| evaluation.placement_urgency(eval, to, player)) {
                score += if urgency >= URGENT { URGENT_SCORE + urgency } else { 16 * urgency };
            }
            if structure.is_capture(state, mv) {
                let taken = moved.and_then(|(_, to)| structure.class_at(state, to).map(|class| (class, to)));
                score += CAPTURE_SCORE + taken.map_or(0, |(class, to)| 64 * evaluation.piece_value(class, to).abs());
            }
        }
        if is_scoring {
            score += CAPTURE_SCORE;
        }
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        if killers[0] == Some(mv) {
            score += KILLER_SCORE + 1;
        } else if killers[1] == Some(mv) {
            score += KILLER_SCORE;
        } else if previous_kind.is_some_and(|before| self.countermoves[before] == Some(mv)) {
            score += COUNTER_SCORE;
        }
        score
    }

    /// Records a beta cutoff. The moves of the kinds `others`, which were searched before, caused none.
    pub fn record_cutoff(&mut self, cutoff: Cutoff<M>, others: impl Iterator<Item = usize>) {
        let Cutoff { mv, kind, previous_kind, ply, depth } = cutoff;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(before) = previous_kind {
            self.countermoves[before] = Some(mv);
        }
        let bonus = (depth * depth).min(400) * 8;
        self.update_history(kind, bonus);
        others.for_each(|other| self.update_history(other, -bonus));
    }

    /// Adds a bonus to a history score with a gravity term: the closer the score is to its bound, the less is added.
    fn update_history(&mut self, kind: usize, bonus: i32) {
        let count = &mut self.history[kind];
        *count += bonus - (i64::from(*count) * i64::from(bonus.abs()) / i64::from(MAX_HISTORY)) as i32;
    }
}
