//! Positions and games in other notations from the user's side: `--position`, `show --as`, `convert` and `replay`.

use std::fs;

use crate::common::{answer, boardwright, objects, parse_lines, run, run_command};

const KNOWN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PGN: &str = "[White \"Anna\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n[Black \"Ben\"]\n\n1. d4 Nf6 1/2-1/2\n";

#[test]
fn a_position_is_given_as_fen_or_as_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let castled = ["--line", "sq(5,1) sq(7,1)"];
    let fen = answer(&[&["show", "chess", "--as", "fen", "--position", KNOWN], &castled[..]].concat());
    assert_eq!(fen, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R4RK1 b kq - 1 1\n");
    assert_eq!(objects(&["show", "chess", "--as", "fen"])[0]["fen"], format!("{START} 0 1"));
    fs::write(path("fen"), &fen).unwrap();
    let state = answer(&["show", "chess", "--as", "state", "--position", &path("fen")]);
    fs::write(path("state"), &state).unwrap();
    assert_eq!(answer(&["show", "chess", "--as", "fen", "--position", &path("state")]), fen);
    let listed = &objects(&["moves", "chess", "--position", KNOWN])[0];
    assert_eq!(listed["moves"].as_array().unwrap().len(), 48);
    let counted = objects(&["perft", "chess", "--depth", "2", "--position", KNOWN]);
    assert!(counted.iter().any(|row| row["nodes"] == 2039), "{counted:?}");
    let last = answer(&["eval", "chess", "--position", KNOWN, castled[0], castled[1], "LOCATION(MOVED)"]);
    assert_eq!(last, "sq(7,1)\n");
    // Positions of any game can be written to files.
    fs::write(path("nim"), answer(&["show", "nim", "--as", "state", "--line", "m(3,2) s(3,2) off"])).unwrap();
    let moves = objects(&["moves", "nim", "--position", &path("nim")]).remove(0);
    assert_eq!(moves, objects(&["moves", "nim", "--line", "m(3,2) s(3,2) off"]).remove(0));
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

#[test]
fn a_game_from_a_position_is_recorded_and_converted_there_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (game, ending, position) in [
        ("chess", "pgn", Some(KNOWN)),
        ("draughts", "pdn", Some("W:W31,K30:B26,27,18,19")),
        ("hex:size=5", "sgf", None),
    ] {
        let (record, text, back) = (path("a.jsonl"), path(&format!("a.{ending}")), path("b.jsonl"));
        let mut args = vec!["play", game, "--players", "random,random", "--seed", "5", "--max-moves", "9"];
        args.extend(["--record", &record]);
        args.extend(position.iter().flat_map(|fen| ["--position", fen]));
        assert_eq!(run(&args).code, 0);
        assert_eq!(run(&["convert", &record, "--to", ending, "--out", &text]).code, 0);
        assert_eq!(run(&["convert", &text, "--to", "record", "--out", &back]).code, 0);
        let (report, first) = (objects(&["replay", &text]), objects(&["replay", &record]));
        if ending == "sgf" {
            // No notation says which of several identical off-board stones is placed.
            assert_eq!((report.len(), &report.last().unwrap()["player"]), (10, &first.last().unwrap()["player"]));
        } else {
            assert_eq!(fs::read_to_string(&back).unwrap(), fs::read_to_string(&record).unwrap(), "{game}");
            assert_eq!(report, first);
        }
        assert_eq!(answer(&["convert", &back, "--to", ending]), fs::read_to_string(&text).unwrap());
    }
}

#[test]
fn all_games_of_a_file_are_shown_and_converted() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let pgn = path("two.pgn");
    fs::write(&pgn, PGN).unwrap();
    let shown = answer(&["replay", &pgn]);
    assert!(
        shown.contains("5 moves, White (player 1) wins") && shown.contains("2 moves, a draw by agreement"),
        "{shown}"
    );
    let second = objects(&["replay", &pgn, "--number", "2"]);
    assert_eq!(second.len(), 3);
    let lines = parse_lines(&answer(&["convert", &pgn, "--to", "record"]));
    assert_eq!(lines.iter().filter(|line| line["type"] == "game").count(), 2);
    let ran =
        run_command(boardwright(&["convert", &pgn, "--to", "record", "--out", "x.jsonl"]).current_dir(folder.path()));
    assert_eq!(ran.code, 0, "{ran:?}");
    for number in 1..=2 {
        assert_eq!(run(&["replay", &path(&format!("x-{number}.jsonl"))]).code, 0);
    }
    let text =
        objects(&["convert", &pgn, "--to", "pgn", "--number", "1"]).remove(0)["text"].as_str().unwrap().to_owned();
    assert!(text.contains("[White \"Anna\"]") && text.ends_with("\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n"), "{text}");
}

#[test]
fn invalid_input_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("bad.pgn"), "1. e4 e5\n2. Kf3 *").unwrap();
    fs::write(path("good.pgn"), PGN).unwrap();
    fs::write(path("bad.txt"), "turn\tnobody").unwrap();
    let bad = |args: &[&str], said: &str| {
        let ran = run(args);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{args:?}: {ran:?}");
        assert!(ran.err.contains(said), "{args:?} should say {said:?}: {}", ran.err);
    };
    bad(
        &["replay", &path("bad.pgn")],
        "bad.pgn: line 2, column 4: \"Kf3\" is not legal: no such move of a king of White",
    );
    bad(&["convert", &path("bad.pgn"), "--to", "record"], "bad.pgn: line 2, column 4: ");
    bad(&["replay", &path("good.pgn"), "--number", "3"], "there is no game 3 in ");
    bad(&["replay", &path("good.pgn"), "--number", "0"], "it has 2 games");
    bad(
        &["convert", &path("good.pgn"), "--to", "sgf"],
        "a game of chess cannot be written in SGF, which is for gomoku and hex",
    );
    bad(&["convert", &path("none.pgn"), "--to", "record"], "none.pgn: it does not exist");
    bad(
        &["show", "chess", "--position", "8/8/8"],
        "\"8/8/8\" is no file, and no FEN of chess; field 1 (pieces), letter 1: a FEN has six words",
    );
    bad(&["show", "chess", "--position", &path("bad.txt")], "bad.txt: line 1 of the state: ");
    bad(&["show", "nim", "--position", "8/8"], "positions of nim are given as files");
    bad(&["show", "nim", "--as", "fen"], "positions of nim have no FEN; games with one are chess and draughts");
    bad(&["show", "pig", "--as", "fen"], "positions of pig have no FEN");
    assert_eq!(run(&["convert", &path("good.pgn"), "--to", "pdf"]).code, 2);
    assert_eq!(run(&["show", "chess", "--as", "fen", "--names"]).code, 2);
}

/// Published games: Morphy 1858 (opera), Anderssen 1851 (immortal) and 1852 (evergreen), Réti 1910, Legall 1750, Lasker 1912,
/// Greco 1619, Schulder and Boden 1853, Nimzowitsch and Alapin 1914, Mühlock and Kostić 1912.
const PUBLISHED: [&str; 10] = [
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 \
     11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0",
    "1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 \
     11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ \
     20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0",
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3 8. Qb3 Qf6 9. e5 Qg6 10. Re1 Nge7 \
     11. Ba3 b5 12. Qxb5 Rb8 13. Qa4 Bb6 14. Nbd2 Bb7 15. Ne4 Qf5 16. Bxd3 Qh5 17. Nf6+ gxf6 18. exf6 Rg8 19. Rad1 Qxf3 \
     20. Rxe7+ Nxe7 21. Qxd7+ Kxd7 22. Bf5+ Ke8 23. Bd7+ Kf8 24. Bxe7# 1-0",
    "1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 8. O-O-O Nxe4 9. Qd8+ Kxd8 10. Bg5+ Kc7 \
     11. Bd8# 1-0",
    "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0",
    "1. d4 e6 2. Nf3 f5 3. Nc3 Nf6 4. Bg5 Be7 5. Bxf6 Bxf6 6. e4 fxe4 7. Nxe4 b6 8. Ne5 O-O 9. Bd3 Bb7 10. Qh5 Qe7 \
     11. Qxh7+ Kxh7 12. Nxf6+ Kh6 13. Neg4+ Kg5 14. h4+ Kf4 15. g3+ Kf3 16. Be2+ Kg2 17. Rh2+ Kg1 18. Kd2# 1-0",
    "1. e4 b6 2. d4 Bb7 3. Bd3 f5 4. exf5 Bxg2 5. Qh5+ g6 6. fxg6 Nf6 7. gxh7+ Nxh5 8. Bg6# 1-0",
    "1. e4 e5 2. Nf3 d6 3. c3 f5 4. Bc4 Nf6 5. d4 fxe4 6. dxe5 exf3 7. exf6 Qxf6 8. gxf3 Nc6 9. f4 Bd7 10. Be3 O-O-O \
     11. Nd2 Re8 12. Qf3 Bf5 13. O-O-O d5 14. Bxd5 Qxc3+ 15. bxc3 Ba3# 0-1",
    "1. e4 e6 2. d4 d5 3. Nc3 Nf6 4. exd5 Nxd5 5. Nf3 c5 6. Nxd5 Qxd5 7. Be3 cxd4 8. Nxd4 a6 9. Be2 Qxg2 10. Bf3 Qg6 \
     11. Qd2 e5 12. O-O-O exd4 13. Bxd4 Nc6 14. Bf6 Qxf6 15. Rhe1+ Be7 16. Bxc6+ Kf8 17. Qd8+ Bxd8 18. Re8# 1-0",
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1",
];

/// The moves of a game in PGN or PDN without tags.
fn moves_of(text: &str) -> Vec<&str> {
    text.split_whitespace().filter(|word| !word.ends_with('.') && !matches!(*word, "1-0" | "0-1" | "1/2-1/2")).collect()
}

/// A game without its tags, on one line.
fn without_tags(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with('[')).collect::<Vec<_>>().join(" ").trim().to_owned()
}

#[test]
fn published_games_are_typed_in_san_and_written_as_the_same_pgn() {
    let folder = tempfile::tempdir().unwrap();
    for (number, published) in PUBLISHED.iter().enumerate() {
        let record = folder.path().join(format!("{number}.jsonl")).display().to_string();
        let moves = moves_of(published);
        let args = ["play", "chess", "--players", "human,human", "--record", &record];
        let played = run_command(boardwright(&args).write_stdin(format!("{}\n", moves.join("\n"))));
        assert_eq!(played.code, 0, "{played:?}");
        for (ply, text) in moves.iter().enumerate() {
            let player = if ply % 2 == 0 { "White (player 1)" } else { "Black (player 2)" };
            let shown = format!("{}. {player}: {text}\n", ply + 1);
            assert!(played.out.contains(&shown), "{shown} in {}", played.out);
        }
        let pgn = answer(&["convert", &record, "--to", "pgn"]);
        assert_eq!(without_tags(&pgn), *published);
    }
}

#[test]
fn a_refused_notation_is_answered_in_notation() {
    let typed = run_command(boardwright(&["play", "chess", "--players", "human,human"]).write_stdin("Ng4\nquit\n"));
    let refused =
        "Ng4 is not legal here: A knight goes two squares straight ahead in any direction and one to the side.";
    assert!(typed.out.contains(refused), "{}", typed.out);
    assert!(typed.out.contains("legal are, for example, \"g4\", \"Na3\""), "{}", typed.out);
    let why = run(&["why", "chess", "--move", "Ng4"]).out;
    assert!(why.contains("is not legal") && why.contains("rule \"knight\""), "{why}");
    assert!(!why.contains("rule \"straight\"") && why.contains("and 10 other rules, which `--all` shows"), "{why}");
    let why = answer(&["why", "chess", "--move", "Nf3"]);
    assert!(why.contains("is legal by the rule \"knight\""), "{why}");
}

/// No published games: ten games between two players of this project, each with its seed. Captures of several jumps are
/// typed as one move.
#[test]
fn draughts_games_are_typed_in_pdn_and_written_as_the_same_pdn() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: String| folder.path().join(name).display().to_string();
    let mut whole_turns = 0;
    for seed in 1..=10 {
        let (first, second) = (path(format!("{seed}-a.jsonl")), path(format!("{seed}-b.jsonl")));
        let players = if seed % 2 == 0 { "alphabeta:depth=2,random" } else { "random,alphabeta:depth=2" };
        let seed = seed.to_string();
        let args = ["play", "draughts", "--players", players, "--seed", &seed, "--record", &first, "--max-moves", "90"];
        assert_eq!(run(&args).code, 0);
        let pdn = answer(&["convert", &first, "--to", "pdn"]);
        let text = without_tags(&pdn);
        let moves: Vec<&str> = moves_of(&text).into_iter().filter(|word| *word != "*").collect();
        let args = ["play", "draughts", "--players", "human,human", "--record", &second];
        let played = run_command(boardwright(&args).write_stdin(format!("{}\n", moves.join("\n"))));
        assert_eq!(played.code, 0, "{played:?}");
        assert!(!played.out.contains("not legal"), "{}", played.out);
        let made = |record: &str| -> Vec<String> {
            let lines = parse_lines(&fs::read_to_string(record).unwrap());
            lines.iter().filter(|line| line["type"] == "move").map(|line| line["text"].to_string()).collect()
        };
        assert_eq!(made(&second), made(&first), "seed {seed}");
        whole_turns += made(&first).len() - moves.len();
        assert_eq!(without_tags(&answer(&["convert", &second, "--to", "pdn"])), text, "seed {seed}");
    }
    assert!(whole_turns >= 10, "only {whole_turns} further jumps in all games");
}

/// Black can jump from 11 over two men to 25 in one turn.
const JUMPS: &str = "B:W15,23,32:B11";

#[test]
fn a_whole_turn_of_jumps_is_typed_as_one_move() {
    let draughts = |input: &str| {
        let args = ["play", "draughts", "--players", "human,human", "--position", JUMPS];
        run_command(boardwright(&args).write_stdin(format!("{input}\nquit\n")))
    };
    for typed in ["11x18x27", "11-18-27", "11:18x27", "11x27", "11x18\n18x27"] {
        let played = draughts(typed);
        let shown = ["1. Black (player 1): 11x18\n", "2. Black (player 1): 18x27\n"];
        assert!(shown.iter().all(|shown| played.out.contains(shown)), "{typed}: {}", played.out);
    }
    let refused = draughts("11x18x26");
    assert!(refused.out.contains("11x18x26"), "{}", refused.out);
    assert!(!refused.out.contains("1. Black"), "{}", refused.out);
    // A take-back takes back one jump.
    let undone = draughts("11x27\nundo");
    assert!(undone.out.contains("2. Black (player 1): 18x27"), "{}", undone.out);
    let reached = |line: &str| answer(&["show", "draughts", "--as", "fen", "--position", JUMPS, "--line", line]);
    assert_eq!(reached("11x27"), "W:W32:B27\n");
    assert_eq!(reached("11x18; 18x27"), reached("11x18x27"));
    let why = answer(&["why", "draughts", "--position", JUMPS, "--move", "11x27"]);
    assert!(why.starts_with("\"11x27\" is legal by the rule \"jump\""), "{why}");
    assert_eq!(why.matches("to off the board").count(), 2, "{why}");
    let chosen = objects(&["choose", "draughts", "--player", "alphabeta:depth=1", "--position", JUMPS]);
    assert_eq!(chosen[0]["notation"], "11x18");
    let chosen =
        objects(&["choose", "draughts", "--player", "alphabeta:depth=1", "--position", JUMPS, "--line", "11x27"]);
    assert_eq!(chosen[0]["notation"].as_str().map(|text| text.starts_with("32")), Some(true), "{chosen:?}");
}

#[test]
fn a_turn_with_two_ways_is_ambiguous() {
    let position = "B:W15,16,23,24:B11";
    let ran = run(&["show", "draughts", "--as", "fen", "--position", position, "--line", "11x27"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("\"11x27\" can mean \"11x20x27\", \"11x18x27\""), "{}", ran.err);
    let reached = answer(&["show", "draughts", "--as", "fen", "--position", position, "--line", "11x20x27"]);
    assert_eq!(reached, "W:W15,23:B27\n");
}

#[test]
fn a_malformed_fen_names_the_wrong_field() {
    let bad = |game: &str, text: &str, said: &str| {
        for command in ["show", "moves", "choose"] {
            let ran = run(&[command, game, "--position", text]);
            assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
            assert!(ran.err.contains(said), "{said:?} in {}", ran.err);
        }
    };
    let example = "a FEN is written like \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"";
    bad("chess", "8/8/8", "\"8/8/8\" is no file, and no FEN of chess; field 1 (pieces), letter 1: ");
    bad("chess", "8/8/8", example);
    bad("chess", "k7/8/8/8/8/8/8/K7 x - - 0 1", "field 2 (side to move), letter 19: \"x\" is nobody's turn");
    bad("chess", "k7/8/8/8/8/8/8/K7 w X - 0 1", "field 3 (castling), letter 21: ");
    bad("chess", "k7/8/8/8/8/8/8/K7 w - e9 0 1", "field 4 (en passant), letter 23: ");
    bad("chess", "k7/8/8/8/8/8/8/K7 w - - x 1", "field 5 (moves without capture or pawn's move), letter 25: ");
    bad("draughts", "X:W1:B2", "field 1 (side to move), letter 1: \"X\" is nobody's turn");
    bad("draughts", "B:W9,33:B2", "field 2 (pieces), letter 6: \"33\" is no square");
    bad("draughts", "B:W9:B10:H81", "field 4 (number of quiet moves), letter 10: ");
    bad("draughts", "B:W9,33:B2", "a FEN is written like \"B:W21,22,23,");
}

/// Output of `play` for a typed text.
fn refused(game: &str, position: &[&str], typed: &str) -> String {
    let args = [&["play", game, "--players", "human,human"], position].concat();
    run_command(boardwright(&args).write_stdin(format!("{typed}\nquit\n"))).out
}

#[test]
fn games_say_why_a_move_is_refused() {
    let full = ["--line", "4;4;4;4;4;4"];
    let pinned = ["--position", "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1"];
    for (game, position, typed, said) in [
        ("connect-four", &full[..], "4", "A disc falls to the lowest free cell."),
        ("reversi", &[], "a1", "A disc must enclose at least one opposing disc in a straight line."),
        ("draughts", &["--line", "11-15;22-18"], "9-13", "capturing is compulsory"),
        ("mill", &["--line", "a1"], "a1", "a1 is occupied"),
        ("hex", &["--line", "c3"], "c3", "A stone is placed on a free cell."),
        ("chess", &[], "e5", "A pawn goes one free square straight ahead, or two from its first row."),
        ("chess", &[], "Bd3", "A bishop goes diagonally over free squares"),
        ("chess", &[], "exd3", "A pawn captures one square diagonally ahead."),
        ("chess", &[], "Ke2", "e2 is occupied by a piece that cannot be captured. A king goes one square"),
        ("chess", &pinned, "Nf3", "The king must not be in check after the move."),
        ("tic-tac-toe", &["--line", "b2"], "b2", "b2 is occupied"),
    ] {
        let out = refused(game, position, typed);
        assert!(out.contains(said), "{game} {typed}: {said:?} in {out}");
        assert!(!out.contains("rule \""), "{game} {typed}: {out}");
    }
    let full = refused("connect-four", &full, "4");
    assert!(full.contains("4 is not legal here") && !full.contains("7. Red"), "{full}");
    let why = &objects_of_refusal(&["why", "chess", "--move", "Ng4"])["rules"][0];
    assert_eq!(why["refusal"], "A knight goes two squares straight ahead in any direction and one to the side.");
}

/// The JSON answer of a command that says no.
fn objects_of_refusal(args: &[&str]) -> serde_json::Value {
    let ran = run(&[args, &["--format", "json"]].concat());
    assert_eq!(ran.code, 1, "{ran:?}");
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn the_choice_of_a_promotion_is_shown_in_notation() {
    let position = ["--position", "7k/4P3/8/8/8/8/8/K7 w - - 0 1"];
    let shown = refused("chess", &position, "e8");
    assert!(shown.contains("\"e8\" can mean \"e8=Q+\", \"e8=R+\", \"e8=B\", \"e8=N\""), "{shown}");
    let played = refused("chess", &position, "e8=Q");
    assert!(played.contains("1. White (player 1): e8=Q+\n"), "{played}");
    let chosen = objects(&[&["choose", "chess", "--player", "alphabeta:depth=3"], &position[..]].concat());
    assert_eq!((&chosen[0]["notation"], chosen[0]["move"].as_str().is_some()), (&"e8=Q+".into(), true));
    let why = answer(&[&["why", "chess", "--move", "e8"], &position[..]].concat());
    assert!(why.contains("queen   e8=Q+") && why.contains("knight  e8=N"), "{why}");
}
