//! `boardwright bot trace`: the rules of a rule file that fire in a deal of Taroky, with their bindings.

use std::io::Write as _;

use boardwright_bots::rules::RuleTrace;
use boardwright_lang::Source;
use boardwright_library::rule_deals::{DecisionRecord, decisions};
use serde::Serialize;

use super::rule_deal::{DealArgs, load};
use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule file (.tks), or the name of a shipped one.
    file: String,
    #[command(flatten)]
    deal: DealArgs,
    /// Print also the rules whose condition does not hold.
    #[arg(long)]
    all: bool,
}

/// JSON answer: one for each rule.
#[derive(Serialize)]
struct RuleReport<'a> {
    question: usize,
    player: usize,
    block: &'static str,
    line: usize,
    holds: bool,
    queries: Vec<QueryReport<'a>>,
    actions: Vec<&'a str>,
}

#[derive(Serialize)]
struct QueryReport<'a> {
    text: &'a str,
    holds: bool,
    bindings: &'a str,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let rules = load(&args.file, args.deal.compatible)?;
    for record in decisions(&rules, args.deal.questions())? {
        print(&record, &rules.source, args.all, out)?;
    }
    Ok(Answer::Yes)
}

fn print(record: &DecisionRecord, source: &Source, has_all: bool, out: &mut Output) -> Result<(), Failure> {
    let fired = record.trace.iter().filter(|rule| rule.holds || has_all);
    if out.is_json() {
        for rule in fired {
            out.json(&report(record, rule, source))?;
        }
        return Ok(());
    }
    writeln!(out, "question {}, player {}, {}: {}", record.number, record.player, record.question, record.mv)?;
    for rule in fired {
        let line = source.position(rule.span.start as usize).0;
        let verb = if rule.holds { "fires" } else { "does not hold" };
        writeln!(out, "  {} line {line} {verb}", rule.block.keyword())?;
        for query in &rule.queries {
            let result = if query.holds { "yes" } else { "no" };
            let bindings = if query.bindings.is_empty() { String::new() } else { format!(": {}", query.bindings) };
            writeln!(out, "    {}  {result}{bindings}", query.text)?;
        }
        for action in &rule.actions {
            writeln!(out, "    > {}", action.text)?;
        }
    }
    Ok(())
}

fn report<'a>(record: &DecisionRecord, rule: &'a RuleTrace, source: &Source) -> RuleReport<'a> {
    let query = |query: &'a boardwright_bots::rules::QueryTrace| QueryReport {
        text: &query.text,
        holds: query.holds,
        bindings: &query.bindings,
    };
    RuleReport {
        question: record.number,
        player: record.player,
        block: rule.block.keyword(),
        line: source.position(rule.span.start as usize).0,
        holds: rule.holds,
        queries: rule.queries.iter().map(query).collect(),
        actions: rule.actions.iter().map(|action| action.text.as_str()).collect(),
    }
}
