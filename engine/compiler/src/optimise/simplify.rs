//! Node builder with constant folding and algebraic simplification: each node is created as simple as the known
//! operands allow.
//!
//! The builder does not know source expressions. Simplification preserves evaluation order, faults and effects.

use rustc_hash::FxHashMap;

use boardwright_game::fault::FaultKind;
use boardwright_game::ids::{ElementId, ExprId, LocationId};
use boardwright_interpreter::kinds::PieceKind;
use boardwright_interpreter::layout::Layout;
use boardwright_rules::{BinaryOp, UntypedQuery};

use crate::tables::code::{BooleanContext, Code, Node, NodeId, Ray, TableId};
use crate::tables::value::{Overlay, Value};

/// The node builder.
#[derive(Debug)]
pub(crate) struct NodeBuilder<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) code: Code,
    tables: FxHashMap<Box<[Value]>, TableId>,
    rays: FxHashMap<Ray, u32>,
}

impl<'a> NodeBuilder<'a> {
    pub(crate) fn new(layout: &'a Layout, code: Code) -> Self {
        let tables = code.tables.iter().enumerate().map(|(index, table)| (table.clone(), TableId(index as u32)));
        Self { tables: tables.collect(), rays: FxHashMap::default(), layout, code }
    }

    pub(crate) fn constant(&mut self, value: Value) -> NodeId {
        self.code.add(Node::Const(value))
    }

    pub(crate) fn truth(&mut self, yes: bool) -> NodeId {
        self.constant(Value::Bool(yes))
    }

    pub(crate) fn fail(&mut self, kind: FaultKind, at: ExprId) -> NodeId {
        self.code.faults.push((kind, at));
        self.code.add(Node::Fail((self.code.faults.len() - 1) as u32))
    }

    pub(crate) fn constant_value(&self, id: NodeId) -> Option<Value> {
        match self.code[id] {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Splits a sequence into the nodes that are evaluated first and the node that yields the value.
    pub(crate) fn split(&self, id: NodeId) -> (Vec<NodeId>, NodeId) {
        match self.code[id] {
            Node::Seq(list) => {
                let (&last, first) = self.code.operands(list).split_last().expect("a sequence has a last node");
                (first.to_vec(), last)
            }
            _ => (Vec::new(), id),
        }
    }

    /// Builds the sequence of `first`, in order, and `last`, which yields the value.
    pub(crate) fn seq(&mut self, first: Vec<NodeId>, last: NodeId) -> NodeId {
        let mut nodes = Vec::new();
        for node in first {
            let (before, value) = self.split(node);
            nodes.extend(before);
            if matches!(self.code[value], Node::Fail(_)) {
                return self.finish_seq(nodes, value);
            }
            if !self.is_pure(value) {
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
        let list = self.code.add_operands(&nodes);
        self.code.add(Node::Seq(list))
    }

    /// `true` if a node is pure: its evaluation has no effect and cannot fail.
    pub(crate) fn is_pure(&self, id: NodeId) -> bool {
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
            | Node::FirstOnRay { .. }
            | Node::Global(_)
            | Node::GlobalHas { .. }
            | Node::Reached { .. }
            | Node::Turn
            | Node::Repeats => true,
            Node::ElementAt(inner)
            | Node::PlaceOfComputed(inner)
            | Node::KindOfComputed { element: inner, .. }
            | Node::ByPlace { place: inner, .. } => self.is_pure(inner),
            Node::Same(left, right) | Node::Less(left, right) => self.is_pure(left) && self.is_pure(right),
            Node::Switch(_) | Node::Count(_) => self.code.parts(id).into_iter().all(|part| self.is_pure(part)),
            Node::All(_) | Node::Any(_) | Node::Not(_) | Node::NotFalse(_) | Node::If { .. } => {
                self.code.parts(id).into_iter().all(|part| self.is_pure(part))
            }
            Node::Binary { op: BinaryOp::Equal | BinaryOp::Unequal, left, right, .. } => {
                self.is_pure(left) && self.is_pure(right)
            }
            Node::Binary { op, left, right, .. } => {
                let safe = op.compare_numbers(0, 0).is_some() || self.is_number(id);
                safe && self.is_number(left) && self.is_number(right) && self.is_pure(left) && self.is_pure(right)
            }
            Node::Unary { inner, .. } => self.is_number(inner) && self.is_pure(inner),
            _ => false,
        }
    }

    /// `true` if a node yields only numbers and causes no fault of its own.
    pub(crate) fn is_number(&self, id: NodeId) -> bool {
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

    /// `true` if a node yields only booleans.
    pub(crate) fn is_boolean(&self, id: NodeId) -> bool {
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
            | Node::FirstOnRay { .. }
            | Node::Flag(_)
            | Node::Same(..)
            | Node::Less(..)
            | Node::GlobalHas { .. }
            | Node::Reached { .. }
            | Node::NoMoves
            | Node::Effect { .. }
            | Node::AssignSet { .. }
            | Node::Fail(_) => true,
            Node::Shared { boolean, .. } => boolean,
            Node::Switch(list) => self.code.operands(list)[1..].iter().all(|&arm| self.is_boolean(arm)),
            Node::Cell { table, .. }
            | Node::Kind { table, .. }
            | Node::KindOfComputed { table, .. }
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
            Node::Query { query, .. } => query == UntypedQuery::Empty,
            _ => false,
        }
    }

    /// Converts `id` to a boolean, with a type check where needed; `at` is its source expression.
    pub(crate) fn boolean(&mut self, id: NodeId, need: BooleanContext, at: ExprId) -> NodeId {
        if self.is_boolean(id) {
            return id;
        }
        let (first, value) = self.split(id);
        let checked = match self.constant_value(value) {
            Some(other) => {
                let found = other.type_name();
                self.fail(FaultKind::Type { operation: need.name(), needed: "a boolean", found }, at)
            }
            None => self.code.add(Node::Check { node: value, at, need }),
        };
        self.seq(first, checked)
    }

    pub(crate) fn all(&mut self, nodes: &[NodeId]) -> NodeId {
        self.connective(nodes, true)
    }

    pub(crate) fn any(&mut self, nodes: &[NodeId]) -> NodeId {
        self.connective(nodes, false)
    }

    /// Builds the conjunction or disjunction of booleans.
    fn connective(&mut self, nodes: &[NodeId], all: bool) -> NodeId {
        let mut kept: Vec<NodeId> = Vec::new();
        let mut queue: Vec<NodeId> = nodes.iter().rev().copied().collect();
        while let Some(node) = queue.pop() {
            match self.code[node] {
                Node::Const(Value::Bool(yes)) if yes == all => {}
                Node::All(list) if all => queue.extend(self.code.operands(list).iter().rev()),
                Node::Any(list) if !all => queue.extend(self.code.operands(list).iter().rev()),
                Node::CellIn { location, mask } => {
                    if !self.merge_cell_test(&mut kept, location, mask, all) {
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
        let decided = kept.iter().rposition(|&node| self.constant_value(node) == Some(Value::Bool(!all)));
        if let Some(end) = decided
            && kept[..end].iter().all(|&node| self.is_pure(node))
        {
            return self.truth(!all);
        }
        match kept.as_slice() {
            [] => self.truth(all),
            [one] => *one,
            _ => {
                let list = self.code.add_operands(&kept);
                self.code.add(if all { Node::All(list) } else { Node::Any(list) })
            }
        }
    }

    /// Merges a cell test into an earlier test of the same cell, provided that only cell tests stand between. Returns
    /// `true` if merged.
    fn merge_cell_test(&mut self, kept: &mut Vec<NodeId>, cell: LocationId, new: u64, all: bool) -> bool {
        for index in (0..kept.len()).rev() {
            let Node::CellIn { location, mask } = self.code[kept[index]] else { return false };
            if location == cell {
                let mask = if all { mask & new } else { mask | new };
                let joined = self.cell_in(cell, mask);
                if self.constant_value(joined) == Some(Value::Bool(all)) {
                    kept.remove(index);
                } else {
                    kept[index] = joined;
                }
                return true;
            }
        }
        false
    }

    pub(crate) fn not(&mut self, id: NodeId) -> NodeId {
        match self.code[id] {
            Node::Const(Value::Bool(yes)) => self.truth(!yes),
            Node::CellIn { location, mask } => self.cell_in(location, !mask),
            Node::Not(inner) => inner,
            Node::Fail(_) => id,
            _ => self.code.add(Node::Not(id)),
        }
    }

    /// Folds a chain of tests of one cell after another, where the first match gives the answer, into one ray cast.
    fn fold_ray(&mut self, condition: NodeId, yes: NodeId, no: NodeId) -> Option<NodeId> {
        let (Node::CellIn { location, mask: stop }, Node::CellIn { location: same, mask }) =
            (self.code[condition], self.code[yes])
        else {
            return None;
        };
        let (yes, open) = (mask & stop, self.all_kinds_mask() & !stop);
        let mut cells = vec![location];
        let end = match self.code[no] {
            _ if location != same => return None,
            // The last cell needs no stop test.
            Node::Const(Value::Bool(end)) => return Some(self.cell_in(location, yes | if end { open } else { 0 })),
            Node::CellIn { location: last, mask: other } if other & stop == yes => {
                cells.push(last);
                match other & open {
                    0 => false,
                    all if all == open => true,
                    _ => return None,
                }
            }
            Node::FirstOnRay { ray } => {
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
        Some(self.code.add(Node::FirstOnRay { ray: number }))
    }

    pub(crate) fn conditional(&mut self, condition: NodeId, yes: NodeId, no: NodeId) -> NodeId {
        if let Some(ray) = self.fold_ray(condition, yes, no) {
            return ray;
        }
        match (self.constant_value(yes), self.constant_value(no)) {
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
            _ => match self.constant_value(condition) {
                Some(Value::Bool(true)) => yes,
                Some(Value::Bool(false)) => no,
                _ => self.code.add(Node::If { condition, yes, no }),
            },
        }
    }

    /// `true` if the game has few enough kinds for mask tests.
    pub(crate) fn has_masks(&self) -> bool {
        self.layout.all_kinds_mask().is_some()
    }

    /// Mask of all kinds that a cell can hold, including none.
    fn all_kinds_mask(&self) -> u64 {
        self.layout.all_kinds_mask().expect("the caller checked for masks")
    }

    pub(crate) fn cell_in(&mut self, location: LocationId, mask: u64) -> NodeId {
        let mask = mask & self.all_kinds_mask();
        if mask == 0 || mask == self.all_kinds_mask() {
            return self.truth(mask != 0);
        }
        self.code.add(Node::CellIn { location, mask })
    }

    /// Builds the test for an empty cell.
    pub(crate) fn empty(&mut self, location: LocationId) -> NodeId {
        if self.has_masks() {
            return self.cell_in(location, 1);
        }
        let values = self.values_by_kind(Value::Bool(true), |_| Value::Bool(false));
        self.cell(location, values, None)
    }

    /// Builds a value that depends on the kind on a cell; `possible` masks the kinds that can stand there.
    pub(crate) fn cell(&mut self, location: LocationId, values: Vec<Value>, possible: Option<u64>) -> NodeId {
        let can = |index: usize| possible.is_none_or(|mask| mask >> index & 1 == 1);
        let mut seen = values.iter().enumerate().filter(|(index, _)| can(*index)).map(|(_, &value)| value);
        if let Some(first) = seen.next()
            && seen.all(|value| value == first)
        {
            return self.constant(first);
        }
        if self.has_masks() && values.iter().all(|value| matches!(value, Value::Bool(_))) {
            let bits = values.iter().enumerate().filter(|(_, v)| **v == Value::Bool(true));
            let mask = bits.fold(0, |mask, (index, _)| mask | 1 << index);
            return self.cell_in(location, mask);
        }
        let table = self.table(values);
        self.code.add(Node::Cell { location, table })
    }

    /// Builds a value that depends on the kind of an element.
    pub(crate) fn kind(&mut self, element: ElementId, values: Vec<Value>) -> NodeId {
        let mut values = values;
        let mut seen = Vec::new();
        for (kind, _) in self.layout.kinds.iter() {
            let index = usize::from(kind.0) + 1;
            if self.layout.can_have_kind(element, kind) {
                seen.push(values[index]);
            } else {
                values[index] = Value::Unset;
            }
        }
        values[0] = Value::Unset;
        if seen.iter().all(|&value| value == seen[0]) {
            return self.constant(seen[0]);
        }
        if self.has_masks() && seen.iter().all(|value| matches!(value, Value::Bool(_))) {
            let bits = values.iter().enumerate().filter(|(_, value)| **value == Value::Bool(true));
            let mask = bits.fold(0, |mask, (index, _)| mask | 1 << index);
            return self.code.add(Node::KindIn { element, mask });
        }
        let table = self.table(values);
        self.code.add(Node::Kind { element, table })
    }

    /// Builds a value that depends on the kind of the element that a node yields; `possible` masks its kinds.
    pub(crate) fn kind_of(&mut self, element: NodeId, mut values: Vec<Value>, possible: Option<u64>) -> NodeId {
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
        self.code.add(Node::KindOfComputed { element, table })
    }

    /// Builds a value that depends on the location that a node yields; entry 0 is for no location.
    pub(crate) fn by_place(&mut self, place: NodeId, values: Vec<Value>) -> NodeId {
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

    /// A table of values: one for no element, then one for every kind.
    pub(crate) fn values_by_kind(&self, none: Value, value: impl Fn(PieceKind) -> Value) -> Vec<Value> {
        std::iter::once(none).chain(self.layout.kinds.iter().map(|(_, kind)| value(kind))).collect()
    }

    /// Constant-folds a function of a node, if the node is constant or a table, and the function is defined for all of
    /// its values.
    pub(crate) fn fold(&mut self, id: NodeId, f: &dyn Fn(Value) -> Option<Value>) -> Option<NodeId> {
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
            Node::KindOfComputed { element, table } => {
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

    /// Constant-folds a function of two nodes, if one is constant or both depend on the same cell.
    pub(crate) fn fold2(
        &mut self,
        left: NodeId,
        right: NodeId,
        f: &dyn Fn(Value, Value) -> Option<Value>,
    ) -> Option<NodeId> {
        match (self.code[left], self.code[right]) {
            (_, Node::Const(value)) => self.fold(left, &|other| f(other, value)),
            (Node::Const(value), _) => self.fold(right, &|other| f(value, other)),
            (Node::Cell { location, table: one }, Node::Cell { location: same, table: two }) if location == same => {
                let (one, two) = (&self.code.tables[one.0 as usize], &self.code.tables[two.0 as usize]);
                let values = one.iter().zip(two).map(|(&a, &b)| f(a, b)).collect::<Option<Vec<_>>>()?;
                Some(self.cell(location, values, None))
            }
            _ => None,
        }
    }

    /// Builds the equality test of two values.
    pub(crate) fn equal(
        &mut self,
        rules: &boardwright_rules::RuleSet,
        left: NodeId,
        right: NodeId,
        at: ExprId,
    ) -> NodeId {
        let (left, right) = if self.constant_value(left).is_some() { (right, left) } else { (left, right) };
        if let (Some(one), Some(other)) = (self.constant_value(left), self.constant_value(right)) {
            let same = self.code.pool.are_equal(&Overlay::default(), one, other);
            return self.truth(same);
        }
        let plain = |value: Value| !matches!(value, Value::Set(_));
        let same = |one: Value, other: Value| (plain(one) && plain(other)).then(|| Value::Bool(one == other));
        if let Some(node) = self.fold2(left, right, &same) {
            return node;
        }
        let known = self.constant_value(right);
        let text = |value| match value {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        };
        match (self.code[left], known) {
            (Node::Content(location), Some(Value::Text(text))) if text == boardwright_rules::Texts::EMPTY => {
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
