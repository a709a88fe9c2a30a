//! The keys of `[END OF GAME]`: when it is over, and who has won.
//! A game without a move that no end tells of is a draw without being said.

use super::{Form, Key, Opens, Section, key};

pub(super) const END_OF_GAME: Section = Section {
    name: "END OF GAME",
    also: &[],
    opens: Opens::Key("situation"),
    doc: "When the game is over. After each move, and at the start, the first situation that holds ends it. `PLAYER` is then \
          whose turn would be next, and `MOVER` who moved last. A position without a legal move that no situation tells of \
          is a draw.",
    keys: KEYS,
};

const LINE: &str = "[END OF GAME]\nsituation = MOVER != 0\n  FORSOME($R, LINES(three), FORALL($L, $R, OWNER(CONTENT($L)) == \
                    MOVER))\nwinner = MOVER";

const KEYS: &[Key] = &[
    key(
        "situation",
        Form::Conditions,
        "When the game is over; several lines must all hold. Besides the position it can ask for the move that led here, by \
         `MOVED`, `FROM`, `TO` and `MOVER`, and for `NOMOVES` and `REPEATS`. Before the first move these are NOTHING, NOWHERE \
         and 0. The owner of nobody's pieces is 0 too, so that `OWNER(CONTENT($L)) == MOVER` holds for them at the start: a \
         line `MOVER != 0` keeps the game from ending there.",
        LINE,
    ),
    key(
        "winner",
        Form::Value,
        "Who has won: a player's number, 0 for a draw, or `HIGHEST` for whoever has the most points.",
        LINE,
    ),
];
