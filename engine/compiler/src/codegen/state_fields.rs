//! Code generation for the state besides pieces: player to move, scores, variables, outcome; and incremental Zobrist
//! keys. Part of [`Board`].

use boardwright_jit::{Arg, Binary, MemoryId, Unary, Width};

use boardwright_game::game::Outcome;
use boardwright_game::ids::{ElementId, GlobalId, LocationId, Player};
use boardwright_interpreter::globals::GlobalValue;
use boardwright_interpreter::key;
use boardwright_interpreter::state::header;
use boardwright_rules::{GlobalKind, Reset};

use super::Unsupported;
use super::board::{Board, word_table};

impl Board<'_> {
    /// Passes the turn to a player; `from` is the player to move if known at compile time.
    pub(super) fn pass_turn(&mut self, from: Option<Player>, to: Player) -> Result<(), Unsupported> {
        if self.layout.turn_number.is_some() {
            return Err(Unsupported("the turn number as a value"));
        }
        self.set_mover(from, to);
        if from == Some(to) || !self.rules.globals.iter().any(|global| global.reset == Reset::Turn) {
            return Ok(());
        }
        if from.is_none() {
            return Err(Unsupported("variables that are reset each turn where a player may move again"));
        }
        for (index, _) in self.rules.globals.iter().enumerate().filter(|(_, global)| global.reset == Reset::Turn) {
            self.reset_global(GlobalId::new(index))?;
        }
        Ok(())
    }

    pub(super) fn set_mover(&mut self, from: Option<Player>, to: Player) {
        let part = match from {
            Some(from) => Arg::Word(key::mover(to).wrapping_sub(key::mover(from))),
            None => {
                let parts =
                    word_table((0..=self.layout.player_count).map(|number| Player::new(number).map_or(0, key::mover)));
                let parts = self.w.add_memory(parts);
                let mover = self.mover();
                let at = self.w.binary(Binary::ShiftLeft, mover, 3);
                let old = self.w.load(parts, Width::Eight, at, 0);
                self.w.binary(Binary::Sub, key::mover(to), old)
            }
        };
        self.add_key(part);
        self.write(Width::Byte, 0, header::MOVER, to.number() as u64);
    }

    /// Ends the game.
    pub(super) fn set_outcome(&mut self, outcome: Outcome) {
        self.add_key(Arg::Word(key::outcome(Some(outcome))));
        self.write(Width::Byte, 0, header::OUTCOME, outcome.winner() as u64 + 1);
    }

    /// Value of a variable: a signed number, 0 or 1, or a thing counted from 1.
    pub(super) fn global(&mut self, id: GlobalId) -> Result<Arg, Unsupported> {
        let at = self.layout.globals[id.index()];
        Ok(match self.rules.globals[id.index()].kind {
            GlobalKind::Int { .. } => {
                let low = self.w.load(self.state, Width::Four, 0, at);
                self.w.unary(Unary::SignExtend32, low)
            }
            GlobalKind::Bool => self.w.load(self.state, Width::Byte, 0, at),
            GlobalKind::Element | GlobalKind::Location => self.w.load(self.state, Width::Two, 0, at),
            GlobalKind::Elements | GlobalKind::Locations => return Err(Unsupported("set variables")),
        })
    }

    /// Assigns a value, encoded as by [`Board::global`] and within bounds, to a variable.
    pub(super) fn set_global(&mut self, id: GlobalId, value: Arg) -> Result<(), Unsupported> {
        let at = self.layout.globals[id.index()];
        let width = match self.rules.globals[id.index()].kind {
            GlobalKind::Int { .. } => Width::Four,
            GlobalKind::Bool => Width::Byte,
            GlobalKind::Element | GlobalKind::Location => Width::Two,
            GlobalKind::Elements | GlobalKind::Locations => return Err(Unsupported("set variables")),
        };
        if !self.layout.element_globals.contains(&id) {
            let old = self.global(id)?;
            let (old, new) = (self.global_key(id, old), self.global_key(id, value));
            let part = self.w.binary(Binary::Sub, new, old);
            self.add_key(part);
        }
        self.write(width, 0, at, value);
        Ok(())
    }

    /// Counterpart of [`key::global`] for a value as encoded by [`Board::global`]; a table lookup if the range is
    /// small.
    pub(super) fn global_key(&mut self, id: GlobalId, value: Arg) -> Arg {
        const MOST: i64 = 1024;
        let part = |value: i64| key::global(id, u64::from(value as u32));
        let (least, most) = match self.rules.globals[id.index()].kind {
            GlobalKind::Int { least, most } => (i64::from(least), i64::from(most)),
            GlobalKind::Bool => return self.w.select(value, part(1), part(0)),
            _ => (0, self.layout.initial_kind.len().max(self.layout.key_place.len()) as i64),
        };
        if let Arg::Word(value) = value {
            return Arg::Word(part(value as i64));
        }
        if most - least > MOST {
            let low = self.w.binary(Binary::And, value, u64::from(u32::MAX));
            let word = self.w.binary(Binary::Xor, low, key::global_base(id));
            return self.mix(word);
        }
        let table = self.w.add_memory(word_table((least..=most).map(part)));
        let from_least = self.w.binary(Binary::Sub, value, least as u64);
        let at = self.w.binary(Binary::ShiftLeft, from_least, 3);
        self.w.load(table, Width::Eight, at, 0)
    }

    /// Counterpart of [`key::score`]; points are truncated to 32 bits.
    pub(super) fn score_key(&mut self, player: Player, points: Arg) -> Arg {
        let points = self.w.binary(Binary::And, points, u64::from(u32::MAX));
        let word = self.w.binary(Binary::Or, points, key::score_base(player));
        self.mix(word)
    }

    /// Mixing function of the keys.
    pub(super) fn mix(&mut self, word: Arg) -> Arg {
        let [step, first, second] = key::MIX_CONSTANTS;
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

    /// Resets a variable to its initial value.
    pub(super) fn reset_global(&mut self, id: GlobalId) -> Result<(), Unsupported> {
        let first = match self.rules.globals[id.index()].initial {
            GlobalValue::Int(number) => i64::from(number) as u64,
            GlobalValue::Bool(yes) => u64::from(yes),
            GlobalValue::Element(element) => element.map_or(0, |ElementId(id)| u64::from(id) + 1),
            GlobalValue::Location(location) => location.map_or(0, |LocationId(id)| u64::from(id) + 1),
            GlobalValue::Elements(_) | GlobalValue::Locations(_) => return Err(Unsupported("set variables")),
        };
        self.set_global(id, Arg::Word(first))
    }

    /// Score of a player as a signed number.
    pub(super) fn score(&mut self, player: Player) -> Arg {
        match self.layout.scores {
            Some(offset) => {
                let low = self.w.load(self.state, Width::Four, 0, offset + 4 * player.index());
                self.w.unary(Unary::SignExtend32, low)
            }
            None => Arg::Word(i64::from(self.layout.initial_scores[player.index()]) as u64),
        }
    }

    /// Sets the score of a player to a signed number.
    pub(super) fn set_score(&mut self, player: Player, points: Arg) -> Result<(), Unsupported> {
        let offset = self.layout.scores.ok_or(Unsupported("an unexpected change of a score"))?;
        let old = self.score(player);
        let (old, new) = (self.score_key(player, old), self.score_key(player, points));
        let part = self.w.binary(Binary::Sub, new, old);
        self.add_key(part);
        self.write(Width::Four, 0, offset + 4 * player.index(), points);
        Ok(())
    }

    /// Counterpart of [`key::turn`].
    pub(super) fn turn_key(&mut self, number: Arg) -> Arg {
        let low = self.w.binary(Binary::And, number, u64::from(u32::MAX));
        let word = self.w.binary(Binary::Or, low, key::TURN_BASE);
        self.mix(word)
    }

    /// Share of a variable that holds a set in the key of the position.
    pub(super) fn set_key(&mut self, id: GlobalId, offset: usize, bytes: usize) -> Arg {
        let (sum, at) = (self.w.add_variable(), self.w.add_variable());
        self.w.set(sum, 0);
        self.w.set(at, 0);
        self.w.open_list();
        let end = self.w.binary(Binary::Equal, at, bytes as u64);
        self.w.if_then(end, boardwright_jit::Writer::break_loop);
        let byte = self.w.load(self.state, Width::Byte, at, offset);
        let index = self.w.add_variable();
        self.w.set(index, at);
        let next = self.w.binary(Binary::Add, index, 1);
        self.w.set(at, next);
        self.w.open_list();
        let word = self.w.binary(Binary::ShiftLeft, index, 8);
        let word = self.w.binary(Binary::Or, word, byte);
        let word = self.w.binary(Binary::Xor, word, key::global_base(id));
        let part = self.mix(word);
        let more = self.w.binary(Binary::Add, sum, part);
        self.w.set(sum, more);
        let adds = self.w.close_list();
        self.w.write_if(byte, adds, Vec::new());
        let body = self.w.close_list();
        self.w.write_loop(body);
        sum.into()
    }

    /// Part of a key for the place of an element, counted from 0, from a table by location.
    fn place_key(&mut self, element: Arg, parts: MemoryId) -> Arg {
        let location = self.location(element);
        let at = self.w.binary(Binary::ShiftLeft, location, 3);
        self.w.load(parts, Width::Eight, at, 0)
    }

    /// Sum of the parts of a key for the places of the elements of a set variable.
    fn places_key(&mut self, offset: usize, parts: MemoryId) -> Arg {
        let (sum, next) = (self.w.add_variable(), self.w.add_variable());
        self.w.set(sum, 0);
        self.w.set(next, 0);
        self.w.open_list();
        let end = self.w.binary(Binary::Equal, next, self.rules.elements.len() as u64);
        self.w.if_then(end, boardwright_jit::Writer::break_loop);
        let element = self.w.add_variable();
        self.w.set(element, next);
        let more = self.w.binary(Binary::Add, element, 1);
        self.w.set(next, more);
        let at = self.w.binary(Binary::ShiftRight, element, 3);
        let byte = self.w.load(self.state, Width::Byte, at, offset);
        let bit = self.w.binary(Binary::And, element, 7);
        let bit = self.w.binary(Binary::ShiftRight, byte, bit);
        let is_member = self.w.binary(Binary::And, bit, 1);
        self.w.open_list();
        let part = self.place_key(element.into(), parts);
        let more = self.w.binary(Binary::Add, sum, part);
        self.w.set(sum, more);
        let adds = self.w.close_list();
        self.w.write_if(is_member, adds, Vec::new());
        let body = self.w.close_list();
        self.w.write_loop(body);
        sum.into()
    }

    /// Counterpart of [`State::repetition_key`](boardwright_interpreter::state::State::repetition_key).
    pub(super) fn repetition_key(&mut self) -> Result<Arg, Unsupported> {
        let mut key = self.w.load(self.state, Width::Eight, 0, header::KEY);
        if self.layout.scores.is_some() {
            for player in self.layout.players() {
                let points = self.score(player);
                let part = self.score_key(player, points);
                key = self.w.binary(Binary::Sub, key, part);
            }
        }
        if let Some(offset) = self.layout.turn_number {
            let low = self.w.load(self.state, Width::Four, 0, offset);
            let part = self.turn_key(low);
            key = self.w.binary(Binary::Sub, key, part);
        }
        for (index, global) in self.rules.globals.iter().enumerate() {
            let id = GlobalId::new(index);
            let holds_elements = self.layout.element_globals.contains(&id);
            match (holds_elements, global.in_repetition) {
                (false, true) | (true, false) => {}
                (false, false) => {
                    let members = match global.kind {
                        GlobalKind::Elements => Some(self.rules.elements.len()),
                        GlobalKind::Locations => Some(self.rules.locations.len()),
                        _ => None,
                    };
                    let part = match members {
                        Some(members) => self.set_key(id, self.layout.globals[index], members.div_ceil(8)),
                        None => {
                            let value = self.global(id)?;
                            self.global_key(id, value)
                        }
                    };
                    key = self.w.binary(Binary::Sub, key, part);
                }
                (true, true) => {
                    let places = [self.layout.off_board_place].into_iter().chain(self.layout.key_place.iter().copied());
                    let parts = places.map(|place| key::global(id, u64::from(place) + 1));
                    let parts = self.w.add_memory(word_table(parts));
                    let part = if global.kind == GlobalKind::Elements {
                        self.places_key(self.layout.globals[index], parts)
                    } else {
                        let element = self.global(id)?;
                        let before = self.w.binary(Binary::Sub, element, 1);
                        let index = self.w.select(element, before, 0);
                        let part = self.place_key(index, parts);
                        self.w.select(element, part, 0)
                    };
                    key = self.w.binary(Binary::Add, key, part);
                }
            }
        }
        Ok(key)
    }
}
