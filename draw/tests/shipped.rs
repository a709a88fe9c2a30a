//! Every game that ships, drawn at every ply of a random game: nothing lies outside, nothing is left to chance, the SVG is
//! well-formed. Whether it looks good only people can tell.

use boardwright_draw::{NoPictures, Of, Shape, pieces, scene, svg};
use boardwright_engine::game::{Game as _, Turn};
use boardwright_engine::spec::SpecGame;
use boardwright_games::{Shipped, ShippedFiles, shipped};
use boardwright_lang::{Request, load_with, render};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use roxmltree::Document;

/// Longer games are not gone through to the end.
const MOST_PLIES: usize = 120;

fn loaded(shipped: &Shipped) -> SpecGame {
    let source = shipped.source();
    let loaded = load_with(&source, &Request { files: &ShippedFiles, ..Request::default() });
    let told = render(&loaded.diagnostics, &[&source], false);
    SpecGame::new(loaded.rules.unwrap_or_else(|| panic!("{told}"))).expect("games that ship fit")
}

#[test]
fn every_game_draws_at_every_ply() {
    for shipped in shipped() {
        let game = loaded(shipped);
        let (mut state, mut moves) = (game.start(), Vec::new());
        let mut generator = Pcg64Mcg::seed_from_u64(2026);
        let first = scene(game.rules(), &pieces(&game, &state), &NoPictures);
        assert!(first.items.iter().any(|item| !matches!(item.of, Of::Piece(..))), "{}: no board is seen", shipped.name);
        for ply in 0..MOST_PLIES {
            let place = format!("{} at ply {ply}", shipped.name);
            let pieces = pieces(&game, &state);
            let drawn = scene(game.rules(), &pieces, &NoPictures);
            assert_eq!(drawn, scene(game.rules(), &pieces, &NoPictures), "{place}");
            assert_eq!(drawn.area, first.area, "{place}: the board moves");
            let on_board = drawn.items.iter().filter(|item| matches!(item.of, Of::Piece(..)));
            assert_eq!(on_board.count(), pieces.len(), "{place}");
            for item in &drawn.items {
                assert!(!item.shapes.is_empty(), "{place}: {} is not seen", item.name);
                for shape in &item.shapes {
                    // How wide letters are is a guess.
                    let inside = drawn.area.has(&shape.area()) || matches!(shape, Shape::Text { .. });
                    assert!(inside, "{place}: {} lies outside of {:?}: {shape:?}", item.name, drawn.area);
                }
            }
            if ply % 20 == 0 {
                let text = svg(&drawn, &game.rules().title, &NoPictures);
                assert_eq!(text, svg(&drawn, &game.rules().title, &NoPictures), "{place}");
                let document = Document::parse(&text).unwrap_or_else(|error| panic!("{place}: {error}"));
                let groups = document.descendants().filter(|node| node.has_tag_name("g")).count();
                assert_eq!(groups, drawn.items.len(), "{place}");
            }
            match game.turn(&state, &mut moves).expect("games that ship have no faults") {
                Turn::Over(_) => break,
                Turn::Player(_) | Turn::Chance => {
                    let mv = moves[generator.random_range(0..moves.len())];
                    game.apply(&mut state, mv).expect("games that ship have no faults");
                }
            }
        }
    }
}
