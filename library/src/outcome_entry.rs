//! Outcomes of chance that people type: what real dice show, in full or by numbers alone.

use boardwright_game::game::normalize_spaces;

/// Index of the outcome that `typed` denotes among the descriptions of all outcomes: its text, the numbers of its text in
/// the same order or, if no other outcome has these numbers, in any order, or words that only one outcome has.
///
/// # Errors
/// A message with examples, if no outcome or several fit.
pub fn outcome_written(outcomes: &[String], typed: &str) -> Result<usize, String> {
    let typed = normalize_spaces(&typed.to_lowercase());
    let texts: Vec<String> = outcomes.iter().map(|text| normalize_spaces(&text.to_lowercase())).collect();
    let only = |fits: &dyn Fn(&str) -> bool| {
        let mut fitting = (0..texts.len()).filter(|&index| fits(&texts[index]));
        fitting.next().filter(|_| fitting.next().is_none())
    };
    let (digits, in_order) = (digits_of(&typed), |text: &str| digits_of(text));
    let sorted = |text: &str| {
        let mut digits = digits_of(text);
        digits.sort_unstable();
        digits
    };
    let is_number = !digits.is_empty() && typed.chars().all(|c| c.is_ascii_digit() || " ,;-+/".contains(c));
    let found = only(&|text| text == typed)
        .or_else(|| only(&|text| is_number && in_order(text) == digits))
        .or_else(|| only(&|text| is_number && sorted(text) == sorted(&typed)))
        .or_else(|| only(&|text| !typed.is_empty() && typed.split(' ').all(|word| has_word(text, word))));
    found.ok_or_else(|| {
        let examples: Vec<String> = outcomes.iter().take(2).map(|text| format!("\"{text}\"")).collect();
        format!(
            "\"{typed}\" is none of the results, which are {}, and so on; numbers alone will do",
            examples.join(", ")
        )
    })
}

/// The digits of a text, in its order.
fn digits_of(text: &str) -> Vec<u8> {
    text.bytes().filter(u8::is_ascii_digit).collect()
}

/// `true` if one of the words of a text, without punctuation around it, is `word`.
fn has_word(text: &str, word: &str) -> bool {
    text.split(' ').any(|other| other == word || other.trim_matches(|c: char| c.is_ascii_punctuation()) == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_denote_an_outcome() {
        let rolls = ["the dice show 3 and 1", "the dice show 3 and 3", "the dice show 6 and 1"].map(str::to_owned);
        let index = |typed: &str| outcome_written(&rolls, typed).ok();
        assert_eq!(["31", "3 1", "1-3", "3,3", "16"].map(index), [Some(0), Some(0), Some(0), Some(1), Some(2)]);
        assert_eq!(["the dice show 6 and 1", "The  dice show 6 and 1"].map(index), [Some(2), Some(2)]);
        assert_eq!(["", "3", "66", "dice", "3 and x"].map(index), [None; 5]);
        // The order counts where two outcomes have the same numbers.
        let opening = ["White throws 2, Black 5", "White throws 5, Black 2"].map(str::to_owned);
        assert_eq!(["25", "5 2", "22"].map(|typed| outcome_written(&opening, typed).ok()), [Some(0), Some(1), None]);
    }

    #[test]
    fn words_denote_an_outcome() {
        let tiles = ["a 2 appears on b3", "a 4 appears on b3", "a 2 appears on c1"].map(str::to_owned);
        let index = |typed: &str| outcome_written(&tiles, typed).ok();
        assert_eq!(["4", "c1", "2 b3", "b3", "2"].map(index), [Some(1), Some(2), Some(0), None, None]);
        let message = outcome_written(&tiles, "7").unwrap_err();
        assert!(message.starts_with("\"7\" is none of the results, which are \"a 2 appears on b3\", "), "{message}");
    }
}
