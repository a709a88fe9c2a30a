//! Large game files: boards of 5,000 locations, and 500 rules. They are no sensible games; they measure the time and memory of
//! loading and compiling.

use std::fmt::Write as _;

use boardwright_lang::Source;

/// Large game files, with their names.
pub fn large_games() -> [(&'static str, Source); 3] {
    [("5000 places, steps", stepping_game()), ("5000 places, stones", placing_game()), ("500 rules", leaping_game())]
        .map(|(name, text)| (name, Source::new(format!("{name}.game"), text.as_bytes())))
}

/// Common part of the files: two players, men of one type, and a board of squares.
fn board_sections(width: usize, height: usize) -> String {
    format!(
        "[GAME]\nedition = 2026\n[PLAYERS]\n1 = White\n2 = Black\n\
         [ELEMENT TYPES]\nname = man\n[LOCATION TYPES]\nname = square\n\
         [LOCATIONS]\nname = s($X: 1..{width}, $Y: 1..{height})\ntype = square\npoint = 60 * $X, 60 * $Y\n\
         [DIRECTIONS]\nname = dir($A: -1..1, $B: -1..1)\nwhere = $A != 0 OR $B != 0\n\
         from = s($X, $Y)\nto = s($X + $A, $Y + $B)\n"
    )
}

/// Two rows of men on each side, which step to all neighbours and capture.
fn stepping_game() -> String {
    board_sections(100, 50)
        + "[ELEMENTS]\nname = man($P: 1..2, $X: 1..100, $Y: 1..2)\ntype = man\nplayer = $P\n\
           location = s($X, IF($P == 1, $Y, 51 - $Y))\n\
           [RULES]\nname = step\nelement = man\nfrom = square\nto = NEIGHBOURS(dir(-1..1, -1..1), FROM)\ncapture = may\n\
           [END OF GAME]\nsituation = NOMOVES\nwinner = 3 - PLAYER\n"
}

/// A game of placing stones in which five in a row win.
fn placing_game() -> String {
    board_sections(100, 50)
        + "[ELEMENTS]\nname = man($I: 1..5000)\ntype = man\n\
           [RELATIONS]\nname = five\nalong = dir(0..1, -1..1)\nlength = 5\n\
           [RULES]\nname = place\nelement = man\nfrom = NOWHERE\nto = square\nfollowup = SETOWNER(MOVED, PLAYER)\n\
           [END OF GAME]\n\
           situation = FORSOME($R, LINES(five, TO), FORALL($L, $R, OWNER(CONTENT($L)) == MOVER))\nwinner = MOVER\n"
}

/// A game with a rule for each of 500 leaps, some of which need an empty location beside the target.
fn leaping_game() -> String {
    let mut text = board_sections(20, 20)
        + "[ELEMENTS]\nname = man($P: 1..2, $X: 1..20)\ntype = man\nplayer = $P\nlocation = s($X, IF($P == 1, 1, 20))\n\
           [RULES]\n";
    let leaps = (1..=20).flat_map(|across| (-12..=12).map(move |along| (across - 10, along)));
    for (number, (across, along)) in leaps.enumerate() {
        let _ = write!(
            text,
            "name = leap {number}\nelement = man\nfrom = s($X, $Y)\nto = s($X + {across}, $Y + {along})\n\
             condition = EMPTY(s($X, $Y + {along})) OR $Y % {} == 0\n",
            2 + number % 7
        );
    }
    text
}
