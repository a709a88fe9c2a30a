//! The words of a movetext of PGN or PDN: numbers of moves, moves, and marks. A number is compared with the number of the
//! next move, so that nothing vanishes as a number.

use super::marks::{has_annotation, is_mark_word, marks_en_passant, strip_marks};
use super::scan::{NotationError, TextPosition};
use super::tags::{Dialect, ParsedGame};

/// Makes the moves of a game, word by word.
pub(super) trait MoveMaker {
    /// Makes the move that a word without marks denotes. `is_last` for the last word of a game.
    fn make(&mut self, word: &str, is_last: bool) -> Result<(), String>;

    /// `true` if the last move was an en passant capture.
    fn is_en_passant(&self) -> bool;
}

/// Beginning of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstMove {
    /// 0 if the player with the first move of each number begins, otherwise 1.
    pub(super) side: usize,
    /// Number of the first move; `None` if the first number of the text decides.
    pub(super) number: Option<u32>,
}

/// Part of a movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    /// Number with a period.
    Number(u32),
    /// Number without a period, or a move that consists of digits.
    Digits(&'a str),
    /// Move with its marks.
    Move(&'a str),
    /// Marks behind the move before them.
    Marks(&'a str),
}

/// Makes the moves of a parsed game; adds warnings to it. Returns the number of the first move.
///
/// # Errors
/// If a word is neither a legal move nor the number of one.
pub(super) fn make_moves(
    parsed: &mut ParsedGame,
    dialect: Dialect,
    first: FirstMove,
    maker: &mut dyn MoveMaker,
) -> Result<u32, NotationError> {
    let words = std::mem::take(&mut parsed.words);
    let tokens = tokens(&words);
    let last = tokens.iter().rposition(|(token, _)| matches!(token, Token::Move(_) | Token::Digits(_)));
    let mut counter = MoveCounter { first, made: 0, is_wrong: false };
    let mut after_number = false;
    for (index, &(token, place)) in tokens.iter().enumerate() {
        let is_last = Some(index) == last;
        let was_number = std::mem::replace(&mut after_number, matches!(token, Token::Number(_)));
        let word = match token {
            Token::Number(number) => {
                counter.check(number, place, parsed);
                continue;
            }
            Token::Digits(digits) if counter.is_number(digits, was_number, dialect) => {
                after_number = true;
                counter.check(digits.parse().unwrap_or(u32::MAX), place, parsed);
                continue;
            }
            Token::Marks(marks) => {
                check_marks(marks, place, counter.made > 0, maker, parsed)?;
                continue;
            }
            Token::Digits(word) | Token::Move(word) => word,
        };
        maker.make(strip_marks(word), is_last).map_err(|reason| place.error(reason))?;
        counter.made += 1;
        if word.len() > strip_marks(word).len() {
            check_marks(&word[strip_marks(word).len()..], place, true, maker, parsed)?;
        }
    }
    Ok(counter.first.number.unwrap_or(1))
}

/// Refuses marks that stand before all moves, or say that another kind of move was made; notes the others.
fn check_marks(
    marks: &str,
    place: TextPosition,
    is_after_move: bool,
    maker: &dyn MoveMaker,
    parsed: &mut ParsedGame,
) -> Result<(), NotationError> {
    if !is_after_move {
        return Err(place.error(format!("\"{marks}\" is no move, and no move is before it")));
    }
    if marks_en_passant(marks) && !maker.is_en_passant() {
        return Err(place.error(format!("\"{}\" stands at a move that is no en passant capture", marks.trim())));
    }
    if has_annotation(marks) || !marks.starts_with(['+', '#', 'e']) {
        parsed.left_out.add_mark(place.line);
    }
    Ok(())
}

/// Counts moves and compares numbers with them.
struct MoveCounter {
    first: FirstMove,
    made: usize,
    /// `true` after a warning of a wrong number.
    is_wrong: bool,
}

impl MoveCounter {
    /// Number of the next move, if it is known.
    fn expected(&self) -> Option<u32> {
        let number = self.first.number.or((self.made > 0).then_some(1))?;
        Some(number.saturating_add((self.turns() / 2) as u32))
    }

    /// `true` if the next move is the first one of its number.
    fn begins_number(&self) -> bool {
        self.turns().is_multiple_of(2)
    }

    /// Number of turns since the beginning of the first number.
    fn turns(&self) -> usize {
        self.first.side + self.made
    }

    /// `true` if digits without a period are the number of the next move.
    fn is_number(&self, digits: &str, was_number: bool, dialect: Dialect) -> bool {
        let is_expected = match self.expected() {
            Some(expected) => digits.parse() == Ok(expected),
            None => digits.len() < 3,
        };
        match dialect {
            _ if was_number => false,
            Dialect::Pgn => is_expected || digits.len() <= 3 && digits != "00",
            Dialect::Pdn => is_expected && (self.begins_number() || self.made == 0),
        }
    }

    /// Compares a number with that of the next move; the first wrong number of a game gets a warning.
    fn check(&mut self, number: u32, place: TextPosition, parsed: &mut ParsedGame) {
        if self.made == 0 && self.first.number.is_none() {
            self.first.number = Some(number.max(1));
            return;
        }
        let Some(expected) = self.expected().filter(|&expected| expected != number && !self.is_wrong) else { return };
        self.is_wrong = true;
        parsed.warnings.push(place.warning(format!("the number {number} stands at move {expected}")));
    }
}

/// Splits words into numbers, moves and marks.
fn tokens(words: &[(String, TextPosition)]) -> Vec<(Token<'_>, TextPosition)> {
    let mut tokens = Vec::new();
    for (word, place) in words {
        let mut rest = word.as_str();
        let at = |rest: &str| TextPosition {
            column: place.column + word[..word.len() - rest.len()].chars().count(),
            ..*place
        };
        loop {
            let after = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
            let digits = &rest[..rest.len() - after.len()];
            let behind = after.trim_start_matches(['.', '…']);
            if behind.len() == after.len() || is_mark_word(rest) {
                break;
            }
            if let Ok(number) = digits.parse() {
                tokens.push((Token::Number(number), at(rest)));
            }
            rest = behind;
        }
        let is_digits = !rest.is_empty() && rest.bytes().all(|letter| letter.is_ascii_digit());
        match rest {
            "" => {}
            _ if is_digits => tokens.push((Token::Digits(rest), at(rest))),
            _ if is_mark_word(rest) => tokens.push((Token::Marks(rest), at(rest))),
            _ => tokens.push((Token::Move(rest), at(rest))),
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::tags::parse_games;

    /// Collects words instead of making moves; the word 90 is illegal.
    #[derive(Default)]
    struct Words(Vec<String>);

    impl MoveMaker for Words {
        fn make(&mut self, word: &str, _is_last: bool) -> Result<(), String> {
            self.0.push(word.to_owned());
            if word == "90" { Err(format!("{word} is illegal")) } else { Ok(()) }
        }

        fn is_en_passant(&self) -> bool {
            self.0.last().is_some_and(|word| word.contains('x'))
        }
    }

    fn read(dialect: Dialect, first: FirstMove, text: &str) -> (Result<u32, String>, String, Vec<String>) {
        let mut parsed = parse_games(text, dialect).unwrap().remove(0);
        let mut words = Words::default();
        let number = make_moves(&mut parsed, dialect, first, &mut words).map_err(|error| error.to_string());
        let warnings = parsed.warnings.iter().chain(&parsed.left_out.warning()).map(ToString::to_string).collect();
        (number, words.0.join(" "), warnings)
    }

    const START: FirstMove = FirstMove { side: 0, number: Some(1) };

    #[test]
    fn numbers_are_no_moves() {
        for text in
            ["1. a b 2. c", "1.a b 2.c", "1 a b 2 c", "a b c", "1. a 1... b 2. c", "1.a ... b 2.c", "1. a 1…b 2. c"]
        {
            let (number, words, warnings) = read(Dialect::Pgn, START, text);
            assert_eq!((number, words.as_str(), warnings.len()), (Ok(1), "a b c", 0), "{text}");
        }
        let from = FirstMove { side: 1, number: None };
        assert_eq!(read(Dialect::Pgn, from, "38... a 39. b c 40. d"), (Ok(38), "a b c d".to_owned(), vec![]));
        assert_eq!(read(Dialect::Pgn, from, "a b"), (Ok(1), "a b".to_owned(), vec![]));
    }

    #[test]
    fn a_wrong_number_is_named_once() {
        let (_, words, warnings) = read(Dialect::Pgn, START, "1. a b\n3. c d 4. e");
        assert_eq!((words.as_str(), warnings), ("a b c d e", vec!["line 2: the number 3 stands at move 2".to_owned()]));
    }

    #[test]
    fn digits_without_a_period_never_vanish() {
        assert_eq!(read(Dialect::Pdn, START, "1. 1115 2319 2. 811 15 3 12").1, "1115 2319 811 15 12");
        assert_eq!(read(Dialect::Pdn, START, "1. 15 2319").1, "15 2319");
        assert_eq!(read(Dialect::Pdn, START, "11152319").1, "11152319");
        assert_eq!(read(Dialect::Pgn, START, "1. 5254 5755").1, "5254 5755");
        assert_eq!(read(Dialect::Pdn, START, "1. 1115 90").0, Err("line 1, column 9: 90 is illegal".to_owned()));
    }

    #[test]
    fn marks_are_no_moves() {
        let (_, words, warnings) = read(Dialect::Pgn, START, "1. a! b += 2. cxd e.p. e+ ±\n3. fxg ep");
        assert_eq!(words, "a b cxd e fxg");
        assert_eq!(warnings, ["line 1: left out are 3 marks (line 1)"]);
        for (text, message) in [
            ("1. a e.p.", "line 1, column 6: \"e.p.\" stands at a move that is no en passant capture"),
            ("± 1. a", "line 1, column 1: \"±\" is no move, and no move is before it"),
        ] {
            assert_eq!(read(Dialect::Pgn, START, text).0, Err(message.to_owned()));
        }
    }
}
