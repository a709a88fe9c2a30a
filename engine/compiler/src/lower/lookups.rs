//! Partial evaluation of texts with references and of queries about the position: names are resolved, and values that
//! depend on one cell or element become lookup tables. Extends [`Specialiser`](crate::lower::specialise::Specialiser).

use boardwright_game::fault::FaultKind;
use boardwright_game::ids::{ExprId, LocationId, TextId};
use boardwright_rules::{IndexedName, RuleSet, TextPart, Texts, UntypedQuery};

use crate::analyse::knowledge::AbstractValue;
use crate::lower::specialise::{SpecialiseResult, Specialiser};
use crate::tables::code::{Node, NodeId, Template};
use crate::tables::value::{Overlay, Value};

impl Specialiser<'_> {
    pub(crate) fn specialise_template(&mut self, id: ExprId, parts: &[TextPart]) -> SpecialiseResult {
        use std::fmt::Write as _;
        let mut text = std::mem::take(&mut self.spelling);
        text.clear();
        for part in parts {
            match part {
                TextPart::Literal(literal) => text.push_str(literal),
                TextPart::Var(variable) => match self.state.variables[variable.index()] {
                    AbstractValue::Constant(Value::Int(number)) => write!(text, "{number}").expect("texts take all"),
                    AbstractValue::Constant(other) => {
                        let (operation, found) = ("a reference in a text", other.type_name());
                        return Ok(self.builder.fail(FaultKind::Type { operation, needed: "a number", found }, id));
                    }
                    AbstractValue::Unset => return Ok(self.unbound_fault(*variable, id)),
                    AbstractValue::LateNumber | AbstractValue::Number | AbstractValue::Unknown => {
                        // Known numbers become literals; the others are read at run time.
                        let spelt = |part: &TextPart| match part {
                            TextPart::Var(known) => match self.state.variables[known.index()] {
                                AbstractValue::Constant(Value::Int(number)) => TextPart::Literal(number.to_string()),
                                _ => part.clone(),
                            },
                            literal @ TextPart::Literal(_) => literal.clone(),
                        };
                        let parts: Vec<TextPart> = parts.iter().map(spelt).collect();
                        let stored = |part: &TextPart| match part {
                            TextPart::Literal(_) => false,
                            TextPart::Var(read) => self.state.variables[read.index()] != AbstractValue::LateNumber,
                        };
                        if parts.iter().any(stored) {
                            self.require_stores()?;
                        }
                        let texts = matching_texts(self.rules, &parts);
                        self.builder.code.templates.push(Template { parts, texts });
                        let template = (self.builder.code.templates.len() - 1) as u32;
                        return Ok(self.builder.code.add(Node::Template { template, at: id }));
                    }
                },
            }
        }
        let id = self.builder.code.pool.intern(self.rules, &text);
        self.spelling = text;
        Ok(self.builder.constant(Value::Text(id)))
    }

    /// The location that a constant text names.
    pub(crate) fn constant_location(&self, node: NodeId) -> Option<LocationId> {
        match self.builder.constant_value(node) {
            Some(Value::Text(text)) if text.index() < self.rules.texts.len() => self.rules.texts.location(text),
            _ => None,
        }
    }

    pub(crate) fn specialise_query(
        &mut self,
        id: ExprId,
        query: UntypedQuery,
        arguments: &[ExprId],
    ) -> SpecialiseResult {
        if query == UntypedQuery::Player {
            return Ok(match self.state.mover {
                Some(player) => self.builder.constant(Value::Int(player.number() as i32)),
                None => self.builder.code.add(Node::Mover),
            });
        }
        let nodes = arguments.iter().map(|&a| self.specialise(a)).collect::<Result<Vec<_>, _>>()?;
        let (first, value) = self.builder.split(*nodes.last().expect("all other queries have arguments"));
        if nodes.len() == 1 {
            let needed = if query == UntypedQuery::Score { "a number" } else { "a text" };
            let node = match self.type_fault(value, query.name(), needed, arguments[0]) {
                Some(fault) => fault,
                None => self.query_thing(id, query, value),
            };
            return Ok(self.builder.seq(first, node));
        }
        if let (Some(Value::Int(place)), Some(Value::Text(text))) =
            (self.builder.constant_value(nodes[0]), self.builder.constant_value(nodes[1]))
        {
            return Ok(self.index_of_name(id, query, text, place));
        }
        let operands = self.builder.code.add_operands(&nodes);
        Ok(self.builder.code.add(Node::Query { query, operands, at: id }))
    }

    fn index_of_name(&mut self, id: ExprId, query: UntypedQuery, text: TextId, place: i32) -> NodeId {
        let over = Overlay::default();
        match self.builder.code.pool.index(self.rules, &over, text, place) {
            Some(index) => self.builder.constant(Value::Int(index)),
            None => {
                let name = self.builder.code.pool.text(self.rules, &over, text).to_owned();
                self.builder.fail(FaultKind::NoIndex { operation: query.name(), name }, id)
            }
        }
    }

    /// Specialises a query about one thing.
    fn query_thing(&mut self, id: ExprId, query: UntypedQuery, value: NodeId) -> NodeId {
        match (self.builder.code[value], query) {
            (Node::Const(Value::Int(number)), UntypedQuery::Score) => self.score(id, number),
            (Node::Const(Value::Text(text)), UntypedQuery::Index) => self.index_of_name(id, query, text, 1),
            (Node::Const(Value::Text(text)), UntypedQuery::Unindex) => {
                let base = self.builder.code.pool.base(self.rules, &mut Overlay::default(), text);
                let base = if base.index() < self.rules.texts.len() {
                    base
                } else {
                    let name = IndexedName::parse(self.builder.code.pool.text(self.rules, &Overlay::default(), text));
                    self.builder.code.pool.intern(self.rules, &name.base)
                };
                self.builder.constant(Value::Text(base))
            }
            (Node::Const(Value::Text(text)), _) if query != UntypedQuery::ZIndex => self.query_name(query, text),
            (Node::Content(location), UntypedQuery::ElementType | UntypedQuery::State | UntypedQuery::Owner) => {
                let values = self.by_kind(query);
                let possible = self.state.possible_kinds(location);
                self.builder.cell(location, values, possible)
            }
            (Node::Content(location), UntypedQuery::Location) => {
                let here = Value::Text(self.rules.locations[location.index()].text);
                let values = self.builder.values_by_kind(Value::empty_text(), |_| here);
                let possible = self.state.possible_kinds(location);
                self.builder.cell(location, values, possible)
            }
            _ => {
                let operands = self.builder.code.add_operands(&[value]);
                self.builder.code.add(Node::Query { query, operands, at: id })
            }
        }
    }

    fn score(&mut self, id: ExprId, number: i32) -> NodeId {
        match boardwright_interpreter::change::player(self.builder.layout, "SCORE", number) {
            Ok(player) => self.builder.code.add(Node::Score(player)),
            Err(kind) => self.builder.fail(kind, id),
        }
    }

    /// An element's type, state or owner by its kind; the first entry is for no element.
    fn by_kind(&self, query: UntypedQuery) -> Vec<Value> {
        let none = if query == UntypedQuery::ElementType { Value::empty_text() } else { Value::Int(-1) };
        self.builder.values_by_kind(none, |kind| match query {
            UntypedQuery::ElementType => Value::Text(self.rules.element_types[kind.element_type.index()].text),
            UntypedQuery::State => Value::Int(i32::from(kind.state)),
            _ => Value::Int(kind.owner.map_or(0, |owner| owner.number() as i32)),
        })
    }

    /// Specialises a query about the location or element that a constant text names.
    fn query_name(&mut self, query: UntypedQuery, text: TextId) -> NodeId {
        let named = text.index() < self.rules.texts.len();
        let location = named.then(|| self.rules.texts.location(text)).flatten();
        let element = named.then(|| self.rules.texts.element(text)).flatten();
        match query {
            UntypedQuery::LocationType => {
                let kind = location.map(|l| self.rules.locations[l.index()].kind);
                let text = kind.map_or(Texts::EMPTY, |kind| self.rules.location_types[kind.index()].text);
                self.builder.constant(Value::Text(text))
            }
            UntypedQuery::ElementType | UntypedQuery::State | UntypedQuery::Owner => {
                let values = self.by_kind(query);
                match element {
                    Some(element) => self.builder.kind(element, values),
                    None => self.builder.constant(values[0]),
                }
            }
            UntypedQuery::Location => match element {
                Some(element) => self.builder.code.add(Node::Place(element)),
                None => self.builder.constant(Value::empty_text()),
            },
            UntypedQuery::Content => match location {
                Some(location) if self.state.possible_kinds(location) == Some(1) => {
                    self.builder.constant(Value::empty_text())
                }
                Some(location) => self.builder.code.add(Node::Content(location)),
                None => self.builder.constant(Value::empty_text()),
            },
            _ => match location {
                Some(location) => match self.state.possible_kinds(location) {
                    Some(possible) if possible & 1 == 0 => self.builder.truth(false),
                    Some(1) => self.builder.truth(true),
                    _ => self.builder.empty(location),
                },
                None => self.builder.truth(true),
            },
        }
    }
}

/// The texts of the file that a text with references can become, keyed by the inserted numbers; sorted.
fn matching_texts(rules: &RuleSet, parts: &[TextPart]) -> Vec<(Vec<i32>, TextId)> {
    let ids = (0..rules.texts.len()).map(TextId::new);
    let mut found: Vec<_> = ids.filter_map(|id| Some((numbers_in(rules.texts.text(id), parts)?, id))).collect();
    found.sort();
    found
}

/// The numbers whose insertion for the references yields `text`.
fn numbers_in(text: &str, parts: &[TextPart]) -> Option<Vec<i32>> {
    let mut rest = text;
    let mut numbers = Vec::new();
    for part in parts {
        match part {
            TextPart::Literal(literal) => rest = rest.strip_prefix(literal.as_str())?,
            TextPart::Var(_) => {
                let sign = usize::from(rest.starts_with('-'));
                let length = sign + rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
                let number: i32 = rest[..length].parse().ok()?;
                if number.to_string() != rest[..length] {
                    return None; // for example 01, which the engine never writes
                }
                numbers.push(number);
                rest = &rest[length..];
            }
        }
    }
    rest.is_empty().then_some(numbers)
}
