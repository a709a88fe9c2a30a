//! Results of games as PGN and PDN write them, with the forms that other programs and people use.

use boardwright_game::game::Outcome;
use boardwright_game::ids::Player;

/// Results after normalisation, each with the number of the player who won; 0 is a draw.
const RESULTS: [(&str, usize); 8] =
    [("1-0", 1), ("2-0", 1), ("0-1", 2), ("0-2", 2), ("1/2-1/2", 0), ("1/2", 0), ("1-1", 0), ("0.5-0.5", 0)];

/// Results that can be glued to a move.
const GLUED: [&str; 6] = ["1/2-1/2", "½-½", "1-0", "0-1", "1–0", "0–1"];

/// Text of a result: won by the first player, drawn, won by the second player, or unknown.
pub(super) fn result_word(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "*",
        Some(Outcome::Draw) => "1/2-1/2",
        Some(Outcome::Won(Player::FIRST)) => "1-0",
        Some(Outcome::Won(_)) => "0-1",
    }
}

/// A result with hyphens and without fractions of one character.
fn normalize(word: &str) -> String {
    word.replace(['–', '—', '−', ':'], "-").replace('½', "1/2")
}

/// `true` if a word of a movetext is a result.
pub(super) fn is_result(word: &str) -> bool {
    let word = normalize(word);
    word == "*" || RESULTS.iter().any(|(known, _)| *known == word)
}

/// A move and the result that is glued to it: `e6*`, `Qxe5#1-0`.
pub(super) fn ends_with_result(word: &str) -> Option<(&str, &str)> {
    let mut ends = GLUED.iter().chain(&["*"]);
    let before = ends.find_map(|end| word.strip_suffix(end)).filter(|before| !before.is_empty())?;
    Some((before, &word[before.len()..]))
}

/// Parses the text of a result.
pub(super) fn parse_result(word: &str) -> Result<Option<Outcome>, String> {
    let normal = normalize(word.trim());
    if matches!(normal.as_str(), "*" | "?" | "") {
        return Ok(None);
    }
    let found = RESULTS.iter().find(|(known, _)| *known == normal);
    let (_, winner) = found.ok_or_else(|| format!("\"{word}\" is no result: they are 1-0, 0-1, 1/2-1/2 and *"))?;
    Ok(Some(Player::new(*winner).map_or(Outcome::Draw, Outcome::Won)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_other_programs_are_read() {
        let won = |number| Player::new(number).map(Outcome::Won);
        for (word, outcome) in [
            ("1-0", won(1)),
            ("1:0", won(1)),
            ("0–1", won(2)),
            ("½-½", Some(Outcome::Draw)),
            ("½–½", Some(Outcome::Draw)),
            ("½", Some(Outcome::Draw)),
            ("*", None),
        ] {
            assert!(is_result(word), "{word}");
            assert_eq!(parse_result(word), Ok(outcome), "{word}");
        }
        assert!(!is_result("0-0") && !is_result("0-0-0") && parse_result("won").is_err());
        assert_eq!(ends_with_result("Qxe5#1-0"), Some(("Qxe5#", "1-0")));
        assert_eq!((ends_with_result("*"), ends_with_result("0-0-0")), (None, None));
    }
}
