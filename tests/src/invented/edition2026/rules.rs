//! Invented rules, scorings and ends of games.

use std::fmt::Write as _;

use super::{Inventor, Known, Type};

impl Inventor<'_> {
    pub(super) fn rules(&mut self) -> String {
        let mut text = String::from("[RULES]\n");
        if self.chance(4) {
            let next = self.one(&["next = 3 - PLAYER\n", "capture = may\n", "owner = any\n"]);
            write!(text, "name = default\n{next}").expect("texts take all");
        }
        for number in 0..=self.below(4) {
            writeln!(text, "name = r{number}").expect("texts take all");
            text += &self.inside(|it| if it.chance(6) { it.rule_of_nothing() } else { it.rule_of_elements() });
        }
        text
    }

    /// A rule that moves nothing.
    fn rule_of_nothing(&mut self) -> String {
        let mut text = String::from("element = none\n");
        self.known = Known::default();
        if self.chance(3) {
            text += &self.each();
        }
        self.known = if self.chance(4) { Known::BEFORE } else { Known::default() };
        text + &self.rest()
    }

    fn rule_of_elements(&mut self) -> String {
        self.known = Known::default();
        let each = if self.chance(2) { self.each() } else { String::new() };
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
        self.bound(&element);
        self.known.moved = true;
        let from = self.place(false);
        self.bound(&from);
        self.known.from = true;
        let to = self.place(true);
        self.bound(&to);
        self.known.to = true;
        let mut text = format!("{each}element = {element}\nfrom = {from}\nto = {to}\n");
        if self.chance(3) {
            let late = self.hard();
            let state = self.one(if late { &["1 + TURN % 2", "{1, count}"] } else { &["1", "2", "{1, 2}", "{2, 3}"] });
            writeln!(text, "state = {state}").expect("texts take all");
        }
        if self.chance(3) {
            let late = self.hard();
            let known = ["any", "PLAYER", "3 - PLAYER", "{0, 3 - PLAYER}", "1", "{1, 2}"];
            let owner = self.one(if late { &["1 + TURN % 2"] } else { &known });
            writeln!(text, "owner = {owner}").expect("texts take all");
        }
        text += self.one(&["", "", "", "capture = may\n", "capture = must\n", "capture = no\n"]);
        text + &self.rest()
    }

    /// What a rule is tried with, one by one.
    fn each(&mut self) -> String {
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
            // Sets that only the position tells are for the plain form, so most are known.
            let set = match set {
                Type::Ints if !self.hard() => self.one(&["1..2", "1..3", "{1, 3}", "-1..1"]).to_owned(),
                Type::Directions if !self.hard() => {
                    self.one(&["All", "dir(-1..1,-1..1)", "{dir(1,0), dir(0,1)}", "dir(-1..1,0)"]).to_owned()
                }
                Type::Locations if !self.hard() => {
                    self.one(&["{c(1,1), c(2,2)}", "c(1..2,1)", "LOCATIONS(hand)"]).to_owned()
                }
                Type::Elements if !self.hard() => self.one(&["{m(1), n(1)}", "m(1..2)"]).to_owned(),
                set => self.set(set, 1),
            };
            let name = self.variable();
            said.push((name, set, member));
        }
        let mut parts = Vec::new();
        for (name, set, member) in said {
            parts.push(format!("{name}: {set}"));
            self.scope.push((name, member));
        }
        format!("for = {}\n", parts.join(", "))
    }

    /// Notes the variables that a pattern binds.
    fn bound(&mut self, pattern: &str) {
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
                let (x, y) = (self.one(&["$X", "$X + 1", "$X - 1", "1..2"]), self.one(&["$Y", "$Y + 1", "3 - $Y"]));
                format!("c({x},{y})")
            }
            20 => {
                let set = format!("RAY({}, FROM)", self.direction(0));
                let (name, body) = self.looped(Type::Location, Self::boolean_of_target);
                format!("WHERE({name}, {set}, {body})")
            }
            21 => format!("NEIGHBOURS(All, FROM) {} {}", self.one(&["UNION", "EXCEPT"]), self.set(Type::Locations, 1)),
            22 => self.set(Type::Locations, 2),
            _ => self.location(2),
        }
    }

    fn boolean_of_target(&mut self) -> String {
        let name = self.scope.last().expect("just named").0.clone();
        if self.chance(2) { format!("CLEAR(All, FROM, {name})") } else { self.of(Type::Bool, 1) }
    }

    /// What all rules can say.
    fn rest(&mut self) -> String {
        let mut text = String::new();
        if self.chance(6) {
            let late = self.hard();
            let player = self.one(if late { &["1 + TURN % 2"] } else { &["1", "2", "{1, 2}", "3 - 2 * PLAYER + 1"] });
            writeln!(text, "player = {player}").expect("texts take all");
        }
        let (mut states, mut words) = (false, false);
        match self.below(10) {
            0 => (text, states) = (text + "choice = low, high\n", true),
            1 => (text, words) = (text + "choice = left, right\n", true),
            _ => {}
        }
        text += self.one(&["", "", "", "", "", "priority = 1\n", "priority = -1\n", "priority = 2\n"]);
        let asked = self.known;
        let before = Known { state_chosen: states, word_chosen: words, ..asked };
        let after = Known { captured: asked.to, ..before };
        self.known = before;
        if !self.chance(3) {
            let lets = self.lets(2);
            let mut lines = lets;
            for _ in 0..self.below(3) {
                lines.push(self.of(Type::Bool, 1));
            }
            lines.push(self.of(Type::Bool, 2));
            writeln!(text, "condition = {}", lines.join("\n  ")).expect("texts take all");
        }
        if self.chance(4) && self.hard() {
            writeln!(text, "prefer = {}", self.number(2)).expect("texts take all");
        }
        if self.chance(6) {
            writeln!(text, "award = {}", self.number(2)).expect("texts take all");
        }
        if self.chance(8) {
            text += "label = JOIN(\"by \", TURN)\n";
        }
        self.known = after;
        if self.chance(5) {
            writeln!(text, "after = {}", self.of(Type::Bool, 2)).expect("texts take all");
        }
        if !self.chance(3) {
            text += &self.followup();
        }
        if self.chance(4) {
            let next = match self.below(3) {
                0 => format!("IF({}, PLAYER, 3 - PLAYER)", self.of(Type::Bool, 2)),
                1 if self.wild() => self.number(1),
                1 => "1 + TURN % 2".to_owned(),
                _ => "PLAYER".to_owned(),
            };
            writeln!(text, "next = {next}").expect("texts take all");
        }
        text
    }

    pub(super) fn scorings(&mut self) -> String {
        let mut text = String::from("[SCORINGS]\n");
        self.known = Known::AFTER;
        for _ in 0..self.below(3) {
            writeln!(text, "situation = {}", self.of(Type::Bool, 2)).expect("texts take all");
            if self.chance(2) {
                let player = self.one(&["MOVER", "3 - MOVER", "1", "PLAYER"]);
                writeln!(text, "player = {player}\nscore = {}", self.number(1)).expect("texts take all");
            }
            text += &self.followup();
        }
        text
    }

    pub(super) fn ends(&mut self) -> String {
        let mut text = String::from("[END OF GAME]\n");
        self.known = Known::AFTER;
        for _ in 0..self.below(4) {
            let situation = match self.below(8) {
                0 => "NOMOVES".to_owned(),
                1 => format!("NOMOVES\n  {}", self.of(Type::Bool, 1)),
                2 => "REPEATS == 3".to_owned(),
                3 => format!("TURN > {}", 5 + self.below(15)),
                // Most of what is invented holds soon, and games are to go on.
                _ => format!("TURN > {}\n  {}", self.below(20), self.of(Type::Bool, 2)),
            };
            let winner = self.one(&["0", "1", "PLAYER", "3 - PLAYER", "HIGHEST", "MOVER"]);
            write!(text, "situation = {situation}\nwinner = {winner}\n").expect("texts take all");
        }
        self.known = Known::default();
        if self.chance(3) {
            writeln!(text, "[HEURISTICS]\nname = h\nvalue = {} * (3 - 2 * ME)", self.number(2))
                .expect("texts take all");
        }
        text
    }
}
