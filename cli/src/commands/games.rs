//! `boardwright games`: the games that ship, what one game says of itself, and the text of its file.

use std::io::Write as _;

use boardwright_engine::rules::{About, Chosen};
use boardwright_lang::Source;
use boardwright_shelf::load::{Found, Loaded, WRITTEN, find, read_source, split_game};
use serde::Serialize;

use super::Answer;
use crate::failure::Failure;
use crate::output::{Output, counted, reflowed};
use crate::taken::load;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Tell about this game: the path of a game file, or the name of a shipped game.
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Print the text of its file, to be read or to be changed.
    #[arg(long, requires = "game")]
    text: bool,
}

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    title: &'static str,
    players: usize,
    kind: String,
}

/// What is told of one game. What a file does not say is empty.
#[derive(Serialize)]
struct One {
    name: String,
    title: String,
    players: usize,
    /// None for a game that does not ship.
    kind: Option<String>,
    about: String,
    rules: String,
    author: String,
    version: String,
    source: String,
    options: Vec<Choice>,
}

/// An option of a game.
#[derive(Serialize)]
struct Choice {
    name: String,
    values: String,
    default: String,
    value: String,
}

#[derive(Serialize)]
struct File<'a> {
    name: &'a str,
    text: &'a str,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    match &args.game {
        None => list(out),
        Some(game) if args.text => text(game, out),
        Some(game) => one(&load(game)?, out),
    }
}

fn list(out: &mut Output) -> Result<Answer, Failure> {
    let entries = entries();
    if out.is_json() {
        entries.iter().try_for_each(|entry| out.json(entry))?;
        return Ok(Answer::Yes);
    }
    let widest = |length: fn(&Entry) -> usize| entries.iter().map(length).max().unwrap_or(0);
    let (width, titles) = (widest(|entry| entry.name.len()), widest(|entry| entry.title.chars().count()));
    for Entry { name, title, players, kind } in entries {
        let players = counted(players, "player").to_string();
        writeln!(out, "{name:width$}  {title:<titles$} {players:<10} {kind}")?;
    }
    Ok(Answer::Yes)
}

fn entries() -> Vec<Entry> {
    let files = boardwright_games::shipped().iter().map(|game| Entry {
        name: game.name,
        title: game.title,
        players: game.players,
        kind: game.kind.to_string(),
    });
    let written = WRITTEN.iter().map(|game| Entry {
        name: game.name,
        title: game.title,
        players: game.players,
        kind: game.kind.to_owned(),
    });
    let mut entries: Vec<Entry> = files.chain(written).collect();
    entries.sort_by_key(|entry| entry.name);
    entries
}

/// The file of a game.
pub fn file_of(asked: &str) -> Result<Source, Failure> {
    let (name, _) = split_game(asked)?;
    match find(name)? {
        Found::Shipped(game) => Ok(game.source()),
        Found::File(path) => Ok(read_source(path)?),
        Found::Written(game) => Err(Failure::Input(format!("{} is written in Rust, it has no game file", game.name))),
    }
}

fn text(asked: &str, out: &mut Output) -> Result<Answer, Failure> {
    let source = file_of(asked)?;
    if out.is_json() {
        out.json(&File { name: source.name(), text: source.text() })?;
    } else {
        out.write_all(source.text().as_bytes())?;
    }
    Ok(Answer::Yes)
}

fn one(loaded: &Loaded, out: &mut Output) -> Result<Answer, Failure> {
    let told = told(loaded);
    if out.is_json() {
        out.json(&told)?;
        return Ok(Answer::Yes);
    }
    let One { name, title, players, kind, about, rules, author, version, source, options } = &told;
    let kind = kind.as_ref().map_or(String::new(), |kind| format!(", {kind}"));
    writeln!(out, "{title} ({name}): {}{kind}", counted(*players, "player"))?;
    for text in [about, rules].into_iter().filter(|text| !text.is_empty()) {
        writeln!(out, "\n{}", reflowed(text))?;
    }
    let facts = [("author", author), ("version", version), ("source", source)];
    let facts: Vec<_> = facts.into_iter().filter(|(_, text)| !text.is_empty()).collect();
    if !facts.is_empty() {
        writeln!(out)?;
    }
    for (what, text) in facts {
        writeln!(out, "{what}: {text}")?;
    }
    if !options.is_empty() {
        writeln!(out, "\noptions, as in `boardwright play {name}:{}={}`:", options[0].name, options[0].default)?;
    }
    for Choice { name, values, default, value } in options {
        let now = if value == default { String::new() } else { format!(", here {value}") };
        writeln!(out, "  {name} = {values}; {default} if nothing is said{now}")?;
    }
    if loaded.spec().is_some() {
        writeln!(out, "\n`boardwright games {} --text` prints the game file", split_game(&loaded.asked)?.0)?;
    }
    Ok(Answer::Yes)
}

fn told(loaded: &Loaded) -> One {
    let said = loaded.spec().map(|game| (game.rules().about.clone(), game.rules().options.clone()));
    let (about, options) = said.unwrap_or_default();
    let About { about, author, source, version, rules } = about;
    let choice = |Chosen { name, value, default, values }| Choice { name, values, default, value };
    let shipped = entries().into_iter().find(|entry| entry.name == loaded.name);
    let kind = shipped.filter(|_| split_game(&loaded.asked).is_ok_and(|(name, _)| name == loaded.name));
    One {
        name: loaded.name.clone(),
        title: loaded.title.clone(),
        players: loaded.game().players(),
        kind: kind.map(|entry| entry.kind),
        about,
        rules,
        author,
        version,
        source,
        options: options.into_iter().map(choice).collect(),
    }
}
