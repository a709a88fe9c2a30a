//! Forced passes, which are made by themselves, with a note.

use boardwright_interpreter::moves::Move;

use super::Play;
use super::names::player_name;
use crate::texts::with;

impl Play {
    /// Makes the pass of the person who is asked if nothing else is legal. Where passes follow each other without end, the
    /// person makes them.
    pub(super) fn make_forced_pass(&mut self) {
        let is_only = self.legal.choices.len() == 1;
        if !is_only {
            self.passes = 0;
            return;
        }
        let player = self.session.asked_person().filter(|_| self.can_person_move());
        let Some(player) = player.filter(|_| self.is_pass(0) && self.passes < self.session.seats.len()) else { return };
        self.passes += 1;
        let choice = &self.legal.choices[0];
        let note = with("log.passed", &[&player_name(&self.session, player), &choice.label]);
        let mv = choice.mv.clone();
        self.log.add(self.session.visible_node(), note.clone());
        self.make_move(&mv);
        self.notice = Some(note);
    }

    /// `true` if a move, by its index, is a pass: a move without a piece by a rule with that name.
    fn is_pass(&self, number: usize) -> bool {
        let choice = &self.legal.choices[number];
        let Some(game) = self.session.loaded().spec() else { return false };
        let rule = choice.mv.downcast_ref::<Move>().map(|mv| &game.rules().rules[mv.rule.index()].name);
        choice.from.is_none() && choice.to.is_none() && rule.is_some_and(|name| name.contains("pass"))
    }
}
