//! Symmetries of games: the symmetry groups of the shipped games, invariants along random games, and games with broken
//! symmetries.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _, Outcome};
use boardwright_game::structure::SymmetryGroup;
use boardwright_game::structure::SymmetrySubset;
use boardwright_games::{shipped_game, shipped_games};
use boardwright_interpreter::state::State;
use boardwright_lang::Source;
use boardwright_tests::battery::encode_position;
use boardwright_tests::symmetry::play_with_images;
use boardwright_tests::{compiled, interpreted, load_rules, with_options};

/// Number of symmetries that keep the players, and number of all symmetries.
fn counts(game: &CompiledGame) -> (usize, usize) {
    (game.symmetries().count(SymmetrySubset::SamePlayers), game.symmetries().count(SymmetrySubset::All))
}

/// Expected symmetry groups of the shipped games. Crosses have one mark more than noughts, so the players are not interchangeable.
/// Missing symmetries: in dots-and-boxes the marks of two boxes closed by one line come in an order; halma tests the arrival of
/// one player before that of the other; castling distinguishes the sides of a chess board.
const SHIPPED: &[(&str, (usize, usize))] = &[
    ("2048", (1, 1)),
    ("alquerque", (8, 16)),
    ("amazons", (8, 16)),
    ("amazons-6x6", (8, 16)),
    ("backgammon", (1, 1)),
    ("battleship", (1, 1)),
    ("brandub", (8, 8)),
    ("breakthrough", (2, 4)),
    ("chess", (1, 2)),
    ("chinese-checkers", (1, 1)),
    ("connect-four", (2, 4)),
    ("dots-and-boxes", (1, 2)),
    ("draughts", (1, 2)),
    ("frogs", (2, 2)),
    ("go", (1, 1)),
    ("gomoku", (8, 16)),
    ("halma", (2, 2)),
    ("hex", (2, 4)),
    ("kalah", (1, 1)),
    ("liars-dice", (1, 1)),
    ("lines-of-action", (1, 1)),
    ("ludo", (1, 1)),
    ("mastermind", (1, 1)),
    ("mastermind-secret", (1, 1)),
    ("mill", (16, 32)),
    ("nim", (1, 2)),
    ("nine-tricks", (1, 1)),
    ("peg-solitaire", (8, 8)),
    ("pentago", (1, 1)),
    ("pig", (1, 1)),
    ("puzzle15", (2, 2)),
    ("puzzle8", (2, 2)),
    ("quarto", (1, 2)),
    ("quoridor", (1, 1)),
    ("reversi", (8, 16)),
    ("reversi-6x6", (8, 16)),
    ("river-crossing", (1, 1)),
    ("shogi", (1, 1)),
    ("skipping", (2, 2)),
    ("sokoban", (1, 1)),
    ("squares", (8, 16)),
    ("stratego-6x6", (1, 1)),
    ("tic-tac-toe", (8, 8)),
    ("yahtzee", (1, 1)),
];

#[test]
fn shipped_games_have_these() {
    let found: Vec<_> = shipped_games().iter().map(|game| (game.name, counts(&compiled(game.name)))).collect();
    assert_eq!(found, SHIPPED);
}

#[test]
fn no_symmetry_is_claimed_without_a_proof() {
    let mastermind = compiled("mastermind");
    assert_eq!(
        mastermind.symmetries().unsupported_rule(),
        Some("moves that only the interpreter can make, or with a preference")
    );
    let plain = interpreted("tic-tac-toe");
    assert_eq!((counts(&plain), plain.symmetries().unsupported_rule()), ((1, 1), Some("the missing compiled form")));
    assert_eq!(
        plain.canonical_key(&plain.initial_state(), SymmetrySubset::All),
        (plain.key(&plain.initial_state()), 0)
    );
}

#[test]
fn equal_heaps_can_be_exchanged() {
    let nim = |heaps| with_options("nim", &[("heaps", heaps)]);
    assert_eq!(counts(&nim("3-3-3")), (6, 12));
    assert_eq!(counts(&nim("3-3-4")), (2, 4));
}

#[test]
fn the_image_of_a_game_is_the_game_of_the_images() {
    for (name, (_, all)) in SHIPPED.iter().filter(|(_, (_, all))| *all > 1) {
        let (games, longest) = match *name {
            "amazons" => (1, 10),
            "amazons-6x6" | "chess" | "dots-and-boxes" | "gomoku" | "halma" | "hex" => (1, 60),
            _ => (5, 60),
        };
        let game = compiled(name);
        let positions = play_with_images(&game, games, longest);
        // Positions with the same canonical key are images of each other.
        let mut by_canonical: BTreeMap<u64, &State> = BTreeMap::new();
        for state in positions.values() {
            let first = *by_canonical.entry(game.canonical_key(state, SymmetrySubset::All).0).or_insert(state);
            let expected = encode_position(&game, state);
            let related = (0..*all).any(|which| encode_position(&game, &game.image(which, first)) == expected);
            assert!(related, "{name}: two positions with one canonical key\n{}", game.state_text(state));
        }
    }
}

#[test]
fn tic_tac_toe_has_765_positions() {
    let game = compiled("tic-tac-toe");
    let (mut plain, mut canonical) = (BTreeSet::new(), BTreeSet::new());
    let mut waiting = vec![game.initial_state()];
    let mut moves = Vec::new();
    while let Some(state) = waiting.pop() {
        if !plain.insert(game.key(&state)) {
            continue;
        }
        canonical.insert(game.canonical_key(&state, SymmetrySubset::All).0);
        game.legal_moves(&state, &mut moves).expect("shipped games never fail");
        for &mv in &moves {
            let mut after = state.clone();
            game.apply(&mut after, mv).expect("shipped games never fail");
            waiting.push(after);
        }
    }
    assert_eq!((plain.len(), canonical.len()), (5478, 765));
}

/// A shipped game with some of its text replaced.
fn with_replacement(name: &str, from: &str, to: &str) -> CompiledGame {
    let text = shipped_game(name).expect("it ships").source().text().to_owned();
    assert!(text.contains(from), "{name} has no {from:?}");
    let source = Source::new(format!("{name}.game"), text.replace(from, to).as_bytes());
    CompiledGame::new(load_rules(&source, &[])).expect("it is within the limits")
}

#[test]
fn a_change_breaks_only_the_affected_symmetries() {
    let forbidden = |cell: &str| format!("to = crossing\ncondition = TO != {cell}");
    let gomoku = |cell| with_replacement("gomoku", "to = crossing", &forbidden(cell));
    assert_eq!(counts(&gomoku("p(8, 8)")), (8, 16), "the middle");
    assert_eq!(counts(&gomoku("p(2, 2)")), (2, 4), "a diagonal is left");
    assert_eq!(counts(&gomoku("p(8, 2)")), (2, 4), "a middle line is left");
    assert_eq!(counts(&gomoku("p(1, 2)")), (1, 2), "no line is left");

    let one_sided = with_replacement(
        "reversi",
        "where = $A != 0 OR $B != 0",
        "where = ($A != 0 OR $B != 0) AND ($A != 1 OR $B != 0)",
    );
    assert_eq!(counts(&one_sided), (2, 4), "rows are caught to the left only");

    let right = with_replacement("breakthrough", "{dir(-1, Up), dir(1, Up)}", "dir(1, Up)");
    assert_eq!(counts(&right), (1, 2), "men take to white's right only");
    let nearer = with_replacement("breakthrough", "IF(MOVER == 1, 8, 1)", "IF(MOVER == 1, 8, 2)");
    assert_eq!(counts(&nearer), (2, 2), "black has less far to go");

    let stored =
        "[VARIABLES]\nname = who\ninitial = 1\nvalues = 1..2\n\n[RULES]\nname = drop\nfollowup = who = 3 - who\n";
    let drop = "[RULES]\nname = drop\n";
    assert_eq!(counts(&with_replacement("connect-four", drop, stored)), (2, 4), "a number that nobody reads");
    let compared = format!("{stored}owner = IF(OWNER(CONTENT(c(1, 1))) == who, PLAYER, 3 - PLAYER)\n");
    assert_eq!(
        counts(&with_replacement("connect-four", drop, &compared)),
        (1, 1),
        "the number may be that of a player"
    );

    // The cells at both ends of the middle row are on that row only, so they can be swapped alone.
    let columns = with_replacement("tic-tac-toe", "name = line\nmembers = s($X, 1), s($X, 2), s($X, 3)\n", "");
    assert_eq!(counts(&columns), (8, 8));
    let diagonal = with_replacement("tic-tac-toe", "name = line\nmembers = s(1, 3), s(2, 2), s(3, 1)\n", "");
    assert_eq!(counts(&diagonal), (12, 12), "rows and columns can be exchanged alike, and with each other");
    let won =
        with_replacement("tic-tac-toe", "winner = MOVER", "winner = IF(OWNER(CONTENT(s(1, 1))) == MOVER, MOVER, 0)");
    assert_eq!(counts(&won), (2, 2), "a line alone does not win");
}

#[test]
fn a_value_can_be_read_back() {
    // If the player to move wins here, so does the player to move in the image.
    let game = compiled("connect-four");
    let positions = play_with_images(&game, 4, 60);
    let ended = positions.values().filter_map(|state| match game.outcome(state) {
        Ok(Some(Outcome::Won(winner))) => Some((state, winner)),
        _ => None,
    });
    let mut seen = 0;
    for (state, winner) in ended {
        let (key, which) = game.canonical_key(state, SymmetrySubset::All);
        let image = game.image(which, state);
        assert_eq!(game.key(&image), key);
        let won = Ok(Some(Outcome::Won(game.player_image(which, winner))));
        assert_eq!(game.outcome(&image), won);
        assert_eq!(game.mover(&image) == game.player_image(which, winner), game.mover(state) == winner);
        seen += 1;
    }
    assert!(seen > 0, "some game was won");
}
