//! Keys of `[END OF GAME]`: terminal conditions and the winner.
//! A position without legal moves that matches no terminal condition is a draw.

use super::{EntryStart, Key, Section, ValueSyntax, key};

pub(super) const END_OF_GAME: Section = Section {
    name: "END OF GAME",
    aliases: &[],
    entry_start: EntryStart::Key("situation"),
    doc: "The end of the game. After each move, and at the start, the first situation that holds ends the game. \
          `PLAYER` is then the player who would move next, and `MOVER` the one who moved last. A position without \
          legal moves in which no situation holds is a draw.",
    keys: KEYS,
};

const LINE: &str = "[END OF GAME]\nsituation = MOVER != 0\n  FORSOME($R, LINES(three), FORALL($L, $R, \
                    OWNER(CONTENT($L)) == MOVER))\nwinner = MOVER";

const KEYS: &[Key] = &[
    key(
        "situation",
        ValueSyntax::Conditions,
        "The condition that ends the game; several lines must all hold. Besides the position it can use the last move \
         (`MOVED`, `FROM`, `TO` and `MOVER`), and `NOMOVES` and `REPEATS`. Before the first move, the variables of the \
         move are NOTHING, NOWHERE and 0. As elements without owner have the owner 0, `OWNER(CONTENT($L)) == MOVER` \
         holds for them at the start: a line `MOVER != 0` prevents the game from ending there.",
        LINE,
    ),
    key(
        "winner",
        ValueSyntax::Value,
        "The winner: a player's number, 0 for a draw, or `HIGHEST` for the player with the most points.",
        LINE,
    ),
];
