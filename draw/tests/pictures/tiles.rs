//! Tiles and boards of Carcassonne: every shape of a tile lies inside its edges, the map of a tile agrees with its edges,
//! and drawing is deterministic. The look is not tested.

use std::sync::Arc;

use boardwright_draw::{
    Area, BoardPicture, NoPictures, Point, Scoreboard, Shape, TILE, TileMap, board_scene, svg, tile_back, tile_shapes,
    tile_sheet, turned_point,
};
use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::tile_board::TilePicture;
use boardwright_games::carcassonne::{BASE_TILES, Carcassonne, CarcassonneOptions, picture, tile_file};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use roxmltree::Document;

const SQUARE: Area = Area { left: 0.0, top: 0.0, right: TILE, bottom: TILE };

fn kinds() -> Arc<[TilePicture]> {
    picture::tile_pictures(&tile_file::parse(BASE_TILES).expect("the shipped tile file is valid"))
}

#[test]
fn every_shape_lies_inside_the_edges_of_its_tile() {
    for tile in kinds().iter() {
        let map = TileMap::new(tile);
        for quarters in 0..4 {
            let shapes = tile_shapes(tile, &map, quarters);
            let outside: Vec<&Shape> = shapes.iter().filter(|shape| !SQUARE.contains(&shape.area())).collect();
            assert!(outside.is_empty(), "tile {}, {quarters} quarters: {outside:?}", tile.id);
        }
    }
    assert!(tile_back().iter().all(|shape| SQUARE.contains(&shape.area())));
}

#[test]
fn maps_agree_with_edges_and_meeples_stand_on_their_segments() {
    for tile in kinds().iter() {
        let map = TileMap::new(tile);
        for (index, segment) in tile.segments.iter().enumerate() {
            for side in (0..4).filter(|side| segment.sides >> side & 1 == 1) {
                let at = turned_point(Point::new(TILE / 2.0, 2.0), side);
                assert_eq!(map.segment_at(at), Some(index), "tile {}, side {side}", tile.id);
            }
            for half in (0..8).filter(|half| segment.halves >> half & 1 == 1) {
                let along = if half % 2 == 0 { 0.3 } else { 0.7 };
                let at = turned_point(Point::new(along * TILE, 1.0), half / 2);
                assert_eq!(map.segment_at(at), Some(index), "tile {}, half-edge {half}", tile.id);
            }
            let spot = map.spot(index, 0);
            assert_eq!(map.segment_at(spot), Some(index), "tile {}, segment {index}", tile.id);
            // The tile is turned, and the meeple with it.
            let turned = turned_point(map.spot(index, 1), 3);
            assert!((turned.x - spot.x).abs() + (turned.y - spot.y).abs() < 1e-9);
        }
    }
}

#[test]
fn a_shield_is_drawn_where_the_tile_has_one() {
    for tile in kinds().iter().filter(|tile| tile.has_shield) {
        let bare = TilePicture { has_shield: false, ..tile.clone() };
        // The shield is in front of everything but the edge of the tile.
        let before_edge = |tile: &TilePicture| {
            let shapes = tile_shapes(tile, &TileMap::new(tile), 0);
            shapes[shapes.len() - 2].clone()
        };
        let Shape::Outline { outline, fill: Some(_), .. } = before_edge(tile) else {
            panic!("tile {}: no shield", tile.id)
        };
        let without = before_edge(&bare);
        assert!(!matches!(without, Shape::Outline { outline: other, .. } if other == outline), "tile {}", tile.id);
    }
}

#[test]
fn the_sheet_shows_all_types() {
    let sheet = tile_sheet(&kinds());
    assert_eq!(sheet.items.len(), 24);
    assert!(sheet.items.iter().flat_map(|item| &item.shapes).all(|shape| sheet.area.contains(&shape.area())));
    let text = svg(&sheet, "tiles", &NoPictures);
    Document::parse(&text).expect("well-formed SVG");
    assert_eq!(text, svg(&tile_sheet(&kinds()), "tiles", &NoPictures), "drawing is deterministic");
}

#[test]
fn a_whole_game_is_drawn() {
    let game = Carcassonne::new(CarcassonneOptions::default());
    let (mut state, mut moves) = (game.initial_state(), Vec::new());
    let mut generator = Pcg64Mcg::seed_from_u64(2026);
    let mut drawn = 0;
    while !matches!(game.legal_moves(&state, &mut moves).expect("no fault"), Turn::Over(_)) {
        let mv = moves[generator.random_range(0..moves.len())];
        game.apply(&mut state, mv).expect("no fault");
        drawn += 1;
        if drawn % 40 != 0 {
            continue;
        }
        let board = game.tile_board(&state).expect("the board grows");
        let extent = board.extent().map(|edge| 2 * edge);
        let scoreboard = Some(Scoreboard { names: vec!["Ann".to_owned()], active: None });
        for picture in [BoardPicture::default(), BoardPicture { scoreboard, extent, shows_home: true }] {
            let scene = board_scene(&board, &picture);
            assert_eq!(scene, board_scene(&board, &picture), "drawing is deterministic");
            let tiles = scene.items.iter().filter(|item| item.name.contains(" at ") && !item.name.contains("player"));
            assert_eq!(tiles.count(), board.tiles.len());
            let meeples = scene.items.iter().filter(|item| item.name.contains(" of player "));
            let expected = board.meeples.iter().filter(|meeple| picture.shows_home || !meeple.is_home);
            assert_eq!(meeples.count(), expected.count());
            let outside = scene.items.iter().flat_map(|item| &item.shapes);
            let outside: Vec<&Shape> = outside.filter(|shape| !scene.area.contains(&shape.area())).collect();
            assert!(outside.is_empty(), "{outside:?}");
        }
    }
    assert!(drawn > 130, "{drawn} moves");
}
