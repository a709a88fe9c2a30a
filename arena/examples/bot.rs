//! Example of an external program that plays any game: it gets the legal moves from `boardwright moves`, or from `legal` in
//! games with hidden information, and plays the first one. The protocol is documented in docs/tournaments.md.
//!
//! `cargo build -p boardwright-arena --example bot`, then
//! `boardwright tournament run nim --players random --program target/debug/examples/bot --out results`

use std::io::{self, BufRead as _, Write as _};
use std::process::Command;

fn main() -> io::Result<()> {
    let (mut game, mut line, mut legal) = (String::new(), String::new(), None);
    for command_line in io::stdin().lock().lines() {
        let command_line = command_line?;
        let (word, rest) = command_line.split_once(' ').unwrap_or((&command_line, ""));
        match word {
            "game" => rest.clone_into(&mut game),
            "position" => rest.clone_into(&mut line),
            "legal" => legal = rest.split("; ").next().map(str::to_owned),
            "go" => {
                let mv = legal.take().map_or_else(|| first_move(&game, &line), Ok)?;
                answer(&format!("bestmove {mv}"))?;
            }
            "draw" => answer("no")?,
            _ => {}
        }
    }
    Ok(())
}

fn answer(text: &str) -> io::Result<()> {
    println!("{text}");
    io::stdout().flush()
}

/// First legal move of a position.
fn first_move(game: &str, line: &str) -> io::Result<String> {
    let mut command = Command::new("boardwright");
    command.args(["moves", game, "--format", "json"]);
    if !line.is_empty() {
        command.args(["--line", line]);
    }
    let listing: serde_json::Value = serde_json::from_slice(&command.output()?.stdout)?;
    let text = listing["moves"][0]["text"].as_str();
    text.map(str::to_owned).ok_or_else(|| io::Error::other("there is no move"))
}
