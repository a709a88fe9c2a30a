//! Source code formatter for game files of the 2026 edition: normalises blanks, empty lines and indentation.
//! It preserves the content, the comments, the order and the author's line breaks.
//!
//! - A key, one blank, `=`, one blank, and the value. Continuation lines are indented by two blanks, plus two for every
//!   open bracket, plus two if they continue one logical line of several.
//! - Operators are surrounded by blanks, except the `..` of a simple range and the sign of a number. A blank follows
//!   commas and colons; there is none inside brackets.
//! - One empty line before a section, none after its header. Elsewhere, runs of empty lines are reduced to one.
//! - A trailing comment keeps its column if there is room; otherwise one blank precedes it.
//! - Rows of a letter grid begin below their key. Sections get their short names. Lines end with LF.

mod assembly;
mod lines;
mod spacing;

use boardwright_rules::Span;

use crate::edition::{self, Edition};
use crate::{Diagnostic, MAX_SOURCE_BYTES, Severity, Source, syntax};

/// Formats a game file of the 2026 edition.
///
/// ```
/// use boardwright_lang::{Source, format};
///
/// let source = Source::new("tiny.game", b"[GAME]\nedition=2026\n[RULES]\nname=go\nto=NEXT( $D,FROM )");
/// let text = "[GAME]\nedition = 2026\n\n[RULES]\nname = go\nto = NEXT($D, FROM)\n";
/// assert_eq!(format(&source).unwrap(), text);
/// ```
///
/// Returns the diagnostics for a file with syntax errors or of another edition; undefined names are not an error here.
/// Formatting is idempotent.
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    if source.byte_count() > MAX_SOURCE_BYTES {
        let message = format!("the file has {} bytes; game files have at most {MAX_SOURCE_BYTES}", source.byte_count());
        return Err(vec![Diagnostic::error("too-large", Span::default(), message)]);
    }
    match edition::detect(source) {
        Ok(Edition::E2026) => {}
        Ok(Edition::E2013) => {
            let message = "files of the edition 2013 cannot be formatted";
            return Err(vec![
                Diagnostic::error("edition", Span::default(), message)
                    .help("`boardwright fmt --edition 2026` converts the file to the edition 2026"),
            ]);
        }
        Err(diagnostic) => return Err(vec![diagnostic]),
    }
    let parsed = syntax::parse(source, 0);
    if parsed.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(parsed.diagnostics);
    }
    Ok(assembly::assemble(&lines::lines(&parsed.tree)))
}

#[cfg(test)]
mod tests;
