//! Output of the converted file: order of sections, comments, and line breaking.
//! The contents of the sections are created elsewhere.

use super::comments::Comments;
use super::components::SectionText;
use super::family::EntryText;

/// Maximum line width in characters.
const MAX_WIDTH: usize = 110;

/// Names of sections in the edition 2013 and in the edition 2026.
const SECTIONS: [(&str, &str); 11] = [
    ("BOARD", "BOARD"),
    ("PLAYER NAMES", "PLAYERS"),
    ("ELEMENT TYPES", "ELEMENT TYPES"),
    ("LOCATION TYPES", "LOCATION TYPES"),
    ("LOCATIONS", "LOCATIONS"),
    ("MOVABLE ELEMENTS", "ELEMENTS"),
    ("REALBOARD ELEMENT TYPES", "COLOUR CLASSES"),
    ("EXPRESSIONS", "EXPRESSIONS"),
    ("GAME RULES", "RULES"),
    ("SCORINGS", "SCORINGS"),
    ("END OF GAME", "END OF GAME"),
];

/// Formats `key = value`; several lines are written below each other.
pub(super) fn format_key(key: &str, lines: &[String]) -> Vec<String> {
    let mut written = Vec::new();
    // The lines of a named expression are written below its name.
    let below = lines.len() > 1 && key.starts_with(|c: char| c.is_uppercase());
    if below {
        written.push(format!("{key} ="));
    }
    for (at, line) in lines.iter().enumerate() {
        let first = if at == 0 && !below { format!("{key} = ") } else { "  ".to_owned() };
        written.extend(wrap_line(&format!("{first}{line}")));
    }
    written
}

pub(super) fn format_keys(keys: &[(&'static str, Vec<String>)]) -> Vec<String> {
    format_keys_with_comments(keys, &[])
}

/// Formats keys, with comments above some of them.
pub(super) fn format_keys_with_comments(
    keys: &[(&'static str, Vec<String>)],
    comments: &[(&str, Vec<String>)],
) -> Vec<String> {
    let mut written = Vec::new();
    for (key, lines) in keys {
        written.extend(comments.iter().filter(|(of, _)| of == key).flat_map(|(_, comments)| comments.clone()));
        written.extend(format_key(key, lines));
    }
    // Comments of a removed key move to the top of the entry.
    for (key, orphaned) in comments {
        if !keys.iter().any(|(known, _)| known == key) {
            for (at, comment) in orphaned.iter().enumerate() {
                written.insert(at, comment.clone());
            }
        }
    }
    written
}

/// Breaks a line where it can be continued: within brackets or before an operator.
fn wrap_line(line: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = line.to_owned();
    let mut depth = 0;
    while rest.chars().count() > MAX_WIDTH {
        let Some(at) = find_break(&rest, depth) else { break };
        let (one, two) = rest.split_at(at);
        depth += one.matches(['(', '{']).count();
        depth -= one.matches([')', '}']).count().min(depth);
        lines.push(one.trim_end().to_owned());
        rest = format!("      {}", two.trim_start());
    }
    lines.push(rest);
    lines
}

/// Returns the last break position within the line width, at the smallest bracket depth.
fn find_break(line: &str, depth: usize) -> Option<usize> {
    let mut depth = depth;
    let mut in_text = false;
    let mut best: Option<(usize, usize)> = None;
    let indent = line.len() - line.trim_start().len();
    for (count, (at, c)) in line.char_indices().enumerate() {
        if count > MAX_WIDTH {
            break;
        }
        match c {
            '"' => in_text = !in_text,
            '(' | '{' if !in_text => depth += 1,
            ')' | '}' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        if in_text || at <= indent + 20 {
            continue;
        }
        let rest = &line[at..];
        let here = if rest.starts_with(" AND ") || rest.starts_with(" OR ") {
            Some(at)
        } else if depth > 0 && rest.starts_with(", ") {
            Some(at + 1)
        } else {
            None
        };
        if let Some(here) = here
            && best.is_none_or(|(_, known)| depth <= known)
        {
            best = Some((here, depth));
        }
    }
    best.map(|(at, _)| at)
}

/// Assembles the whole file.
pub(super) fn assemble(top: &[String], parts: Vec<SectionText>, comments: &mut Comments) -> String {
    let mut text: Vec<String> = top.to_vec();
    if !text.is_empty() {
        text.push(String::new());
    }
    text.extend(["[GAME]".to_owned(), "edition = 2026".to_owned()]);
    for mut part in sort_sections(parts, comments) {
        let old = SECTIONS.iter().find(|(_, now)| *now == part.title).map_or("", |(old, _)| *old);
        for (_, at) in comments.headers.clone().iter().filter(|(name, _)| name == old) {
            part.comments.extend(comments.take_before(*at).into_iter().filter(|line| !line.is_empty()));
        }
        part.comments_after.extend(comments.take_section(old));
        if part.entries.is_empty() && part.comments.is_empty() && part.comments_after.is_empty() {
            continue;
        }
        text.push(String::new());
        text.append(&mut part.comments);
        text.push(format!("[{}]", part.title));
        let mut apart = false;
        for EntryText { comments, lines } in part.entries {
            let long = lines.len() > 1 || !comments.is_empty();
            // Entries of components without comments are not separated by blank lines.
            let close =
                comments.is_empty() && !["EXPRESSIONS", "RULES", "SCORINGS", "END OF GAME"].contains(&part.title);
            let apart_now = apart && (long || part.title != "EXPRESSIONS") && !close;
            if apart_now || !close && long && text.last().is_some_and(|last| !last.starts_with('[')) {
                text.push(String::new());
            }
            apart = long;
            text.extend(comments);
            text.extend(lines);
        }
        if !part.comments_after.is_empty() {
            text.push(String::new());
            text.append(&mut part.comments_after);
        }
    }
    let rest = comments.take_all();
    if !rest.is_empty() {
        text.push(String::new());
        text.extend(rest);
    }
    text.push(String::new());
    text.join("\n")
}

/// Sorts the sections in their order in the original file, with variables before their first use.
fn sort_sections(parts: Vec<SectionText>, comments: &Comments) -> Vec<SectionText> {
    let place = |title: &str| {
        let old = SECTIONS.iter().find(|(_, now)| *now == title).map(|(old, _)| *old);
        let found = comments.headers.iter().position(|(name, _)| Some(name.as_str()) == old);
        found.unwrap_or(if title == "BOARD" { 0 } else { usize::MAX })
    };
    let first = |titles: &[&str]| titles.iter().map(|title| place(title)).min().unwrap_or(usize::MAX);
    let mut order: Vec<(usize, usize, SectionText)> = Vec::new();
    for part in parts {
        let variables = part.title == "VARIABLES";
        let at =
            if variables { first(&["EXPRESSIONS", "RULES", "SCORINGS", "END OF GAME"]) } else { place(part.title) };
        order.push((at, usize::from(!variables), part));
    }
    order.sort_by_key(|(at, after, _)| (*at, *after));
    order.into_iter().map(|(_, _, part)| part).collect()
}
