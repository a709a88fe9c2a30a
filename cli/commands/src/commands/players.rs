//! `boardwright players`: the players with all their options.

use std::io::Write as _;

use boardwright_players::options::OptionSpec;
use boardwright_players::registry::{PLAYERS, PlayerEntry};
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::{LINE_WIDTH, Output, wrap};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Show only this player.
    name: Option<String>,
}

#[derive(Serialize)]
struct PlayerReport<'a> {
    name: &'a str,
    about: &'a str,
    plays_chance: bool,
    plays_hidden: bool,
    options: Vec<OptionReport<'a>>,
}

#[derive(Serialize)]
struct OptionReport<'a> {
    key: &'a str,
    about: &'a str,
    range: String,
    default: Option<String>,
}

impl<'a> From<&'a OptionSpec> for OptionReport<'a> {
    fn from(opt: &'a OptionSpec) -> Self {
        let default = Some(opt.kind.default_text()).filter(|text| !text.is_empty());
        Self { key: opt.key, about: opt.about, range: opt.kind.range(), default }
    }
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    // An unknown name is reported with similar names; options may follow the name, as in other commands.
    let spec = args.name.as_deref().map(boardwright_players::parse).transpose();
    let only = spec.map_err(|error| Failure::Usage(error.to_string()))?.map(|spec| spec.entry.name);
    for entry in PLAYERS.iter().filter(|entry| only.is_none_or(|name| name == entry.name)) {
        let options = entry.options.iter().map(OptionReport::from).collect();
        let report = PlayerReport {
            name: entry.name,
            about: entry.about,
            plays_chance: entry.supports_chance,
            plays_hidden: entry.supports_hidden_information,
            options,
        };
        if out.is_json() {
            out.json(&report)?;
            continue;
        }
        if only.is_none() && entry.name != PLAYERS[0].name {
            writeln!(out)?;
        }
        print_player(entry, &report, out)?;
    }
    if !out.is_json() && only.is_none() {
        writeln!(out, "\nA player is specified as name:option=value,..., such as mcts:level=3,seed=1.")?;
    }
    Ok(Answer::Yes)
}

/// Indentation of the option keys, and column of their descriptions.
const OPTION_INDENT: usize = 2;
const TEXT_COLUMN: usize = 17;

fn print_player(entry: &PlayerEntry, report: &PlayerReport, out: &mut Output) -> Result<(), Failure> {
    let restrictions = match (entry.supports_chance, entry.supports_hidden_information) {
        (true, true) => "",
        (true, false) => "; no games of hidden information",
        (false, true) => "; no games of chance",
        (false, false) => "; no games of chance or hidden information",
    };
    for line in wrap(&format!("{}: {}{restrictions}", entry.name, entry.about), LINE_WIDTH) {
        writeln!(out, "{line}")?;
    }
    for OptionReport { key, about, range, default } in &report.options {
        let default = default.as_ref().map_or_else(String::new, |default| format!(", default {default}"));
        let mut key = *key;
        for line in wrap(&format!("{about} ({range}{default})"), LINE_WIDTH - TEXT_COLUMN) {
            writeln!(out, "{:OPTION_INDENT$}{key:width$}{line}", "", width = TEXT_COLUMN - OPTION_INDENT)?;
            key = "";
        }
    }
    Ok(())
}
