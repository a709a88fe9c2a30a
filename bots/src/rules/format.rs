//! The formatter of rule files: one layout for all. Indentation, blanks, blank lines and the case of keywords change;
//! terms, comments and the line breaks within clauses stay.

use boardwright_lang::{Diagnostic, Severity, Source};

use super::blocks::{Block, KEYWORDS};
use super::pieces::{Piece, PieceKind, split};
use super::{CheckOptions, load};

/// Longest line of a condition in characters.
const MAX_WIDTH: usize = 118;

/// Formats a rule file.
///
/// # Errors
/// The errors of the file.
pub fn format(source: &Source, options: CheckOptions) -> Result<String, Vec<Diagnostic>> {
    let loaded = load(source, options);
    if loaded.rules.is_none() {
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity == Severity::Error;
        return Err(loaded.diagnostics.into_iter().filter(is_error).collect());
    }
    let text = source.text();
    let pieces = split(text);
    let mut writer = Writer { text, pieces: &pieces, at: 0, out: String::new(), depth: 0, is_fresh: true };
    writer.file();
    Ok(writer.out)
}

struct Writer<'a> {
    text: &'a str,
    pieces: &'a [Piece],
    at: usize,
    out: String,
    depth: usize,
    /// `true` directly after an opening brace, where no blank line stands.
    is_fresh: bool,
}

impl<'a> Writer<'a> {
    fn peek(&self) -> Option<Piece> {
        self.pieces.get(self.at).copied()
    }

    fn text_of(&self, piece: Piece) -> &'a str {
        piece.text(self.text)
    }

    /// Number of line ends before the current piece.
    fn line_ends_before(&self, at: usize) -> usize {
        let start = at.checked_sub(1).map_or(0, |before| self.pieces[before].span.end as usize);
        self.text[start..self.pieces[at].span.start as usize].matches('\n').count()
    }

    /// Begins a line, after a blank one if the author has one there.
    fn begin_line(&mut self) {
        let has_blank = self.at < self.pieces.len() && self.line_ends_before(self.at) > 1;
        if has_blank && !self.is_fresh && !self.out.is_empty() {
            self.out.push('\n');
        }
        self.is_fresh = false;
        self.out.push_str(&"  ".repeat(self.depth));
    }

    /// Writes a comment that stands on the line of the piece before it, and ends the line.
    fn end_line(&mut self) {
        if let Some(piece) = self.peek()
            && piece.kind == PieceKind::Comment
            && self.line_ends_before(self.at) == 0
        {
            self.out.push_str("  ");
            self.out.push_str(self.text_of(piece));
            self.at += 1;
        }
        self.out.push('\n');
    }

    /// Writes the comments that stand on lines of their own.
    fn comments(&mut self) {
        while let Some(piece) = self.peek().filter(|piece| piece.kind == PieceKind::Comment) {
            self.begin_line();
            self.out.push_str(self.text_of(piece));
            self.out.push('\n');
            self.at += 1;
        }
    }

    fn file(&mut self) {
        self.comments();
        while let Some(piece) = self.peek() {
            let block = Block::from_keyword(self.text_of(piece));
            if !self.out.is_empty() && !self.out.ends_with("\n\n") && block.is_some() && !self.follows_comment() {
                self.out.push('\n');
            }
            self.at += 1;
            self.out.push_str(block.map_or("", Block::keyword));
            let inner = self.take_comments();
            self.out.push_str(" {");
            self.at += 1;
            if inner.is_empty() && self.peek().is_some_and(|next| next.kind == PieceKind::CloseBrace) {
                self.out.push_str(" }");
                self.at += 1;
                self.end_line();
            } else {
                self.end_line();
                self.depth = 1;
                self.is_fresh = true;
                self.write_taken(&inner);
                if block == Some(Block::Prolog) {
                    self.clauses();
                } else {
                    self.rules();
                }
                self.depth = 0;
                self.out.push('}');
                self.at += 1;
                self.end_line();
            }
            self.is_fresh = false;
            self.comments();
        }
    }

    /// `true` if the text ends with a comment that belongs to the next block.
    fn follows_comment(&self) -> bool {
        let last = self.out.trim_end().lines().next_back().unwrap_or_default();
        last.starts_with("//") && self.line_ends_before(self.at) < 2
    }

    /// Takes comments at places where a line cannot break.
    fn take_comments(&mut self) -> Vec<&'a str> {
        let mut taken = Vec::new();
        while let Some(piece) = self.peek().filter(|piece| piece.kind == PieceKind::Comment) {
            taken.push(self.text_of(piece));
            self.at += 1;
        }
        taken
    }

    fn write_taken(&mut self, comments: &[&str]) {
        for comment in comments {
            self.out.push_str(&"  ".repeat(self.depth));
            self.out.push_str(comment);
            self.out.push('\n');
            self.is_fresh = false;
        }
    }

    fn clauses(&mut self) {
        loop {
            self.comments();
            let Some(piece) = self.peek().filter(|piece| matches!(piece.kind, PieceKind::Clause { .. })) else {
                return;
            };
            self.begin_line();
            for (number, line) in self.text_of(piece).lines().enumerate() {
                if number > 0 {
                    self.out.push_str("\n    ");
                }
                self.out.push_str(&single_blanks(line));
            }
            self.at += 1;
            self.end_line();
        }
    }

    fn rules(&mut self) {
        loop {
            self.comments();
            let Some(piece) = self.peek().filter(|piece| piece.kind == PieceKind::Word) else { return };
            let _ = piece;
            self.rule();
        }
    }

    fn rule(&mut self) {
        self.begin_line();
        // Up to the brace of the actions.
        let end = self.pieces[self.at..].iter().position(|piece| piece.kind == PieceKind::OpenBrace);
        let end = end.map_or(self.pieces.len(), |end| self.at + end);
        let own: Vec<Piece> = self.pieces[self.at..end].to_vec();
        let has_comment = own.iter().any(|piece| piece.kind == PieceKind::Comment);
        let one_line = self.condition(&own, false);
        if has_comment || 2 + one_line.chars().count() > MAX_WIDTH {
            let broken = self.condition(&own, true);
            self.out.push_str(&broken);
        } else {
            self.out.push_str(&one_line);
        }
        self.out.push_str(" {");
        self.at = end + 1;
        if self.peek().is_some_and(|next| next.kind == PieceKind::CloseBrace) {
            self.out.push_str(" }");
            self.at += 1;
            self.end_line();
            return;
        }
        self.end_line();
        self.depth = 2;
        self.is_fresh = true;
        self.actions();
        self.depth = 1;
        self.out.push_str("  }");
        self.at += 1;
        self.end_line();
        self.is_fresh = false;
    }

    /// Text of a rule up to its condition, on one line or with a line for each part.
    fn condition(&self, pieces: &[Piece], is_broken: bool) -> String {
        let mut out = String::new();
        let mut open = 0_usize;
        let mut needs_blank = false;
        let new_line = |out: &mut String| {
            while out.ends_with(' ') {
                out.pop();
            }
            if !out.ends_with('\n') {
                out.push('\n');
            }
            out.push_str("    ");
        };
        for (number, piece) in pieces.iter().enumerate() {
            let text = self.text_of(*piece);
            match piece.kind {
                PieceKind::Comment => {
                    if needs_blank {
                        out.push(' ');
                    }
                    out.push_str(text);
                    new_line(&mut out);
                    needs_blank = false;
                    continue;
                }
                PieceKind::Open => {
                    if needs_blank {
                        out.push(' ');
                    }
                    out.push('(');
                    open += 1;
                    needs_blank = false;
                    continue;
                }
                PieceKind::Close => {
                    open = open.saturating_sub(1);
                    out.push(')');
                }
                _ => {
                    let upper = text.to_uppercase();
                    let is_word = piece.kind == PieceKind::Word;
                    let joins = is_word && matches!(upper.as_str(), "AND" | "OR");
                    if is_broken && joins && open == 1 && number > 0 && needs_blank {
                        new_line(&mut out);
                    } else if needs_blank {
                        out.push(' ');
                    }
                    out.push_str(&if is_word { upper } else { single_line(text) });
                }
            }
            needs_blank = true;
        }
        out
    }

    fn actions(&mut self) {
        loop {
            self.comments();
            let Some(piece) = self.peek().filter(|piece| piece.kind == PieceKind::Word) else { return };
            self.begin_line();
            let word = self.text_of(piece);
            let keyword = KEYWORDS.iter().find(|entry| entry.name.eq_ignore_ascii_case(word));
            self.at += 1;
            let inner = self.take_comments();
            let mut text = String::new();
            if let Some(term) = self.peek() {
                text = single_line(self.text_of(term));
                self.at += 1;
            }
            self.out.push_str(keyword.map_or(word, |entry| entry.name));
            self.out.push(' ');
            self.out.push_str(&text);
            if !inner.is_empty() {
                self.out.push_str("  ");
                self.out.push_str(&inner.join(" "));
                self.out.push('\n');
                continue;
            }
            self.end_line();
        }
    }
}

/// A line with one blank for each stretch of blanks outside of quotes.
fn single_blanks(line: &str) -> String {
    let mut out = String::new();
    let mut quote = None;
    let mut letters = line.trim().chars().peekable();
    while let Some(letter) = letters.next() {
        if quote.is_none() && letter == '/' && letters.peek() == Some(&'/') {
            out.push(letter);
            out.extend(letters);
            return out.trim_end().to_owned();
        }
        match quote {
            Some(open) if letter == open => quote = None,
            None if letter == '\'' || letter == '"' => quote = Some(letter),
            _ => {}
        }
        if quote.is_none() && letter.is_whitespace() {
            if !out.ends_with(' ') {
                out.push(' ');
            }
        } else {
            out.push(letter);
        }
    }
    out
}

/// A term on one line, unless it contains a comment.
fn single_line(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(single_blanks).filter(|line| !line.is_empty()).collect();
    let has_comment = lines.iter().any(|line| line.contains("//"));
    lines.join(if has_comment { "\n      " } else { " " })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(text: &str) -> String {
        format(&Source::new("a.tks", text.as_bytes()), CheckOptions::default())
            .unwrap_or_else(|errors| panic!("{text}: {}", errors[0].message))
    }

    #[test]
    fn one_layout() {
        let text = "// file\nprolog{a( 1 ).   b:-a(_),\n  a(1). // last\n\n\n// c\nc.}\nSetCard{if(NOT a(X). and b.){ADD c( \\X  ).del b.}}\nGETTURN { }";
        let expected = "// file\nPROLOG {\n  a( 1 ).\n  b:-a(_),\n    a(1).  // last\n\n  // c\n  c.\n}\n\nSETCARD {\n  IF (NOT a(X). AND b.) {\n    add c( \\X ).\n    del b.\n  }\n}\n\nGETTURN { }\n";
        assert_eq!(formatted(text), expected);
        assert_eq!(formatted(expected), expected);
    }

    #[test]
    fn long_conditions_are_broken_before_and_and_or() {
        let part = "a_long_name_of_a_predicate(Value).";
        let text = format!("PROLOG {{ }}\nGETTURN {{ IF ({part} AND {part} OR {part} AND {part}) {{ }} }}\n");
        let out = formatted(&text);
        assert_eq!(formatted(&out), out);
        assert!(out.contains("\n    AND a_long"), "{out}");
    }
}
