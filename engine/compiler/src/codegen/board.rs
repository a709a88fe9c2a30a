//! Code generation for reads and writes of a state: the counterpart of
//! [`State`](boardwright_interpreter::state::State).

use boardwright_jit::{Arg, Binary, FunctionId, Memory, MemoryId, Unary, Width, Writer};

use boardwright_game::ids::{LocationTypeId, Player};
use boardwright_interpreter::key;
use boardwright_interpreter::kinds::PieceKindId;
use boardwright_interpreter::layout::{KindBitsets, Layout};
use boardwright_interpreter::state::header;
use boardwright_rules::{Effect, RuleSet};

use super::Unsupported;
use super::journal::Journal;
use super::kernel::LaneSet;

/// Number of preceding and of following locations that the words from [`Board::neighbourhood`] cover.
pub(super) const NEIGHBOURHOOD: usize = 64;

/// Kind of a piece: constant or computed at run time.
#[derive(Clone, Copy)]
pub(super) enum KindOf {
    Constant(PieceKindId),
    Computed(Arg),
}

/// Lookup table of new kinds by old kind.
#[derive(Clone, Copy)]
pub(super) struct KindTable {
    index: usize,
    memory: MemoryId,
}

/// Code generator for operations on a state.
pub(super) struct Board<'a> {
    pub(super) w: Writer,
    pub(super) rules: &'a RuleSet,
    pub(super) layout: &'a Layout,
    pub(super) state: MemoryId,
    /// Zobrist key parts by location, off the board last, and kind.
    key_table: MemoryId,
    /// Initial kind by element.
    initial_kinds: MemoryId,
    pub(super) boards: KindBitsets,
    /// Function that changes the kind of an element, counted from 0; only in games in which kinds change.
    pub(super) set_kind: Option<FunctionId>,
    /// Lookup tables of new kinds by old kind, for each effect (set owner or state) and number.
    kind_tables: Vec<((Effect, i32), MemoryId, Vec<PieceKindId>)>,
    /// `true` if code was written that may set the failure flag and the flag has not been tested since.
    pub(super) may_fail: bool,
    /// Journal in which writes note what was there before, if they do.
    pub(super) journal: Option<Journal>,
    /// The variant of `set_kind` that notes what it changes.
    pub(super) set_kind_journaled: Option<FunctionId>,
}

impl<'a> Board<'a> {
    pub(super) fn new(rules: &'a RuleSet, layout: &'a Layout) -> Result<Self, Unsupported> {
        let Some(boards) = layout.bitboards else { return Err(Unsupported("too many locations and kinds of pieces")) };
        if layout.all_kinds_mask().is_none() {
            return Err(Unsupported("too many kinds of pieces"));
        }
        if layout.has_relevant_heights {
            return Err(Unsupported("pieces whose height counts"));
        }
        let mut w = Writer::new();
        let state = w.add_memory(Memory::Buffer(layout.size));
        // As many rows as a masked lane index can address, so that no index needs a bounds check.
        let rows = (64 * boards.words).next_power_of_two().max(layout.key_place.len() + 1);
        let places = layout.key_place.iter().chain(std::iter::repeat(&layout.off_board_place)).take(rows);
        let kinds = 0..layout.kinds.len() as u16;
        let parts = places.flat_map(|&place| kinds.clone().map(move |kind| key::piece(place, kind, 0)));
        let keys = w.add_memory(word_table(parts));
        let first = layout.initial_kind.iter().flat_map(|kind| kind.0.to_le_bytes());
        let first_kinds = w.add_memory(Memory::Table(first.chain([0, 0]).collect()));
        let mut board = Self {
            w,
            rules,
            layout,
            state,
            key_table: keys,
            initial_kinds: first_kinds,
            boards,
            set_kind: None,
            kind_tables: Vec::new(),
            may_fail: false,
            journal: None,
            set_kind_journaled: None,
        };
        if let Some(offset) = layout.element_kind {
            board.set_kind = Some(board.write_set_kind(offset)?);
        }
        Ok(board)
    }

    /// Number of words of a set of locations.
    pub(super) fn word_count(&self) -> usize {
        self.boards.words
    }

    // Reads.

    /// Loads a number from an array in the state: one byte or, in large games, two bytes.
    pub(super) fn load_number(&mut self, offset: usize, index: Arg) -> Arg {
        if self.layout.has_wide_ids {
            let at = self.w.binary(Binary::ShiftLeft, index, 1);
            self.w.load(self.state, Width::Two, at, offset)
        } else {
            self.w.load(self.state, Width::Byte, index, offset)
        }
    }

    fn store_number(&mut self, offset: usize, index: Arg, value: Arg) {
        if self.layout.has_wide_ids {
            let at = self.w.binary(Binary::ShiftLeft, index, 1);
            self.write(Width::Two, at, offset, value);
        } else {
            self.write(Width::Byte, index, offset, value);
        }
    }

    /// Element on a location, counted from 1; 0 for none.
    pub(super) fn content(&mut self, location: Arg) -> Arg {
        self.load_number(header::CONTENT, location)
    }

    /// Location of an element (counted from 0), counted from 1; 0 for off the board.
    pub(super) fn location(&mut self, element: Arg) -> Arg {
        self.load_number(self.layout.element_location, element)
    }

    /// Kind of an element, which is counted from 0.
    pub(super) fn kind(&mut self, element: Arg) -> Arg {
        match self.layout.element_kind {
            Some(offset) => self.load_number(offset, element),
            None => {
                let at = self.w.binary(Binary::ShiftLeft, element, 1);
                self.w.load(self.initial_kinds, Width::Two, at, 0)
            }
        }
    }

    /// Word of the set of locations whose kind (0: empty) is in the mask; bits beyond the last location are undefined.
    pub(super) fn kind_set(&mut self, mask: u64, word: usize) -> Arg {
        let full = self.layout.all_kinds_mask().expect("checked by `Board::new`");
        let inverted = mask & 1 == 1;
        let mut wanted = (if inverted { full & !mask } else { mask }) >> 1;
        let set = if wanted == full >> 1 {
            self.occupied(word)
        } else {
            let mut union = Arg::Word(0);
            while wanted != 0 {
                let kind = PieceKindId(wanted.trailing_zeros() as u16);
                wanted &= wanted - 1;
                let one = self.w.load(self.state, Width::Eight, 0, self.boards.at(kind) + 8 * word);
                union = self.w.binary(Binary::Or, union, one);
            }
            union
        };
        if inverted { self.w.unary(Unary::Not, set) } else { set }
    }

    /// Word of the set of occupied locations.
    pub(super) fn occupied(&mut self, word: usize) -> Arg {
        self.w.load(self.state, Width::Eight, 0, self.layout.occupancy + 8 * word)
    }

    /// 1 if the kind on a location is in the mask, else 0.
    pub(super) fn cell_matches(&mut self, location: Arg, mask: u64) -> Arg {
        if let Arg::Word(location) = location {
            let word = self.kind_set(mask, location as usize / 64);
            let bit = self.w.binary(Binary::ShiftRight, word, location % 64);
            return self.w.binary(Binary::And, bit, 1);
        }
        if self.word_count() == 1 {
            let word = self.kind_set(mask, 0);
            let bit = self.w.binary(Binary::ShiftRight, word, location);
            return self.w.binary(Binary::And, bit, 1);
        }
        let kind = match self.layout.kind_at_location {
            Some(offset) => self.load_number(offset, location),
            None => {
                let element = self.content(location);
                let before = self.w.binary(Binary::Sub, element, 1);
                let index = self.w.select(element, before, 0);
                let kind = self.kind(index);
                let kind = self.w.binary(Binary::Add, kind, 1);
                self.w.select(element, kind, 0)
            }
        };
        let bit = self.w.binary(Binary::ShiftRight, mask, kind);
        self.w.binary(Binary::And, bit, 1)
    }

    /// Words of the set of elements of a kind in the off-board supply.
    pub(super) fn supply(&mut self, kind: KindOf) -> Result<Vec<Arg>, Unsupported> {
        let bits = self.supply_bits()?;
        let (at, offset) = match kind {
            KindOf::Constant(kind) => (Arg::Word(0), bits.at(kind)),
            KindOf::Computed(kind) => (self.w.binary(Binary::Mul, kind, 8 * bits.words as u64), bits.start),
        };
        Ok((0..bits.words).map(|word| self.w.load(self.state, Width::Eight, at, offset + 8 * word)).collect())
    }

    /// 1 if the element of this number, counted from 0, is of a kind and off the board; 0 also if there is no such
    /// element.
    pub(super) fn is_in_supply(&mut self, element: Arg, kind: PieceKindId) -> Result<Arg, Unsupported> {
        let bits = self.supply_bits()?;
        let mut word = self.w.binary(Binary::ShiftRight, element, 6);
        let mut inside = Arg::Word(1);
        if bits.words < self.word_count() {
            inside = self.w.binary(Binary::UnsignedLess, word, bits.words as u64);
            word = self.w.select(inside, word, 0);
        }
        let at = self.w.binary(Binary::ShiftLeft, word, 3);
        let word = self.w.load(self.state, Width::Eight, at, bits.at(kind));
        let bit = self.w.binary(Binary::ShiftRight, word, element);
        let bit = self.w.binary(Binary::And, bit, 1);
        Ok(self.w.binary(Binary::And, bit, inside))
    }

    /// First member of a set given in words, and a word that is 0 if the set is empty.
    pub(super) fn first_member(&mut self, words: &[Arg]) -> (Arg, Arg) {
        let (mut chosen, mut base) = (Arg::Word(0), Arg::Word(0));
        for (index, &word) in words.iter().enumerate().rev() {
            chosen = self.w.select(word, word, chosen);
            base = self.w.select(word, 64 * index as u64, base);
        }
        let bit = self.w.unary(Unary::TrailingZeros, chosen);
        let first = self.w.binary(Binary::Add, base, bit);
        (first, chosen)
    }

    /// Number of pieces, on or off the board, whose kinds are in a mask.
    pub(super) fn count_kinds(&mut self, mask: u64) -> Result<Arg, Unsupported> {
        let supply = self.supply_bits()?;
        let mut count = Arg::Word(0);
        for kind in (0..self.layout.kinds.len() as u16).map(PieceKindId).filter(|kind| mask >> (kind.0 + 1) & 1 == 1) {
            for bits in [self.boards, supply] {
                for word in 0..bits.words {
                    let pieces = self.w.load(self.state, Width::Eight, 0, bits.at(kind) + 8 * word);
                    let ones = self.w.unary(Unary::CountOnes, pieces);
                    count = self.w.binary(Binary::Add, count, ones);
                }
            }
        }
        Ok(count)
    }

    /// First of some elements that is off the board, counted from 1; 0 for none.
    pub(super) fn first_off_board(&mut self, elements: &LaneSet, mask: u64) -> Result<Arg, Unsupported> {
        let bits = self.supply_bits()?;
        let mut words = Vec::new();
        for (index, &wanted) in elements.0.iter().enumerate() {
            let mut off = Arg::Word(0);
            for kind in
                (0..self.layout.kinds.len() as u16).map(PieceKindId).filter(|kind| mask >> (kind.0 + 1) & 1 == 1)
            {
                let some = self.w.load(self.state, Width::Eight, 0, bits.at(kind) + 8 * index);
                off = self.w.binary(Binary::Or, off, some);
            }
            words.push(self.w.binary(Binary::And, off, wanted));
        }
        let (first, some) = self.first_member(&words);
        let counted = self.w.binary(Binary::Add, first, 1);
        Ok(self.w.select(some, counted, 0))
    }

    fn supply_bits(&self) -> Result<KindBitsets, Unsupported> {
        self.layout.supply.ok_or(Unsupported("pieces off the board that no rule brings in"))
    }

    pub(super) fn mover(&mut self) -> Arg {
        self.w.load(self.state, Width::Byte, 0, header::MOVER)
    }

    // Writes.

    pub(super) fn add_key(&mut self, part: Arg) {
        let key = self.w.load(self.state, Width::Eight, 0, header::KEY);
        let key = self.w.binary(Binary::Add, key, part);
        self.write(Width::Eight, 0, header::KEY, key);
    }

    /// Zobrist key part of a piece on a location; off the board is the location after the last.
    fn piece_key(&mut self, location: Arg, kind: KindOf) -> Arg {
        if let (Arg::Word(location), KindOf::Constant(kind)) = (location, kind) {
            let place = self.layout.key_place.get(location as usize).copied().unwrap_or(self.layout.off_board_place);
            return Arg::Word(key::piece(place, kind.0, 0));
        }
        let kinds = self.layout.kinds.len() as u64;
        let at = self.w.binary(Binary::Mul, location, 8 * kinds);
        match kind {
            KindOf::Constant(kind) => self.w.load(self.key_table, Width::Eight, at, 8 * usize::from(kind.0)),
            KindOf::Computed(kind) => {
                let kind = self.w.binary(Binary::ShiftLeft, kind, 3);
                let at = self.w.binary(Binary::Add, at, kind);
                self.w.load(self.key_table, Width::Eight, at, 0)
            }
        }
    }

    /// Toggles a bit in the words of a set for a kind.
    fn toggle(&mut self, bits: KindBitsets, kind: KindOf, index: Arg) {
        let bit = self.w.binary(Binary::ShiftLeft, 1, index);
        let mut at = Arg::Word(0);
        if bits.words > 1 {
            let word = self.w.binary(Binary::ShiftRight, index, 6);
            at = self.w.binary(Binary::ShiftLeft, word, 3);
        }
        let offset = match kind {
            KindOf::Constant(kind) => bits.at(kind),
            KindOf::Computed(kind) => {
                let kind = self.w.binary(Binary::Mul, kind, 8 * bits.words as u64);
                at = self.w.binary(Binary::Add, at, kind);
                bits.start
            }
        };
        let word = self.w.load(self.state, Width::Eight, at, offset);
        let word = self.w.binary(Binary::Xor, word, bit);
        self.write(Width::Eight, at, offset, word);
    }

    fn toggle_occupied(&mut self, location: Arg) {
        let start = self.layout.occupancy;
        let bits = KindBitsets { start, words: self.word_count() };
        self.toggle(bits, KindOf::Constant(PieceKindId(0)), location);
    }

    /// Removes an element, counted from 0, from a location; the caller puts it somewhere next.
    fn lift_piece(&mut self, from: Arg, kind: KindOf) {
        let part = self.piece_key(from, kind);
        let part = self.w.binary(Binary::Sub, 0, part);
        self.add_key(part);
        self.store_number(header::CONTENT, from, Arg::Word(0));
        if let Some(offset) = self.layout.kind_at_location {
            self.store_number(offset, from, Arg::Word(0));
        }
        self.toggle_occupied(from);
        self.toggle(self.boards, kind, from);
    }

    /// Takes an element out of the off-board supply; the caller puts it somewhere next.
    fn take_from_supply(&mut self, element: Arg, kind: KindOf) {
        let off = Arg::Word(self.layout.key_place.len() as u64);
        let part = self.piece_key(off, kind);
        let part = self.w.binary(Binary::Sub, 0, part);
        self.add_key(part);
        if let Some(bits) = self.layout.supply {
            self.toggle(bits, kind, element);
        }
    }

    fn put_down(&mut self, element: Arg, to: Arg, kind: KindOf) {
        let part = self.piece_key(to, kind);
        self.add_key(part);
        let counted = self.w.binary(Binary::Add, element, 1);
        self.store_number(header::CONTENT, to, counted);
        if let Some(offset) = self.layout.kind_at_location {
            let kind = self.kind_plus_one(kind);
            self.store_number(offset, to, kind);
        }
        self.toggle_occupied(to);
        self.toggle(self.boards, kind, to);
        let place = self.w.binary(Binary::Add, to, 1);
        self.store_number(self.layout.element_location, element, place);
    }

    /// A kind counted from 1.
    fn kind_plus_one(&mut self, kind: KindOf) -> Arg {
        match kind {
            KindOf::Constant(kind) => Arg::Word(u64::from(kind.0) + 1),
            KindOf::Computed(kind) => self.w.binary(Binary::Add, kind, 1),
        }
    }

    /// Moves an element, counted from 0, to an empty location. With a table `becomes` the element changes its kind.
    pub(super) fn move_piece(&mut self, element: Arg, from: Arg, to: Arg, kind: KindOf, becomes: Option<KindTable>) {
        self.lift_piece(from, kind);
        let kind = self.change_lifted_kind(element, kind, becomes);
        self.put_down(element, to, kind);
    }

    /// Puts an element from the off-board supply on an empty location. With a table `becomes` the element changes its
    /// kind.
    pub(super) fn bring_in(&mut self, element: Arg, to: Arg, kind: KindOf, becomes: Option<KindTable>) {
        self.take_from_supply(element, kind);
        let kind = self.change_lifted_kind(element, kind, becomes);
        self.put_down(element, to, kind);
    }

    fn change_lifted_kind(&mut self, element: Arg, kind: KindOf, becomes: Option<KindTable>) -> KindOf {
        let (Some(table), Some(offset)) = (becomes, self.layout.element_kind) else { return kind };
        let new = match kind {
            KindOf::Constant(kind) => KindOf::Constant(self.kind_tables[table.index].2[usize::from(kind.0)]),
            KindOf::Computed(kind) => {
                let at = self.w.binary(Binary::ShiftLeft, kind, 1);
                KindOf::Computed(self.w.load(table.memory, Width::Two, at, 0))
            }
        };
        let raw = match new {
            KindOf::Constant(kind) => Arg::Word(u64::from(kind.0)),
            KindOf::Computed(kind) => kind,
        };
        self.store_number(offset, element, raw);
        new
    }

    /// Masks a lane or location so that it is a valid row of the tables.
    pub(super) fn masked_index(&mut self, location: Arg) -> Arg {
        let most = (64 * self.word_count()).next_power_of_two() as u64 - 1;
        self.w.binary(Binary::And, location, most)
    }

    /// 1 if the kind on the location at distance `by` is in the mask, else 0; undefined if there is no such location.
    pub(super) fn near_cell_matches(&mut self, location: Arg, by: i32, mask: u64) -> Arg {
        let width = 1 + usize::from(self.layout.has_wide_ids);
        let shifted = |offset: usize| usize::try_from(offset as i64 + i64::from(by) * width as i64).ok();
        match self.layout.kind_at_location.and_then(shifted) {
            Some(offset) => {
                let kind = self.load_number(offset, location);
                if mask.is_power_of_two() {
                    return self.w.binary(Binary::Equal, kind, u64::from(mask.trailing_zeros()));
                }
                let bit = self.w.binary(Binary::ShiftRight, mask, kind);
                self.w.binary(Binary::And, bit, 1)
            }
            None => {
                let there = self.w.binary(Binary::Add, location, i64::from(by) as u64);
                let there = self.masked_index(there);
                self.cell_matches(there, mask)
            }
        }
    }

    /// Words of the neighbourhood of a location: the locations whose kind is in the mask (the empty cell must not be).
    /// The first word holds the following locations, from the lowest bit on; the second the preceding ones, up to the
    /// highest bit. Bits beyond the first and the last location are undefined.
    pub(super) fn neighbourhood(&mut self, location: Arg, mask: u64) -> [Arg; 2] {
        let word = self.w.binary(Binary::ShiftRight, location, 6);
        let at = self.w.binary(Binary::ShiftLeft, word, 3);
        // Whole words, because an unaligned load across two recently written words would stall (failed store
        // forwarding).
        let [before, here, after] = [-8, 0, 8].map(|by| {
            let mut set = Arg::Word(0);
            for kind in (0..self.layout.kinds.len() as u16).filter(|kind| mask >> (kind + 1) & 1 == 1) {
                let offset = self.boards.at(PieceKindId(kind)).wrapping_add_signed(by);
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
        self.lift_piece(from, kind);
        let off = Arg::Word(self.layout.key_place.len() as u64);
        let part = self.piece_key(off, kind);
        self.add_key(part);
        self.store_number(self.layout.element_location, element, Arg::Word(0));
        if let Some(bits) = self.layout.supply {
            self.toggle(bits, kind, element);
        }
    }

    /// Removes an element, counted from 0, that may be off the board. Returns 0 if its destination has no room, else
    /// nonzero.
    pub(super) fn remove_element(&mut self, element: Arg) -> Result<Arg, Unsupported> {
        let mut reserves: Vec<_> = self.rules.element_types.iter().map(|element_type| element_type.reserve).collect();
        reserves.sort_unstable();
        reserves.dedup();
        if let [reserve] = *reserves {
            return self.remove_to(element, reserve);
        }
        // By element: the number of its reserve.
        let number_of = |element: &boardwright_rules::Element| {
            let reserve = self.rules.element_types[element.kind.index()].reserve;
            reserves.iter().position(|known| *known == reserve).unwrap_or(0) as u16
        };
        let numbers: Vec<u8> = self.rules.elements.iter().map(number_of).flat_map(u16::to_le_bytes).collect();
        let numbers = self.w.add_memory(Memory::Table(numbers.into_boxed_slice()));
        let at = self.w.binary(Binary::ShiftLeft, element, 1);
        let number = self.w.load(numbers, Width::Two, at, 0);
        let result = self.w.add_variable();
        self.w.set(result, 0);
        for (index, &reserve) in reserves.iter().enumerate() {
            let here = self.w.binary(Binary::Equal, number, index as u64);
            self.if_then(here, |this| {
                let room = this.remove_to(element, reserve)?;
                this.w.set(result, room);
                Ok(())
            })?;
        }
        Ok(result.into())
    }

    /// Removes an element to a reserve, or off the board.
    fn remove_to(&mut self, element: Arg, reserve: Option<LocationTypeId>) -> Result<Arg, Unsupported> {
        let kind = self.kind(element);
        let kind = KindOf::Computed(kind);
        let place = self.location(element);
        let from = self.w.binary(Binary::Sub, place, 1);
        let Some(reserve) = reserve else {
            // An element off the board stays there.
            self.if_then(place, |this| {
                this.take_off(element, from, kind);
                Ok(())
            })?;
            return Ok(Arg::Word(1));
        };
        let of_reserve =
            |(index, location): (usize, &boardwright_rules::Location)| (location.kind == reserve).then_some(index);
        let places =
            LaneSet::from_members(self.word_count(), self.rules.locations.iter().enumerate().filter_map(of_reserve));
        let free: Vec<Arg> = (0..self.word_count())
            .map(|word| {
                let occupied = self.occupied(word);
                self.w.binary(Binary::AndNot, places.0[word], occupied)
            })
            .collect();
        let (to, is_free) = self.first_member(&free);
        self.if_then(is_free, |this| {
            this.if_else(
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

    /// Moves an element, counted from 0, to a location counted from 1, from the board or the supply. Returns 1 if that
    /// fails: there is no such location, or another element occupies it.
    pub(super) fn put_element(&mut self, element: Arg, place: Arg) -> Result<Arg, Unsupported> {
        let nowhere = self.w.binary(Binary::Equal, place, 0);
        let before = self.w.binary(Binary::Sub, place, 1);
        let to = self.w.select(place, before, 0);
        let there = self.content(to);
        let counted = self.w.binary(Binary::Add, element, 1);
        let free = self.w.binary(Binary::Equal, there, 0);
        let goes = self.w.binary(Binary::AndNot, free, nowhere);
        self.if_then(goes, |this| {
            let kind = this.kind(element);
            let kind = KindOf::Computed(kind);
            let here = this.location(element);
            this.if_else(
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

    /// Changes the kind of an element, counted from 0, by a lookup table.
    pub(super) fn change_kind(&mut self, element: Arg, table: KindTable) -> Result<(), Unsupported> {
        let old = self.kind(element);
        let at = self.w.binary(Binary::ShiftLeft, old, 1);
        let new = self.w.load(table.memory, Width::Two, at, 0);
        self.set_kind_of(element, old, new)
    }

    /// Writes the function that changes the kind of an element, counted from 0.
    fn write_set_kind(&mut self, offset: usize) -> Result<FunctionId, Unsupported> {
        let arguments = self.w.add_arguments().map(Arg::Var);
        self.write_set_kind_body(offset, arguments)?;
        Ok(self.w.end_function())
    }

    pub(super) fn write_set_kind_body(
        &mut self,
        offset: usize,
        [element, old, new]: [Arg; 3],
    ) -> Result<(), Unsupported> {
        let other = self.w.binary(Binary::NotEqual, old, new);
        self.if_then(other, |this| {
            this.store_number(offset, element, new);
            let (old, new) = (KindOf::Computed(old), KindOf::Computed(new));
            let place = this.location(element);
            let at = this.w.binary(Binary::Sub, place, 1);
            this.if_else(
                place,
                |this| {
                    this.change_key(at, old, new);
                    if let Some(offset) = this.layout.kind_at_location {
                        let kind = this.kind_plus_one(new);
                        this.store_number(offset, at, kind);
                    }
                    this.toggle(this.boards, old, at);
                    this.toggle(this.boards, new, at);
                    Ok(())
                },
                |this| {
                    this.change_key(Arg::Word(this.layout.key_place.len() as u64), old, new);
                    if let Some(bits) = this.layout.supply {
                        this.toggle(bits, old, element);
                        this.toggle(bits, new, element);
                    }
                    Ok(())
                },
            )
        })
    }

    fn change_key(&mut self, location: Arg, old: KindOf, new: KindOf) {
        let (old, new) = (self.piece_key(location, old), self.piece_key(location, new));
        let part = self.w.binary(Binary::Sub, new, old);
        self.add_key(part);
    }

    /// Returns the lookup table of new kinds for an effect that sets this owner or state.
    pub(super) fn kind_table(&mut self, deed: Effect, number: i32) -> Result<KindTable, Unsupported> {
        let known = self.kind_tables.iter().position(|(what, ..)| *what == (deed, number));
        if let Some(index) = known {
            return Ok(KindTable { index, memory: self.kind_tables[index].1 });
        }
        let mut kinds = Vec::new();
        for id in (0..self.layout.kinds.len()).map(|kind| PieceKindId(kind as u16)) {
            let mut kind = self.layout.kinds[id];
            let possible = if deed == Effect::SetOwner {
                kind.owner = usize::try_from(number).ok().and_then(Player::new);
                (0..=self.layout.player_count as i32).contains(&number)
            } else {
                kind.state = number as u16;
                (1..=i32::from(self.rules.element_types[kind.element_type.index()].states)).contains(&number)
            };
            let found = possible.then(|| self.layout.kinds.find(kind)).flatten();
            kinds.push(found.ok_or(Unsupported("pieces that cannot have every owner or state"))?);
        }
        let memory = self.w.add_memory(Memory::Table(kinds.iter().flat_map(|kind| kind.0.to_le_bytes()).collect()));
        self.kind_tables.push(((deed, number), memory, kinds));
        Ok(KindTable { index: self.kind_tables.len() - 1, memory })
    }

    /// Writes a conditional whose body is written by `then`.
    pub(super) fn if_then(
        &mut self,
        condition: Arg,
        then: impl FnOnce(&mut Self) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        self.if_else(condition, then, |_| Ok(()))
    }

    /// Writes a conditional whose branches are written by `then` and, for condition 0, `otherwise`.
    pub(super) fn if_else(
        &mut self,
        condition: Arg,
        then: impl FnOnce(&mut Self) -> Result<(), Unsupported>,
        otherwise: impl FnOnce(&mut Self) -> Result<(), Unsupported>,
    ) -> Result<(), Unsupported> {
        if let Arg::Word(word) = condition {
            return if word != 0 { then(self) } else { otherwise(self) };
        }
        self.w.open_list();
        then(self)?;
        let then = self.w.close_list();
        self.w.open_list();
        otherwise(self)?;
        let otherwise = self.w.close_list();
        self.w.write_if(condition, then, otherwise);
        Ok(())
    }
}

/// A memory that is a table of words.
pub(super) fn word_table(words: impl IntoIterator<Item = u64>) -> Memory {
    Memory::Table(words.into_iter().flat_map(u64::to_le_bytes).collect())
}
