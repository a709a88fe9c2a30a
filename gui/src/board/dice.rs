//! Dice that roll: what shows pips, on a place or a piece, hops and shows other faces until it comes to rest.

use std::collections::HashMap;

use boardwright_draw::{Contents, Piece, Point, Subject, scene};
use boardwright_game::ids::{ElementId, LocationId};
use boardwright_interpreter::hidden::view::Side;
use boardwright_rules::{Figure, RuleSet, ShownAs};

use eframe::egui::accesskit::Role;
use eframe::egui::{CursorIcon, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo};

use super::pictures::PictureCache;
use super::prepared::PreparedPosition;
use super::primitives::PreparedItem;
use crate::theme::board::{DIE, PICKED, PLATE};

/// Duration of a roll, in seconds.
const DURATION: f64 = 0.7;
/// Number of faces that are shown before the last one.
const TURNS: f64 = 9.0;
/// Largest number of dice that a word of a game file names.
const MAX_DICE: usize = 2;
/// Height of the first hop relative to the size of the place.
const HOP: f64 = 0.35;

/// The dice that roll between two positions.
#[derive(Debug)]
pub struct Roll {
    /// Start time, in seconds of the window's clock.
    began: f64,
    dice: HashMap<Subject, RollingDie>,
}

#[derive(Debug)]
struct RollingDie {
    faces: Vec<PreparedItem>,
    /// Height of the first hop in board pixels.
    hop: f64,
    /// Difference to the other dice, which show other faces.
    shift: usize,
}

/// A face of a rolling die and its distance from its place.
pub struct Face<'r> {
    /// The drawing.
    pub item: &'r PreparedItem,
    /// Distance from the place, in board pixels.
    pub offset: Point,
}

impl Roll {
    /// The dice that show other faces after moves of which one is a chance move; all dice with a face if none does, because
    /// the same faces were rolled again. `None` without dice.
    pub fn between(
        (before, after): (&PreparedPosition, &PreparedPosition),
        rules: &RuleSet,
        album: &PictureCache,
        now: f64,
    ) -> Option<Self> {
        let mut dice = rolled_pieces(before, after, rules, album);
        let on_places = places_with_pips(rules);
        let shown = |table: &PreparedPosition, index: usize| table.texts.get(index).and_then(|text| face(text));
        let is_rolled = |index: &usize| shown(after, *index).is_some() && shown(after, *index) != shown(before, *index);
        let mut rolled: Vec<_> = on_places.iter().filter(|(_, index)| is_rolled(index)).copied().collect();
        if rolled.is_empty() && dice.is_empty() {
            rolled = on_places.into_iter().filter(|(_, index)| shown(after, *index).is_some()).collect();
        }
        for (location, index) in rolled {
            let drawn = (1..=6).filter_map(|face| {
                let mut texts = after.texts.clone();
                texts[index] = face.to_string();
                drawing(rules, &Contents { pieces: Vec::new(), texts }, Subject::Place(location), album)
            });
            dice.push((Subject::Place(location), (drawn.collect(), location)));
        }
        let rolling = |(shift, (subject, (faces, location))): (usize, (Subject, (Vec<PreparedItem>, LocationId)))| {
            let hop = HOP * after.place(location).area(1.0).height();
            (!faces.is_empty()).then_some((subject, RollingDie { faces, hop, shift }))
        };
        let dice: HashMap<_, _> = dice.into_iter().enumerate().filter_map(rolling).collect();
        (!dice.is_empty()).then_some(Self { began: now, dice })
    }

    /// `true` when all dice have come to rest.
    pub fn is_over(&self, now: f64) -> bool {
        now - self.began >= DURATION
    }

    /// The face that the die of a place or piece shows; `None` if it rests.
    pub fn face(&self, subject: Subject, now: f64) -> Option<Face<'_>> {
        let die = self.dice.get(&subject)?;
        let part = ((now - self.began) / DURATION).max(0.0);
        if part >= 1.0 {
            return None;
        }
        // The faces follow each other ever more slowly.
        let turns = TURNS * part * (2.0 - part);
        // 5 and the numbers of faces of usual dice have no common factor: neighbours in this order differ.
        let shown = (turns as usize * 5 + die.shift * 2) % die.faces.len();
        let height = die.hop * (1.0 - part) * (2.0 * std::f64::consts::PI * part * (2.0 - part)).sin().abs();
        Some(Face { item: &die.faces[shown], offset: Point::new(0.0, -height) })
    }
}

/// The number that a text on a place shows as pips; `None` if it is not a face of a die.
fn face(text: &str) -> Option<u8> {
    text.parse().ok().filter(|face| (1..=6).contains(face))
}

/// Places that show a value as pips, and the indices of these values among the texts.
fn places_with_pips(rules: &RuleSet) -> Vec<(LocationId, usize)> {
    let of_place = |(number, location): (usize, &boardwright_rules::Location)| {
        let marks = location.drawing.as_ref().unwrap_or(&rules.location_types[location.kind.index()].drawing);
        let index = marks.iter().find_map(|mark| match mark.figure {
            Figure::Value { index, shown_as: ShownAs::Pips } => Some(index),
            _ => None,
        });
        Some((LocationId::new(number), index?))
    };
    rules.locations.iter().enumerate().filter_map(of_place).collect()
}

/// Pieces with pips whose state has changed: the drawings of their faces, and their places.
fn rolled_pieces(
    before: &PreparedPosition,
    after: &PreparedPosition,
    rules: &RuleSet,
    album: &PictureCache,
) -> Vec<(Subject, (Vec<PreparedItem>, LocationId))> {
    let old: HashMap<ElementId, i32> = before.pieces.iter().map(|(piece, _)| (piece.element, piece.state)).collect();
    let mut rolled = Vec::new();
    for (piece, _) in &after.pieces {
        let drawings = &rules.element_types[rules.elements[piece.element.index()].kind.index()].drawings;
        let has_pips = |state: i32| {
            let marks = usize::try_from(state - 1).ok().and_then(|state| drawings.get(state));
            marks.is_some_and(|marks| marks.iter().any(|mark| matches!(mark.figure, Figure::Pips(_))))
        };
        let is_changed = old.get(&piece.element).is_some_and(|state| *state != piece.state);
        if !is_changed || piece.side != Side::Face || !has_pips(piece.state) {
            continue;
        }
        let subject = Subject::Piece(piece.element, piece.location);
        let faces = (1..=drawings.len() as i32).filter(|state| has_pips(*state)).filter_map(|state| {
            let contents = Contents { pieces: vec![Piece { state, ..*piece }], texts: Vec::new() };
            drawing(rules, &contents, subject, album)
        });
        rolled.push((subject, (faces.collect(), piece.location)));
    }
    rolled
}

/// `true` if a game has dice, drawn on places or as pieces.
pub fn has_dice(rules: &RuleSet) -> bool {
    let is_die = |mark: &boardwright_rules::Mark| matches!(mark.figure, Figure::Pips(_));
    !places_with_pips(rules).is_empty()
        || rules.element_types.iter().flat_map(|kind| kind.drawings.iter().flatten()).any(is_die)
}

/// Faces of one or two dice that the last word of a move names, such as `65`; `None` for other words.
pub fn faces(text: &str) -> Option<Vec<u8>> {
    let word = text.split_whitespace().last()?;
    let faces: Option<Vec<u8>> = word.chars().map(|digit| face(&digit.to_string())).collect();
    faces.filter(|faces| (1..=MAX_DICE).contains(&faces.len()))
}

/// A button that shows the faces of dice.
pub fn dice_button(ui: &mut Ui, faces: &[u8], label: &str, side: f32) -> Response {
    let size = Vec2::new(side * faces.len() as f32, side);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, label));
    let is_lit = response.hovered() || response.has_focus();
    for (index, &face) in faces.iter().enumerate() {
        let corner = rect.min + Vec2::new(side * index as f32, 0.0);
        let die = Rect::from_min_size(corner, Vec2::splat(side)).shrink(side * 0.06);
        let edge = if is_lit { PICKED } else { PLATE };
        ui.painter().rect(die, side * 0.16, DIE, Stroke::new(if is_lit { 2.0 } else { 1.0 }, edge), StrokeKind::Inside);
        for (across, down) in pips(face) {
            let at = die.center() + Vec2::new(*across, *down) * (side * 0.25);
            ui.painter().circle_filled(at, side * 0.085, PLATE);
        }
    }
    response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(label)
}

/// Places of the pips of a face, from -1 to 1.
fn pips(face: u8) -> &'static [(f32, f32)] {
    match face {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        6 => &[(-1.0, -1.0), (-1.0, 0.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 0.0), (1.0, 1.0)],
        _ => &[],
    }
}

/// The drawing of an object of a scene.
fn drawing(rules: &RuleSet, contents: &Contents, subject: Subject, album: &PictureCache) -> Option<PreparedItem> {
    let drawn = scene(rules, contents, album);
    drawn.items.iter().find(|item| item.subject == subject).map(PreparedItem::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_game::any::AnyState;
    use boardwright_library::{LoadedGame, load};

    fn prepare(loaded: &LoadedGame, state: &AnyState) -> PreparedPosition {
        let (game, state) = loaded.as_spec(state).expect("a game file");
        PreparedPosition::new(game, state, None, &PictureCache::new(""))
    }

    /// The dice that roll in the last of these moves, or of the first legal moves.
    fn rolls(name: &str, moves: &[&str]) -> Vec<Option<Roll>> {
        let loaded = load(name).expect("it ships");
        let (game, rules) = (loaded.game(), loaded.spec().expect("a game file").rules());
        let mut state = game.initial_state();
        let roll = |text: &&str| {
            let before = prepare(&loaded, &state);
            let first = || game.legal_moves(&state).expect("no fault").1[0].clone();
            let mv = if text.is_empty() { first() } else { game.parse_move(&state, text).expect("a legal move") };
            game.apply(&mut state, &mv).expect("no fault");
            Roll::between((&before, &prepare(&loaded, &state)), rules, &PictureCache::new(""), 10.0)
        };
        moves.iter().map(roll).collect()
    }

    #[test]
    fn a_die_on_a_place_rolls_and_comes_to_rest() {
        let rolls = rolls("pig", &["roll", "die 3", "roll", "die 3"]);
        for roll in [&rolls[1], &rolls[3]].map(|roll| roll.as_ref().expect("the die rolls")) {
            let (subject, die) = roll.dice.iter().next().expect("there is one");
            assert_eq!((roll.dice.len(), die.faces.len()), (1, 6));
            let start = roll.face(*subject, 10.1).expect("it rolls");
            assert!(start.offset.y < 0.0, "it hops");
            assert!(!roll.is_over(10.1) && roll.is_over(10.8) && roll.face(*subject, 10.8).is_none());
        }
    }

    #[test]
    fn words_name_the_faces_of_dice() {
        assert_eq!(faces("roll 65"), Some(vec![6, 5]));
        assert_eq!(faces("roll 3"), Some(vec![3]));
        assert!(faces("roll 7").is_none() && faces("roll").is_none() && faces("111").is_none());
        let has_dice = |name: &str| has_dice(load(name).expect("it ships").spec().expect("a game file").rules());
        assert!(has_dice("pig") && has_dice("yahtzee") && !has_dice("2048"));
    }

    #[test]
    fn pieces_with_pips_roll_and_others_do_not() {
        let rolls = rolls("yahtzee", &[""; 10]);
        assert!(rolls.iter().flatten().any(|roll| roll.dice.keys().all(|die| matches!(die, Subject::Piece(..)))));
        assert!(self::rolls("draughts", &[""; 6]).iter().all(Option::is_none), "there are no dice");
    }
}
