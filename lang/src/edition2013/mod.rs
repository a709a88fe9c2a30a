//! The parser of the edition 2013: text to rule set in three stages, each with its own types.
//! Source texts, diagnostics and the lints of rule sets are shared with the other edition and are not part of it.
//!
//! 1. [`entries`]: groups lines into sections and entries;
//! 2. [`tree`]: builds the syntax tree and parses expressions;
//! 3. [`lower`]: resolves names and lowers the tree to a rule set.

pub(crate) mod ast;
mod entries;
mod grouping;
mod lexer;
mod lines;
mod lower;
mod parser;
mod pattern;
mod tree;
mod values;
pub(crate) mod words;

use boardwright_game::ids::ExprId;
use boardwright_rules::{RuleSet, Span};

use crate::diagnostic::Findings;
use crate::lint2013::RuleSetSpans;
use crate::pictures::Pictures;
use crate::source::Source;
use lexer::LocatedText;
use parser::ExpressionParser;

/// Compiles a game file. The rule set is only valid if the findings contain no errors.
pub(crate) fn compile(source: &Source, pictures: &dyn Pictures, findings: &mut Findings) -> (RuleSet, RuleSetSpans) {
    let entries = entries::read_entries(source, findings);
    let (tree, reported) = tree::build_tree(&entries, pictures, source.text(), findings);
    let (rules, spans) = lower::lower(tree, findings);
    (rules, RuleSetSpans { reported, ..spans })
}

/// Parses a game file to its syntax tree.
pub(crate) fn parse(source: &Source, findings: &mut Findings) -> ast::SyntaxTree {
    let entries = entries::read_entries(source, findings);
    tree::build_tree(&entries, &crate::pictures::AllPictures, source.text(), findings).0
}

/// Returns the span of the value of `key` in the entry whose starting value contains the span `name`. `None` if the
/// entry has no such key.
pub(crate) fn value_span(source: &Source, name: Span, key: &str) -> Option<Span> {
    let entries = entries::read_entries(source, &mut Findings::default());
    let is_it = |at: Span| at.start <= name.start && name.end <= at.end;
    let entry = entries.entries.iter().find(|entry| is_it(entry.starter.span()))?;
    // Of repeated keys, the last one has an effect.
    entry.fields.iter().rev().find(|field| field.key == key).map(|field| field.value.span())
}

/// Parses one expression and adds it to a rule set; `source` is the number of its text.
pub(crate) fn add_expression(
    rules: &mut RuleSet,
    text: &Source,
    source: u16,
    findings: &mut Findings,
) -> Option<ExprId> {
    let placed = LocatedText { text: text.text(), source, start: 0 };
    let node = ExpressionParser::default().parse(placed, findings)?;
    Some(lower::add_expression(rules, &node, findings))
}
