//! A tournament with its games loaded, its players understood and its starts drawn: all that can be wrong with it is found here,
//! before the first game.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::config::{Config, Pairing};
use super::contest::{Contest, Library};
use super::digest;
use super::entrant::Entrant;
use super::job::Job;
use super::judge::Judge;
use super::pairing::{Met, next_round, seatings};
use super::starts::Openings;

/// A tournament that is ready to be played.
pub struct Setup {
    /// Its description.
    pub config: Config,
    /// Its games.
    pub contests: Vec<Arc<dyn Contest>>,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    openings: Vec<Openings>,
    /// The file of starts, if there is one: where it is, and its text.
    #[cfg(feature = "queue")]
    lines: Option<(PathBuf, String)>,
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup").field("config", &self.config).finish_non_exhaustive()
    }
}

/// What makes two tournaments the same: results of one may stand beside those of the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// The version of the program.
    pub version: String,
    /// The hashes of the games' files, by game as it was asked for; none for a game that is no file.
    pub hashes: BTreeMap<String, Option<String>>,
    /// The hash of everything in the description that results depend on.
    pub essence: String,
}

impl Setup {
    /// Loads and checks everything. Relative paths of the description are looked for in `folder`.
    ///
    /// # Errors
    /// What is wrong, in which game or player.
    pub fn new(config: Config, library: &dyn Library, folder: &Path) -> Result<Self, String> {
        config.check()?;
        let contests = config.games.iter().map(|text| library.contest(text)).collect::<Result<_, _>>()?;
        let read = |path: PathBuf| match std::fs::read_to_string(&path) {
            Ok(text) => Ok((path, text)),
            Err(error) => Err(format!("{}: {error}", path.display())),
        };
        let lines = config.start.lines.as_ref().map(|path| read(folder.join(path))).transpose()?;
        Self::with(config, contests, lines)
    }

    /// The same with everything that is read from files.
    ///
    /// # Errors
    /// What is wrong, in which game or player.
    #[cfg_attr(not(feature = "queue"), allow(clippy::needless_pass_by_value, reason = "what workers need is kept"))]
    pub(crate) fn with(
        config: Config,
        contests: Vec<Arc<dyn Contest>>,
        lines: Option<(PathBuf, String)>,
    ) -> Result<Self, String> {
        config.check()?;
        let entrants: Vec<_> =
            config.players.iter().map(|entry| Entrant::new(entry, &config.budget)).collect::<Result<_, _>>()?;
        for (contest, name) in contests.iter().zip(&config.games) {
            let seats = contest.game().players();
            if seats > entrants.len() {
                let there = entrants.len();
                return Err(format!("{name} is for {seats} players, and the tournament has {there}"));
            }
            if config.pairing.by_rounds() && seats != 2 {
                let pairing = config.pairing.name();
                return Err(format!("{name} is for {seats} players; a {pairing} needs games for two"));
            }
            if config.sprt.is_some() && seats != 2 {
                return Err(format!("{name} is for {seats} players; a sequential test needs a game for two"));
            }
            for entrant in &entrants {
                let wrong = |reason| format!("player \"{}\" at {name}: {reason}", entrant.label);
                entrant.seated(&**contest, 0).map_err(wrong)?;
            }
        }
        let openings = contests.iter().zip(&config.games).map(|(contest, name)| {
            openings(&config, &**contest, name, lines.as_ref()).map_err(|reason| format!("{name}: {reason}"))
        });
        let openings = openings.collect::<Result<_, _>>()?;
        Ok(Self {
            config,
            contests,
            entrants,
            openings,
            #[cfg(feature = "queue")]
            lines,
        })
    }

    /// What makes it what it is.
    pub fn identity(&self) -> Identity {
        let header = |contest: &Arc<dyn Contest>| contest.header(Vec::new(), 0, Vec::new()).hash;
        let hashes = self.config.games.iter().cloned().zip(self.contests.iter().map(header)).collect();
        // Lines that are read from a file belong to what is played.
        let starts = format!("{:?}", self.openings);
        let essence = digest::digest(&format!("{}\n{starts}", self.config.essence().written()));
        Identity { version: env!("CARGO_PKG_VERSION").to_owned(), hashes, essence }
    }

    /// The text of the file of starts, if there is one.
    #[cfg(feature = "queue")]
    pub(crate) fn lines(&self) -> Option<&str> {
        self.lines.as_ref().map(|(_, text)| &**text)
    }

    /// The moves before a game.
    pub fn opening(&self, job: &Job) -> &[String] {
        self.openings[job.game].line(job.start)
    }

    /// How many threads a game takes: as many as the player that takes most, for one thinks at a time.
    pub fn weight(&self, job: &Job) -> usize {
        job.seats.iter().map(|&entrant| self.entrants[entrant].threads).max().unwrap_or(1)
    }

    /// The games of the round after those that were played, with ids from `first` on; nothing when the tournament is over.
    pub fn round(&self, played: &[Vec<Met>], first: u64) -> Vec<Job> {
        let Config { pairing, rounds, .. } = self.config;
        let meetings: Vec<Vec<Vec<usize>>> = self
            .contests
            .iter()
            .map(|contest| next_round(pairing, self.entrants.len(), contest.game().players(), rounds, played))
            .collect();
        let number = played.len() as u32 + 1;
        let per_pairing = self.config.games_per_pairing as usize;
        let mut jobs = Vec::new();
        let mut id = first;
        // All pairings go on side by side, so that results so far compare.
        for start in 0..per_pairing {
            for (game, meetings) in meetings.iter().enumerate() {
                for meeting in meetings {
                    let orders = seatings(meeting.len());
                    let left = per_pairing.saturating_sub(start * orders.len());
                    for (seating, order) in orders.iter().enumerate().take(left) {
                        let seats: Vec<usize> = order.iter().map(|&at| meeting[at]).collect();
                        let seed = self.seed(game, number, meeting, start, seating);
                        let meeting = meeting.clone();
                        jobs.push(Job { id, round: number, game, meeting, start, seating, seats, seed });
                        id += 1;
                    }
                }
            }
        }
        jobs
    }

    /// The seed of a game: of the tournament's, and of everything that makes this game another than the others.
    fn seed(&self, game: usize, round: u32, meeting: &[usize], start: usize, seating: usize) -> u64 {
        let rounds = if self.config.pairing.by_rounds() { round } else { 0 };
        let mut parts = vec![self.config.seed.to_string(), self.config.games[game].clone()];
        parts.extend(meeting.iter().map(|&entrant| self.entrants[entrant].label.clone()));
        parts.extend([rounds.to_string(), start.to_string(), seating.to_string()]);
        digest::seed(&parts.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Whether all games are known before the first is played.
    pub fn is_fixed(&self) -> bool {
        matches!(self.config.pairing, Pairing::RoundRobin | Pairing::Gauntlet)
    }
}

fn openings(
    config: &Config,
    contest: &dyn Contest,
    name: &str,
    lines: Option<&(PathBuf, String)>,
) -> Result<Openings, String> {
    if let Some((path, text)) = lines {
        return Openings::read(contest.game(), text).map_err(|reason| format!("{}: {reason}", path.display()));
    }
    if config.start.plies == 0 {
        return Ok(Openings::Start);
    }
    let seatings = seatings(contest.game().players()).len();
    let needed = (config.games_per_pairing as usize).div_ceil(seatings);
    let judge = config.start.balanced.map(|most| Judge::new(contest, most)).transpose()?;
    Openings::drawn(contest.game(), config.start.plies, needed, &[&config.seed.to_string(), name], judge.as_ref())
}
