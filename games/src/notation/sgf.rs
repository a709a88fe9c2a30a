//! Smart game format (SGF) parser: reads the tree of properties. The meaning of the properties is in
//! [`stones`](super::stones).

use std::ops::Range;

use super::left_out::LeftOut;
use super::scan::{NotationError, NotationWarning, Scanner, TextPosition};

/// Tree of a game.
#[derive(Debug)]
pub(super) struct NodeTree {
    /// Beginning of the game.
    pub(super) place: TextPosition,
    /// Bytes of the text.
    pub(super) range: Range<usize>,
    /// Nodes in the order of the text; the first one has the properties of the game.
    pub(super) nodes: Vec<Node>,
    /// Parts that are left out.
    pub(super) left_out: LeftOut,
    pub(super) warnings: Vec<NotationWarning>,
    /// First error of the syntax.
    pub(super) error: Option<NotationError>,
}

impl NodeTree {
    fn new(scanner: &Scanner<'_>) -> Self {
        let (place, at) = (scanner.position(), scanner.offset());
        let (left_out, warnings) = (LeftOut::default(), Vec::new());
        Self { place, range: at..at, nodes: Vec::new(), left_out, warnings, error: None }
    }

    /// The nodes of the main line.
    pub(super) fn main_line(&self) -> Vec<&Node> {
        let next = |node: &&Node| node.children.first().map(|&child| &self.nodes[child]);
        std::iter::successors(self.nodes.first(), next).collect()
    }

    /// Adds a node after another one.
    fn add(&mut self, place: TextPosition, after: Option<usize>) -> usize {
        let at = self.nodes.len();
        self.nodes.push(Node { place, properties: Vec::new(), children: Vec::new() });
        if let Some(parent) = after.or((at > 0).then_some(0)) {
            self.nodes[parent].children.push(at);
        }
        at
    }
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) place: TextPosition,
    pub(super) properties: Vec<Property>,
    /// Next nodes by their numbers, that of the main line first.
    pub(super) children: Vec<usize>,
}

#[derive(Debug)]
pub(super) struct Property {
    /// Name in capital letters.
    pub(super) name: String,
    pub(super) values: Vec<String>,
    pub(super) place: TextPosition,
}

impl Node {
    /// Property with this name.
    pub(super) fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name == name)
    }

    /// First value of a property as a text of one line (`SimpleText` of the standard).
    pub(super) fn value(&self, name: &str) -> Option<String> {
        self.property(name).map(Property::simple_text)
    }
}

impl Property {
    /// First value as a text of one line: line breaks and tabs are blanks.
    pub(super) fn simple_text(&self) -> String {
        self.values[0].replace(['\n', '\t'], " ").trim().to_owned()
    }
}

/// Parses the games of a text. Text around the games is left out, and a game with an error does not affect those after it.
///
/// # Errors
/// If there is no game.
pub(super) fn read(text: &str) -> Result<Vec<NodeTree>, NotationError> {
    let (mut scanner, mut games) = (Scanner::new(text), Vec::<NodeTree>::new());
    let mut outside = None;
    while skip_to_game(&mut scanner, &mut outside) {
        let mut tree = NodeTree::new(&scanner);
        if let Err(error) = parse_game(&mut scanner, &mut tree) {
            tree.error = Some(error);
            scanner.skip_line();
            skip_to_root(&mut scanner);
        }
        tree.range.end = scanner.offset();
        tree.warnings.extend(outside.take());
        games.push(tree);
    }
    match games.last_mut() {
        Some(last) => last.warnings.extend(outside),
        None => return Err(TextPosition::FIRST.error("there is no game in this text, which begins with (;")),
    }
    Ok(games)
}

/// Skips to the parenthesis of the next game, and warns of the text before it. A parenthesis in such a text begins a game
/// only if a semicolon follows; if that is never so, the first one counts. `false` if there is no game.
fn skip_to_game(scanner: &mut Scanner<'_>, outside: &mut Option<NotationWarning>) -> bool {
    scanner.skip_whitespace();
    let first = scanner.position();
    let mut ahead = scanner.clone();
    while !ahead.take_while(|letter| letter != '(').is_empty() || ahead.peek().is_some() {
        let place = ahead.position();
        let mut inside = ahead.clone();
        inside.next();
        inside.skip_whitespace();
        if inside.peek() == Some(';') {
            if place != first {
                *outside = Some(first.warning("the text before the game is left out"));
            }
            *scanner = ahead;
            return true;
        }
        if ahead.next().is_none() {
            break;
        }
    }
    let rest = scanner.take_while(|letter| letter != '(');
    if !rest.is_empty() {
        *outside = Some(first.warning("the text after the game is left out"));
    }
    scanner.peek().is_some()
}

/// Skips to a line that begins with the root of a game: `(;` with the property `FF` or `GM` in the node.
fn skip_to_root(scanner: &mut Scanner<'_>) {
    while scanner.peek().is_some() {
        scanner.skip_whitespace();
        let mut ahead = scanner.clone();
        if ahead.next() == Some('(') {
            ahead.skip_whitespace();
            ahead.next();
            let node = ahead.take_while(|letter| letter != ';' && letter != ')');
            if node.contains("GM[") || node.contains("FF[") {
                return;
            }
        }
        scanner.skip_line();
    }
}

/// Parses one game, from its opening to its closing parenthesis.
fn parse_game(scanner: &mut Scanner<'_>, tree: &mut NodeTree) -> Result<(), NotationError> {
    let begin = scanner.position();
    scanner.next();
    // Open parentheses, each with the last node of its line.
    let mut open: Vec<Option<usize>> = vec![None];
    // `true` after a branch of the innermost line, which has no more nodes of its own then.
    let mut is_branched = false;
    while let Some(&last) = open.last() {
        scanner.skip_whitespace();
        let place = scanner.position();
        match scanner.peek() {
            None => return Err(begin.error("this ( is never closed by )")),
            Some('(') => {
                is_branched = false;
                scanner.next();
                open.push(last);
            }
            Some(')') => {
                is_branched = true;
                scanner.next();
                open.pop();
            }
            Some(';') if !is_branched => {
                scanner.next();
                let node = tree.add(place, last);
                open.pop();
                open.push(Some(node));
            }
            Some(letter) if letter.is_ascii_alphabetic() && !is_branched => {
                let property = parse_property(scanner)?;
                let begun = last.filter(|&last| last + 1 == tree.nodes.len());
                let Some(node) = begun.and_then(|last| tree.nodes.get_mut(last)) else {
                    return Err(place.error(format!("a game begins with ; before {}", property.name)));
                };
                if node.property(&property.name).is_some() {
                    return Err(place.error(format!("{} stands twice in this node", property.name)));
                }
                node.properties.push(property);
            }
            Some(letter) => return Err(place.error(format!("{letter:?} cannot stand here"))),
        }
    }
    if tree.nodes.is_empty() { Err(begin.error("this game has no node, which begins with ;")) } else { Ok(()) }
}

fn parse_property(scanner: &mut Scanner<'_>) -> Result<Property, NotationError> {
    let place = scanner.position();
    let name = scanner.take_while(|letter| letter.is_ascii_alphabetic());
    // Old files have names such as "Black", of which only the capitals count.
    let name: String = name.chars().filter(char::is_ascii_uppercase).collect();
    let mut values = Vec::new();
    loop {
        scanner.skip_whitespace();
        if scanner.peek() != Some('[') {
            break;
        }
        values.push(parse_value(scanner)?);
    }
    match (name.as_str(), values.is_empty()) {
        ("", _) => Err(place.error("the name of a property has capital letters")),
        (_, true) => Err(place.error(format!("{name} has no value in brackets"))),
        (_, false) => Ok(Property { name, values, place }),
    }
}

/// Parses a value in square brackets. A backslash before a line break joins the lines (a soft line break); all line
/// breaks become `\n`.
fn parse_value(scanner: &mut Scanner<'_>) -> Result<String, NotationError> {
    let (place, mut text) = (scanner.position(), String::new());
    scanner.next();
    loop {
        match scanner.next() {
            None => return Err(place.error("this [ is never closed by ]")),
            Some(']') => return Ok(text),
            Some('\\') => match scanner.next() {
                Some(letter @ ('\n' | '\r')) => skip_other_break(scanner, letter),
                other => text.extend(other),
            },
            Some(letter @ ('\n' | '\r')) => {
                skip_other_break(scanner, letter);
                text.push('\n');
            }
            Some(letter) => text.push(letter),
        }
    }
}

/// Skips the second character of a line break of two: CR LF, or LF CR.
fn skip_other_break(scanner: &mut Scanner<'_>, first: char) {
    let second = if first == '\r' { '\n' } else { '\r' };
    if scanner.peek() == Some(second) {
        scanner.next();
    }
}

/// Escapes a text as a value.
pub(super) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_are_variations_and_the_first_one_is_the_main_line() {
        let text = "x (;GM[4]C[a \\] (b] ;B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff](;B[\\]])))\n(;GameM[1][2])";
        let games = read(text).unwrap();
        let value = |node: &Node| node.properties[0].values[0].clone();
        let main: Vec<String> = games[0].main_line()[1..].iter().map(|node| value(node)).collect();
        assert_eq!(main, ["aa", "bb", "cc", "dd"]);
        assert_eq!(games[0].nodes.iter().map(value).collect::<Vec<_>>()[5..], ["ee", "ff", "]"]);
        let children: Vec<&[usize]> = games[0].nodes.iter().map(|node| node.children.as_slice()).collect();
        let none: &[usize] = &[];
        assert_eq!(children, [&[1][..], &[2, 6], &[3], &[4, 5], none, none, &[7], none]);
        assert_eq!(games[0].nodes[0].value("C").as_deref(), Some("a ] (b"));
        assert_eq!(games[1].nodes[0].property("GM").unwrap().values, ["1", "2"]);
        assert_eq!(&text[games[1].range.clone()], "(;GameM[1][2])");
    }

    #[test]
    fn soft_line_breaks_join_lines() {
        for (text, value) in [
            ("(;PB[Long\\\nName])", "LongName"),
            ("(;PB[Long\\\r\nName])", "LongName"),
            ("(;PB[Long\\\n\rName])", "LongName"),
            ("(;PB[Long\\\rName])", "LongName"),
            ("(;PB[Long\nName])", "Long Name"),
            ("(;PB[Long\r\nName])", "Long Name"),
            ("(;PB[Long\tName\\\\])", "Long Name\\"),
        ] {
            assert_eq!(read(text).unwrap()[0].nodes[0].value("PB").as_deref(), Some(value), "{text:?}");
        }
    }

    #[test]
    fn text_around_games_is_named() {
        for text in ["Sent by mail (see below)\n(;GM[4])", "(a) (b) (;GM[4])", "a\n ( ;GM[4])"] {
            let games = read(text).unwrap();
            assert_eq!((games.len(), games[0].warnings.len()), (1, 1), "{text}");
            assert_eq!(games[0].warnings[0].to_string(), "line 1: the text before the game is left out");
        }
        let games = read("(;GM[4])\nbetween\n(;GM[4])\nbehind").unwrap();
        let warnings: Vec<_> = games.iter().flat_map(|game| &game.warnings).map(ToString::to_string).collect();
        let expected = ["line 2: the text before the game is left out", "line 4: the text after the game is left out"];
        assert_eq!(warnings, expected);
        assert!(read("(;GM[4])\n(;GM[11])\n").unwrap().iter().all(|game| game.warnings.is_empty()));
    }

    #[test]
    fn a_wrong_game_does_not_affect_the_next_ones() {
        for wrong in ["(;GM[4];B[aa]5\n(;W[bb])\n(;W[cc]))", "(;GM[4]gm[1])", "(GM[4])"] {
            let games = read(&format!("(;GM[4];B[cc])\n{wrong}\n(;GM[11];B[a1])")).unwrap();
            let wrong_ones: Vec<bool> = games.iter().map(|game| game.error.is_some()).collect();
            assert!(!wrong_ones[0] && !wrong_ones.last().unwrap(), "{wrong}: {wrong_ones:?}");
        }
    }

    #[test]
    fn errors_have_their_position() {
        for (text, message) in [
            ("", "line 1, column 1: there is no game in this text, which begins with (;"),
            ("()", "line 1, column 1: this game has no node, which begins with ;"),
            ("(GM[1])", "line 1, column 2: a game begins with ; before GM"),
            ("(;GM[1]", "line 1, column 1: this ( is never closed by )"),
            ("(;GM[1)", "line 1, column 5: this [ is never closed by ]"),
            ("(;GM)", "line 1, column 3: GM has no value in brackets"),
            ("(;gm[1])", "line 1, column 3: the name of a property has capital letters"),
            ("(;B[a]B[b])", "line 1, column 7: B stands twice in this node"),
            ("(;B[a]\n(;W[b]);B[c])", "line 2, column 8: ';' cannot stand here"),
            ("(;B[a](;W[b])(;W[c]", "line 1, column 1: this ( is never closed by )"),
            ("(;5)", "line 1, column 3: '5' cannot stand here"),
        ] {
            let error = read(text).map_or_else(|error| error, |mut games| games.remove(0).error.unwrap());
            assert_eq!(error.to_string(), message, "{text}");
        }
    }
}
