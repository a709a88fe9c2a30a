//! Task planning: the tasks that bring the table from one position to the next. The arm carries pieces; a person does
//! the rest.
//!
//! Only the two positions are compared, not the rules that connect them, so any change that a game makes to its pieces
//! can be carried out on the table.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::ids::ElementId;
use boardwright_interpreter::state::State;
use boardwright_robot::motion::{NoFreePlace, PlaceId, plan_carries};
use boardwright_rules::RuleSet;

use super::appearance::{Appearance, relevant_places};
use super::board_contents::BoardContents;

/// A task on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The arm carries a piece.
    #[allow(missing_docs)]
    Carry { appearance: Appearance, from: PlaceId, to: PlaceId },
    /// A person performs a change that the arm cannot make.
    Ask(Request),
}

/// A request to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Change the appearance of a piece: turn a disc over, crown a man.
    #[allow(missing_docs)]
    Change { at: PlaceId, from: Appearance, to: Appearance },
    /// Bring a piece of which the table has none in its slots.
    #[allow(missing_docs)]
    Bring { at: PlaceId, appearance: Appearance },
    /// Take a piece off the table because there is no free slot.
    #[allow(missing_docs)]
    TakeAway { at: PlaceId, appearance: Appearance },
}

impl Task {
    /// Applies the task to the contents of the table.
    pub fn apply(self, contents: &mut BoardContents) {
        match self {
            Self::Carry { appearance, from, to } => {
                contents.set(from, None);
                contents.set(to, Some(appearance));
            }
            Self::Ask(Request::Change { at, to: appearance, .. } | Request::Bring { at, appearance }) => {
                contents.set(at, Some(appearance));
            }
            Self::Ask(Request::TakeAway { at, .. }) => contents.set(at, None),
        }
    }
}

impl Request {
    /// Describes the request in one sentence; `name` gives the names of places.
    pub fn describe(self, rules: &RuleSet, name: impl Fn(PlaceId) -> String) -> String {
        match self {
            Self::Change { at, from, to } if from.owner != to.owner => {
                format!("turn the piece on {} over: it is {} now", name(at), to.describe(rules))
            }
            Self::Change { at, to, .. } => format!("make the piece on {} a {}", name(at), to.describe(rules)),
            Self::Bring { at, appearance } => format!("put a {} on {}", appearance.describe(rules), name(at)),
            Self::TakeAway { at, appearance } => format!("take the {} off {}", appearance.describe(rules), name(at)),
        }
    }
}

/// Plans the tasks that change the table from position `before` to position `after`.
///
/// # Errors
///
/// [`NoFreePlace`] when pieces exchange places in a cycle and no slot is free.
///
/// # Panics
///
/// When the table does not match `before`.
pub fn plan_tasks(
    game: &CompiledGame,
    before: &State,
    after: &State,
    contents: &BoardContents,
) -> Result<Vec<Task>, NoFreePlace> {
    assert!(contents.matches(game, before), "the table matches the position before the move");
    TaskPlanner::new(game, before, after, contents).finish()
}

/// The planning state.
struct TaskPlanner<'a> {
    game: &'a CompiledGame,
    before: &'a State,
    after: &'a State,
    contents: &'a BoardContents,
    /// Place of each location on the table; `None` for locations whose contents are irrelevant.
    place: Vec<Option<PlaceId>>,
    /// The pieces to carry: appearance, from, to.
    moves: Vec<(Appearance, PlaceId, PlaceId)>,
    first: Vec<Task>,
    last: Vec<Task>,
    /// Slots that are already the start or target of a transfer.
    used: Vec<PlaceId>,
}

impl<'a> TaskPlanner<'a> {
    fn new(game: &'a CompiledGame, before: &'a State, after: &'a State, contents: &'a BoardContents) -> Self {
        let mut place = vec![None; game.rules().locations.len()];
        for (at, location) in relevant_places(game.rules()).into_iter().enumerate() {
            place[location.index()] = Some(PlaceId(at));
        }
        let (moves, first, last, used) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { game, before, after, contents, place, moves, first, last, used }
    }

    fn finish(mut self) -> Result<Vec<Task>, NoFreePlace> {
        for element in (0..self.game.rules().elements.len()).map(ElementId::new) {
            let (from, to) = (self.appearance_of(self.before, element), self.appearance_of(self.after, element));
            match (from, to) {
                (None, None) => {}
                (Some((from, appearance)), None) => self.plan_removal(appearance, from),
                (None, Some((to, appearance))) => self.plan_arrival(appearance, to),
                (Some((from, was)), Some((to, is))) if was == is => {
                    if from != to {
                        self.moves.push((was, from, to));
                    }
                }
                (Some((from, was)), Some((to, is))) => self.plan_change(was, is, from, to),
            }
        }
        let (before, after): (Vec<_>, Vec<_>) = self.moves.iter().map(|(_, from, to)| (*from, *to)).unzip();
        // The last free slot serves to break cycles.
        let spare = self.contents.slots().rev().find(|slot| self.is_free(*slot));
        let carried = plan_carries(&before, &after, |place| self.contents.is_slot(place), spare)?;
        let carry = |carry: boardwright_robot::motion::Carry| Task::Carry {
            appearance: self.moves[carry.piece].0,
            from: carry.from,
            to: carry.to,
        };
        Ok(self.first.into_iter().chain(carried.into_iter().map(carry)).chain(self.last).collect())
    }

    /// The place and appearance of an element on the board.
    fn appearance_of(&self, state: &State, element: ElementId) -> Option<(PlaceId, Appearance)> {
        let place = self.place[self.game.location(state, element)?.index()]?;
        let kind = self.game.rules().elements[element.index()].kind;
        let appearance =
            Appearance { kind, owner: self.game.owner(state, element), state: self.game.element_state(state, element) };
        Some((place, appearance))
    }

    fn is_free(&self, slot: PlaceId) -> bool {
        self.contents.at(slot).is_none() && !self.used.contains(&slot)
    }

    fn plan_removal(&mut self, appearance: Appearance, from: PlaceId) {
        // The last slot stays free, for cycles.
        let last = self.contents.slots().next_back();
        let free = self.contents.slots().find(|slot| self.is_free(*slot) && Some(*slot) != last);
        match free {
            Some(slot) => {
                self.used.push(slot);
                self.moves.push((appearance, from, slot));
            }
            None => self.first.push(Task::Ask(Request::TakeAway { at: from, appearance })),
        }
    }

    fn plan_arrival(&mut self, appearance: Appearance, to: PlaceId) {
        if let Some(slot) = self.take_waiting(|waiting| waiting == appearance) {
            self.moves.push((appearance, slot, to));
        } else if let Some(slot) =
            self.take_waiting(|waiting| waiting.kind == appearance.kind && waiting.state == appearance.state)
        {
            let from = self.contents.at(slot).unwrap_or(appearance);
            self.moves.push((from, slot, to));
            self.last.push(Task::Ask(Request::Change { at: to, from, to: appearance }));
        } else {
            self.last.push(Task::Ask(Request::Bring { at: to, appearance }));
        }
    }

    fn plan_change(&mut self, was: Appearance, is: Appearance, from: PlaceId, to: PlaceId) {
        // A piece of the new appearance from a slot replaces the old one. A disc that is turned over stays: it has both
        // appearances.
        let waiting = if was.owner == is.owner { self.take_waiting(|waiting| waiting == is) } else { None };
        if let Some(slot) = waiting {
            self.plan_removal(was, from);
            self.moves.push((is, slot, to));
            return;
        }
        if from != to {
            self.moves.push((was, from, to));
        }
        self.last.push(Task::Ask(Request::Change { at: to, from: was, to: is }));
    }

    /// Finds a slot with a suitable piece and marks it as used.
    fn take_waiting(&mut self, serves: impl Fn(Appearance) -> bool) -> Option<PlaceId> {
        let slot = self
            .contents
            .slots()
            .find(|slot| self.contents.at(*slot).is_some_and(&serves) && !self.used.contains(slot))?;
        self.used.push(slot);
        Some(slot)
    }
}
