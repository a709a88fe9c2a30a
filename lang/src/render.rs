//! Terminal output of diagnostics: the source line, the marked range below it, and the advice.
//! The diagnostics themselves come from the parsers and checks.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use boardwright_rules::Span;

use crate::{Diagnostic, Severity, Source};

/// Source ranges at most this many lines apart are shown in one snippet.
const MAX_GAP_LINES: usize = 6;
/// Maximum number of bytes shown before and after a source range in a long line.
const CONTEXT_BYTES: usize = 300;
/// Maximum number of lines shown of a source range.
const MAX_LINES: usize = 12;

/// Formats diagnostics for a terminal, with or without colour, each followed by an empty line.
///
/// `Span::source` is an index into `sources`; ranges in a missing source are left out.
pub fn render(diagnostics: &[Diagnostic], sources: &[&Source], colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let mut out = String::new();
    for diagnostic in diagnostics {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let mut group =
            level.primary_title(diagnostic.message.as_str()).id(diagnostic.code).elements(Vec::<Element>::new());
        for window in windows(diagnostic, sources) {
            group = window.show(group, sources);
        }
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        out.push_str(&renderer.render(&[group]));
        out.push_str("\n\n");
    }
    out
}

/// A range of one source text with the marks in it.
struct Window<'a> {
    source: usize,
    bytes: Range<usize>,
    marks: Vec<(AnnotationKind, Range<usize>, &'a str)>,
}

fn windows<'a>(diagnostic: &'a Diagnostic, sources: &[&Source]) -> Vec<Window<'a>> {
    let mut windows: Vec<Window<'a>> = Vec::new();
    let main = (AnnotationKind::Primary, diagnostic.span, diagnostic.label.as_str());
    let others = diagnostic.related.iter().map(|(span, label)| (AnnotationKind::Context, *span, label.as_str()));
    for (kind, span, label) in std::iter::once(main).chain(others) {
        let index = usize::from(span.source);
        let Some(source) = sources.get(index) else { continue };
        let (place, bytes) = visible_range(source, span);
        let near = windows.iter_mut().find(|window| {
            let gap = |a: usize, b: usize| source.line_of(b).saturating_sub(source.line_of(a));
            window.source == index
                && gap(window.bytes.end, bytes.start) <= MAX_GAP_LINES
                && gap(bytes.end, window.bytes.start) <= MAX_GAP_LINES
                && bytes.end.max(window.bytes.end) - bytes.start.min(window.bytes.start) < 4 * CONTEXT_BYTES
        });
        match near {
            Some(window) => {
                window.bytes = bytes.start.min(window.bytes.start)..bytes.end.max(window.bytes.end);
                window.marks.push((kind, place, label));
            }
            None => windows.push(Window { source: index, bytes, marks: vec![(kind, place, label)] }),
        }
    }
    windows
}

/// Returns the bytes to mark and the bytes to show: whole lines, or parts of very long lines.
fn visible_range(source: &Source, span: Span) -> (Range<usize>, Range<usize>) {
    let text = source.text();
    let start = text.floor_char_boundary(span.start as usize);
    let end = text.ceil_char_boundary(span.end as usize).max(start);
    let first = source.line_of(start);
    let last = source.line_of(end.saturating_sub(1).max(start)).min(first + MAX_LINES - 1);
    let line_end = trim_line_end(text, source.line_start(last + 1));
    let place = start..end.min(line_end.max(start));
    let from = source.line_start(first).max(text.ceil_char_boundary(start.saturating_sub(CONTEXT_BYTES)));
    let to = line_end.min(text.floor_char_boundary(place.end.saturating_add(CONTEXT_BYTES)));
    (place.clone(), from.min(place.start)..to.max(place.end))
}

fn trim_line_end(text: &str, end: usize) -> usize {
    text[..end].trim_end_matches(['\n', '\r']).len()
}

impl<'a> Window<'a> {
    fn show(self, group: Group<'a>, sources: &[&'a Source]) -> Group<'a> {
        let source = sources[self.source];
        let first = &self.marks[0].1;
        let (line, column) = source.position(first.start);
        // A lone CR ends a line here but not in the renderer. Replacing it by LF keeps the byte offsets.
        let text = source.text()[self.bytes.clone()].replace("\r\n", " \n").replace('\r', "\n");
        let shown_line = source.line_of(self.bytes.start);
        let snippet = Snippet::<Annotation>::source(text).line_start(shown_line + 1);
        let marks = self.marks.into_iter().map(|(kind, place, label)| {
            let range = place.start - self.bytes.start..place.end - self.bytes.start;
            kind.span(range).label((!label.is_empty()).then_some(label))
        });
        let snippet = snippet.annotations(marks);
        if source.line_start(shown_line) == self.bytes.start {
            group.element(snippet.path(source.name()))
        } else {
            // The renderer would count columns from the cut, so the origin is written as its own element.
            group.element(Origin::path(source.name()).line(line).char_column(column)).element(snippet)
        }
    }
}
