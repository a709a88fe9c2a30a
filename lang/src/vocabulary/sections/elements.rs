//! Keys of `[ELEMENTS]`: the pieces on the board in the initial position, and those in reserve.
//! Their appearance belongs to their types.

use super::{EntryStart, Key, Section, ValueSyntax, WITHOUT_STONES, drop_key, family_condition, key};

pub(super) const ELEMENTS: Section = Section {
    name: "ELEMENTS",
    aliases: &["MOVABLE ELEMENTS"],
    entry_start: EntryStart::Key("name"),
    doc: "All elements that can ever stand on the board, with their initial places. Elements are never created or \
          destroyed: those not in play wait on places beside the board, or off the board.",
    keys: KEYS,
};

const GUEST: &str = "[ELEMENTS]\nname = guest\ntype = man\nplayer = 1\nstate = king\nlocation = s(2,2)";

const KEYS: &[Key] = &[
    key(
        "name",
        ValueSyntax::Header,
        "The name of the element. With `$I: 1..8` in brackets the entry makes an element for each number, and the \
         other keys can use `$I`.",
        "[ELEMENTS]\nname = spare($I: 1..3)\ntype = man",
    ),
    family_condition(
        "[ELEMENTS]\nname = man($X: 1..3, $Y: 1..3)\nwhere = AT(start,$X,$Y) == \"w\"\ntype = man\nplayer = 1\n\
         location = s($X,$Y)",
    ),
    key(
        "type",
        ValueSyntax::Value,
        "The type of the element. In a family it may be an expression of the variables.",
        GUEST,
    ),
    key(
        "player",
        ValueSyntax::Value,
        "The number of the initial owner; 0, the default, means nobody. `SETOWNER` changes it.",
        GUEST,
    ),
    key(
        "state",
        ValueSyntax::Value,
        "The initial state, by name or number. The default is the first state. `SETSTATE` changes it.",
        GUEST,
    ),
    key(
        "location",
        ValueSyntax::Value,
        "The initial place; two elements cannot have the same one. Without this key the element begins off the board.",
        GUEST,
    ),
    drop_key(WITHOUT_STONES),
];
