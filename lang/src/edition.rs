//! Detection of a file's language edition, from the line `edition = ...` in the section `[GAME]`. A file without this
//! line belongs to the edition 2013, unless its section names show otherwise. The parsers of the editions are
//! elsewhere.

use boardwright_rules::Span;

use crate::edition2013::words;
use crate::{Diagnostic, Source, suggest, vocabulary};

/// An edition of the game language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// Edition 2013: untyped; names are texts.
    E2013,
    /// Edition 2026: typed; names can form indexed families.
    E2026,
}

/// A section header.
struct SectionHeader {
    /// Name in upper case.
    name: String,
    span: Span,
}

/// Edition of a file; `None` if it cannot be detected or is unknown.
///
/// ```
/// use boardwright_lang::{Edition, Source, edition};
///
/// assert_eq!(edition(&Source::new("old.game", b"[BOARD]\nimage=old.svg\n")), Some(Edition::E2013));
/// ```
pub fn edition(source: &Source) -> Option<Edition> {
    detect(source).ok()
}

/// Detects the edition of a file. The error is the diagnostic if the edition is unknown or missing.
#[allow(clippy::result_large_err, reason = "reported at most once per file")]
pub(crate) fn detect(source: &Source) -> Result<Edition, Diagnostic> {
    let mut heads: Vec<SectionHeader> = Vec::new();
    let mut in_game = false;
    let mut start = 0;
    for line in source.text().split(['\n', '\r']) {
        let at = start;
        start += line.len() + 1;
        if let Some(head) = parse_header(line, at) {
            in_game = head.name == "GAME";
            heads.push(head);
        } else if line.trim_start().starts_with('[') {
            in_game = false;
        } else if in_game
            && let Some((key, value)) = line.split_once('=')
            && key.trim().eq_ignore_ascii_case("edition")
        {
            return parse_edition(value, at + key.len() + 1);
        }
    }
    infer_edition(source, &heads)
}

/// Parses a line as a section header. `None` if the line is none or has other text after the header.
fn parse_header(line: &str, start: usize) -> Option<SectionHeader> {
    let trimmed = line.trim();
    let at = start + line.len() - line.trim_start().len();
    let Some(inner) = trimmed.strip_prefix('[') else {
        // The parser of the edition 2013 recovers from a header without brackets.
        let name = trimmed.to_ascii_uppercase();
        let bare = is_2013_only(&name) || name == "LOCATION TYPES" || name == "ELEMENT TYPES";
        return bare.then(|| SectionHeader { name, span: Span::new(at, at + trimmed.len()) });
    };
    let (name, behind) = inner.split_once(']').unwrap_or((inner, ""));
    let behind = behind.trim();
    if !behind.is_empty() && !behind.starts_with("//") {
        return None;
    }
    let end = at + 1 + name.len() + usize::from(inner.contains(']'));
    Some(SectionHeader { name: name.split("//").next()?.trim().to_ascii_uppercase(), span: Span::new(at, end) })
}

/// Parses the value of `edition = ...`, which begins at byte `at`.
#[allow(clippy::result_large_err, reason = "reported at most once per file")]
fn parse_edition(value: &str, at: usize) -> Result<Edition, Diagnostic> {
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
    let diagnostic = Diagnostic::error("edition", span, format!("unknown edition \"{shown}\""))
        .label("expected `edition = 2026`, `edition = 2013`, or no such line")
        .help("this version reads game files of the editions 2013 and 2026");
    Err(diagnostic)
}

/// Infers the edition of a file without an `edition` line from its sections.
#[allow(clippy::result_large_err, reason = "reported at most once per file")]
fn infer_edition(source: &Source, heads: &[SectionHeader]) -> Result<Edition, Diagnostic> {
    let of_2013 = || words::section_names();
    let of_2026 = || vocabulary::SECTIONS.iter().map(|section| section.name);
    let known = |head: &SectionHeader| of_2013().chain(of_2026()).any(|name| name == head.name);
    let near = |head: &SectionHeader| suggest::nearest(&head.name, of_2013().chain(of_2026())).is_some();
    if !heads.iter().any(known) && !heads.iter().take(100).any(near) {
        return Err(no_game_error(source));
    }
    if heads.iter().any(|head| is_2013_only(&head.name)) {
        return Ok(Edition::E2013);
    }
    let game = heads.iter().find(|head| head.name == "GAME");
    let only =
        |head: &&SectionHeader| of_2026().any(|name| name == head.name) && !of_2013().any(|name| name == head.name);
    let Some(head) = heads.iter().find(only).or(game) else { return Ok(Edition::E2013) };
    let message = format!("the file does not state its edition; [{}] is a section of the edition 2026", head.name);
    Err(match game {
        Some(game) => Diagnostic::error("edition", game.span, message)
            .label("expected `edition = 2026` after this line")
            .help("add `edition = 2026` below `[GAME]`"),
        None => Diagnostic::error("edition", head.span, message)
            .label("no line `edition = ...` before this one")
            .help("add `[GAME]` with `edition = 2026`"),
    })
}

/// `true` if only the edition 2013 has a section of this name. The edition 2026 may have it as a part of a longer name.
fn is_2013_only(name: &str) -> bool {
    words::section_names().any(|known| known == name)
        && !vocabulary::SECTIONS.iter().any(|section| section.name == name)
}

/// Creates the diagnostic for a file without any known section.
fn no_game_error(source: &Source) -> Diagnostic {
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
        None => (Span::default(), "this is not a game file: it is empty"),
        Some(span) => (span, "this is not a game file: it contains no known section"),
    };
    Diagnostic::error("no-game", span, message)
        .label("expected a section header, such as `[GAME]`")
        .help("`boardwright new NAME` writes a small game to start from")
}
