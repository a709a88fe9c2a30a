//! The setup of a tournament: loads games, resolves players and draws starts. All errors of the configuration are found
//! here, before the first game.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardwright_game::any::AnyGame;
use serde::{Deserialize, Serialize};

use super::balance::BalanceJudge;
use super::config::{Config, Pairing};
use super::digest;
use super::entrant::Entrant;
use super::game_loader::{GameLoader, TournamentGame};
use super::job::Job;
use super::pairing::{MeetingResult, next_round, seatings};
use super::starts::Openings;
use crate::playable::Opening;

/// A tournament that is ready to be played.
pub struct Setup {
    /// Configuration.
    pub config: Config,
    /// Loaded games.
    pub contests: Vec<Arc<dyn TournamentGame>>,
    /// Participants.
    pub entrants: Vec<Entrant>,
    openings: Vec<Openings>,
    /// Path and text of the file of starts, if any.
    lines: Option<(PathBuf, String)>,
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup").field("config", &self.config).finish_non_exhaustive()
    }
}

/// Identity of a tournament: results with equal identities may be combined.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// Version of the program.
    pub version: String,
    /// Hashes of the game files by the game as configured; `None` for a game that is not a file.
    pub hashes: BTreeMap<String, Option<String>>,
    /// Digest of all settings that results depend on.
    #[serde(rename = "essence")]
    pub settings_digest: String,
}

impl Setup {
    /// Loads and checks everything. Relative paths of the configuration are resolved in `folder`.
    ///
    /// # Errors
    /// The error, with its game or player.
    pub fn new(config: Config, library: &dyn GameLoader, folder: &Path) -> Result<Self, String> {
        config.check()?;
        let contests = config.games.iter().map(|text| library.load(text)).collect::<Result<_, _>>()?;
        // Names in older files of games may be in another encoding than UTF-8; no move depends on them.
        let read = |path: PathBuf| match std::fs::read(&path) {
            Ok(bytes) => Ok((path, String::from_utf8_lossy(&bytes).into_owned())),
            Err(error) => Err(format!("{}: {error}", path.display())),
        };
        let lines = config.start.lines.as_ref().map(|path| read(folder.join(path))).transpose()?;
        Self::with_contents(config, contests, lines)
    }

    /// Creates the setup from the contents of all files, without reading any.
    ///
    /// # Errors
    /// The error, with its game or player.
    pub fn with_contents(
        config: Config,
        contests: Vec<Arc<dyn TournamentGame>>,
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
            if config.pairing.depends_on_results() && seats != 2 {
                let pairing = config.pairing.name();
                return Err(format!("{name} is for {seats} players; a {pairing} needs games for two"));
            }
            if let Some(sprt) = config.sprt {
                if seats != 2 {
                    return Err(format!("{name} is for {seats} players; a sequential test needs a game for two"));
                }
                if sprt.is_of_scores() && contest.game().payoff().score().is_none() {
                    return Err(format!("{name} has no scores to play for; its sequential test needs elo0 and elo1"));
                }
            }
            if config.duplicates {
                check_duplicates(&config, contest.game(), name)?;
            }
            for entrant in &entrants {
                let wrong = |reason| format!("player \"{}\" at {name}: {reason}", entrant.label);
                entrant.create_seat(&**contest, 0).map_err(wrong)?;
            }
        }
        let openings = contests.iter().zip(&config.games).map(|(contest, name)| {
            openings(&config, &**contest, name, lines.as_ref()).map_err(|reason| format!("{name}: {reason}"))
        });
        let openings = openings.collect::<Result<_, _>>()?;
        Ok(Self { config, contests, entrants, openings, lines })
    }

    /// Identity of the tournament.
    pub fn identity(&self) -> Identity {
        let header = |contest: &Arc<dyn TournamentGame>| contest.header(Vec::new(), 0, Vec::new()).hash;
        let hashes = self.config.games.iter().cloned().zip(self.contests.iter().map(header)).collect();
        // Starts that are read from a file affect the results.
        let starts = format!("{:?}", self.openings);
        let settings_digest = digest::digest(&format!("{}\n{starts}", self.config.result_settings().to_toml()));
        Identity { version: env!("CARGO_PKG_VERSION").to_owned(), hashes, settings_digest }
    }

    /// Text of the file of starts, if any.
    pub fn lines(&self) -> Option<&str> {
        self.lines.as_ref().map(|(_, text)| &**text)
    }

    /// Start of a game.
    pub fn opening(&self, job: &Job) -> &Opening {
        self.openings[job.game].opening(job.start)
    }

    /// Number of threads of a game: the largest of its players, because only one of them searches at a time.
    pub fn thread_count(&self, job: &Job) -> usize {
        job.seats.iter().map(|&entrant| self.entrants[entrant].threads).max().unwrap_or(1)
    }

    /// Jobs of the round after those already played, with ids from `first` on; empty when the tournament is over.
    pub fn round(&self, played: &[Vec<MeetingResult>], first: u64) -> Vec<Job> {
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
        // Interleaves all pairings, so that intermediate results are comparable.
        for start in 0..per_pairing {
            for (game, meetings) in meetings.iter().enumerate() {
                for meeting in meetings {
                    let orders = seatings(meeting.len());
                    let left = per_pairing.saturating_sub(start * orders.len());
                    for (seating, order) in orders.iter().enumerate().take(left) {
                        let seats: Vec<usize> = order.iter().map(|&at| meeting[at]).collect();
                        let seed = self.seed(game, number, meeting, start, seating);
                        let deck_seed = self.config.duplicates.then(|| self.deck_seed(game, start));
                        let meeting = meeting.clone();
                        jobs.push(Job { id, round: number, game, meeting, start, seating, seats, seed, deck_seed });
                        id += 1;
                    }
                }
            }
        }
        jobs
    }

    /// Seed of a game: derived from the seed of the tournament and everything that distinguishes this game from others.
    fn seed(&self, game: usize, round: u32, meeting: &[usize], start: usize, seating: usize) -> u64 {
        let rounds = if self.config.pairing.depends_on_results() { round } else { 0 };
        let mut parts = vec![self.config.seed.to_string(), self.config.games[game].clone()];
        parts.extend(meeting.iter().map(|&entrant| self.entrants[entrant].label.clone()));
        parts.extend([rounds.to_string(), start.to_string(), seating.to_string()]);
        digest::seed(&parts.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// Seed of the chance moves of all games of a start; it depends neither on the players nor on their seats.
    fn deck_seed(&self, game: usize, start: usize) -> u64 {
        digest::seed(&[&self.config.seed.to_string(), &self.config.games[game], "deck", &start.to_string()])
    }

    /// `true` if all games are known in advance.
    pub fn is_fixed(&self) -> bool {
        matches!(self.config.pairing, Pairing::RoundRobin | Pairing::Gauntlet)
    }
}

/// Checks that duplicate deals make sense in a game.
fn check_duplicates(config: &Config, game: &dyn AnyGame, name: &str) -> Result<(), String> {
    if !game.has_chance() {
        return Err(format!(
            "{name} has no chance, so that there is nothing to duplicate; every start is played from all seats without \
             \"duplicates\" too"
        ));
    }
    let (games, set) = (config.games_per_pairing as usize, seatings(game.players()).len());
    if !games.is_multiple_of(set) {
        return Err(format!(
            "{name}: the same deals are played in {set} seatings; games-per-pairing must be a multiple of {set}, not {games}"
        ));
    }
    Ok(())
}

fn openings(
    config: &Config,
    contest: &dyn TournamentGame,
    name: &str,
    lines: Option<&(PathBuf, String)>,
) -> Result<Openings, String> {
    if let Some((path, text)) = lines {
        let file = path.display().to_string();
        let openings = Openings::parse(contest, &file, text, config.start.line_plies);
        let openings = openings.map_err(|reason| format!("{file}: {reason}"))?;
        let seed = config.seed.to_string();
        return Ok(if config.start.shuffled { openings.shuffled(&[&seed, name]) } else { openings });
    }
    if config.start.plies == 0 {
        return Ok(Openings::Start);
    }
    let seatings = seatings(contest.game().players()).len();
    let needed = (config.games_per_pairing as usize).div_ceil(seatings);
    let judge = config.start.balanced.map(|most| BalanceJudge::new(contest, most)).transpose()?;
    Openings::draw_random(contest.game(), config.start.plies, needed, &[&config.seed.to_string(), name], judge.as_ref())
}
