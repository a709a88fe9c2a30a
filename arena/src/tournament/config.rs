//! What a tournament is described by: a file in TOML, or the same made of a command line. It is checked here as far as that goes
//! without games and players; what these make of it is seen when the tournament is set up.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::verdict::Verdict;

/// A tournament, as it is described.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// For people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Games as on the command line, options behind the name: `nim:heaps=3-4-5`.
    pub games: Vec<String>,
    /// Who meets whom.
    #[serde(default)]
    pub pairing: Pairing,
    /// Rounds of a Swiss tournament or a ladder; without it as many as it takes to find the best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    /// Games of each pairing in each game.
    #[serde(default = "two")]
    pub games_per_pairing: u32,
    /// From which every random choice comes.
    #[serde(default = "one")]
    pub seed: u64,
    /// How many games are played at the same time, at most; without it as many as there are cores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    /// The folder of the results, if the command line names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<PathBuf>,
    /// Whether the games are kept as records.
    #[serde(default = "yes")]
    pub records: bool,
    /// Whether `moves.csv` is written.
    #[serde(default)]
    pub moves: bool,
    /// Whether players are ranked by alpha-Rank too, which shows cycles that a rating hides.
    #[serde(default)]
    pub alpha_rank: bool,
    /// Milliseconds after which finished games are on the disk at the latest.
    #[serde(default = "two_hundred")]
    pub sync_ms: u64,
    /// So many players that did not come back from thinking are replaced; then the tournament stops.
    #[serde(default = "ten")]
    pub replacements: u32,
    /// Where games begin.
    #[serde(default)]
    pub start: Starts,
    /// What a player may spend that has no budget of its own.
    #[serde(default)]
    pub budget: Budget,
    /// What ends games besides their rules.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// Stops as soon as it is known well enough which of two players is stronger.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtBounds>,
    /// Who plays.
    #[serde(rename = "player")]
    pub players: Vec<Entry>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
    /// Who loses a match is out.
    Knockout,
    /// Those with equal points meet, nobody twice as long as that can be.
    Swiss,
    /// Neighbours meet, and the better one stands above.
    Ladder,
}

impl Pairing {
    /// All, by name.
    pub const ALL: [(&'static str, Self); 5] = [
        ("round-robin", Self::RoundRobin),
        ("gauntlet", Self::Gauntlet),
        ("knockout", Self::Knockout),
        ("swiss", Self::Swiss),
        ("ladder", Self::Ladder),
    ];

    /// As it is written.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, pairing)| *pairing == self).map_or("", |(name, _)| name)
    }

    /// Whether who meets whom depends on what was played.
    pub fn by_rounds(self) -> bool {
        matches!(self, Self::Knockout | Self::Swiss | Self::Ladder)
    }
}

/// A player, or a program outside that plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Entry {
    /// As on the command line: `mcts:nodes=2000`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// A program and its arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub program: Vec<String>,
    /// Its name in the results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

impl Entry {
    /// A player as on the command line.
    pub fn player(text: &str) -> Self {
        Self { player: Some(text.to_owned()), program: Vec::new(), label: None }
    }

    /// Its name in the results.
    pub fn label(&self) -> String {
        let own = || self.player.clone().unwrap_or_else(|| self.program.join(" "));
        self.label.clone().unwrap_or_else(own)
    }
}

/// Where games begin.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Starts {
    /// After so many random moves, no two starts alike as long as there are others.
    #[serde(default)]
    pub plies: u32,
    /// Only starts that are worth at most so much more to one side than to the other, as a strong player finds: 0 is even, 1 a win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balanced: Option<f64>,
    /// A file with a line of play on each line, moves apart by `;`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<PathBuf>,
}

/// What a player may spend.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Budget {
    /// Seconds for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Seconds for the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<f64>,
    /// Seconds more after each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment: Option<f64>,
    /// Positions made for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Moves looked ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// By so many seconds a move may be late.
    #[serde(default = "margin")]
    pub time_margin: f64,
    /// After so many seconds a player without a clock counts as lost in thought; with a clock it is ten times what it had.
    #[serde(default = "stall")]
    pub stall: f64,
}

impl Default for Budget {
    fn default() -> Self {
        toml::from_str("").expect("everything has a default")
    }
}

/// What ends games besides their rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Adjudication {
    /// After so many moves a game ends without a winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_moves: Option<usize>,
    /// A draw when a position has stood so often.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetition: Option<usize>,
    /// Over so many moves of each player on end their values must agree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<usize>,
    /// A draw, if all of them are at most so far from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<f64>,
    /// Won, if those of one player are at least this, and those of the others at most this with a minus.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<f64>,
}

impl Adjudication {
    /// When what the players think decides.
    pub fn verdict(&self) -> Option<Verdict> {
        let values = self.values.unwrap_or(4);
        (self.draw.is_some() || self.win.is_some()).then_some(Verdict { values, draw: self.draw, win: self.win })
    }
}

/// Bounds of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SprtBounds {
    /// Normalized Elo that the test takes the first player not to exceed.
    pub elo0: f64,
    /// Normalized Elo that it takes it to reach.
    pub elo1: f64,
    /// How often it may take a player for stronger that is not.
    #[serde(default = "five_percent")]
    pub alpha: f64,
    /// How often it may miss one that is.
    #[serde(default = "five_percent")]
    pub beta: f64,
}

const fn one() -> u64 {
    1
}
const fn two() -> u32 {
    2
}
const fn ten() -> u32 {
    10
}
const fn two_hundred() -> u64 {
    200
}
const fn yes() -> bool {
    true
}
const fn margin() -> f64 {
    0.025
}
const fn stall() -> f64 {
    300.0
}
const fn five_percent() -> f64 {
    0.05
}

impl Config {
    /// What a file says.
    ///
    /// # Errors
    /// If it is no description: where, what, and what could stand there instead.
    pub fn read(text: &str) -> Result<Self, String> {
        let config: Self = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
        config.check()?;
        Ok(config)
    }

    /// A tournament of the usual kind.
    #[allow(clippy::missing_panics_doc, reason = "all else has a default")]
    pub fn usual(games: Vec<String>, players: Vec<Entry>) -> Self {
        let text = "games = []\nplayer = []\n";
        let empty: Self = toml::from_str(text).expect("all else has a default");
        Self { games, players, ..empty }
    }

    /// The description as a file.
    #[allow(clippy::missing_panics_doc, reason = "a description is always TOML")]
    pub fn written(&self) -> String {
        toml::to_string(self).expect("a description is always TOML")
    }

    /// What results depend on: everything but the name, threads, folders and how files are written.
    #[must_use]
    pub fn essence(&self) -> Self {
        Self {
            name: String::new(),
            threads: None,
            out: None,
            records: true,
            moves: true,
            alpha_rank: false,
            sync_ms: 0,
            replacements: 0,
            ..self.clone()
        }
    }

    /// The names of the players in the results.
    pub fn labels(&self) -> Vec<String> {
        self.players.iter().map(Entry::label).collect()
    }

    /// What is wrong, as far as it can be said without the games.
    ///
    /// # Errors
    /// What, and what could stand there instead.
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
                return Err(format!("player {number}: \"{label}\" is there twice; give one a label of its own"));
            }
        }
        if self.games_per_pairing == 0 {
            return wrong("games-per-pairing: at least 1 is needed");
        }
        if self.rounds == Some(0) {
            return wrong("rounds: at least 1 is needed");
        }
        if self.rounds.is_some() && !matches!(self.pairing, Pairing::Swiss | Pairing::Ladder) {
            return Err(format!("rounds: a {} has as many rounds as it takes", self.pairing.name()));
        }
        if self.threads == Some(0) {
            return wrong("threads: at least 1 is needed");
        }
        self.check_budget()?;
        if self.start.plies > 0 && self.start.lines.is_some() {
            return wrong("start: either plies or lines, not both");
        }
        if let Some(most) = self.start.balanced {
            if !(0.0..1.0).contains(&most) {
                return Err(format!("start: balanced must be a number from 0 to less than 1, not {most}"));
            }
            if self.start.plies == 0 {
                return wrong("start: balanced chooses among random starts; plies says how many moves these have");
            }
        }
        if let Some(SprtBounds { elo0, elo1, alpha, beta }) = self.sprt {
            if elo0.is_nan() || elo1.is_nan() || elo0 >= elo1 {
                return Err(format!("sprt: elo0 must be less than elo1, not {elo0} and {elo1}"));
            }
            if ![alpha, beta].iter().all(|rate| (0.0001..=0.4).contains(rate)) {
                return wrong("sprt: alpha and beta must be numbers from 0.0001 to 0.4");
            }
            if self.players.len() != 2 || self.games.len() != 1 {
                return wrong("sprt: it compares two players at one game");
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
            return Err("budget: an increment belongs to a total".to_owned());
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
        Config::read(&FILE.replacen(from, to, 1)).expect_err(to)
    }

    #[test]
    fn a_file_is_read_and_written_alike() {
        let config = Config::read(FILE).expect("it is well written");
        assert_eq!(config.labels(), ["tree", "python3 bot.py"]);
        assert_eq!(Config::read(&config.written()), Ok(config.clone()));
        assert_eq!((config.seed, config.budget.time_margin, config.pairing), (1, 0.025, Pairing::Gauntlet));
        let unsaid =
            Config::read("games = [\"nim\"]\n[[player]]\nplayer = \"random\"\n").expect("all else has a default");
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
        assert_eq!(other.essence(), config.essence());
        assert_ne!(Config { seed: 2, ..config.clone() }.essence(), config.essence());
    }

    #[test]
    fn mistakes_are_told_with_their_place() {
        let message = wrong("plies = 4", "plys = 4");
        assert!(message.contains("line 6") && message.contains("plys") && message.contains("plies"), "{message}");
        assert!(wrong("gauntlet", "gauntlt").contains("round-robin"));
        assert_eq!(
            wrong("\"mcts\"", "\"mcts\"\nprogram = [\"x\"]"),
            "player 1: it has both a player and a program; one is needed"
        );
        assert!(wrong("\"tree\"", "\"python3 bot.py\"").contains("is there twice"));
        assert!(wrong("seconds = 0.1", "seconds = -1").contains("budget: seconds must be"));
        assert!(wrong("seconds = 0.1", "increment = 1").contains("belongs to a total"));
        assert!(wrong("= 40", "= 0").contains("at least 1"));
        assert!(wrong("plies = 4", "plies = 4\nbalanced = 1.5").contains("less than 1, not 1.5"));
        assert!(wrong("plies = 4", "plies = 4\nbalanced = nan").contains("less than 1, not NaN"));
        assert!(wrong("plies = 4", "balanced = 0.3").contains("plies says how many"));
        assert!(wrong("games-per-pairing", "rounds = 3\ngames-per-pairing").contains("as many rounds as it takes"));
    }
}
