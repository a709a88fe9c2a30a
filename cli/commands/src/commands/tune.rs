//! `boardwright tune`: learns evaluation weights from self-play and saves them in a file: those of a board game by
//! alpha-beta, those of a feature set by one-ply search.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_library::files;
use boardwright_library::load::LoadedGame;
use boardwright_library::tuning::MarginFit;
use boardwright_players::tune::TuneSettings;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::{Failure, say};
use crate::load_game::load;
use crate::output::Output;
use crate::seeds;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: a shipped game's name or a game file, with options after a colon.
    game: String,
    /// Number of rounds of self-play and learning.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Games per round.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Positions searched per move.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Maximum length of a game in plies; a longer game is a draw.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: u32,
    /// Feature set of the game whose weights are fitted to the margins of one-ply self-play, instead of the weights of a
    /// board game.
    #[arg(long, value_name = "NAME")]
    features: Option<String>,
    /// Number of phases with separate weights (with --features).
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=20))]
    phases: u32,
    /// Name of the weights that play the first round (with --features).
    #[arg(long, value_name = "NAME", default_value = "greedy")]
    first: String,
    /// File for the weights.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    files::can_be_written(&args.out)?;
    let loaded = load(&args.game)?;
    let seed = seeds::seed_or_random(seed);
    let text = match &args.features {
        Some(features) => fit_margin(args, features, seed, &loaded)?,
        None => tune(args, seed, &loaded)?,
    };
    files::write(&args.out, text.as_bytes())?;
    if out.is_json() {
        out.json(&TuneReport { weights: &args.out })?;
    } else {
        writeln!(out, "the weights are in {}", args.out.display())?;
    }
    Ok(Answer::Yes)
}

#[derive(Serialize)]
struct TuneReport<'a> {
    weights: &'a Path,
}

/// Learns the weights of the board evaluation; returns them as JSON.
fn tune(args: &Args, seed: u64, loaded: &LoadedGame) -> Result<String, Failure> {
    let Args { rounds, games, nodes, max_moves, .. } = *args;
    let [rounds, games, max_moves] = [rounds, games, max_moves].map(|count| count as usize);
    let settings = TuneSettings { rounds, games, nodes, opening: 8, max_plies: max_moves, seed };
    let mut number = 0;
    let weights = loaded.tune(settings, &mut |round| {
        number += 1;
        let [won, drawn, lost] = round.results.map(|share| 100.0 * share);
        say(&format!(
            "round {number}: {won:.0} % won, {drawn:.0} % drawn, {lost:.0} % lost by player 1; {} positions, loss {:.4} before \
             and {:.4} after\n",
            round.samples, round.loss.0, round.loss.1
        ));
    })?;
    serde_json::to_string(&weights).map_err(|error| Failure::Input(error.to_string()))
}

/// Fits the weights of a feature set; returns the text of a weight file.
fn fit_margin(args: &Args, features: &str, seed: u64, loaded: &LoadedGame) -> Result<String, Failure> {
    let [phases, rounds, games] = [args.phases, args.rounds, args.games].map(|count| count as usize);
    let fit = MarginFit { features, first: &args.first, phases, rounds, games, seed };
    let mut number = 0;
    let text = loaded.fit_margin(fit, &mut |round| {
        number += 1;
        let error = round.error.map_or_else(String::new, |error| format!(", error of the margin {error:.2}"));
        say(&format!("round {number}: {} positions{error}\n", round.positions));
    })?;
    Ok(text)
}
