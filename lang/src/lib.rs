//! Game files: text to rule set, with diagnostics.
//!
//! [`load`] reads a game file and tells everything that is wrong with it at once; [`render()`] shows that to a
//! person. This crate opens no files and plays no games.

pub mod analysis;
mod check;
mod convert;
mod diagnostic;
mod edition;
mod edition2013;
mod edition2026;
mod faults;
mod files;
pub mod keys;
mod layout;
mod pictures;
mod render;
mod source;
mod suggest;
mod syntax;

use std::sync::Arc;

use boardwright_engine::ids::ExprId;
use boardwright_engine::rules::{RuleSet, Span};

pub use convert::convert;
pub use diagnostic::{Diagnostic, MOST, Severity};
pub use edition::Edition;
pub use edition2026::GameOption;
pub use faults::fault_diagnostic;
pub use files::{Files, NoFiles};
pub use layout::format;
pub use pictures::{AllPictures, Pictures};
pub use render::render;
pub use source::{MOST_BYTES, Source};

use diagnostic::Findings;
use source::Encoding;

/// How a game file is to be read.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// What is chosen, each as name and choice.
    pub options: &'a [(String, String)],
    /// The files on which it may be based.
    pub files: &'a dyn Files,
    /// The pictures that it may name.
    pub pictures: &'a dyn Pictures,
}

impl Default for Request<'_> {
    /// Nothing is chosen, no other file is there, and every picture is.
    fn default() -> Self {
        Self { options: &[], files: &NoFiles, pictures: &AllPictures }
    }
}

/// What came of a game file.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The rules; `None` exactly if there is an error among the diagnostics.
    pub rules: Option<Arc<RuleSet>>,
    /// Everything there is to tell, by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The file, and then those that it is based on; `Span::source` counts them.
    pub sources: Vec<Source>,
    /// What can be chosen, in the order of the file.
    pub options: Vec<GameOption>,
    /// What the words of the file stand for.
    pub scope: Scope,
    /// Where places and pieces are declared.
    pub declared: Declared,
}

/// Where things of the board are declared: the names in their entries, by id. Members of a family share theirs.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    /// Of locations.
    pub locations: Vec<Span>,
    /// Of elements.
    pub elements: Vec<Span>,
}

/// What the words of a game file stand for, so that expressions can be read with them.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// How many sources the file has.
    sources: u16,
    /// None for the edition that has names in texts.
    names: Option<Arc<edition2026::Names>>,
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
    load_with(source, &Request { pictures, ..Request::default() })
}

/// Reads a game file with choices for its options, and with the files that it may be based on.
///
/// ```
/// use boardwright_lang::{Request, Source, load_with};
///
/// let text = "[GAME]\nedition = 2026\n[OPTIONS]\nname = size\nvalues = 3..9\ndefault = 3\n";
/// let options = [("size".to_owned(), "12".to_owned())];
/// let request = Request { options: &options, ..Request::default() };
/// let loaded = load_with(&Source::new("tiny.game", text.as_bytes()), &request);
/// assert!(loaded.diagnostics.iter().any(|told| told.message == "option \"size\" cannot be \"12\""));
/// ```
pub fn load_with(source: &Source, request: &Request<'_>) -> Loaded {
    let mut findings = Findings::default();
    let end = Span::new(source.text().len(), source.text().len());
    let mut loaded = Loaded {
        rules: None,
        diagnostics: Vec::new(),
        sources: vec![source.clone()],
        options: Vec::new(),
        scope: Scope::default(),
        declared: Declared::default(),
    };
    let rules = read(&mut loaded, request, &mut findings);
    loaded.rules = rules.filter(|_| !findings.has_errors()).map(Arc::new);
    loaded.diagnostics = findings.into_sorted(end);
    loaded
}

fn read(loaded: &mut Loaded, request: &Request<'_>, findings: &mut Findings) -> Option<RuleSet> {
    let source = &loaded.sources[0];
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
    let mut rules = match edition::of(source) {
        Err(diagnostic) => {
            findings.add(diagnostic);
            return None;
        }
        Ok(Edition::E2013) => {
            let (mut rules, places) = edition2013::read(source, request.pictures, findings);
            refuse_options(request, findings);
            if findings.has_errors() {
                return None;
            }
            source.stem().clone_into(&mut rules.name);
            check::check(&rules, &places, findings);
            loaded.declared = places.declared;
            rules
        }
        Ok(Edition::E2026) => {
            let read = edition2026::read(&mut loaded.sources, request, findings);
            loaded.options = read.options;
            loaded.declared = read.declared;
            loaded.scope = Scope { sources: loaded.sources.len() as u16, names: Some(Arc::new(read.names)) };
            read.rules
        }
    };
    let source = &loaded.sources[0];
    source.stem().clone_into(&mut rules.name);
    if rules.title.is_empty() {
        rules.title = title(&rules.name);
    }
    source.hash().clone_into(&mut rules.hash);
    Some(rules)
}

fn refuse_options(request: &Request<'_>, findings: &mut Findings) {
    for (name, _) in request.options {
        let message = format!("the game has no option \"{}\", it has none", suggest::shorten(name));
        findings.add(Diagnostic::error("unknown-option", Span::default(), message));
    }
}

/// Reads a game file, also with the least and the greatest choice of each option; what is wrong only then is told too.
pub fn load_extremes(source: &Source, request: &Request<'_>) -> Loaded {
    let mut loaded = load_with(source, request);
    if loaded.rules.is_none() {
        return loaded;
    }
    for option in loaded.options.clone() {
        for extreme in option.extremes.iter().filter(|extreme| **extreme != option.chosen) {
            let mut options = request.options.to_vec();
            options.retain(|(name, _)| *name != option.name);
            options.push((option.name.clone(), extreme.clone()));
            let other = load_with(source, &Request { options: &options, ..*request });
            for mut diagnostic in other.diagnostics {
                let known = |known: &Diagnostic| known.span == diagnostic.span && known.code == diagnostic.code;
                // What is suspicious with one choice only is meant for other choices.
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

/// The edition of a file, as far as it says one that is known here.
///
/// ```
/// use boardwright_lang::{Edition, Source, edition};
///
/// assert_eq!(edition(&Source::new("old.game", b"[BOARD]\nimage=old.svg\n")), Some(Edition::E2013));
/// ```
pub fn edition(source: &Source) -> Option<Edition> {
    edition::of(source).ok()
}

/// A name with a capital letter.
fn title(name: &str) -> String {
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// As [`expressions_in`], for a game whose file is of the edition 2013.
pub fn expressions(rules: &RuleSet, texts: &[Source]) -> Result<(RuleSet, Vec<ExprId>), Vec<Diagnostic>> {
    expressions_in(rules, &Scope::default(), texts)
}

/// Adds expressions to the rules of a game, to be worked out in one of its positions.
///
/// Each text holds one expression. The texts count as sources behind those of the game file: the places in the first
/// have as their `source` the number of these. All texts are read before anything is told to be wrong.
pub fn expressions_in(
    rules: &RuleSet,
    scope: &Scope,
    texts: &[Source],
) -> Result<(RuleSet, Vec<ExprId>), Vec<Diagnostic>> {
    let mut rules = rules.clone();
    let mut findings = Findings::default();
    let first = scope.sources.max(1);
    let exprs = match &scope.names {
        Some(names) => edition2026::questions(&mut rules, names, texts, first, &mut findings),
        None => {
            let mut question = |(text, number)| edition2013::question(&mut rules, text, number, &mut findings);
            texts.iter().zip(first..).filter_map(&mut question).collect()
        }
    };
    if findings.has_errors() {
        Err(findings.into_sorted(Span::default()).into_iter().filter(|d| d.severity == Severity::Error).collect())
    } else {
        Ok((rules, exprs))
    }
}
