//! Code in a form in which equal meanings are mostly equal numbers, whatever order things stand in: by it the code of a
//! move and that of its image are compared. Forms are never worked out.
//!
//! [`read`] makes forms of code, with [`values`] and [`acts`], as it is or under a map of places, pieces and players;
//! [`rules`] does so for whole moves. [`sequence`] puts actions that
//! do not touch the same things in one order; [`proof`] compares all moves of a game with their images; [`links`] tells
//! what in the game has to do with what, from which maps are guessed.

mod acts;
mod links;
mod proof;
mod read;
mod rules;
mod sequence;
#[cfg(test)]
mod tests;
mod values;

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::fast::Beyond;

pub(crate) use links::Links;
pub(crate) use proof::{Proof, Ways};

/// A form, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct FormId(u32);

/// What a form is. Where nothing is said, the meaning is that of the node of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tag {
    True,
    False,
    /// Cell, mask.
    Cell,
    /// Stop, yes and end; then the cells.
    First,
    At,
    KindIn,
    Has,
    /// Which of the sets of steps, the location, then where it starts.
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
    /// What a value was called when it was stored: the value, and which of several stores of it this is.
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
    /// A move: what must hold, and what making it does.
    Entry,
}

/// A form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Form {
    pub(super) tag: Tag,
    pub(super) data: SmallVec<[u64; 2]>,
    pub(super) parts: SmallVec<[FormId; 4]>,
}

pub(super) type Made<T = FormId> = Result<T, Beyond>;

/// All forms met so far.
#[derive(Debug)]
pub(super) struct Forms {
    numbers: FxHashMap<Rc<Form>, FormId>,
    list: Vec<Rc<Form>>,
    /// By form: whether it changes nothing and cannot fail.
    silent: Vec<bool>,
    /// The mask of every kind that a cell can hold, and none.
    full: u64,
    /// Whether pieces that are removed go to places of their own.
    reserves: bool,
    spent: usize,
    /// What each form touches, where that was asked.
    touched: FxHashMap<FormId, Rc<sequence::Touched>>,
}

/// How often forms are looked up, at most; what would need more is not proven. All that amazons has takes two
/// million.
const MOST_EFFORT: usize = 5_000_000;

impl Forms {
    pub(super) fn new(full: u64, reserves: bool) -> Self {
        let (numbers, touched) = (FxHashMap::default(), FxHashMap::default());
        Self { numbers, list: Vec::new(), silent: Vec::new(), full, reserves, spent: 0, touched }
    }

    /// Counts steps of work.
    pub(super) fn spend(&mut self, steps: usize) -> Made<()> {
        self.spent += steps;
        if self.spent > MOST_EFFORT { Err(Beyond("how much there is to be compared")) } else { Ok(()) }
    }

    pub(super) fn add(&mut self, tag: Tag, data: &[u64], parts: &[FormId]) -> Made {
        self.spend(1)?;
        let form = Form { tag, data: data.into(), parts: parts.into() };
        if let Some(&known) = self.numbers.get(&form) {
            return Ok(known);
        }
        let silent = !matches!(
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
        self.silent.push(silent && parts.iter().all(|&part| self.is_silent(part)));
        let (id, form) = (FormId(self.list.len() as u32), Rc::new(form));
        self.list.push(form.clone());
        self.numbers.insert(form, id);
        Ok(id)
    }

    pub(super) fn form(&self, id: FormId) -> &Form {
        &self.list[id.0 as usize]
    }

    /// Whether working it out changes nothing and cannot fail, so that it makes no difference when that is done.
    pub(super) fn is_silent(&self, id: FormId) -> bool {
        self.silent[id.0 as usize]
    }

    pub(super) fn truth(&mut self, yes: bool) -> Made {
        self.add(if yes { Tag::True } else { Tag::False }, &[], &[])
    }

    /// Whether the kind on a cell is in a mask.
    pub(super) fn cell(&mut self, location: u64, mask: u64) -> Made {
        match mask & self.full {
            0 => self.truth(false),
            mask if mask == self.full => self.truth(true),
            mask => self.add(Tag::Cell, &[location, mask], &[]),
        }
    }

    /// All hold (`all`), or one of them. The order of those that are silent makes no difference.
    pub(super) fn join(&mut self, all: bool, parts: impl IntoIterator<Item = FormId>) -> Made {
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
        let flat: Vec<(FormId, bool)> = flat.into_iter().map(|part| (part, self.is_silent(part))).collect();
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
                // What comes later is not looked at.
                joined.push(self.truth(!all)?);
                break;
            }
            if rest.len() > 1 {
                rest.sort_unstable();
                rest.dedup();
            }
            joined.extend(rest);
        }
        match *joined {
            [] => self.truth(all),
            [only] => Ok(only),
            _ => self.add(same, &[], &joined),
        }
    }

    /// One of two values by a condition, of which the opposite is given too.
    pub(super) fn either(&mut self, (condition, opposite): (FormId, FormId), yes: FormId, no: FormId) -> Made {
        match self.form(condition).tag {
            Tag::True => return Ok(yes),
            Tag::False => return Ok(no),
            _ => {}
        }
        if condition <= opposite {
            self.add(Tag::If, &[], &[condition, yes, no])
        } else {
            self.add(Tag::If, &[], &[opposite, no, yes])
        }
    }
    /// One of two truths by a condition: where one is sure, that is a conjunction.
    pub(super) fn choose(&mut self, (holds, not): (FormId, FormId), yes: FormId, no: FormId) -> Made {
        match (self.form(yes).tag, self.form(no).tag) {
            (Tag::True, _) => self.join(false, [holds, no]),
            (Tag::False, _) => self.join(true, [not, no]),
            (_, Tag::True) => self.join(false, [not, yes]),
            (_, Tag::False) => self.join(true, [holds, yes]),
            _ => self.either((holds, not), yes, no),
        }
    }

    /// An operation of two operands that can be exchanged. Both are worked out in any case, so that what fails fails.
    pub(super) fn commuting(&mut self, tag: Tag, data: &[u64], mut parts: [FormId; 2]) -> Made {
        parts.sort_unstable();
        self.add(tag, data, &parts)
    }
}
