//! Looking at a state and changing it, as code: what [`State`](crate::state::State) does, instruction by instruction.

use boardwright_jit::{Arg, Binary, FunctionId, Memory, MemoryId, Unary, Width, Writer};

use crate::ids::Player;
use crate::key;
use crate::kinds::KindId;
use crate::layout::{Bits, Layout};
use crate::rules::{Deed, RuleSet};
use crate::state::header;

use super::Beyond;
use super::form::Lanes;

/// How many locations before and behind one a word from [`Board::around`] tells of.
pub(super) const AROUND: usize = 64;

/// The kind of a piece, as far as it is known when code is written.
#[derive(Clone, Copy)]
pub(super) enum KindOf {
    Known(KindId),
    Found(Arg),
}

/// A table of the kinds that pieces get.
#[derive(Clone, Copy)]
pub(super) struct TableOfKinds {
    index: usize,
    memory: MemoryId,
}

/// Writes code that works on a state.
pub(super) struct Board<'a> {
    pub(super) w: Writer,
    pub(super) rules: &'a RuleSet,
    pub(super) layout: &'a Layout,
    pub(super) state: MemoryId,
    /// By location, off the board last, and kind: the part of a key.
    keys: MemoryId,
    /// By element: its kind at the start.
    first_kinds: MemoryId,
    pub(super) boards: Bits,
    /// Gives an element, counted from 0, one kind in place of another; in games in which kinds change.
    set_kind: Option<FunctionId>,
    /// By deed and number: the kinds that pieces get, by the one that they are of.
    kinds_tables: Vec<((Deed, i32), MemoryId, Vec<KindId>)>,
    /// Something was written that sets `failed` where it fails, and not asked about since.
    pub(super) may_fail: bool,
}

impl<'a> Board<'a> {
    pub(super) fn new(rules: &'a RuleSet, layout: &'a Layout) -> Result<Self, Beyond> {
        let Some(boards) = layout.boards else { return Err(Beyond("too many places and kinds of pieces")) };
        if layout.all_kinds().is_none() {
            return Err(Beyond("too many kinds of pieces"));
        }
        if layout.zindex.is_some() {
            return Err(Beyond("heights that change"));
        }
        let mut w = Writer::new();
        let state = w.memory(Memory::Given(layout.bytes));
        // As many rows as an index within lanes can have, so that none need be checked.
        let rows = (64 * boards.words).next_power_of_two().max(layout.place.len() + 1);
        let places = layout.place.iter().chain(std::iter::repeat(&layout.off)).take(rows);
        let kinds = 0..layout.kinds.len() as u16;
        let parts = places.flat_map(|&place| kinds.clone().map(move |kind| key::piece(place, kind, 0)));
        let keys = w.memory(table64(parts));
        let first = layout.first_kind.iter().flat_map(|kind| kind.0.to_le_bytes());
        let first_kinds = w.memory(Memory::Table(first.chain([0, 0]).collect()));
        let mut board = Self {
            w,
            rules,
            layout,
            state,
            keys,
            first_kinds,
            boards,
            set_kind: None,
            kinds_tables: Vec::new(),
            may_fail: false,
        };
        if let Some(offset) = layout.kind {
            board.set_kind = Some(board.write_set_kind(offset)?);
        }
        Ok(board)
    }

    /// How many words a set of locations has.
    pub(super) fn words(&self) -> usize {
        self.boards.words
    }

    // Looking.

    /// A number of one byte or, in large games, of two, from a list in the state.
    fn raw(&mut self, offset: usize, index: Arg) -> Arg {
        if self.layout.wide {
            let at = self.w.binary(Binary::ShiftLeft, index, 1);
            self.w.load(self.state, Width::Two, at, offset)
        } else {
            self.w.load(self.state, Width::Byte, index, offset)
        }
    }

    fn set_raw(&mut self, offset: usize, index: Arg, value: Arg) {
        if self.layout.wide {
            let at = self.w.binary(Binary::ShiftLeft, index, 1);
            self.w.store(self.state, Width::Two, at, offset, value);
        } else {
            self.w.store(self.state, Width::Byte, index, offset, value);
        }
    }

    /// What stands on a location: an element counted from 1, 0 for none.
    pub(super) fn content(&mut self, location: Arg) -> Arg {
        self.raw(header::CONTENT, location)
    }

    /// Where an element, counted from 0, stands: counted from 1, 0 for off the board.
    pub(super) fn location(&mut self, element: Arg) -> Arg {
        self.raw(self.layout.location, element)
    }

    /// The kind of an element that is counted from 0.
    pub(super) fn kind(&mut self, element: Arg) -> Arg {
        match self.layout.kind {
            Some(offset) => self.raw(offset, element),
            None => {
                let at = self.w.binary(Binary::ShiftLeft, element, 1);
                self.w.load(self.first_kinds, Width::Two, at, 0)
            }
        }
    }

    /// A word of the locations whose kind, 0 for none, is a bit of the mask; bits beyond the last location may be 1.
    pub(super) fn set(&mut self, mask: u64, word: usize) -> Arg {
        let full = self.layout.all_kinds().expect("asked at the beginning");
        let inverted = mask & 1 == 1;
        let mut wanted = (if inverted { full & !mask } else { mask }) >> 1;
        let set = if wanted == full >> 1 {
            self.occupied(word)
        } else {
            let mut union = Arg::Word(0);
            while wanted != 0 {
                let kind = KindId(wanted.trailing_zeros() as u16);
                wanted &= wanted - 1;
                let one = self.w.load(self.state, Width::Eight, 0, self.boards.at(kind) + 8 * word);
                union = self.w.binary(Binary::Or, union, one);
            }
            union
        };
        if inverted { self.w.unary(Unary::Not, set) } else { set }
    }

    /// A word of the locations on which something stands.
    pub(super) fn occupied(&mut self, word: usize) -> Arg {
        self.w.load(self.state, Width::Eight, 0, self.layout.occupied + 8 * word)
    }

    /// Whether the kind on a location is a bit of the mask.
    pub(super) fn cell(&mut self, location: Arg, mask: u64) -> Arg {
        if let Arg::Word(location) = location {
            let word = self.set(mask, location as usize / 64);
            let bit = self.w.binary(Binary::ShiftRight, word, location % 64);
            return self.w.binary(Binary::And, bit, 1);
        }
        if self.words() == 1 {
            let word = self.set(mask, 0);
            let bit = self.w.binary(Binary::ShiftRight, word, location);
            return self.w.binary(Binary::And, bit, 1);
        }
        let kind = match self.layout.kind_here {
            Some(offset) => self.raw(offset, location),
            None => {
                let element = self.content(location);
                let before = self.w.binary(Binary::Sub, element, 1);
                let index = self.w.choose(element, before, 0);
                let kind = self.kind(index);
                let kind = self.w.binary(Binary::Add, kind, 1);
                self.w.choose(element, kind, 0)
            }
        };
        let bit = self.w.binary(Binary::ShiftRight, mask, kind);
        self.w.binary(Binary::And, bit, 1)
    }

    /// Words of the elements of a kind that stand nowhere.
    pub(super) fn waiting(&mut self, kind: KindOf) -> Result<Vec<Arg>, Beyond> {
        let bits = self.waiting_bits()?;
        let (at, offset) = match kind {
            KindOf::Known(kind) => (Arg::Word(0), bits.at(kind)),
            KindOf::Found(kind) => (self.w.binary(Binary::Mul, kind, 8 * bits.words as u64), bits.start),
        };
        Ok((0..bits.words).map(|word| self.w.load(self.state, Width::Eight, at, offset + 8 * word)).collect())
    }

    /// Whether the element of this number, counted from 0, is of a kind and waits off the board; not if there is none.
    pub(super) fn waits(&mut self, element: Arg, kind: KindId) -> Result<Arg, Beyond> {
        let bits = self.waiting_bits()?;
        let mut word = self.w.binary(Binary::ShiftRight, element, 6);
        let mut inside = Arg::Word(1);
        if bits.words < self.words() {
            inside = self.w.binary(Binary::Below, word, bits.words as u64);
            word = self.w.choose(inside, word, 0);
        }
        let at = self.w.binary(Binary::ShiftLeft, word, 3);
        let word = self.w.load(self.state, Width::Eight, at, bits.at(kind));
        let bit = self.w.binary(Binary::ShiftRight, word, element);
        let bit = self.w.binary(Binary::And, bit, 1);
        Ok(self.w.binary(Binary::And, bit, inside))
    }

    /// The first member of a set given in words, and whether there is one.
    pub(super) fn first(&mut self, words: &[Arg]) -> (Arg, Arg) {
        let (mut chosen, mut base) = (Arg::Word(0), Arg::Word(0));
        for (index, &word) in words.iter().enumerate().rev() {
            chosen = self.w.choose(word, word, chosen);
            base = self.w.choose(word, 64 * index as u64, base);
        }
        let bit = self.w.unary(Unary::TrailingZeros, chosen);
        let first = self.w.binary(Binary::Add, base, bit);
        (first, chosen)
    }

    /// How many pieces, wherever they are, are of kinds that are bits of a mask.
    pub(super) fn count_kinds(&mut self, mask: u64) -> Result<Arg, Beyond> {
        let waiting = self.waiting_bits()?;
        let mut count = Arg::Word(0);
        for kind in (0..self.layout.kinds.len() as u16).map(KindId).filter(|kind| mask >> (kind.0 + 1) & 1 == 1) {
            for bits in [self.boards, waiting] {
                for word in 0..bits.words {
                    let pieces = self.w.load(self.state, Width::Eight, 0, bits.at(kind) + 8 * word);
                    let ones = self.w.unary(Unary::CountOnes, pieces);
                    count = self.w.binary(Binary::Add, count, ones);
                }
            }
        }
        Ok(count)
    }

    /// The first of some elements that is off the board, counted from 1; 0 for none.
    pub(super) fn first_off(&mut self, elements: &Lanes, mask: u64) -> Result<Arg, Beyond> {
        let bits = self.waiting_bits()?;
        let mut words = Vec::new();
        for (index, &wanted) in elements.0.iter().enumerate() {
            let mut off = Arg::Word(0);
            for kind in (0..self.layout.kinds.len() as u16).map(KindId).filter(|kind| mask >> (kind.0 + 1) & 1 == 1) {
                let some = self.w.load(self.state, Width::Eight, 0, bits.at(kind) + 8 * index);
                off = self.w.binary(Binary::Or, off, some);
            }
            words.push(self.w.binary(Binary::And, off, wanted));
        }
        let (first, some) = self.first(&words);
        let counted = self.w.binary(Binary::Add, first, 1);
        Ok(self.w.choose(some, counted, 0))
    }

    fn waiting_bits(&self) -> Result<Bits, Beyond> {
        self.layout.waiting.ok_or(Beyond("pieces off the board that nothing brings in"))
    }

    pub(super) fn mover(&mut self) -> Arg {
        self.w.load(self.state, Width::Byte, 0, header::MOVER)
    }

    // Changing.

    pub(super) fn add_key(&mut self, part: Arg) {
        let key = self.w.load(self.state, Width::Eight, 0, header::KEY);
        let key = self.w.binary(Binary::Add, key, part);
        self.w.store(self.state, Width::Eight, 0, header::KEY, key);
    }

    /// The part of a key that a piece on a location makes; off the board is the location after the last.
    fn piece_key(&mut self, location: Arg, kind: KindOf) -> Arg {
        if let (Arg::Word(location), KindOf::Known(kind)) = (location, kind) {
            let place = self.layout.place.get(location as usize).copied().unwrap_or(self.layout.off);
            return Arg::Word(key::piece(place, kind.0, 0));
        }
        let kinds = self.layout.kinds.len() as u64;
        let at = self.w.binary(Binary::Mul, location, 8 * kinds);
        match kind {
            KindOf::Known(kind) => self.w.load(self.keys, Width::Eight, at, 8 * usize::from(kind.0)),
            KindOf::Found(kind) => {
                let kind = self.w.binary(Binary::ShiftLeft, kind, 3);
                let at = self.w.binary(Binary::Add, at, kind);
                self.w.load(self.keys, Width::Eight, at, 0)
            }
        }
    }

    /// Turns bits of the words that a set has for a kind.
    fn turn(&mut self, bits: Bits, kind: KindOf, index: Arg) {
        let bit = self.w.binary(Binary::ShiftLeft, 1, index);
        let mut at = Arg::Word(0);
        if bits.words > 1 {
            let word = self.w.binary(Binary::ShiftRight, index, 6);
            at = self.w.binary(Binary::ShiftLeft, word, 3);
        }
        let offset = match kind {
            KindOf::Known(kind) => bits.at(kind),
            KindOf::Found(kind) => {
                let kind = self.w.binary(Binary::Mul, kind, 8 * bits.words as u64);
                at = self.w.binary(Binary::Add, at, kind);
                bits.start
            }
        };
        let word = self.w.load(self.state, Width::Eight, at, offset);
        let word = self.w.binary(Binary::Xor, word, bit);
        self.w.store(self.state, Width::Eight, at, offset, word);
    }

    fn turn_occupied(&mut self, location: Arg) {
        let start = self.layout.occupied;
        let bits = Bits { start, words: self.words() };
        self.turn(bits, KindOf::Known(KindId(0)), location);
    }

    /// Takes an element, counted from 0, off a location; it is put somewhere next.
    fn lift(&mut self, from: Arg, kind: KindOf) {
        let part = self.piece_key(from, kind);
        let part = self.w.binary(Binary::Sub, 0, part);
        self.add_key(part);
        self.set_raw(header::CONTENT, from, Arg::Word(0));
        if let Some(offset) = self.layout.kind_here {
            self.set_raw(offset, from, Arg::Word(0));
        }
        self.turn_occupied(from);
        self.turn(self.boards, kind, from);
    }

    /// Takes an element that stands nowhere up, to be put somewhere next.
    fn call_in(&mut self, element: Arg, kind: KindOf) {
        let off = Arg::Word(self.layout.place.len() as u64);
        let part = self.piece_key(off, kind);
        let part = self.w.binary(Binary::Sub, 0, part);
        self.add_key(part);
        if let Some(bits) = self.layout.waiting {
            self.turn(bits, kind, element);
        }
    }

    fn set_down(&mut self, element: Arg, to: Arg, kind: KindOf) {
        let part = self.piece_key(to, kind);
        self.add_key(part);
        let counted = self.w.binary(Binary::Add, element, 1);
        self.set_raw(header::CONTENT, to, counted);
        if let Some(offset) = self.layout.kind_here {
            let kind = self.counted(kind);
            self.set_raw(offset, to, kind);
        }
        self.turn_occupied(to);
        self.turn(self.boards, kind, to);
        let place = self.w.binary(Binary::Add, to, 1);
        self.set_raw(self.layout.location, element, place);
    }

    /// A kind counted from 1.
    fn counted(&mut self, kind: KindOf) -> Arg {
        match kind {
            KindOf::Known(kind) => Arg::Word(u64::from(kind.0) + 1),
            KindOf::Found(kind) => self.w.binary(Binary::Add, kind, 1),
        }
    }

    /// Moves an element, counted from 0, from one location to another, which is empty.
    /// With a table for `becomes` it is given the kind that this has for its own.
    pub(super) fn move_piece(&mut self, element: Arg, from: Arg, to: Arg, kind: KindOf, becomes: Option<TableOfKinds>) {
        self.lift(from, kind);
        let kind = self.change_lifted(element, kind, becomes);
        self.set_down(element, to, kind);
    }

    /// Puts an element that stands nowhere on an empty location. With a table for `becomes` it is given the kind that this
    /// has for its own.
    pub(super) fn bring_in(&mut self, element: Arg, to: Arg, kind: KindOf, becomes: Option<TableOfKinds>) {
        self.call_in(element, kind);
        let kind = self.change_lifted(element, kind, becomes);
        self.set_down(element, to, kind);
    }

    fn change_lifted(&mut self, element: Arg, kind: KindOf, becomes: Option<TableOfKinds>) -> KindOf {
        let (Some(table), Some(offset)) = (becomes, self.layout.kind) else { return kind };
        let new = match kind {
            KindOf::Known(kind) => KindOf::Known(self.kinds_tables[table.index].2[usize::from(kind.0)]),
            KindOf::Found(kind) => {
                let at = self.w.binary(Binary::ShiftLeft, kind, 1);
                KindOf::Found(self.w.load(table.memory, Width::Two, at, 0))
            }
        };
        let raw = match new {
            KindOf::Known(kind) => Arg::Word(u64::from(kind.0)),
            KindOf::Found(kind) => kind,
        };
        self.set_raw(offset, element, raw);
        new
    }

    /// A lane or location, told to be no more than there are.
    pub(super) fn within(&mut self, location: Arg) -> Arg {
        let most = (64 * self.words()).next_power_of_two() as u64 - 1;
        self.w.binary(Binary::And, location, most)
    }

    /// Whether the kind on a location so many further than another is a bit of the mask; where there is no such location
    /// the answer means nothing.
    pub(super) fn cell_near(&mut self, location: Arg, by: i32, mask: u64) -> Arg {
        let width = 1 + usize::from(self.layout.wide);
        let shifted = |offset: usize| usize::try_from(offset as i64 + i64::from(by) * width as i64).ok();
        match self.layout.kind_here.and_then(shifted) {
            Some(offset) => {
                let kind = self.raw(offset, location);
                if mask.is_power_of_two() {
                    return self.w.binary(Binary::Equal, kind, u64::from(mask.trailing_zeros()));
                }
                let bit = self.w.binary(Binary::ShiftRight, mask, kind);
                self.w.binary(Binary::And, bit, 1)
            }
            None => {
                let there = self.w.binary(Binary::Add, location, i64::from(by) as u64);
                let there = self.within(there);
                self.cell(there, mask)
            }
        }
    }

    /// Words of the locations around one whose kind is a bit of the mask, in which 0 is none: those behind it, from the lowest bit
    /// on, and those before it, up to the highest. Beyond the first and the last location bits mean nothing.
    pub(super) fn around(&mut self, location: Arg, mask: u64) -> [Arg; 2] {
        let word = self.w.binary(Binary::ShiftRight, location, 6);
        let at = self.w.binary(Binary::ShiftLeft, word, 3);
        // Whole words, for a read across two of them would have to wait for what was written last.
        let [before, here, after] = [-8, 0, 8].map(|by| {
            let mut set = Arg::Word(0);
            for kind in (0..self.layout.kinds.len() as u16).filter(|kind| mask >> (kind + 1) & 1 == 1) {
                let offset = self.boards.at(KindId(kind)).wrapping_add_signed(by);
                let word = self.w.load(self.state, Width::Eight, at, offset);
                set = self.w.binary(Binary::Or, set, word);
            }
            set
        });
        let w = &mut self.w;
        let other_way = w.unary(Unary::Not, location);
        let ahead = w.binary(Binary::ShiftRight, here, 1);
        let ahead = w.binary(Binary::ShiftRight, ahead, location);
        let after = w.binary(Binary::ShiftLeft, after, other_way);
        let behind = w.binary(Binary::ShiftLeft, here, 1);
        let behind = w.binary(Binary::ShiftLeft, behind, other_way);
        let before = w.binary(Binary::ShiftRight, before, location);
        [w.binary(Binary::Or, ahead, after), w.binary(Binary::Or, behind, before)]
    }

    /// Takes an element off the board.
    pub(super) fn take_off(&mut self, element: Arg, from: Arg, kind: KindOf) {
        self.lift(from, kind);
        let off = Arg::Word(self.layout.place.len() as u64);
        let part = self.piece_key(off, kind);
        self.add_key(part);
        self.set_raw(self.layout.location, element, Arg::Word(0));
        if let Some(bits) = self.layout.waiting {
            self.turn(bits, kind, element);
        }
    }

    /// Removes an element, counted from 0, that may stand somewhere. Gives whether there was room where it goes.
    pub(super) fn remove(&mut self, element: Arg) -> Result<Arg, Beyond> {
        let mut reserves = self.rules.element_types.iter().map(|element_type| element_type.reserve);
        let reserve = reserves.next().flatten();
        if reserves.any(|other| other != reserve) {
            return Err(Beyond("removing pieces to several reserves"));
        }
        let kind = self.kind(element);
        let kind = KindOf::Found(kind);
        let place = self.location(element);
        let from = self.w.binary(Binary::Sub, place, 1);
        let Some(reserve) = reserve else {
            // Off the board it stays off the board.
            self.branch(place, |this| {
                this.take_off(element, from, kind);
                Ok(())
            })?;
            return Ok(Arg::Word(1));
        };
        let of_reserve =
            |(index, location): (usize, &crate::rules::Location)| (location.kind == reserve).then_some(index);
        let places = Lanes::of(self.words(), self.rules.locations.iter().enumerate().filter_map(of_reserve));
        let free: Vec<Arg> = (0..self.words())
            .map(|word| {
                let occupied = self.occupied(word);
                self.w.binary(Binary::AndNot, places.0[word], occupied)
            })
            .collect();
        let (to, is_free) = self.first(&free);
        self.branch(is_free, |this| {
            this.either(
                place,
                |this| {
                    this.move_piece(element, from, to, kind, None);
                    Ok(())
                },
                |this| {
                    this.bring_in(element, to, kind, None);
                    Ok(())
                },
            )
        })?;
        Ok(is_free)
    }

    /// Puts an element, counted from 0, on a location counted from 1, from wherever it is. Gives whether that fails: the
    /// location is none, or something else stands there.
    pub(super) fn put(&mut self, element: Arg, place: Arg) -> Result<Arg, Beyond> {
        let nowhere = self.w.binary(Binary::Equal, place, 0);
        let before = self.w.binary(Binary::Sub, place, 1);
        let to = self.w.choose(place, before, 0);
        let there = self.content(to);
        let counted = self.w.binary(Binary::Add, element, 1);
        let free = self.w.binary(Binary::Equal, there, 0);
        let goes = self.w.binary(Binary::AndNot, free, nowhere);
        self.branch(goes, |this| {
            let kind = this.kind(element);
            let kind = KindOf::Found(kind);
            let here = this.location(element);
            this.either(
                here,
                |this| {
                    let from = this.w.binary(Binary::Sub, here, 1);
                    this.move_piece(element, from, to, kind, None);
                    Ok(())
                },
                |this| {
                    this.bring_in(element, to, kind, None);
                    Ok(())
                },
            )
        })?;
        let itself = self.w.binary(Binary::Equal, there, counted);
        let fine = self.w.binary(Binary::Or, free, itself);
        let taken = self.w.binary(Binary::Xor, fine, 1);
        Ok(self.w.binary(Binary::Or, nowhere, taken))
    }

    /// Gives an element, counted from 0, the kind that a table has for the one it is of.
    pub(super) fn change_kind(&mut self, element: Arg, table: TableOfKinds) -> Result<(), Beyond> {
        let function = self.set_kind.ok_or(Beyond("kinds that change where none should"))?;
        let old = self.kind(element);
        let at = self.w.binary(Binary::ShiftLeft, old, 1);
        let new = self.w.load(table.memory, Width::Two, at, 0);
        self.w.call(function, &[element, old, new]);
        Ok(())
    }

    /// Writes the function that gives an element, counted from 0, one kind in place of another.
    fn write_set_kind(&mut self, offset: usize) -> Result<FunctionId, Beyond> {
        let [element, old, new] = self.w.arguments().map(Arg::Var);
        let other = self.w.binary(Binary::Unequal, old, new);
        self.branch(other, |this| {
            this.set_raw(offset, element, new);
            let (old, new) = (KindOf::Found(old), KindOf::Found(new));
            let place = this.location(element);
            let at = this.w.binary(Binary::Sub, place, 1);
            this.either(
                place,
                |this| {
                    this.change_key(at, old, new);
                    if let Some(offset) = this.layout.kind_here {
                        let kind = this.counted(new);
                        this.set_raw(offset, at, kind);
                    }
                    this.turn(this.boards, old, at);
                    this.turn(this.boards, new, at);
                    Ok(())
                },
                |this| {
                    this.change_key(Arg::Word(this.layout.place.len() as u64), old, new);
                    if let Some(bits) = this.layout.waiting {
                        this.turn(bits, old, element);
                        this.turn(bits, new, element);
                    }
                    Ok(())
                },
            )
        })?;
        Ok(self.w.end_function())
    }

    fn change_key(&mut self, location: Arg, old: KindOf, new: KindOf) {
        let (old, new) = (self.piece_key(location, old), self.piece_key(location, new));
        let part = self.w.binary(Binary::Sub, new, old);
        self.add_key(part);
    }

    /// The table of the kinds that pieces get when a deed gives them this owner or state.
    pub(super) fn kinds_table(&mut self, deed: Deed, number: i32) -> Result<TableOfKinds, Beyond> {
        let known = self.kinds_tables.iter().position(|(what, ..)| *what == (deed, number));
        if let Some(index) = known {
            return Ok(TableOfKinds { index, memory: self.kinds_tables[index].1 });
        }
        let mut kinds = Vec::new();
        for id in (0..self.layout.kinds.len()).map(|kind| KindId(kind as u16)) {
            let mut kind = self.layout.kinds[id];
            let possible = if deed == Deed::SetOwner {
                kind.owner = usize::try_from(number).ok().and_then(Player::new);
                (0..=self.layout.players as i32).contains(&number)
            } else {
                kind.state = number as u16;
                (1..=i32::from(self.rules.element_types[kind.element_type.index()].states)).contains(&number)
            };
            let found = possible.then(|| self.layout.kinds.find(kind)).flatten();
            kinds.push(found.ok_or(Beyond("pieces that cannot be of every state"))?);
        }
        let memory = self.w.memory(Memory::Table(kinds.iter().flat_map(|kind| kind.0.to_le_bytes()).collect()));
        self.kinds_tables.push(((deed, number), memory, kinds));
        Ok(TableOfKinds { index: self.kinds_tables.len() - 1, memory })
    }

    /// Runs what `then` writes if a word is not 0.
    pub(super) fn branch(
        &mut self,
        condition: Arg,
        then: impl FnOnce(&mut Self) -> Result<(), Beyond>,
    ) -> Result<(), Beyond> {
        self.either(condition, then, |_| Ok(()))
    }

    /// Runs what one of the two writes: `otherwise` if the word is 0.
    pub(super) fn either(
        &mut self,
        condition: Arg,
        then: impl FnOnce(&mut Self) -> Result<(), Beyond>,
        otherwise: impl FnOnce(&mut Self) -> Result<(), Beyond>,
    ) -> Result<(), Beyond> {
        if let Arg::Word(word) = condition {
            return if word != 0 { then(self) } else { otherwise(self) };
        }
        self.w.open();
        then(self)?;
        let then = self.w.close();
        self.w.open();
        otherwise(self)?;
        let otherwise = self.w.close();
        self.w.branch(condition, then, otherwise);
        Ok(())
    }
}

/// A table of words.
pub(super) fn table64(words: impl IntoIterator<Item = u64>) -> Memory {
    Memory::Table(words.into_iter().flat_map(u64::to_le_bytes).collect())
}
