//! Source locations of a game's rules. It reports no errors itself.

use boardwright_lang::Source;
use boardwright_rules::Span;
use serde::Serialize;

use crate::load::LoadedGame;

/// Range in a source file; lines and columns from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SourceLocation {
    /// File name.
    pub file: String,
    /// `true` for the requested file, `false` for one that it is based on.
    #[serde(skip)]
    pub is_requested_file: bool,
    /// First line.
    pub line: usize,
    /// First column.
    pub column: usize,
    /// Last line.
    pub end_line: usize,
    /// Column behind the last character.
    pub end_column: usize,
    /// Source text, with whitespace collapsed.
    pub text: String,
}

impl SourceLocation {
    /// Line for messages; the name of a base file is included.
    pub fn line_text(&self) -> String {
        if self.is_requested_file {
            format!("line {}", self.line)
        } else {
            format!("{}, line {}", self.file, self.line)
        }
    }
}

/// Source files of a game.
#[derive(Debug)]
pub struct SourceFiles<'l> {
    sources: Vec<&'l Source>,
}

impl<'l> SourceFiles<'l> {
    /// Source files of a loaded game.
    pub fn of_game(loaded: &'l LoadedGame) -> Self {
        Self { sources: loaded.sources.iter().collect() }
    }

    /// Location of a span; `None` if it is empty or not in a file.
    pub fn location(&self, span: Span) -> Option<SourceLocation> {
        let source = self.sources.get(usize::from(span.source))?;
        let text = source.text().get(span.start as usize..span.end as usize).filter(|text| !text.is_empty())?;
        let (line, column) = source.position(span.start as usize);
        let (end_line, end_column) = source.position(span.end as usize);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (file, is_requested_file) = (source.name().to_owned(), span.source == 0);
        Some(SourceLocation { file, is_requested_file, line, column, end_line, end_column, text })
    }
}
