//! Lint for comparisons of options and choices with a word that is not among their values.
//! Other comparisons are lowered in `operators`.

use super::LoweringContext;
use crate::Diagnostic;
use crate::edition2026::names::Meaning;
use crate::suggest::{did_you_mean, shorten};
use crate::syntax::ast::{Expr, ExprKind};

impl LoweringContext<'_> {
    /// Warns of each text in `texts` that differs from all possible values of `word`.
    pub(super) fn check_unknown_words(&mut self, word: &Expr, texts: &Expr) {
        let ExprKind::Name(name) = &word.kind else { return };
        let is_option = self.names.meanings(name).iter().any(|meaning| matches!(meaning, Meaning::Option(_)));
        let known = match self.names.option_words.get(name).filter(|_| is_option) {
            // A file may restrict the words of an option that its base file compares.
            Some((source, _)) if *source != texts.span.source => return,
            Some((_, words)) => words.clone(),
            None if name == "CHOICE" && !self.names.choice_words.is_empty() => self.names.choice_words.clone(),
            None => return,
        };
        let list = match &texts.kind {
            ExprKind::Set(members) => members.as_slice(),
            _ => std::slice::from_ref(texts),
        };
        for expr in list {
            let ExprKind::Text(text) = &expr.kind else { continue };
            if !known.contains(text) {
                let hint = did_you_mean(text, known.iter().map(String::as_str));
                let message = format!("`{name}` is never \"{}\"{hint}", shorten(text));
                let label = format!("it can be {}", shorten(&known.join(", ")));
                self.report(Diagnostic::warning("never-equal", expr.span, message).label(label));
            }
        }
    }
}
