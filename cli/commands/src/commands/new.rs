//! `boardwright new`: creates a small, complete and commented game file, or a copy of an existing game. `doc` and the
//! tutorial describe the rest of the language.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use boardwright_library::template;
use serde::Serialize;

use super::games::game_source;
use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

/// Maximum length of a name.
const MAX_NAME_LENGTH: usize = 60;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Name of the game (lower case letters, digits and hyphens), or a path that ends with it, such as `folder/my-game.game`.
    /// Folders of the path are created.
    name: String,
    /// Folder for the file.
    #[arg(long, value_name = "DIR", default_value = ".", hide_default_value = true)]
    out: PathBuf,
    /// Copy this game instead: the name of a shipped game, or the path of a game file.
    #[arg(long, value_name = "GAME")]
    from: Option<String>,
}

#[derive(Serialize)]
struct CreatedFile<'a> {
    file: &'a str,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let (folder, file) = split_path(&args.name).map_err(Failure::Usage)?;
    let name = file.strip_suffix(".game").unwrap_or(file);
    check_name(name).map_err(Failure::Usage)?;
    let out_folder = if args.out == Path::new(".") { Path::new("") } else { &args.out };
    let in_folder = out_folder.join(folder);
    let path = in_folder.join(format!("{name}.game"));
    let text = match &args.from {
        Some(game) => game_source(game)?.text().to_owned(),
        None => template::game_file(&title(name)),
    };
    if !folder.as_os_str().is_empty() {
        std::fs::create_dir_all(&in_folder)
            .map_err(|error| Failure::Input(format!("cannot create the folder {}: {error}", in_folder.display())))?;
    }
    create(&path, text.as_bytes()).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Failure::Input(format!("{} exists already and is left unchanged", path.display()))
        }
        _ => Failure::file("write", &path, &error),
    })?;
    let path_text = path.display().to_string();
    if out.is_json() {
        out.json(&CreatedFile { file: &path_text })?;
        return Ok(Answer::Yes);
    }
    let quoted = if path_text.contains(' ') { format!("\"{path_text}\"") } else { path_text.clone() };
    let what = args.from.as_ref().map_or("a small game".to_owned(), |game| format!("a copy of {game}"));
    writeln!(out, "{path_text} is {what}, ready to be played and changed.\n")?;
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

/// Splits a path into its folder, which may be empty, and the name of the file.
fn split_path(text: &str) -> Result<(&Path, &str), String> {
    let path = Path::new(text);
    if text.ends_with(std::path::is_separator) {
        return Err(format!("\"{text}\" is a folder: add the name of the game, as in {text}my-game"));
    }
    // A path such as `..` has no file name; the check of the name explains what is allowed.
    let file = path.file_name().and_then(|name| name.to_str()).unwrap_or(text);
    Ok((path.parent().filter(|_| file != text).unwrap_or(Path::new("")), file))
}

/// Checks that a name is valid and not used by a shipped game.
fn check_name(name: &str) -> Result<(), String> {
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() {
        return Err("the game needs a name, such as my-game".to_owned());
    }
    if name.len() > MAX_NAME_LENGTH {
        return Err(format!("the name has {} characters, at most {MAX_NAME_LENGTH} are allowed", name.chars().count()));
    }
    if !name.chars().all(is_allowed) || !name.starts_with(|c: char| c.is_ascii_lowercase()) || name.ends_with('-') {
        let suggestion: String = name.to_lowercase().chars().map(|c| if is_allowed(c) { c } else { '-' }).collect();
        let suggestion =
            suggestion.trim_matches(|c: char| c == '-').trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        let hint = if suggestion.is_empty() { String::new() } else { format!(", for example {suggestion}") };
        return Err(format!("\"{name}\" is no name for a game: lower case letters, digits and hyphens make one{hint}"));
    }
    if boardwright_games::shipped_game(name).is_some() || boardwright_games::rust_games::rust_game(name).is_some() {
        return Err(format!("a game called {name} ships with the program; another name keeps them apart"));
    }
    Ok(())
}

/// Title for a name: `my-game` becomes `My game`.
fn title(name: &str) -> String {
    let name = name.replace('-', " ");
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Creates a new file, completely or not at all.
fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    let result = file.write_all(bytes).and_then(|()| file.sync_all());
    if result.is_err() {
        // A partial file would block the next attempt as an existing file.
        let _ = std::fs::remove_file(path);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_end_with_a_name() {
        let split = |text| split_path(text).unwrap();
        assert_eq!(split("my-game"), (Path::new(""), "my-game"));
        assert_eq!(split("a/b/my-game.game"), (Path::new("a/b"), "my-game.game"));
        assert_eq!(split("../up"), (Path::new(".."), "up"));
        assert_eq!(split(".."), (Path::new(""), ".."));
        assert!(split_path("games/").unwrap_err().contains("as in games/my-game"));
    }

    #[test]
    fn names() {
        assert_eq!([check_name("my-game"), check_name("x2")], [Ok(()), Ok(())]);
        for (name, expected) in [
            ("", "needs a name"),
            ("My Game!", "for example my-game"),
            ("2-ways", "for example ways"),
            ("../x", "for example x"),
            ("a/b", "for example a-b"),
            ("é", "lower case letters, digits and hyphens make one"),
            ("nim", "ships with the program"),
            ("pig", "ships with the program"),
        ] {
            let message = check_name(name).expect_err(name);
            assert!(message.contains(expected), "{name}: {message}");
        }
        assert!(check_name(&"x".repeat(61)).is_err());
        assert_eq!(title("my-game"), "My game");
    }
}
