//! The rule that only `library` knows concrete games written in Rust: what the other crates show, play or draw of a game,
//! the game declares through its traits.

use std::collections::BTreeSet;

use super::{assert_none, sources};

/// Folders of crates whose sources name no game. Tests, benches and examples may.
const CRATES: &[&str] = &["arena", "cli", "draw", "gui", "players", "robot", "table", "vision"];

/// Modules of `games` that contain a game: those in which a game is registered.
fn game_modules() -> BTreeSet<String> {
    let registered = |(name, text): (String, String)| {
        let module = name.strip_prefix("games/src/")?.split(['/', '.']).next()?.to_owned();
        text.contains("impl RustGame for ").then_some(module)
    };
    sources().into_iter().filter_map(registered).collect()
}

/// First names of the paths into the crate `games` in a text, those in braces included.
fn paths_into_games(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for rest in text.split("boardwright_games::").skip(1) {
        let list = match rest.strip_prefix('{') {
            // The braces of a part inside the list do not end it.
            Some(inner) => inner.split_once("};").map_or(inner, |(list, _)| list),
            None => rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default(),
        };
        names.extend(list.split([',', '{', '}', ' ', '\n', ':']).filter(|name| !name.is_empty()));
    }
    names
}

/// The code of a source without comments and without the tests at its end.
fn code(text: &str) -> String {
    let code = text.split_once("#[cfg(test)]\nmod ").map_or(text, |(code, _)| code);
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// `true` for a source of one of the crates that is no test.
fn is_checked(name: &str) -> bool {
    let in_crate = |folder: &&str| name.strip_prefix(*folder).is_some_and(|rest| rest.starts_with('/'));
    let is_test = name.split('/').any(|part| matches!(part, "tests" | "tests.rs" | "benches" | "examples"));
    CRATES.iter().any(in_crate) && !is_test
}

#[test]
fn only_the_library_knows_concrete_games() {
    let games = game_modules();
    assert!(games.contains("holdem") && games.contains("kuhn") && games.len() >= 4, "{games:?}");
    let mut violations = Vec::new();
    for (name, text) in sources().into_iter().filter(|(name, _)| is_checked(name)) {
        let code = code(&text);
        let named: BTreeSet<&str> = paths_into_games(&code).into_iter().filter(|path| games.contains(*path)).collect();
        violations.extend(
            named
                .into_iter()
                .map(|game| format!("{name}: names the game `{game}`; ask the game by its traits, or `library`")),
        );
    }
    assert_none(&violations);
}

#[test]
fn the_check_of_game_types_finds_them() {
    let found = |text: &str| paths_into_games(&code(text)).into_iter().any(|path| path == "kuhn");
    for text in [
        "use boardwright_games::kuhn::Kuhn;",
        "use boardwright_games::{\n    kuhn::{Kuhn, KuhnMove},\n    shipped_games,\n};",
        "use boardwright_games::{rust_games::{A, B}, kuhn};",
        "fn a(b: boardwright_games::kuhn::Kuhn) {}",
    ] {
        assert!(found(text), "{text}");
    }
    for text in [
        "use boardwright_games::shipped_games;",
        "//! use boardwright_games::kuhn::Kuhn;",
        "fn a() {}\n#[cfg(test)]\nmod tests {\n    use boardwright_games::kuhn::Kuhn;\n}",
        "use boardwright_games::rust_games::rust_game;\nlet kuhn = 1;",
    ] {
        assert!(!found(text), "{text}");
    }
    assert!(
        is_checked("gui/src/app.rs") && !is_checked("gui/tests/window/main.rs") && !is_checked("library/src/lib.rs")
    );
}
