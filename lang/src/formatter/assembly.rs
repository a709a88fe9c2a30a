//! Assembles lines to the formatted text: empty lines, indentation and comments.
//! Spacing within the lines is the task of `lines`.

use super::lines::{Line, LineKind};

/// Returns the text of a file with the given lines.
pub(super) fn assemble(lines: &[Line]) -> String {
    let mut text = String::new();
    let mut before = None;
    let mut empty = false;
    for line in lines {
        if line.kind == LineKind::Empty {
            empty = true;
            continue;
        }
        if before.is_some_and(|before| needs_empty_line(before, line.kind, empty)) {
            text.push('\n');
        }
        text.push_str(&line_text(line));
        text.push('\n');
        before = Some(line.kind);
        empty = false;
    }
    text
}

/// `true` if an empty line separates two lines; `empty` is `true` if the source has one there.
///
/// A comment directly above the header of a section stays attached to it.
fn needs_empty_line(before: LineKind, after: LineKind, empty: bool) -> bool {
    match (before, after) {
        (LineKind::Comment, LineKind::Header) => empty,
        (_, LineKind::Header) => true,
        (LineKind::Header, _) => false,
        _ => empty,
    }
}

fn line_text(line: &Line) -> String {
    let mut text = " ".repeat(line.indent);
    text.push_str(&line.code);
    if let Some(comment) = &line.comment {
        if line.kind != LineKind::Comment {
            let width = text.chars().count();
            text.push_str(&" ".repeat(comment.column.saturating_sub(width).max(1)));
        }
        text.push_str(&comment.text);
    }
    text
}
