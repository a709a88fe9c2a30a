//! Built-in actions, which change the position.
//! They are valid in `followup` and in expressions called from there.

use super::{Builtin, BuiltinKind, Chapter, Example};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Actions",
    about: "Actions change the position. They are valid in `followup` and in expressions called from there. In \
            addition there is the assignment `name = value`, for variables and for `SCORE(player)`. An action on \
            NOTHING is a run-time error, reported when it occurs.",
    builtins: BUILTINS,
};

const fn action(name: &'static str, signature: &'static str, doc: &'static str, example: &'static str) -> Builtin {
    Builtin { name, signature, kind: BuiltinKind::Action, doc, example: Example::Lines(example) }
}

const BUILTINS: &[Builtin] = &[
    action(
        "DO",
        "DO(action, ...)",
        "Executes several actions in order where only one is allowed: in an `IF` or an `EACH`.",
        "[RULES]\nname = change\nelement = man\nfrom = square\nto = square\n\
         followup = IF(STATE(MOVED) == plain, DO(SETSTATE(MOVED,king), passes = 0))",
    ),
    action(
        "MOVE",
        "MOVE(element, location)",
        "Moves an element to another place, which must be empty; otherwise it is a run-time error. An element already \
         there must be removed or moved away first.",
        "[RULES]\nname = shove\nelement = man\nfrom = square\nto = s($X,3)\n\
         followup = IF(FULL(s($X,1)) AND EMPTY(s($X,2)), MOVE(CONTENT(s($X,1)), s($X,2)))",
    ),
    action(
        "PERMUTE",
        "PERMUTE(set, set)",
        "Moves whatever stands on the places of the first set to the places of the second one, all at once: from its \
         first place to the first place of the second set, and so on. Both sets have the same places, the second one in \
         another order; otherwise it is a run-time error. Places may be empty. It turns or exchanges parts of a board.",
        "[RULES]\nname = rotate\nfollowup = PERMUTE({s(1,1), s(2,1), s(2,2), s(1,2)}, {s(2,1), s(2,2), s(1,2), s(1,1)})",
    ),
    action(
        "REMOVE",
        "REMOVE(element)",
        "Removes an element from the board: it goes to the first free place of its type's `reserve`, or off the board \
         if the type has none. It keeps its owner and state.",
        "[RULES]\nname = jump\nfor = $D: All\nelement = man\nfrom = square\nto = NEXT($D,NEXT($D,FROM))\n\
         condition = OWNER(CONTENT(NEXT($D,FROM))) == 3-PLAYER\nfollowup = REMOVE(CONTENT(NEXT($D,FROM)))",
    ),
    action(
        "SETOWNER",
        "SETOWNER(element, player)",
        "Changes the owner of an element: a player's number, or 0 for nobody. The element stays where it is.",
        "[RULES]\nname = turn\nelement = man\nfrom = square\nto = square\n\
         followup = EACH($L, NEIGHBOURS(All,TO), IF(FULL($L), SETOWNER(CONTENT($L),PLAYER)))",
    ),
    action(
        "SETSTATE",
        "SETSTATE(element, state)",
        "Sets the state of an element, by the name or number of a state of its type.",
        "[RULES]\nname = crown\nelement = man\nfrom = square\nto = s($X,3)\nfollowup = SETSTATE(MOVED,king)",
    ),
];
