//! Generated rules, scorings and end conditions.

use std::fmt::Write as _;

use super::{Generator, MoveContext, Type};

impl Generator<'_> {
    pub(super) fn rules(&mut self) -> String {
        let mut text = String::from("[RULES]\n");
        if self.chance(4) {
            let next = self.pick(&["next = 3 - PLAYER\n", "capture = may\n", "owner = any\n"]);
            write!(text, "name = default\n{next}").expect("texts take all");
        }
        for number in 0..=self.below(4) {
            writeln!(text, "name = r{number}").expect("texts take all");
            text += &self.in_scope(|it| if it.chance(6) { it.rule_without_element() } else { it.rule_with_elements() });
        }
        text
    }

    /// A rule that moves no element. It has no `for`, whose values make different moves by a `choice` only.
    fn rule_without_element(&mut self) -> String {
        let text = String::from("element = none\n");
        self.move_context = if self.chance(4) { MoveContext::BEFORE } else { MoveContext::default() };
        text + &self.common_clauses()
    }

    fn rule_with_elements(&mut self) -> String {
        self.move_context = MoveContext::default();
        let each = if self.chance(2) { self.for_clause() } else { String::new() };
        let element = match self.below(12) {
            0..=4 => "man".to_owned(),
            5 => "stone".to_owned(),
            6 => "m($I)".to_owned(),
            7 => "k($I)".to_owned(),
            8 => "any".to_owned(),
            9 => "{m(1), n(1), f}".to_owned(),
            10 => "n(1..2)".to_owned(),
            _ => "flag".to_owned(),
        };
        self.bind_pattern(&element);
        self.move_context.moved = true;
        let from = self.place(false);
        self.bind_pattern(&from);
        self.move_context.from = true;
        let to = self.place(true);
        self.bind_pattern(&to);
        self.move_context.to = true;
        let mut text = format!("{each}element = {element}\nfrom = {from}\nto = {to}\n");
        if self.chance(3) {
            let late = self.chance_of_unsupported();
            let state = self.pick(if late { &["1 + TURN % 2", "{1, count}"] } else { &["1", "2", "{1, 2}", "{2, 3}"] });
            writeln!(text, "state = {state}").expect("texts take all");
        }
        if self.chance(3) {
            let late = self.chance_of_unsupported();
            let known = ["any", "PLAYER", "3 - PLAYER", "{0, 3 - PLAYER}", "1", "{1, 2}"];
            let owner = self.pick(if late { &["1 + TURN % 2"] } else { &known });
            writeln!(text, "owner = {owner}").expect("texts take all");
        }
        text += self.pick(&["", "", "", "capture = may\n", "capture = must\n", "capture = no\n"]);
        text + &self.common_clauses()
    }

    /// Line `for = ...` of a rule: variables that range over sets.
    fn for_clause(&mut self) -> String {
        const KINDS: [(Type, Type); 7] = [
            (Type::Directions, Type::Direction),
            (Type::Directions, Type::Direction),
            (Type::Directions, Type::Direction),
            (Type::Ints, Type::Int),
            (Type::Ints, Type::Int),
            (Type::Locations, Type::Location),
            (Type::Elements, Type::Element),
        ];
        let mut said = Vec::new();
        for _ in 0..=self.below(2) {
            let (set, member) = KINDS[self.below(KINDS.len())];
            // The compiler does not support sets that depend on the position, so most sets are constant.
            let set = match set {
                Type::Ints if !self.chance_of_unsupported() => {
                    self.pick(&["1..2", "1..3", "{1, 3}", "-1..1"]).to_owned()
                }
                Type::Directions if !self.chance_of_unsupported() => {
                    self.pick(&["All", "dir(-1..1,-1..1)", "{dir(1,0), dir(0,1)}", "dir(-1..1,0)"]).to_owned()
                }
                Type::Locations if !self.chance_of_unsupported() => {
                    self.pick(&["{c(1,1), c(2,2)}", "c(1..2,1)", "LOCATIONS(hand)"]).to_owned()
                }
                Type::Elements if !self.chance_of_unsupported() => self.pick(&["{m(1), n(1)}", "m(1..2)"]).to_owned(),
                set => self.set(set, 1),
            };
            let name = self.new_variable();
            said.push((name, set, member));
        }
        let mut parts = Vec::new();
        for (name, set, member) in said {
            parts.push(format!("{name}: {set}"));
            self.scope.push((name, member));
        }
        format!("for = {}\n", parts.join(", "))
    }

    /// Adds the variables that a pattern binds to the scope.
    fn bind_pattern(&mut self, pattern: &str) {
        for name in ["$I", "$X", "$Y", "$S", "$T"] {
            let new = !self.scope.iter().any(|(known, _)| known == name);
            if new && pattern.contains(name) {
                self.scope.push((name.to_owned(), Type::Int));
            }
        }
    }

    fn place(&mut self, is_target: bool) -> String {
        let (x, y) = if is_target { ("$S", "$T") } else { ("$X", "$Y") };
        let bound = |it: &Self, name: &str| it.scope.iter().any(|(known, _)| known == name);
        match self.below(if is_target { 24 } else { 12 }) {
            0..=3 => "cell".to_owned(),
            4 => format!("c({x},{y})"),
            5 => format!("c({x},{})", self.below(self.height) + 1),
            6 => "any".to_owned(),
            7 => "NOWHERE".to_owned(),
            8 => "hand".to_owned(),
            9 if bound(self, "$X") => format!("c({x},$X)"),
            9 => format!("hand({x},1)"),
            10 => self.location(1),
            11 => self.set(Type::Locations, 1),
            12..=14 => format!("NEXT({}, FROM)", self.direction(1)),
            15 | 16 => format!("NEIGHBOURS({}, FROM)", self.relation()),
            17 => format!("RAY({}, FROM)", self.direction(1)),
            18 => format!("NEXT({}, NEXT({}, FROM))", self.direction(0), self.direction(0)),
            19 if bound(self, "$X") && bound(self, "$Y") => {
                let (x, y) = (self.pick(&["$X", "$X + 1", "$X - 1", "1..2"]), self.pick(&["$Y", "$Y + 1", "3 - $Y"]));
                format!("c({x},{y})")
            }
            20 => {
                let set = format!("RAY({}, FROM)", self.direction(0));
                let (name, body) = self.loop_over(Type::Location, Self::target_filter);
                format!("WHERE({name}, {set}, {body})")
            }
            21 => format!("NEIGHBOURS(All, FROM) {} {}", self.pick(&["UNION", "EXCEPT"]), self.set(Type::Locations, 1)),
            22 => self.set(Type::Locations, 2),
            _ => self.location(2),
        }
    }

    fn target_filter(&mut self) -> String {
        let name = self.scope.last().expect("just named").0.clone();
        if self.chance(2) { format!("CLEAR(All, FROM, {name})") } else { self.expression(Type::Bool, 1) }
    }

    /// Clauses that every rule can have.
    fn common_clauses(&mut self) -> String {
        let mut text = String::new();
        if self.chance(6) {
            let late = self.chance_of_unsupported();
            let player = self.pick(if late { &["1 + TURN % 2"] } else { &["1", "2", "{1, 2}", "3 - 2 * PLAYER + 1"] });
            writeln!(text, "player = {player}").expect("texts take all");
        }
        let (mut states, mut words) = (false, false);
        match self.below(10) {
            0 => (text, states) = (text + "choice = low, high\n", true),
            1 => (text, words) = (text + "choice = left, right\n", true),
            _ => {}
        }
        text += self.pick(&["", "", "", "", "", "priority = 1\n", "priority = -1\n", "priority = 2\n"]);
        let asked = self.move_context;
        let before = MoveContext { has_state_choice: states, has_word_choice: words, ..asked };
        let after = MoveContext { captured: asked.to, ..before };
        self.move_context = before;
        if !self.chance(3) {
            let lets = self.bindings(2);
            let mut lines = lets;
            for _ in 0..self.below(3) {
                lines.push(self.expression(Type::Bool, 1));
            }
            lines.push(self.expression(Type::Bool, 2));
            writeln!(text, "condition = {}", lines.join("\n  ")).expect("texts take all");
        }
        if self.chance(4) && self.chance_of_unsupported() {
            writeln!(text, "prefer = {}", self.number(2)).expect("texts take all");
        }
        if self.chance(6) {
            writeln!(text, "award = {}", self.number(2)).expect("texts take all");
        }
        if self.chance(8) {
            text += "label = JOIN(\"by \", TURN)\n";
        }
        self.move_context = after;
        if self.chance(5) {
            writeln!(text, "after = {}", self.expression(Type::Bool, 2)).expect("texts take all");
            if self.chance_of_unsupported() {
                let reached = self.pick(&["NOT NOREPLY", "REPEATS == 0", "REPEATS < 2 OR NOREPLY"]);
                writeln!(text, "  {reached}").expect("texts take all");
            }
        }
        if !self.chance(3) {
            text += &self.followup();
        }
        if self.chance(4) {
            let next = match self.below(3) {
                0 => format!("IF({}, PLAYER, 3 - PLAYER)", self.expression(Type::Bool, 2)),
                1 if self.chance_of_fault() => self.number(1),
                1 => "1 + TURN % 2".to_owned(),
                _ => "PLAYER".to_owned(),
            };
            writeln!(text, "next = {next}").expect("texts take all");
        }
        text
    }

    pub(super) fn scorings(&mut self) -> String {
        let mut text = String::from("[SCORINGS]\n");
        self.move_context = MoveContext::AFTER;
        for _ in 0..self.below(3) {
            writeln!(text, "situation = {}", self.expression(Type::Bool, 2)).expect("texts take all");
            if self.chance(2) {
                let player = self.pick(&["MOVER", "3 - MOVER", "1", "PLAYER"]);
                writeln!(text, "player = {player}\nscore = {}", self.number(1)).expect("texts take all");
            }
            text += &self.followup();
        }
        text
    }

    pub(super) fn end_conditions(&mut self) -> String {
        let mut text = String::from("[END OF GAME]\n");
        self.move_context = MoveContext::AFTER;
        for _ in 0..self.below(4) {
            let situation = match self.below(8) {
                0 => "NOMOVES".to_owned(),
                1 => format!("NOMOVES\n  {}", self.expression(Type::Bool, 1)),
                2 => "REPEATS == 3".to_owned(),
                3 => format!("TURN > {}", 5 + self.below(15)),
                // Most generated conditions hold soon, and games must go on.
                _ => format!("TURN > {}\n  {}", self.below(20), self.expression(Type::Bool, 2)),
            };
            let winner = self.pick(&["0", "1", "PLAYER", "3 - PLAYER", "HIGHEST", "MOVER"]);
            write!(text, "situation = {situation}\nwinner = {winner}\n").expect("texts take all");
        }
        self.move_context = MoveContext::default();
        if self.chance(3) {
            writeln!(text, "[HEURISTICS]\nname = h\nvalue = {} * (3 - 2 * ME)", self.number(2))
                .expect("texts take all");
        }
        text
    }
}
