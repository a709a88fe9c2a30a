//! Code generation for the uniform random selection of a move. Part of [`PlayoutWriter`].

use boardwright_jit::{Arg, Binary, Memory, MemoryId, Unary, Var, Width, Writer};

use super::player_kernels::GroupKernels;
use super::playout::PlayoutWriter;

/// Words of lanes of one offer, and the number of moves in them.
pub(super) struct OfferWords<'a> {
    pub(super) entries: Vec<LaneWord<'a>>,
    pub(super) sum: Arg,
}

/// A word of the lanes of a group that can move.
pub(super) struct LaneWord<'a> {
    pub(super) group: &'a GroupKernels,
    /// Lane of the lowest bit.
    pub(super) first: u64,
    pub(super) word: Arg,
    /// Number of lanes that can move.
    pub(super) count: Arg,
}

/// Variables that receive the drawn move: number of its entry, first lane of its word, the word, and its rank in the
/// word.
pub(super) struct DrawnMove {
    pub(super) group: Var,
    pub(super) first: Var,
    pub(super) word: Var,
    pub(super) rank: Var,
}

/// Lookup table by rank and byte: position of the 1 bit with this rank, from 0.
pub(super) fn select_table() -> Memory {
    let nth = |rank: usize, byte: u8| (0..8).filter(|bit| byte >> bit & 1 == 1).nth(rank).unwrap_or(0) as u8;
    Memory::Table((0..8).flat_map(|rank| (0..=255).map(move |byte| nth(rank, byte))).collect())
}

/// A random number below `bound`: the upper half of the product with 64 random bits, as in
/// [`random_below`](boardwright_game::playout::random_below). The generator is wyrand (Wang Yi 2019), whose state is one word, in
/// the variable `random`.
pub(super) fn random_below(w: &mut Writer, random: Var, bound: Arg) -> Arg {
    let state = w.binary(Binary::Add, random, 0xa076_1d64_78bd_642f);
    w.set(random, state);
    let other = w.binary(Binary::Xor, state, 0xe703_7ed1_a0b4_28db);
    let (low, high) = (w.binary(Binary::Mul, state, other), w.binary(Binary::MulHigh, state, other));
    let bits = w.binary(Binary::Xor, low, high);
    w.binary(Binary::MulHigh, bits, bound)
}

impl PlayoutWriter<'_> {
    /// Finds the word that contains the drawn move, offer by offer: most offers are seldom available, so code for later
    /// offers is behind a branch.
    pub(super) fn select_word(&mut self, offer_words: &[OfferWords<'_>], number: u64, drawn: Arg, slots: &DrawnMove) {
        let (offer, others) = offer_words.split_first().expect("there is a move");
        let w = &mut self.moves.board.w;
        if !others.is_empty() {
            w.open_list();
        }
        let (first, more) = offer.entries.split_first().expect("an offer has words");
        let mut chosen = (Arg::Word(number), Arg::Word(first.first), first.word, drawn);
        let mut before = first.count;
        for (entry, number) in more.iter().zip(number + 1..) {
            let earlier = w.binary(Binary::UnsignedLess, drawn, before);
            let rank = w.binary(Binary::Sub, drawn, before);
            chosen.0 = w.select(earlier, chosen.0, number);
            chosen.1 = w.select(earlier, chosen.1, entry.first);
            chosen.2 = w.select(earlier, chosen.2, entry.word);
            chosen.3 = w.select(earlier, chosen.3, rank);
            before = w.binary(Binary::Add, before, entry.count);
        }
        w.set(slots.group, chosen.0);
        w.set(slots.first, chosen.1);
        w.set(slots.word, chosen.2);
        w.set(slots.rank, chosen.3);
        if others.is_empty() {
            return;
        }
        let here = w.close_list();
        let mine = w.binary(Binary::UnsignedLess, drawn, offer.sum);
        w.open_list();
        let rest = w.binary(Binary::Sub, drawn, offer.sum);
        self.select_word(others, number + offer.entries.len() as u64, rest, slots);
        let there = self.moves.board.w.close_list();
        self.moves.board.w.write_if(mine, here, there);
    }

    /// A random number below `bound`.
    pub(super) fn random_below(&mut self, bound: Arg) -> Arg {
        random_below(&mut self.moves.board.w, self.random, bound)
    }

    /// Position of the 1 bit with this rank, from 0.
    pub(super) fn select_bit(&mut self, word: Arg, rank: Arg) -> Arg {
        select_bit(&mut self.moves.board.w, self.select_table, word, rank)
    }
}

/// Select operation (inverse of rank): position of the 1 bit with this rank, from 0. Population counts of all bytes
/// are computed in parallel and summed up (SWAR); the byte is found by comparing the sums, the bit in it by table
/// lookup.
pub(super) fn select_bit(w: &mut Writer, table: MemoryId, word: Arg, rank: Arg) -> Arg {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = ONES << 7;
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
    let bit = w.load(table, Width::Byte, at, 0);
    w.binary(Binary::Add, bits, bit)
}
