//! The outcomes of the next chance move: their probabilities, and their values by the player that analyses.

use boardwright_game::game::Turn;
use boardwright_library::chance_analysis::{ChanceAnalysisRequest, ChanceOutcome, expected_value};
use eframe::egui::{CollapsingHeader, Grid, Response, Ui};

use super::Play;
use crate::board::{dice_button, faces, has_dice};
use crate::session::{NodeId, Session};
use crate::task::{Reporter, Task};
use crate::texts::{t, with};

/// The evaluation of outcomes in the background.
type Evaluation = Task<Result<Vec<ChanceOutcome>, String>>;

/// Maximum number of outcomes that are buttons above the board; if there are more, those of the list are buttons.
pub const MAX_OUTCOME_BUTTONS: usize = 6;

/// Side of a die on a button, in points.
const DIE_SIDE: f32 = 30.0;

/// The list of outcomes.
#[derive(Debug, Default)]
pub struct ChancePanel {
    shown: Option<(NodeId, Vec<ChanceOutcome>)>,
    /// The evaluation in the position that is shown, and the player that makes it.
    analysis: Option<(String, Evaluation)>,
    error: Option<String>,
}

impl ChancePanel {
    /// Takes over the current results.
    pub fn poll(&mut self) {
        let Some((_, task)) = &mut self.analysis else { return };
        for result in task.messages() {
            match (result, &mut self.shown) {
                (Ok(found), Some((_, outcomes))) => *outcomes = found,
                (Err(reason), _) => self.error = Some(reason),
                (Ok(_), None) => {}
            }
        }
        if let Some(message) = task.take_panic() {
            self.error = Some(message);
        }
    }

    /// Discards everything.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Shows the outcomes if chance moves in the visible position. They are evaluated by `player`, if there is one.
    /// Returns the text of the outcome that the user has chosen, where that is possible.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, player: Option<&str>) -> Option<String> {
        let node = session.visible_node();
        if self.shown.as_ref().is_none_or(|(shown, _)| *shown != node) {
            self.clear();
            let outcomes = session.loaded().chance_outcomes(session.state());
            self.shown = Some((node, outcomes.unwrap_or_default()));
        }
        let (_, outcomes) = self.shown.as_ref().filter(|(_, outcomes)| !outcomes.is_empty())?;
        let are_many = outcomes.len() > MAX_OUTCOME_BUTTONS;
        let can_choose = are_many && !session.is_running();
        let mut chosen = None;
        if are_many && session.is_roll_requested() {
            chosen = outcome_buttons(ui, session.loaded().spec().is_some_and(|game| has_dice(game.rules())), outcomes);
        }
        if let Some(player) = player.filter(|player| self.analysis.as_ref().is_none_or(|(by, _)| by != player)) {
            self.analysis = Some((player.to_owned(), start(ui, session, player)));
        }
        CollapsingHeader::new(t("study.chances")).id_salt("chances").show(ui, |ui| {
            Grid::new("outcomes").striped(true).show(ui, |ui| {
                for ChanceOutcome { mv, label, probability, value } in outcomes {
                    if !can_choose {
                        ui.label(label);
                    } else if ui.button(label).clicked() {
                        chosen = Some(mv.clone());
                    }
                    ui.label(format!("{:.1} %", 100.0 * probability));
                    ui.label(value.map_or_else(String::new, |value| format!("{value:+.2}")));
                    ui.end_row();
                }
            });
        });
        if let Some(value) = expected_value(outcomes) {
            let first = session.loaded().game().player_name(boardwright_game::ids::Player::FIRST);
            ui.strong(with("study.expected", &[&first, &format!("{value:+.2}")]));
        }
        if let Some(reason) = &self.error {
            crate::theme::error_label(ui, reason);
        }
        chosen
    }
}

/// Shows a button for each outcome, in as little room as possible; returns the text of the one that was clicked.
fn outcome_buttons(ui: &mut Ui, has_dice: bool, outcomes: &[ChanceOutcome]) -> Option<String> {
    let clicked =
        |ui: &mut Ui, outcome: &ChanceOutcome| outcome_button(ui, has_dice, &outcome.mv, &outcome.label).clicked();
    let row =
        |ui: &mut Ui| outcomes.iter().filter(|outcome| clicked(ui, outcome)).last().map(|chosen| chosen.mv.clone());
    ui.horizontal_wrapped(row).inner
}

/// Shows the button of an outcome: the faces of the dice that its text names, or its label.
fn outcome_button(ui: &mut Ui, has_dice: bool, text: &str, label: &str) -> Response {
    match faces(text).filter(|_| has_dice) {
        Some(faces) => dice_button(ui, &faces, label, DIE_SIDE),
        None => ui.button(label),
    }
}

impl Play {
    /// Shows the button of a move without a place on the board; `true` if it is clicked.
    pub(super) fn move_button(&self, ui: &mut Ui, number: usize) -> bool {
        let choice = &self.legal.choices[number];
        let is_cast = self.legal.turn == Some(Turn::Chance);
        let has_dice = is_cast && self.session.loaded().spec().is_some_and(|game| has_dice(game.rules()));
        outcome_button(ui, has_dice, &choice.text, &self.button_text(number)).clicked()
    }
}

/// Starts the evaluation of the outcomes in the visible position.
fn start(ui: &Ui, session: &Session, player: &str) -> Evaluation {
    let (opened, state, player) = (session.opened.clone(), session.state().clone(), player.to_owned());
    Task::start(ui.ctx(), "chances", move |reporter: &Reporter<_>| {
        let player = match boardwright_players::parse(&player) {
            Ok(player) => player,
            Err(error) => return reporter.report(Err(error.to_string())),
        };
        let request = ChanceAnalysisRequest {
            player: &player,
            loaded: &opened.loaded,
            artifacts: &opened.artifacts,
            state: &state,
            seed: 1,
            stop: &reporter.stop,
            listener: &|outcomes: &[ChanceOutcome]| reporter.report(Ok(outcomes.to_vec())),
        };
        if let Err(error) = request.run() {
            reporter.report(Err(error.to_string()));
        }
    })
}
