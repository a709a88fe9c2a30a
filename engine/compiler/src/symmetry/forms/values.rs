//! Normal forms of values: numbers, pieces, locations. Part of [`Reader`].
//! Conditions are in [`reader`](super::reader), effects in [`effects`](super::effects).

use std::sync::Arc;

use boardwright_game::ids::{ElementId, LocationId};
use boardwright_interpreter::kinds::PieceKind;
use boardwright_rules::{ArithmeticOp, GlobalKind, Thing};

use super::reader::{Reader, Reading, Role};
use super::{FormResult, FormTable, Tag, Unsupported};
use crate::tables::code::{Node, NodeId, Operands, TableId};
use crate::tables::value::Value;

impl Reader<'_> {
    fn constant_data(&self, value: Value, role: Role) -> FormResult<[u64; 2]> {
        let thing = |kind: u64, index: Option<usize>| [kind, index.map_or(0, |index| index as u64 + 1)];
        Ok(match value {
            Value::Unset => [0, 0],
            Value::Int(number) if role == Role::Player => [1, u64::from(self.map.player_number(number) as u32)],
            Value::Int(number) => [1, u64::from(number as u32)],
            Value::Bool(yes) => [2, u64::from(yes)],
            Value::Thing(Thing::Element(element)) => thing(3, element.map(|e| self.map.element(e).index())),
            Value::Thing(Thing::Location(place)) => thing(4, place.map(|place| self.map.place(place).index())),
            Value::Thing(Thing::ElementType(kind)) => thing(5, kind.map(|kind| self.map.types[kind.index()].index())),
            Value::Thing(other) if other.is_none() => [6, 0],
            Value::Thing(_) => return Err(Unsupported("a location type, direction or relation as a value")),
            Value::Text(_) => return Err(Unsupported("texts")),
            Value::Set(_) => return Err(Unsupported("sets as values")),
        })
    }

    /// Values of a table by kind, that of no piece first, with kinds and values mapped.
    fn kind_table_data(&self, table: TableId, role: Role) -> FormResult<Vec<u64>> {
        let table = &self.code.tables[table.0 as usize];
        let mut data = vec![0; 2 * table.len()];
        for (index, &value) in table.iter().enumerate() {
            let at = index.checked_sub(1).map_or(0, |kind| usize::from(self.map.kinds[kind].0) + 1);
            data[2 * at..2 * at + 2].copy_from_slice(&self.constant_data(value, role)?);
        }
        Ok(data)
    }

    /// `true` if a node yields only player numbers: the owner of a piece, or the player to move.
    fn is_player_number(&self, id: NodeId) -> bool {
        let owners = |table: TableId| {
            let (none, kinds) = self.code.tables[table.0 as usize].split_first().expect("a table has a value for none");
            let owner = |kind: PieceKind| Value::Int(kind.owner.map_or(0, |owner| owner.number() as i32));
            matches!(none, Value::Int(-1 | 0) | Value::Unset)
                && kinds.iter().zip(self.layout.kinds.iter()).all(|(value, (_, kind))| *value == owner(kind))
        };
        match self.code[id] {
            Node::Mover => true,
            Node::Cell { table, .. } | Node::Kind { table, .. } | Node::KindOfComputed { table, .. } => owners(table),
            _ => false,
        }
    }

    /// `true` if player numbers in the values of a node can be mapped: constants in the code, or the player to move.
    fn can_map_players(&self, id: NodeId) -> bool {
        matches!(
            self.code[id],
            Node::Const(_)
                | Node::Mover
                | Node::Cell { .. }
                | Node::Kind { .. }
                | Node::KindOfComputed { .. }
                | Node::ByPlace { .. }
                | Node::If { .. }
                | Node::Switch(_)
                | Node::Seq(_)
                | Node::Shared { .. }
        )
    }

    pub(super) fn make_value(&mut self, forms: &mut FormTable, id: NodeId, role: Role) -> FormResult {
        let (code, map) = (self.code, self.map);
        let place = |location: LocationId| map.place(location).index() as u64;
        if role == Role::Player && !map.fixes_players() && !self.can_map_players(id) {
            return Err(Unsupported("a player number in arithmetic or in a variable"));
        }
        match code[id] {
            Node::Const(Value::Bool(_))
            | Node::CellIn { .. }
            | Node::CellAnd { .. }
            | Node::CellOr { .. }
            | Node::CellsIn { .. }
            | Node::AnyIn { .. }
            | Node::All(_)
            | Node::Any(_)
            | Node::Not(_)
            | Node::FirstOnRay { .. }
            | Node::KindIn { .. } => self.test(forms, id, true),
            Node::Const(value) => forms.intern(Tag::Const, &self.constant_data(value, role)?, &[]),
            Node::Shared { id: shared, boolean } => {
                let shared = code.shared[shared as usize];
                if boolean { self.test(forms, shared, true) } else { self.value(forms, shared, role) }
            }
            Node::If { condition, yes, no } => {
                let condition = (self.test(forms, condition, true)?, self.test(forms, condition, false)?);
                let (yes, no) = (self.value(forms, yes, role)?, self.value(forms, no, role)?);
                forms.conditional(condition, yes, no)
            }
            Node::Seq(_) => {
                let mut items = Vec::new();
                let last = self.flatten_actions(forms, id, &mut items)?;
                let mut parts = forms.canonical_order(items)?;
                parts.push(self.value(forms, last, role)?);
                forms.intern(Tag::Seq, &[], &parts)
            }
            Node::Cell { location, table } => {
                let data: Vec<u64> = [place(location)].into_iter().chain(self.kind_table_data(table, role)?).collect();
                forms.intern(Tag::CellTable, &data, &[])
            }
            _ => self.make_rare_value(forms, id, role),
        }
    }

    /// Forms of rare nodes.
    fn make_rare_value(&mut self, forms: &mut FormTable, id: NodeId, role: Role) -> FormResult {
        let (code, map) = (self.code, self.map);
        let place = |location: LocationId| map.place(location).index() as u64;
        let piece = |element: ElementId| map.element(element).index() as u64;
        match code[id] {
            Node::Kind { element, table } => {
                let data: Vec<u64> = [piece(element)].into_iter().chain(self.kind_table_data(table, role)?).collect();
                forms.intern(Tag::KindTable, &data, &[])
            }
            Node::KindOfComputed { element, table } => {
                let element = self.value(forms, element, Role::Plain)?;
                forms.intern(Tag::KindOfAny, &self.kind_table_data(table, role)?, &[element])
            }
            Node::ByPlace { place: of, table } => {
                let of = self.value(forms, of, Role::Plain)?;
                let table = &code.tables[table.0 as usize];
                let mut data = vec![0; 2 * table.len()];
                for (index, &value) in table.iter().enumerate() {
                    let at = index.checked_sub(1).map_or(0, |place| map.places[place].index() + 1);
                    data[2 * at..2 * at + 2].copy_from_slice(&self.constant_data(value, role)?);
                }
                forms.intern(Tag::ByPlace, &data, &[of])
            }
            Node::Switch(list) => self.switch(forms, code.operands(list), Reading::Value(role)),
            Node::At { element, location } => forms.intern(Tag::At, &[piece(element), place(location)], &[]),
            Node::Mover if role == Role::Player || map.fixes_players() => forms.intern(Tag::Mover, &[], &[]),
            Node::Mover => Err(Unsupported("the number of the player to move in arithmetic")),
            Node::Score(player) => forms.intern(Tag::Score, &[map.player(player).number() as u64], &[]),
            Node::Moved => forms.intern(Tag::Moved, &[], &[]),
            Node::Captured => forms.intern(Tag::Captured, &[], &[]),
            Node::ElementOn(location) => forms.intern(Tag::ElementOn, &[place(location)], &[]),
            Node::ElementAt(inner) => self.unary_form(forms, Tag::ElementAt, inner),
            Node::PlaceOf(element) => forms.intern(Tag::PlaceOf, &[piece(element)], &[]),
            Node::PlaceOfComputed(inner) => self.unary_form(forms, Tag::PlaceOfAny, inner),
            Node::Same(one, other) => {
                let players = self.is_player_number(one) || self.is_player_number(other);
                let role = if players { Role::Player } else { Role::Plain };
                let parts = [self.value(forms, one, role)?, self.value(forms, other, role)?];
                forms.commutative(Tag::Same, &[], parts)
            }
            Node::Less(one, other) => {
                let parts = [self.value(forms, one, Role::Plain)?, self.value(forms, other, Role::Plain)?];
                forms.intern(Tag::Less, &[], &parts)
            }
            Node::Count(list) => {
                let list = code.operands(list);
                let mut parts =
                    list.iter().map(|&part| self.test(forms, part, true)).collect::<FormResult<Vec<_>>>()?;
                if parts.iter().all(|&part| forms.is_pure(part)) {
                    parts.sort_unstable();
                }
                forms.intern(Tag::Count, &[], &parts)
            }
            Node::CountCells { count } => {
                let (cells, mask) = &code.counted_cells[count as usize];
                let mut data: Vec<u64> = cells.iter().map(|&cell| place(cell)).collect();
                data.sort_unstable();
                data.insert(0, map.kind_mask(*mask));
                forms.intern(Tag::CountCells, &data, &[])
            }
            Node::CountKinds { count } | Node::PlaceOfFirst { count } => {
                let (elements, mask) = &code.counted_elements[count as usize];
                let mut data: Vec<u64> = elements.iter().map(|&element| piece(element)).collect();
                let first = matches!(code[id], Node::PlaceOfFirst { .. });
                if !first {
                    data.sort_unstable();
                }
                data.insert(0, map.kind_mask(*mask));
                forms.intern(if first { Tag::PlaceOfFirst } else { Tag::CountKinds }, &data, &[])
            }
            Node::Extreme { greatest, operands, .. } => self.extreme_form(forms, greatest, operands, role),
            Node::Arith { op, left, right, .. } => {
                let parts = [self.value(forms, left, Role::Plain)?, self.value(forms, right, Role::Plain)?];
                if matches!(op, ArithmeticOp::Add | ArithmeticOp::Multiply) {
                    forms.commutative(Tag::Arith, &[op as u64], parts)
                } else {
                    forms.intern(Tag::Arith, &[op as u64], &parts)
                }
            }
            Node::Global(global) => forms.intern(Tag::Global, &[global.index() as u64], &[]),
            Node::GlobalHas { global, index } => forms.intern(
                Tag::GlobalHas,
                &[global.index() as u64, self.member_image(global.index(), u32::from(index))],
                &[],
            ),
            Node::Reached { reach, location } => self.reached_form(forms, reach, location),
            Node::Turn => forms.intern(Tag::Turn, &[], &[]),
            Node::NoMoves => forms.intern(Tag::NoMoves, &[], &[]),
            Node::Repeats => forms.intern(Tag::Repeats, &[], &[]),
            Node::Number(variable) | Node::Flag(variable) => {
                self.depends_on_variables = true;
                let name = *self.names.get(&variable).ok_or(Unsupported("a variable that is set elsewhere"))?;
                forms.intern(Tag::Read, &[], &[name])
            }
            Node::Fail(_) => forms.intern(Tag::Fail, &[], &[]),
            Node::Store { .. } | Node::SetMover(_) | Node::Effect { .. } | Node::AssignSet { .. } => {
                self.action(forms, id)
            }
            _ => Err(Unsupported("expressions of the first language edition")),
        }
    }

    fn unary_form(&mut self, forms: &mut FormTable, tag: Tag, inner: NodeId) -> FormResult {
        let inner = self.value(forms, inner, Role::Plain)?;
        forms.intern(tag, &[], &[inner])
    }

    fn extreme_form(&mut self, forms: &mut FormTable, greatest: bool, operands: Operands, role: Role) -> FormResult {
        if role == Role::Player {
            return Err(Unsupported("a minimum or maximum of player numbers"));
        }
        let mut pairs = Vec::new();
        let mut operands = self.code.operands(operands).chunks_exact(2);
        for pair in &mut operands {
            pairs.push([self.test(forms, pair[0], true)?, self.value(forms, pair[1], role)?]);
        }
        if pairs.as_flattened().iter().all(|&part| forms.is_pure(part)) {
            pairs.sort_unstable();
        }
        let mut parts = pairs.as_flattened().to_vec();
        for &none in operands.remainder() {
            parts.push(self.value(forms, none, role)?);
        }
        forms.intern(Tag::Extreme, &[u64::from(greatest)], &parts)
    }

    /// Image of a member of the set that a variable holds.
    pub(super) fn member_image(&self, global: usize, index: u32) -> u64 {
        match self.rules.globals[global].kind {
            GlobalKind::Elements => self.map.elements[index as usize].index() as u64,
            _ => self.map.places[index as usize].index() as u64,
        }
    }

    fn reached_form(&mut self, forms: &mut FormTable, reach: u32, location: LocationId) -> FormResult {
        let (code, map) = (self.code, self.map);
        let reach = &code.flood_fills[reach as usize];
        // The steps are numerous and mostly shared by all moves, so they get a form of their own.
        let steps_form = self.steps_form(forms, &reach.steps, |forms| {
            let mut steps: Vec<Vec<u64>> = vec![Vec::new(); reach.steps.len()];
            for (index, near) in reach.steps.iter().enumerate() {
                let at = &mut steps[map.places[index].index()];
                at.extend(near.iter().map(|&near| map.place(near).index() as u64));
                at.sort_unstable();
                at.insert(0, near.len() as u64);
            }
            forms.intern(Tag::Const, &steps.concat(), &[])
        })?;
        let mut masks = vec![0; reach.masks.len()];
        for (index, &mask) in reach.masks.iter().enumerate() {
            masks[map.places[index].index()] = map.kind_mask(mask) & forms.full;
        }
        let masks = forms.intern(Tag::Const, &masks, &[])?;
        let mut start: Vec<u64> = reach.start.iter().map(|&start| map.place(start).index() as u64).collect();
        start.sort_unstable();
        start.insert(0, map.place(location).index() as u64);
        forms.intern(Tag::Reached, &start, &[steps_form, masks])
    }

    /// Form of a list of steps, built once for each list.
    fn steps_form(
        &mut self,
        forms: &mut FormTable,
        steps: &Arc<Vec<Vec<LocationId>>>,
        make: impl FnOnce(&mut FormTable) -> FormResult,
    ) -> FormResult {
        let same = |other: &Arc<Vec<Vec<LocationId>>>| Arc::ptr_eq(other, steps);
        let first = self.code.flood_fills.iter().position(|other| same(&other.steps)).unwrap_or_default();
        // No node has so large a number, so these keys do not collide with those of nodes.
        let key = (NodeId(u32::MAX - first as u32), Reading::Value(Role::Plain));
        self.memoized(key, |_| make(forms))
    }
}
