//! Lowering of `[VARIABLES]`: global variables, which are part of the position.
//! Assignments are lowered in `expr::actions`.

use boardwright_game::ids::{ElementId, GlobalId, LocationId};
use boardwright_rules::{
    BinaryOp, Effect, Expr as Out, FamilyKind, Global, GlobalKind, GlobalValue, Reset, Scoring, Thing, UnaryOp,
};

use super::constant::{self, required_key, single_expr};
use super::entries::{Entries, Entry, SectionKind, value_exprs};
use super::expr::{Binding, BlockKind, LoweringContext};
use super::families::Header;
use super::names::{Meaning, global_type};
use super::types::Type;
use super::value::Value;
use crate::Diagnostic;
use crate::syntax::ast::{Expr, ExprKind, KeyValue, Value as Written};

/// Values of the key `type`.
const KINDS: [(&str, Type); 6] = [
    ("integer", Type::INT),
    ("boolean", Type::BOOL),
    ("element", Type::ELEMENT),
    ("location", Type::LOCATION),
    ("set of element", Type::ELEMENTS),
    ("set of location", Type::LOCATIONS),
];

/// The key `while` of a variable, which is lowered when all names are known.
#[derive(Debug)]
pub(super) struct PendingLifetime {
    variable: GlobalId,
    pair: KeyValue,
    /// Variables of the family.
    scope: Vec<Binding>,
}

/// The constant with the value of an initial value.
fn initial_constant(initial: &GlobalValue) -> Value {
    match initial {
        GlobalValue::Int(number) => Value::Int(*number),
        GlobalValue::Bool(yes) => Value::Bool(*yes),
        GlobalValue::Element(element) => Value::Thing(Thing::Element(*element)),
        GlobalValue::Location(location) => Value::Thing(Thing::Location(*location)),
        GlobalValue::Elements(ids) => Value::set(ids.iter().map(|id| Value::Thing(Thing::Element(Some(*id))))),
        GlobalValue::Locations(ids) => Value::set(ids.iter().map(|id| Value::Thing(Thing::Location(Some(*id))))),
    }
}

impl LoweringContext<'_> {
    /// Lowers the conditions `while` of variables to scorings: one that does not hold after a move resets its variable.
    pub(super) fn lifetimes(&mut self) {
        for PendingLifetime { variable, pair, scope } in std::mem::take(&mut self.pending_lifetimes) {
            self.scope = scope;
            let condition = self.lines(value_exprs(&pair), BlockKind::Conditions, pair.value_span);
            self.clear_locals();
            let span = pair.value_span;
            let condition = self.expr_id(&condition);
            let Global { kind, initial, .. } = &self.rules.globals[variable.index()];
            let is_set = matches!(kind, GlobalKind::Elements | GlobalKind::Locations);
            let initial = initial_constant(initial);
            let initial = self.node_of(&initial, span);
            let mut add = |node| self.rules.exprs.add(node, span);
            let value = add(Out::Global(variable));
            // Most variables have their initial value most of the time; then the condition need not be evaluated.
            let differs = if is_set {
                let same = add(Out::Binary(BinaryOp::SameMembers, value, initial));
                add(Out::Unary(UnaryOp::Not, same))
            } else {
                add(Out::Binary(BinaryOp::Unequal, value, initial))
            };
            let ended = add(Out::Unary(UnaryOp::Not, condition));
            let situation = add(Out::Binary(BinaryOp::And, differs, ended));
            let followup = Some(add(Out::Effect(Effect::Set(variable), vec![initial])));
            self.rules.scorings.push(Scoring { situation, awards: Vec::new(), followup, resets: Some(variable), span });
        }
    }

    pub(super) fn variables(&mut self, entries: &Entries) {
        for entry in entries.of(SectionKind::Variables) {
            let Some(header) = self.entry_header(entry) else { continue };
            let declared = entry.get("type").and_then(|pair| self.declared_type(pair));
            self.for_each_member(FamilyKind::Global, &header, entry.get("where"), &mut |lower, indices| {
                lower.global(entry, &header, indices, declared);
            });
        }
        self.sort_families(FamilyKind::Global);
    }

    fn global(&mut self, entry: &Entry, header: &Header, indices: &[i32], declared: Option<Type>) {
        let count = self.rules.globals.len();
        let Some(name) = self.declare_member(FamilyKind::Global, header, indices, count) else { return };
        let Some((kind, initial)) = self.initial(entry, declared) else { return };
        let reset = match entry.get("reset").and_then(|pair| constant::parse_word(self, pair, &["move", "turn"])) {
            Some(0) => Reset::Move,
            Some(_) => Reset::Turn,
            None => Reset::Never,
        };
        let in_repetition = entry.get("key").is_none_or(|pair| constant::parse_yes_no(self, pair));
        let audience = self.variable_audience(entry);
        let id = GlobalId::new(count);
        let span = header.span;
        if let Some(pair) = entry.get("while") {
            let scope = self.scope.clone();
            self.pending_lifetimes.push(PendingLifetime { variable: id, pair: pair.clone(), scope });
        }
        self.rules.globals.push(Global { name, kind, initial, reset, in_repetition, audience, span });
        self.define_name(FamilyKind::Global, header, indices, id.0, Meaning::Global(id));
        if header.is_family() {
            let family = self.get_or_add_family(FamilyKind::Global, &header.word.text);
            let known = *self.names.global_families.entry(family).or_insert(global_type(kind));
            if known != global_type(kind) {
                let message =
                    format!("variables of one name hold one type: {known} before, {} here", global_type(kind));
                self.report(Diagnostic::error("type", header.span, message));
            }
        }
    }

    fn declared_type(&mut self, pair: &KeyValue) -> Option<Type> {
        let type_name = match &pair.value {
            Written::Text(word) => word.text.split_whitespace().collect::<Vec<_>>().join(" "),
            _ => match value_exprs(pair) {
                [Expr { kind: ExprKind::Name(word), .. }] => word.clone(),
                _ => String::new(),
            },
        };
        let singular = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
        let found = KINDS.iter().find(|(name, _)| *name == type_name || *name == singular(&type_name));
        if found.is_none() {
            let all: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
            self.report(
                Diagnostic::error("bad-word", pair.value_span, "this is not a type of variables")
                    .label(format!("expected {}", all.join(", "))),
            );
        }
        found.map(|(_, ty)| *ty)
    }

    /// Type and initial value of a variable.
    fn initial(&mut self, entry: &Entry, declared: Option<Type>) -> Option<(GlobalKind, GlobalValue)> {
        let pair = required_key(self, entry, "initial", SectionKind::Variables)?;
        let expr = single_expr(self, pair)?;
        let wanted: Vec<Type> = declared.into_iter().collect();
        let value = self.constant(expr, &wanted);
        let ty = match declared {
            Some(ty) => ty,
            None => value.ty(),
        };
        let values = entry.get("values");
        if let Some(pair) = values.filter(|_| ty != Type::INT && !value.is_error()) {
            self.report(
                Diagnostic::error("odd-key", pair.key.span, "`values` is for numbers only")
                    .label(format!("this variable holds {ty}")),
            );
        }
        Some(match (&value, ty) {
            (Value::Error, _) => return None,
            (Value::Int(number), _) => (self.bounds(values, *number, expr)?, GlobalValue::Int(*number)),
            (Value::Bool(yes), _) => (GlobalKind::Bool, GlobalValue::Bool(*yes)),
            (Value::Thing(Thing::Element(element)), _) => (GlobalKind::Element, GlobalValue::Element(*element)),
            (Value::Thing(Thing::Location(location)), _) => (GlobalKind::Location, GlobalValue::Location(*location)),
            (Value::Set(members), Type::ELEMENTS) => {
                let ids = members.iter().filter_map(|member| match member {
                    Value::Thing(Thing::Element(element)) => *element,
                    _ => None,
                });
                let mut ids: Vec<ElementId> = ids.collect();
                ids.sort_unstable();
                (GlobalKind::Elements, GlobalValue::Elements(ids))
            }
            (Value::Set(members), Type::LOCATIONS) => {
                let mut ids: Vec<LocationId> = members.iter().filter_map(Value::location).collect();
                ids.sort_unstable();
                (GlobalKind::Locations, GlobalValue::Locations(ids))
            }
            (Value::Set(_), Type::SET) => {
                self.report(
                    Diagnostic::error("unclear-type", expr.span, "`{}` does not determine the type of the set")
                        .label("the type of the members is unknown")
                        .help("add `type = set of location` or `type = set of element`"),
                );
                return None;
            }
            _ => {
                self.report(
                    Diagnostic::error("type", expr.span, format!("a variable cannot hold {ty}")).label(
                        "expected a number, a boolean, an element, a location, or a set of elements or locations",
                    ),
                );
                return None;
            }
        })
    }

    /// Range of an integer variable.
    fn bounds(&mut self, values: Option<&KeyValue>, initial: i32, place: &Expr) -> Option<GlobalKind> {
        let Some(pair) = values else { return Some(GlobalKind::Int { least: i32::MIN, most: i32::MAX }) };
        let expr = single_expr(self, pair)?;
        let (least, most) = if let ExprKind::Range(from, to) = &expr.kind {
            let bound = |lower: &mut Self, expr: &Expr| lower.constant(expr, &[Type::INT]).int();
            (bound(self, from)?, bound(self, to)?)
        } else {
            self.report(
                Diagnostic::error("type", expr.span, "the values of a variable are a range").label("expected `0..100`"),
            );
            return None;
        };
        if !(least..=most).contains(&initial) {
            self.report(
                Diagnostic::error("out-of-range", place.span, format!("the initial value {initial} is out of range"))
                    .label(format!("its values are {least} to {most}"))
                    .related(expr.span, "declared here"),
            );
            return None;
        }
        Some(GlobalKind::Int { least, most })
    }
}
