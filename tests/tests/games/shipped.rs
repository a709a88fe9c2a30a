//! Properties of every shipped game file: no warnings with any options, short, with descriptions, and consistent with the list
//! of games. Play is tested elsewhere.

use boardwright_games::{ShippedFiles, ShippedGame, shipped_games};
use boardwright_lang::{LoadRequest, format, load_with_extremes, render};
use boardwright_tests::rules;

/// Maximum number of lines of a game file, comments included.
fn most_lines(game: &ShippedGame) -> usize {
    match game.name {
        // Six kinds of pieces, castling, en passant, promotion, and the rights that tell positions apart.
        "chess" => 240,
        // Fifteen spots on each point, three priorities for the use of both dice, and twelve heuristics with their terms.
        "backgammon" => 230,
        // Thirteen boxes of a score sheet.
        "yahtzee" => 165,
        // Fourteen kinds of pieces, promotion and drops.
        "shogi" => 190,
        _ => 150,
    }
}

#[test]
fn game_files_are_short() {
    for game in shipped_games() {
        let text = std::str::from_utf8(game.text).expect("game files that ship are UTF-8");
        let lines = text.lines().count();
        assert!(lines <= most_lines(game), "{}: {lines} lines", game.file);
    }
}

#[test]
fn files_have_no_diagnostics_with_any_options() {
    for game in shipped_games() {
        let loaded =
            load_with_extremes(&game.source(), &LoadRequest { files: &ShippedFiles, ..LoadRequest::default() });
        let sources: Vec<_> = loaded.sources.iter().collect();
        assert!(loaded.diagnostics.is_empty(), "{}", render(&loaded.diagnostics, &sources, false));
        assert!(loaded.rules.is_some(), "{}", game.name);
    }
}

#[test]
fn the_list_of_games_agrees_with_the_files() {
    for game in shipped_games() {
        let rules = rules(game.name);
        let actual = (rules.name.as_str(), rules.title.as_str(), rules.players.len());
        assert_eq!(actual, (game.name, game.title, game.players));
        assert!(!rules.description.about.is_empty(), "{}: `about` describes the kind of game", game.name);
        assert!(!rules.description.author.is_empty() && !rules.description.version.is_empty(), "{}", game.name);
    }
}

/// A picture file would have to ship too.
#[test]
fn games_need_no_picture_files() {
    for game in shipped_games() {
        let rules = rules(game.name);
        let elements = rules.element_types.iter().flat_map(|kind| &kind.pictures);
        let places = rules.location_types.iter().filter_map(|kind| kind.picture.as_ref());
        let files: Vec<&str> = elements.chain(places).map(|picture| picture.file.as_str()).collect();
        assert!(files.is_empty() && rules.background.is_none(), "{} names {files:?}", game.name);
        for kind in &rules.element_types {
            assert!(!kind.drawings.is_empty(), "{}: {} is not drawn", game.name, kind.name);
        }
    }
}

#[test]
fn game_files_are_formatted() {
    for game in shipped_games() {
        let text = std::str::from_utf8(game.text).expect("game files that ship are UTF-8");
        assert_eq!(format(&game.source()).as_deref(), Ok(text), "{}: `boardwright fmt` mends it", game.file);
    }
}
