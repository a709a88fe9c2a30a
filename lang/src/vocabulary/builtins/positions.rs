//! Built-in functions that query elements, places and their geometry.
//! Functions of numbers, texts and sets are in `functions`.

use super::{Builtin, Chapter, function};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Board queries",
    about: "The results depend on the position and on the arguments. Missing values are represented explicitly: the \
            content of an empty place is NOTHING, and a place beyond the edge is NOWHERE.",
    builtins: BUILTINS,
};

const BUILTINS: &[Builtin] = &[
    function(
        "BACK",
        "BACK(direction) -> direction",
        "The opposite direction: the one that leads back from every place to which the direction leads. If there is none, the \
         result is equal to no direction, and `NEXT` along it is NOWHERE.",
        "BACK(dir(1,0)) == dir(-1,0)",
        "TRUE",
    ),
    function(
        "BETWEEN",
        "BETWEEN(directions, a, b) -> set of location",
        "The places strictly between a and b, on the first ray from a along one of the directions that reaches b; the \
         empty set if no ray does. If b is NOWHERE, the result is the whole ray along the first direction.",
        "BETWEEN(All, s(1,1), s(3,3))",
        "{s(2,2)}",
    ),
    function(
        "CLEAR",
        "CLEAR(directions, a, b) -> boolean",
        "TRUE if b is visible from a along one of the directions: b lies on a ray from a, and all places between are \
         empty. The contents of a and b are irrelevant.",
        "CLEAR(All, s(1,1), s(3,3))",
        "TRUE",
    ),
    function(
        "CONTENT",
        "CONTENT(location) -> element",
        "The element on a place. The result is NOTHING if the place is empty or NOWHERE.",
        "CONTENT(s(2,2))",
        "NOTHING",
    ),
    function(
        "ELEMENTS",
        "ELEMENTS(type or player) -> set of element",
        "All elements of a type, or all elements that a player owns in the position, in file order. Elements off the \
         board and in reserve are included.",
        "SIZE(ELEMENTS(stone))",
        "4",
    ),
    function(
        "ELTYPE",
        "ELTYPE(element) -> element type",
        "The type of an element. The type of NOTHING is equal to no type, so the function is safe for empty places.",
        "ELTYPE(CONTENT(hand(1))) == stone",
        "TRUE",
    ),
    function(
        "EMPTY",
        "EMPTY(location) -> boolean",
        "TRUE if a place is empty. NOWHERE is neither empty nor full, so `EMPTY(NEXT($D,FROM))` is false at the edge.",
        "EMPTY(s(2,2))",
        "TRUE",
    ),
    function(
        "FULL",
        "FULL(location) -> boolean",
        "TRUE if an element is on a place. NOWHERE is neither empty nor full, so this differs from `NOT EMPTY`.",
        "FULL(s(4,4))",
        "FALSE",
    ),
    function(
        "INDEX",
        "INDEX(element, location or direction [, place]) -> integer",
        "An index from the brackets of a name: the first, or the one at the given position. An index that the name \
         does not have, and any index of NOTHING or NOWHERE, is a run-time error.",
        "INDEX(s(2,3), 2)",
        "3",
    ),
    function(
        "LINES",
        "LINES(relation [, location]) -> set of sets of location",
        "The lines of a relation, or those that contain a place. Each line is a set of places, for a loop such as \
         `FORSOME($R, LINES(three), ...)`.",
        "SIZE(LINES(three, s(2,2)))",
        "4",
    ),
    function(
        "LOCATION",
        "LOCATION(element) -> location",
        "The place of an element. The result is NOWHERE if the element is off the board or NOTHING.",
        "LOCATION(CONTENT(s(1,1)))",
        "s(1,1)",
    ),
    function(
        "LOCATIONS",
        "LOCATIONS(type) -> set of location",
        "All places of a type, in file order, whether occupied or not.",
        "SIZE(LOCATIONS(square))",
        "9",
    ),
    function(
        "LOCTYPE",
        "LOCTYPE(location) -> location type",
        "The type of a place. The type of NOWHERE is equal to no type.",
        "LOCTYPE(hand(1)) == hand",
        "TRUE",
    ),
    function(
        "NEIGHBOURS",
        "NEIGHBOURS(relation or directions, location) -> set of location",
        "All places to which the relation or one of the directions leads from a place. For a relation made of lines, \
         these are the places before and after it in each line.",
        "NEIGHBOURS(beside, s(1,1))",
        "{s(2,1)}",
    ),
    function(
        "NEXT",
        "NEXT(direction, location) -> location",
        "The next place in a direction. The result is NOWHERE at the edge, and for NOWHERE, so steps can be nested: \
         `NEXT($D,NEXT($D,FROM))`.",
        "NEXT(dir(1,0), s(1,1))",
        "s(2,1)",
    ),
    function(
        "OWNER",
        "OWNER(element) -> integer",
        "The number of the player who owns an element; 0 for nobody. The owner of NOTHING is -1, so an empty place has \
         no owner at all.",
        "OWNER(CONTENT(s(1,3)))",
        "2",
    ),
    function(
        "RAY",
        "RAY(direction, location) -> set of location",
        "All places beyond a place in a direction, from near to far, up to the edge or until a place would repeat.",
        "RAY(dir(1,0), s(1,1))",
        "{s(2,1), s(3,1)}",
    ),
    function(
        "RELATED",
        "RELATED(relation or directions, a, b) -> boolean",
        "TRUE if the relation or one of the directions leads from a to b in one step.",
        "RELATED(beside, s(1,1), s(3,1))",
        "FALSE",
    ),
    function(
        "SCORE",
        "SCORE(player) -> integer",
        "The points of a player. In a followup, `SCORE(p) = value` sets them.",
        "SCORE(1)",
        "0",
    ),
    function(
        "STATE",
        "STATE(element) -> integer",
        "The state of an element, as the number of the state's name. The state of NOTHING is -1.",
        "STATE(CONTENT(s(1,1))) == plain",
        "TRUE",
    ),
];
