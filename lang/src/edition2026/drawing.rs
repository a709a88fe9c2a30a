//! Drawings: marks one over another, and what lies under the board.
//! How they are painted is not the matter here.

use boardwright_engine::ids::{DirectionId, RelationId};
use boardwright_engine::rules::{Colour, FamilyKind, Figure, Mark, Paint, Thing};

use super::constant::one;
use super::entries::{Entries, Entry, Part, exprs, text};
use super::expr::Lower;
use super::types::Type;
use super::value::Value;
use crate::suggest::{did_you_mean, shorten};
use crate::syntax::ast::{Expr, Node, Pair};
use crate::{Diagnostic, Pictures};

/// Marks without letters.
const FIGURES: [(&str, Figure); 15] = [
    ("disc", Figure::Disc),
    ("ring", Figure::Ring),
    ("square", Figure::Square),
    ("diamond", Figure::Diamond),
    ("triangle", Figure::Triangle),
    ("cross", Figure::Cross),
    ("star", Figure::Star),
    ("crown", Figure::Crown),
    ("bar", Figure::Bar),
    ("pawn", Figure::Pawn),
    ("knight", Figure::Knight),
    ("bishop", Figure::Bishop),
    ("rook", Figure::Rook),
    ("queen", Figure::Queen),
    ("king", Figure::King),
];

/// Percent of a place that a mark takes if nothing is said.
const SIZE: i32 = 80;
/// Most marks of one drawing.
const MOST_MARKS: usize = 50;

impl Lower<'_> {
    /// The drawings of an entry, one for each `draw`.
    pub(super) fn drawings(&mut self, entry: &Entry) -> Vec<Vec<Mark>> {
        entry.all("draw").map(|pair| self.marks(pair)).collect()
    }

    /// The marks of a drawing.
    pub(super) fn marks(&mut self, pair: &Pair) -> Vec<Mark> {
        let list = exprs(pair);
        if list.is_empty() {
            self.tell(
                Diagnostic::error("no-value", pair.at, "this drawing is empty").label("expected a mark: `disc(owner)`"),
            );
        }
        if let Some(beyond) = list.get(MOST_MARKS) {
            let message = format!("a drawing has at most {MOST_MARKS} marks");
            self.tell(Diagnostic::error("too-many", beyond.span, message));
            return Vec::new();
        }
        list.iter().filter_map(|expr| self.mark(expr)).collect()
    }

    fn mark(&mut self, expr: &Expr) -> Option<Mark> {
        let (head, arguments): (&str, &[Expr]) = match &expr.node {
            Node::Name(word) => (word, &[]),
            Node::Call(head, arguments) if head.text == "IF" => {
                let chosen = self.chosen(arguments, expr)?;
                return self.mark(chosen);
            }
            Node::Call(head, arguments) => (&head.text, arguments),
            Node::Wrong => return None,
            _ => ("", &[]),
        };
        if head == "text" {
            return self.letters(expr, arguments);
        }
        let Some((_, figure)) = FIGURES.iter().find(|(name, _)| *name == head) else {
            let names = FIGURES.iter().map(|(name, _)| *name).chain(["text"]);
            let hint = did_you_mean(head, names.clone());
            let message = if head.is_empty() {
                "this is no mark".to_owned()
            } else {
                format!("unknown mark \"{}\"{hint}", shorten(head))
            };
            let all: Vec<&str> = names.collect();
            self.tell(
                Diagnostic::error("unknown-mark", expr.span, message)
                    .label("expected a mark such as `disc(owner)`")
                    .help(format!("marks are {}", all.join(", "))),
            );
            return None;
        };
        if arguments.len() > 2 {
            self.tell(
                Diagnostic::error(
                    "arguments",
                    expr.span,
                    format!("`{head}` takes a colour and a size, but {} are given", arguments.len()),
                )
                .label(format!("expected `{head}(colour, size)`")),
            );
            return None;
        }
        let paint = arguments.first().map_or(Some(Paint::Owner), |colour| self.paint(colour))?;
        let size = arguments.get(1).map_or(Some(SIZE), |size| self.size(size))?;
        Some(Mark { figure: figure.clone(), paint, size })
    }

    fn letters(&mut self, expr: &Expr, arguments: &[Expr]) -> Option<Mark> {
        let ([said, rest @ ..], 1..=3) = (arguments, arguments.len()) else {
            self.tell(
                Diagnostic::error("arguments", expr.span, "`text` takes a value, a colour and a size")
                    .label("expected `text(value, colour, size)`, of which the value is needed"),
            );
            return None;
        };
        let value = self.constant(said, &[Type::TEXT, Type::INT]);
        if value.is_wrong() {
            return None;
        }
        let paint = match rest.first() {
            Some(colour) => self.paint(colour)?,
            None => Paint::Colour(Colour(0, 0, 0)),
        };
        let size = rest.get(1).map_or(Some(SIZE), |size| self.size(size))?;
        Some(Mark { figure: Figure::Text(value.shown(&self.rules)), paint, size })
    }

    fn size(&mut self, expr: &Expr) -> Option<i32> {
        let size = self.constant(expr, &[Type::INT]).int()?;
        if !(1..=1000).contains(&size) {
            self.tell(
                Diagnostic::error("out-of-range", expr.span, format!("a mark cannot have the size {size}"))
                    .label("expected 1 to 1000, in percent of the place"),
            );
            return None;
        }
        Some(size)
    }

    fn paint(&mut self, expr: &Expr) -> Option<Paint> {
        match &expr.node {
            Node::Colour(red, green, blue) => Some(Paint::Colour(Colour(*red, *green, *blue))),
            Node::Name(word) if word == "owner" => Some(Paint::Owner),
            Node::Call(head, arguments) if head.text == "IF" => {
                let chosen = self.chosen(arguments, expr)?;
                self.paint(chosen)
            }
            Node::Wrong => None,
            _ => {
                self.tell(
                    Diagnostic::error("bad-colour", expr.span, "this is no colour")
                        .label("expected a colour such as #c0392b, or `owner`"),
                );
                None
            }
        }
    }

    /// The argument of an IF whose condition holds.
    fn chosen<'e>(&mut self, arguments: &'e [Expr], whole: &Expr) -> Option<&'e Expr> {
        for pair in arguments.chunks(2) {
            match pair {
                [other] => return Some(other),
                [condition, value] => match self.constant(condition, &[Type::BOOL]) {
                    Value::Bool(true) => return Some(value),
                    Value::Bool(false) => {}
                    _ => return None,
                },
                _ => {}
            }
        }
        self.tell(
            Diagnostic::error("no-else", whole.span, "this IF does not say what it is when no condition holds")
                .label("expected one more argument"),
        );
        None
    }

    /// `[BOARD]`.
    pub(super) fn board(&mut self, entries: &Entries, pictures: &dyn Pictures) {
        if let Some(pair) = entries.single(Part::Board, "image") {
            let file = text(pair);
            self.picture_exists(&file, pair, pictures);
            self.rules.background = Some(file);
        }
        self.rules.ground.colour = self.ground_colour(entries, "colour");
        self.rules.ground.line_colour = self.ground_colour(entries, "line");
        let Some(pair) = entries.single(Part::Board, "lines") else { return };
        for expr in exprs(pair) {
            self.lines_of(expr);
        }
    }

    fn ground_colour(&mut self, entries: &Entries, key: &str) -> Option<Colour> {
        let pair = entries.single(Part::Board, key)?;
        let expr = one(self, pair)?;
        match self.paint(expr)? {
            Paint::Colour(colour) => Some(colour),
            Paint::Owner => {
                self.tell(
                    Diagnostic::error("bad-colour", expr.span, "the board has no owner").label("expected a colour"),
                );
                None
            }
        }
    }

    /// A relation or directions whose pairs are drawn as lines; a family of directions by its name.
    fn lines_of(&mut self, expr: &Expr) {
        if let Node::Name(word) = &expr.node {
            let families = self.names.families(word).to_vec();
            let mut found = false;
            for family in families {
                let row = &self.rules.families[family];
                let members: Vec<u16> = row.members.iter().map(|(_, at)| *at).collect();
                match row.kind {
                    FamilyKind::Direction => self.rules.ground.ways.extend(members.into_iter().map(DirectionId)),
                    FamilyKind::Relation => self.rules.ground.lines.extend(members.into_iter().map(RelationId)),
                    _ => continue,
                }
                found = true;
            }
            if found {
                return;
            }
        }
        let value = self.constant(expr, &[Type::RELATION, Type::DIRECTION, Type::DIRECTIONS]);
        for member in value.members() {
            match member {
                Value::Thing(Thing::Relation(id)) => self.rules.ground.lines.push(*id),
                Value::Thing(Thing::Direction(Some(id))) => self.rules.ground.ways.push(*id),
                _ => {}
            }
        }
    }
}
