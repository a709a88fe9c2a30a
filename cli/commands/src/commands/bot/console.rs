//! `boardwright bot console`: queries to a knowledge base, one a line, as the test console of the published system answers
//! them.

use std::io::{BufRead as _, Write as _};

use boardwright_bots::prolog::{Dialect, KnowledgeBase, Syntax};
use boardwright_game::fault::Span;

use super::rule_deal::load;
use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;
use crate::seeds;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rule file whose block PROLOG is the knowledge base, or the name of a shipped one; without it, the base is empty.
    file: Option<String>,
    /// Reproduce the quirks of the published system's Prolog.
    #[arg(long)]
    compatible: bool,
    /// Maximum number of solutions of a query.
    #[arg(long, value_name = "N", default_value_t = 20)]
    solutions: usize,
}

const HELP: &str = "\
GOAL.          lists the solutions of a goal
+ CLAUSE.      adds a clause; `assert(CLAUSE).` does the same
- CLAUSE.      removes the first clause that matches
:list          prints the knowledge base
:help          prints this text
:quit          ends
";

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let seed = seeds::seed_or_random(seed);
    let mut base = match &args.file {
        Some(file) => {
            let rules = load(file, args.compatible)?;
            let settings = boardwright_bots::rules::SessionSettings { seed, ..Default::default() };
            boardwright_bots::rules::Session::new(rules, settings).into_base()
        }
        None => {
            let dialect = Dialect { unknown_fails: false, is_compatible: args.compatible };
            KnowledgeBase::with_dialect(dialect, seed)
        }
    };
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| Failure::Input(format!("cannot read the input: {error}")))?;
        let line = line.trim();
        match line {
            "" => {}
            ":quit" => break,
            ":list" => write!(out, "{}", base.listing())?,
            ":help" => write!(out, "{HELP}")?,
            _ if line.starts_with(':') => writeln!(out, "unknown command `{line}`; `:help` lists the commands")?,
            _ => answer(&mut base, line, args.solutions, out)?,
        }
        out.flush()?;
    }
    Ok(Answer::Yes)
}

/// Answers a line.
fn answer(base: &mut KnowledgeBase, line: &str, solutions: usize, out: &mut Output) -> Result<(), Failure> {
    if let Some(clause) = line.strip_prefix("+ ") {
        for error in base.consult(clause, Span::default(), Syntax::default()) {
            writeln!(out, "error: {}", error.message)?;
        }
        return Ok(());
    }
    let goal = match line.strip_prefix("- ") {
        Some(clause) => format!("retract(({})).", clause.trim_end_matches('.')),
        None => line.to_owned(),
    };
    let found = match base.ask(&goal, solutions) {
        Ok(found) => found,
        Err(error) => {
            writeln!(out, "error in column {}: {}", error.span.start + 1, error.message)?;
            return Ok(());
        }
    };
    writeln!(out, "?- {goal}")?;
    for line in found.console_lines() {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
