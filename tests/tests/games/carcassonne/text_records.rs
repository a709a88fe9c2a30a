//! Text records of the thesis: written, read back, and refused with the line of a mistake.

use boardwright_game::game::{Game as _, Turn};
use boardwright_game::playout::draw_chance;
use boardwright_games::carcassonne::text_record::{RecordedPlayer, parse, write};
use boardwright_games::carcassonne::{Carcassonne, CarcassonneOptions};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::game;

fn names(players: usize) -> Vec<RecordedPlayer> {
    let name = |number| RecordedPlayer { name: format!("Anna {number}"), kind: "Náhodná UI".to_owned() };
    (1..=players).map(name).collect()
}

/// Record of a random game.
fn record(game: &Carcassonne, seed: u64) -> (String, String) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let (mut state, mut moves) = (game.initial_state(), Vec::new());
    loop {
        let mv = match game.legal_moves(&state, &mut moves).unwrap() {
            Turn::Over(_) => break,
            Turn::Chance => draw_chance(game, &state, &moves, &mut Vec::new(), &mut random).unwrap(),
            Turn::Player(_) => game.random_move(&state, &moves, &mut random),
        };
        game.apply(&mut state, mv).unwrap();
    }
    (write(game, &state, &names(game.players())), format!("{:?}", super::final_scores(game, &state)))
}

#[test]
fn records_are_read_back() {
    for seed in 0..200 {
        let players = 2 + seed as usize % 4;
        let is_fair = seed % 3 == 0;
        let game = Carcassonne::new(CarcassonneOptions { players, is_fair, ..CarcassonneOptions::default() });
        let (text, scores) = record(&game, seed);
        let read = parse(&game, &text).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(read.players, names(game.players()));
        let mut state = game.initial_state();
        for mv in read.moves {
            assert!(game.is_legal(&state, mv).unwrap());
            game.apply(&mut state, mv).unwrap();
        }
        assert!(game.outcome(&state).unwrap().is_some(), "seed {seed}: the game is over");
        assert_eq!(format!("{:?}", super::final_scores(&game, &state)), scores, "seed {seed}");
    }
}

#[test]
fn an_interrupted_record_is_an_interrupted_game() {
    let game = game(2, false);
    let (text, _) = record(&game, 3);
    let interrupted = text.split("Tah: 50\n").next().unwrap();
    // 48 draws and turns follow the start tile.
    assert_eq!(parse(&game, interrupted).unwrap().moves.len(), 2 * 48);
}

#[test]
fn a_mistake_in_a_record_is_found_in_its_line() {
    let game = game(2, false);
    let valid = "2\nHráč 1: A - x\nHráč 2: B - y\nTah: 1\n0:10 0;0 0-null\nHráč 1: 0 bodů 7 volných figurek\n\
                 Hráč 2: 0 bodů 7 volných figurek\nTah: 2\n1:14 0;-1 180-1,2\nHráč 1: 4 bodů 7 volných figurek\n\
                 Hráč 2: 0 bodů 7 volných figurek\n";
    assert_eq!(parse(&game, valid).unwrap().moves.len(), 2);
    for (old, new, message) in [
        ("2\nHráč 1: A", "3\nHráč 1: A", "line 1 of the record: \"3\" should be the number of players, 2"),
        ("Hráč 2: B - y", "Hráč 2 B", "line 3 of the record: this should be \"Hráč 2: NAME - AI\""),
        ("0:10", "0:7", "line 5 of the record: this should be the start tile, \"0:8 0;0 0-null\""),
        ("Tah: 2", "Tah: 3", "line 8 of the record: this should be \"Tah: 2\""),
        ("1:14", "2:14", "line 9 of the record: player 2 cannot be on turn"),
        ("1:14", "1:73", "line 9 of the record: there is no tile 73; they are 1 to 72"),
        ("0;-1 180", "0;-1 90", "line 9 of the record: the tile E fits at 0,-1 only with the rotation 180"),
        ("180-1,2", "180-3,2", "line 9 of the record: \"3,2\" is no region of the tile"),
        ("180-1,2", "180", "line 9 of the record: this should be a turn like"),
        (
            "Hráč 1: 4 bodů",
            "Hráč 1: 5 bodů",
            "line 10 of the record: this should be \"Hráč 1: 4 bodů 7 volných figurek\"",
        ),
    ] {
        let error = parse(&game, &valid.replacen(old, new, 1)).unwrap_err().to_string();
        assert!(error.starts_with(message), "{new}: {error}");
    }
    let cut = &valid[..valid.len() - 10];
    assert!(parse(&game, cut).is_err());
}
