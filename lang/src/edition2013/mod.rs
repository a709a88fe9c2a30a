//! The edition of 2013: text to rule set, in three steps that each have their own types.
//! Bytes, diagnostics and the checks of rule sets are shared with other editions and not here.
//!
//! 1. [`entries`]: lines to sections and entries;
//! 2. [`tree`]: entries to a syntax tree, expressions parsed;
//! 3. [`lower`]: the tree to a rule set, names looked up.

pub(crate) mod ast;
mod check;
mod entries;
mod grammar;
mod lexer;
mod lines;
mod lower;
mod pattern;
mod tree;
mod values;
pub(crate) mod words;

use boardwright_engine::ids::ExprId;
use boardwright_engine::rules::{RuleSet, Span};

use crate::check::Places;
use crate::diagnostic::Findings;
use crate::pictures::Pictures;
use crate::source::Source;
use grammar::Grammar;
use lexer::Placed;

/// Reads a game file. The rule set is worthless if there are errors among the findings.
pub(crate) fn read(source: &Source, pictures: &dyn Pictures, findings: &mut Findings) -> (RuleSet, Places) {
    let entries = entries::entries(source, findings);
    let (tree, told) = tree::tree(&entries, pictures, source.text(), findings);
    let (rules, places) = lower::lower(tree, findings);
    (rules, Places { told, ..places })
}

/// The syntax tree of a game file.
pub(crate) fn parsed(source: &Source, findings: &mut Findings) -> ast::Tree {
    let entries = entries::entries(source, findings);
    tree::tree(&entries, &crate::pictures::AllPictures, source.text(), findings).0
}

/// Where an entry says the value of a key; `name` is the place of what it is called. `None` if it says none.
pub(crate) fn value_at(source: &Source, name: Span, key: &str) -> Option<Span> {
    let entries = entries::entries(source, &mut Findings::default());
    let is_it = |at: Span| at.start <= name.start && name.end <= at.end;
    let entry = entries.things.iter().find(|entry| is_it(entry.starter.span()))?;
    // The last one counts.
    entry.fields.iter().rev().find(|field| field.key == key).map(|field| field.value.span())
}

/// Reads one expression and adds it to a rule set; `source` is the number of its text.
pub(crate) fn question(rules: &mut RuleSet, text: &Source, source: u16, findings: &mut Findings) -> Option<ExprId> {
    let placed = Placed { text: text.text(), source, start: 0 };
    let node = Grammar::default().expression(placed, findings)?;
    Some(lower::question(rules, &node, findings))
}
