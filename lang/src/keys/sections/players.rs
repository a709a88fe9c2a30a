//! The keys of `[PLAYERS]`: who plays.
//! Who or what decides for a player is no matter of the game.

use super::{Form, Key, Opens, Section, dropped, key};

pub(super) const PLAYERS: Section = Section {
    name: "PLAYERS",
    also: &["PLAYER NAMES"],
    opens: Opens::Number(Form::Text),
    doc: "Who plays: a line `1 = Name` for each player, numbered from 1 without gaps. A colour may follow the name, such as \
          `1 = White #f5f0e6`, which drawings mean by `owner`; so may the score to begin with, `score = 50`. A game for one \
          player is a puzzle.",
    keys: KEYS,
};

const KEYS: &[Key] = &[
    key(
        "score",
        Form::Value,
        "The points with which the player named before begins. Without it there are none. It can stand in the player's own \
         line too: `1 = White score = 50`.",
        "[PLAYERS]\n1 = White #ffffff\nscore = 50\n2 = Black #000000",
    ),
    dropped("[PLAYERS]\n2 = Black\ndrop = yes\n[TEXTS]\nname = start\nrows =\n  . . .\n  . . .\n  w . w"),
];
