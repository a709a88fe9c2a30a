//! Canonical order of actions: actions whose memory footprints do not conflict commute and are sorted by form number.
//! Actions with unknown or conflicting footprints keep their order.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::{FormId, FormResult, FormTable, Tag, Unsupported};

/// Memory footprint of a form: the parts of the state that evaluation reads and writes. Cells are known by number or,
/// if they are found through a piece, are unknown cells ("somewhere").
#[derive(Clone, Debug, Default)]
pub(super) struct Footprint {
    /// Sorted, without duplicates.
    pub(super) cells_read: Vec<u64>,
    pub(super) cells_written: Vec<u64>,
    reads_unknown_cell: bool,
    writes_unknown_cell: bool,
    /// Variables, scores and the player to move.
    read: Vec<StatePart>,
    written: Vec<StatePart>,
    reads_all: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum StatePart {
    Mover,
    Score(u64),
    AnyScore,
    Global(u64),
    /// A variable of the code, by the name of its value.
    Named(FormId),
}

fn intersects<T: Ord>(one: &[T], other: &[T]) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    short.iter().any(|member| long.binary_search(member).is_ok())
}

impl Footprint {
    fn add(&mut self, other: &Self) {
        self.cells_read.extend_from_slice(&other.cells_read);
        self.cells_written.extend_from_slice(&other.cells_written);
        self.read.extend_from_slice(&other.read);
        self.written.extend_from_slice(&other.written);
        self.reads_unknown_cell |= other.reads_unknown_cell;
        self.writes_unknown_cell |= other.writes_unknown_cell;
        self.reads_all |= other.reads_all;
    }

    fn sort_and_dedup(&mut self) {
        for cells in [&mut self.cells_read, &mut self.cells_written] {
            cells.sort_unstable();
            cells.dedup();
        }
        for others in [&mut self.read, &mut self.written] {
            others.sort_unstable();
            others.dedup();
        }
    }

    fn writes(&self) -> bool {
        self.writes_unknown_cell || !self.cells_written.is_empty() || !self.written.is_empty()
    }

    /// `true` if this footprint writes a part of the state that the other reads or writes.
    fn conflicts_with(&self, other: &Self) -> bool {
        let somewhere = other.reads_unknown_cell || other.writes_unknown_cell;
        let cells = !other.cells_read.is_empty() || !other.cells_written.is_empty();
        intersects(&self.cells_written, &other.cells_read)
            || intersects(&self.cells_written, &other.cells_written)
            || somewhere && !self.cells_written.is_empty()
            || self.writes_unknown_cell && (somewhere || cells)
            || intersects(&self.written, &other.read)
            || intersects(&self.written, &other.written)
            || scores_intersect(&self.written, &other.read)
            || scores_intersect(&self.written, &other.written)
            || other.reads_all && self.writes()
    }
}

/// `true` if both footprints have scores and one of them is of an unknown player.
fn scores_intersect(one: &[StatePart], other: &[StatePart]) -> bool {
    let any = |list: &[StatePart]| list.contains(&StatePart::AnyScore);
    let some = |list: &[StatePart]| list.iter().any(|it| matches!(it, StatePart::AnyScore | StatePart::Score(_)));
    any(one) && some(other) || some(one) && any(other)
}

impl FormTable {
    /// Memory footprint of a form.
    pub(super) fn footprint(&mut self, id: FormId) -> Rc<Footprint> {
        if let Some(known) = self.footprints.get(&id) {
            return known.clone();
        }
        let form = self.list[id.0 as usize].clone();
        let mut footprint = Footprint::default();
        let data = &form.data;
        // A stored value is read by its name; its cells were read at the store.
        if form.tag != Tag::Read {
            for &part in &form.parts {
                let part = self.footprint(part);
                footprint.add(&part);
            }
        }
        let cell_of = |forms: &Self, part: FormId| {
            let form = forms.form(part);
            (form.tag == Tag::ElementOn).then(|| form.data[0])
        };
        match form.tag {
            Tag::Cell | Tag::CellTable | Tag::ElementOn => footprint.cells_read.push(data[0]),
            Tag::FirstOnRay => footprint.cells_read.extend(&data[3..]),
            Tag::CountCells => footprint.cells_read.extend(&data[1..]),
            Tag::KindOfAny if cell_of(self, form.parts[0]).is_some() => {}
            Tag::At
            | Tag::KindIn
            | Tag::Reached
            | Tag::KindTable
            | Tag::KindOfAny
            | Tag::ElementAt
            | Tag::PlaceOf
            | Tag::PlaceOfAny
            | Tag::CountKinds
            | Tag::PlaceOfFirst => footprint.reads_unknown_cell = true,
            Tag::NoMoves | Tag::Repeats => footprint.reads_all = true,
            Tag::Mover => footprint.read.push(StatePart::Mover),
            Tag::SetMover => footprint.written.push(StatePart::Mover),
            Tag::Score => footprint.read.push(StatePart::Score(data[0])),
            Tag::SetScore => footprint.written.push(self.score_of(form.parts[0])),
            Tag::Award => {
                let score = self.score_of(form.parts[0]);
                footprint.read.push(score);
                footprint.written.push(score);
            }
            Tag::Global | Tag::GlobalHas => footprint.read.push(StatePart::Global(data[0])),
            Tag::SetGlobal => footprint.written.push(StatePart::Global(data[0])),
            Tag::Hold => {
                footprint.read.push(StatePart::Global(data[0]));
                footprint.written.push(StatePart::Global(data[0]));
            }
            Tag::Read => footprint.read.push(StatePart::Named(form.parts[0])),
            Tag::Store => footprint.written.push(StatePart::Named(form.parts[0])),
            Tag::SetOwner | Tag::SetState => match cell_of(self, form.parts[0]) {
                Some(cell) => footprint.cells_written.push(cell),
                None => footprint.writes_unknown_cell = true,
            },
            Tag::Remove => match cell_of(self, form.parts[0]).filter(|_| !self.has_reserves) {
                Some(cell) => footprint.cells_written.push(cell),
                // The destination depends on which reserve locations are free.
                None => footprint.writes_unknown_cell = true,
            },
            Tag::Move => footprint.writes_unknown_cell = true,
            _ => {}
        }
        footprint.sort_and_dedup();
        let footprint = Rc::new(footprint);
        self.footprints.insert(id, footprint.clone());
        footprint
    }

    fn score_of(&self, player: FormId) -> StatePart {
        let form = self.form(player);
        if form.tag == Tag::Const { StatePart::Score(form.data[1]) } else { StatePart::AnyScore }
    }

    /// Sorts actions by form number; actions whose footprints conflict keep their order.
    pub(super) fn canonical_order(&mut self, items: Vec<FormId>) -> FormResult<Vec<FormId>> {
        if items.len() < 2 {
            return Ok(items);
        }
        if items.len() > MAX_ACTIONS {
            return Err(Unsupported("too many actions"));
        }
        self.spend(items.len() * items.len())?;
        let footprint: Vec<Rc<Footprint>> = items.iter().map(|&item| self.footprint(item)).collect();
        let mut before: Vec<FxHashSet<usize>> = vec![FxHashSet::default(); items.len()];
        for later in 0..items.len() {
            for sooner in 0..later {
                if footprint[sooner].conflicts_with(&footprint[later])
                    || footprint[later].conflicts_with(&footprint[sooner])
                {
                    before[later].insert(sooner);
                }
            }
        }
        let mut left: Vec<usize> = (0..items.len()).collect();
        let mut order = Vec::new();
        while !left.is_empty() {
            let free = left.iter().enumerate().filter(|(_, item)| before[**item].is_empty());
            let (at, &next) = free.min_by_key(|(_, item)| items[**item]).expect("the first is before all others");
            order.push(items[next]);
            left.remove(at);
            for predecessors in &mut before {
                predecessors.remove(&next);
            }
        }
        Ok(order)
    }
}

/// Maximum number of actions of one sequence.
const MAX_ACTIONS: usize = 400;
