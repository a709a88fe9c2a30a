//! What is known while an expression of 2013 is followed: values of variables, and what was noted when.
//! How expressions are followed is elsewhere.

use std::collections::BTreeMap;
use std::rc::Rc;

use boardwright_engine::rules::Span;

use super::names::Kind;
use super::term::{LocalId, NoteId, Term};
use crate::Diagnostic;

/// Why something cannot be converted.
pub(super) type Stop = Box<Diagnostic>;
pub(super) type Res<T> = Result<T, Stop>;

/// The code of everything that the edition of 2026 cannot say.
pub(super) const CODE: &str = "no-2026";

pub(super) fn stop(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(CODE, span, message)
}

/// The type of a value, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Int,
    Bool,
    Text,
    Thing(Kind),
    Set,
    /// Found out later, by its number.
    Open(usize),
}

impl Ty {
    pub(super) fn shown(self) -> &'static str {
        match self {
            Self::Int => "a number",
            Self::Bool => "a boolean",
            Self::Text => "a text",
            Self::Thing(Kind::Element) => "an element",
            Self::Thing(Kind::Location) => "a location",
            Self::Thing(Kind::ElementType) => "an element type",
            Self::Thing(Kind::LocationType) => "a location type",
            Self::Set => "a set",
            Self::Open(_) => "unknown",
        }
    }
}

/// A stretch of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    Literal(String),
    Number(Term),
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Val {
    Is(Term, Ty),
    /// A text whose type its use will show.
    Name(Rc<Vec<Part>>),
    /// A set that is written out.
    Set(Rc<Vec<Val>>),
    /// No value that could be said.
    None(&'static str),
}

impl Val {
    pub(super) fn truth(truth: bool) -> Self {
        Self::Is(Term::bool(truth), Ty::Bool)
    }

    pub(super) fn bool(term: Term) -> Self {
        Self::Is(term, Ty::Bool)
    }

    pub(super) fn int(term: Term) -> Self {
        Self::Is(term, Ty::Int)
    }

    /// Does something with each expression in it.
    pub(super) fn map(&self, with: &mut dyn FnMut(&Term) -> Term) -> Self {
        match self {
            Self::Is(term, ty) => Self::Is(with(term), *ty),
            Self::Name(parts) => Self::Name(Rc::new(
                parts
                    .iter()
                    .map(|part| match part {
                        Part::Literal(text) => Part::Literal(text.clone()),
                        Part::Number(term) => match with(term) {
                            term if term.number().is_some() => Part::Literal(term.number().unwrap_or(0).to_string()),
                            term => Part::Number(term),
                        },
                    })
                    .collect(),
            )),
            Self::Set(members) => Self::Set(Rc::new(members.iter().map(|member| member.map(with)).collect())),
            Self::None(why) => Self::None(why),
        }
    }

    pub(super) fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Is(one, _), Self::Is(two, _)) => one.same(two),
            (one, two) => one == two,
        }
    }
}

/// What a variable holds.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    Has(Val),
    /// One of two, by a condition. What was never written is not there.
    Either(Term, Option<Rc<Slot>>, Option<Rc<Slot>>),
    /// Nobody can say.
    Lost(&'static str),
    /// Kept from the move for what is looked at after it.
    Kept,
}

impl Slot {
    pub(super) fn map(&self, with: &mut dyn FnMut(&Term) -> Term) -> Self {
        match self {
            Self::Has(value) => Self::Has(value.map(with)),
            Self::Either(condition, one, two) => {
                let condition = with(condition);
                let one = one.as_ref().map(|slot| Rc::new(slot.map(with)));
                let two = two.as_ref().map(|slot| Rc::new(slot.map(with)));
                Self::either(condition, one, two).unwrap_or(Self::Lost("it has no value"))
            }
            Self::Lost(why) => Self::Lost(why),
            Self::Kept => Self::Kept,
        }
    }

    fn either(condition: Term, one: Option<Rc<Self>>, two: Option<Rc<Self>>) -> Option<Self> {
        match condition.truth() {
            Some(true) => one.map(|slot| (*slot).clone()),
            Some(false) => two.map(|slot| (*slot).clone()),
            None => Some(Self::Either(condition, one, two)),
        }
    }

    fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Has(one), Self::Has(two)) => one.same(two),
            (Self::Lost(_), Self::Lost(_)) | (Self::Kept, Self::Kept) => true,
            (Self::Either(when, yes, no), Self::Either(other_when, other_yes, other_no)) => {
                let side = |one: &Option<Rc<Self>>, two: &Option<Rc<Self>>| match (one, two) {
                    (Some(one), Some(two)) => Rc::ptr_eq(one, two) || one.same(two),
                    (None, None) => true,
                    _ => false,
                };
                when.same(other_when) && side(yes, other_yes) && side(no, other_no)
            }
            _ => false,
        }
    }
}

/// The name under which it is kept who is to move.
pub(super) const PLAYER: &str = "@player";

/// The values of all variables. Every path through an expression has its own.
#[derive(Clone, Debug, Default)]
pub(super) struct Env(Rc<BTreeMap<String, Rc<Slot>>>);

impl Env {
    pub(super) fn get(&self, name: &str) -> Option<Rc<Slot>> {
        self.0.get(name).cloned()
    }

    pub(super) fn set(&mut self, name: &str, slot: Slot) {
        Rc::make_mut(&mut self.0).insert(name.to_owned(), Rc::new(slot));
    }

    pub(super) fn forget(&mut self, name: &str) {
        Rc::make_mut(&mut self.0).remove(name);
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }

    /// The names for which both hold the same, with what that is in a third.
    pub(super) fn agreed(one: &Self, two: &Self, other: &Self) -> Vec<(String, Rc<Slot>)> {
        let same = |name: &String| match (one.get(name), two.get(name)) {
            (Some(one), Some(two)) => Rc::ptr_eq(&one, &two) || one.same(&two),
            _ => false,
        };
        let names = other.0.iter().filter(|(name, _)| same(name));
        names.map(|(name, slot)| (name.clone(), slot.clone())).collect()
    }

    /// What holds when one of two paths was taken.
    pub(super) fn merge(condition: &Term, one: &Self, two: &Self) -> Self {
        if Rc::ptr_eq(&one.0, &two.0) || condition.truth() == Some(true) {
            return one.clone();
        }
        if condition.truth() == Some(false) {
            return two.clone();
        }
        let mut merged = one.clone();
        let names: Vec<&String> = one.0.keys().chain(two.0.keys().filter(|name| !one.0.contains_key(*name))).collect();
        for name in names {
            let (a, b) = (one.get(name), two.get(name));
            let equal = match (&a, &b) {
                (Some(a), Some(b)) => Rc::ptr_eq(a, b) || a.same(b),
                _ => false,
            };
            if !equal {
                let a = a.map(|slot| known_to(&slot, condition, true));
                let b = b.map(|slot| known_to(&slot, condition, false));
                merged.set(name, Slot::Either(condition.clone(), a.flatten(), b.flatten()));
            }
        }
        merged
    }
}

/// What a variable holds where a condition is known to hold, or not to.
fn known_to(slot: &Rc<Slot>, condition: &Term, truth: bool) -> Option<Rc<Slot>> {
    let Slot::Either(own, one, two) = &**slot else { return Some(slot.clone()) };
    let holds =
        truth && condition.conjuncts().iter().any(|part| part.same(own)) || !truth && condition.clone().not().same(own);
    let fails =
        truth && condition.conjuncts().iter().any(|part| part.clone().not().same(own)) || !truth && condition.same(own);
    match (holds, fails) {
        (true, _) => one.as_ref().and_then(|slot| known_to(slot, condition, truth)),
        (_, true) => two.as_ref().and_then(|slot| known_to(slot, condition, truth)),
        _ => Some(slot.clone()),
    }
}

/// What an expression gives, and what the variables hold then if that is true, and if it is not.
#[derive(Clone, Debug)]
pub(super) struct Done {
    pub(super) value: Val,
    pub(super) yes: Env,
    pub(super) no: Env,
}

impl Done {
    pub(super) fn of(value: Val, env: Env) -> Self {
        Self { value, yes: env.clone(), no: env }
    }

    /// The variables, whatever the value is.
    pub(super) fn env(&self) -> Env {
        match &self.value {
            Val::Is(term, Ty::Bool) => Env::merge(term, &self.yes, &self.no),
            _ => self.yes.clone(),
        }
    }
}

/// Something worked out at one point.
#[derive(Clone, Debug)]
pub(super) struct Note {
    pub(super) term: Term,
    pub(super) hint: String,
    /// How many changes there were before it.
    pub(super) epoch: usize,
    /// The block and the place in it.
    pub(super) block: usize,
    pub(super) place: usize,
    pub(super) guard: Term,
    pub(super) ty: Ty,
    /// Whether its value depends on when it is worked out.
    pub(super) changes: bool,
}

/// What a block consists of.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// A condition that must hold.
    Line(Term),
    /// A change, where its guard holds.
    Act { guard: Term, act: Act },
}

#[derive(Clone, Debug)]
pub(super) enum Act {
    /// An action with brackets, or a named expression that holds actions.
    Call(Term),
    /// Gives a variable of the file a value.
    Set(String, Term),
    /// Gives a player points.
    Score(Term, Term),
    /// Does a block for each number of a set.
    Each(LocalId, Term, usize),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) items: Vec<(usize, Item)>,
}

/// Where changes are noted when nothing is to be written.
#[derive(Clone, Debug, Default)]
pub(super) struct Trial {
    pub(super) guards: Vec<Term>,
    /// Something was asked after something had been changed.
    pub(super) stale: bool,
}

/// One rule, one end, or one named expression.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    pub(super) notes: Vec<Note>,
    pub(super) blocks: Vec<Block>,
    /// The block that is being written.
    pub(super) open: usize,
    pub(super) epoch: usize,
    pub(super) guards: Vec<Term>,
    /// What is known to hold, and since which change.
    pub(super) facts: Vec<(usize, Term)>,
    /// Above 0 where no line can stand.
    pub(super) inline: usize,
    /// Whether changes are allowed.
    pub(super) acting: bool,
    pub(super) trial: Option<Trial>,
    /// In a named expression: what it takes.
    pub(super) params: Option<Vec<(String, LocalId)>>,
    /// Depth of calls that are put in place.
    pub(super) depth: usize,
    /// How deep in loops that change something.
    pub(super) turns: usize,
    /// Variables of the file that it changes.
    pub(super) flags: Vec<String>,
    /// Whether it is not known in which direction some loop goes.
    pub(super) unsure: bool,
}

impl Scope {
    pub(super) fn guard(&self) -> Term {
        self.guards.iter().cloned().fold(Term::bool(true), Term::and)
    }

    pub(super) fn note(&mut self, term: Term, ty: Ty, hint: &str) -> Term {
        let id = NoteId(self.notes.len());
        let place = self.blocks[self.open].items.len();
        let (epoch, block, guard) = (self.epoch, self.open, self.guard());
        let changes = term.changes();
        self.notes.push(Note { term, hint: hint.to_owned(), epoch, block, place, guard, ty, changes });
        Term::new(super::term::Node::Note(id))
    }
}
