//! Questions of 2013 about the position, as those of 2026.
//! What is asked while something changes is noted by who makes the change.

use boardwright_engine::rules::{Query, Span};

use super::follow::{Follower, Of};
use super::names::Kind;
use super::state::{Done, Env, PLAYER, Res, Ty, Val, stop};
use super::term::{Node, Term};
use super::values::literal;
use crate::edition2013::ast::{Kind as Kind2013, Node as Node2013};
use crate::edition2013::words::{Builtin, builtin};
use crate::syntax::ast::Comparison;

/// Most values that are tried to find out whether a place exists.
const MOST_TRIED: usize = 20_000;

impl<'t> Follower<'t> {
    pub(super) fn query(&mut self, query: Query, nodes: &'t [Node2013], env: Env, span: Span) -> Res<Done> {
        if let Some(trial) = &mut self.scope.trial
            && !trial.guards.is_empty()
        {
            trial.stale = true;
        }
        let mut env = env;
        let mut values = Vec::new();
        for node in nodes {
            let (value, after) = self.value(node, env)?;
            values.push((value, node.span));
            env = after;
        }
        let value = self.asked(query, &values, &env, span)?;
        Ok(Done::of(value, env))
    }

    fn asked(&mut self, query: Query, values: &[(Val, Span)], env: &Env, span: Span) -> Res<Val> {
        let element = |this: &mut Self| match values {
            [(value, span), ..] => this.want(value, Ty::Thing(Kind::Element), *span),
            [] => Err(Box::new(stop(span, "an argument is missing"))),
        };
        let location = |this: &mut Self| match values {
            [(value, span), ..] => this.want(value, Ty::Thing(Kind::Location), *span),
            [] => Err(Box::new(stop(span, "an argument is missing"))),
        };
        Ok(match query {
            Query::LocationType => Val::Is(Term::call("LOCTYPE", vec![location(self)?]), Ty::Thing(Kind::LocationType)),
            Query::ElementType => Val::Is(Term::call("ELTYPE", vec![element(self)?]), Ty::Thing(Kind::ElementType)),
            Query::State => Val::int(Term::ask("STATE", vec![element(self)?])),
            Query::Owner => Val::int(Term::ask("OWNER", vec![element(self)?])),
            Query::Location => Val::Is(Term::ask("LOCATION", vec![element(self)?]), Ty::Thing(Kind::Location)),
            Query::Content => Val::Is(Term::ask("CONTENT", vec![location(self)?]), Ty::Thing(Kind::Element)),
            Query::Empty => {
                let place = location(self)?;
                let exists = self.exists(&place);
                // What does not exist was empty.
                let term = match exists {
                    Some(true) => Term::ask("EMPTY", vec![place]),
                    Some(false) => Term::bool(true),
                    None => Term::ask("FULL", vec![place]).not(),
                };
                Val::bool(self.simplified(term))
            }
            Query::Index | Query::IndexAt => {
                let (of, place) = match (query, values) {
                    (Query::Index, [of]) => (of, None),
                    (_, [place, of]) => (of, Some(self.number(&place.0, place.1)?)),
                    _ => return Err(Box::new(stop(span, "an argument is missing"))),
                };
                let settled = self.settle(&of.0, of.1)?;
                let ty = match &settled {
                    Val::Is(_, ty) => *ty,
                    _ => self.open_type(),
                };
                let term = self.want(&settled, ty, of.1)?;
                if matches!(
                    self.known(ty),
                    Ty::Int | Ty::Bool | Ty::Text | Ty::Set | Ty::Thing(Kind::ElementType | Kind::LocationType)
                ) {
                    return Err(Box::new(stop(span, "only elements and locations have indices")));
                }
                let place = place.filter(|place| place.number() != Some(1));
                Val::int(self.index_of(term, place))
            }
            Query::Player => self.read(PLAYER, env, span)?,
            Query::Score => match values {
                [(value, span), ..] => Val::int(Term::ask("SCORE", vec![self.number(value, *span)?])),
                [] => return Err(Box::new(stop(span, "an argument is missing"))),
            },
            Query::Unindex => {
                return Err(Box::new(
                    stop(span, "`UNINDEX` gives a part of a name, but in 2026 names are no texts")
                        .help("it can be compared with a name: `UNINDEX(CONTENT(\"p(1)\"))==\"man\"`"),
                ));
            }
            Query::ZIndex => return Err(Box::new(stop(span, "there is no `ZINDEX` in 2026"))),
        })
    }

    /// An index, which is known of what a pattern has matched.
    fn index_of(&self, term: Term, place: Option<Term>) -> Term {
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

    /// `UNINDEX(x)=="name"`: whether x is of a family.
    pub(super) fn unindexed(&mut self, left: &'t Node2013, right: &'t Node2013, env: &Env) -> Res<Option<(Term, Env)>> {
        for (call, text) in [(left, right), (right, left)] {
            let Kind2013::Call(name, Some(arguments)) = &call.kind else { continue };
            if !matches!(builtin(&name.value), Some((Builtin::Query(Query::Unindex), _))) {
                continue;
            }
            let (Kind2013::Text(pieces), [argument]) = (&text.kind, arguments.as_slice()) else { continue };
            let base = self.parts_of(pieces, env)?;
            let Some(base) = literal(&base) else { continue };
            let (value, env) = self.value(argument, env.clone())?;
            let value = self.settle(&value, argument.span)?;
            let Val::Is(term, ty) = value else { continue };
            let Ty::Thing(kind @ (Kind::Element | Kind::Location)) = self.known(ty) else { continue };
            if let Some(single) = self.names.written(kind, &base) {
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

    /// Whether a place exists, if that is sure.
    pub(super) fn exists(&self, place: &Term) -> Option<bool> {
        match place.node() {
            Node::Word(word) if word == "NOWHERE" => Some(false),
            Node::Word(word) => {
                (matches!(word.as_str(), "FROM" | "TO") || self.names.is_location(word)).then_some(true)
            }
            Node::Call(word, indices, false) => {
                let family = self.names.family_called(Kind::Location, word)?;
                let mut always = Some(true);
                let seen = self.each_value(indices, &mut |values| {
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

    /// Whether something can be worked out in every position.
    pub(super) fn is_safe(&self, term: &Term) -> bool {
        term.is_safe(&|word| self.names.is_family(word) || self.functions.values().any(|named| named.is_safe(word)))
    }

    /// All values that several numbers can have together; false if they are not known.
    pub(super) fn each_value(&self, terms: &[Term], see: &mut dyn FnMut(&[i32])) -> bool {
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
        let count: usize = groups.iter().map(|group| self.rows[*group].len()).product();
        if !clear || count > MOST_TRIED {
            return false;
        }
        let mut at = vec![0; groups.len()];
        for _ in 0..count {
            let values: Option<Vec<i32>> = terms.iter().map(|term| self.worked_out(term, &groups, &at)).collect();
            let Some(values) = values else { return false };
            see(&values);
            for (place, group) in at.iter_mut().zip(&groups) {
                *place += 1;
                if *place < self.rows[*group].len() {
                    break;
                }
                *place = 0;
            }
        }
        true
    }

    fn worked_out(&self, term: &Term, groups: &[usize], at: &[usize]) -> Option<i32> {
        match term.node() {
            Node::Int(number) => Some(*number),
            Node::Local(id) => {
                let (group, column) = self.locals[id.0].domain?;
                let place = groups.iter().position(|known| *known == group)?;
                self.rows[group][at[place]].get(column).copied()
            }
            Node::Arith(op, left, right) => {
                let (left, right) = (self.worked_out(left, groups, at)?, self.worked_out(right, groups, at)?);
                Term::arith(*op, Term::int(left), Term::int(right)).number()
            }
            _ => None,
        }
    }

    /// Gives a variable of a pattern or a loop the values that it can have.
    pub(super) fn limit(&mut self, locals: &[super::term::LocalId], rows: Vec<Vec<i32>>) {
        let group = self.rows.len();
        self.rows.push(rows);
        for (column, id) in locals.iter().enumerate() {
            self.locals[id.0].domain = Some((group, column));
        }
    }

    /// A number of the last move, for what is looked at after it.
    pub(super) fn after(&self, term: &Term) -> Option<Term> {
        let mut lost = false;
        let term = term.replace(&mut |part| match part.node() {
            Node::Local(id) => {
                let of = self.locals[id.0].of;
                let Some((of, at, count)) = of else {
                    // Variables of loops stay what they are.
                    return None;
                };
                let word = match of {
                    Of::Element => "MOVED",
                    Of::From => "FROM",
                    Of::To => "TO",
                };
                let mut arguments = vec![Term::word(word)];
                if count > 1 {
                    arguments.push(Term::int(i32::try_from(at).unwrap_or(0) + 1));
                }
                Some(Term::call("INDEX", arguments))
            }
            Node::Word(word) if word == "PLAYER" => Some(Term::word("MOVER")),
            Node::Note(_) => {
                lost = true;
                None
            }
            _ => None,
        });
        (!lost && !term.changes()).then_some(term)
    }
}
