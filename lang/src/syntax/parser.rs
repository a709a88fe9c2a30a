//! Lines of a file: sections, keys, and which lines belong to which value.
//! Values are read by `forms` and `expressions`.

use boardwright_engine::rules::Span;

use super::ast::{File, Node, Pair, Section, Value, Word};
use super::build::Tree;
use super::kinds::Kind;
use super::tokens::{is_comment, is_newline, is_of_word};
use super::told::Told;
use super::{Lines, Parsed, wrong};
use crate::keys::{self, Form, Opens};
use crate::suggest;

/// Reads one text.
pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    pub(super) tree: Tree<'t>,
    pub(super) told: Told,
}

/// A line, or what is left of one, without its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Where the next one begins.
    pub(super) next: usize,
}

/// What lines look like from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// Blanks and comments only.
    Empty,
    /// It begins with a blank, and so goes on with what was before it.
    Continued,
    Head,
    Other,
}

/// Where the reader of a file is.
struct Place {
    section: Option<&'static keys::Section>,
    /// Whether it was told that lines stand before the first section.
    told_headless: bool,
}

pub(super) fn file(text: &str, source: u16) -> Parsed {
    let mut parser = Parser { text, tree: Tree::new(text), told: Told::new(source) };
    let mut file = File::default();
    let mut place = Place { section: None, told_headless: false };
    let mut at = 0;
    while at < text.len() {
        let line = parser.line(at);
        at = line.next;
        match parser.look(line) {
            Look::Empty => {}
            Look::Head => {
                if !file.sections.is_empty() {
                    parser.tree.close();
                }
                let (section, known) = parser.head(line);
                file.sections.push(section);
                place.section = known;
            }
            Look::Other | Look::Continued => {
                let (pair, next) = parser.pair(line, &mut place, file.sections.last());
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
    Parsed { tree: parser.tree.finish(), file, diagnostics: parser.told.list }
}

pub(super) fn question(text: &str, source: u16) -> Lines {
    let mut parser = Parser { text, tree: Tree::new(text), told: Told::new(source) };
    let lines = parser.lines(0, text.len());
    Lines { lines, diagnostics: parser.told.list }
}

impl Parser<'_> {
    pub(super) fn line(&self, start: usize) -> Line {
        let rest = &self.text[start..];
        let end = start + rest.find(is_newline).unwrap_or(rest.len());
        let next = end + if self.text[end..].starts_with("\r\n") { 2 } else { usize::from(end < self.text.len()) };
        Line { start, end, next }
    }

    fn look(&self, line: Line) -> Look {
        let text = &self.text[line.start..line.end];
        let trimmed = text.trim_start();
        if trimmed.is_empty() || is_comment(self.text, line.end - trimmed.len()) {
            Look::Empty
        } else if trimmed.len() < text.len() && !self.is_known_head(line) {
            Look::Continued
        } else if trimmed.starts_with('[') {
            Look::Head
        } else {
            Look::Other
        }
    }

    /// Whether a line holds nothing but the head of a section of the language. With blanks before it, that is what is
    /// meant all the same: no value looks so.
    fn is_known_head(&self, line: Line) -> bool {
        let (start, end) = self.said(line.start, line.end);
        let inner = self.text[start..end].strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        inner.is_some_and(|name| keys::section(name.trim()).is_some())
    }

    /// The line from `start` without blanks around it and without its comment.
    pub(super) fn said(&self, start: usize, end: usize) -> (usize, usize) {
        let text = &self.text[start..end];
        let comment = text.match_indices("//").map(|(at, _)| start + at).find(|at| is_comment(self.text, *at));
        let text = &self.text[start..comment.unwrap_or(end)];
        let from = start + text.len() - text.trim_start().len();
        (from, from + text.trim().len())
    }

    fn head(&mut self, line: Line) -> (Section, Option<&'static keys::Section>) {
        let (start, end) = self.said(line.start, line.end);
        if start > line.start {
            let span = self.told.span(start, end);
            self.told.add(wrong::head_not_at_start(span));
        }
        let (close, found) = match self.text[start..end].find(']') {
            Some(length) => (start + length, true),
            None => (end, false),
        };
        let (from, to) = self.said(start + 1, close);
        self.tree.open(Kind::Section, start);
        self.tree.open(Kind::Head, start);
        self.tree.token(Kind::OpenHead, start, start + 1);
        if from < to {
            self.tree.token(Kind::HeadName, from, to);
        }
        if found {
            self.tree.token(Kind::CloseHead, close, close + 1);
        } else {
            let span = self.told.span(end, end);
            self.told.add(wrong::head_not_closed(span));
        }
        let (odd, odd_end) = self.said((close + 1).min(end), end);
        if odd < odd_end {
            self.tree.token(Kind::Stray, odd, odd_end);
            let span = self.told.span(odd, odd_end);
            self.told.add(wrong::behind_head(span));
        }
        self.tree.close();
        let written = &self.text[from..to];
        let span = self.told.span(from, to);
        let mut text = written.to_owned();
        let mut known = keys::section(written);
        if let Some(section) = known {
            section.name.clone_into(&mut text);
        } else if !self.told.full() {
            let names = keys::SECTIONS.iter().flat_map(|section| section.also.iter().chain([&section.name])).copied();
            let meant = suggest::nearest(written, names);
            self.told.add(wrong::unknown_section(written, meant, span));
            // What was probably meant is taken, so that its lines are looked at too.
            known = meant.and_then(keys::section);
            if let Some(section) = known {
                section.name.clone_into(&mut text);
            }
        }
        (Section { name: Word { text, span }, pairs: Vec::new() }, known)
    }

    /// A key with its value; where the next line begins.
    fn pair(&mut self, line: Line, place: &mut Place, section: Option<&Section>) -> (Option<Pair>, usize) {
        let (start, _) = self.said(line.start, line.end);
        if section.is_none() && !place.told_headless {
            place.told_headless = true;
            let span = self.told.span(start, line.end);
            self.told.add(wrong::before_sections(span));
        }
        if start > line.start {
            let span = self.told.span(start, self.said(line.start, line.end).1);
            self.told.add(wrong::goes_on_with_nothing(span));
        }
        self.tree.open(Kind::Pair, start);
        let every = place.section.is_some_and(|section| matches!(section.opens, Opens::Every(_)));
        let Some((mut key, params, equals)) = self.key(start, line, every) else {
            let end = self.value_end(line);
            self.tree.open(Kind::Broken, start);
            self.broken(start, end);
            self.tree.close();
            self.tree.close();
            return (None, self.line(end).next);
        };
        let form = match place.section {
            Some(known) => known.form(&key.text).or_else(|| self.unknown_key(known, &mut key)),
            None => None,
        };
        let end = self.value_end(line);
        let at = self.value_at(equals, end);
        self.tree.open(Kind::Value, at.0);
        let span = self.told.span(at.0, at.1);
        let value = match form {
            None | Some(Form::Text | Form::Words(_)) => Value::Text(Word { text: self.texts(equals, end), span }),
            Some(Form::Rows) => Value::Rows(self.rows(equals, end)),
            Some(form) if form.has_lines() => Value::Lines(self.lines(equals, end)),
            Some(form) => Value::List(self.list(equals, end, form)),
        };
        self.tree.close();
        self.tree.close();
        self.odd_lines(&key.text, &value, form, place.section);
        let empty = matches!(&value, Value::Lines(lines) if lines.is_empty()) && !every;
        if empty {
            self.told.add(wrong::no_value(&key.text, span));
        }
        (Some(Pair { key, params, value, at: span }), self.line(end).next)
    }

    /// Says so of lines that were probably not meant to go on with the value before them.
    fn odd_lines(&mut self, key: &str, value: &Value, form: Option<Form>, section: Option<&'static keys::Section>) {
        match value {
            Value::Text(word) if key == "name" && word.text.contains('\n') => {
                let place = self.parts(word.span.start as usize, word.span.end as usize);
                let (start, end) = place.get(1).copied().unwrap_or_default();
                let span = self.span(start, end);
                self.told.add(wrong::long_name(span));
            }
            // Actions may give a value to a variable that is called like a key.
            Value::Lines(lines) if form == Some(Form::Conditions) => {
                let targets = lines.iter().skip(1).filter_map(|line| match &line.node {
                    Node::Assign(target, _) => Some(target),
                    _ => None,
                });
                for target in targets {
                    if let Node::Name(name) = &target.node
                        && section.is_some_and(|section| section.key(name).is_some())
                    {
                        self.told.add(wrong::blank_before_key(name, target.span));
                    }
                }
            }
            _ => {}
        }
    }

    /// A key that the section does not have; how its value is read if another one was probably meant.
    fn unknown_key(&mut self, section: &keys::Section, key: &mut Word) -> Option<Form> {
        if self.told.full() {
            return None;
        }
        let meant = suggest::nearest(&key.text, section.keys.iter().map(|key| key.name));
        let diagnostic = wrong::unknown_key(key, section, meant);
        // That entries have no names is told once.
        if key.text != "name" || !self.told.list.iter().any(|told| told.message == diagnostic.message) {
            self.told.add(diagnostic);
        }
        let meant = section.key(meant?)?;
        meant.name.clone_into(&mut key.text);
        Some(meant.form)
    }

    /// The key of a line, its parameters, and the place after its `=`. Says so if the line has none.
    fn key(&mut self, start: usize, line: Line, every: bool) -> Option<(Word, Option<Vec<Word>>, usize)> {
        let (_, end) = self.said(line.start, line.end);
        let text = &self.text[start..end];
        let length = text.find(|c| !is_of_word(c)).unwrap_or(text.len());
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
            let span = self.told.span(start, end);
            let diagnostic = wrong::no_key(text, span);
            self.told.add(diagnostic);
            return None;
        }
        if colon {
            let span = self.told.span(equals, equals + 1);
            self.told.add(wrong::colon_after_key(span));
        }
        self.tree.open(Kind::Key, start);
        let span = self.told.span(start, start + length);
        self.tree.token(Kind::Word, start, start + length);
        let word = Word { text: text[..length].to_owned(), span };
        let params = brackets.map(|(open, close)| self.params(open, close, every, &word));
        self.tree.close();
        self.tree.token(Kind::KeyEquals, equals, equals + 1);
        Some((word, params, equals + 1))
    }

    /// `($L, $P)` behind the name of an expression.
    fn params(&mut self, open: usize, close: usize, every: bool, key: &Word) -> Vec<Word> {
        let span = self.told.span(open, close + 1);
        if !every {
            self.told.add(wrong::params_of_key(&key.text, span));
        }
        self.tree.token(Kind::OpenBracket, open, open + 1);
        let mut params = Vec::new();
        let inside = &self.text[open + 1..close];
        let mut at = open + 1;
        for (number, part) in inside.split(',').enumerate() {
            if number > 0 {
                self.tree.token(Kind::Comma, at - 1, at);
            }
            let name = part.trim();
            let from = at + part.len() - part.trim_start().len();
            let span = self.told.span(from, from + name.len());
            at += part.len() + 1;
            if inside.trim().is_empty() {
                break;
            }
            let good = name.strip_prefix('$').is_some_and(|rest| !rest.is_empty() && rest.chars().all(is_of_word));
            if !name.is_empty() {
                self.tree.token(if good { Kind::Var } else { Kind::Stray }, from, from + name.len());
            }
            if good {
                params.push(Word { text: name.to_owned(), span });
            } else if every {
                self.told.add(wrong::param(name, span));
            }
        }
        self.tree.token(Kind::CloseBracket, close, close + 1);
        params
    }

    /// Where the lines that go on with this one end, without what is empty after them.
    fn value_end(&self, line: Line) -> usize {
        let mut end = line.end;
        let mut at = line.next;
        while at < self.text.len() {
            let line = self.line(at);
            match self.look(line) {
                Look::Empty => {}
                Look::Continued => end = line.end,
                Look::Head | Look::Other => break,
            }
            at = line.next;
        }
        end
    }

    /// The place of a value that is written between these two.
    fn value_at(&self, start: usize, end: usize) -> (usize, usize) {
        let parts = self.parts(start, end);
        parts.first().zip(parts.last()).map_or((start, start), |(first, last)| (first.0, last.1))
    }

    /// Puts lines into the tree that could not be read.
    fn broken(&mut self, start: usize, end: usize) {
        for (from, to) in self.parts(start, end) {
            self.tree.token(Kind::Stray, from, to);
        }
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        self.told.span(start, end)
    }
}
