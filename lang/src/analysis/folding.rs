//! Parts of a text that editors can fold: sections, entries of several lines, and comments of several lines.

use boardwright_rules::Span;

use super::Analysis;
use super::document::Section;
use crate::vocabulary::EntryStart;

/// A part of a text that can be folded to its first line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// Span of the part, from the start of its first line to the end of its last line, without the line end.
    pub span: Span,
    /// Kind of the part.
    pub kind: FoldKind,
}

/// Kinds of folds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoldKind {
    /// A section, or a block of another language.
    Section,
    /// An entry of a section, or a rule of another language.
    Entry,
    /// Lines of comments.
    Comment,
}

impl Analysis {
    /// Returns the folds of the text, ordered by their first lines; outer ones come first.
    pub fn folds(&self) -> Vec<Fold> {
        let text = self.text();
        let mut found = section_folds(text);
        // The entry of a section with one entry only is the section.
        let is_single =
            |section: &&Section| section.known.is_some_and(|known| known.entry_start == EntryStart::SingleEntry);
        let sections = self.document.sections.iter().filter(|section| !is_single(section));
        let entries = sections.flat_map(|section| &section.entries);
        found.extend(entries.filter_map(|entry| whole_lines(text, entry.span(), FoldKind::Entry)));
        found.extend(comment_folds(text, "//"));
        sort_folds(&mut found);
        found
    }
}

/// Returns the folds of the sections of a game file, whose headers begin with `[`. The text may have any errors.
pub fn section_folds(text: &str) -> Vec<Fold> {
    let heads: Vec<usize> = lines(text).filter(|(_, line)| line.starts_with('[')).map(|(start, _)| start).collect();
    let ends = heads.iter().skip(1).copied().chain([text.len()]);
    let sections = heads.iter().zip(ends);
    sections
        .filter_map(|(start, end)| {
            let body = text[*start..end].trim_end();
            whole_lines(text, Span::new(*start, start + without_next_comments(body)), FoldKind::Section)
        })
        .collect()
}

/// Length of a section without the comments and blank lines at its end, which belong to the next one. Comments that follow
/// a value without an empty line between belong to the section.
fn without_next_comments(body: &str) -> usize {
    let mut length = body.len();
    let mut rest = body;
    while let Some(at) = rest.rfind(['\n', '\r']) {
        let last = rest[at + 1..].trim_start();
        if !last.is_empty() && !last.starts_with("//") {
            break;
        }
        rest = &rest[..at];
        if last.is_empty() {
            length = rest.trim_end().len();
        }
    }
    length
}

/// Returns the folds of consecutive lines that hold only a comment, which begins with the mark.
pub fn comment_folds(text: &str, mark: &str) -> Vec<Fold> {
    let mut found: Vec<Span> = Vec::new();
    let mut is_open = false;
    for (start, line) in lines(text) {
        let is_comment = line.trim_start().starts_with(mark);
        let end = (start + line.len()) as u32;
        match found.last_mut() {
            Some(last) if is_comment && is_open => last.end = end,
            _ if is_comment => found.push(Span::new(start, start + line.len())),
            _ => {}
        }
        is_open = is_comment;
    }
    found.into_iter().filter_map(|span| whole_lines(text, span, FoldKind::Comment)).collect()
}

/// Returns the fold of all lines that a span touches; `None` if they are one line.
pub fn whole_lines(text: &str, span: Span, kind: FoldKind) -> Option<Fold> {
    let (start, end) = (span.start as usize, span.end as usize);
    if !text.get(start..end)?.contains(['\n', '\r']) {
        return None;
    }
    let from = text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let to = text[end..].find(['\n', '\r']).map_or(text.len(), |at| end + at);
    Some(Fold { span: Span::new(from, to), kind })
}

/// Sorts folds by their first lines, outer ones first.
pub fn sort_folds(folds: &mut Vec<Fold>) {
    folds.sort_by_key(|fold| (fold.span.start, std::cmp::Reverse(fold.span.end)));
    folds.dedup_by_key(|fold| fold.span);
}

/// Lines with their starts, without their ends.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive(['\n', '\r']).map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}
