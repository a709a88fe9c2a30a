//! The keys of `[SCORINGS]`: points that are given after each move.
//! Points for a move of one rule are said there, with `award`.

use super::{Form, Key, Opens, Section, key, keys};

pub(super) const SCORINGS: Section = Section {
    name: "SCORINGS",
    also: &[],
    opens: Opens::Key("situation"),
    doc: "What is counted after each move, whichever rule it was of. In the order of the file, wherever the situation holds, \
          points are given and then the followup is done. It comes when the turn has passed already: `MOVER` is who moved.",
    keys: KEYS,
};

const POINT: &str =
    "[SCORINGS]\nsituation = CAPTURED != NOTHING\nplayer = MOVER\nscore = 1\nplayer = 3-MOVER\nscore = -1";

const KEYS: &[Key] = &[
    key(
        "situation",
        Form::Conditions,
        "When it is counted. `TRUE` is after every move; several lines must all hold.",
        POINT,
    ),
    keys(
        "player",
        Form::Value,
        "Who gets points. The next `score` says how many; there may be several such pairs.",
        POINT,
    ),
    keys("score", Form::Value, "How many points the player named before it gets. They may be negative.", POINT),
    key(
        "followup",
        Form::Actions,
        "Actions to be done when the situation holds, after the points. `SCORE(p) = value` sets points instead of adding.",
        "[SCORINGS]\nsituation = TRUE\nfollowup = SCORE(1) = SIZE(ELEMENTS(1))\n  SCORE(2) = SIZE(ELEMENTS(2))",
    ),
];
