//! Draws every shipped game at every ply of a random game: all shapes lie inside the area, drawing is deterministic, the SVG is
//! well-formed. Appearance is not tested.

use boardwright_compiler::game::CompiledGame;
use boardwright_draw::{Contents, NoPictures, Shape, Subject, scene, svg};
use boardwright_game::game::{Game as _, Turn};
use boardwright_games::{ShippedFiles, ShippedGame, shipped_games};
use boardwright_lang::{LoadRequest, load_with, render};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use roxmltree::Document;

/// Longer games are cut off here.
const MAX_PLIES: usize = 120;

fn loaded(shipped: &ShippedGame) -> CompiledGame {
    let source = shipped.source();
    let loaded = load_with(&source, &LoadRequest { files: &ShippedFiles, ..LoadRequest::default() });
    let diagnostics = render(&loaded.diagnostics, &[&source], false);
    CompiledGame::new(loaded.rules.unwrap_or_else(|| panic!("{diagnostics}"))).expect("games that ship fit")
}

#[test]
fn every_game_draws_at_every_ply() {
    for shipped in shipped_games() {
        let game = loaded(shipped);
        let (mut state, mut moves) = (game.initial_state(), Vec::new());
        let mut generator = Pcg64Mcg::seed_from_u64(2026);
        let first = scene(game.rules(), &Contents::of(&game, &state), &NoPictures);
        assert!(
            first.items.iter().any(|item| !matches!(item.subject, Subject::Piece(..))),
            "{}: no board is seen",
            shipped.name
        );
        for ply in 0..MAX_PLIES {
            let place = format!("{} at ply {ply}", shipped.name);
            let contents = Contents::of(&game, &state);
            let drawn = scene(game.rules(), &contents, &NoPictures);
            assert_eq!(drawn, scene(game.rules(), &contents, &NoPictures), "{place}");
            assert_eq!(drawn.area, first.area, "{place}: the board moves");
            let on_board = drawn.items.iter().filter(|item| matches!(item.subject, Subject::Piece(..)));
            assert_eq!(on_board.count(), contents.pieces.len(), "{place}");
            for item in &drawn.items {
                assert!(!item.shapes.is_empty(), "{place}: {} is not seen", item.name);
                for shape in &item.shapes {
                    // Text widths are estimates.
                    let inside = drawn.area.contains(&shape.area()) || matches!(shape, Shape::Text { .. });
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
            match game.legal_moves(&state, &mut moves).expect("games that ship have no faults") {
                Turn::Over(_) => break,
                Turn::Player(_) | Turn::Chance => {
                    let mv = moves[generator.random_range(0..moves.len())];
                    game.apply(&mut state, mv).expect("games that ship have no faults");
                }
            }
        }
    }
}
