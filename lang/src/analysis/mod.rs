//! Editor analysis of a game file (the basis of the language server): diagnostics, hover, definitions, references,
//! completion, rename and structured edits. It opens no files and knows no protocol; positions are byte offsets.

mod completion;
mod document;
mod edits;
mod expectation;
mod fixes;
mod folding;
mod hover;
mod name_kinds;
mod occurrences;
mod outline;
mod positions;
mod rename;
mod signature;
mod symbols;
mod tokens;

use std::fmt;

use boardwright_rules::Span;

use crate::edition::{self, Edition};
use crate::expressions::ExpressionScope;
use crate::{
    BoardDeclarations, Diagnostic, Files, LoadRequest, LoadedGame, Pictures, Source, edition2026, load_with_extremes,
    syntax,
};

pub use completion::{Completion, CompletionKind, ranked};
pub use edits::{Edit, EntryView, PairView, ValuePath, apply};
pub use fixes::{QuickFix, correction, corrections};
pub use folding::{Fold, FoldKind, comment_folds, section_folds, sort_folds, whole_lines};
pub use hover::Hover;
pub use name_kinds::NameKind;
pub use outline::Outline;
pub use positions::Positions;
pub use signature::SignatureHelp;
pub use tokens::{SemanticToken, TokenClass, lexical_tokens};

use document::Document;
use occurrences::{Occurrence, Occurrences, Target};
use symbols::Symbols;

/// Error of a rename or an edit that is not possible; the text is the reason, for users.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditError(pub String);

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for EditError {}

/// Analysis of one text.
///
/// ```
/// use boardwright_lang::analysis::Analysis;
/// use boardwright_lang::{AllPictures, NoFiles, Source};
///
/// let text = "[GAME]\nedition = 2026\n[LOCATION TYPES]\nname = square\n[LOCATIONS]\nname = s($X: 1..3)\ntype = square\n";
/// let analysis = Analysis::new(&Source::new("tiny.game", text.as_bytes()), &NoFiles, &AllPictures);
/// let at = text.rfind("square").unwrap();
/// let new = boardwright_lang::analysis::apply(text, &analysis.rename(at, "field").unwrap());
/// assert_eq!(new, text.replace("square", "field"));
/// ```
///
/// For files of the edition 2013 only diagnostics are available.
#[derive(Debug)]
pub struct Analysis {
    loaded: LoadedGame,
    /// Structure of this file; empty for other editions.
    document: Document,
    symbols: Symbols,
    occurrences: Occurrences,
    edition: Option<Edition>,
}

impl Analysis {
    /// Analyses a text. `files` resolves the file named as its `base`.
    pub fn new(source: &Source, files: &dyn Files, pictures: &dyn Pictures) -> Self {
        Self::of_loaded(source, load_with_extremes(source, &LoadRequest { options: &[], files, pictures }))
    }

    /// Analyses the names of a text without loading it, which takes a fraction of the time. There are no diagnostics and no
    /// rule set, hover texts lack the values that these provide, and renaming is not verified by loading the result.
    pub fn without_rules(source: &Source, files: &dyn Files) -> Self {
        let mut sources = vec![source.clone()];
        if edition::detect(source).ok() == Some(Edition::E2026) {
            edition2026::read_base_files(files, &mut sources);
        }
        let loaded = LoadedGame {
            rules: None,
            diagnostics: Vec::new(),
            sources,
            options: Vec::new(),
            scope: ExpressionScope::default(),
            declarations: BoardDeclarations::default(),
        };
        Self::of_loaded(source, loaded)
    }

    fn of_loaded(source: &Source, loaded: LoadedGame) -> Self {
        let edition = edition::detect(source).ok();
        let mut analysis = Self {
            loaded,
            document: Document::default(),
            symbols: Symbols::default(),
            occurrences: Occurrences::default(),
            edition,
        };
        if edition == Some(Edition::E2026) {
            for (number, source) in (0..).zip(&analysis.loaded.sources) {
                let page = Document::new(&syntax::parse(source, number).tree, source.text());
                analysis.symbols.add_document(&page, source.text(), number);
                if number == 0 {
                    analysis.document = page;
                }
            }
            analysis.occurrences = Occurrences::new(&analysis.document, source.text(), &analysis.symbols);
        }
        analysis
    }

    /// All diagnostics, sorted by position.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.loaded.diagnostics
    }

    /// The text, followed by its base files; `Span::source` is the index.
    pub fn sources(&self) -> &[Source] {
        &self.loaded.sources
    }

    /// Result of loading the text.
    pub fn loaded(&self) -> &LoadedGame {
        &self.loaded
    }

    /// The text itself, to which spans with source 0 refer.
    pub fn text(&self) -> &str {
        self.loaded.sources[0].text()
    }

    fn text_of(&self, span: Span) -> &str {
        let source = self.loaded.sources.get(usize::from(span.source));
        source.and_then(|source| source.text().get(span.start as usize..span.end as usize)).unwrap_or_default()
    }

    fn occurrence(&self, at: usize) -> Option<&Occurrence> {
        self.occurrences.at(at)
    }

    /// Declarations of the name at a byte offset, in this file or its base files.
    pub fn definition(&self, at: usize) -> Vec<Span> {
        match self.occurrence(at).map(|occurrence| &occurrence.target) {
            Some(Target::Names(names)) => {
                let declared = names.iter().flat_map(|name| &self.symbols.list[*name].declarations);
                declared.map(|declared| declared.name).collect()
            }
            Some(Target::Local(local)) => {
                let mut places = self.local_occurrences(*local);
                let declares = places.clone().find(|occurrence| occurrence.is_declaration);
                declares.or_else(|| places.next()).map(|occurrence| occurrence.span).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// All occurrences in this file of the name at a byte offset, with or without its declarations.
    pub fn references(&self, at: usize, with_declarations: bool) -> Vec<Span> {
        let Some(occurrence) = self.occurrence(at) else { return Vec::new() };
        let same: Vec<&Occurrence> = match &occurrence.target {
            Target::Names(names) => {
                names.first().map(|name| self.name_occurrences(*name).collect()).unwrap_or_default()
            }
            Target::Local(local) => self.local_occurrences(*local).collect(),
            Target::Section(_) | Target::Key(..) | Target::Builtin(_) => Vec::new(),
        };
        let kept = same.into_iter().filter(|occurrence| with_declarations || !occurrence.is_declaration);
        kept.map(|occurrence| occurrence.span).collect()
    }

    fn name_occurrences(&self, name: usize) -> impl Iterator<Item = &Occurrence> + Clone {
        let is_it = move |occurrence: &&Occurrence| match &occurrence.target {
            Target::Names(names) => names.contains(&name),
            _ => false,
        };
        self.occurrences.list.iter().filter(is_it)
    }

    fn local_occurrences(&self, local: usize) -> impl Iterator<Item = &Occurrence> + Clone {
        let is_it = move |occurrence: &&Occurrence| matches!(occurrence.target, Target::Local(other) if other == local);
        self.occurrences.list.iter().filter(is_it)
    }

    /// Returns the edits that format the text, or the diagnostics if it has syntax errors.
    pub fn format(&self) -> Result<Vec<Edit>, Vec<Diagnostic>> {
        let new = crate::format(&self.loaded.sources[0])?;
        Ok(edits::difference(self.text(), &new))
    }
}

#[cfg(test)]
mod tests;
