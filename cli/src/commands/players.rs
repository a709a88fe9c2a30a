//! `boardwright players`: who can choose a move, with all options.

use std::io::Write as _;

use boardwright_players::options::Opt;
use boardwright_players::registry::{Entry, PLAYERS};
use serde::Serialize;

use super::Answer;
use crate::failure::Failure;
use crate::output::{LINE, Output, wrapped};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only this player.
    name: Option<String>,
}

#[derive(Serialize)]
struct Told<'a> {
    name: &'a str,
    about: &'a str,
    plays_chance: bool,
    plays_hidden: bool,
    options: Vec<ToldOption<'a>>,
}

#[derive(Serialize)]
struct ToldOption<'a> {
    key: &'a str,
    about: &'a str,
    range: String,
    default: Option<String>,
}

impl<'a> From<&'a Opt> for ToldOption<'a> {
    fn from(opt: &'a Opt) -> Self {
        let default = Some(opt.kind.default_text()).filter(|text| !text.is_empty());
        Self { key: opt.key, about: opt.about, range: opt.kind.range(), default }
    }
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    // A name that is not known is told with those that are near; options may follow it, as where a player is asked for.
    let asked = args.name.as_deref().map(boardwright_players::parse).transpose();
    let only = asked.map_err(|error| Failure::Usage(error.to_string()))?.map(|asked| asked.entry.name);
    for entry in PLAYERS.iter().filter(|entry| only.is_none_or(|name| name == entry.name)) {
        let options = entry.options.iter().map(ToldOption::from).collect();
        let told = Told {
            name: entry.name,
            about: entry.about,
            plays_chance: entry.chance,
            plays_hidden: entry.hidden,
            options,
        };
        if out.is_json() {
            out.json(&told)?;
            continue;
        }
        if only.is_none() && entry.name != PLAYERS[0].name {
            writeln!(out)?;
        }
        text(entry, &told, out)?;
    }
    if !out.is_json() && only.is_none() {
        writeln!(out, "\nA player is asked for as name:option=value,..., such as mcts:level=3,seed=1.")?;
    }
    Ok(Answer::Yes)
}

/// How far the options stand in, and what is said of them.
const OPTION: usize = 2;
const TEXT: usize = 17;

fn text(entry: &Entry, told: &Told, out: &mut Output) -> Result<(), Failure> {
    let but = match (entry.chance, entry.hidden) {
        (true, true) => "",
        (true, false) => "; no games of hidden information",
        (false, true) => "; no games of chance",
        (false, false) => "; no games of chance or hidden information",
    };
    for line in wrapped(&format!("{}: {}{but}", entry.name, entry.about), LINE) {
        writeln!(out, "{line}")?;
    }
    for ToldOption { key, about, range, default } in &told.options {
        let default = default.as_ref().map_or_else(String::new, |default| format!(", {default} if not given"));
        let mut key = *key;
        for line in wrapped(&format!("{about} ({range}{default})"), LINE - TEXT) {
            writeln!(out, "{:OPTION$}{key:width$}{line}", "", width = TEXT - OPTION)?;
            key = "";
        }
    }
    Ok(())
}
