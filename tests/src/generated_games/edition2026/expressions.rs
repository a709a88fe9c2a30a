//! Generated expressions of a given type, without side effects.

use super::{Generator, Type};

impl Generator<'_> {
    /// Generates an expression of a type.
    pub(super) fn expression(&mut self, kind: Type, depth: usize) -> String {
        match kind {
            Type::Bool => self.boolean(depth),
            Type::Int => self.number(depth),
            Type::Element => self.element(depth),
            Type::Location => self.location(depth),
            Type::Direction => self.direction(depth),
            Type::Elements | Type::Locations | Type::Ints | Type::Directions => self.set(kind, depth),
            Type::Action => self.action(depth),
        }
    }

    fn boolean(&mut self, depth: usize) -> String {
        if self.chance(12)
            && let Some(name) = self.local(Type::Bool)
        {
            return name;
        }
        if self.chance(8)
            && let Some(call) = self.call(Type::Bool, depth)
        {
            return call;
        }
        if depth == 0 {
            return self.query();
        }
        let less = depth - 1;
        match self.below(20) {
            0..=2 => self.queries(" AND "),
            3..=5 => self.queries(" OR "),
            6 => format!("({} AND {})", self.boolean(less), self.boolean(less)),
            7 => format!("({} OR {})", self.boolean(less), self.boolean(less)),
            8 => format!("NOT ({})", self.boolean(less)),
            9 => format!("IF({}, {}, {})", self.boolean(less), self.boolean(less), self.boolean(less)),
            10 | 11 => self.quantified(less),
            12 => self.line_query(less),
            13 => {
                let (set, member) = self.iterated_set(less);
                let (name, body) = self.loop_over(member, |it| it.boolean(less));
                format!("COUNT({name}, {set}, {body}) {} {}", self.pick(&["==", ">", "<="]), self.below(4))
            }
            14 => format!("{} {} {}", self.number(less), self.comparison(), self.number(less)),
            15 => {
                let kind = [Type::Locations, Type::Elements, Type::Ints][self.below(3)];
                let op = self.pick(&["==", "!=", "SUBSET"]);
                format!("({}) {op} ({})", self.set(kind, less), self.set(kind, less))
            }
            16 => format!("{} IN ({})", self.location(less), self.set(Type::Locations, less)),
            17 => format!("{} IN ({})", self.element(less), self.set(Type::Elements, less)),
            18 => format!("CLEAR({}, {}, {})", self.set(Type::Directions, 0), self.location(less), self.location(less)),
            _ => self.query(),
        }
    }

    fn comparison(&mut self) -> &'static str {
        self.pick(&["==", "!=", "<", "<=", ">", ">="])
    }

    /// A Boolean query of one location or element.
    fn query(&mut self) -> String {
        if self.chance(4) {
            return self.other_query();
        }
        let place = self.location(1);
        self.query_at(&place)
    }

    fn query_at(&mut self, place: &str) -> String {
        match self.below(9) {
            0 | 1 => format!("EMPTY({place})"),
            2 => format!("FULL({place})"),
            3..=5 => {
                let owner = self.pick(&["PLAYER", "3 - PLAYER", "3 - PLAYER", "0", "1", "2", "-1", "PLAYER"]);
                format!("OWNER(CONTENT({place})) {} {owner}", self.pick(&["==", "==", "!="]))
            }
            6 => format!("STATE(CONTENT({place})) {} {}", self.comparison(), self.below(3)),
            7 => format!("ELTYPE(CONTENT({place})) == {}", self.pick(&["man", "stone", "flag"])),
            _ => format!("OWNER(CONTENT({place})) IN {}", self.pick(&["{0, PLAYER}", "{1, 2}", "{-1, 3 - PLAYER}"])),
        }
    }

    fn other_query(&mut self) -> String {
        match self.below(13) {
            0 => "ready".to_owned(),
            1 => format!("{} == {}", self.element(1), self.element(1)),
            2 => format!("{} != {}", self.location(1), self.location(1)),
            3 => format!("LOCTYPE({}) == {}", self.location(1), self.pick(&["cell", "hand", "far"])),
            4 => format!("RELATED({}, {}, {})", self.relation(), self.location(1), self.location(1)),
            5 => format!("jumper IN {{NOTHING, {}}}", self.element(0)),
            6 => format!("{} IN seen", self.location(0)),
            7 => format!("TURN % {} == 0", self.below(3) + 2),
            8 if self.chance_of_unsupported() => {
                let place = self.indexed_location();
                format!("IF(LOCTYPE({place}) == cell, INDEX({place}, 2), 0) == 1")
            }
            9 => format!("{} == {}", self.direction(0), self.direction(0)),
            10 => format!("LOCATION({}) {} {}", self.element(0), self.pick(&["==", "!="]), self.location(0)),
            11 if self.move_context.has_word_choice => "CHOICE == \"left\"".to_owned(),
            11 if self.chance_of_unsupported() => format!("AT(start, {}, 1) == \"w\"", self.number(0)),
            _ => self.pick(&["hard == \"yes\"", "TRUE", "FALSE", "count > 2", "mark == NOWHERE"]).to_owned(),
        }
    }

    /// Several Boolean queries, most of the same location: the compiler merges such queries.
    fn queries(&mut self, joined: &str) -> String {
        let places: Vec<String> = (0..2 + self.below(4)).map(|_| self.location(1)).collect();
        let first = self.query_at("@");
        let looks = places.iter().map(|place| {
            let look = if self.chance(4) { self.query_at(place) } else { first.replace('@', place) };
            if self.chance(8) { format!("NOT {look}") } else { look }
        });
        format!("({})", looks.collect::<Vec<_>>().join(joined))
    }

    fn quantified(&mut self, depth: usize) -> String {
        let (set, member) = self.iterated_set(depth);
        let word = self.pick(&["FORALL", "FORSOME"]);
        let (name, body) = self.loop_over(member, |it| {
            if member == Type::Location && it.chance(2) {
                let name = it.scope.last().expect("just named").0.clone();
                it.query_at(&name)
            } else {
                it.boolean(depth)
            }
        });
        format!("{word}({name}, {set}, {body})")
    }

    fn line_query(&mut self, depth: usize) -> String {
        let relation = self.pick(&["three", "row"]);
        let lines = if self.chance(2) {
            format!("LINES({relation}, {})", self.location(0))
        } else {
            format!("LINES({relation})")
        };
        let (outer, inner) = (self.pick(&["FORSOME", "FORALL"]), self.pick(&["FORSOME", "FORALL"]));
        let line = self.new_variable();
        let (name, body) = self.loop_over(Type::Location, |it| {
            let name = it.scope.last().expect("just named").0.clone();
            if it.chance(3) { it.boolean(depth.min(1)) } else { it.query_at(&name) }
        });
        format!("{outer}({line}, {lines}, {inner}({name}, {line}, {body}))")
    }

    /// A loop variable for the members of a set, and the loop body.
    pub(super) fn loop_over(&mut self, member: Type, work: impl FnOnce(&mut Self) -> String) -> (String, String) {
        let name = self.new_variable();
        self.scope.push((name.clone(), member));
        self.loop_depth += 1;
        let body = work(self);
        self.loop_depth -= 1;
        self.scope.pop();
        (name, body)
    }

    /// A set to iterate over, and the type of its members.
    pub(super) fn iterated_set(&mut self, depth: usize) -> (String, Type) {
        // Sets of nested loops are small.
        if self.loop_depth > 0 {
            return match self.below(3) {
                0 if self.chance_of_unsupported() => {
                    (self.pick(&["{1, TURN % 3}", "0..ABS(count) % 3"]).to_owned(), Type::Int)
                }
                0 => ("1..3".to_owned(), Type::Int),
                1 => (self.set(Type::Directions, 0), Type::Direction),
                _ => (format!("{{{}, {}}}", self.location(1), self.location(1)), Type::Location),
            };
        }
        match self.below(9) {
            0..=4 => (self.set(Type::Locations, depth), Type::Location),
            5 | 6 => (self.set(Type::Elements, depth), Type::Element),
            7 => (self.set(Type::Directions, depth), Type::Direction),
            _ => (self.set(Type::Ints, depth), Type::Int),
        }
    }

    pub(super) fn number(&mut self, depth: usize) -> String {
        if self.chance(4)
            && let Some(name) = self.local(Type::Int)
        {
            return name;
        }
        if depth == 0 {
            if self.move_context.has_state_choice && self.chance(3) {
                return "CHOICE".to_owned();
            }
            let number = self.below(4).to_string();
            let leaves = [
                number.as_str(),
                number.as_str(),
                "PLAYER",
                "TURN",
                "count",
                "free",
                "limit",
                "SCORE(1)",
                "SCORE(PLAYER)",
                "tally(1)",
                "tally(PLAYER)",
                "MOVER",
            ];
            // `MOVER` comes last: it is not defined everywhere.
            let usable = leaves.len() - usize::from(!self.move_context.moved);
            return self.pick(&leaves[..usable]).to_owned();
        }
        let less = depth - 1;
        if self.chance(10)
            && let Some(call) = self.call(Type::Int, less)
        {
            return call;
        }
        if self.chance_of_fault() {
            return match self.below(4) {
                0 => format!("({} / (TURN % 3 - {}))", self.number(less), self.number(less)),
                1 => format!("({} % {})", self.number(less), self.pick(&["count", "free", "SCORE(2)"])),
                2 => format!("INDEX({}, {})", self.indexed_location(), self.below(2) + 1),
                _ => format!("(free * 1000000 * {})", self.number(less)),
            };
        }
        match self.below(18) {
            0 => format!("({} + {})", self.number(less), self.number(less)),
            1 => format!("({} - {})", self.number(less), self.number(less)),
            2 => format!("({} % 5 * ({} % 7))", self.number(less), self.number(less)),
            3 => format!("({} / {})", self.number(less), self.below(3) + 1),
            4 => format!("({} % {})", self.number(less), self.below(3) + 2),
            5 => format!("ABS({})", self.number(less)),
            6 => format!("IF({}, {}, {})", self.boolean(less), self.number(less), self.number(less)),
            7 => format!("STATE({})", self.element(less)),
            8 => format!("OWNER({})", self.element(less)),
            9 => {
                let (set, _) = self.iterated_set(less);
                format!("SIZE({set})")
            }
            10 => self.aggregate("COUNT", "", Type::Bool, less),
            11 => self.aggregate("SUM", "", Type::Int, less.min(1)),
            12 => self.aggregate("MAX", ", 0", Type::Int, less.min(1)),
            13 => self.aggregate("MIN", ", 9", Type::Int, less.min(1)),
            14 => format!("{}({}, {})", self.pick(&["MAX", "MIN"]), self.number(less), self.number(less)),
            15 if self.chance_of_unsupported() => format!("Down(ABS({}) % 4)", self.number(less)),
            16 if self.chance_of_unsupported() => {
                format!("FIND(\"wb.\", AT(start, {}, {}))", self.number(0), self.number(0))
            }
            17 if self.chance_of_unsupported() => {
                let place = self.indexed_location();
                format!("IF(LOCTYPE({place}) == cell, INDEX({place}, 1), 7)")
            }
            _ => self.number(0),
        }
    }

    /// An aggregate number over the members of a set.
    fn aggregate(&mut self, word: &str, none: &str, kind: Type, depth: usize) -> String {
        let (set, member) = self.iterated_set(depth);
        let none = if none.is_empty() || self.chance_of_fault() { "" } else { none };
        let (name, body) = self.loop_over(member, |it| it.expression(kind, depth));
        format!("{word}({name}, {set}, {body}{none})")
    }

    /// A location whose indices depend on the position: constant indices are resolved when the file is loaded.
    fn indexed_location(&mut self) -> String {
        if self.move_context.from && self.move_context.to && self.chance(2) {
            return self.pick(&["FROM", "TO"]).to_owned();
        }
        self.pick(&["mark", "mark", "LOCATION(jumper)", "LOCATION(n(1))", "LOCATION(m(2))"]).to_owned()
    }

    pub(super) fn location(&mut self, depth: usize) -> String {
        if self.chance(3)
            && let Some(name) = self.local(Type::Location)
        {
            return name;
        }
        if self.move_context.to && self.chance(5) {
            return "TO".to_owned();
        }
        if self.move_context.from && self.chance(6) {
            return "FROM".to_owned();
        }
        if depth == 0 {
            return match self.below(12) {
                0..=6 => format!("c({},{})", self.below(self.width) + 1, self.below(self.height) + 1),
                7 => format!("hand({},1)", self.below(6) + 1),
                8 => "den(1,1)".to_owned(),
                9 if self.chance_of_unsupported() => "mark".to_owned(),
                10 if self.chance_of_unsupported() => format!("c({},{})", self.number(0), self.number(0)),
                11 => self.pick(&["NOWHERE", "den(1,1)"]).to_owned(),
                _ => "c(1,1)".to_owned(),
            };
        }
        let less = depth - 1;
        if self.chance(12)
            && let Some(call) = self.call(Type::Location, less)
        {
            return call;
        }
        match self.below(14) {
            0..=4 => format!("NEXT({}, {})", self.direction(less), self.location(less)),
            5 if self.chance_of_unsupported() => format!("LOCATION({})", self.element(less)),
            6 => {
                let set = self.set(Type::Locations, less);
                let (name, body) = self.loop_over(Type::Location, |it| it.boolean(less));
                format!("FIRST({name}, {set}, {body})")
            }
            7 => format!("IF({}, {}, {})", self.boolean(less), self.location(less), self.location(less)),
            8 if self.chance_of_unsupported() => format!("c({},{})", self.number(less), self.number(less)),
            9 => format!("Last({}, {}, 1)", self.location(less), self.pick(&["0", "1", "-1"])),
            _ => self.location(0),
        }
    }

    pub(super) fn element(&mut self, depth: usize) -> String {
        if self.chance(3)
            && let Some(name) = self.local(Type::Element)
        {
            return name;
        }
        if self.move_context.moved && self.chance(4) {
            return "MOVED".to_owned();
        }
        if self.move_context.captured && self.chance(6) {
            return "CAPTURED".to_owned();
        }
        if depth == 0 {
            let leaves = ["m(1)", "m(2)", "n(1)", "n(3)", "k(1)", "k(2)", "f"];
            let late = self.chance_of_unsupported();
            return self.pick(if late { &["jumper", "jumper", "m(count)"] } else { &leaves }).to_owned();
        }
        let less = depth - 1;
        if self.chance(12)
            && let Some(call) = self.call(Type::Element, less)
        {
            return call;
        }
        match self.below(8) {
            0..=4 => format!("CONTENT({})", self.location(less)),
            5 => {
                let set = self.set(Type::Elements, less);
                let (name, body) = self.loop_over(Type::Element, |it| it.boolean(less));
                format!("FIRST({name}, {set}, {body})")
            }
            6 => format!("IF({}, {}, {})", self.boolean(less), self.element(less), self.element(less)),
            _ => self.element(0),
        }
    }

    pub(super) fn direction(&mut self, depth: usize) -> String {
        if self.chance(2)
            && let Some(name) = self.local(Type::Direction)
        {
            return name;
        }
        if depth > 0 && self.chance(6) {
            return format!("IF({}, {}, {})", self.boolean(depth - 1), self.direction(0), self.direction(0));
        }
        if depth > 0 && self.chance_of_unsupported() {
            return format!("BACK({})", self.direction(depth - 1));
        }
        if depth > 0
            && self.chance(8)
            && let Some(call) = self.call(Type::Direction, 0)
        {
            return call;
        }
        let leaves = [
            "dir(1,0)",
            "dir(0,1)",
            "dir(-1,0)",
            "dir(1,1)",
            "dir(-1,1)",
            "dir(0,-1)",
            "round",
            "home",
            "dir(0,3 - 2 * PLAYER)",
        ];
        if self.chance(10) && self.chance_of_unsupported() {
            "dir(1,TURN % 2)".to_owned()
        } else {
            self.pick(&leaves).to_owned()
        }
    }

    /// First argument of `NEIGHBOURS` and similar functions.
    pub(super) fn relation(&mut self) -> String {
        match self.below(4) {
            0 => "beside".to_owned(),
            1 => self.pick(&["row", "three"]).to_owned(),
            _ => self.set(Type::Directions, 0),
        }
    }

    pub(super) fn set(&mut self, kind: Type, depth: usize) -> String {
        if self.chance(4)
            && let Some(name) = self.local(kind)
        {
            return name;
        }
        if depth > 0
            && self.chance(10)
            && let Some(call) = self.call(kind, depth - 1)
        {
            return call;
        }
        let less = depth.saturating_sub(1);
        if depth > 0 && self.chance(3) {
            let member = match kind {
                Type::Locations => Type::Location,
                Type::Elements => Type::Element,
                Type::Directions => Type::Direction,
                _ => Type::Int,
            };
            return match self.below(3) {
                0 => {
                    let op = self.pick(&["UNION", "INTERSECT", "EXCEPT"]);
                    format!("(({}) {op} ({}))", self.set(kind, less), self.set(kind, less))
                }
                1 => {
                    let set = self.set(kind, less);
                    let (name, body) = self.loop_over(member, |it| it.boolean(less));
                    format!("WHERE({name}, {set}, {body})")
                }
                _ => format!("IF({}, {}, {})", self.boolean(less), self.set(kind, less), self.set(kind, less)),
            };
        }
        match kind {
            Type::Locations => self.locations(less),
            Type::Elements => match self.below(5) {
                0 => format!("ELEMENTS({})", self.pick(&["man", "stone", "flag", "1", "PLAYER", "3 - PLAYER"])),
                1 if self.chance_of_unsupported() => "crew".to_owned(),
                2 => format!("{{{}, {}}}", self.element(less), self.element(less)),
                3 => "m(1..2)".to_owned(),
                _ => format!("{{{}}}", self.element(less)),
            },
            Type::Directions => match self.below(6) {
                0 => "All".to_owned(),
                1 => "dir(-1..1,-1..1)".to_owned(),
                2 => "dir(0,-1..1)".to_owned(),
                3 => "{dir(1,0), dir(-1,0)}".to_owned(),
                4 => "dir(-1..1,3 - 2 * PLAYER)".to_owned(),
                _ => format!("{{{}, {}}}", self.direction(0), self.direction(less)),
            },
            _ => match self.below(3) {
                0 => format!("{}..{}", self.below(3), self.below(4)),
                1 if self.chance_of_unsupported() => format!("0..ABS({}) % 4", self.number(less)),
                1 if self.chance_of_unsupported() => format!("{{{}, {}}}", self.number(less), self.number(0)),
                _ => format!("{{{}, {}}}", self.below(3), self.below(4)),
            },
        }
    }

    fn locations(&mut self, less: usize) -> String {
        match self.below(14) {
            0 => format!("LOCATIONS({})", self.pick(&["cell", "cell", "hand"])),
            1 => {
                let width = self.width;
                format!("c(1..{width},{})", self.below(self.height) + 1)
            }
            2 if self.chance_of_unsupported() => format!("c(1..2,{})", self.number(0)),
            3 => format!("{{{}, {}}}", self.location(less), self.location(less)),
            4 | 5 => format!("RAY({}, {})", self.direction(less), self.location(less)),
            6..=8 => format!("NEIGHBOURS({}, {})", self.relation(), self.location(less)),
            9 | 10 => {
                format!("BETWEEN({}, {}, {})", self.set(Type::Directions, 0), self.location(less), self.location(less))
            }
            11 if self.loop_depth < 2 => {
                let (relation, start) = (self.relation(), self.location(0));
                let (name, body) = self.loop_over(Type::Location, |it| {
                    let name = it.scope.last().expect("just named").0.clone();
                    if it.chance_of_unsupported() { it.boolean(less) } else { it.query_at(&name) }
                });
                format!("REACH({relation}, {{{start}}}, {name}, {body})")
            }
            12 if self.chance_of_unsupported() && self.loop_depth < 2 => {
                let start = self.location(0);
                let (name, next) = self.loop_over(Type::Location, |it| it.locations(less.min(1)));
                format!("REACH({name}, {{{start}}}, {next})")
            }
            12 if self.chance_of_unsupported() => "seen".to_owned(),
            _ => format!("{{{}}}", self.location(less)),
        }
    }
}
