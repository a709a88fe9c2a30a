//! The image of a position under a map, made by the state's own means, and the image's key without making it.

use crate::game::Outcome;
use crate::globals::Held;
use crate::ids::{GlobalId, Player};
use crate::key;
use crate::kinds::{Kind, KindId};
use crate::layout::Layout;
use crate::rules::{GlobalKind, RuleSet};
use crate::state::State;

use super::map::Map;

/// What keys need to know of a map.
#[derive(Debug)]
pub(super) struct KeyParts {
    /// By location, with off the board as the first: the image's place as keys count it.
    places: Vec<u32>,
    /// By kind and, within that, by location as in `places`: the part of a piece without a height. Empty where that would take much room.
    pieces: Vec<u64>,
    /// The same of what is still to come: owners of pieces on irrelevant places do not count.
    pieces_to_come: Vec<u64>,
}

/// Parts of pieces that are worked out in advance, at most.
const MOST: usize = 1 << 15;

impl KeyParts {
    pub(super) fn new(rules: &RuleSet, layout: &Layout, map: &Map) -> Self {
        let images = map.places.iter().map(|place| layout.place[place.index()]);
        let places: Vec<u32> = [layout.off].into_iter().chain(images).collect();
        let mut parts = Self { places, pieces: Vec::new(), pieces_to_come: Vec::new() };
        if layout.kinds.len() * parts.places.len() <= MOST {
            for (kind, _) in layout.kinds.iter() {
                for at in 0..parts.places.len() {
                    parts.pieces.push(key::piece(parts.places[at], map.kind(kind).0, 0));
                    let counted = kind_to_come(rules, layout, map, kind, at);
                    parts.pieces_to_come.push(key::piece(parts.places[at], counted, 0));
                }
            }
        }
        parts
    }

    /// The parts of pieces without a height, if there is room for them.
    fn known(&self, of: Of) -> &[u64] {
        match of {
            Of::Position => &self.pieces,
            Of::ToCome => &self.pieces_to_come,
        }
    }

    /// The part of a piece.
    #[inline]
    fn piece(
        &self,
        (layout, map, rules): (&Layout, &Map, &RuleSet),
        kind: KindId,
        at: usize,
        height: i32,
        of: Of,
    ) -> u64 {
        let known = self.known(of);
        if height == 0 && !known.is_empty() {
            return known[usize::from(kind.0) * self.places.len() + at];
        }
        match of {
            Of::Position => key::piece(self.places[at], map.kind(kind).0, height),
            Of::ToCome => key::piece(self.places[at], kind_to_come(rules, layout, map, kind, at), height),
        }
    }
}

/// The kind that counts for what is still to come, as a number: pieces with an owner on an irrelevant place count as their type only.
/// Places are counted from 1, 0 is off the board.
fn kind_to_come(rules: &RuleSet, layout: &Layout, map: &Map, kind: KindId, at: usize) -> u16 {
    let Kind { element_type, owner, .. } = layout.kinds[kind];
    let irrelevant = at > 0 && !rules.locations[at - 1].relevant;
    let image = map.types[element_type.index()].index() as u16;
    if irrelevant && owner.is_some() { u16::MAX - image } else { map.kind(kind).0 }
}

/// What a key is to tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    /// Positions.
    Position,
    /// What can still come of them, where that is known to depend on no more than the sum of all scores, and not on whose pieces on irrelevant
    /// places are.
    ToCome,
}

fn outcome(map: &Map, outcome: Option<Outcome>) -> Option<Outcome> {
    outcome.map(|outcome| match outcome {
        Outcome::Draw => Outcome::Draw,
        Outcome::Won(player) => Outcome::Won(map.player(player)),
    })
}

fn held(map: &Map, held: Held) -> Held {
    match held {
        Held::Int(_) | Held::Bool(_) => held,
        Held::Element(element) => Held::Element(element.map(|element| map.element(element))),
        Held::Location(place) => Held::Location(place.map(|place| map.place(place))),
        Held::Elements(members) => {
            let mut members: Vec<_> = members.into_iter().map(|member| map.element(member)).collect();
            members.sort_unstable();
            Held::Elements(members)
        }
        Held::Locations(members) => {
            let mut members: Vec<_> = members.into_iter().map(|member| map.place(member)).collect();
            members.sort_unstable();
            Held::Locations(members)
        }
    }
}

impl State {
    /// The position in which everything is where a map puts it. Positions before it are forgotten: they are known by
    /// their keys only, which say nothing of their images. It counts for as many as stood like it.
    pub(super) fn image(&self, rules: &RuleSet, layout: &Layout, map: &Map) -> Self {
        let mut image = Self::empty(rules, layout);
        for element in layout.elements() {
            let there = map.element(element);
            if layout.kind.is_some() {
                image.set_kind(layout, there, map.kind(self.kind(layout, element)));
            }
            if layout.zindex.is_some() {
                image.set_zindex(layout, there, self.zindex(layout, element));
            }
            if let Some(location) = self.location(layout, element) {
                image.place(layout, there, map.place(location));
            }
        }
        image.set_mover(map.player(self.mover()));
        image.set_outcome(outcome(map, self.outcome()));
        if layout.scores.is_some() {
            for player in layout.players() {
                image.set_score(layout, map.player(player), self.score(layout, player));
            }
        }
        for id in (0..rules.globals.len()).map(GlobalId::new) {
            image.hold(rules, layout, id, &held(map, self.held(rules, layout, id)));
        }
        image.set_turn(layout, self.turn(layout));
        image.make_key(rules, layout);
        if layout.repeats {
            let key = image.repetition_key(rules, layout);
            image.set_past(std::iter::repeat_n(key, self.repeats()));
        }
        image
    }

    /// The key of the image.
    pub(super) fn image_key(&self, rules: &RuleSet, layout: &Layout, map: &Map, parts: &KeyParts, of: Of) -> u64 {
        if of == Of::Position && !rules.globals.is_empty() && rules.globals.iter().any(|global| !is_simple(global.kind))
        {
            return self.image(rules, layout, map).key(rules, layout);
        }
        let mut sum = key::mover(map.player(self.mover())).wrapping_add(key::outcome(outcome(map, self.outcome())));
        sum = sum.wrapping_add(self.image_pieces(rules, layout, map, parts, of));
        if layout.scores.is_some() {
            match of {
                Of::Position => {
                    for player in layout.players() {
                        sum = sum.wrapping_add(key::score(map.player(player), self.score(layout, player)));
                    }
                }
                Of::ToCome => {
                    let all = layout.players().map(|player| self.score(layout, player)).fold(0, i32::wrapping_add);
                    sum = sum.wrapping_add(key::score(Player::FIRST, all));
                }
            }
        }
        if layout.turn.is_some() {
            sum = sum.wrapping_add(key::turn(self.turn(layout)));
        }
        sum.wrapping_add(self.globals_key(rules, layout, |_| true))
    }

    /// The part of the image's key that all pieces make.
    #[inline]
    fn image_pieces(&self, rules: &RuleSet, layout: &Layout, map: &Map, parts: &KeyParts, of: Of) -> u64 {
        let known = parts.known(of);
        if let (Some(places), false, false) = (self.places_of(layout), known.is_empty(), layout.heights_count) {
            let part = |kind: usize, at: &u8| known[kind * parts.places.len() + usize::from(*at)];
            let sum = |sum: u64, part| sum.wrapping_add(part);
            return match self.kinds_of(layout) {
                Some(kinds) => kinds.iter().zip(places).map(|(kind, at)| part(usize::from(*kind), at)).fold(0, sum),
                None => {
                    layout.first_kind.iter().zip(places).map(|(kind, at)| part(usize::from(kind.0), at)).fold(0, sum)
                }
            };
        }
        let part = |element| {
            let at = self.location(layout, element).map_or(0, |location| location.index() + 1);
            let height = if layout.heights_count { self.zindex(layout, element) } else { 0 };
            parts.piece((layout, map, rules), self.kind(layout, element), at, height, of)
        };
        layout.elements().map(part).fold(0, u64::wrapping_add)
    }
}

/// Whether what a variable holds is its own image.
fn is_simple(kind: GlobalKind) -> bool {
    matches!(kind, GlobalKind::Int { .. } | GlobalKind::Bool)
}
