//! Lines put together to a text: empty lines, indents and comments.
//! What stands within the lines is done.

use super::lines::{Line, What};

/// The text of a file with these lines.
pub(super) fn page(lines: &[Line]) -> String {
    let mut text = String::new();
    let mut before = None;
    let mut empty = false;
    for line in lines {
        if line.what == What::Empty {
            empty = true;
            continue;
        }
        if before.is_some_and(|before| is_parted(before, line.what, empty)) {
            text.push('\n');
        }
        text.push_str(&written(line));
        text.push('\n');
        before = Some(line.what);
        empty = false;
    }
    text
}

/// Whether an empty line stands between two lines; `empty` says whether there was one.
///
/// A comment right above the head of a section belongs to it.
fn is_parted(before: What, after: What, empty: bool) -> bool {
    match (before, after) {
        (What::Comment, What::Head) => empty,
        (_, What::Head) => true,
        (What::Head, _) => false,
        _ => empty,
    }
}

fn written(line: &Line) -> String {
    let mut text = " ".repeat(line.indent);
    text.push_str(&line.code);
    if let Some(comment) = &line.comment {
        if line.what != What::Comment {
            let width = text.chars().count();
            text.push_str(&" ".repeat(comment.column.saturating_sub(width).max(1)));
        }
        text.push_str(&comment.text);
    }
    text
}
