//! Lowering of `element`, `from` and `to` of rules: pattern matching against families, with bound indices.
//! A location that depends on the position remains an expression.

use boardwright_game::ids::{ElementId, ExprId, FamilyId, LocationId, VarId};
use boardwright_rules::{BinaryOp, Expr as Out, FamilyKind, PatternMatches, RulePlace, Thing};

use super::is_empty;
use crate::Diagnostic;
use crate::edition2026::constant::single_expr;
use crate::edition2026::expr::{Local, LoweringContext};
use crate::edition2026::names::Meaning;
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::syntax::ast::{Expr, ExprKind, KeyValue};

/// Pattern of one index.
enum IndexPattern {
    /// Matches any number and binds it to the variable.
    Bind(VarId),
    /// Matches one of the given numbers.
    OneOf(Vec<i32>),
}

impl LoweringContext<'_> {
    /// Lowers `element = ...`.
    pub(super) fn lower_elements(&mut self, pair: &KeyValue, checks: &mut Vec<ExprId>) -> PatternMatches<ElementId> {
        let Some(expr) = single_expr(self, pair) else { return PatternMatches::default() };
        let matches = match &expr.kind {
            ExprKind::Name(word) if word == "any" => {
                unbound_matches((0..self.rules.elements.len()).map(ElementId::new))
            }
            ExprKind::Call(head, indices) if self.family_of(&head.text, FamilyKind::Element).is_some() => {
                let Some(family) = self.family_of(&head.text, FamilyKind::Element) else {
                    return PatternMatches::default();
                };
                let found = self.pattern(family, indices, expr, checks);
                PatternMatches { entries: found.into_iter().map(|(at, bound)| (ElementId(at), bound)).collect() }
            }
            _ => {
                let Some(value) = self.constant_elements(expr) else { return PatternMatches::default() };
                self.elements_in(&value)
            }
        };
        if is_empty(&matches) && !self.has_errors() {
            self.report(
                Diagnostic::warning("never-matches", expr.span, "no element matches this, so the rule is never used")
                    .label("matches nothing"),
            );
        }
        matches
    }

    /// Value of `element`, which must be a compile-time constant.
    fn constant_elements(&mut self, expr: &Expr) -> Option<Value> {
        // A type takes precedence over an element of the same name.
        if let ExprKind::Name(word) = &expr.kind {
            let is_type = |meaning: &&Meaning| matches!(meaning, Meaning::Thing(Thing::ElementType(_)));
            if let Some(Meaning::Thing(kind)) = self.names.meanings(word).iter().find(is_type) {
                return Some(Value::Thing(*kind));
            }
        }
        let low = self.lower(expr, &[Type::ELEMENT_TYPE, Type::ELEMENT, Type::ELEMENTS]);
        match low.as_constant() {
            Some(Value::Error) => None,
            Some(value) => Some(value.clone()),
            // Large sets are folded only on demand.
            None => Some(self.constant(expr, &[Type::ELEMENTS])).filter(|value| !value.is_error()),
        }
    }

    fn elements_in(&self, value: &Value) -> PatternMatches<ElementId> {
        let mut found: Vec<ElementId> = Vec::new();
        for member in value.members() {
            match member {
                Value::Thing(Thing::Element(Some(id))) => found.push(*id),
                Value::Thing(Thing::ElementType(kind)) => {
                    let elements =
                        self.rules.elements.iter().enumerate().filter(|(_, element)| Some(element.kind) == *kind);
                    found.extend(elements.map(|(at, _)| ElementId::new(at)));
                }
                _ => {}
            }
        }
        found.sort_unstable();
        found.dedup();
        unbound_matches(found)
    }

    /// Lowers `from = ...` or `to = ...`.
    pub(super) fn lower_place(&mut self, pair: &KeyValue, checks: &mut Vec<ExprId>) -> RulePlace {
        let Some(expr) = single_expr(self, pair) else { return RulePlace::Listed(PatternMatches::default()) };
        let place = match &expr.kind {
            ExprKind::Name(word) if word == "any" => {
                RulePlace::Listed(unbound_matches((0..self.rules.locations.len()).map(LocationId::new)))
            }
            ExprKind::Name(word) if word == "NOWHERE" || word == "off" => return RulePlace::Off,
            ExprKind::Call(head, indices) if indices.iter().any(|index| self.is_unbound(index)) => {
                match self.family_of(&head.text, FamilyKind::Location) {
                    Some(family) => {
                        let found = self.pattern(family, indices, expr, checks);
                        RulePlace::Listed(PatternMatches {
                            entries: found.into_iter().map(|(at, bound)| (LocationId(at), bound)).collect(),
                        })
                    }
                    None => self.lower_place_expr(expr),
                }
            }
            _ => self.lower_place_expr(expr),
        };
        if let RulePlace::Listed(matches) = &place
            && is_empty(matches)
            && !self.has_errors()
        {
            self.report(
                Diagnostic::warning("never-matches", expr.span, "no location matches this, so the rule is never used")
                    .label("matches nothing"),
            );
        }
        place
    }

    fn lower_place_expr(&mut self, expr: &Expr) -> RulePlace {
        if let ExprKind::Name(word) = &expr.kind {
            let kind = self.names.meanings(word).iter().find_map(|meaning| match meaning {
                Meaning::Thing(Thing::LocationType(Some(kind))) => Some(*kind),
                _ => None,
            });
            if let Some(kind) = kind {
                return RulePlace::Listed(self.locations_of(kind));
            }
        }
        let low = self.lower(expr, &[Type::LOCATION, Type::LOCATIONS, Type::LOCATION_TYPE]);
        match low.as_constant() {
            Some(Value::Error) => RulePlace::Listed(PatternMatches::default()),
            Some(Value::Thing(Thing::LocationType(Some(kind)))) => {
                let kind = *kind;
                RulePlace::Listed(self.locations_of(kind))
            }
            Some(value) => {
                let mut found: Vec<LocationId> = value.members().iter().filter_map(Value::location).collect();
                found.sort_unstable();
                found.dedup();
                RulePlace::Listed(unbound_matches(found))
            }
            None => {
                let low = self.check_type(low, &[Type::LOCATION, Type::LOCATIONS]);
                RulePlace::Computed(self.expr_id(&low))
            }
        }
    }

    fn locations_of(&self, kind: boardwright_game::ids::LocationTypeId) -> PatternMatches<LocationId> {
        let of = self.rules.locations.iter().enumerate().filter(|(_, location)| location.kind == kind);
        unbound_matches(of.map(|(at, _)| LocationId::new(at)))
    }

    /// Indices of the family members that match a pattern, with the variables that each binds.
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
        let asks: Vec<IndexPattern> = indices.iter().map(|index| self.index_pattern(index, checks)).collect();
        let members = &self.rules.families[family].members;
        let mut found: Vec<(u16, Vec<(VarId, i32)>)> = Vec::new();
        for (numbers, at) in members.iter().filter(|(numbers, _)| numbers.len() == asks.len()) {
            let mut bound: Vec<(VarId, i32)> = Vec::new();
            let fits = asks.iter().zip(numbers).all(|(ask, number)| match ask {
                IndexPattern::OneOf(set) => set.contains(number),
                IndexPattern::Bind(var) => {
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

    fn index_pattern(&mut self, index: &Expr, checks: &mut Vec<ExprId>) -> IndexPattern {
        if let ExprKind::Var(name) = &index.kind
            && self.find_local(name).is_none()
        {
            let var = self.new_var(name);
            self.bind(name, index.span, Local::Var(var, Type::INT));
            return IndexPattern::Bind(var);
        }
        let low = self.lower(index, &[Type::INT, Type::INTS]);
        if let Some(value) = low.as_constant() {
            return IndexPattern::OneOf(value.members().iter().filter_map(Value::int).collect());
        }
        // The index is bound to an unnamed variable and compared before the condition is evaluated.
        let var = self.new_var("");
        let number = self.rules.exprs.add(Out::Var(var), index.span);
        let op = if low.ty.is_set() { BinaryOp::In } else { BinaryOp::Equal };
        let wanted = self.expr_id(&low);
        checks.push(self.rules.exprs.add(Out::Binary(op, number, wanted), index.span));
        IndexPattern::Bind(var)
    }
}

/// Matches without bound variables.
fn unbound_matches<Id>(ids: impl IntoIterator<Item = Id>) -> PatternMatches<Id> {
    PatternMatches { entries: ids.into_iter().map(|id| (id, Vec::new())).collect() }
}
