//! The configuration of a tournament: a TOML file, or the same from a command line. Only checks that need neither games
//! nor players are made here; the others are made in the setup.

use std::path::PathBuf;

use boardwright_players::command_line::join_command;
use serde::{Deserialize, Serialize};

use super::pairing::fixed_meetings;
use crate::adjudication::Adjudication;
use crate::statistics::{EloModel, ScoreSprt, Sprt, SprtError, SprtSettings};

/// Configuration of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(clippy::struct_excessive_bools, reason = "switches that are independent of each other")]
pub struct Config {
    /// Name of the tournament, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Games as on the command line, with options behind the name: `nim:heaps=3-4-5`.
    pub games: Vec<String>,
    /// Pairing system.
    #[serde(default)]
    pub pairing: Pairing,
    /// Number of rounds of a Swiss tournament or a ladder; by default the number needed to find the best player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// Number of games of each pairing in each game.
    #[serde(default = "default_games_per_pairing")]
    pub games_per_pairing: u32,
    /// `true` for duplicate deals: the games of a start have the same chance moves in all seatings and pairings, so that
    /// each player plays the same cards from every seat.
    #[serde(default, skip_serializing_if = "is_false")]
    pub duplicates: bool,
    /// Seed of all random choices.
    #[serde(default = "default_seed")]
    pub seed: u64,
    /// Largest number of games played in parallel; by default the number of cores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// Folder of the results, unless given on the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<PathBuf>,
    /// `true` if the games are stored as records.
    #[serde(default = "default_true")]
    pub records: bool,
    /// `true` if `moves.csv` is written.
    #[serde(default)]
    pub moves: bool,
    /// `true` if alpha-Rank is computed too, which shows cycles that a rating hides.
    #[serde(default)]
    pub alpha_rank: bool,
    /// Time in milliseconds after which finished games are synced to the disk at the latest.
    #[serde(default = "default_sync_ms")]
    pub sync_ms: u64,
    /// Number of hung player threads that are replaced; after that the tournament stops.
    #[serde(default = "default_replacements")]
    pub replacements: u32,
    /// Starts of the games.
    #[serde(default)]
    pub start: StartConfig,
    /// Budget of players that have none of their own.
    #[serde(default)]
    pub budget: Budget,
    /// Conditions that end games besides their rules.
    #[serde(default)]
    pub adjudication: AdjudicationConfig,
    /// Sequential test, which stops the tournament as soon as it is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtConfig>,
    /// The players.
    #[serde(rename = "player")]
    pub players: Vec<PlayerConfig>,
}

/// Pairing system of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// Round robin: everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// The loser of a match is eliminated.
    Knockout,
    /// Swiss system: players with equal points meet, avoiding repeated pairings.
    Swiss,
    /// Neighbours of a ranking meet, and the winner takes the upper place.
    Ladder,
}

impl Pairing {
    /// All pairing systems, by name.
    pub const ALL: [(&'static str, Self); 5] = [
        ("round-robin", Self::RoundRobin),
        ("gauntlet", Self::Gauntlet),
        ("knockout", Self::Knockout),
        ("swiss", Self::Swiss),
        ("ladder", Self::Ladder),
    ];

    /// Name in configuration files and tables.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, pairing)| *pairing == self).map_or("", |(name, _)| name)
    }

    /// `true` if the pairings of a round depend on earlier results.
    pub fn depends_on_results(self) -> bool {
        matches!(self, Self::Knockout | Self::Swiss | Self::Ladder)
    }
}

/// A player of this program, or an external program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlayerConfig {
    /// Player as on the command line: `mcts:nodes=2000`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// External program and its arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub program: Vec<String>,
    /// Name in the results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

impl PlayerConfig {
    /// Creates an entry for a player as on the command line.
    pub fn player(text: &str) -> Self {
        Self { player: Some(text.to_owned()), program: Vec::new(), label: None }
    }

    /// Name in the results: the label, or else the player or program as written.
    pub fn label(&self) -> String {
        let own = || self.player.clone().unwrap_or_else(|| join_command(&self.program));
        self.label.clone().unwrap_or_else(own)
    }
}

/// Starts of the games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StartConfig {
    /// Number of random moves before the players begin; the starts are distinct as long as there are enough.
    #[serde(default)]
    pub plies: u32,
    /// Largest absolute value of a start, as a strong player evaluates it: 0 is balanced, 1 a win. Other starts are
    /// discarded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balanced: Option<f64>,
    /// File of openings: a line of play on each line, with moves separated by `;`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<PathBuf>,
    /// Number of moves that are taken from each opening of the file; the players make the others. By default all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_plies: Option<u32>,
    /// `true` if the openings of the file are used in random order.
    #[serde(default, skip_serializing_if = "is_false")]
    pub shuffled: bool,
}

/// Budget of a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Budget {
    /// Seconds for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Seconds for the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
    /// Increment in seconds after each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment: Option<f64>,
    /// Number of positions per move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Search depth in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// Seconds by which a move may be late.
    #[serde(default = "default_time_margin")]
    pub time_margin: f64,
    /// Seconds after which a player without a clock counts as hung; with a clock it is ten times its time.
    #[serde(default = "default_stall")]
    pub stall: f64,
}

impl Default for Budget {
    fn default() -> Self {
        toml::from_str("").expect("everything has a default")
    }
}

/// Conditions that end games besides their rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AdjudicationConfig {
    /// Number of moves after which a game ends without a winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<usize>,
    /// Number of occurrences of a position that makes a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition: Option<usize>,
    /// Number of consecutive moves of each player over which their values must agree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<usize>,
    /// Largest distance from 0 of these values for a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<f64>,
    /// Value that all those of the winner reach, while all those of the others are at most its negative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<f64>,
}

impl AdjudicationConfig {
    /// Adjudication by the players' values, if configured.
    pub fn by_values(&self) -> Option<Adjudication> {
        let values = self.values.unwrap_or(4);
        (self.draw.is_some() || self.win.is_some()).then_some(Adjudication { values, draw: self.draw, win: self.win })
    }
}

/// Parameters of a sequential test: two hypotheses in normalized Elo or in scores, and error rates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SprtConfig {
    /// Normalized Elo of the null hypothesis: the first player is at most this much stronger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo0: Option<f64>,
    /// Normalized Elo of the alternative: the first player is at least this much stronger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elo1: Option<f64>,
    /// Mean score difference per deal of the null hypothesis: the first player scores at most this much more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score0: Option<f64>,
    /// Mean score difference per deal of the alternative: the first player scores at least this much more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score1: Option<f64>,
    /// Probability of a type I error: accepting the alternative although the null hypothesis holds.
    #[serde(default = "default_error_rate")]
    pub alpha: f64,
    /// Probability of a type II error: accepting the null hypothesis although the alternative holds.
    #[serde(default = "default_error_rate")]
    pub beta: f64,
}

/// Test of a sequential match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SprtTest {
    /// Test of the points of pairs of games, in normalized Elo.
    Elo(Sprt),
    /// Test of the mean score difference.
    Score(ScoreSprt),
}

impl SprtConfig {
    /// A test of two differences in normalized Elo, with error rates of 5 %.
    pub fn elo(elo0: f64, elo1: f64) -> Self {
        let rate = default_error_rate();
        Self { elo0: Some(elo0), elo1: Some(elo1), score0: None, score1: None, alpha: rate, beta: rate }
    }

    /// A test of two mean score differences per deal, with error rates of 5 %.
    pub fn score(score0: f64, score1: f64) -> Self {
        Self { elo0: None, elo1: None, score0: Some(score0), score1: Some(score1), ..Self::elo(0.0, 0.0) }
    }

    /// The test.
    ///
    /// # Errors
    /// If the hypotheses are incomplete or in the wrong order, or an error rate is out of range.
    pub fn test(&self) -> Result<SprtTest, String> {
        let Self { alpha, beta, .. } = *self;
        if ![alpha, beta].iter().all(|rate| (0.0001..=0.4).contains(rate)) {
            return Err("sprt: alpha and beta must be numbers from 0.0001 to 0.4".to_owned());
        }
        let wrong = |error: SprtError| format!("sprt: {error}");
        match (self.elo0, self.elo1, self.score0, self.score1) {
            (Some(elo0), Some(elo1), None, None) => {
                if elo0.is_nan() || elo1.is_nan() || elo0 >= elo1 {
                    return Err(format!("sprt: elo0 must be less than elo1, not {elo0} and {elo1}"));
                }
                let settings = SprtSettings { elo0, elo1, alpha, beta, model: EloModel::Normalized };
                Sprt::new(settings).map(SprtTest::Elo).map_err(wrong)
            }
            (None, None, Some(score0), Some(score1)) => {
                ScoreSprt::new(score0, score1, alpha, beta).map(SprtTest::Score).map_err(wrong)
            }
            _ => Err("sprt: either elo0 and elo1 are needed, or score0 and score1 for games of points".to_owned()),
        }
    }

    /// `true` if the test is one of scores.
    pub fn is_of_scores(&self) -> bool {
        self.score0.is_some()
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_false(value: &bool) -> bool {
    !value
}

const fn default_seed() -> u64 {
    1
}
const fn default_games_per_pairing() -> u32 {
    2
}
const fn default_replacements() -> u32 {
    10
}
const fn default_sync_ms() -> u64 {
    200
}
const fn default_true() -> bool {
    true
}
const fn default_time_margin() -> f64 {
    0.025
}
const fn default_stall() -> f64 {
    300.0
}
const fn default_error_rate() -> f64 {
    0.05
}

impl Config {
    /// Parses and checks a configuration file.
    ///
    /// # Errors
    /// If the text is not a valid configuration: the place, the error, and the valid alternatives.
    pub fn parse(text: &str) -> Result<Self, String> {
        let config: Self = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
        config.check()?;
        Ok(config)
    }

    /// Creates a configuration with default settings.
    #[allow(clippy::missing_panics_doc, reason = "all other settings have a default")]
    pub fn with_defaults(games: Vec<String>, players: Vec<PlayerConfig>) -> Self {
        let text = "games = []\nplayer = []\n";
        let empty: Self = toml::from_str(text).expect("all other settings have a default");
        Self { games, players, ..empty }
    }

    /// Serializes the configuration as TOML.
    #[allow(clippy::missing_panics_doc, reason = "a configuration is always valid TOML")]
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a configuration is always valid TOML")
    }

    /// Returns the settings that results depend on: all but the name, threads, folders and output options.
    #[must_use]
    pub fn result_settings(&self) -> Self {
        Self {
            name: String::new(),
            threads: None,
            out: None,
            records: true,
            moves: true,
            alpha_rank: false,
            sync_ms: 0,
            replacements: 0,
            // The contents of the file matter, not its place.
            start: StartConfig { lines: self.start.lines.is_some().then(PathBuf::new), ..self.start.clone() },
            ..self.clone()
        }
    }

    /// Number of games of the tournament in a game for `seats` players; `None` if it depends on results.
    pub fn game_count(&self, seats: usize) -> Option<u64> {
        let meetings = fixed_meetings(self.pairing, self.players.len(), seats)?;
        Some(meetings * u64::from(self.games_per_pairing))
    }

    /// Names of the players in the results.
    pub fn labels(&self) -> Vec<String> {
        self.players.iter().map(PlayerConfig::label).collect()
    }

    /// Checks the settings, as far as that is possible without the games.
    ///
    /// # Errors
    /// The first error, and the valid alternatives.
    pub fn check(&self) -> Result<(), String> {
        let wrong = |message: &str| Err(message.to_owned());
        if self.games.is_empty() {
            return wrong("games: at least one game is needed, as in games = [\"connect-four\"]");
        }
        for (index, entry) in self.players.iter().enumerate() {
            let number = index + 1;
            match (&entry.player, entry.program.is_empty()) {
                (None, true) => return Err(format!("player {number}: it needs player = \"...\" or program = [...]")),
                (Some(_), false) => {
                    return Err(format!("player {number}: it has both a player and a program; one is needed"));
                }
                _ => {}
            }
            let label = entry.label();
            if label.is_empty() || label.contains(['\n', '\r']) {
                return Err(format!("player {number}: its label must be one line that is not empty"));
            }
            if self.players[..index].iter().any(|other| other.label() == label) {
                return Err(format!(
                    "player {number}: the label \"{label}\" is used twice; give one a label of its own"
                ));
            }
        }
        if self.games_per_pairing == 0 {
            return wrong("games-per-pairing: at least 1 is needed");
        }
        if self.rounds == Some(0) {
            return wrong("rounds: at least 1 is needed");
        }
        if self.rounds.is_some() && !matches!(self.pairing, Pairing::Swiss | Pairing::Ladder) {
            return Err(format!("rounds: the number of rounds of a {} cannot be chosen", self.pairing.name()));
        }
        if self.threads == Some(0) {
            return wrong("threads: at least 1 is needed");
        }
        self.check_budget()?;
        if self.start.plies > 0 && self.start.lines.is_some() {
            return wrong("start: either plies or lines, not both");
        }
        if self.start.lines.is_none() && (self.start.line_plies.is_some() || self.start.shuffled) {
            return wrong("start: line-plies and shuffled are about openings of a file; name it by lines");
        }
        if let Some(most) = self.start.balanced {
            if !(0.0..1.0).contains(&most) {
                return Err(format!("start: balanced must be a number from 0 to less than 1, not {most}"));
            }
            if self.start.plies == 0 {
                return wrong("start: balanced needs random starts; set plies to their number of moves");
            }
        }
        if let Some(sprt) = self.sprt {
            sprt.test()?;
            if self.players.len() != 2 || self.games.len() != 1 {
                return wrong("sprt: exactly two players and one game are needed");
            }
        }
        Ok(())
    }

    fn check_budget(&self) -> Result<(), String> {
        let Budget { seconds, total, increment, time_margin, stall, .. } = self.budget;
        let named = [("seconds", seconds), ("total", total), ("increment", increment)];
        let times = named.into_iter().filter_map(|(name, time)| time.map(|time| (name, time)));
        for (name, time) in times.chain([("time-margin", time_margin), ("stall", stall)]) {
            if !(0.0..=1e7).contains(&time) {
                return Err(format!("budget: {name} must be a number of seconds from 0, not {time}"));
            }
        }
        if seconds.is_some() && total.is_some() {
            return Err("budget: either seconds for each move or a total, not both".to_owned());
        }
        if increment.is_some() && total.is_none() {
            return Err("budget: an increment needs a total".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"
games = ["connect-four", "nim:heaps=3-4-5"]
pairing = "gauntlet"
games-per-pairing = 40
[start]
plies = 4
[budget]
seconds = 0.1
[[player]]
player = "mcts"
label = "tree"
[[player]]
program = ["python3", "bot.py"]
"#;

    fn wrong(from: &str, to: &str) -> String {
        assert!(FILE.contains(from));
        Config::parse(&FILE.replacen(from, to, 1)).expect_err(to)
    }

    #[test]
    fn a_configuration_survives_a_round_trip() {
        let config = Config::parse(FILE).expect("it is well written");
        assert_eq!(config.labels(), ["tree", "python3 bot.py"]);
        assert_eq!(Config::parse(&config.to_toml()), Ok(config.clone()));
        assert_eq!((config.seed, config.budget.time_margin, config.pairing), (1, 0.025, Pairing::Gauntlet));
        let unsaid = Config::parse("games = [\"nim\"]\n[[player]]\nplayer = \"random\"\n")
            .expect("all other settings have a default");
        assert_eq!(
            unsaid.budget,
            Budget {
                seconds: None,
                total: None,
                increment: None,
                nodes: None,
                depth: None,
                time_margin: 0.025,
                stall: 300.0
            }
        );
        let other = Config { threads: Some(7), ..config.clone() };
        assert_eq!(other.result_settings(), config.result_settings());
        let with_lines = |path: &str| Config {
            start: StartConfig { lines: Some(path.into()), ..StartConfig::default() },
            ..config.clone()
        };
        assert_eq!(with_lines("a.txt").result_settings(), with_lines("b.pgn").result_settings());
        assert_ne!(with_lines("a.txt").result_settings(), config.result_settings());
        assert_ne!(Config { seed: 2, ..config.clone() }.result_settings(), config.result_settings());
    }

    #[test]
    fn games_are_counted_where_they_do_not_depend_on_results() {
        let players = ["a", "b", "c", "d"].map(PlayerConfig::player).to_vec();
        let config = Config { games_per_pairing: 10, ..Config::with_defaults(vec!["nim".to_owned()], players) };
        let count = |pairing, seats| Config { pairing, ..config.clone() }.game_count(seats);
        assert_eq!(
            [1, 2, 3, 5].map(|seats| count(Pairing::RoundRobin, seats)),
            [Some(40), Some(60), Some(40), Some(0)]
        );
        assert_eq!([2, 3].map(|seats| count(Pairing::Gauntlet, seats)), [Some(30), Some(30)]);
        assert_eq!(count(Pairing::Swiss, 2), None);
    }

    #[test]
    fn errors_are_reported_with_their_position() {
        let message = wrong("plies = 4", "plys = 4");
        assert!(message.contains("line 6") && message.contains("plys") && message.contains("plies"), "{message}");
        assert!(wrong("gauntlet", "gauntlt").contains("round-robin"));
        assert_eq!(
            wrong("\"mcts\"", "\"mcts\"\nprogram = [\"x\"]"),
            "player 1: it has both a player and a program; one is needed"
        );
        assert!(wrong("\"tree\"", "\"python3 bot.py\"").contains("is used twice"));
        assert!(wrong("seconds = 0.1", "seconds = -1").contains("budget: seconds must be"));
        assert!(wrong("seconds = 0.1", "increment = 1").contains("needs a total"));
        assert!(wrong("= 40", "= 0").contains("at least 1"));
        assert!(wrong("plies = 4", "plies = 4\nbalanced = 1.5").contains("less than 1, not 1.5"));
        assert!(wrong("plies = 4", "plies = 4\nbalanced = nan").contains("less than 1, not NaN"));
        assert!(wrong("plies = 4", "balanced = 0.3").contains("set plies to"));
        assert!(wrong("plies = 4", "line-plies = 3").contains("name it by lines"));
        assert!(wrong("plies = 4", "shuffled = true").contains("name it by lines"));
        assert!(wrong("games-per-pairing", "rounds = 3\ngames-per-pairing").contains("cannot be chosen"));
    }
}
