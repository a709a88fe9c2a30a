//! Evaluation of the nodes of typed expressions. Extends [`CodeEvaluator`](crate::run::CodeEvaluator).

use smallvec::{SmallVec, smallvec};

use boardwright_game::fault::FaultKind;
use boardwright_game::ids::{ElementId, ExprId, GlobalId, LocationId};
use boardwright_interpreter::change;
use boardwright_interpreter::globals::GlobalValue;
use boardwright_rules::{Effect, GlobalKind, Thing};

use crate::run::{BoxedRuntimeError, CodeEvaluator, RuntimeError, StateAccess, fail};
use crate::tables::code::{Node, NodeId, Operands};
use crate::tables::value::Value;

/// A set of locations as a bitset.
type Bits = SmallVec<[u64; 8]>;

/// Cache of the flood fills of the current position, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct FloodFillCache(SmallVec<[(u32, Bits); 2]>);

impl<P: StateAccess> CodeEvaluator<'_, P> {
    pub(crate) fn int_value(&mut self, id: NodeId) -> Result<i32, BoxedRuntimeError> {
        match self.value(id)? {
            Value::Int(number) => Ok(number),
            other => unreachable!("a node used as a number gave {}", other.type_name()),
        }
    }

    pub(crate) fn element_value(&mut self, id: NodeId) -> Result<Option<ElementId>, BoxedRuntimeError> {
        match self.value(id)? {
            Value::Thing(Thing::Element(element)) => Ok(element),
            other => unreachable!("a node used as an element gave {}", other.type_name()),
        }
    }

    pub(crate) fn location_value(&mut self, id: NodeId) -> Result<Option<LocationId>, BoxedRuntimeError> {
        match self.value(id)? {
            Value::Thing(Thing::Location(location)) => Ok(location),
            other => unreachable!("a node used as a location gave {}", other.type_name()),
        }
    }

    /// Clears the caches that depend on the position, because it has changed.
    pub(crate) fn clear_caches(&mut self) {
        self.flood_fills.0.clear();
        self.can_move_cache = None;
    }

    pub(crate) fn typed_value(&mut self, id: NodeId) -> Result<Value, BoxedRuntimeError> {
        let layout = self.layout;
        let element = |element| Value::Thing(Thing::Element(element));
        let location = |location| Value::Thing(Thing::Location(location));
        Ok(match self.code[id] {
            Node::Moved => element(self.element),
            Node::Captured => element(self.captured),
            Node::ElementOn(place) => element(self.position.state().content(layout, place)),
            Node::ElementAt(place) => {
                let place = self.location_value(place)?;
                element(place.and_then(|place| self.position.state().content(layout, place)))
            }
            Node::PlaceOf(element) => location(self.position.state().location(layout, element)),
            Node::PlaceOfComputed(node) => {
                let element = self.element_value(node)?;
                location(element.and_then(|element| self.position.state().location(layout, element)))
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
                let (state, (elements, mask)) = (self.position.state(), &self.code.counted_elements[count as usize]);
                let matches_mask = |&&e: &&ElementId| mask >> (state.kind(layout, e).0 + 1) & 1 == 1;
                Value::Int(elements.iter().filter(matches_mask).count() as i32)
            }
            Node::GlobalHas { global, index } => {
                Value::Bool(self.position.state().global_contains(layout, global, usize::from(index)))
            }
            Node::Reached { reach, location } => Value::Bool(self.is_reached(reach, location)),
            Node::Shared { id, .. } => self.value(self.code.shared[id as usize])?,
            Node::Turn => Value::Int(self.position.state().turn_number(layout)),
            Node::Repeats => Value::Int(self.position.state().repetition_count() as i32),
            Node::NoMoves => {
                if self.can_move_cache.is_none() {
                    let game = self.game.expect("only ends query legal moves, and they set the game");
                    let can_move = game.can_move(self.rules, layout, self.position.state());
                    self.can_move_cache = Some(can_move.map_err(|fault| Box::new(RuntimeError::Fault(fault)))?);
                }
                Value::Bool(self.can_move_cache == Some(false))
            }
            Node::AssignSet { global, operands, keeps_members: more } => {
                self.assign_set(global, operands, more)?;
                Value::Bool(true)
            }
            _ => unreachable!("all other nodes are evaluated by the caller"),
        })
    }

    /// Number of cells of a list whose kind is in the mask; cached during move generation, which changes nothing.
    fn count_cells(&mut self, count: u32) -> i32 {
        let (layout, code) = (self.layout, self.code);
        if let Some(&(_, known)) = self.count_cache.iter().find(|(number, _)| *number == count) {
            return known;
        }
        let (cells, mask) = &code.counted_cells[count as usize];
        let state = self.position.state();
        let there = |&&cell: &&LocationId| mask >> state.kind_at(layout, cell) & 1 == 1;
        let found = cells.iter().filter(there).count() as i32;
        if self.position.state_mut().is_none() {
            self.count_cache.push((count, found));
        }
        found
    }

    fn extreme(&mut self, greatest: bool, operands: Operands, at: ExprId) -> Result<Value, BoxedRuntimeError> {
        let code = self.code;
        let mut pairs = code.operands(operands).chunks_exact(2);
        let mut best = None;
        for pair in &mut pairs {
            if self.test(pair[0])? {
                let value = self.int_value(pair[1])?;
                best = Some(best.map_or(value, |best: i32| if greatest { best.max(value) } else { best.min(value) }));
            }
        }
        match (best, pairs.remainder()) {
            (Some(best), _) => Ok(Value::Int(best)),
            (None, [none]) => Ok(Value::Int(self.int_value(*none)?)),
            (None, _) => fail(FaultKind::EmptyAggregate(if greatest { "MAX" } else { "MIN" }), at),
        }
    }

    pub(crate) fn global_value(&self, id: GlobalId) -> Value {
        let (state, layout) = (self.position.state(), self.layout);
        match self.rules.globals[id.index()].kind {
            GlobalKind::Int { .. } => Value::Int(state.global_int(layout, id)),
            GlobalKind::Bool => Value::Bool(state.global_bool(layout, id)),
            GlobalKind::Element => Value::Thing(Thing::Element(state.global_id(layout, id).map(ElementId))),
            GlobalKind::Location => Value::Thing(Thing::Location(state.global_id(layout, id).map(LocationId))),
            GlobalKind::Elements | GlobalKind::Locations => unreachable!("sets are tested member by member"),
        }
    }

    /// Flood fill over the cells whose kinds are in their masks; cached until the position changes.
    fn is_reached(&mut self, number: u32, location: LocationId) -> bool {
        let has = |bits: &Bits, at: LocationId| bits[at.index() / 64] >> (at.index() % 64) & 1 == 1;
        if let Some((_, bits)) = self.flood_fills.0.iter().find(|(known, _)| *known == number) {
            return has(bits, location);
        }
        let (state, layout, reach) = (self.position.state(), self.layout, &self.code.flood_fills[number as usize]);
        let mut bits: Bits = smallvec![0; layout.key_place.len().div_ceil(64)];
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
        self.flood_fills.0.push((number, bits));
        answer
    }

    pub(crate) fn apply_effect(
        &mut self,
        effect: Effect,
        operands: Operands,
        at: ExprId,
    ) -> Result<(), BoxedRuntimeError> {
        let (rules, layout, code) = (self.rules, self.layout, self.code);
        let operands = code.operands(operands);
        let nothing = || Box::new(RuntimeError::At(FaultKind::NullElement(effect.name()), at));
        let done = match effect {
            Effect::Remove => {
                let element = self.element_value(operands[0])?.ok_or_else(nothing)?;
                change::remove(rules, layout, self.changed_state(), element)
            }
            Effect::Move => {
                let element = self.element_value(operands[0])?;
                let place = self.location_value(operands[1])?;
                change::move_to(rules, layout, self.changed_state(), element.ok_or_else(nothing)?, place)
            }
            Effect::SetState | Effect::SetOwner => {
                let element = self.element_value(operands[0])?;
                let number = self.int_value(operands[1])?;
                let element = element.ok_or_else(nothing)?;
                if effect == Effect::SetState {
                    change::set_state(rules, layout, self.changed_state(), element, number)
                } else {
                    change::set_owner(layout, self.changed_state(), element, number)
                }
            }
            Effect::SetScore => {
                let (player, points) = (self.int_value(operands[0])?, self.int_value(operands[1])?);
                change::player(layout, "SCORE", player)
                    .map(|player| self.changed_state().set_score(layout, player, points))
            }
            Effect::Set(global) => match self.value(operands[0])? {
                Value::Int(number) => change::set_global_int(rules, layout, self.changed_state(), global, number),
                value => {
                    let held = match value {
                        Value::Bool(yes) => GlobalValue::Bool(yes),
                        Value::Thing(Thing::Element(element)) => GlobalValue::Element(element),
                        Value::Thing(Thing::Location(location)) => GlobalValue::Location(location),
                        other => unreachable!("variables hold no {}", other.type_name()),
                    };
                    self.changed_state().set_global(rules, layout, global, &held);
                    Ok(())
                }
            },
            Effect::SetMember(_) | Effect::Permute => unreachable!("the compiler does not lower these effects"),
        };
        self.clear_caches();
        done.or_else(|kind| fail(kind, at))
    }

    fn changed_state(&mut self) -> &mut boardwright_interpreter::state::State {
        self.position.state_mut().expect("typed conditions have no actions")
    }

    fn assign_set(&mut self, global: GlobalId, operands: Operands, more: bool) -> Result<(), BoxedRuntimeError> {
        let (rules, layout, code) = (self.rules, self.layout, self.code);
        let mut members: SmallVec<[u16; 32]> = SmallVec::new();
        for pair in code.operands(operands).chunks_exact(2) {
            if self.test(pair[0])? {
                members.push(self.int_value(pair[1])? as u16);
            }
        }
        self.changed_state().set_global_members(rules, layout, global, &members, more);
        Ok(())
    }
}
