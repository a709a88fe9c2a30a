//! Which edition of the language a file is written in: a line `edition = ...` of its section `[GAME]` says so, and a
//! file without one is of 2013. Reading the file itself is the matter of that edition.

use boardwright_engine::rules::Span;

use crate::{Diagnostic, Source};

/// Says what is wrong if the file is of an edition that is not known here.
pub(crate) fn unknown(source: &Source) -> Option<Diagnostic> {
    let mut in_game = false;
    let mut start = 0;
    for line in source.text().split(['\n', '\r']) {
        let trimmed = line.trim();
        if trimmed.starts_with('[') {
            in_game = trimmed.eq_ignore_ascii_case("[GAME]");
        } else if in_game
            && let Some((key, value)) = line.split_once('=')
            && key.trim().eq_ignore_ascii_case("edition")
            && value.trim() != "2013"
        {
            let at = start + key.len() + 1;
            let skipped = value.len() - value.trim_start().len();
            let span = Span::new(at + skipped, at + skipped + value.trim().len());
            let known = "expected `edition = 2013`, or no such line";
            let shown: String = value.trim().chars().take(40).collect();
            return Some(
                Diagnostic::error(
                    "edition",
                    span,
                    format!("this file is of edition \"{shown}\", which is not known here"),
                )
                .label(known)
                .help("this version reads game files of the edition 2013 only"),
            );
        }
        start += line.len() + 1;
    }
    None
}
