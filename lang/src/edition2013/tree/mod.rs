//! The second stage of parsing: builds the syntax tree from entries. Parses values and expressions, resolves no names.

mod components;
mod functions;
mod rules;

use std::collections::{HashMap, HashSet};

use boardwright_rules::Span;

use super::ast::{Node, Pattern, Spanned, SyntaxTree};
use super::entries::{Field, FileEntries, SectionEntry};
use super::grouping;
use super::lexer::{BlankPolicy, LocatedText, split_text};
use super::lines::Line;
use super::parser::ExpressionParser;
use super::values::ValueResult;
use super::words::Section;
use crate::diagnostic::{Diagnostic, Findings};
use crate::pictures::Pictures;
use crate::suggest::shorten;

/// Maximum number of entries of one kind in a game file.
pub(super) const MAX_ENTRIES: usize = 20_000;

/// Builds the syntax tree. Invalid parts are reported and left out. The set contains the spans that were reported.
pub(super) fn build_tree(
    entries: &FileEntries<'_>,
    pictures: &dyn Pictures,
    text: &str,
    findings: &mut Findings,
) -> (SyntaxTree, HashSet<Span>) {
    let mut builder = TreeBuilder {
        findings,
        grammar: ExpressionParser::default(),
        pictures,
        missing_pictures: HashSet::new(),
        text,
        reported: HashSet::new(),
    };
    let mut tree = SyntaxTree::default();
    builder.add_components(entries, &mut tree);
    builder.add_functions(entries, &mut tree);
    builder.add_rules(entries, &mut tree);
    (tree, builder.reported)
}

struct TreeBuilder<'a, 'f> {
    findings: &'f mut Findings,
    grammar: ExpressionParser,
    pictures: &'a dyn Pictures,
    /// Missing pictures that have been reported.
    missing_pictures: HashSet<String>,
    text: &'a str,
    /// Spans of operations whose grouping was reported and of names that cannot be called; lints skip them to avoid
    /// consequential warnings.
    reported: HashSet<Span>,
}

/// A repeated definition.
struct Redefinition<'a> {
    first: Line<'a>,
    second: Line<'a>,
    /// Index among the distinct entries.
    at: usize,
    /// Index of the repeated entry in its section.
    index: usize,
}

impl<'a> TreeBuilder<'a, '_> {
    /// Returns the value, or `None` after reporting the error.
    fn ok_or_report<T>(&mut self, read: ValueResult<T>) -> Option<T> {
        read.map_err(|diagnostic| self.findings.add(*diagnostic)).ok()
    }

    fn ok_or_default<T>(&mut self, read: Option<ValueResult<T>>, default: T) -> T {
        match read {
            Some(read) => self.ok_or_report(read).unwrap_or(default),
            None => default,
        }
    }

    /// Returns the field of this key. Of repeated fields, the last one counts and the others are reported.
    fn find_field<'e>(&mut self, entry: &'e SectionEntry<'a>, key: &str) -> Option<&'e Field<'a>> {
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

    /// Returns the field of this key, or `None` after reporting that the required key is missing.
    fn required_field<'e>(&mut self, entry: &'e SectionEntry<'a>, key: &str, what: &str) -> Option<&'e Field<'a>> {
        let found = self.find_field(entry, key);
        if found.is_none() {
            let message = format!("{what} \"{}\" has no `{key}`", shorten(entry.starter.text));
            self.findings.add(
                Diagnostic::error("missing-key", entry.span, message)
                    .label(format!("expected a line `{key}=...` below this one")),
            );
        }
        found
    }

    /// Returns the entries of a section without repetitions. Of entries with the same name, the last one takes the
    /// place of the first one.
    fn distinct_entries<'e>(
        &mut self,
        entries: &'e FileEntries<'a>,
        section: Section,
        what: &str,
    ) -> Vec<&'e SectionEntry<'a>> {
        let mut distinct: Vec<&SectionEntry> = Vec::new();
        let mut by_name: HashMap<&str, usize> = HashMap::new();
        let mut twice = Vec::new();
        for (index, entry) in entries.in_section(section).enumerate() {
            if let Some(&at) = by_name.get(entry.starter.text) {
                twice.push(Redefinition { first: distinct[at].starter, second: entry.starter, at, index });
                distinct[at] = entry;
            } else {
                by_name.insert(entry.starter.text, distinct.len());
                distinct.push(entry);
            }
        }
        // A copied block is reported once.
        for run in twice.chunk_by(|a, b| (a.at + 1, a.index + 1) == (b.at, b.index)) {
            self.report_duplicate_run(what, run);
        }
        self.check_count(distinct.len(), what, distinct.last().map(|entry| entry.span));
        distinct.truncate(MAX_ENTRIES);
        distinct
    }

    fn report_duplicate_run(&mut self, what: &str, run: &[Redefinition<'_>]) {
        let Some((head, rest)) = run.split_first() else { return };
        if rest.is_empty() {
            self.report_duplicate(what, head.first, head.second);
            return;
        }
        let after = if rest.len() == 1 { "the one".to_owned() } else { format!("the {}", rest.len()) };
        let message = format!("{what} \"{}\" and {after} after it are defined twice", shorten(head.first.text));
        self.findings.add(
            Diagnostic::warning("duplicate", head.first.span(), message)
                .label("these have no effect")
                .related(head.second.span(), "replaced completely from here on"),
        );
    }

    fn report_duplicate(&mut self, what: &str, first: Line<'_>, second: Line<'_>) {
        let message = format!("{what} \"{}\" is defined twice", shorten(first.text));
        self.findings.add(
            Diagnostic::warning("duplicate", first.span(), message)
                .label("this one has no effect")
                .related(second.span(), "this one replaces it completely"),
        );
    }

    fn check_count(&mut self, count: usize, what: &str, span: Option<Span>) {
        if count > MAX_ENTRIES {
            let message = format!("too many entries: this is {what} number {count}; the maximum is {MAX_ENTRIES}");
            self.findings.add(Diagnostic::error("too-many", span.unwrap_or_default(), message));
        }
    }

    fn parse_expression(&mut self, line: Line<'_>) -> Option<Node> {
        let node = self.grammar.parse(located(line), self.findings)?;
        grouping::check_expression(&node, self.text, &mut self.reported, self.findings);
        Some(node)
    }

    fn parse_pattern(&mut self, line: Line<'_>) -> Option<Pattern> {
        if let Some(at) = line.text.find('"') {
            let quote = Span::new(line.start + at, line.start + at + 1);
            let diagnostic = Diagnostic::error("syntax", quote, "a pattern is written without quotes");
            self.findings.add(diagnostic.label("expected a name, with variables such as `$X` for its numbers"));
            return None;
        }
        split_text(located(line), BlankPolicy::Ignore, self.findings).map(|pieces| Spanned::new(pieces, line.span()))
    }
}

fn located(line: Line<'_>) -> LocatedText<'_> {
    LocatedText { text: line.text, source: 0, start: line.start }
}
