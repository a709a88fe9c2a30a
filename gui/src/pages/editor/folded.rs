//! The edited text with folded parts. The text field edits the text without the folded parts, and each edit is made in the whole
//! text. Only visible characters are ever removed: folded parts open when an edit touches their ends.

use std::any::TypeId;
use std::ops::Range;

use eframe::egui::TextBuffer;
use eframe::egui::text::{ByteIndex, CharIndex};

/// A text of which parts are hidden.
#[derive(Debug, Default)]
pub struct FoldedText {
    text: String,
    /// Hidden byte ranges of the text, in order. Each begins at a line end and ends before one, or at the end of the text.
    hidden: Vec<Range<usize>>,
    /// The text without the hidden ranges.
    shown: String,
    /// Number of changes of the visible text.
    revision: u64,
}

impl FoldedText {
    /// Creates a text without folded parts.
    pub fn new(text: String) -> Self {
        Self { shown: text.clone(), hidden: Vec::new(), text, revision: 0 }
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The visible text.
    pub fn shown(&self) -> &str {
        &self.shown
    }

    /// Hidden byte ranges of the whole text, in order.
    pub fn hidden(&self) -> &[Range<usize>] {
        &self.hidden
    }

    /// Replaces the whole text. Folded parts before and after the changed part stay folded.
    pub fn set(&mut self, text: String) {
        let changed = changed_range(&self.text, &text);
        let (old_end, new_end) = (changed.old.end, changed.new.end);
        self.hidden.retain(|part| part.end < changed.old.start || part.start > old_end);
        for part in self.hidden.iter_mut().filter(|part| part.start > old_end) {
            *part = part.start - old_end + new_end..part.end - old_end + new_end;
        }
        self.text = text;
        self.show();
    }

    /// Hides the lines after the first one of a part, which is given without its last line end.
    pub fn fold(&mut self, part: Range<usize>) {
        let Some(lines) = self.text.get(part.clone()) else { return };
        let Some(first) = lines.find(['\n', '\r']) else { return };
        let new = part.start + first..part.end;
        let ends_line = part.end == self.text.len() || self.text[part.end..].starts_with(['\n', '\r']);
        // Parts overlap only if one of them contains the other.
        let crosses = |old: &Range<usize>| {
            old.start < new.end && new.start < old.end && !(new.start <= old.start && old.end <= new.end)
        };
        if !ends_line || self.hidden.iter().any(crosses) {
            return;
        }
        self.hidden.retain(|old| old.end <= new.start || new.end <= old.start);
        let at = self.hidden.partition_point(|old| old.start < new.start);
        self.hidden.insert(at, new);
        self.show();
    }

    /// Shows the hidden parts that touch a byte range of the whole text; `true` if there are any.
    pub fn unfold(&mut self, range: Range<usize>) -> bool {
        let before = self.hidden.len();
        self.hidden.retain(|part| part.end < range.start || range.end < part.start);
        let is_changed = self.hidden.len() < before;
        if is_changed {
            self.show();
        }
        is_changed
    }

    /// Shows all hidden parts.
    pub fn unfold_all(&mut self) {
        self.hidden.clear();
        self.show();
    }

    /// Number of changes of the visible text.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Byte range of the line of the whole text that contains a byte, without its end.
    pub fn line_at(&self, at: usize) -> Range<usize> {
        let at = self.text.floor_char_boundary(at);
        let start = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        start..self.text[at..].find('\n').map_or(self.text.len(), |length| at + length)
    }

    fn show(&mut self) {
        self.revision += 1;
        self.shown.clear();
        let mut at = 0;
        for part in &self.hidden {
            self.shown.push_str(&self.text[at..part.start]);
            at = part.end;
        }
        self.shown.push_str(&self.text[at..]);
    }

    /// Byte of the whole text for one of the visible text. The end of a line before a hidden part is before that part.
    pub fn to_full(&self, shown: usize) -> usize {
        let mut at = shown;
        for part in &self.hidden {
            if at <= part.start {
                break;
            }
            at += part.len();
        }
        at
    }

    /// Byte of the visible text for one of the whole text. A hidden byte counts as the end of the line before it.
    pub fn to_shown(&self, full: usize) -> usize {
        let before = self.hidden.iter().take_while(|part| part.start < full);
        full - before.map(|part| part.end.min(full) - part.start).sum::<usize>()
    }

    /// `true` if a byte of the whole text is hidden.
    pub fn is_hidden(&self, full: usize) -> bool {
        self.hidden.iter().any(|part| part.start < full && full <= part.end)
    }

    /// Places in the visible text where hidden parts are.
    pub fn folded_places(&self) -> Vec<usize> {
        self.hidden.iter().map(|part| self.to_shown(part.start)).collect()
    }

    /// Numbers of the visible lines in the whole text, from 1.
    pub fn line_numbers(&self) -> Vec<usize> {
        let mut numbers = Vec::with_capacity(64);
        let mut number = 1;
        let mut hidden = self.hidden.iter().peekable();
        let mut at = 0;
        loop {
            numbers.push(number);
            let Some(length) = self.text[at..].find('\n') else { break };
            at += length;
            // A carriage return alone ends no line here, so that a line can hold several parts.
            while let Some(part) = hidden.next_if(|part| part.start <= at) {
                number += self.text[part.clone()].matches('\n').count();
                at = part.end;
                let Some(rest) = self.text[at..].find('\n') else { return numbers };
                at += rest;
            }
            at += 1;
            number += 1;
        }
        numbers
    }

    /// Inserts at a byte of the visible text.
    fn insert(&mut self, shown: usize, new: &str) {
        let at = self.to_full(shown);
        if new.contains(['\n', '\r']) {
            self.unfold(at..at);
        }
        self.text.insert_str(at, new);
        for part in &mut self.hidden {
            if part.start >= at {
                *part = part.start + new.len()..part.end + new.len();
            }
        }
        self.show();
    }

    /// Removes a byte range of the visible text.
    fn remove(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        // The visible pieces of the range, last first, so that the places of the others stay right.
        let mut pieces = Vec::new();
        let mut start = range.start;
        for place in self.folded_places().into_iter().filter(|place| range.contains(place)) {
            pieces.push(start..place);
            start = place;
        }
        pieces.push(start..range.end);
        let touched: Vec<Range<usize>> = {
            let places = self.folded_places();
            self.hidden
                .iter()
                .zip(places)
                .filter(|(_, place)| range.contains(place))
                .map(|(part, _)| part.clone())
                .collect()
        };
        let full: Vec<Range<usize>> = pieces
            .into_iter()
            .map(|piece| {
                // A piece that begins where parts are hidden is behind the last of them.
                let hidden = touched.iter().rfind(|part| self.to_shown(part.start) == piece.start);
                let start = hidden.map_or_else(|| self.to_full(piece.start), |part| part.end);
                start..start + piece.len()
            })
            .collect();
        for part in touched {
            self.hidden.retain(|other| *other != part);
        }
        for piece in full.into_iter().rev() {
            self.text.replace_range(piece.clone(), "");
            for part in self.hidden.iter_mut().filter(|part| part.start >= piece.end) {
                *part = part.start - piece.len()..part.end - piece.len();
            }
        }
        self.show();
    }

    fn byte(&self, index: CharIndex) -> usize {
        self.shown.char_indices().nth(index.0).map_or(self.shown.len(), |(at, _)| at)
    }
}

/// The range in which two texts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedRange {
    /// Byte range of the old text.
    pub old: Range<usize>,
    /// Byte range of the new text.
    pub new: Range<usize>,
}

/// Returns the range in which two texts differ, without their common beginning and end.
pub fn changed_range(old: &str, new: &str) -> ChangedRange {
    let same = |pairs: &mut dyn Iterator<Item = (u8, u8)>| pairs.take_while(|(a, b)| a == b).count();
    let mut start = same(&mut old.bytes().zip(new.bytes()));
    while !old.is_char_boundary(start) || !new.is_char_boundary(start) {
        start -= 1;
    }
    let rest = old.len().min(new.len()) - start;
    let mut end = same(&mut old.bytes().rev().zip(new.bytes().rev()).take(rest));
    while !old.is_char_boundary(old.len() - end) || !new.is_char_boundary(new.len() - end) {
        end -= 1;
    }
    ChangedRange { old: start..old.len() - end, new: start..new.len() - end }
}

impl TextBuffer for FoldedText {
    fn is_mutable(&self) -> bool {
        true
    }

    fn as_str(&self) -> &str {
        &self.shown
    }

    fn insert_text(&mut self, text: &str, char_index: CharIndex) -> usize {
        self.insert(self.byte(char_index), text);
        text.chars().count()
    }

    fn delete_char_range(&mut self, range: Range<CharIndex>) {
        let (start, end) = (self.byte(range.start), self.byte(range.end));
        self.remove(start..end.max(start));
    }

    fn byte_index_from_char_index(&self, index: CharIndex) -> ByteIndex {
        ByteIndex(self.byte(index))
    }

    fn type_id(&self) -> TypeId {
        TypeId::of::<Self>()
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng as _, RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    const TEXT: &str = "[A]\na1\na2\n\n[B]\nb1\n[C]\nč1\nč2";

    fn folded(parts: &[&str]) -> FoldedText {
        let mut text = FoldedText::new(TEXT.to_owned());
        for part in parts {
            let start = TEXT.find(part).expect("it is there");
            text.fold(start..start + part.len());
        }
        text
    }

    #[test]
    fn folded_lines_are_hidden() {
        let text = folded(&["[A]\na1\na2", "[C]\nč1\nč2"]);
        assert_eq!(text.shown(), "[A]\n\n[B]\nb1\n[C]");
        assert_eq!(text.line_numbers(), [1, 4, 5, 6, 7]);
        assert_eq!(text.folded_places(), [3, 15]);
        let b1 = TEXT.find("b1").expect("it is there");
        assert_eq!(text.to_shown(b1), text.shown().find("b1").expect("it is there"));
        assert_eq!(text.to_full(text.to_shown(b1)), b1);
        assert!(text.is_hidden(TEXT.find("a2").expect("it is there")) && !text.is_hidden(b1) && !text.is_hidden(3));
        assert_eq!(FoldedText::new("a\nb\n".to_owned()).line_numbers(), [1, 2, 3]);
    }

    #[test]
    fn a_part_around_another_replaces_it() {
        let mut text = folded(&["a1\na2"]);
        assert_eq!(text.shown().lines().count(), TEXT.lines().count() - 1);
        text.fold(0..9);
        assert_eq!(text.hidden(), [3..9]);
        text.fold(4..9);
        assert_eq!(text.hidden(), [3..9], "a part that is hidden already is not folded");
        assert!(text.unfold(5..5) && text.shown() == TEXT);
    }

    #[test]
    fn edits_at_the_ends_of_folded_parts_open_them() {
        let mut text = folded(&["[A]\na1\na2"]);
        text.insert(3, "x");
        assert_eq!((text.text(), text.shown().lines().next()), (&*TEXT.replacen("[A]", "[A]x", 1), Some("[A]x")));
        text.insert(4, "\n");
        assert_eq!(
            (text.shown(), text.text()),
            (&*TEXT.replacen("[A]", "[A]x\n", 1), &*TEXT.replacen("[A]", "[A]x\n", 1))
        );
        let mut text = folded(&["[B]\nb1"]);
        let end = text.shown().find("[B]").expect("it is there") + 3;
        text.remove(end..end + 1);
        assert_eq!((text.shown(), text.text()), ("[A]\na1\na2\n\n[B]\nb1[C]\nč1\nč2", text.text()));
        let mut text = folded(&["[B]\nb1"]);
        text.remove(0..text.shown().len());
        assert_eq!((text.text(), text.hidden()), ("\nb1", &[][..]), "hidden lines are never removed");
    }

    #[test]
    fn a_new_text_keeps_what_is_folded_elsewhere() {
        let mut text = folded(&["[A]\na1\na2", "[C]\nč1\nč2"]);
        text.set(TEXT.replacen("b1", "b1\nb2", 1));
        assert_eq!(text.shown(), "[A]\n\n[B]\nb1\nb2\n[C]");
        text.set(text.text().replacen("a1", "a3", 1));
        assert_eq!(text.shown(), "[A]\na3\na2\n\n[B]\nb1\nb2\n[C]");
        assert_eq!(changed_range("čč", "čd"), ChangedRange { old: 2..4, new: 2..3 });
    }

    /// Random folds and edits of the visible text: the whole text changes exactly as a text without folds would, hidden
    /// characters stay, and the visible text is the whole text without the hidden parts.
    #[test]
    fn random_edits_lose_nothing() {
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let letters = ["a", "é", "\n", "[X]\n", "𝄞", "\r\n", "line\nline"];
        for _ in 0..400 {
            let mut text = FoldedText::new(TEXT.to_owned());
            for _ in 0..40 {
                let starts: Vec<usize> =
                    std::iter::once(0).chain(text.text().match_indices('\n').map(|(at, _)| at + 1)).collect();
                let before = text.text().to_owned();
                let hidden: Vec<String> = text.hidden().iter().map(|part| before[part.clone()].to_owned()).collect();
                let count = text.shown().chars().count();
                match random.random_range(0..6) {
                    0 | 1 => {
                        let from = starts[random.random_range(0..starts.len())];
                        let to = starts[random.random_range(0..starts.len())];
                        if from < to {
                            text.fold(from..to - 1);
                        }
                        assert_eq!(text.text(), before);
                    }
                    2 => {
                        let at = random.random_range(0..=before.len());
                        text.unfold(at..at);
                        assert_eq!(text.text(), before);
                    }
                    3 | 4 => {
                        let new = letters[random.random_range(0..letters.len())];
                        let at = CharIndex(random.random_range(0..=count));
                        let full = text.to_full(text.byte(at));
                        text.insert_text(new, at);
                        let mut expected = before.clone();
                        expected.insert_str(full, new);
                        assert_eq!(text.text(), expected);
                    }
                    _ => {
                        let from = random.random_range(0..=count);
                        let to = (from + random.random_range(0..5)).min(count);
                        let removed = to - from;
                        text.delete_char_range(CharIndex(from)..CharIndex(to));
                        assert_eq!(text.text().chars().count(), before.chars().count() - removed);
                    }
                }
                for part in hidden {
                    assert!(text.text().contains(&part), "{part:?} is lost from {:?}", text.text());
                }
                let mut shown = text.text().to_owned();
                for part in text.hidden().iter().rev() {
                    shown.replace_range(part.clone(), "");
                }
                assert_eq!(text.shown(), shown);
                assert!(text.hidden().windows(2).all(|two| two[0].end <= two[1].start));
                assert_eq!(text.line_numbers().len(), text.shown().matches('\n').count() + 1);
                let at = random.next_u32() as usize % (text.shown().len() + 1);
                assert_eq!(text.to_shown(text.to_full(at)), at);
            }
        }
    }
}
