//! Random playouts: a loop of listing, drawing and making.
//!
//! The condition `after` is tested for the drawn move only; a move that fails is dropped and another one drawn, so that
//! every legal move stays equally likely.

use boardwright_jit::{Arg, Binary, FunctionId, Memory, MemoryId, Var, Width, Writer};

use super::chance::{Turn, Weights};
use super::generator::{Generated, Generator};
use super::listing::Group;
use super::making::ILLEGAL;
use super::scratch;
use crate::codegen::random_move::{random_below, select_table};
use crate::codegen::{CONTINUES, MOVE_FAILED, history};

/// The functions of a turn.
#[derive(Clone, Debug)]
pub(super) struct TurnCode {
    pub(super) turn: Turn,
    pub(super) groups: Vec<Group>,
    pub(super) make: FunctionId,
    pub(super) ends: FunctionId,
    pub(super) list: FunctionId,
    pub(super) count: FunctionId,
    pub(super) can_move: FunctionId,
    /// The weights by which moves are drawn; `None` if all are equally likely.
    pub(super) weights: Option<Weights>,
}

/// Variables of the function that plays a random playout.
#[derive(Clone, Copy)]
pub(super) struct PlayoutVariables {
    /// State of the random number generator.
    pub(super) random: Var,
    /// Number of moves made.
    pub(super) length: Var,
}

impl Generator<'_> {
    /// Writes the function that plays a random playout. It returns 0 at the limit of moves, or the number of the winner
    /// plus 1.
    pub(super) fn write_playout(&mut self, turns: &[TurnCode], has_after: &[bool]) -> Generated<FunctionId> {
        let history = self.history;
        let id = self.board.w.declare_function(0);
        self.board.w.begin_declared(id);
        let random = self.board.w.load(self.scratch, Width::Eight, 0, scratch::RANDOM);
        let random = self.variable(random);
        let length = self.variable(0);
        let outcome =
            self.board.w.load(self.board.state, Width::Byte, 0, boardwright_interpreter::state::header::OUTCOME);
        self.when(outcome, |g| {
            g.return_from_playout(outcome, length);
            Ok(())
        })?;
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::IS_LISTED, 0);
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::TESTS_ONLY, 0);
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::DEPTH, 0);
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::JOURNAL_TOP, 0);
        let variables = PlayoutVariables { random, length };
        let (turn, ()) = self.nested(|g| {
            g.by_turn(turns.len(), |g, index| g.write_turn(&turns[index], has_after, variables, history))?;
            g.return_from_playout(Arg::Word(MOVE_FAILED), length);
            Ok(())
        })?;
        self.board.w.write_loop(turn);
        self.board.w.end_declared(id);
        Ok(id)
    }

    /// The table by which a bit is found from its rank.
    fn select_table(&mut self) -> MemoryId {
        let Memory::Table(table) = select_table() else { unreachable!("a constant table") };
        self.table(table.into_vec())
    }

    pub(super) fn return_from_playout(&mut self, code: Arg, length: Var) {
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::LENGTH, length);
        self.board.w.return_word(code);
    }

    /// Ends the playout if a called function has met a fault.
    pub(super) fn return_if_failed(&mut self, length: Var) -> Generated<()> {
        let failed = self.board.w.load(self.scratch, Width::Eight, 0, scratch::FAULT);
        self.when(failed, |g| {
            g.return_from_playout(Arg::Word(MOVE_FAILED), length);
            Ok(())
        })
    }

    /// A turn: the loop goes on after a move, and the function returns without one.
    fn write_turn(
        &mut self,
        code: &TurnCode,
        has_after: &[bool],
        variables: PlayoutVariables,
        history: Option<MemoryId>,
    ) -> Generated<()> {
        let PlayoutVariables { random, length } = variables;
        let listed = self.board.w.load(self.scratch, Width::Eight, 0, scratch::IS_LISTED);
        let goes_on = self.variable(0);
        let table = self.select_table();
        let rejected = self.variable(0);
        for (number, group) in code.groups.iter().enumerate() {
            let number = number as u64 + 1;
            // A test for the lack of moves may have listed the candidates already.
            let later = self.op(Binary::UnsignedLess, number, listed);
            let wanted = self.negate(later);
            let pending = self.op(Binary::NotEqual, goes_on, 1);
            let wanted = self.and(wanted, pending);
            self.when(wanted, |g| {
                let known = g.equal(listed, number);
                let count = g.variable(0);
                g.choose(
                    known,
                    |g| {
                        let known = g.board.w.load(g.scratch, Width::Eight, 0, scratch::COUNT);
                        g.board.w.set(count, known);
                        Ok(())
                    },
                    |g| {
                        let listed = g.board.w.call(group.candidates, &[]);
                        g.return_if_failed(length)?;
                        g.board.w.set(count, listed);
                        Ok(())
                    },
                )?;
                let tests_first = group.has_after
                    && (group.has_preferences || (group.has_equal_moves && !group.equal_moves_are_alike));
                let mut kept = Arg::Var(count);
                if tests_first {
                    kept = g.keep_legal(group, code.make, has_after, kept)?;
                }
                kept = g.keep_preferred(group, kept)?;
                kept = g.keep_distinct(group, kept)?;
                g.board.w.set(count, kept);
                let round = g.nested_loop(|g| {
                    let none = g.equal(count, 0);
                    g.board.w.if_then(none, Writer::break_loop);
                    let limit = g.board.w.load(g.scratch, Width::Eight, 0, scratch::LIMIT);
                    let enough = g.equal(length, limit);
                    g.when(enough, |g| g.return_at_limit(code, group, length))?;
                    let chosen = g.board.w.load(g.scratch, Width::Eight, 0, scratch::CHOSEN);
                    let drawn = random_below(&mut g.board.w, random, count.into());
                    let given = g.op(Binary::Sub, chosen, 1);
                    let drawn = g.board.w.select(chosen, given, drawn);
                    let (key, at, target) = if group.by_segments {
                        g.find_in_segments(table, drawn)?
                    } else {
                        let at = g.op(Binary::ShiftLeft, drawn, 3);
                        (g.board.w.load(g.scratch, Width::Eight, at, scratch::MOVES), at, Arg::Word(0))
                    };
                    g.board.w.store(g.scratch, Width::Eight, 0, scratch::MOVE, key);
                    g.board.w.store(g.scratch, Width::Eight, 0, scratch::TOTAL, count);
                    g.board.w.store(g.scratch, Width::Eight, 0, scratch::DRAWN, key);
                    if let Some(weights) = code.weights {
                        g.reject_by_weight(weights, variables, rejected, chosen)?;
                    }
                    let made = g.board.w.call(code.make, &[]);
                    g.return_if_failed(length)?;
                    if group.has_after {
                        let illegal = g.equal(made, ILLEGAL);
                        g.when(illegal, |g| {
                            g.when(chosen, |g| {
                                g.return_from_playout(Arg::Word(ILLEGAL), length);
                                Ok(())
                            })?;
                            let less = g.op(Binary::Sub, count, 1);
                            g.board.w.set(count, less);
                            if group.by_segments {
                                g.drop_from_segment(at, target);
                            } else {
                                let last = g.op(Binary::ShiftLeft, less, 3);
                                let last = g.board.w.load(g.scratch, Width::Eight, last, scratch::MOVES);
                                g.board.w.store(g.scratch, Width::Eight, at, scratch::MOVES, last);
                            }
                            g.board.w.continue_loop();
                            Ok(())
                        })?;
                    }
                    let longer = g.op(Binary::Add, length, 1);
                    g.board.w.set(length, longer);
                    if let Some(history) = history {
                        let repeats = g.record_position(history)?;
                        g.board.w.store(g.scratch, Width::Eight, 0, scratch::REPEATS, repeats);
                    }
                    g.board.w.store(g.scratch, Width::Eight, 0, scratch::IS_LISTED, 0);
                    let ended = g.board.w.call(code.ends, &[]);
                    g.return_if_failed(length)?;
                    g.when(ended, |g| {
                        g.return_from_playout(ended, length);
                        Ok(())
                    })?;
                    g.board.w.set(goes_on, 1);
                    g.board.w.break_loop();
                    Ok(())
                })?;
                g.board.w.write_loop(round);
                Ok(())
            })?;
        }
        self.board.w.if_then(goes_on, Writer::continue_loop);
        // Nobody wins a game that ends for lack of moves; chance must have one.
        let code = if code.turn.is_chance { MOVE_FAILED } else { 1 };
        self.return_from_playout(Arg::Word(code), length);
        Ok(())
    }

    /// Returns at the limit of moves; the game is over if no move is legal.
    fn return_at_limit(&mut self, code: &TurnCode, group: &Group, length: Var) -> Generated<()> {
        if group.has_after {
            let can_move = self.board.w.call(code.can_move, &[]);
            self.return_if_failed(length)?;
            let none = self.equal(can_move, 0);
            self.when(none, |g| {
                g.return_from_playout(Arg::Word(1), length);
                Ok(())
            })?;
        }
        self.return_from_playout(Arg::Word(CONTINUES), length);
        Ok(())
    }

    /// Adds the position to the history; returns how often it has occurred.
    fn record_position(&mut self, memory: MemoryId) -> Generated<Arg> {
        let key = self.board.repetition_key()?;
        Ok(history::record(&mut self.board.w, memory, key))
    }
}
