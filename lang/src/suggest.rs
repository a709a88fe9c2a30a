//! Spelling suggestions by edit distance (optimal string alignment), and names shortened for messages.
//! The caller supplies the candidates that are valid in its context.

/// Longest word that is compared, in characters: the comparison takes quadratic time.
const MAX_WORD_LENGTH: usize = 60;

/// Returns the nearest candidate if its edit distance is small enough for a typing error.
///
/// Differences in digits are not typing errors: `a(1)` is never suggested for `a(2)`.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if length > MAX_WORD_LENGTH {
        return None;
    }
    let allowed = match word.chars().filter(|c| c.is_alphabetic()).count() {
        0 | 1 => 0,
        2..=4 => 1,
        5..=8 => 2,
        _ => 3,
    };
    let without_digits = |text: &str| text.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let (lower, form) = (word.to_lowercase(), without_digits(word));
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let far = candidate.chars().count().abs_diff(length) > allowed;
        if far || without_digits(candidate) == form {
            continue;
        }
        let distance = strsim::osa_distance(&lower, &candidate.to_lowercase());
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, name)| name)
}

/// Formats `, did you mean "x"?` for the nearest candidate; empty if there is none.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map_or_else(String::new, |name| format!(", did you mean \"{name}\"?"))
}

/// Returns the name that a message suggests by the words of [`did_you_mean`], in quotes or brackets of any kind.
pub fn suggested(message: &str) -> Option<&str> {
    let (_, quoted) = message.rsplit_once(", did you mean ")?;
    let quoted = quoted.strip_suffix('?')?;
    let pairs = [('"', '"'), ('`', '`'), ('[', ']')];
    pairs.into_iter().find_map(|(open, close)| quoted.strip_prefix(open)?.strip_suffix(close))
}

/// Shortens a text for a message.
pub fn shorten(text: &str) -> String {
    const MAX_LENGTH: usize = 60;
    match text.char_indices().nth(MAX_LENGTH) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names() {
        let known = ["square", "circle", "FORALL", "a"];
        assert_eq!(nearest("sqare", known), Some("square"));
        assert_eq!(nearest("forall", known), Some("FORALL"));
        assert_eq!(nearest("cricle", known), Some("circle"));
        assert_eq!(nearest("b", known), None, "one letter is no hint");
        assert_eq!(nearest("A", known), Some("a"));
        assert_eq!(nearest("s(3)", ["s(2)", "t(3)", "S(3)"]), Some("S(3)"));
        assert_eq!(nearest("suqare(3)", ["square(3)"]), Some("square(3)"));
        assert_eq!(nearest("triangle", known), None);
        assert_eq!(nearest(&"x".repeat(100_000), known), None);
        assert_eq!(did_you_mean("sqare", known), ", did you mean \"square\"?");
    }

    #[test]
    fn suggested_names_are_found_in_messages() {
        assert_eq!(suggested(&format!("unknown name{}", did_you_mean("sqare", ["square"]))), Some("square"));
        assert_eq!(suggested("unknown key `x`, did you mean `y`?"), Some("y"));
        assert_eq!(suggested("unknown section [X], did you mean [RULES]?"), Some("RULES"));
        assert_eq!(suggested("unknown name"), None);
        assert_eq!(suggested("what, did you mean that?"), None);
    }
}
