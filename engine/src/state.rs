//! A position: small, flat and cheap to copy.
//!
//! Only what moves change is in it; what means what stands in the rule set's [`Layout`]. It holds no
//! variables of expressions: those do not outlive a move.

use crate::game::Outcome;
use crate::ids::{ElementId, LocationId, Player};
use crate::key;
use crate::kinds::KindId;
use crate::layout::Layout;
use crate::rules::RuleSet;

/// A position of a game that a rule set describes.
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    key: u64,
    mover: Player,
    outcome: Option<Outcome>,
    body: Box<[u8]>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { body: self.body.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Self) {
        self.key = source.key;
        self.mover = source.mover;
        self.outcome = source.outcome;
        self.body.clone_from(&source.body);
    }
}

impl State {
    /// The position in which the game begins.
    pub(crate) fn start(rules: &RuleSet, layout: &Layout) -> Self {
        let mut state = Self::empty(layout);
        for (element, given) in layout.elements().zip(&rules.elements) {
            state.set_raw(layout, layout.location, element.index(), given.location.0);
            state.set_content(layout, given.location, element);
        }
        state.key = state.fresh_key(layout);
        state
    }

    /// Nothing anywhere; every element still has to be placed and the key made.
    pub(crate) fn empty(layout: &Layout) -> Self {
        let mut state =
            Self { key: 0, mover: Player::FIRST, outcome: None, body: vec![0; layout.bytes].into_boxed_slice() };
        for element in layout.elements() {
            if let Some(offset) = layout.kind {
                state.set_raw(layout, offset, element.index(), layout.first_kind[element.index()].0);
            }
            if layout.zindex.is_some() {
                state.write_zindex(layout, element, layout.first_zindex[element.index()]);
            }
        }
        if layout.scores.is_some() {
            for player in (1..=layout.players).filter_map(Player::new) {
                state.write_score(layout, player, layout.start_score);
            }
        }
        state
    }

    /// The key worked out from nothing.
    pub(crate) fn fresh_key(&self, layout: &Layout) -> u64 {
        let mut sum = key::mover(self.mover).wrapping_add(key::outcome(self.outcome));
        for element in layout.elements() {
            sum = sum.wrapping_add(self.piece_key(layout, element));
        }
        if layout.scores.is_some() {
            for player in (1..=layout.players).filter_map(Player::new) {
                sum = sum.wrapping_add(key::score(player, self.score(layout, player)));
            }
        }
        sum
    }

    /// Bytes equal for equal positions only: see [`Game::position`](crate::game::Game::position).
    pub(crate) fn position(&self, layout: &Layout, out: &mut Vec<u8>) {
        let mut pieces: Vec<(u32, u16, i32)> = layout.elements().map(|e| self.piece(layout, e)).collect();
        pieces.sort_unstable();
        out.push(self.mover.number() as u8);
        out.push(self.outcome.map_or(u8::MAX, |outcome| outcome.winner() as u8));
        if let Some(offset) = layout.scores {
            out.extend_from_slice(&self.body[offset..offset + 4 * layout.players]);
        }
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

    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    pub(crate) fn mover(&self) -> Player {
        self.mover
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// What stands on a location.
    #[inline(always)]
    pub(crate) fn content(&self, layout: &Layout, location: LocationId) -> Option<ElementId> {
        self.raw(layout, 0, location.index()).checked_sub(1).map(ElementId)
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self, layout: &Layout, location: LocationId) -> bool {
        self.raw(layout, 0, location.index()) == 0
    }

    /// Bits for 64 locations from number `8 * byte` on, lowest first: whether something stands there.
    #[inline(always)]
    pub(crate) fn occupied(&self, layout: &Layout, byte: usize) -> u64 {
        let at = layout.occupied + byte;
        u64::from_le_bytes(self.body[at..at + 8].try_into().expect("eight bytes"))
    }

    /// Where an element stands.
    #[inline(always)]
    pub(crate) fn location(&self, layout: &Layout, element: ElementId) -> LocationId {
        LocationId(self.raw(layout, layout.location, element.index()))
    }

    /// What kind an element is now.
    #[inline(always)]
    pub(crate) fn kind(&self, layout: &Layout, element: ElementId) -> KindId {
        match layout.kind {
            Some(offset) => KindId(self.raw(layout, offset, element.index())),
            None => layout.first_kind[element.index()],
        }
    }

    /// What kind stands on a location, counted from 1; 0 for nothing.
    #[inline(always)]
    pub(crate) fn kind_at(&self, layout: &Layout, location: LocationId) -> usize {
        match self.content(layout, location) {
            Some(element) => usize::from(self.kind(layout, element).0) + 1,
            None => 0,
        }
    }

    pub(crate) fn zindex(&self, layout: &Layout, element: ElementId) -> i32 {
        match layout.zindex {
            Some(offset) => self.word(offset, element.index()),
            None => layout.first_zindex[element.index()],
        }
    }

    pub(crate) fn score(&self, layout: &Layout, player: Player) -> i32 {
        layout.scores.map_or(layout.start_score, |offset| self.word(offset, player.index()))
    }

    /// Moves an element to an empty location.
    #[inline]
    pub(crate) fn move_element(&mut self, layout: &Layout, element: ElementId, to: LocationId) {
        debug_assert!(self.is_empty(layout, to), "a location holds one element");
        let from = self.location(layout, element);
        let (kind, height) = (self.kind(layout, element).0, self.height(layout, element));
        let (left, reached) = (layout.place[from.index()], layout.place[to.index()]);
        self.key =
            self.key.wrapping_sub(key::piece(left, kind, height)).wrapping_add(key::piece(reached, kind, height));
        self.set_raw(layout, 0, from.index(), 0);
        self.body[layout.occupied + from.index() / 8] &= !(1 << (from.index() % 8));
        self.set_content(layout, to, element);
        self.set_raw(layout, layout.location, element.index(), to.0);
    }

    /// Gives an element another kind; the layout must have room for kinds.
    pub(crate) fn set_kind(&mut self, layout: &Layout, element: ElementId, kind: KindId) {
        let offset = layout.kind.expect("a layout has kinds when an expression sets them");
        self.key = self.key.wrapping_sub(self.piece_key(layout, element));
        self.set_raw(layout, offset, element.index(), kind.0);
        self.key = self.key.wrapping_add(self.piece_key(layout, element));
    }

    /// Gives an element another height; the layout must have room for heights.
    pub(crate) fn set_zindex(&mut self, layout: &Layout, element: ElementId, zindex: i32) {
        self.key = self.key.wrapping_sub(self.piece_key(layout, element));
        self.write_zindex(layout, element, zindex);
        self.key = self.key.wrapping_add(self.piece_key(layout, element));
    }

    /// Sets a score; the layout must have room for scores.
    pub(crate) fn set_score(&mut self, layout: &Layout, player: Player, points: i32) {
        self.key = self.key.wrapping_sub(key::score(player, self.score(layout, player)));
        self.write_score(layout, player, points);
        self.key = self.key.wrapping_add(key::score(player, points));
    }

    pub(crate) fn set_mover(&mut self, player: Player) {
        self.key = self.key.wrapping_sub(key::mover(self.mover)).wrapping_add(key::mover(player));
        self.mover = player;
    }

    pub(crate) fn set_outcome(&mut self, outcome: Option<Outcome>) {
        self.key = self.key.wrapping_sub(key::outcome(self.outcome)).wrapping_add(key::outcome(outcome));
        self.outcome = outcome;
    }

    /// Puts an element that stands nowhere yet; for states read from text.
    pub(crate) fn place(&mut self, layout: &Layout, element: ElementId, location: LocationId) {
        self.set_content(layout, location, element);
        self.set_raw(layout, layout.location, element.index(), location.0);
    }

    /// Gives the key to a state that was put together by hand.
    pub(crate) fn make_key(&mut self, layout: &Layout) {
        self.key = self.fresh_key(layout);
    }

    /// Puts an element on an empty location; where it stood is not looked at.
    #[inline(always)]
    fn set_content(&mut self, layout: &Layout, location: LocationId, element: ElementId) {
        self.set_raw(layout, 0, location.index(), element.0 + 1);
        self.body[layout.occupied + location.index() / 8] |= 1 << (location.index() % 8);
    }

    /// Place, kind and, where heights count, height of an element.
    fn piece(&self, layout: &Layout, element: ElementId) -> (u32, u16, i32) {
        let place = layout.place[self.location(layout, element).index()];
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
        if layout.wide {
            let at = offset + 2 * index;
            u16::from_le_bytes([self.body[at], self.body[at + 1]])
        } else {
            u16::from(self.body[offset + index])
        }
    }

    #[inline(always)]
    fn set_raw(&mut self, layout: &Layout, offset: usize, index: usize, value: u16) {
        if layout.wide {
            let at = offset + 2 * index;
            self.body[at..at + 2].copy_from_slice(&value.to_le_bytes());
        } else {
            self.body[offset + index] = value as u8;
        }
    }

    fn word(&self, offset: usize, index: usize) -> i32 {
        let at = offset + 4 * index;
        i32::from_le_bytes([self.body[at], self.body[at + 1], self.body[at + 2], self.body[at + 3]])
    }

    fn set_word(&mut self, offset: usize, index: usize, value: i32) {
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
