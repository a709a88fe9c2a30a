//! `boardwright tune`: learns evaluation weights from self-play of the alpha-beta player and saves them in a file.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_library::files;
use boardwright_library::load::LoadedGame;
use boardwright_players::evaluation::{Evaluation, Weights};
use boardwright_players::tune::{TuneSettings, tune};
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
    /// File for the weights.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    files::can_be_written(&args.out)?;
    let loaded = load(&args.game)?;
    let weights = loaded.run(TuneOperation { args, seed: seeds::seed_or_random(seed), loaded: &loaded })??;
    let text = serde_json::to_string(&weights).map_err(|error| Failure::Input(error.to_string()))?;
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

struct TuneOperation<'a> {
    args: &'a Args,
    loaded: &'a LoadedGame,
    seed: u64,
}

impl GameOperation for TuneOperation<'_> {
    type Output = Result<Result<Weights, Failure>, Failure>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        if game.players() != 2 || game.has_chance() || game.has_hidden_information() {
            return Err(Failure::Usage(
                "only two-player games without chance and hidden information can be tuned".to_owned(),
            ));
        }
        game.prepare();
        let Args { rounds, games, nodes, max_moves, .. } = *self.args;
        let [rounds, games, max_moves] = [rounds, games, max_moves].map(|count| count as usize);
        let settings = TuneSettings { rounds, games, nodes, opening: 8, max_plies: max_moves, seed: self.seed };
        let mut number = 0;
        let weights = tune(game, Evaluation::default_for(game), settings, |round| {
            number += 1;
            let [won, drawn, lost] = round.results.map(|share| 100.0 * share);
            say(&format!(
                "round {number}: {won:.0} % won, {drawn:.0} % drawn, {lost:.0} % lost by player 1; {} positions, loss {:.4} before \
                 and {:.4} after\n",
                round.samples, round.loss.0, round.loss.1
            ));
        });
        Ok(weights.map_err(|fault| self.loaded.fault_error(&fault).into()))
    }
}
