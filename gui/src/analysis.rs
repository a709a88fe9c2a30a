//! What a player thinks of a position, told while it thinks. It changes nothing in the game.

use std::sync::Arc;

use boardwright_engine::any::AnyState;
use boardwright_engine::ids::LocationId;
use boardwright_engine::spec::Move;
use boardwright_shelf::think::{Thinking, Told};
use eframe::egui::Context;

use crate::board::Arrow;
use crate::session::Opened;
use crate::task::{Task, Teller};

/// A move, and what a player thinks of it.
#[derive(Clone, Debug)]
pub struct Best {
    /// What it thinks.
    pub told: Told,
    /// The line that it expects, as people call its moves.
    pub line: String,
}

/// A player that thinks of one position.
#[derive(Debug)]
pub struct Analysis {
    task: Task<Result<Vec<Best>, String>>,
    /// What it thinks by now, the best first.
    pub best: Vec<Best>,
    /// Why it thinks no more.
    pub failed: Option<String>,
}

impl Analysis {
    /// Has a player, as on the command line, think of a position and tell so many of the best moves.
    pub fn begin(window: &Context, opened: &Arc<Opened>, state: &AnyState, player: &str, lines: usize) -> Self {
        let (opened, state, player) = (opened.clone(), state.clone(), player.to_owned());
        let task = Task::begin(window, "analysis", move |teller: &Teller<_>| {
            let asked = match boardwright_players::parse(&player) {
                Ok(asked) => asked,
                Err(error) => return teller.tell(Err(error.to_string())),
            };
            let named = |told: &Told| Best { told: told.clone(), line: named(&opened, &state, &told.pv) };
            let hear = |best: &[Told]| teller.tell(Ok(best.iter().map(named).collect()));
            let thinking = Thinking {
                asked: &asked,
                loaded: &opened.loaded,
                beside: &opened.beside,
                state: &state,
                seed: 1,
                stop: &teller.stop,
                listener: Some((lines, &hear)),
            };
            match opened.loaded.with(thinking) {
                // Some players only choose.
                Ok(thought) if lines == 1 => teller.tell(Ok(vec![named(&thought.best)])),
                Ok(_) => {}
                Err(error) => teller.tell(Err(error.to_string())),
            }
        });
        Self { task, best: Vec::new(), failed: None }
    }

    /// Hears what it told.
    pub fn hear(&mut self) {
        for told in self.task.news() {
            match told {
                Ok(best) => self.best = best,
                Err(reason) => self.failed = Some(reason),
            }
        }
        if let Some(message) = self.task.broken() {
            self.failed = Some(message);
        }
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.task.is_over()
    }

    /// Its moves as arrows on the board.
    pub fn arrows(&self, opened: &Opened, state: &AnyState) -> Vec<Arrow> {
        let arrow = |(best, rank): (&Best, usize)| {
            let (from, to) = ends(opened, state, &best.told.mv)?;
            Some(Arrow { from, to, rank })
        };
        self.best.iter().zip(1..).filter_map(arrow).collect()
    }
}

/// So many moves of a line are told.
const TOLD: usize = 8;

/// A line as people call its moves.
fn named(opened: &Opened, state: &AnyState, line: &[String]) -> String {
    let (game, mut at) = (opened.loaded.game(), state.clone());
    let mut names = Vec::new();
    for text in line.iter().take(TOLD) {
        let Ok(mv) = game.parse_move(&at, text) else { break };
        names.push(opened.loaded.told(&at, &mv));
        if game.apply(&mut at, &mv).is_err() {
            break;
        }
    }
    names.join("  ")
}

/// From where to where a move goes, if it is one of a piece to a place; a piece that leaves the board is marked where it lies, and
/// where a piece has waited makes no difference.
pub fn ends(opened: &Opened, state: &AnyState, text: &str) -> Option<(Option<LocationId>, LocationId)> {
    let mv = opened.loaded.game().parse_move(state, text).ok()?;
    let mv = mv.downcast_ref::<Move>()?;
    let locations = &opened.loaded.spec()?.rules().locations;
    let from = mv.from.filter(|from| locations[from.index()].relevant);
    mv.to.map(|to| (from, to)).or_else(|| mv.from.map(|from| (None, from)))
}

/// What a value or a proof means, for people: `+0.25`, `won in 5`.
pub fn worth(told: &Told) -> String {
    match (&told.proven, told.value) {
        (Some(proven), _) if proven.plies > 0 => format!("{} {}", proven.result, proven.plies),
        (Some(proven), _) => proven.result.to_owned(),
        (None, Some(value)) => format!("{value:+.2}"),
        (None, None) => "?".to_owned(),
    }
}
