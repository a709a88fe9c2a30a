//! Structured edits of a game file that change one value or entry and preserve comments and formatting.
//! Edits are checked for valid syntax only; semantic errors are reported by the checks.

mod entry_syntax;
mod initial_locations;
mod lines;
mod points;

use boardwright_rules::Span;

use super::document::{Document, Entry, Pair, Section};
use super::{Analysis, EditError};
use crate::suggest::shorten;
use crate::vocabulary::{self, EntryStart};
use crate::{Source, syntax};
pub(in crate::analysis) use lines::LineEditor;
use lines::{split_lines, value_lines};

/// Replacement of a span by a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Span to be replaced.
    pub span: Span,
    /// Replacement.
    pub text: String,
}

impl Edit {
    pub(super) fn new(start: usize, end: usize, text: impl Into<String>) -> Self {
        Self { span: Span::new(start, end), text: text.into() }
    }
}

/// Applies edits to a text. The edits must not overlap; those outside the text are ignored.
pub fn apply(text: &str, edits: &[Edit]) -> String {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut new = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        let (start, end) = (edit.span.start as usize, edit.span.end as usize);
        let Some(kept) = text.get(done..start) else { continue };
        if text.get(start..end).is_some() {
            new.push_str(kept);
            new.push_str(&edit.text);
            done = end;
        }
    }
    new.push_str(&text[done..]);
    new
}

/// Returns the edit that turns `old` into `new`, without their common leading and trailing lines.
pub(super) fn difference(old: &str, new: &str) -> Vec<Edit> {
    if old == new {
        return Vec::new();
    }
    let same = |pairs: &mut dyn Iterator<Item = (&str, &str)>| {
        pairs.take_while(|(one, other)| one == other).map(|(one, _)| one.len()).sum::<usize>()
    };
    let start = same(&mut old.split_inclusive('\n').zip(new.split_inclusive('\n')));
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let mut old_back = old_rest.split_inclusive('\n').rev();
    let end = same(&mut old_back.by_ref().zip(new_rest.split_inclusive('\n').rev()));
    vec![Edit::new(start, old.len() - end, &new_rest[..new_rest.len() - end])]
}

/// Path of a value: section, entry, key and occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValuePath<'a> {
    /// Name of the section.
    pub section: &'a str,
    /// Index of the entry in the section, from 0, in file order. Sections with a single entry have index 0 only.
    pub entry: usize,
    /// The key.
    pub key: &'a str,
    /// Index among the pairs of the entry with this key, from 0.
    pub nth: usize,
}

/// An entry as written in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryView {
    /// Span of the whole entry.
    pub span: Span,
    /// Pairs in file order.
    pub pairs: Vec<PairView>,
}

/// `key = value` as written in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairView {
    /// Key without parameters.
    pub key: String,
    /// Value without comments and without blanks around its lines.
    pub value: String,
    /// Span of the whole pair.
    pub span: Span,
}

impl Analysis {
    /// Entries of a section of this file, in order.
    pub fn entries(&self, section: &str) -> Vec<EntryView> {
        let text = self.text();
        let view = |pair: &Pair| PairView {
            key: pair.key.text(text).to_owned(),
            value: LineEditor::new(text).value(pair).join("\n"),
            span: pair.span(),
        };
        let entries = entries(&self.document, section)
            .map(|(_, entry)| EntryView { span: entry.span(), pairs: entry.pairs.iter().map(view).collect() });
        entries.collect()
    }

    /// Returns the edits that set the value of a key, adding the key if it is missing. All comments are preserved.
    ///
    /// # Errors
    /// If the entry does not exist, if the section does not have the key, or if the text would not parse as one value.
    pub fn set_value(&self, place: &ValuePath<'_>, value: &str) -> Result<Vec<Edit>, EditError> {
        let known = known_section(place.section)?;
        if known.value_syntax(place.key).is_none() {
            return Err(EditError(format!("[{}] has no key `{}`", known.name, shorten(place.key))));
        }
        let new = value_lines(value);
        if new.is_empty() {
            return Err(EditError(format!("`{}` needs a value", shorten(place.key))));
        }
        let Some((_, entry)) = entries(&self.document, known.name).nth(place.entry) else {
            if known.entry_start == EntryStart::SingleEntry && place.entry == 0 {
                return self.add_entry(known.name, &[(place.key, value)]);
            }
            return Err(EditError(format!("[{}] has no entry {}", known.name, place.entry + 1)));
        };
        let lines = LineEditor::new(self.text());
        let edits = match entry.all(self.text(), place.key).nth(place.nth) {
            Some(pair) => lines.change_value(pair, &new),
            None => {
                vec![lines.insert_pair(insertion_point(known, entry, place.key, self.text()), known, place.key, &new)]
            }
        };
        let changed = self.edited(&edits);
        let is_there = changed.value(place).is_some_and(|value| value == new);
        if is_there && section_and_entry_counts(&changed.page) == section_and_entry_counts(&self.document) {
            Ok(edits)
        } else {
            Err(EditError(format!("`{}` cannot be the value of `{}`", shorten(value), place.key)))
        }
    }

    /// Returns the edits that remove a key and the comments on its lines. The key that begins the entry cannot be
    /// removed.
    pub fn remove_value(&self, place: &ValuePath<'_>) -> Result<Vec<Edit>, EditError> {
        let known = known_section(place.section)?;
        let entry = entries(&self.document, known.name).nth(place.entry);
        let pair = entry.and_then(|(_, entry)| entry.all(self.text(), place.key).nth(place.nth));
        match pair {
            None => Err(EditError(format!("there is no `{}` to remove", shorten(place.key)))),
            Some(_) if known.begins_entry(place.key) => {
                Err(EditError(format!("`{}` begins its entry and cannot be removed", shorten(place.key))))
            }
            Some(pair) => Ok(vec![LineEditor::new(self.text()).remove(pair.key.start, pair.end())]),
        }
    }

    /// Returns the edits that append an entry to its section, creating the section if necessary.
    pub fn add_entry(&self, section: &str, pairs: &[(&str, &str)]) -> Result<Vec<Edit>, EditError> {
        let known = known_section(section)?;
        let begins = pairs
            .first()
            .is_some_and(|(key, _)| known.begins_entry(key) || known.entry_start == EntryStart::SingleEntry);
        let others = pairs.iter().skip(1).any(|(key, _)| known.begins_entry(key) || known.value_syntax(key).is_none());
        if !begins || others {
            return Err(EditError(format!("this is not an entry of [{}]", known.name)));
        }
        let lines = LineEditor::new(self.text());
        let mut new = String::new();
        for (key, value) in pairs {
            let value = value_lines(value);
            if value.is_empty() {
                return Err(EditError(format!("`{}` needs a value", shorten(key))));
            }
            new.push_str(&lines.pair_text(known, key, &value));
        }
        let edit = match self.document.sections_named(known.name).last() {
            Some(section) => {
                let end = lines.line_end(section.span.end as usize);
                let gap = if is_spaced(section, self.text()) { lines.eol() } else { "" };
                Edit::new(end, end, format!("{gap}{new}"))
            }
            None => self.new_section(known, &new),
        };
        let edits = vec![edit];
        let changed = self.edited(&edits);
        let before = entries(&self.document, known.name).count();
        let grown = entries(&changed.page, known.name).count() == before + 1;
        let last = entries(&changed.page, known.name).last();
        if grown && last.is_some_and(|(_, entry)| entry.pairs.len() == pairs.len()) {
            Ok(edits)
        } else {
            Err(EditError(format!("this cannot be an entry of [{}]", known.name)))
        }
    }

    /// Returns the edits that remove an entry with the comments on and between its lines.
    pub fn remove_entry(&self, section: &str, entry: usize) -> Result<Vec<Edit>, EditError> {
        let known = known_section(section)?;
        let Some((_, found)) = entries(&self.document, known.name).nth(entry) else {
            return Err(EditError(format!("[{}] has no entry {}", known.name, entry + 1)));
        };
        let Span { start, end, .. } = found.span();
        Ok(vec![LineEditor::new(self.text()).remove_spaced(start as usize, end as usize)])
    }

    /// Inserts a section at its position in the order of the reference page.
    fn new_section(&self, known: &'static vocabulary::Section, entry: &str) -> Edit {
        let lines = LineEditor::new(self.text());
        let eol = lines.eol();
        let rank = |name: &str| vocabulary::SECTIONS.iter().position(|section| section.name == name);
        let is_later = |section: &Section| section.known.is_some_and(|other| rank(other.name) > rank(known.name));
        let later = self.document.sections.iter().position(is_later).unwrap_or(self.document.sections.len());
        let head = format!("[{}]{entry}", known.name);
        match (later.checked_sub(1), self.document.sections.get(later)) {
            (Some(before), _) => {
                let end = lines.line_end(self.document.sections[before].span.end as usize);
                Edit::new(end, end, format!("{eol}{eol}{head}"))
            }
            (None, Some(first)) => {
                let start = first.span.start as usize;
                Edit::new(start, start, format!("{head}{eol}{eol}"))
            }
            (None, None) => Edit::new(self.text().len(), self.text().len(), format!("{head}{eol}")),
        }
    }

    fn edited(&self, edits: &[Edit]) -> EditedText {
        let source = Source::new("", apply(self.text(), edits).as_bytes());
        let page = Document::new(&syntax::parse(&source, 0).tree, source.text());
        EditedText { text: source.text().to_owned(), page }
    }
}

/// A text after edits.
struct EditedText {
    text: String,
    page: Document,
}

impl EditedText {
    fn value(&self, place: &ValuePath<'_>) -> Option<Vec<String>> {
        let known = vocabulary::section(place.section)?;
        let (_, entry) = entries(&self.page, known.name).nth(place.entry)?;
        let pair = entry.all(&self.text, place.key).nth(place.nth)?;
        Some(LineEditor::new(&self.text).value(pair))
    }
}

/// Numbers of sections and entries, which a change of one value must preserve.
fn section_and_entry_counts(page: &Document) -> (usize, usize) {
    (page.sections.len(), page.sections.iter().map(|section| section.entries.len()).sum())
}

fn known_section(name: &str) -> Result<&'static vocabulary::Section, EditError> {
    vocabulary::section(name).ok_or_else(|| EditError(format!("there is no section [{}]", shorten(name))))
}

/// Entries of all sections with the given name, in order; a section with a single entry has all its pairs in the first.
fn entries<'p>(page: &'p Document, section: &'p str) -> impl Iterator<Item = (&'p Section, &'p Entry)> + 'p {
    page.sections_named(section).flat_map(|section| section.entries.iter().map(move |entry| (section, entry)))
}

/// Insertion point of a new key: after the last key that precedes it in the usual order.
fn insertion_point(known: &vocabulary::Section, entry: &Entry, key: &str, text: &str) -> usize {
    let rank = |name: &str| known.keys.iter().position(|key| key.name == name);
    let before = entry.pairs.iter().rev().find(|pair| rank(pair.key.text(text)) <= rank(key));
    before.or(entry.pairs.first()).map_or(0, Pair::end)
}

/// `true` if empty lines separate the entries of a section.
fn is_spaced(section: &Section, text: &str) -> bool {
    let pairs = section.entries.windows(2);
    let mut between = pairs.map(|two| &text[two[0].span().end as usize..two[1].span().start as usize]);
    let is_empty = |gap: &str| {
        let lines = split_lines(gap);
        lines.iter().take(lines.len() - 1).skip(1).any(|line| line.trim().is_empty())
    };
    between.next_back().is_some_and(is_empty)
}
