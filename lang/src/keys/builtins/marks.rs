//! Shapes of drawings.
//! How they are painted is the matter of whoever shows a board.

use super::{Builtin, Chapter, Example, Kind};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Marks of drawings",
    about: "A drawing is made of marks, painted in the order in which they stand. The size is in percent of the place's \
            shape, 80 if nothing is said. A colour is `#rrggbb`, `owner`, or an `IF` that chooses among such. `owner` is the colour of the \
            element's player; what is nobody's is black, so that elements that begin as nobody's are best painted in \
            another colour. The lowest mark of an element gets a rim and a shadow by itself: `disc(owner)` needs no ring \
            around it.",
    builtins: BUILTINS,
};

const fn mark(name: &'static str, signature: &'static str, doc: &'static str, example: &'static str) -> Builtin {
    Builtin { name, signature, kind: Kind::Mark, doc, example: Example::Lines(example) }
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
                "text",
                "text(value [, colour [, size]])",
                "Letters: a text, or a number.",
                "[ELEMENT TYPES]\nname = sample($N: 1..3)\ndraw = disc(#ffffff), text($N, #222222, 50)",
            ),
        ]
    };
}

const BUILTINS: &[Builtin] = marks![
    ("bar", "A horizontal bar."),
    ("bishop", "A bishop of chess."),
    ("cross", "Two crossing strokes."),
    ("crown", "A small crown."),
    ("diamond", "A square on its corner."),
    ("disc", "A filled circle."),
    ("king", "A king of chess."),
    ("knight", "A knight of chess."),
    ("pawn", "A pawn of chess."),
    ("queen", "A queen of chess."),
    ("ring", "A circle."),
    ("rook", "A rook of chess."),
    ("square", "The rectangle of the place, filled."),
    ("star", "A star with five points."),
    ("triangle", "A triangle, point up."),
];
