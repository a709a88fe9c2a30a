//! Find and replace in the text.

use std::ops::Range;

use eframe::egui::{Key, Modifiers, TextEdit, Ui};

use crate::texts::{t, with};
use crate::theme::icons::Icon;
use crate::theme::widgets::IconButton;

/// The bar for finding and replacing.
#[derive(Debug, Default)]
pub struct FindBar {
    is_open: bool,
    replaces: bool,
    query: String,
    replacement: String,
    has_case: bool,
    /// `true` until the field has the focus.
    wants_focus: bool,
    /// Version of the text, query and case of the matches.
    found_for: Option<(u64, String, bool)>,
    matches: Vec<Range<usize>>,
}

/// Request of the bar to the editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FindRequest {
    /// Select a range of the text.
    Select(Range<usize>),
    /// Replace these ranges by a text, as one step.
    Replace(Vec<Range<usize>>, String),
    /// Give the focus back to the text.
    Close,
}

impl FindBar {
    /// Opens the bar; a selected text becomes the query.
    pub fn open(&mut self, replaces: bool, selected: Option<&str>) {
        self.is_open = true;
        self.replaces |= replaces;
        self.wants_focus = true;
        if let Some(selected) = selected.filter(|text| !text.is_empty() && !text.contains('\n')) {
            selected.clone_into(&mut self.query);
        }
    }

    /// Matches in the text, in order; none if the bar is closed.
    pub fn matches(&self) -> &[Range<usize>] {
        if self.is_open { &self.matches } else { &[] }
    }

    /// The next match after the cursor, or before it, from the other end of the text if there is none.
    pub fn step(&self, selection: &Range<usize>, is_forward: bool) -> Option<Range<usize>> {
        let found = if is_forward {
            self.matches.iter().find(|found| {
                found.start >= selection.end.max(selection.start + 1) || {
                    selection.is_empty() && found.start >= selection.start
                }
            })
        } else {
            self.matches.iter().rev().find(|found| found.end <= selection.start)
        };
        let other = if is_forward { self.matches.first() } else { self.matches.last() };
        found.or(other).cloned()
    }

    fn update(&mut self, version: u64, text: &str) {
        let wanted = (version, self.query.clone(), self.has_case);
        if self.found_for.as_ref() != Some(&wanted) {
            self.matches = find_all(text, &self.query, self.has_case);
            self.found_for = Some(wanted);
        }
    }

    /// Shows the bar; `selection` is the selected range of the text.
    pub fn ui(&mut self, ui: &mut Ui, version: u64, text: &str, selection: &Range<usize>) -> Option<FindRequest> {
        if !self.is_open {
            return None;
        }
        self.update(version, text);
        let mut request = None;
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t("editor.find"));
            let field = ui.add(TextEdit::singleline(&mut self.query).desired_width(180.0)).labelled_by(label.id);
            if std::mem::take(&mut self.wants_focus) {
                field.request_focus();
            }
            let pressed = |ui: &Ui, modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
            let left = field.lost_focus();
            let back = left && pressed(ui, Modifiers::SHIFT, Key::Enter);
            let on = left && !back && pressed(ui, Modifiers::NONE, Key::Enter);
            self.update(version, text);
            if IconButton::new(Icon::CaseSensitive, t("editor.case")).on(self.has_case).show(ui).clicked() {
                self.has_case = !self.has_case;
                self.update(version, text);
            }
            let next = IconButton::new(Icon::ArrowDown, t("editor.find_next")).key("F3").show(ui).clicked();
            let previous = IconButton::new(Icon::ArrowUp, t("editor.find_previous")).key("Shift+F3").show(ui).clicked();
            if (on || next)
                && let Some(found) = self.step(selection, true)
            {
                request = Some(FindRequest::Select(found));
            } else if (back || previous)
                && let Some(found) = self.step(selection, false)
            {
                request = Some(FindRequest::Select(found));
            }
            if on || back {
                // Enter goes from match to match, so the field keeps the focus.
                self.wants_focus = true;
            }
            let current = self.matches.iter().position(|found| found == selection);
            ui.weak(match (current, self.matches.len()) {
                (_, 0) if self.query.is_empty() => String::new(),
                (Some(at), count) => with("editor.match", &[&(at + 1), &count]),
                (None, count) => with("editor.matches", &[&count]),
            });
            if self.replaces {
                request = self.replace_ui(ui, selection).or(request.take());
            }
            let close = IconButton::new(Icon::X, t("editor.find_close")).key("Esc").show(ui).clicked();
            if close || pressed(ui, Modifiers::NONE, Key::Escape) {
                (self.is_open, self.replaces) = (false, false);
                request = Some(FindRequest::Close);
            }
        });
        request
    }

    fn replace_ui(&mut self, ui: &mut Ui, selection: &Range<usize>) -> Option<FindRequest> {
        let label = ui.label(t("editor.replacement"));
        ui.add(TextEdit::singleline(&mut self.replacement).desired_width(180.0)).labelled_by(label.id);
        let one = IconButton::new(Icon::Replace, t("editor.replace")).show_enabled(ui, !self.matches.is_empty());
        let all = IconButton::new(Icon::ReplaceAll, t("editor.replace_all")).show_enabled(ui, !self.matches.is_empty());
        if one.clicked() {
            // The first click selects the match that the second one replaces.
            let found = self.matches.iter().find(|found| *found == selection).cloned();
            return match found {
                Some(found) => Some(FindRequest::Replace(vec![found], self.replacement.clone())),
                None => self.step(&(selection.start..selection.start), true).map(FindRequest::Select),
            };
        }
        all.clicked().then(|| FindRequest::Replace(self.matches.clone(), self.replacement.clone()))
    }
}

/// Returns the ranges of a text that equal the query, from left to right without overlaps.
fn find_all(text: &str, query: &str, has_case: bool) -> Vec<Range<usize>> {
    if query.is_empty() {
        return Vec::new();
    }
    if has_case {
        return text.match_indices(query).map(|(at, found)| at..at + found.len()).collect();
    }
    let wanted: Vec<char> = query.chars().flat_map(char::to_lowercase).collect();
    let mut found = Vec::new();
    let mut letters = text.char_indices();
    while let Some((start, _)) = letters.clone().next() {
        match match_end(&text[start..], &wanted) {
            Some(length) => {
                found.push(start..start + length);
                while letters.clone().next().is_some_and(|(at, _)| at < start + length) {
                    letters.next();
                }
            }
            None => {
                letters.next();
            }
        }
    }
    found
}

/// Length of the beginning of a text whose small letters are the wanted ones.
fn match_end(text: &str, wanted: &[char]) -> Option<usize> {
    let mut wanted = wanted.iter().copied().peekable();
    for (at, letter) in text.char_indices() {
        if wanted.peek().is_none() {
            return Some(at);
        }
        for small in letter.to_lowercase() {
            if wanted.next() != Some(small) {
                return None;
            }
        }
    }
    wanted.peek().is_none().then_some(text.len())
}

/// Replaces ranges of a text, which do not overlap and are in order.
pub fn replace(text: &str, ranges: &[Range<usize>], replacement: &str) -> String {
    let mut new = text.to_owned();
    for range in ranges.iter().rev() {
        if new.get(range.clone()).is_some() {
            new.replace_range(range.clone(), replacement);
        }
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_in_any_case_or_in_one() {
        let text = "Žába žaba ŽÁBA žá";
        assert_eq!(find_all(text, "žába", false).len(), 2);
        assert_eq!(find_all(text, "žába", true), []);
        assert_eq!(find_all("aaaa", "aa", false), [0..2, 2..4]);
        assert_eq!(find_all("aaaa", "aa", true), [0..2, 2..4]);
        assert_eq!((find_all("", "a", false), find_all("abc", "", false)), (vec![], vec![]));
        assert_eq!(find_all("x\u{130}", "\u{130}", false), [1..3]);
    }

    #[test]
    fn matches_are_gone_through_in_a_circle() {
        let bar = FindBar { matches: vec![2..4, 8..10], ..FindBar::default() };
        assert_eq!(bar.step(&(0..0), true), Some(2..4));
        assert_eq!(bar.step(&(2..4), true), Some(8..10));
        assert_eq!(bar.step(&(8..10), true), Some(2..4));
        assert_eq!(bar.step(&(8..10), false), Some(2..4));
        assert_eq!(bar.step(&(2..4), false), Some(8..10));
        assert_eq!(FindBar::default().step(&(0..0), true), None);
    }

    #[test]
    fn all_ranges_are_replaced() {
        assert_eq!(replace("a b a", &[0..1, 4..5], "ccc"), "ccc b ccc");
    }
}
