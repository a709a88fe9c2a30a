//! Generated actions of followups.

use super::{Generator, Type};

impl Generator<'_> {
    /// Generates the lines of a followup.
    pub(super) fn followup(&mut self) -> String {
        self.in_scope(|it| {
            let mut lines = it.bindings(1);
            for _ in 0..=it.below(3) {
                lines.push(it.action(2));
                if it.chance(3) {
                    lines.extend(it.bindings(1));
                    lines.push(it.action(1));
                }
            }
            format!("followup = {}\n", lines.join("\n  "))
        })
    }

    pub(super) fn action(&mut self, depth: usize) -> String {
        if self.chance_of_fault() {
            return self.faulty_action(depth);
        }
        if self.chance(8)
            && let Some(call) = self.call(Type::Action, depth)
        {
            return call;
        }
        match self.below(if depth == 0 { 12 } else { 17 }) {
            0 | 1 => {
                let place = self.location(1);
                format!("IF(FULL({place}), REMOVE(CONTENT({place})))")
            }
            2 => {
                let (from, to) = (self.location(1), self.location(1));
                format!("IF(FULL({from}) AND EMPTY({to}), MOVE(CONTENT({from}), {to}))")
            }
            3 => {
                let (element, state) = (self.element(1), self.below(2) + 1);
                format!("IF(ELTYPE({element}) != flag AND {element} != NOTHING, SETSTATE({element}, {state}))")
            }
            4 => {
                let element = self.element(1);
                format!("IF(ELTYPE({element}) == man, SETSTATE({element}, 1 + {}))", self.conditional_number("1", "0"))
            }
            5 => {
                let (place, owner) = (self.location(1), self.pick(&["PLAYER", "3 - PLAYER", "0", "1", "2"]));
                format!("IF(FULL({place}), SETOWNER(CONTENT({place}), {owner}))")
            }
            6 => {
                let (score, value) = (self.pick(&["SCORE(1)", "SCORE(PLAYER)", "free"]), self.small_number());
                format!("{score} = {value}")
            }
            7 => format!("count = {}", self.small_number()),
            8 => format!("ready = {}", self.expression(Type::Bool, depth)),
            9 => match self.below(2) {
                0 => format!("jumper = {}", self.element(1)),
                _ => format!("mark = {}", self.location(1)),
            },
            10 => match self.below(4) {
                0 => format!("seen = {}", self.expression(Type::Locations, depth)),
                1 => format!("seen = seen UNION {{{}}}", self.location(1)),
                2 => format!("crew = {}", self.expression(Type::Elements, depth)),
                _ => format!("crew = crew EXCEPT {{{}}}", self.element(1)),
            },
            11 => format!("tally({}) = {}", self.pick(&["1", "2", "PLAYER", "3 - PLAYER"]), self.small_number()),
            12 | 13 => {
                let condition = self.expression(Type::Bool, depth - 1);
                let action = self.action(depth - 1);
                if self.chance(2) {
                    format!("IF({condition}, {action})")
                } else {
                    format!("IF({condition}, {action}, {})", self.action(depth - 1))
                }
            }
            14 => format!("DO({}, {})", self.action(depth - 1), self.action(depth - 1)),
            _ => {
                let (set, member) = self.iterated_set(depth);
                let (name, action) = self.loop_over(member, |it| it.action(depth - 1));
                format!("EACH({name}, {set}, {action})")
            }
        }
    }

    /// An action that may fail.
    fn faulty_action(&mut self, depth: usize) -> String {
        match self.below(6) {
            0 => format!("REMOVE(CONTENT({}))", self.location(1)),
            1 => format!("MOVE(CONTENT({}), {})", self.location(1), self.location(1)),
            2 => format!("SETSTATE(CONTENT({}), {})", self.location(1), self.number(depth)),
            3 => format!("SETOWNER(CONTENT({}), {})", self.location(1), self.number(depth)),
            4 => format!("count = {} + count", self.number(depth)),
            _ => format!("tally({} + TURN % 2) = {}", self.number(depth), self.number(depth)),
        }
    }

    /// A number within the range of all variables.
    fn small_number(&mut self) -> String {
        if self.chance(3) { self.below(4).to_string() } else { format!("ABS({}) % 5", self.number(1)) }
    }

    /// One of two numbers, chosen by a random condition.
    fn conditional_number(&mut self, yes: &str, no: &str) -> String {
        format!("IF({}, {yes}, {no})", self.expression(Type::Bool, 1))
    }
}
