//! Built-in variables: values without arguments that depend on the position or the move.
//! Each is defined only in the contexts that its documentation names.

use super::{Builtin, BuiltinKind, Chapter, Example};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Move and turn variables",
    about: "These variables describe the player to move and the current move; they are written without brackets. Each \
            is defined in certain contexts only; `boardwright check` reports uses elsewhere.",
    builtins: BUILTINS,
};

const fn variable(name: &'static str, signature: &'static str, doc: &'static str, example: Example) -> Builtin {
    Builtin { name, signature, kind: BuiltinKind::Variable, doc, example }
}

const BUILTINS: &[Builtin] = &[
    variable(
        "CAPTURED",
        "CAPTURED -> element",
        "The element that stood on the target of the move, or NOTHING. It is defined in `followup`, `after` and \
         `next`, and in [SCORINGS] and [END OF GAME], where it refers to the last move.",
        Example::Lines("[SCORINGS]\nsituation = CAPTURED != NOTHING\nplayer = MOVER\nscore = 1"),
    ),
    variable(
        "CHOICE",
        "CHOICE -> integer or text",
        "The choice made with the move, in rules with a `choice`: the number of the state of that name, or otherwise \
         the word as a text.",
        Example::Lines(
            "[RULES]\nname = crown\nelement = man\nfrom = square\nto = s($X,3)\nchoice = plain, king\n\
             followup = SETSTATE(MOVED,CHOICE)",
        ),
    ),
    variable(
        "FROM",
        "FROM -> location",
        "The place from which the moving element comes; NOWHERE if it comes from off the board. In [SCORINGS] and [END \
         OF GAME] it refers to the last move.",
        Example::Lines("[RULES]\nname = up\nelement = man\nfrom = square\nto = NEXT(dir(0,1),FROM)"),
    ),
    variable(
        "ME",
        "ME -> integer",
        "The number of the player for whom a position is evaluated. It is defined in [HEURISTICS] only, and need not \
         be the player to move.",
        Example::Lines("[HEURISTICS]\nname = material\nvalue = SIZE(ELEMENTS(ME))"),
    ),
    variable(
        "MOVED",
        "MOVED -> element",
        "The moving element. In [SCORINGS] and [END OF GAME] it refers to the last move, and is NOTHING before the \
         first.",
        Example::Lines(
            "[RULES]\nname = crown\nelement = man\nfrom = square\nto = s($X,3)\nfollowup = SETSTATE(MOVED,king)",
        ),
    ),
    variable(
        "MOVER",
        "MOVER -> integer",
        "The number of the player who makes the move, or made the last one; 0 before the first. It stays the same when \
         the turn passes, unlike `PLAYER`.",
        Example::Evaluates("MOVER", "0"),
    ),
    variable(
        "NOMOVES",
        "NOMOVES -> boolean",
        "TRUE if the player to move has no legal move. It is defined in [END OF GAME] only, so that no rule can depend \
         on itself.",
        Example::Lines("[END OF GAME]\nsituation = NOMOVES\nwinner = 3-PLAYER"),
    ),
    variable(
        "PLAYER",
        "PLAYER -> integer",
        "The number of the player to move. During a move this is the player who makes it; in [SCORINGS] and [END OF \
         GAME] it is the player who moves next.",
        Example::Evaluates("PLAYER", "1"),
    ),
    variable(
        "REPEATS",
        "REPEATS -> integer",
        "The number of occurrences of this position in the game, including the current one. It is defined in [END OF \
         GAME] only. Scores, and variables with `key = no`, are not part of the comparison.",
        Example::Lines("[END OF GAME]\nsituation = REPEATS == 3\nwinner = 0"),
    ),
    variable(
        "TO",
        "TO -> location",
        "The place to which the moving element goes; NOWHERE if it leaves the board. In [SCORINGS] and [END OF GAME] \
         it refers to the last move.",
        Example::Lines("[RULES]\nname = far\nelement = man\nfrom = square\nto = square\ncondition = INDEX(TO,2) == 3"),
    ),
    variable(
        "TURN",
        "TURN -> integer",
        "The number of the next move, counted from 1 over all players. In [END OF GAME] it is therefore one more than \
         the number of moves made.",
        Example::Evaluates("TURN", "1"),
    ),
];
