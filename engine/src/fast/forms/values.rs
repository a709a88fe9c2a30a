//! Forms of what code gives: numbers, pieces, places. A second part of [`Reader`].
//! What is asked for as a condition is in [`read`](super::read), what is done in [`acts`](super::acts).

use std::sync::Arc;

use crate::ids::{ElementId, LocationId};
use crate::kinds::Kind;
use crate::rules::{Arith, GlobalKind, Thing};

use super::read::{Reader, Role, Wanted};
use super::{Beyond, Forms, Made, Tag};
use crate::fast::code::{Node, NodeId, Operands, TableId};
use crate::fast::value::Value;

impl Reader<'_> {
    fn constant(&self, value: Value, role: Role) -> Made<[u64; 2]> {
        let thing = |kind: u64, index: Option<usize>| [kind, index.map_or(0, |index| index as u64 + 1)];
        Ok(match value {
            Value::Unset => [0, 0],
            Value::Int(number) if role == Role::Player => [1, u64::from(self.map.number(number) as u32)],
            Value::Int(number) => [1, u64::from(number as u32)],
            Value::Bool(yes) => [2, u64::from(yes)],
            Value::Thing(Thing::Element(element)) => thing(3, element.map(|e| self.map.element(e).index())),
            Value::Thing(Thing::Location(place)) => thing(4, place.map(|place| self.map.place(place).index())),
            Value::Thing(Thing::ElementType(kind)) => thing(5, kind.map(|kind| self.map.types[kind.index()].index())),
            Value::Thing(other) if other.is_none() => [6, 0],
            Value::Thing(_) => return Err(Beyond("a type of places, a direction or a relation as a value")),
            Value::Text(_) => return Err(Beyond("texts")),
            Value::Set(_) => return Err(Beyond("sets as values")),
        })
    }

    /// The values of a table by kind, with that of none first.
    fn by_kind(&self, table: TableId, role: Role) -> Made<Vec<u64>> {
        let table = &self.code.tables[table.0 as usize];
        let mut data = vec![0; 2 * table.len()];
        for (index, &value) in table.iter().enumerate() {
            let at = index.checked_sub(1).map_or(0, |kind| usize::from(self.map.kinds[kind].0) + 1);
            data[2 * at..2 * at + 2].copy_from_slice(&self.constant(value, role)?);
        }
        Ok(data)
    }

    /// Whether a node gives nothing but numbers of players, because it asks for the owner of something or who is to move.
    fn is_player(&self, id: NodeId) -> bool {
        let owners = |table: TableId| {
            let (none, kinds) = self.code.tables[table.0 as usize].split_first().expect("a table has a value for none");
            let owner = |kind: Kind| Value::Int(kind.owner.map_or(0, |owner| owner.number() as i32));
            matches!(none, Value::Int(-1 | 0) | Value::Unset)
                && kinds.iter().zip(self.layout.kinds.iter()).all(|(value, (_, kind))| *value == owner(kind))
        };
        match self.code[id] {
            Node::Mover => true,
            Node::Cell { table, .. } | Node::Kind { table, .. } | Node::KindOfAny { table, .. } => owners(table),
            _ => false,
        }
    }

    /// Whether the players' numbers in what a node gives can be exchanged: they stand in it, or who moves is asked.
    fn gives_players(&self, id: NodeId) -> bool {
        matches!(
            self.code[id],
            Node::Const(_)
                | Node::Mover
                | Node::Cell { .. }
                | Node::Kind { .. }
                | Node::KindOfAny { .. }
                | Node::ByPlace { .. }
                | Node::If { .. }
                | Node::Switch(_)
                | Node::Seq(_)
                | Node::Shared { .. }
        )
    }

    pub(super) fn make_value(&mut self, forms: &mut Forms, id: NodeId, role: Role) -> Made {
        let (code, map) = (self.code, self.map);
        let place = |location: LocationId| map.place(location).index() as u64;
        if role == Role::Player && !map.keeps_players() && !self.gives_players(id) {
            return Err(Beyond("a player's number that is counted or stored"));
        }
        match code[id] {
            Node::Const(Value::Bool(_))
            | Node::CellIn { .. }
            | Node::CellThen { .. }
            | Node::CellElse { .. }
            | Node::CellsIn { .. }
            | Node::AnyIn { .. }
            | Node::All(_)
            | Node::Any(_)
            | Node::Not(_)
            | Node::FirstIn { .. }
            | Node::KindIn { .. } => self.test(forms, id, true),
            Node::Const(value) => forms.add(Tag::Const, &self.constant(value, role)?, &[]),
            Node::Shared { id: shared, boolean } => {
                let shared = code.shared[shared as usize];
                if boolean { self.test(forms, shared, true) } else { self.value(forms, shared, role) }
            }
            Node::If { condition, yes, no } => {
                let condition = (self.test(forms, condition, true)?, self.test(forms, condition, false)?);
                let (yes, no) = (self.value(forms, yes, role)?, self.value(forms, no, role)?);
                forms.either(condition, yes, no)
            }
            Node::Seq(_) => {
                let mut items = Vec::new();
                let last = self.items(forms, id, &mut items)?;
                let mut parts = forms.in_order(items)?;
                parts.push(self.value(forms, last, role)?);
                forms.add(Tag::Seq, &[], &parts)
            }
            Node::Cell { location, table } => {
                let data: Vec<u64> = [place(location)].into_iter().chain(self.by_kind(table, role)?).collect();
                forms.add(Tag::CellTable, &data, &[])
            }
            _ => self.make_rest(forms, id, role),
        }
    }

    /// What code seldom holds.
    fn make_rest(&mut self, forms: &mut Forms, id: NodeId, role: Role) -> Made {
        let (code, map) = (self.code, self.map);
        let place = |location: LocationId| map.place(location).index() as u64;
        let piece = |element: ElementId| map.element(element).index() as u64;
        match code[id] {
            Node::Kind { element, table } => {
                let data: Vec<u64> = [piece(element)].into_iter().chain(self.by_kind(table, role)?).collect();
                forms.add(Tag::KindTable, &data, &[])
            }
            Node::KindOfAny { element, table } => {
                let element = self.value(forms, element, Role::Plain)?;
                forms.add(Tag::KindOfAny, &self.by_kind(table, role)?, &[element])
            }
            Node::ByPlace { place: of, table } => {
                let of = self.value(forms, of, Role::Plain)?;
                let table = &code.tables[table.0 as usize];
                let mut data = vec![0; 2 * table.len()];
                for (index, &value) in table.iter().enumerate() {
                    let at = index.checked_sub(1).map_or(0, |place| map.places[place].index() + 1);
                    data[2 * at..2 * at + 2].copy_from_slice(&self.constant(value, role)?);
                }
                forms.add(Tag::ByPlace, &data, &[of])
            }
            Node::Switch(list) => self.switch(forms, code.operands(list), Wanted::Value(role)),
            Node::At { element, location } => forms.add(Tag::At, &[piece(element), place(location)], &[]),
            Node::Mover if role == Role::Player || map.keeps_players() => forms.add(Tag::Mover, &[], &[]),
            Node::Mover => Err(Beyond("the number of the player to move in a sum")),
            Node::Score(player) => forms.add(Tag::Score, &[map.player(player).number() as u64], &[]),
            Node::Moved => forms.add(Tag::Moved, &[], &[]),
            Node::Captured => forms.add(Tag::Captured, &[], &[]),
            Node::ElementOn(location) => forms.add(Tag::ElementOn, &[place(location)], &[]),
            Node::ElementAt(inner) => self.wrap(forms, Tag::ElementAt, inner),
            Node::PlaceOf(element) => forms.add(Tag::PlaceOf, &[piece(element)], &[]),
            Node::PlaceOfAny(inner) => self.wrap(forms, Tag::PlaceOfAny, inner),
            Node::Same(one, other) => {
                let players = self.is_player(one) || self.is_player(other);
                let role = if players { Role::Player } else { Role::Plain };
                let parts = [self.value(forms, one, role)?, self.value(forms, other, role)?];
                forms.commuting(Tag::Same, &[], parts)
            }
            Node::Less(one, other) => {
                let parts = [self.value(forms, one, Role::Plain)?, self.value(forms, other, Role::Plain)?];
                forms.add(Tag::Less, &[], &parts)
            }
            Node::Count(list) => {
                let list = code.operands(list);
                let mut parts = list.iter().map(|&part| self.test(forms, part, true)).collect::<Made<Vec<_>>>()?;
                if parts.iter().all(|&part| forms.is_silent(part)) {
                    parts.sort_unstable();
                }
                forms.add(Tag::Count, &[], &parts)
            }
            Node::CountCells { count } => {
                let (cells, mask) = &code.counts[count as usize];
                let mut data: Vec<u64> = cells.iter().map(|&cell| place(cell)).collect();
                data.sort_unstable();
                data.insert(0, map.mask(*mask));
                forms.add(Tag::CountCells, &data, &[])
            }
            Node::CountKinds { count } | Node::PlaceOfFirst { count } => {
                let (elements, mask) = &code.counted[count as usize];
                let mut data: Vec<u64> = elements.iter().map(|&element| piece(element)).collect();
                let first = matches!(code[id], Node::PlaceOfFirst { .. });
                if !first {
                    data.sort_unstable();
                }
                data.insert(0, map.mask(*mask));
                forms.add(if first { Tag::PlaceOfFirst } else { Tag::CountKinds }, &data, &[])
            }
            Node::Extreme { greatest, operands, .. } => self.extreme(forms, greatest, operands, role),
            Node::Arith { op, left, right, .. } => {
                let parts = [self.value(forms, left, Role::Plain)?, self.value(forms, right, Role::Plain)?];
                if matches!(op, Arith::Add | Arith::Multiply) {
                    forms.commuting(Tag::Arith, &[op as u64], parts)
                } else {
                    forms.add(Tag::Arith, &[op as u64], &parts)
                }
            }
            Node::Global(global) => forms.add(Tag::Global, &[global.index() as u64], &[]),
            Node::GlobalHas { global, index } => {
                forms.add(Tag::Has, &[global.index() as u64, self.member(global.index(), u32::from(index))], &[])
            }
            Node::Reached { reach, location } => self.reached(forms, reach, location),
            Node::Turn => forms.add(Tag::Turn, &[], &[]),
            Node::NoMoves => forms.add(Tag::NoMoves, &[], &[]),
            Node::Repeats => forms.add(Tag::Repeats, &[], &[]),
            Node::Number(variable) | Node::Flag(variable) => {
                self.bound = true;
                let name = *self.names.get(&variable).ok_or(Beyond("a variable that is set somewhere else"))?;
                forms.add(Tag::Read, &[], &[name])
            }
            Node::Fail(_) => forms.add(Tag::Fail, &[], &[]),
            Node::Store { .. } | Node::SetMover(_) | Node::Do { .. } | Node::Hold { .. } => self.act(forms, id),
            _ => Err(Beyond("expressions of the first edition")),
        }
    }

    fn wrap(&mut self, forms: &mut Forms, tag: Tag, inner: NodeId) -> Made {
        let inner = self.value(forms, inner, Role::Plain)?;
        forms.add(tag, &[], &[inner])
    }

    fn extreme(&mut self, forms: &mut Forms, greatest: bool, operands: Operands, role: Role) -> Made {
        if role == Role::Player {
            return Err(Beyond("the greatest number of a player"));
        }
        let mut pairs = Vec::new();
        let mut operands = self.code.operands(operands).chunks_exact(2);
        for pair in &mut operands {
            pairs.push([self.test(forms, pair[0], true)?, self.value(forms, pair[1], role)?]);
        }
        if pairs.as_flattened().iter().all(|&part| forms.is_silent(part)) {
            pairs.sort_unstable();
        }
        let mut parts = pairs.as_flattened().to_vec();
        for &none in operands.remainder() {
            parts.push(self.value(forms, none, role)?);
        }
        forms.add(Tag::Extreme, &[u64::from(greatest)], &parts)
    }

    /// A member of the set that a variable holds.
    pub(super) fn member(&self, global: usize, index: u32) -> u64 {
        match self.rules.globals[global].kind {
            GlobalKind::Elements => self.map.elements[index as usize].index() as u64,
            _ => self.map.places[index as usize].index() as u64,
        }
    }

    fn reached(&mut self, forms: &mut Forms, reach: u32, location: LocationId) -> Made {
        let (code, map) = (self.code, self.map);
        let reach = &code.reaches[reach as usize];
        // The steps are many and mostly the same for all moves, so they are a form of their own.
        let known = self.steps_form(forms, &reach.steps, |forms| {
            let mut steps: Vec<Vec<u64>> = vec![Vec::new(); reach.steps.len()];
            for (index, near) in reach.steps.iter().enumerate() {
                let at = &mut steps[map.places[index].index()];
                at.extend(near.iter().map(|&near| map.place(near).index() as u64));
                at.sort_unstable();
                at.insert(0, near.len() as u64);
            }
            forms.add(Tag::Const, &steps.concat(), &[])
        })?;
        let mut masks = vec![0; reach.masks.len()];
        for (index, &mask) in reach.masks.iter().enumerate() {
            masks[map.places[index].index()] = map.mask(mask) & forms.full;
        }
        let masks = forms.add(Tag::Const, &masks, &[])?;
        let mut start: Vec<u64> = reach.start.iter().map(|&start| map.place(start).index() as u64).collect();
        start.sort_unstable();
        start.insert(0, map.place(location).index() as u64);
        forms.add(Tag::Reached, &start, &[known, masks])
    }

    /// The form of some steps, made once for each list of them.
    fn steps_form(
        &mut self,
        forms: &mut Forms,
        steps: &Arc<Vec<Vec<LocationId>>>,
        make: impl FnOnce(&mut Forms) -> Made,
    ) -> Made {
        let same = |other: &Arc<Vec<Vec<LocationId>>>| Arc::ptr_eq(other, steps);
        let first = self.code.reaches.iter().position(|other| same(&other.steps)).unwrap_or_default();
        // No node has a number so large, so that these are apart from those of nodes.
        let key = (NodeId(u32::MAX - first as u32), Wanted::Value(Role::Plain));
        self.remembered(key, |_| make(forms))
    }
}
