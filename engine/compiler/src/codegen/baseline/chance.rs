//! Chance moves, which are listed and made like moves of players, and drawn by weight.
//!
//! The code of a game is written by *turn*: first the players' own moves, in the order of the players; then, if the game has
//! chance moves, those of chance in the turn of each player. Turns are counted from 1.

use boardwright_game::ids::Player;
use boardwright_interpreter::key;
use boardwright_jit::{Arg, Binary, FunctionId, Var, Width};
use boardwright_rules::RulePlace;
use rustc_hash::FxHashSet;

use super::candidates::PlayerRule;
use super::generator::{Generated, Generator};
use super::playout::PlayoutVariables;
use crate::Unsupported;
use crate::codegen::MOVE_FAILED;
use crate::codegen::random_move::random_below;

/// Greatest weight of chance moves that are drawn by rejection.
const MAX_WEIGHT: i64 = 1 << 16;
/// Number of draws that are rejected before the weights are taken to be 0 throughout.
const MAX_DRAWS: u64 = 1 << 20;

/// A part of the game with its own list of moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) player: Player,
    /// `true` for chance moves in the turn of the player.
    pub(super) is_chance: bool,
}

/// The function that returns the weight of the move in scratch memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    function: FunctionId,
    greatest: u64,
}

impl<'a> Generator<'a> {
    /// The turns of the game in order, with or without those of chance.
    pub(super) fn turns(&self, with_chance: bool) -> Vec<Turn> {
        let kinds: &[bool] = if with_chance { &[false, true] } else { &[false] };
        let of_players = |&is_chance: &bool| self.layout.players().map(move |player| Turn { player, is_chance });
        kinds.iter().flat_map(of_players).collect()
    }

    /// Number of the player to move.
    pub(super) fn mover_of_position(&mut self) -> Arg {
        if self.layout.player_count == 1 { Arg::Word(1) } else { self.board.mover() }
    }

    /// Number of the turn in which a player is to move.
    pub(super) fn turn_of(&mut self, mover: Arg) -> Arg {
        let Some(offset) = self.layout.chance else { return mover };
        let is_chance = self.board.w.load(self.board.state, Width::Byte, 0, offset);
        let before = self.op(Binary::Mul, is_chance, self.layout.player_count as u64);
        self.op(Binary::Add, before, mover)
    }

    /// Writes a dispatch by the turn; `then` gets the index of the turn, counted from 0.
    pub(super) fn by_turn(
        &mut self,
        turns: usize,
        then: impl FnMut(&mut Self, usize) -> Generated<()>,
    ) -> Generated<()> {
        let mover = self.board.mover();
        let turn = self.turn_of(mover);
        self.dispatch(turn, turns, then)
    }

    /// Writes a dispatch by the player to move; `then` gets the player's index, counted from 0.
    pub(super) fn by_mover(&mut self, then: impl FnMut(&mut Self, usize) -> Generated<()>) -> Generated<()> {
        let mover = self.board.mover();
        self.dispatch(mover, self.layout.player_count, then)
    }

    fn dispatch(
        &mut self,
        number: Arg,
        most: usize,
        mut then: impl FnMut(&mut Self, usize) -> Generated<()>,
    ) -> Generated<()> {
        for index in 0..most {
            let here = self.equal(number, index as u64 + 1);
            self.when(here, |g| then(g, index))?;
        }
        Ok(())
    }

    /// Sets whether a chance move is next, which must be the opposite of before.
    pub(super) fn set_chance_next(&mut self, is_next: bool) {
        let Some(offset) = self.layout.chance else { return };
        let part = if is_next { key::CHANCE } else { key::CHANCE.wrapping_neg() };
        self.board.add_key(Arg::Word(part));
        self.board.write(Width::Byte, 0, offset, u64::from(is_next));
    }

    /// Passes the turn to chance if this number of the next player is 0; returns 1 then.
    pub(super) fn pass_turn_to_chance(&mut self, number: Arg) -> Generated<Arg> {
        if self.layout.chance.is_none() {
            return Ok(Arg::Word(0));
        }
        let here = self.equal(number, 0);
        self.when(here, |g| {
            if !g.moves_chance {
                g.set_chance_next(true);
            }
            g.count_turn();
            Ok(())
        })?;
        Ok(here)
    }

    /// Fails if the number of equal candidates can differ between the chance moves of a priority: their weights would have
    /// to be added.
    pub(super) fn check_chance_moves(&self, group: &[&PlayerRule<'a>]) -> Generated<()> {
        let overlap =
            |(number, one): (usize, &&PlayerRule<'a>)| group[..number].iter().any(|other| self.can_overlap(one, other));
        let are_alike = |rule: &&&PlayerRule<'a>| self.has_equal_numbers(rule, group.len() == 1);
        if group.iter().enumerate().any(overlap) || group.iter().filter(are_alike).count() < group.len() {
            return Err(Unsupported("equal chance moves of different numbers"));
        }
        Ok(())
    }

    /// `true` if all moves of a rule stand for the same number of equal candidates.
    fn has_equal_numbers(&self, rule: &PlayerRule<'a>, is_alone: bool) -> bool {
        let words: FxHashSet<&str> = rule.rule.choices.iter().map(|choice| choice.word.as_str()).collect();
        if words.len() < rule.rule.choices.len() {
            return false;
        }
        if rule.rule.element.is_none() {
            return rule.rule.for_each.is_empty();
        }
        let is_single = |place: &RulePlace| matches!(place, RulePlace::Computed(id) if !self.is_untyped && self.is_single_location(*id));
        let has_one_kind = || rule.kinds.iter().filter(|is_moved| **is_moved).count() == 1;
        let from = match &rule.rule.from {
            RulePlace::Off => is_alone && has_one_kind(),
            from => is_single(from),
        };
        let to = is_single(&rule.rule.to) || !self.has_shared(&rule.rule.to);
        !Self::overlaps_itself(rule) && (!self.has_interchangeable(rule) || (from && to))
    }

    /// Writes the function of the weights of a player's chance moves; `None` if all of them weigh the same.
    pub(super) fn write_weights(&mut self, player: Player, rules: &[PlayerRule<'a>]) -> Generated<Option<Weights>> {
        if rules.iter().all(|rule| rule.rule.chance.is_none_or(|chance| chance.weight.is_none())) {
            return Ok(None);
        }
        let function = self.board.w.declare_function(0);
        (self.writes_weights, self.greatest_weight) = (true, 1);
        let written = self.write_make(function, player, rules);
        self.writes_weights = false;
        written?;
        if self.greatest_weight > MAX_WEIGHT {
            return Err(Unsupported("chance weights without a small upper bound"));
        }
        Ok(Some(Weights { function, greatest: self.greatest_weight as u64 }))
    }

    /// Returns the weight of a move whose variables are bound.
    pub(super) fn return_weight(&mut self, rule: &PlayerRule<'a>) -> Generated<()> {
        let Some(weight) = rule.rule.chance.and_then(|chance| chance.weight) else {
            self.board.w.return_word(1);
            return Ok(());
        };
        let weight = self.number(weight)?;
        if weight.least < 0 {
            let negative = self.op(Binary::SignedLess, weight.arg, 0);
            self.fault_if(negative);
        }
        self.greatest_weight = self.greatest_weight.max(weight.most);
        self.board.w.return_word(weight.arg);
        Ok(())
    }

    /// Within a loop that draws moves: starts again if the drawn move is rejected, as often as its weight demands. Moves that
    /// are `chosen` rather than drawn are taken. `rejected` counts the rejections.
    pub(super) fn reject_by_weight(
        &mut self,
        weights: Weights,
        variables: PlayoutVariables,
        rejected: Var,
        chosen: Arg,
    ) -> Generated<()> {
        let PlayoutVariables { random, length } = variables;
        let weight = self.board.w.call(weights.function, &[]);
        self.return_if_failed(length)?;
        let drawn = random_below(&mut self.board.w, random, Arg::Word(weights.greatest));
        let accepted = self.op(Binary::UnsignedLess, drawn, weight);
        let accepted = self.or(accepted, chosen);
        let refused = self.equal(accepted, 0);
        self.when(refused, |g| {
            let more = g.op(Binary::Add, rejected, 1);
            g.board.w.set(rejected, more);
            let endless = g.equal(rejected, MAX_DRAWS);
            g.when(endless, |g| {
                g.return_from_playout(Arg::Word(MOVE_FAILED), length);
                Ok(())
            })?;
            g.board.w.continue_loop();
            Ok(())
        })
    }
}
