//! The keys of `[HEURISTICS]`: what a position is worth, for players who look ahead.
//! Nothing here is a rule of the game.

use super::{Form, Key, Opens, Section, dropped, key};

pub(super) const HEURISTICS: Section = Section {
    name: "HEURISTICS",
    also: &[],
    opens: Opens::Key("name"),
    doc: "Estimates of how good a position is, for players of the program who look ahead but not to the end. Each has a name \
          by which a player is told to use it. They change nothing in the rules. So far no player uses them; `boardwright eval --heuristics` shows \
          what they give.",
    keys: KEYS,
};

const MATERIAL: &str = "[HEURISTICS]\nname = material\nvalue = SIZE(ELEMENTS(ME)) - SIZE(ELEMENTS(3-ME))";

const KEYS: &[Key] = &[
    key("name", Form::Header, "How the heuristic is called where a player is chosen. It is one word.", MATERIAL),
    key(
        "value",
        Form::Body,
        "What the position is worth to the player `ME`: a number, and more is better. It can ask for `PLAYER`, who is to \
         move, but not for the move that led to the position.",
        MATERIAL,
    ),
    dropped("[HEURISTICS]\nname = advance\ndrop = yes"),
];
