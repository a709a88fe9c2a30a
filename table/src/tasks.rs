//! From one position to the next as things to do on the table: what an arm can carry, and what a person is asked for.
//!
//! Only the two positions are looked at, not the rules that led from one to the other: whatever a game does to its pieces can be
//! made on the table.

use boardwright_engine::ids::ElementId;
use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_robot::motion::{NoSpare, PlaceId, carries};

use super::look::{Look, places};
use super::standing::Standing;

/// Something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The arm carries a piece.
    #[allow(missing_docs)]
    Carry { look: Look, from: PlaceId, to: PlaceId },
    /// A person does what the arm cannot.
    Ask(Request),
}

/// What a person is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// To make a piece look otherwise: to turn a disc over, to crown a man.
    #[allow(missing_docs)]
    Change { at: PlaceId, from: Look, to: Look },
    /// To bring a piece of which none waits on the table.
    #[allow(missing_docs)]
    Bring { at: PlaceId, look: Look },
    /// To take a piece off the table, because there is no slot for it.
    #[allow(missing_docs)]
    TakeAway { at: PlaceId, look: Look },
}

impl Task {
    /// Does it, in what is known of the table.
    pub fn done(self, standing: &mut Standing) {
        match self {
            Self::Carry { look, from, to } => {
                standing.put(from, None);
                standing.put(to, Some(look));
            }
            Self::Ask(Request::Change { at, to: look, .. } | Request::Bring { at, look }) => {
                standing.put(at, Some(look));
            }
            Self::Ask(Request::TakeAway { at, .. }) => standing.put(at, None),
        }
    }
}

impl Request {
    /// In one sentence; places are called by `name`.
    pub fn told(self, rules: &RuleSet, name: impl Fn(PlaceId) -> String) -> String {
        match self {
            Self::Change { at, from, to } if from.owner != to.owner => {
                format!("turn the piece on {} over: it is {} now", name(at), to.told(rules))
            }
            Self::Change { at, to, .. } => format!("make the piece on {} a {}", name(at), to.told(rules)),
            Self::Bring { at, look } => format!("put a {} on {}", look.told(rules), name(at)),
            Self::TakeAway { at, look } => format!("take the {} off {}", look.told(rules), name(at)),
        }
    }
}

/// What is to be done on a table on which a position stands, so that the next one does.
///
/// # Errors
///
/// When pieces change places in a ring, and no slot is free.
///
/// # Panics
///
/// When the table does not stand as in the position before: whoever calls has made sure of that.
pub fn tasks(game: &SpecGame, before: &State, after: &State, standing: &Standing) -> Result<Vec<Task>, NoSpare> {
    assert!(standing.agrees(game, before), "the table is as in the position before");
    Work::new(game, before, after, standing).finish()
}

/// Tasks as they are found.
struct Work<'a> {
    game: &'a SpecGame,
    before: &'a State,
    after: &'a State,
    standing: &'a Standing,
    /// By location: its place on the table, if it matters what stands there.
    place: Vec<Option<PlaceId>>,
    /// What is carried from where to where.
    moves: Vec<(Look, PlaceId, PlaceId)>,
    first: Vec<Task>,
    last: Vec<Task>,
    /// Slots from which or to which something is carried already.
    used: Vec<PlaceId>,
}

impl<'a> Work<'a> {
    fn new(game: &'a SpecGame, before: &'a State, after: &'a State, standing: &'a Standing) -> Self {
        let mut place = vec![None; game.rules().locations.len()];
        for (at, location) in places(game.rules()).into_iter().enumerate() {
            place[location.index()] = Some(PlaceId(at));
        }
        let (moves, first, last, used) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { game, before, after, standing, place, moves, first, last, used }
    }

    fn finish(mut self) -> Result<Vec<Task>, NoSpare> {
        for element in (0..self.game.rules().elements.len()).map(ElementId::new) {
            let (from, to) = (self.stands(self.before, element), self.stands(self.after, element));
            match (from, to) {
                (None, None) => {}
                (Some((from, look)), None) => self.leaves(look, from),
                (None, Some((to, look))) => self.enters(look, to),
                (Some((from, was)), Some((to, is))) if was == is => {
                    if from != to {
                        self.moves.push((was, from, to));
                    }
                }
                (Some((from, was)), Some((to, is))) => self.changes(was, is, from, to),
            }
        }
        let (before, after): (Vec<_>, Vec<_>) = self.moves.iter().map(|(_, from, to)| (*from, *to)).unzip();
        // The last free slot is that by which pieces change places.
        let spare = self.standing.slots().rev().find(|slot| self.is_free(*slot));
        let carried = carries(&before, &after, |place| self.standing.is_slot(place), spare)?;
        let carry = |carry: boardwright_robot::motion::Carry| Task::Carry {
            look: self.moves[carry.piece].0,
            from: carry.from,
            to: carry.to,
        };
        Ok(self.first.into_iter().chain(carried.into_iter().map(carry)).chain(self.last).collect())
    }

    /// Where an element stands on the board, and what it looks like.
    fn stands(&self, state: &State, element: ElementId) -> Option<(PlaceId, Look)> {
        let place = self.place[self.game.location(state, element)?.index()]?;
        let kind = self.game.rules().elements[element.index()].kind;
        let look =
            Look { kind, owner: self.game.owner(state, element), state: self.game.element_state(state, element) };
        Some((place, look))
    }

    fn is_free(&self, slot: PlaceId) -> bool {
        self.standing.at(slot).is_none() && !self.used.contains(&slot)
    }

    fn leaves(&mut self, look: Look, from: PlaceId) {
        // The last slot stays free, for pieces that change places.
        let last = self.standing.slots().next_back();
        let free = self.standing.slots().find(|slot| self.is_free(*slot) && Some(*slot) != last);
        match free {
            Some(slot) => {
                self.used.push(slot);
                self.moves.push((look, from, slot));
            }
            None => self.first.push(Task::Ask(Request::TakeAway { at: from, look })),
        }
    }

    fn enters(&mut self, look: Look, to: PlaceId) {
        if let Some(slot) = self.waits(|waits| waits == look) {
            self.moves.push((look, slot, to));
        } else if let Some(slot) = self.waits(|waits| waits.kind == look.kind && waits.state == look.state) {
            let from = self.standing.at(slot).unwrap_or(look);
            self.moves.push((from, slot, to));
            self.last.push(Task::Ask(Request::Change { at: to, from, to: look }));
        } else {
            self.last.push(Task::Ask(Request::Bring { at: to, look }));
        }
    }

    fn changes(&mut self, was: Look, is: Look, from: PlaceId, to: PlaceId) {
        // What waits in the new look takes its place. A disc that is turned over stays: it has both looks.
        let waits = if was.owner == is.owner { self.waits(|waits| waits == is) } else { None };
        if let Some(slot) = waits {
            self.leaves(was, from);
            self.moves.push((is, slot, to));
            return;
        }
        if from != to {
            self.moves.push((was, from, to));
        }
        self.last.push(Task::Ask(Request::Change { at: to, from: was, to: is }));
    }

    /// A slot with a piece that serves, which is used from now on.
    fn waits(&mut self, serves: impl Fn(Look) -> bool) -> Option<PlaceId> {
        let slot = self
            .standing
            .slots()
            .find(|slot| self.standing.at(*slot).is_some_and(&serves) && !self.used.contains(slot))?;
        self.used.push(slot);
        Some(slot)
    }
}
