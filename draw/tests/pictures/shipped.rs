//! Draws every shipped game at every ply of a random game: all shapes lie inside the area, drawing is deterministic, the SVG is
//! well-formed. Coordinates stand beside their lines; appearance is not tested otherwise.

use boardwright_compiler::game::CompiledGame;
use boardwright_draw::{Area, Contents, NoPictures, Point, Scene, Shape, Subject, scene, svg};
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

/// Texts of the coordinates of a game with their centres, and the scene.
fn coordinates(name: &str) -> (Vec<(String, Point)>, Scene) {
    let shipped = shipped_games().iter().find(|game| game.name == name).expect("it ships");
    let game = loaded(shipped);
    let drawn = scene(game.rules(), &Contents::of(&game, &game.initial_state()), &NoPictures);
    let shapes = drawn.items.iter().filter(|item| item.subject == Subject::Coordinates).flat_map(|item| &item.shapes);
    let text = |shape: &Shape| match shape {
        Shape::Text { text, centre, .. } => (text.clone(), *centre),
        other => panic!("{name}: {other:?}"),
    };
    (shapes.map(text).collect(), drawn)
}

#[test]
fn coordinates_stand_at_both_ends_of_their_lines() {
    for (name, files, ranks) in [
        ("chess", "a b c d e f g h", "1 2 3 4 5 6 7 8"),
        ("mill", "a b c d e f g", "1 2 3 4 5 6 7"),
        ("hex", "a b c d e f g h i j k", "1 2 3 4 5 6 7 8 9 10 11"),
        ("shogi", "1 2 3 4 5 6 7 8 9", "a b c d e f g h i"),
        ("connect-four", "1 2 3 4 5 6 7", ""),
        ("draughts", "", ""),
        ("kalah", "", ""),
        ("dots-and-boxes", "", ""),
        ("chinese-checkers", "", ""),
        ("quoridor", "a b c d e f g h i", "1 2 3 4 5 6 7 8 9"),
    ] {
        let (texts, drawn) = coordinates(name);
        let mut found: Vec<&str> = texts.iter().map(|(text, _)| text.as_str()).collect();
        let mut wanted: Vec<&str> = [files, ranks, files, ranks].iter().flat_map(|all| all.split(' ')).collect();
        wanted.retain(|text| !text.is_empty());
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted, "{name}");
        // The letters lie on the board, and on no place.
        let places: Vec<Area> = drawn
            .items
            .iter()
            .filter(|item| matches!(item.subject, Subject::Place(_)))
            .flat_map(|item| item.shapes.iter().map(Shape::area))
            .collect();
        for (text, Point { x, y }) in &texts {
            let inside = |area: &Area| area.left < *x && *x < area.right && area.top < *y && *y < area.bottom;
            assert!(inside(&drawn.area), "{name}: {text} at {x}, {y} is outside of {:?}", drawn.area);
            assert!(!places.iter().any(inside), "{name}: {text} at {x}, {y} lies on a place");
        }
    }
}

#[test]
fn coordinates_of_chess_are_aligned_with_their_squares() {
    let (texts, drawn) = coordinates("chess");
    let square = |name: &str| drawn.items.iter().find(|item| item.name == name).expect("a square").shapes[0].area();
    let (first, last) = (square("sq(1,1)"), square("sq(8,8)"));
    let middle = |area: &Area| (f64::midpoint(area.left, area.right), f64::midpoint(area.top, area.bottom));
    let near = |a: f64, b: f64| (a - b).abs() < 0.01;
    let at = |text: &str| texts.iter().filter(|(other, _)| other == text).map(|(_, point)| *point).collect::<Vec<_>>();
    for (file, rank, square) in [("a", "1", &first), ("h", "8", &last)] {
        assert!(at(file).iter().all(|point| near(point.x, middle(square).0)), "{file}: {:?}", at(file));
        assert!(at(rank).iter().all(|point| near(point.y, middle(square).1)), "{rank}: {:?}", at(rank));
    }
    // One above and one below the board, one on each side.
    assert!(at("a").iter().any(|point| point.y < last.top) && at("a").iter().any(|point| point.y > first.bottom));
    assert!(at("1").iter().any(|point| point.x < first.left) && at("1").iter().any(|point| point.x > last.right));
}
