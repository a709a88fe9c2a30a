//! Action tables: a text file with one action for each of the 169 starting hands, 13 rows and 13 columns separated by
//! tabs, from the ace down to the two. Suited hands stand above the diagonal.

use boardwright_game::fault::Span;
use boardwright_games::holdem::preflop::HoleClass;
use boardwright_lang::suggest::shorten;
use boardwright_lang::{Diagnostic, Files, Findings, Source};

use super::ast::Action;
use super::lexer::lex;
use super::phrases::PhraseReader;

/// Number of rows and of columns.
pub const TABLE_SIZE: usize = 13;

/// The actions of a table; `None` for a cell `-`.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionTable {
    /// Path as it is written in the script.
    path: String,
    cells: Vec<Option<Action>>,
}

impl ActionTable {
    /// Action for a class of two cards; `None` for a cell without one.
    pub fn action(&self, class: HoleClass) -> Option<&Action> {
        let [high, low] = [class.high(), class.low()].map(|rank| TABLE_SIZE - 1 - usize::from(rank));
        let (row, column) = if class.is_suited() { (high, low) } else { (low, high) };
        self.cells.get(row * TABLE_SIZE + column)?.as_ref()
    }

    /// All actions, row by row.
    pub fn actions(&self) -> impl Iterator<Item = &Action> {
        self.cells.iter().flatten()
    }
}

/// Tables of a script, each loaded once.
pub(super) struct TableLoader<'f> {
    files: &'f dyn Files,
    /// The script and its tables.
    pub(super) sources: Vec<Source>,
    pub(super) tables: Vec<ActionTable>,
    /// Paths that could not be loaded.
    failed: Vec<String>,
}

/// Maximum number of tables of a script.
const MAX_TABLES: usize = 100;

impl<'f> TableLoader<'f> {
    pub(super) fn new(source: &Source, files: &'f dyn Files) -> Self {
        Self { files, sources: vec![source.clone()], tables: Vec::new(), failed: Vec::new() }
    }

    /// Number of the table at a path. Errors are reported once for each path.
    pub(super) fn load(&mut self, path: &str, span: Span, findings: &mut Findings) -> Option<usize> {
        if let Some(at) = self.tables.iter().position(|table| table.path == path) {
            return Some(at);
        }
        if self.failed.iter().any(|failed| failed == path) {
            return None;
        }
        if self.tables.len() + self.failed.len() == MAX_TABLES {
            let message = format!("a script has at most {MAX_TABLES} tables");
            findings.add(Diagnostic::error("too-many", span, message));
            return None;
        }
        let cells = match self.files.read(path) {
            Ok(source) => {
                self.sources.push(source);
                let number = self.sources.len() - 1;
                read_cells(&self.sources[number], number as u16, findings)
            }
            Err(why) => {
                let message = format!("cannot read the table \"{}\": {why}", shorten(path));
                findings.add(Diagnostic::error("table", span, message));
                None
            }
        };
        match cells {
            Some(cells) => {
                self.tables.push(ActionTable { path: path.to_owned(), cells });
                Some(self.tables.len() - 1)
            }
            None => {
                self.failed.push(path.to_owned());
                None
            }
        }
    }
}

/// Reads the cells of a table; `None` after an error in any of them.
fn read_cells(source: &Source, number: u16, findings: &mut Findings) -> Option<Vec<Option<Action>>> {
    let text = source.text();
    let place = |start: usize, end: usize| Span { source: number, ..Span::new(start, end) };
    let mut cells = Vec::new();
    let mut is_valid = true;
    let mut start = 0;
    let mut rows = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\r', '\n']);
        let first = start;
        start += line.len();
        if rows == TABLE_SIZE {
            break;
        }
        let columns = content.split('\t').count();
        if columns < TABLE_SIZE {
            let message = format!("row {} has {columns} columns; a table has at least {TABLE_SIZE}", rows + 1);
            let span = place(first, first + content.len());
            findings.add(Diagnostic::error("table", span, message).help("columns are separated by tabs"));
            return None;
        }
        rows += 1;
        let mut at = first;
        for cell in content.split('\t').take(TABLE_SIZE) {
            let (from, to) = (at, at + cell.len());
            at = to + 1;
            if cell.trim() == "-" {
                cells.push(None);
                continue;
            }
            let lexemes = lex_part(text, from, to, number);
            let mut no_table = |_: &str, _: Span, _: &mut Findings| None;
            let reader = PhraseReader::new(text, &lexemes, place(from, to), findings).in_table();
            let action = reader.into_action(&mut no_table);
            is_valid &= action.is_some();
            cells.push(action);
        }
    }
    if rows < TABLE_SIZE {
        let message = format!("the table has {rows} rows; it needs at least {TABLE_SIZE}");
        findings.add(Diagnostic::error("table", place(text.len(), text.len()), message));
        return None;
    }
    is_valid.then_some(cells)
}

/// Tokens of a part of a text, with their places in the whole text.
fn lex_part(text: &str, from: usize, to: usize, source: u16) -> Vec<super::lexer::Lexeme<'_>> {
    let mut lexemes = lex(&text[from..to], source);
    for lexeme in &mut lexemes {
        lexeme.span.start += from as u32;
        lexeme.span.end += from as u32;
    }
    lexemes
}
