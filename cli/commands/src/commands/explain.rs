//! `boardwright explain`: compilation report of a game: sizes, bail-outs and measured costs of its rules.

use std::io::Write as _;

use boardwright_compiler::game::CompiledGame;
use boardwright_compiler::game::FormulaSizes;
use boardwright_compiler::stages::Stage;
use boardwright_game::ids::RuleId;
use boardwright_game::structure::SymmetrySubset;
use boardwright_lang::work::{CostlyPart, rule_work};
use boardwright_library::load::LoadedGame;
use boardwright_rules::Span;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::load_game::load;
use crate::move_times::{MoveTimes, Tier, measure};
use crate::output::{Output, group_digits};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: the path of a game file, or the name of a shipped game.
    game: String,
    /// Show how the condition of this rule is compiled, stage by stage, from its text to machine code.
    #[arg(long, value_name = "RULE")]
    stages: Option<String>,
}

#[derive(Serialize)]
struct CompilationReport<'a> {
    state_bytes: usize,
    portable: String,
    /// Null if there is no bit-parallel native code; `no_machine_code` then says why.
    machine_code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_machine_code: Option<&'a str>,
    /// Bit-parallel native code that lists and applies single moves, if there is any; `no_single_moves` otherwise says why not.
    single_moves: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_single_moves: Option<&'a str>,
    /// General native code, which every game file has as far as its constructs are supported; `no_general_code` otherwise
    /// says which one is not.
    general_code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_general_code: Option<&'a str>,
    /// Number of symmetries that keep every player; the next field counts all symmetries.
    symmetries: usize,
    symmetries_with_players: usize,
    rules: Vec<RuleEntry>,
    ends: Vec<EndEntry>,
    /// Time to apply a move to a copy in the compiled form, including the end conditions; then its share of a random game's move.
    making_ns: f64,
    making_share: f64,
    /// Time per move of a random game.
    portable_move_ns: f64,
    machine_move_ns: Option<f64>,
}

#[derive(Serialize)]
struct RuleEntry {
    name: String,
    line: usize,
    /// Number of candidate moves by name only, and number that remain after constant conditions.
    candidates_named: u64,
    candidates: u64,
    conditions: FormulaSizeEntry,
    makings: FormulaSizeEntry,
    /// `true` if the interpreter lists some of its moves in the compiled form.
    plain: bool,
    /// Kind of code that generates its moves: `bit-parallel`, `general`, `tables` or `interpreter`.
    tier: &'static str,
    /// Time to list its moves alone in a position, by general native code if that is its tier, else in the compiled form;
    /// then the share of the listings and a move.
    listing_ns: Option<f64>,
    listing_share: Option<f64>,
    /// Estimated number of expressions that are evaluated in one position if every loop runs to its end.
    evaluations: f64,
    /// The part with at least half of these evaluations, if there is one.
    expensive_part: Option<ExpensivePart>,
}

#[derive(Serialize)]
struct ExpensivePart {
    line: usize,
    column: usize,
    /// Text of the expression.
    text: String,
    /// Share of the rule's evaluations, from 0 to 1.
    share: f64,
    advice: &'static str,
}

#[derive(Serialize)]
struct EndEntry {
    line: usize,
    situations: FormulaSizeEntry,
}

/// Number of distinct formulas, and the largest number of nodes and of cells in one formula.
#[derive(Serialize)]
struct FormulaSizeEntry {
    count: usize,
    nodes: usize,
    cells: usize,
}

impl From<FormulaSizes> for FormulaSizeEntry {
    fn from(formulas: FormulaSizes) -> Self {
        Self { count: formulas.count, nodes: formulas.max_nodes, cells: formulas.max_cells }
    }
}

/// One stage of `--stages`.
#[derive(Serialize)]
struct StageEntry<'a> {
    stage: usize,
    title: &'a str,
    text: &'a str,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let loaded = load(&args.game)?;
    let Some(game) = loaded.spec() else {
        return Err(Failure::Input(format!("{} is not a game file, it has no rules to be compiled", loaded.name)));
    };
    if let Some(rule) = &args.stages {
        return print_stages(&loaded, game, rule, out);
    }
    let times = measure(game).map_err(|fault| loaded.fault_error(&fault))?;
    let explained = compilation_report(&loaded, game, &times);
    if out.is_json() {
        out.json(&explained)?;
        return Ok(Answer::Yes);
    }
    print_report(&explained, game, out)?;
    Ok(Answer::Yes)
}

/// Prints the stages of one rule's condition.
fn print_stages(loaded: &LoadedGame, game: &CompiledGame, name: &str, out: &mut Output) -> Result<Answer, Failure> {
    let rules = &game.rules().rules;
    let Some(index) = rules.iter().position(|rule| rule.name == name) else {
        let names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
        return Err(Failure::Input(format!("no rule is called \"{name}\"; the rules are: {}", names.join(", "))));
    };
    let source = rules[index].condition.and_then(|condition| {
        let span = game.rules().exprs.span(condition);
        let source = loaded.sources.get(usize::from(span.source))?;
        source.text().get(span.start as usize..span.end as usize)
    });
    let source = Stage { title: "source: the condition of the rule", text: format!("{}\n", source.unwrap_or("none")) };
    let stages = std::iter::once(source).chain(game.rule_stages(RuleId::new(index)));
    for (number, Stage { title, text }) in stages.enumerate() {
        if out.is_json() {
            out.json(&StageEntry { stage: number + 1, title, text: &text })?;
        } else {
            writeln!(out, "{}. {title}\n", number + 1)?;
            for line in text.lines() {
                writeln!(out, "    {line}")?;
            }
            writeln!(out)?;
        }
    }
    Ok(Answer::Yes)
}

fn compilation_report<'a>(loaded: &LoadedGame, game: &'a CompiledGame, times: &MoveTimes) -> CompilationReport<'a> {
    let (native, single) = (game.native_playouts_summary(), game.native_moves_summary());
    let general = game.baseline_summary();
    let line = |span: Span| {
        loaded.sources.get(usize::from(span.source)).map_or(0, |source| source.position(span.start as usize).0)
    };
    let parts = times.sum_of_parts();
    let costs = game.rule_costs().into_iter().zip(Tier::of_rules(game));
    let works = times.listing.iter().zip(rule_work(game.rules()));
    let rules = costs.zip(works).map(|((cost, tier), (listing, work))| RuleEntry {
        tier: tier.name(),
        evaluations: work.evaluations,
        expensive_part: work.costliest.and_then(|part| expensive_part(loaded, &part)),
        name: cost.name,
        line: line(cost.span),
        candidates_named: cost.naive_candidates,
        candidates: cost.candidates,
        conditions: cost.conditions.into(),
        makings: cost.makes.into(),
        plain: cost.is_interpreted,
        listing_ns: *listing,
        listing_share: listing.map(|time| time / parts),
    });
    let ends = game.end_costs().into_iter();
    CompilationReport {
        state_bytes: game.state_bytes(),
        portable: game.compiled_summary(),
        machine_code: native.ok(),
        no_machine_code: native.err(),
        single_moves: single.ok(),
        no_single_moves: single.err(),
        general_code: general.ok(),
        no_general_code: general.err(),
        symmetries: game.symmetries().count(SymmetrySubset::SamePlayers),
        symmetries_with_players: game.symmetries().count(SymmetrySubset::All),
        rules: rules.collect(),
        ends: ends.map(|cost| EndEntry { line: line(cost.span), situations: cost.situations.into() }).collect(),
        making_ns: times.making,
        making_share: times.making / parts,
        portable_move_ns: times.portable,
        machine_move_ns: times.machine,
    }
}

/// Place and text of the most expensive part of a rule.
fn expensive_part(loaded: &LoadedGame, part: &CostlyPart) -> Option<ExpensivePart> {
    let source = loaded.sources.get(usize::from(part.span.source))?;
    let text = source.text().get(part.span.start as usize..part.span.end as usize)?;
    let (line, column) = source.position(part.span.start as usize);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    Some(ExpensivePart { line, column, text, share: part.share, advice: part.advice })
}

fn print_report(explained: &CompilationReport<'_>, game: &CompiledGame, out: &mut Output) -> Result<(), Failure> {
    writeln!(out, "a state: {} bytes", explained.state_bytes)?;
    writeln!(out, "compiled form: {}", explained.portable)?;
    for (what, code, none) in [
        ("bit-parallel native code", explained.machine_code, explained.no_machine_code),
        ("bit-parallel native code for single moves", explained.single_moves, explained.no_single_moves),
        ("general native code", explained.general_code, explained.no_general_code),
    ] {
        match code {
            Some(summary) => writeln!(out, "{what}: {summary}")?,
            None => writeln!(out, "{what}: none, because of {}", none.unwrap_or_default())?,
        }
    }
    let (same, all) = (explained.symmetries, explained.symmetries_with_players);
    match game.symmetries().unsupported_rule() {
        Some(why) => writeln!(out, "symmetries: none found, because of {why}")?,
        None => writeln!(out, "symmetries: {same} (with players exchanged: {all})")?,
    }
    writeln!(
        out,
        "\nCandidate moves: number by name, and number left after constant conditions. Formulas: number, and the nodes and board"
    )?;
    writeln!(
        out,
        "cells of the largest one of each rule. Times are those of each rule alone, in positions of random games, by general native\n\
         code where that is the tier, else by tables.\n"
    )?;
    writeln!(
        out,
        "{:<24} {:>4} {:<12} {:>15} {:>9}  {:>10} {:>5} {:>5}  {:>7} {:>5} {:>5}  {:>9} {:>5}",
        "rule",
        "line",
        "tier",
        "named",
        "left",
        "conditions",
        "nodes",
        "cells",
        "effects",
        "nodes",
        "cells",
        "ns/listing",
        "share"
    )?;
    for rule in &explained.rules {
        let RuleEntry { conditions, makings, .. } = rule;
        let time = rule.listing_ns.map_or_else(|| "-".to_owned(), |time| format!("{time:.0}"));
        writeln!(
            out,
            "{:<24} {:>4} {:<12} {:>15} {:>9}  {:>10} {:>5} {:>5}  {:>7} {:>5} {:>5}  {:>9} {:>5}",
            rule.name,
            rule.line,
            rule.tier,
            group_digits(rule.candidates_named),
            group_digits(rule.candidates),
            conditions.count,
            conditions.nodes,
            conditions.cells,
            makings.count,
            makings.nodes,
            makings.cells,
            time,
            percent(rule.listing_share),
        )?;
    }
    for end in &explained.ends {
        let FormulaSizeEntry { count, nodes, cells } = end.situations;
        writeln!(
            out,
            "{:<24} {:>4} {:<12} {:>15} {:>9}  {count:>10} {nodes:>5} {cells:>5}",
            "end of the game", end.line, "", "", ""
        )?;
    }
    let making = format!("{:.0}", explained.making_ns);
    writeln!(
        out,
        "{:<103}  {making:>9} {:>5}",
        "copying a position, making a move, ends",
        percent(Some(explained.making_share))
    )?;
    writeln!(out, "\na move of a random game: {:.0} ns in the compiled form", explained.portable_move_ns)?;
    if let Some(time) = explained.machine_move_ns {
        let tier = if explained.machine_code.is_some() { "bit-parallel" } else { "general" };
        writeln!(
            out,
            "{tier} native code: {time:.1} ns; playouts draw a move without listing all of them, so the parts do not add up to it"
        )?;
    }
    print_expensive_parts(explained, out)
}

/// Prints the part of each rule that takes most of its time, and what would be faster.
fn print_expensive_parts(explained: &CompilationReport<'_>, out: &mut Output) -> Result<(), Failure> {
    const MAX_TEXT: usize = 80;
    // Rules with the same expression, such as a named one, share their paragraph.
    let mut paragraphs: Vec<(Vec<&str>, &ExpensivePart, f64)> = Vec::new();
    for rule in &explained.rules {
        let Some(part) = &rule.expensive_part else { continue };
        match paragraphs.iter_mut().find(|(_, known, _)| (known.line, known.column) == (part.line, part.column)) {
            Some((names, _, share)) => {
                names.push(&rule.name);
                *share = share.max(part.share);
            }
            None => paragraphs.push((vec![&rule.name], part, part.share)),
        }
    }
    if !paragraphs.is_empty() {
        writeln!(out, "\nThe most expensive part of each rule, estimated from the text:\n")?;
    }
    for (names, part, share) in paragraphs {
        let short: String = part.text.chars().take(MAX_TEXT).collect();
        let dots = if short.len() < part.text.len() { " ..." } else { "" };
        let at_most = if names.len() > 1 { "up to " } else { "" };
        let share = percent(Some(share));
        writeln!(out, "line {}, column {}: `{short}{dots}`", part.line, part.column)?;
        writeln!(out, "    {at_most}{share} of the work of {}", names.join(", "))?;
        writeln!(out, "    {}", part.advice)?;
    }
    Ok(())
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.0} %", 100.0 * share))
}
