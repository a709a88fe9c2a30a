//! Working out the nodes that typed expressions become. A second part of [`Run`](super::run::Run).

use smallvec::{SmallVec, smallvec};

use crate::change;
use crate::fault::FaultKind;
use crate::globals::Held;
use crate::ids::{ElementId, ExprId, GlobalId, LocationId};
use crate::rules::{Deed, GlobalKind, Thing};

use super::code::{Node, NodeId, Operands};
use super::run::{Position, Run, Stop, Stopped, stop};
use super::value::Value;

/// A set of locations as bits.
type Bits = SmallVec<[u64; 8]>;

/// The sets of reached locations that have been worked out in a position, by their numbers.
#[derive(Debug, Default)]
pub(super) struct Reached(SmallVec<[(u32, Bits); 2]>);

impl<P: Position> Run<'_, P> {
    pub(super) fn int(&mut self, id: NodeId) -> Result<i32, Stop> {
        match self.value(id)? {
            Value::Int(number) => Ok(number),
            other => unreachable!("a node used as a number gave {}", other.type_name()),
        }
    }

    pub(super) fn element_of(&mut self, id: NodeId) -> Result<Option<ElementId>, Stop> {
        match self.value(id)? {
            Value::Thing(Thing::Element(element)) => Ok(element),
            other => unreachable!("a node used as an element gave {}", other.type_name()),
        }
    }

    pub(super) fn place_of(&mut self, id: NodeId) -> Result<Option<LocationId>, Stop> {
        match self.value(id)? {
            Value::Thing(Thing::Location(location)) => Ok(location),
            other => unreachable!("a node used as a location gave {}", other.type_name()),
        }
    }

    /// Forgets what is reached: the position has changed.
    pub(super) fn forget_reached(&mut self) {
        self.reached.0.clear();
        self.can_move = None;
    }

    pub(super) fn typed(&mut self, id: NodeId) -> Result<Value, Stop> {
        let layout = self.layout;
        let element = |element| Value::Thing(Thing::Element(element));
        let location = |location| Value::Thing(Thing::Location(location));
        Ok(match self.code[id] {
            Node::Moved => element(self.element),
            Node::Captured => element(self.captured),
            Node::ElementOn(place) => element(self.position.look().content(layout, place)),
            Node::ElementAt(place) => {
                let place = self.place_of(place)?;
                element(place.and_then(|place| self.position.look().content(layout, place)))
            }
            Node::PlaceOf(element) => location(self.position.look().location(layout, element)),
            Node::PlaceOfAny(node) => {
                let element = self.element_of(node)?;
                location(element.and_then(|element| self.position.look().location(layout, element)))
            }
            Node::Same(..) | Node::Less(..) => Value::Bool(self.test(id)?),
            Node::Count(list) => {
                let code = self.code;
                let mut count = 0;
                for &node in code.operands(list) {
                    count += i32::from(self.test(node)?);
                }
                Value::Int(count)
            }
            Node::Extreme { greatest, operands, at } => self.extreme(greatest, operands, at)?,
            Node::CountCells { count } => Value::Int(self.count_cells(count)),
            Node::CountKinds { count } => {
                let (state, (elements, mask)) = (self.position.look(), &self.code.counted[count as usize]);
                let asked = |&&e: &&ElementId| mask >> (state.kind(layout, e).0 + 1) & 1 == 1;
                Value::Int(elements.iter().filter(asked).count() as i32)
            }
            Node::GlobalHas { global, index } => {
                Value::Bool(self.position.look().global_has(layout, global, usize::from(index)))
            }
            Node::Reached { reach, location } => Value::Bool(self.is_reached(reach, location)),
            Node::Shared { id, .. } => self.value(self.code.shared[id as usize])?,
            Node::Turn => Value::Int(self.position.look().turn(layout)),
            Node::Repeats => Value::Int(self.position.look().repeats() as i32),
            Node::NoMoves => {
                if self.can_move.is_none() {
                    let game = self.game.expect("only ends ask for moves, and they know the game");
                    let can_move = game.can_move(self.rules, layout, self.position.look());
                    self.can_move = Some(can_move.map_err(|fault| Box::new(Stopped::Fault(fault)))?);
                }
                Value::Bool(self.can_move == Some(false))
            }
            Node::Hold { global, operands, more } => {
                self.hold_set(global, operands, more)?;
                Value::Bool(true)
            }
            _ => unreachable!("all other nodes are worked out elsewhere"),
        })
    }

    /// How many cells are as asked; counted once while moves are listed, which changes nothing.
    fn count_cells(&mut self, count: u32) -> i32 {
        let (layout, code) = (self.layout, self.code);
        if let Some(&(_, known)) = self.counted.iter().find(|(number, _)| *number == count) {
            return known;
        }
        let (cells, mask) = &code.counts[count as usize];
        let state = self.position.look();
        let there = |&&cell: &&LocationId| mask >> state.kind_at(layout, cell) & 1 == 1;
        let found = cells.iter().filter(there).count() as i32;
        if self.position.change().is_none() {
            self.counted.push((count, found));
        }
        found
    }

    fn extreme(&mut self, greatest: bool, operands: Operands, at: ExprId) -> Result<Value, Stop> {
        let code = self.code;
        let mut pairs = code.operands(operands).chunks_exact(2);
        let mut best = None;
        for pair in &mut pairs {
            if self.test(pair[0])? {
                let value = self.int(pair[1])?;
                best = Some(best.map_or(value, |best: i32| if greatest { best.max(value) } else { best.min(value) }));
            }
        }
        match (best, pairs.remainder()) {
            (Some(best), _) => Ok(Value::Int(best)),
            (None, [none]) => Ok(Value::Int(self.int(*none)?)),
            (None, _) => stop(FaultKind::NoneOf(if greatest { "MAX" } else { "MIN" }), at),
        }
    }

    pub(super) fn global(&self, id: GlobalId) -> Value {
        let (state, layout) = (self.position.look(), self.layout);
        match self.rules.globals[id.index()].kind {
            GlobalKind::Int { .. } => Value::Int(state.global_int(layout, id)),
            GlobalKind::Bool => Value::Bool(state.global_bool(layout, id)),
            GlobalKind::Element => Value::Thing(Thing::Element(state.global_id(layout, id).map(ElementId))),
            GlobalKind::Location => Value::Thing(Thing::Location(state.global_id(layout, id).map(LocationId))),
            GlobalKind::Elements | GlobalKind::Locations => unreachable!("sets are asked member by member"),
        }
    }

    /// A flood over the cells whose kinds are as asked, kept until the position changes.
    fn is_reached(&mut self, number: u32, location: LocationId) -> bool {
        let has = |bits: &Bits, at: LocationId| bits[at.index() / 64] >> (at.index() % 64) & 1 == 1;
        if let Some((_, bits)) = self.reached.0.iter().find(|(known, _)| *known == number) {
            return has(bits, location);
        }
        let (state, layout, reach) = (self.position.look(), self.layout, &self.code.reaches[number as usize]);
        let mut bits: Bits = smallvec![0; layout.place.len().div_ceil(64)];
        let mut waiting: SmallVec<[LocationId; 64]> = SmallVec::new();
        let mut visit = |at: LocationId, waiting: &mut SmallVec<[LocationId; 64]>| {
            let open = reach.masks[at.index()] >> state.kind_at(layout, at) & 1 == 1;
            if open && !has(&bits, at) {
                bits[at.index() / 64] |= 1 << (at.index() % 64);
                waiting.push(at);
            }
        };
        for &start in &reach.start {
            visit(start, &mut waiting);
        }
        while let Some(at) = waiting.pop() {
            for &next in &reach.steps[at.index()] {
                visit(next, &mut waiting);
            }
        }
        let answer = has(&bits, location);
        self.reached.0.push((number, bits));
        answer
    }

    pub(super) fn deed(&mut self, deed: Deed, operands: Operands, at: ExprId) -> Result<(), Stop> {
        let (rules, layout, code) = (self.rules, self.layout, self.code);
        let operands = code.operands(operands);
        let nothing = || Box::new(Stopped::At(FaultKind::Nothing(deed.name()), at));
        let done = match deed {
            Deed::Remove => {
                let element = self.element_of(operands[0])?.ok_or_else(nothing)?;
                change::remove(rules, layout, self.changing(), element)
            }
            Deed::Move => {
                let element = self.element_of(operands[0])?;
                let place = self.place_of(operands[1])?;
                change::put(rules, layout, self.changing(), element.ok_or_else(nothing)?, place)
            }
            Deed::SetState | Deed::SetOwner => {
                let element = self.element_of(operands[0])?;
                let number = self.int(operands[1])?;
                let element = element.ok_or_else(nothing)?;
                if deed == Deed::SetState {
                    change::set_state(rules, layout, self.changing(), element, number)
                } else {
                    change::set_owner(layout, self.changing(), element, number)
                }
            }
            Deed::SetScore => {
                let (player, points) = (self.int(operands[0])?, self.int(operands[1])?);
                change::player(layout, "SCORE", player).map(|player| self.changing().set_score(layout, player, points))
            }
            Deed::Set(global) => match self.value(operands[0])? {
                Value::Int(number) => change::hold_int(rules, layout, self.changing(), global, number),
                value => {
                    let held = match value {
                        Value::Bool(yes) => Held::Bool(yes),
                        Value::Thing(Thing::Element(element)) => Held::Element(element),
                        Value::Thing(Thing::Location(location)) => Held::Location(location),
                        other => unreachable!("variables hold no {}", other.type_name()),
                    };
                    self.changing().hold(rules, layout, global, &held);
                    Ok(())
                }
            },
            Deed::SetMember(_) => unreachable!("the member is known when this is compiled"),
        };
        self.forget_reached();
        done.or_else(|kind| stop(kind, at))
    }

    fn changing(&mut self) -> &mut crate::state::State {
        self.position.change().expect("typed conditions hold no actions")
    }

    fn hold_set(&mut self, global: GlobalId, operands: Operands, more: bool) -> Result<(), Stop> {
        let (rules, layout, code) = (self.rules, self.layout, self.code);
        let mut members: SmallVec<[u16; 32]> = SmallVec::new();
        for pair in code.operands(operands).chunks_exact(2) {
            if self.test(pair[0])? {
                members.push(self.int(pair[1])? as u16);
            }
        }
        self.changing().hold_members(rules, layout, global, &members, more);
        Ok(())
    }
}
