//! The image of a position under a map, made by the state's own means, and the image's key without making it.

use crate::game::Outcome;
use crate::globals::Held;
use crate::ids::{GlobalId, LocationId};
use crate::key;
use crate::kinds::KindId;
use crate::layout::Layout;
use crate::rules::{GlobalKind, RuleSet};
use crate::state::State;

use super::map::Map;

/// What keys need to know of a map.
#[derive(Debug)]
pub(super) struct KeyParts {
    /// By location, with off the board as the last: the image's place as keys count it.
    places: Vec<u32>,
}

impl KeyParts {
    pub(super) fn new(layout: &Layout, map: &Map) -> Self {
        let places = map.places.iter().map(|place| layout.place[place.index()]).chain([layout.off]);
        Self { places: places.collect() }
    }
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
    pub(super) fn image_key(&self, rules: &RuleSet, layout: &Layout, map: &Map, parts: &KeyParts) -> u64 {
        if !rules.globals.is_empty() && rules.globals.iter().any(|global| !is_simple(global.kind)) {
            return self.image(rules, layout, map).key(rules, layout);
        }
        let off = parts.places.len() - 1;
        let mut sum = key::mover(map.player(self.mover())).wrapping_add(key::outcome(outcome(map, self.outcome())));
        for element in layout.elements() {
            let place = parts.places[self.location(layout, element).map_or(off, LocationId::index)];
            let KindId(kind) = map.kind(self.kind(layout, element));
            let height = if layout.heights_count { self.zindex(layout, element) } else { 0 };
            sum = sum.wrapping_add(key::piece(place, kind, height));
        }
        if layout.scores.is_some() {
            for player in layout.players() {
                sum = sum.wrapping_add(key::score(map.player(player), self.score(layout, player)));
            }
        }
        if layout.turn.is_some() {
            sum = sum.wrapping_add(key::turn(self.turn(layout)));
        }
        sum.wrapping_add(self.globals_key(rules, layout, |_| true))
    }
}

/// Whether what a variable holds is its own image.
fn is_simple(kind: GlobalKind) -> bool {
    matches!(kind, GlobalKind::Int { .. } | GlobalKind::Bool)
}
