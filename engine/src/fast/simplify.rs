//! Making nodes of code, each as simple as what is known allows.
//! Nothing here knows expressions; order of evaluation, faults and changes are always kept.

use rustc_hash::FxHashMap;

use crate::fault::FaultKind;
use crate::ids::{ElementId, ExprId, LocationId};
use crate::kinds::Kind;
use crate::layout::Layout;
use crate::rules::{BinaryOp, Query};

use super::code::{Code, Need, Node, NodeId, Ray, TableId};
use super::value::{Overlay, Value};

/// Makes nodes.
#[derive(Debug)]
pub(super) struct Maker<'a> {
    pub(super) layout: &'a Layout,
    pub(super) code: Code,
    tables: FxHashMap<Box<[Value]>, TableId>,
    rays: FxHashMap<Ray, u32>,
}

impl<'a> Maker<'a> {
    pub(super) fn new(layout: &'a Layout, code: Code) -> Self {
        let tables = code.tables.iter().enumerate().map(|(index, table)| (table.clone(), TableId(index as u32)));
        Self { tables: tables.collect(), rays: FxHashMap::default(), layout, code }
    }

    pub(super) fn constant(&mut self, value: Value) -> NodeId {
        self.code.add(Node::Const(value))
    }

    pub(super) fn truth(&mut self, yes: bool) -> NodeId {
        self.constant(Value::Bool(yes))
    }

    pub(super) fn fail(&mut self, kind: FaultKind, at: ExprId) -> NodeId {
        self.code.faults.push((kind, at));
        self.code.add(Node::Fail((self.code.faults.len() - 1) as u32))
    }

    pub(super) fn known(&self, id: NodeId) -> Option<Value> {
        match self.code[id] {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// What is done first, and the node that then gives the value.
    pub(super) fn split(&self, id: NodeId) -> (Vec<NodeId>, NodeId) {
        match self.code[id] {
            Node::Seq(list) => {
                let (&last, first) = self.code.operands(list).split_last().expect("a sequence has a last node");
                (first.to_vec(), last)
            }
            _ => (Vec::new(), id),
        }
    }

    /// `first` in order, then `last`, whose value it has.
    pub(super) fn seq(&mut self, first: Vec<NodeId>, last: NodeId) -> NodeId {
        let mut nodes = Vec::new();
        for node in first {
            let (before, value) = self.split(node);
            nodes.extend(before);
            if matches!(self.code[value], Node::Fail(_)) {
                return self.finish_seq(nodes, value);
            }
            if !self.silent(value) {
                nodes.push(value);
            }
        }
        let (before, value) = self.split(last);
        nodes.extend(before);
        self.finish_seq(nodes, value)
    }

    fn finish_seq(&mut self, mut nodes: Vec<NodeId>, value: NodeId) -> NodeId {
        if nodes.is_empty() {
            return value;
        }
        nodes.push(value);
        let list = self.code.list(&nodes);
        self.code.add(Node::Seq(list))
    }

    /// Whether working a node out does nothing but give a value.
    pub(super) fn silent(&self, id: NodeId) -> bool {
        match self.code[id] {
            Node::Const(_)
            | Node::CellIn { .. }
            | Node::Cell { .. }
            | Node::Kind { .. }
            | Node::KindIn { .. }
            | Node::At { .. }
            | Node::Content(_)
            | Node::Place(_)
            | Node::Mover
            | Node::Score(_)
            | Node::Number(_)
            | Node::Flag(_)
            | Node::Moved
            | Node::Captured
            | Node::ElementOn(_)
            | Node::PlaceOf(_)
            | Node::CountCells { .. }
            | Node::CountKinds { .. }
            | Node::FirstIn { .. }
            | Node::Global(_)
            | Node::GlobalHas { .. }
            | Node::Reached { .. }
            | Node::Turn
            | Node::Repeats => true,
            Node::ElementAt(inner)
            | Node::PlaceOfAny(inner)
            | Node::KindOfAny { element: inner, .. }
            | Node::ByPlace { place: inner, .. } => self.silent(inner),
            Node::Same(left, right) | Node::Less(left, right) => self.silent(left) && self.silent(right),
            Node::Switch(_) | Node::Count(_) => self.code.parts(id).into_iter().all(|part| self.silent(part)),
            Node::All(_) | Node::Any(_) | Node::Not(_) | Node::NotFalse(_) | Node::If { .. } => {
                self.code.parts(id).into_iter().all(|part| self.silent(part))
            }
            Node::Binary { op: BinaryOp::Equal | BinaryOp::Unequal, left, right, .. } => {
                self.silent(left) && self.silent(right)
            }
            Node::Binary { op, left, right, .. } => {
                let safe = op.compares(0, 0).is_some() || self.is_number(id);
                safe && self.is_number(left) && self.is_number(right) && self.silent(left) && self.silent(right)
            }
            Node::Unary { inner, .. } => self.is_number(inner) && self.silent(inner),
            _ => false,
        }
    }

    /// Whether a node can give nothing but numbers, and no fault of its own.
    pub(super) fn is_number(&self, id: NodeId) -> bool {
        match self.code[id] {
            Node::Const(value) => matches!(value, Value::Int(_)),
            Node::Mover | Node::Score(_) | Node::Number(_) => true,
            Node::Cell { table, .. } | Node::Kind { table, .. } => {
                self.code.tables[table.0 as usize].iter().all(|value| matches!(value, Value::Int(_) | Value::Unset))
            }
            Node::Unary { inner, .. } => self.is_number(inner),
            Node::Binary { op: BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply, left, right, .. } => {
                self.is_number(left) && self.is_number(right)
            }
            _ => false,
        }
    }

    /// Whether a node can give nothing but booleans.
    pub(super) fn is_boolean(&self, id: NodeId) -> bool {
        match self.code[id] {
            Node::Const(value) => matches!(value, Value::Bool(_)),
            Node::CellIn { .. }
            | Node::KindIn { .. }
            | Node::At { .. }
            | Node::All(_)
            | Node::Any(_)
            | Node::Not(_)
            | Node::NotFalse(_)
            | Node::Check { .. }
            | Node::Store { .. }
            | Node::Loop { .. }
            | Node::Act { .. }
            | Node::MoveContent { .. }
            | Node::SetMover(_)
            | Node::FirstIn { .. }
            | Node::Flag(_)
            | Node::Same(..)
            | Node::Less(..)
            | Node::GlobalHas { .. }
            | Node::Reached { .. }
            | Node::NoMoves
            | Node::Do { .. }
            | Node::Hold { .. }
            | Node::Fail(_) => true,
            Node::Shared { boolean, .. } => boolean,
            Node::Switch(list) => self.code.operands(list)[1..].iter().all(|&arm| self.is_boolean(arm)),
            Node::Cell { table, .. }
            | Node::Kind { table, .. }
            | Node::KindOfAny { table, .. }
            | Node::ByPlace { table, .. } => {
                self.code.tables[table.0 as usize].iter().all(|value| matches!(value, Value::Bool(_) | Value::Unset))
            }
            Node::Seq(list) => self.is_boolean(*self.code.operands(list).last().expect("a sequence has a last node")),
            Node::If { yes, no, .. } => self.is_boolean(yes) && self.is_boolean(no),
            Node::Binary { op, .. } => !matches!(
                op,
                BinaryOp::Add
                    | BinaryOp::Subtract
                    | BinaryOp::Multiply
                    | BinaryOp::Divide
                    | BinaryOp::Remainder
                    | BinaryOp::SetMinus
                    | BinaryOp::Union
                    | BinaryOp::Intersect
            ),
            Node::Query { query, .. } => query == Query::Empty,
            _ => false,
        }
    }

    /// The boolean that `id` must give; `at` is the expression behind it.
    pub(super) fn boolean(&mut self, id: NodeId, need: Need, at: ExprId) -> NodeId {
        if self.is_boolean(id) {
            return id;
        }
        let (first, value) = self.split(id);
        let checked = match self.known(value) {
            Some(other) => {
                let found = other.type_name();
                self.fail(FaultKind::Type { operation: need.name(), needed: "a boolean", found }, at)
            }
            None => self.code.add(Node::Check { node: value, at, need }),
        };
        self.seq(first, checked)
    }

    pub(super) fn all(&mut self, nodes: &[NodeId]) -> NodeId {
        self.connect(nodes, true)
    }

    pub(super) fn any(&mut self, nodes: &[NodeId]) -> NodeId {
        self.connect(nodes, false)
    }

    /// All of, or any of, some booleans.
    fn connect(&mut self, nodes: &[NodeId], all: bool) -> NodeId {
        let mut kept: Vec<NodeId> = Vec::new();
        let mut queue: Vec<NodeId> = nodes.iter().rev().copied().collect();
        while let Some(node) = queue.pop() {
            match self.code[node] {
                Node::Const(Value::Bool(yes)) if yes == all => {}
                Node::All(list) if all => queue.extend(self.code.operands(list).iter().rev()),
                Node::Any(list) if !all => queue.extend(self.code.operands(list).iter().rev()),
                Node::CellIn { location, mask } => {
                    if !self.join_cell(&mut kept, location, mask, all) {
                        kept.push(node);
                    }
                }
                Node::Const(_) | Node::Fail(_) => {
                    kept.push(node);
                    break;
                }
                _ => kept.push(node),
            }
        }
        let decided = kept.iter().rposition(|&node| self.known(node) == Some(Value::Bool(!all)));
        if let Some(end) = decided
            && kept[..end].iter().all(|&node| self.silent(node))
        {
            return self.truth(!all);
        }
        match kept.as_slice() {
            [] => self.truth(all),
            [one] => *one,
            _ => {
                let list = self.code.list(&kept);
                self.code.add(if all { Node::All(list) } else { Node::Any(list) })
            }
        }
    }

    /// Puts a test of a cell together with one of the same cell before it, if only such tests stand between.
    fn join_cell(&mut self, kept: &mut Vec<NodeId>, cell: LocationId, new: u64, all: bool) -> bool {
        for index in (0..kept.len()).rev() {
            let Node::CellIn { location, mask } = self.code[kept[index]] else { return false };
            if location == cell {
                let mask = if all { mask & new } else { mask | new };
                let joined = self.cell_in(cell, mask);
                if self.known(joined) == Some(Value::Bool(all)) {
                    kept.remove(index);
                } else {
                    kept[index] = joined;
                }
                return true;
            }
        }
        false
    }

    pub(super) fn not(&mut self, id: NodeId) -> NodeId {
        match self.code[id] {
            Node::Const(Value::Bool(yes)) => self.truth(!yes),
            Node::CellIn { location, mask } => self.cell_in(location, !mask),
            Node::Not(inner) => inner,
            Node::Fail(_) => id,
            _ => self.code.add(Node::Not(id)),
        }
    }

    /// Tests of one cell after another, where the first that stops gives the answer, are one look along a ray.
    fn along_ray(&mut self, condition: NodeId, yes: NodeId, no: NodeId) -> Option<NodeId> {
        let (Node::CellIn { location, mask: stop }, Node::CellIn { location: same, mask }) =
            (self.code[condition], self.code[yes])
        else {
            return None;
        };
        let (yes, open) = (mask & stop, self.full() & !stop);
        let mut cells = vec![location];
        let end = match self.code[no] {
            _ if location != same => return None,
            // The last cell needs no stop.
            Node::Const(Value::Bool(end)) => return Some(self.cell_in(location, yes | if end { open } else { 0 })),
            Node::CellIn { location: last, mask: other } if other & stop == yes => {
                cells.push(last);
                match other & open {
                    0 => false,
                    all if all == open => true,
                    _ => return None,
                }
            }
            Node::FirstIn { ray } => {
                let further = &self.code.rays[ray as usize];
                if (further.stop, further.yes) != (stop, yes) {
                    return None;
                }
                cells.extend_from_slice(&further.cells);
                further.end
            }
            _ => return None,
        };
        let ray = Ray { cells: cells.into(), stop, yes, end };
        let number = match self.rays.get(&ray) {
            Some(&number) => number,
            None => {
                let number = self.code.rays.len() as u32;
                self.code.rays.push(ray.clone());
                self.rays.insert(ray, number);
                number
            }
        };
        Some(self.code.add(Node::FirstIn { ray: number }))
    }

    pub(super) fn choose(&mut self, condition: NodeId, yes: NodeId, no: NodeId) -> NodeId {
        if let Some(ray) = self.along_ray(condition, yes, no) {
            return ray;
        }
        match (self.known(yes), self.known(no)) {
            _ if matches!(self.code[condition], Node::Fail(_)) => condition,
            (Some(Value::Bool(true)), Some(Value::Bool(false))) => condition,
            (Some(Value::Bool(false)), Some(Value::Bool(true))) => self.not(condition),
            (_, Some(Value::Bool(false))) if self.is_boolean(yes) => self.all(&[condition, yes]),
            (Some(Value::Bool(true)), _) if self.is_boolean(no) => self.any(&[condition, no]),
            (Some(Value::Bool(false)), _) if self.is_boolean(no) => {
                let not = self.not(condition);
                self.all(&[not, no])
            }
            (_, Some(Value::Bool(true))) if self.is_boolean(yes) => {
                let not = self.not(condition);
                self.any(&[not, yes])
            }
            _ => match self.known(condition) {
                Some(Value::Bool(true)) => yes,
                Some(Value::Bool(false)) => no,
                _ => self.code.add(Node::If { condition, yes, no }),
            },
        }
    }

    /// Whether the fast tests of cells by mask can be used.
    pub(super) fn masks(&self) -> bool {
        self.layout.all_kinds().is_some()
    }

    /// Every kind that a cell can hold, and none.
    fn full(&self) -> u64 {
        self.layout.all_kinds().expect("only asked where there are masks")
    }

    pub(super) fn cell_in(&mut self, location: LocationId, mask: u64) -> NodeId {
        let mask = mask & self.full();
        if mask == 0 || mask == self.full() {
            return self.truth(mask != 0);
        }
        self.code.add(Node::CellIn { location, mask })
    }

    /// Whether nothing stands on a cell.
    pub(super) fn empty(&mut self, location: LocationId) -> NodeId {
        if self.masks() {
            return self.cell_in(location, 1);
        }
        let values = self.by_kind(Value::Bool(true), |_| Value::Bool(false));
        self.cell(location, values, None)
    }

    /// The value that depends on what kind stands on a cell; `possible` masks what can stand there.
    pub(super) fn cell(&mut self, location: LocationId, values: Vec<Value>, possible: Option<u64>) -> NodeId {
        let can = |index: usize| possible.is_none_or(|mask| mask >> index & 1 == 1);
        let mut seen = values.iter().enumerate().filter(|(index, _)| can(*index)).map(|(_, &value)| value);
        if let Some(first) = seen.next()
            && seen.all(|value| value == first)
        {
            return self.constant(first);
        }
        if self.masks() && values.iter().all(|value| matches!(value, Value::Bool(_))) {
            let bits = values.iter().enumerate().filter(|(_, v)| **v == Value::Bool(true));
            let mask = bits.fold(0, |mask, (index, _)| mask | 1 << index);
            return self.cell_in(location, mask);
        }
        let table = self.table(values);
        self.code.add(Node::Cell { location, table })
    }

    /// The value that depends on the kind of an element.
    pub(super) fn kind(&mut self, element: ElementId, values: Vec<Value>) -> NodeId {
        let mut values = values;
        let mut seen = Vec::new();
        for (kind, _) in self.layout.kinds.iter() {
            let index = usize::from(kind.0) + 1;
            if self.layout.can_be(element, kind) {
                seen.push(values[index]);
            } else {
                values[index] = Value::Unset;
            }
        }
        values[0] = Value::Unset;
        if seen.iter().all(|&value| value == seen[0]) {
            return self.constant(seen[0]);
        }
        if self.masks() && seen.iter().all(|value| matches!(value, Value::Bool(_))) {
            let bits = values.iter().enumerate().filter(|(_, value)| **value == Value::Bool(true));
            let mask = bits.fold(0, |mask, (index, _)| mask | 1 << index);
            return self.code.add(Node::KindIn { element, mask });
        }
        let table = self.table(values);
        self.code.add(Node::Kind { element, table })
    }

    /// The value that depends on the kind of the element that a node gives; `possible` masks what it can be.
    pub(super) fn kind_of(&mut self, element: NodeId, mut values: Vec<Value>, possible: Option<u64>) -> NodeId {
        let can = |index: usize| possible.is_none_or(|mask| index < 64 && mask >> index & 1 == 1);
        for (index, value) in values.iter_mut().enumerate() {
            if !can(index) {
                *value = Value::Unset;
            }
        }
        let mut seen = values.iter().copied().filter(|&value| value != Value::Unset);
        if let Some(first) = seen.next()
            && seen.all(|value| value == first)
        {
            return self.constant(first);
        }
        let table = self.table(values);
        self.code.add(Node::KindOfAny { element, table })
    }

    /// The value that depends on the location that a node gives, with that of none first.
    pub(super) fn by_place(&mut self, place: NodeId, values: Vec<Value>) -> NodeId {
        if values.iter().all(|&value| value == values[0]) {
            return self.constant(values[0]);
        }
        let table = self.table(values);
        self.code.add(Node::ByPlace { place, table })
    }

    fn table(&mut self, values: Vec<Value>) -> TableId {
        let values = values.into_boxed_slice();
        if let Some(&known) = self.tables.get(&values) {
            return known;
        }
        let id = TableId(self.code.tables.len() as u32);
        self.code.tables.push(values.clone());
        self.tables.insert(values, id);
        id
    }

    /// A value for no piece and then for every kind.
    pub(super) fn by_kind(&self, none: Value, value: impl Fn(Kind) -> Value) -> Vec<Value> {
        std::iter::once(none).chain(self.layout.kinds.iter().map(|(_, kind)| value(kind))).collect()
    }

    /// Makes a function of the value of a node, if that is known or depends on one kind only, and the function is
    /// defined for all of its values.
    pub(super) fn map(&mut self, id: NodeId, f: &dyn Fn(Value) -> Option<Value>) -> Option<NodeId> {
        let mapped = |table: &[Value]| {
            let of = |&value: &Value| if value == Value::Unset { Some(Value::Unset) } else { f(value) };
            table.iter().map(of).collect::<Option<Vec<Value>>>()
        };
        match self.code[id] {
            Node::Const(value) => {
                let value = f(value)?;
                Some(self.constant(value))
            }
            Node::Cell { location, table } => {
                let values = mapped(&self.code.tables[table.0 as usize])?;
                Some(self.cell(location, values, None))
            }
            Node::Kind { element, table } => {
                let values = mapped(&self.code.tables[table.0 as usize])?;
                Some(self.kind(element, values))
            }
            Node::KindOfAny { element, table } => {
                let values = mapped(&self.code.tables[table.0 as usize])?;
                Some(self.kind_of(element, values, None))
            }
            Node::ByPlace { place, table } => {
                let values = mapped(&self.code.tables[table.0 as usize])?;
                Some(self.by_place(place, values))
            }
            _ => None,
        }
    }

    /// The same of two nodes, of which one is known or both depend on one cell.
    pub(super) fn map2(
        &mut self,
        left: NodeId,
        right: NodeId,
        f: &dyn Fn(Value, Value) -> Option<Value>,
    ) -> Option<NodeId> {
        match (self.code[left], self.code[right]) {
            (_, Node::Const(value)) => self.map(left, &|other| f(other, value)),
            (Node::Const(value), _) => self.map(right, &|other| f(value, other)),
            (Node::Cell { location, table: one }, Node::Cell { location: same, table: two }) if location == same => {
                let (one, two) = (&self.code.tables[one.0 as usize], &self.code.tables[two.0 as usize]);
                let values = one.iter().zip(two).map(|(&a, &b)| f(a, b)).collect::<Option<Vec<_>>>()?;
                Some(self.cell(location, values, None))
            }
            _ => None,
        }
    }

    /// Whether two values are the same.
    pub(super) fn equal(&mut self, rules: &crate::rules::RuleSet, left: NodeId, right: NodeId, at: ExprId) -> NodeId {
        let (left, right) = if self.known(left).is_some() { (right, left) } else { (left, right) };
        if let (Some(one), Some(other)) = (self.known(left), self.known(right)) {
            let same = self.code.pool.same(&Overlay::default(), one, other);
            return self.truth(same);
        }
        let plain = |value: Value| !matches!(value, Value::Set(_));
        let same = |one: Value, other: Value| (plain(one) && plain(other)).then(|| Value::Bool(one == other));
        if let Some(node) = self.map2(left, right, &same) {
            return node;
        }
        let known = self.known(right);
        let text = |value| match value {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        };
        match (self.code[left], known) {
            (Node::Content(location), Some(Value::Text(text))) if text == crate::rules::Texts::EMPTY => {
                self.empty(location)
            }
            (Node::Content(location), Some(_)) => {
                let element =
                    text(known).filter(|t| t.index() < rules.texts.len()).and_then(|t| rules.texts.element(t));
                match element {
                    Some(element) => self.code.add(Node::At { element, location }),
                    None => self.truth(false),
                }
            }
            (Node::Place(element), Some(_)) => {
                let place = text(known).filter(|t| t.index() < rules.texts.len()).and_then(|t| rules.texts.location(t));
                match place {
                    Some(location) => self.code.add(Node::At { element, location }),
                    None => self.truth(false),
                }
            }
            (_, Some(Value::Bool(yes))) if self.is_boolean(left) => {
                if yes {
                    left
                } else {
                    self.not(left)
                }
            }
            _ => self.code.add(Node::Binary { op: BinaryOp::Equal, left, right, at }),
        }
    }
}
