//! `[VARIABLES]`: what outlives a move.
//! Who changes them is with the actions.

use boardwright_engine::ids::{ElementId, GlobalId, LocationId};
use boardwright_engine::rules::{FamilyKind, Global, GlobalKind, Initial, Reset, Thing};

use super::constant::{self, needed, one};
use super::entries::{Entries, Entry, Part, exprs};
use super::expr::Lower;
use super::families::Header;
use super::names::{Meaning, held};
use super::types::Type;
use super::value::Value;
use crate::Diagnostic;
use crate::syntax::ast::{Expr, Node, Pair, Value as Written};

/// What `type` may say.
const KINDS: [(&str, Type); 6] = [
    ("integer", Type::INT),
    ("boolean", Type::BOOL),
    ("element", Type::ELEMENT),
    ("location", Type::LOCATION),
    ("set of element", Type::ELEMENTS),
    ("set of location", Type::LOCATIONS),
];

impl Lower<'_> {
    pub(super) fn variables(&mut self, entries: &Entries) {
        for entry in entries.of(Part::Variables) {
            let Some(header) = self.header_of(entry) else { continue };
            let declared = entry.get("type").and_then(|pair| self.declared_type(pair));
            self.each(FamilyKind::Global, &header, entry.get("where"), &mut |lower, indices| {
                lower.global(entry, &header, indices, declared);
            });
        }
        self.sort_families(FamilyKind::Global);
    }

    fn global(&mut self, entry: &Entry, header: &Header, indices: &[i32], declared: Option<Type>) {
        let count = self.rules.globals.len();
        let Some(name) = self.enrol(FamilyKind::Global, header, indices, count) else { return };
        let Some((kind, initial)) = self.initial(entry, declared) else { return };
        let reset = match entry.get("reset").and_then(|pair| constant::word(self, pair, &["move", "turn"])) {
            Some(0) => Reset::Move,
            Some(_) => Reset::Turn,
            None => Reset::Never,
        };
        let in_repetition = entry.get("key").is_none_or(|pair| constant::yes(self, pair));
        let id = GlobalId::new(count);
        self.rules.globals.push(Global { name, kind, initial, reset, in_repetition, span: header.span });
        self.know(FamilyKind::Global, header, indices, id.0, Meaning::Global(id));
        if header.is_family() {
            let family = self.family(FamilyKind::Global, &header.word.text);
            let known = *self.names.global_families.entry(family).or_insert(held(kind));
            if known != held(kind) {
                let message = format!("variables of one name hold one type: {known} before, {} here", held(kind));
                self.tell(Diagnostic::error("type", header.span, message));
            }
        }
    }

    fn declared_type(&mut self, pair: &Pair) -> Option<Type> {
        let said = match &pair.value {
            Written::Text(word) => word.text.split_whitespace().collect::<Vec<_>>().join(" "),
            _ => match exprs(pair) {
                [Expr { node: Node::Name(word), .. }] => word.clone(),
                _ => String::new(),
            },
        };
        let singular = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
        let found = KINDS.iter().find(|(name, _)| *name == said || *name == singular(&said));
        if found.is_none() {
            let all: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
            self.tell(
                Diagnostic::error("bad-word", pair.at, "this is no type of variables")
                    .label(format!("expected {}", all.join(", "))),
            );
        }
        found.map(|(_, ty)| *ty)
    }

    /// What a variable holds, and what it begins with.
    fn initial(&mut self, entry: &Entry, declared: Option<Type>) -> Option<(GlobalKind, Initial)> {
        let pair = needed(self, entry, "initial", Part::Variables)?;
        let expr = one(self, pair)?;
        let wanted: Vec<Type> = declared.into_iter().collect();
        let value = self.constant(expr, &wanted);
        let ty = match declared {
            Some(ty) => ty,
            None => value.ty(),
        };
        let values = entry.get("values");
        if let Some(pair) = values.filter(|_| ty != Type::INT && !value.is_wrong()) {
            self.tell(
                Diagnostic::error("odd-key", pair.key.span, "`values` is for numbers only")
                    .label(format!("this variable holds {ty}")),
            );
        }
        Some(match (&value, ty) {
            (Value::Wrong, _) => return None,
            (Value::Int(number), _) => (self.bounds(values, *number, expr)?, Initial::Int(*number)),
            (Value::Bool(yes), _) => (GlobalKind::Bool, Initial::Bool(*yes)),
            (Value::Thing(Thing::Element(element)), _) => (GlobalKind::Element, Initial::Element(*element)),
            (Value::Thing(Thing::Location(location)), _) => (GlobalKind::Location, Initial::Location(*location)),
            (Value::Set(members), Type::ELEMENTS) => {
                let ids = members.iter().filter_map(|member| match member {
                    Value::Thing(Thing::Element(element)) => *element,
                    _ => None,
                });
                let mut ids: Vec<ElementId> = ids.collect();
                ids.sort_unstable();
                (GlobalKind::Elements, Initial::Elements(ids))
            }
            (Value::Set(members), Type::LOCATIONS) => {
                let mut ids: Vec<LocationId> = members.iter().filter_map(Value::location).collect();
                ids.sort_unstable();
                (GlobalKind::Locations, Initial::Locations(ids))
            }
            (Value::Set(_), Type::SET) => {
                self.tell(
                    Diagnostic::error("unclear-type", expr.span, "`{}` does not tell what the set holds")
                        .label("a set of what?")
                        .help("add `type = set of location` or `type = set of element`"),
                );
                return None;
            }
            _ => {
                self.tell(
                    Diagnostic::error("type", expr.span, format!("a variable cannot hold {ty}")).label(
                        "expected a number, a boolean, an element, a location, or a set of elements or locations",
                    ),
                );
                return None;
            }
        })
    }

    /// The numbers that a variable may hold.
    fn bounds(&mut self, values: Option<&Pair>, initial: i32, place: &Expr) -> Option<GlobalKind> {
        let Some(pair) = values else { return Some(GlobalKind::Int { least: i32::MIN, most: i32::MAX }) };
        let expr = one(self, pair)?;
        let (least, most) = if let Node::Range(from, to) = &expr.node {
            let bound = |lower: &mut Self, expr: &Expr| lower.constant(expr, &[Type::INT]).int();
            (bound(self, from)?, bound(self, to)?)
        } else {
            self.tell(
                Diagnostic::error("type", expr.span, "the values of a variable are a range").label("expected `0..100`"),
            );
            return None;
        };
        if !(least..=most).contains(&initial) {
            self.tell(
                Diagnostic::error("out-of-range", place.span, format!("the variable begins with {initial}"))
                    .label(format!("its values are {least} to {most}"))
                    .related(expr.span, "declared here"),
            );
            return None;
        }
        Some(GlobalKind::Int { least, most })
    }
}
