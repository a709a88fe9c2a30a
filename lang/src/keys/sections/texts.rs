//! The keys of `[TEXTS]`: pictures in letters.
//! What the letters mean is said where they are asked for.

use super::{Form, Key, Opens, Section, dropped, key};

pub(super) const TEXTS: Section = Section {
    name: "TEXTS",
    also: &[],
    opens: Opens::Key("name"),
    doc: "Pictures in letters: levels, starting positions, tables. `AT(name,x,y)` is one letter of a picture, and families of \
          places or elements with `where = AT(name,$X,$Y) == \"x\"` make a board of it. What the letters stand for is up to \
          the file.",
    keys: KEYS,
};

const LEVEL: &str = "[TEXTS]\nname = level\nrows =\n  # . #\n  # $ #\n  # @ #";

const KEYS: &[Key] = &[
    key("name", Form::Header, "How the picture is called where its letters are asked for. It has no indices.", LEVEL),
    key(
        "rows",
        Form::Rows,
        "The picture, one row on each line, every line begun with a blank. Blanks between letters do not count, all rows have \
         equally many letters, and the lowest row is row 1, as on a board.",
        LEVEL,
    ),
    dropped("[TEXTS]\nname = level\ndrop = yes"),
];
