//! `boardwright convert`: records in the notations of their games, and back. What the notations are is in `boardwright-games`; only
//! files are found and written here.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_engine::record::Record;
use boardwright_games::notation::{self, Notation};
use boardwright_shelf::files;
use boardwright_shelf::store;
use clap::ValueEnum;
use serde::Serialize;

use super::Answer;
use super::replay::{found, numbered, same_rules};
use crate::failure::{Failure, say};
use crate::output::{Output, counted};
use crate::taken::load_again;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A record, or games in another notation: PGN, PDN or SGF.
    record: PathBuf,
    /// What to make of it: PGN (chess), PDN (draughts), SGF (Gomoku and Hex), or records.
    #[arg(long, value_enum, hide_possible_values = true, value_name = "pgn|pdn|sgf|record")]
    to: Target,
    /// Write to this file. If several games become records, each gets a file with its number in the name.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Which game, if there are several; without this all of them.
    #[arg(long, value_name = "N")]
    number: Option<usize>,
}

/// What can be made of games.
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

/// The answer for programs: a file that was written, or the text of a game.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Converted<'a> {
    File(&'a Path),
    Text(&'a str),
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let games = numbered(&args.record, args.number)?;
    let texts = games.iter().map(|kept| text(args, &kept.record)).collect::<Result<Vec<_>, _>>()?;
    let Some(path) = &args.out else {
        return tell(args.to, &texts, out);
    };
    let files: Vec<(PathBuf, String)> = if args.to == Target::Record && texts.len() > 1 {
        (1..).map(|number| with_number(path, number)).zip(texts).collect()
    } else {
        vec![(path.clone(), texts.join("\n"))]
    };
    for (path, text) in &files {
        files::write(path, text.as_bytes())?;
        if out.is_json() {
            out.json(&Converted::File(path))?;
        } else {
            say(&format!(
                "{} in {}\n",
                if files.len() > 1 { "a game is".to_owned() } else { written(games.len()) },
                path.display()
            ));
        }
    }
    Ok(Answer::Yes)
}

fn written(games: usize) -> String {
    format!("{} {}", counted(games, "game"), if games == 1 { "is" } else { "are" })
}

fn tell(to: Target, texts: &[String], out: &mut Output) -> Result<Answer, Failure> {
    for (index, text) in texts.iter().enumerate() {
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
    Ok(Answer::Yes)
}

/// A game as it is to be written.
fn text(args: &Args, record: &Record) -> Result<String, Failure> {
    let Some(notation) = args.to.notation() else { return Ok(store::text(record, None)) };
    let loaded = load_again(&found(&args.record, &record.header.game), &record.header.options)?;
    same_rules(&loaded, record)?;
    let game = loaded.spec().filter(|game| notation.games().contains(&game.rules().name.as_str()));
    let Some(game) = game else {
        let (name, games) = (notation.name().to_uppercase(), notation.games().join(" and "));
        let own = Notation::of_game(&loaded.name)
            .map(|own| format!(", and {} has {}", loaded.name, own.name().to_uppercase()));
        let own = own.unwrap_or_default();
        return Err(Failure::Input(format!(
            "a game of {} cannot be told in {name}, which is for {games}{own}",
            loaded.name
        )));
    };
    notation::write(game, record).map_err(Failure::Input)
}

/// `games.jsonl` as `games-2.jsonl`.
fn with_number(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{ending}"))
}
