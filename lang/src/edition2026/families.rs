//! Names with indices: how a family is declared, and what its members are.
//! What a member is made of is with the things.

use boardwright_engine::ids::FamilyId;
use boardwright_engine::rules::{Family, FamilyKind, Span, Thing};

use super::constant::{self, one};
use super::entries::Entry;
use super::expr::{Local, Lower, written};
use super::names::{self, Kind, Meaning, kind_name};
use super::value::{Value, none_of};
use crate::Diagnostic;
use crate::suggest::shorten;
use crate::syntax::ast::{Expr, Node, Pair, Word};

/// Most things that a file may declare.
pub(super) const MOST_THINGS: usize = 60_000;

/// How an entry is called.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) word: Word,
    /// What stands in the brackets, if there are any.
    indices: Option<Vec<Index>>,
    pub(super) span: Span,
}

#[derive(Debug)]
enum Index {
    /// `$X: range`.
    Declared(Word, Expr),
    /// A number.
    Fixed(Expr),
}

impl Header {
    pub(super) fn is_family(&self) -> bool {
        self.indices.is_some()
    }
}

impl Lower<'_> {
    /// How an entry is called; `None` if that is told to be wrong.
    pub(super) fn header(&mut self, pair: &Pair) -> Option<Header> {
        let expr = one(self, pair)?;
        let (word, indices) = match &expr.node {
            Node::Name(word) => (Word { text: word.clone(), span: expr.span }, None),
            Node::Call(word, arguments) => {
                let indices = arguments.iter().map(|argument| match &argument.node {
                    Node::Declare(var, range) => Index::Declared(var.clone(), (**range).clone()),
                    _ => Index::Fixed(argument.clone()),
                });
                (word.clone(), Some(indices.collect::<Vec<_>>()))
            }
            Node::Wrong => return None,
            _ => {
                self.tell(
                    Diagnostic::error("bad-name", expr.span, "this is no name")
                        .label("expected a word, or a word and indices in brackets")
                        .help("such as `home` or `b($X: 1..8, $Y: 1..8)`"),
                );
                return None;
            }
        };
        if indices.as_ref().is_some_and(Vec::is_empty) {
            self.tell(
                Diagnostic::error(
                    "bad-name",
                    expr.span,
                    format!("`{}` has no indices between its brackets", word.text),
                )
                .label("expected `$X: 1..8` or a number"),
            );
            return None;
        }
        if !self.may_be_name(&word) {
            return None;
        }
        Some(Header { word, indices, span: expr.span })
    }

    /// Whether the name of an entry is a word that is not taken, without indices; says so if it is not.
    pub(super) fn plain_name(&mut self, entry: &Entry) -> bool {
        let Some(header) = self.header_of(entry) else { return false };
        if header.is_family() {
            self.tell(
                Diagnostic::error("bad-name", header.span, "names of this section have no indices")
                    .label("expected a word"),
            );
        }
        !header.is_family()
    }

    /// Says so if a name is taken by the language.
    pub(super) fn may_be_name(&mut self, word: &Word) -> bool {
        let taken =
            super::is_builtin(&word.text) || matches!(word.text.as_str(), "any" | "off" | "owner" | "TRUE" | "FALSE");
        if taken {
            self.tell(
                Diagnostic::error("taken-name", word.span, format!("`{}` is a word of the language", word.text))
                    .label("expected another name"),
            );
        }
        !taken
    }

    /// Does something for each member that a header declares; variables of the header are known then.
    pub(super) fn each(
        &mut self,
        kind: FamilyKind,
        header: &Header,
        condition: Option<&Pair>,
        then: &mut dyn FnMut(&mut Self, &[i32]),
    ) {
        // A family without members is known too: with other options it may have some.
        if header.is_family() {
            self.family(kind, &header.word.text);
        }
        let (depth, errors) = (self.scope.len(), self.errors());
        let indices: &[Index] = header.indices.as_deref().unwrap_or(&[]);
        if !self.odd_indices(indices) {
            self.each_index(indices, &mut Vec::new(), condition, then);
        }
        self.scope.truncate(depth);
        self.missed.names.clear();
        let word = &header.word.text;
        if header.is_family() && self.errors() > errors {
            self.broken.insert(word.clone());
        }
        if header.is_family() || !self.names.meanings(word).is_empty() {
            return;
        }
        if self.has_errors() {
            // What could not be made need not be told wherever it is used.
            self.broken.insert(word.clone());
        } else if let Some(none) = names::member_type(kind).and_then(none_of) {
            // Its condition left it out.
            self.names.add(word, Meaning::Thing(none));
        }
    }

    fn each_index(
        &mut self,
        rest: &[Index],
        numbers: &mut Vec<i32>,
        condition: Option<&Pair>,
        then: &mut dyn FnMut(&mut Self, &[i32]),
    ) {
        if self.exhausted() {
            return;
        }
        let Some((index, rest)) = rest.split_first() else {
            if constant::holds(self, condition) {
                then(self, numbers);
            }
            return;
        };
        let (name, expr) = match index {
            Index::Declared(var, range) => (Some(var), range),
            Index::Fixed(expr) => (None, expr),
        };
        let Some(values) = constant::ints(self, expr) else { return };
        for number in values {
            let depth = self.scope.len();
            if let Some(var) = name {
                if let Some(known) = self.bound(&var.text) {
                    let place = known.span;
                    self.tell(
                        Diagnostic::error("bound-twice", var.span, format!("`{}` is declared twice", var.text))
                            .related(place, "declared here already"),
                    );
                    return;
                }
                self.bind(&var.text, var.span, Local::Known(Value::Int(number)));
            }
            numbers.push(number);
            self.each_index(rest, numbers, condition, then);
            numbers.pop();
            self.scope.truncate(depth);
        }
    }

    /// Says so of what stands for an index and is certainly not meant.
    fn odd_indices(&mut self, indices: &[Index]) -> bool {
        let mut declared: Vec<&str> = self.scope.iter().map(|bound| bound.name.as_str()).collect();
        let mut odd: Vec<Diagnostic> = Vec::new();
        for index in indices {
            match index {
                Index::Declared(var, range) => {
                    odd.extend(constant::odd_range(&var.text, range));
                    declared.push(&var.text);
                }
                Index::Fixed(Expr { node: Node::Var(name), span }) if !declared.contains(&name.as_str()) => odd.push(
                    Diagnostic::error("unknown-variable", *span, format!("`{name}` has no values"))
                        .label(format!("expected `{name}: 1..2`"))
                        .help(format!("give it a range: `{name}: 1..2` makes one thing for each number")),
                ),
                Index::Fixed(_) => {}
            }
        }
        let wrong = !odd.is_empty();
        for diagnostic in odd {
            self.tell(diagnostic);
        }
        wrong
    }

    /// Which indices the members of a family have: `1 to 3 and 1 to 5`.
    pub(super) fn index_ranges(&self, family: FamilyId) -> String {
        let members = &self.rules.families[family].members;
        let count = members.first().map_or(0, |(indices, _)| indices.len());
        let range = |at: usize| {
            let numbers = || members.iter().filter_map(|(indices, _)| indices.get(at));
            let (least, most) = (numbers().min()?, numbers().max()?);
            Some(if least == most { least.to_string() } else { format!("{least} to {most}") })
        };
        (0..count).filter_map(range).collect::<Vec<_>>().join(" and ")
    }

    /// Notes a name; says so and gives false if there is another of its kind.
    pub(super) fn declare(&mut self, kind: Kind, name: &str, place: Span, what: &str) -> bool {
        let Some(first) = self.names.declare(kind, name, place) else { return true };
        let shown = shorten(name);
        let (message, label) = if first == place {
            (format!("this makes {what} \"{shown}\" twice"), "the same indices come twice")
        } else {
            (format!("{what} \"{shown}\" is defined twice"), "defined again here")
        };
        let diagnostic = Diagnostic::error("duplicate", place, message).label(label);
        self.tell(if first == place { diagnostic } else { diagnostic.related(first, "the first one") });
        false
    }

    /// The full name of a member, after it is noted; `None` if it is there already, or if there are too many things.
    pub(super) fn enrol(&mut self, kind: FamilyKind, header: &Header, indices: &[i32], count: usize) -> Option<String> {
        if count >= MOST_THINGS {
            self.tell(
                Diagnostic::error(
                    "too-many",
                    header.span,
                    format!("this makes over {MOST_THINGS} {}s", kind_name(kind)),
                )
                .label("too many of them"),
            );
            self.exhaust();
            return None;
        }
        let name = if header.is_family() { written(&header.word.text, indices) } else { header.word.text.clone() };
        self.declare(Kind::Family(kind), &name, header.span, kind_name(kind)).then_some(name)
    }

    /// Makes a thing known by its name.
    pub(super) fn know(&mut self, kind: FamilyKind, header: &Header, indices: &[i32], id: u16, meaning: Meaning) {
        if header.is_family() {
            let family = self.family(kind, &header.word.text);
            self.rules.families[family.index()].members.push((indices.to_vec(), id));
        } else {
            self.names.add(&header.word.text, meaning);
        }
    }

    /// The family of this kind and name, made if it is new.
    pub(super) fn family(&mut self, kind: FamilyKind, word: &str) -> FamilyId {
        let known = self.names.families(word).iter().copied().find(|id| self.rules.families[*id].kind == kind);
        if let Some(family) = known {
            return family;
        }
        let family = FamilyId::new(self.rules.families.len());
        self.rules.families.push(Family { name: word.to_owned(), kind, members: Vec::new() });
        self.names.add_family(word, family);
        family
    }

    /// Puts the members of families in order, so that they can be looked up.
    pub(super) fn sort_families(&mut self, kind: FamilyKind) {
        for family in self.rules.families.iter_mut().filter(|family| family.kind == kind) {
            family.members.sort();
        }
    }

    /// The thing that a constant names; says so if it is none.
    pub(super) fn thing(&mut self, expr: &Expr, want: super::types::Type) -> Option<Thing> {
        match self.constant(expr, &[want]) {
            Value::Thing(
                Thing::ElementType(None)
                | Thing::LocationType(None)
                | Thing::Element(None)
                | Thing::Location(None)
                | Thing::Direction(None),
            ) => {
                self.tell(
                    Diagnostic::error("no-member", expr.span, format!("this is {want} that does not exist"))
                        .label("outside of the family"),
                );
                None
            }
            Value::Thing(thing) => Some(thing),
            _ => None,
        }
    }

    /// A header of an entry whose `name` opened it.
    pub(super) fn header_of(&mut self, entry: &Entry) -> Option<Header> {
        let header = self.header(entry.pairs.first()?);
        if header.is_none() {
            self.broken.insert(entry.name.clone());
        }
        header
    }
}
