//! Rule files of Taroky (`.tks`): a knowledge base in Prolog with rules for events and questions. [`load`] reads a file
//! and reports all its mistakes at once; a [`Session`] runs it, and [`deal`] seats it at a table.
//!
//! ```
//! use boardwright_bots::rules::{CheckOptions, load};
//! use boardwright_lang::Source;
//!
//! let text = b"PROLOG { }\nSETTRUN { }\n";
//! let loaded = load(&Source::new("my.tks", text), CheckOptions::default());
//! assert!(loaded.rules.is_none());
//! assert_eq!(loaded.diagnostics[0].message, "unknown block \"SETTRUN\", did you mean \"SETTURN\"?");
//! ```

pub mod ast;
pub mod blocks;
pub mod deal;
pub mod editor;
pub mod evaluation;
mod execution;
mod format;
mod lint;
mod parser;
mod pieces;
mod session;
pub mod shipped;
mod terms;
pub mod tokens;

use boardwright_game::fault::Span;
use boardwright_lang::{Diagnostic, Findings, MAX_SOURCE_BYTES, Source};

use ast::Program;
pub use execution::{ActionTrace, QueryTrace, RuleTrace, RunWarning};
pub use format::format;
pub use session::{Answer, AnswerSource, Mode, RuleCard, Session, SessionSettings};
pub use terms::MacroTable;

use crate::prolog::{Dialect, KnowledgeBase, functors};

/// Extension of rule files.
pub const EXTENSION: &str = "tks";

/// Options of the checks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckOptions {
    /// `true` to read the file as the published system does, with the quirks of its Prolog.
    pub is_compatible: bool,
}

/// A rule file without errors.
#[derive(Debug)]
pub struct RuleFile {
    /// The syntax tree.
    pub program: Program,
    /// The text, to which all places refer.
    pub source: Source,
    /// Options with which it was read.
    pub options: CheckOptions,
    /// Knowledge base at the start of a deal.
    pub(crate) base: KnowledgeBase,
}

/// Result of loading a rule file.
#[derive(Debug)]
pub struct LoadedRules {
    /// The rules; `None` exactly if the diagnostics contain an error.
    pub rules: Option<RuleFile>,
    /// All errors and warnings, ordered by source position.
    pub diagnostics: Vec<Diagnostic>,
    /// The text.
    pub source: Source,
}

/// Loads a rule file. Accepts any bytes; mistakes are reported as diagnostics.
pub fn load(source: &Source, options: CheckOptions) -> LoadedRules {
    let mut findings = Findings::default();
    let text = source.text();
    if source.byte_count() > MAX_SOURCE_BYTES {
        let message = format!("the file has {} bytes; rule files have at most {MAX_SOURCE_BYTES}", source.byte_count());
        findings.add(Diagnostic::error("too-large", Span::default(), message));
    }
    // Predicates of events have no facts before the first event.
    let dialect = Dialect { unknown_fails: true, is_compatible: options.is_compatible };
    let mut base = KnowledgeBase::with_dialect(dialect, 0);
    let program = parser::parse(text, options.is_compatible, base.symbols_mut(), &mut findings);
    for clause in &program.clauses {
        if clause.term.functor(clause.term.root) == Some(functors::DIRECTIVE) {
            let message = "rule files have no directives; run the goal by `query` in a rule";
            findings.add(Diagnostic::error("directive", clause.span, message));
        } else if let Err(message) = base.add(clause.clone()) {
            findings.add(Diagnostic::error("clause", clause.span, message));
        }
    }
    base.take_output();
    if !findings.has_errors() {
        lint::lint(&program, &base, options, &mut findings);
    }
    let has_errors = findings.has_errors();
    let diagnostics = findings.into_sorted(Span::new(text.len(), text.len()));
    let rules = (!has_errors).then(|| RuleFile { program, source: source.clone(), options, base });
    LoadedRules { rules, diagnostics, source: source.clone() }
}
