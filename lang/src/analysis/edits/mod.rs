//! Changes to a text that say one thing differently and leave comments and layout as they are.
//! What is changed is checked for how it is written, not for what it means; the checks do that for any text.

mod lines;
mod points;
mod starts;
mod written;

use boardwright_engine::rules::Span;

use super::page::{Entry, Page, Pair, Section};
use super::{Analysis, Refused};
use crate::keys::{self, Opens};
use crate::suggest::shorten;
use crate::{Source, syntax};
use lines::{Lines, parts, wanted_lines};

/// A part of a text, and what comes in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What goes.
    pub span: Span,
    /// What comes.
    pub text: String,
}

impl Edit {
    fn new(start: usize, end: usize, text: impl Into<String>) -> Self {
        Self { span: Span::new(start, end), text: text.into() }
    }
}

/// The text with the changes made. They do not touch each other; what lies outside of the text is left out.
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

/// The change from one text to another, without the lines that both begin and end with.
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

/// A value of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place<'a> {
    /// The name of the section.
    pub section: &'a str,
    /// Which entry of it, from 0, in the order of the file. Sections that are one entry have number 0 only.
    pub entry: usize,
    /// The key.
    pub key: &'a str,
    /// Which of the pairs with this key, from 0.
    pub nth: usize,
}

/// An entry as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryView {
    /// All of it.
    pub span: Span,
    /// Key by key.
    pub pairs: Vec<PairView>,
}

/// `key = value` as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairView {
    /// The key, without parameters.
    pub key: String,
    /// The value without comments, and without blanks around its lines.
    pub value: String,
    /// All of it.
    pub span: Span,
}

impl Analysis {
    /// The entries of a section of this file, in order.
    pub fn entries(&self, section: &str) -> Vec<EntryView> {
        let text = self.text();
        let view = |pair: &Pair| PairView {
            key: pair.key.text(text).to_owned(),
            value: Lines::new(text).value(pair).join("\n"),
            span: pair.span(),
        };
        let entries = entries(&self.page, section)
            .map(|(_, entry)| EntryView { span: entry.span(), pairs: entry.pairs.iter().map(view).collect() });
        entries.collect()
    }

    /// Gives a key of an entry this value, whose lines go on with it; a key that is not there yet is added.
    ///
    /// All comments stay. It is refused if the entry is not there, if the section does not have the key, or if the value
    /// would not stay one value there.
    pub fn set_value(&self, place: &Place<'_>, value: &str) -> Result<Vec<Edit>, Refused> {
        let known = known_section(place.section)?;
        if known.form(place.key).is_none() {
            return Err(Refused(format!("[{}] has no key `{}`", known.name, shorten(place.key))));
        }
        let new = wanted_lines(value);
        if new.is_empty() {
            return Err(Refused(format!("`{}` needs a value", shorten(place.key))));
        }
        let Some((_, entry)) = entries(&self.page, known.name).nth(place.entry) else {
            if known.opens == Opens::Nothing && place.entry == 0 {
                return self.add_entry(known.name, &[(place.key, value)]);
            }
            return Err(Refused(format!("[{}] has no entry {}", known.name, place.entry + 1)));
        };
        let lines = Lines::new(self.text());
        let edits = match entry.all(self.text(), place.key).nth(place.nth) {
            Some(pair) => lines.change(pair, &new),
            None => vec![lines.insert(after(known, entry, place.key, self.text()), known, place.key, &new)],
        };
        let changed = self.changed(&edits);
        let is_there = changed.value(place).is_some_and(|value| value == new);
        if is_there && counts(&changed.page) == counts(&self.page) {
            Ok(edits)
        } else {
            Err(Refused(format!("`{}` cannot be the value of `{}`", shorten(value), place.key)))
        }
    }

    /// Takes a key out of an entry; comments on its lines go with it. The key that begins the entry stays.
    pub fn remove_value(&self, place: &Place<'_>) -> Result<Vec<Edit>, Refused> {
        let known = known_section(place.section)?;
        let entry = entries(&self.page, known.name).nth(place.entry);
        let pair = entry.and_then(|(_, entry)| entry.all(self.text(), place.key).nth(place.nth));
        match pair {
            None => Err(Refused(format!("there is no `{}` to be taken out", shorten(place.key)))),
            Some(_) if known.begins_entry(place.key) => {
                Err(Refused(format!("`{}` begins its entry", shorten(place.key))))
            }
            Some(pair) => Ok(vec![Lines::new(self.text()).remove(pair.key.start, pair.end())]),
        }
    }

    /// Adds an entry behind the others of its section; the section too, if it is not there.
    pub fn add_entry(&self, section: &str, pairs: &[(&str, &str)]) -> Result<Vec<Edit>, Refused> {
        let known = known_section(section)?;
        let begins = pairs.first().is_some_and(|(key, _)| known.begins_entry(key) || known.opens == Opens::Nothing);
        let others = pairs.iter().skip(1).any(|(key, _)| known.begins_entry(key) || known.form(key).is_none());
        if !begins || others {
            return Err(Refused(format!("this is no entry of [{}]", known.name)));
        }
        let lines = Lines::new(self.text());
        let mut new = String::new();
        for (key, value) in pairs {
            let value = wanted_lines(value);
            if value.is_empty() {
                return Err(Refused(format!("`{}` needs a value", shorten(key))));
            }
            new.push_str(&lines.written(known, key, &value));
        }
        let edit = match self.page.named(known.name).last() {
            Some(section) => {
                let end = lines.line_end(section.span.end as usize);
                let gap = if is_spaced(section, self.text()) { lines.eol() } else { "" };
                Edit::new(end, end, format!("{gap}{new}"))
            }
            None => self.new_section(known, &new),
        };
        let edits = vec![edit];
        let changed = self.changed(&edits);
        let before = entries(&self.page, known.name).count();
        let grown = entries(&changed.page, known.name).count() == before + 1;
        let last = entries(&changed.page, known.name).last();
        if grown && last.is_some_and(|(_, entry)| entry.pairs.len() == pairs.len()) {
            Ok(edits)
        } else {
            Err(Refused(format!("this cannot be an entry of [{}]", known.name)))
        }
    }

    /// Takes an entry out, with the comments on and between its lines.
    pub fn remove_entry(&self, section: &str, entry: usize) -> Result<Vec<Edit>, Refused> {
        let known = known_section(section)?;
        let Some((_, found)) = entries(&self.page, known.name).nth(entry) else {
            return Err(Refused(format!("[{}] has no entry {}", known.name, entry + 1)));
        };
        let Span { start, end, .. } = found.span();
        Ok(vec![Lines::new(self.text()).remove_spaced(start as usize, end as usize)])
    }

    /// A section where the reference has it among those that are there.
    fn new_section(&self, known: &'static keys::Section, entry: &str) -> Edit {
        let lines = Lines::new(self.text());
        let eol = lines.eol();
        let rank = |name: &str| keys::SECTIONS.iter().position(|section| section.name == name);
        let is_later = |section: &Section| section.known.is_some_and(|other| rank(other.name) > rank(known.name));
        let later = self.page.sections.iter().position(is_later).unwrap_or(self.page.sections.len());
        let head = format!("[{}]{entry}", known.name);
        match (later.checked_sub(1), self.page.sections.get(later)) {
            (Some(before), _) => {
                let end = lines.line_end(self.page.sections[before].span.end as usize);
                Edit::new(end, end, format!("{eol}{eol}{head}"))
            }
            (None, Some(first)) => {
                let start = first.span.start as usize;
                Edit::new(start, start, format!("{head}{eol}{eol}"))
            }
            (None, None) => Edit::new(self.text().len(), self.text().len(), format!("{head}{eol}")),
        }
    }

    fn changed(&self, edits: &[Edit]) -> Changed {
        let source = Source::new("", apply(self.text(), edits).as_bytes());
        let page = Page::new(&syntax::parse(&source, 0).tree, source.text());
        Changed { text: source.text().to_owned(), page }
    }
}

/// A text after changes.
struct Changed {
    text: String,
    page: Page,
}

impl Changed {
    fn value(&self, place: &Place<'_>) -> Option<Vec<String>> {
        let known = keys::section(place.section)?;
        let (_, entry) = entries(&self.page, known.name).nth(place.entry)?;
        let pair = entry.all(&self.text, place.key).nth(place.nth)?;
        Some(Lines::new(&self.text).value(pair))
    }
}

/// How many sections and entries there are, which a change of one value leaves alone.
fn counts(page: &Page) -> (usize, usize) {
    (page.sections.len(), page.sections.iter().map(|section| section.entries.len()).sum())
}

fn known_section(name: &str) -> Result<&'static keys::Section, Refused> {
    keys::section(name).ok_or_else(|| Refused(format!("there is no section [{}]", shorten(name))))
}

/// The entries of a section, wherever it goes on; a section that is one entry has all its pairs in the first one.
fn entries<'p>(page: &'p Page, section: &'p str) -> impl Iterator<Item = (&'p Section, &'p Entry)> + 'p {
    page.named(section).flat_map(|section| section.entries.iter().map(move |entry| (section, entry)))
}

/// Where a new key goes: behind the last one that is usually written before it.
fn after(known: &keys::Section, entry: &Entry, key: &str, text: &str) -> usize {
    let rank = |name: &str| known.keys.iter().position(|key| key.name == name);
    let before = entry.pairs.iter().rev().find(|pair| rank(pair.key.text(text)) <= rank(key));
    before.or(entry.pairs.first()).map_or(0, Pair::end)
}

/// Whether empty lines part the entries of a section.
fn is_spaced(section: &Section, text: &str) -> bool {
    let pairs = section.entries.windows(2);
    let mut between = pairs.map(|two| &text[two[0].span().end as usize..two[1].span().start as usize]);
    let is_empty = |gap: &str| {
        let lines = parts(gap);
        lines.iter().take(lines.len() - 1).skip(1).any(|line| line.trim().is_empty())
    };
    between.next_back().is_some_and(is_empty)
}
