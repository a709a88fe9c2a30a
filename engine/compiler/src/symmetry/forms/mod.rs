//! Normal forms of compiled code, hash-consed: code with the same meaning mostly gets the same form number, regardless
//! of the order in which its parts are written. Symmetry proofs compare the form of a move with the form of its image.
//! Forms are compared only, never evaluated.
//!
//! [`reader`] builds forms from code, with [`values`] and [`effects`], either unchanged or under a map of locations,
//! pieces and players; [`move_forms`] builds forms of whole moves. [`action_order`] puts commuting actions in a
//! canonical order. [`proof`] compares all moves of a game with their images. [`relation_graph`] extracts a relation
//! graph of the game, from which candidate maps are derived.

mod action_order;
mod effects;
mod move_forms;
mod proof;
mod reader;
mod relation_graph;
#[cfg(test)]
mod tests;
mod values;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::Unsupported;

pub(crate) use proof::{MoveMapping, Proof};
pub(crate) use relation_graph::RelationGraph;

/// Number of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct FormId(u32);

/// Operator of a form. Where no comment is given, it is that of the code node of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tag {
    True,
    False,
    /// Location, mask of kinds.
    Cell,
    /// Masks `stop` and `yes` and the answer at the end; then the cells of the ray.
    FirstOnRay,
    At,
    KindIn,
    GlobalHas,
    /// Form of the step sets and of the masks; the location, then the start locations.
    Reached,
    Same,
    Less,
    NoMoves,
    Not,
    All,
    Any,
    If,
    Switch,
    Const,
    CellTable,
    KindTable,
    KindOfAny,
    ByPlace,
    Mover,
    Score,
    /// Name of a stored value: the value, and the count of its stores so far.
    Name,
    Store,
    Read,
    Moved,
    Captured,
    ElementOn,
    ElementAt,
    PlaceOf,
    PlaceOfAny,
    Count,
    CountCells,
    CountKinds,
    PlaceOfFirst,
    Extreme,
    Arith,
    Global,
    Turn,
    Repeats,
    Remove,
    Move,
    SetState,
    SetOwner,
    SetScore,
    SetGlobal,
    Hold,
    SetMover,
    Fail,
    Seq,
    Award,
    Scoring,
    End,
    Next,
    Tail,
    Make,
    /// A move: its condition and the effects of making it.
    MoveVariant,
}

/// A normal form: operator, constants and operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NormalForm {
    pub(crate) tag: Tag,
    pub(crate) data: SmallVec<[u64; 2]>,
    pub(crate) parts: SmallVec<[FormId; 4]>,
}

pub(crate) type FormResult<T = FormId> = Result<T, Unsupported>;

/// Hash-consing table of all forms.
#[derive(Debug)]
pub(crate) struct FormTable {
    ids: FxHashMap<Rc<NormalForm>, FormId>,
    list: Vec<Rc<NormalForm>>,
    /// By form: `true` if evaluation has no side effect and cannot fail.
    pure: Vec<bool>,
    /// Mask of every kind that a cell can hold, the empty cell included.
    full: u64,
    /// `true` if removed pieces go to reserve locations.
    has_reserves: bool,
    work_done: usize,
    /// Memory footprints of forms, computed on demand.
    footprints: FxHashMap<FormId, Rc<action_order::Footprint>>,
}

/// Maximum number of form lookups; a comparison that needs more counts as unproven. All of Amazons takes two million.
const MAX_WORK: usize = 5_000_000;

impl FormTable {
    pub(crate) fn new(full: u64, has_reserves: bool) -> Self {
        let (ids, footprints) = (FxHashMap::default(), FxHashMap::default());
        Self { ids, list: Vec::new(), pure: Vec::new(), full, has_reserves, work_done: 0, footprints }
    }

    /// Counts units of work; fails if the budget is exhausted.
    pub(crate) fn spend(&mut self, steps: usize) -> FormResult<()> {
        self.work_done += steps;
        if self.work_done > MAX_WORK { Err(Unsupported("the limit of comparisons")) } else { Ok(()) }
    }

    pub(crate) fn intern(&mut self, tag: Tag, data: &[u64], parts: &[FormId]) -> FormResult {
        self.spend(1)?;
        let form = NormalForm { tag, data: data.into(), parts: parts.into() };
        if let Some(&known) = self.ids.get(&form) {
            return Ok(known);
        }
        let is_pure = !matches!(
            tag,
            Tag::Store
                | Tag::Extreme
                | Tag::Arith
                | Tag::NoMoves
                | Tag::Remove
                | Tag::Move
                | Tag::SetState
                | Tag::SetOwner
                | Tag::SetScore
                | Tag::SetGlobal
                | Tag::Hold
                | Tag::SetMover
                | Tag::Fail
        );
        self.pure.push(is_pure && parts.iter().all(|&part| self.is_pure(part)));
        let (id, form) = (FormId(self.list.len() as u32), Rc::new(form));
        self.list.push(form.clone());
        self.ids.insert(form, id);
        Ok(id)
    }

    pub(crate) fn form(&self, id: FormId) -> &NormalForm {
        &self.list[id.0 as usize]
    }

    /// `true` if evaluation has no side effect and cannot fail, so that its time makes no difference.
    pub(crate) fn is_pure(&self, id: FormId) -> bool {
        self.pure[id.0 as usize]
    }

    pub(crate) fn boolean(&mut self, yes: bool) -> FormResult {
        self.intern(if yes { Tag::True } else { Tag::False }, &[], &[])
    }

    /// Form of the test whether the kind on a cell is in a mask.
    pub(crate) fn cell(&mut self, location: u64, mask: u64) -> FormResult {
        match mask & self.full {
            0 => self.boolean(false),
            mask if mask == self.full => self.boolean(true),
            mask => self.intern(Tag::Cell, &[location, mask], &[]),
        }
    }

    /// Conjunction (`all`) or disjunction. The order of pure operands is normalised.
    pub(crate) fn join(&mut self, all: bool, parts: impl IntoIterator<Item = FormId>) -> FormResult {
        let (same, neutral, sure) =
            if all { (Tag::All, Tag::True, Tag::False) } else { (Tag::Any, Tag::False, Tag::True) };
        let mut flat: Vec<FormId> = Vec::new();
        for part in parts {
            match &self.form(part).tag {
                tag if *tag == same => flat.extend(self.form(part).parts.iter().copied()),
                tag if *tag == neutral => {}
                _ => flat.push(part),
            }
        }
        let mut joined: Vec<FormId> = Vec::new();
        let flat: Vec<(FormId, bool)> = flat.into_iter().map(|part| (part, self.is_pure(part))).collect();
        for run in flat.chunk_by(|one, other| one.1 && other.1) {
            let mut cells: Vec<(u64, u64)> = Vec::new();
            let mut rest: Vec<FormId> = Vec::new();
            for &(part, _) in run {
                let form = &self.list[part.0 as usize];
                if form.tag == Tag::Cell { cells.push((form.data[0], form.data[1])) } else { rest.push(part) }
            }
            cells.sort_unstable();
            let mut merged: Vec<(u64, u64)> = Vec::new();
            for (location, mask) in cells {
                match merged.last_mut() {
                    Some((last, known)) if *last == location => {
                        *known = if all { *known & mask } else { *known | mask }
                    }
                    _ => merged.push((location, mask)),
                }
            }
            for (location, mask) in merged {
                rest.push(self.cell(location, mask)?);
            }
            rest.retain(|&part| self.form(part).tag != neutral);
            if rest.iter().any(|&part| self.form(part).tag == sure) {
                // Short circuit: later operands are not evaluated.
                joined.push(self.boolean(!all)?);
                break;
            }
            if rest.len() > 1 {
                rest.sort_unstable();
                rest.dedup();
            }
            joined.extend(rest);
        }
        match *joined {
            [] => self.boolean(all),
            [only] => Ok(only),
            _ => self.intern(same, &[], &joined),
        }
    }

    /// Form of a conditional value; the negation of the condition is passed, too.
    pub(crate) fn conditional(
        &mut self,
        (condition, opposite): (FormId, FormId),
        yes: FormId,
        no: FormId,
    ) -> FormResult {
        match self.form(condition).tag {
            Tag::True => return Ok(yes),
            Tag::False => return Ok(no),
            _ => {}
        }
        if condition <= opposite {
            self.intern(Tag::If, &[], &[condition, yes, no])
        } else {
            self.intern(Tag::If, &[], &[opposite, no, yes])
        }
    }
    /// Form of a conditional truth value; simplified to a conjunction or disjunction if one branch is constant.
    pub(crate) fn conditional_truth(&mut self, (holds, not): (FormId, FormId), yes: FormId, no: FormId) -> FormResult {
        match (self.form(yes).tag, self.form(no).tag) {
            (Tag::True, _) => self.join(false, [holds, no]),
            (Tag::False, _) => self.join(true, [not, no]),
            (_, Tag::True) => self.join(false, [not, yes]),
            (_, Tag::False) => self.join(true, [holds, yes]),
            _ => self.conditional((holds, not), yes, no),
        }
    }

    /// Form of a commutative operation. Both operands are always evaluated, so failures are preserved.
    pub(crate) fn commutative(&mut self, tag: Tag, data: &[u64], mut parts: [FormId; 2]) -> FormResult {
        parts.sort_unstable();
        self.intern(tag, data, &parts)
    }
}
