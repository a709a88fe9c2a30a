//! The keys of `[LOCATION TYPES]`: kinds of places.
//! Where the places are is said with the locations.

use super::{Form, Key, Opens, Section, WITHOUT_STONES, YES_NO, dropped, key, keys, of_family};

pub(super) const LOCATION_TYPES: Section = Section {
    name: "LOCATION TYPES",
    also: &[],
    opens: Opens::Key("name"),
    doc: "Kinds of places: squares, points, hands, heaps. A type says which shape its places have, how they look, and \
          whether it matters which of them is used. Rules name types of places in `from` and `to`.",
    keys: KEYS,
};

const IMAGE: &str = "[LOCATION TYPES]\nname = cell\nshape = circle(20)\nimage = cell.svg\npoint = 20, 20";

const KEYS: &[Key] = &[
    key(
        "name",
        Form::Header,
        "How the type is called. With indices, `camp($P: 1..2)`, the entry makes a type for each number.",
        "[LOCATION TYPES]\nname = camp($P: 1..2)\nshape = rectangle(60,60)",
    ),
    of_family("[LOCATION TYPES]\nname = camp($P: 1..4)\nwhere = $P != 3\nshape = circle(20)"),
    key(
        "relevant",
        YES_NO,
        "With `no` it makes no difference on which place of this type an element stands: moves that differ in that only are \
         one move, and positions that do are one position. It is for hands, boxes and heaps of captured men. Without this \
         key places matter.",
        "[LOCATION TYPES]\nname = box\nrelevant = no\nshape = circle(20)",
    ),
    key(
        "shape",
        Form::Value,
        "`rectangle(width,height)` or `circle(radius)`, around the point of the place. Sizes of marks are percents of it, and \
         whoever points inside it means the place.",
        "[LOCATION TYPES]\nname = cell\nshape = rectangle(60,40)",
    ),
    keys(
        "draw",
        Form::Drawing,
        "How the places look, under what stands on them: marks, painted one over another. A place of [LOCATIONS] can have \
         its own instead. Without it only the ground is seen.",
        "[LOCATION TYPES]\nname = cell\nshape = circle(20)\ndraw = disc(#d9c7a5, 100), ring(#444444, 100)",
    ),
    keys(
        "image",
        Form::Text,
        "The file of a picture, SVG or PNG, instead of a drawing. It is looked for in the folder of the game file.",
        IMAGE,
    ),
    keys(
        "point",
        Form::List,
        "Which point of the picture comes to lie on the place's point, counted from the picture's upper left corner. It \
         belongs to the `image` before it.",
        IMAGE,
    ),
    dropped(WITHOUT_STONES),
];
