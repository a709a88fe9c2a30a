//! Built-in operators, from the lowest precedence to the highest.
//! Tokenizing and parsing them is the task of the parser.

use super::{Builtin, BuiltinKind, Chapter, Example};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Operators",
    about: "From the lowest precedence to the highest: `OR`; `AND`; `NOT`; all comparisons, which cannot be chained; \
            `UNION`, `INTERSECT` and `EXCEPT`; `..`; `+` and `-`; `*`, `/` and `%`; the sign of a number. Operators of \
            equal precedence are left-associative, and brackets override the precedence.",
    builtins: BUILTINS,
};

const fn operator(
    name: &'static str,
    signature: &'static str,
    doc: &'static str,
    example: &'static str,
    gives: &'static str,
) -> Builtin {
    Builtin { name, signature, kind: BuiltinKind::Operator, doc, example: Example::Evaluates(example, gives) }
}

const BUILTINS: &[Builtin] = &[
    operator(
        "OR",
        "a OR b -> boolean",
        "Logical disjunction: TRUE if at least one operand is. If the left operand is true, the right one is not \
         evaluated.",
        "1 == 2 OR 1 == 1",
        "TRUE",
    ),
    operator(
        "AND",
        "a AND b -> boolean",
        "Logical conjunction: TRUE if both operands are. If the left operand is false, the right one is not evaluated, \
         so the left one can guard against errors in the right one.",
        "1 == 1 AND 1 == 2",
        "FALSE",
    ),
    operator(
        "NOT",
        "NOT a -> boolean",
        "Logical negation. It applies to a whole comparison: `NOT a == b` is `NOT (a == b)`.",
        "NOT 1 == 2",
        "TRUE",
    ),
    operator(
        "==",
        "a == b -> boolean",
        "TRUE if two values of one type are equal. Sets are equal if they have the same members, in any order. A \
         single `=` is an assignment.",
        "{1,2} == {2,1}",
        "TRUE",
    ),
    operator("!=", "a != b -> boolean", "TRUE if two values of one type differ.", "1 != 2", "TRUE"),
    operator("<", "a < b -> boolean", "TRUE if the number a is less than b.", "1 < 2", "TRUE"),
    operator("<=", "a <= b -> boolean", "TRUE if the number a is at most b.", "2 <= 2", "TRUE"),
    operator(">", "a > b -> boolean", "TRUE if the number a is greater than b.", "1 > 2", "FALSE"),
    operator(">=", "a >= b -> boolean", "TRUE if the number a is at least b.", "2 >= 2", "TRUE"),
    operator("IN", "a IN set -> boolean", "TRUE if a is a member of the set.", "3 IN {1,3,5}", "TRUE"),
    operator(
        "SUBSET",
        "set SUBSET set -> boolean",
        "TRUE if all members of the left set are in the right one. The empty set is a subset of every set.",
        "{1} SUBSET {1,2}",
        "TRUE",
    ),
    operator(
        "UNION",
        "set UNION set -> set",
        "The union of two sets: the members of the left set, then those members of the right one that are not in the \
         left one.",
        "{1,2} UNION {2,3}",
        "{1, 2, 3}",
    ),
    operator(
        "INTERSECT",
        "set INTERSECT set -> set",
        "The intersection of two sets: the members that are in both.",
        "{1,2} INTERSECT {2,3}",
        "{2}",
    ),
    operator(
        "EXCEPT",
        "set EXCEPT set -> set",
        "The difference of two sets: the members of the left set that are not in the right one.",
        "{1,2} EXCEPT {2,3}",
        "{1}",
    ),
    operator(
        "..",
        "a .. b -> set of integer",
        "All numbers from a to b; none if a is greater. A range as an index makes a set: `s(1..3,2)` is a row; places \
         that do not exist are left out.",
        "SIZE(s(2..5,1))",
        "2",
    ),
    operator("+", "a + b -> integer", "The sum of two numbers.", "1 + 2", "3"),
    operator(
        "-",
        "a - b or -a -> integer",
        "The difference of two numbers, or the negation of one number.",
        "1 - 2",
        "-1",
    ),
    operator("*", "a * b -> integer", "The product of two numbers.", "2 * 3", "6"),
    operator(
        "/",
        "a / b -> integer",
        "The quotient of two numbers, rounded towards zero. Division by zero is a run-time error.",
        "7 / 2",
        "3",
    ),
    operator("%", "a % b -> integer", "The remainder of the division, with the sign of a.", "7 % 2", "1"),
];
