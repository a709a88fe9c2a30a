//! What a state holds besides pieces: whose turn it is, scores, variables, the outcome; and the keys that tell it. A second
//! part of [`Board`].

use boardwright_jit::{Arg, Binary, Unary, Width};

use crate::game::Outcome;
use crate::globals::{Held, initial};
use crate::ids::{ElementId, GlobalId, LocationId, Player};
use crate::key;
use crate::rules::{GlobalKind, Reset};
use crate::state::header;

use super::Beyond;
use super::board::{Board, table64};

impl Board<'_> {
    /// Passes the turn from a player, if it is known, to another.
    pub(super) fn pass_turn(&mut self, from: Option<Player>, to: Player) -> Result<(), Beyond> {
        if self.layout.turn.is_some() {
            return Err(Beyond("asking for the number of the turn"));
        }
        self.set_mover(from, to);
        if from == Some(to) || !self.rules.globals.iter().any(|global| global.reset == Reset::Turn) {
            return Ok(());
        }
        if from.is_none() {
            return Err(Beyond("variables of the turn where somebody may move again"));
        }
        for (index, _) in self.rules.globals.iter().enumerate().filter(|(_, global)| global.reset == Reset::Turn) {
            self.reset(GlobalId::new(index))?;
        }
        Ok(())
    }

    pub(super) fn set_mover(&mut self, from: Option<Player>, to: Player) {
        let part = match from {
            Some(from) => Arg::Word(key::mover(to).wrapping_sub(key::mover(from))),
            None => {
                let parts = table64((0..=self.layout.players).map(|number| Player::new(number).map_or(0, key::mover)));
                let parts = self.w.memory(parts);
                let mover = self.mover();
                let at = self.w.binary(Binary::ShiftLeft, mover, 3);
                let old = self.w.load(parts, Width::Eight, at, 0);
                self.w.binary(Binary::Sub, key::mover(to), old)
            }
        };
        self.add_key(part);
        self.w.store(self.state, Width::Byte, 0, header::MOVER, to.number() as u64);
    }

    /// Ends the game.
    pub(super) fn end(&mut self, outcome: Outcome) {
        self.add_key(Arg::Word(key::outcome(Some(outcome))));
        self.w.store(self.state, Width::Byte, 0, header::OUTCOME, outcome.winner() as u64 + 1);
    }

    /// What a variable holds: a number with sign, 0 or 1, or a thing counted from 1.
    pub(super) fn global(&mut self, id: GlobalId) -> Result<Arg, Beyond> {
        let at = self.layout.globals[id.index()];
        Ok(match self.rules.globals[id.index()].kind {
            GlobalKind::Int { .. } => {
                let low = self.w.load(self.state, Width::Four, 0, at);
                self.w.unary(Unary::SignExtend32, low)
            }
            GlobalKind::Bool => self.w.load(self.state, Width::Byte, 0, at),
            GlobalKind::Element | GlobalKind::Location => self.w.load(self.state, Width::Two, 0, at),
            GlobalKind::Elements | GlobalKind::Locations => return Err(Beyond("variables that hold sets")),
        })
    }

    /// Gives a variable a value, which is as [`Board::global`] gives it and within bounds.
    pub(super) fn hold(&mut self, id: GlobalId, value: Arg) -> Result<(), Beyond> {
        let at = self.layout.globals[id.index()];
        let width = match self.rules.globals[id.index()].kind {
            GlobalKind::Int { .. } => Width::Four,
            GlobalKind::Bool => Width::Byte,
            GlobalKind::Element | GlobalKind::Location => Width::Two,
            GlobalKind::Elements | GlobalKind::Locations => return Err(Beyond("variables that hold sets")),
        };
        if !self.layout.element_globals.contains(&id) {
            let old = self.global(id)?;
            let (old, new) = (self.global_key(id, old), self.global_key(id, value));
            let part = self.w.binary(Binary::Sub, new, old);
            self.add_key(part);
        }
        self.w.store(self.state, width, 0, at, value);
        Ok(())
    }

    /// As [`key::global`], of a value as [`Board::global`] gives it: from a table, if it has few.
    fn global_key(&mut self, id: GlobalId, value: Arg) -> Arg {
        const MOST: i64 = 1024;
        let part = |value: i64| key::global(id, u64::from(value as u32));
        let (least, most) = match self.rules.globals[id.index()].kind {
            GlobalKind::Int { least, most } => (i64::from(least), i64::from(most)),
            GlobalKind::Bool => return self.w.choose(value, part(1), part(0)),
            _ => (0, self.layout.first_kind.len().max(self.layout.place.len()) as i64),
        };
        if let Arg::Word(value) = value {
            return Arg::Word(part(value as i64));
        }
        if most - least > MOST {
            let low = self.w.binary(Binary::And, value, u64::from(u32::MAX));
            let word = self.w.binary(Binary::Xor, low, key::global_base(id));
            return self.mixed(word);
        }
        let table = self.w.memory(table64((least..=most).map(part)));
        let from_least = self.w.binary(Binary::Sub, value, least as u64);
        let at = self.w.binary(Binary::ShiftLeft, from_least, 3);
        self.w.load(table, Width::Eight, at, 0)
    }

    /// As [`key::score`]; the points are 32 bits.
    fn score_key(&mut self, player: Player, points: Arg) -> Arg {
        let points = self.w.binary(Binary::And, points, u64::from(u32::MAX));
        let word = self.w.binary(Binary::Or, points, key::score_base(player));
        self.mixed(word)
    }

    /// What keys do to words.
    fn mixed(&mut self, word: Arg) -> Arg {
        let [step, first, second] = key::MIXING;
        let mut mixed = self.w.binary(Binary::Add, word, step);
        for (shift, factor) in [(30, Some(first)), (27, Some(second)), (31, None)] {
            let high = self.w.binary(Binary::ShiftRight, mixed, shift);
            mixed = self.w.binary(Binary::Xor, mixed, high);
            if let Some(factor) = factor {
                mixed = self.w.binary(Binary::Mul, mixed, factor);
            }
        }
        mixed
    }

    /// Gives a variable its first value back.
    pub(super) fn reset(&mut self, id: GlobalId) -> Result<(), Beyond> {
        let first = match initial(&self.rules.globals[id.index()]) {
            Held::Int(number) => i64::from(number) as u64,
            Held::Bool(yes) => u64::from(yes),
            Held::Element(element) => element.map_or(0, |ElementId(id)| u64::from(id) + 1),
            Held::Location(location) => location.map_or(0, |LocationId(id)| u64::from(id) + 1),
            Held::Elements(_) | Held::Locations(_) => return Err(Beyond("variables that hold sets")),
        };
        self.hold(id, Arg::Word(first))
    }

    /// A player's score as a number with sign.
    pub(super) fn score(&mut self, player: Player) -> Arg {
        match self.layout.scores {
            Some(offset) => {
                let low = self.w.load(self.state, Width::Four, 0, offset + 4 * player.index());
                self.w.unary(Unary::SignExtend32, low)
            }
            None => Arg::Word(i64::from(self.layout.start_scores[player.index()]) as u64),
        }
    }

    /// Gives a player so many points, a number with sign.
    pub(super) fn set_score(&mut self, player: Player, points: Arg) -> Result<(), Beyond> {
        let offset = self.layout.scores.ok_or(Beyond("scores that change where none should"))?;
        let old = self.score(player);
        let (old, new) = (self.score_key(player, old), self.score_key(player, points));
        let part = self.w.binary(Binary::Sub, new, old);
        self.add_key(part);
        self.w.store(self.state, Width::Four, 0, offset + 4 * player.index(), points);
        Ok(())
    }

    /// As [`State::repetition_key`](crate::state::State::repetition_key).
    pub(super) fn repetition_key(&mut self) -> Result<Arg, Beyond> {
        let mut key = self.w.load(self.state, Width::Eight, 0, header::KEY);
        if self.layout.scores.is_some() {
            for player in self.layout.players() {
                let points = self.score(player);
                let part = self.score_key(player, points);
                key = self.w.binary(Binary::Sub, key, part);
            }
        }
        for (index, global) in self.rules.globals.iter().enumerate() {
            let id = GlobalId::new(index);
            let holds_elements = self.layout.element_globals.contains(&id);
            match (holds_elements, global.in_repetition) {
                (false, true) | (true, false) => {}
                (false, false) => {
                    let value = self.global(id)?;
                    let part = self.global_key(id, value);
                    key = self.w.binary(Binary::Sub, key, part);
                }
                (true, true) => {
                    let element = self.global(id)?;
                    let before = self.w.binary(Binary::Sub, element, 1);
                    let index = self.w.choose(element, before, 0);
                    let location = self.location(index);
                    let places = [self.layout.off].into_iter().chain(self.layout.place.iter().copied());
                    let parts = places.map(|place| key::global(id, u64::from(place) + 1));
                    let parts = self.w.memory(table64(parts));
                    let at = self.w.binary(Binary::ShiftLeft, location, 3);
                    let part = self.w.load(parts, Width::Eight, at, 0);
                    let part = self.w.choose(element, part, 0);
                    key = self.w.binary(Binary::Add, key, part);
                }
            }
        }
        Ok(key)
    }
}
