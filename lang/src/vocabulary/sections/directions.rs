//! Keys of `[DIRECTIONS]`: partial functions from places to places (each place has at most one successor).
//! Pairs and lines without this property are relations.

use super::{EntryStart, Key, Section, ValueSyntax, drop_key, key};

pub(super) const DIRECTIONS: Section = Section {
    name: "DIRECTIONS",
    aliases: &[],
    entry_start: EntryStart::Key("name"),
    doc: "Directions on the board. A direction leads from each place to at most one other place, so it can be followed \
          to its end: `NEXT`, `RAY`, `BETWEEN` and `CLEAR` do so. A set of directions, such as `dir(-1..1,-1..1)`, can \
          be used wherever a relation can. Directions are computed once, when the file is loaded.",
    keys: KEYS,
};

const EXAMPLE: &str = "[DIRECTIONS]\nname = leap($A: -2..2, $B: -2..2)\nwhere = ABS($A*$B) == 2\n\
                       from = s($X,$Y)\nto = s($X+$A,$Y+$B)";

const KEYS: &[Key] = &[
    key(
        "name",
        ValueSyntax::Header,
        "The name of the direction. Most directions are families whose indices are the step along each axis: `dir($A: \
         -1..1, $B: -1..1)` makes all eight directions of a chessboard.",
        EXAMPLE,
    ),
    key(
        "where",
        ValueSyntax::Conditions,
        "Excludes the steps for which the condition does not hold. It may use the indices of the direction and the \
         variables of `from`, so a direction can be missing on some places.",
        EXAMPLE,
    ),
    key(
        "from",
        ValueSyntax::Value,
        "The places where the direction starts: one place, or a pattern of a family such as `s($X,$Y)`, whose \
         variables range over all its indices.",
        EXAMPLE,
    ),
    key(
        "to",
        ValueSyntax::Value,
        "The place to which the direction leads, computed from the variables of `from` and of the name. If that place \
         does not exist, the direction ends.",
        EXAMPLE,
    ),
    drop_key("[DIRECTIONS]\nname = up\ndrop = yes"),
];
