//! The keys of `[OPTIONS]`: what can be chosen before a game begins.
//! Choosing is done where a game is named, `gomoku:size=19`.

use super::{Form, Key, Opens, Section, dropped, key};

pub(super) const OPTIONS: Section = Section {
    name: "OPTIONS",
    also: &[],
    opens: Opens::Key("name"),
    doc: "What can be chosen before the game begins, such as the size of the board: `boardwright play gomoku:size=19`. The \
          name of an option stands for what was chosen, everywhere in the file, ranges of families included. It never \
          changes during a game. `boardwright check` also tries the least and the greatest choice of each option.",
    keys: KEYS,
};

const WIDTH: &str = "[OPTIONS]\nname = width\nvalues = 4..26\nwhere = $V % 2 == 0\ndefault = 8";
const MISERE: &str = "[OPTIONS]\nname = misere\nvalues = no, yes\ndefault = no";

const KEYS: &[Key] = &[
    key(
        "name",
        Form::Header,
        "How the option is called, in the file and where it is chosen. An option has no indices; several numbers are one \
         option with `values = list of ...`.",
        WIDTH,
    ),
    key(
        "values",
        Form::List,
        "What can be chosen: a range of numbers, numbers one by one such as `13, 15`, words, or `list of` a range. A word is read as a text, so that \
         `misere == \"yes\"` asks for it. Of a list, `heaps(2)` is the second number and `SIZE(heaps)` how many there are.",
        "[OPTIONS]\nname = heaps\nvalues = list of 1..7\ndefault = 3-4-5",
    ),
    key(
        "where",
        Form::Conditions,
        "Leaves out the numbers of the range for which it does not hold; `$V` is the number. So a size can be asked to be \
         even.",
        WIDTH,
    ),
    key(
        "default",
        Form::Value,
        "What is taken when nothing is chosen. It must be one of the `values`; a list is written with `-` between its \
         numbers.",
        MISERE,
    ),
    dropped("[OPTIONS]\nname = hard\ndrop = yes"),
];
