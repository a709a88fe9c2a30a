//! The keys of `[ELEMENTS]`: what stands on the board at the start, and what waits.
//! What they look like is said with their types.

use super::{Form, Key, Opens, Section, WITHOUT_STONES, dropped, key, of_family};

pub(super) const ELEMENTS: Section = Section {
    name: "ELEMENTS",
    also: &["MOVABLE ELEMENTS"],
    opens: Opens::Key("name"),
    doc: "Everything that can ever stand on the board, and where it stands at the start. Elements do not come and go: those \
          that are not in play wait on places beside the board, or off it.",
    keys: KEYS,
};

const GUEST: &str = "[ELEMENTS]\nname = guest\ntype = man\nplayer = 1\nstate = king\nlocation = s(2,2)";

const KEYS: &[Key] = &[
    key(
        "name",
        Form::Header,
        "How the element is called. With `$I: 1..8` between brackets the entry makes an element for each number, and the \
         other keys can use `$I`.",
        "[ELEMENTS]\nname = spare($I: 1..3)\ntype = man",
    ),
    of_family(
        "[ELEMENTS]\nname = man($X: 1..3, $Y: 1..3)\nwhere = AT(start,$X,$Y) == \"w\"\ntype = man\nplayer = 1\n\
         location = s($X,$Y)",
    ),
    key(
        "type",
        Form::Value,
        "The type of the element. In a family an expression can choose it by the variables.",
        GUEST,
    ),
    key(
        "player",
        Form::Value,
        "The number of its owner at the start, or 0 for nobody. Without it, it is nobody's. `SETOWNER` changes it.",
        GUEST,
    ),
    key(
        "state",
        Form::Value,
        "Its state at the start, by name or as a number. Without it, it is the first one. `SETSTATE` changes it.",
        GUEST,
    ),
    key(
        "location",
        Form::Value,
        "The place where it stands at the start; no two elements begin on one place. Without it the element is off the \
         board.",
        GUEST,
    ),
    dropped(WITHOUT_STONES),
];
