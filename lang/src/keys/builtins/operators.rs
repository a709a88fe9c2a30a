//! Signs and words between values, from those that bind loosest to those that bind tightest.
//! How they are told apart in a text is the parser's matter.

use super::{Builtin, Chapter, Example, Kind};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Operators",
    about: "From those that bind loosest to those that bind tightest: `OR`; `AND`; `NOT`; all comparisons, of which only one \
            can stand in a row; `UNION`, `INTERSECT` and `EXCEPT`; `..`; `+` and `-`; `*`, `/` and `%`; the sign of a number. \
            Equal ones group from the left, and brackets go before everything.",
    builtins: BUILTINS,
};

const fn op(
    name: &'static str,
    signature: &'static str,
    doc: &'static str,
    example: &'static str,
    gives: &'static str,
) -> Builtin {
    Builtin { name, signature, kind: Kind::Operator, doc, example: Example::Gives(example, gives) }
}

const BUILTINS: &[Builtin] = &[
    op(
        "OR",
        "a OR b -> boolean",
        "Whether at least one of two holds. If the left one does, the right one is not worked out.",
        "1 == 2 OR 1 == 1",
        "TRUE",
    ),
    op(
        "AND",
        "a AND b -> boolean",
        "Whether both hold. If the left one does not, the right one is not worked out, so that it may ask what would be an \
         error else.",
        "1 == 1 AND 1 == 2",
        "FALSE",
    ),
    op(
        "NOT",
        "NOT a -> boolean",
        "Whether it does not hold. It takes a whole comparison: `NOT a == b` is `NOT (a == b)`.",
        "NOT 1 == 2",
        "TRUE",
    ),
    op(
        "==",
        "a == b -> boolean",
        "Whether two values of one type are equal. Sets are if they have the same members, in whatever order. A single `=` \
         gives a value to a variable instead.",
        "{1,2} == {2,1}",
        "TRUE",
    ),
    op("!=", "a != b -> boolean", "Whether two values of one type differ.", "1 != 2", "TRUE"),
    op("<", "a < b -> boolean", "Whether the number a is less than b.", "1 < 2", "TRUE"),
    op("<=", "a <= b -> boolean", "Whether the number a is not greater than b.", "2 <= 2", "TRUE"),
    op(">", "a > b -> boolean", "Whether the number a is greater than b.", "1 > 2", "FALSE"),
    op(">=", "a >= b -> boolean", "Whether the number a is not less than b.", "2 >= 2", "TRUE"),
    op("IN", "a IN set -> boolean", "Whether a is a member of the set.", "3 IN {1,3,5}", "TRUE"),
    op(
        "SUBSET",
        "set SUBSET set -> boolean",
        "Whether all members of the left set are in the right one. The empty set is part of every set.",
        "{1} SUBSET {1,2}",
        "TRUE",
    ),
    op(
        "UNION",
        "set UNION set -> set",
        "The members of the left set, then those of the right one that were not there yet.",
        "{1,2} UNION {2,3}",
        "{1, 2, 3}",
    ),
    op("INTERSECT", "set INTERSECT set -> set", "The members that are in both sets.", "{1,2} INTERSECT {2,3}", "{2}"),
    op(
        "EXCEPT",
        "set EXCEPT set -> set",
        "The members of the left set that are not in the right one.",
        "{1,2} EXCEPT {2,3}",
        "{1}",
    ),
    op(
        "..",
        "a .. b -> set of integer",
        "All numbers from a to b; none if a is greater. As an index it makes a set: `s(1..3,2)` is a row, and places that do \
         not exist are left out.",
        "SIZE(s(2..5,1))",
        "2",
    ),
    op("+", "a + b -> integer", "The sum of two numbers.", "1 + 2", "3"),
    op("-", "a - b or -a -> integer", "The difference of two numbers, or a number with the other sign.", "1 - 2", "-1"),
    op("*", "a * b -> integer", "The product of two numbers.", "2 * 3", "6"),
    op(
        "/",
        "a / b -> integer",
        "The quotient of two numbers, rounded towards zero. Division by zero is an error of the game file.",
        "7 / 2",
        "3",
    ),
    op("%", "a % b -> integer", "What is left by the division, with the sign of a.", "7 % 2", "1"),
];
