//! Lexer, parser and printer of the 2026 edition: text to a lossless syntax tree (`rowan`) and an abstract syntax tree,
//! with diagnostics. No name resolution or typing happens here; the only names known are those of sections and keys.

pub(crate) mod ast;
mod diagnostics;
mod errors;
mod expressions;
pub(crate) mod kinds;
mod parser;
#[allow(dead_code)]
pub(crate) mod print;
mod tokens;
mod tree_builder;
mod values;

use crate::{Diagnostic, Source};

use kinds::SyntaxNode;

/// Result of parsing a file. The tree always exists, and its text equals the text that was parsed.
#[derive(Debug)]
pub(crate) struct ParsedFile {
    pub(crate) tree: SyntaxNode,
    pub(crate) file: ast::File,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Result of parsing expressions without a surrounding file.
#[derive(Debug)]
pub(crate) struct ParsedLines {
    pub(crate) lines: Vec<ast::Expr>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Parses a file; all spans get `number` as their source.
pub(crate) fn parse(source: &Source, number: u16) -> ParsedFile {
    parser::parse_file(source.text(), number)
}

/// Parses lines with the syntax of a condition or a body.
pub(crate) fn parse_lines(source: &Source, number: u16) -> ParsedLines {
    parser::parse_standalone_lines(source.text(), number)
}

#[cfg(test)]
mod tests;
