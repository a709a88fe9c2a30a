//! Texts that are compared with something of which all possible words are known: options, and the choices of rules.
//! Other comparisons are with the operators.

use super::Lower;
use crate::Diagnostic;
use crate::edition2026::names::Meaning;
use crate::suggest::{did_you_mean, shorten};
use crate::syntax::ast::{Expr, Node};

impl Lower<'_> {
    /// Says so of each text of `texts` that `word` can never be.
    pub(super) fn unknown_words(&mut self, word: &Expr, texts: &Expr) {
        let Node::Name(name) = &word.node else { return };
        let is_option = self.names.meanings(name).iter().any(|meaning| matches!(meaning, Meaning::Option(_)));
        let known = match self.names.option_words.get(name).filter(|_| is_option) {
            // Another file may leave out words of an option of the file that it is based on.
            Some((source, _)) if *source != texts.span.source => return,
            Some((_, words)) => words.clone(),
            None if name == "CHOICE" && !self.names.choice_words.is_empty() => self.names.choice_words.clone(),
            None => return,
        };
        let list = match &texts.node {
            Node::Set(members) => members.as_slice(),
            _ => std::slice::from_ref(texts),
        };
        for expr in list {
            let Node::Text(text) = &expr.node else { continue };
            if !known.contains(text) {
                let hint = did_you_mean(text, known.iter().map(String::as_str));
                let message = format!("`{name}` is never \"{}\"{hint}", shorten(text));
                let label = format!("it can be {}", shorten(&known.join(", ")));
                self.tell(Diagnostic::warning("never-equal", expr.span, message).label(label));
            }
        }
    }
}
