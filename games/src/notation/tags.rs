//! What PGN and PDN have in common: games as tags in brackets and moves in words, with comments between them. What a move means
//! is for [`pgn`](super::pgn) and [`pdn`](super::pdn).

use std::fmt::Write as _;

use super::scan::{NotationError, Place, Scanner};

/// A game as it is written, comments and variations left out.
#[derive(Debug)]
pub(super) struct Telling {
    /// Where it begins.
    pub(super) place: Place,
    pub(super) tags: Vec<Tag>,
    pub(super) moves: Vec<(String, Place)>,
    /// The word behind the moves.
    pub(super) result: Option<(String, Place)>,
}

#[derive(Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) place: Place,
}

impl Telling {
    fn new(place: Place) -> Self {
        Self { place, tags: Vec::new(), moves: Vec::new(), result: None }
    }

    /// A tag by its name, small letters or large.
    pub(super) fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }
}

/// The words that end the moves of a game.
const RESULTS: [&str; 8] = ["1-0", "0-1", "1/2-1/2", "1/2", "*", "2-0", "0-2", "1-1"];

/// The games of a text.
pub(super) fn tellings(text: &str) -> Result<Vec<Telling>, NotationError> {
    let (mut scanner, mut games) = (Scanner::new(text), Vec::new());
    let mut open: Option<Telling> = None;
    loop {
        scanner.blanks();
        let place = scanner.place();
        let Some(letter) = scanner.peek() else { break };
        match letter {
            '%' if place.column == 1 => scanner.rest_of_line(),
            ';' => scanner.rest_of_line(),
            '{' => comment(&mut scanner)?,
            '(' => variation(&mut scanner)?,
            ')' | '}' => return Err(place.error(format!("this {letter} closes nothing"))),
            '[' => {
                if open.as_ref().is_some_and(|game| !game.moves.is_empty()) {
                    games.extend(open.take());
                }
                let tag = tag(&mut scanner)?;
                open.get_or_insert_with(|| Telling::new(place)).tags.push(tag);
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
                let game = open.get_or_insert_with(|| Telling::new(place));
                if RESULTS.contains(&word) {
                    game.result = Some((word.to_owned(), place));
                    games.extend(open.take());
                } else if let Some((word, skipped)) = bare(word) {
                    game.moves.push((word.to_owned(), Place { column: place.column + skipped, ..place }));
                }
            }
        }
    }
    games.extend(open);
    if games.is_empty() { Err(Place::FIRST.error("there is no game in this text")) } else { Ok(games) }
}

fn is_of_word(letter: char) -> bool {
    !letter.is_whitespace() && !matches!(letter, '[' | ']' | '{' | '}' | '(' | ')' | ';' | '$')
}

/// A word without the number of a move before it, and how many letters that was; none if nothing but a number or marks is left.
fn bare(word: &str) -> Option<(&str, usize)> {
    let after = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = if after.starts_with('.') || after.is_empty() { after.trim_start_matches('.') } else { word };
    let skipped = word.len() - rest.len();
    (!rest.trim_matches(['!', '?']).is_empty()).then_some((rest, skipped))
}

fn comment(scanner: &mut Scanner<'_>) -> Result<(), NotationError> {
    let place = scanner.place();
    scanner.take_while(|letter| letter != '}');
    scanner.next().map(|_| ()).ok_or_else(|| place.error("this comment is never closed by }"))
}

/// Variations are skipped, whatever is in them.
fn variation(scanner: &mut Scanner<'_>) -> Result<(), NotationError> {
    let (place, mut depth) = (scanner.place(), 0_usize);
    loop {
        match scanner.peek() {
            None => return Err(place.error("this variation is never closed by )")),
            Some('{') => comment(scanner)?,
            Some(';') => scanner.rest_of_line(),
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

/// `[Name "value"]`
fn tag(scanner: &mut Scanner<'_>) -> Result<Tag, NotationError> {
    let place = scanner.place();
    let wrong = || place.error("a tag is written [Name \"value\"]");
    scanner.next();
    scanner.blanks();
    let name = scanner.take_while(|letter| letter.is_alphanumeric() || letter == '_').to_owned();
    scanner.blanks();
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
    scanner.blanks();
    if scanner.next() == Some(']') { Ok(Tag { name, value, place }) } else { Err(wrong()) }
}

/// Puts a game together: tags, an empty line, and words in lines of less than 80 letters.
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
    fn games_are_parted_and_what_is_beside_the_moves_is_skipped() {
        let text = "% a line of its own\n[Event \"One \\\"two\\\"\"]\n\n1. e4 {best (by [test]} e5 $1 2.Nf3 ; rest\n\
                    (2. f4 (2. d4 {)} exd4)) 2... Nc6!? ?! 1-0 3. d4 *\n[Event \"b\"] d4\n[Event \"c\"]";
        let games = tellings(text).unwrap();
        let moves = |game: &Telling| game.moves.iter().map(|(word, _)| word.clone()).collect::<Vec<_>>().join(" ");
        assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), ["e4 e5 Nf3 Nc6!?", "d4", "d4", ""]);
        assert_eq!(games[0].tag("event").unwrap().value, "One \"two\"");
        assert_eq!(games[0].moves[2].1, Place { line: 4, column: 33 });
        assert_eq!(games[1].result.as_ref().map(|(word, _)| word.as_str()), Some("*"));
    }

    #[test]
    fn what_is_never_closed_is_told_where_it_begins() {
        let told = |text: &str| tellings(text).unwrap_err().to_string();
        assert_eq!(told(""), "line 1, column 1: there is no game in this text");
        assert_eq!(told("1. e4 {no"), "line 1, column 7: this comment is never closed by }");
        assert_eq!(told("e4\n (e5 (d5)"), "line 2, column 2: this variation is never closed by )");
        assert_eq!(told("e4 )"), "line 1, column 4: this ) closes nothing");
        for tag in ["[Event]", "[\"x\"]", "[Event \"x]", "[Event \"x\" y]", "[Event \"x\n\"]", "["] {
            assert_eq!(told(tag), "line 1, column 1: a tag is written [Name \"value\"]", "{tag}");
        }
    }

    #[test]
    fn lines_are_short() {
        let text = write(&[("A", "b\"c\nd".to_owned())], &vec!["1234567".to_owned(); 30]);
        assert!(text.starts_with("[A \"b\\\"c d\"]\n\n1234567 "));
        assert!(text.lines().all(|line| line.len() < 80) && text.lines().count() == 5);
    }
}
