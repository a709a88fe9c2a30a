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
         the word as a text, or the value if values are chosen. It is known from `condition` on: a `condition` can forbid some \
         of the choices.",
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
         on itself; in `after` there is `NOREPLY`.",
        Example::Lines("[END OF GAME]\nsituation = NOMOVES\nwinner = 3-PLAYER"),
    ),
    variable(
        "NOREPLY",
        "NOREPLY -> boolean",
        "TRUE if the player who moves next has no legal move after this move. It is defined in `after` only. It forbids \
         moves that leave the opponent without a reply, such as a mate by a dropped pawn: `after = NOT (NOREPLY AND \
         InCheck(3-PLAYER))`. The replies are listed with their own `after`, in which NOREPLY is FALSE, so that the \
         question ends. [SCORINGS] and [END OF GAME] are not evaluated for it.",
        Example::Lines(
            "[RULES]\nname = step\nelement = man\nfrom = square\nto = NEIGHBOURS(All,FROM)\nafter = NOT NOREPLY",
        ),
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
        "In [END OF GAME]: the number of occurrences of this position in the game, including the current one. In `after`: \
         the number of earlier occurrences of the position to which the move leads, so that `after = REPEATS == 0` \
         forbids every repetition (superko). Part of a position are the player to move, the types, owners, states and \
         places of the elements, and the variables; scores, the number of the move, and variables with `key = no` are \
         not. A fact that changes no legal move any more should not tell positions apart: `while` of [VARIABLES] \
         ends a right that nobody can use, and a followup changes the state of an element that has lost its right.",
        Example::Lines(
            "[RULES]\nname = step\nelement = man\nfrom = square\nto = NEIGHBOURS(All,FROM)\nafter = REPEATS == 0\n\
             [END OF GAME]\nsituation = REPEATS == 3\nwinner = 0",
        ),
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
