//! Forms of code, as it is or under a map: every place, piece, kind and player in it is replaced by its image.
//! What code gives stays untouched otherwise, so equal forms give images of each other in positions that are.

use rustc_hash::FxHashMap;

use crate::ids::{ElementId, LocationId, VarId};
use crate::layout::Layout;
use crate::rules::{Arith, Deed, GlobalKind, RuleSet, Thing};
use crate::symmetry::Map;

use super::{Beyond, FormId, Forms, Made, Tag};
use crate::fast::code::{Code, Node, NodeId, TableId};
use crate::fast::value::Value;

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Plain,
    /// A player's number.
    Player,
}

/// What was asked of a node: its value, or whether it is true, or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Wanted {
    Value(Role),
    Truth(bool),
}

/// Code being read under a map.
pub(super) struct Reader<'a> {
    pub(super) rules: &'a RuleSet,
    pub(super) layout: &'a Layout,
    pub(super) code: &'a Code,
    pub(super) map: &'a Map,
    known: FxHashMap<(NodeId, Wanted), FormId>,
    /// The names of what variables hold now.
    names: FxHashMap<VarId, FormId>,
    /// How often each value has been stored.
    stored: FxHashMap<FormId, u64>,
    /// Whether the form being made depends on a variable, so that it means something else elsewhere.
    bound: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(rules: &'a RuleSet, layout: &'a Layout, code: &'a Code, map: &'a Map) -> Self {
        let (known, names, stored) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Self { rules, layout, code, map, known, names, stored, bound: false }
    }

    /// Forgets all variables: what comes is worked out by itself.
    pub(super) fn begin(&mut self) {
        self.names.clear();
        self.stored.clear();
    }

    fn remembered(
        &mut self,
        key: (NodeId, Wanted),
        make: impl FnOnce(&mut Self) -> Made,
    ) -> Made {
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let outer = std::mem::replace(&mut self.bound, false);
        let form = make(self)?;
        if !self.bound {
            self.known.insert(key, form);
        }
        self.bound |= outer;
        Ok(form)
    }

    /// Whether a node that gives a boolean is true, or false.
    pub(super) fn test(&mut self, forms: &mut Forms, id: NodeId, yes: bool) -> Made {
        self.remembered((id, Wanted::Truth(yes)), |reader| reader.make_test(forms, id, yes))
    }

    fn cell(&self, forms: &mut Forms, location: LocationId, mask: u64, yes: bool) -> Made {
        let mask = self.map.mask(mask);
        forms.cell(self.map.place(location).index() as u64, if yes { mask } else { !mask })
    }

    fn make_test(&mut self, forms: &mut Forms, id: NodeId, yes: bool) -> Made {
        let code = self.code;
        match code[id] {
            Node::Const(Value::Bool(value)) => forms.truth(value == yes),
            Node::CellIn { location, mask } => self.cell(forms, location, mask, yes),
            Node::CellThen { location, mask, then } => {
                let parts = [self.cell(forms, location, mask, yes)?, self.test(forms, then, yes)?];
                forms.join(yes, parts)
            }
            Node::CellElse { location, mask, other } => {
                let parts = [self.cell(forms, location, mask, yes)?, self.test(forms, other, yes)?];
                forms.join(!yes, parts)
            }
            Node::CellsIn { start, end, mask } | Node::AnyIn { start, end, mask } => {
                let cells = &code.cells[start as usize..end as usize];
                let parts = cells.iter().map(|&cell| self.cell(forms, cell, mask, yes)).collect::<Made<Vec<_>>>()?;
                forms.join(matches!(code[id], Node::CellsIn { .. }) == yes, parts)
            }
            Node::All(list) | Node::Any(list) => {
                let list = code.operands(list);
                let parts = list.iter().map(|&part| self.test(forms, part, yes)).collect::<Made<Vec<_>>>()?;
                forms.join(matches!(code[id], Node::All(_)) == yes, parts)
            }
            Node::Not(inner) => self.test(forms, inner, !yes),
            Node::If { condition, yes: one, no: other } => {
                let condition = (self.test(forms, condition, true)?, self.test(forms, condition, false)?);
                let (one, other) = (self.test(forms, one, yes)?, self.test(forms, other, yes)?);
                self.choose(forms, condition, one, other)
            }
            Node::FirstIn { ray } => {
                let ray = &code.rays[ray as usize];
                let (stop, good) = (self.map.mask(ray.stop), self.map.mask(ray.yes));
                let good = if yes { good } else { stop & !good };
                let cells = ray.cells.iter().map(|&cell| self.map.place(cell).index() as u64);
                let data: Vec<u64> = [stop, good, u64::from(ray.end == yes)].into_iter().chain(cells).collect();
                forms.add(Tag::First, &data, &[])
            }
            Node::KindIn { element, mask } => {
                let mask = self.map.mask(mask);
                let mask = if yes { mask } else { forms.full & !mask };
                forms.add(Tag::KindIn, &[self.map.element(element).index() as u64, mask], &[])
            }
            Node::Shared { id: shared, .. } => self.test(forms, code.shared[shared as usize], yes),
            Node::Switch(list) => self.switch(forms, code.operands(list), Wanted::Truth(yes)),
            Node::Cell { location, table } if forms.full != 0 => {
                let kinds = self.code.tables[table.0 as usize].iter().enumerate();
                let there = kinds.filter(|(_, value)| **value == Value::Bool(true));
                let mask = there.fold(0, |mask, (kind, _)| mask | 1 << kind);
                self.cell(forms, location, mask, yes)
            }
            _ => {
                let value = self.value(forms, id, Role::Plain)?;
                self.negated(forms, value, yes)
            }
        }
    }

    /// A condition that has no form of its own for being false.
    fn negated(&self, forms: &mut Forms, value: FormId, yes: bool) -> Made {
        if yes { Ok(value) } else { forms.add(Tag::Not, &[], &[value]) }
    }

    /// One of two truths by a condition: where one is sure, that is a conjunction.
    fn choose(&self, forms: &mut Forms, (holds, not): (FormId, FormId), yes: FormId, no: FormId) -> Made {
        match (forms.form(yes).tag, forms.form(no).tag) {
            (Tag::True, _) => forms.join(false, [holds, no]),
            (Tag::False, _) => forms.join(true, [not, no]),
            (_, Tag::True) => forms.join(false, [not, yes]),
            (_, Tag::False) => forms.join(true, [holds, yes]),
            _ => forms.either((holds, not), yes, no),
        }
    }

    /// What a node gives for a location that another gives: the arms, that for none first.
    fn switch(&mut self, forms: &mut Forms, operands: &[NodeId], wanted: Wanted) -> Made {
        let (&place, arms) = operands.split_first().ok_or(Beyond("a choice of nothing"))?;
        let mut parts = vec![self.value(forms, place, Role::Plain)?; operands.len()];
        for (index, &arm) in arms.iter().enumerate() {
            let at = index.checked_sub(1).map_or(0, |place| self.map.places[place].index() + 1);
            parts[at + 1] = match wanted {
                Wanted::Value(role) => self.value(forms, arm, role)?,
                Wanted::Truth(yes) => self.test(forms, arm, yes)?,
            };
        }
        forms.add(Tag::Switch, &[], &parts)
    }

    /// The value that a node gives.
    pub(super) fn value(&mut self, forms: &mut Forms, id: NodeId, role: Role) -> Made {
        self.remembered((id, Wanted::Value(role)), |reader| reader.make_value(forms, id, role))
    }

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
            let owner = |kind: crate::kinds::Kind| Value::Int(kind.owner.map_or(0, |owner| owner.number() as i32));
            matches!(none, Value::Int(-1 | 0) | Value::Unset)
                && kinds.iter().zip(self.layout.kinds.iter()).all(|(value, (_, kind))| *value == owner(kind))
        };
        match self.code[id] {
            Node::Mover => true,
            Node::Cell { table, .. } | Node::Kind { table, .. } | Node::KindOfAny { table, .. } => owners(table),
            _ => false,
        }
    }

    fn make_value(&mut self, forms: &mut Forms, id: NodeId, role: Role) -> Made {
        let (code, map) = (self.code, self.map);
        let place = |location: LocationId| map.place(location).index() as u64;
        let piece = |element: ElementId| map.element(element).index() as u64;
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
                self.commuting(forms, Tag::Same, &[], parts)
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
                    self.commuting(forms, Tag::Arith, &[op as u64], parts)
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

    /// An operation of two operands that can be exchanged. Both are worked out in any case, so that what fails fails.
    fn commuting(&self, forms: &mut Forms, tag: Tag, data: &[u64], mut parts: [FormId; 2]) -> Made {
        parts.sort_unstable();
        forms.add(tag, data, &parts)
    }

    fn extreme(
        &mut self,
        forms: &mut Forms,
        greatest: bool,
        operands: crate::fast::code::Operands,
        role: Role,
    ) -> Made {
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
    fn member(&self, global: usize, index: u32) -> u64 {
        match self.rules.globals[global].kind {
            GlobalKind::Elements => self.map.elements[index as usize].index() as u64,
            _ => self.map.places[index as usize].index() as u64,
        }
    }

    fn reached(&mut self, forms: &mut Forms, reach: u32, location: LocationId) -> Made {
        let (code, map) = (self.code, self.map);
        let reach = &code.reaches[reach as usize];
        // The steps are many and mostly the same for all moves, so they are a form of their own.
        let mut steps: Vec<Vec<u64>> = vec![Vec::new(); reach.steps.len()];
        let known = self.steps_form(forms, &reach.steps, |forms| {
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
        steps: &std::sync::Arc<Vec<Vec<LocationId>>>,
        make: impl FnOnce(&mut Forms) -> Made,
    ) -> Made {
        let same = |other: &std::sync::Arc<Vec<Vec<LocationId>>>| std::sync::Arc::ptr_eq(other, steps);
        let first = self.code.reaches.iter().position(|other| same(&other.steps)).unwrap_or_default();
        // No node has a number so large, so that these are apart from those of nodes.
        let key = (NodeId(u32::MAX - first as u32), Wanted::Value(Role::Plain));
        self.remembered(key, |_| make(forms))
    }

    /// What is done, in order; the last node of a sequence, whose value it has, is given back.
    fn items(&mut self, forms: &mut Forms, id: NodeId, items: &mut Vec<FormId>) -> Made<NodeId> {
        let Node::Seq(list) = self.code[id] else { return Ok(id) };
        let code = self.code;
        let (&last, first) = code.operands(list).split_last().expect("a sequence has a last node");
        for &node in first {
            self.done(forms, node, items)?;
        }
        self.items(forms, last, items)
    }

    fn done(&mut self, forms: &mut Forms, id: NodeId, items: &mut Vec<FormId>) -> Made<()> {
        let last = self.items(forms, id, items)?;
        if !matches!(self.code[last], Node::Const(_)) {
            items.push(self.act(forms, last)?);
        }
        Ok(())
    }

    /// Actions whose value nobody reads.
    pub(super) fn actions(&mut self, forms: &mut Forms, id: NodeId) -> Made {
        let mut items = Vec::new();
        self.done(forms, id, &mut items)?;
        let items = forms.in_order(items)?;
        forms.add(Tag::Seq, &[], &items)
    }

    fn act(&mut self, forms: &mut Forms, id: NodeId) -> Made {
        let code = self.code;
        match code[id] {
            Node::If { condition, yes, no } => {
                let condition = (self.test(forms, condition, true)?, self.test(forms, condition, false)?);
                let before = self.names.clone();
                let yes = self.actions(forms, yes)?;
                let after = std::mem::replace(&mut self.names, before.clone());
                let no = self.actions(forms, no)?;
                // What one of the ways has stored is not known any more.
                let same = |variable: &VarId, name: &FormId| {
                    before.get(variable) == Some(name) && after.get(variable) == Some(name)
                };
                self.names.retain(|variable, name| same(variable, name));
                forms.either(condition, yes, no)
            }
            Node::Store { variable, value } => {
                self.bound = true;
                let value = self.value(forms, value, Role::Plain)?;
                let times = self.stored.entry(value).or_default();
                *times += 1;
                let name = forms.add(Tag::Name, &[*times], &[value])?;
                self.names.insert(variable, name);
                forms.add(Tag::Store, &[], &[name])
            }
            Node::SetMover(player) => forms.add(Tag::SetMover, &[self.map.player(player).number() as u64], &[]),
            Node::Do { deed, operands, .. } => {
                let second = |role| Some(role);
                let (tag, data, roles) = match deed {
                    Deed::Remove => (Tag::Remove, None, [second(Role::Plain), None]),
                    Deed::Move => (Tag::Move, None, [second(Role::Plain), second(Role::Plain)]),
                    Deed::SetState => (Tag::SetState, None, [second(Role::Plain), second(Role::Plain)]),
                    Deed::SetOwner => (Tag::SetOwner, None, [second(Role::Plain), second(Role::Player)]),
                    Deed::SetScore => (Tag::SetScore, None, [second(Role::Player), second(Role::Plain)]),
                    Deed::Set(global) => (Tag::SetGlobal, Some(global.index() as u64), [second(Role::Plain), None]),
                    Deed::SetMember(_) => return Err(Beyond("a variable that is only known at play")),
                };
                let operands = code.operands(operands).iter().zip(roles.into_iter().flatten());
                let parts = operands.map(|(&part, role)| self.value(forms, part, role)).collect::<Made<Vec<_>>>()?;
                forms.add(tag, data.as_slice(), &parts)
            }
            Node::Hold { global, operands, more } => {
                let mut pairs = Vec::new();
                for pair in code.operands(operands).chunks_exact(2) {
                    let Node::Const(Value::Int(index)) = code[pair[1]] else {
                        return Err(Beyond("a member that is only known at play"));
                    };
                    let member = forms.add(Tag::Const, &[7, self.member(global.index(), index as u32)], &[])?;
                    pairs.push([self.test(forms, pair[0], true)?, member]);
                }
                if pairs.as_flattened().iter().all(|&part| forms.is_silent(part)) {
                    pairs.sort_unstable();
                }
                forms.add(Tag::Hold, &[global.index() as u64, u64::from(more)], pairs.as_flattened())
            }
            Node::Shared { id: shared, .. } => self.act(forms, code.shared[shared as usize]),
            _ => self.value(forms, id, Role::Plain),
        }
    }
}
