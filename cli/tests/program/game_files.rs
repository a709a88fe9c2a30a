//! Files of games from the user's side: several games with a wrong one among them, tags, hands of poker, starts of
//! tournaments, and the reasons why a move is refused.

use std::fs;
use std::path::Path;

use crate::common::{answer, boardwright, objects, parse_lines, run, run_command};

/// Path of a file with its right answer in `tests/data/notations`.
fn data(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/notations").join(name);
    assert!(path.exists(), "{}", path.display());
    path.display().to_string()
}

/// Movetexts of the games in a text.
fn movetexts(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('[')).collect()
}

#[test]
fn a_wrong_game_does_not_affect_the_others() {
    let file = data("one-bad-game.pgn");
    for (number, moves) in [("1", "1. d4 d5 1-0"), ("3", "1. c4 c5 0-1")] {
        assert_eq!(movetexts(&answer(&["convert", &file, "--to", "pgn", "--number", number])), [moves]);
        assert!(answer(&["replay", &file, "--number", number]).contains("the record holds: 2 moves"));
    }
    let wrong = run(&["convert", &file, "--to", "pgn", "--number", "2"]);
    assert_eq!((wrong.code, wrong.out.as_str()), (1, ""), "{wrong:?}");
    assert!(wrong.err.contains("one-bad-game.pgn: line 13, column 13: \"Kxe5\" is not legal"), "{}", wrong.err);
    let all = run(&["convert", &file, "--to", "pgn"]);
    assert_eq!((all.code, movetexts(&all.out)), (1, vec!["1. d4 d5 1-0", "1. c4 c5 0-1"]), "{all:?}");
    assert!(all.err.starts_with("error: 1 of 3 games left out:\ngame 2: "), "{}", all.err);
    let replayed = run(&["replay", &file]);
    assert_eq!((replayed.code, replayed.out.matches("the record holds: 2 moves").count()), (1, 2), "{replayed:?}");
    // Each record has the number of its game in the file.
    let folder = tempfile::tempdir().unwrap();
    let written =
        run(&["convert", &file, "--to", "record", "--out", &folder.path().join("x.jsonl").display().to_string()]);
    assert_eq!(written.code, 1, "{written:?}");
    let mut names: Vec<_> = folder.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["x-1.jsonl", "x-3.jsonl"]);
}

#[test]
fn several_wrong_games_are_listed_and_nothing_else_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("a.pgn"), "1. e5 *\n\n[Event \"The \"Big\" one\"]\n\n1. d4 *\n\n[Variant \"Horde\"]\n\n1. e4 *\n")
        .unwrap();
    let ran = run(&["convert", &path("a.pgn"), "--to", "pgn", "--out", &path("b.pgn")]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
    assert!(!Path::new(&path("b.pgn")).exists());
    for (number, said) in [(1, "\"e5\" is not legal"), (2, "this quote (\")"), (3, "the tag Variant says Horde")] {
        let line = ran.err.lines().find(|line| line.starts_with(&format!("game {number}: "))).unwrap_or_default();
        assert!(line.contains(said), "{said} in {}", ran.err);
    }
}

#[test]
fn tags_and_move_numbers_survive_records() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("a.jsonl").display().to_string();
    for (name, kept) in [
        (
            "tags-lost.pgn",
            &["[Event \"Town Cup\"]", "[Site \"Town\"]", "[Date \"2024.05.06\"]", "[WhiteElo \"2100\"]"][..],
        ),
        ("move-number-38.pgn", &[" b - - 5 38\"]", "\n38... g6 39. h3 Rd2 0-1\n"]),
        ("abandoned.pgn", &["[Termination \"abandoned\"]"]),
    ] {
        answer_with_notes(&["convert", &data(name), "--to", "record", "--out", &record]);
        let text = answer(&["convert", &record, "--to", "pgn"]);
        assert!(kept.iter().all(|kept| text.contains(kept)), "{name}: {text}");
    }
    let abandoned = answer(&["replay", &data("abandoned.pgn")]);
    assert!(abandoned.contains("White (player 1) wins, the game was abandoned"), "{abandoned}");
}

/// Standard output of a successful run that may print notes.
fn answer_with_notes(args: &[&str]) -> (String, String) {
    let ran = run(args);
    assert_eq!(ran.code, 0, "{args:?}: {ran:?}");
    (ran.out, ran.err)
}

#[test]
fn what_is_left_out_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pgn").display().to_string();
    fs::write(&path, "[White \"A\"]\n\n1. e4 {x} e5 (1... c5 2. -- d6)\n2. d4 1-0 1-0\n").unwrap();
    let (_, notes) = answer_with_notes(&["convert", &path, "--to", "record"]);
    assert_eq!(
        notes,
        format!(
            "note: {path}: line 3: the rest of this variation is left out: \"--\" is a null move: it passes, which chess does \
             not allow\n\
             note: {path}: line 4: the result 1-0 is given a second time\n"
        )
    );
}

const HAND: &str = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [200, 200]\n\
                    actions = ['d dh p1 AsAd', 'd dh p2 7c8d', 'p2 f']\n";

#[test]
fn hands_of_poker_are_replayed_and_converted() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("a.phh"), HAND).unwrap();
    fs::write(path("b.phhs"), format!("[1]\n{HAND}\n[2]\n{HAND}")).unwrap();
    fs::write(path("c.log"), "# name match\nSTATE:0:f:AsKs|QdQh:50|-50:Ann|Ben\nSTATE:1:nothing\n").unwrap();
    let shown = answer(&["replay", &path("a.phh")]);
    assert!(shown.contains("the record holds: 3 moves, "), "{shown}");
    assert_eq!(objects(&["replay", &path("a.phh")]).len(), 4);
    let lines = parse_lines(&answer(&["convert", &path("b.phhs"), "--to", "record"]));
    assert_eq!(lines.iter().filter(|line| line["type"] == "end").count(), 2);
    assert_eq!(lines.last().unwrap()["scores"], serde_json::json!([1, -1]));
    let log = run(&["replay", &path("c.log")]);
    assert_eq!((log.code, log.out.matches("the record holds").count()), (1, 1), "{log:?}");
    assert!(log.err.contains("game 2: ") && log.err.contains("c.log: line 3: "), "{}", log.err);
    let record = parse_lines(&answer(&["convert", &path("c.log"), "--to", "record", "--number", "1"]));
    assert_eq!(record.last().unwrap()["scores"], serde_json::json!([50, -50]));
    fs::write(path("d.phh"), HAND.replace("'NT'", "'PO'")).unwrap();
    let wrong = run(&["replay", &path("d.phh")]);
    assert_eq!((wrong.code, wrong.out.as_str()), (1, ""), "{wrong:?}");
    assert!(wrong.err.contains("d.phh: "), "{}", wrong.err);
}

/// Runs a short tournament of chess with a file of starts; returns the openings and positions of its records.
fn openings(folder: &Path, starts: &str) -> Vec<(usize, Option<String>)> {
    let out = folder.join("results").display().to_string();
    let _ = fs::remove_dir_all(&out);
    let args = ["tournament", "run", "chess", "--players", "random,a=random", "--games", "4", "--max-moves", "2"];
    let ran = run(&[&args[..], &["--starts", starts, "--seed", "1", "--out", &out]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let mut found = Vec::new();
    for entry in fs::read_dir(folder.join("results/records")).unwrap() {
        let text = fs::read_to_string(entry.unwrap().path()).unwrap();
        for header in parse_lines(&text).iter().filter(|line| line["type"] == "game") {
            let position = header["position"].as_str().map(str::to_owned);
            found.push((header["opening"].as_array().unwrap().len(), position));
        }
    }
    found.sort();
    found
}

#[test]
fn starts_are_written_as_moves_positions_and_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let lengths = |found: &[(usize, Option<String>)]| found.iter().map(|(length, _)| *length).collect::<Vec<_>>();
    fs::write(path("short.txt"), "e4; e5\nd4; d5\n").unwrap();
    assert_eq!(lengths(&openings(folder.path(), &path("short.txt"))), [2, 2, 2, 2]);
    fs::write(path("long.txt"), "# full texts and marks\nman(5,2) sq(5,2) sq(5,4); e5!\n\n 0-0; e4\n").unwrap();
    let args = ["tournament", "run", "chess", "--players", "random,a=random", "--out", &path("refused")];
    let refused = run(&[&args[..], &["--starts", &path("long.txt")]].concat());
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.err.contains("line 4 of the starts: "), "{}", refused.err);
    fs::write(path("games.pgn"), "1. e4 e5 2. Nf3 *\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n")
        .unwrap();
    let games = openings(folder.path(), &path("games.pgn"));
    assert_eq!(lengths(&games), [1, 1, 3, 3]);
    assert!(games[0].1.is_some() && games[3].1.is_none());
    fs::write(path("fens.txt"), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1; e4\n8/5k2/8/8/8/8/4P3/4K3 w - -\n").unwrap();
    let fens = openings(folder.path(), &path("fens.txt"));
    assert_eq!(lengths(&fens), [0, 0, 1, 1]);
    assert!(fens.iter().all(|(_, position)| position.is_some()));
    // Whole games are openings of a few moves.
    let whole = path("cut.pgn");
    fs::write(&whole, "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 2. Nf3 *\n").unwrap();
    let refused = run(&[&args[..], &["--starts", &whole]].concat());
    assert!(refused.err.contains("the line ends the game"), "{}", refused.err);
    let cut = [&args[..], &["--starts", &whole, "--starts-plies", "2", "--starts-shuffled"]].concat();
    let ran = run(&[&cut[..], &["--games", "4", "--max-moves", "2", "--seed", "1"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(fs::read_to_string(folder.path().join("refused/starts.pgn")).unwrap().contains("Qh4#"));
}

#[test]
fn wrong_starts_are_answered_by_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("starts.txt").display().to_string();
    let out = folder.path().join("results").display().to_string();
    for (game, text, said) in [
        (
            "chess",
            "d4\ne5; e4\n",
            "line 2 of the starts: e5 is not legal here: A pawn goes one free square straight ahead",
        ),
        (
            "chess",
            "k7/8/8/8/8/8/8/K7 x - - 0 1\n",
            "line 1 of the starts: \"k7/8/8/8/8/8/8/K7 x - - 0 1\" is no FEN of chess; field 2",
        ),
        ("chess", "f3; e5; g4; Qh4#\n", "line 1 of the starts: the line ends the game"),
        ("chess", "[White \"A\"]\n\n1. e4 e4 *\n", "line 3, column 7: \"e4\" is not legal"),
        ("hex", "c3; c3\n", "line 1 of the starts: c3 is not legal here: c3 is occupied"),
        ("hex", "(;GM[4]SZ[9];B[aa])\n", "the games of the starts are of gomoku:size=9, not of hex"),
        ("hex", "(;GM[11]SZ[5];B[a1])\n", "the games of the starts are of hex:size=5, not of hex"),
    ] {
        fs::write(&path, text).unwrap();
        let args = ["tournament", "run", game, "--players", "random,a=random", "--starts", &path, "--out", &out];
        let ran = run(&args);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains(said), "{said:?} in {}", ran.err);
    }
}

/// `play` and every command with `--line` answer an illegal move by the same reason.
#[test]
fn an_illegal_move_has_one_answer_everywhere() {
    for (game, typed, reason) in [
        ("chess", "e5", "A pawn goes one free square straight ahead, or two from its first row."),
        ("chess", "Ng4", "A knight goes two squares straight ahead in any direction and one to the side."),
        ("reversi", "a1", "A disc must enclose at least one opposing disc in a straight line."),
        ("hex", "z9", "z9"),
    ] {
        let played = run_command(
            boardwright(&["play", game, "--players", "human,human"]).write_stdin(format!("{typed}\nquit\n")),
        );
        assert!(played.out.contains(reason), "{}", played.out);
        for command in ["show", "moves", "choose"] {
            let ran = run(&[command, game, "--line", typed]);
            assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
            let answer = ran.err.trim_start_matches("error: move 1 of the line: ");
            let first = answer.lines().next().unwrap_or_default();
            assert!(played.out.contains(first) && first.contains(reason), "{command}: {first:?} in {}", played.out);
        }
    }
}

/// Texts that mean something in files or other programs, but no move here, are named by `play` and by every command.
#[test]
fn texts_that_are_no_moves_here_are_named_everywhere() {
    for (game, line, typed, reason) in [
        ("chess", "", "Z0", "\"Z0\" is a null move: it passes, which chess does not allow"),
        ("chess", "e4; e5", "null", "\"null\" is a null move"),
        ("chess", "e4; d5; exd5; Qxd5", "P@e4", "\"P@e4\" drops a piece, as in Crazyhouse"),
        ("chess", "", "O-O", "White cannot castle so now: f1 is occupied"),
        ("chess", "e4", "0-0-0", "Black cannot castle so now: b8 is occupied"),
        ("chess", "e4; e5; Ke2; Nc6; Ke1; Nf6; Nf3; d6; Be2; a6", "O-O", "the king or the rook of h1 has moved"),
        ("chess", "e4; e5; Nf3; Nc6; Bb5; d6; d3; Qg5; Nxg5; Bh3; a4; Bxg2; a5; Bxh1; Bc4; a6", "O-O", "rook of h1"),
        ("chess", "e4; e5; Nf3; b6; Bc4; Ba6; b3; Bxc4; a4; d6; a5; h6", "O-O", "f1 is attacked"),
        ("chess", "d4; e5; e4; Bb4; Nd2; exd4; Nf3; Bxd2; Bxd2; Qe7; Bd3; Qxe4", "O-O", "the king is in check"),
        ("draughts", "", "11152319", "\"11152319\" is several moves written together"),
        ("draughts", "11-15", "231924", "\"231924\" is several moves written together"),
        ("hex:swap=on", "b1", "swap-sides", "swap-sides leaves the stone where it is"),
        ("hex:size=5", "", "g9", "g9 is outside the board, whose places are a1 to e5"),
        ("gomoku", "", "zz", "zz is outside the board, whose places are aa to oo"),
    ] {
        let input = line.split("; ").chain([typed, "quit", ""]).collect::<Vec<_>>().join("\n");
        let played = run_command(boardwright(&["play", game, "--players", "human,human"]).write_stdin(input));
        assert!(played.out.contains(reason), "{game} {typed}: {}", played.out);
        let whole = [line, typed].join(if line.is_empty() { "" } else { "; " });
        for command in ["show", "moves", "choose"] {
            let ran = run(&[command, game, "--line", &whole]);
            assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{ran:?}");
            assert!(ran.err.contains(reason), "{command} {game}: {}", ran.err);
        }
    }
    // `why` explains castling by the conditions of its rule.
    let args = |line: &'static str, typed: &'static str| run(&["why", "chess", "--line", line, "--move", typed]);
    for (line, typed) in [("e4; e5", "O-O"), ("e4", "0-0-0"), ("e4; e5; d4; d5", "O-O-O")] {
        let ran = args(line, typed);
        assert!(ran.code == 1 && ran.out.contains("rule \"castling\""), "{ran:?}");
        assert!(ran.out.starts_with(&format!("\"{typed}\" is not legal")), "{ran:?}");
    }
    assert!(args("e4; e5", "Z0").err.contains("is a null move"));
}

#[test]
fn a_line_takes_what_files_take() {
    let fen = |game: &str, line: &str| answer(&["show", game, "--as", "fen", "--line", line]);
    let passed = "rnbqkbnr/pp2pppp/2pP4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3\n";
    for line in ["e4; c6; e5; d5; exd6 e.p.", "e2e4!; c7-c6; e5±; d5; exd6ep", "e4; c6; e5; d5; e5xd6+="] {
        assert_eq!(fen("chess", line), passed, "{line}");
    }
    assert_eq!(fen("draughts", "11-15*; 2319; 811"), fen("draughts", "11-15; 23-19; 8-11"));
    let swapped = answer(&["show", "hex:swap=on", "--as", "state", "--line", "b1; swap"]);
    for swap in ["swap-pieces", "SWAP-PIECES"] {
        assert_eq!(answer(&["show", "hex:swap=on", "--as", "state", "--line", &format!("b1; {swap}")]), swapped);
    }
    let why = answer(&["why", "hex:swap=on", "--line", "b1", "--move", "swap-pieces"]);
    assert!(why.contains("is legal by the rule \"swap\""), "{why}");
}

#[test]
fn a_game_from_a_position_keeps_its_move_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("a.jsonl").display().to_string();
    let fen = "3r2k1/5ppp/8/8/8/8/5PPP/2R3K1 b - - 5 38";
    let args = ["play", "chess", "--position", fen, "--players", "human,human", "--record", &record];
    assert_eq!(run_command(boardwright(&args).write_stdin("g6\nh3\nresign\n")).code, 0);
    let text = answer(&["convert", &record, "--to", "pgn"]);
    assert!(text.contains(&format!("[FEN \"{fen}\"]")) && text.contains("\n38... g6 39. h3 1-0\n"), "{text}");
}
