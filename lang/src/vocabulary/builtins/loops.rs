//! Built-in loops: quantifiers, aggregates and filters over sets, each binding a variable.
//! The loop of actions, `EACH`, is part of this chapter.

use super::{Builtin, BuiltinKind, Chapter, Example};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Loops",
    about: "Loops iterate over the members of a set, in the order of the set. The loop variable, such as `$L`, stands \
            for the current member and is known in the last argument only.",
    builtins: BUILTINS,
};

const fn loop_over(
    name: &'static str,
    signature: &'static str,
    doc: &'static str,
    example: &'static str,
    gives: &'static str,
) -> Builtin {
    Builtin { name, signature, kind: BuiltinKind::Loop, doc, example: Example::Evaluates(example, gives) }
}

const BUILTINS: &[Builtin] = &[
    loop_over(
        "COUNT",
        "COUNT($V, set, condition) -> integer",
        "The number of members of the set for which the condition holds.",
        "COUNT($L, LOCATIONS(square), FULL($L))",
        "4",
    ),
    Builtin {
        name: "EACH",
        signature: "EACH($V, set, action)",
        kind: BuiltinKind::Loop,
        doc: "Executes an action for each member of the set. The set is evaluated once, before the first action, so \
              that the actions do not affect it.",
        example: Example::Lines(
            "[RULES]\nname = sweep\nelement = man\nfrom = square\nto = square\n\
             followup = EACH($L, NEIGHBOURS(All,TO), IF(FULL($L), REMOVE(CONTENT($L))))",
        ),
    },
    loop_over(
        "FIRST",
        "FIRST($V, set, condition) -> member",
        "The first member of the set for which the condition holds. If there is none, the result is NOTHING or \
         NOWHERE; for a set of numbers it is a run-time error.",
        "FIRST($L, RAY(dir(1,0),s(1,1)), FULL($L))",
        "s(3,1)",
    ),
    loop_over(
        "FORALL",
        "FORALL($V, set, condition) -> boolean",
        "TRUE if the condition holds for every member of the set, and for the empty set.",
        "FORALL($I, 1..4, FULL(hand($I)))",
        "TRUE",
    ),
    loop_over(
        "FORSOME",
        "FORSOME($V, set, condition) -> boolean",
        "TRUE if the condition holds for at least one member of the set; FALSE for the empty set.",
        "FORSOME($L, LOCATIONS(hand), EMPTY($L))",
        "FALSE",
    ),
    loop_over(
        "MAX",
        "MAX($V, set, number [, none]) or MAX(a, b) -> integer",
        "The maximum of the numbers computed for the members of the set. For the empty set the result is the fourth \
         argument; without one it is a run-time error. With two arguments: the greater of the two.",
        "MAX($E, ELEMENTS(2), INDEX(LOCATION($E),2), 0)",
        "3",
    ),
    loop_over(
        "MIN",
        "MIN($V, set, number [, none]) or MIN(a, b) -> integer",
        "The minimum of the numbers computed for the members of the set. For the empty set the result is the fourth \
         argument; without one it is a run-time error. With two arguments: the lesser of the two.",
        "MIN(7, 3)",
        "3",
    ),
    loop_over(
        "REACH",
        "REACH(relation or directions, set, $L, condition) or REACH($L, set, next) -> set of location",
        "All places that can be reached from the set, step by step over places for which the condition holds (flood \
         fill). Members of the set for which it does not hold are not starting points. It finds groups of stones and \
         tests whether sides are connected. With three arguments it is a graph search in which each step has a \
         condition of its own: `next` is the place, or the set of places, to which a step from $L leads. The members of \
         the set are reached without a step. A series of jumps is `REACH($L, {FROM}, WHERE($K, NEIGHBOURS(jump, $L), \
         EMPTY($K)))`, and with walls between places the step tests the wall.",
        "REACH($L, {s(1,1)}, NEXT(dir(1,0), $L))",
        "{s(1,1), s(2,1), s(3,1)}",
    ),
    loop_over(
        "SUM",
        "SUM($V, set, number) -> integer",
        "The sum of the numbers computed for the members of the set; 0 for the empty set.",
        "SUM($I, 1..4, $I*$I)",
        "30",
    ),
    loop_over(
        "WHERE",
        "WHERE($V, set, condition) -> set",
        "The members of the set for which the condition holds, in the order of the set.",
        "WHERE($I, 1..9, $I % 4 == 0)",
        "{4, 8}",
    ),
];
