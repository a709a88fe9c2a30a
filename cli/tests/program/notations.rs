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
        "the position is no file, and no FEN, letter 1: a FEN has six words",
    );
    bad(&["show", "chess", "--position", &path("bad.txt")], "bad.txt: line 1 of the state: ");
    bad(&["show", "nim", "--position", "8/8"], "positions of nim are given as files");
    bad(&["show", "nim", "--as", "fen"], "positions of nim have no FEN; games with one are chess and draughts");
    bad(&["show", "pig", "--as", "fen"], "positions of pig have no FEN");
    assert_eq!(run(&["convert", &path("good.pgn"), "--to", "pdf"]).code, 2);
    assert_eq!(run(&["show", "chess", "--as", "fen", "--names"]).code, 2);
}
