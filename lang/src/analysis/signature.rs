//! Signature help: the function, named expression or family in whose brackets a position is, and the argument there.

use std::ops::Range;

use super::Analysis;
use super::document::Token;
use super::expectation::enclosing;
use super::hover::builtin_markdown;
use super::symbols::Symbol;
use crate::vocabulary;

/// Signature of the innermost call around a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureHelp {
    /// Name with parameters and, for built-ins, the result.
    pub label: String,
    /// Byte ranges of the parameters in the label.
    pub parameters: Vec<Range<usize>>,
    /// Index of the parameter at the position; `None` if there are more arguments than parameters.
    pub active: Option<usize>,
    /// Explanation in Markdown.
    pub doc: String,
}

impl Analysis {
    /// Returns the signature of the innermost call around a byte offset.
    pub fn signature(&self, at: usize) -> Option<SignatureHelp> {
        let at = self.text().floor_char_boundary(at);
        let (_, _, pair) = self.document.pair_at(at)?;
        let is_comment = |comment: &Token| comment.start < at && at <= comment.end;
        if self.document.comments.iter().any(is_comment) {
            return None;
        }
        let mut before: &[Token] = &pair.value[..pair.value.partition_point(|token| token.end <= at)];
        loop {
            let bracket = enclosing(before)?;
            if let Some(head) = bracket.head {
                return self.signature_of(head.text(self.text()), bracket.argument);
            }
            // Brackets of sets and of subexpressions are arguments of the call around them.
            before = &before[..bracket.at];
        }
    }

    fn signature_of(&self, name: &str, argument: usize) -> Option<SignatureHelp> {
        let (label, doc) = match vocabulary::builtins(name).find(|builtin| builtin.signature.contains('(')) {
            Some(builtin) => (builtin.signature.to_owned(), builtin_markdown(builtin)),
            None => {
                let named = self.symbols.with_name(name).iter().map(|at| &self.symbols.list[*at]);
                let symbol = named.filter(|symbol| symbol.has_call_form).min_by_key(|symbol| symbol.kind)?;
                (self.declared_signature(symbol)?, self.symbol_markdown(symbol))
            }
        };
        let parameters = parameters(&label);
        let repeats = parameters.iter().any(|part| label[part.clone()].contains("..."));
        let active = if repeats { argument.min(parameters.len() - 1) } else { argument };
        let active = Some(active).filter(|active| *active < parameters.len());
        Some(SignatureHelp { label, parameters, active, doc })
    }

    /// The declared name with its brackets.
    fn declared_signature(&self, symbol: &Symbol) -> Option<String> {
        let declared = symbol.declarations.first()?;
        let (start, end) = (declared.name.start as usize, declared.pair.end as usize);
        let source = self.sources().get(usize::from(declared.pair.source))?;
        let text = source.text().get(start..end)?;
        let inside = arguments(text)?;
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        Some(one_line(&text[..=inside.end]))
    }
}

/// Byte range between the first bracket and the one that closes it.
fn arguments(text: &str) -> Option<Range<usize>> {
    let open = text.find('(')?;
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices().skip_while(|(at, _)| *at < open) {
        match letter {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(open + 1..at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Byte ranges of the parameters of a signature. Square brackets mark parameters that can be left out; a comma inside them
/// separates parameters, too.
fn parameters(label: &str) -> Vec<Range<usize>> {
    let Some(inside) = arguments(label) else { return Vec::new() };
    let mut depth = 0_usize;
    let mut found = Vec::new();
    let mut start = inside.start;
    let mut add = |from: usize, to: usize| {
        let part = &label[from..to];
        let trimmed = part.trim_matches([' ', '[', ']']);
        if !trimmed.is_empty() {
            let begin = from + part.find(trimmed).unwrap_or_default();
            found.push(begin..begin + trimmed.len());
        }
    };
    for (at, letter) in label[inside.clone()].char_indices() {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                add(start, inside.start + at);
                start = inside.start + at + 1;
            }
            _ => {}
        }
    }
    add(start, inside.end);
    found
}
