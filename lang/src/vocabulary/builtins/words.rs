//! Built-in constants, and words with a meaning in certain keys only.
//! All of them are reserved: no game can use them as names.

use super::{Builtin, BuiltinKind, Chapter, Example};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Words",
    about: "Constants, and words that have a meaning in certain keys only.",
    builtins: BUILTINS,
};

const fn word(name: &'static str, signature: &'static str, doc: &'static str, example: Example) -> Builtin {
    Builtin { name, signature, kind: BuiltinKind::Word, doc, example }
}

const BUILTINS: &[Builtin] = &[
    word("FALSE", "FALSE -> boolean", "The boolean value false.", Example::Evaluates("1 == 2", "FALSE")),
    word(
        "HIGHEST",
        "winner = HIGHEST",
        "The player with the most points wins. If several players share the highest score, the game is a draw.",
        Example::Lines("[END OF GAME]\nsituation = TURN > 20\nwinner = HIGHEST"),
    ),
    word(
        "NOTHING",
        "NOTHING -> element",
        "No element: the content of an empty place, and a family member that does not exist.",
        Example::Evaluates("CONTENT(NOWHERE)", "NOTHING"),
    ),
    word(
        "NOWHERE",
        "NOWHERE -> location",
        "No place: the location of elements off the board, and of places beyond the edge. In `from` and `to` it means \
         off the board, which moves write as `off`.",
        Example::Evaluates("s(4,4)", "NOWHERE"),
    ),
    word("TRUE", "TRUE -> boolean", "The boolean value true.", Example::Evaluates("1 == 1", "TRUE")),
    word(
        "any",
        "element, from, to or owner = any",
        "In rules: every element, every place on the board, or every owner.",
        Example::Lines("[RULES]\nname = step\nelement = any\nfrom = any\nto = square\nowner = any"),
    ),
    word(
        "off",
        "man(1) s(1,1) off",
        "The notation for NOWHERE in moves, on the command line and in game records.",
        Example::Lines("[RULES]\nname = leave\nelement = man\nfrom = square\nto = NOWHERE"),
    ),
    word(
        "owner",
        "disc(owner)",
        "In drawings: the colour that [PLAYERS] defines for the owner of the element.",
        Example::Lines("[ELEMENT TYPES]\nname = lady\ndraw = disc(owner)"),
    ),
];
