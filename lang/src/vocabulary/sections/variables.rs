//! Keys of `[VARIABLES]`: state of a position besides the board.
//! Local variables, written with `$`, need no declaration.

use super::{EntryStart, Key, Section, ValueSyntax, YES_NO, drop_key, family_condition, key};

pub(super) const VARIABLES: Section = Section {
    name: "VARIABLES",
    aliases: &[],
    entry_start: EntryStart::Key("name"),
    doc: "Variables of the position, besides elements, scores and the player to move: the piece that must continue \
          jumping, the number of moves without capture. An action `name = value` in a followup changes a variable. \
          Local variables, such as `$L`, are declared where they are used and not here.",
    keys: KEYS,
};

const QUIET: &str = "[VARIABLES]\nname = quiet\ninitial = 0\nvalues = 0..80\nkey = no";

const KEYS: &[Key] = &[
    key(
        "name",
        ValueSyntax::Header,
        "The name of the variable. With indices, `taken($P: 1..2)`, the entry makes a variable for each number.",
        "[VARIABLES]\nname = taken($P: 1..2)\ninitial = 0",
    ),
    family_condition("[VARIABLES]\nname = used($I: 1..9)\nwhere = $I != 5\ninitial = FALSE"),
    key(
        "initial",
        ValueSyntax::Value,
        "The initial value, which also determines the type: a number, a boolean, an element, a place, or a set of \
         elements or places.",
        "[VARIABLES]\nname = passed\ninitial = NOWHERE",
    ),
    key(
        "type",
        ValueSyntax::Words(&["integer", "boolean", "element", "location", "set of element", "set of location"]),
        "The type of the variable. It is needed only for `initial = {}`, which does not determine the type.",
        "[VARIABLES]\nname = seen\ntype = set of location\ninitial = {}",
    ),
    key(
        "values",
        ValueSyntax::Value,
        "The range of numbers that the variable can hold. Assigning any other number is a run-time error. Small ranges \
         keep the encoding of positions small.",
        QUIET,
    ),
    key(
        "reset",
        ValueSyntax::Words(&["move", "turn"]),
        "The time at which the variable is reset to its initial value: at the start of every `move`, or when the \
         `turn` passes to another player. By default it keeps its value until an action changes it.",
        "[VARIABLES]\nname = passed\ninitial = NOWHERE\nreset = move",
    ),
    key(
        "while",
        ValueSyntax::Conditions,
        "The variable keeps its value only while the condition holds: after a move that leaves a position in which it does \
         not hold, the variable gets its initial value. Several lines must all hold. The condition is tested after every \
         move, when the turn has passed and after [SCORINGS]; `PLAYER` is the player who moves next. A right that nobody \
         can use any more, such as a capture in passing that no pawn can make, is thereby no part of the position, and \
         `REPEATS` counts positions with equal rights as one.",
        "[VARIABLES]\nname = passed\ninitial = NOWHERE\n\
         while = FORSOME($L, NEIGHBOURS(All,passed), OWNER(CONTENT($L)) == PLAYER)",
    ),
    key(
        "key",
        YES_NO,
        "With `no`, positions that differ only in this variable count as one position in `REPEATS`. It is intended for \
         counters, which would otherwise make every position unique.",
        QUIET,
    ),
    key(
        "visible",
        ValueSyntax::Value,
        "The players who see the value: `all`, `none`, or the number of a player, which in a family may be its variable.",
        "[VARIABLES]\nname = bid($P: 1..2)\ninitial = 0\nvalues = 0..9\nvisible = $P",
    ),
    drop_key("[VARIABLES]\nname = passes\ndrop = yes"),
];
