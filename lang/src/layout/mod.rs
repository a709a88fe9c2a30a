//! The one layout of game files of the 2026 edition: where blanks, empty lines and indents stand.
//! What a file says stays as it is, and so do its comments, its order, and where its author breaks lines.
//!
//! - A key, one blank, `=`, one blank, and the value. What goes on with a value is indented by two blanks, and by two more
//!   for every bracket that is open; so is what goes on with one line of several.
//! - Operators stand between blanks, but not the dots of a simple range and the sign of a number. A blank follows commas
//!   and colons, and there is none inside of brackets.
//! - One empty line before a section, and none after its head. Elsewhere one empty line is kept where there is any.
//! - A comment behind something stays in its column if there is room, else one blank before it.
//! - Rows of a picture begin below their key. Sections have their short names. Lines end with LF.

mod lines;
mod page;
mod spaces;

use boardwright_engine::rules::Span;

use crate::edition::{self, Edition};
use crate::{Diagnostic, MOST_BYTES, Severity, Source, syntax};

/// A game file of the 2026 edition in its one layout.
///
/// ```
/// use boardwright_lang::{Source, format};
///
/// let source = Source::new("tiny.game", b"[GAME]\nedition=2026\n[RULES]\nname=go\nto=NEXT( $D,FROM )");
/// let text = "[GAME]\nedition = 2026\n\n[RULES]\nname = go\nto = NEXT($D, FROM)\n";
/// assert_eq!(format(&source).unwrap(), text);
/// ```
///
/// A file that is not written correctly, or of another edition, is refused with what is wrong; names that nobody knows are
/// no matter here. The result of this function is its own layout.
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    if source.bytes() > MOST_BYTES {
        let message = format!("the file has {} bytes; game files have at most {MOST_BYTES}", source.bytes());
        return Err(vec![Diagnostic::error("too-large", Span::default(), message)]);
    }
    match edition::of(source) {
        Ok(Edition::E2026) => {}
        Ok(Edition::E2013) => {
            let message = "files of the edition 2013 are left as they are";
            return Err(vec![
                Diagnostic::error("edition", Span::default(), message)
                    .help("`boardwright fmt --edition 2026` makes one of the edition 2026 of it"),
            ]);
        }
        Err(diagnostic) => return Err(vec![diagnostic]),
    }
    let parsed = syntax::parse(source, 0);
    if parsed.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(parsed.diagnostics);
    }
    Ok(page::page(&lines::lines(&parsed.tree)))
}

#[cfg(test)]
mod tests;
