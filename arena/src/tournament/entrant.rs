//! Who takes part: a player of this program or a program outside, with what it may spend. It is seated for each game anew.

use std::time::Duration;

use boardwright_engine::record;
use boardwright_players::Asked;

use super::config::{Budget, Entry};
use super::contest::Contest;
use super::process;
use crate::clock::Control;
use crate::seat::Seat;

/// Who takes part.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Its name in the results.
    pub label: String,
    /// Its clock, if it has one.
    pub control: Option<Control>,
    /// How many threads it searches with.
    pub threads: usize,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Player(Box<Asked>),
    Program(Vec<String>),
}

impl Entrant {
    /// What an entry means, with the budget of the tournament where it has none of its own.
    ///
    /// # Errors
    /// If there is no such player, or an option is wrong.
    pub fn new(entry: &Entry, budget: &Budget) -> Result<Self, String> {
        let (label, clock) = (entry.label(), control(budget));
        let Some(text) = &entry.player else {
            return Ok(Self { label, control: clock, threads: 1, kind: Kind::Program(entry.program.clone()) });
        };
        let wrong = |error: boardwright_players::AskedError| format!("player \"{label}\": {error}");
        let mut asked = boardwright_players::parse(text).map_err(wrong)?;
        let has = |asked: &Asked, key: &str| asked.values.texts().contains_key(key);
        let bounded = ["seconds", "nodes", "depth", "level", "playouts"].iter().any(|key| has(&asked, key));
        let mut control = clock;
        if bounded {
            let own = asked.values.texts().get("seconds").and_then(|text| text.parse().ok());
            control = own.map(|seconds| Control::Move(Duration::from_secs_f64(seconds)));
        } else {
            let knows = |key: &str| asked.entry.options.iter().any(|opt| opt.key == key);
            let given = [("nodes", budget.nodes), ("depth", budget.depth)];
            let more: Vec<String> = given
                .into_iter()
                .filter(|(key, _)| knows(key))
                .filter_map(|(key, value)| value.map(|value| format!("{key}={value}")))
                .collect();
            if !more.is_empty() {
                let join = if text.contains(':') { ',' } else { ':' };
                asked = boardwright_players::parse(&format!("{text}{join}{}", more.join(","))).map_err(wrong)?;
            }
        }
        let threads = asked.values.texts().get("threads").and_then(|text| text.parse().ok()).unwrap_or(1);
        Ok(Self { label, control, threads, kind: Kind::Player(Box::new(asked)) })
    }

    /// It sits down at a game; its random choices are made of `seed`.
    ///
    /// # Errors
    /// Why it does not play this game, or cannot be started.
    pub fn seated(&self, contest: &dyn Contest, seed: u64) -> Result<Box<dyn Seat>, String> {
        match &self.kind {
            Kind::Player(asked) => contest.seat(asked, seed),
            Kind::Program(command) => {
                let recorded = record::Seat {
                    player: self.label.clone(),
                    parameters: [("program".to_owned(), command.join(" "))].into(),
                };
                process::started(contest.game(), command, recorded)
            }
        }
    }
}

/// The clock that a budget gives.
fn control(budget: &Budget) -> Option<Control> {
    let seconds = Duration::from_secs_f64;
    match (budget.seconds, budget.total) {
        (Some(each), _) => Some(Control::Move(seconds(each))),
        (None, Some(total)) => {
            Some(Control::Game { total: seconds(total), increment: seconds(budget.increment.unwrap_or(0.0)) })
        }
        (None, None) => None,
    }
}
