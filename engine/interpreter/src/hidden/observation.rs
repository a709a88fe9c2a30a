//! Observations: what every player has seen of a game, as a chain of hash values with the moves that were made.
//!
//! After each move a player observes the move, as far as it is visible, and the visible part of the position. Two states
//! are in one information set of a player if the player's observations are equal (perfect recall).

use std::fmt;
use std::sync::Arc;

use boardwright_game::ids::{ElementId, GlobalId, LocationId, Player};
use boardwright_rules::RuleSet;

use super::{SeenPlace, Sight, Viewpoint};
use crate::globals::GlobalValue;
use crate::key;
use crate::layout::Layout;
use crate::moves::Move;
use crate::state::State;

/// The last move of a game with everything that the players have observed.
pub struct Observation {
    /// The observation of the move before; `None` for the first move of a game.
    pub previous: Option<Arc<Observation>>,
    /// The move.
    pub mv: Move,
    /// The player who made the move; `None` for chance.
    pub by: Option<Player>,
    /// The observation of each player.
    pub seen: Vec<PlayerObservation>,
}

/// The observation of one move by one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerObservation {
    /// Hash value of the move and the position as the player sees them.
    pub token: u64,
    /// Hash value of all observations so far; 128 bits, so that different histories practically never share one.
    pub history: u128,
    /// The move as the player sees it.
    pub mv: SeenMove,
}

/// A move as one player sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenMove {
    /// The player sees that a move is made, and nothing of it.
    Hidden,
    /// The player sees the move except for hidden faces and places.
    Shown {
        /// The moving element, if its face is seen before or after the move; `None` also for moves without element.
        element: Option<ElementId>,
        /// Owner of a moving element whose face is not seen.
        back: Option<Option<Player>>,
        /// Origin.
        from: SeenPlace,
        /// Target.
        to: SeenPlace,
    },
}

/// Two chains are equal exactly if every player made the same observations.
impl PartialEq for Observation {
    fn eq(&self, other: &Self) -> bool {
        let histories = |one: &Self| one.seen.iter().map(|seen| seen.history).collect::<Vec<_>>();
        histories(self) == histories(other)
    }
}

impl Eq for Observation {}

/// Without the chain, which may be long.
impl fmt::Debug for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observation").field("mv", &self.mv).field("seen", &self.seen).finish_non_exhaustive()
    }
}

impl Drop for Observation {
    /// Drops a long chain without recursion.
    fn drop(&mut self) {
        let mut next = self.previous.take();
        while let Some(node) = next {
            next = Arc::into_inner(node).and_then(|mut node| node.previous.take());
        }
    }
}

impl Observation {
    /// Observes a move that led from `before` to `after`.
    pub fn new(rules: &RuleSet, layout: &Layout, before: &State, after: &State, mv: Move) -> Self {
        let previous = before.observation().cloned();
        let mover = before.mover();
        let by = (!before.is_chance_next(layout)).then_some(mover);
        let players = (1..=layout.player_count).filter_map(Player::new);
        let seen = players.map(|viewer| {
            let look = |state| Viewpoint { rules, layout, state, viewer };
            let (old, new) = (look(before), look(after));
            let is_own = by == Some(viewer);
            let seen_move = seen_move(&old, &new, mv, mover, is_own);
            let token = combine(move_hash(rules, mv, seen_move, is_own), position_hash(&new));
            let history = previous.as_ref().map_or(0, |previous| previous.seen[viewer.index()].history);
            let history = extend_history(history, token);
            PlayerObservation { token, history, mv: seen_move }
        });
        let seen = seen.collect();
        Self { previous, mv, by, seen }
    }

    /// The observations from the first move of the game to this one.
    pub fn chain(self: &Arc<Self>) -> Vec<Arc<Self>> {
        let mut all = vec![Arc::clone(self)];
        while let Some(previous) = all.last().and_then(|node| node.previous.clone()) {
            all.push(previous);
        }
        all.reverse();
        all
    }
}

/// The move as the viewer of both viewpoints sees it.
fn seen_move(before: &Viewpoint<'_>, after: &Viewpoint<'_>, mv: Move, mover: Player, is_own: bool) -> SeenMove {
    let rule = &before.rules.rules[mv.rule.index()];
    if !is_own && !before.sees_move(rule.audience, mover) {
        return SeenMove::Hidden;
    }
    let shows_face =
        |element: &ElementId| is_own || before.sight(*element) == Sight::Face || after.sight(*element) == Sight::Face;
    SeenMove::Shown {
        element: mv.element.filter(shows_face),
        back: mv.element.filter(|element| !shows_face(element)).map(|element| before.owner(element)),
        from: before.place(mv.from),
        to: before.place(mv.to),
    }
}

/// Hash value of a move as it is seen.
fn move_hash(rules: &RuleSet, mv: Move, seen: SeenMove, is_own: bool) -> u64 {
    let (element, back, from, to) = match seen {
        SeenMove::Hidden => return key::mix(1),
        SeenMove::Shown { element, back, from, to } => (element, back, from, to),
    };
    let element = element.map_or(0, |element| u64::from(element.0) + 1);
    let back = back.map_or(0, |owner| owner.map_or(1, |owner| owner.number() as u64 + 1));
    let word = mv.word(rules).map_or(0, |_| u64::from(mv.choice) + 1);
    let rule = if mv.element.is_none() { u64::from(mv.rule.0) + 1 } else { 0 };
    // The player who moves knows the places, hidden or not.
    let own = |location: Option<LocationId>| if is_own { location.map_or(0, |l| u64::from(l.0) + 1) } else { 0 };
    let parts = [element, back, place_word(from), own(mv.from), place_word(to), own(mv.to), word, rule];
    parts.into_iter().fold(2, combine)
}

/// Hash value of the visible part of a position.
fn position_hash(view: &Viewpoint<'_>) -> u64 {
    let Viewpoint { rules, layout, state, .. } = *view;
    let mut sum = key::mover(state.mover()).wrapping_add(key::outcome(state.outcome()));
    if state.is_chance_next(layout) {
        sum = sum.wrapping_add(key::CHANCE);
    }
    if layout.turn_number.is_some() {
        sum = sum.wrapping_add(key::turn(state.turn_number(layout)));
    }
    for player in layout.players() {
        sum = sum.wrapping_add(key::score(player, state.score(layout, player)));
    }
    for element in layout.elements() {
        sum = sum.wrapping_add(element_hash(view, element));
    }
    for index in 0..rules.globals.len() {
        let id = GlobalId::new(index);
        if view.sees_global(id) {
            sum = sum.wrapping_add(combine(key::global_base(id), global_hash(view, id)));
        }
    }
    sum
}

/// Hash value of an element on its place, as far as both are seen.
fn element_hash(view: &Viewpoint<'_>, element: ElementId) -> u64 {
    let Viewpoint { layout, state, .. } = *view;
    let what = match view.sight(element) {
        Sight::Nothing => return 0,
        Sight::Back => 1 << 32 | view.owner(element).map_or(0, |owner| owner.number() as u64),
        Sight::Face => u64::from(state.kind(layout, element).0),
    };
    let at = state.location(layout, element);
    let place = match view.place(at) {
        SeenPlace::Location(_) => u64::from(layout.place_of(at)),
        place => place_word(place) << 32,
    };
    combine(place, what)
}

fn global_hash(view: &Viewpoint<'_>, id: GlobalId) -> u64 {
    let sum = |parts: &mut dyn Iterator<Item = u64>| parts.fold(0, u64::wrapping_add);
    match view.state.global_value(view.rules, view.layout, id) {
        GlobalValue::Int(number) => u64::from(number as u32),
        GlobalValue::Bool(yes) => u64::from(yes),
        GlobalValue::Element(element) => element.map_or(0, |element| element_hash(view, element)),
        GlobalValue::Location(location) => location.map_or(0, |location| u64::from(location.0) + 1),
        GlobalValue::Elements(members) => sum(&mut members.into_iter().map(|member| element_hash(view, member))),
        GlobalValue::Locations(members) => {
            sum(&mut members.into_iter().map(|member| key::mix(u64::from(member.0) + 1)))
        }
    }
}

fn place_word(place: SeenPlace) -> u64 {
    match place {
        SeenPlace::Off => 0,
        SeenPlace::Unseen => 1,
        SeenPlace::Location(location) => 1 << 24 | u64::from(location.0),
        SeenPlace::Within { kind, owner } => {
            2 << 24 | u64::from(kind) << 8 | owner.map_or(0, |owner| owner.number() as u64)
        }
    }
}

fn combine(one: u64, other: u64) -> u64 {
    key::mix(key::mix(one) ^ other.rotate_left(23))
}

/// Appends an observation to the hash value of a history: two independent chains of 64 bits.
fn extend_history(history: u128, token: u64) -> u128 {
    let (high, low) = ((history >> 64) as u64, history as u64);
    let high = combine(high.wrapping_add(0x5851_f42d_4c95_7f2d), token);
    let low = combine(low ^ 0x1405_7b7e_f767_814f, token.rotate_left(32));
    u128::from(high) << 64 | u128::from(low)
}
