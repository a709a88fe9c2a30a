//! Which kinds of names are wanted at a place of a value, as far as the words around it tell.
//! It judges by tokens alone, so that it works in lines that are being written; types are the matter of the checks.

use super::kinds::{Kinds, NameKind};
use super::page::{Section, Token};
use super::symbols::Symbols;
use crate::keys::{self, Builtin};
use crate::syntax::kinds::{COMPARISON, Kind};

/// What is wanted, the first choice first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) first: Kinds,
    pub(super) second: Kinds,
    /// Whether nothing else can be meant.
    pub(super) strict: bool,
}

impl Wanted {
    pub(super) const ANYTHING: Self = Self { first: Kinds::NONE, second: Kinds::NONE, strict: false };
    const NOTHING: Self = Self { strict: true, ..Self::ANYTHING };

    const fn one(kind: NameKind) -> Self {
        Self::kinds(Kinds::of(&[kind]))
    }

    const fn kinds(first: Kinds) -> Self {
        Self { first, ..Self::ANYTHING }
    }

    const fn only(kind: NameKind) -> Self {
        Self { strict: true, ..Self::one(kind) }
    }

    const fn rather(first: NameKind, second: NameKind) -> Self {
        Self { second: Kinds::of(&[second]), ..Self::one(first) }
    }

    /// Everything that it speaks of.
    pub(super) fn all(self) -> Kinds {
        self.first.and(self.second)
    }
}

/// A value, up to a place in it and from there on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'a> {
    pub(super) text: &'a str,
    pub(super) symbols: &'a Symbols,
    pub(super) section: &'a Section,
    pub(super) key: &'a str,
    /// What stands before.
    pub(super) before: &'a [Token],
    /// What stands behind the word at the place, its brackets included.
    pub(super) after: &'a [Token],
    /// Whether the word has brackets.
    pub(super) called: bool,
}

/// The brackets around a place: the word before them, and which argument the place is in.
#[derive(Clone, Copy, Debug)]
struct Bracket {
    /// The place of the bracket.
    at: usize,
    head: Option<Token>,
    argument: usize,
}

impl Around<'_> {
    pub(super) fn wanted(&self) -> Wanted {
        if let Some(other) = self.compared() {
            return other;
        }
        let Some(bracket) = enclosing(self.before) else { return self.of_key() };
        // Brackets of sets and around values only pass on what is wanted of them.
        let Some(head) = bracket.head else {
            return Self { before: &self.before[..bracket.at], after: &[], ..*self }.wanted();
        };
        let outside = Self { before: &self.before[..bracket.at - 1], after: &[], ..*self };
        match head.text(self.text) {
            "IF" if self.is_result(bracket.argument) => outside.wanted(),
            name => match keys::builtin(name) {
                Some(builtin) => Wanted::kinds(parameter(builtin, bracket.argument)),
                None => Wanted::ANYTHING,
            },
        }
    }

    /// Whether an argument of `IF` is one of the values between which it chooses.
    fn is_result(&self, argument: usize) -> bool {
        if argument % 2 == 1 {
            return true;
        }
        let mut depth = 0_usize;
        for token in self.after {
            match token.kind {
                Kind::OpenBracket | Kind::OpenBrace => depth += 1,
                Kind::CloseBracket | Kind::CloseBrace if depth == 0 => return argument > 0,
                Kind::CloseBracket | Kind::CloseBrace => depth -= 1,
                Kind::Comma if depth == 0 => return false,
                _ => {}
            }
        }
        false
    }

    /// What the other side of an operator asks for, if there is an operator beside the place.
    fn compared(&self) -> Option<Wanted> {
        let compares = |kind: Kind| kind.strength() == Some(COMPARISON);
        if let Some((operator, left)) = self.before.split_last()
            && (operator.kind.strength().is_some() || operator.kind == Kind::Not)
        {
            return match operator.kind {
                kind if compares(kind) => Some(Wanted::kinds(self.gives_before(left))),
                Kind::Union | Kind::Intersect | Kind::Except => None,
                _ => Some(Wanted::ANYTHING),
            };
        }
        let (operator, right) = self.after.split_first()?;
        if compares(operator.kind) {
            return Some(Wanted::kinds(right.first().map_or(Kinds::NONE, |token| self.gives(*token))));
        }
        let passes = matches!(operator.kind, Kind::Union | Kind::Intersect | Kind::Except);
        (operator.kind.strength().is_some() && !passes).then_some(Wanted::ANYTHING)
    }

    /// What the value gives that ends here.
    fn gives_before(&self, before: &[Token]) -> Kinds {
        let Some((last, rest)) = before.split_last() else { return Kinds::NONE };
        if last.kind != Kind::CloseBracket {
            return self.gives(*last);
        }
        let head = enclosing(rest).and_then(|bracket| bracket.head);
        head.map_or(Kinds::NONE, |head| self.gives(head))
    }

    /// What a word gives.
    fn gives(&self, word: Token) -> Kinds {
        if word.kind != Kind::Word {
            return Kinds::NONE;
        }
        let word = word.text(self.text);
        if let Some(builtin) = keys::builtin(word) {
            return result(builtin);
        }
        let kinds = self.symbols.named(word).iter().map(|at| self.symbols.list[*at].kind);
        kinds.filter(|kind| !Kinds::VALUES.has(*kind)).fold(Kinds::NONE, |all, kind| all.and(Kinds::of(&[kind])))
    }

    /// What the value of the key is.
    fn of_key(&self) -> Wanted {
        let section = self.section.known.map_or("", |known| known.name);
        // A word with brackets is a pattern, one without is a type.
        let rather = |thing, kind| if self.called { Wanted::rather(thing, kind) } else { Wanted::rather(kind, thing) };
        match (section, self.key) {
            ("OPTIONS", _) => Wanted::only(NameKind::Option),
            ("ELEMENT TYPES", "states") => Wanted { strict: true, ..Wanted::rather(NameKind::Option, NameKind::State) },
            (_, "draw" | "shape") => Wanted::NOTHING,
            ("ELEMENT TYPES", "reserve") | ("LOCATIONS", "type") => Wanted::one(NameKind::LocationType),
            ("ELEMENTS", "type") | ("COLOUR CLASSES", "name") => Wanted::one(NameKind::ElementType),
            ("ELEMENTS", "location") | ("DIRECTIONS" | "RELATIONS", "from" | "to" | "members") => {
                Wanted::one(NameKind::Location)
            }
            ("ELEMENTS" | "RULES" | "COLOUR CLASSES", "state") => Wanted::one(NameKind::State),
            ("RELATIONS", "along") => Wanted::one(NameKind::Direction),
            ("BOARD", "lines") => Wanted::rather(NameKind::Relation, NameKind::Direction),
            ("RULES", "element") => rather(NameKind::Element, NameKind::ElementType),
            ("RULES", "from" | "to") => rather(NameKind::Location, NameKind::LocationType),
            ("RULES", "choice") => Wanted::only(NameKind::State),
            _ => Wanted::ANYTHING,
        }
    }
}

/// The innermost brackets that are open at the end of these tokens.
fn enclosing(before: &[Token]) -> Option<Bracket> {
    let mut depth = 0_usize;
    let mut argument = 0;
    for (at, token) in before.iter().enumerate().rev() {
        match token.kind {
            Kind::CloseBracket | Kind::CloseBrace => depth += 1,
            Kind::OpenBracket | Kind::OpenBrace if depth == 0 => {
                let head = at.checked_sub(1).map(|at| before[at]);
                let head = head.filter(|head| head.kind == Kind::Word && token.kind == Kind::OpenBracket);
                return Some(Bracket { at, head, argument });
            }
            Kind::OpenBracket | Kind::OpenBrace => depth -= 1,
            Kind::Comma if depth == 0 => argument += 1,
            _ => {}
        }
    }
    None
}

/// What an argument of a built-in is.
fn parameter(builtin: &Builtin, number: usize) -> Kinds {
    match (builtin.name, number) {
        ("AT" | "WIDTH" | "HEIGHT", 0) => return Kinds::of(&[NameKind::Text]),
        ("ELEMENTS", 0) => return Kinds::of(&[NameKind::ElementType]),
        ("LOCATIONS", 0) => return Kinds::of(&[NameKind::LocationType]),
        ("INDEX", 0) => return Kinds::of(&[NameKind::Element, NameKind::Location, NameKind::Direction]),
        ("BETWEEN" | "CLEAR" | "RELATED", 1 | 2) | ("REACH", 1) => return Kinds::of(&[NameKind::Location]),
        ("INDEX", _) => return Kinds::NONE,
        _ => {}
    }
    let Some((_, rest)) = builtin.signature.split_once('(') else { return Kinds::NONE };
    let inside = rest.split(')').next().unwrap_or_default();
    inside.split(',').nth(number).map_or(Kinds::NONE, |part| Kinds::said(part.trim().trim_matches(['[', ']', ' '])))
}

/// What a built-in gives.
pub(super) fn result(builtin: &Builtin) -> Kinds {
    match builtin.name {
        "STATE" | "CHOICE" => Kinds::of(&[NameKind::State]),
        _ => builtin.signature.split_once("->").map_or(Kinds::NONE, |(_, gives)| Kinds::said(gives.trim())),
    }
}
