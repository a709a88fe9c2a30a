//! `boardwright convert`: converts records to the standard notations of their games, and back. The notations are in
//! `boardwright-games`; this module writes the files. A game that cannot be converted is left out and listed.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_game::record::Record;
use boardwright_games::notation::{self, Notation};
use boardwright_library::files;
use boardwright_library::load::LoadedGame;
use boardwright_library::store;
use clap::ValueEnum;
use serde::Serialize;

use super::replay::{check_same_rules, for_each_game, locate_game, select_games};
use crate::answer::Answer;
use crate::failure::{Failure, say};
use crate::load_game::load_with_options;
use crate::output::{Output, count_text};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A record, or games in another format: PGN, PDN, SGF, poker hands as PHH, or a log of ACPC.
    record: PathBuf,
    /// Target format: PGN (chess), PDN (draughts), SGF (Gomoku and Hex), or records.
    #[arg(long, value_enum, hide_possible_values = true, value_name = "pgn|pdn|sgf|record")]
    to: Target,
    /// Write to this file. If several games become records, each gets a file with its number in the name.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Number of the game, if the file has several. Default: all games.
    #[arg(long, value_name = "N")]
    number: Option<usize>,
}

/// Target formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    Pgn,
    Pdn,
    Sgf,
    Record,
}

impl Target {
    fn notation(self) -> Option<Notation> {
        match self {
            Self::Pgn => Some(Notation::Pgn),
            Self::Pdn => Some(Notation::Pdn),
            Self::Sgf => Some(Notation::Sgf),
            Self::Record => None,
        }
    }
}

/// JSON answer: the path of the file that was written, or the text of a game.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Converted<'a> {
    File(&'a Path),
    Text(&'a str),
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let games = select_games(&args.record, args.number)?;
    let (is_single, mut texts) = (games.len() == 1, Vec::new());
    let answer = for_each_game(&args.record, games, &mut |number, stored| {
        texts.push((number, converted_text(args, &stored.record)?));
        Ok(())
    })?;
    match &args.out {
        Some(path) if !texts.is_empty() => write_files(args.to, path, is_single, texts, out)?,
        Some(_) => {}
        None => print_texts(args.to, &texts, out)?,
    }
    Ok(answer)
}

/// Writes the texts to a file, or each record of several games to a file with the number of its game in the name.
fn write_files(
    to: Target,
    path: &Path,
    is_single: bool,
    texts: Vec<(usize, String)>,
    out: &mut Output,
) -> Result<(), Failure> {
    let count = texts.len();
    let files: Vec<(PathBuf, String)> = if to == Target::Record && !is_single {
        texts.into_iter().map(|(number, text)| (with_number(path, number), text)).collect()
    } else {
        let texts: Vec<String> = texts.into_iter().map(|(_, text)| text).collect();
        vec![(path.to_owned(), texts.join("\n"))]
    };
    for (path, text) in &files {
        files::write(path, text.as_bytes())?;
        if out.is_json() {
            out.json(&Converted::File(path))?;
        } else {
            say(&format!(
                "{} in {}\n",
                if to == Target::Record && !is_single { "a game is".to_owned() } else { count_with_verb(count) },
                path.display()
            ));
        }
    }
    Ok(())
}

fn count_with_verb(games: usize) -> String {
    format!("{} {}", count_text(games, "game"), if games == 1 { "is" } else { "are" })
}

fn print_texts(to: Target, texts: &[(usize, String)], out: &mut Output) -> Result<(), Failure> {
    for (index, (_, text)) in texts.iter().enumerate() {
        if out.is_json() && to != Target::Record {
            out.json(&Converted::Text(text))?;
            continue;
        }
        if index > 0 && to != Target::Record {
            writeln!(out)?;
        }
        // The lines of a record are JSON already.
        out.write_all(text.as_bytes())?;
    }
    Ok(())
}

/// Text of a game in the target format.
fn converted_text(args: &Args, record: &Record) -> Result<String, Failure> {
    let Some(notation) = args.to.notation() else { return Ok(store::record_text(record, None)) };
    let loaded = load_with_options(&locate_game(&args.record, &record.header.game), &record.header.options)?;
    check_same_rules(&loaded, record)?;
    notation_text(&loaded, record, notation).map_err(Failure::Input)
}

/// Text of a record in a notation; an error if the notation is not one of the game.
pub fn notation_text(loaded: &LoadedGame, record: &Record, notation: Notation) -> Result<String, String> {
    let game = loaded.spec().filter(|game| notation.games().contains(&game.rules().name.as_str()));
    let Some(game) = game else {
        let (name, games) = (notation.name().to_uppercase(), notation.games().join(" and "));
        let own = Notation::of_game(&loaded.name)
            .map(|own| format!(", and {} has {}", loaded.name, own.name().to_uppercase()));
        let own = own.unwrap_or_default();
        return Err(format!("a game of {} cannot be written in {name}, which is for {games}{own}", loaded.name));
    };
    notation::write(game, record)
}

/// Inserts a number into a file name: `games.jsonl` becomes `games-2.jsonl`.
fn with_number(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{ending}"))
}
