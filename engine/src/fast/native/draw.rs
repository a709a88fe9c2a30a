//! Drawing one move of all that are on offer. A second part of [`Play`].

use boardwright_jit::{Arg, Binary, Memory, Unary, Var, Width};

use super::play::Play;
use super::ready::Ready;

/// A part of what is offered: words of lanes, and how many moves they are.
pub(super) struct Way<'a> {
    pub(super) entries: Vec<Entry<'a>>,
    pub(super) sum: Arg,
}

/// A word of a group's lanes that can move.
pub(super) struct Entry<'a> {
    pub(super) group: &'a Ready,
    /// The first of the word's lanes.
    pub(super) first: u64,
    pub(super) word: Arg,
    /// How many can.
    pub(super) count: Arg,
}

/// Where the move that is drawn is told: its entry among all, the first lane of its word, the word, and its rank there.
pub(super) struct Chosen {
    pub(super) group: Var,
    pub(super) first: Var,
    pub(super) word: Var,
    pub(super) rank: Var,
}

/// By rank and byte: which of its bits that are 1 has the rank, from 0.
pub(super) fn nth_bits() -> Memory {
    let nth = |rank: usize, byte: u8| (0..8).filter(|bit| byte >> bit & 1 == 1).nth(rank).unwrap_or(0) as u8;
    Memory::Table((0..8).flat_map(|rank| (0..=255).map(move |byte| nth(rank, byte))).collect())
}

impl Play<'_> {
    /// The word that has the move, the first of its lanes, its group, and which of the word's moves it is: part by part of
    /// what is offered, for most of it is seldom on offer.
    pub(super) fn among(&mut self, ways: &[Way<'_>], number: u64, drawn: Arg, slots: &Chosen) {
        let (way, others) = ways.split_first().expect("there is a move");
        let w = &mut self.moves.board.w;
        if !others.is_empty() {
            w.open();
        }
        let (first, more) = way.entries.split_first().expect("a way has entries");
        let mut chosen = (Arg::Word(number), Arg::Word(first.first), first.word, drawn);
        let mut before = first.count;
        for (entry, number) in more.iter().zip(number + 1..) {
            let earlier = w.binary(Binary::Below, drawn, before);
            let rank = w.binary(Binary::Sub, drawn, before);
            chosen.0 = w.choose(earlier, chosen.0, number);
            chosen.1 = w.choose(earlier, chosen.1, entry.first);
            chosen.2 = w.choose(earlier, chosen.2, entry.word);
            chosen.3 = w.choose(earlier, chosen.3, rank);
            before = w.binary(Binary::Add, before, entry.count);
        }
        w.set(slots.group, chosen.0);
        w.set(slots.first, chosen.1);
        w.set(slots.word, chosen.2);
        w.set(slots.rank, chosen.3);
        if others.is_empty() {
            return;
        }
        let here = w.close();
        let mine = w.binary(Binary::Below, drawn, way.sum);
        w.open();
        let rest = w.binary(Binary::Sub, drawn, way.sum);
        self.among(others, number + way.entries.len() as u64, rest, slots);
        let there = self.moves.board.w.close();
        self.moves.board.w.branch(mine, here, there);
    }

    /// A random number below `bound`: the upper half of its product with 64 random bits, as [`below`](crate::playout::below)
    /// has it. The generator is wyrand (Wang Yi 2019), which has a state of one word.
    pub(super) fn draw(&mut self, bound: Arg) -> Arg {
        let w = &mut self.moves.board.w;
        let state = w.binary(Binary::Add, self.random, 0xa076_1d64_78bd_642f);
        w.set(self.random, state);
        let other = w.binary(Binary::Xor, state, 0xe703_7ed1_a0b4_28db);
        let (low, high) = (w.binary(Binary::Mul, state, other), w.binary(Binary::MulHigh, state, other));
        let bits = w.binary(Binary::Xor, low, high);
        w.binary(Binary::MulHigh, bits, bound)
    }

    /// Which bit of a word is the one of this rank, from 0, among those that are 1: counts of bytes are summed up side by
    /// side, those that are not more than the rank are bytes before it, and the last byte is looked up.
    pub(super) fn nth_bit(&mut self, word: Arg, rank: Arg) -> Arg {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGHS: u64 = ONES << 7;
        let w = &mut self.moves.board.w;
        let mut count = word;
        for (shift, mask) in [(1, 0x5555_5555_5555_5555), (2, 0x3333_3333_3333_3333), (4, 0x0f0f_0f0f_0f0f_0f0f_u64)] {
            let high = w.binary(Binary::ShiftRight, count, shift);
            let high = w.binary(Binary::And, high, mask);
            let low = w.binary(Binary::And, count, mask);
            count = w.binary(Binary::Add, low, high);
        }
        let sums = w.binary(Binary::Mul, count, ONES);
        let ranks = w.binary(Binary::Mul, rank, ONES);
        let ranks = w.binary(Binary::Or, ranks, HIGHS);
        let not_more = w.binary(Binary::Sub, ranks, sums);
        let not_more = w.binary(Binary::And, not_more, HIGHS);
        let bytes = w.unary(Unary::CountOnes, not_more);
        let bits = w.binary(Binary::ShiftLeft, bytes, 3);
        let sums = w.binary(Binary::ShiftLeft, sums, 8);
        let before = w.binary(Binary::ShiftRight, sums, bits);
        let before = w.binary(Binary::And, before, 0xff);
        let rest = w.binary(Binary::Sub, rank, before);
        let rest = w.binary(Binary::And, rest, 7);
        let byte = w.binary(Binary::ShiftRight, word, bits);
        let byte = w.binary(Binary::And, byte, 0xff);
        let at = w.binary(Binary::ShiftLeft, rest, 8);
        let at = w.binary(Binary::Or, at, byte);
        let bit = w.load(self.nth, Width::Byte, at, 0);
        w.binary(Binary::Add, bits, bit)
    }
}
