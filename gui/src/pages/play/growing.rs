//! The page with a board that grows tile by tile.

use std::sync::Arc;

use boardwright_game::any::AnyState;
use boardwright_game::features::WeightSet;
use boardwright_game::game::Turn;
use boardwright_library::{Error, LoadedGame};
use boardwright_players::registry::PlayerArtifacts;
use eframe::egui::Ui;

use super::Play;
use super::names::player_name;
use crate::board::{GrowingFrame, TurnMode, TurnValue, TurnValues, WeightsChoice};
use crate::settings::Settings;
use crate::texts::with;

impl Play {
    /// Shows the board, and makes the turn that the user ends.
    pub(super) fn growing_ui(&mut self, ui: &mut Ui, settings: &Settings) {
        let values = self.turn_values();
        let mode = self.turn_mode();
        let session = &self.session;
        let seats = session.loaded().players();
        let active = self.legal.turn.and_then(Turn::player);
        let frame = GrowingFrame {
            names: session.loaded().players().map(|player| player_name(session, player)).collect(),
            people: seats
                .map(|player| session.seats.get(player.index()).is_some_and(|seat| seat.who.is_person()))
                .collect(),
            active,
            mode,
            is_over: matches!(self.legal.turn, Some(Turn::Over(_))),
            shows_home: settings.scored_meeples,
            weights: self.weight_names.clone(),
            values,
        };
        let Some(board) = &mut self.growing else { return };
        let Some(text) = board.ui(ui, &frame) else { return };
        let made = match self.session.loaded().game().parse_move(self.session.state(), &text) {
            Ok(mv) => self.session.make(&mv),
            Err(error) => Err(with("play.not_allowed", &[&text, &error])),
        };
        self.explanation = made.err();
    }

    /// Permitted actions of the user on the board.
    pub(super) fn turn_mode(&self) -> TurnMode {
        let session = &self.session;
        let is_asked = session.asked_person().is_some() || session.expects_person(self.legal.turn);
        let is_turn = self.legal.turn.and_then(Turn::player).is_some();
        TurnMode::of(is_turn && self.can_person_move(), is_asked)
    }

    /// Values of the legal turns by the weights that the user chose, if they are to be shown.
    fn turn_values(&mut self) -> Option<Arc<TurnValues>> {
        let wanted = self.growing.as_ref()?.wanted_values()?.clone();
        let key = (self.session.visible_node(), wanted);
        if self.turn_values.as_ref().is_none_or(|(known, _)| *known != key) {
            let values = evaluate(self.session.loaded(), self.session.state(), &key.1);
            let values = values.unwrap_or_else(|error| {
                self.explanation = Some(error.to_string());
                TurnValues::default()
            });
            self.turn_values = Some((key, Arc::new(values)));
        }
        self.turn_values.as_ref().map(|(_, values)| Arc::clone(values))
    }
}

/// Names of the weights by which turns of a game can be valued.
pub(super) fn weight_names(loaded: &LoadedGame) -> Vec<String> {
    let players = loaded.game().players();
    let fits = |set: &WeightSet| set.players.is_none_or(|number| number == players);
    let sets = loaded.shipped_weights().into_iter().chain(loaded.own_weights().0);
    let mut names: Vec<String> = sets.filter(fits).map(|set| set.name).collect();
    names.sort();
    names.dedup();
    names
}

/// Values of the legal turns. The strongest weights are those of the default player, or else the first ones of the game.
fn evaluate(loaded: &LoadedGame, state: &AnyState, choice: &WeightsChoice) -> Result<TurnValues, Error> {
    let weights = match choice {
        WeightsChoice::Named(name) => loaded.weights(name)?,
        WeightsChoice::Strongest => {
            let strongest = match boardwright_players::parse(STRONGEST) {
                Ok(player) => loaded.player_weights(&player, &PlayerArtifacts::default())?,
                Err(_) => None,
            };
            let first = || loaded.shipped_weights().into_iter().next();
            let Some(weights) = strongest.or_else(first) else { return Ok(TurnValues::default()) };
            weights
        }
    };
    let turns = loaded.move_values(state, &weights)?.into_iter().map(|known| TurnValue {
        text: loaded.game().move_text(state, &known.mv),
        value: known.value,
        terms: known.terms,
    });
    Ok(TurnValues { turns: turns.collect(), weights: weights.name })
}

/// The player whose weights are the strongest ones.
const STRONGEST: &str = "portfolio";
