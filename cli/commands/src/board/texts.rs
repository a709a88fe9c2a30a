//! Texts that the places of a board show: numbers such as those of dice, and words such as `bank 5`; and values that only the
//! viewer knows.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use boardwright_compiler::game::CompiledGame;
use boardwright_game::ids::{ExprId, GlobalId, LocationId, Player};
use boardwright_interpreter::evaluate::Value;
use boardwright_interpreter::hidden::view::UNSEEN;
use boardwright_interpreter::state::State;
use boardwright_rules::{Audience, Expr, FamilyKind, Figure, Location, Mark, RuleSet};

use super::cells::Layout;
use super::lists::joined_values;

/// Texts on places in a position.
#[derive(Debug)]
pub struct PlaceTexts {
    /// Texts on places outside the board.
    beside: Vec<PlaceText>,
    /// Texts on places of the board.
    on_board: BTreeMap<LocationId, String>,
}

/// A text on a place.
#[derive(Debug)]
struct PlaceText {
    place: LocationId,
    text: String,
    /// `true` if the text can follow the position.
    is_value: bool,
}

impl PlaceTexts {
    /// The texts on places, with the values of a position in the order of [`RuleSet::place_texts`].
    pub fn new(rules: &RuleSet, values: &[String], layout: &Layout) -> Self {
        let cells: BTreeSet<LocationId> = layout.cells.iter().flat_map(|cell| cell.places.iter().copied()).collect();
        let mut texts = Self { beside: Vec::new(), on_board: BTreeMap::new() };
        for (index, location) in rules.locations.iter().enumerate() {
            let place = LocationId::new(index);
            let value = marks(rules, location).iter().find_map(|mark| match &mark.figure {
                Figure::Value { index, .. } => Some((values.get(*index)?.trim(), true)),
                Figure::Text(text) => Some((text.trim(), false)),
                _ => None,
            });
            let Some((text, is_value)) = value else { continue };
            if !cells.contains(&place) {
                texts.beside.push(PlaceText { place, text: text.to_owned(), is_value });
            } else if !text.is_empty() {
                texts.on_board.insert(place, text.to_owned());
            }
        }
        texts
    }

    /// Texts on places outside the board that are not empty.
    pub fn beside(&self) -> impl Iterator<Item = (LocationId, &str)> {
        self.beside.iter().filter(|it| !it.text.is_empty()).map(|it| (it.place, it.text.as_str()))
    }

    /// Text on a place of the board.
    pub fn on_board(&self, place: LocationId) -> Option<&str> {
        self.on_board.get(&place).map(String::as_str)
    }

    /// `true` if a place outside the board has a text, perhaps an empty one.
    pub fn is_labelled(&self, place: LocationId) -> bool {
        self.beside.iter().any(|it| it.place == place)
    }

    /// Numbers that follow the position on places outside the board, except on some of them, with the names of the places.
    pub fn numbers(&self, rules: &RuleSet, except: &[LocationId]) -> Vec<String> {
        joined_values(rules, &self.values(except).filter(|(_, text)| is_number(text)).collect::<Vec<_>>())
    }

    /// Words that follow the position on places outside the board, except on some of them, with the names of the places.
    pub fn words(&self, rules: &RuleSet, except: &[LocationId]) -> Vec<String> {
        let words = self.values(except).filter(|(_, text)| !is_number(text));
        joined_values(rules, &words.map(|(place, text)| (place, format!("\"{text}\""))).collect::<Vec<_>>())
    }

    fn values(&self, except: &[LocationId]) -> impl Iterator<Item = (LocationId, String)> {
        let shown = self.beside.iter().filter(|it| it.is_value && !it.text.is_empty() && !except.contains(&it.place));
        shown.map(|it| (it.place, it.text.clone()))
    }
}

/// `true` if a place shows a text in some position.
pub fn has_text(rules: &RuleSet, location: &Location) -> bool {
    marks(rules, location).iter().any(|mark| matches!(mark.figure, Figure::Value { .. } | Figure::Text(_)))
}

fn is_number(text: &str) -> bool {
    text == UNSEEN || text.parse::<i32>().is_ok()
}

/// Marks of a place: its own, or those of its type.
fn marks<'a>(rules: &'a RuleSet, location: &'a Location) -> &'a [Mark] {
    location.drawing.as_deref().unwrap_or(&rules.location_types[location.kind.index()].drawing)
}

/// Values that other players do not see, unless the board shows them: `name = value`.
pub fn secrets(game: &CompiledGame, state: &State, viewer: Option<Player>) -> Vec<String> {
    let Some(view) = viewer.map(|viewer| game.viewpoint(state, viewer)) else { return Vec::new() };
    let rules = game.rules();
    let drawn = drawn_variables(rules);
    let globals = rules.globals.iter().enumerate().map(|(index, global)| (GlobalId::new(index), global));
    let secret =
        globals.filter(|(id, global)| global.audience != Audience::All && view.sees_global(*id) && !drawn.contains(id));
    secret
        .map(|(id, global)| format!("{} = {}", global.name, Value::from(game.global_value(state, id)).text(rules)))
        .collect()
}

/// Variables that texts on places read.
fn drawn_variables(rules: &RuleSet) -> HashSet<GlobalId> {
    let mut found = HashSet::new();
    let mut open: Vec<ExprId> = rules.place_texts.clone();
    let mut called = HashSet::new();
    while let Some(id) = open.pop() {
        let expr = &rules.exprs[id];
        match expr {
            Expr::Global(global) => {
                found.insert(*global);
            }
            Expr::Member(family, _) if rules.families[*family].kind == FamilyKind::Global => {
                found.extend(rules.families[*family].members.iter().map(|(_, global)| GlobalId(*global)));
            }
            Expr::Call(function, _) if called.insert(*function) => {
                open.extend(&rules.functions[function.index()].body);
            }
            _ => {}
        }
        open.extend(expr.operands());
    }
    found
}
