//! Classes of the words of a script for highlighting, and the parts that editors can fold.

use boardwright_game::fault::Span;
use boardwright_lang::analysis::{Fold, FoldKind, SemanticToken, TokenClass, comment_folds, sort_folds, whole_lines};

use super::lexer::{Lexeme, Token, lex};
use super::lines::LINE_KEYWORDS;
use super::phrases::parse_card_word;
use super::vocabulary::{ACTIONS, CONSTANTS, KEYWORDS, Predicate};

/// Returns the classified tokens of a script in order.
pub fn tokens(text: &str) -> Vec<SemanticToken> {
    let lexemes = lex(text, 0);
    let mut is_first = true;
    let mut found = Vec::new();
    for lexeme in &lexemes {
        if let Some((class, is_builtin)) = class(lexeme, is_first) {
            found.push(SemanticToken { is_builtin, ..SemanticToken::new(lexeme.span, class) });
        }
        is_first = lexeme.token == Token::NewLine;
    }
    found
}

/// Class of a token; `true` for words of the language.
fn class(lexeme: &Lexeme<'_>, is_first: bool) -> Option<(TokenClass, bool)> {
    Some(match lexeme.token {
        Token::Comment(_) => (TokenClass::Comment, false),
        Token::Text(_) | Token::UnclosedText | Token::Path(_) => (TokenClass::Text, false),
        Token::Comparator(_) | Token::Plus | Token::Minus | Token::Bang => (TokenClass::Operator, false),
        Token::Word(word) => word_class(word, is_first)?,
        Token::NewLine | Token::Comma | Token::Sign(_) => return None,
    })
}

fn word_class(word: &str, is_first: bool) -> Option<(TokenClass, bool)> {
    let is_block = |word: &str| !matches!(word, "RULE" | "ENDRULE" | "THEN" | "COMBINE" | "USE");
    if is_first && LINE_KEYWORDS.contains(&word) {
        return Some((if is_block(word) { TokenClass::Section } else { TokenClass::Keyword }, true));
    }
    if ACTIONS.iter().any(|entry| entry.name == word) {
        return Some((TokenClass::Function, true));
    }
    if KEYWORDS.iter().any(|entry| entry.name == word) {
        return Some((TokenClass::Keyword, true));
    }
    if Predicate::from_name(word).is_some() {
        return Some((TokenClass::Expression, true));
    }
    if CONSTANTS.iter().any(|(_, entry)| entry.name.eq_ignore_ascii_case(word)) {
        return Some((TokenClass::Variable, true));
    }
    if parse_card_word(word).is_some() {
        return Some((TokenClass::Thing, false));
    }
    word.starts_with(|first: char| first.is_ascii_digit()).then_some((TokenClass::Number, false))
}

/// Returns the parts of a script that can be folded: streets, rules, models of the opponent, and comments.
pub fn folds(text: &str) -> Vec<Fold> {
    let mut found = comment_folds(text, "#");
    let mut open: Vec<(&str, Span)> = Vec::new();
    let lexemes = lex(text, 0);
    let mut is_first = true;
    for lexeme in &lexemes {
        if let Token::Word(word) = lexeme.token
            && is_first
            && LINE_KEYWORDS.contains(&word)
        {
            if let Some(kind) = word.strip_prefix("END") {
                // A part whose end is missing ends with the part around it.
                if let Some(at) = open.iter().rposition(|(name, _)| *name == kind) {
                    let fold = if kind == "RULE" { FoldKind::Entry } else { FoldKind::Section };
                    found.extend(whole_lines(text, open[at].1.to(lexeme.span), fold));
                    open.truncate(at);
                }
            } else if !matches!(word, "THEN" | "COMBINE" | "USE") {
                open.push((word, lexeme.span));
            }
        }
        is_first = lexeme.token == Token::NewLine;
    }
    sort_folds(&mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped::SHIPPED_BOTS;

    const TEXT: &str =
        "# all\nPREFLOP\n RULE WEIGHT 2\n  pair, pot >= 3BB # big\n  THEN RAISE 0.5 pot\n ENDRULE\nENDPREFLOP\n";

    #[test]
    fn words_are_classified() {
        let found = tokens(TEXT);
        let of = |word: &str| {
            let at = TEXT.find(word).expect("it is there") as u32;
            found.iter().find(|token| token.span.start <= at && at < token.span.end).map(|token| token.class)
        };
        for (word, class) in [
            ("# all", TokenClass::Comment),
            ("PREFLOP", TokenClass::Section),
            ("RULE", TokenClass::Keyword),
            ("WEIGHT", TokenClass::Keyword),
            ("2", TokenClass::Number),
            ("pair", TokenClass::Expression),
            ("pot", TokenClass::Variable),
            (">=", TokenClass::Operator),
            ("3BB", TokenClass::Number),
            ("# big", TokenClass::Comment),
            ("RAISE", TokenClass::Function),
        ] {
            assert_eq!(of(word), Some(class), "{word}");
        }
    }

    #[test]
    fn parts_are_folded() {
        let lines = |fold: &Fold| {
            let line = |at: u32| TEXT[..at as usize].matches('\n').count() + 1;
            (line(fold.span.start), line(fold.span.end), fold.kind)
        };
        let found: Vec<_> = folds(TEXT).iter().map(lines).collect();
        assert_eq!(found, [(2, 7, FoldKind::Section), (3, 6, FoldKind::Entry)]);
        assert_eq!(folds("PREFLOP\n RULE\n  pair\nENDPREFLOP").len(), 1, "a rule without its end has no fold");
    }

    #[test]
    fn tokens_of_shipped_scripts_do_not_overlap() {
        for script in SHIPPED_BOTS {
            let found = tokens(script.text);
            assert!(found.windows(2).all(|two| two[0].span.end <= two[1].span.start), "{}", script.name);
            assert!(found.len() > 10 && !folds(script.text).is_empty(), "{}", script.name);
        }
    }
}
