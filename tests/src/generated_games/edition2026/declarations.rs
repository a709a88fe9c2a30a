//! Generated declarations: locations, elements, directions and relations, variables and named expressions. Rules are
//! in `rules`.

use std::fmt::Write as _;

use super::{Generator, MoveContext, NamedExpression, Type};

impl Generator<'_> {
    /// Generates all sections before the expressions.
    pub(super) fn declarations(&mut self) -> String {
        // Large boards take long; only windows of targets depend on the size.
        (self.width, self.height) = match self.below(80) {
            0 if self.chance(3) => (9, 8),
            0..=2 => (5, 4),
            3..=20 => (2 + self.below(4), 1),
            21..=35 => (2, 2),
            36..=60 => (3, 2),
            61..=72 => (3, 3),
            _ => (4, 3),
        };
        let (width, height) = (self.width, self.height);
        let first = if self.chance(4) { "first = 2\n" } else { "" };
        let mut text = format!("[GAME]\nedition = 2026\n{first}");
        text += "[OPTIONS]\nname = hard\nvalues = no, yes\ndefault = no\nname = limit\nvalues = 2..9\ndefault = 3\n";
        text += "[PLAYERS]\n1 = One\nscore = 3\n2 = Two\n[TEXTS]\nname = start\nrows =\n";
        for _ in 0..height {
            let row: Vec<&str> = (0..width).map(|_| self.pick(&["w", "b", ".", "."])).collect();
            writeln!(text, "  {}", row.join(" ")).expect("texts take all");
        }
        let states = self.pick(&["3", "3", "3", "3", "3", "3", "3", "70"]);
        let reserve = self.pick(&["", "", "reserve = hand\n"]);
        write!(
            text,
            "[ELEMENT TYPES]\nname = man\nstates = low, high\n{reserve}name = stone\nstates = {states}\nname = flag\n"
        )
        .expect("texts take all");
        let relevant = self.pick(&["relevant = no\n", "relevant = no\n", ""]);
        write!(text, "[LOCATION TYPES]\nname = cell\nname = hand\n{relevant}name = far\n").expect("texts take all");
        text += &self.locations_and_elements();
        text += &self.directions_and_relations();
        text += &self.variables();
        text
    }

    fn locations_and_elements(&mut self) -> String {
        let (width, height) = (self.width, self.height);
        let mut text = String::from("[LOCATIONS]\n");
        // Target windows begin and end at byte boundaries, so cells must not always begin at one.
        let pads = [0, 0, 0, 0, 0, 0, 3, 13, 40][self.below(9)];
        if pads > 0 {
            writeln!(text, "name = pad($I: 1..{pads})\ntype = far").expect("texts take all");
        }
        let hole = if self.chance(4) { "where = $X != 2 OR $Y != 1\n" } else { "" };
        write!(text, "name = c($X: 1..{width}, $Y: 1..{height})\n{hole}type = cell\n").expect("texts take all");
        text += "name = hand($I: 1..6, $J: 1..1)\ntype = hand\nname = den(1,1)\ntype = cell\n[ELEMENTS]\n";
        let missing = |x: usize, y: usize| !hole.is_empty() && (x, y) == (2, 1);
        let mut places: Vec<String> = (1..=width)
            .flat_map(|x| (1..=height).map(move |y| (x, y)))
            .filter(|&(x, y)| !missing(x, y))
            .map(|(x, y)| format!("c({x},{y})"))
            .collect();
        places.extend((1..=6).map(|k| format!("hand({k},1)")));
        places.push("den(1,1)".to_owned());
        let elements = [
            ("m(1)", "man", 1),
            ("m(2)", "man", 1),
            ("m(3)", "man", 1),
            ("n(1)", "man", 2),
            ("n(2)", "man", 2),
            ("n(3)", "man", 2),
            ("k(1)", "stone", 0),
            ("k(2)", "stone", 2),
            ("k(3)", "stone", 0),
            ("f", "flag", 1),
        ];
        for (name, kind, owner) in elements {
            let place = if self.chance(6) || places.is_empty() {
                String::new()
            } else {
                format!("location = {}\n", places.remove(self.below(places.len())))
            };
            let state = if kind != "flag" && self.chance(3) { "state = 2\n" } else { "" };
            write!(text, "name = {name}\ntype = {kind}\nplayer = {owner}\n{place}{state}").expect("texts take all");
        }
        text
    }

    fn directions_and_relations(&mut self) -> String {
        let width = self.width;
        let bent = self.pick(&["", "", "where = $X != 2\n", "where = ($X + $Y) % 2 == 0 OR $A * $B == 0\n"]);
        let mut text = format!(
            "[DIRECTIONS]\nname = dir($A: -1..1, $B: -1..1)\nwhere = $A != 0 OR $B != 0\n{}from = c($X,$Y)\n\
             to = c($X+$A,$Y+$B)\n",
            if bent.is_empty() { String::new() } else { format!("  {}", &bent["where = ".len()..]) }
        );
        write!(text, "name = round\nfrom = c($X,$Y)\nto = c($X % {width} + 1,$Y)\n").expect("texts take all");
        text += "name = home\nfrom = c($X,1)\nto = den(1,1)\n[RELATIONS]\n";
        text += self.pick(&["name = beside\nboth = yes\n", "name = beside\n"]);
        text += "from = c($X,$Y)\nto = c($X+1,$Y)\nname = beside\nfrom = c($X,$Y)\nto = hand($Y,1)\n";
        let length = 2 + self.below(2);
        write!(text, "name = three\nalong = dir(0..1,-1..1)\nlength = {length}\n").expect("texts take all");
        text += "name = row\nmembers = c(1,$Y), c(2,$Y), c(3,$Y)\nname = row\nmembers = den(1,1), c(1,1), hand(1,1)\n";
        text
    }

    fn variables(&mut self) -> String {
        let mut text = String::from("[VARIABLES]\n");
        let kinds = [
            ("count", ["initial = 0\nvalues = -1..6\n", "initial = 2\nvalues = 0..1000\n"]),
            ("free", ["initial = 0\n", "initial = limit\n"]),
            ("ready", ["initial = FALSE\n", "initial = TRUE\n"]),
            ("jumper", ["initial = NOTHING\n", "initial = m(2)\n"]),
            ("mark", ["initial = NOWHERE\n", "initial = c(1,1)\n"]),
            ("seen", ["initial = {}\ntype = set of location\n", "initial = {c(1,1), den(1,1)}\n"]),
            ("crew", ["initial = {}\ntype = set of element\n", "initial = {m(1), k(1)}\n"]),
            ("tally($P: 1..2)", ["initial = 0\nvalues = 0..9\n", "initial = $P\n"]),
        ];
        for (name, initials) in kinds {
            let initial = self.pick(&initials);
            let reset = self.pick(&["", "", "reset = turn\n", "reset = move\n"]);
            let key = self.pick(&["", "", "", "key = no\n"]);
            write!(text, "name = {name}\n{initial}{reset}{key}").expect("texts take all");
        }
        text
    }

    /// Generates the named expressions.
    pub(super) fn named_expressions(&mut self) -> String {
        const RESULT_TYPES: [Type; 14] = [
            Type::Bool,
            Type::Bool,
            Type::Bool,
            Type::Bool,
            Type::Int,
            Type::Int,
            Type::Location,
            Type::Element,
            Type::Direction,
            Type::Locations,
            Type::Elements,
            Type::Directions,
            Type::Action,
            Type::Action,
        ];
        const PARAMETER_TYPES: [Type; 7] = [
            Type::Location,
            Type::Location,
            Type::Location,
            Type::Element,
            Type::Int,
            Type::Direction,
            Type::Locations,
        ];
        let mut text = String::from(
            "[EXPRESSIONS]\nAll = dir(-1..1,-1..1)\nMine($L) = OWNER(CONTENT($L)) == PLAYER\n\
             Theirs($L) = OWNER(CONTENT($L)) == 3 - PLAYER\n\
             Down($N) = IF($N > 0, Down($N - 1) + ABS(free % 3), 0)\n\
             Last($L,$A,$B) = IF(EMPTY(NEXT(dir($A,$B), $L)), Last(NEXT(dir($A,$B), $L), $A, $B), $L)\n",
        );
        for (name, takes) in [("Mine", Type::Location), ("Theirs", Type::Location)] {
            self.named.push(NamedExpression {
                name: name.into(),
                parameters: vec![takes],
                result: Type::Bool,
                uses_move: false,
            });
        }
        for number in 0..self.below(6) {
            let gives = RESULT_TYPES[self.below(RESULT_TYPES.len())];
            let takes: Vec<Type> =
                (0..self.below(3)).map(|_| PARAMETER_TYPES[self.below(PARAMETER_TYPES.len())]).collect();
            let of_move = self.chance(2);
            self.move_context = if of_move { MoveContext::BEFORE } else { MoveContext::default() };
            let names: Vec<String> = (0..takes.len()).map(|at| format!("$P{at}")).collect();
            let lines = self.in_scope(|it| {
                it.scope.extend(names.iter().cloned().zip(takes.iter().copied()));
                let mut lines = it.bindings(2);
                if matches!(gives, Type::Bool | Type::Action) && it.chance(2) {
                    lines.push(it.expression(gives, 2));
                }
                lines.push(it.expression(gives, 3));
                lines
            });
            let name = format!("F{number}");
            let params = if names.is_empty() { String::new() } else { format!("({})", names.join(",")) };
            match lines.as_slice() {
                [line] => writeln!(text, "{name}{params} = {line}"),
                lines => writeln!(text, "{name}{params} =\n  {}", lines.join("\n  ")),
            }
            .expect("texts take all");
            self.named.push(NamedExpression { name, parameters: takes, result: gives, uses_move: of_move });
        }
        text
    }
}
