//! Keys of `[TEXTS]`: letter grids, such as levels and initial positions.
//! The meaning of the letters is defined by the expressions that read them.

use super::{EntryStart, Key, Section, ValueSyntax, drop_key, key};

pub(super) const TEXTS: Section = Section {
    name: "TEXTS",
    aliases: &[],
    entry_start: EntryStart::Key("name"),
    doc: "Letter grids: levels, initial positions, tables. `AT(name,x,y)` is one letter of a grid, and families of \
          places or elements with `where = AT(name,$X,$Y) == \"x\"` make a board from it. The file defines the meaning \
          of the letters.",
    keys: KEYS,
};

const LEVEL: &str = "[TEXTS]\nname = level\nrows =\n  # . #\n  # $ #\n  # @ #";

const KEYS: &[Key] = &[
    key(
        "name",
        ValueSyntax::Header,
        "The name of the letter grid, for `AT`, `WIDTH` and `HEIGHT`. It has no indices.",
        LEVEL,
    ),
    key(
        "rows",
        ValueSyntax::Rows,
        "The letter grid, one row per line; every line begins with a blank. Blanks between letters are ignored, all \
         rows have the same number of letters, and the lowest row is row 1, as on a board.",
        LEVEL,
    ),
    drop_key("[TEXTS]\nname = level\ndrop = yes"),
];
