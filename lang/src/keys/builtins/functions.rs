//! Functions of numbers, texts and sets.
//! What asks about the board is in a list of its own.

use super::{Builtin, Chapter, function};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Numbers, texts and choices",
    about: "What they give depends only on what stands between their brackets. Numbers are whole and have 32 bits; a result \
            that does not fit is an error of the game file.",
    builtins: BUILTINS,
};

const BUILTINS: &[Builtin] = &[
    function("ABS", "ABS(integer) -> integer", "A number without its sign: how far it is from 0.", "ABS(2-5)", "3"),
    function(
        "AT",
        "AT(text, x, y) -> text",
        "The letter in column x and row y of a picture of [TEXTS], the lowest row being 1. Outside of the picture it is an \
         empty text, so that `AT(level,$X,$Y) == \"#\"` can be asked everywhere.",
        "AT(start, 1, 3)",
        "\"b\"",
    ),
    function(
        "FIND",
        "FIND(text, part) -> integer",
        "Where the part begins in the text, from 1; 0 if it is not in it. It turns letters into numbers, such as those of \
         states and players.",
        "FIND(\"PNBRQK\", \"R\")",
        "4",
    ),
    function("HEIGHT", "HEIGHT(text) -> integer", "How many rows a picture of [TEXTS] has.", "HEIGHT(start)", "3"),
    function(
        "IF",
        "IF(condition, value, ..., otherwise) -> value",
        "The value after the first condition that holds, else the last one; only that value is worked out. All values have \
         one type. Among actions the last one may be left out: `IF(condition, action)`.",
        "IF(PLAYER == 1, \"white\", \"black\")",
        "\"white\"",
    ),
    function(
        "JOIN",
        "JOIN(value, ...) -> text",
        "A text made of texts, numbers and names, one after another without blanks. It makes the `label` of a move.",
        "JOIN(\"to \", s(1,2))",
        "\"to s(1,2)\"",
    ),
    function(
        "SIZE",
        "SIZE(set) -> integer",
        "How many members a set has. Of an option that is a list it is how many numbers were given, equal ones included.",
        "SIZE({4,7,4})",
        "2",
    ),
    function(
        "WIDTH",
        "WIDTH(text) -> integer",
        "How many letters each row of a picture of [TEXTS] has.",
        "WIDTH(start)",
        "3",
    ),
];
