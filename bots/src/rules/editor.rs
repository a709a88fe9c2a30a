//! Queries of editors about a rule file: the words that can stand at a place, and the meaning of a word.

use std::collections::HashSet;

use super::blocks::{Block, KEYWORDS, MACROS};
use super::pieces::{Piece, PieceKind, split};

/// A word with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordEntry {
    /// The word as it is written.
    pub name: String,
    /// Meaning in one or two sentences.
    pub meaning: String,
    /// Example; may be empty.
    pub example: String,
}

impl WordEntry {
    /// Description in Markdown.
    pub fn markdown(&self) -> String {
        if self.example.is_empty() {
            return self.meaning.clone();
        }
        format!("{}\n\n```\n{}\n```", self.meaning, self.example)
    }
}

fn of_block(block: Block) -> WordEntry {
    let presets = block.presets();
    let macros: Vec<String> = presets.iter().map(|name| format!("\\{name}")).collect();
    let meaning = match macros[..] {
        [] => block.about().to_owned(),
        _ => format!("{} Macros: {}.", block.about(), macros.join(", ")),
    };
    WordEntry { name: block.keyword().to_owned(), meaning, example: format!("{} {{ }}", block.keyword()) }
}

fn of_keyword(name: &str) -> Option<WordEntry> {
    let entry = KEYWORDS.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))?;
    Some(WordEntry {
        name: entry.name.to_owned(),
        meaning: entry.meaning.to_owned(),
        example: entry.example.to_owned(),
    })
}

fn of_macro(name: &str) -> Option<WordEntry> {
    let (name, meaning) = MACROS.iter().find(|(own, _)| *own == name)?;
    Some(WordEntry { name: (*name).to_owned(), meaning: (*meaning).to_owned(), example: String::new() })
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Pieces before a byte, and the block in which it is.
fn place(pieces: &[Piece], text: &str, byte: usize) -> (usize, Option<Block>) {
    // A word or a term that ends at the byte is the one to be completed.
    let is_before = |piece: &Piece| {
        let end = piece.span.end as usize;
        let is_open = matches!(piece.kind, PieceKind::Word | PieceKind::Comment)
            || matches!(piece.kind, PieceKind::Term { has_point: false } | PieceKind::Clause { has_point: false });
        end < byte || end == byte && !is_open
    };
    let count = pieces.partition_point(is_before);
    let mut block = None;
    let mut depth = 0_usize;
    for piece in &pieces[..count] {
        match piece.kind {
            PieceKind::OpenBrace => depth += 1,
            PieceKind::CloseBrace => depth = depth.saturating_sub(1),
            PieceKind::Word if depth == 0 => block = Block::from_keyword(piece.text(text)),
            _ => {}
        }
    }
    (count, block.filter(|_| depth > 0))
}

/// Words that can stand at a byte, in place of the word there.
pub fn completion(text: &str, byte: usize) -> Vec<WordEntry> {
    let byte = text.floor_char_boundary(byte.min(text.len()));
    let pieces = split(text);
    let (count, block) = place(&pieces, text, byte);
    let at = pieces.get(count).filter(|piece| (piece.span.start as usize) < byte);
    if at.is_some_and(|piece| piece.kind == PieceKind::Comment) {
        return Vec::new();
    }
    let before = text[..byte].trim_end_matches(is_word);
    let keywords = |names: &[&str]| names.iter().filter_map(|name| of_keyword(name)).collect::<Vec<_>>();
    let Some(block) = block else { return Block::ALL.map(of_block).to_vec() };
    if block != Block::Prolog && before.ends_with('\\') {
        return block.presets().iter().filter_map(|name| of_macro(name)).collect();
    }
    if block == Block::Prolog || at.is_some_and(|piece| matches!(piece.kind, PieceKind::Term { .. })) {
        return predicates(text);
    }
    let last = pieces[..count].iter().rfind(|piece| piece.kind != PieceKind::Comment);
    match last.map(|piece| (piece.kind, piece.text(text).to_ascii_lowercase())) {
        Some((PieceKind::Term { .. }, _)) => keywords(&["AND", "OR", "add", "del", "query"]),
        Some((PieceKind::Open, _)) => [keywords(&["NOT"]), predicates(text)].concat(),
        Some((PieceKind::Word, word)) if word != "if" => [keywords(&["NOT"]), predicates(text)].concat(),
        Some((PieceKind::OpenBrace, _)) => keywords(&["IF", "add", "del", "query"]),
        _ => keywords(&["IF"]),
    }
}

/// Predicates of the file and of the engine, by name.
fn predicates(text: &str) -> Vec<WordEntry> {
    let mut names: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('(') {
        let word = rest[..at].rsplit(|letter| !is_word(letter)).next().unwrap_or_default();
        let is_name = word.starts_with(char::is_lowercase);
        if is_name && !super::pieces::is_keyword(word) && Block::from_keyword(word).is_none() {
            names.push(word.to_owned());
        }
        rest = &rest[at + 1..];
    }
    let engine = crate::prolog::builtin_names().map(|(name, _)| name);
    let engine = engine.filter(|name| name.starts_with(char::is_lowercase)).map(str::to_owned);
    let library = crate::prolog::library_names().into_iter().map(|(name, _)| name);
    let own = names.len();
    names.extend(engine.chain(library.filter(|name| !name.starts_with('$'))));
    let meaning = |number: usize| if number < own { "Predicate of this file." } else { "Predicate of the Prolog." };
    let mut known: HashSet<String> = HashSet::new();
    let mut entries: Vec<WordEntry> = Vec::new();
    for (number, name) in names.into_iter().enumerate() {
        if known.insert(name.clone()) {
            entries.push(WordEntry { name, meaning: meaning(number).to_owned(), example: String::new() });
        }
    }
    entries
}

/// Meaning of the word at a byte, with the place of the word.
pub fn hover(text: &str, byte: usize) -> Option<(usize, usize, WordEntry)> {
    let byte = text.floor_char_boundary(byte.min(text.len()));
    let start = text[..byte].trim_end_matches(is_word).len();
    let end = byte + text[byte..].len() - text[byte..].trim_start_matches(is_word).len();
    let word = &text[start..end];
    let entry = if text[..start].ends_with('\\') {
        of_macro(word)?
    } else {
        Block::from_keyword(word).map(of_block).or_else(|| of_keyword(word))?
    };
    Some((start, end, entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(marked: &str) -> Vec<String> {
        let byte = marked.find('|').expect("a mark");
        completion(&marked.replace('|', ""), byte).into_iter().map(|entry| entry.name).collect()
    }

    #[test]
    fn words_fit_their_places() {
        assert!(names("PROLOG { }\nSET|").contains(&"SETCARD".to_owned()));
        assert_eq!(names("PROLOG { }\nSETTURN {\n  |\n}")[0], "IF");
        assert_eq!(names("PROLOG { }\nSETTURN { IF (a(\\|).) { } }"), ["CARD", "PLAYER"]);
        assert!(names("PROLOG { mine(1). }\nGETTURN { IF (|").contains(&"mine".to_owned()));
        assert!(names("PROLOG { } // no|").is_empty());
    }

    #[test]
    fn words_have_meanings() {
        let meaning = |text: &str, byte| hover(text, byte).map(|(_, _, entry)| entry.name);
        assert_eq!(meaning("PROLOG { }", 2).as_deref(), Some("PROLOG"));
        assert_eq!(meaning("IF (a(\\CARD).) { }", 9).as_deref(), Some("CARD"));
        assert_eq!(meaning("something", 3), None);
        assert_eq!(meaning("", 0), None);
    }
}
