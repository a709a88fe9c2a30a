//! Syntax highlighting of all languages of the editor, and underlines of diagnostics. The analysis classifies the words; until
//! it has followed an edit, the words of the changed lines are classified by their characters.

use std::ops::Range;

use boardwright_bots::{rules, script};
use boardwright_lang::analysis::{SemanticToken, TokenClass, lexical_tokens};
use boardwright_lang::{Diagnostic, Severity};
use boardwright_rules::Span;
use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Color32, FontId, Stroke, Visuals};

use super::folded::{FoldedText, changed_range};
use super::language::Language;
use crate::theme::{metrics, syntax};

/// The classified tokens of a text, which follow its edits.
#[derive(Clone, Debug, Default)]
pub struct Highlights {
    /// The text to which the tokens belong.
    text: String,
    tokens: Vec<SemanticToken>,
}

impl Highlights {
    /// Takes over the tokens of an analysis.
    pub fn set(&mut self, text: &str, tokens: Vec<SemanticToken>) {
        self.tokens = tokens;
        text.clone_into(&mut self.text);
    }

    /// Adapts the tokens to an edited text: those of other lines are kept.
    pub fn follow(&mut self, text: &str, language: Language) {
        if self.text == text {
            return;
        }
        let changed = changed_range(&self.text, text);
        let start = text[..changed.new.start].rfind('\n').map_or(0, |at| at + 1);
        let length = text[changed.new.end..].find('\n').unwrap_or(text.len() - changed.new.end);
        let (old_end, new_end) = (changed.old.end + length, changed.new.end + length);
        let moved = |at: u32| (at as usize - old_end + new_end) as u32;
        let mut tokens: Vec<SemanticToken> =
            self.tokens.iter().copied().take_while(|token| token.span.end as usize <= start).collect();
        let lines = lexical(&text[start..new_end], language).into_iter();
        tokens.extend(lines.map(|token| at(token, start)));
        let after = self.tokens.iter().filter(|token| token.span.start as usize >= old_end);
        tokens.extend(after.map(|token| SemanticToken {
            span: Span { start: moved(token.span.start), end: moved(token.span.end), ..token.span },
            ..*token
        }));
        self.tokens = tokens;
        text.clone_into(&mut self.text);
    }

    /// The tokens of the visible part of a text with folded parts.
    pub fn visible(&self, folded: &FoldedText) -> Self {
        let is_visible = |token: &&SemanticToken| !folded.is_hidden(token.span.end as usize);
        let shown = |token: &SemanticToken| {
            let start = folded.to_shown(token.span.start as usize);
            let length = (token.span.end - token.span.start) as usize;
            SemanticToken { span: Span::new(start, start + length), ..*token }
        };
        let tokens = if folded.hidden().is_empty() {
            self.tokens.clone()
        } else {
            self.tokens.iter().filter(is_visible).map(shown).collect()
        };
        Self { text: folded.shown().to_owned(), tokens }
    }

    /// Returns the layout of the text with colours and underlines.
    pub fn layout_job(&self, marks: &[Mark], visuals: &Visuals) -> LayoutJob {
        let mut job = LayoutJob { text: self.text.clone(), ..LayoutJob::default() };
        job.wrap.max_width = f32::INFINITY;
        // Tokens are cut where an underline begins or ends.
        let edges = marks.iter().flat_map(|mark| [mark.range.start, mark.range.end]);
        let mut cuts: Vec<usize> = edges.filter(|cut| self.text.is_char_boundary(*cut)).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let mut at = 0;
        let mut add = |range: Range<usize>, class: Option<TokenClass>| {
            let first = cuts.partition_point(|cut| *cut <= range.start);
            let inside = cuts[first..].iter().copied().take_while(|cut| *cut < range.end);
            let mut start = range.start;
            for end in inside.chain([range.end]) {
                if start < end {
                    push(&mut job, start..end, class, marks, visuals);
                }
                start = end;
            }
        };
        for token in &self.tokens {
            let (start, end) = (token.span.start as usize, token.span.end as usize);
            let is_sound = at <= start
                && start < end
                && end <= self.text.len()
                && self.text.is_char_boundary(start)
                && self.text.is_char_boundary(end);
            if is_sound {
                add(at..start, None);
                add(start..end, Some(token.class));
                at = end;
            }
        }
        add(at..self.text.len(), None);
        job
    }
}

/// Tokens of single lines by their characters.
fn lexical(lines: &str, language: Language) -> Vec<SemanticToken> {
    match language {
        Language::Game => lexical_tokens(lines),
        Language::Script => script::tokens::tokens(lines),
        Language::Rules => rules::tokens::tokens(lines),
    }
}

/// The token at a later place.
fn at(token: SemanticToken, start: usize) -> SemanticToken {
    let span = Span::new(token.span.start as usize + start, token.span.end as usize + start);
    SemanticToken { span, ..token }
}

/// An underlined range of the visible text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Byte range of the visible text, at least one character.
    pub range: Range<usize>,
    /// Severity of what is wrong there.
    pub severity: Severity,
}

/// Returns the underlines of diagnostics in the visible text.
pub fn marks(diagnostics: &[Diagnostic], folded: &FoldedText) -> Vec<Mark> {
    let own = diagnostics.iter().filter(|diagnostic| diagnostic.span.source == 0);
    let mark = |diagnostic: &Diagnostic| {
        let (start, end) = (diagnostic.span.start as usize, diagnostic.span.end as usize);
        if end > folded.text().len() {
            return None;
        }
        let start = folded.to_shown(start);
        let next = folded.shown().get(start..)?.chars().next().map_or(0, char::len_utf8);
        let range = start..folded.to_shown(end).max(start + next);
        Some(Mark { range, severity: diagnostic.severity })
    };
    own.filter_map(mark).collect()
}

fn push(job: &mut LayoutJob, range: Range<usize>, class: Option<TokenClass>, marks: &[Mark], visuals: &Visuals) {
    let covering = marks.iter().filter(|mark| mark.range.contains(&range.start)).map(|mark| mark.severity);
    let underline = match covering.max_by_key(|severity| *severity == Severity::Error) {
        Some(Severity::Error) => Stroke::new(2.0, visuals.error_fg_color),
        Some(Severity::Warning) => Stroke::new(1.5, visuals.warn_fg_color),
        None => Stroke::NONE,
    };
    let format = TextFormat {
        font_id: FontId::monospace(metrics::CODE),
        color: colour(class, visuals),
        underline,
        ..TextFormat::default()
    };
    job.sections.push(eframe::egui::text::LayoutSection { leading_space: 0.0, byte_range: byte_range(range), format });
}

fn byte_range(range: Range<usize>) -> Range<eframe::egui::text::ByteIndex> {
    eframe::egui::text::ByteIndex(range.start)..eframe::egui::text::ByteIndex(range.end)
}

fn colour(class: Option<TokenClass>, visuals: &Visuals) -> Color32 {
    let Some(class) = class else { return visuals.text_color() };
    syntax::colour(class, visuals.dark_mode)
}

#[cfg(test)]
mod tests {
    use boardwright_lang::analysis::Analysis;
    use boardwright_lang::{AllPictures, NoFiles, Source};

    use super::*;

    fn assert_covers(highlights: &Highlights, marks: &[Mark]) {
        let job = highlights.layout_job(marks, &Visuals::dark());
        let mut at = 0;
        for section in &job.sections {
            assert_eq!(section.byte_range.start.0, at);
            at = section.byte_range.end.0;
        }
        assert_eq!((at, &job.text), (highlights.text.len(), &highlights.text));
    }

    #[test]
    fn sections_cover_the_text_without_gaps() {
        for game in boardwright_games::shipped_games() {
            let source = Source::new(game.name, game.text);
            let analysis = Analysis::new(&source, &NoFiles, &AllPictures);
            let mut highlights = Highlights::default();
            highlights.set(source.text(), analysis.tokens());
            let marks =
                [Mark { range: 3..9, severity: Severity::Error }, Mark { range: 8..20, severity: Severity::Warning }];
            assert_covers(&highlights, &marks);
        }
    }

    #[test]
    fn tokens_follow_edits() {
        let text = "[RULES] // all\nname = put\nto = s($X) // č\n";
        let mut highlights = Highlights::default();
        highlights.set(text, lexical_tokens(text));
        for new in [
            text.replacen("put", "put\nfor = $Y: 1..2", 1),
            text.replacen("name", "na// č\nme", 1),
            text.replacen("[RULES]", "", 1),
            String::new(),
            text.to_owned(),
        ] {
            highlights.follow(&new, Language::Game);
            assert_eq!((&*highlights.text, &highlights.tokens), (&*new, &lexical_tokens(&new)), "{new}");
            assert_covers(&highlights, &[]);
        }
    }

    #[test]
    fn tokens_of_folded_lines_are_left_out() {
        let text = "[A] // x\nname = a\n[B]\nname = 12\n";
        let mut highlights = Highlights::default();
        highlights.set(text, lexical_tokens(text));
        let mut folded = FoldedText::new(text.to_owned());
        folded.fold(0..text.find("\n[B]").expect("it is there"));
        let visible = highlights.visible(&folded);
        assert_eq!(visible.text, "[A] // x\n[B]\nname = 12\n");
        assert_eq!(visible.tokens, lexical_tokens(&visible.text));
    }
}
