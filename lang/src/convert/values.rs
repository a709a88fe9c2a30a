//! Values while expressions are followed: their types, what texts name, and what variables hold.
//! What gives and changes them is not here.

use boardwright_engine::rules::Span;

use super::follow::{Follower, Of};
use super::names::Kind;
use super::state::{Env, Part, Res, Slot, Ty, Val, stop};
use super::term::{LocalId, Node, Term};

/// Largest expression that is put together.
const LARGEST: usize = 4_000;

impl Follower<'_> {
    /// A type as far as it is known by now.
    pub(super) fn known(&self, ty: Ty) -> Ty {
        match ty {
            Ty::Open(at) => self.types[at].map_or(ty, |known| self.known(known)),
            known => known,
        }
    }

    pub(super) fn unify(&mut self, one: Ty, two: Ty, span: Span) -> Res<Ty> {
        let (one, two) = (self.known(one), self.known(two));
        match (one, two) {
            (Ty::Open(a), Ty::Open(b)) if a == b => Ok(one),
            (Ty::Open(at), other) | (other, Ty::Open(at)) => {
                self.types[at] = Some(other);
                Ok(other)
            }
            _ if one == two => Ok(one),
            _ => Err(Box::new(stop(span, "this has two types: every expression of 2026 has one").label(format!(
                "{} here, but also {}",
                two.shown(),
                one.shown()
            )))),
        }
    }

    /// A value as an expression of a type.
    pub(super) fn want(&mut self, value: &Val, ty: Ty, span: Span) -> Res<Term> {
        match value {
            Val::Is(term, own) => {
                self.unify(*own, ty, span)?;
                Ok(term.clone())
            }
            Val::Name(parts) => match self.known(ty) {
                Ty::Thing(kind) => self.named(kind, parts, span),
                Ty::Text => text(parts, span),
                Ty::Open(_) => {
                    let settled = self.settle(value, span)?;
                    if matches!(settled, Val::Name(_)) {
                        return Err(Box::new(stop(span, "it is not clear what this text names")));
                    }
                    self.want(&settled, ty, span)
                }
                other => Err(Box::new(stop(span, format!("this is a text, {} is needed here", other.shown())))),
            },
            Val::Set(members) => {
                let ty = self.unify(ty, Ty::Set, span)?;
                let of = self.open_type();
                let members: Res<Vec<Term>> = members.iter().map(|member| self.want(member, of, span)).collect();
                debug_assert_eq!(ty, Ty::Set, "only sets are sets");
                Ok(Term::new(Node::Set(members?)))
            }
            Val::None(why) => Err(Box::new(stop(span, *why))),
        }
    }

    pub(super) fn boolean(&mut self, value: &Val, span: Span) -> Res<Term> {
        self.want(value, Ty::Bool, span)
    }

    pub(super) fn number(&mut self, value: &Val, span: Span) -> Res<Term> {
        self.want(value, Ty::Int, span)
    }

    /// A text with the type that only it can have.
    pub(super) fn settle(&mut self, value: &Val, span: Span) -> Res<Val> {
        let Val::Name(parts) = value else { return Ok(value.clone()) };
        let mut kinds = Vec::new();
        for kind in super::names::KINDS {
            let fits = match literal(parts) {
                Some(text) => self.names.written(kind, &text).is_some(),
                None => base(parts).is_some_and(|(base, _)| self.names.family(kind, &base).is_some()),
            };
            if fits {
                kinds.push(kind);
            }
        }
        match (kinds.as_slice(), literal(parts)) {
            ([kind], _) => Ok(Val::Is(self.named(*kind, parts, span)?, Ty::Thing(*kind))),
            ([], Some(name)) if !name.is_empty() => Ok(Val::Is(text(parts, span)?, Ty::Text)),
            _ => Ok(value.clone()),
        }
    }

    /// The thing that a text names.
    pub(super) fn named(&mut self, kind: Kind, parts: &[Part], span: Span) -> Res<Term> {
        let none = match kind {
            Kind::Element => Some(Term::word("NOTHING")),
            Kind::Location => Some(Term::word("NOWHERE")),
            Kind::ElementType | Kind::LocationType => None,
        };
        let missing = || {
            let what = Ty::Thing(kind).shown();
            Box::new(
                stop(span, format!("no name in the file fits here, {what} is needed")).label("nothing is called this"),
            )
        };
        if let Some(text) = literal(parts) {
            return self.names.written(kind, &text).or(none).ok_or_else(missing);
        }
        let Some((base, places)) = base(parts) else {
            return Err(Box::new(
                stop(span, "names with numbers but without brackets are no families")
                    .help("call it such as `p($A)` with brackets around its numbers"),
            ));
        };
        let Some(family) = self.names.family(kind, &base) else { return none.ok_or_else(missing) };
        if family.members.iter().all(|member| member.len() != places.len()) {
            return none.ok_or_else(missing);
        }
        let word = family.word.clone();
        if let Some(moved) = self.part_of_move(kind, &places) {
            return Ok(Term::word(moved));
        }
        Ok(Term::call(&word, places))
    }

    /// `MOVED`, `FROM` or `TO`, if that is what numbers of a pattern name again.
    fn part_of_move(&self, kind: Kind, places: &[Term]) -> Option<&'static str> {
        let of = |term: &Term| match term.node() {
            Node::Local(id) => self.locals[id.0].of,
            _ => None,
        };
        let (first, ..) = of(places.first()?)?;
        let all = places.iter().enumerate().all(|(at, term)| of(term) == Some((first, at, places.len())));
        match (first, kind) {
            (Of::Element, Kind::Element) if all => Some("MOVED"),
            (Of::From, Kind::Location) if all => Some("FROM"),
            (Of::To, Kind::Location) if all => Some("TO"),
            _ => None,
        }
    }

    /// What a variable holds.
    pub(super) fn read(&mut self, name: &str, env: &Env, span: Span) -> Res<Val> {
        let slot = env.get(name);
        self.read_slot(name, slot.as_deref(), span)?.ok_or_else(|| {
            Box::new(
                stop(span, format!("`${name}` is read before it gets a value"))
                    .label("nothing gives it one on the way here"),
            )
        })
    }

    /// The inner `None` if nobody gave it a value.
    pub(super) fn read_slot(&mut self, name: &str, slot: Option<&Slot>, span: Span) -> Res<Option<Val>> {
        Ok(match slot {
            None => self.param(name).map(|id| Val::Is(Term::local(id), self.locals[id.0].ty)),
            Some(Slot::Has(value)) => Some(value.clone()),
            Some(Slot::Lost(why)) => {
                return Err(Box::new(stop(span, format!("nobody can say what `${name}` holds here")).label(*why)));
            }
            Some(Slot::Kept) => Some(self.keep(name, span)?),
            Some(Slot::Either(condition, one, two)) => {
                let one = self.read_slot(name, one.as_deref(), span)?;
                let two = self.read_slot(name, two.as_deref(), span)?;
                match (one, two) {
                    (Some(one), Some(two)) => Some(self.choose(condition, &one, &two, span)?),
                    // To read what was never written stopped the game, so it is the other one.
                    (one, two) => one.or(two),
                }
            }
        })
    }

    /// The parameter that a variable is in a named expression.
    fn param(&mut self, name: &str) -> Option<LocalId> {
        let params = self.scope.params.as_ref()?;
        if let Some((_, id)) = params.iter().find(|(known, _)| known == name) {
            return Some(*id);
        }
        let ty = self.open_type();
        let id = self.local(name, ty);
        self.scope.params.as_mut()?.push((name.to_owned(), id));
        Some(id)
    }

    /// One of two values.
    pub(super) fn choose(&mut self, condition: &Term, one: &Val, two: &Val, span: Span) -> Res<Val> {
        if one.same(two) {
            return Ok(one.clone());
        }
        let (one, two) = match (one, two) {
            (Val::None(why), _) | (_, Val::None(why)) => return Ok(Val::None(why)),
            (Val::Name(_), Val::Name(_)) => (self.settle(one, span)?, self.settle(two, span)?),
            _ => (one.clone(), two.clone()),
        };
        let ty = match (&one, &two) {
            (Val::Is(_, ty), _) | (_, Val::Is(_, ty)) => *ty,
            _ => self.open_type(),
        };
        let (a, b) = (self.want(&one, ty, span)?, self.want(&two, ty, span)?);
        let ty = self.known(ty);
        let term = if ty == Ty::Bool { Term::choose_bool(condition, &a, &b) } else { Term::choose(condition, &a, &b) };
        Self::small(&term, span)?;
        Ok(Val::Is(term, ty))
    }

    pub(super) fn small(term: &Term, span: Span) -> Res<()> {
        if term.size() > LARGEST {
            return Err(Box::new(stop(span, "what this gives is too long to be written as one expression")));
        }
        Ok(())
    }
}

/// A text without references.
pub(super) fn literal(parts: &[Part]) -> Option<String> {
    let texts: Option<Vec<&str>> = parts
        .iter()
        .map(|part| match part {
            Part::Literal(text) => Some(text.as_str()),
            Part::Number(_) => None,
        })
        .collect();
    texts.map(|texts| texts.concat())
}

/// `base(...)` taken apart; each place is one number.
pub(super) fn base(parts: &[Part]) -> Option<(String, Vec<Term>)> {
    let mut whole: Vec<Vec<Part>> = vec![Vec::new()];
    let mut base: Option<String> = None;
    let mut closed = false;
    for part in parts {
        if closed {
            return None;
        }
        match part {
            Part::Number(_) => whole.last_mut()?.push(part.clone()),
            Part::Literal(text) => {
                let mut text = text.as_str();
                if base.is_none() {
                    let (start, rest) = text.split_once('(')?;
                    base = Some(start.to_owned());
                    text = rest;
                }
                if let Some(inner) = text.strip_suffix(')') {
                    closed = true;
                    text = inner;
                }
                for (at, piece) in text.split(',').enumerate() {
                    if at > 0 {
                        whole.push(Vec::new());
                    }
                    if !piece.is_empty() {
                        whole.last_mut()?.push(Part::Literal(piece.to_owned()));
                    }
                }
            }
        }
    }
    let places: Option<Vec<Term>> = whole
        .iter()
        .map(|place| match place.as_slice() {
            [Part::Number(term)] => Some(term.clone()),
            [Part::Literal(text)] => text.parse().ok().map(Term::int),
            _ => None,
        })
        .collect();
    Some((base.filter(|_| closed)?, places?))
}

fn text(parts: &[Part], span: Span) -> Res<Term> {
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Literal(literal) => text.push_str(literal),
            Part::Number(_) => return Err(Box::new(stop(span, "texts with variables are names of things only"))),
        }
    }
    Ok(Term::new(Node::Text(text)))
}
