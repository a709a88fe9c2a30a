//! The state of the arm, of which there is one at a time, and what the person has to do next.

use eframe::egui::{Color32, RichText, Ui, Vec2};

use crate::texts::{t, with};
use crate::theme::icons::{self, Icon};
use crate::theme::{metrics, palette, widgets};

/// State of a connected arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArmStatus {
    /// People make all moves.
    NoArm,
    /// The arm parks and is disconnected.
    Ending,
    /// The stop button was pressed.
    Stopped,
    /// The arm waits for a person.
    Waiting,
    /// The arm does this, and has so many further orders.
    Working(String, usize),
    /// The servos are off.
    ServosOff,
    /// The arm waits for an order.
    Ready,
}

impl ArmStatus {
    fn icon(&self) -> Icon {
        match self {
            Self::NoArm => Icon::Hand,
            Self::Ending | Self::ServosOff => Icon::PowerOff,
            Self::Stopped => Icon::OctagonX,
            Self::Waiting => Icon::Hourglass,
            Self::Working(..) => Icon::Cog,
            Self::Ready => Icon::CircleCheck,
        }
    }

    fn colour(&self, ui: &Ui) -> Color32 {
        let palette = palette(ui);
        match self {
            Self::NoArm | Self::Ending | Self::ServosOff => palette.weak,
            Self::Stopped => palette.error,
            Self::Waiting => palette.warning,
            Self::Working(..) => palette.accent,
            Self::Ready => palette.success,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::NoArm => t("table.status_none").to_owned(),
            Self::Ending => t("table.status_ending").to_owned(),
            Self::Stopped => t("table.status_stopped").to_owned(),
            Self::Waiting => t("table.status_waiting").to_owned(),
            Self::Working(action, _) => action.clone(),
            Self::ServosOff => t("table.limp").to_owned(),
            Self::Ready => t("table.idle").to_owned(),
        }
    }

    /// Shows the state on one line, so that widgets below do not move when it changes.
    pub fn ui(&self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let colour = self.colour(ui);
            ui.label(icons::icon(self.icon()).color(colour));
            ui.add(eframe::egui::Label::new(RichText::new(self.text()).color(colour).strong()).truncate());
            match self {
                Self::Working(_, 1) => drop(ui.weak(t("table.one_queued"))),
                Self::Working(_, queued @ 2..) => drop(ui.weak(with("table.queued", &[queued]))),
                _ => {}
            }
        });
    }
}

/// Facts about the table from which the next step follows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableFacts {
    /// State of the arm; `None` before it is connected.
    pub status: Option<ArmStatus>,
    /// Request of the arm to the person.
    pub prompt: Option<String>,
    /// State of the camera.
    pub camera: CameraPhase,
    /// `true` if a person has to move in the match.
    pub asks_person: bool,
    /// `true` if the match is over or has not begun.
    pub is_idle: bool,
    /// A move that the person is to make on the table for somebody else.
    pub task: Option<String>,
}

/// State of the camera, as far as it decides what comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CameraPhase {
    /// No camera looks at the table.
    #[default]
    Off,
    /// The camera is being opened.
    Opening,
    /// The board was not found.
    NotFound,
    /// The board is found, and the set of pieces is not known yet.
    FoundBoard,
    /// Moves on the table are seen.
    Watching,
}

/// Button of the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepAction {
    /// Connect the table.
    Connect,
    /// Confirm what the arm has asked for.
    Confirm,
    /// Release the emergency stop.
    Release,
    /// Learn the set of pieces from the position.
    Learn,
    /// Show the page Play.
    Play,
}

/// Next step of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextStep {
    /// The step in a few words.
    pub title: String,
    /// Instruction for it.
    pub detail: String,
    /// Button that does it, with its text.
    pub button: Option<(&'static str, StepAction)>,
}

/// Returns what the person has to do next.
pub fn next_step(facts: &TableFacts) -> NextStep {
    let step = |title: &'static str, detail: &'static str, button: Option<(&'static str, StepAction)>| NextStep {
        title: t(title).to_owned(),
        detail: t(detail).to_owned(),
        button,
    };
    let Some(status) = &facts.status else {
        return step(
            "table_step.connect",
            "table_step.connect_detail",
            Some((t("table.connect"), StepAction::Connect)),
        );
    };
    if let Some(prompt) = &facts.prompt {
        let (title, button) = match status {
            ArmStatus::Stopped => ("table_step.stopped", t("table.resume")),
            _ => ("table_step.asked", t("table.safe")),
        };
        let button = Some((button, StepAction::Confirm));
        return NextStep { title: t(title).to_owned(), detail: prompt.clone(), button };
    }
    match (status, facts.camera) {
        (ArmStatus::Stopped, _) => {
            step("table_step.stopped", "table_step.stopped_detail", Some((t("table.resume"), StepAction::Release)))
        }
        (ArmStatus::Ending, _) => step("table_step.ending", "table_step.ending_detail", None),
        _ if facts.task.is_some() => {
            let detail = facts.task.clone().unwrap_or_default();
            NextStep { title: t("table_step.task").to_owned(), detail, button: None }
        }
        (ArmStatus::Working(..), _) => step("table_step.working", "table_step.working_detail", None),
        (ArmStatus::NoArm, CameraPhase::Off) => step("table_step.camera", "table_step.camera_detail", None),
        (_, CameraPhase::NotFound) => step("table_step.not_found", "table_step.not_found_detail", None),
        (_, CameraPhase::Opening) => step("table_step.opening", "table_step.opening_detail", None),
        (_, CameraPhase::FoundBoard) => {
            step("table_step.learn", "table_step.learn_detail", Some((t("camera.learn"), StepAction::Learn)))
        }
        (_, CameraPhase::Watching) if facts.asks_person => step("table_step.move", "table_step.move_detail", None),
        _ if facts.is_idle => {
            step("table_step.begin", "table_step.begin_detail", Some((t("table.show_play"), StepAction::Play)))
        }
        _ if facts.asks_person => {
            step("table_step.answer", "table_step.answer_detail", Some((t("table.show_play"), StepAction::Play)))
        }
        _ => step("table_step.wait", "table_step.wait_detail", None),
    }
}

impl NextStep {
    /// Shows the step as a card; returns the action whose button was clicked.
    pub fn ui(&self, ui: &mut Ui) -> Option<StepAction> {
        let mut asked = None;
        widgets::card(ui).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal(|ui| {
                ui.label(icons::sized(Icon::Footprints, metrics::HEADING).color(palette(ui).accent));
                ui.label(RichText::new(&self.title).size(metrics::TITLE).color(palette(ui).strong));
            });
            ui.label(&self.detail);
            if let Some((text, action)) = self.button {
                ui.add_space(metrics::GAP / 2.0);
                ui.spacing_mut().button_padding = Vec2::new(metrics::PADDING, metrics::GAP / 2.0);
                if widgets::primary_button(ui, text).clicked() {
                    asked = Some(action);
                }
            }
        });
        asked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(status: Option<ArmStatus>, camera: CameraPhase) -> TableFacts {
        TableFacts { status, prompt: None, camera, asks_person: true, is_idle: false, task: None }
    }

    fn action(facts: &TableFacts) -> Option<StepAction> {
        next_step(facts).button.map(|(_, action)| action)
    }

    #[test]
    fn a_table_is_connected_and_its_camera_set_up_step_by_step() {
        assert_eq!(action(&facts(None, CameraPhase::Off)), Some(StepAction::Connect));
        let without_arm = |camera| facts(Some(ArmStatus::NoArm), camera);
        assert_eq!(next_step(&without_arm(CameraPhase::Off)).title, t("table_step.camera"));
        assert_eq!(next_step(&without_arm(CameraPhase::NotFound)).title, t("table_step.not_found"));
        assert_eq!(action(&without_arm(CameraPhase::FoundBoard)), Some(StepAction::Learn));
        assert_eq!(next_step(&without_arm(CameraPhase::Watching)).title, t("table_step.move"));
        let ready = facts(Some(ArmStatus::Ready), CameraPhase::Off);
        assert_eq!(action(&ready), Some(StepAction::Play));
    }

    #[test]
    fn requests_of_the_arm_come_before_everything_else() {
        let asked = |status: ArmStatus| TableFacts {
            prompt: Some("put it down".to_owned()),
            task: Some("a1 to b2".to_owned()),
            ..facts(Some(status), CameraPhase::FoundBoard)
        };
        for status in [ArmStatus::Stopped, ArmStatus::Waiting] {
            let step = next_step(&asked(status));
            assert_eq!(
                (step.detail.as_str(), step.button.map(|(_, action)| action)),
                ("put it down", Some(StepAction::Confirm))
            );
        }
        let stopped = facts(Some(ArmStatus::Stopped), CameraPhase::Watching);
        assert_eq!(action(&stopped), Some(StepAction::Release));
    }
}
