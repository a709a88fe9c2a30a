//! Built-ins that change the position.
//! They stand in `followup`, and in expressions that are called there.

use super::{Builtin, Chapter, Example, Kind};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Actions",
    about: "They change the position, and so belong into `followup` and into expressions that are called there. Besides them \
            there is `name = value`, for variables and for `SCORE(player)`. An action on NOTHING is an error of the game \
            file, told when it happens.",
    builtins: BUILTINS,
};

const fn action(name: &'static str, signature: &'static str, doc: &'static str, example: &'static str) -> Builtin {
    Builtin { name, signature, kind: Kind::Action, doc, example: Example::Lines(example) }
}

const BUILTINS: &[Builtin] = &[
    action(
        "DO",
        "DO(action, ...)",
        "Does several actions in order, where only one can stand: in an `IF` or an `EACH`.",
        "[RULES]\nname = change\nelement = man\nfrom = square\nto = square\n\
         followup = IF(STATE(MOVED) == plain, DO(SETSTATE(MOVED,king), passes = 0))",
    ),
    action(
        "MOVE",
        "MOVE(element, location)",
        "Puts an element on another place, which must be empty; else it is an error of the game file. What is there first \
         has to be removed or moved away.",
        "[RULES]\nname = shove\nelement = man\nfrom = square\nto = s($X,3)\n\
         followup = IF(FULL(s($X,1)) AND EMPTY(s($X,2)), MOVE(CONTENT(s($X,1)), s($X,2)))",
    ),
    action(
        "REMOVE",
        "REMOVE(element)",
        "Takes an element from the board: to the first free place of its type's `reserve`, or off the board if it has none. \
         It keeps its owner and state.",
        "[RULES]\nname = jump\nfor = $D: All\nelement = man\nfrom = square\nto = NEXT($D,NEXT($D,FROM))\n\
         condition = OWNER(CONTENT(NEXT($D,FROM))) == 3-PLAYER\nfollowup = REMOVE(CONTENT(NEXT($D,FROM)))",
    ),
    action(
        "SETOWNER",
        "SETOWNER(element, player)",
        "Gives an element to a player, or to nobody with 0. It stays where it is.",
        "[RULES]\nname = turn\nelement = man\nfrom = square\nto = square\n\
         followup = EACH($L, NEIGHBOURS(All,TO), IF(FULL($L), SETOWNER(CONTENT($L),PLAYER)))",
    ),
    action(
        "SETSTATE",
        "SETSTATE(element, state)",
        "Puts an element into a state of its type, by name or number.",
        "[RULES]\nname = crown\nelement = man\nfrom = square\nto = s($X,3)\nfollowup = SETSTATE(MOVED,king)",
    ),
];
