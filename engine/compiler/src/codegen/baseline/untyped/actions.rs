//! Dynamically typed changes of the position.

use boardwright_game::ids::ExprId;
use boardwright_jit::{Arg, Binary, Width};
use boardwright_rules::{Effect, UntypedAction};

use super::super::generator::{Generated, Generator};
use super::super::values::{Number, ThingKind, Value};
use crate::Unsupported;
use crate::codegen::board::KindOf;

impl Generator<'_> {
    /// Performs a change; returns true, or false if a target is occupied.
    pub(super) fn untyped_action(&mut self, action: UntypedAction, arguments: &[ExprId]) -> Generated<Value> {
        let done = match action {
            UntypedAction::NextPlayer => {
                if !self.may_change {
                    return Ok(self.always_fails());
                }
                self.pass_to_next_player()?;
                Value::boolean(true)
            }
            UntypedAction::Move => {
                let element = self.named(arguments[0], ThingKind::Element)?;
                let from = self.named(arguments[1], ThingKind::Location)?;
                let to = self.named(arguments[2], ThingKind::Location)?;
                if !self.may_change {
                    return Ok(self.always_fails());
                }
                self.move_named(element, from, to)?
            }
            UntypedAction::SetState | UntypedAction::SetOwner => {
                let element = self.named(arguments[0], ThingKind::Element)?;
                let number = self.untyped_number(arguments[1])?;
                if !self.may_change {
                    return Ok(self.always_fails());
                }
                let none = self.equal(element, 0);
                self.fault_if(none);
                let index = self.op(Binary::Sub, element, 1);
                let effect = if action == UntypedAction::SetState { Effect::SetState } else { Effect::SetOwner };
                self.change_kind(effect, index, number)?;
                Value::boolean(true)
            }
            UntypedAction::SetZIndex => {
                let element = self.named(arguments[0], ThingKind::Element)?;
                let height = self.untyped_number(arguments[1])?;
                if !self.may_change {
                    return Ok(self.always_fails());
                }
                let none = self.equal(element, 0);
                self.fault_if(none);
                let offset = self.layout.zindex.ok_or(Unsupported("pieces whose height is not stored"))?;
                let index = self.op(Binary::Sub, element, 1);
                let at = self.op(Binary::ShiftLeft, index, 2);
                self.board.write(Width::Four, at, offset, height.arg);
                Value::boolean(true)
            }
        };
        Ok(done)
    }

    /// Moves an element from where it must stand, unless the target is occupied.
    fn move_named(&mut self, element: Arg, from: Arg, to: Arg) -> Generated<Value> {
        for word in [element, from, to] {
            let none = self.equal(word, 0);
            self.fault_if(none);
        }
        let index = self.op(Binary::Sub, element, 1);
        let stands = self.board.location(index);
        let elsewhere = self.op(Binary::NotEqual, stands, from);
        self.fault_if(elsewhere);
        let content = self.content_of(to);
        let is_empty = self.equal(content, 0);
        self.when(is_empty, |g| {
            let kind = KindOf::Computed(g.board.kind(index));
            let (origin, target) = (g.op(Binary::Sub, from, 1), g.op(Binary::Sub, to, 1));
            g.board.move_piece(index, origin, target, kind, None);
            Ok(())
        })?;
        Ok(Value::Bool(is_empty))
    }

    /// Makes the next player the one to move.
    fn pass_to_next_player(&mut self) -> Generated<()> {
        let number = self.player_to_move();
        let players = self.layout.player_count as u64;
        let next = match number.known() {
            Some(known) => Number::constant(known % players as i64 + 1),
            None => {
                let is_last = self.equal(number.arg, players);
                let next = self.op(Binary::Add, number.arg, 1);
                Number { arg: self.board.w.select(is_last, 1, next), least: 1, most: players as i64 }
            }
        };
        for player in self.layout.players() {
            let here = self.equal(next.arg, player.number() as u64);
            self.when(here, |g| {
                g.board.set_mover(None, player);
                Ok(())
            })?;
        }
        let slot = self.mover_slot();
        self.env[slot] = Some(Value::Number(next));
        Ok(())
    }
}
