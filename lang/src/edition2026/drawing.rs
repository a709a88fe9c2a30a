//! Lowering of drawings: lists of marks, and the background of the board.
//! Rendering is not part of this crate.

use boardwright_game::ids::{DirectionId, RelationId};
use boardwright_rules::{Colour, FamilyKind, Figure, Mark, Paint, ShownAs, Thing};

use super::constant::single_expr;
use super::entries::{Entries, Entry, SectionKind, value_exprs, value_text};
use super::expr::{Binding, LoweringContext};
use super::types::Type;
use super::value::Value;
use crate::suggest::{did_you_mean, shorten};
use crate::syntax::ast::{Expr, ExprKind, KeyValue};
use crate::{Diagnostic, Pictures};

/// Marks without a value.
const FIGURES: [(&str, Figure); 19] = [
    ("disc", Figure::Disc),
    ("ring", Figure::Ring),
    ("square", Figure::Square),
    ("diamond", Figure::Diamond),
    ("triangle", Figure::Triangle),
    ("pointup", Figure::PointUp),
    ("pointdown", Figure::PointDown),
    ("cross", Figure::Cross),
    ("star", Figure::Star),
    ("crown", Figure::Crown),
    ("bar", Figure::Bar),
    ("post", Figure::Post),
    ("wedge", Figure::Wedge),
    ("pawn", Figure::Pawn),
    ("knight", Figure::Knight),
    ("bishop", Figure::Bishop),
    ("rook", Figure::Rook),
    ("queen", Figure::Queen),
    ("king", Figure::King),
];

/// Marks with a value.
const VALUE_FIGURES: [(&str, ShownAs); 2] = [("text", ShownAs::Text), ("pips", ShownAs::Pips)];

/// Default size of a mark, in percent of the place.
const DEFAULT_SIZE: i32 = 80;
/// Maximum number of marks in a drawing.
const MAX_MARKS: usize = 50;

/// A thing with a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawnThing {
    /// An element in a state, or the places of a type: drawn alike in all positions.
    Piece,
    /// A single place, whose texts may depend on the position.
    Place,
}

/// A value on a place, which is lowered when all names are known.
#[derive(Debug)]
pub(super) struct PendingText {
    expr: Expr,
    shown_as: ShownAs,
    /// Variables of the place.
    scope: Vec<Binding>,
}

/// Types of the value of a mark.
fn value_types(shown_as: ShownAs) -> &'static [Type] {
    match shown_as {
        ShownAs::Text => &[Type::TEXT, Type::INT],
        ShownAs::Pips => &[Type::INT],
    }
}

impl LoweringContext<'_> {
    /// Drawings of an entry, one for each `draw`.
    pub(super) fn drawings(&mut self, entry: &Entry) -> Vec<Vec<Mark>> {
        entry.all("draw").map(|pair| self.marks(pair)).collect()
    }

    /// Marks of a drawing.
    pub(super) fn marks(&mut self, pair: &KeyValue) -> Vec<Mark> {
        let list = value_exprs(pair);
        if list.is_empty() {
            self.report(
                Diagnostic::error("no-value", pair.value_span, "this drawing is empty")
                    .label("expected a mark: `disc(owner)`"),
            );
        }
        if let Some(beyond) = list.get(MAX_MARKS) {
            let message = format!("a drawing has at most {MAX_MARKS} marks");
            self.report(Diagnostic::error("too-many", beyond.span, message));
            return Vec::new();
        }
        list.iter().filter_map(|expr| self.mark(expr)).collect()
    }

    fn mark(&mut self, expr: &Expr) -> Option<Mark> {
        let (head, arguments): (&str, &[Expr]) = match &expr.kind {
            ExprKind::Name(word) => (word, &[]),
            ExprKind::Call(head, arguments) if head.text == "IF" => {
                let chosen = self.selected_branch(arguments, expr)?;
                return self.mark(chosen);
            }
            ExprKind::Call(head, arguments) => (&head.text, arguments),
            ExprKind::Error => return None,
            _ => ("", &[]),
        };
        if let Some((head, shown_as)) = VALUE_FIGURES.iter().find(|(name, _)| *name == head) {
            return self.value_mark(expr, head, *shown_as, arguments);
        }
        let Some((_, figure)) = FIGURES.iter().find(|(name, _)| *name == head) else {
            let names = FIGURES.iter().map(|(name, _)| *name).chain(VALUE_FIGURES.iter().map(|(name, _)| *name));
            let hint = did_you_mean(head, names.clone());
            let message = if head.is_empty() {
                "this is not a mark".to_owned()
            } else {
                format!("unknown mark \"{}\"{hint}", shorten(head))
            };
            let all: Vec<&str> = names.collect();
            self.report(
                Diagnostic::error("unknown-mark", expr.span, message)
                    .label("expected a mark such as `disc(owner)`")
                    .help(format!("marks are {}", all.join(", "))),
            );
            return None;
        };
        if arguments.len() > 2 {
            self.report(
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
        let size = arguments.get(1).map_or(Some(DEFAULT_SIZE), |size| self.size(size))?;
        Some(Mark { figure: figure.clone(), paint, size })
    }

    fn value_mark(&mut self, expr: &Expr, head: &str, shown_as: ShownAs, arguments: &[Expr]) -> Option<Mark> {
        let ([said, rest @ ..], 1..=3) = (arguments, arguments.len()) else {
            self.report(
                Diagnostic::error("arguments", expr.span, format!("`{head}` takes a value, a colour and a size"))
                    .label(format!("expected `{head}(value, colour, size)`, of which the value is needed")),
            );
            return None;
        };
        let figure = match self.postpone_text(said, shown_as) {
            Some(index) => Figure::Value { index, shown_as },
            None => {
                let value = self.constant(said, value_types(shown_as));
                if value.is_error() {
                    return None;
                }
                shown_as.figure(&value.display_text(&self.rules))
            }
        };
        let paint = match rest.first() {
            Some(colour) => self.paint(colour)?,
            None => Paint::Colour(Colour(0, 0, 0)),
        };
        let size = rest.get(1).map_or(Some(DEFAULT_SIZE), |size| self.size(size))?;
        Some(Mark { figure, paint, size })
    }

    /// Postpones a text of a place until all names are known; returns its index in the texts of places. `None` if the
    /// drawing is not that of a place.
    fn postpone_text(&mut self, expr: &Expr, shown_as: ShownAs) -> Option<usize> {
        if self.drawn != DrawnThing::Place {
            return None;
        }
        self.pending_texts.push(PendingText { expr: expr.clone(), shown_as, scope: self.scope.clone() });
        Some(self.pending_texts.len() - 1)
    }

    /// Lowers the texts of places: constants become letters, the others are evaluated in the position shown.
    pub(super) fn place_texts(&mut self) {
        let mut figures = Vec::new();
        for PendingText { expr, shown_as, scope } in std::mem::take(&mut self.pending_texts) {
            self.scope = scope;
            let low = self.lower(&expr, value_types(shown_as));
            let low = self.check_type(low, value_types(shown_as));
            figures.push(match low.as_constant() {
                Some(value) => shown_as.figure(&value.display_text(&self.rules)),
                None => {
                    let id = self.expr_id(&low);
                    self.rules.place_texts.push(id);
                    Figure::Value { index: self.rules.place_texts.len() - 1, shown_as }
                }
            });
            self.clear_locals();
        }
        let drawings = self.rules.locations.iter_mut().filter_map(|location| location.drawing.as_mut());
        for mark in drawings.flatten() {
            if let Figure::Value { index, .. } = mark.figure {
                mark.figure = figures[index].clone();
            }
        }
    }

    fn size(&mut self, expr: &Expr) -> Option<i32> {
        let size = self.constant(expr, &[Type::INT]).int()?;
        if !(1..=1000).contains(&size) {
            self.report(
                Diagnostic::error("out-of-range", expr.span, format!("a mark cannot have the size {size}"))
                    .label("expected 1 to 1000, in percent of the place"),
            );
            return None;
        }
        Some(size)
    }

    fn paint(&mut self, expr: &Expr) -> Option<Paint> {
        match &expr.kind {
            ExprKind::Colour(red, green, blue) => Some(Paint::Colour(Colour(*red, *green, *blue))),
            ExprKind::Name(word) if word == "owner" => Some(Paint::Owner),
            ExprKind::Call(head, arguments) if head.text == "IF" => {
                let chosen = self.selected_branch(arguments, expr)?;
                self.paint(chosen)
            }
            ExprKind::Error => None,
            _ => {
                self.report(
                    Diagnostic::error("bad-colour", expr.span, "this is not a colour")
                        .label("expected a colour such as #c0392b, or `owner`"),
                );
                None
            }
        }
    }

    /// Selects the argument of an `IF` whose condition holds.
    fn selected_branch<'e>(&mut self, arguments: &'e [Expr], whole: &Expr) -> Option<&'e Expr> {
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
        self.report(
            Diagnostic::error("no-else", whole.span, "this `IF` has no value for the case that no condition holds")
                .label("expected one more argument"),
        );
        None
    }

    /// Lowers `[BOARD]`.
    pub(super) fn board(&mut self, entries: &Entries, pictures: &dyn Pictures) {
        if let Some(pair) = entries.single(SectionKind::Board, "image") {
            let file = value_text(pair);
            self.check_picture_exists(&file, pair, pictures);
            self.rules.background = Some(file);
        }
        self.rules.ground.colour = self.ground_colour(entries, "colour");
        self.rules.ground.line_colour = self.ground_colour(entries, "line");
        let Some(pair) = entries.single(SectionKind::Board, "lines") else { return };
        for expr in value_exprs(pair) {
            self.add_ground_lines(expr);
        }
    }

    fn ground_colour(&mut self, entries: &Entries, key: &str) -> Option<Colour> {
        let pair = entries.single(SectionKind::Board, key)?;
        let expr = single_expr(self, pair)?;
        match self.paint(expr)? {
            Paint::Colour(colour) => Some(colour),
            Paint::Owner => {
                self.report(
                    Diagnostic::error("bad-colour", expr.span, "the board has no owner").label("expected a colour"),
                );
                None
            }
        }
    }

    /// Adds the lines of a relation or of directions; a family of directions may be given by its name.
    fn add_ground_lines(&mut self, expr: &Expr) {
        if let ExprKind::Name(word) = &expr.kind {
            let families = self.names.families(word).to_vec();
            let mut found = false;
            for family in families {
                let row = &self.rules.families[family];
                let members: Vec<u16> = row.members.iter().map(|(_, at)| *at).collect();
                match row.kind {
                    FamilyKind::Direction => {
                        self.rules.ground.line_directions.extend(members.into_iter().map(DirectionId));
                    }
                    FamilyKind::Relation => {
                        self.rules.ground.line_relations.extend(members.into_iter().map(RelationId));
                    }
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
                Value::Thing(Thing::Relation(id)) => self.rules.ground.line_relations.push(*id),
                Value::Thing(Thing::Direction(Some(id))) => self.rules.ground.line_directions.push(*id),
                _ => {}
            }
        }
    }
}
