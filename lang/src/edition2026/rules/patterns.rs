//! `element`, `from` and `to` of rules: which things they name, and the numbers that they bind.
//! Where a place is only known in a position, it stays an expression.

use boardwright_engine::ids::{ElementId, ExprId, FamilyId, LocationId, VarId};
use boardwright_engine::rules::{BinaryOp, Expr as Out, FamilyKind, Matches, Place, Thing};

use super::is_empty;
use crate::Diagnostic;
use crate::edition2026::constant::one;
use crate::edition2026::expr::{Local, Lower};
use crate::edition2026::names::Meaning;
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::syntax::ast::{Expr, Node, Pair};

/// What an index of a pattern asks.
enum Asks {
    /// Anything; the variable gets it.
    Bind(VarId),
    /// One of these.
    Known(Vec<i32>),
}

impl Lower<'_> {
    /// `element = ...`.
    pub(super) fn elements_of(&mut self, pair: &Pair, checks: &mut Vec<ExprId>) -> Matches<ElementId> {
        let Some(expr) = one(self, pair) else { return Matches::default() };
        let matches = match &expr.node {
            Node::Name(word) if word == "any" => all((0..self.rules.elements.len()).map(ElementId::new)),
            Node::Call(head, indices) if self.family_of(&head.text, FamilyKind::Element).is_some() => {
                let Some(family) = self.family_of(&head.text, FamilyKind::Element) else { return Matches::default() };
                let found = self.pattern(family, indices, expr, checks);
                Matches { found: found.into_iter().map(|(at, bound)| (ElementId(at), bound)).collect() }
            }
            _ => {
                let Some(value) = self.known_elements(expr) else { return Matches::default() };
                self.elements_in(&value)
            }
        };
        if is_empty(&matches) && !self.has_errors() {
            self.tell(
                Diagnostic::warning(
                    "never-matches",
                    expr.span,
                    "no element is meant by this, so the rule is never used",
                )
                .label("matches nothing"),
            );
        }
        matches
    }

    /// The value of `element`, which must be known when the file is read.
    fn known_elements(&mut self, expr: &Expr) -> Option<Value> {
        // A type goes before an element of the same name.
        if let Node::Name(word) = &expr.node {
            let is_type = |meaning: &&Meaning| matches!(meaning, Meaning::Thing(Thing::ElementType(_)));
            if let Some(Meaning::Thing(kind)) = self.names.meanings(word).iter().find(is_type) {
                return Some(Value::Thing(*kind));
            }
        }
        let low = self.lower(expr, &[Type::ELEMENT_TYPE, Type::ELEMENT, Type::ELEMENTS]);
        match low.known() {
            Some(Value::Wrong) => None,
            Some(value) => Some(value.clone()),
            // Sets that are large are only put together where they must be.
            None => Some(self.constant(expr, &[Type::ELEMENTS])).filter(|value| !value.is_wrong()),
        }
    }

    fn elements_in(&self, value: &Value) -> Matches<ElementId> {
        let mut found: Vec<ElementId> = Vec::new();
        for member in value.members() {
            match member {
                Value::Thing(Thing::Element(Some(id))) => found.push(*id),
                Value::Thing(Thing::ElementType(kind)) => {
                    let of = self.rules.elements.iter().enumerate().filter(|(_, element)| Some(element.kind) == *kind);
                    found.extend(of.map(|(at, _)| ElementId::new(at)));
                }
                _ => {}
            }
        }
        found.sort_unstable();
        found.dedup();
        all(found)
    }

    /// `from = ...` or `to = ...`.
    pub(super) fn place_of(&mut self, pair: &Pair, checks: &mut Vec<ExprId>) -> Place {
        let Some(expr) = one(self, pair) else { return Place::Known(Matches::default()) };
        let place = match &expr.node {
            Node::Name(word) if word == "any" => {
                Place::Known(all((0..self.rules.locations.len()).map(LocationId::new)))
            }
            Node::Name(word) if word == "NOWHERE" || word == "off" => return Place::Off,
            Node::Call(head, indices) if indices.iter().any(|index| self.is_new(index)) => {
                match self.family_of(&head.text, FamilyKind::Location) {
                    Some(family) => {
                        let found = self.pattern(family, indices, expr, checks);
                        Place::Known(Matches {
                            found: found.into_iter().map(|(at, bound)| (LocationId(at), bound)).collect(),
                        })
                    }
                    None => self.worked(expr),
                }
            }
            _ => self.worked(expr),
        };
        if let Place::Known(matches) = &place
            && is_empty(matches)
            && !self.has_errors()
        {
            self.tell(
                Diagnostic::warning(
                    "never-matches",
                    expr.span,
                    "no location is meant by this, so the rule is never used",
                )
                .label("matches nothing"),
            );
        }
        place
    }

    fn worked(&mut self, expr: &Expr) -> Place {
        if let Node::Name(word) = &expr.node {
            let kind = self.names.meanings(word).iter().find_map(|meaning| match meaning {
                Meaning::Thing(Thing::LocationType(Some(kind))) => Some(*kind),
                _ => None,
            });
            if let Some(kind) = kind {
                return Place::Known(self.locations_of(kind));
            }
        }
        let low = self.lower(expr, &[Type::LOCATION, Type::LOCATIONS, Type::LOCATION_TYPE]);
        match low.known() {
            Some(Value::Wrong) => Place::Known(Matches::default()),
            Some(Value::Thing(Thing::LocationType(Some(kind)))) => {
                let kind = *kind;
                Place::Known(self.locations_of(kind))
            }
            Some(value) => {
                let mut found: Vec<LocationId> = value.members().iter().filter_map(Value::location).collect();
                found.sort_unstable();
                found.dedup();
                Place::Known(all(found))
            }
            None => {
                let low = self.typed(low, &[Type::LOCATION, Type::LOCATIONS]);
                Place::Worked(self.id(&low))
            }
        }
    }

    fn locations_of(&self, kind: boardwright_engine::ids::LocationTypeId) -> Matches<LocationId> {
        let of = self.rules.locations.iter().enumerate().filter(|(_, location)| location.kind == kind);
        all(of.map(|(at, _)| LocationId::new(at)))
    }

    /// The members of a family that fit a pattern, by their position, with what each binds.
    fn pattern(
        &mut self,
        family: FamilyId,
        indices: &[Expr],
        whole: &Expr,
        checks: &mut Vec<ExprId>,
    ) -> Vec<(u16, Vec<(VarId, i32)>)> {
        if self.count_indices(family, indices.len(), whole.span).is_some() {
            return Vec::new();
        }
        let asks: Vec<Asks> = indices.iter().map(|index| self.index_asks(index, checks)).collect();
        let members = &self.rules.families[family].members;
        let mut found: Vec<(u16, Vec<(VarId, i32)>)> = Vec::new();
        for (numbers, at) in members.iter().filter(|(numbers, _)| numbers.len() == asks.len()) {
            let mut bound: Vec<(VarId, i32)> = Vec::new();
            let fits = asks.iter().zip(numbers).all(|(ask, number)| match ask {
                Asks::Known(set) => set.contains(number),
                Asks::Bind(var) => {
                    bound.push((*var, *number));
                    true
                }
            });
            if fits {
                found.push((*at, bound));
            }
        }
        found.sort_unstable();
        found
    }

    fn index_asks(&mut self, index: &Expr, checks: &mut Vec<ExprId>) -> Asks {
        if let Node::Var(name) = &index.node
            && self.bound(name).is_none()
        {
            let var = self.new_var(name);
            self.bind(name, index.span, Local::Var(var, Type::INT));
            return Asks::Bind(var);
        }
        let low = self.lower(index, &[Type::INT, Type::INTS]);
        if let Some(value) = low.known() {
            return Asks::Known(value.members().iter().filter_map(Value::int).collect());
        }
        // The number goes into a variable that has no name in the file, and is compared before the condition.
        let var = self.new_var("");
        let number = self.rules.exprs.add(Out::Var(var), index.span);
        let op = if low.ty.is_set() { BinaryOp::In } else { BinaryOp::Equal };
        let wanted = self.id(&low);
        checks.push(self.rules.exprs.add(Out::Binary(op, number, wanted), index.span));
        Asks::Bind(var)
    }
}

/// Things without anything bound.
fn all<Id>(ids: impl IntoIterator<Item = Id>) -> Matches<Id> {
    Matches { found: ids.into_iter().map(|id| (id, Vec::new())).collect() }
}
