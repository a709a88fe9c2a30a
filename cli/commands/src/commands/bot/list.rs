//! `boardwright bot list`: the shipped scripts and rule files.

use std::io::Write as _;

use boardwright_bots::rules::shipped::{SHIPPED_RULES, shipped_rules};
use boardwright_bots::shipped::{SHIPPED_BOTS, shipped_bot};
use boardwright_lang::suggest::did_you_mean;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print this script or rule file.
    name: Option<String>,
    /// List the rule files of Taroky instead of the scripts for hold'em.
    #[arg(long)]
    rules: bool,
}

#[derive(Serialize)]
struct BotEntry {
    name: &'static str,
    about: &'static str,
}

/// Names and descriptions of the shipped rule files, or of the shipped scripts.
fn entries(are_rules: bool) -> Vec<BotEntry> {
    if are_rules {
        return SHIPPED_RULES.iter().map(|rules| BotEntry { name: rules.name, about: rules.about }).collect();
    }
    SHIPPED_BOTS.iter().map(|bot| BotEntry { name: bot.name, about: bot.about }).collect()
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    if let Some(name) = &args.name {
        let names = || SHIPPED_BOTS.iter().map(|bot| bot.name).chain(SHIPPED_RULES.iter().map(|rules| rules.name));
        let text = shipped_bot(name).map(|bot| bot.text).or_else(|| shipped_rules(name).map(|rules| rules.text));
        let near = did_you_mean(name, names());
        let unknown = || Failure::Usage(format!("no script \"{name}\" ships{near}"));
        write!(out, "{}", text.ok_or_else(unknown)?)?;
        return Ok(Answer::Yes);
    }
    for entry in entries(args.rules) {
        if out.is_json() {
            out.json(&entry)?;
        } else {
            writeln!(out, "{:<10} {}", entry.name, entry.about)?;
        }
    }
    Ok(Answer::Yes)
}
