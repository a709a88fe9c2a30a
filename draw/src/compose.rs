//! Composition of a scene: background, board lines, places in file order, coordinates, pieces by z-index, then the numbers of stacks.
//! Appearance comes from the rule set, contents from the caller. This module does not play the game.

use std::borrow::Cow;
use std::collections::HashMap;
use std::f64::consts::TAU;

use boardwright_game::game::GameExt as _;
use boardwright_game::ids::{ElementId, LocationId, Player};
use boardwright_interpreter::game::InterpretedGame;
use boardwright_interpreter::hidden::view::{Side, UNSEEN};
use boardwright_interpreter::state::State;
use boardwright_rules::{self as rules, Colour, Figure, Mark, Paint, RuleSet, ShownAs};

use crate::coordinates::coordinates;
use crate::ink;
use crate::lines::lines;
use crate::marks::{Layer, default_piece, mark_shapes, piece_back};
use crate::path::Point;
use crate::picture::{Frame, Pictures};
use crate::place::{Place, place_at, places};
use crate::scene::{Area, Item, Scene, Shape, Subject};
use crate::stacks::{stack_item, stacks};

/// Smallest and largest margin around a board without a background picture, in pixels.
const MIN_MARGIN: f64 = 12.0;
const MAX_MARGIN: f64 = 22.0;
/// Opacity of a die that shows no face.
const BLANK_DIE: f64 = 0.3;
/// Margin around the coordinates, in pixels.
const TEXT_MARGIN: f64 = 2.0;

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The element.
    pub element: ElementId,
    /// Location of the element.
    pub location: LocationId,
    /// Owner of the element; `None` if it belongs to no player.
    pub owner: Option<Player>,
    /// State of the element, counted from 1.
    pub state: i32,
    /// Height of the element; elements with higher values are painted on top.
    pub zindex: i32,
    /// The side that is shown.
    pub side: Side,
}

/// The contents of a board: what a drawing shows beside the places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Pieces on the board, in painting order.
    pub pieces: Vec<Piece>,
    /// Values of the texts on places, in the order of [`RuleSet::place_texts`]; a missing value is not drawn.
    pub texts: Vec<String>,
}

impl Contents {
    /// Contents of the board in a position.
    pub fn of(game: &InterpretedGame, state: &State) -> Self {
        Self { pieces: pieces(game, state), texts: game.place_texts(state) }
    }

    /// Contents of the board in a position as a player sees it; everything for `None`. Texts that depend on something
    /// hidden are question marks.
    pub fn seen_by(game: &InterpretedGame, state: &State, viewer: Option<Player>) -> Self {
        let Some(viewer) = viewer.filter(|_| game.has_hidden_information()) else { return Self::of(game, state) };
        let view = game.viewpoint(state, viewer);
        let shown = view.pieces().into_iter();
        let mut pieces: Vec<Piece> = shown
            .map(|shown| Piece { side: shown.side, ..piece_of(game, state, shown.element, shown.location) })
            .collect();
        sort_for_painting(&mut pieces);
        let mut texts = game.place_texts(state);
        for (text, expr) in texts.iter_mut().zip(&game.rules().place_texts) {
            if !view.sees_value(*expr) {
                UNSEEN.clone_into(text);
            }
        }
        Self { pieces, texts }
    }
}

/// Returns the pieces on the board of a position, in painting order.
pub fn pieces(game: &InterpretedGame, state: &State) -> Vec<Piece> {
    let locations = (0..game.rules().locations.len()).map(LocationId::new);
    let piece = |location| Some(piece_of(game, state, game.content(state, location)?, location));
    let mut pieces: Vec<Piece> = locations.filter_map(piece).collect();
    sort_for_painting(&mut pieces);
    pieces
}

/// An element as a piece on a location.
fn piece_of(game: &InterpretedGame, state: &State, element: ElementId, location: LocationId) -> Piece {
    Piece {
        element,
        location,
        owner: game.owner(state, element),
        state: game.element_state(state, element),
        zindex: game.zindex(state, element),
        side: Side::Face,
    }
}

fn sort_for_painting(pieces: &mut [Piece]) {
    // Where places overlap, those later in the file are on top.
    pieces.sort_by_key(|piece| (piece.zindex, piece.location));
}

/// Returns the drawing of a board and of its contents. The first piece is painted first.
///
/// The contents must belong to `rules`. Pictures that `pictures` lacks are left out; a piece whose picture is missing is drawn like a
/// piece with neither picture nor drawing.
///
/// # Panics
/// If a piece or its location does not belong to `rules`.
pub fn scene(rules: &RuleSet, contents: &Contents, pictures: &dyn Pictures) -> Scene {
    let colour = |player: Player| pictures.player_colour(player).unwrap_or_else(|| ink::player_colour(rules, player));
    let board = Board {
        rules,
        texts: &contents.texts,
        places: places(rules),
        frames: frames(rules, pictures),
        colours: (1..=rules.players.len()).filter_map(Player::new).map(colour).collect(),
    };
    let mut items: Vec<Item> = board.ground().into_iter().collect();
    let locations = (0..rules.locations.len()).map(LocationId::new);
    let places: Vec<Item> = locations.filter_map(|location| board.place(location)).collect();
    let covered = board.covered(&places);
    let coordinates = board.coordinates(&covered);
    let area = board.area(&covered, coordinates.as_ref());
    items.extend(places);
    items.extend(coordinates);
    items.extend(contents.pieces.iter().map(|piece| board.piece(piece)));
    let stacks = stacks(rules, &board.places, contents).into_iter();
    items.extend(stacks.map(|stack| stack_item(stack, &board.places)));
    Scene { area, ground: rules.ground.colour.unwrap_or(ink::PAPER).into(), items }
}

/// Returns the frames of the pictures that the rules name, by file name. Missing pictures have no entry.
fn frames<'a>(rules: &'a RuleSet, pictures: &dyn Pictures) -> HashMap<&'a str, Frame> {
    let of_elements = rules.element_types.iter().flat_map(|kind| &kind.pictures);
    let of_places = rules.location_types.iter().filter_map(|kind| kind.picture.as_ref());
    let files = of_elements.chain(of_places).map(|picture| picture.file.as_str());
    let mut frames = HashMap::new();
    for file in files.chain(rules.background.as_deref()) {
        if !frames.contains_key(file)
            && let Some(frame) = pictures.bytes(file).and_then(|bytes| Frame::from_bytes(&bytes))
        {
            frames.insert(file, frame);
        }
    }
    frames
}

struct Board<'a> {
    rules: &'a RuleSet,
    texts: &'a [String],
    places: Vec<Place>,
    frames: HashMap<&'a str, Frame>,
    /// Colours of the players.
    colours: Vec<Colour>,
}

impl Board<'_> {
    fn picture(&self, picture: &rules::Picture, at: Point) -> Option<Shape> {
        let area = self.frames.get(picture.file.as_str())?.area_at(at, picture.hot_spot.into());
        Some(Shape::Picture { file: picture.file.clone(), area })
    }

    fn background(&self) -> Option<Shape> {
        let file = self.rules.background.as_deref()?;
        Some(Shape::Picture { file: file.to_owned(), area: self.frames.get(file)?.at_origin() })
    }

    fn ground(&self) -> Option<Item> {
        let shapes: Vec<Shape> = self.background().into_iter().chain(lines(self.rules, &self.places)).collect();
        (!shapes.is_empty()).then(|| Item { subject: Subject::Ground, name: String::new(), shapes })
    }

    fn place(&self, id: LocationId) -> Option<Item> {
        let location = &self.rules.locations[id.index()];
        let kind = &self.rules.location_types[location.kind.index()];
        let place = place_at(&self.places, id);
        let mut shapes: Vec<Shape> = Vec::new();
        if location.drawing.is_none() {
            shapes.extend(kind.picture.as_ref().and_then(|picture| self.picture(picture, place.centre)));
        }
        let marks = location.drawing.as_ref().unwrap_or(&kind.drawing);
        let drawn = mark_shapes(&self.valued(marks), place, None, Layer::Place).into_iter();
        // A die that shows no face is not in use.
        let opacity = if self.has_blank_die(marks) { BLANK_DIE } else { 1.0 };
        shapes.extend(drawn.map(|shape| shape.faded(opacity)));
        if self.is_bare() {
            let figure = if place.is_round { Figure::Disc } else { Figure::Square };
            let mark = Mark { figure, paint: Paint::Colour(ink::PLACE), size: 94 };
            shapes.extend(mark_shapes(&[mark], place, None, Layer::Place));
        }
        (!shapes.is_empty()).then(|| Item { subject: Subject::Place(id), name: location.name.clone(), shapes })
    }

    /// `true` if a value that is shown as pips is not the face of a die.
    fn has_blank_die(&self, marks: &[Mark]) -> bool {
        marks.iter().any(|mark| match mark.figure {
            Figure::Value { index, shown_as: ShownAs::Pips } => {
                let text = self.texts.get(index).map_or("", String::as_str);
                text.parse().is_ok_and(|number: i32| !(1..=9).contains(&number))
            }
            _ => false,
        })
    }

    /// The marks with the values of the position in place of expressions.
    fn valued<'m>(&self, marks: &'m [Mark]) -> Cow<'m, [Mark]> {
        if !marks.iter().any(|mark| matches!(mark.figure, Figure::Value { .. })) {
            return Cow::Borrowed(marks);
        }
        let valued = |mark: &Mark| match mark.figure {
            Figure::Value { index, shown_as } => {
                let text = self.texts.get(index).map_or("", String::as_str);
                Mark { figure: shown_as.figure(text), ..mark.clone() }
            }
            _ => mark.clone(),
        };
        marks.iter().map(valued).collect()
    }

    /// `true` if the file does not describe the look of the board, so that its places would be invisible.
    fn is_bare(&self) -> bool {
        let rules = self.rules;
        self.background().is_none()
            && rules.ground.line_relations.is_empty()
            && rules.ground.line_directions.is_empty()
            && rules.location_types.iter().all(|kind| kind.drawing.is_empty() && kind.picture.is_none())
            && rules.locations.iter().all(|location| location.drawing.is_none())
    }

    /// The colour of an owner.
    fn colour(&self, owner: Option<Player>) -> Option<Colour> {
        owner.and_then(|owner| self.colours.get(owner.index()).copied())
    }

    fn piece(&self, piece: &Piece) -> Item {
        let element = &self.rules.elements[piece.element.index()];
        let kind = &self.rules.element_types[element.kind.index()];
        let place = place_at(&self.places, piece.location);
        if piece.side != Side::Face {
            let shapes = piece_back(self.colour(piece.owner).unwrap_or(ink::NOBODY), place);
            let name = UNSEEN.to_owned();
            return Item { subject: Subject::Piece(piece.element, piece.location), name, shapes };
        }
        let state = usize::try_from(piece.state - 1).unwrap_or_default();
        let mut shapes: Vec<Shape> = Vec::new();
        // The first picture serves all states without their own; the last drawing serves all states after it.
        let picture = kind.pictures.get(state).or(kind.pictures.first());
        shapes.extend(picture.and_then(|picture| self.picture(picture, place.centre)));
        if let Some(marks) = kind.drawings.get(state).or(kind.drawings.last()) {
            let upright = mark_shapes(marks, place, self.colour(piece.owner), Layer::Piece);
            let turn = piece.owner.filter(|_| kind.is_turned).map_or(0, |owner| owner.number() - 1);
            if turn == 0 {
                shapes.extend(upright);
            } else {
                let angle = TAU * turn as f64 / self.rules.players.len() as f64;
                shapes.extend(upright.into_iter().map(|shape| shape.turned(place.centre, angle)));
            }
        }
        if shapes.is_empty() {
            let colour = self.colour(piece.owner).unwrap_or(ink::NOBODY);
            shapes = default_piece(colour, &kind.name, piece.state, place);
        }
        Item { subject: Subject::Piece(piece.element, piece.location), name: element.name.clone(), shapes }
    }

    /// The coordinates at the edges; a board with a background picture has none.
    fn coordinates(&self, covered: &[Area]) -> Option<Item> {
        let shapes =
            if self.background().is_none() { coordinates(self.rules, &self.places, covered) } else { Vec::new() };
        (!shapes.is_empty()).then(|| Item { subject: Subject::Coordinates, name: String::new(), shapes })
    }

    /// Returns the areas that places, and pieces on them, can cover in any position.
    fn covered(&self, places: &[Item]) -> Vec<Area> {
        let painted = places.iter().flat_map(|item| &item.shapes).map(Shape::area);
        let values = self.rules.locations.iter().zip(&self.places).flat_map(|(location, place)| {
            let marks = location.drawing.as_ref().unwrap_or(&self.rules.location_types[location.kind.index()].drawing);
            let valued = marks.iter().filter(|mark| matches!(mark.figure, Figure::Value { .. }));
            // Values are drawn no wider than their place; there may be none yet.
            valued.map(|mark| place.area(f64::from(mark.size).max(100.0) / 100.0))
        });
        let marks = self.rules.element_types.iter().flat_map(|kind| &kind.drawings).flatten();
        // Allowance of a few percent for shadows and stroke widths.
        let scale = marks.map(|mark| f64::from(mark.size) / 100.0).fold(1.0, f64::max) * 1.05;
        let pictures: Vec<&rules::Picture> = self.rules.element_types.iter().flat_map(|kind| &kind.pictures).collect();
        let seen = |picture: &rules::Picture| self.frames.contains_key(picture.file.as_str());
        let marked = |kind: &rules::ElementType| !kind.drawings.is_empty() || !kind.pictures.iter().any(seen);
        let marked = self.rules.element_types.iter().any(marked);
        let pieces = self.places.iter().flat_map(|place| {
            let shapes = pictures.iter().filter_map(|picture| self.picture(picture, place.centre));
            let marks = marked.then(|| place.area(scale));
            shapes.map(|shape| shape.area()).chain(marks).collect::<Vec<_>>()
        });
        painted.chain(values).chain(pieces).collect()
    }

    /// Returns the visible area: what a drawing of any position can cover, with a margin.
    fn area(&self, covered: &[Area], coordinates: Option<&Item>) -> Area {
        let all = covered.iter().copied().reduce(Area::union).unwrap_or(Area::at(Point::default()));
        if let Some(picture) = self.background() {
            return picture.area().union(all);
        }
        let side = self.places.iter().map(Place::side).fold(0.0, f64::max);
        let margin = (0.35 * side).clamp(MIN_MARGIN, MAX_MARGIN);
        let texts = coordinates.iter().flat_map(|item| &item.shapes).map(|text| text.area().expanded(TEXT_MARGIN));
        texts.fold(all.expanded(margin), Area::union)
    }
}
