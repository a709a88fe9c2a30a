//! What an editor asks about a game file: what is wrong, what a word is, where it is used, what could stand here.
//! It opens no files and knows no protocol; every answer is about one text, and places are its bytes.

mod completion;
mod edits;
mod hover;
mod kinds;
mod occurrences;
mod outline;
mod page;
mod positions;
mod rename;
mod symbols;
mod wanted;

use std::fmt;

use boardwright_engine::rules::Span;

use crate::edition::{self, Edition};
use crate::{Diagnostic, Files, Loaded, Pictures, Request, Source, load_extremes, syntax};

pub use completion::{Completion, CompletionKind};
pub use edits::{Edit, EntryView, PairView, Place, apply};
pub use hover::Hover;
pub use kinds::NameKind;
pub use outline::Outline;
pub use positions::Positions;

use occurrences::{Occurrence, Occurrences, Target};
use page::Page;
use symbols::Symbols;

/// Why something is not done; in words for whoever asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

/// What is known of a text.
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
/// Files of the edition 2013 have diagnostics only.
#[derive(Debug)]
pub struct Analysis {
    loaded: Loaded,
    /// Of this file; empty for other editions.
    page: Page,
    symbols: Symbols,
    occurrences: Occurrences,
    edition: Option<Edition>,
}

impl Analysis {
    /// Looks at a text. `files` are those on which it may be based.
    pub fn new(source: &Source, files: &dyn Files, pictures: &dyn Pictures) -> Self {
        let loaded = load_extremes(source, &Request { options: &[], files, pictures });
        let edition = edition::of(source).ok();
        let mut analysis = Self {
            loaded,
            page: Page::default(),
            symbols: Symbols::default(),
            occurrences: Occurrences::default(),
            edition,
        };
        if edition == Some(Edition::E2026) {
            for (number, source) in (0..).zip(&analysis.loaded.sources) {
                let page = Page::new(&syntax::parse(source, number).tree, source.text());
                analysis.symbols.add_page(&page, source.text(), number);
                if number == 0 {
                    analysis.page = page;
                }
            }
            analysis.occurrences = Occurrences::new(&analysis.page, source.text(), &analysis.symbols);
        }
        analysis
    }

    /// Everything that is wrong, by place.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.loaded.diagnostics
    }

    /// The text, and then those that it is based on; `Span::source` counts them.
    pub fn sources(&self) -> &[Source] {
        &self.loaded.sources
    }

    /// What loading the text gave.
    pub fn loaded(&self) -> &Loaded {
        &self.loaded
    }

    /// The text itself; spans of source 0 are in it.
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

    /// Where the name at a byte is declared, in this file or one below it.
    pub fn definition(&self, at: usize) -> Vec<Span> {
        match self.occurrence(at).map(|occurrence| &occurrence.target) {
            Some(Target::Names(names)) => {
                let declared = names.iter().flat_map(|name| &self.symbols.list[*name].declared);
                declared.map(|declared| declared.name).collect()
            }
            Some(Target::Local(local)) => {
                let mut places = self.of_local(*local);
                let declares = places.clone().find(|occurrence| occurrence.declares);
                declares.or_else(|| places.next()).map(|occurrence| occurrence.span).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// Every place of this file where the name at a byte stands, with or without those that declare it.
    pub fn references(&self, at: usize, with_declarations: bool) -> Vec<Span> {
        let Some(occurrence) = self.occurrence(at) else { return Vec::new() };
        let same: Vec<&Occurrence> = match &occurrence.target {
            Target::Names(names) => names.first().map(|name| self.of_name(*name).collect()).unwrap_or_default(),
            Target::Local(local) => self.of_local(*local).collect(),
            Target::Section(_) | Target::Key(..) | Target::Builtin(_) => Vec::new(),
        };
        let kept = same.into_iter().filter(|occurrence| with_declarations || !occurrence.declares);
        kept.map(|occurrence| occurrence.span).collect()
    }

    fn of_name(&self, name: usize) -> impl Iterator<Item = &Occurrence> + Clone {
        let is_it = move |occurrence: &&Occurrence| match &occurrence.target {
            Target::Names(names) => names.contains(&name),
            _ => false,
        };
        self.occurrences.list.iter().filter(is_it)
    }

    fn of_local(&self, local: usize) -> impl Iterator<Item = &Occurrence> + Clone {
        let is_it = move |occurrence: &&Occurrence| matches!(occurrence.target, Target::Local(other) if other == local);
        self.occurrences.list.iter().filter(is_it)
    }

    /// The text in its one layout, as changes to it; what is wrong if it cannot be read.
    pub fn format(&self) -> Result<Vec<Edit>, Vec<Diagnostic>> {
        let new = crate::format(&self.loaded.sources[0])?;
        Ok(edits::difference(self.text(), &new))
    }
}

#[cfg(test)]
mod tests;
