//! Functions that ask about elements, places, and how places lie to each other.
//! Functions of numbers, texts and sets are in a list of their own.

use super::{Builtin, Chapter, function};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Questions about the board",
    about: "What they give depends on the position, and on what stands between their brackets. Where nothing is, they say so: \
            what stands on an empty place is NOTHING, and what is beyond the edge NOWHERE.",
    builtins: BUILTINS,
};

const BUILTINS: &[Builtin] = &[
    function(
        "BETWEEN",
        "BETWEEN(directions, a, b) -> set of location",
        "The places strictly between a and b, on the first of the directions' rays from a that comes to b; none if no ray \
         does. With NOWHERE for b it is the whole ray of one direction.",
        "BETWEEN(All, s(1,1), s(3,3))",
        "{s(2,2)}",
    ),
    function(
        "CLEAR",
        "CLEAR(directions, a, b) -> boolean",
        "Whether b can be seen from a along one of the directions: it lies on a ray from a, and all places between are \
         empty. What stands on a and b does not matter.",
        "CLEAR(All, s(1,1), s(3,3))",
        "TRUE",
    ),
    function(
        "CONTENT",
        "CONTENT(location) -> element",
        "The element that stands on a place. It is NOTHING if the place is empty, and of NOWHERE.",
        "CONTENT(s(2,2))",
        "NOTHING",
    ),
    function(
        "ELEMENTS",
        "ELEMENTS(type or player) -> set of element",
        "All elements of a type, or all that belong to a player now, in the order of the file. Those off the board and in \
         reserve are among them.",
        "SIZE(ELEMENTS(stone))",
        "4",
    ),
    function(
        "ELTYPE",
        "ELTYPE(element) -> element type",
        "The type of an element. That of NOTHING is equal to no type, so the question is safe on empty places.",
        "ELTYPE(CONTENT(hand(1))) == stone",
        "TRUE",
    ),
    function(
        "EMPTY",
        "EMPTY(location) -> boolean",
        "Whether nothing stands on a place. NOWHERE is neither empty nor full, so `EMPTY(NEXT($D,FROM))` is false at the \
         edge.",
        "EMPTY(s(2,2))",
        "TRUE",
    ),
    function(
        "FULL",
        "FULL(location) -> boolean",
        "Whether something stands on a place. NOWHERE is neither empty nor full, so this is not the same as `NOT EMPTY`.",
        "FULL(s(4,4))",
        "FALSE",
    ),
    function(
        "INDEX",
        "INDEX(element, location or direction [, place]) -> integer",
        "A number between the brackets of a name: the first, or the one at the place given. Asking for one that the name \
         does not have, or of NOTHING and NOWHERE, is an error of the game file.",
        "INDEX(s(2,3), 2)",
        "3",
    ),
    function(
        "LINES",
        "LINES(relation [, location]) -> set of sets of location",
        "The lines of a relation, or those of them that go through a place. Each is a set of places, for a loop such as \
         `FORSOME($R, LINES(three), ...)`.",
        "SIZE(LINES(three, s(2,2)))",
        "4",
    ),
    function(
        "LOCATION",
        "LOCATION(element) -> location",
        "The place where an element stands. It is NOWHERE if the element is off the board, and of NOTHING.",
        "LOCATION(CONTENT(s(1,1)))",
        "s(1,1)",
    ),
    function(
        "LOCATIONS",
        "LOCATIONS(type) -> set of location",
        "All places of a type, in the order of the file, whatever stands on them.",
        "SIZE(LOCATIONS(square))",
        "9",
    ),
    function(
        "LOCTYPE",
        "LOCTYPE(location) -> location type",
        "The type of a place. That of NOWHERE is equal to no type.",
        "LOCTYPE(hand(1)) == hand",
        "TRUE",
    ),
    function(
        "NEIGHBOURS",
        "NEIGHBOURS(relation or directions, location) -> set of location",
        "All places to which the relation or one of the directions leads from a place. Of a relation made of lines these are \
         the places before and after it in each line.",
        "NEIGHBOURS(beside, s(1,1))",
        "{s(2,1)}",
    ),
    function(
        "NEXT",
        "NEXT(direction, location) -> location",
        "The next place in a direction. It is NOWHERE at the edge, and of NOWHERE, so that steps can be put together: \
         `NEXT($D,NEXT($D,FROM))`.",
        "NEXT(dir(1,0), s(1,1))",
        "s(2,1)",
    ),
    function(
        "OWNER",
        "OWNER(element) -> integer",
        "The number of the player who owns an element: 0 for nobody's. Of NOTHING it is -1, so that an empty place belongs \
         to nobody at all.",
        "OWNER(CONTENT(s(1,3)))",
        "2",
    ),
    function(
        "RAY",
        "RAY(direction, location) -> set of location",
        "All places beyond a place in a direction, from near to far, up to the edge or until one would come again.",
        "RAY(dir(1,0), s(1,1))",
        "{s(2,1), s(3,1)}",
    ),
    function(
        "RELATED",
        "RELATED(relation or directions, a, b) -> boolean",
        "Whether the relation or one of the directions leads from a to b in one step.",
        "RELATED(beside, s(1,1), s(3,1))",
        "FALSE",
    ),
    function(
        "SCORE",
        "SCORE(player) -> integer",
        "The points of a player. In a followup `SCORE(p) = value` sets them.",
        "SCORE(1)",
        "0",
    ),
    function(
        "STATE",
        "STATE(element) -> integer",
        "The state of an element, as the number for which the state's name stands. Of NOTHING it is -1.",
        "STATE(CONTENT(s(1,1))) == plain",
        "TRUE",
    ),
];
