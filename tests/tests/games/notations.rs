//! Standard notations of positions and games: FEN and PGN of chess, PDN of draughts, SGF of Gomoku and Hex. Published numbers,
//! hand-written games, and random games in a round trip. Invalid input is tested in `invalid_notations.rs`.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _, Outcome, Turn};
use boardwright_game::ids::Player;
use boardwright_game::perft::{DepthUnit, perft};
use boardwright_game::playout::random_below;
use boardwright_game::record::{
    EndReason, FORMAT, GameEnd, GameMetadata, MoveRecord, Record, RecordHeader, ReplayError, Seat, replay,
};
use boardwright_games::notation::{self, Notation, Options};
use boardwright_interpreter::state::State;
use boardwright_tests::compiled;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn read(notation: Notation, text: &str) -> Vec<Record> {
    notation::read(notation, &mut notation::load, text).unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// Reads records as [`read`] does, for a game that is already loaded.
fn read_with_game(game: &CompiledGame, text: &str) -> Vec<Record> {
    let notation = Notation::of_game(&game.rules().name).unwrap();
    let read = notation::read(notation, &mut |_, _| Ok(game.clone()), text);
    read.unwrap_or_else(|error| panic!("{error} in\n{text}"))
}

/// The last position of a record; every move must be legal.
fn last(game: &CompiledGame, record: &Record) -> State {
    replay(game, record, &mut |_| Ok::<(), ReplayError>(())).expect("a record that was read replays")
}

fn players() -> impl Iterator<Item = Player> {
    (1..=2).filter_map(Player::new)
}

/// The record of a random game that is stopped after at most `most` moves.
fn random_game(game: &CompiledGame, options: &Options, seed: u64, most: usize) -> Record {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let (mut state, mut moves, mut played) = (game.initial_state(), Vec::new(), Vec::new());
    while let Turn::Player(player) = game.legal_moves(&state, &mut moves).unwrap() {
        if played.len() == most {
            break;
        }
        let mv = moves[random_below(moves.len(), &mut random)];
        let rule = Some(game.rules().rules[mv.rule.index()].name.clone());
        played.push(MoveRecord { ply: played.len() + 1, player: Some(player), text: game.move_text(&state, mv), rule });
        game.apply(&mut state, mv).unwrap();
    }
    let outcome = game.outcome(&state).unwrap();
    let reason = if outcome.is_some() { EndReason::Finished } else { EndReason::Limit };
    let end = GameEnd::new(reason, outcome, players().map(|player| game.score(&state, player)).collect());
    let name = game.rules().name.clone();
    let chosen: Vec<String> = options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let asked = if chosen.is_empty() { name.clone() } else { format!("{name}:{}", chosen.join(",")) };
    let seat = |player: &str| Seat { player: player.into(), parameters: BTreeMap::new() };
    let opening: Vec<String> = played.drain(..2.min(played.len())).map(|played| played.text).collect();
    let header = RecordHeader {
        format: FORMAT,
        game: asked,
        name,
        hash: Some(game.rules().hash.clone()),
        options: options.clone(),
        players: vec![seat("random"), seat("human")],
        seed,
        position: None,
        opening,
        metadata: GameMetadata::default(),
    };
    Record { header, moves: played, end: Some(end) }
}

/// Checks the round trip of a record, with every end reason that a record can have.
fn assert_round_trip(game: &CompiledGame, record: &Record) {
    let text = notation::write(game, record).unwrap();
    assert_eq!(read_with_game(game, &text), std::slice::from_ref(record), "{text}");
    let Some(end) = record.end.clone().filter(|end| end.outcome.is_none()) else { return };
    let won = |number| Player::new(number).map(Outcome::Won);
    let draw = Some(Outcome::Draw);
    for (reason, outcome, by, note) in [
        (EndReason::Resigned, won(2), 1, None),
        (EndReason::Time, won(1), 2, None),
        (EndReason::Illegal, won(1), 2, Some("a [strange\\] \"move\"")),
        (EndReason::Crash, won(2), 1, Some("gone")),
        (EndReason::Stall, won(1), 2, None),
        (EndReason::Agreement, draw, 0, None),
        (EndReason::Repetition, draw, 0, None),
        (EndReason::Adjudicated, won(1), 0, None),
        (EndReason::Left, None, 2, None),
        (EndReason::Stopped, None, 0, None),
    ] {
        let end = GameEnd { reason, outcome, by: Player::new(by), note: note.map(str::to_owned), ..end.clone() };
        let record = Record { end: Some(end), ..record.clone() };
        let text = notation::write(game, &record).unwrap();
        assert_eq!(read_with_game(game, &text), [record], "{text}");
    }
    let cut = Record { end: None, ..record.clone() };
    assert_eq!(read_with_game(game, &notation::write(game, &cut).unwrap()), [cut]);
}

#[test]
fn random_games_come_back_as_they_were() {
    let none = Options::new();
    for (name, games, most) in [("chess", 4, 120), ("draughts", 12, 200), ("gomoku", 2, 60), ("hex", 2, 121)] {
        let game = compiled(name);
        for seed in 1..=games {
            assert_round_trip(&game, &random_game(&game, &none, seed, if seed % 2 == 0 { most } else { most / 5 }));
        }
    }
}

#[test]
fn boards_of_all_sizes_come_back() {
    for (name, size, option) in [
        ("gomoku", 9, Some(("exactly", "yes"))),
        ("gomoku", 26, None),
        ("gomoku", 19, None),
        ("hex", 9, Some(("swap", "on"))),
        ("hex", 14, None),
        ("hex", 26, Some(("swap", "on"))),
    ] {
        let mut options: Options = [("size".to_owned(), size.to_string())].into();
        options.extend(option.map(|(key, value)| (key.to_owned(), value.to_owned())));
        let game = notation::load(name, &options).unwrap();
        let record = random_game(&game, &options, size, 40);
        let text = notation::write(&game, &record).unwrap();
        assert!(text.contains(&format!("SZ[{size}]")), "{text}");
        assert_eq!(read_with_game(&game, &text), [record], "{text}");
    }
}

/// The part of a position that a FEN describes: without the states of captured men, and without the moved flags of rooks and kings
/// that cannot castle anyway.
fn fen_part(game: &CompiledGame, state: &State) -> State {
    let text = game.state_text(state);
    let fen = notation::write_fen(game, state, 0).unwrap();
    let rights = fen.split(' ').nth(2).unwrap_or_default();
    let start = game.state_text(&game.initial_state());
    let line = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        if let ["at", name, place, kind, owner, height] = fields[..] {
            let first = start.lines().find(|first| first.starts_with(&format!("at\t{name}\t"))).unwrap();
            let kind = match (place, kind) {
                ("", _) => first.split('\t').nth(3).unwrap(),
                ("sq(8,1)", "7") if rights.contains('K') => "7",
                ("sq(1,1)", "7") if rights.contains('Q') => "7",
                ("sq(8,8)", "7") if rights.contains('k') => "7",
                ("sq(1,8)", "7") if rights.contains('q') => "7",
                ("sq(5,1)", "8") if rights.contains(['K', 'Q']) => "8",
                ("sq(5,8)", "8") if rights.contains(['k', 'q']) => "8",
                (_, "7") => "4",
                (_, "8") => "6",
                (_, kind) => kind,
            };
            return format!("at\t{name}\t{place}\t{kind}\t{owner}\t{height}");
        }
        if fields[0] == "past" { String::new() } else { line.to_owned() }
    };
    let lines: Vec<String> = text.lines().map(line).filter(|line| !line.is_empty()).collect();
    game.parse_state(&lines.join("\n")).unwrap()
}

#[test]
fn positions_come_back_from_fen() {
    for name in ["chess", "draughts"] {
        let game = compiled(name);
        let mut compared = 0;
        for seed in 1..=6 {
            let mut random = Pcg64Mcg::seed_from_u64(seed);
            let (mut state, mut moves, mut plies) = (game.initial_state(), Vec::new(), 0);
            while game.legal_moves(&state, &mut moves).unwrap().outcome().is_none() && plies < 150 {
                if let Ok(fen) = notation::write_fen(&game, &state, plies) {
                    let back = notation::read_fen(&game, &fen).unwrap_or_else(|error| panic!("{error} in {fen}"));
                    assert_eq!(notation::write_fen(&game, &back.state, back.plies).as_ref(), Ok(&fen));
                    assert_eq!(back.plies, if name == "chess" { plies } else { 0 }, "{fen}");
                    let part = fen_part(&game, &state);
                    // A FEN does not say which pieces were captured or promoted.
                    let mut other = Vec::new();
                    game.legal_moves(&back.state, &mut other).unwrap();
                    assert_eq!(other.len(), moves.len(), "{fen}");
                    if has_same_captures(&game, &part, &back.state) {
                        assert_eq!(game.key(&part), game.key(&back.state), "{fen}");
                        compared += 1;
                    }
                } else {
                    assert_eq!(name, "draughts");
                }
                let mv = moves[random_below(moves.len(), &mut random)];
                game.apply(&mut state, mv).unwrap();
                plies += 1;
            }
        }
        assert!(compared > 150, "{name}: {compared} positions had the same men off the board");
    }
}

/// `true` if the men off the board are equal in number and kind; a FEN does not distinguish a promoted queen from a captured pawn.
fn has_same_captures(game: &CompiledGame, a: &State, b: &State) -> bool {
    let taken = |state: &State| {
        let text = game.state_text(state);
        let mut kinds: Vec<String> = text
            .lines()
            .filter_map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
                ["at", _, "", kind, owner, _] => Some(format!("{kind} {owner}")),
                _ => None,
            })
            .collect();
        kinds.sort();
        kinds
    };
    taken(a) == taken(b)
}

#[test]
fn positions_have_the_fen_that_everybody_writes() {
    let chess = compiled("chess");
    let fen = |line: &[&str]| {
        let text = line.join(" ");
        let record = read_with_game(&chess, &format!("{text} *")).remove(0);
        notation::write_fen(&chess, &last(&chess, &record), line.len()).unwrap()
    };
    assert_eq!(fen(&["*"][..0]), START);
    // No en passant capture is possible after 1. e4, so the FEN has no target square.
    assert_eq!(fen(&["e4"]), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert_eq!(fen(&["e4", "c5", "Nf3"]), "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    assert_eq!(fen(&["e4", "a6", "e5", "d5"]), "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3");
    assert_eq!(fen(&["e4", "e5", "Ke2"]), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 1 2");
    // Many programs write the target square even if no capture is possible; the position is the same.
    let after = |text| chess.key(&notation::read_fen(&chess, text).unwrap().state);
    let with_square = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    assert_eq!(after(with_square), after(&with_square.replace("e3", "-")));
    let draughts = compiled("draughts");
    let start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    assert_eq!(notation::write_fen(&draughts, &draughts.initial_state(), 0).as_deref(), Ok(start));
    for text in [start, "B:W21-32:B1-12.", " b:B1-12:W21-32:H0:F1"] {
        let read = notation::read_fen(&draughts, text).unwrap().state;
        assert_eq!(draughts.key(&read), draughts.key(&draughts.initial_state()), "{text}");
    }
    let kings = "W:WK1,18,K32:B2,K15:H7";
    let state = notation::read_fen(&draughts, kings).unwrap().state;
    assert_eq!(notation::write_fen(&draughts, &state, 0).as_deref(), Ok(kings));
}

#[test]
fn a_finished_position_is_recognised() {
    let chess = compiled("chess");
    let outcome = |fen| chess.outcome(&notation::read_fen(&chess, fen).unwrap().state).unwrap();
    assert_eq!(outcome("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"), Player::new(1).map(Outcome::Won));
    assert_eq!(outcome("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"), Some(Outcome::Draw));
    assert_eq!(outcome("k7/8/1K6/8/8/8/8/7R w - - 100 90"), Some(Outcome::Draw));
    assert_eq!(outcome("k7/8/1K6/8/8/8/8/7R w - - 99 90"), None);
    let draughts = compiled("draughts");
    let blocked = notation::read_fen(&draughts, "W:W12:B3,8").unwrap().state;
    assert_eq!(draughts.outcome(&blocked), Ok(Player::new(1).map(Outcome::Won)));
}

/// Published perft counts of positions that are widely used to test programs.
#[test]
fn standard_positions_have_the_published_perft_counts() {
    let game = compiled("chess");
    game.prepare();
    for (fen, counts) in [
        (START, &[20, 400, 8902][..]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[48, 2039, 97862]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43238]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62379]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9467]),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", &[46, 2079, 89890]),
    ] {
        let state = notation::read_fen(&game, fen).unwrap().state;
        for (depth, &leaves) in (1..).zip(counts) {
            let count = perft(&game, &state, depth, DepthUnit::Moves, &mut |_| ControlFlow::Continue(())).unwrap();
            assert_eq!(count.nodes, leaves, "{fen}, depth {depth}");
        }
    }
}

#[test]
fn a_fen_position_counts_once_for_repetition() {
    let chess = compiled("chess");
    let text = "[FEN \"7k/8/8/8/8/8/8/R6K w - - 0 1\"]\n\nRa2 Kg8 Ra1 Kh8 Ra2 Kg8 Ra1 Kh8 1/2-1/2";
    let record = read(Notation::Pgn, text).remove(0);
    assert_eq!(record.end.as_ref().map(|end| end.reason), Some(EndReason::Finished));
    assert_eq!(chess.outcome(&last(&chess, &record)), Ok(Some(Outcome::Draw)));
    let again = read(Notation::Pgn, &notation::write(&chess, &record).unwrap());
    assert_eq!(again, [record]);
}

const HAND_WRITTEN: &str = r#"% two games, as they might come from anywhere
[Event "Casual, \"friendly\""]
[White "Anna"]
[Black "?"]
[Result "1-0"]

1. e4 {the usual (still) } e5 2. Nf3 Nc6 3. Bc4 Bc5 (3... Nf6 4. Ng5 {!} (4. d4)) 4. O-O $1 Nf6
5. d3 d6 6. Bg5 Qe7 ; castling long is to come
7. Nc3 Bd7 8. Nd5 O-O-O 9. Nxf6 gxf6! 10. Bh4?! Rhg8 11. b4 Bxb4 12. Rb1 Bc5 13. c3 Rg4 14. d4 exd4 15. cxd4
Nxd4 1-0

[Event "the second"]
[FEN "1n5k/P7/5N2/3pP3/1N6/8/8/K5R1 w - d6 0 30"]
[Black "Ben"]
[Termination "time forfeit"]

30. exd6 Nc6 31. a8=Q+ Nb8 32. Qxb8# 1-0

e4 e5 Qh5 Ke7 Qxe5# 1-0
"#;

#[test]
fn pgn_by_hand_is_read() {
    let chess = compiled("chess");
    let [first, second, third] = <[Record; 3]>::try_from(read(Notation::Pgn, HAND_WRITTEN)).unwrap();
    let end = |record: &Record| record.end.as_ref().map(|end| (end.reason, end.outcome, end.by));
    let (white, black) = (Player::new(1), Player::new(2));
    assert_eq!(end(&first), Some((EndReason::Resigned, white.map(Outcome::Won), black)));
    assert_eq!(end(&second), Some((EndReason::Finished, white.map(Outcome::Won), None)));
    assert_eq!(end(&third), Some((EndReason::Finished, white.map(Outcome::Won), None)));
    assert_eq!(first.header.players[0].parameters["name"], "Anna");
    assert_eq!((first.moves.len(), second.moves.len()), (30, 5));
    let rules: Vec<&str> = second.moves.iter().filter_map(|played| played.rule.as_deref()).collect();
    assert_eq!(rules, ["in passing", "knight", "promotion", "knight", "straight"]);
    assert!(first.moves.iter().filter(|played| played.rule.as_deref() == Some("castling")).count() == 2);
    assert_eq!(
        notation::write_fen(&chess, &last(&chess, &first), 30).unwrap(),
        "2kr4/pppbqp1p/3p1p2/2b5/2BnP1rB/5N2/P4PPP/1R1Q1RK1 w - - 0 16"
    );
    let written = notation::write(&chess, &second).unwrap();
    assert!(written.contains("\n30. exd6 Nc6 31. a8=Q+ Nb8 32. Qxb8# 1-0\n"), "{written}");
    for record in [&first, &second, &third] {
        let again = read_with_game(&chess, &notation::write(&chess, record).unwrap());
        assert_eq!(again, std::slice::from_ref(record));
    }
}

/// Reads one move in the given notation, and returns it in standard notation.
fn normalize_move(chess: &CompiledGame, fen: &str, word: &str) -> String {
    let record = read_with_game(chess, &format!("[FEN \"{fen}\"]\n\n{word} *")).remove(0);
    let text = notation::write(chess, &record).unwrap();
    text.lines().last().unwrap().trim_start_matches("1. ").trim_start_matches("1... ").trim_end_matches(" *").to_owned()
}

#[test]
fn chess_moves_are_disambiguated_as_needed() {
    let chess = compiled("chess");
    for (fen, words, usual) in [
        // Disambiguation by file, by rank, by both; a pinned piece needs none.
        ("7k/8/8/8/8/5N2/8/1N5K w - - 0 1", &["Nbd2", "Nb1d2", "b1d2", "N1d2"][..], "Nbd2"),
        ("7k/8/8/R7/8/8/8/R6K w - - 0 1", &["R1a3", "Ra1a3", "Ra1-a3"], "R1a3"),
        ("6k1/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", &["Qh4e1", "Qh4-e1+"], "Qh4e1"),
        ("4r2k/8/8/8/4N3/8/8/N3K3 w - - 0 1", &["Nc2"], "Nc2"),
        ("4k2r/8/8/8/8/8/8/4K2R w K - 0 1", &["O-O", "0-0", "e1g1", "o-o"], "O-O"),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", &["O-O-O", "0-0-0", "e8c8"], "O-O-O"),
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", &["cxd8=N", "cxd8N", "c7d8n", "c7xd8=N"], "cxd8=N"),
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", &["c8=Q", "c7c8q", "c8Q"], "c8=Q"),
        ("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", &["d4", "Pd4", "d2d4", "d2-d4"], "d4"),
    ] {
        for word in words {
            assert_eq!(normalize_move(&chess, fen, word), *usual, "{word} in {fen}");
        }
    }
}

#[test]
fn pdn_with_captures_of_several_jumps() {
    let game = compiled("draughts");
    let text = "[Event \"by hand\"]\n[Black \"Carla\"]\n[White \"David\"]\n[Result \"0-1\"]\n[GameType \"21\"]\n\n\
                1. 11-15 22-18 2. 15x22 25x18 {a swap} 3. 8-11 29-25 4. 11-16 24-20 0-1\n\n\
                [FEN \"W:W27,K1:B24,15,6\"] 27x20 15-19 1-1\n";
    let [first, second] = <[Record; 2]>::try_from(read(Notation::Pdn, text)).unwrap();
    assert_eq!(first.moves.len(), 8);
    assert_eq!(first.end.as_ref().unwrap().outcome, Player::new(2).map(Outcome::Won));
    assert_eq!(second.end.as_ref().unwrap().reason, EndReason::Agreement);
    // Two jumps, and a choice of paths to the same square.
    let position = "[FEN \"W:W31:B26,27,18,19\"]";
    let squares = |word: &str| {
        let record = read_with_game(&game, &format!("{position} {word} *")).remove(0);
        let text = notation::write(&game, &record).unwrap();
        (record.moves.len(), text.lines().last().unwrap().to_owned())
    };
    assert_eq!(squares("31x22x15"), (2, "1... 31x22x15 *".to_owned()));
    assert_eq!(squares("31-24-15"), (2, "1... 31x24x15 *".to_owned()));
    assert_eq!(squares("31x22"), (1, "1... 31x22 *".to_owned()), "a game may be cut off within a capture");
    let both = notation::read(Notation::Pdn, &mut notation::load, &format!("{position} 31x15 *")).unwrap_err();
    assert_eq!(both.reason, "\"31x15\" can mean 31x22x15, 31x24x15");
}

#[test]
fn sgf_by_hand_is_read() {
    let text = "(;FF[4]GM[11]SZ[5]RU[swap]PB[Eva]PW[Finn \\[sic\\]]RE[B+R]\n;B[b1]C[take it?];W[swap-pieces]\
                (;B[c3];W[C4])(;B[d4]))\n(;GM[4]SZ[9:9]RE[Draw];B[ai];W[ia];B[ee](;W[ef])(;W[fe]))";
    let [hex, gomoku] = <[Record; 2]>::try_from(read(Notation::Sgf, text)).unwrap();
    assert_eq!((hex.header.game.as_str(), gomoku.header.game.as_str()), ("hex:size=5,swap=on", "gomoku:size=9"));
    assert_eq!(hex.header.players[1].parameters["name"], "Finn [sic]");
    let places = |record: &Record| {
        record.moves.iter().map(|mv| mv.text.split(' ').next_back().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(places(&hex), ["c(2,1)", "swap", "c(3,3)", "c(3,4)"]);
    assert_eq!(places(&gomoku), ["p(1,9)", "p(9,1)", "p(5,5)", "p(5,6)"]);
    let game = notation::load("hex", &hex.header.options).unwrap();
    last(&game, &hex);
    let written = notation::write(&game, &hex).unwrap();
    assert!(
        written.contains("RE[B+Resign]") && written.contains(";W[swap-pieces]") && written.contains(";W[c4]"),
        "{written}"
    );
    assert_eq!(gomoku.end.as_ref().map(|end| end.reason), Some(EndReason::Agreement));
    let resigned = read(Notation::Sgf, "(;GM[11];B[a1];W[resign])").remove(0);
    assert_eq!(resigned.end.unwrap().outcome, Player::new(1).map(Outcome::Won));
}
