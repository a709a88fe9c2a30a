//! Actions of a game other than moves: which of them are possible now, and what they do. Buttons, keys and the command palette
//! cause them alike.

use boardwright_game::game::Turn;
use eframe::egui::{Context, Ui};

use super::Play;
use super::note_menu::NoteRequest;
use super::side::SideTab;
use crate::keys::{self, PlayAction};
use crate::session::GameTree;
use crate::texts::t;

impl Play {
    /// `true` if an action is possible now.
    pub fn can(&self, action: PlayAction) -> bool {
        let session = &self.session;
        // While the screen is handed over, nobody may act for the person who is to move.
        let is_owned = !self.is_screen_free();
        let is_asked = is_owned && session.asked_person().is_some();
        let is_alone = session.seats.len() == 1;
        let has_moves = !self.legal.choices.is_empty();
        let is_elsewhere = !session.is_running() || session.visible_node() != session.match_node();
        match action {
            PlayAction::First | PlayAction::Back => session.visible_node() != GameTree::ROOT,
            PlayAction::Forward | PlayAction::Last => self.next_node().is_some(),
            PlayAction::PlayOrPause => self.has_computers() || self.can(PlayAction::PlayHere),
            PlayAction::PlayHere => is_owned && is_elsewhere && has_moves,
            PlayAction::Step => self.has_computers() && session.is_paused(),
            PlayAction::Flip => self.board.is_some(),
            PlayAction::TakeBack => session.take_back_target().is_ok(),
            PlayAction::Hint => has_moves && self.can_advise(),
            PlayAction::MoveForMe => has_moves && self.can_person_move() && (is_asked || is_elsewhere),
            PlayAction::Analyse | PlayAction::EvaluationBar => !session.hides_information(),
            PlayAction::OfferDraw => is_asked && !is_alone,
            PlayAction::Resign => is_asked,
            PlayAction::Swap => !is_alone && self.swap_refusal().is_none(),
            PlayAction::Save => !session.hides_information(),
            PlayAction::Comment => !session.hides_information(),
            PlayAction::Mark(_) => !session.hides_information() && session.visible_node() != GameTree::ROOT,
            PlayAction::Promote => {
                !session.hides_information() && session.tree.variation_of(session.visible_node()).is_some()
            }
            PlayAction::DeleteFrom => !session.hides_information() && session.can_delete(session.visible_node()),
            PlayAction::UndoEdit => session.can_undo_edit(),
            PlayAction::Rematch | PlayAction::NewGame | PlayAction::Clear => true,
        }
    }

    /// `true` if the match has computers.
    pub(super) fn has_computers(&self) -> bool {
        self.session.seats.iter().any(|seat| !seat.who.is_person())
    }

    /// Carries out an action, if it is possible now.
    pub fn run(&mut self, window: &Context, action: PlayAction) {
        if !self.can(action) {
            return;
        }
        // A message is about the action before.
        self.explanation = None;
        match action {
            PlayAction::First => self.session.show(GameTree::ROOT),
            PlayAction::Back => {
                let shown = self.session.visible_node();
                self.session.show(self.session.tree.parent(shown).unwrap_or(shown));
            }
            PlayAction::Forward => {
                let next = self.next_node();
                next.into_iter().for_each(|next| self.session.show(next));
            }
            PlayAction::Last => {
                let last = self.known_line().last().copied();
                last.into_iter().for_each(|last| self.session.show(last));
            }
            PlayAction::PlayOrPause if self.session.is_running() && self.has_computers() => {
                self.session.pause(!self.session.is_paused());
            }
            PlayAction::PlayOrPause | PlayAction::PlayHere => {
                self.session.pause(false);
                self.session.play(&window.into());
            }
            PlayAction::Step => self.session.step(),
            PlayAction::Flip => {
                self.is_turned = !self.is_turned;
                self.update_side();
            }
            PlayAction::TakeBack => self.session.take_back(&window.into()),
            PlayAction::Hint => self.study.hint(window, &self.session),
            PlayAction::MoveForMe => self.study.move_for_me(window, &self.session),
            PlayAction::Analyse => self.study.switch_analysis(),
            PlayAction::EvaluationBar => self.shows_evaluation = !self.shows_evaluation,
            PlayAction::OfferDraw => self.session.offer_draw(),
            PlayAction::Resign => self.confirms_resignation = true,
            PlayAction::Swap => self.swap_seats(window),
            PlayAction::Rematch => {
                self.study.commit_comment(&mut self.session);
                self.rematch_request = true;
            }
            PlayAction::NewGame => self.new_game_request = true,
            PlayAction::Save => {
                self.study.commit_comment(&mut self.session);
                self.study.files.save_game(window, &self.session);
            }
            PlayAction::Comment => self.note(NoteRequest::Edit(self.session.visible_node())),
            PlayAction::Mark(sign) => self.note(NoteRequest::Mark(self.session.visible_node(), sign)),
            PlayAction::Promote => self.note(NoteRequest::Promote(self.session.visible_node())),
            PlayAction::DeleteFrom => self.note(NoteRequest::DeleteFrom(self.session.visible_node())),
            PlayAction::UndoEdit => {
                self.study.commit_comment(&mut self.session);
                self.session.undo_edit();
            }
            PlayAction::Clear => {
                if let Some(board) = &mut self.board {
                    board.clear_selection();
                }
            }
        }
    }

    /// Begins the game again with other dice and cards; its moves and notes are removed.
    pub fn begin_again(&mut self, window: &Context) {
        self.study.clear();
        self.premove.clear();
        self.session.seed = self.session.seed.wrapping_add(1);
        self.session.restart(&window.into());
    }

    /// Changes comments, marks or variations of the visible move.
    fn note(&mut self, request: NoteRequest) {
        self.tab = SideTab::Moves;
        self.study.note(&mut self.session, request);
    }

    /// Carries out the actions whose keys were pressed.
    pub(super) fn handle_keys(&mut self, ui: &Ui) {
        let steered = self.board.as_ref().filter(|_| self.can_person_move());
        if let Some(number) = steered.and_then(|board| board.arrow_move(ui, &self.legal)) {
            self.make(number);
        }
        // A board that grows has a key for most letters and for Space.
        let is_free = |action: PlayAction| !(self.growing.is_some() && action == PlayAction::PlayOrPause);
        let pressed = keys::pressed(ui, |action| is_free(action) && action != PlayAction::Clear && self.can(action));
        for action in pressed {
            self.run(ui.ctx(), action);
        }
    }

    /// Explanation why an action is not possible, if there is one.
    pub(super) fn refusal(&self, action: PlayAction) -> Option<&'static str> {
        let needs_owner = matches!(
            action,
            PlayAction::PlayHere
                | PlayAction::Hint
                | PlayAction::MoveForMe
                | PlayAction::OfferDraw
                | PlayAction::Resign
        );
        let reason = match action {
            PlayAction::TakeBack => self.session.take_back_target().err(),
            PlayAction::Swap => self.swap_refusal(),
            _ => (needs_owner && self.is_screen_free()).then_some("bar.handed_over"),
        };
        reason.map(t)
    }

    /// Name of the text that says why the seats cannot be swapped, if they cannot.
    fn swap_refusal(&self) -> Option<&'static str> {
        if self.is_screen_free() {
            return Some("bar.handed_over");
        }
        self.session.is_opened_record().then_some("bar.no_swap_record")
    }

    /// Swaps the seats: of the running game, or, after its end, for a new one. A finished game keeps its seats.
    fn swap_seats(&mut self, window: &Context) {
        let is_over = self.session.end().is_some() || matches!(self.legal.turn, Some(Turn::Over(_)));
        let mut seats = self.session.seats.clone();
        seats.rotate_right(1);
        // Another person has each seat.
        self.screen_owner = None;
        self.premove.clear();
        let is_current = self.session.visible_node() == self.session.match_node();
        if self.session.has_open_match() && is_current && !is_over {
            // The game goes on, with the times that are left.
            self.session.change(&window.into(), seats, self.session.pace);
            return self.update_side();
        }
        self.session.seats = seats;
        self.update_side();
        if is_over {
            self.run(window, PlayAction::Rematch);
        } else if !self.legal.choices.is_empty() {
            self.session.play(&window.into());
        }
    }
}
