//! Keys of `[LOCATION TYPES]`: types of places.
//! Coordinates belong to the locations.

use super::{
    EntryStart, Key, Section, ValueSyntax, WITHOUT_STONES, YES_NO, drop_key, family_condition, key, repeatable_key,
};

pub(super) const LOCATION_TYPES: Section = Section {
    name: "LOCATION TYPES",
    aliases: &[],
    entry_start: EntryStart::Key("name"),
    doc: "Types of places: squares, points, hands, heaps. A type defines the shape and the appearance of its places, \
          and whether they are distinguishable. Rules refer to types of places in `from` and `to`.",
    keys: KEYS,
};

const IMAGE: &str = "[LOCATION TYPES]\nname = cell\nshape = circle(20)\nimage = cell.svg\npoint = 20, 20";

const KEYS: &[Key] = &[
    key(
        "name",
        ValueSyntax::Header,
        "The name of the type. With indices, `camp($P: 1..2)`, the entry makes a type for each number.",
        "[LOCATION TYPES]\nname = camp($P: 1..2)\nshape = rectangle(60,60)",
    ),
    family_condition("[LOCATION TYPES]\nname = camp($P: 1..4)\nwhere = $P != 3\nshape = circle(20)"),
    key(
        "relevant",
        YES_NO,
        "With `no`, the places of this type are interchangeable: moves that differ only in them are one move, and \
         positions that differ only in them are one position. It is intended for hands, boxes and heaps of captured \
         men. The default is `yes`.",
        "[LOCATION TYPES]\nname = box\nrelevant = no\nshape = circle(20)",
    ),
    key(
        "shape",
        ValueSyntax::Value,
        "`rectangle(width,height)` or `circle(radius)`, centred on the point of the place. Sizes of marks are \
         percentages of it, and a click inside it selects the place.",
        "[LOCATION TYPES]\nname = cell\nshape = rectangle(60,40)",
    ),
    repeatable_key(
        "draw",
        ValueSyntax::Drawing,
        "The appearance of the places, below the elements on them: marks, painted in order. A place of [LOCATIONS] can \
         have its own `draw` instead. Without this key only the background is visible.",
        "[LOCATION TYPES]\nname = cell\nshape = circle(20)\ndraw = disc(#d9c7a5, 100), ring(#444444, 100)",
    ),
    repeatable_key(
        "image",
        ValueSyntax::Text,
        "The file of a picture, SVG or PNG, instead of a drawing. It is searched in the folder of the game file.",
        IMAGE,
    ),
    repeatable_key(
        "point",
        ValueSyntax::List,
        "The point of the picture that is placed on the place's point, measured from the picture's upper left corner. \
         It belongs to the `image` before it.",
        IMAGE,
    ),
    key(
        "visible",
        ValueSyntax::Words(&["all", "owner", "none"]),
        "The players who see the faces of the elements on the places: all, only the `owner` of the place, or nobody. The \
         others see the backs: that elements lie on places of this type and owner, and how many, but not on which \
         of these places.",
        "[LOCATION TYPES]\nname = cup\nvisible = none\nshape = circle(20)",
    ),
    key(
        "backs",
        YES_NO,
        "With `no`, players who do not see the faces of the elements on the places do not see their backs either: not even \
         that something is there.",
        "[LOCATION TYPES]\nname = cup\nvisible = none\nbacks = no\nshape = circle(20)",
    ),
    drop_key(WITHOUT_STONES),
];
