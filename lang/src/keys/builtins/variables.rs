//! Values without arguments that depend on the position, or on the move.
//! Each is known only where its explanation says so.

use super::{Builtin, Chapter, Example, Kind};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Questions about the move",
    about: "They ask whose turn it is and what is moved, and need no brackets. Each is known only where it means something; \
            `boardwright check` tells where it does not.",
    builtins: BUILTINS,
};

const fn asked(name: &'static str, signature: &'static str, doc: &'static str, example: Example) -> Builtin {
    Builtin { name, signature, kind: Kind::Variable, doc, example }
}

const BUILTINS: &[Builtin] = &[
    asked(
        "CAPTURED",
        "CAPTURED -> element",
        "The element that stood on the target of the move, or NOTHING. It is known in `followup`, `after` and `next`, and in \
         [SCORINGS] and [END OF GAME], where it is that of the last move.",
        Example::Lines("[SCORINGS]\nsituation = CAPTURED != NOTHING\nplayer = MOVER\nscore = 1"),
    ),
    asked(
        "CHOICE",
        "CHOICE -> integer or text",
        "What was chosen with the move, in rules with a `choice`: the number of the state of that name, or else the word as \
         a text.",
        Example::Lines(
            "[RULES]\nname = crown\nelement = man\nfrom = square\nto = s($X,3)\nchoice = plain, king\n\
             followup = SETSTATE(MOVED,CHOICE)",
        ),
    ),
    asked(
        "FROM",
        "FROM -> location",
        "The place from which the element of the move comes; NOWHERE if from off the board. In [SCORINGS] and [END OF GAME] \
         it is that of the last move.",
        Example::Lines("[RULES]\nname = up\nelement = man\nfrom = square\nto = NEXT(dir(0,1),FROM)"),
    ),
    asked(
        "ME",
        "ME -> integer",
        "The number of the player who asks what a position is worth. It is known in [HEURISTICS] only, and need not be the \
         player to move.",
        Example::Lines("[HEURISTICS]\nname = material\nvalue = SIZE(ELEMENTS(ME))"),
    ),
    asked(
        "MOVED",
        "MOVED -> element",
        "The element that moves. In [SCORINGS] and [END OF GAME] it is that of the last move, and NOTHING before the first.",
        Example::Lines(
            "[RULES]\nname = crown\nelement = man\nfrom = square\nto = s($X,3)\nfollowup = SETSTATE(MOVED,king)",
        ),
    ),
    asked(
        "MOVER",
        "MOVER -> integer",
        "The number of the player who makes the move, or made the last one; 0 before the first. It stays the same when the \
         turn passes, `PLAYER` does not.",
        Example::Gives("MOVER", "0"),
    ),
    asked(
        "NOMOVES",
        "NOMOVES -> boolean",
        "Whether the player to move has no legal move. It is known in [END OF GAME] only, so that no rule can ask about \
         itself.",
        Example::Lines("[END OF GAME]\nsituation = NOMOVES\nwinner = 3-PLAYER"),
    ),
    asked(
        "PLAYER",
        "PLAYER -> integer",
        "The number of the player to move. During a move this is who makes it, and from [SCORINGS] on who moves next.",
        Example::Gives("PLAYER", "1"),
    ),
    asked(
        "REPEATS",
        "REPEATS -> integer",
        "How many times this position has stood in the game, now included. It is known in [END OF GAME] only; what counts as \
         the same position leaves out scores and variables with `key = no`.",
        Example::Lines("[END OF GAME]\nsituation = REPEATS == 3\nwinner = 0"),
    ),
    asked(
        "TO",
        "TO -> location",
        "The place to which the element of the move goes; NOWHERE if off the board. In [SCORINGS] and [END OF GAME] it is \
         that of the last move.",
        Example::Lines("[RULES]\nname = far\nelement = man\nfrom = square\nto = square\ncondition = INDEX(TO,2) == 3"),
    ),
    asked(
        "TURN",
        "TURN -> integer",
        "The number of the move about to be made, counted from 1 over all players. In [END OF GAME] it is therefore one more \
         than the number of moves made.",
        Example::Gives("TURN", "1"),
    ),
];
