//! Keys and words of the 2013 edition that edition 2026 has removed, each with its replacement.
//! They serve error messages only; the parser never accepts them.

/// Removed keys, each with advice on the replacement.
pub(crate) const KEYS: [(&str, &str); 10] = [
    ("awardPlayer", "write `award = n`; the player who moves gets the points"),
    ("awardplayer", "write `award = n`; the player who moves gets the points"),
    ("kind", "a rule without `element` is a move of its own; one for passing has `priority = -1`"),
    ("nomoves", "write an entry of [END OF GAME] with `situation = NOMOVES`"),
    ("repetition", "write an entry of [END OF GAME] with `situation = REPEATS == 3`"),
    ("turnlimit", "write an entry of [END OF GAME] with `situation = TURN > 100`"),
    ("turnLimit", "write an entry of [END OF GAME] with `situation = TURN > 100`"),
    ("withScore", "write `award = n`"),
    ("withscore", "write `award = n`"),
    ("zindex", "a place holds at most one element, so there is no stacking order"),
];

/// Removed words of expressions, each with advice on the replacement.
pub(crate) const WORDS: [(&str, &str); 7] = [
    ("INDEXA", "`INDEX(thing, place)` is the number at a place"),
    ("NEXTPLAYER", "the turn passes automatically; `next = ...` of a rule sets the next player"),
    ("SETMINUS", "`EXCEPT` is the difference of sets"),
    ("SETZINDEX", "a place holds at most one element, so there is no stacking order"),
    ("UNINDEX", "write a name with indices directly, such as `a($X)`"),
    ("ZINDEX", "a place holds at most one element, so there is no stacking order"),
    ("END", "an expression ends where the next one begins"),
];

/// Returns the advice for a removed key.
pub(crate) fn key(name: &str) -> Option<&'static str> {
    KEYS.iter().find(|(gone, _)| *gone == name).map(|(_, advice)| *advice)
}

/// Returns the advice for a removed word of expressions.
pub(crate) fn word(name: &str) -> Option<&'static str> {
    WORDS.iter().find(|(gone, _)| *gone == name).map(|(_, advice)| *advice)
}
