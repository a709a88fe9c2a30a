//! `boardwright games`: the shipped games, the description of one game, and the text of its file.

use std::io::Write as _;

use boardwright_games::rust_games::{RUST_GAMES, RustGameOption, rust_game};
use boardwright_lang::Source;
use boardwright_library::load::{GameSource, LoadedGame, find_game, read_source, split_game};
use boardwright_rules::{ChosenOption, GameDescription};
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::load_game::load;
use crate::output::{Output, count_text, reflow};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Describe this game: the path of a game file, or the name of a shipped game.
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Print the text of its game file.
    #[arg(long, requires = "game")]
    text: bool,
}

#[derive(Serialize)]
struct GameEntry {
    name: &'static str,
    title: &'static str,
    players: usize,
    kind: String,
}

/// Description of one game. Fields that the file does not define are empty.
#[derive(Serialize)]
struct GameReport {
    name: String,
    title: String,
    players: usize,
    /// `None` for a game that is not shipped.
    kind: Option<String>,
    about: String,
    rules: String,
    author: String,
    version: String,
    source: String,
    options: Vec<OptionEntry>,
}

/// An option of a game.
#[derive(Serialize)]
struct OptionEntry {
    name: String,
    values: String,
    default: String,
    value: String,
}

#[derive(Serialize)]
struct GameFile<'a> {
    name: &'a str,
    text: &'a str,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    match &args.game {
        None => print_list(out),
        Some(game) if args.text => print_source(game, out),
        Some(game) => print_game(&load(game)?, out),
    }
}

fn print_list(out: &mut Output) -> Result<Answer, Failure> {
    let entries = entries();
    if out.is_json() {
        entries.iter().try_for_each(|entry| out.json(entry))?;
        return Ok(Answer::Yes);
    }
    let widest = |length: fn(&GameEntry) -> usize| entries.iter().map(length).max().unwrap_or(0);
    let (width, titles) = (widest(|entry| entry.name.len()), widest(|entry| entry.title.chars().count()));
    for GameEntry { name, title, players, kind } in entries {
        let players = count_text(players, "player").to_string();
        writeln!(out, "{name:width$}  {title:<titles$} {players:<10} {kind}")?;
    }
    Ok(Answer::Yes)
}

fn entries() -> Vec<GameEntry> {
    let files = boardwright_games::shipped_games().iter().map(|game| GameEntry {
        name: game.name,
        title: game.title,
        players: game.players,
        kind: game.genre.to_string(),
    });
    let rust_games = RUST_GAMES.iter().map(|game| GameEntry {
        name: game.info.name,
        title: game.info.title,
        players: game.info.players,
        kind: game.info.genre.to_string(),
    });
    let mut entries: Vec<GameEntry> = files.chain(rust_games).collect();
    entries.sort_by_key(|entry| entry.name);
    entries
}

/// Source text of a game.
pub fn game_source(argument: &str) -> Result<Source, Failure> {
    let (name, _) = split_game(argument)?;
    match find_game(name)? {
        GameSource::Shipped(game) => Ok(game.source()),
        GameSource::File(path) => Ok(read_source(path)?),
        GameSource::RustGame(game) => {
            Err(Failure::Input(format!("{} is written in Rust, it has no game file", game.info.name)))
        }
    }
}

fn print_source(argument: &str, out: &mut Output) -> Result<Answer, Failure> {
    let source = game_source(argument)?;
    if out.is_json() {
        out.json(&GameFile { name: source.name(), text: source.text() })?;
    } else {
        out.write_all(source.text().as_bytes())?;
    }
    Ok(Answer::Yes)
}

fn print_game(loaded: &LoadedGame, out: &mut Output) -> Result<Answer, Failure> {
    let report = game_report(loaded);
    if out.is_json() {
        out.json(&report)?;
        return Ok(Answer::Yes);
    }
    let GameReport { name, title, players, kind, about, rules, author, version, source, options } = &report;
    let kind = kind.as_ref().map_or(String::new(), |kind| format!(", {kind}"));
    writeln!(out, "{title} ({name}): {}{kind}", count_text(*players, "player"))?;
    for text in [about, rules].into_iter().filter(|text| !text.is_empty()) {
        writeln!(out, "\n{}", reflow(text))?;
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
    for OptionEntry { name, values, default, value } in options {
        let now = if value == default { String::new() } else { format!(", here {value}") };
        writeln!(out, "  {name} = {values}; {default} by default{now}")?;
    }
    if loaded.spec().is_some() {
        writeln!(out, "\n`boardwright games {} --text` prints the game file", split_game(&loaded.argument)?.0)?;
    }
    Ok(Answer::Yes)
}

fn game_report(loaded: &LoadedGame) -> GameReport {
    let description = loaded.spec().map(|game| (game.rules().description.clone(), game.rules().options.clone()));
    let (about, options) = description.unwrap_or_default();
    let GameDescription { about, author, source, version, rules } = about;
    let about = if about.is_empty() { loaded.about().unwrap_or_default().to_owned() } else { about };
    let choice = |ChosenOption { name, value, default, values }| OptionEntry { name, values, default, value };
    let in_rust = rust_game(&loaded.name).filter(|_| loaded.spec().is_none()).map_or(&[][..], |entry| entry.options);
    let number = |option: &RustGameOption| {
        let default = option.default.to_string();
        let value = loaded.options.get(option.name).unwrap_or(&default).clone();
        OptionEntry { name: option.name.to_owned(), values: option.range.to_string(), default, value }
    };
    let shipped = entries().into_iter().find(|entry| entry.name == loaded.name);
    let kind = shipped.filter(|_| split_game(&loaded.argument).is_ok_and(|(name, _)| name == loaded.name));
    GameReport {
        name: loaded.name.clone(),
        title: loaded.title.clone(),
        players: loaded.game().players(),
        kind: kind.map(|entry| entry.kind),
        about,
        rules,
        author,
        version,
        source,
        options: options.into_iter().map(choice).chain(in_rust.iter().map(number)).collect(),
    }
}
