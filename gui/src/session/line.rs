//! Lines of moves that are typed or pasted: separated by `;`, or with the numbers of the moves as in PGN and PDN.

/// Texts of the moves of a line.
pub fn moves_of(text: &str) -> Vec<&str> {
    text.split(';')
        .flat_map(|part| if is_numbered(part) { numbered(part) } else { vec![part.trim()] })
        .filter(|mv| !mv.is_empty())
        .collect()
}

/// `true` if a text begins with the number of a move, and a full stop.
fn is_numbered(text: &str) -> bool {
    let rest = text.trim_start().trim_start_matches(|letter: char| letter.is_ascii_digit());
    rest.len() < text.trim_start().len() && rest.starts_with('.')
}

/// Moves of a text in which they have numbers; results at its end are left out.
fn numbered(text: &str) -> Vec<&str> {
    let without_number = |word| {
        if is_numbered(word) {
            word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.')
        } else {
            word
        }
    };
    let is_result = |word: &&str| ["1-0", "0-1", "1/2-1/2", "*"].contains(word);
    text.split_whitespace().map(without_number).filter(|word| !is_result(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_separated_by_semicolons_or_numbered() {
        assert_eq!(moves_of("s(2,2); no such place;"), ["s(2,2)", "no such place"]);
        assert_eq!(moves_of("1. e4 e5 2. Nf3 Nc6"), ["e4", "e5", "Nf3", "Nc6"]);
        assert_eq!(moves_of("1.e4 e5 2.Nf3 1/2-1/2"), ["e4", "e5", "Nf3"]);
        assert_eq!(moves_of(" 38... Kd7 39. Re1+ *"), ["Kd7", "Re1+"]);
        assert_eq!(moves_of("1. 11-15 23x19"), ["11-15", "23x19"]);
        assert_eq!(moves_of("11-15; 23-19"), ["11-15", "23-19"]);
        assert_eq!(moves_of("4"), ["4"]);
        assert!(moves_of(" ; ").is_empty());
    }
}
