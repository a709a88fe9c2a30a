//! Listing by segments: moves of one rule and piece that differ by their target only, with the targets as bits.
//!
//! A segment is an entry in scratch memory: a key, the number of its moves, and words of targets. The moves are the key
//! with each target. A segment of origins holds the moves of many pieces by the same distance: its key is that of a move
//! from the first location, without the element. Rules whose equal moves cannot be told apart in this way, or that prefer some moves, list single moves
//! instead.

use boardwright_jit::{Arg, Binary, MemoryId, Var, Width, Writer};

use super::candidates::{Listing, PlayerRule, move_key};
use super::generator::{Generated, Generator};
use super::scratch;
use super::values::ThingKind;
use crate::codegen::random_move::select_bit;

/// Offset of the number of moves in a segment: four bytes.
const COUNT: usize = 8;
/// Offset of four bytes: 0 for targets in one way, 1 for origins, above that the number of the table, plus 2, that gives the
/// combination of the `for` clause for each target.
const KIND: usize = 12;
/// Offset of the targets.
const TARGETS: usize = 16;

/// The parts of a segment.
#[derive(Clone, Copy)]
struct Segment<'b> {
    key: Arg,
    /// Number of moves, with the [kind](KIND) of the segment in the upper four bytes.
    head: Arg,
    /// Number of moves.
    number: Arg,
    targets: &'b [Arg],
}

impl<'a> Generator<'a> {
    /// Length of a segment in bytes.
    pub(super) fn segment_bytes(&self) -> u64 {
        (TARGETS + 8 * self.words_of(ThingKind::Location)) as u64
    }

    /// `true` if the moves of these rules can be listed by segments.
    pub(super) fn lists_segments(&self, group: &[&PlayerRule<'a>], has_equal_moves: bool) -> bool {
        if group.iter().any(|rule| rule.rule.prefer.is_some()) {
            return false;
        }
        if !has_equal_moves {
            return true;
        }
        // Equal moves must be moves of one piece to one target.
        group
            .iter()
            .filter(|rule| rule.may_have_equal_moves)
            .all(|rule| rule.rule.element.is_some() && rule.rule.choices.is_empty() && !self.has_interchangeable(rule))
    }

    /// Appends segments for the targets of a piece.
    pub(super) fn push_segment(
        &mut self,
        rule: &PlayerRule<'a>,
        element: Arg,
        targets: Vec<Arg>,
        listing: Listing,
    ) -> Generated<()> {
        if let Some(collected) = self.collected.clone() {
            for (var, word) in collected.into_iter().zip(targets) {
                let more = self.or(var, word);
                self.board.w.set(var, more);
            }
            return Ok(());
        }
        let mut targets = targets;
        if self.drops_equal_targets && rule.may_have_equal_moves {
            targets = self.new_targets(element, targets);
        }
        let number = self.count_bits(&targets);
        self.when(number, |g| {
            let key = g.key_of(rule, element, Arg::Word(1), listing.for_index)?;
            g.append_segments(Segment { key, head: number, number, targets: &targets }, listing)
        })
    }

    /// Appends a segment with one move: to a target, plus 1, or off the board.
    pub(super) fn push_single(
        &mut self,
        rule: &PlayerRule<'a>,
        element: Arg,
        to: Arg,
        listing: Listing,
    ) -> Generated<()> {
        let width = self.words_of(ThingKind::Location);
        if to == Arg::Word(move_key::OFF) || element == Arg::Word(0) {
            let key = self.key_of(rule, element, Arg::Word(move_key::OFF), listing.for_index)?;
            let mut targets = vec![Arg::Word(0); width];
            targets[0] = Arg::Word(1);
            let one = Arg::Word(1);
            return self.append_segments(Segment { key, head: one, number: one, targets: &targets }, listing);
        }
        let targets = self.single_bit(width, to);
        self.push_segment(rule, element, targets, listing)
    }

    /// Appends a segment for each word of the listing.
    fn append_segments(&mut self, segment: Segment<'_>, listing: Listing) -> Generated<()> {
        let Segment { key, head, number, targets } = segment;
        let bytes = self.segment_bytes();
        let most = scratch::MOVES_BYTES as u64 / bytes;
        for choice in listing.choices() {
            let segments = self.board.w.load(self.scratch, Width::Eight, 0, scratch::SEGMENTS);
            let full = self.op(Binary::UnsignedLess, most - 1, segments);
            self.fault_if(full);
            let at = self.op(Binary::Mul, segments, bytes);
            // A distance towards lower numbers borrows from the bits above, so the word is added.
            let key = self.op(Binary::Add, key, choice << move_key::CHOICE);
            self.board.w.store(self.scratch, Width::Eight, at, scratch::MOVES, key);
            self.board.w.store(self.scratch, Width::Eight, at, scratch::MOVES + COUNT, head);
            for (index, &word) in targets.iter().enumerate() {
                self.board.w.store(self.scratch, Width::Eight, at, scratch::MOVES + TARGETS + 8 * index, word);
            }
            let more = self.op(Binary::Add, segments, 1);
            self.board.w.store(self.scratch, Width::Eight, 0, scratch::SEGMENTS, more);
            let sum = self.op(Binary::Add, listing.count, number);
            self.board.w.set(listing.count, sum);
        }
        Ok(())
    }

    /// The targets that no earlier rule has listed for the piece; they count as listed from now on.
    fn new_targets(&mut self, element: Arg, targets: Vec<Arg>) -> Vec<Arg> {
        let width = targets.len();
        let stride = 8 * (width as u64 + 1);
        let epoch = self.board.w.load(self.scratch, Width::Eight, 0, scratch::EPOCH);
        let at = self.op(Binary::Mul, element, stride);
        let of = self.board.w.load(self.scratch, Width::Eight, at, scratch::HASH);
        let is_known = self.equal(of, epoch);
        self.board.w.store(self.scratch, Width::Eight, at, scratch::HASH, epoch);
        targets
            .into_iter()
            .enumerate()
            .map(|(index, word)| {
                let offset = scratch::HASH + 8 + 8 * index;
                let listed = self.board.w.load(self.scratch, Width::Eight, at, offset);
                let listed = self.board.w.select(is_known, listed, 0);
                let both = self.or(listed, word);
                self.board.w.store(self.scratch, Width::Eight, at, offset, both);
                self.op(Binary::AndNot, word, listed)
            })
            .collect()
    }

    /// `true` if scratch memory has room for the targets of every piece.
    pub(super) fn has_room_for_targets(&self) -> bool {
        let stride = 8 * (self.words_of(ThingKind::Location) + 1);
        (self.rules.elements.len() + 1) * stride <= scratch::HASH_ENTRY * scratch::HASH_ENTRIES
    }

    /// Begins a listing by segments.
    pub(super) fn begin_segments(&mut self) {
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::SEGMENTS, 0);
        if self.drops_equal_targets {
            let epoch = self.board.w.load(self.scratch, Width::Eight, 0, scratch::EPOCH);
            let epoch = self.op(Binary::Add, epoch, 1);
            self.board.w.store(self.scratch, Width::Eight, 0, scratch::EPOCH, epoch);
        }
    }

    /// Finds the move with a number among the listed ones. Returns its key, the offset of its segment, and the number of
    /// its target.
    pub(super) fn find_in_segments(&mut self, table: MemoryId, number: Arg) -> Generated<(Arg, Arg, Arg)> {
        let bytes = self.segment_bytes();
        let width = self.words_of(ThingKind::Location);
        let (at, rank) = (self.variable(0), self.variable(number));
        let body = self.nested_loop(|g| {
            let here = g.board.w.load(g.scratch, Width::Four, at, scratch::MOVES + COUNT);
            let found = g.op(Binary::UnsignedLess, rank, here);
            g.board.w.if_then(found, Writer::break_loop);
            let rest = g.op(Binary::Sub, rank, here);
            g.board.w.set(rank, rest);
            let next = g.op(Binary::Add, at, bytes);
            g.board.w.set(at, next);
            // Never beyond the listed segments, whatever the number is.
            let over = g.op(Binary::UnsignedLess, scratch::MOVES_BYTES as u64 - bytes, next);
            g.board.w.if_then(over, Writer::break_loop);
            Ok(())
        })?;
        self.board.w.write_loop(body);
        let key = self.board.w.load(self.scratch, Width::Eight, at, scratch::MOVES);
        let words: Vec<Arg> = (0..width)
            .map(|word| self.board.w.load(self.scratch, Width::Eight, at, scratch::MOVES + TARGETS + 8 * word))
            .collect();
        let (mut chosen, mut base, mut left) = (words[0], Arg::Word(0), Arg::Var(rank));
        if width > 1 {
            let mut before = Arg::Word(0);
            for (index, &word) in words.iter().enumerate() {
                let here = self.board.w.unary(boardwright_jit::Unary::CountOnes, word);
                let passed = self.op(Binary::UnsignedLess, rank, before);
                let passed = self.negate(passed);
                if index > 0 {
                    chosen = self.board.w.select(passed, word, chosen);
                    base = self.board.w.select(passed, 64 * index as u64, base);
                    let rest = self.op(Binary::Sub, rank, before);
                    left = self.board.w.select(passed, rest, left);
                }
                before = self.op(Binary::Add, before, here);
            }
        }
        let bit = select_bit(&mut self.board.w, table, chosen, left);
        let target = self.op(Binary::Add, base, bit);
        let key = self.key_in_segment(key, at.into(), target)?;
        Ok((key, at.into(), target))
    }

    /// Key of the move of a segment with the number of its bit.
    fn key_in_segment(&mut self, key: Arg, at: Arg, bit: Arg) -> Generated<Arg> {
        let shifted = self.op(Binary::ShiftLeft, bit, move_key::TO);
        let key = self.op(Binary::Add, key, shifted);
        if !self.lists_origins && self.way_tables.is_empty() {
            return Ok(key);
        }
        let kind = self.board.w.load(self.scratch, Width::Four, at, scratch::MOVES + KIND);
        let more = self.variable(0);
        if self.lists_origins {
            let has_origins = self.equal(kind, 1);
            self.when(has_origins, |g| {
                let from = g.op(Binary::Add, bit, 1);
                let content = g.content_of(from);
                let content = g.op(Binary::ShiftLeft, content, move_key::ELEMENT);
                g.board.w.set(more, content);
                Ok(())
            })?;
        }
        if let Some(find_for_index) = self.find_for_index {
            let has_ways = self.op(Binary::UnsignedLess, 1, kind);
            self.when(has_ways, |g| {
                let element = g.op(Binary::ShiftRight, key, move_key::ELEMENT);
                let element = g.and(element, 0xffff);
                let for_index = g.board.w.call(find_for_index, &[kind, element, bit]);
                g.board.w.set(more, for_index);
                Ok(())
            })?;
        }
        Ok(self.op(Binary::Add, key, more))
    }

    /// Appends a segment of the targets of a piece in all combinations of the `for` clause.
    pub(super) fn push_merged(
        &mut self,
        rule: &PlayerRule<'a>,
        element: Arg,
        targets: Vec<Arg>,
        table: usize,
        listing: Listing,
    ) -> Generated<()> {
        let number = self.count_bits(&targets);
        let for_index = self.variable(0);
        self.when(number, |g| {
            let key = g.key_of(rule, element, Arg::Word(1), for_index)?;
            let marked = g.or(number, (table as u64 + 2) << 32);
            g.append_segments(Segment { key, head: marked, number, targets: &targets }, listing)
        })
    }

    /// Appends a segment of origins: the moves of the pieces on them by a distance.
    pub(super) fn push_origins(
        &mut self,
        rule: &PlayerRule<'a>,
        origins: &[Arg],
        distance: i64,
        listing: Listing,
    ) -> Generated<()> {
        let number = self.count_bits(origins);
        self.lists_origins = true;
        self.when(number, |g| {
            // The target of a move from the first location; the sum with an origin is within the bounds again.
            let target = (distance + 1) as u64;
            let element = Arg::Word(1 << move_key::ELEMENT);
            let key = g.key_of(rule, Arg::Word(1), Arg::Word(0), listing.for_index)?;
            let key = g.op(Binary::Sub, key, element);
            let key = g.op(Binary::Add, key, target.wrapping_shl(move_key::TO as u32));
            let marked = g.or(number, 1 << 32);
            g.append_segments(Segment { key, head: marked, number, targets: origins }, listing)
        })
    }

    /// Drops a target from a segment.
    pub(super) fn drop_from_segment(&mut self, at: Arg, target: Arg) {
        let word = self.op(Binary::ShiftRight, target, 6);
        let word = self.op(Binary::ShiftLeft, word, 3);
        let place = self.op(Binary::Add, at, word);
        let bit = self.op(Binary::ShiftLeft, 1, target);
        let old = self.board.w.load(self.scratch, Width::Eight, place, scratch::MOVES + TARGETS);
        let new = self.op(Binary::AndNot, old, bit);
        self.board.w.store(self.scratch, Width::Eight, place, scratch::MOVES + TARGETS, new);
        let count = self.board.w.load(self.scratch, Width::Four, at, scratch::MOVES + COUNT);
        let less = self.op(Binary::Sub, count, 1);
        self.board.w.store(self.scratch, Width::Four, at, scratch::MOVES + COUNT, less);
    }

    /// Runs a body for each listed move, until the variable `stop` is not 0: with the key, the offset of the segment and the
    /// number of the target.
    pub(super) fn for_each_in_segments(
        &mut self,
        stop: Option<Var>,
        body: &mut dyn FnMut(&mut Self, Arg, Arg, Arg) -> Generated<()>,
    ) -> Generated<()> {
        let bytes = self.segment_bytes();
        let width = self.words_of(ThingKind::Location);
        let segments = self.board.w.load(self.scratch, Width::Eight, 0, scratch::SEGMENTS);
        let end = self.op(Binary::Mul, segments, bytes);
        let at = self.variable(0);
        let list = self.nested_loop(|g| {
            let over = g.equal(at, end);
            g.board.w.if_then(over, Writer::break_loop);
            let here = Arg::Var(g.variable(at));
            let next = g.op(Binary::Add, here, bytes);
            g.board.w.set(at, next);
            let key = g.board.w.load(g.scratch, Width::Eight, here, scratch::MOVES);
            let words: Vec<Arg> = (0..width)
                .map(|word| g.board.w.load(g.scratch, Width::Eight, here, scratch::MOVES + TARGETS + 8 * word))
                .collect();
            g.for_each_bit(&words, stop, |g, target| {
                let key = g.key_in_segment(key, here, target)?;
                body(g, key, here, target)
            })?;
            g.break_if_stopped(stop);
            Ok(())
        })?;
        self.board.w.write_loop(list);
        Ok(())
    }
}

/// Appends the keys of all moves of listed segments. `words` is the number of words of a set of locations, `content` gives
/// the number of the element on a location, plus 1, and `way` the number of a combination: of a table, an element, plus 1,
/// and a target.
pub(super) fn read_segments(
    memory: &[u8],
    words: usize,
    content: impl Fn(u64) -> u64,
    for_index: impl Fn(usize, u64, u64) -> u64,
    keys: &mut Vec<u64>,
) {
    let word = |at: usize| u64::from_le_bytes(memory[at..at + 8].try_into().expect("eight bytes"));
    let segments = word(scratch::SEGMENTS) as usize;
    let bytes = TARGETS + 8 * words;
    for at in (0..segments).map(|number| scratch::MOVES + number * bytes) {
        let key = word(at);
        let kind = word(at + COUNT) >> 32;
        for index in 0..words {
            let mut targets = word(at + TARGETS + 8 * index);
            while targets != 0 {
                let target = 64 * index as u64 + u64::from(targets.trailing_zeros());
                targets &= targets - 1;
                let more = match kind {
                    0 => 0,
                    1 => content(target) << move_key::ELEMENT,
                    table => for_index(table as usize - 2, key >> move_key::ELEMENT & 0xffff, target),
                };
                keys.push(key.wrapping_add(target << move_key::TO).wrapping_add(more));
            }
        }
    }
}
