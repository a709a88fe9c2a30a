//! Common syntax of PGN and PDN: games as tag pairs and parts of a movetext. The parts of a movetext are interpreted in
//! [`movetext`](super::movetext), the meaning of moves is in [`pgn`](super::pgn) and [`pdn`](super::pdn), and games are
//! written in [`layout`](super::layout).

use std::ops::Range;

use super::left_out::LeftOut;
use super::result::{ends_with_result, is_result};
use super::scan::{NotationError, NotationWarning, Scanner, TextPosition};

/// Parsed game.
#[derive(Debug)]
pub(super) struct ParsedGame {
    /// Beginning of the game.
    pub(super) place: TextPosition,
    /// Bytes of the text from its beginning to the end of its last part.
    pub(super) range: Range<usize>,
    pub(super) tags: Vec<Tag>,
    /// Parts of the movetext, in order.
    pub(super) parts: Vec<(Part, TextPosition)>,
    /// Result behind the moves.
    pub(super) result: Option<(String, TextPosition)>,
    /// Parts that are left out.
    pub(super) left_out: LeftOut,
    pub(super) warnings: Vec<NotationWarning>,
    /// First error of the syntax.
    pub(super) error: Option<NotationError>,
}

/// Part of a movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Move, its number, or marks.
    Word(String),
    /// Comment; line breaks are blanks.
    Comment(String),
    /// Numeric annotation glyph (NAG): `$14`.
    Glyph(String),
    /// Beginning of a variation.
    Open,
    /// End of a variation.
    Close,
}

#[derive(Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) place: TextPosition,
}

impl ParsedGame {
    fn new(place: TextPosition, begin: usize) -> Self {
        Self {
            place,
            range: begin..begin,
            tags: Vec::new(),
            parts: Vec::new(),
            result: None,
            left_out: LeftOut::default(),
            warnings: Vec::new(),
            error: None,
        }
    }

    /// Tag with this name, ignoring case.
    pub(super) fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// Value of a tag; empty without the tag.
    pub(super) fn value(&self, name: &str) -> &str {
        self.tag(name).map_or("", |tag| tag.value.trim())
    }

    /// `true` if the movetext has begun.
    fn has_movetext(&self) -> bool {
        self.result.is_some() || self.parts.iter().any(|(part, _)| matches!(part, Part::Word(_)))
    }

    /// Adds a result.
    fn add_result(&mut self, word: &str, place: TextPosition) {
        match &self.result {
            None => self.result = Some((word.to_owned(), place)),
            Some((first, _)) if result_is_equal(first, word) => {
                self.warnings.push(place.warning(format!("the result {word} is given a second time")));
            }
            Some((first, _)) => {
                let error = place.error(format!("the result {word} follows the result {first} of the same game"));
                self.error.get_or_insert(error);
            }
        }
    }
}

fn result_is_equal(one: &str, other: &str) -> bool {
    let read = |word| super::result::parse_result(word).ok();
    read(one) == read(other)
}

/// Differences between the movetexts of PGN and PDN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// A result can be glued to the last move: `e6*`.
    Pgn,
    /// A star at a move marks a forced move.
    Pdn,
}

/// Parses the games of a text. A game with an error does not affect those after it.
///
/// # Errors
/// If there is no game.
pub(super) fn parse_games(text: &str, dialect: Dialect) -> Result<Vec<ParsedGame>, NotationError> {
    let mut parser = Parser { scanner: Scanner::new(text), dialect, games: Vec::new(), open: None, last_end: 0 };
    while let Some(begin) = parser.next_part() {
        let in_tag = begin.peek() == Some('[');
        if let Err(error) = parser.read_part() {
            parser.open_game(&begin).error.get_or_insert(error);
            parser.scanner = begin;
            parser.scanner.skip_line();
            // The tags after a wrong one belong to the same game, and so does a movetext.
            if !in_tag {
                parser.skip_to_tag();
                parser.close_game();
            }
        }
    }
    parser.close_game();
    let games = parser.games;
    if games.is_empty() { Err(TextPosition::FIRST.error("there is no game in this text")) } else { Ok(games) }
}

struct Parser<'a> {
    scanner: Scanner<'a>,
    dialect: Dialect,
    games: Vec<ParsedGame>,
    open: Option<ParsedGame>,
    /// Byte after the last part of a game. Lines that are left out do not count.
    last_end: usize,
}

impl<'a> Parser<'a> {
    /// Scanner at the next part of the text, if there is one.
    fn next_part(&mut self) -> Option<Scanner<'a>> {
        self.scanner.skip_whitespace();
        self.scanner.peek().map(|_| self.scanner.clone())
    }

    /// The open game; a new one begins at `begin`.
    fn open_game(&mut self, begin: &Scanner<'a>) -> &mut ParsedGame {
        self.open.get_or_insert_with(|| ParsedGame::new(begin.position(), begin.offset()))
    }

    /// Adds a part to the open game.
    fn add_part(&mut self, begin: &Scanner<'a>, part: Part) {
        self.open_game(begin).parts.push((part, begin.position()));
    }

    /// Ends the open game. Comments alone are no game.
    fn close_game(&mut self) {
        let is_game = |game: &ParsedGame| !game.tags.is_empty() || game.has_movetext() || game.error.is_some();
        let Some(mut game) = self.open.take() else { return };
        game.range.end = self.last_end;
        self.games.extend(Some(game).filter(is_game));
    }

    /// Skips to the next line that begins with a tag.
    fn skip_to_tag(&mut self) {
        while self.scanner.peek().is_some() {
            let mut ahead = self.scanner.clone();
            ahead.next();
            ahead.skip_whitespace();
            if self.scanner.peek() == Some('[') && ahead.peek().is_some_and(char::is_alphabetic) {
                return;
            }
            self.scanner.skip_line();
            self.scanner.skip_whitespace();
        }
    }

    /// Ends the open game before a comment that begins below its result, since it belongs to the next game.
    fn close_before_comment(&mut self, place: TextPosition) {
        let result = self.open.as_ref().and_then(|game| game.result.as_ref());
        if result.is_some_and(|(_, result)| place.line > result.line) {
            self.close_game();
        }
    }

    /// Reads a tag, comment, variation or word.
    fn read_part(&mut self) -> Result<(), NotationError> {
        let begin = self.scanner.clone();
        let place = begin.position();
        let Some(letter) = begin.peek() else { return Ok(()) };
        match letter {
            '%' if place.column == 1 => {
                self.scanner.skip_line();
                self.open_game(&begin).left_out.add_comment(place.line);
                return Ok(());
            }
            ')' | '}' => return Err(place.error(format!("this {letter} closes nothing"))),
            '[' => {
                if self.open.as_ref().is_some_and(ParsedGame::has_movetext) {
                    self.close_game();
                }
                // The game exists even if its first tag is wrong.
                self.open_game(&begin);
                let tag = parse_tag(&mut self.scanner)?;
                self.open_game(&begin).tags.push(tag);
            }
            '(' => {
                let mut game = std::mem::replace(self.open_game(&begin), ParsedGame::new(place, 0));
                let read = parse_variation(&mut self.scanner, &mut game);
                *self.open_game(&begin) = game;
                read?;
            }
            _ => match parse_note(&mut self.scanner)? {
                Some(part) => {
                    self.close_before_comment(place);
                    self.add_part(&begin, part);
                }
                None => {
                    let word = self.scanner.take_while(is_of_word);
                    if word.is_empty() {
                        return Err(place.error(format!("{letter:?} is no part of a game")));
                    }
                    self.add_word(word, &begin)?;
                }
            },
        }
        self.last_end = self.scanner.offset();
        Ok(())
    }

    fn add_word(&mut self, word: &str, begin: &Scanner<'a>) -> Result<(), NotationError> {
        let place = begin.position();
        if is_result(word) {
            self.open_game(begin).add_result(word, place);
            return Ok(());
        }
        let glued = if self.dialect == Dialect::Pgn { ends_with_result(word) } else { None };
        let (word, result) = glued.unwrap_or((word, ""));
        let number = word.split('.').next().and_then(|number| number.parse::<u32>().ok());
        let ended = self.open.as_ref().and_then(|game| game.result.as_ref()).map(|(result, _)| result.clone());
        if let Some(ended) = ended {
            if number.is_some_and(|number| number != 1) {
                return Err(place.error(format!("\"{word}\" follows the result {ended} of the game")));
            }
            self.close_game();
        }
        self.add_part(begin, Part::Word(word.to_owned()));
        if !result.is_empty() {
            let place = TextPosition { column: place.column + word.chars().count(), ..place };
            self.open_game(begin).add_result(result, place);
        }
        Ok(())
    }
}

fn is_of_word(letter: char) -> bool {
    !letter.is_whitespace() && !matches!(letter, '[' | ']' | '{' | '}' | '(' | ')' | ';' | '$')
}

/// Parses a comment or a numeric annotation glyph; `None` at anything else, of which nothing is read.
fn parse_note(scanner: &mut Scanner<'_>) -> Result<Option<Part>, NotationError> {
    match scanner.peek() {
        Some('{') => Ok(Some(Part::Comment(parse_comment(scanner)?))),
        Some(';') => {
            let text = scanner.take_while(|letter| letter != '\n');
            Ok(Some(Part::Comment(text.trim_start_matches(';').trim().to_owned())))
        }
        Some('$') => {
            scanner.next();
            let number = scanner.take_while(|letter| letter.is_ascii_digit());
            Ok(Some(Part::Glyph(format!("${number}"))))
        }
        _ => Ok(None),
    }
}

/// Parses a comment in braces; line breaks become blanks. A comment with a line that begins with `[Event` has lost its
/// brace.
fn parse_comment(scanner: &mut Scanner<'_>) -> Result<String, NotationError> {
    let place = scanner.position();
    scanner.next();
    let text = scanner.take_while(|letter| letter != '}');
    if scanner.next().is_none() {
        return Err(place.error("this comment is never closed by }"));
    }
    match text.lines().zip(place.line..).skip(1).find(|(line, _)| line.starts_with("[Event ")) {
        None => Ok(text.replace("\r\n", " ").replace(['\n', '\r'], " ")),
        Some((_, line)) => {
            Err(place.error(format!("this comment is not closed by }} before the next game begins in line {line}")))
        }
    }
}

/// Parses a variation with those inside of it, and adds its parts to a game. Results in it and other characters that are
/// no part of a movetext are left out.
fn parse_variation(scanner: &mut Scanner<'_>, game: &mut ParsedGame) -> Result<(), NotationError> {
    let (begin, mut depth) = (scanner.position(), 0_usize);
    let mut parts = Vec::new();
    loop {
        scanner.skip_whitespace();
        let place = scanner.position();
        let Some(letter) = scanner.peek() else {
            return Err(begin.error("this variation is never closed by )"));
        };
        if letter == '%' && place.column == 1 {
            scanner.skip_line();
            game.left_out.add_comment(place.line);
            continue;
        }
        if let Some(note) = parse_note(scanner)? {
            parts.push((note, place));
            continue;
        }
        let word = scanner.take_while(is_of_word);
        if !word.is_empty() {
            let part = Part::Word(word.to_owned());
            parts.extend(Some((part, place)).filter(|_| !is_result(word)));
            continue;
        }
        scanner.next();
        match letter {
            '(' => {
                depth += 1;
                parts.push((Part::Open, place));
            }
            ')' => {
                depth -= 1;
                parts.push((Part::Close, place));
                if depth == 0 {
                    game.parts.extend(parts);
                    return Ok(());
                }
            }
            _ => {}
        }
    }
}

/// Parses `[Name "value"]`. A backslash escapes a quote and a backslash.
fn parse_tag(scanner: &mut Scanner<'_>) -> Result<Tag, NotationError> {
    let place = scanner.position();
    let wrong = || place.error("a tag is written [Name \"value\"]");
    scanner.next();
    scanner.skip_whitespace();
    let name = scanner.take_while(|letter| letter.is_alphanumeric() || letter == '_').to_owned();
    scanner.skip_whitespace();
    let quote = scanner.next();
    if let Some(letter @ ('“' | '”' | '„' | '\'')) = quote {
        return Err(
            place.error(format!("the value of {name} is in the quotes {letter}; a tag is written [Name \"value\"]"))
        );
    }
    if name.is_empty() || quote != Some('"') {
        return Err(wrong());
    }
    let mut value = String::new();
    loop {
        let at = scanner.position();
        match scanner.next().filter(|&letter| letter != '\n') {
            None => return Err(wrong()),
            Some('"') => {
                let rest = scanner.clone().take_while(|letter| letter != '\n');
                scanner.skip_whitespace();
                if scanner.next() == Some(']') {
                    return Ok(Tag { name, value, place });
                }
                if !rest.contains('"') {
                    return Err(wrong());
                }
                let shown = "a quote inside of a value is written \\\"";
                return Err(at.error(format!("this quote (\") ends the value of {name}, but more follows; {shown}")));
            }
            Some('\\') if matches!(scanner.peek(), Some('"' | '\\')) => value.extend(scanner.next()),
            Some(letter) => value.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Vec<ParsedGame> {
        parse_games(text, Dialect::Pgn).unwrap()
    }

    /// The parts of a movetext: comments in braces, variations in parentheses.
    fn words(game: &ParsedGame) -> String {
        let part = |(part, _): &(Part, TextPosition)| match part {
            Part::Word(text) | Part::Glyph(text) => text.clone(),
            Part::Comment(text) => format!("{{{text}}}"),
            Part::Open => "(".to_owned(),
            Part::Close => ")".to_owned(),
        };
        game.parts.iter().map(part).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn games_are_separated_with_their_comments_and_variations() {
        let text = "% a line of its own\n[Event \"One \\\"two\\\"\"]\n\n1. e4 {best (by [test]} e5 $1 2.Nf3 ; rest\n\
                    (2. f4 (2. d4 {)} exd4) *) 2... Nc6!? ?! 1-0 1. d4 *\n[Event \"b\"] d4\n[Event \"c\"]";
        let games = parse(text);
        assert!(games.iter().all(|game| game.error.is_none()));
        assert_eq!(
            games.iter().map(words).collect::<Vec<_>>(),
            [
                "1. e4 {best (by [test]} e5 $1 2.Nf3 {rest} ( 2. f4 ( 2. d4 {)} exd4 ) ) 2... Nc6!? ?!",
                "1. d4",
                "d4",
                ""
            ]
        );
        assert_eq!(games[0].tag("event").unwrap().value, "One \"two\"");
        assert_eq!(games[0].parts[3], (Part::Word("e5".to_owned()), TextPosition { line: 4, column: 25 }));
        assert_eq!(games[1].result.as_ref().map(|(word, _)| word.as_str()), Some("*"));
        let left_out = games[0].left_out.warning().unwrap().to_string();
        assert_eq!(left_out, "line 1: left out is a comment (line 1)");
        let texts: Vec<&str> = games.iter().map(|game| &text[game.range.clone()]).collect();
        assert!(texts[0].starts_with("% a line") && texts[0].ends_with("1-0"), "{texts:?}");
        assert_eq!(texts[1..], ["1. d4 *", "[Event \"b\"] d4", "[Event \"c\"]"]);
    }

    #[test]
    fn a_second_result_is_no_second_game() {
        let once = parse("[Event \"a\"]\n1. e4 e5 1-0 1-0\n\n1:0");
        assert_eq!((once.len(), once[0].error.is_none(), once[0].warnings.len()), (1, true, 2));
        for (text, message) in [
            ("1. e4 1-0 0-1", "line 1, column 11: the result 0-1 follows the result 1-0 of the same game"),
            ("1. e4 * 1/2-1/2", "line 1, column 9: the result 1/2-1/2 follows the result * of the same game"),
            ("1. e4 e5 1-0 2. d4 d5 1-0", "line 1, column 14: \"2.\" follows the result 1-0 of the game"),
        ] {
            let games = parse(text);
            assert_eq!((games.len(), games[0].error.as_ref().unwrap().to_string()), (1, message.to_owned()));
        }
    }

    #[test]
    fn a_result_can_be_glued_to_the_last_move() {
        for (text, moves, result) in [
            ("1. e4 e5*", "1. e4 e5", "*"),
            ("1. e4 e51-0", "1. e4 e5", "1-0"),
            ("1. e4 O-O½-½", "1. e4 O-O", "½-½"),
            ("1. e4 e5 1–0", "1. e4 e5", "1–0"),
        ] {
            let game = parse(text).remove(0);
            assert_eq!((words(&game).as_str(), game.result.unwrap().0.as_str()), (moves, result), "{text}");
        }
        let forced = parse_games("1. 11-15* 23-19*", Dialect::Pdn).unwrap().remove(0);
        assert_eq!((words(&forced).as_str(), forced.result.is_none()), ("1. 11-15* 23-19*", true));
    }

    #[test]
    fn unclosed_brackets_are_reported_at_their_beginning() {
        assert_eq!(parse_games("", Dialect::Pgn).unwrap_err().reason, "there is no game in this text");
        let message = |text: &str| parse(text)[0].error.as_ref().unwrap().to_string();
        assert_eq!(message("1. e4 {no"), "line 1, column 7: this comment is never closed by }");
        assert_eq!(message("e4\n (e5 (d5)"), "line 2, column 2: this variation is never closed by )");
        assert_eq!(message("e4 )"), "line 1, column 4: this ) closes nothing");
        for tag in ["[Event]", "[\"x\"]", "[Event \"x]", "[Event \"x\" y]", "[Event \"x\n\"]", "["] {
            assert_eq!(message(tag), "line 1, column 1: a tag is written [Name \"value\"]", "{tag}");
        }
    }

    #[test]
    fn quotes_are_escaped_and_an_unescaped_one_is_named() {
        let value = |text: &str| parse(text)[0].tags[0].value.clone();
        assert_eq!(value("[Site \"C:\\\\games\\\\\\\"x\\\"\"]"), "C:\\games\\\"x\"");
        assert_eq!(value("[Site \"C:\\games\"]"), "C:\\games");
        let message = |text: &str| parse(text)[0].error.as_ref().unwrap().to_string();
        for (text, column) in [("[Event \"The \"Spring\" Open\"]", 13), ("[White \"A \"B\"\"]", 11)] {
            assert!(message(text).starts_with(&format!("line 1, column {column}: this quote (\") ends the value of ")));
        }
        assert!(message("[Event “Open”]").contains("is in the quotes “"));
    }

    #[test]
    fn a_wrong_game_does_not_affect_the_next_ones() {
        let good = "[Event \"good\"]\n[White \"A\"]\n\n1. d4 *\n\n";
        for wrong in [
            "[Event \"a \"b\" c\"]\n[White \"B\"]\n\n1. e4 *\n\n",
            "[Event \"x\"]\n\n1. e4 {never closed\n\n",
            "[Event \"x\"]\n\n1. e4 (1. d4\n\n",
            "[Event \"x\"]\n\n1. e4 ) e5\n 2. d4\n\n",
        ] {
            let games = parse(&[good, wrong, good].concat());
            let wrong_ones: Vec<bool> = games.iter().map(|game| game.error.is_some()).collect();
            assert_eq!(wrong_ones, [false, true, false], "{wrong}");
        }
        // A comment with a brace far away is the fault of its own game.
        let far = parse(&["[Event \"x\"]\n\n1. e4 {open *\n\n", good, "[Event \"y\"]\n\n1. c4 {closed} *"].concat());
        assert_eq!(far.iter().map(|game| game.error.is_some()).collect::<Vec<_>>(), [true, false, false]);
    }
}
