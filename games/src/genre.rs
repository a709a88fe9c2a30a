//! Genres of games, for people who choose one.

use std::fmt;

/// Genre of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Genre {
    /// Board game of several players with perfect information.
    Board,
    /// Puzzle for one player.
    Puzzle,
    /// Card game.
    Cards,
    /// Dice game.
    Dice,
    /// Game of tiles on a growing board.
    Tiles,
}

impl fmt::Display for Genre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::Puzzle => "puzzle",
            Self::Cards => "cards",
            Self::Dice => "dice",
            Self::Tiles => "tiles",
        })
    }
}
