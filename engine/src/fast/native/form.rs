//! What is asked and done, written once for all lanes of a group.

use std::collections::BTreeMap;

use crate::fast::code::NodeId;
use crate::fast::value::Value;
use crate::ids::{GlobalId, LocationId, Player, VarId};
use crate::rules::{Arith, Deed};

/// A place as seen from a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum At {
    /// The same for all lanes.
    Fixed(LocationId),
    /// So many locations further than the lane.
    Lane(i32),
    /// By lane.
    Table(BTreeMap<u16, LocationId>),
}

/// A set of locations, and of the lanes that are named after them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Lanes(pub(super) Vec<u64>);

/// A form that some lanes have, or all.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// `None`: all.
    pub(super) lanes: Option<Lanes>,
    pub(super) form: Form,
}

/// Nodes of the same make, one of each lane, as one.
#[derive(Clone, Debug)]
pub(super) enum Form {
    Const(Value),
    /// This location, which is one.
    Place(At),
    /// Whether the kind on a cell, 0 for none, is a bit of the mask.
    Cell {
        at: At,
        mask: u64,
    },
    /// As [`Ray`](crate::fast::code::Ray): from the cell `first` on in steps, as long as a cell is one of `next`.
    Ray {
        first: i32,
        step: i32,
        stop: u64,
        yes: u64,
        end: bool,
        next: Lanes,
    },
    /// Goes on as a ray, and if that comes to a cell whose kind is a bit of `yes`, does something with the element on
    /// each cell before. Every such cell has one, for kinds of empty ones stop it.
    Walk {
        ray: Box<Form>,
        deed: Deed,
        number: i32,
    },
    /// Whether the kinds on all cells of one of some sets are bits of the mask. By lane; one entry for all if fixed.
    Lines {
        mask: u64,
        fixed: bool,
        rows: BTreeMap<u16, Vec<Vec<LocationId>>>,
    },
    /// Parts that a lane does not have are true.
    All(Vec<Part>),
    /// Parts that a lane does not have are false.
    Any(Vec<Part>),
    /// Whichever part the lane has.
    One(Vec<Part>),
    Not(Box<Form>),
    If(Box<[Form; 3]>),
    Seq(Vec<Part>),
    Same(Box<[Form; 2]>),
    Less(Box<[Form; 2]>),
    Arith(Arith, Box<[Form; 2]>),
    /// How many parts are true.
    Count(Vec<Part>),
    /// On how many of some cells the kind is in a mask.
    CountCells {
        cells: Lanes,
        mask: u64,
    },
    /// How many pieces, wherever they are, are of kinds that are bits of a mask.
    CountKinds {
        mask: u64,
    },
    /// The first of some elements, by their kinds as bits of a mask, that is off the board.
    FirstOff {
        elements: Lanes,
        mask: u64,
    },
    /// How often the position has stood.
    Repeats,
    Global(GlobalId),
    /// The element that moves.
    Moved,
    /// The element that was captured.
    Captured,
    ElementOn(At),
    Score(Player),
    NoMoves,
    Store(VarId, Box<Form>),
    Variable(VarId),
    SetMover(Player),
    Do(Deed, Vec<Form>),
}

impl Lanes {
    pub(super) fn none(words: usize) -> Self {
        Self(vec![0; words])
    }

    pub(super) fn of(words: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut lanes = Self::none(words);
        members.into_iter().for_each(|member| lanes.add(member));
        lanes
    }

    pub(super) fn add(&mut self, member: usize) {
        self.0[member / 64] |= 1 << (member % 64);
    }

    pub(super) fn has(&self, member: usize) -> bool {
        self.0[member / 64] >> (member % 64) & 1 == 1
    }

    /// The members, moved by so many places; those that would leave the words are dropped.
    pub(super) fn moved(&self, by: i32) -> Self {
        let mut moved = Self::none(self.0.len());
        for member in self.members() {
            let to = member as i32 + by;
            if (0..64 * self.0.len() as i32).contains(&to) {
                moved.add(to as usize);
            }
        }
        moved
    }

    /// What is in both.
    pub(super) fn both(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    pub(super) fn members(&self) -> impl Iterator<Item = usize> {
        (0..64 * self.0.len()).filter(|&member| self.has(member))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}

impl Form {
    /// Whether it gives the same for every lane.
    pub(super) fn is_fixed(&self) -> bool {
        let all = |forms: &[Self]| forms.iter().all(Self::is_fixed);
        match self {
            Self::Const(_)
            | Self::CountCells { .. }
            | Self::CountKinds { .. }
            | Self::FirstOff { .. }
            | Self::Repeats
            | Self::Global(_)
            | Self::Score(_)
            | Self::NoMoves
            | Self::Variable(_)
            | Self::Captured
            | Self::SetMover(_) => true,
            Self::Cell { at, .. } | Self::ElementOn(at) | Self::Place(at) => matches!(at, At::Fixed(_)),
            Self::Lines { fixed, .. } => *fixed,
            Self::Ray { .. } | Self::Walk { .. } | Self::Moved => false,
            Self::All(parts) | Self::Any(parts) | Self::One(parts) | Self::Seq(parts) | Self::Count(parts) => {
                parts.iter().all(|part| part.lanes.is_none() && part.form.is_fixed())
            }
            Self::Not(inner) | Self::Store(_, inner) => inner.is_fixed(),
            Self::If(forms) => all(&forms[..]),
            Self::Same(forms) | Self::Less(forms) | Self::Arith(_, forms) => all(&forms[..]),
            Self::Do(_, forms) => all(forms),
        }
    }

    /// Whether it asks if somebody can move.
    pub(super) fn asks_for_moves(&self) -> bool {
        let any = |forms: &[Self]| forms.iter().any(Self::asks_for_moves);
        match self {
            Self::NoMoves => true,
            Self::All(parts) | Self::Any(parts) | Self::One(parts) | Self::Seq(parts) | Self::Count(parts) => {
                parts.iter().any(|part| part.form.asks_for_moves())
            }
            Self::Not(inner) | Self::Store(_, inner) => inner.asks_for_moves(),
            Self::If(forms) => any(&forms[..]),
            Self::Same(forms) | Self::Less(forms) | Self::Arith(_, forms) => any(&forms[..]),
            Self::Do(_, forms) => any(forms),
            _ => false,
        }
    }

    /// Whether working it out changes nothing.
    pub(super) fn only_looks(&self) -> bool {
        let all = |forms: &[Self]| forms.iter().all(Self::only_looks);
        match self {
            Self::Store(..) | Self::SetMover(_) | Self::Do(..) | Self::Walk { .. } => false,
            Self::All(parts) | Self::Any(parts) | Self::One(parts) | Self::Seq(parts) | Self::Count(parts) => {
                parts.iter().all(|part| part.form.only_looks())
            }
            Self::Not(inner) => inner.only_looks(),
            Self::If(forms) => all(&forms[..]),
            Self::Same(forms) | Self::Less(forms) | Self::Arith(_, forms) => all(&forms[..]),
            _ => true,
        }
    }
}

impl Part {
    /// What all lanes do first, if that is to give the piece that moves another kind; and the rest.
    pub(super) fn first_change(&self) -> Option<((Deed, i32), Self)> {
        let change = |form: &Form| match form {
            Form::Do(deed @ (Deed::SetOwner | Deed::SetState), operands) => match operands[..] {
                [Form::Moved, Form::Const(Value::Int(number))] => Some((*deed, number)),
                _ => None,
            },
            _ => None,
        };
        if self.lanes.is_some() {
            return None;
        }
        let nothing = Self { lanes: None, form: Form::Seq(Vec::new()) };
        match &self.form {
            Form::Seq(parts) => {
                let (first, rest) = parts.split_first()?;
                let found = change(&first.form).filter(|_| first.lanes.is_none())?;
                Some((found, Self { lanes: None, form: Form::Seq(rest.to_vec()) }))
            }
            form => change(form).map(|found| (found, nothing)),
        }
    }
}

/// A node of a lane.
pub(super) type Laned = (u16, NodeId);
