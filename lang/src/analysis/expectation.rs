//! Expected kinds of names at a position of a value, derived from the surrounding tokens.
//! The analysis is purely lexical, so that it works on incomplete lines; typing is the task of the checks.

use super::document::{Section, Token};
use super::name_kinds::{NameKind, NameKindSet};
use super::symbols::Symbols;
use crate::syntax::kinds::{COMPARISON_PRECEDENCE, SyntaxKind};
use crate::vocabulary::{self, Builtin};

/// Kinds of names expected at a position, in two ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExpectedKinds {
    pub(super) first: NameKindSet,
    pub(super) second: NameKindSet,
    /// `true` if no other kinds are possible.
    pub(super) is_strict: bool,
}

impl ExpectedKinds {
    pub(super) const ANYTHING: Self = Self { first: NameKindSet::NONE, second: NameKindSet::NONE, is_strict: false };
    const NOTHING: Self = Self { is_strict: true, ..Self::ANYTHING };

    const fn one(kind: NameKind) -> Self {
        Self::kinds(NameKindSet::of(&[kind]))
    }

    const fn kinds(first: NameKindSet) -> Self {
        Self { first, ..Self::ANYTHING }
    }

    const fn only(kind: NameKind) -> Self {
        Self { is_strict: true, ..Self::one(kind) }
    }

    const fn prefer(first: NameKind, second: NameKind) -> Self {
        Self { second: NameKindSet::of(&[second]), ..Self::one(first) }
    }

    /// All expected kinds.
    pub(super) fn all(self) -> NameKindSet {
        self.first.union(self.second)
    }
}

/// Tokens of a value around a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct TokenContext<'a> {
    pub(super) text: &'a str,
    pub(super) symbols: &'a Symbols,
    pub(super) section: &'a Section,
    pub(super) key: &'a str,
    /// Tokens before the position.
    pub(super) before: &'a [Token],
    /// Tokens after the word at the position and its argument list.
    pub(super) after: &'a [Token],
    /// `true` if the word has an argument list.
    pub(super) is_called: bool,
}

/// Innermost bracket around a position: the word before it, and the index of the argument at the position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bracket {
    /// Token index of the bracket.
    pub(super) at: usize,
    pub(super) head: Option<Token>,
    pub(super) argument: usize,
}

impl TokenContext<'_> {
    pub(super) fn expected_kinds(&self) -> ExpectedKinds {
        if let Some(other) = self.operand_kinds() {
            return other;
        }
        let Some(bracket) = enclosing(self.before) else { return self.key_kinds() };
        // Brackets of sets and parentheses pass on the expectation from outside.
        let Some(head) = bracket.head else {
            return Self { before: &self.before[..bracket.at], after: &[], ..*self }.expected_kinds();
        };
        let outside = Self { before: &self.before[..bracket.at - 1], after: &[], ..*self };
        match head.text(self.text) {
            "IF" if self.is_result(bracket.argument) => outside.expected_kinds(),
            name => match vocabulary::builtin(name) {
                Some(builtin) => ExpectedKinds::kinds(parameter_kinds(builtin, bracket.argument)),
                None => ExpectedKinds::ANYTHING,
            },
        }
    }

    /// `true` if an argument of `IF` is one of its result values.
    fn is_result(&self, argument: usize) -> bool {
        if argument % 2 == 1 {
            return true;
        }
        let mut depth = 0_usize;
        for token in self.after {
            match token.kind {
                SyntaxKind::OpenBracket | SyntaxKind::OpenBrace => depth += 1,
                SyntaxKind::CloseBracket | SyntaxKind::CloseBrace if depth == 0 => return argument > 0,
                SyntaxKind::CloseBracket | SyntaxKind::CloseBrace => depth -= 1,
                SyntaxKind::Comma if depth == 0 => return false,
                _ => {}
            }
        }
        false
    }

    /// Kinds implied by the other operand, if the position is next to an operator.
    fn operand_kinds(&self) -> Option<ExpectedKinds> {
        let compares = |kind: SyntaxKind| kind.precedence() == Some(COMPARISON_PRECEDENCE);
        if let Some((operator, left)) = self.before.split_last()
            && (operator.kind.precedence().is_some() || operator.kind == SyntaxKind::Not)
        {
            return match operator.kind {
                kind if compares(kind) => Some(ExpectedKinds::kinds(self.preceding_result_kinds(left))),
                SyntaxKind::Union | SyntaxKind::Intersect | SyntaxKind::Except => None,
                _ => Some(ExpectedKinds::ANYTHING),
            };
        }
        let (operator, right) = self.after.split_first()?;
        if compares(operator.kind) {
            return Some(ExpectedKinds::kinds(
                right.first().map_or(NameKindSet::NONE, |token| self.result_kinds(*token)),
            ));
        }
        let passes = matches!(operator.kind, SyntaxKind::Union | SyntaxKind::Intersect | SyntaxKind::Except);
        (operator.kind.precedence().is_some() && !passes).then_some(ExpectedKinds::ANYTHING)
    }

    /// Result kinds of the value that ends here.
    fn preceding_result_kinds(&self, before: &[Token]) -> NameKindSet {
        let Some((last, rest)) = before.split_last() else { return NameKindSet::NONE };
        if last.kind != SyntaxKind::CloseBracket {
            return self.result_kinds(*last);
        }
        let head = enclosing(rest).and_then(|bracket| bracket.head);
        head.map_or(NameKindSet::NONE, |head| self.result_kinds(head))
    }

    /// Result kinds of a word.
    fn result_kinds(&self, word: Token) -> NameKindSet {
        if word.kind != SyntaxKind::Word {
            return NameKindSet::NONE;
        }
        let word = word.text(self.text);
        if let Some(builtin) = vocabulary::builtin(word) {
            return builtin_result_kinds(builtin);
        }
        let kinds = self.symbols.with_name(word).iter().map(|at| self.symbols.list[*at].kind);
        kinds
            .filter(|kind| !NameKindSet::VALUES.contains(*kind))
            .fold(NameKindSet::NONE, |all, kind| all.union(NameKindSet::of(&[kind])))
    }

    /// Kinds expected of the value of the key.
    fn key_kinds(&self) -> ExpectedKinds {
        let section = self.section.known.map_or("", |known| known.name);
        // A word with brackets is a pattern, one without is a type.
        let prefer = |thing, kind| {
            if self.is_called { ExpectedKinds::prefer(thing, kind) } else { ExpectedKinds::prefer(kind, thing) }
        };
        match (section, self.key) {
            ("OPTIONS", _) => ExpectedKinds::only(NameKind::Option),
            ("ELEMENT TYPES", "states") => {
                ExpectedKinds { is_strict: true, ..ExpectedKinds::prefer(NameKind::Option, NameKind::State) }
            }
            (_, "draw" | "shape") => ExpectedKinds::NOTHING,
            ("ELEMENT TYPES", "reserve") | ("LOCATIONS", "type") => ExpectedKinds::one(NameKind::LocationType),
            ("ELEMENTS", "type") | ("COLOUR CLASSES", "name") => ExpectedKinds::one(NameKind::ElementType),
            ("ELEMENTS", "location") | ("DIRECTIONS" | "RELATIONS", "from" | "to" | "members") => {
                ExpectedKinds::one(NameKind::Location)
            }
            ("ELEMENTS" | "RULES" | "COLOUR CLASSES", "state") => ExpectedKinds::one(NameKind::State),
            ("RELATIONS", "along") => ExpectedKinds::one(NameKind::Direction),
            ("BOARD", "lines") => ExpectedKinds::prefer(NameKind::Relation, NameKind::Direction),
            ("RULES", "element") => prefer(NameKind::Element, NameKind::ElementType),
            ("RULES", "from" | "to") => prefer(NameKind::Location, NameKind::LocationType),
            ("RULES", "choice") => ExpectedKinds::only(NameKind::State),
            _ => ExpectedKinds::ANYTHING,
        }
    }
}

/// Innermost bracket that is open at the end of the tokens.
pub(super) fn enclosing(before: &[Token]) -> Option<Bracket> {
    let mut depth = 0_usize;
    let mut argument = 0;
    for (at, token) in before.iter().enumerate().rev() {
        match token.kind {
            SyntaxKind::CloseBracket | SyntaxKind::CloseBrace => depth += 1,
            SyntaxKind::OpenBracket | SyntaxKind::OpenBrace if depth == 0 => {
                let head = at.checked_sub(1).map(|at| before[at]);
                let head = head.filter(|head| head.kind == SyntaxKind::Word && token.kind == SyntaxKind::OpenBracket);
                return Some(Bracket { at, head, argument });
            }
            SyntaxKind::OpenBracket | SyntaxKind::OpenBrace => depth -= 1,
            SyntaxKind::Comma if depth == 0 => argument += 1,
            _ => {}
        }
    }
    None
}

/// Kinds of names that a parameter of a built-in accepts.
fn parameter_kinds(builtin: &Builtin, number: usize) -> NameKindSet {
    match (builtin.name, number) {
        ("AT" | "WIDTH" | "HEIGHT", 0) => return NameKindSet::of(&[NameKind::Text]),
        ("ELEMENTS", 0) => return NameKindSet::of(&[NameKind::ElementType]),
        ("LOCATIONS", 0) => return NameKindSet::of(&[NameKind::LocationType]),
        ("INDEX", 0) => return NameKindSet::of(&[NameKind::Element, NameKind::Location, NameKind::Direction]),
        ("BETWEEN" | "CLEAR" | "RELATED" | "REACH", 1 | 2) => return NameKindSet::of(&[NameKind::Location]),
        ("INDEX", _) => return NameKindSet::NONE,
        _ => {}
    }
    let Some((_, rest)) = builtin.signature.split_once('(') else { return NameKindSet::NONE };
    let inside = rest.split(')').next().unwrap_or_default();
    inside
        .split(',')
        .nth(number)
        .map_or(NameKindSet::NONE, |part| NameKindSet::parse(part.trim().trim_matches(['[', ']', ' '])))
}

/// Kinds of names that a built-in returns.
pub(super) fn builtin_result_kinds(builtin: &Builtin) -> NameKindSet {
    match builtin.name {
        "STATE" | "CHOICE" => NameKindSet::of(&[NameKind::State]),
        _ => {
            builtin.signature.split_once("->").map_or(NameKindSet::NONE, |(_, gives)| NameKindSet::parse(gives.trim()))
        }
    }
}
