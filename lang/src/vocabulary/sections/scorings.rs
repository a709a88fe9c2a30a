//! Keys of `[SCORINGS]`: points awarded after each move.
//! Points for the moves of one rule belong to the key `award` of that rule.

use super::{EntryStart, Key, Section, ValueSyntax, key, repeatable_key};

pub(super) const SCORINGS: Section = Section {
    name: "SCORINGS",
    aliases: &[],
    entry_start: EntryStart::Key("situation"),
    doc: "Points awarded after each move, by any rule. In file order, for each entry whose situation holds, the points \
          are awarded and then the followup is executed. Scorings are evaluated after the turn has passed: `MOVER` is \
          the player who moved.",
    keys: KEYS,
};

const POINT: &str =
    "[SCORINGS]\nsituation = CAPTURED != NOTHING\nplayer = MOVER\nscore = 1\nplayer = 3-MOVER\nscore = -1";

const KEYS: &[Key] = &[
    key(
        "situation",
        ValueSyntax::Conditions,
        "The condition for awarding the points. `TRUE` holds after every move; several lines must all hold.",
        POINT,
    ),
    repeatable_key(
        "player",
        ValueSyntax::Value,
        "The player who gets the points. The `score` after it is their number; there may be several such pairs.",
        POINT,
    ),
    repeatable_key(
        "score",
        ValueSyntax::Value,
        "The number of points for the player before it. It may be negative.",
        POINT,
    ),
    key(
        "followup",
        ValueSyntax::Actions,
        "Actions executed if the situation holds, after the points have been awarded. `SCORE(p) = value` sets points \
         instead of adding them.",
        "[SCORINGS]\nsituation = TRUE\nfollowup = SCORE(1) = SIZE(ELEMENTS(1))\n  SCORE(2) = SIZE(ELEMENTS(2))",
    ),
];
