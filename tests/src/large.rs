//! Game files that are large: boards of 5,000 places, and 500 rules. None is a game that anybody would want to play; they are
//! for finding out what loading and compiling take where there is much of everything.

use std::fmt::Write as _;

use boardwright_lang::Source;

/// Large game files, with their names.
pub fn large() -> [(&'static str, Source); 3] {
    [("5000 places, steps", steps()), ("5000 places, stones", stones()), ("500 rules", leaps())]
        .map(|(name, text)| (name, Source::new(format!("{name}.game"), text.as_bytes())))
}

/// What they have in common: two players, men of one type, and a board of squares.
fn board(width: usize, height: usize) -> String {
    format!(
        "[GAME]\nedition = 2026\n[PLAYERS]\n1 = White\n2 = Black\n\
         [ELEMENT TYPES]\nname = man\n[LOCATION TYPES]\nname = square\n\
         [LOCATIONS]\nname = s($X: 1..{width}, $Y: 1..{height})\ntype = square\npoint = 60 * $X, 60 * $Y\n\
         [DIRECTIONS]\nname = dir($A: -1..1, $B: -1..1)\nwhere = $A != 0 OR $B != 0\n\
         from = s($X, $Y)\nto = s($X + $A, $Y + $B)\n"
    )
}

/// Two rows of men on each side, which step to all neighbours and take what they meet there.
fn steps() -> String {
    board(100, 50)
        + "[ELEMENTS]\nname = man($P: 1..2, $X: 1..100, $Y: 1..2)\ntype = man\nplayer = $P\n\
           location = s($X, IF($P == 1, $Y, 51 - $Y))\n\
           [RULES]\nname = step\nelement = man\nfrom = square\nto = NEIGHBOURS(dir(-1..1, -1..1), FROM)\ncapture = may\n\
           [END OF GAME]\nsituation = NOMOVES\nwinner = 3 - PLAYER\n"
}

/// Stones are placed, and five in a row win.
fn stones() -> String {
    board(100, 50)
        + "[ELEMENTS]\nname = man($I: 1..5000)\ntype = man\n\
           [RELATIONS]\nname = five\nalong = dir(0..1, -1..1)\nlength = 5\n\
           [RULES]\nname = place\nelement = man\nfrom = NOWHERE\nto = square\nfollowup = SETOWNER(MOVED, PLAYER)\n\
           [END OF GAME]\n\
           situation = FORSOME($R, LINES(five, TO), FORALL($L, $R, OWNER(CONTENT($L)) == MOVER))\nwinner = MOVER\n"
}

/// A rule for each of 500 leaps, some of which need a free place beside the target.
fn leaps() -> String {
    let mut text = board(20, 20)
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
