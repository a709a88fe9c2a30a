//! Game state of a rule set: small, flat, cheap to copy, and hashed with an incremental Zobrist key.
//!
//! A state stores only what moves can change, at the offsets of the rule set's [`Layout`]. It stores no variables of
//! expressions, because these do not outlive a move. Global variables are accessed in [`globals`](crate::globals), and
//! the hash values of the key are in [`key`](crate::key).

use std::sync::Arc;

use crate::hidden::observation::Observation;
use crate::key;
use crate::kinds::PieceKindId;
use crate::layout::Layout;
use crate::moves::Move;
use boardwright_game::game::Outcome;
use boardwright_game::ids::{ElementId, LocationId, Player};
use boardwright_rules::RuleSet;

/// State of a game that a rule set describes.
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    /// The fields of [`header`], followed by the components at the offsets of the [`Layout`].
    pub bytes: Box<[u8]>,
    /// Repetition keys of this position and all before it, in games that count repetitions.
    history: Vec<u64>,
    /// The last move with what the players have seen, in games with hidden information.
    observation: Option<Arc<Observation>>,
}

/// Calls `visit` for each location whose kind of piece differs between two states, in order.
pub fn for_each_changed_location(layout: &Layout, before: &State, after: &State, mut visit: impl FnMut(LocationId)) {
    let bits = 8 << u32::from(layout.has_wide_ids);
    let start = layout.kind_at_location.unwrap_or(header::CONTENT);
    let here = start..start + bits / 8 * layout.key_place.len();
    let (old, new) = (&before.bytes[here.clone()], &after.bytes[here]);
    let (old_words, new_words) = (old.as_chunks(), new.as_chunks());
    let padded = |rest: &[u8]| {
        let mut word = [0; 8];
        word[..rest.len()].copy_from_slice(rest);
        word
    };
    let last = (padded(old_words.1), padded(new_words.1));
    let words = old_words.0.iter().copied().zip(new_words.0.iter().copied()).chain([last]);
    for (index, (a, b)) in words.enumerate() {
        // Most words are equal.
        let mut differ = u64::from_le_bytes(a) ^ u64::from_le_bytes(b);
        while differ != 0 {
            let slot = differ.trailing_zeros() as usize / bits;
            differ &= !(((1_u64 << bits) - 1) << (slot * bits));
            let location = LocationId::new(index * (64 / bits) + slot);
            // A different piece may be of the same kind.
            if before.kind_at(layout, location) != after.kind_at(layout, location) {
                visit(location);
            }
        }
    }
}

/// Offsets of the components that every state has.
pub mod header {
    /// Key without the share of variables that hold elements; eight bytes.
    pub const KEY: usize = 0;
    /// Number of the player to move.
    pub const MOVER: usize = 8;
    /// 0 while the game runs, 1 for a draw, 2 or more for a win of player 1 and so on.
    pub const OUTCOME: usize = 9;
    /// Element on each location, from 1; 0 for an empty location. The size depends on the layout.
    pub const CONTENT: usize = 10;
}

impl Clone for State {
    #[inline]
    fn clone(&self) -> Self {
        let observation = self.observation.clone();
        Self { bytes: self.bytes.clone(), history: self.history.clone(), observation }
    }

    #[inline]
    fn clone_from(&mut self, source: &Self) {
        self.bytes.clone_from(&source.bytes);
        self.history.clone_from(&source.history);
        self.observation.clone_from(&source.observation);
    }
}

impl State {
    /// Initial state, before the ends of the game are tested.
    pub fn initial(rules: &RuleSet, layout: &Layout) -> Self {
        let mut state = Self::empty(rules, layout);
        for (element, given) in layout.elements().zip(&rules.elements) {
            if let Some(location) = given.location {
                state.place_from_supply(layout, element, location);
            }
        }
        state.initialize_key(rules, layout);
        state.record_in_history(rules, layout);
        state
    }

    /// State without any placed element; the caller must place every element and compute the key.
    pub fn empty(rules: &RuleSet, layout: &Layout) -> Self {
        let bytes = vec![0; layout.size].into_boxed_slice();
        let mut state = Self { bytes, history: Vec::new(), observation: None };
        state.bytes[header::MOVER] = rules.first_player.number() as u8;
        for element in layout.elements() {
            if let Some(offset) = layout.element_kind {
                state.set_id_at(layout, offset, element.index(), layout.initial_kind[element.index()].0);
            }
            if layout.zindex.is_some() {
                state.write_zindex(layout, element, layout.initial_zindex[element.index()]);
            }
            state.toggle_kind_bit(layout, element);
        }
        if layout.scores.is_some() {
            for player in layout.players() {
                state.write_score(layout, player, layout.initial_scores[player.index()]);
            }
        }
        for global in &rules.globals {
            state.write_initial_global(rules, layout, global);
        }
        if let Some(offset) = layout.turn_number {
            state.set_i32_at(offset, 0, 1);
        }
        if let Some(offset) = layout.chance {
            state.bytes[offset] = u8::from(rules.chance_begins);
        }
        state
    }

    #[inline(always)]
    fn base_key(&self) -> u64 {
        u64::from_le_bytes(self.bytes[header::KEY..header::KEY + 8].try_into().expect("eight bytes"))
    }

    #[inline(always)]
    fn set_base_key(&mut self, sum: u64) {
        self.bytes[header::KEY..header::KEY + 8].copy_from_slice(&sum.to_le_bytes());
    }

    /// Computes the key from scratch, without the share of variables that hold elements.
    fn compute_base_key(&self, rules: &RuleSet, layout: &Layout) -> u64 {
        let mut sum = key::mover(self.mover()).wrapping_add(key::outcome(self.outcome()));
        for element in layout.elements() {
            sum = sum.wrapping_add(self.piece_key(layout, element));
        }
        sum.wrapping_add(self.scores_key(layout))
            .wrapping_add(self.globals_key(rules, layout, |_| true))
            .wrapping_add(self.turn_key(layout))
            .wrapping_add(self.chance_key(layout))
    }

    /// Computes the key from scratch.
    pub fn compute_key(&self, rules: &RuleSet, layout: &Layout) -> u64 {
        self.compute_base_key(rules, layout).wrapping_add(self.element_globals_key(rules, layout, |_| true))
    }

    /// Zobrist key of the state.
    pub fn key(&self, rules: &RuleSet, layout: &Layout) -> u64 {
        if layout.element_globals.is_empty() {
            return self.base_key();
        }
        self.base_key().wrapping_add(self.element_globals_key(rules, layout, |_| true))
    }

    /// Key for counting repetitions: without scores, the turn number and variables that do not count for repetition.
    pub fn repetition_key(&self, rules: &RuleSet, layout: &Layout) -> u64 {
        let excluded = self.scores_key(layout).wrapping_add(self.turn_key(layout)).wrapping_add(self.globals_key(
            rules,
            layout,
            |global| !global.in_repetition,
        ));
        let included = self.element_globals_key(rules, layout, |global| global.in_repetition);
        self.base_key().wrapping_sub(excluded).wrapping_add(included)
    }

    fn scores_key(&self, layout: &Layout) -> u64 {
        if layout.scores.is_none() {
            return 0;
        }
        let parts = layout.players().map(|player| key::score(player, self.score(layout, player)));
        parts.fold(0, u64::wrapping_add)
    }

    fn turn_key(&self, layout: &Layout) -> u64 {
        layout.turn_number.map_or(0, |_| key::turn(self.turn_number(layout)))
    }

    fn chance_key(&self, layout: &Layout) -> u64 {
        if self.is_chance_next(layout) { key::CHANCE } else { 0 }
    }

    /// Appends an encoding that is equal for equal positions only: see
    /// [`Game::encode`](boardwright_game::game::Game::encode).
    pub fn encode(&self, rules: &RuleSet, layout: &Layout, out: &mut Vec<u8>) {
        let mut pieces: Vec<(u32, u16, i32)> = layout.elements().map(|e| self.key_parts(layout, e)).collect();
        pieces.sort_unstable();
        out.push(self.mover().number() as u8);
        out.push(self.outcome().map_or(u8::MAX, |outcome| outcome.winner() as u8));
        if let Some(offset) = layout.scores {
            out.extend_from_slice(&self.bytes[offset..offset + 4 * layout.player_count]);
        }
        if let Some(offset) = layout.turn_number {
            out.extend_from_slice(&self.bytes[offset..offset + 4]);
        }
        out.extend(layout.chance.map(|offset| self.bytes[offset]));
        self.encode_globals(rules, layout, out);
        for (place, kind, zindex) in pieces {
            out.extend_from_slice(&place.to_le_bytes());
            out.extend_from_slice(&kind.to_le_bytes());
            if layout.has_relevant_heights {
                out.extend_from_slice(&zindex.to_le_bytes());
            }
        }
    }

    /// Heap size of a state in bytes.
    pub fn heap_size(&self) -> usize {
        self.bytes.len()
    }

    /// The player to move; while chance is to move, the player in whose turn that happens.
    #[inline(always)]
    pub fn mover(&self) -> Player {
        Player::new(usize::from(self.bytes[header::MOVER])).expect("some player is to move")
    }

    /// `true` if a chance move is next.
    #[inline(always)]
    pub fn is_chance_next(&self, layout: &Layout) -> bool {
        layout.chance.is_some_and(|offset| self.bytes[offset] != 0)
    }

    /// The outcome; `None` while the game goes on.
    #[inline(always)]
    pub fn outcome(&self) -> Option<Outcome> {
        let winner = self.bytes[header::OUTCOME].checked_sub(1)?;
        Some(Player::new(usize::from(winner)).map_or(Outcome::Draw, Outcome::Won))
    }

    /// Element on a location.
    #[inline(always)]
    pub fn content(&self, layout: &Layout, location: LocationId) -> Option<ElementId> {
        self.id_at(layout, header::CONTENT, location.index()).checked_sub(1).map(ElementId)
    }

    /// `true` if no element is on the location.
    #[inline(always)]
    pub fn is_empty(&self, layout: &Layout, location: LocationId) -> bool {
        self.id_at(layout, header::CONTENT, location.index()) == 0
    }

    /// Occupancy bits of 64 locations from number `8 * byte` on, least significant bit first.
    #[inline(always)]
    pub fn occupied(&self, layout: &Layout, byte: usize) -> u64 {
        let at = layout.occupancy + byte;
        u64::from_le_bytes(self.bytes[at..at + 8].try_into().expect("eight bytes"))
    }

    /// Occupancy bits of 64 locations from number `start` on, which may lie before the first location.
    #[inline]
    pub fn occupied_from(&self, layout: &Layout, start: i32) -> u64 {
        if start < 0 {
            return self.occupied(layout, 0) << start.unsigned_abs();
        }
        let (byte, bit) = (start as usize / 8, start as usize % 8);
        let further = u64::from(self.bytes[layout.occupancy + byte + 8]);
        self.occupied(layout, byte) >> bit | if bit == 0 { 0 } else { further << (64 - bit) }
    }

    /// Location of an element; `None` means off the board.
    #[inline(always)]
    pub fn location(&self, layout: &Layout, element: ElementId) -> Option<LocationId> {
        self.id_at(layout, layout.element_location, element.index()).checked_sub(1).map(LocationId)
    }

    /// Current kind of an element.
    #[inline(always)]
    pub fn kind(&self, layout: &Layout, element: ElementId) -> PieceKindId {
        match layout.element_kind {
            Some(offset) => PieceKindId(self.id_at(layout, offset, element.index())),
            None => layout.initial_kind[element.index()],
        }
    }

    /// `true` if all elements of a range that are off the board have this kind. Kinds must change in this game.
    #[allow(clippy::needless_bitwise_bool)] // branch-free, so that the loop is vectorised
    pub fn all_off_board_have_kind(
        &self,
        layout: &Layout,
        elements: std::ops::Range<usize>,
        kind: PieceKindId,
    ) -> bool {
        let Some(kinds) = layout.element_kind else { return false };
        let width = 1 + usize::from(layout.has_wide_ids);
        let range_of = |offset: usize| &self.bytes[offset + width * elements.start..offset + width * elements.end];
        let (places, kinds) = (range_of(layout.element_location), range_of(kinds));
        // A loop without an early exit is vectorised.
        if layout.has_wide_ids {
            let pairs = places.chunks_exact(2).zip(kinds.chunks_exact(2));
            let [low, high] = kind.0.to_le_bytes();
            pairs.fold(true, |all, (place, is)| all & ((place[0] | place[1] != 0) | (is[0] == low) & (is[1] == high)))
        } else {
            let kind = kind.0 as u8;
            places.iter().zip(kinds).fold(true, |all, (&place, &is)| all & ((place != 0) | (is == kind)))
        }
    }

    /// Kind of the piece on a location, from 1; 0 for an empty location.
    #[inline(always)]
    pub fn kind_at(&self, layout: &Layout, location: LocationId) -> usize {
        match layout.kind_at_location {
            Some(offset) => usize::from(self.id_at(layout, offset, location.index())),
            None => usize::from(
                layout.initial_kind_by_content[usize::from(self.id_at(layout, header::CONTENT, location.index()))],
            ),
        }
    }

    /// [`State::kind_at`] of each location, if stored in one byte each.
    #[inline]
    pub fn location_kinds(&self, layout: &Layout) -> Option<&[u8]> {
        let offset = layout.kind_at_location.filter(|_| !layout.has_wide_ids)?;
        Some(&self.bytes[offset..offset + layout.key_place.len()])
    }

    /// Location of each element as stored: from 1, 0 for off the board; only if stored in one byte each.
    #[inline]
    pub fn element_locations(&self, layout: &Layout) -> Option<&[u8]> {
        (!layout.has_wide_ids).then(|| &self.bytes[layout.element_location..][..layout.initial_kind.len()])
    }

    /// Kind of each element, if kinds change and are stored in one byte each.
    #[inline]
    pub fn element_kinds(&self, layout: &Layout) -> Option<&[u8]> {
        let offset = layout.element_kind.filter(|_| !layout.has_wide_ids)?;
        Some(&self.bytes[offset..][..layout.initial_kind.len()])
    }

    /// Height of an element.
    pub fn zindex(&self, layout: &Layout, element: ElementId) -> i32 {
        match layout.zindex {
            Some(offset) => self.i32_at(offset, element.index()),
            None => layout.initial_zindex[element.index()],
        }
    }

    /// Score of a player.
    pub fn score(&self, layout: &Layout, player: Player) -> i32 {
        layout.scores.map_or(layout.initial_scores[player.index()], |offset| self.i32_at(offset, player.index()))
    }

    /// Number of the move about to be made, from 1; 0 in games that do not read it.
    pub fn turn_number(&self, layout: &Layout) -> i32 {
        layout.turn_number.map_or(0, |offset| self.i32_at(offset, 0))
    }

    /// Number of times that this position has occurred, now included; 0 in games that do not count repetitions.
    pub fn repetition_count(&self) -> usize {
        let Some(now) = self.history.last() else { return 0 };
        self.history.iter().filter(|&key| key == now).count()
    }

    /// Repetition keys of this position and all before it.
    pub fn history(&self) -> &[u64] {
        &self.history
    }

    /// Sets the position history of a state that was assembled by a parser.
    pub fn set_history(&mut self, history: impl IntoIterator<Item = u64>) {
        self.history.clear();
        self.history.extend(history);
    }

    /// Appends this position to the history, in games that count repetitions.
    pub fn record_in_history(&mut self, rules: &RuleSet, layout: &Layout) {
        if layout.counts_repetitions {
            let key = self.repetition_key(rules, layout);
            self.history.push(key);
        }
    }

    /// The last move with what the players have seen of the game; `None` before the first move, and in games without
    /// hidden information.
    pub fn observation(&self) -> Option<&Arc<Observation>> {
        self.observation.as_ref()
    }

    /// Records that a move led from `before` to this position, in games with hidden information.
    pub fn observe(&mut self, rules: &RuleSet, layout: &Layout, before: &Self, mv: Move) {
        self.observation = Some(Arc::new(Observation::new(rules, layout, before, self, mv)));
    }

    /// Drops the last position of the history.
    pub fn forget_last_position(&mut self) {
        self.history.pop();
    }

    /// Moves an element to an empty location.
    #[inline]
    pub fn move_element(&mut self, layout: &Layout, element: ElementId, to: LocationId) {
        self.lift(layout, element);
        self.place_lifted(layout, element, to);
    }

    /// Takes an element off the board.
    #[inline]
    pub fn take_off(&mut self, layout: &Layout, element: ElementId) {
        self.lift(layout, element);
        let (kind, height) = (self.kind(layout, element).0, self.key_height(layout, element));
        self.replace_key_part(0, key::piece(layout.off_board_place, kind, height));
        self.set_id_at(layout, layout.element_location, element.index(), 0);
        self.toggle_kind_bit(layout, element);
    }

    /// Removes an element from where it stands, or from the supply off the board; the caller places it next.
    #[inline]
    fn lift(&mut self, layout: &Layout, element: ElementId) {
        self.replace_key_part(self.piece_key(layout, element), 0);
        if let Some(from) = self.location(layout, element) {
            self.set_id_at(layout, header::CONTENT, from.index(), 0);
            if let Some(offset) = layout.kind_at_location {
                self.set_id_at(layout, offset, from.index(), 0);
            }
            self.bytes[layout.occupancy + from.index() / 8] &= !(1 << (from.index() % 8));
        }
        self.toggle_kind_bit(layout, element);
    }

    /// Toggles the element's bit in the bit set of its kind: its location's bit, or its own bit if it is off the board.
    #[inline(always)]
    fn toggle_kind_bit(&mut self, layout: &Layout, element: ElementId) {
        let (bits, index) = match self.location(layout, element) {
            Some(location) => (layout.bitboards, location.index()),
            None => (layout.supply, element.index()),
        };
        if let Some(bits) = bits {
            let at = bits.at(self.kind(layout, element)) + index / 8;
            self.bytes[at] ^= 1 << (index % 8);
        }
    }

    #[inline]
    fn place_lifted(&mut self, layout: &Layout, element: ElementId, to: LocationId) {
        debug_assert!(self.is_empty(layout, to), "a location holds one element");
        let (kind, height) = (self.kind(layout, element).0, self.key_height(layout, element));
        self.replace_key_part(0, key::piece(layout.key_place[to.index()], kind, height));
        self.set_down(layout, element, to);
    }

    /// Changes the kind of an element; the layout must store kinds.
    pub fn set_kind(&mut self, layout: &Layout, element: ElementId, kind: PieceKindId) {
        let offset = layout.element_kind.expect("a layout has kinds when an expression sets them");
        self.toggle_kind_bit(layout, element);
        self.replace_key_part(self.piece_key(layout, element), 0);
        self.set_id_at(layout, offset, element.index(), kind.0);
        if let (Some(offset), Some(location)) = (layout.kind_at_location, self.location(layout, element)) {
            self.set_id_at(layout, offset, location.index(), kind.0 + 1);
        }
        self.toggle_kind_bit(layout, element);
        self.replace_key_part(0, self.piece_key(layout, element));
    }

    /// Changes the height of an element; the layout must store heights.
    pub fn set_zindex(&mut self, layout: &Layout, element: ElementId, zindex: i32) {
        self.replace_key_part(self.piece_key(layout, element), 0);
        self.write_zindex(layout, element, zindex);
        self.replace_key_part(0, self.piece_key(layout, element));
    }

    /// Changes a score; the layout must store scores.
    pub fn set_score(&mut self, layout: &Layout, player: Player, points: i32) {
        self.replace_key_part(key::score(player, self.score(layout, player)), key::score(player, points));
        self.write_score(layout, player, points);
    }

    /// Sets the player to move.
    pub fn set_mover(&mut self, player: Player) {
        self.replace_key_part(key::mover(self.mover()), key::mover(player));
        self.bytes[header::MOVER] = player.number() as u8;
    }

    /// Makes the next move a chance move, or a player's move; without effect in games without chance moves.
    pub fn set_chance_next(&mut self, layout: &Layout, is_next: bool) {
        if let Some(offset) = layout.chance {
            self.replace_key_part(self.chance_key(layout), if is_next { key::CHANCE } else { 0 });
            self.bytes[offset] = u8::from(is_next);
        }
    }

    /// Sets the turn number, in games that read it.
    pub fn set_turn_number(&mut self, layout: &Layout, turn: i32) {
        if let Some(offset) = layout.turn_number {
            self.replace_key_part(self.turn_key(layout), 0);
            self.set_i32_at(offset, 0, turn);
            self.replace_key_part(0, self.turn_key(layout));
        }
    }

    /// Sets the outcome.
    pub fn set_outcome(&mut self, outcome: Option<Outcome>) {
        self.replace_key_part(key::outcome(self.outcome()), key::outcome(outcome));
        self.bytes[header::OUTCOME] = outcome.map_or(0, |outcome| outcome.winner() as u8 + 1);
    }

    /// Replaces one part of the incremental key.
    pub fn replace_key_part(&mut self, old: u64, new: u64) {
        self.set_base_key(self.base_key().wrapping_sub(old).wrapping_add(new));
    }

    /// Copy of the state without its history.
    #[must_use]
    pub fn without_history(&self) -> Self {
        Self { bytes: self.bytes.clone(), history: Vec::new(), observation: None }
    }

    /// Copies everything but the history from another state.
    #[inline]
    pub fn copy_without_history(&mut self, source: &Self) {
        self.bytes.clone_from(&source.bytes);
    }

    /// Places an element that is off the board on an empty location without updating the key.
    pub fn place_from_supply(&mut self, layout: &Layout, element: ElementId, location: LocationId) {
        self.toggle_kind_bit(layout, element);
        self.set_down(layout, element, location);
    }

    /// Places a lifted element on an empty location.
    #[inline(always)]
    fn set_down(&mut self, layout: &Layout, element: ElementId, location: LocationId) {
        self.set_id_at(layout, header::CONTENT, location.index(), element.0 + 1);
        if let Some(offset) = layout.kind_at_location {
            let kind = self.kind(layout, element);
            self.set_id_at(layout, offset, location.index(), kind.0 + 1);
        }
        self.bytes[layout.occupancy + location.index() / 8] |= 1 << (location.index() % 8);
        self.set_id_at(layout, layout.element_location, element.index(), location.0 + 1);
        self.toggle_kind_bit(layout, element);
    }

    /// Computes the key of a state that was assembled by a parser.
    pub fn initialize_key(&mut self, rules: &RuleSet, layout: &Layout) {
        self.set_base_key(self.compute_base_key(rules, layout));
    }

    /// Place, kind and, where heights count, height of an element, for keys.
    fn key_parts(&self, layout: &Layout, element: ElementId) -> (u32, u16, i32) {
        let place = layout.place_of(self.location(layout, element));
        (place, self.kind(layout, element).0, self.key_height(layout, element))
    }

    fn piece_key(&self, layout: &Layout, element: ElementId) -> u64 {
        let (place, kind, height) = self.key_parts(layout, element);
        key::piece(place, kind, height)
    }

    /// Height of an element where heights count, else 0.
    fn key_height(&self, layout: &Layout, element: ElementId) -> i32 {
        if layout.has_relevant_heights { self.zindex(layout, element) } else { 0 }
    }

    #[inline(always)]
    fn id_at(&self, layout: &Layout, offset: usize, index: usize) -> u16 {
        if layout.has_wide_ids { self.u16_at(offset + 2 * index) } else { u16::from(self.bytes[offset + index]) }
    }

    #[inline(always)]
    fn set_id_at(&mut self, layout: &Layout, offset: usize, index: usize, value: u16) {
        if layout.has_wide_ids {
            self.set_u16_at(offset + 2 * index, value);
        } else {
            self.bytes[offset + index] = value as u8;
        }
    }

    /// The 16-bit number at a byte offset.
    #[inline(always)]
    pub fn u16_at(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])
    }

    /// Stores a 16-bit number at a byte offset.
    #[inline(always)]
    pub fn set_u16_at(&mut self, at: usize, value: u16) {
        self.bytes[at..at + 2].copy_from_slice(&value.to_le_bytes());
    }

    /// The 32-bit number with an index in the array at a byte offset.
    #[inline(always)]
    pub fn i32_at(&self, offset: usize, index: usize) -> i32 {
        let at = offset + 4 * index;
        i32::from_le_bytes([self.bytes[at], self.bytes[at + 1], self.bytes[at + 2], self.bytes[at + 3]])
    }

    /// Stores a 32-bit number with an index in the array at a byte offset.
    #[inline(always)]
    pub fn set_i32_at(&mut self, offset: usize, index: usize, value: i32) {
        let at = offset + 4 * index;
        self.bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }

    fn write_zindex(&mut self, layout: &Layout, element: ElementId, zindex: i32) {
        let offset = layout.zindex.expect("a layout has heights when an expression sets them");
        self.set_i32_at(offset, element.index(), zindex);
    }

    fn write_score(&mut self, layout: &Layout, player: Player, points: i32) {
        let offset = layout.scores.expect("a layout has scores when a rule gives them");
        self.set_i32_at(offset, player.index(), points);
    }
}
