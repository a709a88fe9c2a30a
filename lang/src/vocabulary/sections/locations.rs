//! Keys of `[LOCATIONS]`: the places on and off the board.
//! Adjacency is declared with directions and relations.

use super::{EntryStart, Key, Section, ValueSyntax, WITHOUT_STONES, drop_key, family_condition, key};

pub(super) const LOCATIONS: Section = Section {
    name: "LOCATIONS",
    aliases: &[],
    entry_start: EntryStart::Key("name"),
    doc: "The places on which elements can stand, at most one on each. An entry with indices makes a family of places, \
          and several entries may contribute to one family. A place that does not exist, such as a square beyond the \
          edge, is NOWHERE.",
    keys: KEYS,
};

const KEYS: &[Key] = &[
    key(
        "name",
        ValueSyntax::Header,
        "The name of the place. With `$X: 1..8` in brackets the entry makes a place for each number, and the other \
         keys can use `$X`; a later range can use the variables before it. A constant may stand in place of a \
         variable: `gate(1, $Y: 1..3)`.",
        "[LOCATIONS]\nname = edge($X: 1..3, $Y: 1..$X)\ntype = square\npoint = 60*$X, 300+60*$Y",
    ),
    family_condition(
        "[LOCATIONS]\nname = dark($X: 1..8, $Y: 1..8)\nwhere = ($X+$Y) % 2 == 0\ntype = square\npoint = 60*$X, 60*$Y",
    ),
    key(
        "type",
        ValueSyntax::Value,
        "The type of the place. In a family it may be an expression of the variables.",
        "[LOCATIONS]\nname = rim($X: 1..3)\ntype = IF($X == 2, hand, square)\npoint = 60*$X, 300",
    ),
    key(
        "point",
        ValueSyntax::List,
        "The coordinates of the centre of the place, to the right and downwards, in the units of the shapes. They are \
         used for drawing and for pointing devices only; rules cannot use them.",
        "[LOCATIONS]\nname = centre\ntype = square\npoint = 120, 120",
    ),
    key(
        "owner",
        ValueSyntax::Value,
        "The number of the player to whom the place belongs, for types with `visible = owner`: only this player sees the \
         faces of the elements there.",
        "[LOCATION TYPES]\nname = tray\nvisible = owner\nshape = circle(20)\n[LOCATIONS]\nname = tray($P: 1..2)\n\
         type = tray\nowner = $P\npoint = 60*$P, 300",
    ),
    key(
        "notation",
        ValueSyntax::List,
        "The name by which people write the place in moves: texts and numbers, written one after another. The first two \
         parts serve to distinguish pieces, as file and rank do in `Nbd2`. Without this key a place with two indices is \
         written with a letter for the first one: `sq(5,4)` is e4.",
        "[TEXTS]\nname = files\nrows =\n  a b c\n[LOCATIONS]\nname = s($X: 1..3, $Y: 1..3)\ntype = square\npoint = 60*$X, 60*$Y\n\
         notation = AT(files,$X,1), $Y",
    ),
    key(
        "capacity",
        ValueSyntax::Value,
        "The number of elements that can lie on the place, one on another: `pit($P)` with the capacity 20 is the family \
         `pit($P, 1)` to `pit($P, 20)` at one point, one element on each. The type needs `relevant = no`, and each heap \
         a type of its own, so that `COUNT($L, LOCATIONS(type), FULL($L))` counts it and \
         `FIRST($L, LOCATIONS(type), EMPTY($L))` is where the next element goes. The window draws a heap as a stack \
         with its count.",
        "[LOCATION TYPES]\nname = heap\nrelevant = no\n[LOCATIONS]\nname = pit\ntype = heap\ncapacity = 20\npoint = 120, 120",
    ),
    key(
        "draw",
        ValueSyntax::Drawing,
        "The appearance of this place, instead of that of its type. In a family it can draw a chequered board. The value \
         of `text(value)` may depend on the position: `text(COUNT($L, LOCATIONS(pit), FULL($L)))` shows a number that \
         follows the game.",
        "[LOCATIONS]\nname = s($X: 1..3, $Y: 1..3)\ntype = square\npoint = 60*$X, 60*$Y\n\
         draw = square(IF(($X+$Y) % 2 == 0, #b58863, #f0d9b5), 100)",
    ),
    key(
        "camera",
        ValueSyntax::List,
        "The position of the place in the camera image, in pixels. Settings of a table are better stored in a separate \
         file than in the game file; this key is supported for old files.",
        "[LOCATIONS]\nname = centre\ntype = square\npoint = 120, 120\ncamera = 320, 240",
    ),
    key(
        "robot",
        ValueSyntax::Text,
        "The joint angles of the robot arm for the place: ten angles in degrees, five above the place and five at it. \
         Settings of a table are better stored in a separate file than in the game file; this key is supported for old \
         files.",
        "[LOCATIONS]\nname = centre\ntype = square\npoint = 120, 120\nrobot = 0,10,20,30,40,0,15,25,35,45",
    ),
    drop_key(WITHOUT_STONES),
];
