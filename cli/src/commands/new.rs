//! `boardwright new`: a small game file to begin with, complete and commented, or a copy of a game that is there. What
//! the language has besides is told by `doc` and the tutorial.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use boardwright_shelf::fresh;
use serde::Serialize;

use super::Answer;
use super::games::file_of;
use crate::failure::Failure;
use crate::output::Output;

/// The longest name.
const LONGEST: usize = 60;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// What the game is called: lower case letters, digits and hyphens.
    name: String,
    /// The folder for the file.
    #[arg(long, value_name = "DIR", default_value = ".", hide_default_value = true)]
    out: PathBuf,
    /// Copy this game instead: the name of a shipped game, or the path of a game file.
    #[arg(long, value_name = "GAME")]
    from: Option<String>,
}

#[derive(Serialize)]
struct Written<'a> {
    file: &'a str,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let name = args.name.strip_suffix(".game").unwrap_or(&args.name);
    check(name).map_err(Failure::Usage)?;
    let file = format!("{name}.game");
    let path = if args.out == Path::new(".") { PathBuf::from(file) } else { args.out.join(file) };
    let text = match &args.from {
        Some(game) => file_of(game)?.text().to_owned(),
        None => fresh::text(&title(name)),
    };
    create(&path, text.as_bytes()).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::Input(format!("{} is there already, it stays as it is", path.display()))
        }
        _ => Failure::file("write", &path, &error),
    })?;
    let shown = path.display().to_string();
    if out.is_json() {
        out.json(&Written { file: &shown })?;
        return Ok(Answer::Yes);
    }
    let quoted = if shown.contains(' ') { format!("\"{shown}\"") } else { shown.clone() };
    let what = args.from.as_ref().map_or("a small game".to_owned(), |game| format!("a copy of {game}"));
    writeln!(out, "{shown} is {what}, ready to be played and changed.\n")?;
    for (command, what) in
        [("play", "play it"), ("check", "after a change, see what is wrong"), ("moves", "see what can be done")]
    {
        writeln!(
            out,
            "  boardwright {:width$}  {what}",
            format!("{command} {quoted}"),
            width = quoted.chars().count() + 6
        )?;
    }
    let width = quoted.chars().count() + 6;
    writeln!(out, "  boardwright {:width$}  look up the words of the language", "doc")?;
    Ok(Answer::Yes)
}

/// Whether a game can be called so.
fn check(name: &str) -> Result<(), String> {
    let good = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() {
        return Err("the game needs a name, such as my-game".to_owned());
    }
    if name.len() > LONGEST {
        return Err(format!("the name has {} characters, at most {LONGEST} are allowed", name.chars().count()));
    }
    if !name.chars().all(good) || !name.starts_with(|c: char| c.is_ascii_lowercase()) || name.ends_with('-') {
        let near: String = name.to_lowercase().chars().map(|c| if good(c) { c } else { '-' }).collect();
        let near = near.trim_matches(|c: char| c == '-').trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        let hint = if near.is_empty() { String::new() } else { format!(", for example {near}") };
        return Err(format!("\"{name}\" is no name for a game: lower case letters, digits and hyphens make one{hint}"));
    }
    if boardwright_games::named(name).is_some() || boardwright_shelf::load::WRITTEN.iter().any(|game| game.name == name)
    {
        return Err(format!("a game called {name} ships with the program; another name keeps them apart"));
    }
    Ok(())
}

/// `my-game` as people write it.
fn title(name: &str) -> String {
    let name = name.replace('-', " ");
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Writes a file that was not there, whole or not at all.
fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    if written.is_err() {
        // What is half-written would be taken for the user's own the next time.
        let _ = std::fs::remove_file(path);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!([check("my-game"), check("x2")], [Ok(()), Ok(())]);
        for (name, said) in [
            ("", "needs a name"),
            ("My Game!", "for example my-game"),
            ("2-ways", "for example ways"),
            ("../x", "for example x"),
            ("a/b", "for example a-b"),
            ("é", "lower case letters, digits and hyphens make one"),
            ("nim", "ships with the program"),
            ("pig", "ships with the program"),
        ] {
            let message = check(name).expect_err(name);
            assert!(message.contains(said), "{name}: {message}");
        }
        assert!(check(&"x".repeat(61)).is_err());
        assert_eq!(title("my-game"), "My game");
    }
}
