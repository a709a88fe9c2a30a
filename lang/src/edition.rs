//! Which edition of the language a file is written in: a line `edition = ...` of its section `[GAME]` says so, and a
//! file without one is of 2013 unless its sections tell otherwise. Reading the file itself is the matter of that
//! edition.

use boardwright_engine::rules::Span;

use crate::edition2013::words;
use crate::{Diagnostic, Source, keys, suggest};

/// The editions of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// Untyped, with texts as names.
    E2013,
    /// Typed, with families.
    E2026,
}

/// The head of a section.
struct Head {
    /// In capitals.
    name: String,
    span: Span,
}

/// The edition of a file; what is wrong if it is not known here.
#[allow(clippy::result_large_err, reason = "it is told at most once for a file")]
pub(crate) fn of(source: &Source) -> Result<Edition, Diagnostic> {
    let mut heads: Vec<Head> = Vec::new();
    let mut in_game = false;
    let mut start = 0;
    for line in source.text().split(['\n', '\r']) {
        let at = start;
        start += line.len() + 1;
        if let Some(head) = head(line, at) {
            in_game = head.name == "GAME";
            heads.push(head);
        } else if line.trim_start().starts_with('[') {
            in_game = false;
        } else if in_game
            && let Some((key, value)) = line.split_once('=')
            && key.trim().eq_ignore_ascii_case("edition")
        {
            return said(value, at + key.len() + 1);
        }
    }
    unsaid(source, &heads)
}

/// What a line is the head of, if it is one and nothing stands behind it.
fn head(line: &str, start: usize) -> Option<Head> {
    let trimmed = line.trim();
    let at = start + line.len() - line.trim_start().len();
    let Some(inner) = trimmed.strip_prefix('[') else {
        // The edition 2013 goes on with such a line.
        let name = trimmed.to_ascii_uppercase();
        let bare = is_of_2013_only(&name) || name == "LOCATION TYPES" || name == "ELEMENT TYPES";
        return bare.then(|| Head { name, span: Span::new(at, at + trimmed.len()) });
    };
    let (name, behind) = inner.split_once(']').unwrap_or((inner, ""));
    let behind = behind.trim();
    if !behind.is_empty() && !behind.starts_with("//") {
        return None;
    }
    let end = at + 1 + name.len() + usize::from(inner.contains(']'));
    Some(Head { name: name.split("//").next()?.trim().to_ascii_uppercase(), span: Span::new(at, end) })
}

/// The edition that a value names, which begins at a byte.
#[allow(clippy::result_large_err, reason = "it is told at most once for a file")]
fn said(value: &str, at: usize) -> Result<Edition, Diagnostic> {
    let value = match value.find(" //") {
        Some(comment) => &value[..comment],
        None => value,
    };
    match value.trim() {
        "2013" => return Ok(Edition::E2013),
        "2026" => return Ok(Edition::E2026),
        _ => {}
    }
    let skipped = value.len() - value.trim_start().len();
    let span = Span::new(at + skipped, at + skipped + value.trim().len());
    let shown: String = value.trim().chars().take(40).collect();
    let diagnostic =
        Diagnostic::error("edition", span, format!("this file is of edition \"{shown}\", which is not known here"))
            .label("expected `edition = 2026`, `edition = 2013`, or no such line")
            .help("this version reads game files of the editions 2013 and 2026");
    Err(diagnostic)
}

/// The edition of a file that does not say it.
#[allow(clippy::result_large_err, reason = "it is told at most once for a file")]
fn unsaid(source: &Source, heads: &[Head]) -> Result<Edition, Diagnostic> {
    let of_2013 = || words::section_names();
    let of_2026 = || keys::SECTIONS.iter().map(|section| section.name);
    let known = |head: &Head| of_2013().chain(of_2026()).any(|name| name == head.name);
    let near = |head: &Head| suggest::nearest(&head.name, of_2013().chain(of_2026())).is_some();
    if !heads.iter().any(known) && !heads.iter().take(100).any(near) {
        return Err(no_game(source));
    }
    if heads.iter().any(|head| is_of_2013_only(&head.name)) {
        return Ok(Edition::E2013);
    }
    let game = heads.iter().find(|head| head.name == "GAME");
    let only = |head: &&Head| of_2026().any(|name| name == head.name) && !of_2013().any(|name| name == head.name);
    let Some(head) = heads.iter().find(only).or(game) else { return Ok(Edition::E2013) };
    let message = format!("the file does not say its edition; [{}] is a section of 2026", head.name);
    Err(match game {
        Some(game) => Diagnostic::error("edition", game.span, message)
            .label("expected `edition = 2026` after this line")
            .help("add `edition = 2026` below `[GAME]`"),
        None => Diagnostic::error("edition", head.span, message)
            .label("nothing before this line says the edition")
            .help("add `[GAME]` with `edition = 2026`"),
    })
}

/// Whether only files of 2013 have a section of this name; 2026 knows it as a longer name at most.
fn is_of_2013_only(name: &str) -> bool {
    words::section_names().any(|known| known == name) && !keys::SECTIONS.iter().any(|section| section.name == name)
}

/// Of a file without any section that is known.
fn no_game(source: &Source) -> Diagnostic {
    let text = source.text();
    let says = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let mut start = 0;
    let mut found = None;
    for line in text.split(['\n', '\r']) {
        if says(line) {
            let at = start + line.len() - line.trim_start().len();
            found = Some(Span::new(at, at + line.trim().len()));
            break;
        }
        start += line.len() + 1;
    }
    let (span, message) = match found {
        None => (Span::default(), "this is no game file: there is nothing in it"),
        Some(span) => (span, "this is no game file: no section of one is in it"),
    };
    Diagnostic::error("no-game", span, message)
        .label("expected the head of a section, such as `[GAME]`")
        .help("`boardwright new NAME` writes a small game to start from")
}
