//! Words of the 2013 edition that are gone, each with what stands in its place.
//! Nothing is read by them; they only make messages clearer.

/// Keys that were, and what to write instead.
pub(crate) const KEYS: [(&str, &str); 10] = [
    ("awardPlayer", "the player who moves gets the points of `award = n`"),
    ("awardplayer", "the player who moves gets the points of `award = n`"),
    ("kind", "a rule without `element` is a move of its own; one for passing has `priority = -1`"),
    ("nomoves", "an entry of [END OF GAME] with `situation = NOMOVES` says what comes then"),
    ("repetition", "an entry of [END OF GAME] with `situation = REPEATS == 3` says what comes then"),
    ("turnlimit", "an entry of [END OF GAME] with `situation = TURN > 100` says what comes then"),
    ("turnLimit", "an entry of [END OF GAME] with `situation = TURN > 100` says what comes then"),
    ("withScore", "points are given with `award = n`"),
    ("withscore", "points are given with `award = n`"),
    ("zindex", "there is one element on a place at most, so that none lies over another"),
];

/// Words of expressions that were, and what to write instead.
pub(crate) const WORDS: [(&str, &str); 7] = [
    ("INDEXA", "`INDEX(thing, place)` is the number at a place"),
    ("NEXTPLAYER", "the turn passes by itself; a rule's `next = ...` says to whom"),
    ("SETMINUS", "sets are taken from each other with `EXCEPT`"),
    ("SETZINDEX", "there is one element on a place at most, so that none lies over another"),
    ("UNINDEX", "a name with indices is written as it is, such as `a($X)`"),
    ("ZINDEX", "there is one element on a place at most, so that none lies over another"),
    ("END", "an expression ends where the next one begins"),
];

/// What to write instead of a key.
pub(crate) fn key(name: &str) -> Option<&'static str> {
    KEYS.iter().find(|(gone, _)| *gone == name).map(|(_, advice)| *advice)
}

/// What to write instead of a word of an expression.
pub(crate) fn word(name: &str) -> Option<&'static str> {
    WORDS.iter().find(|(gone, _)| *gone == name).map(|(_, advice)| *advice)
}
