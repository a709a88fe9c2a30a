//! How a file of the 2026 edition is written: its text to a lossless tree and to plain data, with what is wrong told.
//! What the words mean is not looked at, apart from which keys there are.

pub(crate) mod ast;
mod build;
mod expressions;
mod forms;
pub(crate) mod kinds;
mod parser;
#[allow(dead_code)]
pub(crate) mod print;
mod tokens;
mod told;
mod wrong;

use crate::{Diagnostic, Source};

use kinds::SyntaxNode;

/// What came of a text. There always is a tree, whose text is the text that was read.
#[derive(Debug)]
pub(crate) struct Parsed {
    pub(crate) tree: SyntaxNode,
    pub(crate) file: ast::File,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// What came of expressions that stand alone.
#[derive(Debug)]
pub(crate) struct Lines {
    pub(crate) lines: Vec<ast::Expr>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Reads a file; places in it get `number` as their source.
pub(crate) fn parse(source: &Source, number: u16) -> Parsed {
    parser::file(source.text(), number)
}

/// Reads lines as they stand in a condition or a body.
pub(crate) fn question(source: &Source, number: u16) -> Lines {
    parser::question(source.text(), number)
}

#[cfg(test)]
mod tests;
