//! Actions in one order out of all in which they do the same.
//! What they touch decides which can be exchanged; where that is not known they stay as they are.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::{Beyond, FormId, Forms, Made, Tag};

/// What working out a form looks at and changes. Cells are looked at by name or, as is anything found by its piece,
/// somewhere.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    /// In order, each once.
    pub(super) cells_read: Vec<u64>,
    pub(super) cells_written: Vec<u64>,
    reads_somewhere: bool,
    writes_somewhere: bool,
    /// Variables, scores and the player to move.
    read: Vec<Other>,
    written: Vec<Other>,
    reads_all: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Other {
    Mover,
    Score(u64),
    AnyScore,
    Global(u64),
    /// What a name was given to.
    Named(FormId),
}

fn meet<T: Ord>(one: &[T], other: &[T]) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    short.iter().any(|member| long.binary_search(member).is_ok())
}

impl Touched {
    fn add(&mut self, other: &Self) {
        self.cells_read.extend_from_slice(&other.cells_read);
        self.cells_written.extend_from_slice(&other.cells_written);
        self.read.extend_from_slice(&other.read);
        self.written.extend_from_slice(&other.written);
        self.reads_somewhere |= other.reads_somewhere;
        self.writes_somewhere |= other.writes_somewhere;
        self.reads_all |= other.reads_all;
    }

    fn tidy(&mut self) {
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
        self.writes_somewhere || !self.cells_written.is_empty() || !self.written.is_empty()
    }

    /// Whether this changes what the other looks at or changes.
    fn disturbs(&self, other: &Self) -> bool {
        let somewhere = other.reads_somewhere || other.writes_somewhere;
        let cells = !other.cells_read.is_empty() || !other.cells_written.is_empty();
        meet(&self.cells_written, &other.cells_read)
            || meet(&self.cells_written, &other.cells_written)
            || somewhere && !self.cells_written.is_empty()
            || self.writes_somewhere && (somewhere || cells)
            || meet(&self.written, &other.read)
            || meet(&self.written, &other.written)
            || scores_meet(&self.written, &other.read)
            || scores_meet(&self.written, &other.written)
            || other.reads_all && self.writes()
    }
}

/// Whether some score on one side can be any on the other.
fn scores_meet(one: &[Other], other: &[Other]) -> bool {
    let any = |list: &[Other]| list.contains(&Other::AnyScore);
    let some = |list: &[Other]| list.iter().any(|it| matches!(it, Other::AnyScore | Other::Score(_)));
    any(one) && some(other) || some(one) && any(other)
}

impl Forms {
    /// What a form touches.
    pub(super) fn touched(&mut self, id: FormId) -> Rc<Touched> {
        if let Some(known) = self.touched.get(&id) {
            return known.clone();
        }
        let form = self.list[id.0 as usize].clone();
        let mut touched = Touched::default();
        let data = &form.data;
        // What was stored is read by its name, and was looked at when it was stored.
        if form.tag != Tag::Read {
            for &part in &form.parts {
                let part = self.touched(part);
                touched.add(&part);
            }
        }
        let cell_of = |forms: &Self, part: FormId| {
            let form = forms.form(part);
            (form.tag == Tag::ElementOn).then(|| form.data[0])
        };
        match form.tag {
            Tag::Cell | Tag::CellTable | Tag::ElementOn => touched.cells_read.push(data[0]),
            Tag::First => touched.cells_read.extend(&data[3..]),
            Tag::CountCells => touched.cells_read.extend(&data[1..]),
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
            | Tag::PlaceOfFirst => touched.reads_somewhere = true,
            Tag::NoMoves | Tag::Repeats => touched.reads_all = true,
            Tag::Mover => touched.read.push(Other::Mover),
            Tag::SetMover => touched.written.push(Other::Mover),
            Tag::Score => touched.read.push(Other::Score(data[0])),
            Tag::SetScore => touched.written.push(self.score_of(form.parts[0])),
            Tag::Award => {
                let score = self.score_of(form.parts[0]);
                touched.read.push(score);
                touched.written.push(score);
            }
            Tag::Global | Tag::Has => touched.read.push(Other::Global(data[0])),
            Tag::SetGlobal => touched.written.push(Other::Global(data[0])),
            Tag::Hold => {
                touched.read.push(Other::Global(data[0]));
                touched.written.push(Other::Global(data[0]));
            }
            Tag::Read => touched.read.push(Other::Named(form.parts[0])),
            Tag::Store => touched.written.push(Other::Named(form.parts[0])),
            Tag::SetOwner | Tag::SetState => match cell_of(self, form.parts[0]) {
                Some(cell) => touched.cells_written.push(cell),
                None => touched.writes_somewhere = true,
            },
            Tag::Remove => match cell_of(self, form.parts[0]).filter(|_| !self.reserves) {
                Some(cell) => touched.cells_written.push(cell),
                // Where it goes depends on what is free.
                None => touched.writes_somewhere = true,
            },
            Tag::Move => touched.writes_somewhere = true,
            _ => {}
        }
        touched.tidy();
        let touched = Rc::new(touched);
        self.touched.insert(id, touched.clone());
        touched
    }

    fn score_of(&self, player: FormId) -> Other {
        let form = self.form(player);
        if form.tag == Tag::Const { Other::Score(form.data[1]) } else { Other::AnyScore }
    }

    /// The actions in the order of their forms, as far as those that touch the same keep theirs.
    pub(super) fn in_order(&mut self, items: Vec<FormId>) -> Made<Vec<FormId>> {
        if items.len() < 2 {
            return Ok(items);
        }
        if items.len() > MOST_ACTIONS {
            return Err(Beyond("so many actions"));
        }
        self.spend(items.len() * items.len())?;
        let touched: Vec<Rc<Touched>> = items.iter().map(|&item| self.touched(item)).collect();
        let mut before: Vec<FxHashSet<usize>> = vec![FxHashSet::default(); items.len()];
        for later in 0..items.len() {
            for sooner in 0..later {
                if touched[sooner].disturbs(&touched[later]) || touched[later].disturbs(&touched[sooner]) {
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
            for waiting in &mut before {
                waiting.remove(&next);
            }
        }
        Ok(order)
    }
}

/// Most actions of one sequence.
const MOST_ACTIONS: usize = 400;
