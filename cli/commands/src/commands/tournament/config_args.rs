//! Tournament configuration from the command line: a file, or games and players, with overrides for either.

use std::path::{Path, PathBuf};

use boardwright_arena::split_command;
use boardwright_arena::tournament::{Config, Pairing, PlayerConfig, SprtConfig};

use crate::failure::Failure;
use crate::player_list::split_players;

/// Arguments that describe a tournament.
#[derive(Debug, clap::Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct TournamentArgs {
    /// A configuration file (name ending in .toml), or the games to be played.
    #[arg(required = true, value_name = "FILE|GAME")]
    sources: Vec<String>,
    /// Players, separated by commas: `name:key=value,...` as `boardwright players` lists them. A label may stand before a player, as
    /// in `weak=mcts:nodes=50,strong=mcts:nodes=5000`.
    #[arg(long, value_name = "A,B,...")]
    players: Option<String>,
    /// An external program that plays, with its arguments, in quotes as for a shell: "python3 'my bots/bot.py' x"; may be given
    /// several times.
    #[arg(long, value_name = "COMMAND")]
    program: Vec<String>,
    /// Number of games per pairing and game.
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// Duplicate deals, for games with chance: the games of a start have the same deals in all seatings and pairings.
    #[arg(long)]
    duplicates: bool,
    /// Pairing system.
    #[arg(long, value_parser = parse_pairing, value_name = "round-robin|gauntlet|knockout|swiss|ladder")]
    pairing: Option<Pairing>,
    /// Number of rounds of a Swiss tournament or a ladder.
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// Start from positions after this many random moves; each start is played from all seats.
    #[arg(long, value_name = "N")]
    plies: Option<u32>,
    /// Use only starts that a strong player evaluates as balanced: at most this much better for one side (0 is even, 1 a win).
    #[arg(long, value_name = "0..1")]
    balanced: Option<f64>,
    /// Start from the openings of this file: a FEN or moves in each line, separated by `;`, or games (PGN, PDN, SGF).
    #[arg(long, value_name = "FILE")]
    starts: Option<PathBuf>,
    /// Take only this many moves from each start of the file; starts that are equal then are taken once.
    #[arg(long, value_name = "N")]
    starts_plies: Option<u32>,
    /// Use the starts of the file in random order.
    #[arg(long)]
    starts_shuffled: bool,
    /// Seconds per move for players without a budget of their own.
    #[arg(long, value_name = "S")]
    seconds: Option<f64>,
    /// Seconds per game, with an increment after each move.
    #[arg(long, value_name = "S[+S]", value_parser = parse_total)]
    total: Option<(f64, f64)>,
    /// Positions searched per move by players without a budget of their own.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Search depth in moves of players without a budget of their own.
    #[arg(long, value_name = "N")]
    depth: Option<u64>,
    /// Seconds by which a move may exceed its time limit.
    #[arg(long, value_name = "S")]
    time_margin: Option<f64>,
    /// End a game without a winner after this many moves.
    #[arg(long, value_name = "N")]
    max_moves: Option<usize>,
    /// Draw when a position occurs for the Nth time.
    #[arg(long, value_name = "N")]
    repetition: Option<usize>,
    /// Sequential probability ratio test (SPRT) of the first two players: stop when it is decided which one is stronger. Normalized Elo
    /// of the two hypotheses, and error rates.
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<SprtConfig>,
    /// The same on the mean difference of the scores per deal, for games of points or chips.
    #[arg(
        long,
        value_name = "SCORE0,SCORE1[,ALPHA,BETA]",
        value_parser = parse_score_sprt,
        allow_hyphen_values = true,
        conflicts_with = "sprt"
    )]
    score_sprt: Option<SprtConfig>,
    /// Also rank the players by alpha-Rank, which shows cycles that a rating hides.
    #[arg(long)]
    alpha_rank: bool,
    /// Also write `moves.csv`.
    #[arg(long)]
    moves: bool,
    /// Do not keep records of the games.
    #[arg(long)]
    no_records: bool,
}

impl TournamentArgs {
    /// Returns the tournament configuration, and the folder that its relative paths refer to.
    pub fn config(&self, seed: Option<u64>) -> Result<(Config, PathBuf), Failure> {
        let (mut config, folder) = match &self.sources[..] {
            [file] if Path::new(file).extension().is_some_and(|ending| ending == "toml") => {
                let path = Path::new(file);
                let text = std::fs::read_to_string(path).map_err(|error| Failure::file("read", path, &error))?;
                let config = Config::parse(&text).map_err(|reason| Failure::Input(format!("{file}: {reason}")))?;
                (config, path.parent().map(Path::to_owned).unwrap_or_default())
            }
            games => (Config::with_defaults(games.to_vec(), Vec::new()), PathBuf::new()),
        };
        self.apply_overrides(&mut config, seed)?;
        if config.players.is_empty() {
            return Err(Failure::Usage(
                "there are no players: name them with --players, as in --players mcts,alphabeta".to_owned(),
            ));
        }
        config.check().map_err(Failure::Usage)?;
        Ok((config, folder))
    }

    fn apply_overrides(&self, config: &mut Config, seed: Option<u64>) -> Result<(), Failure> {
        if let Some(players) = &self.players {
            let listed = split_players(players).into_iter();
            config.players = listed
                .map(|player| PlayerConfig { label: player.label, ..PlayerConfig::player(&player.text) })
                .collect();
        }
        for text in &self.program {
            let wrong = |error| Failure::Usage(format!("--program {text}: {error}"));
            let program = split_command(text).map_err(wrong)?;
            config.players.push(PlayerConfig { player: None, program, label: None });
        }
        override_with(&mut config.seed, seed);
        override_with(&mut config.games_per_pairing, self.games);
        override_with(&mut config.pairing, self.pairing);
        override_with(&mut config.start.plies, self.plies);
        override_with(&mut config.budget.time_margin, self.time_margin);
        config.rounds = self.rounds.or(config.rounds);
        config.start.balanced = self.balanced.or(config.start.balanced);
        config.start.lines = self.starts.clone().or(config.start.lines.take());
        config.start.line_plies = self.starts_plies.or(config.start.line_plies);
        config.start.shuffled |= self.starts_shuffled;
        config.budget.seconds = self.seconds.or(config.budget.seconds);
        if let Some((total, increment)) = self.total {
            (config.budget.total, config.budget.increment) = (Some(total), Some(increment));
        }
        config.budget.nodes = self.nodes.or(config.budget.nodes);
        config.budget.depth = self.depth.or(config.budget.depth);
        config.adjudication.max_moves = self.max_moves.or(config.adjudication.max_moves);
        config.adjudication.repetition = self.repetition.or(config.adjudication.repetition);
        config.sprt = self.sprt.or(self.score_sprt).or(config.sprt);
        config.duplicates |= self.duplicates;
        config.moves |= self.moves;
        config.alpha_rank |= self.alpha_rank;
        config.records &= !self.no_records;
        Ok(())
    }
}

/// Overrides a setting if the command line has a value for it.
fn override_with<T: Copy>(field: &mut T, value: Option<T>) {
    *field = value.unwrap_or(*field);
}

fn parse_pairing(text: &str) -> Result<Pairing, String> {
    let pairing = Pairing::ALL.iter().find(|(name, _)| *name == text).map(|(_, pairing)| *pairing);
    pairing.ok_or_else(|| format!("there are {}", Pairing::ALL.map(|(name, _)| name).join(", ")))
}

fn parse_total(text: &str) -> Result<(f64, f64), String> {
    let (total, increment) = text.split_once('+').unwrap_or((text, "0"));
    let number = |text: &str| text.parse().map_err(|_| format!("\"{text}\" is no number of seconds"));
    Ok((number(total)?, number(increment)?))
}

fn parse_sprt(text: &str) -> Result<SprtConfig, String> {
    parse_hypotheses(text, SprtConfig::elo)
}

fn parse_score_sprt(text: &str) -> Result<SprtConfig, String> {
    parse_hypotheses(text, SprtConfig::score)
}

/// Parses two hypotheses, and error rates if they are given.
fn parse_hypotheses(text: &str, test: impl Fn(f64, f64) -> SprtConfig) -> Result<SprtConfig, String> {
    let numbers: Vec<f64> = text
        .split(',')
        .map(|part| part.trim().parse())
        .collect::<Result<_, _>>()
        .map_err(|_| "numbers apart by commas are needed, as in 0,5 or 0,5,0.05,0.05".to_owned())?;
    match numbers[..] {
        [null, alternative] => Ok(test(null, alternative)),
        [null, alternative, alpha, beta] => Ok(SprtConfig { alpha, beta, ..test(null, alternative) }),
        _ => Err("two numbers are needed, or four".to_owned()),
    }
}
