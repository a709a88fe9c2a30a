//! Converter from the edition 2013 to the edition 2026: restores families of entries and makes implicit semantics
//! explicit. It creates no rule set; the result is verified by loading it.
//!
//! 1. [`components`] with [`family`] and [`fit`]: entries that differ by numbers are grouped to families;
//! 2. [`symbolic`] and its neighbours: symbolic execution of expressions, with a path condition for each path, which
//!    turns global variables into parameters and local variables;
//! 3. [`blocks`]: emits the evaluated expressions as lines.
//!
//! Constructs that cannot be converted are reported with their source spans. Integer overflow is not reported, although
//! integers wrap in the edition 2013 and not in the edition 2026.

mod actions;
mod blocks;
mod branches;
mod calls;
mod comments;
mod components;
mod conditions;
mod effects;
mod ends;
mod family;
mod fit;
mod loops;
mod names;
mod output;
mod placement;
mod printer;
mod queries;
mod rules;
mod state;
mod summaries;
mod symbolic;
mod term;
mod values;

use std::sync::Arc;

use boardwright_game::game::Game as _;
use boardwright_interpreter::evaluate::Value;
use boardwright_interpreter::game::InterpretedGame;
use boardwright_rules::RuleSet;

use crate::diagnostic::{Diagnostic, Findings, Severity};
use crate::edition2013;
use crate::edition2013::ast::SyntaxTree;
use crate::pictures::AllPictures;
use crate::source::Source;
use comments::Comments;
use components::SectionText;
use family::EntryText;
use state::ConvertError;
use symbolic::SymbolicEvaluator;

/// Converts an edition 2013 file to the edition 2026.
///
/// ```
/// use boardwright_lang::{Source, convert};
///
/// let text = "[PLAYER NAMES]\n1=Me\n[LOCATION TYPES]\nname=hut\nimage=hut.svg\npoint=0,0\n\
///             [LOCATIONS]\nname=h(1)\ntype=hut\npoint=20,5\nname=h(2)\ntype=hut\npoint=40,5\n";
/// let converted = convert(&Source::new("huts.game", text.as_bytes())).unwrap();
/// assert!(converted.contains("name = h($I: 1..2)\ntype = hut\npoint = 20 * $I, 5\n"), "{converted}");
/// ```
///
/// # Errors
/// Returns diagnostics if the file has errors or contains constructs that the edition 2026 cannot express.
pub fn convert(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let mut findings = Findings::default();
    let tree = edition2013::parse(source, &mut findings);
    let (rules, _) = edition2013::compile(source, &AllPictures, &mut Findings::default());
    let loaded = crate::load(source, &AllPictures);
    if loaded.rules.is_none() {
        return Err(loaded
            .diagnostics
            .into_iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .collect());
    }
    let mut errors = Vec::new();
    let text = convert_file(source, &tree, rules, &mut errors);
    if errors.is_empty() {
        return verify(source, &tree, text);
    }
    let mut findings = Findings::default();
    for why in errors {
        findings.add(*why);
    }
    Err(findings.into_sorted(boardwright_rules::Span::default()))
}

/// Verifies the result by loading it, so that a converted file is always valid.
fn verify(source: &Source, tree: &SyntaxTree, text: String) -> Result<String, Vec<Diagnostic>> {
    let made = Source::new(source.name(), text.as_bytes());
    let loaded = crate::load(&made, &AllPictures);
    match loaded.diagnostics.into_iter().find(|diagnostic| diagnostic.severity == Severity::Error) {
        None => Ok(text),
        Some(diagnostic) => {
            let (line, _) = made.position(diagnostic.span.start as usize);
            let near = made.text().lines().nth(line.saturating_sub(1)).unwrap_or_default().trim().to_owned();
            let (what, place) = original_entry(tree, made.text(), line).unwrap_or_default();
            let message = format!("{what}cannot be converted to edition 2026: {}", diagnostic.message);
            let help = format!("the invalid line of the converted file is `{near}`");
            Err(vec![Diagnostic::error(state::NOT_CONVERTIBLE, place, message).help(help)])
        }
    }
}

/// Description and span of the rule or expression of the original file that a line of the converted file comes from;
/// lines count from 1.
fn original_entry(tree: &SyntaxTree, converted: &str, line: usize) -> Option<(String, boardwright_rules::Span)> {
    let before: Vec<&str> = converted.lines().take(line).collect();
    let section = before.iter().rev().find(|line| line.starts_with('['))?;
    match *section {
        "[RULES]" => {
            let name = before.iter().rev().find_map(|line| line.strip_prefix("name = "))?;
            let names = rules::unique_rule_names(&tree.rules);
            let (at, _) = names.iter().find(|(_, known)| known.as_str() == name.trim())?;
            let rule = tree.rules.get(*at)?;
            let parts = [&rule.condition, &rule.followup].into_iter().flatten().map(|node| node.span);
            let place = parts.chain([rule.span]).find(|span| span.end > span.start)?;
            Some((format!("the rule \"{}\" ", name.trim()), place))
        }
        "[EXPRESSIONS]" => {
            let head = before.iter().rev().find(|line| !line.starts_with([' ', '/']) && line.contains('='))?;
            let name = head.split(['(', ' ', '=']).next()?;
            let function = tree.functions.iter().find(|function| function.name.value == name)?;
            Some((format!("the expression \"{name}\" "), function.name.span))
        }
        _ => None,
    }
}

/// Returns for each end of the game whether it holds in the initial state or cannot be evaluated there.
fn ends_at_start(rules: RuleSet) -> Vec<bool> {
    let situations: Vec<_> = rules.ends.iter().map(|end| end.situation).collect();
    let Ok(game) = InterpretedGame::new(Arc::new(rules)) else { return vec![true; situations.len()] };
    situations
        .iter()
        .map(|situation| {
            let result = game.evaluate(&mut game.initial_state(), &[*situation]);
            !(result.fault.is_none() && matches!(result.values.as_slice(), [Value::Bool(false)]))
        })
        .collect()
}

fn convert_file(source: &Source, tree: &SyntaxTree, rules: RuleSet, errors: &mut Vec<ConvertError>) -> String {
    let mut comments = Comments::parse(source.text());
    let top = comments.take_top();
    let mut evaluator = SymbolicEvaluator::new(tree);
    let names = evaluator.names.clone();
    let mut parts = vec![
        components::convert_board(tree),
        components::convert_players(tree, errors),
        components::convert_element_types(tree, &names, &mut comments),
        components::convert_location_types(tree, &names, &mut comments),
        components::convert_locations(tree, &names, &mut comments),
        components::convert_elements(tree, &names, &mut comments),
        components::convert_colour_classes(tree, &names),
    ];
    parts.extend(convert_expressions(tree, rules, &mut evaluator, &mut comments, errors));
    let text = output::assemble(&top, parts, &mut comments);
    // Formats the file. If the text is invalid, the caller reports it when loading.
    crate::format(&Source::new(source.name(), text.as_bytes())).unwrap_or(text)
}

/// Converts all sections that contain expressions.
fn convert_expressions<'t>(
    tree: &'t SyntaxTree,
    rules: RuleSet,
    evaluator: &mut SymbolicEvaluator<'t>,
    comments: &mut Comments,
    errors: &mut Vec<ConvertError>,
) -> Vec<SectionText> {
    errors.extend(evaluator.find_rival_rules());
    let rule_names = rules::unique_rule_names(&tree.rules);
    let mut followed = Vec::new();
    let mut never = Vec::new();
    for (at, rule) in tree.rules.iter().enumerate() {
        match evaluator.convert_rule(rule) {
            Ok(Some(rule)) => followed.push((at, rule)),
            Ok(None) => never.push(at),
            Err(why) => errors.push(why),
        }
    }
    let (places, mut list): (Vec<usize>, Vec<_>) = followed.into_iter().unzip();
    let read_after = rules::variables_read_after_move(evaluator);
    evaluator.find_saved_values(&list, &read_after);
    let mut env = evaluator.env_after(&list, &read_after);
    let mut scorings = SectionText { title: "SCORINGS", ..SectionText::default() };
    for scoring in &tree.scorings {
        let spans: Vec<usize> = tree.scorings.iter().map(|entry| entry.span.start as usize).collect();
        match evaluator.convert_scoring(scoring, &mut env) {
            Ok(keys) => scorings.entries.push(EntryText {
                comments: comments.take_from(scoring.span.start as usize, &spans),
                lines: output::format_keys(&keys),
            }),
            Err(why) => errors.push(why),
        }
    }
    let at_start = ends_at_start(rules);
    let mut ends = SectionText { title: "END OF GAME", ..SectionText::default() };
    let spans: Vec<usize> = tree.ends.iter().map(|entry| entry.span.start as usize).collect();
    for (at, end) in tree.ends.iter().enumerate() {
        match evaluator.convert_end(end, &mut env, at_start.get(at).copied().unwrap_or(true)) {
            Ok(keys) => ends.entries.push(EntryText {
                comments: comments.take_from(end.span.start as usize, &spans),
                lines: output::format_keys(&keys),
            }),
            Err(why) => errors.push(why),
        }
    }
    errors.extend(evaluator.add_saves(&mut list));
    let mut written = SectionText { title: "RULES", ..SectionText::default() };
    // In the edition 2013, rules apply to elements of any owner.
    let lines = vec!["name = default".to_owned(), "owner = any".to_owned()];
    if !list.is_empty() {
        written.entries.push(EntryText { comments: Vec::new(), lines });
    }
    let spans: Vec<usize> = tree.rules.iter().map(|entry| entry.span.start as usize).collect();
    for (at, rule) in tree.rules.iter().enumerate() {
        let mut own = Vec::new();
        let lines = match places.iter().position(|place| *place == at) {
            Some(place) => {
                let keys = evaluator.emit_rule(&list[place], &rule_names[&at]);
                // A comment above a key stays with the key.
                for (key, node) in [("condition", &rule.condition), ("followup", &rule.followup)] {
                    let found =
                        node.as_ref().map(|node| comments.take_before(node.span.start as usize)).unwrap_or_default();
                    own.push((key, found));
                }
                output::format_keys_with_comments(&keys, &own)
            }
            None if never.contains(&at) => {
                vec![format!("// The rule \"{}\" was never used: nothing fits its patterns.", rule_names[&at])]
            }
            None => continue,
        };
        written.entries.push(EntryText { comments: comments.take_from(rule.span.start as usize, &spans), lines });
    }
    let mut variables = SectionText { title: "VARIABLES", ..SectionText::default() };
    let mut expressions = SectionText { title: "EXPRESSIONS", ..SectionText::default() };
    let spans: Vec<usize> = tree.functions.iter().map(|entry| entry.span.start as usize).collect();
    for (function, emitted) in evaluator.emit_functions() {
        let comments = comments.take_from(function.span.start as usize, &spans);
        if let Some((head, lines)) = emitted {
            expressions.entries.push(EntryText { comments, lines: output::format_key(&head, &lines) });
        } else if !comments.is_empty() {
            expressions.entries.push(EntryText { comments, lines: Vec::new() });
        }
    }
    for global in &evaluator.globals {
        let initial = printer::TermPrinter::default().print(&global.initial);
        let lines = vec![
            format!("name = {}", global.name),
            format!("initial = {initial}"),
            "reset = move".to_owned(),
            "key = no".to_owned(),
        ];
        variables.entries.push(EntryText { comments: Vec::new(), lines });
    }
    vec![variables, expressions, written, scorings, ends]
}
