//! Generated game files of the edition 2013: a fixed small board with rules of random expressions, most of which are well
//! typed. Files of the edition 2026 are in `edition2026`.

use std::fmt::Write as _;

use rand::{Rng, RngExt};

const BOARD: &str = "[BOARD]
image=none.png
[ELEMENT TYPES]
name=red
states=3
name=blue
states=2
name=flag
[LOCATION TYPES]
name=cell
point=1,1
name=box
relevant=no
point=1,1
[PLAYER NAMES]
1=One
2=Two
score=3
";

const VARIABLES: [&str; 8] = ["$I", "$J", "$X", "$Y", "$K", "$S", "$W", "$N"];
const FUNCTIONS: [(&str, usize); 5] = [("One", 0), ("Two", 1), ("Three", 2), ("Four", 1), ("Five", 0)];

/// Expected type of an expression.
#[derive(Clone, Copy, PartialEq)]
enum Type {
    Bool,
    Int,
    Text,
    Set,
}

/// Generates the text of a game file.
pub fn generate_game(random: &mut dyn Rng) -> String {
    let mut inventor = Generator { random, allows_actions: false };
    let mut text = BOARD.to_owned();
    inventor.declarations(&mut text);
    text.push_str("[EXPRESSIONS]\n");
    for (name, params) in FUNCTIONS {
        inventor.allows_actions = inventor.chance(4);
        let formals = ["", "($A)", "($A,$B)"][params];
        let lines: String = (0..inventor.below(3)).map(|_| inventor.boolean(2) + "\n").collect();
        let kind = [Type::Bool, Type::Bool, Type::Int][inventor.below(3)];
        let last = inventor.expression(kind, 3);
        writeln!(text, "{name}{formals}\n{lines}{last}\nEND").expect("texts take all");
    }
    inventor.allows_actions = true;
    if inventor.chance(2) {
        let (situation, score) = (inventor.boolean(3), inventor.expression(Type::Int, 2));
        writeln!(text, "[SCORINGS]\nsituation={situation}\nplayer=PLAYER\nscore={score}").expect("texts take all");
    }
    text.push_str("[END OF GAME]\n");
    for _ in 0..inventor.below(3) {
        let situation = inventor.boolean(3);
        let winner = ["0", "1", "PLAYER", "3-PLAYER", "-1"][inventor.below(5)];
        writeln!(text, "situation={situation}\nwinner={winner}").expect("texts take all");
    }
    text.push_str("[GAME RULES]\n");
    for number in 0..=inventor.below(4) {
        inventor.rule(number, &mut text);
    }
    text
}

struct Generator<'r> {
    random: &'r mut dyn Rng,
    /// `true` where actions are allowed.
    allows_actions: bool,
}

impl Generator<'_> {
    fn below(&mut self, count: usize) -> usize {
        self.random.random_range(0..count)
    }

    /// Returns `true` with probability `1 / times`.
    fn chance(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick(&mut self, of: &[&str]) -> String {
        of[self.below(of.len())].to_owned()
    }

    fn declarations(&mut self, text: &mut String) {
        let mut places: Vec<String> = Vec::new();
        places.extend((1..=3).flat_map(|x| (1..=2).map(move |y| format!("c({x},{y})"))));
        places.extend((1..=4).map(|k| format!("st({k})")));
        places.push("home".into());
        text.push_str("[LOCATIONS]\n");
        for place in &places {
            let kind = if place.starts_with("st") { "box" } else { "cell" };
            writeln!(text, "name={place}\ntype={kind}\npoint=1,1").expect("texts take all");
        }
        text.push_str("[MOVABLE ELEMENTS]\n");
        for (name, kind, owner) in [
            ("a(1)", "red", 1),
            ("a(2)", "red", 1),
            ("a(3)", "red", 1),
            ("b(1)", "blue", 2),
            ("b(2)", "blue", 2),
            ("f", "flag", 0),
        ] {
            let place = places.remove(self.below(places.len()));
            let state = if self.chance(3) && kind != "flag" { "state=2\n" } else { "" };
            writeln!(text, "name={name}\ntype={kind}\nplayer={owner}\nlocation={place}\n{state}")
                .expect("texts take all");
        }
    }

    fn rule(&mut self, number: usize, text: &mut String) {
        let element = self.pick(&["a($I)", "a($I)", "b($I)", "b($J)", "f", "a(2)"]);
        let places = ["c($X,$Y)", "c($X,$Y)", "c($K,$K)", "st($K)", "home", "c(2,1)", "c($I,$J)"];
        let (from, to) = (self.pick(&places), self.pick(&places));
        self.allows_actions = self.chance(8);
        let condition = self.boolean(4);
        self.allows_actions = true;
        let followup = self.boolean(4);
        let guards =
            self.pick(&["", "", "player=1\n", "player=2\n", "state=1\n", "state=$S\n", "player=$W\nstate=2\n"]);
        let award = match self.below(4) {
            0 => format!("awardPlayer=PLAYER\nwithScore={}\n", self.expression(Type::Int, 2)),
            1 => "awardPlayer=3-PLAYER\nwithScore=-1\n".to_owned(),
            _ => String::new(),
        };
        let condition = if self.chance(6) {
            String::new()
        } else {
            format!(
                "condition={}({condition}) OR {}\n",
                self.bind_missing_variables(&[&element, &from, &to, &guards]),
                self.chance(2)
            )
        };
        let next = self.pick(&["NEXTPLAYER AND", "NEXTPLAYER AND", "true AND", ""]);
        write!(
            text,
            "name=r{number}\nelement={element}\nfrom={from}\nto={to}\n{guards}{condition}{award}followup={next} ({followup})\n"
        )
        .expect("texts take all");
    }

    /// Assigns values to most variables that the patterns do not bind: otherwise nearly every game fails at once.
    fn bind_missing_variables(&mut self, patterns: &[&str]) -> String {
        if self.chance(5) {
            return String::new();
        }
        let missing = VARIABLES.iter().filter(|variable| !patterns.iter().any(|pattern| pattern.contains(**variable)));
        let bound: Vec<String> = missing.map(|variable| format!("({variable} = {}) AND ", self.below(4))).collect();
        bound.concat()
    }

    fn boolean(&mut self, depth: usize) -> String {
        self.expression(Type::Bool, depth)
    }

    fn expression(&mut self, kind: Type, depth: usize) -> String {
        let kind = if self.chance(200) { [Type::Bool, Type::Int, Type::Text, Type::Set][self.below(4)] } else { kind };
        match kind {
            Type::Bool if depth == 0 => self.leaf(),
            Type::Bool => self.compound_boolean(depth - 1),
            Type::Int => self.number(depth),
            Type::Text => self.name(depth),
            Type::Set => self.set(depth),
        }
    }

    fn leaf(&mut self) -> String {
        let (place, piece) = (self.name(0), self.name(0));
        match self.below(5) {
            0 => format!("EMPTY({place})"),
            1 => format!("(OWNER(CONTENT({place})) == PLAYER)"),
            2 => format!("(LOCATION({piece}) == {place})"),
            3 => self.pick(&["true", "false"]),
            _ => format!("(ELTYPE(CONTENT({place})) == \"red\")"),
        }
    }

    fn compound_boolean(&mut self, depth: usize) -> String {
        let variable = self.pick(&VARIABLES);
        let choice = self.below(if self.allows_actions { 20 } else { 15 });
        let mut some = |kind| self.expression(kind, depth);
        match choice {
            0 | 1 => format!("(({}) AND ({}))", some(Type::Bool), some(Type::Bool)),
            2 | 3 => format!("(({}) OR ({}))", some(Type::Bool), some(Type::Bool)),
            4 => format!("(NOT ({}))", some(Type::Bool)),
            5 => format!("(({}) == ({}))", some(Type::Int), some(Type::Int)),
            6 => format!("(({}) != ({}))", some(Type::Text), some(Type::Text)),
            7 => format!("(({}) < ({}))", some(Type::Int), some(Type::Int)),
            8 => format!("IF({}, {}, {})", some(Type::Bool), some(Type::Bool), some(Type::Bool)),
            9 => format!("FORALL({variable},1,{},{})", some(Type::Int), some(Type::Bool)),
            10 => format!("FORSOME({variable},1,3,{})", some(Type::Bool)),
            11 => format!("({variable} = ({}))", some(Type::Int)),
            12 => self.call(depth, true),
            13 => format!("(({}) IN ({}))", some(Type::Int), some(Type::Set)),
            14 => self.leaf(),
            15 => guarded_action("SETSTATE", &some(Type::Text), "1 + PLAYER % 2"),
            16 => guarded_action("SETOWNER", &some(Type::Text), "PLAYER"),
            17 => "NEXTPLAYER".to_owned(),
            18 => {
                let (from, to) = (some(Type::Text), some(Type::Text));
                format!("IF(EMPTY({from}), true, MOVE(CONTENT({from}),{from},{to}))")
            }
            _ => guarded_action("SETZINDEX", &some(Type::Text), "ZINDEX(\"f\") + 1"),
        }
    }

    fn call(&mut self, depth: usize, boolean: bool) -> String {
        let (name, params) = FUNCTIONS[self.below(FUNCTIONS.len())];
        let arguments: Vec<String> = (0..params).map(|_| self.expression(Type::Int, depth)).collect();
        let call = if params == 0 { name.to_owned() } else { format!("{name}({})", arguments.join(",")) };
        if boolean { format!("(({call}) == true)") } else { call }
    }

    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            let number = self.below(4).to_string();
            let variable = self.pick(&VARIABLES);
            let leaves = [number.as_str(), variable.as_str(), "PLAYER", "SCORE(1)", "INDEX(\"c(2,1)\")"];
            return self.pick(&leaves);
        }
        let depth = depth - 1;
        let (place, piece) = (self.name(depth), self.name(0));
        match self.below(9) {
            0 => format!("(({}) + ({}))", self.number(depth), self.number(depth)),
            1 => format!("(({}) - ({}))", self.number(depth), self.number(depth)),
            2 => format!("(({}) * ({}))", self.number(depth), self.number(depth)),
            3 => format!("(({}) % {})", self.number(depth), self.below(4) + usize::from(!self.chance(9))),
            4 => format!("STATE(CONTENT({place}))"),
            5 => format!("OWNER({piece})"),
            6 => format!("IF({}, {}, {})", self.boolean(depth), self.number(depth), self.number(depth)),
            7 => format!("(ABS ({}))", self.number(depth)),
            _ => self.call(depth, false),
        }
    }

    fn name(&mut self, depth: usize) -> String {
        let (one, other) = (self.pick(&VARIABLES), self.pick(&VARIABLES));
        match self.below(if depth == 0 { 6 } else { 8 }) {
            0 => format!("\"c({one},{other})\""),
            1 => format!("\"a({one})\""),
            2 => format!("\"st({one})\""),
            3 => self.pick(&["\"c(1,1)\"", "\"c(3,2)\"", "\"home\"", "\"a(1)\"", "\"b(2)\"", "\"f\"", "\"nowhere\""]),
            4 => format!("\"c({one},1)\""),
            5 => format!("\"b({one})\""),
            6 => format!("CONTENT({})", self.name(depth - 1)),
            _ => format!("LOCATION({})", self.name(depth - 1)),
        }
    }

    fn set(&mut self, depth: usize) -> String {
        let depth = depth.saturating_sub(1);
        let members = format!("{{ {} , {} }}", self.number(depth), self.number(depth));
        let op = self.pick(&["UNION", "SETMINUS", "INTERSECT"]);
        if self.chance(2) { members } else { format!("({members} {op} {{ 1 , {} }})", self.number(depth)) }
    }
}

/// An action on a piece, guarded by a test that the piece exists.
fn guarded_action(action: &str, piece: &str, value: &str) -> String {
    format!("IF(ELTYPE({piece}) == \"\", true, {action}({piece},{value}))")
}
