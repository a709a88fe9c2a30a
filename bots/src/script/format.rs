//! The formatter: one layout for all scripts. Indentation, blanks, blank lines and the case of words change; words,
//! comments and the author's line breaks stay.

use boardwright_lang::{Diagnostic, NoFiles, Source};

use super::ast::SectionKind;
use super::lexer::{Lexeme, Token, lex};
use super::vocabulary::{ACTIONS, Constant, Predicate};

/// Blanks of one level of indentation.
const INDENT: &str = "  ";

/// Formats a script.
///
/// # Errors
/// The errors of the script; files of tables are not read.
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let loaded = super::load_unlinted(source, &NoFiles, super::TableReading::Skip);
    if loaded.script.is_none() {
        return Err(loaded.diagnostics);
    }
    let text = source.text();
    let lexemes = lex(text, 0);
    let mut writer = Writer::default();
    for line in lexemes.split(|lexeme| lexeme.token == Token::NewLine) {
        writer.line(text, line);
    }
    Ok(writer.out)
}

/// Part of a line in the structure of a script.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    /// The line begins a part at this depth.
    Opens(usize),
    /// The line ends a part at this depth.
    Closes(usize),
    /// The line ends a section.
    ClosesSection,
    /// `THEN`, before which no blank line stands.
    Action,
    Other,
}

fn edge(word: &str) -> Edge {
    let sections = SectionKind::ALL.map(SectionKind::keyword);
    match word {
        "RULE" => Edge::Opens(1),
        "ENDRULE" => Edge::Closes(1),
        "VILLAIN" => Edge::Opens(2),
        "ENDVILLAIN" => Edge::Closes(2),
        "THEN" => Edge::Action,
        _ if sections.contains(&word) => Edge::Opens(0),
        _ if word.strip_prefix("END").is_some_and(|name| sections.contains(&name)) => Edge::ClosesSection,
        _ => Edge::Other,
    }
}

#[derive(Default)]
struct Writer {
    out: String,
    depth: usize,
    has_blank_line: bool,
    /// `true` directly after a line that begins a part.
    is_after_opening: bool,
    /// `true` if the line before ends with a comma.
    is_continued: bool,
}

impl Writer {
    fn line(&mut self, text: &str, line: &[Lexeme<'_>]) {
        let (comment, lexemes) = match line.split_last() {
            Some((Lexeme { token: Token::Comment(comment), .. }, lexemes)) => (Some(comment.trim_end()), lexemes),
            _ => (None, line),
        };
        if lexemes.is_empty() && comment.is_none() {
            self.has_blank_line = true;
            return;
        }
        let kind = match lexemes.first().map(|lexeme| lexeme.token) {
            Some(Token::Word(word)) if !self.is_continued => edge(word),
            _ => Edge::Other,
        };
        let depth = match kind {
            Edge::Opens(depth) | Edge::Closes(depth) => depth,
            Edge::ClosesSection => 0,
            Edge::Action | Edge::Other => self.depth + usize::from(self.is_continued),
        };
        let allows_blank_line =
            !self.is_after_opening && !self.is_continued && matches!(kind, Edge::Opens(_) | Edge::Other);
        if self.has_blank_line && allows_blank_line && !self.out.is_empty() {
            self.out.push('\n');
        }
        self.has_blank_line = kind == Edge::ClosesSection;
        self.is_after_opening = matches!(kind, Edge::Opens(_));
        self.depth = match kind {
            Edge::Opens(depth) => depth + 1,
            Edge::Closes(depth) => depth,
            Edge::ClosesSection => 0,
            Edge::Action | Edge::Other => self.depth,
        };
        self.out.push_str(&INDENT.repeat(depth));
        write_words(&mut self.out, text, lexemes);
        if let Some(comment) = comment {
            if !lexemes.is_empty() {
                self.out.push_str("  ");
            }
            self.out.push_str(comment);
        }
        self.out.push('\n');
        if let Some(last) = lexemes.last() {
            self.is_continued = last.token == Token::Comma;
        }
    }
}

fn write_words(out: &mut String, text: &str, lexemes: &[Lexeme<'_>]) {
    let mut previous = None;
    for lexeme in lexemes {
        let is_joined =
            matches!(lexeme.token, Token::Comma | Token::Plus | Token::Minus) || previous == Some(Token::Bang);
        if previous.is_some() && !is_joined {
            out.push(' ');
        }
        match lexeme.token {
            Token::Word(word) if previous == Some(Token::Word("THEN")) => out.push_str(&action_word(word)),
            Token::Word(word) => out.push_str(&canonical_word(word)),
            _ => out.push_str(&text[lexeme.span.start as usize..lexeme.span.end as usize]),
        }
        previous = Some(lexeme.token);
    }
}

/// The word after `THEN` in its usual case.
fn action_word(word: &str) -> String {
    let action = ACTIONS.iter().find(|entry| entry.name.eq_ignore_ascii_case(word));
    action.map_or_else(|| canonical_word(word), |entry| entry.name.to_owned())
}

/// A word in its usual case.
fn canonical_word(word: &str) -> String {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
    let (number, name) = word.split_at(digits);
    if let Some(constant) = Constant::from_name(name) {
        return format!("{number}{}", constant.name());
    }
    if let Some(predicate) = Predicate::from_name(word) {
        return predicate.name().to_owned();
    }
    match ["external", "init"].into_iter().find(|known| known.eq_ignore_ascii_case(word)) {
        Some(known) => known.to_owned(),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_is_canonical_and_comments_stay() {
        let text = "# my bot\nPREFLOP\n\n RULE   # strong\nherostack>=3VILLAINSTACK ,JT +\n\n\n  77 + ,\n # low\n ! PAIR\n\n\
                    THEN raise 0.5 3bb , .5 6bb\nENDRULE\n\n\n# next\nRULE\nAA\nTHEN CALL\nVILLAIN\nAA\nTHEN Fold\nENDVILLAIN\n\
                    ENDRULE\nENDPREFLOP\n# flop\nFLOP\n  USE   TABLE a b.txt   # x\nENDFLOP\n\n";
        let text = text.replace(" +", "+").replace(".5 6bb", "0.5 6bb").replace("00.5", "0.5");
        let expected = "\
# my bot
PREFLOP
  RULE  # strong
    herostack >= 3villainstack, JT+

    77+,
      # low
      !pair
    THEN RAISE 0.5 3BB, 0.5 6BB
  ENDRULE

  # next
  RULE
    AA
    THEN CALL
    VILLAIN
      AA
      THEN FOLD
    ENDVILLAIN
  ENDRULE
ENDPREFLOP

# flop
FLOP
  USE TABLE a b.txt  # x
ENDFLOP
";
        let formatted = format(&Source::new("a.hus", text.as_bytes())).expect("the script is valid");
        assert_eq!(formatted, expected);
        assert_eq!(format(&Source::new("a.hus", formatted.as_bytes())).as_deref(), Ok(expected));
    }

    #[test]
    fn scripts_with_errors_are_not_formatted() {
        assert!(format(&Source::new("a.hus", b"PREFLOP\nRULE\n")).is_err());
    }
}
