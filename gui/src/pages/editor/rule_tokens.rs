//! Tokens of rule files of Taroky for highlighting: lexical only. Colours are in [`highlight`](super::highlight).

use std::ops::Range;

use boardwright_bots::rules::blocks::{Block, KEYWORDS};

use super::highlight::Token;

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Length of the token at the beginning of a text, with its class.
fn first_token(text: &str) -> (usize, Token) {
    let first = text.chars().next().unwrap_or(' ');
    let until = |end: fn(char) -> bool| text.find(end).unwrap_or(text.len());
    if text.starts_with("//") {
        return (until(|letter| letter == '\n'), Token::Comment);
    }
    if first == '\'' || first == '"' {
        let rest = &text[1..];
        let end = rest.find([first, '\n']).map_or(text.len(), |at| at + 1);
        return (end + usize::from(text[end..].starts_with(first)), Token::Text);
    }
    if first == '\\' && text[1..].starts_with(char::is_uppercase) {
        let length = text[1..].find(|letter| !is_word(letter)).unwrap_or(text.len() - 1);
        return (1 + length, Token::Key);
    }
    if is_word(first) {
        let length = until(|letter| !is_word(letter));
        let word = &text[..length];
        let is_keyword = KEYWORDS.iter().any(|entry| entry.name.eq_ignore_ascii_case(word));
        let class = if Block::from_keyword(word).is_some() || is_keyword {
            Token::Section
        } else if first.is_ascii_digit() {
            Token::Number
        } else if first.is_uppercase() || first == '_' {
            Token::Variable
        } else {
            Token::Plain
        };
        return (length, class);
    }
    (first.len_utf8(), Token::Plain)
}

/// Splits a rule file into tokens without gaps.
pub(super) fn tokenize(text: &str) -> Vec<(Range<usize>, Token)> {
    let mut parts: Vec<(Range<usize>, Token)> = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (length, class) = first_token(&text[at..]);
        let end = at + length.max(1);
        match parts.last_mut() {
            Some((range, last)) if *last == class && class == Token::Plain => range.end = end,
            _ => parts.push((at..end, class)),
        }
        at = end;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_bots::rules::shipped::SHIPPED_RULES;

    #[test]
    fn tokens_cover_the_text_without_gaps() {
        for rules in SHIPPED_RULES {
            let mut at = 0;
            for (range, _) in tokenize(rules.text) {
                assert_eq!(range.start, at, "{}", rules.name);
                at = range.end;
            }
            assert_eq!(at, rules.text.len(), "{}", rules.name);
        }
    }

    #[test]
    fn tokens_are_distinguished() {
        let text = "SETTURN { if (eq(\\CARD,X1). // all\n) { add p('é',12). } }";
        let of = |word: &str| {
            let at = text.find(word).expect("it is there");
            tokenize(text).into_iter().find(|(range, _)| range.contains(&at)).map(|(_, class)| class)
        };
        for (word, class) in [
            ("SETTURN", Token::Section),
            ("if", Token::Section),
            ("\\CARD", Token::Key),
            ("X1", Token::Variable),
            ("// all", Token::Comment),
            ("'é'", Token::Text),
            ("12", Token::Number),
            ("p(", Token::Plain),
        ] {
            assert_eq!(of(word), Some(class), "{word}");
        }
    }
}
