//! The symmetries of games: which the shipped games have, the laws that symmetries obey along random games, and games
//! that lack some of them.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_engine::game::{Game as _, Outcome};
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
use boardwright_engine::structure::Symmetric;
use boardwright_engine::symmetry::Among;
use boardwright_games::{named, shipped};
use boardwright_lang::Source;
use boardwright_tests::battery::position;
use boardwright_tests::symmetry::play;
use boardwright_tests::{fast, plain, read, with_options};

/// How many symmetries leave the players in place, and how many there are with those that do not.
fn counts(game: &SpecGame) -> (usize, usize) {
    (game.symmetries().count(Among::SamePlayers), game.symmetries().count(Among::All))
}

/// What the shipped games have. Crosses have one mark more than noughts, so they cannot change places. What is missing:
/// in dots-and-boxes the marks of two boxes that one line closes come in an order; halma tests the arrival of
/// one player before that of the other; castling tells the sides of a chess board apart.
const SHIPPED: &[(&str, (usize, usize))] = &[
    ("alquerque", (8, 16)),
    ("amazons", (8, 16)),
    ("amazons-6x6", (8, 16)),
    ("brandub", (8, 8)),
    ("breakthrough", (2, 4)),
    ("chess", (1, 2)),
    ("connect-four", (2, 4)),
    ("dots-and-boxes", (1, 2)),
    ("draughts", (1, 2)),
    ("frogs", (2, 2)),
    ("gomoku", (8, 16)),
    ("halma", (2, 2)),
    ("hex", (2, 4)),
    ("mastermind", (1, 1)),
    ("mill", (16, 32)),
    ("nim", (1, 2)),
    ("peg-solitaire", (8, 8)),
    ("puzzle15", (2, 2)),
    ("puzzle8", (2, 2)),
    ("reversi", (8, 16)),
    ("reversi-6x6", (8, 16)),
    ("river-crossing", (1, 1)),
    ("sokoban", (1, 1)),
    ("tic-tac-toe", (8, 8)),
];

#[test]
fn shipped_games_have_these() {
    let found: Vec<_> = shipped().iter().map(|game| (game.name, counts(&fast(game.name)))).collect();
    assert_eq!(found, SHIPPED);
}

#[test]
fn none_is_claimed_where_nothing_can_be_proven() {
    let mastermind = fast("mastermind");
    assert_eq!(mastermind.symmetries().why_none(), Some("moves that are made by the plain form, or preferred"));
    let plain = plain("tic-tac-toe");
    assert_eq!((counts(&plain), plain.symmetries().why_none()), ((1, 1), Some("the plain form")));
    assert_eq!(plain.canonical_key(&plain.start(), Among::All), (plain.key(&plain.start()), 0));
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
        let game = fast(name);
        let met = play(&game, games, longest);
        // Positions with one canonical key are images of each other.
        let mut by_canonical: BTreeMap<u64, &State> = BTreeMap::new();
        for state in met.values() {
            let first = *by_canonical.entry(game.canonical_key(state, Among::All).0).or_insert(state);
            let wanted = position(&game, state);
            let related = (0..*all).any(|which| position(&game, &game.image(which, first)) == wanted);
            assert!(related, "{name}: two positions with one canonical key\n{}", game.state_text(state));
        }
    }
}

#[test]
fn tic_tac_toe_has_765_positions() {
    let game = fast("tic-tac-toe");
    let (mut plain, mut canonical) = (BTreeSet::new(), BTreeSet::new());
    let mut waiting = vec![game.start()];
    let mut moves = Vec::new();
    while let Some(state) = waiting.pop() {
        if !plain.insert(game.key(&state)) {
            continue;
        }
        canonical.insert(game.canonical_key(&state, Among::All).0);
        game.turn(&state, &mut moves).expect("shipped games never fail");
        for &mv in &moves {
            let mut after = state.clone();
            game.apply(&mut after, mv).expect("shipped games never fail");
            waiting.push(after);
        }
    }
    assert_eq!((plain.len(), canonical.len()), (5478, 765));
}

/// A shipped game with some of its text replaced.
fn edited(name: &str, from: &str, to: &str) -> SpecGame {
    let text = named(name).expect("it ships").source().text().to_owned();
    assert!(text.contains(from), "{name} has no {from:?}");
    let source = Source::new(format!("{name}.game"), text.replace(from, to).as_bytes());
    SpecGame::new(read(&source, &[])).expect("it is within the limits")
}

#[test]
fn what_breaks_a_symmetry_breaks_just_that() {
    let forbidden = |cell: &str| format!("to = crossing\ncondition = TO != {cell}");
    let gomoku = |cell| edited("gomoku", "to = crossing", &forbidden(cell));
    assert_eq!(counts(&gomoku("p(8, 8)")), (8, 16), "the middle");
    assert_eq!(counts(&gomoku("p(2, 2)")), (2, 4), "a diagonal is left");
    assert_eq!(counts(&gomoku("p(8, 2)")), (2, 4), "a middle line is left");
    assert_eq!(counts(&gomoku("p(1, 2)")), (1, 2), "no line is left");

    let one_sided =
        edited("reversi", "where = $A != 0 OR $B != 0", "where = ($A != 0 OR $B != 0) AND ($A != 1 OR $B != 0)");
    assert_eq!(counts(&one_sided), (2, 4), "rows are caught to the left only");

    let right = edited("breakthrough", "{dir(-1, Up), dir(1, Up)}", "dir(1, Up)");
    assert_eq!(counts(&right), (1, 2), "men take to white's right only");
    let nearer = edited("breakthrough", "IF(MOVER == 1, 8, 1)", "IF(MOVER == 1, 8, 2)");
    assert_eq!(counts(&nearer), (2, 2), "black has less far to go");

    let stored =
        "[VARIABLES]\nname = who\ninitial = 1\nvalues = 1..2\n\n[RULES]\nname = drop\nfollowup = who = 3 - who\n";
    let drop = "[RULES]\nname = drop\n";
    assert_eq!(counts(&edited("connect-four", drop, stored)), (2, 4), "a number that nobody reads");
    let told = format!("{stored}owner = IF(OWNER(CONTENT(c(1, 1))) == who, PLAYER, 3 - PLAYER)\n");
    assert_eq!(counts(&edited("connect-four", drop, &told)), (1, 1), "the number may be that of a player");

    // The cells at both ends of the middle row are on that row only, so they can be exchanged alone.
    let columns = edited("tic-tac-toe", "name = line\nmembers = s($X, 1), s($X, 2), s($X, 3)\n", "");
    assert_eq!(counts(&columns), (8, 8));
    let diagonal = edited("tic-tac-toe", "name = line\nmembers = s(1, 3), s(2, 2), s(3, 1)\n", "");
    assert_eq!(counts(&diagonal), (12, 12), "rows and columns can be exchanged alike, and with each other");
    let won = edited("tic-tac-toe", "winner = MOVER", "winner = IF(OWNER(CONTENT(s(1, 1))) == MOVER, MOVER, 0)");
    assert_eq!(counts(&won), (2, 2), "a line alone does not win");
}

#[test]
fn a_value_can_be_read_back() {
    // Whoever is to move wins in the image what is won here.
    let game = fast("connect-four");
    let met = play(&game, 4, 60);
    let ended = met.values().filter_map(|state| match game.outcome(state) {
        Ok(Some(Outcome::Won(winner))) => Some((state, winner)),
        _ => None,
    });
    let mut seen = 0;
    for (state, winner) in ended {
        let (key, which) = game.canonical_key(state, Among::All);
        let image = game.image(which, state);
        assert_eq!(game.key(&image), key);
        let won = Ok(Some(Outcome::Won(game.player_image(which, winner))));
        assert_eq!(game.outcome(&image), won);
        assert_eq!(game.mover(&image) == game.player_image(which, winner), game.mover(state) == winner);
        seen += 1;
    }
    assert!(seen > 0, "some game was won");
}
