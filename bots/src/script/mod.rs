//! Heads Up Script: text to a checked script, with diagnostics. Decisions are made by
//! [`evaluation`](crate::evaluation).

pub mod ast;
pub mod editor;
mod format;
mod lexer;
mod lines;
mod lint;
mod parser;
mod phrases;
mod table;
pub mod tokens;
pub mod vocabulary;

use boardwright_game::fault::Span;
use boardwright_lang::{Diagnostic, Files, Findings, MAX_SOURCE_BYTES, Source};

use ast::Program;
pub use format::format;
pub use table::{ActionTable, TABLE_SIZE};

/// A script without errors, with the tables that it uses.
#[derive(Clone, Debug)]
pub struct Script {
    /// The syntax tree.
    pub program: Program,
    /// Action tables, by number.
    pub tables: Vec<ActionTable>,
    /// The script itself, followed by its tables; `Span::source` is an index into this list.
    pub sources: Vec<Source>,
}

/// Result of loading a script.
#[derive(Clone, Debug)]
pub struct LoadedScript {
    /// The script; `None` exactly if the diagnostics contain an error.
    pub script: Option<Script>,
    /// All errors and warnings, ordered by source position.
    pub diagnostics: Vec<Diagnostic>,
    /// The script itself, followed by its tables; `Span::source` is an index into this list.
    pub sources: Vec<Source>,
}

/// Loads a script. Accepts any bytes; mistakes are reported as diagnostics. `files` provides action tables.
///
/// ```
/// use boardwright_bots::script::load;
/// use boardwright_lang::{NoFiles, Source};
///
/// let text = b"PREFLOP\n RULE\n  piar\n  THEN CALL\n ENDRULE\nENDPREFLOP\n";
/// let loaded = load(&Source::new("my.hus", text), &NoFiles);
/// assert!(loaded.script.is_none());
/// assert_eq!(loaded.diagnostics[0].message, "unknown word \"piar\", did you mean \"pair\"?");
/// ```
pub fn load(source: &Source, files: &dyn Files) -> LoadedScript {
    load_file(source, files, TableReading::Read, true)
}

/// Loads a script without warnings.
fn load_unlinted(source: &Source, files: &dyn Files, tables: TableReading) -> LoadedScript {
    load_file(source, files, tables, false)
}

/// Treatment of the tables that a script uses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TableReading {
    /// Tables are read and checked.
    Read,
    /// Tables are not read; their actions are missing.
    Skip,
}

fn load_file(source: &Source, files: &dyn Files, tables: TableReading, has_warnings: bool) -> LoadedScript {
    let mut findings = Findings::default();
    let text = source.text();
    let mut loader = table::TableLoader::new(source, files);
    if source.byte_count() > MAX_SOURCE_BYTES {
        let message = format!("the file has {} bytes; scripts have at most {MAX_SOURCE_BYTES}", source.byte_count());
        findings.add(Diagnostic::error("too-large", Span::default(), message));
    }
    let lexemes = lexer::lex(text, 0);
    if lexemes.len() == lexer::MAX_TOKENS {
        let message = format!("the script has more than {} words and signs", lexer::MAX_TOKENS);
        findings.add(Diagnostic::error("too-large", Span::default(), message));
    }
    let program = {
        let mut lookup = |path: &str, span, findings: &mut Findings| match tables {
            TableReading::Read => loader.load(path, span, findings),
            TableReading::Skip => Some(usize::MAX),
        };
        parser::parse(text, &lexemes, &mut lookup, &mut findings)
    };
    if has_warnings && !findings.has_errors() {
        lint::lint(&program, source, &mut findings);
    }
    let table::TableLoader { sources, tables, .. } = loader;
    let script = (!findings.has_errors()).then(|| Script { program, tables, sources: sources.clone() });
    let diagnostics = findings.into_sorted(Span::new(text.len(), text.len()));
    LoadedScript { script, diagnostics, sources }
}
