//! Errors in FEN, PGN, PDN and SGF are reported with position, actual and expected text; and no input makes a reader panic.
//! Valid input is tested in `notations.rs`.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::playout::random_below;
use boardwright_game::record::{ReplayError, replay};
use boardwright_games::notation::{self, Notation, Options};
use boardwright_tests::compiled;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn errors_in_a_fen_of_chess_are_reported() {
    let game = compiled("chess");
    let message = |text: &str| notation::read_fen(&game, text).unwrap_err().to_string();
    for (text, wrong) in [
        ("", "column 1: a FEN has six words, pieces, side, castling, en passant and two numbers; here are 0"),
        ("8/8/8/8/8/8/8 w - - 0 1", "column 1: a board has 8 rows parted by /, here are 7"),
        (
            "k7/9/8/8/8/8/8/K7 w - - 0 1",
            "column 4: \"9\" is no piece: they are PNBRQK and pnbrqk, and 1 to 8 are empty squares",
        ),
        ("k7/8/8/8/8/8/7/K7 w - - 0 1", "column 14: row 2 has 7 squares instead of 8"),
        ("k8/8/8/8/8/8/8/K7 w - - 0 1", "column 1: row 8 has 9 squares instead of 8"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "column 1: Black has 0 kings instead of one"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "column 1: Black has 2 kings instead of one"),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "column 1: a pawn cannot stand on h8"),
        ("k6R/8/8/8/8/8/8/K7 w - - 0 1", "column 1: White could take the king: Black is in check and not to move"),
        ("k7/pppp4/pppp4/p7/8/8/8/K7 w - - 0 1", "column 1: Black has more than 8 pawns"),
        (
            "k7/8/8/8/8/8/PPPPPPPP/KNNN4 w - - 0 1",
            "column 1: White has more of N and other pieces than pawns can have become",
        ),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", "column 19: \"x\" is nobody's turn: it is w or b"),
        (
            "k7/8/8/8/8/8/8/K7 w X - 0 1",
            "column 21: \"X\" is no right to castle: they are K, Q, k and q, or - for none",
        ),
        ("k7/8/8/8/8/8/8/4K3 w K - 0 1", "column 22: to castle by \"K\", White needs a rook on h1"),
        ("k7/8/8/8/8/8/8/K6R w K - 0 1", "column 22: to castle by \"K\", White needs a king on e1"),
        ("k7/8/8/8/8/8/8/K7 w - e3 0 1", "column 23: no pawn of Black can just have passed \"e3\""),
        ("k7/8/8/8/8/8/8/K7 w - e6 0 1", "column 23: no pawn of Black can just have passed \"e6\""),
        (
            "k7/8/8/8/8/8/8/K7 w - - many 1",
            "column 25: \"many\" stands where moves without capture or pawn's move should: a number from 0 to 100",
        ),
        (
            "k7/8/8/8/8/8/8/K7 w - - 101 1",
            "column 25: \"101\" stands where moves without capture or pawn's move should: a number from 0 to 100",
        ),
        (
            "k7/8/8/8/8/8/8/K7 w - - 0 -1",
            "column 27: \"-1\" stands where the number of the move should: a number from 0 to 9999",
        ),
        ("k7/8/8/8/8/8/8/K7 w - - 0 1 2", "column 29: \"2\" is one word too many for a FEN"),
    ] {
        assert_eq!(message(text), format!("line 1, {wrong}"), "{text}");
    }
}

#[test]
fn errors_in_a_fen_of_draughts_are_reported() {
    let game = compiled("draughts");
    let message = |text: &str| notation::read_fen(&game, text).unwrap_err().to_string();
    for (text, wrong) in [
        ("", "column 1: \"\" is nobody's turn: a FEN of draughts begins with B: or W:"),
        ("X:W1:B2", "column 1: \"X\" is nobody's turn: a FEN of draughts begins with B: or W:"),
        ("B:W9,33:B2", "column 6: \"33\" is no square: they are 1 to 32, and K before a king's"),
        ("B:W9:Bx", "column 7: \"x\" is no square: they are 1 to 32, and K before a king's"),
        ("B:W9-7:B1", "column 4: \"9-7\" is no square: they are 1 to 32, and K before a king's"),
        ("B:W9:W10", "column 6: the men of White are given twice"),
        ("B:W9:R10", "column 6: \"R10\" is none of the parts: W and B with squares, as in W18,K22"),
        ("B:W9:B10:H81", "column 10: \"H81\" is not H and a number of quiet moves from 0 to 80"),
        ("B:W9:B9", "column 1: square 9 is taken by Black too"),
        ("B:W9,9:B1", "column 1: square 9 is taken twice"),
        ("B:W4:B9", "column 1: a man of White on 4 would be a king: K4"),
        ("B:W9:B1-13", "column 1: Black has more than 12 men"),
    ] {
        assert_eq!(message(text), format!("line 1, {wrong}"), "{text}");
    }
    let gomoku = notation::read_fen(&compiled("gomoku"), START).unwrap_err();
    assert_eq!(gomoku.reason, "positions of gomoku have no FEN; games with one are chess and draughts");
}

/// Checks that each text is rejected with its message.
fn assert_rejected(notation: Notation, cases: &[(&str, &str)]) {
    let loaded = [compiled("chess"), compiled("draughts")];
    let mut load = |name: &str, options: &Options| match name {
        "chess" => Ok(loaded[0].clone()),
        "draughts" => Ok(loaded[1].clone()),
        _ => notation::load(name, options),
    };
    let mut others = Vec::new();
    for (text, wrong) in cases {
        let message = notation::read(notation, &mut load, text).unwrap_err().to_string();
        if message != *wrong {
            others.push(format!("{text}\n  actual:   {message}\n  expected: {wrong}"));
        }
    }
    assert!(others.is_empty(), "\n{}", others.join("\n"));
}

#[test]
fn errors_in_pgn_are_reported() {
    let cases = [
        ("", "line 1, column 1: there is no game in this text"),
        (
            "1. e4 e5\n2. Nf4 *",
            "line 2, column 4: \"Nf4\" is not legal: no such move of a knight of White; legal are Na3, Nc3, Ne2, Nf3, Nh3",
        ),
        (
            "1. hello *",
            "line 1, column 4: \"hello\" is no move of chess, which are written as Nf3, exd5, e8=Q or O-O; legal are Na3, Nc3, Nf3, Nh3, a3, b3, c3, d3, \
             e3, f3, g3, h3 and 8 more",
        ),
        ("1. O-O *", "line 1, column 4: White cannot castle so now: f1 is occupied"),
        ("[FEN \"7k/8/8/8/8/5N2/8/1N5K w - - 0 1\"] Nd2 *", "line 1, column 41: \"Nd2\" can mean Nbd2, Nfd2"),
        ("[FEN \"6k1/8/8/8/4Q2Q/8/K7/7Q w - - 0 1\"] Qe1 *", "line 1, column 42: \"Qe1\" can mean Qee1, Q1e1, Qh4e1"),
        (
            "[FEN \"3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1\"] c8 *",
            "line 1, column 42: \"c8\" can mean c8=Q, c8=R, c8=B, c8=N",
        ),
        (
            "[FEN \"4r2k/8/8/8/4N3/8/8/N3K3 w - - 0 1\"] Nc5 *",
            "line 1, column 43: \"Nc5\" is not legal: no such move of a knight of White; legal are Nb3, Nc2",
        ),
        ("e4 e5 Qh5 Ke7 Qxe5# Kd8", "line 1, column 21: \"Kd8\" follows, but the game is over: player 1 wins"),
        (
            "e4 e5 Qh5 Ke7 Qxe5# 0-1",
            "line 1, column 21: the result says player 2 wins, but by the rules it is player 1 wins",
        ),
        (
            "[Result \"1-0\"]\n\ne4 0-1",
            "line 3, column 4: the tag Result says player 1 wins, but here it is player 2 wins",
        ),
        ("[Result \"won\"] e4", "line 1, column 1: \"won\" is no result: they are 1-0, 0-1, 1/2-1/2 and *"),
        (
            "\n[FEN \"x\"] e4",
            "line 2, column 1: FEN, letter 1: a FEN has six words, pieces, side, castling, en passant and two numbers; here are 1",
        ),
        ("[Seed \"x\"] e4 *", "line 1, column 15: Seed is a number, not \"x\""),
        ("[OpeningPlies \"2\"] e4 *", "line 1, column 23: OpeningPlies is 2, but there are 1 moves"),
        ("[EndReason \"bored\"] e4 *", "line 1, column 24: EndReason \"bored\" is not a reason of records"),
        ("[EndBy \"3\"] e4 *", "line 1, column 16: EndBy is a player's number, not 3"),
        (
            "[EndReason \"finished\"] e4 *",
            "line 1, column 27: after ply 1: the record ends with no result, but the game has no result",
        ),
    ];
    assert_rejected(Notation::Pgn, &cases);
}

#[test]
fn errors_in_pdn_are_reported() {
    let cases = [
        (
            "1. 11-16x *",
            "line 1, column 4: \"11-16x\" is no move of draughts, which are written as 11-15, 22x15 or 22x15x8 with squares 1 to 32",
        ),
        ("1. 11-14 *", "line 1, column 4: \"11-14\" is not legal for Black; legal are 11-15, 11-16"),
        ("1. 11-15 22-18 15-19 *", "line 1, column 16: \"15-19\" is not legal for Black; legal are 15x22"),
        ("1. 11-15 22-18 11-16 *", "line 1, column 16: \"11-16\" is not legal for Black; legal are 15x22"),
        (
            "[FEN \"W:W31:B26,27,18,19\"] 31x22 27-32 *",
            "line 1, column 28: \"31x22\" is not legal for White; legal are 31x22x15, 31x24x15",
        ),
        (
            "[GameType \"20\"] 32-28 *",
            "line 1, column 1: GameType 20 is another game: English draughts, which is read here, is 21",
        ),
        ("[FEN \"W:W5:B5\"] *", "line 1, column 1: FEN, letter 1: square 5 is taken by Black too"),
    ];
    assert_rejected(Notation::Pdn, &cases);
}

#[test]
fn errors_in_sgf_are_reported() {
    let cases = [
        ("(;SZ[9])", "line 1, column 2: GM, the kind of game, is missing: Gomoku is GM[4] and Hex is GM[11]"),
        ("(;GM[1]SZ[19])", "line 1, column 3: GM[1] is another game: Gomoku is GM[4] and Hex is GM[11]"),
        ("(;GM[4]SZ[27])", "line 1, column 8: gomoku cannot have the size 27, it can be 6 to 26"),
        ("(;GM[11]SZ[4])", "line 1, column 9: hex cannot have the size 4, it can be 5 to 26"),
        ("(;GM[4]SZ[9:8])", "line 1, column 8: SZ[9:8] is no board: a number is needed, as in SZ[15]"),
        ("(;GM[4]RU[renju])", "line 1, column 8: the rules \"renju\" are none of gomoku: freestyle and standard"),
        (
            "(;GM[4]SZ[9];B[aa]\n;AB[bb])",
            "line 2, column 2: AB[bb] sets up stones; only games from an empty board can be read",
        ),
        ("(;GM[4]SZ[9];B[aj])", "line 1, column 14: B[aj] is outside the board, whose places are aa to ii"),
        ("(;GM[4]SZ[9];B[AA])", "line 1, column 14: B[AA] is outside the board, whose places are aa to ii"),
        ("(;GM[11];B[l1])", "line 1, column 10: B[l1] is outside the board, whose places are a1 to k11"),
        ("(;GM[11];B[a1];W[pass])", "line 1, column 16: W[pass] passes, which no rule of hex allows"),
        ("(;GM[11];B[a1];W[Draw])", "line 1, column 16: W[Draw] is no move; RE[0] says that a game is drawn"),
        ("(;GM[4]SZ[9];B[OfferDraw])", "line 1, column 14: B[OfferDraw] is no move; RE[0] says that a game is drawn"),
        ("(;GM[11];B[a0])", "line 1, column 10: B[a0] is outside the board, whose places are a1 to k11"),
        ("(;GM[4];B[])", "line 1, column 9: B[] passes, which no rule of gomoku allows"),
        ("(;GM[4];W[aa])", "line 1, column 9: W[aa] is a move of W, but it is the turn of B"),
        ("(;GM[4];B[aa];W[aa])", "line 1, column 15: W[aa]: a stone lies there already"),
        (
            "(;GM[11];B[a1];W[b1];B[c1];W[swap])",
            "line 1, column 28: W[swap]: only the second move of the game can swap",
        ),
        (
            "(;GM[4]SZ[6];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea];W[eb])",
            "line 1, column 68: W[eb] follows, but the game is over: player 1 wins",
        ),
        ("(;GM[4]RE[white])", "line 1, column 8: RE[white] is no result: they are B+, W+, B+R, 0, Void and ?"),
    ];
    assert_rejected(Notation::Sgf, &cases);
}

#[test]
fn games_without_a_notation_are_refused() {
    let nim = compiled("nim");
    let chess = compiled("chess");
    let record = |text| notation::read(Notation::Pgn, &mut notation::load, text).unwrap().remove(0);
    let wrong = notation::write(&nim, &record("e4 *")).unwrap_err();
    assert_eq!(wrong, "games of nim have no notation but records");
    let mut lies = record("e4 *");
    lies.moves[0].text = "man(5,2) sq(5,2) sq(5,5)".into();
    let wrong = notation::write(&chess, &lies).unwrap_err();
    assert!(wrong.starts_with("the record does not hold: ply 1: "), "{wrong}");
}

/// Valid texts, which the test mutates.
const VALID: [(Notation, &str); 3] = [
    (
        Notation::Pgn,
        "[White \"A\"]\n[FEN \"1n5k/P7/5N2/3pP3/1N6/8/8/K5R1 w - d6 0 30\"]\n\n30. exd6 {c} Nc6 (30... Nd7 $1) 31. a8=Q+ Nb8 1-0\n",
    ),
    (
        Notation::Pdn,
        "[Black \"B\"]\n[FEN \"W:W31,K30:B26,27,18,19,K1:H3\"]\n\n1... 31x22x15 1-5 2. 15-10 {c} 5-9 1/2-1/2\n",
    ),
    (Notation::Sgf, "(;FF[4]GM[11]SZ[5]RU[swap]PB[E\\]]RE[B+R];B[b1]C[c];W[swap-pieces](;B[c3];W[c4])(;B[d4]))"),
];

/// Reads a text with every reader that accepts its notation; the records that it gives must replay.
fn read_and_replay(games: &[CompiledGame], notation: Notation, text: &str) -> bool {
    let mut loaded = |name: &str, options: &Options| {
        let fits = |game: &&CompiledGame| {
            let chosen = |key: &String| game.rules().options.iter().find(|known| known.name == *key);
            game.rules().name == name
                && options.iter().all(|(key, value)| chosen(key).is_some_and(|known| known.value == *value))
        };
        games.iter().find(fits).cloned().ok_or_else(|| format!("no such {name} is there"))
    };
    let read = notation::read(notation, &mut loaded, text);
    for record in read.iter().flatten() {
        let game = loaded(&record.header.name, &record.header.options).or_else(|_| {
            // Options with default values are left out.
            games.iter().find(|game| game.rules().name == record.header.name).cloned().ok_or(())
        });
        let held = replay(&game.unwrap(), record, &mut |_| Ok::<(), ReplayError>(()));
        held.unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
    read.is_ok()
}

#[test]
fn no_text_makes_a_reader_panic() {
    let hex: Options = [("size".to_owned(), "5".to_owned()), ("swap".to_owned(), "on".to_owned())].into();
    let games = [compiled("chess"), compiled("draughts"), notation::load("hex", &hex).unwrap()];
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let mut read = 0;
    for (notation, good) in VALID {
        assert!(read_and_replay(&games, notation, good), "{good}");
        let letters: Vec<char> = good.chars().collect();
        for _ in 0..400 {
            let mut spoilt = letters.clone();
            for _ in 0..=random_below(3, &mut random) {
                let (at, from) = (random_below(spoilt.len(), &mut random), random_below(letters.len(), &mut random));
                match random_below(4, &mut random) {
                    0 => drop(spoilt.remove(at)),
                    1 => spoilt.insert(at, letters[from]),
                    2 => spoilt[at] = char::from(random.random::<u8>()),
                    _ => spoilt.truncate(at.max(1)),
                }
            }
            read += usize::from(read_and_replay(&games, notation, &spoilt.iter().collect::<String>()));
        }
        for length in 0..200 {
            let bytes: Vec<u8> = (0..length).map(|_| random.random()).collect();
            read_and_replay(&games, notation, &notation::decode_text(&bytes));
        }
    }
    assert!(read > 100, "{read} of the spoilt games could still be read");
    let fens = ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "W:W31,K30:B26,27,18,19,K1:H3"];
    for (game, fen) in games.iter().zip(fens) {
        let letters: Vec<char> = fen.chars().collect();
        for _ in 0..600 {
            let mut spoilt = letters.clone();
            for _ in 0..=random_below(2, &mut random) {
                let (at, from) = (random_below(spoilt.len(), &mut random), random_below(letters.len(), &mut random));
                match random_below(3, &mut random) {
                    0 => drop(spoilt.remove(at)),
                    1 => spoilt.insert(at, letters[from]),
                    _ => spoilt[at] = letters[from],
                }
            }
            let text: String = spoilt.iter().collect();
            if let Ok(read) = notation::read_fen(game, &text) {
                let again = notation::write_fen(game, &read.state, read.plies).unwrap();
                let back = notation::read_fen(game, &again).unwrap_or_else(|error| panic!("{error}: {text}, {again}"));
                assert_eq!(notation::write_fen(game, &back.state, back.plies), Ok(again), "{text}");
            }
        }
    }
}
