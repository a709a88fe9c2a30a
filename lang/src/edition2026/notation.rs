//! Lowering of what people write: names of places, letters of pieces, and the mark of a check.

use super::constant::single_expr;
use super::entries::{Entries, Entry, SectionKind, value_exprs};
use super::expr::LoweringContext;
use super::types::Type;
use super::value::Value;
use crate::Diagnostic;

/// Maximum length of a letter or of a part of a name, in characters.
const MAX_LENGTH: usize = 12;

impl LoweringContext<'_> {
    /// Constant texts and numbers of the key `notation`; empty without the key or after an error.
    pub(super) fn notation_parts(&mut self, entry: &Entry) -> Vec<String> {
        let Some(pair) = entry.get("notation") else { return Vec::new() };
        let list = value_exprs(pair);
        if list.is_empty() {
            let message = "`notation` has no value";
            self.report(Diagnostic::error("no-value", pair.value_span, message).label("expected texts or numbers"));
        }
        let mut parts = Vec::with_capacity(list.len());
        for expr in list {
            let value = self.constant(expr, &[Type::TEXT, Type::INT]);
            if matches!(value, Value::Error) {
                return Vec::new();
            }
            let text = value.display_text(&self.rules);
            if text.chars().count() > MAX_LENGTH || text.contains(char::is_whitespace) {
                let message =
                    format!("this is not short: notation has no blanks and at most {MAX_LENGTH} letters a part");
                self.report(Diagnostic::error("bad-notation", expr.span, message).label("expected a short text"));
                return Vec::new();
            }
            parts.push(text);
        }
        parts
    }

    /// Lowers `check` of `[GAME]`.
    pub(super) fn check(&mut self, entries: &Entries) {
        let Some(pair) = entries.single(SectionKind::Game, "check") else { return };
        let Some(expr) = single_expr(self, pair) else { return };
        let low = self.lower(expr, &[Type::BOOL]);
        let low = self.check_type(low, &[Type::BOOL]);
        self.rules.check = Some(self.expr_id(&low));
        self.clear_locals();
    }
}
