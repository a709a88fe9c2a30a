//! Line-level parser of a file: sections, keys, and the assignment of lines to values.
//! Values are parsed by `values` and `expressions`.

use boardwright_rules::Span;

use super::ast::{ExprKind, File, KeyValue, Section, Value, Word};
use super::diagnostics::DiagnosticCollector;
use super::kinds::SyntaxKind;
use super::tokens::{is_comment, is_newline, is_word_char};
use super::tree_builder::TreeBuilder;
use super::{ParsedFile, ParsedLines, errors};
use crate::suggest;
use crate::vocabulary::{self, EntryStart, ValueSyntax};

/// Parser of one text.
pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) tree: TreeBuilder<'t>,
    pub(super) diagnostics: DiagnosticCollector,
}

/// A line or the rest of one, without its line end; byte offsets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Start of the next line.
    pub(super) next: usize,
}

/// Classification of a line by its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
    /// Blanks and comments only.
    Empty,
    /// Begins with a blank, and thus continues the value before it.
    Continued,
    Header,
    Other,
}

/// State of the parser between two lines of a file.
struct ParserState {
    section: Option<&'static vocabulary::Section>,
    /// `true` if an error about lines before the first section has been reported.
    has_reported_headless: bool,
    /// `true` if an error about players outside of their section has been reported.
    has_reported_players: bool,
}

pub(super) fn parse_file(text: &str, source: u16) -> ParsedFile {
    let mut parser = Parser { text, tree: TreeBuilder::new(text), diagnostics: DiagnosticCollector::new(source) };
    let mut file = File::default();
    let mut place = ParserState { section: None, has_reported_headless: false, has_reported_players: false };
    let mut at = 0;
    while at < text.len() {
        let line = parser.line(at);
        at = line.next;
        match parser.line_kind(line) {
            LineKind::Empty => {}
            LineKind::Header => {
                if !file.sections.is_empty() {
                    parser.tree.close();
                }
                let (section, known) = parser.parse_header(line);
                file.sections.push(section);
                place.section = known;
            }
            LineKind::Other | LineKind::Continued => {
                let (pair, next) = parser.parse_pair(line, &mut place, file.sections.last());
                at = next;
                if let Some((section, pair)) = file.sections.last_mut().zip(pair) {
                    section.pairs.push(pair);
                }
            }
        }
    }
    if !file.sections.is_empty() {
        parser.tree.close();
    }
    ParsedFile { tree: parser.tree.finish(), file, diagnostics: parser.diagnostics.list }
}

pub(super) fn parse_standalone_lines(text: &str, source: u16) -> ParsedLines {
    let mut parser = Parser { text, tree: TreeBuilder::new(text), diagnostics: DiagnosticCollector::new(source) };
    let lines = parser.parse_lines(0, text.len());
    ParsedLines { lines, diagnostics: parser.diagnostics.list }
}

impl Parser<'_> {
    pub(super) fn line(&self, start: usize) -> Line {
        let rest = &self.text[start..];
        let end = start + rest.find(is_newline).unwrap_or(rest.len());
        let next = end + if self.text[end..].starts_with("\r\n") { 2 } else { usize::from(end < self.text.len()) };
        Line { start, end, next }
    }

    fn line_kind(&self, line: Line) -> LineKind {
        let text = &self.text[line.start..line.end];
        let trimmed = text.trim_start();
        if trimmed.is_empty() || is_comment(self.text, line.end - trimmed.len()) {
            LineKind::Empty
        } else if trimmed.len() < text.len() && !self.is_known_header(line) {
            LineKind::Continued
        } else if trimmed.starts_with('[') {
            LineKind::Header
        } else {
            LineKind::Other
        }
    }

    /// `true` if the line consists of the header of a known section. Such a line is a header even if it is indented,
    /// because no value has this syntax.
    fn is_known_header(&self, line: Line) -> bool {
        let (start, end) = self.content_range(line.start, line.end);
        let inner = self.text[start..end].strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        inner.is_some_and(|name| vocabulary::section(name.trim()).is_some())
    }

    /// Byte range of the text between `start` and `end` without surrounding blanks and without the comment.
    pub(super) fn content_range(&self, start: usize, end: usize) -> (usize, usize) {
        let text = &self.text[start..end];
        let comment = text.match_indices("//").map(|(at, _)| start + at).find(|at| is_comment(self.text, *at));
        let text = &self.text[start..comment.unwrap_or(end)];
        let from = start + text.len() - text.trim_start().len();
        (from, from + text.trim().len())
    }

    fn parse_header(&mut self, line: Line) -> (Section, Option<&'static vocabulary::Section>) {
        let (start, end) = self.content_range(line.start, line.end);
        if start > line.start {
            let span = self.diagnostics.span(start, end);
            self.diagnostics.add(errors::indented_header(span));
        }
        let (close, found) = match self.text[start..end].find(']') {
            Some(length) => (start + length, true),
            None => (end, false),
        };
        let (from, to) = self.content_range(start + 1, close);
        self.tree.open(SyntaxKind::Section, start);
        self.tree.open(SyntaxKind::Header, start);
        self.tree.token(SyntaxKind::HeaderOpen, start, start + 1);
        if from < to {
            self.tree.token(SyntaxKind::HeaderName, from, to);
        }
        if found {
            self.tree.token(SyntaxKind::HeaderClose, close, close + 1);
        } else {
            let span = self.diagnostics.span(end, end);
            self.diagnostics.add(errors::unclosed_header(span));
        }
        let (odd, odd_end) = self.content_range((close + 1).min(end), end);
        if odd < odd_end {
            self.tree.token(SyntaxKind::Stray, odd, odd_end);
            let span = self.diagnostics.span(odd, odd_end);
            self.diagnostics.add(errors::text_after_header(span));
        }
        self.tree.close();
        let written = &self.text[from..to];
        let span = self.diagnostics.span(from, to);
        let mut text = written.to_owned();
        let mut known = vocabulary::section(written);
        if let Some(section) = known {
            section.name.clone_into(&mut text);
        } else if !self.diagnostics.is_full() {
            let names =
                vocabulary::SECTIONS.iter().flat_map(|section| section.aliases.iter().chain([&section.name])).copied();
            let meant = suggest::nearest(written, names);
            self.diagnostics.add(errors::unknown_section(written, meant, span));
            // Error recovery: continue with the suggested section, so that its lines are parsed as well.
            known = meant.and_then(vocabulary::section);
            if let Some(section) = known {
                section.name.clone_into(&mut text);
            }
        }
        (Section { name: Word { text, span }, pairs: Vec::new() }, known)
    }

    /// Parses a key with its value. Returns the pair and the start of the next line.
    fn parse_pair(
        &mut self,
        line: Line,
        place: &mut ParserState,
        section: Option<&Section>,
    ) -> (Option<KeyValue>, usize) {
        let (start, _) = self.content_range(line.start, line.end);
        if section.is_none() && !place.has_reported_headless {
            place.has_reported_headless = true;
            let span = self.diagnostics.span(start, line.end);
            self.diagnostics.add(errors::line_before_sections(span));
        }
        if start > line.start {
            let span = self.diagnostics.span(start, self.content_range(line.start, line.end).1);
            self.diagnostics.add(errors::continuation_without_value(span));
        }
        self.tree.open(SyntaxKind::Pair, start);
        let every = place.section.is_some_and(|section| matches!(section.entry_start, EntryStart::EveryKey(_)));
        let Some((mut key, params, equals)) = self.parse_key(start, line, every) else {
            let end = self.value_end(line);
            self.tree.open(SyntaxKind::Error, start);
            self.add_unparsed(start, end);
            self.tree.close();
            self.tree.close();
            return (None, self.line(end).next);
        };
        let form = match place.section {
            Some(known) => known.value_syntax(&key.text).or_else(|| self.report_unknown_key(known, &mut key, place)),
            None => None,
        };
        let end = self.value_end(line);
        let at = self.value_range(equals, end);
        self.tree.open(SyntaxKind::Value, at.0);
        let span = self.diagnostics.span(at.0, at.1);
        let value = match form {
            None | Some(ValueSyntax::Text | ValueSyntax::Words(_)) => {
                Value::Text(Word { text: self.parse_text(equals, end), span })
            }
            Some(ValueSyntax::Rows) => Value::Rows(self.parse_rows(equals, end)),
            Some(form) if form.has_lines() => Value::Lines(self.parse_lines(equals, end)),
            Some(form) => Value::List(self.parse_list(equals, end, form)),
        };
        self.tree.close();
        self.tree.close();
        self.check_continuation_lines(&key.text, &value, form, place.section);
        let empty = matches!(&value, Value::Lines(lines) if lines.is_empty()) && !every;
        if empty {
            self.diagnostics.add(errors::missing_value(&key.text, span));
        }
        (Some(KeyValue { key, params, value, value_span: span }), self.line(end).next)
    }

    /// Reports lines that probably were not meant to continue the value before them.
    fn check_continuation_lines(
        &mut self,
        key: &str,
        value: &Value,
        form: Option<ValueSyntax>,
        section: Option<&'static vocabulary::Section>,
    ) {
        match value {
            Value::Text(word) if key == "name" && word.text.contains('\n') => {
                let place = self.content_ranges(word.span.start as usize, word.span.end as usize);
                let (start, end) = place.get(1).copied().unwrap_or_default();
                let span = self.span(start, end);
                self.diagnostics.add(errors::multi_line_name(span));
            }
            // Actions may assign to a variable whose name is also a key.
            Value::Lines(lines) if form == Some(ValueSyntax::Conditions) => {
                let targets = lines.iter().skip(1).filter_map(|line| match &line.kind {
                    ExprKind::Assign(target, _) => Some(target),
                    _ => None,
                });
                for target in targets {
                    if let ExprKind::Name(name) = &target.kind
                        && section.is_some_and(|section| section.key(name).is_some())
                    {
                        self.diagnostics.add(errors::indented_key(name, target.span));
                    }
                }
            }
            _ => {}
        }
    }

    /// Reports an unknown key. Returns the value syntax of the suggested key, if there is a suggestion.
    fn report_unknown_key(
        &mut self,
        section: &vocabulary::Section,
        key: &mut Word,
        place: &mut ParserState,
    ) -> Option<ValueSyntax> {
        if self.diagnostics.is_full() {
            return None;
        }
        let is_player = errors::is_player_number(&key.text);
        // The line [PLAYERS] is missing once, for all players.
        if is_player && std::mem::replace(&mut place.has_reported_players, true) {
            return None;
        }
        let meant = suggest::nearest(&key.text, section.keys.iter().map(|key| key.name)).filter(|_| !is_player);
        let diagnostic = errors::unknown_key(key, section, meant);
        // A missing name of an entry is reported once.
        if key.text != "name" || !self.diagnostics.list.iter().any(|told| told.message == diagnostic.message) {
            self.diagnostics.add(diagnostic);
        }
        let meant = section.key(meant?)?;
        meant.name.clone_into(&mut key.text);
        Some(meant.syntax)
    }

    /// Parses the key of a line. Returns the key, its parameters and the offset after the `=`; reports a missing key.
    fn parse_key(&mut self, start: usize, line: Line, every: bool) -> Option<(Word, Option<Vec<Word>>, usize)> {
        let (_, end) = self.content_range(line.start, line.end);
        let text = &self.text[start..end];
        let length = text.find(|c| !is_word_char(c)).unwrap_or(text.len());
        let mut after = length + text[length..].len() - text[length..].trim_start().len();
        let mut brackets = None;
        if text[after..].starts_with('(') {
            let close = text[after..].find([')', '=']).filter(|close| text[after + close..].starts_with(')'));
            if let Some(close) = close {
                brackets = Some((start + after, start + after + close));
                after += close + 1;
                after += text[after..].len() - text[after..].trim_start().len();
            }
        }
        let equals = start + after;
        let sign = &self.text[equals..end];
        let is_key = length > 0 && sign.starts_with('=') && !sign.starts_with("==");
        let colon = length > 0 && sign.starts_with(':');
        if !is_key && !colon {
            let span = self.diagnostics.span(start, end);
            let diagnostic = errors::missing_key(text, span);
            self.diagnostics.add(diagnostic);
            return None;
        }
        if colon {
            let span = self.diagnostics.span(equals, equals + 1);
            self.diagnostics.add(errors::colon_after_key(span));
        }
        self.tree.open(SyntaxKind::Key, start);
        let span = self.diagnostics.span(start, start + length);
        self.tree.token(SyntaxKind::Word, start, start + length);
        let word = Word { text: text[..length].to_owned(), span };
        let params = brackets.map(|(open, close)| self.parse_params(open, close, every, &word));
        self.tree.close();
        self.tree.token(SyntaxKind::KeyEquals, equals, equals + 1);
        Some((word, params, equals + 1))
    }

    /// Parses `($L, $P)` after the name of an expression.
    fn parse_params(&mut self, open: usize, close: usize, every: bool, key: &Word) -> Vec<Word> {
        let span = self.diagnostics.span(open, close + 1);
        if !every {
            self.diagnostics.add(errors::parameters_on_key(&key.text, span));
        }
        self.tree.token(SyntaxKind::OpenBracket, open, open + 1);
        let mut params = Vec::new();
        let inside = &self.text[open + 1..close];
        let mut at = open + 1;
        for (number, part) in inside.split(',').enumerate() {
            if number > 0 {
                self.tree.token(SyntaxKind::Comma, at - 1, at);
            }
            let name = part.trim();
            let from = at + part.len() - part.trim_start().len();
            let span = self.diagnostics.span(from, from + name.len());
            at += part.len() + 1;
            if inside.trim().is_empty() {
                break;
            }
            let is_valid =
                name.strip_prefix('$').is_some_and(|rest| !rest.is_empty() && rest.chars().all(is_word_char));
            if !name.is_empty() {
                self.tree.token(if is_valid { SyntaxKind::Var } else { SyntaxKind::Stray }, from, from + name.len());
            }
            if is_valid {
                params.push(Word { text: name.to_owned(), span });
            } else if every {
                self.diagnostics.add(errors::invalid_parameter(name, span));
            }
        }
        self.tree.token(SyntaxKind::CloseBracket, close, close + 1);
        params
    }

    /// End of the last continuation line of a value that begins on `line`, excluding trailing empty lines.
    fn value_end(&self, line: Line) -> usize {
        let mut end = line.end;
        let mut at = line.next;
        while at < self.text.len() {
            let line = self.line(at);
            match self.line_kind(line) {
                LineKind::Empty => {}
                LineKind::Continued => end = line.end,
                LineKind::Header | LineKind::Other => break,
            }
            at = line.next;
        }
        end
    }

    /// Byte range of the value written between `start` and `end`.
    fn value_range(&self, start: usize, end: usize) -> (usize, usize) {
        let parts = self.content_ranges(start, end);
        parts.first().zip(parts.last()).map_or((start, start), |(first, last)| (first.0, last.1))
    }

    /// Adds lines that could not be parsed to the tree.
    fn add_unparsed(&mut self, start: usize, end: usize) {
        for (from, to) in self.content_ranges(start, end) {
            self.tree.token(SyntaxKind::Stray, from, to);
        }
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        self.diagnostics.span(start, end)
    }
}
