//! The keys of `[DIRECTIONS]`: ways along which each place has one next place at most.
//! Pairs and lines without such an order are relations.

use super::{Form, Key, Opens, Section, dropped, key};

pub(super) const DIRECTIONS: Section = Section {
    name: "DIRECTIONS",
    also: &[],
    opens: Opens::Key("name"),
    doc: "Ways on the board. A direction leads from each place to one other place at most, so that it can be followed to the \
          end: `NEXT`, `RAY`, `BETWEEN` and `CLEAR` do. A set of directions, such as `dir(-1..1,-1..1)`, serves wherever a \
          relation does. All of it is worked out when the file is read.",
    keys: KEYS,
};

const EXAMPLE: &str = "[DIRECTIONS]\nname = leap($A: -2..2, $B: -2..2)\nwhere = ABS($A*$B) == 2\n\
                       from = s($X,$Y)\nto = s($X+$A,$Y+$B)";

const KEYS: &[Key] = &[
    key(
        "name",
        Form::Header,
        "How the direction is called. Most are families whose indices say how far to go in which sense: `dir($A: -1..1, $B: \
         -1..1)` makes all eight directions of a chessboard.",
        EXAMPLE,
    ),
    key(
        "where",
        Form::Conditions,
        "Leaves out what it does not hold for. It may ask for the indices of the direction, and for the variables of `from`: \
         so a direction can be missing on some places.",
        EXAMPLE,
    ),
    key(
        "from",
        Form::Value,
        "The places from which the direction leads on: one place, or a pattern of a family such as `s($X,$Y)`, whose \
         variables run over all its indices.",
        EXAMPLE,
    ),
    key(
        "to",
        Form::Value,
        "Where it leads from there, by the variables of `from` and of the name. Where there is no such place the direction \
         ends.",
        EXAMPLE,
    ),
    dropped("[DIRECTIONS]\nname = up\ndrop = yes"),
];
