//! Diagnostics as a person reads them: the line of the file, the place marked under it, and what to do.
//! What is wrong has been decided elsewhere; nothing here looks at the language.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use boardwright_engine::rules::Span;

use crate::{Diagnostic, Severity, Source};

/// Places at most this many lines apart are shown as one stretch of text.
const NEAR_LINES: usize = 6;
/// At most this many bytes before and after a place are shown of its line.
const NEAR_BYTES: usize = 300;
/// At most this many lines are shown of a place that is longer.
const MOST_LINES: usize = 12;

/// Writes diagnostics for a terminal, in colour or not, each followed by an empty line.
///
/// `Span::source` counts `sources`; a place in a text that is not there is left out.
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

/// A stretch of one text, and the places that are marked in it.
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
        let (place, bytes) = stretch(source, span);
        let near = windows.iter_mut().find(|window| {
            let gap = |a: usize, b: usize| source.line_of(b).saturating_sub(source.line_of(a));
            window.source == index
                && gap(window.bytes.end, bytes.start) <= NEAR_LINES
                && gap(bytes.end, window.bytes.start) <= NEAR_LINES
                && bytes.end.max(window.bytes.end) - bytes.start.min(window.bytes.start) < 4 * NEAR_BYTES
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

/// The bytes to mark, and the bytes to show around them: whole lines, unless these are very long.
fn stretch(source: &Source, span: Span) -> (Range<usize>, Range<usize>) {
    let text = source.text();
    let start = text.floor_char_boundary(span.start as usize);
    let end = text.ceil_char_boundary(span.end as usize).max(start);
    let first = source.line_of(start);
    let last = source.line_of(end.saturating_sub(1).max(start)).min(first + MOST_LINES - 1);
    let line_end = trim_line_end(text, source.line_start(last + 1));
    let place = start..end.min(line_end.max(start));
    let from = source.line_start(first).max(text.ceil_char_boundary(start.saturating_sub(NEAR_BYTES)));
    let to = line_end.min(text.floor_char_boundary(place.end.saturating_add(NEAR_BYTES)));
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
        // A lone CR ends a line here but not for the renderer; as LF it keeps its byte.
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
            // The renderer would count columns from where the line was cut.
            group.element(Origin::path(source.name()).line(line).char_column(column)).element(snippet)
        }
    }
}
