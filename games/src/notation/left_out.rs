//! Account of the parts of a game that its record has no place for, for one warning per game.

use super::scan::NotationWarning;

/// Lines of the parts that are left out, by kind.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    /// Kinds in the singular with the lines of their parts, in the order of their first parts.
    kinds: Vec<(String, Vec<usize>)>,
}

impl LeftOut {
    pub(super) fn add_comment(&mut self, line: usize) {
        self.add("comment", line);
    }

    /// Adds a property of SGF.
    pub(super) fn add_property(&mut self, name: &str, line: usize) {
        self.add(&format!("property {name}"), line);
    }

    fn add(&mut self, kind: &str, line: usize) {
        match self.kinds.iter_mut().find(|(known, _)| known == kind) {
            Some((_, lines)) => lines.push(line),
            None => self.kinds.push((kind.to_owned(), vec![line])),
        }
    }

    /// Warning that names everything; `None` if nothing is left out.
    pub(super) fn warning(&self) -> Option<NotationWarning> {
        let line = self.kinds.iter().flat_map(|(_, lines)| lines).copied().min()?;
        let parts: Vec<String> = self.kinds.iter().map(|(kind, lines)| part_text(kind, lines)).collect();
        let verb = if matches!(&self.kinds[..], [(_, lines)] if lines.len() == 1) { "is" } else { "are" };
        Some(NotationWarning { line, reason: format!("left out {verb} {}", list(&parts)) })
    }
}

/// A kind with its number of parts and their lines.
fn part_text(kind: &str, lines: &[usize]) -> String {
    const MOST: usize = 8;
    let mut distinct = lines.to_vec();
    distinct.dedup();
    let mut numbers: Vec<String> = distinct.iter().take(MOST).map(usize::to_string).collect();
    if distinct.len() > MOST {
        numbers.push(format!("{} more", distinct.len() - MOST));
    }
    let plural = if distinct.len() > 1 { "s" } else { "" };
    let place = format!("(line{plural} {})", list(&numbers));
    match (kind.split_once(' '), lines.len()) {
        (Some(_), _) => format!("the {kind} {place}"),
        (None, 1) => format!("a {kind} {place}"),
        (None, count) => format!("{count} {kind}s {place}"),
    }
}

/// Words separated by commas, and the last one by "and".
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
