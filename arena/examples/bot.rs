//! A program outside that plays any game: it asks `boardwright moves` what is legal, and takes the first move that it is told.
//! How such programs are talked to is in docs/tournaments.md.
//!
//! `cargo build -p boardwright-arena --example bot`, then
//! `boardwright tournament run nim --players random --program target/debug/examples/bot --out results`

use std::io::{self, BufRead as _, Write as _};
use std::process::Command;

fn main() -> io::Result<()> {
    let (mut game, mut line) = (String::new(), String::new());
    for said in io::stdin().lock().lines() {
        let said = said?;
        let (word, rest) = said.split_once(' ').unwrap_or((&said, ""));
        match word {
            "game" => rest.clone_into(&mut game),
            "position" => rest.clone_into(&mut line),
            "go" => answer(&format!("bestmove {}", first_move(&game, &line)?))?,
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

/// The first legal move of a position.
fn first_move(game: &str, line: &str) -> io::Result<String> {
    let mut command = Command::new("boardwright");
    command.args(["moves", game, "--format", "json"]);
    if !line.is_empty() {
        command.args(["--line", line]);
    }
    let told: serde_json::Value = serde_json::from_slice(&command.output()?.stdout)?;
    let text = told["moves"][0]["text"].as_str();
    text.map(str::to_owned).ok_or_else(|| io::Error::other("there is no move"))
}
