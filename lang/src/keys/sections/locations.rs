//! The keys of `[LOCATIONS]`: the places of the board and beside it.
//! Which of them are neighbours is said with directions and relations.

use super::{Form, Key, Opens, Section, WITHOUT_STONES, dropped, key, of_family};

pub(super) const LOCATIONS: Section = Section {
    name: "LOCATIONS",
    also: &[],
    opens: Opens::Key("name"),
    doc: "The places on which elements can stand, one on each at a time. An entry with indices makes a whole family of \
          places, and a family may be spread over several entries. A place that does not exist, such as a square beyond the \
          edge, is NOWHERE.",
    keys: KEYS,
};

const KEYS: &[Key] = &[
    key(
        "name",
        Form::Header,
        "How the place is called. With `$X: 1..8` between brackets the entry makes a place for each number, and the other \
         keys can use `$X`; a later range can use the variables before it. A constant may stand in place of a variable: \
         `gate(1, $Y: 1..3)`.",
        "[LOCATIONS]\nname = edge($X: 1..3, $Y: 1..$X)\ntype = square\npoint = 60*$X, 300+60*$Y",
    ),
    of_family(
        "[LOCATIONS]\nname = dark($X: 1..8, $Y: 1..8)\nwhere = ($X+$Y) % 2 == 0\ntype = square\npoint = 60*$X, 60*$Y",
    ),
    key(
        "type",
        Form::Value,
        "The type of the place. In a family an expression can choose it by the variables.",
        "[LOCATIONS]\nname = rim($X: 1..3)\ntype = IF($X == 2, hand, square)\npoint = 60*$X, 300",
    ),
    key(
        "point",
        Form::List,
        "Where the middle of the place is: how far to the right and how far down, in the units of the shapes. It is for \
         drawings and hands only, no rule can ask for it.",
        "[LOCATIONS]\nname = centre\ntype = square\npoint = 120, 120",
    ),
    key(
        "draw",
        Form::Drawing,
        "How this place looks, instead of what its type says. In a family this makes chequered boards.",
        "[LOCATIONS]\nname = s($X: 1..3, $Y: 1..3)\ntype = square\npoint = 60*$X, 60*$Y\n\
         draw = square(IF(($X+$Y) % 2 == 0, #b58863, #f0d9b5), 100)",
    ),
    key(
        "camera",
        Form::List,
        "Where a camera sees the place, in points of its picture. Settings of a table are better kept beside the game than \
         in it; this key is read for old files.",
        "[LOCATIONS]\nname = centre\ntype = square\npoint = 120, 120\ncamera = 320, 240",
    ),
    key(
        "robot",
        Form::Text,
        "How an arm reaches the place: ten angles in degrees, five for above it and five for at it. Settings of a table are \
         better kept beside the game than in it; this key is read for old files.",
        "[LOCATIONS]\nname = centre\ntype = square\npoint = 120, 120\nrobot = 0,10,20,30,40,0,15,25,35,45",
    ),
    dropped(WITHOUT_STONES),
];
