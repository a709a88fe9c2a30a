//! The keys of `[VARIABLES]`: what the game remembers besides the board.
//! Local variables, with `$`, need no declaration.

use super::{Form, Key, Opens, Section, YES_NO, dropped, key, of_family};

pub(super) const VARIABLES: Section = Section {
    name: "VARIABLES",
    also: &[],
    opens: Opens::Key("name"),
    doc: "What a position holds besides elements, scores and whose turn it is: who must go on jumping, how many moves were \
          quiet. An action `name = value` in a followup changes it. Local variables, such as `$L`, are declared where they \
          are used and not here.",
    keys: KEYS,
};

const QUIET: &str = "[VARIABLES]\nname = quiet\ninitial = 0\nvalues = 0..80\nkey = no";

const KEYS: &[Key] = &[
    key(
        "name",
        Form::Header,
        "How the variable is called. With indices, `taken($P: 1..2)`, the entry makes a variable for each number.",
        "[VARIABLES]\nname = taken($P: 1..2)\ninitial = 0",
    ),
    of_family("[VARIABLES]\nname = used($I: 1..9)\nwhere = $I != 5\ninitial = FALSE"),
    key(
        "initial",
        Form::Value,
        "Its value at the start, which also tells what it holds: a number, a boolean, an element, a place, or a set of \
         elements or places.",
        "[VARIABLES]\nname = passed\ninitial = NOWHERE",
    ),
    key(
        "type",
        Form::Words(&["integer", "boolean", "element", "location", "set of element", "set of location"]),
        "What it holds. It is needed only where `initial = {}` does not tell.",
        "[VARIABLES]\nname = seen\ntype = set of location\ninitial = {}",
    ),
    key(
        "values",
        Form::Value,
        "The numbers that it can hold, as a range. Giving it another one is an error of the game file, told when it happens. \
         Small ranges keep positions small.",
        QUIET,
    ),
    key(
        "reset",
        Form::Words(&["move", "turn"]),
        "When it gets its initial value back by itself: at the start of every `move`, or when the `turn` passes to another \
         player. Without it, it keeps its value until an action changes it.",
        "[VARIABLES]\nname = passed\ninitial = NOWHERE\nreset = move",
    ),
    key(
        "key",
        YES_NO,
        "With `no`, positions that differ in this variable only count as one position in `REPEATS`. It is for counters, \
         which would otherwise keep any position from coming again.",
        QUIET,
    ),
    dropped("[VARIABLES]\nname = passes\ndrop = yes"),
];
