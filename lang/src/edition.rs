//! Which edition of the language a file is written in: a line `edition = ...` of its section `[GAME]` says so, and a
//! file without one is of 2013. Reading the file itself is the matter of that edition.

use boardwright_engine::rules::Span;

use crate::{Diagnostic, Source};

/// The editions of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// Untyped, with texts as names.
    E2013,
    /// Typed, with families.
    E2026,
}

/// The edition of a file; what is wrong if it is not known here.
#[allow(clippy::result_large_err, reason = "it is told at most once for a file")]
pub(crate) fn of(source: &Source) -> Result<Edition, Diagnostic> {
    let mut in_game = false;
    let mut start = 0;
    for line in source.text().split(['\n', '\r']) {
        let trimmed = line.trim();
        if trimmed.starts_with('[') {
            in_game = trimmed.split("//").next().unwrap_or_default().trim().eq_ignore_ascii_case("[GAME]");
        } else if in_game
            && let Some((key, value)) = line.split_once('=')
            && key.trim().eq_ignore_ascii_case("edition")
        {
            let value = match value.find(" //") {
                Some(comment) => &value[..comment],
                None => value,
            };
            match value.trim() {
                "2013" => return Ok(Edition::E2013),
                "2026" => return Ok(Edition::E2026),
                _ => {}
            }
            let at = start + key.len() + 1;
            let skipped = value.len() - value.trim_start().len();
            let span = Span::new(at + skipped, at + skipped + value.trim().len());
            let shown: String = value.trim().chars().take(40).collect();
            let diagnostic = Diagnostic::error(
                "edition",
                span,
                format!("this file is of edition \"{shown}\", which is not known here"),
            )
            .label("expected `edition = 2026`, `edition = 2013`, or no such line")
            .help("this version reads game files of the editions 2013 and 2026");
            return Err(diagnostic);
        }
        start += line.len() + 1;
    }
    Ok(Edition::E2013)
}
