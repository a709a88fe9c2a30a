//! The parts of a movetext of PGN or PDN: numbers of moves, moves, marks, comments and variations. A number is compared with
//! the number of the next move, so that nothing vanishes as a number.

use boardwright_game::record::MAX_NESTING;

use super::marks::{evaluation, is_mark_word, marks_en_passant, strip_marks};
use super::scan::{NotationError, TextPosition};
use super::tags::{Dialect, ParsedGame, Part};

/// Makes the moves of a game, word by word.
pub(super) trait MoveMaker {
    /// Makes the move that a word without marks denotes. `is_last` for the last word of a line.
    fn make(&mut self, word: &str, is_last: bool) -> Result<(), String>;

    /// `true` if the last move was an en passant capture.
    fn is_en_passant(&self) -> bool;

    /// Receiver of everything except the moves.
    fn notes(&mut self) -> &mut dyn NoteSink;
}

/// Receiver of the notes of a game, in the order of the text.
pub(super) trait NoteSink {
    /// Begins the moves of a word. Variations behind it replace all of them.
    fn begin_word(&mut self);

    /// Adds a comment on the last move, or on the beginning of the line.
    fn comment(&mut self, text: String);

    /// Adds a mark to the last move.
    fn mark(&mut self, mark: String);

    /// Begins a variation in place of the last word.
    fn begin_variation(&mut self);

    /// Ends a variation, and returns to the line in which it stands.
    fn end_variation(&mut self);
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
    /// Comment.
    Comment(&'a str),
    /// Numeric annotation glyph.
    Glyph(&'a str),
    /// Beginning of a variation.
    Open,
    /// End of a variation.
    Close,
}

/// Makes the moves of a parsed game; adds warnings to it. Returns the number of the first move.
///
/// # Errors
/// If a word of the main line is neither a legal move nor the number of one. A variation ends before such a word.
pub(super) fn make_moves(
    parsed: &mut ParsedGame,
    dialect: Dialect,
    first: FirstMove,
    maker: &mut dyn MoveMaker,
) -> Result<u32, NotationError> {
    let parts = std::mem::take(&mut parsed.parts);
    let tokens = tokens(&parts);
    let counters = vec![MoveCounter { first, begin: 0, made: 0, is_wrong: false }];
    let mut reader = Reader { parsed, dialect, maker, counters, after_number: false };
    let mut skip = None;
    for (&(token, place), is_last) in tokens.iter().zip(last_moves(&tokens)) {
        if let Some(skipped) = skip {
            skip = reader.skip(token, skipped);
            continue;
        }
        match reader.read(token, place, is_last) {
            Ok(is_read) => skip = (!is_read).then_some(Skipped { depth: 1, ends_variation: false }),
            Err(error) if reader.counters.len() > 1 => {
                let reason = format!("the rest of this variation is left out: {}", error.reason);
                reader.parsed.warnings.push(place.warning(reason));
                skip = Some(Skipped { depth: 1, ends_variation: true });
            }
            Err(error) => return Err(error),
        }
    }
    Ok(reader.counters[0].first.number.unwrap_or(1))
}

/// Part of a text that is left out.
#[derive(Clone, Copy)]
struct Skipped {
    /// Number of variations that are left out, one inside the other.
    depth: usize,
    /// `true` if the outermost of them has begun, so that its end is due.
    ends_variation: bool,
}

/// Reader of a movetext.
struct Reader<'r> {
    parsed: &'r mut ParsedGame,
    dialect: Dialect,
    maker: &'r mut dyn MoveMaker,
    /// Counters of the line and of those around it.
    counters: Vec<MoveCounter>,
    after_number: bool,
}

impl Reader<'_> {
    fn counter(&mut self) -> &mut MoveCounter {
        self.counters.last_mut().expect("the main line is never closed")
    }

    /// Passes over a token; returns what is still to be skipped.
    fn skip(&mut self, token: Token<'_>, skipped: Skipped) -> Option<Skipped> {
        let depth = match token {
            Token::Open => skipped.depth + 1,
            Token::Close => skipped.depth - 1,
            _ => skipped.depth,
        };
        if depth == 0 && skipped.ends_variation {
            self.end_variation();
        }
        (depth > 0).then_some(Skipped { depth, ..skipped })
    }

    fn end_variation(&mut self) {
        self.counters.pop();
        self.maker.notes().end_variation();
    }

    /// Reads a token; `false` if it begins a variation that is left out.
    fn read(&mut self, token: Token<'_>, place: TextPosition, is_last: bool) -> Result<bool, NotationError> {
        let was_number = std::mem::replace(&mut self.after_number, matches!(token, Token::Number(_)));
        let dialect = self.dialect;
        let word = match token {
            Token::Number(number) => {
                self.check_number(number, place);
                return Ok(true);
            }
            Token::Digits(digits) if self.counter().is_number(digits, was_number, dialect) => {
                self.after_number = true;
                self.check_number(digits.parse().unwrap_or(u32::MAX), place);
                return Ok(true);
            }
            Token::Marks(marks) => {
                self.add_marks(marks, place)?;
                return Ok(true);
            }
            Token::Glyph(glyph) => {
                self.refuse_before_moves(glyph, place)?;
                self.maker.notes().mark(glyph.to_owned());
                return Ok(true);
            }
            Token::Comment(text) => {
                if !text.trim().is_empty() {
                    self.maker.notes().comment(text.to_owned());
                }
                return Ok(true);
            }
            Token::Open => return Ok(self.begin_variation(place)),
            Token::Close => {
                self.end_variation();
                return Ok(true);
            }
            Token::Digits(word) | Token::Move(word) => word,
        };
        let plain = strip_marks(word);
        self.maker.notes().begin_word();
        self.maker.make(plain, is_last).map_err(|reason| place.error(reason))?;
        self.counter().made += 1;
        if word.len() > plain.len() {
            self.add_marks(&word[plain.len()..], place)?;
        }
        Ok(true)
    }

    /// Begins a variation; `false` if it is left out.
    fn begin_variation(&mut self, place: TextPosition) -> bool {
        let depth = self.counters.len();
        let counter = *self.counter();
        let reason = match () {
            () if counter.made == counter.begin => "this variation is left out: no move is before it".to_owned(),
            () if depth > MAX_NESTING => {
                format!("this variation is left out: variations are nested over {MAX_NESTING} deep")
            }
            () => {
                let made = counter.made - 1;
                self.counters.push(MoveCounter { begin: made, made, ..counter });
                self.maker.notes().begin_variation();
                return true;
            }
        };
        self.parsed.warnings.push(place.warning(reason));
        false
    }

    fn check_number(&mut self, number: u32, place: TextPosition) {
        if let Some(expected) = self.counter().check(number) {
            let reason = format!("the number {number} stands at move {expected}");
            self.parsed.warnings.push(place.warning(reason));
        }
    }

    fn refuse_before_moves(&mut self, marks: &str, place: TextPosition) -> Result<(), NotationError> {
        let counter = self.counter();
        if counter.made == counter.begin {
            return Err(place.error(format!("\"{marks}\" is no move, and no move is before it")));
        }
        Ok(())
    }

    /// Refuses marks that stand before all moves, or say that another kind of move was made; keeps those that evaluate.
    fn add_marks(&mut self, marks: &str, place: TextPosition) -> Result<(), NotationError> {
        self.refuse_before_moves(marks, place)?;
        if marks_en_passant(marks) && !self.maker.is_en_passant() {
            return Err(place.error(format!("\"{}\" stands at a move that is no en passant capture", marks.trim())));
        }
        let mark = evaluation(marks);
        if !mark.is_empty() {
            self.maker.notes().mark(mark.to_owned());
        }
        Ok(())
    }
}

/// Number of words of the main line that look like moves.
pub(super) fn count_moves(parsed: &ParsedGame) -> usize {
    let (mut depth, mut count) = (0_usize, 0);
    for (token, _) in tokens(&parsed.parts) {
        match token {
            Token::Open => depth += 1,
            Token::Close => depth -= 1,
            Token::Move(_) if depth == 0 => count += 1,
            _ => {}
        }
    }
    count
}

/// By token: `true` for the last move of a line.
fn last_moves(tokens: &[(Token<'_>, TextPosition)]) -> Vec<bool> {
    let mut is_last = vec![false; tokens.len()];
    // By line that is open: `true` if a later move has been found.
    let mut found = vec![false];
    for (index, (token, _)) in tokens.iter().enumerate().rev() {
        match token {
            Token::Close => found.push(false),
            Token::Open => drop(found.pop()),
            Token::Move(_) | Token::Digits(_) => {
                is_last[index] = found.last_mut().is_some_and(|found| !std::mem::replace(found, true));
            }
            _ => {}
        }
    }
    is_last
}

/// Counts moves and compares numbers with them.
#[derive(Clone, Copy)]
struct MoveCounter {
    first: FirstMove,
    /// Number of moves before the line.
    begin: usize,
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

    /// Compares a number with that of the next move; the first wrong number of a line is answered by the right one.
    fn check(&mut self, number: u32) -> Option<u32> {
        if self.made == 0 && self.first.number.is_none() {
            self.first.number = Some(number.max(1));
            return None;
        }
        let expected = self.expected().filter(|&expected| expected != number && !self.is_wrong)?;
        self.is_wrong = true;
        Some(expected)
    }
}

/// Splits the words among the parts of a movetext into numbers, moves and marks.
fn tokens(parts: &[(Part, TextPosition)]) -> Vec<(Token<'_>, TextPosition)> {
    let mut tokens = Vec::new();
    for (part, place) in parts {
        let word = match part {
            Part::Word(word) => word,
            Part::Comment(text) => {
                tokens.push((Token::Comment(text), *place));
                continue;
            }
            Part::Glyph(text) => {
                tokens.push((Token::Glyph(text), *place));
                continue;
            }
            Part::Open | Part::Close => {
                let token = if *part == Part::Open { Token::Open } else { Token::Close };
                tokens.push((token, *place));
                continue;
            }
        };
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

        fn notes(&mut self) -> &mut dyn NoteSink {
            self
        }
    }

    impl NoteSink for Words {
        fn begin_word(&mut self) {}

        fn comment(&mut self, text: String) {
            self.0.push(format!("{{{text}}}"));
        }

        fn mark(&mut self, mark: String) {
            self.0.push(mark);
        }

        fn begin_variation(&mut self) {
            self.0.push("(".to_owned());
        }

        fn end_variation(&mut self) {
            self.0.push(")".to_owned());
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
        let (_, words, warnings) = read(Dialect::Pgn, START, "1. a! b += 2. cxd+ e.p. e+ ±\n3. fxg ep");
        assert_eq!((words.as_str(), warnings), ("a ! b += cxd e ± fxg", vec![]));
        for (text, message) in [
            ("1. a e.p.", "line 1, column 6: \"e.p.\" stands at a move that is no en passant capture"),
            ("± 1. a", "line 1, column 1: \"±\" is no move, and no move is before it"),
            ("$4 1. a", "line 1, column 1: \"$4\" is no move, and no move is before it"),
        ] {
            assert_eq!(read(Dialect::Pgn, START, text).0, Err(message.to_owned()));
        }
    }

    #[test]
    fn comments_and_variations_are_kept_in_their_places() {
        let text = "{x} 1. a {} $2 (1. b {y} 1... c (1... d! 2. e) 2. f) 1... g ({z} 1... h) {w} 2. i *";
        let (_, words, warnings) = read(Dialect::Pgn, START, text);
        assert_eq!(words, "{x} a $2 ( b {y} c ( d ! e ) f ) g ( {z} h ) {w} i");
        assert!(warnings.is_empty(), "{warnings:?}");
    }

    #[test]
    fn a_variation_ends_before_an_illegal_move() {
        for (text, kept, warning) in [
            (
                "1. a (1. b 90 2. c (2. d) e) b *",
                "a ( b ) b",
                "line 1: the rest of this variation is left out: 90 is illegal",
            ),
            ("(1. b (c)) 1. a *", "a", "line 1: this variation is left out: no move is before it"),
            ("1. a (± b) c *", "a ( ) c", "is left out: \"±\" is no move, and no move is before it"),
        ] {
            let (number, words, warnings) = read(Dialect::Pdn, START, text);
            assert!(number.is_ok(), "{number:?}");
            assert_eq!((words.as_str().replace(" 90", "").as_str(), warnings.len()), (kept, 1), "{text}");
            assert!(warnings[0].contains(warning), "{warnings:?}");
        }
        let deep = format!("1. a {}{}", "(1. b ".repeat(30), ")".repeat(30));
        let (_, words, warnings) = read(Dialect::Pgn, START, &deep);
        assert_eq!((words.matches('(').count(), warnings.len()), (MAX_NESTING, 1));
    }
}
