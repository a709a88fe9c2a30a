//! Queries of editors about a script: the words that can stand at a place, and the meaning of a word. Diagnostics are
//! those of [`load`](super::load).

use boardwright_game::fault::Span;

use super::lexer::{Lexeme, Token, lex};
use super::lines::LINE_KEYWORDS;
use super::vocabulary::{ACTIONS, CONSTANTS, KEYWORDS, PREDICATES, REPLACED_WORDS, WordEntry};

/// Meaning of a word at a place.
#[derive(Clone, Debug)]
pub struct WordMeaning {
    /// Source range of the word.
    pub span: Span,
    /// The word with its meaning.
    pub entry: &'static WordEntry,
}

/// Words that can stand at a byte of a script, in place of the word there.
pub fn completion(text: &str, byte: usize) -> Vec<&'static WordEntry> {
    let lexemes = lex(text, 0);
    // A word that ends at the byte is the one to be completed.
    let is_before = |lexeme: &Lexeme<'_>| {
        let end = lexeme.span.end as usize;
        end < byte || end == byte && !matches!(lexeme.token, Token::Word(_))
    };
    let end = lexemes.partition_point(is_before);
    let start = lexemes[..end].iter().rposition(|lexeme| lexeme.token == Token::NewLine).map_or(0, |at| at + 1);
    let line: Vec<Token<'_>> = lexemes[start..end].iter().map(|lexeme| lexeme.token).collect();
    if lexemes.get(end).is_some_and(|at| is_text(at, byte)) {
        return Vec::new();
    }
    let constants = || CONSTANTS.iter().map(|(_, entry)| entry);
    let predicates = || PREDICATES.iter().map(|(_, entry)| entry);
    let keyword = |name: &str| KEYWORDS.iter().find(|entry| entry.name == name);
    match (line.first(), line.last()) {
        (None, _) => {
            let keywords = LINE_KEYWORDS.iter().filter_map(|name| keyword(name));
            keywords.chain(predicates()).chain(constants()).chain(keyword("external")).collect()
        }
        (Some(Token::Word("THEN")), _) if line.len() == 1 => {
            ACTIONS.iter().chain(keyword("external")).chain(keyword("USE")).collect()
        }
        (Some(Token::Word("THEN" | "COMBINE")), Some(Token::Comma | Token::Word(_))) => constants().collect(),
        (Some(Token::Word("RULE")), _) => keyword("WEIGHT").into_iter().collect(),
        (Some(Token::Word("USE")), _) => keyword("TABLE").into_iter().collect(),
        (_, Some(Token::Bang)) => predicates().collect(),
        (_, Some(Token::Comparator(_))) => constants().chain(keyword("external")).chain(keyword("init")).collect(),
        _ => predicates().chain(constants()).chain(keyword("external")).chain(keyword("init")).collect(),
    }
}

/// `true` if a byte is inside a comment, a text or a path.
fn is_text(lexeme: &Lexeme<'_>, byte: usize) -> bool {
    let is_text = matches!(lexeme.token, Token::Comment(_) | Token::Text(_) | Token::UnclosedText | Token::Path(_));
    is_text && (lexeme.span.start as usize) < byte
}

/// Meaning of the word at a byte of a script; `None` if there is no word of the language.
pub fn hover(text: &str, byte: usize) -> Option<WordMeaning> {
    let lexemes = lex(text, 0);
    let at = lexemes.iter().find(|lexeme| (lexeme.span.start as usize..=lexeme.span.end as usize).contains(&byte))?;
    let Token::Word(word) = at.token else { return None };
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
    let name = &word[digits..];
    let exact = KEYWORDS.iter().find(|entry| entry.name == name);
    let constants = CONSTANTS.iter().map(|(_, entry)| entry);
    let mut others =
        ACTIONS.iter().chain(PREDICATES.iter().map(|(_, entry)| entry)).chain(constants).chain(REPLACED_WORDS);
    let entry = exact.or_else(|| others.find(|entry| entry.name.eq_ignore_ascii_case(name)))?;
    let span = Span { start: at.span.start + digits as u32, ..at.span };
    Some(WordMeaning { span, entry })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of the words that can stand at `|`.
    fn words(marked: &str) -> Vec<&'static str> {
        let byte = marked.find('|').expect("a mark");
        completion(&marked.replace('|', ""), byte).into_iter().map(|entry| entry.name).collect()
    }

    #[test]
    fn words_fit_their_places() {
        assert!(words("PREFLOP\n|").contains(&"RULE") && words("|").contains(&"COMBINE"));
        assert!(words("RULE\npair, |").contains(&"highpair"));
        assert!(!words("RULE\npair, |").contains(&"RULE"));
        assert_eq!(words("RULE\npair\nTHEN |")[..3], ["FOLD", "CHECK", "CALL"]);
        assert!(words("RULE\n!|").iter().all(|name| *name != "pot") && words("RULE\n!|").contains(&"air"));
        assert!(words("RULE\npot >= |").contains(&"villainstack") && !words("RULE\npot >= |").contains(&"air"));
        assert_eq!(words("RULE |"), ["WEIGHT"]);
        assert!(words("# a comm|ent").is_empty());
    }

    #[test]
    fn words_have_meanings() {
        let meaning = |text: &str, byte| hover(text, byte).map(|found| (found.entry.name, found.span.start));
        assert_eq!(meaning("tocall <= 3bb", 2), Some(("tocall", 0)));
        assert_eq!(meaning("tocall <= 3bb", 12), Some(("BB", 11)));
        assert_eq!(meaning("THEN fold", 7), Some(("FOLD", 5)));
        assert_eq!(meaning("something", 3), None);
        assert_eq!(meaning("", 0), None);
    }
}
