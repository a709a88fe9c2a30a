//! `boardwright bot list`: the shipped scripts.

use std::io::Write as _;

use boardwright_bots::shipped::{SHIPPED_BOTS, shipped_bot};
use boardwright_lang::suggest::did_you_mean;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print this script.
    name: Option<String>,
}

#[derive(Serialize)]
struct BotEntry {
    name: &'static str,
    about: &'static str,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    if let Some(name) = &args.name {
        let near = did_you_mean(name, SHIPPED_BOTS.iter().map(|bot| bot.name));
        let unknown = || Failure::Usage(format!("no script \"{name}\" ships{near}"));
        write!(out, "{}", shipped_bot(name).ok_or_else(unknown)?.text)?;
        return Ok(Answer::Yes);
    }
    for bot in SHIPPED_BOTS {
        if out.is_json() {
            out.json(&BotEntry { name: bot.name, about: bot.about })?;
        } else {
            writeln!(out, "{:<10} {}", bot.name, bot.about)?;
        }
    }
    Ok(Answer::Yes)
}
