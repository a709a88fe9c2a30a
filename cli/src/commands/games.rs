//! `boardwright games`: the games that ship.

use std::io::Write as _;

use serde::Serialize;

use super::Answer;
use crate::failure::Failure;
use crate::load::WRITTEN;
use crate::output::Output;

#[derive(Serialize)]
struct Entry {
    name: &'static str,
    title: &'static str,
    players: usize,
    kind: String,
}

pub fn run(out: &mut Output) -> Result<Answer, Failure> {
    let entries = entries();
    if out.is_json() {
        entries.iter().try_for_each(|entry| out.json(entry))?;
        return Ok(Answer::Yes);
    }
    let widest = |length: fn(&Entry) -> usize| entries.iter().map(length).max().unwrap_or(0);
    let (width, titles) = (widest(|entry| entry.name.len()), widest(|entry| entry.title.chars().count()));
    for Entry { name, title, players, kind } in entries {
        let players = if players == 1 { "1 player".to_owned() } else { format!("{players} players") };
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
