//! A scene put together: the ground, the lines, the places in file order, the pieces by height.
//! It asks a rule set how things look and is told what lies where; it plays no game.

use std::collections::HashMap;

use boardwright_engine::ids::{ElementId, LocationId, Player};
use boardwright_engine::rules::{self, Figure, Mark, Paint, RuleSet};
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;

use crate::ink;
use crate::lines::lines;
use crate::marks::{Layer, painted, plain_piece};
use crate::path::Point;
use crate::picture::{Frame, Pictures};
use crate::place::{Place, at, places};
use crate::scene::{Area, Item, Of, Scene, Shape};

/// Around a board without a picture, in pixels.
const LEAST_MARGIN: f64 = 12.0;
const MOST_MARGIN: f64 = 22.0;

/// A piece that lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Which.
    pub element: ElementId,
    /// Where.
    pub location: LocationId,
    /// Whose; `None` is nobody's.
    pub owner: Option<Player>,
    /// Its state, from 1.
    pub state: i32,
    /// Its height: those that are higher lie on top.
    pub zindex: i32,
}

/// What lies on the board of a position, in the order in which it is painted.
pub fn pieces(game: &SpecGame, state: &State) -> Vec<Piece> {
    let locations = (0..game.rules().locations.len()).map(LocationId::new);
    let piece = |location: LocationId| {
        let element = game.content(state, location)?;
        Some(Piece {
            element,
            location,
            owner: game.owner(state, element),
            state: game.element_state(state, element),
            zindex: game.zindex(state, element),
        })
    };
    let mut pieces: Vec<Piece> = locations.filter_map(piece).collect();
    // Where places overlap, those later in the file are on top.
    pieces.sort_by_key(|piece| (piece.zindex, piece.location));
    pieces
}

/// The drawing of a board and what lies on it; the first piece is painted first.
///
/// Pieces must be of these rules. Pictures that `pictures` does not have are left out, and a piece whose picture is missing looks
/// like one that has neither picture nor drawing.
///
/// # Panics
/// If a piece or its location is not of these rules.
pub fn scene(rules: &RuleSet, pieces: &[Piece], pictures: &dyn Pictures) -> Scene {
    let board = Board { rules, places: places(rules), frames: frames(rules, pictures) };
    let mut items: Vec<Item> = board.ground().into_iter().collect();
    let locations = (0..rules.locations.len()).map(LocationId::new);
    let places: Vec<Item> = locations.filter_map(|location| board.place(location)).collect();
    let area = board.area(&places);
    items.extend(places);
    items.extend(pieces.iter().map(|piece| board.piece(piece)));
    Scene { area, ground: rules.ground.colour.unwrap_or(ink::PAPER).into(), items }
}

/// How large the pictures are that the rules name, by file name; those that are missing are not there.
fn frames<'a>(rules: &'a RuleSet, pictures: &dyn Pictures) -> HashMap<&'a str, Frame> {
    let of_elements = rules.element_types.iter().flat_map(|kind| &kind.pictures);
    let of_places = rules.location_types.iter().filter_map(|kind| kind.picture.as_ref());
    let files = of_elements.chain(of_places).map(|picture| picture.file.as_str());
    let mut frames = HashMap::new();
    for file in files.chain(rules.background.as_deref()) {
        if !frames.contains_key(file)
            && let Some(frame) = pictures.bytes(file).and_then(|bytes| Frame::of(&bytes))
        {
            frames.insert(file, frame);
        }
    }
    frames
}

struct Board<'a> {
    rules: &'a RuleSet,
    places: Vec<Place>,
    frames: HashMap<&'a str, Frame>,
}

impl Board<'_> {
    fn picture(&self, picture: &rules::Picture, at: Point) -> Option<Shape> {
        let area = self.frames.get(picture.file.as_str())?.placed(at, picture.hot_spot.into());
        Some(Shape::Picture { file: picture.file.clone(), area })
    }

    fn background(&self) -> Option<Shape> {
        let file = self.rules.background.as_deref()?;
        Some(Shape::Picture { file: file.to_owned(), area: self.frames.get(file)?.at_origin() })
    }

    fn ground(&self) -> Option<Item> {
        let shapes: Vec<Shape> = self.background().into_iter().chain(lines(self.rules, &self.places)).collect();
        (!shapes.is_empty()).then(|| Item { of: Of::Ground, name: String::new(), shapes })
    }

    fn place(&self, id: LocationId) -> Option<Item> {
        let location = &self.rules.locations[id.index()];
        let kind = &self.rules.location_types[location.kind.index()];
        let place = at(&self.places, id);
        let mut shapes: Vec<Shape> = Vec::new();
        if location.drawing.is_none() {
            shapes.extend(kind.picture.as_ref().and_then(|picture| self.picture(picture, place.centre)));
        }
        let marks = location.drawing.as_ref().unwrap_or(&kind.drawing);
        shapes.extend(painted(self.rules, marks, place, None, Layer::Place));
        if self.is_bare() {
            let figure = if place.round { Figure::Disc } else { Figure::Square };
            let mark = Mark { figure, paint: Paint::Colour(ink::PLACE), size: 94 };
            shapes.extend(painted(self.rules, &[mark], place, None, Layer::Place));
        }
        (!shapes.is_empty()).then(|| Item { of: Of::Place(id), name: location.name.clone(), shapes })
    }

    /// Whether nothing says how the board looks, so that its places would not be seen.
    fn is_bare(&self) -> bool {
        let rules = self.rules;
        self.background().is_none()
            && rules.ground.lines.is_empty()
            && rules.ground.ways.is_empty()
            && rules.location_types.iter().all(|kind| kind.drawing.is_empty() && kind.picture.is_none())
            && rules.locations.iter().all(|location| location.drawing.is_none())
    }

    fn piece(&self, piece: &Piece) -> Item {
        let element = &self.rules.elements[piece.element.index()];
        let kind = &self.rules.element_types[element.kind.index()];
        let place = at(&self.places, piece.location);
        let state = usize::try_from(piece.state - 1).unwrap_or_default();
        let mut shapes: Vec<Shape> = Vec::new();
        // The first picture is that of all states that have none of their own, the last drawing that of all after it.
        let picture = kind.pictures.get(state).or(kind.pictures.first());
        shapes.extend(picture.and_then(|picture| self.picture(picture, place.centre)));
        if let Some(marks) = kind.drawings.get(state).or(kind.drawings.last()) {
            shapes.extend(painted(self.rules, marks, place, piece.owner, Layer::Piece));
        }
        if shapes.is_empty() {
            let colour = ink::of_owner(self.rules, piece.owner);
            shapes = plain_piece(colour, &kind.name, piece.state, place);
        }
        Item { of: Of::Piece(piece.element, piece.location), name: element.name.clone(), shapes }
    }

    /// What a drawing of any position can cover, and a margin.
    fn area(&self, places: &[Item]) -> Area {
        let painted = places.iter().flat_map(|item| &item.shapes).map(Shape::area);
        let marks = self.rules.element_types.iter().flat_map(|kind| &kind.drawings).flatten();
        // Shadows and the widths of lines are a few percent.
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
        let covered = painted.chain(pieces).reduce(Area::with).unwrap_or(Area::at(Point::default()));
        match self.background() {
            Some(picture) => picture.area().with(covered),
            None => {
                let side = self.places.iter().map(Place::side).fold(0.0, f64::max);
                covered.grown((0.35 * side).clamp(LEAST_MARGIN, MOST_MARGIN))
            }
        }
    }
}
