//! Marks behind moves: checks, evaluations, `e.p.`, the star of a forced move. They say nothing about which move is meant.

/// Marks of several characters that end with a character that can also end a move.
const COMPOUND: [&str; 8] = ["+/-", "-/+", "+/=", "=/+", "+-", "-+", "+/−", "−/+"];

/// Marks of an en passant capture.
const EN_PASSANT: [&str; 4] = ["e.p.", "e.p", "ep.", "ep"];

/// Words that are marks by themselves: novelty, diagram.
const WORDS: [&str; 3] = ["N", "TN", "D"];

/// `true` for a character of which marks consist.
fn is_mark(letter: char) -> bool {
    matches!(
        letter,
        '+' | '#'
            | '!'
            | '?'
            | '*'
            | '='
            | '±'
            | '∓'
            | '⩲'
            | '⩱'
            | '∞'
            | '‼'
            | '⁇'
            | '⁉'
            | '⁈'
            | '□'
            | '⟳'
            | '↑'
            | '→'
            | '⇆'
            | '⇄'
            | '⊕'
            | '△'
            | '▽'
            | '⨀'
            | '⌓'
            | '≤'
            | '≥'
            | '†'
            | '‡'
    )
}

/// Move without the marks behind it: `Nf3` for `Nf3+!?`, `exd6` for `exd6 e.p.`.
pub fn strip_marks(text: &str) -> &str {
    let mut rest = text.trim_end();
    loop {
        let shorter = strip_compound(rest).or_else(|| strip_en_passant(rest)).or_else(|| rest.strip_suffix(is_mark));
        match shorter.map(str::trim_end) {
            Some(shorter) => rest = shorter,
            None => return rest,
        }
    }
}

fn strip_compound(text: &str) -> Option<&str> {
    COMPOUND.iter().find_map(|mark| text.strip_suffix(mark))
}

/// Text before a mark of an en passant capture, which follows a square or a blank.
fn strip_en_passant(text: &str) -> Option<&str> {
    let before = EN_PASSANT.iter().find_map(|mark| text.strip_suffix(mark))?;
    before.ends_with(|letter: char| letter.is_ascii_digit() || letter.is_whitespace()).then_some(before)
}

/// `true` if a move has the mark of an en passant capture.
pub(super) fn marks_en_passant(text: &str) -> bool {
    let plain = text.trim_end_matches(is_mark).trim_end();
    EN_PASSANT.contains(&plain) || strip_en_passant(plain).is_some()
}

/// `true` if a word consists of marks alone: `±`, `+=`, `e.p.`, `N`.
pub(super) fn is_mark_word(word: &str) -> bool {
    let plain = word.trim_end_matches(is_mark);
    plain.is_empty() || COMPOUND.contains(&word) || EN_PASSANT.contains(&plain) || WORDS.contains(&word)
}

/// The marks behind a move that evaluate it: without those of a check, of mate and of an en passant capture.
pub(super) fn evaluation(marks: &str) -> &str {
    let marks = marks.trim();
    if COMPOUND.contains(&marks) || marks == "+=" {
        return marks;
    }
    let rest = marks.trim_start_matches(['+', '#']).trim_start();
    let after = |mark: &&str| rest.strip_prefix(*mark);
    EN_PASSANT.iter().find_map(after).map_or(rest, |rest| rest.trim_start_matches(['+', '#']).trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_stripped() {
        for (text, plain) in [
            ("Nf3", "Nf3"),
            ("Nf3+!?", "Nf3"),
            ("exd6 e.p.", "exd6"),
            ("exd6e.p.+", "exd6"),
            ("exd6ep", "exd6"),
            ("c4+-", "c4"),
            ("c4-+", "c4"),
            ("c4 +/-", "c4"),
            ("c4−/+", "c4"),
            ("c4=", "c4"),
            ("c4⩲", "c4"),
            ("Qxf7#‼", "Qxf7"),
            ("11-15*", "11-15"),
            ("e8=Q", "e8=Q"),
            ("step", "step"),
            ("keep 3", "keep 3"),
            ("±", ""),
        ] {
            assert_eq!(strip_marks(text), plain, "{text}");
        }
    }

    #[test]
    fn words_of_marks_are_recognised() {
        for word in ["±", "+=", "=", "!?", "‼", "+-", "-/+", "e.p.", "ep", "e.p.!", "N", "*"] {
            assert!(is_mark_word(word), "{word}");
        }
        for word in ["--", "-", "e4", "0-0", "1-0", "Ne4"] {
            assert!(!is_mark_word(word), "{word}");
        }
        for (marks, kept) in
            [("!", "!"), ("*", "*"), ("+", ""), ("ep", ""), ("+!?", "!?"), (" e.p.+", ""), ("+-", "+-"), ("+=", "+=")]
        {
            assert_eq!(evaluation(marks), kept, "{marks}");
        }
    }
}
