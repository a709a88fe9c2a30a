//! `boardwright tune`: learn the weights of an evaluation from games that alpha-beta plays against itself, and keep them beside the game.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_players::evaluation::{Evaluation, Weights};
use boardwright_players::tune::{Lesson, tune};
use boardwright_shelf::files;
use boardwright_shelf::load::{Job, Known, Loaded};
use serde::Serialize;

use super::Answer;
use crate::failure::{Failure, say};
use crate::output::Output;
use crate::seeds;
use crate::taken::load;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: a shipped one's name or a game file, options after a colon.
    game: String,
    /// How many times to play and learn.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Games of a round.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Positions that may be looked at for a move.
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Plies after which a game is a draw.
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: u32,
    /// Where to keep the weights.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    files::can_be_written(&args.out)?;
    let loaded = load(&args.game)?;
    let weights = loaded.with(Tuning { args, seed: seeds::chosen(seed), loaded: &loaded })??;
    let text = serde_json::to_string(&weights).map_err(|error| Failure::Input(error.to_string()))?;
    files::write(&args.out, text.as_bytes())?;
    if out.is_json() {
        out.json(&Told { weights: &args.out })?;
    } else {
        writeln!(out, "the weights are in {}", args.out.display())?;
    }
    Ok(Answer::Yes)
}

#[derive(Serialize)]
struct Told<'a> {
    weights: &'a Path,
}

struct Tuning<'a> {
    args: &'a Args,
    loaded: &'a Loaded,
    seed: u64,
}

impl Job for Tuning<'_> {
    type Output = Result<Result<Weights, Failure>, Failure>;

    fn run<G: Known>(self, game: &G) -> Self::Output {
        if game.players() != 2 || game.has_chance() || game.hides() {
            return Err(Failure::Usage(
                "only games of two players without chance and with nothing hidden are tuned".to_owned(),
            ));
        }
        game.prepare();
        let Args { rounds, games, nodes, max_moves, .. } = *self.args;
        let [rounds, games, max_moves] = [rounds, games, max_moves].map(|count| count as usize);
        let lesson = Lesson { rounds, games, nodes, opening: 8, longest: max_moves, seed: self.seed };
        let mut number = 0;
        let learnt = tune(game, Evaluation::untaught(game), lesson, |round| {
            number += 1;
            let [won, drawn, lost] = round.results.map(|share| 100.0 * share);
            say(&format!(
                "round {number}: {won:.0} % won, {drawn:.0} % drawn, {lost:.0} % lost by player 1; {} positions, loss {:.4} before \
                 and {:.4} after\n",
                round.samples, round.loss.0, round.loss.1
            ));
        });
        Ok(learnt.map_err(|fault| self.loaded.fault(&fault).into()))
    }
}
