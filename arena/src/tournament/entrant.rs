//! Participants of a tournament: players of this program or external programs, with their budgets. Each game gets new
//! seats.

use std::time::Duration;

use boardwright_game::record;
use boardwright_players::PlayerSpec;
use boardwright_players::command_line::join_command;

use super::config::{Budget, PlayerConfig};
use super::game_loader::TournamentGame;
use super::process;
use crate::clock::TimeControl;
use crate::seat::Seat;

/// A participant of a tournament.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Name in the results.
    pub label: String,
    /// Time control, if any.
    pub control: Option<TimeControl>,
    /// Number of search threads.
    pub threads: usize,
    kind: EntrantKind,
}

#[derive(Clone, Debug)]
enum EntrantKind {
    Player(Box<PlayerSpec>),
    Program(Vec<String>),
}

impl Entrant {
    /// The player; `None` for an external program.
    pub fn player(&self) -> Option<&PlayerSpec> {
        match &self.kind {
            EntrantKind::Player(spec) => Some(spec),
            EntrantKind::Program(_) => None,
        }
    }

    /// Resolves an entry of the configuration, with the budget of the tournament unless the entry has one of its own.
    ///
    /// # Errors
    /// If the player is unknown, or an option is invalid.
    pub fn new(entry: &PlayerConfig, budget: &Budget) -> Result<Self, String> {
        let (label, clock) = (entry.label(), time_control(budget));
        let Some(text) = &entry.player else {
            return Ok(Self { label, control: clock, threads: 1, kind: EntrantKind::Program(entry.program.clone()) });
        };
        let wrong = |error: boardwright_players::PlayerSpecError| format!("player \"{label}\": {error}");
        let mut spec = boardwright_players::parse(text).map_err(wrong)?;
        let has = |spec: &PlayerSpec, key: &str| spec.values.texts().contains_key(key);
        let bounded = ["seconds", "nodes", "depth", "level", "playouts"].iter().any(|key| has(&spec, key));
        let mut control = clock;
        if bounded {
            let own = spec.values.texts().get("seconds").and_then(|text| text.parse().ok());
            control = own.map(|seconds| TimeControl::Move(Duration::from_secs_f64(seconds)));
        } else {
            let knows = |key: &str| spec.entry.options.iter().any(|opt| opt.key == key);
            let given = [("nodes", budget.nodes), ("depth", budget.depth)];
            let more: Vec<String> = given
                .into_iter()
                .filter(|(key, _)| knows(key))
                .filter_map(|(key, value)| value.map(|value| format!("{key}={value}")))
                .collect();
            if !more.is_empty() {
                let join = if text.contains(':') { ',' } else { ':' };
                spec = boardwright_players::parse(&format!("{text}{join}{}", more.join(","))).map_err(wrong)?;
            }
        }
        let threads = spec.values.texts().get("threads").and_then(|text| text.parse().ok()).unwrap_or(1);
        Ok(Self { label, control, threads, kind: EntrantKind::Player(Box::new(spec)) })
    }

    /// Creates a seat at a game; its random choices come from `seed`.
    ///
    /// # Errors
    /// If the player does not support this game, or the program cannot be started.
    pub fn create_seat(&self, contest: &dyn TournamentGame, seed: u64) -> Result<Box<dyn Seat>, String> {
        match &self.kind {
            EntrantKind::Player(spec) => contest.seat(spec, seed),
            EntrantKind::Program(command) => {
                let recorded = record::Seat {
                    player: self.label.clone(),
                    parameters: [("program".to_owned(), join_command(command))].into(),
                };
                process::start_program(command, recorded)
            }
        }
    }
}

/// Time control of a budget.
fn time_control(budget: &Budget) -> Option<TimeControl> {
    let seconds = Duration::from_secs_f64;
    match (budget.seconds, budget.total) {
        (Some(each), _) => Some(TimeControl::Move(seconds(each))),
        (None, Some(total)) => {
            Some(TimeControl::Game { total: seconds(total), increment: seconds(budget.increment.unwrap_or(0.0)) })
        }
        (None, None) => None,
    }
}
