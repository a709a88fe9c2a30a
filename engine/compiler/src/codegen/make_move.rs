//! Fourth pass: code generation for making a move, up to the test whether the game continues.
//!
//! The code is used in playouts, where the next iteration of a loop follows, and for single moves, which the caller
//! selects.

use boardwright_jit::{Arg, Binary, FunctionId, MemoryId, Program, Var, Width};

use crate::tables::CompiledRules;
use boardwright_game::ids::Player;
use boardwright_interpreter::kinds::PieceKindId;
use boardwright_interpreter::layout::Layout;
use boardwright_rules::RuleSet;

use super::Unsupported;
use super::availability::{entering_pieces, write_can_move};
use super::board::{Board, KindOf};
use super::kernel::MaskedKernel;
use super::move_groups::Source;
use super::player_kernels::{MakeKernel, NextMover, PlayerOffers, player_kernels};
use super::single_lane::MoveContext;
use super::{CONTINUES, MOVE_FAILED, UNSUPPORTED_STATE, supply};

/// Run-time operands of a move: source and target (equal for pieces that enter or leave the board), and the kind of a
/// piece from the off-board supply.
#[derive(Clone, Copy)]
pub(super) struct MoveOperands {
    pub(super) from: Arg,
    pub(super) to: Arg,
    pub(super) kind: Arg,
    /// The element that moves, counted from 0, if known.
    pub(super) piece: Option<Arg>,
}

/// Variables of the loop of a playout.
#[derive(Clone, Copy)]
pub(super) struct PlayoutLoop {
    /// Memory and offset of the result: the number of moves.
    pub(super) length_slot: (MemoryId, usize),
    /// Number of moves made.
    pub(super) length: Var,
    pub(super) mover: Var,
    /// Deferred outcome, as encoded in the state, for the case that the next player cannot move; 0 if there is none.
    pub(super) pending: Var,
}

/// Code generator for making moves.
pub(super) struct MoveWriter<'a> {
    pub(super) board: Board<'a>,
    /// Position history, in games that test for repetitions.
    pub(super) history: Option<MemoryId>,
    pub(super) fast: &'a CompiledRules,
    pub(super) can_move: Vec<FunctionId>,
    /// `None` for single moves.
    pub(super) playout_loop: Option<PlayoutLoop>,
    /// `true` if some move may fail.
    pub(super) can_fail: bool,
    /// Mask of the kinds of pieces in the off-board supply.
    supply_kinds: u64,
}

/// Maximum number of instructions; compiling this number takes a fifth of a second.
const MAX_INSTRUCTIONS: usize = 60_000;

impl<'a> MoveWriter<'a> {
    /// Begins a program and returns the offers of every player.
    pub(super) fn new(
        rules: &'a RuleSet,
        layout: &'a Layout,
        fast: &'a CompiledRules,
    ) -> Result<(Self, Vec<PlayerOffers>), Unsupported> {
        if fast.has_interpreted_movegen
            || fast.rivals_by_player.contains(&true)
            || fast.duplicates_by_player.contains(&true)
        {
            return Err(Unsupported("different rules that can allow the same move"));
        }
        let mut board = Board::new(rules, layout)?;
        let supply_kinds = supply::supply_kinds(rules, layout, fast);
        let offers: Vec<PlayerOffers> = layout
            .players()
            .map(|player| player_kernels(layout, fast, supply_kinds, player))
            .collect::<Result<_, _>>()?;
        let mut can_move = Vec::new();
        for offers in &offers {
            can_move.push(write_can_move(&mut board, &offers.rule_offers)?);
        }
        Ok((Self { board, history: None, fast, can_move, playout_loop: None, can_fail: false, supply_kinds }, offers))
    }

    /// Returns the program; fails if it is too long.
    pub(super) fn finish(self) -> Result<Program, Unsupported> {
        let program = self.board.w.finish();
        if program.instruction_count() > MAX_INSTRUCTIONS {
            return Err(Unsupported("too many instructions"));
        }
        Ok(program)
    }

    /// Nonzero if the off-board supply contains pieces of kinds that the rules never put there.
    fn has_unexpected_supply(&mut self) -> Result<Arg, Unsupported> {
        let board = &mut self.board;
        let mut any = Arg::Word(0);
        if board.layout.supply.is_none() {
            return Ok(any);
        }
        for kind in (0..board.layout.kinds.len() as u16).filter(|kind| self.supply_kinds >> (kind + 1) & 1 == 0) {
            for word in board.supply(KindOf::Constant(PieceKindId(kind)))? {
                any = board.w.binary(Binary::Or, any, word);
            }
        }
        Ok(any)
    }

    /// Ends the call if the off-board supply contains pieces of kinds that the rules never put there.
    pub(super) fn return_if_unsupported(&mut self) -> Result<(), Unsupported> {
        let unexpected = self.has_unexpected_supply()?;
        self.if_then(unexpected, |this| {
            this.return_code(Arg::Word(UNSUPPORTED_STATE));
            Ok(())
        })
    }

    /// Writes a conditional whose body is written by `then`.
    pub(super) fn if_then(
        &mut self,
        condition: Arg,
        then: impl FnOnce(&mut Self) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        self.board.w.open_list();
        then(self)?;
        let list = self.board.w.close_list();
        self.board.w.write_if(condition, list, Vec::new());
        Ok(())
    }

    /// Ends the call with a return code.
    pub(super) fn return_code(&mut self, word: Arg) {
        if let Some(PlayoutLoop { length_slot: (memory, at), length, .. }) = self.playout_loop {
            self.board.w.store(memory, Width::Eight, 0, at, length);
        }
        self.board.w.return_word(word);
    }

    /// Ends a move after which the game continues.
    pub(super) fn continue_game(&mut self) {
        match self.playout_loop {
            Some(_) => self.board.w.continue_loop(),
            None => self.board.w.return_word(CONTINUES),
        }
    }

    /// Makes a move with the make kernel of the chosen number.
    pub(super) fn make_by_number(
        &mut self,
        player: Player,
        make_kernels: &[&MakeKernel],
        chosen: Arg,
        operands: MoveOperands,
    ) -> Result<(), Unsupported> {
        self.dispatch(player, make_kernels, 0, chosen, operands)
    }

    /// Binary dispatch over make kernels, which are numbered from `first` on.
    fn dispatch(
        &mut self,
        player: Player,
        make_kernels: &[&MakeKernel],
        first: usize,
        chosen: Arg,
        operands: MoveOperands,
    ) -> Result<(), Unsupported> {
        if let [make_kernel] = make_kernels {
            return self.make_move(player, make_kernel, operands);
        }
        let (low, high) = make_kernels.split_at(make_kernels.len() / 2);
        let middle = first + low.len();
        let lower = self.board.w.binary(Binary::UnsignedLess, chosen, middle as u64);
        self.board.w.open_list();
        self.dispatch(player, low, first, chosen, operands)?;
        let low = self.board.w.close_list();
        self.board.w.open_list();
        self.dispatch(player, high, middle, chosen, operands)?;
        let high = self.board.w.close_list();
        self.board.w.write_if(lower, low, high);
        Ok(())
    }

    /// Makes a move.
    pub(super) fn make_move(
        &mut self,
        player: Player,
        make_kernel: &MakeKernel,
        MoveOperands { from, to, kind, piece }: MoveOperands,
    ) -> Result<(), Unsupported> {
        let board = &mut self.board;
        let failed = board.w.add_variable();
        board.w.set(failed, 0);
        let mut context =
            MoveContext { lane: Some(to), mover: Some(player), failed: Some(failed), ..MoveContext::default() };
        for &global in &self.fast.reset_moves {
            board.reset_global(global)?;
        }
        if make_kernel.captures && !make_kernel.goes_off {
            let there = board.content(to);
            context.captured = Some(there);
            board.if_then(there, |board| {
                let element = board.w.binary(Binary::Sub, there, 1);
                let room = board.remove_element(element)?;
                let full = board.w.binary(Binary::Equal, room, 0);
                context.fail_if(board, full)
            })?;
        }
        // A kind change that comes first in the follow-up is applied when the piece is put down.
        let stays = !make_kernel.goes_off && make_kernel.source != Source::NoPiece;
        let (becomes, followup) =
            match make_kernel.followup.as_ref().filter(|_| stays).and_then(MaskedKernel::split_first_kind_change) {
                Some(((deed, number), rest)) => (Some(board.kind_table(deed, number)?), Some(rest)),
                None => (None, make_kernel.followup.clone()),
            };
        match make_kernel.source {
            Source::NoPiece => {}
            Source::Board(kinds) => {
                let element = board.content(from);
                context.moved = Some(element);
                let index = board.w.binary(Binary::Sub, element, 1);
                let kind = match kinds.count_ones() {
                    1 => KindOf::Constant(PieceKindId(kinds.trailing_zeros() as u16 - 1)),
                    _ => KindOf::Computed(board.kind(index)),
                };
                if make_kernel.goes_off {
                    board.take_off(index, from, kind);
                } else {
                    board.move_piece(index, from, to, kind, becomes);
                }
            }
            source @ Source::Supply(_) => {
                let kind = match kind {
                    Arg::Word(kind) => KindOf::Constant(PieceKindId(kind as u16)),
                    found @ Arg::Var(_) => KindOf::Computed(found),
                };
                let index = match piece {
                    Some(piece) => piece,
                    None => {
                        let words = entering_pieces(board, source, kind)?;
                        board.first_member(&words).0
                    }
                };
                context.moved = Some(board.w.binary(Binary::Add, index, 1));
                board.bring_in(index, to, kind, becomes);
            }
            source @ Source::Reserve(kind, _) => {
                let reserve = match piece {
                    Some(_) => from,
                    None => {
                        let words = entering_pieces(board, source, KindOf::Constant(kind))?;
                        board.first_member(&words).0
                    }
                };
                let element = board.content(reserve);
                context.moved = Some(element);
                let index = board.w.binary(Binary::Sub, element, 1);
                board.move_piece(index, reserve, to, KindOf::Constant(kind), becomes);
            }
        }
        context.can_move.clone_from(&self.can_move);
        if let Some(followup) = &followup {
            context.masked_effect(board, followup)?;
        }
        self.return_if_failed(&context)?;
        match &make_kernel.next {
            NextMover::Stays => self.evaluate_ends(&mut context, &make_kernel.tails[0]),
            NextMover::Player(next) => {
                self.board.pass_turn(context.mover, *next)?;
                context.mover = Some(*next);
                let tail = make_kernel.tails.get(next.index()).unwrap_or(&make_kernel.tails[0]);
                self.evaluate_ends(&mut context, tail)
            }
            NextMover::Computed(kernel) => {
                let number = context.number(&mut self.board, kernel)?;
                self.return_if_failed(&context)?;
                for next in self.board.layout.players() {
                    let here = self.board.w.binary(Binary::Equal, number, next.number() as u64);
                    self.if_then(here, |this| {
                        let mut then = context.clone();
                        this.board.pass_turn(context.mover, next)?;
                        then.mover = Some(next);
                        let tail = make_kernel.tails.get(next.index()).unwrap_or(&make_kernel.tails[0]);
                        this.evaluate_ends(&mut then, tail)
                    })?;
                }
                // There is no player of this number.
                self.return_code(Arg::Word(MOVE_FAILED));
                Ok(())
            }
        }
    }

    /// Ends the call if something has failed.
    pub(super) fn return_if_failed(&mut self, context: &MoveContext) -> Result<(), Unsupported> {
        let Some(failed) = context.failed.filter(|_| std::mem::take(&mut self.board.may_fail)) else { return Ok(()) };
        self.can_fail = true;
        self.if_then(failed.into(), |this| {
            this.return_code(Arg::Word(MOVE_FAILED));
            Ok(())
        })
    }
}
