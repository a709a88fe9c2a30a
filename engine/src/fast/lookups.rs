//! Following texts with references and questions about the position: names are looked up, and what depends on one
//! cell or element becomes a table. A second part of [`Specialiser`](super::specialise::Specialiser).

use crate::fault::FaultKind;
use crate::ids::{ExprId, LocationId, TextId};
use crate::rules::{Name, Part, Query, RuleSet, Texts};

use super::code::{Node, NodeId, Template};
use super::knowledge::Known;
use super::specialise::{Made, Specialiser};
use super::value::{Overlay, Value};

impl Specialiser<'_> {
    pub(super) fn template(&mut self, id: ExprId, parts: &[Part]) -> Made {
        use std::fmt::Write as _;
        let mut text = std::mem::take(&mut self.spelling);
        text.clear();
        for part in parts {
            match part {
                Part::Literal(literal) => text.push_str(literal),
                Part::Var(variable) => match self.known.variables[variable.index()] {
                    Known::Value(Value::Int(number)) => write!(text, "{number}").expect("texts take all"),
                    Known::Value(other) => {
                        let (operation, found) = ("a reference in a text", other.type_name());
                        return Ok(self.maker.fail(FaultKind::Type { operation, needed: "a number", found }, id));
                    }
                    Known::Unset => return Ok(self.unbound(*variable, id)),
                    Known::Late | Known::Number | Known::Nothing => {
                        // Numbers that are known stand in the text as they are; the others are read at play.
                        let spelt = |part: &Part| match part {
                            Part::Var(known) => match self.known.variables[known.index()] {
                                Known::Value(Value::Int(number)) => Part::Literal(number.to_string()),
                                _ => part.clone(),
                            },
                            literal @ Part::Literal(_) => literal.clone(),
                        };
                        let parts: Vec<Part> = parts.iter().map(spelt).collect();
                        let stored = |part: &Part| match part {
                            Part::Literal(_) => false,
                            Part::Var(read) => self.known.variables[read.index()] != Known::Late,
                        };
                        if parts.iter().any(stored) {
                            self.need_stores()?;
                        }
                        let texts = texts_of(self.rules, &parts);
                        self.maker.code.templates.push(Template { parts, texts });
                        let template = (self.maker.code.templates.len() - 1) as u32;
                        return Ok(self.maker.code.add(Node::Template { template, at: id }));
                    }
                },
            }
        }
        let id = self.maker.code.pool.intern(self.rules, &text);
        self.spelling = text;
        Ok(self.maker.constant(Value::Text(id)))
    }

    /// The location that a known text names.
    pub(super) fn location(&self, node: NodeId) -> Option<LocationId> {
        match self.maker.known(node) {
            Some(Value::Text(text)) if text.index() < self.rules.texts.len() => self.rules.texts.location(text),
            _ => None,
        }
    }

    pub(super) fn query(&mut self, id: ExprId, query: Query, arguments: &[ExprId]) -> Made {
        if query == Query::Player {
            return Ok(match self.known.mover {
                Some(player) => self.maker.constant(Value::Int(player.number() as i32)),
                None => self.maker.code.add(Node::Mover),
            });
        }
        let nodes = arguments.iter().map(|&a| self.follow(a)).collect::<Result<Vec<_>, _>>()?;
        let (first, value) = self.maker.split(*nodes.last().expect("all other queries have arguments"));
        if nodes.len() == 1 {
            let needed = if query == Query::Score { "a number" } else { "a text" };
            let node = match self.wrong(value, query.name(), needed, arguments[0]) {
                Some(fault) => fault,
                None => self.about(id, query, value),
            };
            return Ok(self.maker.seq(first, node));
        }
        if let (Some(Value::Int(place)), Some(Value::Text(text))) =
            (self.maker.known(nodes[0]), self.maker.known(nodes[1]))
        {
            return Ok(self.index(id, query, text, place));
        }
        let operands = self.maker.code.list(&nodes);
        Ok(self.maker.code.add(Node::Query { query, operands, at: id }))
    }

    fn index(&mut self, id: ExprId, query: Query, text: TextId, place: i32) -> NodeId {
        let over = Overlay::default();
        match self.maker.code.pool.index(self.rules, &over, text, place) {
            Some(index) => self.maker.constant(Value::Int(index)),
            None => {
                let name = self.maker.code.pool.text(self.rules, &over, text).to_owned();
                self.maker.fail(FaultKind::NoIndex { operation: query.name(), name }, id)
            }
        }
    }

    /// A question about one thing.
    fn about(&mut self, id: ExprId, query: Query, value: NodeId) -> NodeId {
        match (self.maker.code[value], query) {
            (Node::Const(Value::Int(number)), Query::Score) => self.score(id, number),
            (Node::Const(Value::Text(text)), Query::Index) => self.index(id, query, text, 1),
            (Node::Const(Value::Text(text)), Query::Unindex) => {
                let base = self.maker.code.pool.base(self.rules, &mut Overlay::default(), text);
                let base = if base.index() < self.rules.texts.len() {
                    base
                } else {
                    let name = Name::of(self.maker.code.pool.text(self.rules, &Overlay::default(), text));
                    self.maker.code.pool.intern(self.rules, &name.base)
                };
                self.maker.constant(Value::Text(base))
            }
            (Node::Const(Value::Text(text)), _) if query != Query::ZIndex => self.about_name(query, text),
            (Node::Content(location), Query::ElementType | Query::State | Query::Owner) => {
                let values = self.by_kind(query);
                let possible = self.known.cell(location);
                self.maker.cell(location, values, possible)
            }
            (Node::Content(location), Query::Location) => {
                let here = Value::Text(self.rules.locations[location.index()].text);
                let values = self.maker.by_kind(Value::empty_text(), |_| here);
                let possible = self.known.cell(location);
                self.maker.cell(location, values, possible)
            }
            _ => {
                let operands = self.maker.code.list(&[value]);
                self.maker.code.add(Node::Query { query, operands, at: id })
            }
        }
    }

    fn score(&mut self, id: ExprId, number: i32) -> NodeId {
        match crate::change::player(self.maker.layout, "SCORE", number) {
            Ok(player) => self.maker.code.add(Node::Score(player)),
            Err(kind) => self.maker.fail(kind, id),
        }
    }

    /// What an element's type, state or owner is by its kind; none first.
    fn by_kind(&self, query: Query) -> Vec<Value> {
        let none = if query == Query::ElementType { Value::empty_text() } else { Value::Int(-1) };
        self.maker.by_kind(none, |kind| match query {
            Query::ElementType => Value::Text(self.rules.element_types[kind.element_type.index()].text),
            Query::State => Value::Int(i32::from(kind.state)),
            _ => Value::Int(kind.owner.map_or(0, |owner| owner.number() as i32)),
        })
    }

    /// A question about the location or element that a known text names.
    fn about_name(&mut self, query: Query, text: TextId) -> NodeId {
        let named = text.index() < self.rules.texts.len();
        let location = named.then(|| self.rules.texts.location(text)).flatten();
        let element = named.then(|| self.rules.texts.element(text)).flatten();
        match query {
            Query::LocationType => {
                let kind = location.map(|l| self.rules.locations[l.index()].kind);
                let text = kind.map_or(Texts::EMPTY, |kind| self.rules.location_types[kind.index()].text);
                self.maker.constant(Value::Text(text))
            }
            Query::ElementType | Query::State | Query::Owner => {
                let values = self.by_kind(query);
                match element {
                    Some(element) => self.maker.kind(element, values),
                    None => self.maker.constant(values[0]),
                }
            }
            Query::Location => match element {
                Some(element) => self.maker.code.add(Node::Place(element)),
                None => self.maker.constant(Value::empty_text()),
            },
            Query::Content => match location {
                Some(location) if self.known.cell(location) == Some(1) => self.maker.constant(Value::empty_text()),
                Some(location) => self.maker.code.add(Node::Content(location)),
                None => self.maker.constant(Value::empty_text()),
            },
            _ => match location {
                Some(location) => match self.known.cell(location) {
                    Some(possible) if possible & 1 == 0 => self.maker.truth(false),
                    Some(1) => self.maker.truth(true),
                    _ => self.maker.empty(location),
                },
                None => self.maker.truth(true),
            },
        }
    }
}

/// The texts of the file that a text with references can become, by the numbers put in.
fn texts_of(rules: &RuleSet, parts: &[Part]) -> Vec<(Vec<i32>, TextId)> {
    let ids = (0..rules.texts.len()).map(TextId::new);
    let mut found: Vec<_> = ids.filter_map(|id| Some((numbers_in(rules.texts.text(id), parts)?, id))).collect();
    found.sort();
    found
}

/// The numbers by which references give a text.
fn numbers_in(text: &str, parts: &[Part]) -> Option<Vec<i32>> {
    let mut rest = text;
    let mut numbers = Vec::new();
    for part in parts {
        match part {
            Part::Literal(literal) => rest = rest.strip_prefix(literal.as_str())?,
            Part::Var(_) => {
                let sign = usize::from(rest.starts_with('-'));
                let length = sign + rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
                let number: i32 = rest[..length].parse().ok()?;
                if number.to_string() != rest[..length] {
                    return None; // such as 01, which is never written
                }
                numbers.push(number);
                rest = &rest[length..];
            }
        }
    }
    rest.is_empty().then_some(numbers)
}
