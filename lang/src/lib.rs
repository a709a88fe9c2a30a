//! Game files: text to rule set, with diagnostics.
//!
//! [`load`] reads a game file and tells everything that is wrong with it at once; [`render()`] shows that to a
//! person. This crate opens no files and plays no games.

mod check;
mod diagnostic;
mod edition;
mod edition2013;
mod faults;
mod pictures;
mod render;
mod source;
mod suggest;

use std::sync::Arc;

use boardwright_engine::ids::ExprId;
use boardwright_engine::rules::{RuleSet, Span};

pub use diagnostic::{Diagnostic, MOST, Severity};
pub use faults::fault_diagnostic;
pub use pictures::{AllPictures, Pictures};
pub use render::render;
pub use source::{MOST_BYTES, Source};

use diagnostic::Findings;
use source::Encoding;

/// What came of a game file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The rules; `None` exactly if there is an error among the diagnostics.
    pub rules: Option<Arc<RuleSet>>,
    /// Everything there is to tell, by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a game file. Any bytes will do; what is wrong with them is told.
///
/// ```
/// use boardwright_lang::{AllPictures, Source, load, render};
///
/// let source = Source::new("tiny.game", b"[LOCATIONS]\nname=home\ntype=sqare\n");
/// let loaded = load(&source, &AllPictures);
/// assert!(loaded.rules.is_none());
/// assert!(render(&loaded.diagnostics, &[&source], false).contains("unknown location type \"sqare\""));
/// ```
///
/// The rule set gets the file's name without folders and extension. At most [`MOST`] diagnostics are given, and one
/// more that says how many there would be.
pub fn load(source: &Source, pictures: &dyn Pictures) -> Loaded {
    let mut findings = Findings::default();
    let end = Span::new(source.text().len(), source.text().len());
    let rules = read(source, pictures, &mut findings);
    let rules = rules.filter(|_| !findings.has_errors()).map(Arc::new);
    Loaded { rules, diagnostics: findings.into_sorted(end) }
}

fn read(source: &Source, pictures: &dyn Pictures, findings: &mut Findings) -> Option<RuleSet> {
    if source.bytes() > MOST_BYTES {
        let message = format!("the file has {} bytes; game files have at most {MOST_BYTES}", source.bytes());
        findings.add(Diagnostic::error("too-large", Span::default(), message));
        return None;
    }
    let told = match source.encoding() {
        Encoding::Utf8 => None,
        Encoding::Utf16 => Some("this file is UTF-16"),
        Encoding::Latin1 => Some("this file is not UTF-8; it is read as Latin-1"),
    };
    if let Some(message) = told {
        findings.add(Diagnostic::warning("encoding", source.odd(), message).help("save it as UTF-8"));
    }
    if let Some(diagnostic) = edition::unknown(source) {
        findings.add(diagnostic);
        return None;
    }
    let (mut rules, places) = edition2013::read(source, pictures, findings);
    if findings.has_errors() {
        return None;
    }
    source.stem().clone_into(&mut rules.name);
    rules.title = title(&rules.name);
    source.hash().clone_into(&mut rules.hash);
    check::check(&rules, &places, findings);
    Some(rules)
}

/// A name with a capital letter.
fn title(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Adds expressions to the rules of a game, to be worked out in one of its positions.
///
/// Each text holds one expression; the places in it have 1 for the first text as their `source`, 2 for the second, and
/// so on. All texts are read before anything is told to be wrong.
pub fn expressions(rules: &RuleSet, texts: &[Source]) -> Result<(RuleSet, Vec<ExprId>), Vec<Diagnostic>> {
    let mut rules = rules.clone();
    let mut findings = Findings::default();
    let mut exprs = Vec::new();
    for (text, source) in texts.iter().zip(1..) {
        exprs.extend(edition2013::question(&mut rules, text, source, &mut findings));
    }
    if findings.has_errors() {
        Err(findings.into_sorted(Span::default()).into_iter().filter(|d| d.severity == Severity::Error).collect())
    } else {
        Ok((rules, exprs))
    }
}
