//! Tiles as textures, and meeples as prepared shapes. A tile has hundreds of shapes, so that each type is rasterised once.

use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;

use boardwright_draw::{
    Area, Item, NoPictures, Point, Scene, Subject, TILE, TileMap, meeple_shapes, player_ink, svg, tile_back,
    tile_shapes,
};
use boardwright_game::ids::Player;
use boardwright_game::tile_board::{SegmentKind, TilePicture};
use eframe::egui::epaint::Mesh;
use eframe::egui::{
    Color32, ColorImage, Context, Painter, Pos2, Rect, TextureFilter, TextureHandle, TextureOptions, Ui, Vec2,
};
use resvg::{tiny_skia, usvg};

use crate::board::ViewTransform;
use crate::board::pictures::PictureCache;
use crate::board::primitives::{PreparedItem, colour};

/// Side of a texture in pixels.
const PIXELS: u32 = 320;

/// Pictures of tiles and meeples.
pub struct TileArt {
    kinds: Arc<[TilePicture]>,
    /// Maps of the types.
    pub maps: Vec<TileMap>,
    tiles: Vec<TextureHandle>,
    back: TextureHandle,
    /// Meeples by player: standing and lying.
    meeples: Vec<[PreparedItem; 2]>,
    /// Meeples have no pictures from files; painting asks for a cache all the same.
    album: PictureCache,
}

impl std::fmt::Debug for TileArt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TileArt").field("types", &self.kinds.len()).finish_non_exhaustive()
    }
}

impl TileArt {
    /// Draws the types of tiles and the meeples of all players.
    pub fn new(window: &Context, kinds: &Arc<[TilePicture]>, players: usize) -> Self {
        let maps: Vec<TileMap> = kinds.iter().map(TileMap::new).collect();
        let picture = |(kind, map): (&TilePicture, &TileMap)| {
            texture(window, &format!("tile {}", kind.id), tile_shapes(kind, map, 0))
        };
        let meeple = |player: Player| {
            [SegmentKind::City, SegmentKind::Field].map(|kind| {
                let shapes = meeple_shapes(player, kind, Point::default(), 1.0, 1.0);
                PreparedItem::new(&Item { subject: Subject::Ground, name: String::new(), shapes })
            })
        };
        Self {
            tiles: kinds.iter().zip(&maps).map(picture).collect(),
            back: texture(window, "back of a tile", tile_back()),
            meeples: (1..=players).filter_map(Player::new).map(meeple).collect(),
            album: PictureCache::new(""),
            kinds: kinds.clone(),
            maps,
        }
    }

    /// `true` if these are the pictures of these types and players.
    pub fn fits(&self, kinds: &Arc<[TilePicture]>, players: usize) -> bool {
        self.kinds == *kinds && self.meeples.len() == players
    }

    /// Paints a tile after clockwise quarter turns.
    pub fn tile(&self, painter: &Painter, kind: usize, rotation: u8, rect: Rect, opacity: f32) {
        let tint = Color32::WHITE.gamma_multiply(opacity);
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        let mut mesh = Mesh::with_texture(self.tiles[kind].id());
        mesh.add_rect_with_uv(rect, whole, tint);
        let turn = eframe::egui::emath::Rot2::from_angle(f32::from(rotation % 4) * FRAC_PI_2);
        mesh.rotate(turn, rect.center());
        painter.add(mesh);
    }

    /// Paints the back of a tile.
    pub fn back(&self, painter: &Painter, rect: Rect) {
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.image(self.back.id(), rect, whole, Color32::WHITE);
    }

    /// Paints a meeple; `scale` is the number of window points for each pixel of a tile.
    pub fn meeple(&self, ui: &Ui, painter: &Painter, meeple: (Player, SegmentKind), at: Pos2, look: MeepleLook) {
        let (player, kind) = meeple;
        let pose = usize::from(kind == SegmentKind::Field);
        let Some(item) = self.meeples.get(player.index()).map(|poses| &poses[pose]) else { return };
        let lens = ViewTransform { scale: look.scale, origin: at, is_flipped: false };
        item.paint(ui, painter, &lens, look.opacity, &self.album);
    }
}

/// Size and opacity of a meeple.
#[derive(Clone, Copy, Debug)]
pub struct MeepleLook {
    /// Window points for each pixel of a tile.
    pub scale: f32,
    /// Opacity from 0 to 1.
    pub opacity: f32,
}

/// Colour of a player.
pub fn player_colour(player: Player) -> Color32 {
    colour(player_ink(player))
}

/// Rasterises shapes within a square of [`TILE`] pixels.
fn texture(window: &Context, name: &str, shapes: Vec<boardwright_draw::Shape>) -> TextureHandle {
    let area = Area { left: 0.0, top: 0.0, right: TILE, bottom: TILE };
    let ground = boardwright_draw::Ink { colour: boardwright_rules::Colour(0, 0, 0), opacity: 0.0 };
    let item = Item { subject: Subject::Ground, name: String::new(), shapes };
    let drawn = svg(&Scene { area, ground, items: vec![item] }, "", &NoPictures);
    let tree = usvg::Tree::from_str(&drawn, &usvg::Options::default()).expect("our drawings are valid SVG");
    let mut pixels = tiny_skia::Pixmap::new(PIXELS, PIXELS).expect("the size is positive");
    let scale = PIXELS as f32 / TILE as f32;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let size = [PIXELS as usize; 2];
    let image = ColorImage::from_rgba_premultiplied(size, pixels.data());
    window.load_texture(name, image, TextureOptions::LINEAR.with_mipmap_mode(Some(TextureFilter::Linear)))
}

/// Square of a cell in the window.
pub fn cell_rect(lens: &ViewTransform, (x, y): (i32, i32)) -> Rect {
    let corner = lens.point(boardwright_draw::cell_corner(x, y));
    Rect::from_min_size(corner, Vec2::splat(lens.length(TILE)))
}
