//! Built-in shapes of drawings.
//! Rendering is not part of this crate.

use super::{Builtin, BuiltinKind, Chapter, Example};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Drawing marks",
    about: "A drawing is a list of marks, painted in order. The size is in percent of the place's shape; the default \
            is 80. A colour is `#rrggbb`, `owner`, or an `IF` that selects one of these; an `IF` \
            can select a whole mark as well, by options and by the variables of the name. `owner` is the colour of the \
            element's owner, and black for elements without owner, so elements that initially belong to nobody are \
            best drawn in another colour. The lowest mark of an element automatically gets an outline and a shadow: \
            `disc(owner)` needs no ring around it.",
    builtins: BUILTINS,
};

const fn mark(name: &'static str, signature: &'static str, doc: &'static str, example: &'static str) -> Builtin {
    Builtin { name, signature, kind: BuiltinKind::Mark, doc, example: Example::Lines(example) }
}

macro_rules! marks {
    ($(($name:literal, $doc:literal)),* $(,)?) => {
        &[
            $(mark(
                $name,
                concat!($name, "(colour [, size])"),
                $doc,
                concat!("[ELEMENT TYPES]\nname = sample\ndraw = ", $name, "(owner, 80)"),
            ),)*
            mark(
                "pips",
                "pips(number [, colour [, size]])",
                "The pips of a die, from 1 to 9; other numbers have none. As with `text`, the number may depend on the position on \
                 a place of [LOCATIONS].",
                "[ELEMENT TYPES]\nname = sample($N: 1..6)\ndraw = square(#ffffff), pips($N, #222222, 70)",
            ),
            mark(
                "text",
                "text(value [, colour [, size]])",
                "Letters: a text or a number that is known when the file is read, such as `$N` or `AT(level,$X,$Y)`. On a place \
                 of [LOCATIONS] the value may depend on the position, such as `SCORE(1)`.",
                "[ELEMENT TYPES]\nname = sample($N: 1..3)\ndraw = disc(#ffffff), text($N, #222222, 50)",
            ),
        ]
    };
}

const BUILTINS: &[Builtin] = marks![
    ("bar", "A horizontal bar."),
    ("bishop", "A chess bishop."),
    ("cross", "Two crossing strokes."),
    ("crown", "A small crown."),
    ("diamond", "A square on its corner."),
    ("disc", "A filled circle."),
    ("king", "A chess king."),
    ("knight", "A chess knight."),
    ("pawn", "A chess pawn."),
    ("pointdown", "A triangle over the whole rectangle of the place, pointing down, as on a backgammon board."),
    ("pointup", "A triangle over the whole rectangle of the place, pointing up."),
    ("post", "A vertical bar."),
    ("queen", "A chess queen."),
    ("ring", "A circle outline."),
    ("rook", "A chess rook."),
    ("square", "The rectangle of the place, filled."),
    ("star", "A five-pointed star."),
    ("triangle", "A triangle pointing up."),
    ("wedge", "A five-sided piece of Shogi, pointing up."),
];
