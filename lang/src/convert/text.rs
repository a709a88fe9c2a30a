//! A file put together from its sections: their order, their comments, and lines that are not too long.
//! What stands in the sections is made before.

use super::comments::Comments;
use super::family::Written;
use super::things::Part;

/// Where a longer line is broken.
const WIDTH: usize = 110;

/// Sections as 2013 calls them, with what they are now.
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

/// `key = value`, its lines below each other if there are several.
pub(super) fn pair(key: &str, lines: &[String]) -> Vec<String> {
    let mut written = Vec::new();
    // The lines of a named expression stand below its name.
    let below = lines.len() > 1 && key.starts_with(|c: char| c.is_uppercase());
    if below {
        written.push(format!("{key} ="));
    }
    for (at, line) in lines.iter().enumerate() {
        let first = if at == 0 && !below { format!("{key} = ") } else { "  ".to_owned() };
        written.extend(wrapped(&format!("{first}{line}")));
    }
    written
}

pub(super) fn keys(keys: &[(&'static str, Vec<String>)]) -> Vec<String> {
    keys_with(keys, &[])
}

/// Keys, with comments before some of them.
pub(super) fn keys_with(keys: &[(&'static str, Vec<String>)], comments: &[(&str, Vec<String>)]) -> Vec<String> {
    let mut written = Vec::new();
    for (key, lines) in keys {
        written.extend(comments.iter().filter(|(of, _)| of == key).flat_map(|(_, comments)| comments.clone()));
        written.extend(pair(key, lines));
    }
    // What is said of a key that is gone is said of the whole entry.
    for (key, lost) in comments {
        if !keys.iter().any(|(known, _)| known == key) {
            for (at, comment) in lost.iter().enumerate() {
                written.insert(at, comment.clone());
            }
        }
    }
    written
}

/// A line that may go on below, where a bracket is open or an operator follows.
fn wrapped(line: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = line.to_owned();
    let mut depth = 0;
    while rest.chars().count() > WIDTH {
        let Some(at) = break_at(&rest, depth) else { break };
        let (one, two) = rest.split_at(at);
        depth += one.matches(['(', '{']).count();
        depth -= one.matches([')', '}']).count().min(depth);
        lines.push(one.trim_end().to_owned());
        rest = format!("      {}", two.trim_start());
    }
    lines.push(rest);
    lines
}

/// The last place for a break that leaves the line short enough, as far outside of brackets as there is one.
fn break_at(line: &str, depth: usize) -> Option<usize> {
    let mut depth = depth;
    let mut in_text = false;
    let mut best: Option<(usize, usize)> = None;
    let indent = line.len() - line.trim_start().len();
    for (count, (at, c)) in line.char_indices().enumerate() {
        if count > WIDTH {
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

/// The whole file.
pub(super) fn file(top: &[String], parts: Vec<Part>, comments: &mut Comments) -> String {
    let mut text: Vec<String> = top.to_vec();
    if !text.is_empty() {
        text.push(String::new());
    }
    text.extend(["[GAME]".to_owned(), "edition = 2026".to_owned()]);
    for mut part in in_order(parts, comments) {
        let old = SECTIONS.iter().find(|(_, now)| *now == part.title).map_or("", |(old, _)| *old);
        for (_, at) in comments.headers.clone().iter().filter(|(name, _)| name == old) {
            part.comments.extend(comments.before(*at).into_iter().filter(|line| !line.is_empty()));
        }
        part.after.extend(comments.rest_of(old));
        if part.entries.is_empty() && part.comments.is_empty() && part.after.is_empty() {
            continue;
        }
        text.push(String::new());
        text.append(&mut part.comments);
        text.push(format!("[{}]", part.title));
        let mut apart = false;
        for Written { comments, lines } in part.entries {
            let long = lines.len() > 1 || !comments.is_empty();
            // Things stand close together, as long as there is nothing to say of them.
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
        if !part.after.is_empty() {
            text.push(String::new());
            text.append(&mut part.after);
        }
    }
    let rest = comments.all();
    if !rest.is_empty() {
        text.push(String::new());
        text.extend(rest);
    }
    text.push(String::new());
    text.join("\n")
}

/// The sections as they came in the file of 2013, variables before what uses them.
fn in_order(parts: Vec<Part>, comments: &Comments) -> Vec<Part> {
    let place = |title: &str| {
        let old = SECTIONS.iter().find(|(_, now)| *now == title).map(|(old, _)| *old);
        let found = comments.headers.iter().position(|(name, _)| Some(name.as_str()) == old);
        found.unwrap_or(if title == "BOARD" { 0 } else { usize::MAX })
    };
    let first = |titles: &[&str]| titles.iter().map(|title| place(title)).min().unwrap_or(usize::MAX);
    let mut order: Vec<(usize, usize, Part)> = Vec::new();
    for part in parts {
        let variables = part.title == "VARIABLES";
        let at =
            if variables { first(&["EXPRESSIONS", "RULES", "SCORINGS", "END OF GAME"]) } else { place(part.title) };
        order.push((at, usize::from(!variables), part));
    }
    order.sort_by_key(|(at, after, _)| (*at, *after));
    order.into_iter().map(|(_, _, part)| part).collect()
}
