//! The keys of `[RELATIONS]`: pairs and lines of places.
//! What leads from place to place in an order is a direction.

use super::{Form, Key, Opens, Section, YES_NO, dropped, key};

pub(super) const RELATIONS: Section = Section {
    name: "RELATIONS",
    also: &[],
    opens: Opens::Key("name"),
    doc: "What places have to do with each other: pairs, told by `from` and `to`, or lines, told by their `members` or found \
          `along` directions. An entry says it in one of these ways; all entries of one name add up to one relation. \
          `NEIGHBOURS`, `RELATED` and `REACH` ask for pairs, `LINES` for lines.",
    keys: KEYS,
};

const PAIRS: &str = "[RELATIONS]\nname = bridge\nfrom = s($X,$Y)\nto = s($X+2,$Y)\nboth = yes\nwhere = $Y == 1";
const LINES: &str = "[RELATIONS]\nname = row\nmembers = s(1,$Y), s(2,$Y), s(3,$Y)";
const ALONG: &str = "[RELATIONS]\nname = pair\nalong = dir(0..1,-1..1)\nlength = 2";

const KEYS: &[Key] = &[
    key(
        "name",
        Form::Header,
        "How the relation is called. Several entries may have one name, for the rows, columns and diagonals of one relation.",
        LINES,
    ),
    key(
        "members",
        Form::List,
        "The places of a line, in order. Variables run over all indices of their family, so that one entry can make many \
         lines. A line with a place that does not exist is left out, and equal lines count once.",
        LINES,
    ),
    key(
        "along",
        Form::Value,
        "Directions along which lines are found: every run of `length` places through which one of them leads. Of two \
         opposite directions one is enough.",
        ALONG,
    ),
    key("length", Form::Value, "How many places each line found `along` directions has. It may use options.", ALONG),
    key(
        "from",
        Form::Value,
        "The first places of pairs: one place, or a pattern such as `s($X,$Y)`, whose variables run over all its indices.",
        PAIRS,
    ),
    key(
        "to",
        Form::Value,
        "The second places of these pairs. A pair with a place that does not exist is left out.",
        PAIRS,
    ),
    key("both", YES_NO, "With `yes` each pair holds the other way round too. Without it pairs go one way.", PAIRS),
    key(
        "where",
        Form::Conditions,
        "Leaves out the pairs or lines for which it does not hold. It can ask for all variables of the entry.",
        PAIRS,
    ),
    dropped("[RELATIONS]\nname = beside\ndrop = yes"),
];
