//! Smart game format (SGF) parser: reads the tree of properties and returns the main line. The meaning of the
//! properties is in [`stones`](super::stones).

use super::scan::{NotationError, Scanner, TextPosition};

/// Main line of a game: the first branch at each node.
#[derive(Debug, Default)]
pub(super) struct MainLine {
    /// Nodes in order; the first one has the properties of the game.
    pub(super) nodes: Vec<Node>,
}

#[derive(Debug)]
pub(super) struct Node {
    pub(super) place: TextPosition,
    pub(super) properties: Vec<Property>,
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

    /// First value of a property.
    pub(super) fn value(&self, name: &str) -> Option<&str> {
        self.property(name).map(|property| property.values[0].as_str())
    }
}

/// Parses the games of a text; text between games is ignored.
pub(super) fn read(text: &str) -> Result<Vec<MainLine>, NotationError> {
    let (mut scanner, mut games) = (Scanner::new(text), Vec::new());
    loop {
        scanner.take_while(|letter| letter != '(');
        if scanner.peek().is_none() {
            break;
        }
        games.push(parse_game(&mut scanner)?);
    }
    if games.is_empty() {
        Err(TextPosition::FIRST.error("there is no game in this text, which begins with (;"))
    } else {
        Ok(games)
    }
}

/// Parses one game, from its opening to its closing parenthesis.
fn parse_game(scanner: &mut Scanner<'_>) -> Result<MainLine, NotationError> {
    let (begin, mut line) = (scanner.position(), MainLine::default());
    scanner.next();
    // Stack of open parentheses: `true` if a branch has been read.
    let mut open = vec![false];
    while let Some(branched) = open.last_mut() {
        scanner.skip_whitespace();
        let place = scanner.position();
        match scanner.peek() {
            None => return Err(begin.error("this ( is never closed by )")),
            Some('(') if *branched => skip_variation(scanner)?,
            Some('(') => {
                *branched = true;
                scanner.next();
                open.push(false);
            }
            Some(')') => {
                scanner.next();
                open.pop();
            }
            Some(';') if !*branched => {
                scanner.next();
                line.nodes.push(Node { place, properties: Vec::new() });
            }
            Some(letter) if letter.is_ascii_alphabetic() && !*branched => {
                let property = parse_property(scanner)?;
                let Some(node) = line.nodes.last_mut() else {
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
    if line.nodes.is_empty() { Err(begin.error("this game has no node, which begins with ;")) } else { Ok(line) }
}

/// Skips a variation.
fn skip_variation(scanner: &mut Scanner<'_>) -> Result<(), NotationError> {
    let (place, mut depth) = (scanner.position(), 0_usize);
    loop {
        match scanner.peek() {
            None => return Err(place.error("this ( is never closed by )")),
            Some('[') => {
                parse_value(scanner)?;
                continue;
            }
            Some('(') => depth += 1,
            Some(')') => depth -= 1,
            Some(_) => {}
        }
        scanner.next();
        if depth == 0 {
            return Ok(());
        }
    }
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

/// Parses a value in square brackets.
fn parse_value(scanner: &mut Scanner<'_>) -> Result<String, NotationError> {
    let (place, mut text) = (scanner.position(), String::new());
    scanner.next();
    loop {
        match scanner.next() {
            None => return Err(place.error("this [ is never closed by ]")),
            Some(']') => return Ok(text),
            Some('\\') => text.extend(scanner.next().filter(|&letter| letter != '\n')),
            Some(letter) => text.push(letter),
        }
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
    fn the_first_branch_is_the_main_line() {
        let text = "x (;GM[4]C[a \\] (b] ;B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff](;B[\\]])))\n(;GameM[1][2])";
        let games = read(text).unwrap();
        let moves: Vec<_> = games[0].nodes[1..].iter().map(|node| node.properties[0].values[0].as_str()).collect();
        assert_eq!(moves, ["aa", "bb", "cc", "dd"]);
        assert_eq!(games[0].nodes[0].value("C"), Some("a ] (b"));
        assert_eq!(games[1].nodes[0].property("GM").unwrap().values, ["1", "2"]);
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
            ("(;B[a](;W[b])(;W[c]", "line 1, column 14: this ( is never closed by )"),
            ("(;5)", "line 1, column 3: '5' cannot stand here"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
