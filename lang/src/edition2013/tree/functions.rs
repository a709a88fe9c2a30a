//! Named expressions: builds their syntax trees from headers and bodies.

use std::collections::HashMap;

use super::{TreeBuilder, located};
use crate::diagnostic::Diagnostic;
use crate::edition2013::ast::{Function, Name, Spanned, SyntaxTree};
use crate::edition2013::entries::{Definition, FileEntries};
use crate::edition2013::lexer::is_separator;
use crate::edition2013::lines::Line;
use crate::edition2013::words::is_reserved;
use crate::suggest::shorten;

impl<'a> TreeBuilder<'a, '_> {
    pub(super) fn add_functions(&mut self, entries: &FileEntries<'a>, tree: &mut SyntaxTree) {
        let mut distinct: Vec<(&str, &Definition)> = Vec::new();
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        for definition in &entries.definitions {
            if definition.header.text.eq_ignore_ascii_case("END") {
                self.record_misplaced(definition, tree);
                continue;
            }
            let name = definition.header.text.split('(').next().unwrap_or_default();
            if let Some(&at) = by_name.get(name) {
                self.report_duplicate(
                    "expression",
                    distinct[at].1.header.head_until(name.len()),
                    definition.header.head_until(name.len()),
                );
                distinct[at].1 = definition;
            } else {
                by_name.insert(name, distinct.len());
                distinct.push((name, definition));
            }
        }
        self.check_count(distinct.len(), "expression", distinct.last().map(|(_, definition)| definition.header.span()));
        distinct.truncate(super::MAX_ENTRIES);
        for (name, definition) in distinct {
            match self.parse_function(definition) {
                Some(function) => {
                    let called = function.name.value.trim_end();
                    if called != function.name.value {
                        let why = "the blank before the `(` is a part of the name";
                        tree.misplaced_definitions.insert(called.to_owned(), (function.name.span, why));
                    }
                    tree.functions.push(function);
                }
                None => _ = tree.invalid_functions.insert(name.to_owned()),
            }
        }
    }

    /// Registers the lines after a stray END, which are likely headers of named expressions and not expressions.
    fn record_misplaced(&mut self, definition: &Definition<'a>, tree: &mut SyntaxTree) {
        for line in &definition.body {
            self.grammar.parse(located(*line), self.findings);
            let name = line.text.split('(').next().unwrap_or_default();
            tree.misplaced_definitions
                .insert(name.to_owned(), (line.head_until(name.len()).span(), "there is a superfluous END before it"));
        }
    }

    fn parse_function(&mut self, definition: &Definition<'a>) -> Option<Function> {
        let body: Vec<_> = definition.body.iter().map(|line| self.parse_expression(*line)).collect();
        let header = definition.header;
        let open = header.text.find('(').unwrap_or(header.text.len());
        let name = header.head_until(open);
        self.check_callable_name(name);
        let params =
            if open == header.text.len() { Some(Vec::new()) } else { self.parse_params(header.tail_from(open)) };
        let end = definition.body.last().unwrap_or(&header).span();
        Some(Function {
            name: Spanned::new(name.text.to_owned(), name.span()),
            params: params?,
            body: body.into_iter().collect::<Option<Vec<_>>>()?,
            span: header.span().to(end),
        })
    }

    /// Parses the variables in the brackets of a header. Returns `None` after reporting errors.
    fn parse_params(&mut self, brackets: Line<'a>) -> Option<Vec<Name>> {
        let Some(close) = brackets.text.rfind(')') else {
            self.findings.add(
                Diagnostic::error("bad-header", brackets.span(), "this bracket is never closed")
                    .label("expected a `)` at the end"),
            );
            return None;
        };
        let after = brackets.tail_from(close + 1);
        if !after.trimmed().text.is_empty() {
            self.findings.add(
                Diagnostic::error("bad-header", after.span(), "unexpected text after the `)`")
                    .label("expected the end of the line")
                    .help("the body of a named expression begins on the next line"),
            );
            return None;
        }
        let inner = brackets.head_until(close).tail_from(1);
        if inner.trimmed().text.is_empty() {
            self.findings.add(
                Diagnostic::error("bad-header", brackets.span(), "nothing between the brackets")
                    .label("expected variables such as `$X`")
                    .help("an expression without arguments is defined and called without brackets"),
            );
            return None;
        }
        let mut at = 0;
        let mut params = Vec::new();
        for part in inner.text.split(',') {
            let piece = inner.head_until(at + part.len()).tail_from(at).trimmed();
            at += part.len() + 1;
            match piece.text.strip_prefix('$') {
                Some(name) if !name.is_empty() && !name.contains(is_separator) => {
                    params.push(Some(Spanned::new(name.to_owned(), piece.span())));
                }
                _ => {
                    let message = format!("\"{}\" is no variable", shorten(piece.text));
                    let diagnostic = Diagnostic::error("bad-header", piece.span(), message);
                    self.findings.add(if piece.text.chars().all(char::is_alphanumeric) && !piece.text.is_empty() {
                        diagnostic.label(format!("expected `${}`", shorten(piece.text)))
                    } else {
                        diagnostic.label("expected a variable such as `$X`")
                    });
                    params.push(None);
                }
            }
        }
        params.into_iter().collect()
    }

    fn check_callable_name(&mut self, name: Line<'a>) {
        let why = if name.text.trim_end() != name.text {
            Some("the blank before the `(` is a part of the name")
        } else if is_reserved(name.text) {
            Some("this word is reserved")
        } else if name.text.is_empty() {
            Some("there is no name before the `(`")
        } else if name.text.contains(|c| is_separator(c) || c == '{' || c == '}') {
            Some("names of expressions must not contain blanks, signs, quotes or brackets")
        } else {
            None
        };
        if let Some(why) = why {
            let message = format!("no expression can call \"{}\"", shorten(name.text));
            self.findings.add(Diagnostic::warning("bad-header", name.span(), message).label(why));
            self.reported.insert(name.span());
        }
    }
}
