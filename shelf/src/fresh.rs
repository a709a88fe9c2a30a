//! A small game file to begin with, complete and commented.

/// The game, with `NAME` where its title goes.
const GAME: &str = include_str!("new.game");

/// The text of a new game file; `title` is what people call the game.
pub fn text(title: &str) -> String {
    GAME.replace("NAME", title)
}
