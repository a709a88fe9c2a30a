//! `boardwright bot decide`: the action of a script in a game state, or the decisions of a rule file in a deal.

use std::io::Write as _;
use std::path::Path;

use boardwright_bots::evaluation::{BranchReason, DecisionSettings, RuleReason, explain};
use boardwright_bots::programs::LocalPrograms;
use boardwright_bots::situation::Situation;
use boardwright_bots::xml::{self, StackMeaning};
use boardwright_game::fault::Span;
use boardwright_lang::Source;
use boardwright_library::load::read_source;
use boardwright_library::rule_deals::{DecisionRecord, decisions};
use boardwright_library::rule_files::is_rule_file;
use boardwright_library::scripts::load_script;
use clap::ValueEnum;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;

use super::rule_deal::{self, DealArgs};
use crate::answer::Answer;
use crate::failure::{Failure, diagnostics, say};
use crate::output::Output;
use crate::seeds;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Script or rule file (.tks), or the name of a shipped one.
    file: String,
    /// Scripts: game state in XML.
    #[arg(long, value_name = "STATE.xml")]
    game: Option<String>,
    #[command(flatten)]
    deal: DealArgs,
    /// Print also the legal action that a table makes of it.
    #[arg(long)]
    legal: bool,
    /// Print every rule of the phase with the value and the place of every condition.
    #[arg(long)]
    why: bool,
    /// Meaning of the stacks in the game state.
    #[arg(long, value_enum, default_value = "behind")]
    stacks: Stacks,
    /// Allow the script to run this program, as the script writes it; can be repeated.
    #[arg(long, value_name = "PROGRAM")]
    allow: Vec<String>,
    /// Take `o` in queries about cards as different suits, not as any suits.
    #[arg(long)]
    strict_offsuit: bool,
}

/// Meaning of the stacks in a game state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Stacks {
    /// Chips that the players have left.
    Behind,
    /// Chips before the blinds; bets are subtracted.
    Starting,
}

/// JSON answer.
#[derive(Serialize)]
struct DecisionReport {
    /// Own action of the script; `null` if no rule holds.
    action: Option<String>,
    legal: String,
    rules: usize,
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Vec<RuleReport>>,
}

#[derive(Serialize)]
struct RuleReport {
    line: usize,
    section: &'static str,
    weight: String,
    holds: bool,
    action: Option<String>,
    branches: Vec<BranchReport>,
    reactions: Vec<ReactionReport>,
}

#[derive(Serialize)]
struct BranchReport {
    line: usize,
    holds: Option<bool>,
    conditions: Vec<ConditionReport>,
}

#[derive(Serialize)]
struct ConditionReport {
    line: usize,
    column: usize,
    text: String,
    /// `null` if the condition was not evaluated.
    holds: Option<bool>,
    values: String,
}

#[derive(Serialize)]
struct ReactionReport {
    line: usize,
    holds: Option<bool>,
    action: String,
    branches: Vec<BranchReport>,
}

/// JSON answer for a rule file.
#[derive(Serialize)]
struct RuleDecisionReport {
    question: usize,
    player: usize,
    kind: &'static str,
    mv: String,
    of_rules: bool,
    returned: Vec<String>,
}

/// Decisions of a rule file.
fn run_rules(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let rules = rule_deal::load(&args.file, args.deal.compatible)?;
    for record in decisions(&rules, args.deal.questions())? {
        let DecisionRecord { number, player, question, mv, is_of_rules, given, .. } = record;
        if out.is_json() {
            let report = RuleDecisionReport {
                question: number,
                player,
                kind: question,
                mv,
                of_rules: is_of_rules,
                returned: given,
            };
            out.json(&report)?;
            continue;
        }
        let origin = if is_of_rules { "by the rules" } else { "without a legal answer of the rules" };
        writeln!(out, "question {number}, player {player}, {question}: {mv}, {origin}")?;
    }
    Ok(Answer::Yes)
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    if is_rule_file(&args.file) {
        return run_rules(args, out);
    }
    let loaded = load_script(&args.file)?;
    let sources: Vec<&Source> = loaded.sources.iter().collect();
    let script = loaded.script.as_ref().ok_or_else(|| diagnostics(&loaded.diagnostics, &sources))?;
    let situation = read_state(args)?;
    let programs = LocalPrograms::new(args.allow.clone());
    let settings = DecisionSettings { programs: &programs, is_strict_offsuit: args.strict_offsuit };
    let mut random = Pcg64Mcg::seed_from_u64(seeds::seed_or_random(seed));
    let (decision, reasons) = explain(script, &situation, settings, &mut random);
    let legal = situation.legal();
    let at_table = decision.action.map_or_else(|| legal.default_action(), |action| legal.nearest(action));
    let answer = if decision.action.is_some() { Answer::Yes } else { Answer::No };
    let action = decision.action.map(|action| action.to_string());
    let source = sources[0];
    if out.is_json() {
        let why = args.why.then(|| reasons.iter().map(|rule| rule_report(source, rule)).collect());
        let (rules, warnings) = (decision.rule_count, decision.warnings);
        out.json(&DecisionReport { action, legal: at_table.to_string(), rules, warnings, why })?;
        return Ok(answer);
    }
    for warning in &decision.warnings {
        say(&format!("warning: {warning}\n"));
    }
    writeln!(out, "{}", action.as_deref().unwrap_or("none"))?;
    if args.legal {
        writeln!(out, "legal: {at_table}")?;
    }
    if args.why {
        for rule in &reasons {
            write!(out, "\n{}", rule.text(source))?;
        }
    }
    Ok(answer)
}

fn read_state(args: &Args) -> Result<Situation, Failure> {
    let missing = || Failure::Usage("a script needs a game state: `--game STATE.xml`".to_owned());
    let source = read_source(Path::new(args.game.as_ref().ok_or_else(missing)?))?;
    let stacks = match args.stacks {
        Stacks::Behind => StackMeaning::Behind,
        Stacks::Starting => StackMeaning::Starting,
    };
    let state = xml::read(&source, stacks);
    let rendered = diagnostics(&state.diagnostics, &[&source]);
    let situation = state.situation.ok_or(rendered)?;
    if !state.diagnostics.is_empty() {
        say(&format!("{}\n", diagnostics(&state.diagnostics, &[&source])));
    }
    Ok(situation)
}

fn line_of(source: &Source, span: Span) -> usize {
    source.position(span.start as usize).0
}

fn branch_reports(source: &Source, branches: &[BranchReason]) -> Vec<BranchReport> {
    let report = |branch: &BranchReason| BranchReport {
        line: line_of(source, branch.span),
        holds: branch.holds,
        conditions: branch
            .conditions
            .iter()
            .map(|condition| {
                let (line, column) = source.position(condition.span.start as usize);
                let (text, values) = (condition.text.clone(), condition.values.clone());
                ConditionReport { line, column, text, holds: condition.holds, values }
            })
            .collect(),
    };
    branches.iter().map(report).collect()
}

fn rule_report(source: &Source, rule: &RuleReason) -> RuleReport {
    let reactions = rule.reactions.iter().map(|reaction| ReactionReport {
        line: line_of(source, reaction.span),
        holds: reaction.holds,
        action: reaction.action.clone(),
        branches: branch_reports(source, &reaction.branches),
    });
    RuleReport {
        line: line_of(source, rule.span),
        section: rule.section.keyword(),
        weight: rule.weight.to_string(),
        holds: rule.holds,
        action: rule.action.clone(),
        branches: branch_reports(source, &rule.branches),
        reactions: reactions.collect(),
    }
}
