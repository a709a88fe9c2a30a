//! Template of a new game file: a small game, complete and commented.

/// The template, with `NAME` in place of the title.
const TEMPLATE: &str = include_str!("new.game");

/// Text of a new game file with the title `title`.
pub fn game_file(title: &str) -> String {
    TEMPLATE.replace("NAME", title)
}
