//! Matching brackets: the bracket at the cursor and its partner. Brackets in comments and texts do not count.

use super::language::Language;

/// Greatest distance of a partner, in bytes.
const MAX_DISTANCE: usize = 100_000;

/// Returns the byte offsets of the bracket beside a byte and of its partner, the first one first.
pub fn matching(text: &str, at: usize, language: Language) -> Option<(usize, usize)> {
    let is_bracket = |at: usize| text.get(at..)?.chars().next().filter(|c| "(){}[]".contains(*c)).map(|c| (at, c));
    // The bracket before the cursor, which has just been typed, precedes the one behind it.
    let (at, bracket) = at.checked_sub(1).and_then(is_bracket).or_else(|| is_bracket(at))?;
    let opens = "({[".contains(bracket);
    let from = if opens { at } else { line_start(text, at.saturating_sub(MAX_DISTANCE)) };
    let to = text.floor_char_boundary((at + MAX_DISTANCE).min(text.len()));
    let mut open: Vec<(usize, char)> = Vec::new();
    // A bracket that opens is found from the start of its line, because comments and texts begin there.
    let start = line_start(text, from);
    for (place, letter) in code(&text[start..to], language).map(|(place, letter)| (place + start, letter)) {
        if "({[".contains(letter) {
            open.push((place, letter));
        } else if let Some((first, other)) = open.pop() {
            let fits = matches!((other, letter), ('(', ')') | ('{', '}') | ('[', ']'));
            if first == at || place == at {
                return fits.then_some((first, place));
            }
            if !fits {
                open.clear();
            }
        }
        if !opens && place > at {
            return None;
        }
    }
    None
}

fn line_start(text: &str, at: usize) -> usize {
    let at = text.floor_char_boundary(at);
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// Brackets of a text outside of comments and texts.
fn code(text: &str, language: Language) -> impl Iterator<Item = (usize, char)> {
    let comment = if language == Language::Script { "#" } else { "//" };
    let mut line = 0;
    text.split_inclusive('\n').flat_map(move |content| {
        let start = line;
        line += content.len();
        let mut quote = None;
        let mut found = Vec::new();
        for (at, letter) in content.char_indices() {
            match quote {
                Some(open) if letter == open => quote = None,
                Some(_) => {}
                None if content[at..].starts_with(comment) => break,
                None if letter == '"' || letter == '\'' && language == Language::Rules => quote = Some(letter),
                None if "(){}[]".contains(letter) => found.push((start + at, letter)),
                None => {}
            }
        }
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with `<` and `>` around the brackets that match at the mark `|`.
    fn marked(text: &str) -> Option<(usize, usize)> {
        let at = text.find('|').expect("a mark");
        matching(&text.replacen('|', "", 1), at, Language::Game)
    }

    #[test]
    fn partners_are_found() {
        assert_eq!(marked("a|(b{c}d)"), Some((1, 7)));
        assert_eq!(marked("a(|b{c}d)"), Some((1, 7)));
        assert_eq!(marked("a(b{c}d)|"), Some((1, 7)));
        assert_eq!(marked("a(b{c|}d)"), Some((3, 5)));
        assert_eq!(marked("a(\n\"(\" // (\n)|"), Some((1, 12)));
        assert_eq!(marked("ab|c()"), None);
        assert_eq!(marked("|(a}"), None);
        assert_eq!(marked("(a|"), None);
        assert_eq!(marked("// (|)"), None);
        assert_eq!(marked("č(č|)"), Some((2, 5)));
    }
}
