//! Loading of game files: decodes the source, detects its edition, compiles it and runs the lints.

use std::sync::Arc;

use boardwright_rules::{RuleSet, Span};

use crate::diagnostic::{Diagnostic, Findings, Severity};
use crate::edition::{self, Edition};
use crate::expressions::ExpressionScope;
use crate::files::{Files, NoFiles};
use crate::pictures::{AllPictures, Pictures};
use crate::source::{Encoding, MAX_SOURCE_BYTES, Source};
use crate::{GameOption, edition2013, edition2026, lint2013, suggest};

/// Settings for loading a game file.
#[derive(Clone, Copy)]
pub struct LoadRequest<'a> {
    /// Chosen values of the game's options, as pairs of name and value.
    pub options: &'a [(String, String)],
    /// Provider of the files that the game file can be based on.
    pub files: &'a dyn Files,
    /// Lookup of the pictures that the game file can name.
    pub pictures: &'a dyn Pictures,
}

impl Default for LoadRequest<'_> {
    /// No chosen options, no other files, and every picture exists.
    fn default() -> Self {
        Self { options: &[], files: &NoFiles, pictures: &AllPictures }
    }
}

/// Result of loading a game file.
#[derive(Clone, Debug)]
pub struct LoadedGame {
    /// The rule set; `None` exactly if the diagnostics contain an error.
    pub rules: Option<Arc<RuleSet>>,
    /// All errors and warnings, ordered by source position.
    pub diagnostics: Vec<Diagnostic>,
    /// The file itself, followed by the files it is based on; `Span::source` is an index into this list.
    pub sources: Vec<Source>,
    /// Options of the game, in the order of the file.
    pub options: Vec<GameOption>,
    /// Names of the file, for parsing further expressions.
    pub scope: ExpressionScope,
    /// Declarations of locations and elements.
    pub declarations: BoardDeclarations,
}

/// Source ranges of the names in declarations, by id. The members of a family share one range.
#[derive(Clone, Debug, Default)]
pub struct BoardDeclarations {
    /// Declarations of locations.
    pub locations: Vec<Span>,
    /// Declarations of elements.
    pub elements: Vec<Span>,
}

/// Loads a game file. Accepts any bytes; mistakes are reported as diagnostics.
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
/// The rule set is named after the file, without folders and extension. At most
/// [`MAX_DIAGNOSTICS`](crate::MAX_DIAGNOSTICS) diagnostics are reported, and one more with the number of those left
/// out.
pub fn load(source: &Source, pictures: &dyn Pictures) -> LoadedGame {
    load_with(source, &LoadRequest { pictures, ..LoadRequest::default() })
}

/// Loads a game file with chosen options and with the files it can be based on.
///
/// ```
/// use boardwright_lang::{LoadRequest, Source, load_with};
///
/// let text = "[GAME]\nedition = 2026\n[OPTIONS]\nname = size\nvalues = 3..9\ndefault = 3\n";
/// let options = [("size".to_owned(), "12".to_owned())];
/// let request = LoadRequest { options: &options, ..LoadRequest::default() };
/// let loaded = load_with(&Source::new("tiny.game", text.as_bytes()), &request);
/// assert!(loaded.diagnostics.iter().any(|diagnostic| diagnostic.message == "option \"size\" cannot be \"12\""));
/// ```
pub fn load_with(source: &Source, request: &LoadRequest<'_>) -> LoadedGame {
    let mut findings = Findings::default();
    let end = Span::new(source.text().len(), source.text().len());
    let mut loaded = LoadedGame {
        rules: None,
        diagnostics: Vec::new(),
        sources: vec![source.clone()],
        options: Vec::new(),
        scope: ExpressionScope::default(),
        declarations: BoardDeclarations::default(),
    };
    let rules = compile(&mut loaded, request, &mut findings);
    loaded.rules = rules.filter(|_| !findings.has_errors()).map(Arc::new);
    loaded.diagnostics = findings.into_sorted(end);
    loaded
}

fn compile(loaded: &mut LoadedGame, request: &LoadRequest<'_>, findings: &mut Findings) -> Option<RuleSet> {
    let source = &loaded.sources[0];
    if source.byte_count() > MAX_SOURCE_BYTES {
        let message = format!("the file has {} bytes; game files have at most {MAX_SOURCE_BYTES}", source.byte_count());
        findings.add(Diagnostic::error("too-large", Span::default(), message));
        return None;
    }
    let encoding_warning = match source.encoding() {
        Encoding::Utf8 => None,
        Encoding::Utf16 => Some("this file is UTF-16"),
        Encoding::Latin1 => Some("this file is not UTF-8; it is read as Latin-1"),
    };
    if let Some(message) = encoding_warning {
        findings.add(Diagnostic::warning("encoding", source.first_non_ascii(), message).help("save it as UTF-8"));
    }
    let mut rules = match edition::detect(source) {
        Err(diagnostic) => {
            findings.add(diagnostic);
            return None;
        }
        Ok(Edition::E2013) => {
            let (mut rules, spans) = edition2013::compile(source, request.pictures, findings);
            report_unknown_options(request, findings);
            if findings.has_errors() {
                return None;
            }
            source.stem().clone_into(&mut rules.name);
            lint2013::lint(&rules, &spans, findings);
            loaded.declarations = spans.declarations;
            rules
        }
        Ok(Edition::E2026) => {
            let read = edition2026::lower_file(&mut loaded.sources, request, findings);
            loaded.options = read.options;
            loaded.declarations = read.declared;
            loaded.scope = ExpressionScope::new(loaded.sources.len() as u16, read.names);
            read.rules
        }
    };
    let source = &loaded.sources[0];
    source.stem().clone_into(&mut rules.name);
    if rules.title.is_empty() {
        rules.title = capitalize(&rules.name);
    }
    source.hash().clone_into(&mut rules.hash);
    Some(rules)
}

fn report_unknown_options(request: &LoadRequest<'_>, findings: &mut Findings) {
    for (name, _) in request.options {
        let message = format!("the game has no option \"{}\"; it has no options at all", suggest::shorten(name));
        findings.add(Diagnostic::error("unknown-option", Span::default(), message));
    }
}

/// Loads a game file, and also once for the smallest and the largest value of each option. Errors that occur only with
/// these values are reported too.
pub fn load_with_extremes(source: &Source, request: &LoadRequest<'_>) -> LoadedGame {
    let mut loaded = load_with(source, request);
    if loaded.rules.is_none() {
        return loaded;
    }
    for option in loaded.options.clone() {
        for extreme in option.extremes.iter().filter(|extreme| **extreme != option.chosen) {
            let mut options = request.options.to_vec();
            options.retain(|(name, _)| *name != option.name);
            options.push((option.name.clone(), extreme.clone()));
            let other = load_with(source, &LoadRequest { options: &options, ..*request });
            for mut diagnostic in other.diagnostics {
                let known = |known: &Diagnostic| known.span == diagnostic.span && known.code == diagnostic.code;
                // A warning that appears for one value only is usually intended for the other values.
                if diagnostic.severity == Severity::Error && !loaded.diagnostics.iter().any(known) {
                    diagnostic.message = format!("{} (with {}={extreme})", diagnostic.message, option.name);
                    loaded.diagnostics.push(diagnostic);
                    loaded.rules = None;
                }
            }
        }
    }
    loaded
}

/// Returns a name with its first letter in upper case.
fn capitalize(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
