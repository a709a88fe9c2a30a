//! Second pass: what is asked of and done by the lanes of a group, as one [`Form`].
//!
//! The fast form has code for each move of its own. Moves of one rule have the same code but for the cells that are named
//! in it, and these are mostly so many locations further than the lane. Parts that only some lanes have, because
//! others lie at an edge of the board, are marked with those lanes.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::fast::code::{Code, Node, NodeId, Ray};
use crate::fast::value::Value;
use crate::ids::{ElementId, LocationId};
use crate::kinds::KindId;
use crate::layout::Layout;
use crate::rules::{Deed, Thing};

use super::Beyond;
use super::form::{At, Form, Laned, Lanes, Part};

/// Most parts that one form is divided into.
const MOST: usize = 200;

pub(super) struct Lift<'a> {
    pub(super) layout: &'a Layout,
    pub(super) code: &'a Code,
    /// Words of a set of locations.
    pub(super) words: usize,
    /// Forms are for one lane at a time, so that lines of cells may stay lists.
    pub(super) singly: bool,
}

/// Lines of cells of which one must hold, cell by cell: a mask and the lines.
type Lines = (u64, Vec<Vec<LocationId>>);

impl Lift<'_> {
    /// The form of a node that is the same for all lanes.
    pub(super) fn fixed(&self, node: NodeId) -> Result<Form, Beyond> {
        self.alike(&[(0, node)], true)
    }

    /// The form of the nodes of some lanes, each of which has one.
    pub(super) fn form(&self, nodes: &[Laned]) -> Result<Form, Beyond> {
        let (first, others) = nodes.split_first().expect("there is a lane");
        // The same code names the same cells.
        if !others.is_empty() && others.iter().all(|(_, node)| self.code.is_same(first.1, *node)) {
            return self.fixed(first.1);
        }
        if self.singly
            && let Some(lines) = self.all_lines(nodes)
        {
            return Ok(lines);
        }
        if let Some(walks) = self.walks(nodes) {
            return Ok(walks);
        }
        let mut by_head: BTreeMap<u64, Vec<Laned>> = BTreeMap::new();
        for &(lane, node) in nodes {
            by_head.entry(self.head(lane, node)).or_default().push((lane, node));
        }
        if by_head.len() == 1 {
            return self.alike(nodes, false);
        }
        let parts: Result<Vec<Part>, Beyond> = by_head
            .values()
            .map(|nodes| Ok(Part { lanes: Some(self.lanes(nodes)), form: self.alike(nodes, false)? }))
            .collect();
        Ok(Form::One(Self::not_too_many(parts?)?))
    }

    fn lanes(&self, nodes: &[Laned]) -> Lanes {
        Lanes::of(self.words, nodes.iter().map(|(lane, _)| usize::from(*lane)))
    }

    fn not_too_many(parts: Vec<Part>) -> Result<Vec<Part>, Beyond> {
        if parts.len() > MOST { Err(Beyond("a rule that says something else of every place")) } else { Ok(parts) }
    }

    /// The node itself, not what names it.
    fn node(&self, id: NodeId) -> Node {
        match self.code[id] {
            Node::Shared { id, .. } => self.node(self.code.shared[id as usize]),
            node => node,
        }
    }

    /// A number that nodes share which can be one form, for their own part.
    fn head(&self, lane: u16, id: NodeId) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash_head(lane, id, &mut hasher);
        if self.singly && self.place(id).is_some() {
            // For one lane at a time the place may come from a table.
            let mut hasher = FxHasher::default();
            std::mem::discriminant(&self.node(id)).hash(&mut hasher);
            if let Node::CellIn { mask, .. } = self.node(id) {
                mask.hash(&mut hasher);
            }
            return hasher.finish();
        }
        if let Node::FirstIn { ray } = self.node(id) {
            let cells = &self.code.rays[ray as usize].cells;
            // How far the steps are is only known of rays that have some.
            cells.get(1).map(|second| i32::from(second.0) - i32::from(cells[0].0)).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn hash_head(&self, lane: u16, id: NodeId, hasher: &mut FxHasher) {
        let node = self.node(id);
        let cell = |location: LocationId| i32::from(location.0) - i32::from(lane);
        match node {
            // These are made of tests of single cells.
            Node::All(_) | Node::CellThen { .. } | Node::CellsIn { .. } => 900.hash(hasher),
            Node::CellElse { .. } | Node::AnyIn { .. } | Node::Any(_) => 901.hash(hasher),
            _ => std::mem::discriminant(&node).hash(hasher),
        }
        match node {
            Node::CellIn { location, mask } => (cell(location), mask).hash(hasher),
            Node::ElementOn(location) => cell(location).hash(hasher),
            Node::FirstIn { ray } => {
                let Ray { cells, stop, yes, end } = &self.code.rays[ray as usize];
                (cell(cells[0]), stop, yes, end).hash(hasher);
            }
            Node::Const(value) => value.hash(hasher),
            Node::Global(global) => global.hash(hasher),
            Node::Store { variable, .. } | Node::Number(variable) | Node::Flag(variable) => variable.hash(hasher),
            Node::Arith { op, .. } => op.hash(hasher),
            Node::Do { deed, operands, .. } => (deed, self.code.operands(operands).len()).hash(hasher),
            Node::CountCells { count } | Node::CountKinds { count } => count.hash(hasher),
            Node::Score(player) | Node::SetMover(player) => player.hash(hasher),
            _ => {}
        }
    }

    /// The one place that a node names, if it is of those that name one.
    fn place(&self, id: NodeId) -> Option<LocationId> {
        match self.node(id) {
            Node::CellIn { location, .. }
            | Node::ElementOn(location)
            | Node::Const(Value::Thing(Thing::Location(Some(location)))) => Some(location),
            _ => None,
        }
    }

    /// Where the places are that nodes of the same head name.
    fn at(&self, nodes: &[Laned]) -> At {
        let places: BTreeMap<u16, LocationId> =
            nodes.iter().filter_map(|&(lane, node)| Some((lane, self.place(node)?))).collect();
        let by = |(&lane, place): (&u16, &LocationId)| i32::from(place.0) - i32::from(lane);
        let first = places.iter().next().map_or(0, by);
        if places.iter().all(|entry| by(entry) == first) { At::Lane(first) } else { At::Table(places) }
    }

    /// A number that nodes share which ask the same of a lane, but for the length of rays.
    fn whole(&self, lane: u16, id: NodeId) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash_head(lane, id, &mut hasher);
        match self.list(id) {
            Some((_, parts)) => {
                // In whatever order.
                let parts = parts.iter().map(|part| match *part {
                    Single::Node(node) => self.whole(lane, node),
                    Single::Cell(location, mask) => hash_cell(lane, location, mask),
                });
                parts.fold(0_u64, u64::wrapping_add).hash(&mut hasher);
            }
            None => {
                if !matches!(self.node(id), Node::CellIn { .. }) {
                    for part in self.parts(id) {
                        self.whole(lane, part).hash(&mut hasher);
                    }
                }
            }
        }
        hasher.finish()
    }

    /// A number that steps of a sequence share which are probably the same step.
    fn step(&self, lane: u16, id: NodeId) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash_head(lane, id, &mut hasher);
        match self.node(id) {
            Node::If { condition, .. } => self.whole(lane, condition).hash(&mut hasher),
            Node::Do { operands, .. } => {
                for &part in self.code.operands(operands) {
                    self.step(lane, part).hash(&mut hasher);
                }
            }
            Node::Seq(list) => self.step(lane, self.code.operands(list)[0]).hash(&mut hasher),
            _ => {}
        }
        hasher.finish()
    }

    fn parts(&self, id: NodeId) -> Vec<NodeId> {
        match self.code[id] {
            Node::Shared { id, .. } => self.parts(self.code.shared[id as usize]),
            _ => self.code.parts(id).to_vec(),
        }
    }

    /// What all must hold (true), or one: the tests of single cells that short forms stand for written out.
    fn list(&self, id: NodeId) -> Option<(bool, Vec<Single>)> {
        let (all, mut parts, rest) = match self.node(id) {
            Node::All(list) => (true, Vec::new(), self.code.operands(list)),
            Node::Any(list) => (false, Vec::new(), self.code.operands(list)),
            Node::CellThen { location, mask, ref then } => (true, vec![Single::Cell(location, mask)], &[*then][..]),
            Node::CellElse { location, mask, ref other } => (false, vec![Single::Cell(location, mask)], &[*other][..]),
            Node::CellsIn { start, end, mask } | Node::AnyIn { start, end, mask } => {
                let cells = &self.code.cells[start as usize..end as usize];
                let all = matches!(self.node(id), Node::CellsIn { .. });
                (all, cells.iter().map(|&cell| Single::Cell(cell, mask)).collect(), &[][..])
            }
            _ => return None,
        };
        for &part in rest {
            match self.list(part) {
                Some((same, inner)) if same == all => parts.extend(inner),
                _ => match self.node(part) {
                    Node::CellIn { location, mask } => parts.push(Single::Cell(location, mask)),
                    _ => parts.push(Single::Node(part)),
                },
            }
        }
        Some((all, parts))
    }

    /// The form of nodes that have the same head; `fixed`: of one node for all lanes.
    fn alike(&self, nodes: &[Laned], fixed: bool) -> Result<Form, Beyond> {
        let first = nodes[0].1;
        if fixed
            && self.singly
            && let Some((mask, rows)) = self.lines(first)
        {
            return Ok(Form::Lines { mask, fixed: true, rows: [(0, rows)].into() });
        }
        if let Some((all, _)) = self.list(first) {
            return self.listed(nodes, all, fixed);
        }
        if fixed && let Some(elements) = self.first_off(first) {
            let mask = self.kinds_of(&elements)?;
            let members = elements.iter().map(|element| element.index());
            return Ok(Form::FirstOff {
                elements: Lanes::of(self.layout.first_kind.len().div_ceil(64), members),
                mask,
            });
        }
        let at = || if fixed { At::Fixed(self.place(first).expect("it names one")) } else { self.at(nodes) };
        let part = |index: usize| {
            let parts: Vec<Laned> = nodes.iter().map(|&(lane, node)| (lane, self.parts(node)[index])).collect();
            if fixed { self.fixed(parts[0].1) } else { self.form(&parts) }
        };
        Ok(match self.node(first) {
            Node::Const(Value::Thing(Thing::Location(Some(_)))) => Form::Place(at()),
            Node::Const(value) => Form::Const(value),
            Node::CellIn { mask, .. } => Form::Cell { at: at(), mask },
            Node::FirstIn { .. } => return self.ray(nodes, fixed),
            Node::Not(_) => Form::Not(Box::new(part(0)?)),
            Node::If { .. } => Form::If(Box::new([part(0)?, part(1)?, part(2)?])),
            Node::Same(..) => Form::Same(Box::new([part(0)?, part(1)?])),
            Node::Less(..) => Form::Less(Box::new([part(0)?, part(1)?])),
            Node::Arith { op, .. } => Form::Arith(op, Box::new([part(0)?, part(1)?])),
            Node::Seq(_) => self.sequence(nodes, fixed)?,
            Node::Count(_) => {
                let most = nodes.iter().map(|(_, node)| self.parts(*node).len()).max().unwrap_or(0);
                let counted = |index: usize| {
                    let those = nodes.iter().filter(|(_, node)| self.parts(*node).len() > index).copied();
                    let those: Vec<Laned> = those.map(|(lane, node)| (lane, self.parts(node)[index])).collect();
                    let lanes = (those.len() < nodes.len()).then(|| self.lanes(&those));
                    Ok(Part { lanes, form: if fixed { self.fixed(those[0].1)? } else { self.form(&those)? } })
                };
                Form::Count((0..most).map(counted).collect::<Result<_, Beyond>>()?)
            }
            Node::CountCells { count } => {
                let (cells, mask) = &self.code.counts[count as usize];
                Form::CountCells { cells: Lanes::of(self.words, cells.iter().map(|cell| cell.index())), mask: *mask }
            }
            Node::CountKinds { count } => {
                let (elements, mask) = &self.code.counted[count as usize];
                let of_mask = |kind: KindId| mask >> (kind.0 + 1) & 1 == 1;
                let counted = |element: ElementId| {
                    let mut kinds = (0..self.layout.kinds.len() as u16).map(KindId).filter(|&kind| of_mask(kind));
                    !kinds.any(|kind| self.layout.can_be(element, kind)) || elements.contains(&element)
                };
                if !self.layout.elements().all(counted) {
                    return Err(Beyond("counting some pieces of a kind only"));
                }
                Form::CountKinds { mask: *mask }
            }
            Node::Repeats => Form::Repeats,
            Node::Global(global) => Form::Global(global),
            Node::Moved => Form::Moved,
            Node::Captured => Form::Captured,
            Node::ElementOn(_) => Form::ElementOn(at()),
            Node::Score(player) => Form::Score(player),
            Node::NoMoves => Form::NoMoves,
            Node::Store { variable, .. } => Form::Store(variable, Box::new(part(0)?)),
            Node::Number(variable) | Node::Flag(variable) => Form::Variable(variable),
            Node::SetMover(player) => Form::SetMover(player),
            Node::Do { deed, operands, .. } => {
                let count = self.code.operands(operands).len();
                Form::Do(deed, (0..count).map(part).collect::<Result<Vec<_>, _>>()?)
            }
            other => return Err(Beyond(name(other))),
        })
    }

    /// The elements of which a node gives the first that is off the board, or none.
    pub(super) fn first_off(&self, id: NodeId) -> Option<Vec<ElementId>> {
        const NOTHING: Value = Value::Thing(Thing::Element(None));
        let mut elements = Vec::new();
        let mut rest = id;
        while let Node::If { condition, yes, no } = self.node(rest) {
            let (Node::Same(place, nowhere), Node::Const(Value::Thing(Thing::Element(Some(element))))) =
                (self.node(condition), self.node(yes))
            else {
                return None;
            };
            let asks = matches!(self.node(place), Node::PlaceOf(asked) if asked == element)
                && self.node(nowhere) == Node::Const(Value::Thing(Thing::Location(None)));
            if !asks || elements.last().is_some_and(|&last| last > element) {
                return None;
            }
            elements.push(element);
            rest = no;
        }
        (self.node(rest) == Node::Const(NOTHING) && !elements.is_empty()).then_some(elements)
    }

    /// The kinds that some elements can be of, as bits of a mask.
    pub(super) fn kinds_of(&self, elements: &[ElementId]) -> Result<u64, Beyond> {
        if self.layout.all_kinds().is_none() {
            return Err(Beyond("too many kinds of pieces"));
        }
        let kinds = (0..self.layout.kinds.len() as u16).map(KindId);
        let can = |kind: &KindId| elements.iter().any(|&element| self.layout.can_be(element, *kind));
        Ok(kinds.filter(can).fold(0, |mask, kind| mask | 2 << kind.0))
    }

    /// The form of nodes that ask for all of some parts, or for one.
    fn listed(&self, nodes: &[Laned], all: bool, fixed: bool) -> Result<Form, Beyond> {
        let mut slots: FxHashMap<u64, Vec<(u16, Single)>> = FxHashMap::default();
        let mut order = Vec::new();
        for &(lane, node) in nodes {
            for single in self.list(node).expect("the first one has a list").1 {
                let key = match single {
                    Single::Cell(location, mask) => hash_cell(lane, location, mask),
                    Single::Node(node) => self.whole(lane, node),
                };
                let slot = slots.entry(key).or_insert_with(|| {
                    order.push(key);
                    Vec::new()
                });
                // The same asked twice is asked once.
                if slot.last().is_none_or(|(last, _)| *last != lane) {
                    slot.push((lane, single));
                }
            }
        }
        let mut parts = Vec::new();
        for key in order {
            let slot = &slots[&key];
            let lanes = (slot.len() < nodes.len())
                .then(|| Lanes::of(self.words, slot.iter().map(|(lane, _)| usize::from(*lane))));
            let form = match slot[0] {
                (lane, Single::Cell(location, mask)) => {
                    let at =
                        if fixed { At::Fixed(location) } else { At::Lane(i32::from(location.0) - i32::from(lane)) };
                    Form::Cell { at, mask }
                }
                (_, Single::Node(node)) if fixed => self.fixed(node)?,
                _ => {
                    let node = |&(lane, single): &(u16, Single)| match single {
                        Single::Node(node) => (lane, node),
                        Single::Cell(..) => unreachable!("cells have keys of their own"),
                    };
                    self.form(&slot.iter().map(node).collect::<Vec<_>>())?
                }
            };
            parts.push(Part { lanes, form });
        }
        let parts = Self::not_too_many(parts)?;
        Ok(if all { Form::All(parts) } else { Form::Any(parts) })
    }

    /// The form of sequences; the steps that some lanes have only are put where they are in order for all.
    fn sequence(&self, nodes: &[Laned], fixed: bool) -> Result<Form, Beyond> {
        type Key = (u64, usize);
        let mut order: Vec<Key> = Vec::new();
        let mut steps: FxHashMap<Key, Vec<Laned>> = FxHashMap::default();
        for &(lane, node) in nodes {
            let mut place = 0;
            let mut before: FxHashMap<u64, usize> = FxHashMap::default();
            for part in self.parts(node) {
                let step = self.step(lane, part);
                let occurrence = before.entry(step).or_default();
                let key = (step, *occurrence);
                *occurrence += 1;
                match order.iter().position(|known| *known == key) {
                    Some(known) if known >= place => place = known + 1,
                    Some(_) => return Err(Beyond("steps in another order for some places")),
                    None => {
                        order.insert(place, key);
                        place += 1;
                    }
                }
                steps.entry(key).or_default().push((lane, part));
            }
        }
        let part = |key: &Key| {
            let step = &steps[key];
            let lanes = (step.len() < nodes.len()).then(|| self.lanes(step));
            Ok(Part { lanes, form: if fixed { self.fixed(step[0].1)? } else { self.form(step)? } })
        };
        Ok(Form::Seq(Self::not_too_many(order.iter().map(part).collect::<Result<Vec<_>, Beyond>>()?)?))
    }

    /// The form of rays that begin equally far from their lanes.
    fn ray(&self, nodes: &[Laned], fixed: bool) -> Result<Form, Beyond> {
        let rays: Vec<(u16, &Ray)> = nodes
            .iter()
            .map(|&(lane, node)| match self.node(node) {
                Node::FirstIn { ray } => (lane, &self.code.rays[ray as usize]),
                _ => unreachable!("heads are the same"),
            })
            .collect();
        let Ray { cells, stop, yes, end } = rays[0].1;
        if fixed {
            let cell = |&cell: &LocationId, mask: u64| Form::Cell { at: At::Fixed(cell), mask };
            let rest = Form::Const(Value::Bool(*end));
            let look = |rest, next| Form::If(Box::new([cell(next, *stop), cell(next, *yes), rest]));
            return Ok(cells.iter().rev().fold(rest, look));
        }
        self.straight(&rays)
    }

    /// The form of rays that begin equally far from their lanes and are stopped by the same.
    fn straight(&self, rays: &[(u16, &Ray)]) -> Result<Form, Beyond> {
        let (lane, Ray { cells, stop, yes, end }) = rays[0];
        let first = i32::from(cells[0].0) - i32::from(lane);
        let mut step = None;
        let (mut next, mut last) = (Lanes::none(self.words), Lanes::none(self.words));
        for (_, Ray { cells, .. }) in rays {
            for pair in cells.windows(2) {
                let this = i32::from(pair[1].0) - i32::from(pair[0].0);
                if *step.get_or_insert(this) != this {
                    return Err(Beyond("a ray that is not straight"));
                }
                next.add(pair[0].index());
            }
            last.add(cells.last().expect("a ray has cells").index());
        }
        if next.members().any(|cell| last.has(cell)) {
            return Err(Beyond("rays that end before the board does"));
        }
        Ok(Form::Ray { first, step: step.unwrap_or(0), stop: *stop, yes: *yes, end: *end, next })
    }

    /// The form of walks, if that is what all nodes are, in the same direction.
    fn walks(&self, nodes: &[Laned]) -> Option<Form> {
        let walks: Vec<(u16, Walk)> =
            nodes.iter().map(|&(lane, node)| Some((lane, self.walk(node)?))).collect::<Option<_>>()?;
        let (deed, number) = walks.iter().find_map(|(_, walk)| walk.does)?;
        let same = |walk: &Walk| {
            (walk.ray.stop, walk.ray.yes) == (walks[0].1.ray.stop, walks[0].1.ray.yes)
                && walk.does.is_none_or(|does| does == (deed, number))
        };
        let rays: Vec<(u16, &Ray)> = walks.iter().map(|(lane, walk)| (*lane, &walk.ray)).collect();
        let begins = |(lane, ray): &(u16, &Ray)| i32::from(ray.cells[0].0) - i32::from(*lane);
        let together =
            walks.iter().all(|(_, walk)| same(walk)) && rays.iter().all(|ray| begins(ray) == begins(&rays[0]));
        let ray = if together { self.straight(&rays).ok()? } else { return None };
        Some(Form::Walk { ray: Box::new(ray), deed, number })
    }

    /// A chain of questions about one cell after the other: whether its kind stops the chain, and then whether it is one
    /// for which something is done with all cells before.
    fn walk(&self, id: NodeId) -> Option<Walk> {
        let mut cells: Vec<LocationId> = Vec::new();
        let (mut stops, mut goals, mut does) = (None, None, None);
        let mut rest = id;
        while let Node::If { condition, yes, no } = self.node(rest) {
            let Node::CellIn { location, mask } = self.node(condition) else { return None };
            if *stops.get_or_insert(mask) != mask || mask & 1 == 0 {
                return None;
            }
            if cells.is_empty() {
                matches!(self.node(yes), Node::Const(_)).then_some(())?;
            } else {
                let Node::If { condition, yes, no } = self.node(yes) else { return None };
                let Node::CellIn { location: same, mask: goal } = self.node(condition) else { return None };
                let nothing = matches!(self.node(no), Node::Const(_));
                if same != location || !nothing || *goals.get_or_insert(goal) != goal {
                    return None;
                }
                let done = self.done_with(yes, &cells)?;
                if *does.get_or_insert(done) != done {
                    return None;
                }
            }
            cells.push(location);
            rest = no;
        }
        let Node::Const(_) = self.node(rest) else { return None };
        let (stop, yes) = (stops?, goals.unwrap_or(0));
        Some(Walk { ray: Ray { cells: cells.into(), stop, yes, end: false }, does })
    }

    /// What a node does with the element on each of some cells, once each, and with nothing else.
    fn done_with(&self, id: NodeId, cells: &[LocationId]) -> Option<(Deed, i32)> {
        let deeds = match self.node(id) {
            Node::Seq(list) => self.code.operands(list).to_vec(),
            _ => vec![id],
        };
        let (mut done, mut left) = (None, cells.to_vec());
        for deed in deeds {
            let (deed, operands) = match self.node(deed) {
                Node::Const(_) => continue,
                Node::Do { deed: deed @ (Deed::SetOwner | Deed::SetState), operands, .. } => {
                    (deed, self.code.operands(operands))
                }
                _ => return None,
            };
            let (Node::ElementOn(cell), Node::Const(Value::Int(number))) =
                (self.node(operands[0]), self.node(operands[1]))
            else {
                return None;
            };
            let index = left.iter().position(|&left| left == cell)?;
            left.swap_remove(index);
            if *done.get_or_insert((deed, number)) != (deed, number) {
                return None;
            }
        }
        done.filter(|_| left.is_empty())
    }

    /// Lines of cells, if that is what all nodes ask for, with the same mask and more than single cells.
    fn all_lines(&self, nodes: &[Laned]) -> Option<Form> {
        let mut rows = BTreeMap::new();
        let mut common = None;
        for &(lane, node) in nodes {
            let (mask, lines) = self.lines(node)?;
            if *common.get_or_insert(mask) != mask {
                return None;
            }
            rows.insert(lane, lines);
        }
        Some(Form::Lines { mask: common?, fixed: false, rows })
    }

    fn lines(&self, id: NodeId) -> Option<Lines> {
        if matches!(self.node(id), Node::CellIn { .. }) {
            return None;
        }
        let (all, parts) = self.list(id)?;
        let mut mask = None;
        let mut same = |other: u64| (*mask.get_or_insert(other) == other).then_some(());
        let mut lines = Vec::new();
        if all {
            let mut line = Vec::new();
            for part in parts {
                let Single::Cell(location, of) = part else { return None };
                same(of)?;
                line.push(location);
            }
            lines.push(line);
        } else {
            for part in parts {
                match part {
                    Single::Cell(location, of) => {
                        same(of)?;
                        lines.push(vec![location]);
                    }
                    Single::Node(node) => {
                        let (of, mut inner) = self.lines(node)?;
                        same(of)?;
                        lines.append(&mut inner);
                    }
                }
            }
        }
        for line in &mut lines {
            line.sort_unstable();
        }
        Some((mask?, lines))
    }
}

/// What [`Lift::walk`] finds: where it goes, and what it does if it comes far enough for that.
struct Walk {
    ray: Ray,
    does: Option<(Deed, i32)>,
}

/// A part of a list: a test of one cell, or another node.
#[derive(Clone, Copy, Debug)]
enum Single {
    Cell(LocationId, u64),
    Node(NodeId),
}

fn hash_cell(lane: u16, location: LocationId, mask: u64) -> u64 {
    let mut hasher = FxHasher::default();
    (902, i32::from(location.0) - i32::from(lane), mask).hash(&mut hasher);
    hasher.finish()
}

/// What a node is, for telling why it is not compiled.
fn name(node: Node) -> &'static str {
    match node {
        Node::Reached { .. } => "asking what is reached",
        Node::Turn => "asking for the number of the turn",
        Node::Extreme { .. } => "a greatest or least value",
        Node::Call { .. } | Node::Loop { .. } | Node::Template { .. } | Node::Set { .. } => {
            "texts and sets made at play"
        }
        Node::Fail(_) => "a fault that is certain",
        Node::GlobalHas { .. } | Node::Hold { .. } => "variables that hold sets",
        Node::PlaceOf(_) | Node::PlaceOfAny(_) | Node::Place(_) | Node::At { .. } => "asking where an element is",
        Node::PlaceOfFirst { .. } => "asking for the first of some elements",
        Node::KindIn { .. } | Node::Kind { .. } | Node::KindOfAny { .. } => "asking for the kind of an element",
        Node::ByPlace { .. } | Node::Switch(_) => "asking about a place that is only known at play",
        _ => "an expression of a rare kind",
    }
}
