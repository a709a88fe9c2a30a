//! Small drawings of pieces apart from the board, such as captured ones beside the name of a player.

use boardwright_compiler::game::CompiledGame;
use boardwright_draw::{Contents, Piece, Place, Subject, places, scene};
use boardwright_game::ids::{ElementId, LocationId, Player};
use boardwright_interpreter::hidden::view::Side;
use eframe::egui::{Painter, Rect, Ui, Vec2};

use super::pictures::PictureCache;
use super::primitives::{PreparedItem, ViewTransform};
use super::view::Board;

/// A piece with its looks: the element, its owner and its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoosePiece {
    /// The element.
    pub element: ElementId,
    /// Its owner.
    pub owner: Option<Player>,
    /// Its state.
    pub state: i32,
}

/// The drawing of a piece that lies on no place.
#[derive(Debug)]
pub struct PieceIcon {
    item: PreparedItem,
    place: Place,
}

impl PieceIcon {
    /// Prepares the drawing of a piece; `None` if the piece has none.
    pub fn new(game: &CompiledGame, piece: LoosePiece, album: &PictureCache) -> Option<Self> {
        let rules = game.rules();
        // A drawing needs a place. Any will do; the piece is moved from there.
        let LoosePiece { element, owner, state } = piece;
        let piece = Piece { element, location: LocationId::new(0), owner, state, zindex: 0, side: Side::Face };
        let drawn = scene(rules, &Contents { pieces: vec![piece], texts: Vec::new() }, album);
        let item = drawn.items.iter().find(|item| matches!(item.subject, Subject::Piece(..)))?;
        Some(Self { item: PreparedItem::new(item), place: *places(rules).first()? })
    }

    /// The drawing, and the place to which its size is relative.
    pub fn into_parts(self) -> (PreparedItem, Place) {
        (self.item, self.place)
    }
}

impl Board {
    /// Prepares the drawing of a piece; `None` if the piece has none.
    pub fn piece_icon(&self, game: &CompiledGame, piece: LoosePiece) -> Option<PieceIcon> {
        PieceIcon::new(game, piece, &self.album)
    }

    /// Paints a piece into a square.
    pub fn paint_icon(&self, ui: &Ui, painter: &Painter, icon: &PieceIcon, square: Rect) {
        let PieceIcon { item, place } = icon;
        let scale = square.width() / place.width.max(place.height) as f32;
        let own = Vec2::new(place.centre.x as f32, place.centre.y as f32);
        let lens = ViewTransform { scale, origin: square.center() - own * scale, is_flipped: false };
        item.paint(ui, painter, &lens, 1.0, &self.album);
    }
}
