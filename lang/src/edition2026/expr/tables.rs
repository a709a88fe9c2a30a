//! Pictures in letters and options that are lists, asked by number.
//! Where a number is only known in a position, the table becomes a chain of choices.

use boardwright_engine::fault::FaultKind;
use boardwright_engine::ids::ExprId;
use boardwright_engine::rules::{BinaryOp, Expr as Out, Span};

use super::{Low, Lower};
use crate::Diagnostic;
use crate::edition2026::names::Meaning;
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::suggest::did_you_mean;
use crate::syntax::ast::{Expr, Node};

/// Most letters of a picture that is asked in a position.
const MOST_LETTERS: usize = 1000;

impl Lower<'_> {
    pub(super) fn table(&mut self, name: &str, arguments: &[Expr], span: Span) -> Option<Low> {
        let takes = match name {
            "AT" => 3,
            "WIDTH" | "HEIGHT" => 1,
            "SIZE" => return self.list_size(arguments, span),
            _ => return None,
        };
        if let Some(low) = self.count_arguments(name, arguments, takes..=takes, span) {
            return Some(low);
        }
        let Some(level) = self.level(&arguments[0]) else { return Some(Self::nothing(span)) };
        let level = self.names.levels[level].clone();
        match name {
            "WIDTH" => return Some(Self::value(Type::INT, Value::Int(level.width()), span)),
            "HEIGHT" => return Some(Self::value(Type::INT, Value::Int(level.height()), span)),
            _ => {}
        }
        let (x, y) = (self.lower(&arguments[1], &[Type::INT]), self.lower(&arguments[2], &[Type::INT]));
        if x.is_wrong() || y.is_wrong() {
            return Some(Self::nothing(span));
        }
        if let (Some(Value::Int(x)), Some(Value::Int(y))) = (x.known(), y.known()) {
            let letter = level.at(*x, *y).map_or_else(String::new, String::from);
            return Some(Self::value(Type::TEXT, Value::text(&letter), span));
        }
        if level.rows.iter().map(Vec::len).sum::<usize>() > MOST_LETTERS {
            return Some(
                self.wrong(
                    Diagnostic::error(
                        "too-large",
                        span,
                        "this picture in letters is too large to be asked in a position",
                    )
                    .label(format!("expected at most {MOST_LETTERS} letters")),
                ),
            );
        }
        let (x, y) = (self.id(&x), self.id(&y));
        let none = self.node_of(&Value::text(""), span);
        let rows: Vec<ExprId> = level
            .rows
            .iter()
            .map(|row| {
                let letters: Vec<ExprId> =
                    row.iter().map(|letter| self.node_of(&Value::text(&letter.to_string()), span)).collect();
                self.chain(x, &letters, none, span)
            })
            .collect();
        let id = self.chain(y, &rows, none, span);
        Some(Low { ty: Type::TEXT, is: super::Is::Asked(id), span })
    }

    /// Which picture in letters a word names.
    fn level(&mut self, expr: &Expr) -> Option<usize> {
        let Node::Name(word) = &expr.node else {
            self.tell(
                Diagnostic::error("type", expr.span, "the name of a picture in letters is needed here")
                    .label("expected an entry of [TEXTS]"),
            );
            return None;
        };
        let found = self.names.meanings(word).iter().find_map(|meaning| match meaning {
            Meaning::Level(at) => Some(*at),
            _ => None,
        });
        if found.is_none() {
            let is_level = |word: &&str| self.names.meanings(word).iter().any(|one| matches!(one, Meaning::Level(_)));
            let mut known: Vec<&str> = self.names.known_words().filter(is_level).collect();
            known.sort_unstable();
            let hint = did_you_mean(word, known);
            self.tell(
                Diagnostic::error("unknown-name", expr.span, format!("unknown picture in letters \"{word}\"{hint}"))
                    .label("expected an entry of [TEXTS]"),
            );
        }
        found
    }

    /// `SIZE(option)`; a list may hold a number twice, so that it is no set.
    fn list_size(&mut self, arguments: &[Expr], span: Span) -> Option<Low> {
        let [Expr { node: Node::Name(word), .. }] = arguments else { return None };
        let list = self.names.meanings(word).iter().find_map(|meaning| match meaning {
            Meaning::List(at) => Some(*at),
            _ => None,
        })?;
        Some(Self::value(Type::INT, Value::Int(self.names.lists[list].len() as i32), span))
    }

    /// `option(n)`.
    pub(super) fn list_at(&mut self, name: &str, list: usize, arguments: &[Expr], span: Span) -> Low {
        if let Some(low) = self.count_arguments(name, arguments, 1..=1, span) {
            return low;
        }
        let place = self.lower(&arguments[0], &[Type::INT]);
        let numbers = self.names.lists[list].clone();
        match place.known() {
            Some(Value::Int(at)) => {
                let found = usize::try_from(*at).ok().and_then(|at| numbers.get(at.checked_sub(1)?));
                match found {
                    Some(number) => Self::value(Type::INT, Value::Int(*number), span),
                    None => self.wrong(
                        Diagnostic::error("no-index", span, format!("option `{name}` has no number {at}"))
                            .label(format!("it has {} of them", numbers.len())),
                    ),
                }
            }
            Some(_) => Self::nothing(span),
            None => {
                let place = self.id(&place);
                let values: Vec<ExprId> =
                    numbers.iter().map(|number| self.node_of(&Value::Int(*number), span)).collect();
                let fault = FaultKind::NoIndex { operation: "an option", name: name.to_owned() };
                let none = self.rules.exprs.add(Out::Fail(fault, Vec::new()), span);
                let id = self.chain(place, &values, none, span);
                Low { ty: Type::INT, is: super::Is::Asked(id), span }
            }
        }
    }

    /// The value whose place, from 1, is `place`, else `none`.
    fn chain(&mut self, place: ExprId, values: &[ExprId], none: ExprId, span: Span) -> ExprId {
        let mut all = none;
        for (at, value) in values.iter().enumerate().rev() {
            let number = self.node_of(&Value::Int(at as i32 + 1), span);
            let here = self.rules.exprs.add(Out::Binary(BinaryOp::Equal, place, number), span);
            all = self.rules.exprs.add(Out::If(here, *value, Some(all)), span);
        }
        all
    }
}
