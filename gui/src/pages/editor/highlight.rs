//! Syntax highlighting of game files and scripts, and underlines of diagnostics. Highlighting is lexical only; `boardwright-lang` analyses the
//! meaning.

use std::ops::Range;

use boardwright_lang::{Diagnostic, Severity};
use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Color32, FontId, Stroke, Visuals};

use super::language::Language;
use super::rule_tokens;

/// Token class for highlighting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Plain,
    Comment,
    Section,
    Key,
    Variable,
    Number,
    Text,
    Colour,
}

/// Splits a text into tokens without gaps.
fn tokenize(text: &str) -> Vec<(Range<usize>, Token)> {
    let mut parts = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let code = line.find("//").map_or(line.len(), |comment| comment);
        let trimmed = line[..code].trim_start();
        if trimmed.starts_with('[') {
            parts.push((at..at + code, Token::Section));
        } else {
            let equals = line[..code].find('=');
            let key = equals.filter(|&equals| {
                line[..equals].trim().chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-')
            });
            let begin = key.map_or(0, |equals| equals);
            if begin > 0 {
                parts.push((at..at + begin, Token::Key));
            }
            tokenize_value(&line[begin..code], at + begin, &mut parts);
        }
        if code < line.len() {
            parts.push((at + code..end, Token::Comment));
        }
        at = end;
    }
    parts
}

/// Splits a value into tokens.
fn tokenize_value(value: &str, at: usize, parts: &mut Vec<(Range<usize>, Token)>) {
    let mut letters = value.char_indices().peekable();
    while let Some((begin, first)) = letters.next() {
        let part = match first {
            '$' => Token::Variable,
            '#' => Token::Colour,
            '"' => Token::Text,
            '0'..='9' => Token::Number,
            _ => Token::Plain,
        };
        let goes_on = |letter: char, before: char| match part {
            Token::Text => before != '"',
            Token::Variable | Token::Colour => letter.is_alphanumeric() || letter == '_',
            Token::Number => letter.is_ascii_digit() || letter == '.',
            _ => first.is_alphabetic() == letter.is_alphabetic() && !"$#\"0123456789".contains(letter),
        };
        let (mut end, mut before) = (begin + first.len_utf8(), ' ');
        while let Some(&(next, letter)) = letters.peek() {
            if !goes_on(letter, before) {
                break;
            }
            before = letter;
            end = next + letter.len_utf8();
            letters.next();
        }
        parts.push((at + begin..at + end, part));
    }
}

fn colour(part: Token, visuals: &Visuals) -> Color32 {
    let (dark, light) = match part {
        Token::Plain => return visuals.text_color(),
        Token::Comment => ((0x8a, 0x93, 0x8a), (0x6a, 0x73, 0x6a)),
        Token::Section => ((0xff, 0xc9, 0x6b), (0x9a, 0x5b, 0x00)),
        Token::Key => ((0x7f, 0xb8, 0xf0), (0x1d, 0x5c, 0x99)),
        Token::Variable => ((0xd0, 0xa0, 0xf0), (0x7a, 0x2f, 0xa8)),
        Token::Number => ((0x9f, 0xe0, 0xb0), (0x1e, 0x75, 0x3c)),
        Token::Text => ((0xf0, 0xa8, 0x90), (0xa8, 0x45, 0x25)),
        Token::Colour => ((0xe8, 0xd8, 0x90), (0x80, 0x6a, 0x00)),
    };
    let (red, green, blue) = if visuals.dark_mode { dark } else { light };
    Color32::from_rgb(red, green, blue)
}

/// Returns the layout of a text with colours and with its diagnostics underlined.
pub fn layout_job(text: &str, language: Language, wrong: &[Diagnostic], visuals: &Visuals) -> LayoutJob {
    let mut job = LayoutJob::default();
    let marked = |at: usize| {
        let within = |diagnostic: &&Diagnostic| {
            let (start, end) = (diagnostic.span.start as usize, diagnostic.span.end as usize);
            diagnostic.span.source == 0 && (start..end.max(start + 1)).contains(&at)
        };
        wrong
            .iter()
            .filter(within)
            .map(|diagnostic| diagnostic.severity)
            .max_by_key(|severity| *severity == Severity::Error)
    };
    // Tokens are cut where an underline begins or ends.
    let mut cuts: Vec<usize> = wrong
        .iter()
        .filter(|diagnostic| diagnostic.span.source == 0)
        .flat_map(|diagnostic| {
            let start = diagnostic.span.start as usize;
            [start, (diagnostic.span.end as usize).max(start + 1)]
        })
        .filter(|&cut| text.is_char_boundary(cut))
        .collect();
    cuts.sort_unstable();
    let tokens = if language == Language::Rules { rule_tokens::tokenize(text) } else { tokenize(text) };
    for (range, part) in tokens {
        let mut at = range.start;
        let inside: Vec<usize> = cuts.iter().copied().filter(|cut| range.start < *cut && *cut < range.end).collect();
        for end in inside.into_iter().chain([range.end]) {
            if end <= at {
                continue;
            }
            let underline = match marked(at) {
                Some(Severity::Error) => Stroke::new(2.0, visuals.error_fg_color),
                Some(_) => Stroke::new(1.5, visuals.warn_fg_color),
                None => Stroke::NONE,
            };
            let format = TextFormat {
                font_id: FontId::monospace(13.5),
                color: colour(part, visuals),
                underline,
                ..TextFormat::default()
            };
            job.append(&text[at..end], 0.0, format);
            at = end;
        }
    }
    job
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_the_text_without_gaps() {
        for game in boardwright_games::shipped_games() {
            let text = String::from_utf8_lossy(game.text);
            let mut at = 0;
            for (range, _) in tokenize(&text) {
                assert_eq!(range.start, at, "{}", game.name);
                at = range.end;
            }
            assert_eq!(at, text.len(), "{}", game.name);
            assert_eq!(layout_job(&text, Language::Game, &[], &Visuals::dark()).text, text, "{}", game.name);
        }
    }

    #[test]
    fn tokens_are_distinguished() {
        let text = "[RULES] // all\nname = put($X: 1..3) \"a\" #fff\n";
        let of = |word: &str| {
            let at = text.find(word).expect("it is there");
            tokenize(text).into_iter().find(|(range, _)| range.contains(&at)).map(|(_, part)| part)
        };
        assert_eq!(of("[RULES]"), Some(Token::Section));
        assert_eq!(of("// all"), Some(Token::Comment));
        assert_eq!(of("name"), Some(Token::Key));
        assert_eq!(of("$X"), Some(Token::Variable));
        assert_eq!(of("1"), Some(Token::Number));
        assert_eq!(of("\"a\""), Some(Token::Text));
        assert_eq!(of("#fff"), Some(Token::Colour));
    }
}
