//! Families: headers with indices, and the enumeration of their members.
//! The contents of members are lowered in `things`, `geometry` and `variables`.

use boardwright_game::ids::FamilyId;
use boardwright_rules::{Family, FamilyKind, Span, Thing};

use super::constant::{self, single_expr};
use super::entries::Entry;
use super::expr::{Local, LoweringContext, member_name};
use super::names::{self, DeclarationKind, Meaning, kind_name};
use super::types::Type;
use super::value::{Value, null_of};
use crate::Diagnostic;
use crate::suggest::shorten;
use crate::syntax::ast::{Expr, ExprKind, KeyValue, Word};

/// Maximum number of items of each kind that a file may declare.
pub(super) const MAX_THINGS: usize = 60_000;

/// Header of an entry: its name with optional indices.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) word: Word,
    /// Indices in brackets; `None` without brackets.
    indices: Option<Vec<Index>>,
    pub(super) span: Span,
}

#[derive(Debug)]
enum Index {
    /// `$X: range`.
    Declared(Word, Expr),
    /// A constant.
    Fixed(Expr),
    /// All numbers from 1 to the capacity of a place.
    Counted(Expr),
}

impl Header {
    pub(super) fn is_family(&self) -> bool {
        self.indices.is_some()
    }

    /// Adds an index that counts from 1 to a constant number.
    pub(super) fn add_count(&mut self, count: Expr) {
        self.indices.get_or_insert_default().push(Index::Counted(count));
    }
}

impl LoweringContext<'_> {
    /// Parses the header of an entry; `None` if an error has been reported.
    pub(super) fn header(&mut self, pair: &KeyValue) -> Option<Header> {
        let expr = single_expr(self, pair)?;
        let (word, indices) = match &expr.kind {
            ExprKind::Name(word) => (Word { text: word.clone(), span: expr.span }, None),
            ExprKind::Call(word, arguments) => {
                let indices = arguments.iter().map(|argument| match &argument.kind {
                    ExprKind::Declare(var, range) => Index::Declared(var.clone(), (**range).clone()),
                    _ => Index::Fixed(argument.clone()),
                });
                (word.clone(), Some(indices.collect::<Vec<_>>()))
            }
            ExprKind::Error => return None,
            _ => {
                self.report(
                    Diagnostic::error("bad-name", expr.span, "this is not a name")
                        .label("expected a word, or a word and indices in brackets")
                        .help("such as `home` or `b($X: 1..8, $Y: 1..8)`"),
                );
                return None;
            }
        };
        if indices.as_ref().is_some_and(Vec::is_empty) {
            self.report(
                Diagnostic::error(
                    "bad-name",
                    expr.span,
                    format!("`{}` has no indices between its brackets", word.text),
                )
                .label("expected `$X: 1..8` or a number"),
            );
            return None;
        }
        if !self.check_name(&word) {
            return None;
        }
        Some(Header { word, indices, span: expr.span })
    }

    /// Checks that the name of an entry is a word without indices that is not reserved.
    pub(super) fn check_plain_name(&mut self, entry: &Entry) -> bool {
        let Some(header) = self.entry_header(entry) else { return false };
        if header.is_family() {
            self.report(
                Diagnostic::error("bad-name", header.span, "names of this section have no indices")
                    .label("expected a word"),
            );
        }
        !header.is_family()
    }

    /// Checks that a name is not reserved by the language.
    pub(super) fn check_name(&mut self, word: &Word) -> bool {
        let taken =
            super::is_builtin(&word.text) || matches!(word.text.as_str(), "any" | "off" | "owner" | "TRUE" | "FALSE");
        if taken {
            self.report(
                Diagnostic::error("taken-name", word.span, format!("`{}` is a word of the language", word.text))
                    .label("expected another name"),
            );
        }
        !taken
    }

    /// Calls `then` for each member that a header declares, with the variables of the header in scope.
    pub(super) fn for_each_member(
        &mut self,
        kind: FamilyKind,
        header: &Header,
        condition: Option<&KeyValue>,
        then: &mut dyn FnMut(&mut Self, &[i32]),
    ) {
        // A family without members is defined as well: with other options it may have some.
        if header.is_family() {
            self.get_or_add_family(kind, &header.word.text);
        }
        let (depth, errors) = (self.scope.len(), self.error_count());
        let indices: &[Index] = header.indices.as_deref().unwrap_or(&[]);
        if !self.report_bad_indices(indices) {
            self.for_each_index(indices, &mut Vec::new(), condition, then);
        }
        self.scope.truncate(depth);
        self.suppressed.names.clear();
        let word = &header.word.text;
        if header.is_family() && self.error_count() > errors {
            self.failed_names.insert(word.clone());
        }
        if header.is_family() || !self.names.meanings(word).is_empty() {
            return;
        }
        if self.has_errors() {
            // Uses of an item that could not be lowered need not be reported.
            self.failed_names.insert(word.clone());
        } else if let Some(none) = names::member_type(kind).and_then(null_of) {
            // The condition excludes the item, so its name denotes the null value of its type.
            self.names.add(word, Meaning::Thing(none));
        }
    }

    fn for_each_index(
        &mut self,
        rest: &[Index],
        numbers: &mut Vec<i32>,
        condition: Option<&KeyValue>,
        then: &mut dyn FnMut(&mut Self, &[i32]),
    ) {
        if self.is_exhausted() {
            return;
        }
        let Some((index, rest)) = rest.split_first() else {
            if constant::condition_holds(self, condition) {
                then(self, numbers);
            }
            return;
        };
        let (name, values) = match index {
            Index::Declared(var, range) => (Some(var), constant::ints(self, range)),
            Index::Fixed(expr) => (None, constant::ints(self, expr)),
            Index::Counted(count) => (None, self.numbers_up_to(count)),
        };
        let Some(values) = values else { return };
        for number in values {
            let depth = self.scope.len();
            if let Some(var) = name {
                if let Some(known) = self.find_local(&var.text) {
                    let place = known.span;
                    self.report(
                        Diagnostic::error("bound-twice", var.span, format!("`{}` is declared twice", var.text))
                            .related(place, "declared here already"),
                    );
                    return;
                }
                self.bind(&var.text, var.span, Local::Constant(Value::Int(number)));
            }
            numbers.push(number);
            self.for_each_index(rest, numbers, condition, then);
            numbers.pop();
            self.scope.truncate(depth);
        }
    }

    /// All numbers from 1 to a constant, which is the capacity of a place.
    fn numbers_up_to(&mut self, count: &Expr) -> Option<Vec<i32>> {
        let number = self.constant(count, &[Type::INT]).int()?;
        if !(1..=MAX_THINGS as i32).contains(&number) {
            self.report(
                Diagnostic::error("out-of-range", count.span, format!("a place cannot have the capacity {number}"))
                    .label(format!("expected 1 to {MAX_THINGS}")),
            );
            return None;
        }
        Some((1..=number).collect())
    }

    /// Reports malformed indices; returns `true` if there are any.
    fn report_bad_indices(&mut self, indices: &[Index]) -> bool {
        let mut declared: Vec<&str> = self.scope.iter().map(|bound| bound.name.as_str()).collect();
        let mut errors: Vec<Diagnostic> = Vec::new();
        for index in indices {
            match index {
                Index::Declared(var, range) => {
                    errors.extend(constant::range_error(&var.text, range));
                    declared.push(&var.text);
                }
                Index::Fixed(Expr { kind: ExprKind::Var(name), span }) if !declared.contains(&name.as_str()) => errors
                    .push(
                        Diagnostic::error("unknown-variable", *span, format!("`{name}` has no values"))
                            .label(format!("expected `{name}: 1..2`"))
                            .help(format!("give it a range: `{name}: 1..2` makes one item for each number")),
                    ),
                Index::Fixed(_) | Index::Counted(_) => {}
            }
        }
        let wrong = !errors.is_empty();
        for diagnostic in errors {
            self.report(diagnostic);
        }
        wrong
    }

    /// Ranges of the indices of a family: `1 to 3 and 1 to 5`.
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

    /// Declares a name; reports an error and returns `false` if the kind has another item of this name.
    pub(super) fn declare(&mut self, kind: DeclarationKind, name: &str, place: Span, what: &str) -> bool {
        let Some(first) = self.names.declare(kind, name, place) else { return true };
        let shown = shorten(name);
        let (message, label) = if first == place {
            (format!("{what} \"{shown}\" is declared twice"), "the same indices occur twice")
        } else {
            (format!("{what} \"{shown}\" is defined twice"), "defined again here")
        };
        let diagnostic = Diagnostic::error("duplicate", place, message).label(label);
        self.report(if first == place { diagnostic } else { diagnostic.related(first, "the first one") });
        false
    }

    /// Declares a member and returns its full name; `None` if it is a duplicate, or if there are too many members.
    pub(super) fn declare_member(
        &mut self,
        kind: FamilyKind,
        header: &Header,
        indices: &[i32],
        count: usize,
    ) -> Option<String> {
        if count >= MAX_THINGS {
            self.report(
                Diagnostic::error(
                    "too-many",
                    header.span,
                    format!("this makes over {MAX_THINGS} {}s", kind_name(kind)),
                )
                .label("too many of them"),
            );
            self.exhaust();
            return None;
        }
        let name = if header.is_family() { member_name(&header.word.text, indices) } else { header.word.text.clone() };
        self.declare(DeclarationKind::Family(kind), &name, header.span, kind_name(kind)).then_some(name)
    }

    /// Makes an item accessible by its name.
    pub(super) fn define_name(
        &mut self,
        kind: FamilyKind,
        header: &Header,
        indices: &[i32],
        id: u16,
        meaning: Meaning,
    ) {
        if header.is_family() {
            let family = self.get_or_add_family(kind, &header.word.text);
            self.rules.families[family].members.push((indices.to_vec(), id));
        } else {
            self.names.add(&header.word.text, meaning);
        }
    }

    /// Returns the family of the given kind and name, adding it if it is new.
    pub(super) fn get_or_add_family(&mut self, kind: FamilyKind, word: &str) -> FamilyId {
        let known = self.names.families(word).iter().copied().find(|id| self.rules.families[*id].kind == kind);
        if let Some(family) = known {
            return family;
        }
        let family = FamilyId::new(self.rules.families.len());
        self.rules.families.push(Family { name: word.to_owned(), kind, members: Vec::new() });
        self.names.add_family(word, family);
        family
    }

    /// Sorts the members of families by their indices, for binary search.
    pub(super) fn sort_families(&mut self, kind: FamilyKind) {
        for family in self.rules.families.iter_mut().filter(|family| family.kind == kind) {
            family.members.sort();
        }
    }

    /// Evaluates a constant expression to an item; reports an error if the item does not exist.
    pub(super) fn constant_thing(&mut self, expr: &Expr, want: Type) -> Option<Thing> {
        match self.constant(expr, &[want]) {
            Value::Thing(
                Thing::ElementType(None)
                | Thing::LocationType(None)
                | Thing::Element(None)
                | Thing::Location(None)
                | Thing::Direction(None),
            ) => {
                self.report(
                    Diagnostic::error("no-member", expr.span, format!("this is {want} that does not exist"))
                        .label("outside of the family"),
                );
                None
            }
            Value::Thing(thing) => Some(thing),
            _ => None,
        }
    }

    /// Parses the header of an entry that begins with `name`.
    pub(super) fn entry_header(&mut self, entry: &Entry) -> Option<Header> {
        let header = self.header(entry.pairs.first()?);
        if header.is_none() {
            self.failed_names.insert(entry.name.clone());
        }
        header
    }
}
