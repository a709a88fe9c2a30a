//! Analysis of a whole game: the value of every position, and the moves that lost most with the better ones.

use std::collections::HashMap;
use std::sync::Arc;

use boardwright_game::any::AnyState;
use boardwright_game::game::{Outcome, Turn};
use boardwright_game::ids::Player;
use boardwright_library::analysis::{AnalysisRequest, MoveAnalysis};
use eframe::egui::{Color32, Context, ProgressBar, RichText, Ui};

use super::evaluation::EvaluationUnit;
use super::move_list::mark_colour;
use super::turns::{MoveNumber, move_number};
use crate::session::{GameTree, NodeId, OpenedGame, Session};
use crate::task::{Reporter, Task};
use crate::texts::{t, with};
use crate::theme::widgets::IconButton;
use crate::theme::{icons::Icon, palette};

/// The player that analyses games, with little time for each position.
const REVIEWER: &str = "portfolio:seconds=0.4";
/// Losses in expectation, from -1 to 1, from which a move is doubtful, a mistake or a blunder. These are the limits of
/// lichess.
const LIMITS: [(f64, Judgement); 3] =
    [(0.3, Judgement::Blunder), (0.2, Judgement::Mistake), (0.1, Judgement::Doubtful)];
/// Largest number of moves that are listed.
const MAX_LISTED: usize = 8;

/// Judgement on a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// `?!`
    Doubtful,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// The mark after the move, as annotators write it.
    pub fn mark(self) -> &'static str {
        match self {
            Self::Doubtful => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Colour of the mark.
    pub fn colour(self, ui: &Ui) -> Color32 {
        mark_colour(ui, self == Self::Blunder)
    }

    /// Judgement on a move that lost this much, if it is to be marked.
    fn of_loss(loss: f64) -> Option<Self> {
        LIMITS.into_iter().find(|(limit, _)| loss >= *limit).map(|(_, judgement)| judgement)
    }
}

/// Value of a position.
#[derive(Clone, Debug)]
struct Valued {
    /// Value for the first player: 1 for a win, -1 for a loss.
    value: f64,
    /// The player to move; `None` at the end.
    player: Option<Player>,
    /// The best move, its text and its name for people.
    best: Option<(MoveAnalysis, String)>,
}

/// A marked move.
#[derive(Clone, Debug)]
struct Mistake {
    node: NodeId,
    judgement: Judgement,
    loss: f64,
    /// Evaluations before and after the move.
    values: [String; 2],
    better: String,
}

/// Analysis of one line, as far as it has come.
#[derive(Debug)]
pub struct Review {
    task: Task<Result<(usize, Option<Valued>), String>>,
    /// The positions, from the initial one.
    nodes: Vec<NodeId>,
    unit: EvaluationUnit,
    /// Number of positions that are done.
    done: usize,
    values: HashMap<NodeId, Valued>,
    mistakes: Vec<Mistake>,
    /// Error that ended the analysis.
    pub error: Option<String>,
}

impl Review {
    /// Starts the analysis of the line through the visible position.
    pub fn start(window: &Context, session: &Session) -> Self {
        let line = session.tree.whole_line(session.visible_node());
        let nodes: Vec<NodeId> = [GameTree::ROOT].into_iter().chain(line).collect();
        let states: Vec<AnyState> = nodes.iter().map(|&node| session.tree.node(node).state.clone()).collect();
        let opened = Arc::clone(&session.opened);
        let unit = EvaluationUnit::of(session.loaded());
        let task = Task::start(window, "review", move |reporter: &Reporter<_>| {
            for (index, state) in states.iter().enumerate() {
                if reporter.is_stopped() {
                    return;
                }
                match valued(&opened, state, reporter) {
                    Ok(valued) => reporter.report(Ok((index, valued))),
                    Err(reason) => return reporter.report(Err(reason)),
                }
            }
        });
        let (values, mistakes) = (HashMap::new(), Vec::new());
        Self { task, nodes, unit, done: 0, values, mistakes, error: None }
    }

    /// Takes over the results reported since the last call.
    pub fn poll(&mut self, session: &Session) {
        let news = self.task.messages();
        let any = !news.is_empty();
        for result in news {
            match result {
                Ok((index, valued)) => {
                    self.done = index + 1;
                    if let Some(valued) = valued {
                        self.values.insert(self.nodes[index], valued);
                    }
                }
                Err(reason) => self.error = Some(reason),
            }
        }
        if let Some(message) = self.task.take_panic() {
            self.error = Some(message);
        }
        if any {
            self.find_mistakes(session);
        }
    }

    fn find_mistakes(&mut self, session: &Session) {
        self.mistakes.clear();
        for pair in self.nodes.windows(2) {
            let [before, after] = [pair[0], pair[1]].map(|node| self.values.get(&node));
            let (Some(before), Some(after)) = (before, after) else { continue };
            let Some((player, (best, better))) = before.player.zip(before.best.as_ref()) else { continue };
            let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
            let loss = sign * (before.value - after.value);
            let is_best = best.mv == session.tree.node(pair[1]).text;
            let Some(judgement) = Judgement::of_loss(loss).filter(|_| !is_best) else { continue };
            let text = |valued: &Valued| self.unit.text(sign * valued.value, player);
            let values = [text(before), text(after)];
            self.mistakes.push(Mistake { node: pair[1], judgement, loss, values, better: better.clone() });
        }
    }

    /// Judgement on the move that led to a position.
    pub fn judgement(&self, node: NodeId) -> Option<Judgement> {
        self.mistakes.iter().find(|mistake| mistake.node == node).map(|mistake| mistake.judgement)
    }

    /// Value of a position for the first player.
    pub fn value(&self, node: NodeId) -> Option<f64> {
        self.values.get(&node).map(|valued| valued.value)
    }

    /// Shows the progress, and the worst moves with the better ones. Returns the position to which the user goes, and
    /// `true` if the analysis is to be discarded.
    pub fn ui(&self, ui: &mut Ui, session: &Session) -> (Option<NodeId>, bool) {
        let mut wanted = None;
        let is_running = self.done < self.nodes.len() && self.error.is_none() && !self.task.is_over();
        let closes = ui
            .horizontal(|ui| {
                let closes = IconButton::new(Icon::X, t("review.discard")).show(ui).clicked();
                if is_running {
                    let part = self.done as f32 / self.nodes.len() as f32;
                    let text = with("review.progress", &[&self.done, &self.nodes.len()]);
                    ui.add(ProgressBar::new(part).text(text).desired_width(ui.available_width()));
                } else {
                    ui.strong(t("review.done"));
                }
                closes
            })
            .inner;
        if let Some(reason) = &self.error {
            crate::theme::error_label(ui, reason);
        }
        let mut worst: Vec<&Mistake> = self.mistakes.iter().collect();
        worst.sort_by(|one, other| other.loss.total_cmp(&one.loss));
        if worst.is_empty() && !is_running && self.error.is_none() {
            ui.weak(t("review.none"));
        }
        for mistake in worst.into_iter().take(MAX_LISTED) {
            let node = session.tree.node(mistake.node);
            let number = move_number(session, mistake.node).map(MoveNumber::text).unwrap_or_default();
            let name = format!("{number} {}{}", node.label, mistake.judgement.mark());
            ui.horizontal_wrapped(|ui| {
                if ui.link(RichText::new(name).color(mistake.judgement.colour(ui))).clicked() {
                    wanted = Some(mistake.node);
                }
                let [before, after] = &mistake.values;
                ui.label(
                    RichText::new(with("review.better", &[&mistake.better, before, after])).color(palette(ui).weak),
                );
            });
        }
        (wanted, closes)
    }
}

/// Value of a position by the reviewer; `None` where chance moves.
fn valued(
    opened: &OpenedGame,
    state: &AnyState,
    reporter: &Reporter<Result<(usize, Option<Valued>), String>>,
) -> Result<Option<Valued>, String> {
    let loaded = &opened.loaded;
    let (turn, _) = loaded.game().legal_moves(state).map_err(|fault| loaded.fault_error(&fault).to_string())?;
    let player = match turn {
        Turn::Player(player) => player,
        Turn::Chance => return Ok(None),
        Turn::Over(outcome) => {
            let value = match outcome {
                Outcome::Draw => 0.0,
                Outcome::Won(player) if player == Player::FIRST => 1.0,
                Outcome::Won(_) => -1.0,
            };
            return Ok(Some(Valued { value, player: None, best: None }));
        }
    };
    let asked = boardwright_players::parse(REVIEWER).map_err(|error| error.to_string())?;
    let request = AnalysisRequest {
        player: &asked,
        loaded,
        artifacts: &opened.artifacts,
        state,
        seed: 1,
        stop: &reporter.stop,
        listener: None,
    };
    let best = request.run().map_err(|error| error.to_string())?.best;
    // Some players only choose a move, and the only legal move is not searched.
    let Some(value) = best.value else { return Ok(None) };
    let name = loaded.game().parse_move(state, &best.mv).map(|mv| loaded.move_description(state, &mv));
    let name = name.unwrap_or_else(|_| best.mv.clone());
    let value = if player == Player::FIRST { value } else { -value };
    Ok(Some(Valued { value, player: Some(player), best: Some((best, name)) }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_judged() {
        let marks = [0.05, 0.1, 0.25, 0.9].map(|loss| Judgement::of_loss(loss).map(Judgement::mark));
        assert_eq!(marks, [None, Some("?!"), Some("?"), Some("??")]);
    }
}
