//! `boardwright players`: who can choose a move, with all options.

use std::io::Write as _;

use boardwright_players::options::Opt;
use boardwright_players::registry::PLAYERS;
use serde::Serialize;

use super::Answer;
use crate::failure::Failure;
use crate::output::Output;

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
    if let Some(name) = &args.name {
        // A name that is not known is told with those that are near.
        boardwright_players::parse(name).map_err(|error| Failure::Usage(error.to_string()))?;
    }
    let wanted = PLAYERS.iter().filter(|entry| args.name.as_deref().is_none_or(|name| name == entry.name));
    for entry in wanted {
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
        let but = match (told.plays_chance, told.plays_hidden) {
            (true, true) => "",
            (true, false) => "; no games of hidden information",
            (false, true) => "; no games of chance",
            (false, false) => "; no games of chance or hidden information",
        };
        writeln!(out, "{}: {}{but}", told.name, told.about)?;
        for ToldOption { key, about, range, default } in told.options {
            let default = default.map_or_else(String::new, |default| format!(", {default} if not given"));
            writeln!(out, "    {key}: {about} ({range}{default})")?;
        }
    }
    Ok(Answer::Yes)
}
