//! Code generation for the last part of every move: scorings, position history, ends of the game. Part of
//! [`MoveWriter`].
//!
//! A playout finds out at the start of the next turn whether the player can move. An end that tests for the lack of
//! moves is therefore deferred until then, unless another end applies; then the order of the ends is respected.

use boardwright_jit::{Arg, Binary, MemoryId, Var};

use boardwright_game::game::Outcome;
use boardwright_game::ids::Player;

use super::Unsupported;
use super::history;
use super::kernel::{Kernel, MaskedKernel};
use super::make_move::MoveWriter;
use super::player_kernels::{EndKernel, EndKernels, ScoringKernel};
use super::single_lane::MoveContext;

impl MoveWriter<'_> {
    /// Evaluates scorings and ends.
    pub(super) fn evaluate_ends(&mut self, context: &mut MoveContext, ending: &EndKernels) -> Result<(), Unsupported> {
        let next = match context.mover {
            Some(mover) => Arg::Word(mover.number() as u64),
            None => self.board.mover(),
        };
        if let Some(looping) = self.playout_loop {
            self.board.w.set(looping.mover, next);
        }
        for ScoringKernel { situation, followup } in &ending.scorings {
            let holds = context.any_of(&mut self.board, std::slice::from_ref(situation))?;
            self.return_if_failed(context)?;
            if let Some(followup) = followup {
                let mut then = context.clone();
                self.board.if_then(holds, |board| then.effect(board, followup))?;
                if then.mover != context.mover {
                    return Err(Unsupported("scorings that pass the turn"));
                }
                self.return_if_failed(context)?;
            }
        }
        if let Some(history) = self.history {
            context.repeats = Some(self.record_position(history)?);
        }
        let deferrable =
            deferrable_end(&ending.ends).filter(|_| context.mover.is_some() && self.playout_loop.is_some());
        let mut deferred = None;
        for (index, EndKernel { situation, winner }) in ending.ends.iter().enumerate() {
            let (parts, rest);
            if deferrable == Some(index) {
                deferred = *winner;
                rest = without_move_test(situation);
                parts = &rest[..];
            } else {
                parts = std::slice::from_ref(situation);
            }
            let holds = context.any_of(&mut self.board, parts)?;
            if deferred.is_some() && deferrable != Some(index) && self.board.may_fail {
                return Err(Unsupported("an end that may fail, after an end that tests for legal moves"));
            }
            self.return_if_failed(context)?;
            self.if_then(holds, |this| {
                if let (Some(number), true) = (deferred, deferrable != Some(index)) {
                    let no_moves = context.test(&mut this.board, &Kernel::NoMoves)?;
                    this.if_then(no_moves, |this| this.end_game_with(Some(number)))?;
                }
                this.end_game_with(*winner)
            })?;
        }
        self.defer_outcome(deferred.map_or(0, |number| number as u64 + 1));
        self.continue_game();
        Ok(())
    }

    /// Ends the game with the winner of this number; `None` is the player with the highest score. For -1 (no result)
    /// the game continues, and no other end is evaluated.
    fn end_game_with(&mut self, winner: Option<i32>) -> Result<(), Unsupported> {
        match winner {
            Some(-1) => {
                self.defer_outcome(0);
                self.continue_game();
            }
            Some(0) => self.end_game(Outcome::Draw),
            Some(number) => {
                let winner = usize::try_from(number).ok().and_then(Player::new);
                let winner = winner.filter(|winner| winner.number() <= self.board.layout.player_count);
                self.end_game(Outcome::Won(winner.ok_or(Unsupported("a winner who is not in the game"))?));
            }
            None => {
                if self.board.layout.player_count != 2 {
                    return Err(Unsupported("the highest score of more than two players"));
                }
                let scores = [1, 2].map(|number| {
                    let player = Player::new(number).expect("there are two");
                    self.board.score(player)
                });
                for (winner, [less, more]) in [(1, [scores[1], scores[0]]), (2, scores)] {
                    let wins = self.board.w.binary(Binary::SignedLess, less, more);
                    self.if_then(wins, |this| {
                        this.end_game(Outcome::Won(Player::new(winner).expect("there are two")));
                        Ok(())
                    })?;
                }
                self.end_game(Outcome::Draw);
            }
        }
        Ok(())
    }

    /// Stores the outcome, as encoded in the state, for the case that the next player cannot move.
    fn defer_outcome(&mut self, outcome: u64) {
        if let Some(looping) = self.playout_loop {
            self.board.w.set(looping.pending, outcome);
        }
    }

    /// Ends the game if no move is possible: with the deferred end, or without a winner.
    pub(super) fn end_without_moves(&mut self, pending: Var) -> Result<(), Unsupported> {
        let outcomes = (0..=self.board.layout.player_count).map(|number| match Player::new(number) {
            None => Outcome::Draw,
            Some(player) => Outcome::Won(player),
        });
        for outcome in outcomes {
            let this = self.board.w.binary(Binary::Equal, pending, outcome.winner() as u64 + 1);
            self.if_then(this, |this| {
                this.end_game(outcome);
                Ok(())
            })?;
        }
        self.return_code(Arg::Word(1));
        Ok(())
    }

    /// Adds the position to the history. Returns its number of occurrences, this one included.
    fn record_position(&mut self, history: MemoryId) -> Result<Arg, Unsupported> {
        let key = self.board.repetition_key()?;
        Ok(history::record(&mut self.board.w, history, key))
    }

    fn end_game(&mut self, outcome: Outcome) {
        self.board.set_outcome(outcome);
        self.return_code(Arg::Word(outcome.winner() as u64 + 1));
    }
}

/// Index of the end that can be deferred: the only one that tests for moves, if it has a fixed winner and tests for
/// them alone or as one alternative of a disjunction.
fn deferrable_end(ends: &[EndKernel]) -> Option<usize> {
    let mut asking = ends.iter().enumerate().filter(|(_, end)| end.situation.kernel.tests_for_moves());
    let (index, end) = asking.next()?;
    let rest = without_move_test(&end.situation);
    let alone = end.situation.lanes.is_none() && !rest.iter().any(|part| part.kernel.tests_for_moves());
    (alone && asking.next().is_none() && end.winner.is_some_and(|winner| winner >= 0)).then_some(index)
}

/// Alternatives of a situation other than the lack of moves.
fn without_move_test(situation: &MaskedKernel) -> Vec<MaskedKernel> {
    let plain = |part: &&MaskedKernel| part.lanes.is_some() || !matches!(part.kernel, Kernel::NoMoves);
    match &situation.kernel {
        Kernel::NoMoves => Vec::new(),
        Kernel::Any(parts) => parts.iter().filter(plain).cloned().collect(),
        _ => vec![situation.clone()],
    }
}
