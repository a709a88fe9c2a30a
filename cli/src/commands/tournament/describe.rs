//! What a tournament is described by on the command line: a file, or games and players, and changes to either.

use std::path::{Path, PathBuf};

use boardwright_arena::tournament::{Config, Entry, Pairing, SprtBounds};

use crate::failure::Failure;
use crate::players::split;

/// The description.
#[derive(Debug, clap::Args)]
pub struct Description {
    /// A description (a file that ends in .toml), or the games to be played.
    #[arg(required = true, value_name = "FILE|GAME")]
    what: Vec<String>,
    /// Who plays, apart by commas: `name:key=value,...` as `boardwright players` lists them.
    #[arg(long, value_name = "A,B,...")]
    players: Option<String>,
    /// A program outside that plays too, with its arguments; may be given several times.
    #[arg(long, value_name = "COMMAND")]
    program: Vec<String>,
    /// Games of each pairing in each game.
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Who meets whom.
    #[arg(long, value_parser = pairing, value_name = "round-robin|gauntlet|knockout|swiss|ladder")]
    pairing: Option<Pairing>,
    /// Rounds of a Swiss tournament or a ladder.
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// Begin after so many random moves; each start is played from all seats.
    #[arg(long, value_name = "N")]
    plies: Option<u32>,
    /// Of these only starts that a strong player finds worth at most so much more to one side: 0 is even, 1 a win.
    #[arg(long, value_name = "0..1")]
    balanced: Option<f64>,
    /// Begin with the lines of this file, one a line, moves apart by `;`.
    #[arg(long, value_name = "FILE")]
    starts: Option<PathBuf>,
    /// Seconds for each move of players without a budget of their own.
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// Seconds for the game, and so many more after each move.
    #[arg(long, value_name = "S[+S]", value_parser = total)]
    total: Option<(f64, f64)>,
    /// Positions made for each move of players without a budget of their own.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Moves looked ahead by players without a budget of their own.
    #[arg(long, value_name = "N")]
    depth: Option<u64>,
    /// By so many seconds a move may be late.
    #[arg(long, value_name = "S")]
    time_margin: Option<f64>,
    /// After so many moves a game ends without a winner.
    #[arg(long, value_name = "N")]
    max_moves: Option<usize>,
    /// A draw when a position has stood so often.
    #[arg(long, value_name = "N")]
    repetition: Option<usize>,
    /// Stop when it is known whether the first of two players is stronger: normalized Elo of the hypotheses, and error rates.
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<SprtBounds>,
    /// Rank players by alpha-Rank too, which shows cycles that a rating hides.
    #[arg(long)]
    alpha_rank: bool,
    /// Write `moves.csv` too.
    #[arg(long)]
    moves: bool,
    /// Keep no records of the games.
    #[arg(long)]
    no_records: bool,
}

impl Description {
    /// The description, and the folder from which its paths are meant.
    pub fn config(&self, seed: Option<u64>) -> Result<(Config, PathBuf), Failure> {
        let (mut config, folder) = match &self.what[..] {
            [file] if Path::new(file).extension().is_some_and(|ending| ending == "toml") => {
                let path = Path::new(file);
                let text = std::fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))?;
                let config = Config::read(&text).map_err(|reason| Failure::Input(format!("{file}: {reason}")))?;
                (config, path.parent().map(Path::to_owned).unwrap_or_default())
            }
            games => (Config::usual(games.to_vec(), Vec::new()), PathBuf::new()),
        };
        self.change(&mut config, seed);
        if config.players.is_empty() {
            return Err(Failure::Usage(
                "nobody plays: --players names them, as in --players mcts,alphabeta".to_owned(),
            ));
        }
        config.check().map_err(Failure::Usage)?;
        Ok((config, folder))
    }

    fn change(&self, config: &mut Config, seed: Option<u64>) {
        if let Some(players) = &self.players {
            config.players = split(players).iter().map(|text| Entry::player(text)).collect();
        }
        let program = |text: &String| {
            let program = text.split_whitespace().map(str::to_owned).collect();
            Entry { player: None, program, label: None }
        };
        config.players.extend(self.program.iter().map(program));
        set(&mut config.seed, seed);
        set(&mut config.games_per_pairing, self.games);
        set(&mut config.pairing, self.pairing);
        set(&mut config.start.plies, self.plies);
        set(&mut config.budget.time_margin, self.time_margin);
        config.rounds = self.rounds.or(config.rounds);
        config.start.balanced = self.balanced.or(config.start.balanced);
        config.start.lines = self.starts.clone().or(config.start.lines.take());
        config.budget.seconds = self.seconds.or(config.budget.seconds);
        if let Some((total, increment)) = self.total {
            (config.budget.total, config.budget.increment) = (Some(total), Some(increment));
        }
        config.budget.nodes = self.nodes.or(config.budget.nodes);
        config.budget.depth = self.depth.or(config.budget.depth);
        config.adjudication.max_moves = self.max_moves.or(config.adjudication.max_moves);
        config.adjudication.repetition = self.repetition.or(config.adjudication.repetition);
        config.sprt = self.sprt.or(config.sprt);
        config.moves |= self.moves;
        config.alpha_rank |= self.alpha_rank;
        config.records &= !self.no_records;
    }
}

/// What was said goes before what was there.
fn set<T: Copy>(field: &mut T, value: Option<T>) {
    *field = value.unwrap_or(*field);
}

fn pairing(text: &str) -> Result<Pairing, String> {
    let found = Pairing::ALL.iter().find(|(name, _)| *name == text).map(|(_, pairing)| *pairing);
    found.ok_or_else(|| format!("there are {}", Pairing::ALL.map(|(name, _)| name).join(", ")))
}

fn total(text: &str) -> Result<(f64, f64), String> {
    let (total, increment) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str| text.parse().map_err(|_| format!("\"{text}\" is no number of seconds"));
    Ok((number(total)?, number(increment)?))
}

fn sprt(text: &str) -> Result<SprtBounds, String> {
    let numbers: Vec<f64> = text
        .split(',')
        .map(|part| part.trim().parse())
        .collect::<Result<_, _>>()
        .map_err(|_| "numbers apart by commas are needed, as in 0,5 or 0,5,0.05,0.05".to_owned())?;
    match numbers[..] {
        [elo0, elo1] => Ok(SprtBounds { elo0, elo1, alpha: 0.05, beta: 0.05 }),
        [elo0, elo1, alpha, beta] => Ok(SprtBounds { elo0, elo1, alpha, beta }),
        _ => Err("two numbers are needed, or four".to_owned()),
    }
}
