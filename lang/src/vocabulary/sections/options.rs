//! Keys of `[OPTIONS]`: parameters of the game, chosen before play begins.
//! Values are chosen where a game is named, as in `gomoku:size=19`.

use super::{EntryStart, Key, Section, ValueSyntax, drop_key, key};

pub(super) const OPTIONS: Section = Section {
    name: "OPTIONS",
    aliases: &[],
    entry_start: EntryStart::Key("name"),
    doc: "Parameters chosen before the game begins, such as the size of the board: `boardwright play gomoku:size=19`. \
          The name of an option denotes the chosen value everywhere in the file, including the ranges of families. The \
          value never changes during a game. `boardwright check` also tests the minimum and the maximum of each option.",
    keys: KEYS,
};

const WIDTH: &str = "[OPTIONS]\nname = width\nvalues = 4..26\nwhere = $V % 2 == 0\ndefault = 8";
const MISERE: &str = "[OPTIONS]\nname = misere\nvalues = no, yes\ndefault = no";

const KEYS: &[Key] = &[
    key(
        "name",
        ValueSyntax::Header,
        "The name of the option, in the file and on the command line. An option has no indices; a list of numbers is \
         one option with `values = list of ...`.",
        WIDTH,
    ),
    key(
        "values",
        ValueSyntax::List,
        "The possible values: a range of numbers, single numbers such as `13, 15`, words, or `list of` a range. The \
         value of a word option is a text, compared as in `misere == \"yes\"`. For a list option, `heaps(2)` is the \
         second number and `SIZE(heaps)` the number of entries.",
        "[OPTIONS]\nname = heaps\nvalues = list of 1..7\ndefault = 3-4-5",
    ),
    key(
        "where",
        ValueSyntax::Conditions,
        "Excludes the numbers of the range for which the condition does not hold; `$V` is the number. It can, for \
         example, restrict a size to even numbers.",
        WIDTH,
    ),
    key(
        "default",
        ValueSyntax::Value,
        "The value used if none is chosen. It must be one of the `values`; the numbers of a list are separated by `-`.",
        MISERE,
    ),
    drop_key("[OPTIONS]\nname = hard\ndrop = yes"),
];
