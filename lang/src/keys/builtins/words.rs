//! Words that always mean the same, and words that mean something in some keys only.
//! No game can use them as names.

use super::{Builtin, Chapter, Example, Kind};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Words",
    about: "They always mean the same, or mean something in some keys only.",
    builtins: BUILTINS,
};

const fn word(name: &'static str, signature: &'static str, doc: &'static str, example: Example) -> Builtin {
    Builtin { name, signature, kind: Kind::Word, doc, example }
}

const BUILTINS: &[Builtin] = &[
    word("FALSE", "FALSE -> boolean", "What does not hold.", Example::Gives("1 == 2", "FALSE")),
    word(
        "HIGHEST",
        "winner = HIGHEST",
        "Whoever has the most points wins. If several have equally many it is a draw.",
        Example::Lines("[END OF GAME]\nsituation = TURN > 20\nwinner = HIGHEST"),
    ),
    word(
        "NOTHING",
        "NOTHING -> element",
        "No element: what stands on an empty place, and the member of a family that does not exist.",
        Example::Gives("CONTENT(NOWHERE)", "NOTHING"),
    ),
    word(
        "NOWHERE",
        "NOWHERE -> location",
        "No place: where elements off the board are, and what is beyond the edge. In `from` and `to` it is off the board, \
         which moves write as `off`.",
        Example::Gives("s(4,4)", "NOWHERE"),
    ),
    word("TRUE", "TRUE -> boolean", "What holds.", Example::Gives("1 == 1", "TRUE")),
    word(
        "any",
        "element, from, to or owner = any",
        "In rules: every element, every place on the board, or every owner.",
        Example::Lines("[RULES]\nname = step\nelement = any\nfrom = any\nto = square\nowner = any"),
    ),
    word(
        "off",
        "man(1) s(1,1) off",
        "How NOWHERE is written in moves, on the command line and in records.",
        Example::Lines("[RULES]\nname = leave\nelement = man\nfrom = square\nto = NOWHERE"),
    ),
    word(
        "owner",
        "disc(owner)",
        "In drawings: the colour that [PLAYERS] gives the owner of the element.",
        Example::Lines("[ELEMENT TYPES]\nname = lady\ndraw = disc(owner)"),
    ),
];
