//! Fourth pass: making a move, up to the question whether the game goes on.
//!
//! It is written for playouts, where the next round of a loop follows, and for single moves, which the caller chooses.

use boardwright_jit::{Arg, Binary, FunctionId, MemoryId, Program, Var, Width};

use crate::fast::tables::Fast;
use crate::ids::Player;
use crate::kinds::KindId;
use crate::layout::Layout;
use crate::rules::RuleSet;

use super::Beyond;
use super::board::{Board, KindOf};
use super::form::Part;
use super::groups::Source;
use super::offer::{pieces, write_can_move};
use super::one::One;
use super::ready::{Making, Next, Offers, ready};
use super::{FAILED, GOES_ON, UNFIT, waiting};

/// A move: from where to where (the same for what comes in or goes off), and, for what waits off the board, of
/// which kind.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    pub(super) from: Arg,
    pub(super) to: Arg,
    pub(super) kind: Arg,
    /// The element that moves, counted from 0, if it is known already.
    pub(super) piece: Option<Arg>,
}

/// What the loop of a playout keeps.
#[derive(Clone, Copy)]
pub(super) struct Looping {
    /// Where the length is told when the call ends.
    pub(super) told: (MemoryId, usize),
    /// How many moves were made.
    pub(super) length: Var,
    pub(super) mover: Var,
    /// The outcome, as the state holds it, if the next player cannot move; 0 if no end asks for that.
    pub(super) pending: Var,
}

/// Writes code that makes moves.
pub(super) struct Moves<'a> {
    pub(super) board: Board<'a>,
    /// Positions that stood before, in games that remember them.
    pub(super) past: Option<MemoryId>,
    pub(super) fast: &'a Fast,
    pub(super) can_move: Vec<FunctionId>,
    /// `None` while single moves are written.
    pub(super) looping: Option<Looping>,
    /// Some move may fail.
    pub(super) can_fail: bool,
    /// Kinds of which pieces may wait off the board.
    waiting: u64,
}

/// Most instructions; compiling so many takes a fifth of a second.
const MOST: usize = 60_000;

impl<'a> Moves<'a> {
    /// Begins a program, and tells what every player is offered.
    pub(super) fn new(rules: &'a RuleSet, layout: &'a Layout, fast: &'a Fast) -> Result<(Self, Vec<Offers>), Beyond> {
        if fast.listed_plainly || fast.rivals.contains(&true) || fast.doubles.contains(&true) {
            return Err(Beyond("moves of different rules that may be equal"));
        }
        let mut board = Board::new(rules, layout)?;
        let waiting = waiting::kinds(rules, layout, fast);
        let offers: Vec<Offers> =
            layout.players().map(|player| ready(layout, fast, waiting, player)).collect::<Result<_, _>>()?;
        let mut can_move = Vec::new();
        for offers in &offers {
            can_move.push(write_can_move(&mut board, &offers.offered)?);
        }
        Ok((Self { board, past: None, fast, can_move, looping: None, can_fail: false, waiting }, offers))
    }

    /// The program, if it is not too long.
    pub(super) fn finish(self) -> Result<Program, Beyond> {
        let program = self.board.w.finish();
        if program.size() > MOST {
            return Err(Beyond("more code than is worth its while"));
        }
        Ok(program)
    }

    /// Not 0 if pieces of other kinds wait off the board than come there by the rules.
    fn any_unfit(&mut self) -> Result<Arg, Beyond> {
        let board = &mut self.board;
        let mut any = Arg::Word(0);
        if board.layout.waiting.is_none() {
            return Ok(any);
        }
        for kind in (0..board.layout.kinds.len() as u16).filter(|kind| self.waiting >> (kind + 1) & 1 == 0) {
            for word in board.waiting(KindOf::Known(KindId(kind)))? {
                any = board.w.binary(Binary::Or, any, word);
            }
        }
        Ok(any)
    }

    /// Ends the call if pieces of other kinds wait off the board than come there by the rules.
    pub(super) fn leave_if_unfit(&mut self) -> Result<(), Beyond> {
        let unfit = self.any_unfit()?;
        self.when(unfit, |this| {
            this.leave(Arg::Word(UNFIT));
            Ok(())
        })
    }

    /// Runs what `then` writes if a word is not 0.
    pub(super) fn when(
        &mut self,
        condition: Arg,
        then: impl FnOnce(&mut Self) -> Result<(), Beyond>,
    ) -> Result<(), Beyond> {
        self.board.w.open();
        then(self)?;
        let list = self.board.w.close();
        self.board.w.branch(condition, list, Vec::new());
        Ok(())
    }

    /// Ends the call.
    pub(super) fn leave(&mut self, word: Arg) {
        if let Some(Looping { told: (memory, at), length, .. }) = self.looping {
            self.board.w.store(memory, Width::Eight, 0, at, length);
        }
        self.board.w.give(word);
    }

    /// The move is made, and the game goes on.
    pub(super) fn goes_on(&mut self) {
        match self.looping {
            Some(_) => self.board.w.again(),
            None => self.board.w.give(GOES_ON),
        }
    }

    /// Makes a move by the making of the number that is chosen.
    pub(super) fn make_one(
        &mut self,
        player: Player,
        makings: &[&Making],
        chosen: Arg,
        lane: Lane,
    ) -> Result<(), Beyond> {
        self.dispatch(player, makings, 0, chosen, lane)
    }

    /// The same for makings from number `first` on. They are tried in halves.
    fn dispatch(
        &mut self,
        player: Player,
        makings: &[&Making],
        first: usize,
        chosen: Arg,
        lane: Lane,
    ) -> Result<(), Beyond> {
        if let [making] = makings {
            return self.make(player, making, lane);
        }
        let (low, high) = makings.split_at(makings.len() / 2);
        let middle = first + low.len();
        let lower = self.board.w.binary(Binary::Below, chosen, middle as u64);
        self.board.w.open();
        self.dispatch(player, low, first, chosen, lane)?;
        let low = self.board.w.close();
        self.board.w.open();
        self.dispatch(player, high, middle, chosen, lane)?;
        let high = self.board.w.close();
        self.board.w.branch(lower, low, high);
        Ok(())
    }

    /// Makes a move.
    pub(super) fn make(
        &mut self,
        player: Player,
        making: &Making,
        Lane { from, to, kind, piece }: Lane,
    ) -> Result<(), Beyond> {
        let board = &mut self.board;
        let failed = board.w.variable();
        board.w.set(failed, 0);
        let mut one = One { lane: Some(to), mover: Some(player), failed: Some(failed), ..One::default() };
        for &global in &self.fast.reset_moves {
            board.reset(global)?;
        }
        if making.captures && !making.goes_off {
            let there = board.content(to);
            one.captured = Some(there);
            board.branch(there, |board| {
                let element = board.w.binary(Binary::Sub, there, 1);
                let room = board.remove(element)?;
                let full = board.w.binary(Binary::Equal, room, 0);
                one.fail_if(board, full)
            })?;
        }
        // Where the first that follows gives the piece another kind, it is put down as that.
        let stays = !making.goes_off && making.source != Source::Bare;
        let (becomes, followup) = match making.followup.as_ref().filter(|_| stays).and_then(Part::first_change) {
            Some(((deed, number), rest)) => (Some(board.kinds_table(deed, number)?), Some(rest)),
            None => (None, making.followup.clone()),
        };
        match making.source {
            Source::Bare => {}
            Source::Board(kinds) => {
                let element = board.content(from);
                one.moved = Some(element);
                let index = board.w.binary(Binary::Sub, element, 1);
                let kind = match kinds.count_ones() {
                    1 => KindOf::Known(KindId(kinds.trailing_zeros() as u16 - 1)),
                    _ => KindOf::Found(board.kind(index)),
                };
                if making.goes_off {
                    board.take_off(index, from, kind);
                } else {
                    board.move_piece(index, from, to, kind, becomes);
                }
            }
            source @ Source::Waiting(_) => {
                let kind = match kind {
                    Arg::Word(kind) => KindOf::Known(KindId(kind as u16)),
                    found @ Arg::Var(_) => KindOf::Found(found),
                };
                let index = match piece {
                    Some(piece) => piece,
                    None => {
                        let words = pieces(board, source, kind)?;
                        board.first(&words).0
                    }
                };
                one.moved = Some(board.w.binary(Binary::Add, index, 1));
                board.bring_in(index, to, kind, becomes);
            }
            source @ Source::Reserve(kind, _) => {
                let reserve = match piece {
                    Some(_) => from,
                    None => {
                        let words = pieces(board, source, KindOf::Known(kind))?;
                        board.first(&words).0
                    }
                };
                let element = board.content(reserve);
                one.moved = Some(element);
                let index = board.w.binary(Binary::Sub, element, 1);
                board.move_piece(index, reserve, to, KindOf::Known(kind), becomes);
            }
        }
        one.can_move.clone_from(&self.can_move);
        if let Some(followup) = &followup {
            one.act_part(board, followup)?;
        }
        self.fail(&one)?;
        match &making.next {
            Next::Stays => self.end(&mut one, &making.tails[0]),
            Next::Is(next) => {
                self.board.pass_turn(one.mover, *next)?;
                one.mover = Some(*next);
                let tail = making.tails.get(next.index()).unwrap_or(&making.tails[0]);
                self.end(&mut one, tail)
            }
            Next::Worked(form) => {
                let number = one.number(&mut self.board, form)?;
                self.fail(&one)?;
                for next in self.board.layout.players() {
                    let here = self.board.w.binary(Binary::Equal, number, next.number() as u64);
                    self.when(here, |this| {
                        let mut then = one.clone();
                        this.board.pass_turn(one.mover, next)?;
                        then.mover = Some(next);
                        let tail = making.tails.get(next.index()).unwrap_or(&making.tails[0]);
                        this.end(&mut then, tail)
                    })?;
                }
                // There is no such player.
                self.leave(Arg::Word(FAILED));
                Ok(())
            }
        }
    }

    /// Ends the call if something has failed that may.
    pub(super) fn fail(&mut self, one: &One) -> Result<(), Beyond> {
        let Some(failed) = one.failed.filter(|_| std::mem::take(&mut self.board.may_fail)) else { return Ok(()) };
        self.can_fail = true;
        self.when(failed.into(), |this| {
            this.leave(Arg::Word(FAILED));
            Ok(())
        })
    }
}
