//! Keys of `[PLAYERS]`: names, colours and initial scores of the players.
//! The assignment of people or programs to players is not part of the game file.

use super::{EntryStart, Key, Section, ValueSyntax, drop_key, key};

pub(super) const PLAYERS: Section = Section {
    name: "PLAYERS",
    aliases: &["PLAYER NAMES"],
    entry_start: EntryStart::PlayerNumber(ValueSyntax::Text),
    doc: "The players: a line `1 = Name` for each, numbered from 1 without gaps. A colour may follow the name, as in \
          `1 = White #f5f0e6`; drawings refer to it as `owner`. An initial score may follow as well: `score = 50`. A \
          game for one player is a puzzle.",
    keys: KEYS,
};

const KEYS: &[Key] = &[
    key(
        "score",
        ValueSyntax::Value,
        "The initial points of the player before it; the default is 0. It can also stand in the player's own line: `1 \
         = White score = 50`.",
        "[PLAYERS]\n1 = White #ffffff\nscore = 50\n2 = Black #000000",
    ),
    key(
        "where",
        ValueSyntax::Conditions,
        "Leaves the player before it out of the game unless the condition holds, so that an option can determine the \
         number of players; several lines must all hold. The condition may use options only. A player after one that \
         is left out must be left out as well.",
        "[PLAYERS]\n2 = Black\n3 = Green\nwhere = hard == \"yes\"",
    ),
    drop_key("[PLAYERS]\n2 = Black\ndrop = yes\n[TEXTS]\nname = start\nrows =\n  . . .\n  . . .\n  w . w"),
];
