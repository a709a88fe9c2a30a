//! Images of positions under a map, and the Zobrist keys of images without constructing them.

use boardwright_game::game::Outcome;
use boardwright_game::ids::{GlobalId, Player};
use boardwright_interpreter::globals::GlobalValue;
use boardwright_interpreter::key;
use boardwright_interpreter::kinds::{PieceKind, PieceKindId};
use boardwright_interpreter::layout::Layout;
use boardwright_interpreter::state::State;
use boardwright_rules::{GlobalKind, RuleSet};

use super::map::SymmetryMap;

/// A map with the game whose positions it maps.
#[derive(Clone, Copy)]
pub(super) struct GameMap<'a> {
    pub rules: &'a RuleSet,
    pub layout: &'a Layout,
    pub map: &'a SymmetryMap,
}

/// Precomputed parts of the Zobrist keys of images under one map.
#[derive(Debug)]
pub(super) struct KeyParts {
    /// By location, with off the board first: place number of the image as used in keys.
    places: Vec<u32>,
    /// By kind, then by location as in `places`: key part of a piece at height 0. Empty if the table would be too
    /// large.
    pieces: Vec<u64>,
    /// As `pieces`, for the remaining game: owners of pieces on irrelevant locations do not count.
    remaining_game_pieces: Vec<u64>,
}

/// Maximum number of precomputed key parts.
const MAX_PARTS: usize = 1 << 15;

impl KeyParts {
    pub(super) fn new(game: GameMap<'_>) -> Self {
        let GameMap { layout, map, .. } = game;
        let images = map.places.iter().map(|place| layout.key_place[place.index()]);
        let places: Vec<u32> = [layout.off_board_place].into_iter().chain(images).collect();
        let mut parts = Self { places, pieces: Vec::new(), remaining_game_pieces: Vec::new() };
        if layout.kinds.len() * parts.places.len() <= MAX_PARTS {
            for (kind, _) in layout.kinds.iter() {
                for at in 0..parts.places.len() {
                    parts.pieces.push(key::piece(parts.places[at], map.kind(kind).0, 0));
                    let counted = remaining_game_kind(game, kind, at);
                    parts.remaining_game_pieces.push(key::piece(parts.places[at], counted, 0));
                }
            }
        }
        parts
    }

    /// Precomputed key parts of pieces at height 0; empty if the table would be too large.
    fn precomputed(&self, scope: KeyScope) -> &[u64] {
        match scope {
            KeyScope::Position => &self.pieces,
            KeyScope::RemainingGame => &self.remaining_game_pieces,
        }
    }

    /// Key part of a piece.
    #[inline]
    fn piece(&self, game: GameMap<'_>, kind: PieceKindId, at: usize, height: i32, scope: KeyScope) -> u64 {
        let table = self.precomputed(scope);
        if height == 0 && !table.is_empty() {
            return table[usize::from(kind.0) * self.places.len() + at];
        }
        match scope {
            KeyScope::Position => key::piece(self.places[at], game.map.kind(kind).0, height),
            KeyScope::RemainingGame => key::piece(self.places[at], remaining_game_kind(game, kind, at), height),
        }
    }
}

/// Number of the kind that counts for the remaining game: a piece with an owner on an irrelevant location counts as its
/// type only. Locations are counted from 1; 0 is off the board.
fn remaining_game_kind(game: GameMap<'_>, kind: PieceKindId, at: usize) -> u16 {
    let GameMap { rules, layout, map } = game;
    let PieceKind { element_type, owner, .. } = layout.kinds[kind];
    let irrelevant = at > 0 && !rules.locations[at - 1].is_relevant;
    let image = map.types[element_type.index()].index() as u16;
    if irrelevant && owner.is_some() { u16::MAX - image } else { map.kind(kind).0 }
}

/// Equivalence of positions that a key represents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyScope {
    /// Equality of positions.
    Position,
    /// Equality of the remaining game, for games in which it depends on the sum of all scores only and not on the
    /// owners of pieces on irrelevant locations.
    RemainingGame,
}

fn outcome_image(map: &SymmetryMap, outcome: Option<Outcome>) -> Option<Outcome> {
    outcome.map(|outcome| match outcome {
        Outcome::Draw => Outcome::Draw,
        Outcome::Won(player) => Outcome::Won(map.player(player)),
    })
}

fn global_image(map: &SymmetryMap, value: GlobalValue) -> GlobalValue {
    match value {
        GlobalValue::Int(_) | GlobalValue::Bool(_) => value,
        GlobalValue::Element(element) => GlobalValue::Element(element.map(|element| map.element(element))),
        GlobalValue::Location(place) => GlobalValue::Location(place.map(|place| map.place(place))),
        GlobalValue::Elements(members) => {
            let mut members: Vec<_> = members.into_iter().map(|member| map.element(member)).collect();
            members.sort_unstable();
            GlobalValue::Elements(members)
        }
        GlobalValue::Locations(members) => {
            let mut members: Vec<_> = members.into_iter().map(|member| map.place(member)).collect();
            members.sort_unstable();
            GlobalValue::Locations(members)
        }
    }
}

/// Images of states under the maps of a symmetry.
pub(super) trait StateImage {
    /// Returns the image of the position under a map. Earlier positions are known by their keys only, from which keys
    /// of images cannot be derived; the history of the image therefore consists of as many copies of its own key as
    /// there were repetitions.
    fn image(&self, game: GameMap<'_>) -> Self;

    /// Returns the Zobrist key of the image.
    fn image_key(&self, game: GameMap<'_>, parts: &KeyParts, scope: KeyScope) -> u64;

    /// Returns the sum of the key parts of all pieces of the image.
    fn image_pieces(&self, game: GameMap<'_>, parts: &KeyParts, scope: KeyScope) -> u64;
}

impl StateImage for State {
    fn image(&self, game: GameMap<'_>) -> Self {
        let GameMap { rules, layout, map } = game;
        let mut image = Self::empty(rules, layout);
        for element in layout.elements() {
            let there = map.element(element);
            if layout.element_kind.is_some() {
                image.set_kind(layout, there, map.kind(self.kind(layout, element)));
            }
            if layout.zindex.is_some() {
                image.set_zindex(layout, there, self.zindex(layout, element));
            }
            if let Some(location) = self.location(layout, element) {
                image.place_from_supply(layout, there, map.place(location));
            }
        }
        image.set_mover(map.player(self.mover()));
        image.set_outcome(outcome_image(map, self.outcome()));
        if layout.scores.is_some() {
            for player in layout.players() {
                image.set_score(layout, map.player(player), self.score(layout, player));
            }
        }
        for id in (0..rules.globals.len()).map(GlobalId::new) {
            image.set_global(rules, layout, id, &global_image(map, self.global_value(rules, layout, id)));
        }
        image.set_turn_number(layout, self.turn_number(layout));
        image.initialize_key(rules, layout);
        if layout.counts_repetitions {
            let key = image.repetition_key(rules, layout);
            image.set_history(std::iter::repeat_n(key, self.repetition_count()));
        }
        image
    }

    fn image_key(&self, game: GameMap<'_>, parts: &KeyParts, scope: KeyScope) -> u64 {
        let GameMap { rules, layout, map } = game;
        if scope == KeyScope::Position
            && !rules.globals.is_empty()
            && rules.globals.iter().any(|global| !is_simple(global.kind))
        {
            return self.image(game).key(rules, layout);
        }
        let mut sum =
            key::mover(map.player(self.mover())).wrapping_add(key::outcome(outcome_image(map, self.outcome())));
        sum = sum.wrapping_add(self.image_pieces(game, parts, scope));
        if layout.scores.is_some() {
            match scope {
                KeyScope::Position => {
                    for player in layout.players() {
                        sum = sum.wrapping_add(key::score(map.player(player), self.score(layout, player)));
                    }
                }
                KeyScope::RemainingGame => {
                    let all = layout.players().map(|player| self.score(layout, player)).fold(0, i32::wrapping_add);
                    sum = sum.wrapping_add(key::score(Player::FIRST, all));
                }
            }
        }
        if layout.turn_number.is_some() {
            sum = sum.wrapping_add(key::turn(self.turn_number(layout)));
        }
        sum.wrapping_add(self.globals_key(rules, layout, |_| true))
    }

    #[inline]
    fn image_pieces(&self, game: GameMap<'_>, parts: &KeyParts, scope: KeyScope) -> u64 {
        let layout = game.layout;
        let table = parts.precomputed(scope);
        if let (Some(places), false, false) =
            (self.element_locations(layout), table.is_empty(), layout.has_relevant_heights)
        {
            let part = |kind: usize, at: &u8| table[kind * parts.places.len() + usize::from(*at)];
            let sum = |sum: u64, part| sum.wrapping_add(part);
            return match self.element_kinds(layout) {
                Some(kinds) => kinds.iter().zip(places).map(|(kind, at)| part(usize::from(*kind), at)).fold(0, sum),
                None => {
                    layout.initial_kind.iter().zip(places).map(|(kind, at)| part(usize::from(kind.0), at)).fold(0, sum)
                }
            };
        }
        let part = |element| {
            let at = self.location(layout, element).map_or(0, |location| location.index() + 1);
            let height = if layout.has_relevant_heights { self.zindex(layout, element) } else { 0 };
            parts.piece(game, self.kind(layout, element), at, height, scope)
        };
        layout.elements().map(part).fold(0, u64::wrapping_add)
    }
}

/// `true` if a value of this kind is its own image.
fn is_simple(kind: GlobalKind) -> bool {
    matches!(kind, GlobalKind::Int { .. } | GlobalKind::Bool)
}
