//! Second pass: merges the code of the lanes of a move group into one kernel ([`Kernel`]).
//!
//! The compiled form has separate code for each move. Moves of one rule have the same code but for the cells in it, and
//! these are mostly at a fixed distance from the lane (anti-unification of the code of all lanes). Parts that only some
//! lanes have, because others are at an edge of the board, are masked with the set of these lanes.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::tables::code::{Code, Node, NodeId, Ray};
use crate::tables::value::Value;
use boardwright_game::ids::{ElementId, LocationId};
use boardwright_interpreter::kinds::PieceKindId;
use boardwright_interpreter::layout::Layout;
use boardwright_rules::{Effect, Thing};

use super::Unsupported;
use super::kernel::{CellRef, Kernel, LaneNode, LaneSet, MaskedKernel};

/// Maximum number of parts of one kernel.
const MAX_PARTS: usize = 200;

pub(super) struct KernelBuilder<'a> {
    pub(super) layout: &'a Layout,
    pub(super) code: &'a Code,
    /// Number of words of a set of locations.
    pub(super) words: usize,
    /// `true` if kernels are evaluated for a single lane, so that lines of cells may stay lists.
    pub(super) is_single_lane: bool,
}

/// Lines of cells: a mask of kinds, and lines of which one must match in all cells.
type CellLines = (u64, Vec<Vec<LocationId>>);

impl KernelBuilder<'_> {
    /// Builds the uniform kernel of a node.
    pub(super) fn uniform_kernel(&self, node: NodeId) -> Result<Kernel, Unsupported> {
        self.merged_kernel(&[(0, node)], true)
    }

    /// Builds the kernel of the nodes of some lanes, one node each.
    pub(super) fn kernel(&self, nodes: &[LaneNode]) -> Result<Kernel, Unsupported> {
        let (first, others) = nodes.split_first().expect("there is a lane");
        // Identical code names identical cells.
        if !others.is_empty() && others.iter().all(|(_, node)| self.code.is_same(first.1, *node)) {
            return self.uniform_kernel(first.1);
        }
        if self.is_single_lane
            && let Some(lines) = self.lines_kernel(nodes)
        {
            return Ok(lines);
        }
        if let Some(walks) = self.walk_kernel(nodes) {
            return Ok(walks);
        }
        let mut by_head: BTreeMap<u64, Vec<LaneNode>> = BTreeMap::new();
        for &(lane, node) in nodes {
            by_head.entry(self.root_hash(lane, node)).or_default().push((lane, node));
        }
        if by_head.len() == 1 {
            return self.merged_kernel(nodes, false);
        }
        let parts: Result<Vec<MaskedKernel>, Unsupported> = by_head
            .values()
            .map(|nodes| {
                Ok(MaskedKernel { lanes: Some(self.lane_set(nodes)), kernel: self.merged_kernel(nodes, false)? })
            })
            .collect();
        Ok(Kernel::PerLane(Self::check_part_count(parts?)?))
    }

    fn lane_set(&self, nodes: &[LaneNode]) -> LaneSet {
        LaneSet::from_members(self.words, nodes.iter().map(|(lane, _)| usize::from(*lane)))
    }

    fn check_part_count(parts: Vec<MaskedKernel>) -> Result<Vec<MaskedKernel>, Unsupported> {
        if parts.len() > MAX_PARTS {
            Err(Unsupported("a rule with too many location-dependent parts"))
        } else {
            Ok(parts)
        }
    }

    /// The node itself, with shared nodes resolved.
    fn node(&self, id: NodeId) -> Node {
        match self.code[id] {
            Node::Shared { id, .. } => self.node(self.code.shared[id as usize]),
            node => node,
        }
    }

    /// Hash of the root of a node; nodes with equal hashes can share one kernel root.
    fn root_hash(&self, lane: u16, id: NodeId) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash_root(lane, id, &mut hasher);
        if self.is_single_lane && self.named_location(id).is_some() {
            // For a single lane the location may be loaded from a table.
            let mut hasher = FxHasher::default();
            std::mem::discriminant(&self.node(id)).hash(&mut hasher);
            if let Node::CellIn { mask, .. } = self.node(id) {
                mask.hash(&mut hasher);
            }
            return hasher.finish();
        }
        if let Node::FirstOnRay { ray } = self.node(id) {
            let cells = &self.code.rays[ray as usize].cells;
            // The step is only known for rays of several cells.
            cells.get(1).map(|second| i32::from(second.0) - i32::from(cells[0].0)).hash(&mut hasher);
        }
        hasher.finish()
    }

    fn hash_root(&self, lane: u16, id: NodeId, hasher: &mut FxHasher) {
        let node = self.node(id);
        let cell = |location: LocationId| i32::from(location.0) - i32::from(lane);
        match node {
            // Conjunctions of cell tests, and disjunctions.
            Node::All(_) | Node::CellAnd { .. } | Node::CellsIn { .. } => 900.hash(hasher),
            Node::CellOr { .. } | Node::AnyIn { .. } | Node::Any(_) => 901.hash(hasher),
            _ => std::mem::discriminant(&node).hash(hasher),
        }
        match node {
            Node::CellIn { location, mask } => (cell(location), mask).hash(hasher),
            Node::ElementOn(location) => cell(location).hash(hasher),
            Node::FirstOnRay { ray } => {
                let Ray { cells, stop, yes, end } = &self.code.rays[ray as usize];
                (cell(cells[0]), stop, yes, end).hash(hasher);
            }
            Node::Const(value) => value.hash(hasher),
            Node::Global(global) => global.hash(hasher),
            Node::Store { variable, .. } | Node::Number(variable) | Node::Flag(variable) => variable.hash(hasher),
            Node::Arith { op, .. } => op.hash(hasher),
            Node::Effect { effect: deed, operands, .. } => (deed, self.code.operands(operands).len()).hash(hasher),
            Node::CountCells { count } | Node::CountKinds { count } => count.hash(hasher),
            Node::Score(player) | Node::SetMover(player) => player.hash(hasher),
            _ => {}
        }
    }

    /// The location that a node names, if it names exactly one.
    fn named_location(&self, id: NodeId) -> Option<LocationId> {
        match self.node(id) {
            Node::CellIn { location, .. }
            | Node::ElementOn(location)
            | Node::Const(Value::Thing(Thing::Location(Some(location)))) => Some(location),
            _ => None,
        }
    }

    /// Locations named by nodes of the same root, relative to their lanes.
    fn cell_ref(&self, nodes: &[LaneNode]) -> CellRef {
        let places: BTreeMap<u16, LocationId> =
            nodes.iter().filter_map(|&(lane, node)| Some((lane, self.named_location(node)?))).collect();
        let by = |(&lane, place): (&u16, &LocationId)| i32::from(place.0) - i32::from(lane);
        let first = places.iter().next().map_or(0, by);
        if places.iter().all(|entry| by(entry) == first) { CellRef::Relative(first) } else { CellRef::PerLane(places) }
    }

    /// Hash of a whole node relative to its lane; the length of rays does not count.
    fn node_hash(&self, lane: u16, id: NodeId) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash_root(lane, id, &mut hasher);
        match self.flattened(id) {
            Some((_, parts)) => {
                // Order does not matter.
                let parts = parts.iter().map(|part| match *part {
                    ListPart::Node(node) => self.node_hash(lane, node),
                    ListPart::Cell(location, mask) => hash_cell(lane, location, mask),
                });
                parts.fold(0_u64, u64::wrapping_add).hash(&mut hasher);
            }
            None => {
                if !matches!(self.node(id), Node::CellIn { .. }) {
                    for part in self.parts(id) {
                        self.node_hash(lane, part).hash(&mut hasher);
                    }
                }
            }
        }
        hasher.finish()
    }

    /// Hash of a step of a sequence; equal hashes mean probably the same step.
    fn step_hash(&self, lane: u16, id: NodeId) -> u64 {
        let mut hasher = FxHasher::default();
        self.hash_root(lane, id, &mut hasher);
        match self.node(id) {
            Node::If { condition, .. } => self.node_hash(lane, condition).hash(&mut hasher),
            Node::Effect { operands, .. } => {
                for &part in self.code.operands(operands) {
                    self.step_hash(lane, part).hash(&mut hasher);
                }
            }
            Node::Seq(list) => self.step_hash(lane, self.code.operands(list)[0]).hash(&mut hasher),
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

    /// Flattened conjunction (`true`) or disjunction; short forms are expanded to tests of single cells.
    fn flattened(&self, id: NodeId) -> Option<(bool, Vec<ListPart>)> {
        let (all, mut parts, rest) = match self.node(id) {
            Node::All(list) => (true, Vec::new(), self.code.operands(list)),
            Node::Any(list) => (false, Vec::new(), self.code.operands(list)),
            Node::CellAnd { location, mask, ref then } => (true, vec![ListPart::Cell(location, mask)], &[*then][..]),
            Node::CellOr { location, mask, ref other } => (false, vec![ListPart::Cell(location, mask)], &[*other][..]),
            Node::CellsIn { start, end, mask } | Node::AnyIn { start, end, mask } => {
                let cells = &self.code.cells[start as usize..end as usize];
                let all = matches!(self.node(id), Node::CellsIn { .. });
                (all, cells.iter().map(|&cell| ListPart::Cell(cell, mask)).collect(), &[][..])
            }
            _ => return None,
        };
        for &part in rest {
            match self.flattened(part) {
                Some((same, inner)) if same == all => parts.extend(inner),
                _ => match self.node(part) {
                    Node::CellIn { location, mask } => parts.push(ListPart::Cell(location, mask)),
                    _ => parts.push(ListPart::Node(part)),
                },
            }
        }
        Some((all, parts))
    }

    /// Builds the kernel of nodes with equal root hashes; `is_uniform`: of one node for all lanes.
    fn merged_kernel(&self, nodes: &[LaneNode], is_uniform: bool) -> Result<Kernel, Unsupported> {
        let first = nodes[0].1;
        if is_uniform
            && self.is_single_lane
            && let Some((mask, rows)) = self.recognise_lines(first)
        {
            return Ok(Kernel::Lines { mask, is_uniform: true, rows: [(0, rows)].into() });
        }
        if let Some((all, _)) = self.flattened(first) {
            return self.junction_kernel(nodes, all, is_uniform);
        }
        if is_uniform && let Some(elements) = self.first_off_board(first) {
            let mask = self.kinds_of(&elements)?;
            let members = elements.iter().map(|element| element.index());
            return Ok(Kernel::FirstOff {
                elements: LaneSet::from_members(self.layout.initial_kind.len().div_ceil(64), members),
                mask,
            });
        }
        let at = || {
            if is_uniform {
                CellRef::Uniform(self.named_location(first).expect("it names a location"))
            } else {
                self.cell_ref(nodes)
            }
        };
        let part = |index: usize| {
            let parts: Vec<LaneNode> = nodes.iter().map(|&(lane, node)| (lane, self.parts(node)[index])).collect();
            if is_uniform { self.uniform_kernel(parts[0].1) } else { self.kernel(&parts) }
        };
        Ok(match self.node(first) {
            Node::Const(Value::Thing(Thing::Location(Some(_)))) => Kernel::Location(at()),
            Node::Const(value) => Kernel::Const(value),
            Node::CellIn { mask, .. } => Kernel::Cell { at: at(), mask },
            Node::FirstOnRay { .. } => return self.ray_kernel(nodes, is_uniform),
            Node::Not(_) => Kernel::Not(Box::new(part(0)?)),
            Node::If { .. } => Kernel::If(Box::new([part(0)?, part(1)?, part(2)?])),
            Node::Same(..) => Kernel::Same(Box::new([part(0)?, part(1)?])),
            Node::Less(..) => Kernel::Less(Box::new([part(0)?, part(1)?])),
            Node::Arith { op, .. } => Kernel::Arith(op, Box::new([part(0)?, part(1)?])),
            Node::Seq(_) => self.sequence_kernel(nodes, is_uniform)?,
            Node::Count(_) => {
                let most = nodes.iter().map(|(_, node)| self.parts(*node).len()).max().unwrap_or(0);
                let counted = |index: usize| {
                    let those = nodes.iter().filter(|(_, node)| self.parts(*node).len() > index).copied();
                    let those: Vec<LaneNode> = those.map(|(lane, node)| (lane, self.parts(node)[index])).collect();
                    let lanes = (those.len() < nodes.len()).then(|| self.lane_set(&those));
                    Ok(MaskedKernel {
                        lanes,
                        kernel: if is_uniform { self.uniform_kernel(those[0].1)? } else { self.kernel(&those)? },
                    })
                };
                Kernel::Count((0..most).map(counted).collect::<Result<_, Unsupported>>()?)
            }
            Node::CountCells { count } => {
                let (cells, mask) = &self.code.counted_cells[count as usize];
                Kernel::CountCells {
                    cells: LaneSet::from_members(self.words, cells.iter().map(|cell| cell.index())),
                    mask: *mask,
                }
            }
            Node::CountKinds { count } => {
                let (elements, mask) = &self.code.counted_elements[count as usize];
                let of_mask = |kind: PieceKindId| mask >> (kind.0 + 1) & 1 == 1;
                let counted = |element: ElementId| {
                    let mut kinds = (0..self.layout.kinds.len() as u16).map(PieceKindId).filter(|&kind| of_mask(kind));
                    !kinds.any(|kind| self.layout.can_have_kind(element, kind)) || elements.contains(&element)
                };
                if !self.layout.elements().all(counted) {
                    return Err(Unsupported("a count of only some pieces of a kind"));
                }
                Kernel::CountKinds { mask: *mask }
            }
            Node::Repeats => Kernel::Repeats,
            Node::Global(global) => Kernel::Global(global),
            Node::Moved => Kernel::Moved,
            Node::Captured => Kernel::Captured,
            Node::ElementOn(_) => Kernel::ElementOn(at()),
            Node::Score(player) => Kernel::Score(player),
            Node::NoMoves => Kernel::NoMoves,
            Node::Store { variable, .. } => Kernel::Store(variable, Box::new(part(0)?)),
            Node::Number(variable) | Node::Flag(variable) => Kernel::Variable(variable),
            Node::SetMover(player) => Kernel::SetMover(player),
            Node::Effect { effect: deed, operands, .. } => {
                let count = self.code.operands(operands).len();
                Kernel::Do(deed, (0..count).map(part).collect::<Result<Vec<_>, _>>()?)
            }
            other => return Err(Unsupported(unsupported_node(other))),
        })
    }

    /// The elements of a chain that yields the first one off the board, if a node is such a chain.
    pub(super) fn first_off_board(&self, id: NodeId) -> Option<Vec<ElementId>> {
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

    /// Mask of the kinds that some elements can have.
    pub(super) fn kinds_of(&self, elements: &[ElementId]) -> Result<u64, Unsupported> {
        if self.layout.all_kinds_mask().is_none() {
            return Err(Unsupported("too many kinds of pieces"));
        }
        let kinds = (0..self.layout.kinds.len() as u16).map(PieceKindId);
        let can = |kind: &PieceKindId| elements.iter().any(|&element| self.layout.can_have_kind(element, *kind));
        Ok(kinds.filter(can).fold(0, |mask, kind| mask | 2 << kind.0))
    }

    /// Builds the kernel of conjunctions (`all`) or disjunctions.
    fn junction_kernel(&self, nodes: &[LaneNode], all: bool, is_uniform: bool) -> Result<Kernel, Unsupported> {
        let mut slots: FxHashMap<u64, Vec<(u16, ListPart)>> = FxHashMap::default();
        let mut order = Vec::new();
        for &(lane, node) in nodes {
            for single in self.flattened(node).expect("the first one has a list").1 {
                let key = match single {
                    ListPart::Cell(location, mask) => hash_cell(lane, location, mask),
                    ListPart::Node(node) => self.node_hash(lane, node),
                };
                let slot = slots.entry(key).or_insert_with(|| {
                    order.push(key);
                    Vec::new()
                });
                // Duplicates are evaluated once.
                if slot.last().is_none_or(|(last, _)| *last != lane) {
                    slot.push((lane, single));
                }
            }
        }
        let mut parts = Vec::new();
        for key in order {
            let slot = &slots[&key];
            let lanes = (slot.len() < nodes.len())
                .then(|| LaneSet::from_members(self.words, slot.iter().map(|(lane, _)| usize::from(*lane))));
            let kernel = match slot[0] {
                (lane, ListPart::Cell(location, mask)) => {
                    let at = if is_uniform {
                        CellRef::Uniform(location)
                    } else {
                        CellRef::Relative(i32::from(location.0) - i32::from(lane))
                    };
                    Kernel::Cell { at, mask }
                }
                (_, ListPart::Node(node)) if is_uniform => self.uniform_kernel(node)?,
                _ => {
                    let node = |&(lane, single): &(u16, ListPart)| match single {
                        ListPart::Node(node) => (lane, node),
                        ListPart::Cell(..) => unreachable!("cells have keys of their own"),
                    };
                    self.kernel(&slot.iter().map(node).collect::<Vec<_>>())?
                }
            };
            parts.push(MaskedKernel { lanes, kernel });
        }
        let parts = Self::check_part_count(parts)?;
        Ok(if all { Kernel::All(parts) } else { Kernel::Any(parts) })
    }

    /// Builds the kernel of sequences; steps of some lanes only are inserted so that the order holds for all lanes.
    fn sequence_kernel(&self, nodes: &[LaneNode], is_uniform: bool) -> Result<Kernel, Unsupported> {
        type Key = (u64, usize);
        let mut order: Vec<Key> = Vec::new();
        let mut steps: FxHashMap<Key, Vec<LaneNode>> = FxHashMap::default();
        for &(lane, node) in nodes {
            let mut place = 0;
            let mut before: FxHashMap<u64, usize> = FxHashMap::default();
            for part in self.parts(node) {
                let step = self.step_hash(lane, part);
                let occurrence = before.entry(step).or_default();
                let key = (step, *occurrence);
                *occurrence += 1;
                match order.iter().position(|known| *known == key) {
                    Some(known) if known >= place => place = known + 1,
                    Some(_) => return Err(Unsupported("a location-dependent order of effects")),
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
            let lanes = (step.len() < nodes.len()).then(|| self.lane_set(step));
            Ok(MaskedKernel {
                lanes,
                kernel: if is_uniform { self.uniform_kernel(step[0].1)? } else { self.kernel(step)? },
            })
        };
        Ok(Kernel::Seq(Self::check_part_count(order.iter().map(part).collect::<Result<Vec<_>, Unsupported>>()?)?))
    }

    /// Builds the kernel of rays that begin at the same distance from their lanes.
    fn ray_kernel(&self, nodes: &[LaneNode], is_uniform: bool) -> Result<Kernel, Unsupported> {
        let rays: Vec<(u16, &Ray)> = nodes
            .iter()
            .map(|&(lane, node)| match self.node(node) {
                Node::FirstOnRay { ray } => (lane, &self.code.rays[ray as usize]),
                _ => unreachable!("root hashes are equal"),
            })
            .collect();
        let Ray { cells, stop, yes, end } = rays[0].1;
        if is_uniform {
            let cell = |&cell: &LocationId, mask: u64| Kernel::Cell { at: CellRef::Uniform(cell), mask };
            let rest = Kernel::Const(Value::Bool(*end));
            let look = |rest, next| Kernel::If(Box::new([cell(next, *stop), cell(next, *yes), rest]));
            return Ok(cells.iter().rev().fold(rest, look));
        }
        self.straight_ray_kernel(&rays)
    }

    /// Builds the kernel of rays that begin at the same distance from their lanes and have the same stop masks.
    fn straight_ray_kernel(&self, rays: &[(u16, &Ray)]) -> Result<Kernel, Unsupported> {
        let (lane, Ray { cells, stop, yes, end }) = rays[0];
        let first = i32::from(cells[0].0) - i32::from(lane);
        let mut step = None;
        let (mut next, mut last) = (LaneSet::empty(self.words), LaneSet::empty(self.words));
        for (_, Ray { cells, .. }) in rays {
            for pair in cells.windows(2) {
                let this = i32::from(pair[1].0) - i32::from(pair[0].0);
                if *step.get_or_insert(this) != this {
                    return Err(Unsupported("a ray that is not straight"));
                }
                next.insert(pair[0].index());
            }
            last.insert(cells.last().expect("a ray has cells").index());
        }
        if next.members().any(|cell| last.contains(cell)) {
            return Err(Unsupported("rays that end before the edge of the board"));
        }
        Ok(Kernel::Ray { first, step: step.unwrap_or(0), stop: *stop, yes: *yes, end: *end, next })
    }

    /// Builds the kernel of walks, if all nodes are walks in the same direction.
    fn walk_kernel(&self, nodes: &[LaneNode]) -> Option<Kernel> {
        let walks: Vec<(u16, Walk)> =
            nodes.iter().map(|&(lane, node)| Some((lane, self.recognise_walk(node)?))).collect::<Option<_>>()?;
        let (deed, number) = walks.iter().find_map(|(_, walk)| walk.effect)?;
        let same = |walk: &Walk| {
            (walk.ray.stop, walk.ray.yes) == (walks[0].1.ray.stop, walks[0].1.ray.yes)
                && walk.effect.is_none_or(|does| does == (deed, number))
        };
        let rays: Vec<(u16, &Ray)> = walks.iter().map(|(lane, walk)| (*lane, &walk.ray)).collect();
        let begins = |(lane, ray): &(u16, &Ray)| i32::from(ray.cells[0].0) - i32::from(*lane);
        let together =
            walks.iter().all(|(_, walk)| same(walk)) && rays.iter().all(|ray| begins(ray) == begins(&rays[0]));
        let ray = if together { self.straight_ray_kernel(&rays).ok()? } else { return None };
        Some(Kernel::Walk { ray: Box::new(ray), deed, number })
    }

    /// Recognises a walk: a chain of tests of consecutive cells, each whether its kind stops the chain, and then
    /// whether it is a kind for which an effect is applied to all cells before.
    fn recognise_walk(&self, id: NodeId) -> Option<Walk> {
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
                let done = self.common_effect(yes, &cells)?;
                if *does.get_or_insert(done) != done {
                    return None;
                }
            }
            cells.push(location);
            rest = no;
        }
        let Node::Const(_) = self.node(rest) else { return None };
        let (stop, yes) = (stops?, goals.unwrap_or(0));
        Some(Walk { ray: Ray { cells: cells.into(), stop, yes, end: false }, effect: does })
    }

    /// Recognises one effect applied to the element on each of some cells, once each, and nothing else.
    fn common_effect(&self, id: NodeId, cells: &[LocationId]) -> Option<(Effect, i32)> {
        let deeds = match self.node(id) {
            Node::Seq(list) => self.code.operands(list).to_vec(),
            _ => vec![id],
        };
        let (mut done, mut left) = (None, cells.to_vec());
        for deed in deeds {
            let (deed, operands) = match self.node(deed) {
                Node::Const(_) => continue,
                Node::Effect { effect: deed @ (Effect::SetOwner | Effect::SetState), operands, .. } => {
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

    /// Builds a lines kernel, if all nodes test lines of several cells with the same mask.
    fn lines_kernel(&self, nodes: &[LaneNode]) -> Option<Kernel> {
        let mut rows = BTreeMap::new();
        let mut common = None;
        for &(lane, node) in nodes {
            let (mask, lines) = self.recognise_lines(node)?;
            if *common.get_or_insert(mask) != mask {
                return None;
            }
            rows.insert(lane, lines);
        }
        Some(Kernel::Lines { mask: common?, is_uniform: false, rows })
    }

    fn recognise_lines(&self, id: NodeId) -> Option<CellLines> {
        if matches!(self.node(id), Node::CellIn { .. }) {
            return None;
        }
        let (all, parts) = self.flattened(id)?;
        let mut mask = None;
        let mut same = |other: u64| (*mask.get_or_insert(other) == other).then_some(());
        let mut lines = Vec::new();
        if all {
            let mut line = Vec::new();
            for part in parts {
                let ListPart::Cell(location, of) = part else { return None };
                same(of)?;
                line.push(location);
            }
            lines.push(line);
        } else {
            for part in parts {
                match part {
                    ListPart::Cell(location, of) => {
                        same(of)?;
                        lines.push(vec![location]);
                    }
                    ListPart::Node(node) => {
                        let (of, mut inner) = self.recognise_lines(node)?;
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

/// Result of [`KernelBuilder::recognise_walk`]: its ray, and the effect if the ray is long enough for one.
struct Walk {
    ray: Ray,
    effect: Option<(Effect, i32)>,
}

/// A part of a conjunction or disjunction: a test of one cell, or another node.
#[derive(Clone, Copy, Debug)]
enum ListPart {
    Cell(LocationId, u64),
    Node(NodeId),
}

fn hash_cell(lane: u16, location: LocationId, mask: u64) -> u64 {
    let mut hasher = FxHasher::default();
    (902, i32::from(location.0) - i32::from(lane), mask).hash(&mut hasher);
    hasher.finish()
}

/// Description of an unsupported node.
fn unsupported_node(node: Node) -> &'static str {
    match node {
        Node::Reached { .. } => "reachability queries",
        Node::Turn => "the turn number as a value",
        Node::Extreme { .. } => "a minimum or maximum",
        Node::Call { .. } | Node::Loop { .. } | Node::Template { .. } | Node::Set { .. } => {
            "texts or sets that are computed at run time"
        }
        Node::Fail(_) => "an expression that always fails",
        Node::GlobalHas { .. } | Node::AssignSet { .. } => "set variables",
        Node::PlaceOf(_) | Node::PlaceOfComputed(_) | Node::Place(_) | Node::At { .. } => {
            "the location of an element as a value"
        }
        Node::PlaceOfFirst { .. } => "the first of several elements",
        Node::KindIn { .. } | Node::Kind { .. } | Node::KindOfComputed { .. } => "the kind of an element as a value",
        Node::ByPlace { .. } | Node::Switch(_) => "a location that is computed at run time",
        _ => "an unsupported expression",
    }
}
