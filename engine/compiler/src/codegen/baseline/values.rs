//! Values while code is generated: each is a word of the program (a constant where it is known) with what is known
//! about it.

use std::rc::Rc;

use boardwright_game::ids::{ExprId, RelationId, VarId};
use boardwright_jit::{Arg, MemoryId, Var};

use super::bitwise::LaneValue;

/// Kind of a thing. The word of a thing is its id plus 1; 0 is the null value of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ThingKind {
    Element,
    Location,
    ElementType,
    LocationType,
    Direction,
    Relation,
}

/// A number as a sign-extended word, with bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    pub(super) arg: Arg,
    pub(super) least: i64,
    pub(super) most: i64,
}

impl Number {
    pub(super) fn constant(number: i64) -> Self {
        Self { arg: Arg::Word(number as u64), least: number, most: number }
    }

    /// The number if it is known.
    pub(super) fn known(self) -> Option<i64> {
        match self.arg {
            Arg::Word(word) => Some(word as i64),
            Arg::Var(_) => None,
        }
    }
}

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(Number),
    Bool(Arg),
    Thing(ThingKind, Arg),
    /// One of some texts, by its index.
    Text(Rc<[String]>, Arg),
    /// Dynamically typed: an interned text, by its id; the number of interned texts for any other text.
    Interned(Arg),
    /// Dynamically typed: the name of a thing, or the empty text for the null value.
    NameOf(ThingKind, Arg),
    /// Dynamically typed: one of some values of different types, the one whose word is 1. A variable for which all words are
    /// 0 has no value.
    OneOf(Rc<[(Self, Arg)]>),
    /// Dynamically typed: a value of which nothing is known.
    Unknown,
    Set(Set),
    /// A value that depends on the lane: see [`super::bitwise`].
    Lane(Rc<LaneValue>),
    /// No value: the evaluation has met a fault.
    Never,
}

/// A set. Members have an order, which counts for `FIRST`, `EACH` and `for`.
#[derive(Clone, Debug)]
pub(super) enum Set {
    /// Members in order; those that are not constants may be equal at run time, and only the first of equal ones counts.
    Members(Vec<Value>),
    /// Elements or locations in file order, as words of bits.
    Bits(ThingKind, Vec<Arg>),
    /// Elements or locations whose order is not known.
    Unordered(ThingKind, Vec<Arg>),
    /// All numbers from the first to the second.
    Range(Number, Number),
    /// The ray of a direction from a location.
    Ray(Arg, Arg),
    /// Members in scratch memory: kind, offset of the first, number of members.
    List(ListKind, usize, Var),
    /// Members in a constant table of two-byte words, from an offset on.
    Table {
        kind: ListKind,
        memory: MemoryId,
        start: Arg,
        count: Arg,
        most: usize,
    },
    /// The members of a set that fulfil a condition.
    Where {
        base: Box<Self>,
        var: VarId,
        body: ExprId,
        env: Rc<Env>,
    },
    /// The first set followed by those members of the second that the first has not.
    Join(Box<Self>, Box<Self>),
    Minus(Box<Self>, Box<Self>),
    Intersect(Box<Self>, Box<Self>),
    /// The first set if the condition is not 0, else the second.
    If(Arg, Box<Self>, Box<Self>),
    /// The lines of a relation that go through a location, or all of them.
    Lines(RelationId, Option<Arg>),
}

/// Type of the members of a materialised set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListKind {
    Number { least: i64, most: i64 },
    Thing(ThingKind),
}

/// Values by variable.
pub(super) type Env = Vec<Option<Value>>;

impl Value {
    pub(super) fn number(number: i64) -> Self {
        Self::Number(Number::constant(number))
    }

    pub(super) fn boolean(yes: bool) -> Self {
        Self::Bool(Arg::Word(u64::from(yes)))
    }

    pub(super) fn thing(kind: ThingKind, index: Option<usize>) -> Self {
        Self::Thing(kind, Arg::Word(index.map_or(0, |index| index as u64 + 1)))
    }

    /// The word of a number, boolean or thing.
    pub(super) fn word(&self) -> Option<Arg> {
        match self {
            Self::Number(number) => Some(number.arg),
            Self::Bool(arg) | Self::Thing(_, arg) | Self::Interned(arg) | Self::NameOf(_, arg) => Some(*arg),
            Self::Text(texts, arg) if texts.len() != 1 => Some(*arg),
            Self::Text(..) | Self::Never => Some(Arg::Word(0)),
            Self::Set(_) | Self::Lane(_) | Self::OneOf(_) | Self::Unknown => None,
        }
    }

    /// `true` if the value is known while code is generated.
    pub(super) fn is_constant(&self) -> bool {
        match self {
            Self::Set(Set::Members(members)) => members.iter().all(Self::is_constant),
            Self::Set(Set::Range(first, last)) => first.known().and(last.known()).is_some(),
            Self::Set(_) | Self::Lane(_) | Self::Never => false,
            other => matches!(other.word(), Some(Arg::Word(_))),
        }
    }

    /// `true` if the value is a dynamically typed text.
    pub(super) fn is_text(&self) -> bool {
        matches!(self, Self::Interned(_) | Self::NameOf(..))
    }

    /// `true` if two constants are equal; `None` if that is not known.
    pub(super) fn same_constant(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (Self::Thing(a, Arg::Word(one)), Self::Thing(b, Arg::Word(two))) => Some(a == b && one == two),
            (Self::Bool(Arg::Word(one)), Self::Bool(Arg::Word(two))) => Some(one == two),
            (Self::Number(one), Self::Number(two)) => Some(one.known()? == two.known()?),
            (Self::Text(a, Arg::Word(one)), Self::Text(b, Arg::Word(two))) => {
                Some(a[*one as usize] == b[*two as usize])
            }
            _ => None,
        }
    }
}

impl Set {
    pub(super) const EMPTY: Self = Self::Members(Vec::new());

    /// `true` if the null value may be a member.
    pub(super) fn may_have_null(&self) -> bool {
        match self {
            Self::Members(members) => members.iter().any(|member| match member {
                Value::Thing(_, Arg::Word(word)) => *word == 0,
                Value::Thing(_, Arg::Var(_)) => true,
                _ => false,
            }),
            Self::List(..) => true,
            Self::Where { base, .. } | Self::Minus(base, _) | Self::Intersect(base, _) => base.may_have_null(),
            Self::Join(one, other) | Self::If(_, one, other) => one.may_have_null() || other.may_have_null(),
            _ => false,
        }
    }

    /// `true` if the order of the members is known.
    pub(super) fn has_order(&self) -> bool {
        match self {
            Self::Unordered(..) => false,
            Self::Where { base, .. } | Self::Minus(base, _) | Self::Intersect(base, _) => base.has_order(),
            Self::Join(one, other) | Self::If(_, one, other) => one.has_order() && other.has_order(),
            _ => true,
        }
    }

    /// `true` if the members are in file order.
    pub(super) fn is_in_file_order(&self) -> bool {
        match self {
            Self::Bits(..) => true,
            Self::Members(members) => {
                let word = |value: &Value| match value {
                    Value::Thing(_, Arg::Word(word)) => Some(*word),
                    _ => None,
                };
                let words: Option<Vec<u64>> = members.iter().map(word).collect();
                members.len() < 2 || words.is_some_and(|words| words.is_sorted())
            }
            Self::Where { base, .. } => base.is_in_file_order(),
            Self::Minus(base, _) | Self::Intersect(base, _) => base.is_in_file_order(),
            Self::If(_, yes, no) => yes.is_in_file_order() && no.is_in_file_order(),
            _ => false,
        }
    }
}
