//! Files of 2013 as files of 2026: families found again, and everything that means something else written out.
//! It makes no rule set; whether the result is right is shown by loading it.
//!
//! 1. [`things`] with [`family`] and [`fit`]: entries that differ by numbers become one;
//! 2. [`follow`] and its neighbours: expressions are followed with what is known on each path, so that variables that
//!    were everybody's become parameters and local ones;
//! 3. [`blocks`]: what was followed is written down as lines.
//!
//! What cannot be kept is told with its place. Numbers of 2013 wrap, those of 2026 do not: that is not told.

mod acts;
mod asks;
mod blocks;
mod calls;
mod comments;
mod effects;
mod ends;
mod exports;
mod family;
mod fit;
mod follow;
mod lines;
mod loops;
mod names;
mod paths;
mod reach;
mod rules;
mod show;
mod state;
mod term;
mod text;
mod things;
mod values;

use std::sync::Arc;

use boardwright_engine::game::Game as _;
use boardwright_engine::plain::Value;
use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::SpecGame;

use crate::diagnostic::{Diagnostic, Findings, Severity};
use crate::edition2013;
use crate::edition2013::ast::Tree;
use crate::pictures::AllPictures;
use crate::source::Source;
use comments::Comments;
use family::Written;
use follow::Follower;
use state::Stop;
use things::Part;

/// A file of 2013 as one of 2026, or everything that cannot be kept.
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
/// If the file has errors, or means something that the edition of 2026 cannot say.
pub fn convert(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let mut findings = Findings::default();
    let tree = edition2013::parsed(source, &mut findings);
    let (rules, _) = edition2013::read(source, &AllPictures, &mut Findings::default());
    let loaded = crate::load(source, &AllPictures);
    if loaded.rules.is_none() {
        return Err(loaded.diagnostics.into_iter().filter(|told| told.severity == Severity::Error).collect());
    }
    let mut stops = Vec::new();
    let text = whole(source, &tree, rules, &mut stops);
    if stops.is_empty() {
        return sound(source, text);
    }
    let mut findings = Findings::default();
    for why in stops {
        findings.add(*why);
    }
    Err(findings.into_sorted(boardwright_engine::rules::Span::default()))
}

/// The result, once more made sure of: nobody shall find out later that it cannot be read.
fn sound(source: &Source, text: String) -> Result<String, Vec<Diagnostic>> {
    let made = Source::new(source.name(), text.as_bytes());
    let loaded = crate::load(&made, &AllPictures);
    match loaded.diagnostics.into_iter().find(|told| told.severity == Severity::Error) {
        None => Ok(text),
        Some(told) => {
            let message = format!("no file of 2026 was found for this one: {}", told.message);
            let (line, _) = made.position(told.span.start as usize);
            let near = made.text().lines().nth(line.saturating_sub(1)).unwrap_or_default().trim().to_owned();
            let place = boardwright_engine::rules::Span::default();
            Err(vec![Diagnostic::error(state::CODE, place, message).help(format!("it would say `{near}`"))])
        }
    }
}

/// Which ends hold before the first move, or cannot be asked for then.
fn ends_at_start(rules: RuleSet) -> Vec<bool> {
    let situations: Vec<_> = rules.ends.iter().map(|end| end.situation).collect();
    let Ok(game) = SpecGame::plain(Arc::new(rules)) else { return vec![true; situations.len()] };
    situations
        .iter()
        .map(|situation| {
            let told = game.evaluate(&mut game.start(), &[*situation]);
            !(told.fault.is_none() && matches!(told.values.as_slice(), [Value::Bool(false)]))
        })
        .collect()
}

fn whole(source: &Source, tree: &Tree, rules: RuleSet, stops: &mut Vec<Stop>) -> String {
    let mut comments = Comments::of(source.text());
    let top = comments.top();
    let mut follower = Follower::new(tree);
    let names = follower.names.clone();
    let mut parts = vec![
        things::board(tree),
        things::players(tree, stops),
        things::element_types(tree, &names, &mut comments),
        things::location_types(tree, &names, &mut comments),
        things::locations(tree, &names, &mut comments),
        things::elements(tree, &names, &mut comments),
        things::colour_classes(tree, &names),
    ];
    parts.extend(game_parts(tree, rules, &mut follower, &mut comments, stops));
    let text = text::file(&top, parts, &mut comments);
    // The layout of all files; what is wrong with the text will be told when it is read.
    crate::format(&Source::new(source.name(), text.as_bytes())).unwrap_or(text)
}

/// Everything that is made of expressions.
fn game_parts<'t>(
    tree: &'t Tree,
    rules: RuleSet,
    follower: &mut Follower<'t>,
    comments: &mut Comments,
    stops: &mut Vec<Stop>,
) -> Vec<Part> {
    stops.extend(follower.rivals());
    let rule_names = rules::rule_names(&tree.rules);
    let mut followed = Vec::new();
    let mut never = Vec::new();
    for (at, rule) in tree.rules.iter().enumerate() {
        match follower.rule(rule) {
            Ok(Some(rule)) => followed.push((at, rule)),
            Ok(None) => never.push(at),
            Err(why) => stops.push(why),
        }
    }
    let (places, mut list): (Vec<usize>, Vec<_>) = followed.into_iter().unzip();
    let wanted = rules::wanted_after(follower);
    follower.kept_types(&list, &wanted);
    let mut env = follower.env_after(&list, &wanted);
    let mut scorings = Part { title: "SCORINGS", ..Part::default() };
    for scoring in &tree.scorings {
        let spans: Vec<usize> = tree.scorings.iter().map(|entry| entry.span.start as usize).collect();
        match follower.scoring(scoring, &mut env) {
            Ok(keys) => scorings.entries.push(Written {
                comments: comments.from(scoring.span.start as usize, &spans),
                lines: text::keys(&keys),
            }),
            Err(why) => stops.push(why),
        }
    }
    let at_start = ends_at_start(rules);
    let mut ends = Part { title: "END OF GAME", ..Part::default() };
    let spans: Vec<usize> = tree.ends.iter().map(|entry| entry.span.start as usize).collect();
    for (at, end) in tree.ends.iter().enumerate() {
        match follower.end(end, &mut env, at_start.get(at).copied().unwrap_or(true)) {
            Ok(keys) => ends
                .entries
                .push(Written { comments: comments.from(end.span.start as usize, &spans), lines: text::keys(&keys) }),
            Err(why) => stops.push(why),
        }
    }
    stops.extend(follower.keep_all(&mut list));
    let mut written = Part { title: "RULES", ..Part::default() };
    // In 2013 it makes no difference to rules whose the element is.
    let lines = vec!["name = default".to_owned(), "owner = any".to_owned()];
    if !list.is_empty() {
        written.entries.push(Written { comments: Vec::new(), lines });
    }
    let spans: Vec<usize> = tree.rules.iter().map(|entry| entry.span.start as usize).collect();
    for (at, rule) in tree.rules.iter().enumerate() {
        let mut own = Vec::new();
        let lines = match places.iter().position(|place| *place == at) {
            Some(place) => {
                let keys = follower.written_rule(&list[place], &rule_names[&at]);
                // A comment on a key stays there.
                for (key, node) in [("condition", &rule.condition), ("followup", &rule.followup)] {
                    let found = node.as_ref().map(|node| comments.before(node.span.start as usize)).unwrap_or_default();
                    own.push((key, found));
                }
                text::keys_with(&keys, &own)
            }
            None if never.contains(&at) => {
                vec![format!("// The rule \"{}\" was never used: nothing fits its patterns.", rule_names[&at])]
            }
            None => continue,
        };
        written.entries.push(Written { comments: comments.from(rule.span.start as usize, &spans), lines });
    }
    let mut variables = Part { title: "VARIABLES", ..Part::default() };
    let mut expressions = Part { title: "EXPRESSIONS", ..Part::default() };
    let spans: Vec<usize> = tree.functions.iter().map(|entry| entry.span.start as usize).collect();
    for (function, said) in follower.written_functions() {
        let comments = comments.from(function.span.start as usize, &spans);
        if let Some((head, lines)) = said {
            expressions.entries.push(Written { comments, lines: text::pair(&head, &lines) });
        } else if !comments.is_empty() {
            expressions.entries.push(Written { comments, lines: Vec::new() });
        }
    }
    for global in &follower.globals {
        let initial = show::Shower::default().term(&global.initial);
        let lines = vec![
            format!("name = {}", global.name),
            format!("initial = {initial}"),
            "reset = move".to_owned(),
            "key = no".to_owned(),
        ];
        variables.entries.push(Written { comments: Vec::new(), lines });
    }
    vec![variables, expressions, written, scorings, ends]
}
