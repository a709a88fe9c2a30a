//! In which order moves are looked at: those that did well elsewhere first. What is looked at, and how deep, is not decided here.

use boardwright_engine::game::Game;
use boardwright_engine::ids::Player;

use crate::evaluation::{Evaluation, Kept, PRESSING};

/// What is known of moves, whatever the position.
#[derive(Debug)]
pub(super) struct Order<M> {
    /// By ply: the last moves that refuted something there.
    killers: Vec<[Option<M>; 2]>,
    /// By player and kind of move: how often it refuted something, deep ones counting more.
    history: Vec<i32>,
    /// By player and kind of move: what refuted it.
    counters: Vec<Option<M>>,
}

/// What is known of a move in its position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// The best that was found there before.
    pub best: bool,
    /// It changes a score.
    pub scores: bool,
    /// The kind of the move that led there.
    pub before: Option<usize>,
}

/// Kinds of moves that are told apart, for each player: kinds of pieces and targets, mixed.
const KINDS: usize = 1 << 12;
/// No move has a greater history.
const MOST: i32 = 1 << 16;

const BEST: i32 = 1 << 30;
const PRESSES: i32 = 1 << 26;
const TAKES: i32 = 1 << 24;
const KILLER: i32 = 1 << 22;
const COUNTER: i32 = 1 << 21;

impl<M: Copy + PartialEq> Order<M> {
    pub fn new() -> Self {
        Self { killers: Vec::new(), history: vec![0; 2 * KINDS], counters: vec![None; 2 * KINDS] }
    }

    /// What was learnt in an earlier search counts half.
    pub fn fade(&mut self) {
        self.killers.clear();
        self.history.iter_mut().for_each(|count| *count /= 2);
    }

    /// The kind of a move by a player; moves by games that tell nothing of their moves are told apart by their position in the list.
    pub fn kind<G: Game<Move = M>>(game: &G, state: &G::State, mv: M, index: usize, player: Player) -> usize {
        let number = match game.structure().and_then(|structure| Some((structure, structure.moved(mv)?))) {
            Some((structure, (element, to))) => structure.class(state, element) * 0x3A7 + to.index(),
            None => index,
        };
        number % KINDS + if player == Player::FIRST { 0 } else { KINDS }
    }

    /// How soon to look at a move: the more, the sooner.
    pub fn score<G: Game<Move = M>>(
        &self,
        (game, state, evaluation, kept): (&G, &G::State, &Evaluation, &Kept),
        (mv, kind): (M, usize),
        (player, ply): (Player, usize),
        Known { best, scores, before }: Known,
    ) -> i32 {
        if best {
            return BEST;
        }
        let mut score = self.history[kind];
        if let Some(structure) = game.structure() {
            let moved = structure.moved(mv);
            if let Some(urge) = moved.and_then(|(_, to)| evaluation.urge(kept, to, player)) {
                score += if urge >= PRESSING { PRESSES + urge } else { 16 * urge };
            }
            if structure.takes(state, mv) {
                let taken = moved.and_then(|(_, to)| structure.class_at(state, to).map(|class| (class, to)));
                score += TAKES + taken.map_or(0, |(class, to)| 64 * evaluation.piece(class, to).abs());
            }
        }
        if scores {
            score += TAKES;
        }
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        if killers[0] == Some(mv) {
            score += KILLER + 1;
        } else if killers[1] == Some(mv) {
            score += KILLER;
        } else if before.is_some_and(|before| self.counters[before] == Some(mv)) {
            score += COUNTER;
        }
        score
    }

    /// A move refuted what came before it, at a depth; those looked at before it did not.
    pub fn refuted(
        &mut self,
        (mv, kind): (M, usize),
        ply: usize,
        depth: i32,
        before: Option<usize>,
        others: impl Iterator<Item = usize>,
    ) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(before) = before {
            self.counters[before] = Some(mv);
        }
        let bonus = (depth * depth).min(400) * 8;
        self.learn(kind, bonus);
        others.for_each(|other| self.learn(other, -bonus));
    }

    /// The nearer to the most, the less is added.
    fn learn(&mut self, kind: usize, bonus: i32) {
        let count = &mut self.history[kind];
        *count += bonus - (i64::from(*count) * i64::from(bonus.abs()) / i64::from(MOST)) as i32;
    }
}
