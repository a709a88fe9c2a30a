//! Built-ins that look at every member of a set, as a variable of their own.
//! Loops of actions are here as well.

use super::{Builtin, Chapter, Example, Kind};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Loops",
    about: "They look at the members of a set one by one, in the order of the set. The variable that stands for the member, \
            such as `$L`, is known in the last argument only.",
    builtins: BUILTINS,
};

const fn over(
    name: &'static str,
    signature: &'static str,
    doc: &'static str,
    example: &'static str,
    gives: &'static str,
) -> Builtin {
    Builtin { name, signature, kind: Kind::Loop, doc, example: Example::Gives(example, gives) }
}

const BUILTINS: &[Builtin] = &[
    over(
        "COUNT",
        "COUNT($V, set, condition) -> integer",
        "For how many members of the set the condition holds.",
        "COUNT($L, LOCATIONS(square), FULL($L))",
        "4",
    ),
    Builtin {
        name: "EACH",
        signature: "EACH($V, set, action)",
        kind: Kind::Loop,
        doc: "Does an action for each member of the set. The set is worked out once, before the first action, so that what \
              the actions change does not change it.",
        example: Example::Lines(
            "[RULES]\nname = sweep\nelement = man\nfrom = square\nto = square\n\
             followup = EACH($L, NEIGHBOURS(All,TO), IF(FULL($L), REMOVE(CONTENT($L))))",
        ),
    },
    over(
        "FIRST",
        "FIRST($V, set, condition) -> member",
        "The first member of the set for which the condition holds. If there is none it is NOTHING or NOWHERE; for a set of \
         numbers that is an error of the game file.",
        "FIRST($L, RAY(dir(1,0),s(1,1)), FULL($L))",
        "s(3,1)",
    ),
    over(
        "FORALL",
        "FORALL($V, set, condition) -> boolean",
        "Whether the condition holds for every member of the set. For the empty set it does.",
        "FORALL($I, 1..4, FULL(hand($I)))",
        "TRUE",
    ),
    over(
        "FORSOME",
        "FORSOME($V, set, condition) -> boolean",
        "Whether the condition holds for at least one member of the set. For the empty set it does not.",
        "FORSOME($L, LOCATIONS(hand), EMPTY($L))",
        "FALSE",
    ),
    over(
        "MAX",
        "MAX($V, set, number [, none]) or MAX(a, b) -> integer",
        "The greatest of the numbers worked out for the members of the set. For the empty set it is the fourth argument, and \
         without one an error. With two arguments it is the greater of them.",
        "MAX($E, ELEMENTS(2), INDEX(LOCATION($E),2), 0)",
        "3",
    ),
    over(
        "MIN",
        "MIN($V, set, number [, none]) or MIN(a, b) -> integer",
        "The least of the numbers worked out for the members of the set. For the empty set it is the fourth argument, and \
         without one an error. With two arguments it is the lesser of them.",
        "MIN(7, 3)",
        "3",
    ),
    over(
        "REACH",
        "REACH(relation or directions, set, $L, condition) -> set of location",
        "All places that can be reached from the set, step by step over places for which the condition holds. Members of the \
         set for which it does not hold are no beginning. It finds groups of stones and whether sides are joined.",
        "SIZE(REACH(beside, {s(1,2)}, $L, EMPTY($L)))",
        "3",
    ),
    over(
        "SUM",
        "SUM($V, set, number) -> integer",
        "The sum of the numbers worked out for the members of the set; 0 for the empty set.",
        "SUM($I, 1..4, $I*$I)",
        "30",
    ),
    over(
        "WHERE",
        "WHERE($V, set, condition) -> set",
        "The members of the set for which the condition holds, in their order.",
        "WHERE($I, 1..9, $I % 4 == 0)",
        "{4, 8}",
    ),
];
