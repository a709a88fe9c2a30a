//! Named expressions: headers and bodies to the syntax tree.

use std::collections::HashMap;

use super::{Builder, placed};
use crate::diagnostic::Diagnostic;
use crate::edition2013::ast::{Function, Name, Spanned, Tree};
use crate::edition2013::entries::{Definition, Entries};
use crate::edition2013::lexer::is_separator;
use crate::edition2013::lines::Line;
use crate::edition2013::words::is_taken;
use crate::suggest::shorten;

impl<'a> Builder<'a, '_> {
    pub(super) fn functions(&mut self, entries: &Entries<'a>, tree: &mut Tree) {
        let mut kept: Vec<(&str, &Definition)> = Vec::new();
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        for definition in &entries.definitions {
            if definition.header.text.eq_ignore_ascii_case("END") {
                self.lost(definition, tree);
                continue;
            }
            let name = definition.header.text.split('(').next().unwrap_or_default();
            if let Some(&at) = by_name.get(name) {
                self.duplicate("expression", kept[at].1.header.until(name.len()), definition.header.until(name.len()));
                kept[at].1 = definition;
            } else {
                by_name.insert(name, kept.len());
                kept.push((name, definition));
            }
        }
        self.limit(kept.len(), "expression", kept.last().map(|(_, definition)| definition.header.span()));
        kept.truncate(super::MOST_THINGS);
        for (name, definition) in kept {
            match self.function(definition) {
                Some(function) => {
                    let called = function.name.value.trim_end();
                    if called != function.name.value {
                        let why = "the blank before the `(` is a part of the name";
                        tree.lost.insert(called.to_owned(), (function.name.span, why));
                    }
                    tree.functions.push(function);
                }
                None => _ = tree.broken.insert(name.to_owned()),
            }
        }
    }

    /// What a stray END takes must be expressions, but nobody means to call them.
    fn lost(&mut self, definition: &Definition<'a>, tree: &mut Tree) {
        for line in &definition.body {
            self.grammar.expression(placed(*line), self.findings);
            let name = line.text.split('(').next().unwrap_or_default();
            tree.lost.insert(name.to_owned(), (line.until(name.len()).span(), "an END too many stands before it"));
        }
    }

    fn function(&mut self, definition: &Definition<'a>) -> Option<Function> {
        let body: Vec<_> = definition.body.iter().map(|line| self.expression(*line)).collect();
        let header = definition.header;
        let open = header.text.find('(').unwrap_or(header.text.len());
        let name = header.until(open);
        self.name_can_be_called(name);
        let params = if open == header.text.len() { Some(Vec::new()) } else { self.params(header.from(open)) };
        let end = definition.body.last().unwrap_or(&header).span();
        Some(Function {
            name: Spanned::new(name.text.to_owned(), name.span()),
            params: params?,
            body: body.into_iter().collect::<Option<Vec<_>>>()?,
            span: header.span().to(end),
        })
    }

    /// The variables in the brackets of a header.
    fn params(&mut self, brackets: Line<'a>) -> Option<Vec<Name>> {
        let Some(close) = brackets.text.rfind(')') else {
            self.findings.add(
                Diagnostic::error("bad-header", brackets.span(), "this bracket is never closed")
                    .label("expected a `)` at the end"),
            );
            return None;
        };
        let after = brackets.from(close + 1);
        if !after.trimmed().text.is_empty() {
            self.findings.add(
                Diagnostic::error("bad-header", after.span(), "unexpected text after the `)`")
                    .label("expected the end of the line")
                    .help("the body of a named expression begins on the next line"),
            );
            return None;
        }
        let inner = brackets.until(close).from(1);
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
            let piece = inner.until(at + part.len()).from(at).trimmed();
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

    fn name_can_be_called(&mut self, name: Line<'a>) {
        let why = if name.text.trim_end() != name.text {
            Some("the blank before the `(` is a part of the name")
        } else if is_taken(name.text) {
            Some("this word means something else already")
        } else if name.text.is_empty() {
            Some("there is no name before the `(`")
        } else if name.text.contains(|c| is_separator(c) || c == '{' || c == '}') {
            Some("a name that is called has no blanks, signs, quotes or brackets")
        } else {
            None
        };
        if let Some(why) = why {
            let message = format!("no expression can call \"{}\"", shorten(name.text));
            self.findings.add(Diagnostic::warning("bad-header", name.span(), message).label(why));
            self.told.insert(name.span());
        }
    }
}
