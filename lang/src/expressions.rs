//! Expressions that are no part of a game file, such as questions about a position: parsing in the scope of a game.

use std::sync::Arc;

use boardwright_game::ids::ExprId;
use boardwright_rules::{RuleSet, Span};

use crate::diagnostic::{Diagnostic, Findings, Severity};
use crate::source::Source;
use crate::{edition2013, edition2026};

/// Names declared by a game file, for parsing further expressions in its scope.
#[derive(Clone, Debug, Default)]
pub struct ExpressionScope {
    /// Number of source texts of the file.
    source_count: u16,
    /// Names of an edition 2026 file; `None` for the edition 2013, in which names are texts.
    names: Option<Arc<edition2026::Names>>,
}

impl ExpressionScope {
    /// Creates the scope of an edition 2026 file with this number of source texts.
    pub(crate) fn new(source_count: u16, names: edition2026::Names) -> Self {
        Self { source_count, names: Some(Arc::new(names)) }
    }
}

/// Adds expressions to the rules of an edition 2013 game; see [`add_expressions_in_scope`].
pub fn add_expressions(rules: &RuleSet, texts: &[Source]) -> Result<(RuleSet, Vec<ExprId>), Vec<Diagnostic>> {
    add_expressions_in_scope(rules, &ExpressionScope::default(), texts)
}

/// Adds expressions to the rules of a game, for evaluation in one of its positions.
///
/// Each text contains one expression. The texts are numbered as sources after those of the game file: the spans in the
/// first text have the number of the game file's sources as their `source`. All texts are parsed before errors are
/// returned.
pub fn add_expressions_in_scope(
    rules: &RuleSet,
    scope: &ExpressionScope,
    texts: &[Source],
) -> Result<(RuleSet, Vec<ExprId>), Vec<Diagnostic>> {
    let mut rules = rules.clone();
    let mut findings = Findings::default();
    let first = scope.source_count.max(1);
    let exprs = match &scope.names {
        Some(names) => edition2026::lower_queries(&mut rules, names, texts, first, &mut findings),
        None => {
            let mut add_expression =
                |(text, number)| edition2013::add_expression(&mut rules, text, number, &mut findings);
            texts.iter().zip(first..).filter_map(&mut add_expression).collect()
        }
    };
    if findings.has_errors() {
        Err(findings.into_sorted(Span::default()).into_iter().filter(|d| d.severity == Severity::Error).collect())
    } else {
        Ok((rules, exprs))
    }
}
