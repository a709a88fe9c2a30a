//! The second step: entries to the syntax tree. Values of keys are read, and expressions parsed; no name is looked up.

mod functions;
mod rules;
mod things;

use std::collections::{HashMap, HashSet};

use boardwright_engine::rules::Span;

use super::ast::{Node, Pattern, Spanned, Tree};
use super::check;
use super::entries::{Entries, Entry, Field};
use super::grammar::Grammar;
use super::lexer::{Blanks, Placed, pieces};
use super::lines::Line;
use super::values::Read;
use super::words::Section;
use crate::diagnostic::{Diagnostic, Findings};
use crate::pictures::Pictures;
use crate::suggest::shorten;

/// Most things of one kind in a game file.
pub(super) const MOST_THINGS: usize = 20_000;

/// Makes the tree. What could not be read is left out of it, after it has been told.
pub(super) fn tree(
    entries: &Entries<'_>,
    pictures: &dyn Pictures,
    text: &str,
    findings: &mut Findings,
) -> (Tree, HashSet<Span>) {
    let mut builder = Builder {
        findings,
        grammar: Grammar::default(),
        pictures,
        missing: HashSet::new(),
        text,
        told: HashSet::new(),
    };
    let mut tree = Tree::default();
    builder.things(entries, &mut tree);
    builder.functions(entries, &mut tree);
    builder.rules(entries, &mut tree);
    (tree, builder.told)
}

struct Builder<'a, 'f> {
    findings: &'f mut Findings,
    grammar: Grammar,
    pictures: &'a dyn Pictures,
    /// Pictures that have been missed already.
    missing: HashSet<String>,
    text: &'a str,
    /// Operations whose grouping has been warned of, and names that cannot be called, so that what follows from these
    /// need not be.
    told: HashSet<Span>,
}

/// A thing that is defined again.
struct Twice<'a> {
    first: Line<'a>,
    second: Line<'a>,
    /// Which one of the things that are kept it is.
    at: usize,
    /// Which entry of its section defines it again.
    index: usize,
}

impl<'a> Builder<'a, '_> {
    /// The value, or `None` after telling why there is none.
    fn keep<T>(&mut self, read: Read<T>) -> Option<T> {
        read.map_err(|diagnostic| self.findings.add(*diagnostic)).ok()
    }

    fn keep_or<T>(&mut self, read: Option<Read<T>>, default: T) -> T {
        match read {
            Some(read) => self.keep(read).unwrap_or(default),
            None => default,
        }
    }

    /// The one field of this key: the last one, if there are several.
    fn field<'e>(&mut self, entry: &'e Entry<'a>, key: &str) -> Option<&'e Field<'a>> {
        let mut all = entry.fields.iter().filter(|field| field.key == key);
        let mut last = all.next()?;
        for field in all {
            self.findings.add(
                Diagnostic::warning("duplicate-key", last.key_span, format!("`{key}` is given twice"))
                    .label("this one has no effect")
                    .related(field.key_span, "this one counts"),
            );
            last = field;
        }
        Some(last)
    }

    /// A field that the entry must have.
    fn needed<'e>(&mut self, entry: &'e Entry<'a>, key: &str, what: &str) -> Option<&'e Field<'a>> {
        let found = self.field(entry, key);
        if found.is_none() {
            let message = format!("{what} \"{}\" has no `{key}`", shorten(entry.starter.text));
            self.findings.add(
                Diagnostic::error("missing-key", entry.span, message)
                    .label(format!("expected a line `{key}=...` below this one")),
            );
        }
        found
    }

    /// The entries of a section; of those with the same name only the last, at the place of the first.
    fn distinct<'e>(&mut self, entries: &'e Entries<'a>, section: Section, what: &str) -> Vec<&'e Entry<'a>> {
        let mut kept: Vec<&Entry> = Vec::new();
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        let mut twice = Vec::new();
        for (index, entry) in entries.of(section).enumerate() {
            if let Some(&at) = by_name.get(entry.starter.text) {
                twice.push(Twice { first: kept[at].starter, second: entry.starter, at, index });
                kept[at] = entry;
            } else {
                by_name.insert(entry.starter.text, kept.len());
                kept.push(entry);
            }
        }
        // A block that was copied is one mistake.
        for run in twice.chunk_by(|a, b| (a.at + 1, a.index + 1) == (b.at, b.index)) {
            self.run_of_duplicates(what, run);
        }
        self.limit(kept.len(), what, kept.last().map(|entry| entry.span));
        kept.truncate(MOST_THINGS);
        kept
    }

    fn run_of_duplicates(&mut self, what: &str, run: &[Twice<'_>]) {
        let Some((head, rest)) = run.split_first() else { return };
        if rest.is_empty() {
            self.duplicate(what, head.first, head.second);
            return;
        }
        let after = if rest.len() == 1 { "the one".to_owned() } else { format!("the {}", rest.len()) };
        let message = format!("{what} \"{}\" and {after} after it are defined twice", shorten(head.first.text));
        self.findings.add(
            Diagnostic::warning("duplicate", head.first.span(), message)
                .label("these have no effect")
                .related(head.second.span(), "from here on others replace them completely"),
        );
    }

    fn duplicate(&mut self, what: &str, first: Line<'_>, second: Line<'_>) {
        let message = format!("{what} \"{}\" is defined twice", shorten(first.text));
        self.findings.add(
            Diagnostic::warning("duplicate", first.span(), message)
                .label("this one has no effect")
                .related(second.span(), "this one replaces it completely"),
        );
    }

    fn limit(&mut self, count: usize, what: &str, span: Option<Span>) {
        if count > MOST_THINGS {
            let message =
                format!("too many entries: {what} number {count} here, and at most {MOST_THINGS} are possible");
            self.findings.add(Diagnostic::error("too-many", span.unwrap_or_default(), message));
        }
    }

    fn expression(&mut self, line: Line<'_>) -> Option<Node> {
        let node = self.grammar.expression(placed(line), self.findings)?;
        check::expression(&node, self.text, &mut self.told, self.findings);
        Some(node)
    }

    fn pattern(&mut self, line: Line<'_>) -> Option<Pattern> {
        if let Some(at) = line.text.find('"') {
            let quote = Span::new(line.start + at, line.start + at + 1);
            let diagnostic = Diagnostic::error("syntax", quote, "a pattern is written without quotes");
            self.findings.add(diagnostic.label("expected a name, with variables such as `$X` for its numbers"));
            return None;
        }
        pieces(placed(line), Blanks::Untold, self.findings).map(|pieces| Spanned::new(pieces, line.span()))
    }
}

fn placed(line: Line<'_>) -> Placed<'_> {
    Placed { text: line.text, source: 0, start: line.start }
}
