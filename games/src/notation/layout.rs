//! Layout of games in PGN and PDN: tags, and a movetext with numbers, marks, comments and variations in lines of less
//! than 80 characters.

use std::fmt::Write as _;

/// Writer of a movetext: blanks at which the line can be broken separate its words.
#[derive(Debug, Default)]
pub(super) struct Movetext {
    words: Vec<(Kind, String)>,
    /// Parentheses that are glued to the next word.
    opening: String,
    /// `true` if the next move has its number, whoever makes it.
    needs_number: bool,
}

/// Kind of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A move, to which marks can be glued.
    Move,
    /// A comment that ends with the line.
    LineComment,
    /// Anything else.
    Other,
}

impl Movetext {
    /// An empty movetext, whose first move has a number.
    pub(super) fn new() -> Self {
        Self { needs_number: true, ..Self::default() }
    }

    fn word(&mut self, kind: Kind, word: &str) {
        let opening = std::mem::take(&mut self.opening);
        self.words.push((kind, opening + word));
    }

    /// Adds a move with its number, if it needs one. `side` is 0 for the player who moves first with each number.
    pub(super) fn make(&mut self, number: u32, side: usize, text: &str) {
        if side == 0 {
            self.word(Kind::Other, &format!("{number}."));
        } else if self.needs_number {
            self.word(Kind::Other, &format!("{number}..."));
        }
        self.needs_number = false;
        self.word(Kind::Move, text);
    }

    /// Adds a mark; one of the letters `glued` is part of the move before it.
    pub(super) fn mark(&mut self, mark: &str, glued: &str) {
        match self.words.last_mut() {
            Some((Kind::Move, last)) if mark.chars().all(|letter| glued.contains(letter)) => last.push_str(mark),
            _ => self.word(Kind::Other, mark),
        }
    }

    /// Adds a comment: in braces, or to the end of the line if it contains a closing brace.
    pub(super) fn comment(&mut self, text: &str) {
        let text = text.replace("\r\n", " ").replace(['\n', '\r'], " ");
        self.needs_number = true;
        if text.contains('}') {
            self.word(Kind::LineComment, &format!("; {}", text.trim()));
            return;
        }
        for word in format!("{{{text}}}").split(' ') {
            self.word(Kind::Other, word);
        }
    }

    /// Begins a variation.
    pub(super) fn open(&mut self) {
        self.opening.push('(');
        self.needs_number = true;
    }

    /// Ends a variation.
    pub(super) fn close(&mut self) {
        match self.words.last_mut() {
            Some((kind @ (Kind::Move | Kind::Other), last)) if self.opening.is_empty() => {
                last.push(')');
                *kind = Kind::Other;
            }
            _ => self.word(Kind::Other, ")"),
        }
        self.needs_number = true;
    }

    /// Adds the result, and formats the game with its tags.
    pub(super) fn finish(mut self, tags: &[(String, String)], result: &str) -> String {
        self.word(Kind::Other, result);
        let mut text = String::new();
        for (name, value) in tags {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
            writeln!(text, "[{name} \"{value}\"]").expect("writing to a text never fails");
        }
        text.push('\n');
        let (mut column, mut last) = (0, None);
        for (kind, word) in &self.words {
            let length = word.chars().count();
            if let Some(last) = last.replace(*kind) {
                // A line of a comment that begins with this tag would be read as the next game.
                let fits = column + 1 + length < 80 || word.starts_with("[Event");
                let is_blank = last != Kind::LineComment && fits;
                text.push(if is_blank { ' ' } else { '\n' });
                column = if is_blank { column + 1 } else { 0 };
            }
            text.push_str(word);
            column += length;
        }
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped() {
        let mut moves = Movetext::new();
        for number in 1..20 {
            moves.make(number, 0, "1234567");
        }
        let text = moves.finish(&[("A".to_owned(), "b\"c\nd".to_owned())], "*");
        assert!(text.starts_with("[A \"b\\\"c d\"]\n\n1. 1234567 2. 1234567 "), "{text}");
        assert!(text.lines().all(|line| line.len() < 80) && text.lines().count() == 5, "{text}");
    }

    #[test]
    fn notes_have_their_places() {
        let mut moves = Movetext::new();
        moves.comment("a game");
        moves.make(1, 0, "e4");
        moves.mark("!?", "!?");
        moves.mark("$14", "!?");
        moves.make(1, 1, "e5");
        moves.open();
        moves.comment("or");
        moves.make(1, 1, "c5");
        moves.open();
        moves.make(1, 1, "e6");
        moves.comment("odd }");
        moves.close();
        moves.make(2, 0, "Nf3");
        moves.close();
        moves.make(2, 0, "Nf3");
        moves.make(2, 1, "Nc6");
        let text = moves.finish(&[], "*");
        let expected = "\n{a game} 1. e4!? $14 e5 ({or} 1... c5 (1... e6 ; odd }\n) 2. Nf3) 2. Nf3 Nc6 *\n";
        assert_eq!(text, expected);
    }
}
