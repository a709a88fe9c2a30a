//! Premoves: while a computer thinks, the person sets the next move, which is made as soon as it is the person's turn, if it is
//! legal then.

use boardwright_game::any::AnyState;
use boardwright_game::game::Turn;
use boardwright_game::ids::{LocationId, Player};
use boardwright_interpreter::state::State;
use eframe::egui::{Key, Ui};

use super::Play;
use crate::board::{LegalMoves, Origin};
use crate::session::NodeId;
use crate::settings::Settings;

/// The premove of the person, and what can be chosen for it.
#[derive(Debug, Default)]
pub struct Premove {
    /// Moves of the person if it were the person's turn in this position.
    choices: Option<(NodeId, LegalMoves)>,
    /// Origin and target that the person has set.
    set: Option<(Option<Origin>, LocationId)>,
}

impl Premove {
    /// Removes the move that is set.
    pub fn clear(&mut self) {
        self.set = None;
    }

    /// Sets a move from an origin to a place. In games in which all pieces come from one supply the target says all.
    pub fn set(&mut self, from: Option<Origin>, to: LocationId) {
        self.set = Some((from, to));
    }

    /// Places of the move that is set.
    pub fn places(&self) -> Vec<LocationId> {
        let Some((from, to)) = self.set else { return Vec::new() };
        let from = match from {
            Some(Origin::Place(from)) => Some(from),
            _ => None,
        };
        from.into_iter().chain([to]).collect()
    }

    /// Moves that can be set in a position.
    pub fn choices(&self, node: NodeId) -> Option<&LegalMoves> {
        self.choices.as_ref().filter(|(known, _)| *known == node).map(|(_, choices)| choices)
    }
}

impl Play {
    /// The person who may set a premove in the visible position: the only one, while the other player, a computer, thinks,
    /// in games of two players without chance and hidden information.
    pub(super) fn premover(&self, settings: &Settings) -> Option<Player> {
        let session = &self.session;
        let game = session.loaded().game();
        let is_open = settings.premove
            && session.is_running()
            && session.visible_node() == session.match_node()
            && session.seats.len() == 2
            && session.loaded().spec().is_some()
            && !game.has_chance()
            && !game.has_hidden_information();
        let person = self.only_person().filter(|_| is_open)?;
        matches!(self.legal.turn, Some(Turn::Player(mover)) if mover != person).then_some(person)
    }

    /// Computes what can be chosen for a premove, removes one that is no longer possible, and makes the one that was set as
    /// soon as it is the person's turn.
    pub(super) fn update_premove(&mut self, ui: &Ui, settings: &Settings) {
        let node = self.session.visible_node();
        if let Some(person) = self.premover(settings) {
            if self.premove.choices(node).is_none() {
                let choices = self.choices_of(person).unwrap_or_default();
                self.premove.choices = Some((node, choices));
            }
            let is_cleared = ui.input(|input| input.key_pressed(Key::Escape) || input.pointer.secondary_clicked());
            if is_cleared {
                self.premove.clear();
            }
            return;
        }
        let Some((from, to)) = self.premove.set else { return };
        self.premove.clear();
        if !self.session.expects_person(self.legal.turn) && self.session.asked_person().is_none() {
            return;
        }
        // Of several moves, as promotions, the first one listed is made. One that is not legal is dropped.
        let is_meant = |choice: &&crate::board::MoveChoice| {
            choice.to == Some(to) && (choice.from == from || from.is_none() && choice.is_from_supply())
        };
        let meant = self.legal.choices.iter().find(is_meant).map(|choice| choice.mv.clone());
        if let Some(mv) = meant {
            self.explanation = self.session.make(&mv).err();
        }
    }

    /// Moves of a player in the visible position if it were the turn of the player.
    fn choices_of(&self, player: Player) -> Option<LegalMoves> {
        let loaded = self.session.loaded();
        let (_, state) = loaded.as_spec(self.session.state())?;
        let mut passed: State = state.clone();
        passed.set_mover(player);
        LegalMoves::of(loaded, &AnyState::new(passed)).ok()
    }
}
