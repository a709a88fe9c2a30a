//! Keys of `[HEURISTICS]`: evaluation functions for players that search ahead.
//! Nothing here is a rule of the game.

use super::{EntryStart, Key, Section, ValueSyntax, drop_key, key};

pub(super) const HEURISTICS: Section = Section {
    name: "HEURISTICS",
    aliases: &[],
    entry_start: EntryStart::Key("name"),
    doc: "Heuristic evaluations of positions, for computer players that search ahead but not to the end of the game. \
          They do not affect the rules. Players that evaluate positions use the first one of the file instead of an \
          evaluation derived from the rules, so that a game file should have none rather than a misleading one; \
          `heuristic=NAME` of a player selects another one. `boardwright eval --heuristics` shows their values.",
    keys: KEYS,
};

const MATERIAL: &str = "[HEURISTICS]\nname = material\nvalue = SIZE(ELEMENTS(ME)) - SIZE(ELEMENTS(3-ME))";

const KEYS: &[Key] = &[
    key(
        "name",
        ValueSyntax::Header,
        "The name of the heuristic, for the configuration of a player. It is one word.",
        MATERIAL,
    ),
    key(
        "value",
        ValueSyntax::Body,
        "The value of the position for the player `ME`: a number; greater is better. It can use `PLAYER`, the player \
         to move, but not the move that led to the position.",
        MATERIAL,
    ),
    drop_key("[HEURISTICS]\nname = advance\ndrop = yes"),
];
