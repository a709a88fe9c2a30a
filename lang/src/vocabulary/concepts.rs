//! Concepts that authors search for under words that the language does not have, each with an answer.
//! Words of the language are in the other tables.

/// Answer to a question about a concept.
#[derive(Clone, Copy, Debug)]
pub struct Concept {
    /// Words under which the answer is found, in lower case.
    pub words: &'static [&'static str],
    /// Answer: the construct that serves the purpose, or the reason why there is none.
    pub answer: &'static str,
}

/// All concepts.
pub const CONCEPTS: &[Concept] = &[
    Concept {
        words: &["chance", "dice", "die", "random", "roll", "shuffle"],
        answer: "A rule with `player = 0` is a chance move, of which one outcome is drawn: `choice = 1..6` casts a die, an element \
                 `from = NOWHERE` draws a piece, and `weight` makes outcomes more or less likely. `next = 0` in a rule lets chance \
                 move next, `first = 0` in [GAME] lets it begin. `pips(number)` draws a die. `ludo`, `backgammon`, `yahtzee` and \
                 `2048` are examples.",
    },
    Concept {
        words: &["cards", "fog", "hidden", "secret"],
        answer: "`visible` in [ELEMENT TYPES], [LOCATION TYPES], [VARIABLES] and [RULES] says which players see faces, places, \
                 values and moves. What each player knows follows from it. `nine-tricks`, `battleship`, `liars-dice` and \
                 `stratego-6x6` are examples.",
    },
    Concept {
        words: &["heap", "pile", "stack"],
        answer: "A place holds at most one element. `capacity = 20` in [LOCATIONS] makes a heap of 20 places at one point, of a type \
                 with `relevant = no`; it then matters only how many of them are full. `kalah` spreads its heaps over a pit.",
    },
    Concept {
        words: &["ko", "repetition", "superko", "threefold"],
        answer: "`REPEATS` counts the occurrences of a position: in [END OF GAME] to end a game, in `after` to forbid a move.",
    },
    Concept {
        words: &["opposite", "reverse", "turning"],
        answer: "`BACK(direction)` is the opposite direction, and `ROTATE(set, direction, n)` the direction n places on in a set of \
                 directions; `PERMUTE(set, set)` turns or exchanges the contents of places.",
    },
    Concept {
        words: &["jumps", "path", "search", "wall", "walls"],
        answer: "`REACH($L, set, next)` is a graph search over places, in which every step has a condition of its own. A wall \
                 between two places is an element on a place between them, as in `quoridor`.",
    },
];

/// Answer for a word in any case; `None` if the word belongs to no concept.
pub fn concept(word: &str) -> Option<&'static str> {
    let word = word.trim().to_lowercase();
    CONCEPTS.iter().find(|concept| concept.words.contains(&word.as_str())).map(|concept| concept.answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_the_language_is_a_concept() {
        for word in CONCEPTS.iter().flat_map(|concept| concept.words) {
            assert!(crate::vocabulary::find(word).is_empty(), "{word} has an entry of its own");
            assert!(concept(word).is_some());
        }
        assert!(concept("Dice").is_some_and(|answer| answer.contains("player = 0")));
        assert_eq!(concept("xyzzy"), None);
    }
}
