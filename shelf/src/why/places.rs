//! Where in a game's files something is written.
//! What is wrong there is told by whoever asks.

use boardwright_engine::rules::Span;
use boardwright_lang::Source;
use serde::Serialize;

use crate::load::Loaded;

/// A stretch of a file; lines and columns from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Its name.
    pub file: String,
    /// Whether that is the file asked for, not one that it is based on.
    #[serde(skip)]
    pub own: bool,
    /// The first line.
    pub line: usize,
    /// The first column.
    pub column: usize,
    /// The last line.
    pub end_line: usize,
    /// Behind the last column.
    pub end_column: usize,
    /// What is written there, with single blanks.
    pub text: String,
}

impl Place {
    /// The line for people; a file that the game is based on is named.
    pub fn told(&self) -> String {
        if self.own { format!("line {}", self.line) } else { format!("{}, line {}", self.file, self.line) }
    }
}

/// The files of a game.
#[derive(Debug)]
pub struct Places<'l> {
    sources: Vec<&'l Source>,
}

impl<'l> Places<'l> {
    /// The files of a loaded game.
    pub fn of(loaded: &'l Loaded) -> Self {
        Self { sources: loaded.sources.iter().collect() }
    }

    /// Where a span is, if it is in a file and not empty.
    pub fn place(&self, span: Span) -> Option<Place> {
        let source = self.sources.get(usize::from(span.source))?;
        let text = source.text().get(span.start as usize..span.end as usize).filter(|text| !text.is_empty())?;
        let (line, column) = source.position(span.start as usize);
        let (end_line, end_column) = source.position(span.end as usize);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (file, own) = (source.name().to_owned(), span.source == 0);
        Some(Place { file, own, line, column, end_line, end_column, text })
    }
}
