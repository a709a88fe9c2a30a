//! Trial of a poker script beside its text: a game state, the action that the script chooses in it, and the reasons.

use boardwright_bots::evaluation::{DecisionSettings, explain};
use boardwright_bots::programs::NoPrograms;
use boardwright_bots::script::Script;
use boardwright_bots::xml::{self, StackMeaning};
use boardwright_lang::{Source, render};
use eframe::egui::{RichText, ScrollArea, TextEdit, Ui};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::texts::t;

/// Ready game states, with the keys of their names.
const STATES: [(&str, &str); 3] = [
    ("trial.first", include_str!("states/first.xml")),
    ("trial.reraise", include_str!("states/reraise.xml")),
    ("trial.flop", include_str!("states/flop.xml")),
];

/// The trial of a script.
#[derive(Debug)]
pub struct ScriptTrial {
    /// Game state in XML, as `boardwright bot decide` reads it.
    state: String,
    /// Version of the text and game state of the last decision, with its result.
    decided: Option<(u64, String, Result<TrialDecision, String>)>,
}

/// A decision of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TrialDecision {
    action: Option<String>,
    /// The legal action that a table makes of it.
    legal: String,
    warnings: Vec<String>,
    reasons: Vec<String>,
}

impl Default for ScriptTrial {
    fn default() -> Self {
        Self { state: STATES[0].1.to_owned(), decided: None }
    }
}

impl ScriptTrial {
    /// Shows the trial of a script, which is missing while its text has errors.
    pub fn ui(&mut self, ui: &mut Ui, version: u64, script: Option<&Script>) {
        ui.horizontal_wrapped(|ui| {
            for (name, state) in STATES {
                if ui.selectable_label(self.state == state, t(name)).clicked() {
                    state.clone_into(&mut self.state);
                }
            }
        });
        let label = ui.label(t("trial.state"));
        ScrollArea::vertical().id_salt("trial state").max_height(ui.available_height() * 0.35).show(ui, |ui| {
            let field = TextEdit::multiline(&mut self.state).code_editor().desired_rows(6).desired_width(f32::INFINITY);
            ui.add(field).labelled_by(label.id);
        });
        let Some(script) = script else {
            ui.label(t("trial.no_script"));
            return;
        };
        let is_known = |(decided, state, _): &(u64, String, _)| *decided == version && *state == self.state;
        if !self.decided.as_ref().is_some_and(is_known) {
            self.decided = Some((version, self.state.clone(), decide(script, &self.state)));
        }
        match &self.decided {
            Some((_, _, Ok(decision))) => decision_ui(ui, decision),
            Some((_, _, Err(reason))) => {
                ui.label(RichText::new(reason).monospace().color(ui.visuals().error_fg_color));
            }
            None => {}
        }
    }
}

fn decision_ui(ui: &mut Ui, decision: &TrialDecision) {
    let action = decision.action.as_deref().unwrap_or(t("trial.none"));
    ui.label(RichText::new(action).heading().strong());
    if decision.action.as_ref() != Some(&decision.legal) {
        ui.weak(crate::texts::with("trial.legal", &[&decision.legal]));
    }
    for warning in &decision.warnings {
        ui.colored_label(ui.visuals().warn_fg_color, warning);
    }
    ScrollArea::both().id_salt("trial reasons").auto_shrink(false).show(ui, |ui| {
        for reason in &decision.reasons {
            ui.label(RichText::new(reason.trim_end()).monospace());
        }
    });
}

/// The action of a script in a game state, with its reasons. External programs do not run.
///
/// # Errors
/// The diagnostics of the game state.
fn decide(script: &Script, state: &str) -> Result<TrialDecision, String> {
    let source = Source::new("state.xml", state.as_bytes());
    let read = xml::read(&source, StackMeaning::Behind);
    let Some(situation) = read.situation else { return Err(render(&read.diagnostics, &[&source], false)) };
    let settings = DecisionSettings { programs: &NoPrograms, is_strict_offsuit: false };
    let (decision, reasons) = explain(script, &situation, settings, &mut Pcg64Mcg::seed_from_u64(1));
    let legal = situation.legal();
    let at_table = decision.action.map_or_else(|| legal.default_action(), |action| legal.nearest(action));
    Ok(TrialDecision {
        action: decision.action.map(|action| action.to_string()),
        legal: at_table.to_string(),
        warnings: decision.warnings.iter().map(ToString::to_string).collect(),
        reasons: reasons.iter().map(|rule| rule.text(&script.sources[0])).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_bots::script::load;
    use boardwright_bots::shipped::{SHIPPED_BOTS, ShippedTables};

    #[test]
    fn shipped_scripts_act_in_every_ready_state() {
        for bot in SHIPPED_BOTS {
            let script = load(&bot.source(), &ShippedTables).script.expect("it has no errors");
            for (name, state) in STATES {
                let decision = decide(&script, state).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert!(!decision.reasons.is_empty() && !decision.legal.is_empty(), "{}, {name}", bot.name);
            }
        }
    }

    #[test]
    fn a_wrong_state_is_explained() {
        let script = load(&SHIPPED_BOTS[0].source(), &ShippedTables).script.expect("it has no errors");
        assert!(decide(&script, "<game>").is_err_and(|reason| reason.contains("error")));
    }
}
