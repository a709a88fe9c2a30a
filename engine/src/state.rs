//! A position: small, flat and cheap to copy.
//!
//! Only what moves change is in it; what means what stands in the rule set's [`Layout`]. It holds no
//! variables of expressions: those do not outlive a move. What the variables of the file hold is in
//! [`globals`](crate::globals).

use crate::game::Outcome;
use crate::ids::{ElementId, LocationId, Player};
use crate::key;
use crate::kinds::KindId;
use crate::layout::Layout;
use crate::rules::RuleSet;

/// A position of a game that a rule set describes.
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    /// First what every state has: see [`header`]. What follows is where the [`Layout`] says.
    pub(crate) body: Box<[u8]>,
    /// The repetition keys of this position and those before it, in games that ask for them.
    past: Vec<u64>,
}

/// Tells the locations on which the kinds of pieces differ between two positions, in order.
pub(crate) fn changes(layout: &Layout, before: &State, after: &State, mut tell: impl FnMut(LocationId)) {
    let bits = 8 << u32::from(layout.wide);
    let start = layout.kind_here.unwrap_or(header::CONTENT);
    let here = start..start + bits / 8 * layout.place.len();
    let (old, new) = (&before.body[here.clone()], &after.body[here]);
    let (olds, news) = (old.as_chunks(), new.as_chunks());
    let padded = |rest: &[u8]| {
        let mut word = [0; 8];
        word[..rest.len()].copy_from_slice(rest);
        word
    };
    let last = (padded(olds.1), padded(news.1));
    let words = olds.0.iter().copied().zip(news.0.iter().copied()).chain([last]);
    for (index, (a, b)) in words.enumerate() {
        // Most words are the same in both.
        let mut differ = u64::from_le_bytes(a) ^ u64::from_le_bytes(b);
        while differ != 0 {
            let beside = differ.trailing_zeros() as usize / bits;
            differ &= !(((1_u64 << bits) - 1) << (beside * bits));
            let location = LocationId::new(index * (64 / bits) + beside);
            // Another piece may be one of the same kind.
            if before.kind_at(layout, location) != after.kind_at(layout, location) {
                tell(location);
            }
        }
    }
}

/// Where in a state's bytes is what every state has.
pub(crate) mod header {
    /// The key but for variables that hold elements: eight bytes.
    pub(crate) const KEY: usize = 0;
    /// The number of the player to move.
    pub(crate) const MOVER: usize = 8;
    /// 0 while the game runs, 1 for a draw, 2 and more for a win of player 1 and so on.
    pub(crate) const OUTCOME: usize = 9;
    /// What stands on each location, from 1; 0 for nothing. The first thing that a layout has a say in.
    pub(crate) const CONTENT: usize = 10;
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { body: self.body.clone(), past: self.past.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        self.body.clone_from(&source.body);
        self.past.clone_from(&source.past);
    }
}

impl State {
    /// The position in which the game begins, before its ends are tested.
    pub(crate) fn start(rules: &RuleSet, layout: &Layout) -> Self {
        let mut state = Self::empty(rules, layout);
        for (element, given) in layout.elements().zip(&rules.elements) {
            if let Some(location) = given.location {
                state.place(layout, element, location);
            }
        }
        state.make_key(rules, layout);
        state.remember(rules, layout);
        state
    }

    /// Nothing anywhere; every element still has to be placed and the key made.
    pub(crate) fn empty(rules: &RuleSet, layout: &Layout) -> Self {
        let body = vec![0; layout.bytes].into_boxed_slice();
        let mut state = Self { body, past: Vec::new() };
        state.body[header::MOVER] = rules.first.number() as u8;
        for element in layout.elements() {
            if let Some(offset) = layout.kind {
                state.set_raw(layout, offset, element.index(), layout.first_kind[element.index()].0);
            }
            if layout.zindex.is_some() {
                state.write_zindex(layout, element, layout.first_zindex[element.index()]);
            }
            state.turn_bit(layout, element);
        }
        if layout.scores.is_some() {
            for player in layout.players() {
                state.write_score(layout, player, layout.start_scores[player.index()]);
            }
        }
        for global in &rules.globals {
            state.write_initial(rules, layout, global);
        }
        if let Some(offset) = layout.turn {
            state.set_word(offset, 0, 1);
        }
        state
    }

    #[inline(always)]
    fn sum(&self) -> u64 {
        u64::from_le_bytes(self.body[header::KEY..header::KEY + 8].try_into().expect("eight bytes"))
    }

    #[inline(always)]
    fn set_sum(&mut self, sum: u64) {
        self.body[header::KEY..header::KEY + 8].copy_from_slice(&sum.to_le_bytes());
    }

    /// The key worked out from nothing, but for variables that hold elements.
    fn fresh_sum(&self, rules: &RuleSet, layout: &Layout) -> u64 {
        let mut sum = key::mover(self.mover()).wrapping_add(key::outcome(self.outcome()));
        for element in layout.elements() {
            sum = sum.wrapping_add(self.piece_key(layout, element));
        }
        sum.wrapping_add(self.scores_key(layout))
            .wrapping_add(self.globals_key(rules, layout, |_| true))
            .wrapping_add(self.turn_key(layout))
    }

    /// The key worked out from nothing.
    pub(crate) fn fresh_key(&self, rules: &RuleSet, layout: &Layout) -> u64 {
        self.fresh_sum(rules, layout).wrapping_add(self.holders_key(rules, layout, |_| true))
    }

    /// The key.
    pub(crate) fn key(&self, rules: &RuleSet, layout: &Layout) -> u64 {
        if layout.element_globals.is_empty() {
            return self.sum();
        }
        self.sum().wrapping_add(self.holders_key(rules, layout, |_| true))
    }

    /// The key without what repetition does not look at: scores, the number of the turn, some variables.
    pub(crate) fn repetition_key(&self, rules: &RuleSet, layout: &Layout) -> u64 {
        let aside = self.scores_key(layout).wrapping_add(self.turn_key(layout)).wrapping_add(self.globals_key(
            rules,
            layout,
            |global| !global.in_repetition,
        ));
        let held = self.holders_key(rules, layout, |global| global.in_repetition);
        self.sum().wrapping_sub(aside).wrapping_add(held)
    }

    fn scores_key(&self, layout: &Layout) -> u64 {
        if layout.scores.is_none() {
            return 0;
        }
        let parts = layout.players().map(|player| key::score(player, self.score(layout, player)));
        parts.fold(0, u64::wrapping_add)
    }

    fn turn_key(&self, layout: &Layout) -> u64 {
        layout.turn.map_or(0, |_| key::turn(self.turn(layout)))
    }

    /// Bytes equal for equal positions only: see [`Game::position`](crate::game::Game::position).
    pub(crate) fn position(&self, rules: &RuleSet, layout: &Layout, out: &mut Vec<u8>) {
        let mut pieces: Vec<(u32, u16, i32)> = layout.elements().map(|e| self.piece(layout, e)).collect();
        pieces.sort_unstable();
        out.push(self.mover().number() as u8);
        out.push(self.outcome().map_or(u8::MAX, |outcome| outcome.winner() as u8));
        if let Some(offset) = layout.scores {
            out.extend_from_slice(&self.body[offset..offset + 4 * layout.players]);
        }
        if let Some(offset) = layout.turn {
            out.extend_from_slice(&self.body[offset..offset + 4]);
        }
        self.globals_position(rules, layout, out);
        for (place, kind, zindex) in pieces {
            out.extend_from_slice(&place.to_le_bytes());
            out.extend_from_slice(&kind.to_le_bytes());
            if layout.heights_count {
                out.extend_from_slice(&zindex.to_le_bytes());
            }
        }
    }

    /// The bytes that a state takes, besides the struct itself.
    pub(crate) fn body_bytes(&self) -> usize {
        self.body.len()
    }

    #[inline(always)]
    pub(crate) fn mover(&self) -> Player {
        Player::new(usize::from(self.body[header::MOVER])).expect("some player is to move")
    }

    #[inline(always)]
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let winner = self.body[header::OUTCOME].checked_sub(1)?;
        Some(Player::new(usize::from(winner)).map_or(Outcome::Draw, Outcome::Won))
    }

    /// What stands on a location.
    #[inline(always)]
    pub(crate) fn content(&self, layout: &Layout, location: LocationId) -> Option<ElementId> {
        self.raw(layout, header::CONTENT, location.index()).checked_sub(1).map(ElementId)
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self, layout: &Layout, location: LocationId) -> bool {
        self.raw(layout, header::CONTENT, location.index()) == 0
    }

    /// Bits for 64 locations from number `8 * byte` on, lowest first: whether something stands there.
    #[inline(always)]
    pub(crate) fn occupied(&self, layout: &Layout, byte: usize) -> u64 {
        let at = layout.occupied + byte;
        u64::from_le_bytes(self.body[at..at + 8].try_into().expect("eight bytes"))
    }

    /// The bits of 64 locations, 1 where something stands; `start` may lie before the first location.
    #[inline]
    pub(crate) fn occupied_from(&self, layout: &Layout, start: i32) -> u64 {
        if start < 0 {
            return self.occupied(layout, 0) << start.unsigned_abs();
        }
        let (byte, bit) = (start as usize / 8, start as usize % 8);
        let further = u64::from(self.body[layout.occupied + byte + 8]);
        self.occupied(layout, byte) >> bit | if bit == 0 { 0 } else { further << (64 - bit) }
    }

    /// Where an element stands; `None` is off the board.
    #[inline(always)]
    pub(crate) fn location(&self, layout: &Layout, element: ElementId) -> Option<LocationId> {
        self.raw(layout, layout.location, element.index()).checked_sub(1).map(LocationId)
    }

    /// What kind an element is now.
    #[inline(always)]
    pub(crate) fn kind(&self, layout: &Layout, element: ElementId) -> KindId {
        match layout.kind {
            Some(offset) => KindId(self.raw(layout, offset, element.index())),
            None => layout.first_kind[element.index()],
        }
    }

    /// Whether all elements of a stretch that are off the board are of one kind. Kinds must be ones that change.
    #[allow(clippy::needless_bitwise_bool)] // a branch would be taken element by element
    pub(crate) fn all_off_are(&self, layout: &Layout, elements: std::ops::Range<usize>, kind: KindId) -> bool {
        let Some(kinds) = layout.kind else { return false };
        let width = 1 + usize::from(layout.wide);
        let stretch = |offset: usize| &self.body[offset + width * elements.start..offset + width * elements.end];
        let (places, kinds) = (stretch(layout.location), stretch(kinds));
        // Without a way out of the loop it is done many elements at a time.
        if layout.wide {
            let pairs = places.chunks_exact(2).zip(kinds.chunks_exact(2));
            let [low, high] = kind.0.to_le_bytes();
            pairs.fold(true, |all, (place, is)| all & ((place[0] | place[1] != 0) | (is[0] == low) & (is[1] == high)))
        } else {
            let kind = kind.0 as u8;
            places.iter().zip(kinds).fold(true, |all, (&place, &is)| all & ((place != 0) | (is == kind)))
        }
    }

    /// What kind stands on a location, counted from 1; 0 for nothing.
    #[inline(always)]
    pub(crate) fn kind_at(&self, layout: &Layout, location: LocationId) -> usize {
        match layout.kind_here {
            Some(offset) => usize::from(self.raw(layout, offset, location.index())),
            None => usize::from(layout.first_kind_in[usize::from(self.raw(layout, header::CONTENT, location.index()))]),
        }
    }

    /// What [`State::kind_at`] gives for each location, where that is kept in one byte each.
    #[inline]
    pub(crate) fn kinds_here(&self, layout: &Layout) -> Option<&[u8]> {
        let offset = layout.kind_here.filter(|_| !layout.wide)?;
        Some(&self.body[offset..offset + layout.place.len()])
    }

    /// Where each element stands, as it is kept: from 1, 0 for off the board; where that is kept in one byte each.
    #[inline]
    pub(crate) fn places_of(&self, layout: &Layout) -> Option<&[u8]> {
        (!layout.wide).then(|| &self.body[layout.location..][..layout.first_kind.len()])
    }

    /// What kind each element is, where that changes and is kept in one byte each.
    #[inline]
    pub(crate) fn kinds_of(&self, layout: &Layout) -> Option<&[u8]> {
        let offset = layout.kind.filter(|_| !layout.wide)?;
        Some(&self.body[offset..][..layout.first_kind.len()])
    }

    pub(crate) fn zindex(&self, layout: &Layout, element: ElementId) -> i32 {
        match layout.zindex {
            Some(offset) => self.word(offset, element.index()),
            None => layout.first_zindex[element.index()],
        }
    }

    pub(crate) fn score(&self, layout: &Layout, player: Player) -> i32 {
        layout.scores.map_or(layout.start_scores[player.index()], |offset| self.word(offset, player.index()))
    }

    /// Number of the move about to be made, from 1; 0 in games that do not ask.
    pub(crate) fn turn(&self, layout: &Layout) -> i32 {
        layout.turn.map_or(0, |offset| self.word(offset, 0))
    }

    /// How often this position has stood, now included; 0 in games that do not ask.
    pub(crate) fn repeats(&self) -> usize {
        let Some(now) = self.past.last() else { return 0 };
        self.past.iter().filter(|&key| key == now).count()
    }

    /// The repetition keys of this position and those before it.
    pub(crate) fn past(&self) -> &[u64] {
        &self.past
    }

    /// Gives a state that was put together by hand its past.
    pub(crate) fn set_past(&mut self, past: impl IntoIterator<Item = u64>) {
        self.past.clear();
        self.past.extend(past);
    }

    /// Adds this position to those that have stood, in games that ask.
    pub(crate) fn remember(&mut self, rules: &RuleSet, layout: &Layout) {
        if layout.repeats {
            let key = self.repetition_key(rules, layout);
            self.past.push(key);
        }
    }

    /// Moves an element to an empty location.
    #[inline]
    pub(crate) fn move_element(&mut self, layout: &Layout, element: ElementId, to: LocationId) {
        self.lift(layout, element);
        self.drop_on(layout, element, to);
    }

    /// Takes an element off the board.
    #[inline]
    pub(crate) fn take_off(&mut self, layout: &Layout, element: ElementId) {
        self.lift(layout, element);
        let (kind, height) = (self.kind(layout, element).0, self.height(layout, element));
        self.exchange(0, key::piece(layout.off, kind, height));
        self.set_raw(layout, layout.location, element.index(), 0);
        self.turn_bit(layout, element);
    }

    /// Takes an element from where it stands, or from off the board; it is put somewhere next.
    #[inline]
    fn lift(&mut self, layout: &Layout, element: ElementId) {
        self.exchange(self.piece_key(layout, element), 0);
        if let Some(from) = self.location(layout, element) {
            self.set_raw(layout, header::CONTENT, from.index(), 0);
            if let Some(offset) = layout.kind_here {
                self.set_raw(layout, offset, from.index(), 0);
            }
            self.body[layout.occupied + from.index() / 8] &= !(1 << (from.index() % 8));
        }
        self.turn_bit(layout, element);
    }

    /// Turns the bit that says of an element's kind where it stands, or that it stands nowhere.
    #[inline(always)]
    fn turn_bit(&mut self, layout: &Layout, element: ElementId) {
        let (bits, index) = match self.location(layout, element) {
            Some(location) => (layout.boards, location.index()),
            None => (layout.waiting, element.index()),
        };
        if let Some(bits) = bits {
            let at = bits.at(self.kind(layout, element)) + index / 8;
            self.body[at] ^= 1 << (index % 8);
        }
    }

    #[inline]
    fn drop_on(&mut self, layout: &Layout, element: ElementId, to: LocationId) {
        debug_assert!(self.is_empty(layout, to), "a location holds one element");
        let (kind, height) = (self.kind(layout, element).0, self.height(layout, element));
        self.exchange(0, key::piece(layout.place[to.index()], kind, height));
        self.set_down(layout, element, to);
    }

    /// Gives an element another kind; the layout must have room for kinds.
    pub(crate) fn set_kind(&mut self, layout: &Layout, element: ElementId, kind: KindId) {
        let offset = layout.kind.expect("a layout has kinds when an expression sets them");
        self.turn_bit(layout, element);
        self.exchange(self.piece_key(layout, element), 0);
        self.set_raw(layout, offset, element.index(), kind.0);
        if let (Some(offset), Some(location)) = (layout.kind_here, self.location(layout, element)) {
            self.set_raw(layout, offset, location.index(), kind.0 + 1);
        }
        self.turn_bit(layout, element);
        self.exchange(0, self.piece_key(layout, element));
    }

    /// Gives an element another height; the layout must have room for heights.
    pub(crate) fn set_zindex(&mut self, layout: &Layout, element: ElementId, zindex: i32) {
        self.exchange(self.piece_key(layout, element), 0);
        self.write_zindex(layout, element, zindex);
        self.exchange(0, self.piece_key(layout, element));
    }

    /// Sets a score; the layout must have room for scores.
    pub(crate) fn set_score(&mut self, layout: &Layout, player: Player, points: i32) {
        self.exchange(key::score(player, self.score(layout, player)), key::score(player, points));
        self.write_score(layout, player, points);
    }

    pub(crate) fn set_mover(&mut self, player: Player) {
        self.exchange(key::mover(self.mover()), key::mover(player));
        self.body[header::MOVER] = player.number() as u8;
    }

    /// Counts the turns, in games that ask.
    pub(crate) fn set_turn(&mut self, layout: &Layout, turn: i32) {
        if let Some(offset) = layout.turn {
            self.exchange(self.turn_key(layout), 0);
            self.set_word(offset, 0, turn);
            self.exchange(0, self.turn_key(layout));
        }
    }

    pub(crate) fn set_outcome(&mut self, outcome: Option<Outcome>) {
        self.exchange(key::outcome(self.outcome()), key::outcome(outcome));
        self.body[header::OUTCOME] = outcome.map_or(0, |outcome| outcome.winner() as u8 + 1);
    }

    /// Takes a part of the key out and puts another in.
    pub(crate) fn exchange(&mut self, old: u64, new: u64) {
        self.set_sum(self.sum().wrapping_sub(old).wrapping_add(new));
    }

    /// The position without its past.
    pub(crate) fn board(&self) -> Self {
        Self { body: self.body.clone(), past: Vec::new() }
    }

    /// Becomes the position without its past.
    #[inline]
    pub(crate) fn copy_board(&mut self, source: &Self) {
        self.body.clone_from(&source.body);
    }

    /// Puts an element that stands nowhere yet on an empty location; the key is left alone.
    pub(crate) fn place(&mut self, layout: &Layout, element: ElementId, location: LocationId) {
        self.turn_bit(layout, element);
        self.set_down(layout, element, location);
    }

    /// Puts an element that was lifted on an empty location.
    #[inline(always)]
    fn set_down(&mut self, layout: &Layout, element: ElementId, location: LocationId) {
        self.set_raw(layout, header::CONTENT, location.index(), element.0 + 1);
        if let Some(offset) = layout.kind_here {
            let kind = self.kind(layout, element);
            self.set_raw(layout, offset, location.index(), kind.0 + 1);
        }
        self.body[layout.occupied + location.index() / 8] |= 1 << (location.index() % 8);
        self.set_raw(layout, layout.location, element.index(), location.0 + 1);
        self.turn_bit(layout, element);
    }

    /// Gives the key to a state that was put together by hand.
    pub(crate) fn make_key(&mut self, rules: &RuleSet, layout: &Layout) {
        self.set_sum(self.fresh_sum(rules, layout));
    }

    /// Place, kind and, where heights count, height of an element.
    fn piece(&self, layout: &Layout, element: ElementId) -> (u32, u16, i32) {
        let place = layout.place_of(self.location(layout, element));
        (place, self.kind(layout, element).0, self.height(layout, element))
    }

    fn piece_key(&self, layout: &Layout, element: ElementId) -> u64 {
        let (place, kind, height) = self.piece(layout, element);
        key::piece(place, kind, height)
    }

    /// The height where it tells positions apart, else 0.
    fn height(&self, layout: &Layout, element: ElementId) -> i32 {
        if layout.heights_count { self.zindex(layout, element) } else { 0 }
    }

    #[inline(always)]
    fn raw(&self, layout: &Layout, offset: usize, index: usize) -> u16 {
        if layout.wide { self.pair(offset + 2 * index) } else { u16::from(self.body[offset + index]) }
    }

    #[inline(always)]
    fn set_raw(&mut self, layout: &Layout, offset: usize, index: usize, value: u16) {
        if layout.wide {
            self.set_pair(offset + 2 * index, value);
        } else {
            self.body[offset + index] = value as u8;
        }
    }

    #[inline(always)]
    pub(crate) fn pair(&self, at: usize) -> u16 {
        u16::from_le_bytes([self.body[at], self.body[at + 1]])
    }

    #[inline(always)]
    pub(crate) fn set_pair(&mut self, at: usize, value: u16) {
        self.body[at..at + 2].copy_from_slice(&value.to_le_bytes());
    }

    #[inline(always)]
    pub(crate) fn word(&self, offset: usize, index: usize) -> i32 {
        let at = offset + 4 * index;
        i32::from_le_bytes([self.body[at], self.body[at + 1], self.body[at + 2], self.body[at + 3]])
    }

    #[inline(always)]
    pub(crate) fn set_word(&mut self, offset: usize, index: usize, value: i32) {
        let at = offset + 4 * index;
        self.body[at..at + 4].copy_from_slice(&value.to_le_bytes());
    }

    fn write_zindex(&mut self, layout: &Layout, element: ElementId, zindex: i32) {
        let offset = layout.zindex.expect("a layout has heights when an expression sets them");
        self.set_word(offset, element.index(), zindex);
    }

    fn write_score(&mut self, layout: &Layout, player: Player, points: i32) {
        let offset = layout.scores.expect("a layout has scores when a rule gives them");
        self.set_word(offset, player.index(), points);
    }
}
