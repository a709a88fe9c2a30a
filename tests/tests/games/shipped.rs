//! What every shipped game file is: without a warning whatever is chosen, short, told in words, and as the list of games
//! says. How the games play is tested elsewhere.

use boardwright_games::{Shipped, ShippedFiles, shipped};
use boardwright_lang::{Request, format, load_extremes, render};
use boardwright_tests::rules;

/// The most lines of a game file, comments included.
fn most_lines(game: &Shipped) -> usize {
    // Six kinds of pieces, castling, passing and promotion.
    if game.name == "chess" { 220 } else { 150 }
}

#[test]
fn game_files_are_short() {
    for game in shipped() {
        let text = std::str::from_utf8(game.text).expect("game files that ship are UTF-8");
        let lines = text.lines().count();
        assert!(lines <= most_lines(game), "{}: {lines} lines", game.file);
    }
}

#[test]
fn nothing_is_wrong_whatever_is_chosen() {
    for game in shipped() {
        let loaded = load_extremes(&game.source(), &Request { files: &ShippedFiles, ..Request::default() });
        let sources: Vec<_> = loaded.sources.iter().collect();
        assert!(loaded.diagnostics.is_empty(), "{}", render(&loaded.diagnostics, &sources, false));
        assert!(loaded.rules.is_some(), "{}", game.name);
    }
}

#[test]
fn the_list_says_what_the_files_say() {
    for game in shipped() {
        let rules = rules(game.name);
        let told = (rules.name.as_str(), rules.title.as_str(), rules.players.len());
        assert_eq!(told, (game.name, game.title, game.players));
        assert!(!rules.about.about.is_empty(), "{}: what kind of game it is stands in `about`", game.name);
        assert!(!rules.about.author.is_empty() && !rules.about.version.is_empty(), "{}", game.name);
    }
}

/// Pictures would have to ship too.
#[test]
fn games_draw_themselves() {
    for game in shipped() {
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
fn game_files_stand_in_their_layout() {
    for game in shipped() {
        let text = std::str::from_utf8(game.text).expect("game files that ship are UTF-8");
        assert_eq!(format(&game.source()).as_deref(), Ok(text), "{}: `boardwright fmt` mends it", game.file);
    }
}
