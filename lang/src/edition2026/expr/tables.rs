//! Lowering of lookups in letter grids and list options.
//! A lookup with a run-time index becomes a chain of conditionals.

use boardwright_game::fault::FaultKind;
use boardwright_game::ids::ExprId;
use boardwright_rules::{BinaryOp, Expr as Out, Span};

use super::{LoweringContext, TypedExpr};
use crate::Diagnostic;
use crate::edition2026::names::Meaning;
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::suggest::did_you_mean;
use crate::syntax::ast::{Expr, ExprKind};

/// Maximum number of letters of a grid that is indexed at run time.
const MAX_LETTERS: usize = 1000;

impl LoweringContext<'_> {
    pub(super) fn table(&mut self, name: &str, arguments: &[Expr], span: Span) -> Option<TypedExpr> {
        let takes = match name {
            "AT" => 3,
            "WIDTH" | "HEIGHT" => 1,
            "SIZE" => return self.list_size(arguments, span),
            _ => return None,
        };
        if let Some(low) = self.count_arguments(name, arguments, takes..=takes, span) {
            return Some(low);
        }
        let Some(level) = self.letter_grid(&arguments[0]) else { return Some(Self::error_value(span)) };
        let level = self.names.letter_grids[level].clone();
        match name {
            "WIDTH" => return Some(Self::value(Type::INT, Value::Int(level.width()), span)),
            "HEIGHT" => return Some(Self::value(Type::INT, Value::Int(level.height()), span)),
            _ => {}
        }
        let (x, y) = (self.lower(&arguments[1], &[Type::INT]), self.lower(&arguments[2], &[Type::INT]));
        if x.is_error() || y.is_error() {
            return Some(Self::error_value(span));
        }
        if let (Some(Value::Int(x)), Some(Value::Int(y))) = (x.as_constant(), y.as_constant()) {
            let letter = level.letter(*x, *y).map_or_else(String::new, String::from);
            return Some(Self::value(Type::TEXT, Value::text(&letter), span));
        }
        if level.rows.iter().map(Vec::len).sum::<usize>() > MAX_LETTERS {
            return Some(
                self.report_error(
                    Diagnostic::error("too-large", span, "this letter grid is too large to be indexed at run time")
                        .label(format!("expected at most {MAX_LETTERS} letters")),
                ),
            );
        }
        let (x, y) = (self.expr_id(&x), self.expr_id(&y));
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
        Some(TypedExpr { ty: Type::TEXT, kind: super::TypedExprKind::Runtime(id), span })
    }

    /// Index of the letter grid that a word names; reports an error for other expressions.
    fn letter_grid(&mut self, expr: &Expr) -> Option<usize> {
        let ExprKind::Name(word) = &expr.kind else {
            self.report(
                Diagnostic::error("type", expr.span, "the name of a letter grid is needed here")
                    .label("expected an entry of [TEXTS]"),
            );
            return None;
        };
        let found = self.names.meanings(word).iter().find_map(|meaning| match meaning {
            Meaning::LetterGrid(at) => Some(*at),
            _ => None,
        });
        if found.is_none() {
            let is_level =
                |word: &&str| self.names.meanings(word).iter().any(|one| matches!(one, Meaning::LetterGrid(_)));
            let mut known: Vec<&str> = self.names.known_words().filter(is_level).collect();
            known.sort_unstable();
            let hint = did_you_mean(word, known);
            self.report(
                Diagnostic::error("unknown-name", expr.span, format!("unknown letter grid \"{word}\"{hint}"))
                    .label("expected an entry of [TEXTS]"),
            );
        }
        found
    }

    /// Lowers `SIZE(option)`; a list option may contain a number twice, so it is not a set.
    fn list_size(&mut self, arguments: &[Expr], span: Span) -> Option<TypedExpr> {
        let [Expr { kind: ExprKind::Name(word), .. }] = arguments else { return None };
        let list = self.names.meanings(word).iter().find_map(|meaning| match meaning {
            Meaning::List(at) => Some(*at),
            _ => None,
        })?;
        Some(Self::value(Type::INT, Value::Int(self.names.lists[list].len() as i32), span))
    }

    /// Lowers `option(n)`.
    pub(super) fn list_element(&mut self, name: &str, list: usize, arguments: &[Expr], span: Span) -> TypedExpr {
        if let Some(low) = self.count_arguments(name, arguments, 1..=1, span) {
            return low;
        }
        let place = self.lower(&arguments[0], &[Type::INT]);
        let numbers = self.names.lists[list].clone();
        match place.as_constant() {
            Some(Value::Int(at)) => {
                let found = usize::try_from(*at).ok().and_then(|at| numbers.get(at.checked_sub(1)?));
                match found {
                    Some(number) => Self::value(Type::INT, Value::Int(*number), span),
                    None => self.report_error(
                        Diagnostic::error("no-index", span, format!("option `{name}` has no entry {at}"))
                            .label(format!("it has {} of them", numbers.len())),
                    ),
                }
            }
            Some(_) => Self::error_value(span),
            None => {
                let place = self.expr_id(&place);
                let values: Vec<ExprId> =
                    numbers.iter().map(|number| self.node_of(&Value::Int(*number), span)).collect();
                let fault = FaultKind::NoIndex { operation: "an option", name: name.to_owned() };
                let none = self.rules.exprs.add(Out::Fail(fault, Vec::new()), span);
                let id = self.chain(place, &values, none, span);
                TypedExpr { ty: Type::INT, kind: super::TypedExprKind::Runtime(id), span }
            }
        }
    }

    /// Builds a chain of conditionals that selects the value at the 1-based index `place`, or else `none`.
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
