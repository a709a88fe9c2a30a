//! Conversion of queries about the position to those of the edition 2026.
//! Values that are needed after an effect are bound by the code that emits the effect.

use boardwright_rules::{Span, UntypedQuery};

use super::names::EntityKind;
use super::state::{ConvertResult, Env, Outcome, PLAYER, SymbolicValue, Ty, convert_error};
use super::symbolic::{MovePart, SymbolicEvaluator};
use super::term::{Node, Term};
use super::values::literal_text;
use crate::edition2013::ast::{Node as Node2013, NodeKind as NodeKind2013};
use crate::edition2013::words::{Builtin, builtin};
use crate::syntax::ast::Comparison;

/// Maximum number of index tuples that are enumerated to decide whether a location exists.
const MAX_COMBINATIONS: usize = 20_000;

impl<'t> SymbolicEvaluator<'t> {
    pub(super) fn convert_query(
        &mut self,
        query: UntypedQuery,
        nodes: &'t [Node2013],
        env: Env,
        span: Span,
    ) -> ConvertResult<Outcome> {
        if let Some(dry_run) = &mut self.scope.dry_run
            && !dry_run.guards.is_empty()
        {
            dry_run.reads_after_effect = true;
        }
        let mut env = env;
        let mut values = Vec::new();
        for node in nodes {
            let (value, after) = self.evaluate_pure(node, env)?;
            values.push((value, node.span));
            env = after;
        }
        let value = self.query_value(query, &values, &env, span)?;
        Ok(Outcome::of(value, env))
    }

    fn query_value(
        &mut self,
        query: UntypedQuery,
        values: &[(SymbolicValue, Span)],
        env: &Env,
        span: Span,
    ) -> ConvertResult<SymbolicValue> {
        let element = |this: &mut Self| match values {
            [(value, span), ..] => this.term_of_type(value, Ty::Entity(EntityKind::Element), *span),
            [] => Err(Box::new(convert_error(span, "an argument is missing"))),
        };
        let location = |this: &mut Self| match values {
            [(value, span), ..] => this.term_of_type(value, Ty::Entity(EntityKind::Location), *span),
            [] => Err(Box::new(convert_error(span, "an argument is missing"))),
        };
        Ok(match query {
            UntypedQuery::LocationType => {
                SymbolicValue::Typed(Term::call("LOCTYPE", vec![location(self)?]), Ty::Entity(EntityKind::LocationType))
            }
            UntypedQuery::ElementType => {
                SymbolicValue::Typed(Term::call("ELTYPE", vec![element(self)?]), Ty::Entity(EntityKind::ElementType))
            }
            UntypedQuery::State => SymbolicValue::int(Term::query("STATE", vec![element(self)?])),
            UntypedQuery::Owner => SymbolicValue::int(Term::query("OWNER", vec![element(self)?])),
            UntypedQuery::Location => {
                SymbolicValue::Typed(Term::query("LOCATION", vec![element(self)?]), Ty::Entity(EntityKind::Location))
            }
            UntypedQuery::Content => {
                SymbolicValue::Typed(Term::query("CONTENT", vec![location(self)?]), Ty::Entity(EntityKind::Element))
            }
            UntypedQuery::Empty => {
                let place = location(self)?;
                let exists = self.exists(&place);
                // A location that does not exist is empty in the edition 2013.
                let term = match exists {
                    Some(true) => Term::query("EMPTY", vec![place]),
                    Some(false) => Term::bool(true),
                    None => Term::query("FULL", vec![place]).not(),
                };
                SymbolicValue::bool(self.simplify(term))
            }
            UntypedQuery::Index | UntypedQuery::IndexAt => {
                let (of, place) = match (query, values) {
                    (UntypedQuery::Index, [of]) => (of, None),
                    (_, [place, of]) => (of, Some(self.int_term(&place.0, place.1)?)),
                    _ => return Err(Box::new(convert_error(span, "an argument is missing"))),
                };
                let settled = self.infer_text(&of.0, of.1)?;
                let ty = match &settled {
                    SymbolicValue::Typed(_, ty) => *ty,
                    _ => self.new_type(),
                };
                let term = self.term_of_type(&settled, ty, of.1)?;
                if matches!(
                    self.resolve_type(ty),
                    Ty::Int
                        | Ty::Bool
                        | Ty::Text
                        | Ty::Set
                        | Ty::Entity(EntityKind::ElementType | EntityKind::LocationType)
                ) {
                    return Err(Box::new(convert_error(span, "only elements and locations have indices")));
                }
                let place = place.filter(|place| place.number() != Some(1));
                SymbolicValue::int(self.index_term(term, place))
            }
            UntypedQuery::Player => self.read_variable(PLAYER, env, span)?,
            UntypedQuery::Score => match values {
                [(value, span), ..] => SymbolicValue::int(Term::query("SCORE", vec![self.int_term(value, *span)?])),
                [] => return Err(Box::new(convert_error(span, "an argument is missing"))),
            },
            UntypedQuery::Unindex => {
                return Err(Box::new(
                    convert_error(span, "`UNINDEX` returns a part of a name, but names are not texts in edition 2026")
                        .help("it can be compared with a name: `UNINDEX(CONTENT(\"p(1)\"))==\"man\"`"),
                ));
            }
            UntypedQuery::ZIndex => return Err(Box::new(convert_error(span, "there is no `ZINDEX` in edition 2026"))),
        })
    }

    /// Returns an index of a family member: the index itself if it is known, else a call of `INDEX`.
    fn index_term(&self, term: Term, place: Option<Term>) -> Term {
        let at = place.as_ref().map_or(Some(1), Term::number);
        if let (Node::Call(word, indices, false), Some(at)) = (term.node(), at)
            && self.names.is_family(word)
            && let Some(index) = usize::try_from(at).ok().and_then(|at| indices.get(at.checked_sub(1)?))
            && index.number().is_some()
        {
            return index.clone();
        }
        let mut arguments = vec![term];
        arguments.extend(place);
        Term::call("INDEX", arguments)
    }

    /// Converts `UNINDEX(x)=="name"` to a test for membership in a family. `None` if it is another comparison.
    pub(super) fn convert_unindex_comparison(
        &mut self,
        left: &'t Node2013,
        right: &'t Node2013,
        env: &Env,
    ) -> ConvertResult<Option<(Term, Env)>> {
        for (call, text) in [(left, right), (right, left)] {
            let NodeKind2013::Call(name, Some(arguments)) = &call.kind else { continue };
            if !matches!(builtin(&name.value), Some((Builtin::Query(UntypedQuery::Unindex), _))) {
                continue;
            }
            let (NodeKind2013::Text(pieces), [argument]) = (&text.kind, arguments.as_slice()) else { continue };
            let base = self.evaluate_text(pieces, env)?;
            let Some(base) = literal_text(&base) else { continue };
            let (value, env) = self.evaluate_pure(argument, env.clone())?;
            let value = self.infer_text(&value, argument.span)?;
            let SymbolicValue::Typed(term, ty) = value else { continue };
            let Ty::Entity(kind @ (EntityKind::Element | EntityKind::Location)) = self.resolve_type(ty) else {
                continue;
            };
            if let Some(single) = self.names.translate(kind, &base) {
                return Ok(Some((Term::compare(Comparison::Equal, term, single), env)));
            }
            let Some(family) = self.names.family(kind, &base) else { return Ok(Some((Term::bool(false), env))) };
            let dims = family.members.first().map_or(0, Vec::len);
            if family.members.iter().any(|member| member.len() != dims) {
                continue;
            }
            let ranges = (0..dims).map(|dim| {
                let along = family.members.iter().map(|member| member[dim]);
                let (from, to) = (along.clone().min().unwrap_or(0), along.max().unwrap_or(0));
                Term::new(Node::Range(Term::int(from), Term::int(to)))
            });
            let set = Term::call(&family.word.clone(), ranges.collect());
            return Ok(Some((Term::compare(Comparison::In, term, set), env)));
        }
        Ok(None)
    }

    /// Existence of a location; `None` if it cannot be decided.
    pub(super) fn exists(&self, place: &Term) -> Option<bool> {
        match place.node() {
            Node::Word(word) if word == "NOWHERE" => Some(false),
            Node::Word(word) => {
                (matches!(word.as_str(), "FROM" | "TO") || self.names.is_location(word)).then_some(true)
            }
            Node::Call(word, indices, false) => {
                let family = self.names.family_with_word(EntityKind::Location, word)?;
                let mut always = Some(true);
                let seen = self.visit_values(indices, &mut |values| {
                    let here = family.members.contains(values);
                    always = match (always, here) {
                        (Some(true), true) => Some(true),
                        _ => None,
                    };
                });
                seen.then_some(())?;
                always
            }
            _ => None,
        }
    }

    /// `true` if a term can be evaluated in every position without a fault.
    pub(super) fn is_total(&self, term: &Term) -> bool {
        term.is_total(&|word| self.names.is_family(word) || self.functions.values().any(|named| named.is_total(word)))
    }

    /// Enumerates all combinations of values that the terms can have together. Returns `false` if they are unknown or
    /// more than [`MAX_COMBINATIONS`].
    pub(super) fn visit_values(&self, terms: &[Term], see: &mut dyn FnMut(&[i32])) -> bool {
        let mut groups: Vec<usize> = Vec::new();
        let mut clear = true;
        for term in terms {
            term.visit(&mut |part| match part.node() {
                Node::Local(id) => match self.locals[id.0].domain {
                    Some((group, _)) if !groups.contains(&group) => groups.push(group),
                    Some(_) => {}
                    None => clear = false,
                },
                Node::Int(_) | Node::Arith(..) => {}
                _ => clear = false,
            });
        }
        let count: usize = groups.iter().map(|group| self.domains[*group].len()).product();
        if !clear || count > MAX_COMBINATIONS {
            return false;
        }
        let mut at = vec![0; groups.len()];
        for _ in 0..count {
            let values: Option<Vec<i32>> = terms.iter().map(|term| self.evaluate_at(term, &groups, &at)).collect();
            let Some(values) = values else { return false };
            see(&values);
            for (place, group) in at.iter_mut().zip(&groups) {
                *place += 1;
                if *place < self.domains[*group].len() {
                    break;
                }
                *place = 0;
            }
        }
        true
    }

    fn evaluate_at(&self, term: &Term, groups: &[usize], at: &[usize]) -> Option<i32> {
        match term.node() {
            Node::Int(number) => Some(*number),
            Node::Local(id) => {
                let (group, column) = self.locals[id.0].domain?;
                let place = groups.iter().position(|known| *known == group)?;
                self.domains[group][at[place]].get(column).copied()
            }
            Node::Arith(op, left, right) => {
                let (left, right) = (self.evaluate_at(left, groups, at)?, self.evaluate_at(right, groups, at)?);
                Term::arith(*op, Term::int(left), Term::int(right)).number()
            }
            _ => None,
        }
    }

    /// Records the tuples of values that the variables of a pattern or loop can have together.
    pub(super) fn set_domain(&mut self, locals: &[super::term::LocalId], rows: Vec<Vec<i32>>) {
        let group = self.domains.len();
        self.domains.push(rows);
        for (column, id) in locals.iter().enumerate() {
            self.locals[id.0].domain = Some((group, column));
        }
    }

    /// Rewrites a term over the variables of a rule to one that is valid after the move, in terms of `MOVED`, `FROM`,
    /// `TO` and `MOVER`. `None` if there is none.
    pub(super) fn term_after_move(&self, term: &Term) -> Option<Term> {
        let mut failed = false;
        let term = term.replace(&mut |part| match part.node() {
            Node::Local(id) => {
                let of = self.locals[id.0].move_part;
                let Some((of, at, count)) = of else {
                    // Loop variables are unchanged.
                    return None;
                };
                let word = match of {
                    MovePart::Element => "MOVED",
                    MovePart::From => "FROM",
                    MovePart::To => "TO",
                };
                let mut arguments = vec![Term::word(word)];
                if count > 1 {
                    arguments.push(Term::int(i32::try_from(at).unwrap_or(0) + 1));
                }
                Some(Term::call("INDEX", arguments))
            }
            Node::Word(word) if word == "PLAYER" => Some(Term::word("MOVER")),
            Node::Binding(_) => {
                failed = true;
                None
            }
            _ => None,
        });
        (!failed && !term.is_state_dependent()).then_some(term)
    }
}
