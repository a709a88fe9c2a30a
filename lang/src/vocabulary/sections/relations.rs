//! Keys of `[RELATIONS]`: pairs and lines of places.
//! Relations with at most one successor per place are better declared as directions.

use super::{EntryStart, Key, Section, ValueSyntax, YES_NO, drop_key, key};

pub(super) const RELATIONS: Section = Section {
    name: "RELATIONS",
    aliases: &[],
    entry_start: EntryStart::Key("name"),
    doc: "Relations between places: pairs, given by `from` and `to`, or lines, given by their `members` or generated \
          `along` directions. Each entry uses one of these forms; all entries with the same name form one relation. \
          `NEIGHBOURS`, `RELATED` and `REACH` query pairs, `LINES` queries lines.",
    keys: KEYS,
};

const PAIRS: &str = "[RELATIONS]\nname = bridge\nfrom = s($X,$Y)\nto = s($X+2,$Y)\nboth = yes\nwhere = $Y == 1";
const LINES: &str = "[RELATIONS]\nname = row\nmembers = s(1,$Y), s(2,$Y), s(3,$Y)";
const ALONG: &str = "[RELATIONS]\nname = pair\nalong = dir(0..1,-1..1)\nlength = 2";

const KEYS: &[Key] = &[
    key(
        "name",
        ValueSyntax::Header,
        "The name of the relation. Several entries may have the same name, such as for the rows, columns and diagonals \
         of one relation.",
        LINES,
    ),
    key(
        "members",
        ValueSyntax::List,
        "The places of a line, in order. Variables range over all indices of their family, so one entry can make many \
         lines. A line with a place that does not exist is left out, and equal lines count once.",
        LINES,
    ),
    key(
        "along",
        ValueSyntax::Value,
        "Directions along which lines are generated: every run of `length` places along one of the directions. Of two \
         opposite directions one suffices.",
        ALONG,
    ),
    key(
        "length",
        ValueSyntax::Value,
        "The number of places in each line generated `along` directions. It may use options.",
        ALONG,
    ),
    key(
        "from",
        ValueSyntax::Value,
        "The first places of the pairs: one place, or a pattern such as `s($X,$Y)`, whose variables range over all its \
         indices.",
        PAIRS,
    ),
    key(
        "to",
        ValueSyntax::Value,
        "The second places of the pairs. A pair with a place that does not exist is left out.",
        PAIRS,
    ),
    key("both", YES_NO, "With `yes`, each pair also holds in the opposite direction. The default is `no`.", PAIRS),
    key(
        "where",
        ValueSyntax::Conditions,
        "Excludes the pairs or lines for which the condition does not hold. It can use all variables of the entry.",
        PAIRS,
    ),
    drop_key("[RELATIONS]\nname = beside\ndrop = yes"),
];
