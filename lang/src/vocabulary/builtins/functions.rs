//! Built-in functions of numbers, texts and sets.
//! Functions that query the board are in `positions`.

use super::{Builtin, Chapter, function};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Numbers, texts and choices",
    about: "The results depend only on the arguments. Numbers are 32-bit integers; an overflow is a run-time error.",
    builtins: BUILTINS,
};

const BUILTINS: &[Builtin] = &[
    function("ABS", "ABS(integer) -> integer", "The absolute value of a number.", "ABS(2-5)", "3"),
    function(
        "AT",
        "AT(text, x, y) -> text",
        "The letter in column x and row y of a letter grid of [TEXTS]; the lowest row is 1. Outside of the grid the \
         result is an empty text, so `AT(level,$X,$Y) == \"#\"` is valid for all coordinates.",
        "AT(start, 1, 3)",
        "\"b\"",
    ),
    function(
        "FIND",
        "FIND(text, part) -> integer",
        "The position of the part in the text, counted from 1; 0 if the text does not contain it. It converts letters \
         to numbers, such as those of states and players.",
        "FIND(\"PNBRQK\", \"R\")",
        "4",
    ),
    function(
        "HEIGHT",
        "HEIGHT(text) -> integer",
        "The number of rows of a letter grid of [TEXTS].",
        "HEIGHT(start)",
        "3",
    ),
    function(
        "IF",
        "IF(condition, value, ..., otherwise) -> value",
        "The value after the first condition that holds, or the last value if none holds; only that value is \
         evaluated. All values have one type. If the values are actions, the last one may be left out: `IF(condition, \
         action)`.",
        "IF(PLAYER == 1, \"white\", \"black\")",
        "\"white\"",
    ),
    function(
        "JOIN",
        "JOIN(value, ...) -> text",
        "A text: texts, numbers and names, concatenated without blanks. It is used for the `label` of a move.",
        "JOIN(\"to \", s(1,2))",
        "\"to s(1,2)\"",
    ),
    function(
        "ROTATE",
        "ROTATE(set, member, n) -> member",
        "The member n places after the given one in the order of the set, and again from the start after the last; before it \
         if n is negative. It turns a direction: with `Clock = {dir(0,1), dir(1,1), dir(1,0), ...}`, `ROTATE(Clock, $D, 1)` is \
         the next direction clockwise. Something that is not in the set gives NOTHING or NOWHERE or no direction; a number is \
         a run-time error then.",
        "ROTATE({dir(0,1), dir(1,0), dir(0,-1), dir(-1,0)}, dir(-1,0), 1) == dir(0,1)",
        "TRUE",
    ),
    function(
        "SIZE",
        "SIZE(set) -> integer",
        "The number of members of a set. For a list option, the number of its entries, including repeated ones.",
        "SIZE({4,7,4})",
        "2",
    ),
    function(
        "WIDTH",
        "WIDTH(text) -> integer",
        "The number of letters in each row of a letter grid of [TEXTS].",
        "WIDTH(start)",
        "3",
    ),
];
