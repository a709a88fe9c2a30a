//! Classes of the words of a rule file for highlighting, and the parts that editors can fold.

use boardwright_game::fault::Span;
use boardwright_lang::analysis::{Fold, FoldKind, SemanticToken, TokenClass, comment_folds, sort_folds, whole_lines};

use super::blocks::{Block, KEYWORDS};
use super::pieces::{PieceKind, split};

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Length of the token at the beginning of a text that is not empty, with its class and whether it is a word of the language.
fn first_token(text: &str) -> (usize, Option<TokenClass>, bool) {
    let first = text.chars().next().unwrap_or(' ');
    let until = |end: fn(char) -> bool| text.find(end).unwrap_or(text.len());
    if text.starts_with("//") {
        return (until(|letter| letter == '\n' || letter == '\r'), Some(TokenClass::Comment), false);
    }
    if first == '\'' || first == '"' {
        let rest = &text[1..];
        let end = rest.find([first, '\n', '\r']).map_or(text.len(), |at| at + 1);
        return (end + usize::from(text[end..].starts_with(first)), Some(TokenClass::Text), false);
    }
    if first == '\\' && text[1..].starts_with(char::is_uppercase) {
        let length = text[1..].find(|letter| !is_word(letter)).unwrap_or(text.len() - 1);
        return (1 + length, Some(TokenClass::Macro), true);
    }
    if is_word(first) {
        let length = until(|letter| !is_word(letter));
        let word = &text[..length];
        if Block::from_keyword(word).is_some() {
            return (length, Some(TokenClass::Section), true);
        }
        let is_keyword = KEYWORDS.iter().any(|entry| entry.name.eq_ignore_ascii_case(word));
        let class = if is_keyword {
            TokenClass::Keyword
        } else if first.is_ascii_digit() {
            TokenClass::Number
        } else if first.is_uppercase() || first == '_' {
            TokenClass::Parameter
        } else if text[length..].starts_with('(') {
            TokenClass::Expression
        } else {
            return (length, None, false);
        };
        return (length, Some(class), is_keyword);
    }
    let is_operator = [":-", "\\=", "=:=", "=<", ">=", "->", "=", "<", ">", "+", "-", "*", "\\+"]
        .into_iter()
        .filter(|operator| text.starts_with(operator))
        .map(str::len)
        .max();
    match is_operator {
        Some(length) => (length, Some(TokenClass::Operator), false),
        None => (first.len_utf8(), None, false),
    }
}

/// Returns the classified tokens of a rule file in order.
pub fn tokens(text: &str) -> Vec<SemanticToken> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (length, class, is_builtin) = first_token(&text[at..]);
        let end = at + length.max(1);
        if let Some(class) = class {
            found.push(SemanticToken { is_builtin, ..SemanticToken::new(Span::new(at, end), class) });
        }
        at = end;
    }
    found
}

/// Returns the parts of a rule file that can be folded: blocks, rules, and comments.
pub fn folds(text: &str) -> Vec<Fold> {
    let mut found = comment_folds(text, "//");
    // Places where the parts that are open begin: the keyword of a block, the `IF` of a rule.
    let mut open: Vec<Span> = Vec::new();
    let mut word: Option<Span> = None;
    for piece in split(text) {
        match piece.kind {
            PieceKind::Word if open.is_empty() || piece.text(text).eq_ignore_ascii_case("if") => {
                word = Some(piece.span);
            }
            PieceKind::OpenBrace => open.push(word.take().unwrap_or(piece.span)),
            PieceKind::CloseBrace => {
                let Some(start) = open.pop() else { continue };
                let kind = if open.is_empty() { FoldKind::Section } else { FoldKind::Entry };
                found.extend(whole_lines(text, start.to(piece.span), kind));
            }
            _ => {}
        }
    }
    sort_folds(&mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shipped::SHIPPED_RULES;

    #[test]
    fn words_are_classified() {
        let text = "SETTURN { if (eq(\\CARD,X1). // all\n) { add p('é',12). } }";
        let found = tokens(text);
        let of = |word: &str| {
            let at = text.find(word).expect("it is there") as u32;
            found.iter().find(|token| token.span.start <= at && at < token.span.end).map(|token| token.class)
        };
        for (word, class) in [
            ("SETTURN", TokenClass::Section),
            ("if", TokenClass::Keyword),
            ("eq(", TokenClass::Expression),
            ("\\CARD", TokenClass::Macro),
            ("X1", TokenClass::Parameter),
            ("// all", TokenClass::Comment),
            ("add", TokenClass::Keyword),
            ("'é'", TokenClass::Text),
            ("12", TokenClass::Number),
        ] {
            assert_eq!(of(word), Some(class), "{word}");
        }
        assert_eq!(of("{"), None);
    }

    #[test]
    fn blocks_and_rules_are_folded() {
        let text = "PROLOG {\np(1).\n}\nSETTURN {\nIF (p(1).) {\nadd p(2).\n}\n}\n";
        let line = |at: u32| text[..at as usize].matches('\n').count() + 1;
        let found: Vec<_> =
            folds(text).iter().map(|fold| (line(fold.span.start), line(fold.span.end), fold.kind)).collect();
        assert_eq!(found, [(1, 3, FoldKind::Section), (4, 8, FoldKind::Section), (5, 7, FoldKind::Entry)]);
    }

    #[test]
    fn tokens_of_shipped_rules_do_not_overlap() {
        for rules in SHIPPED_RULES {
            let found = tokens(rules.text);
            assert!(found.windows(2).all(|two| two[0].span.end <= two[1].span.start), "{}", rules.name);
            let is_empty = rules.name == "empty";
            assert!(!found.is_empty() && (is_empty || !folds(rules.text).is_empty()), "{}", rules.name);
        }
    }
}
