//! The keys of `[ELEMENT TYPES]`: kinds of what stands on the board.
//! The elements themselves are in a section of their own.

use super::{Form, Key, Opens, Section, WITHOUT_STONES, dropped, key, keys, of_family};

pub(super) const ELEMENT_TYPES: Section = Section {
    name: "ELEMENT TYPES",
    also: &[],
    opens: Opens::Key("name"),
    doc: "Kinds of elements: men, cards, pegs. A type says in which states its elements can be and how they look in each. \
          Elements of one type, owner and state are equal pieces: it makes no difference which of them moves.",
    keys: KEYS,
};

const IMAGE: &str = "[ELEMENT TYPES]\nname = lady\nimage = lady.svg\npoint = 30, 30";

const KEYS: &[Key] = &[
    key(
        "name",
        Form::Header,
        "How the type is called. With indices, `tile($N: 1..8)`, the entry makes a type for each number.",
        "[ELEMENT TYPES]\nname = tile($N: 1..3)\ndraw = square(#aaaaaa), text($N)",
    ),
    of_family("[ELEMENT TYPES]\nname = tile($N: 1..3)\nwhere = $N != 2\ndraw = text($N)"),
    key(
        "states",
        Form::List,
        "The names of the states, which stand for the numbers 1, 2 and so on; or just how many there are. Elements begin in \
         the first state unless they say otherwise, and `SETSTATE` changes it. Without this key there is one state.",
        "[ELEMENT TYPES]\nname = pawn\nstates = fresh, moved\ndraw = pawn(owner)",
    ),
    keys(
        "draw",
        Form::Drawing,
        "How elements look: marks, painted one over another, such as `disc(owner), text(\"K\")`. The first line `draw` is for \
         the first state and each further one for the next; the last one serves for all states that are left.",
        "[ELEMENT TYPES]\nname = lady\nstates = plain, crowned\ndraw = disc(owner, 80)\n\
         draw = disc(owner, 80), crown(#c9962b, 40)",
    ),
    keys(
        "image",
        Form::Text,
        "The file of a picture, SVG or PNG, instead of a drawing. It is looked for in the folder of the game file. There may \
         be one for each state, as with `draw`.",
        IMAGE,
    ),
    keys(
        "point",
        Form::List,
        "Which point of the picture comes to lie on the place's point, counted from the picture's upper left corner. It \
         belongs to the `image` before it. Without it, it is the corner itself.",
        IMAGE,
    ),
    key(
        "reserve",
        Form::Value,
        "The type of the places to which `REMOVE` takes elements of this type, such as a player's hand. There must be enough \
         of them for all elements, and they are best `relevant = no`. Without it removed elements are off the board.",
        "[ELEMENT TYPES]\nname = stone\nreserve = hand\ndraw = ring(#777777)",
    ),
    dropped(WITHOUT_STONES),
];
