//! Common syntax of PGN and PDN: games as tag pairs and move texts, with comments and variations. The meaning of moves
//! is in [`pgn`](super::pgn) and [`pdn`](super::pdn).

use std::fmt::Write as _;

use super::scan::{NotationError, Scanner, TextPosition};

/// Parsed game, without comments and variations.
#[derive(Debug)]
pub(super) struct ParsedGame {
    /// Beginning of the game.
    pub(super) place: TextPosition,
    pub(super) tags: Vec<Tag>,
    pub(super) moves: Vec<(String, TextPosition)>,
    /// Result behind the moves.
    pub(super) result: Option<(String, TextPosition)>,
}

#[derive(Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) place: TextPosition,
}

impl ParsedGame {
    fn new(place: TextPosition) -> Self {
        Self { place, tags: Vec::new(), moves: Vec::new(), result: None }
    }

    /// Tag with this name, ignoring case.
    pub(super) fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }
}

/// Results, which end the moves of a game.
const RESULTS: [&str; 8] = ["1-0", "0-1", "1/2-1/2", "1/2", "*", "2-0", "0-2", "1-1"];

/// Parses the games of a text.
pub(super) fn parse_games(text: &str) -> Result<Vec<ParsedGame>, NotationError> {
    let (mut scanner, mut games) = (Scanner::new(text), Vec::new());
    let mut open: Option<ParsedGame> = None;
    loop {
        scanner.skip_whitespace();
        let place = scanner.position();
        let Some(letter) = scanner.peek() else { break };
        match letter {
            '%' if place.column == 1 => scanner.skip_line(),
            ';' => scanner.skip_line(),
            '{' => skip_comment(&mut scanner)?,
            '(' => skip_variation(&mut scanner)?,
            ')' | '}' => return Err(place.error(format!("this {letter} closes nothing"))),
            '[' => {
                if open.as_ref().is_some_and(|game| !game.moves.is_empty()) {
                    games.extend(open.take());
                }
                let tag = parse_tag(&mut scanner)?;
                open.get_or_insert_with(|| ParsedGame::new(place)).tags.push(tag);
            }
            '$' => {
                scanner.next();
                scanner.take_while(|letter| letter.is_ascii_digit());
            }
            _ => {
                let word = scanner.take_while(is_of_word);
                if word.is_empty() {
                    return Err(place.error(format!("{letter:?} is no part of a game")));
                }
                let game = open.get_or_insert_with(|| ParsedGame::new(place));
                if RESULTS.contains(&word) {
                    game.result = Some((word.to_owned(), place));
                    games.extend(open.take());
                } else if let Some((word, skipped)) = strip_move_number(word) {
                    game.moves.push((word.to_owned(), TextPosition { column: place.column + skipped, ..place }));
                }
            }
        }
    }
    games.extend(open);
    if games.is_empty() { Err(TextPosition::FIRST.error("there is no game in this text")) } else { Ok(games) }
}

fn is_of_word(letter: char) -> bool {
    !letter.is_whitespace() && !matches!(letter, '[' | ']' | '{' | '}' | '(' | ')' | ';' | '$')
}

/// Strips the move number from a word; returns the rest and the number of characters stripped. `None` if only a number
/// or marks are left.
fn strip_move_number(word: &str) -> Option<(&str, usize)> {
    let after = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = if after.starts_with('.') || after.is_empty() { after.trim_start_matches('.') } else { word };
    let skipped = word.len() - rest.len();
    (!rest.trim_matches(['!', '?']).is_empty()).then_some((rest, skipped))
}

fn skip_comment(scanner: &mut Scanner<'_>) -> Result<(), NotationError> {
    let place = scanner.position();
    scanner.take_while(|letter| letter != '}');
    scanner.next().map(|_| ()).ok_or_else(|| place.error("this comment is never closed by }"))
}

/// Skips a variation, including nested ones.
fn skip_variation(scanner: &mut Scanner<'_>) -> Result<(), NotationError> {
    let (place, mut depth) = (scanner.position(), 0_usize);
    loop {
        match scanner.peek() {
            None => return Err(place.error("this variation is never closed by )")),
            Some('{') => skip_comment(scanner)?,
            Some(';') => scanner.skip_line(),
            Some(letter) => {
                scanner.next();
                match letter {
                    '(' => depth += 1,
                    ')' if depth == 1 => return Ok(()),
                    ')' => depth -= 1,
                    _ => {}
                }
            }
        }
    }
}

/// Parses `[Name "value"]`.
fn parse_tag(scanner: &mut Scanner<'_>) -> Result<Tag, NotationError> {
    let place = scanner.position();
    let wrong = || place.error("a tag is written [Name \"value\"]");
    scanner.next();
    scanner.skip_whitespace();
    let name = scanner.take_while(|letter| letter.is_alphanumeric() || letter == '_').to_owned();
    scanner.skip_whitespace();
    if name.is_empty() || scanner.next() != Some('"') {
        return Err(wrong());
    }
    let mut value = String::new();
    loop {
        match scanner.next().filter(|&letter| letter != '\n') {
            None => return Err(wrong()),
            Some('"') => break,
            Some('\\') => value.extend(scanner.next()),
            Some(letter) => value.push(letter),
        }
    }
    scanner.skip_whitespace();
    if scanner.next() == Some(']') { Ok(Tag { name, value, place }) } else { Err(wrong()) }
}

/// Formats a game: tags, an empty line, and the movetext in lines of less than 80 characters.
pub(super) fn write(tags: &[(&str, String)], words: &[String]) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        writeln!(text, "[{name} \"{value}\"]").expect("writing to a text never fails");
    }
    text.push('\n');
    let mut column = 0;
    for word in words {
        let length = word.chars().count();
        if column > 0 {
            let fits = column + 1 + length < 80;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_separated_and_comments_are_skipped() {
        let text = "% a line of its own\n[Event \"One \\\"two\\\"\"]\n\n1. e4 {best (by [test]} e5 $1 2.Nf3 ; rest\n\
                    (2. f4 (2. d4 {)} exd4)) 2... Nc6!? ?! 1-0 3. d4 *\n[Event \"b\"] d4\n[Event \"c\"]";
        let games = parse_games(text).unwrap();
        let moves = |game: &ParsedGame| game.moves.iter().map(|(word, _)| word.clone()).collect::<Vec<_>>().join(" ");
        assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), ["e4 e5 Nf3 Nc6!?", "d4", "d4", ""]);
        assert_eq!(games[0].tag("event").unwrap().value, "One \"two\"");
        assert_eq!(games[0].moves[2].1, TextPosition { line: 4, column: 33 });
        assert_eq!(games[1].result.as_ref().map(|(word, _)| word.as_str()), Some("*"));
    }

    #[test]
    fn unclosed_brackets_are_reported_at_their_beginning() {
        let message = |text: &str| parse_games(text).unwrap_err().to_string();
        assert_eq!(message(""), "line 1, column 1: there is no game in this text");
        assert_eq!(message("1. e4 {no"), "line 1, column 7: this comment is never closed by }");
        assert_eq!(message("e4\n (e5 (d5)"), "line 2, column 2: this variation is never closed by )");
        assert_eq!(message("e4 )"), "line 1, column 4: this ) closes nothing");
        for tag in ["[Event]", "[\"x\"]", "[Event \"x]", "[Event \"x\" y]", "[Event \"x\n\"]", "["] {
            assert_eq!(message(tag), "line 1, column 1: a tag is written [Name \"value\"]", "{tag}");
        }
    }

    #[test]
    fn lines_are_wrapped() {
        let text = write(&[("A", "b\"c\nd".to_owned())], &vec!["1234567".to_owned(); 30]);
        assert!(text.starts_with("[A \"b\\\"c d\"]\n\n1234567 "));
        assert!(text.lines().all(|line| line.len() < 80) && text.lines().count() == 5);
    }
}
