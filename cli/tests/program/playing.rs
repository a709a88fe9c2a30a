//! `play` and `replay`: games between random players, games with keyboard input, and records.

use std::fs;
use std::path::Path;

use crate::common::{RunResult, answer, boardwright, broken_nim, games, objects, parse_lines, run, run_command};
use serde_json::{Value, json};

/// Plays with the given keyboard input.
fn play_with_input(args: &[&str], text: &str) -> RunResult {
    run_command(boardwright(args).write_stdin(text))
}

fn all_random(game: &str) -> String {
    let players = objects(&["games"]).into_iter().find(|entry| entry["name"] == game).unwrap();
    vec!["random"; players["players"].as_u64().unwrap() as usize].join(",")
}

#[test]
fn every_game_is_played_recorded_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    for game in games() {
        let path = folder.path().join(format!("{game}.jsonl"));
        let file = path.to_str().unwrap();
        let players = all_random(&game);
        let args = ["play", &game, "--players", &players, "--seed", "4", "--max-moves", "24", "--record", file];
        let played = run(&args);
        assert_eq!(played.code, 0, "{played:?}");
        assert!(played.out.contains("seed 4"), "{}", played.out);
        let record = parse_lines(&fs::read_to_string(&path).unwrap());
        assert_eq!((&record[0]["type"], &record[0]["seed"]), (&json!("game"), &json!(4)));
        let end = record.last().unwrap();
        assert_eq!(end["type"], "end");
        let plies = objects(&["replay", file]);
        assert_eq!(plies.len(), record.len() - 1, "{game}: the start, and each move");
        assert_eq!(plies.last().unwrap()["outcome"], end["outcome"], "{game}");
        assert_eq!(plies.last().unwrap()["scores"], end["scores"], "{game}");
        assert_eq!(plies[1]["move"], record[1]["move"]);
        assert!(answer(&["replay", file]).contains("the record holds: "));
    }
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, games().len(), "no journal stays behind");
}

#[test]
fn a_person_rolls_real_dice_and_types_the_results() {
    let backgammon = ["play", "backgammon", "--players", "random,random", "--dice", "person", "--max-moves", "4"];
    let typed = "7 7\nhelp\nresults\n3 1\n5-5\n";
    let played = play_with_input(&backgammon, typed);
    assert_eq!(played.code, 0, "{played:?}");
    for part in
        ["\"7 7\" is none of the results", "list all results", "White throws 3, Black 1", "  White throws 6, Black 5"]
    {
        assert!(played.out.contains(part), "{part}: {}", played.out);
    }
    // The opening roll, two moves with these dice, and the next roll.
    assert!(played.out.contains("4. chance: the dice show 5 and 5"), "{}", played.out);
    // The program rolls when it is told to; the end of the input leaves the game.
    let played = play_with_input(&["play", "ludo", "--players", "random,random", "--dice", "person"], "roll\n");
    assert!(played.code == 0 && played.out.contains("1. chance: the die shows"), "{played:?}");
    assert!(played.out.contains("the game is left as it stands"), "{played:?}");
    let played = run(&["play", "draughts", "--dice", "person"]);
    assert!(played.code == 2 && played.err.contains("English draughts has no dice"), "{played:?}");
    let played = run(&["play", "mastermind-secret", "--dice", "person"]);
    assert!(played.code == 2 && played.err.contains("would know the secrets of"), "{played:?}");
}

#[test]
fn a_seed_repeats_a_game_exactly() {
    let game = |seed: &str| answer(&["play", "nim", "--players", "random,random", "--seed", seed, "--format", "json"]);
    assert_eq!(game("1"), game("1"));
    assert_ne!(game("1"), game("2"));
    // The seeds in a record reproduce the same players.
    let record = parse_lines(&game("1"));
    let seed = |seat: usize| record[0]["players"][seat]["parameters"]["seed"].as_str().unwrap().to_owned();
    let players = format!("random:seed={},random:seed={}", seed(0), seed(1));
    let again = objects(&["play", "nim", "--players", &players, "--seed", "9"]);
    assert_eq!(again[1..], record[1..]);
}

#[test]
fn a_person_plays_by_number_by_place_and_by_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let args = ["play", "tic-tac-toe", "--players", "human,human", "--record", path.to_str().unwrap()];
    let typed =
        play_with_input(&args, "5\ns(1,1)\nbox(1,2) s(2,1)\nmark(2,2) box(2,2) s(1,2)\n\nmark(1,3) box(1,3) s(2,3)\n");
    assert_eq!(typed.code, 0, "{typed:?}");
    assert!(typed.out.contains("the game is over: Crosses (player 1) wins"), "{}", typed.out);
    let record = parse_lines(&fs::read_to_string(&path).unwrap());
    let moves: Vec<&str> = record[1..6].iter().map(|line| line["move"].as_str().unwrap()).collect();
    let expected = [
        "mark(1,1) box(1,1) s(2,2)",
        "mark(2,1) box(2,1) s(1,1)",
        "mark(1,2) box(1,2) s(2,1)",
        "mark(2,2) box(2,2) s(1,2)",
        "mark(1,3) box(1,3) s(2,3)",
    ];
    assert_eq!(moves, expected);
    assert_eq!(record[6]["outcome"], json!({"winner": 1}));
}

#[test]
fn without_players_the_first_is_a_person_and_the_end_of_input_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let typed = play_with_input(&["play", "nim", "--seed", "1", "--record", path.to_str().unwrap()], "2\n");
    assert_eq!(typed.code, 0, "{typed:?}");
    assert!(typed.out.contains("First (player 1) is played by you"), "{}", typed.out);
    assert!(typed.out.contains("the game is left as it stands"), "{}", typed.out);
    let record = parse_lines(&fs::read_to_string(&path).unwrap());
    assert_eq!(record.len(), 4);
    assert_eq!((&record[3]["reason"], &record[3]["outcome"]), (&json!("left"), &Value::Null));
    assert!(answer(&["replay", path.to_str().unwrap()]).contains("2 moves, not played to the end"));
}

#[test]
fn moves_are_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let args = ["play", "nim", "--seed", "1", "--record", path.to_str().unwrap()];
    let typed = play_with_input(&args, "undo\n1\nundo\n2\nquit\n");
    assert!(
        typed.out.contains("there is nothing to take back") && typed.out.contains("\nFirst: taken back\n"),
        "{}",
        typed.out
    );
    let record = parse_lines(&fs::read_to_string(&path).unwrap());
    assert_eq!(record.len(), 4, "{record:?}");
    assert_eq!(record[1]["move"], "m(1,2) s(1,2) off");
    assert_eq!(run(&["replay", path.to_str().unwrap()]).code, 0);
}

#[test]
fn two_people_take_back_one_move_at_a_time() {
    let args = ["play", "tic-tac-toe", "--players", "human,human", "--format", "json"];
    let typed = play_with_input(&args, "s(1,1)\ns(2,2)\nundo\nundo\nundo\ns(3,3)\nundo\ns(1,3)\ns(3,1)\nquit\n");
    assert_eq!(typed.err.matches("taken back").count(), 3, "{}", typed.err);
    assert_eq!(typed.err.matches("there is nothing to take back").count(), 1, "{}", typed.err);
    let record = parse_lines(&typed.out);
    let moves: Vec<&str> = record.iter().filter_map(|line| line["move"].as_str()).collect();
    assert_eq!(moves, ["mark(1,1) box(1,1) s(1,3)", "mark(2,1) box(2,1) s(3,1)"]);
}

#[test]
fn why_and_about_explain_moves_and_the_game() {
    let asked = "why s(2,2)\nwhy 1\nwhy mark(2,1)\nwhy\nwhy foo\nabout\nabout it\nquit\n";
    let typed = play_with_input(&["play", "tic-tac-toe", "--players", "human,human"], asked);
    for said in [
        "\"mark(1,1) box(1,1) s(2,2)\" is legal by the rule \"place\"",
        "\"mark(1,1) box(1,1) s(1,1)\" is legal by the rule \"place\"",
        "\"mark(2,1)\" is not legal.\n\nrule \"place\" (line 59): its owner is 2",
        "why needs a move",
        "there is no element \"foo\"",
        "type about alone, without anything after it",
    ] {
        assert!(typed.out.contains(said), "{said} in {}", typed.out);
    }
    assert_eq!(typed.out.matches("Three in a row: who first fills").count(), 2, "{}", typed.out);
    let kuhn = play_with_input(&["play", "kuhn", "--seed", "3"], "why check\nquit\n");
    assert!(kuhn.out.contains("moves can only be explained for games from game files"), "{}", kuhn.out);
}

#[test]
fn moves_are_shown_with_their_labels() {
    let typed = play_with_input(&["play", "nim", "--seed", "1"], "1\nquit\n");
    assert!(typed.out.contains("  1) leave 0 in heap 1"), "{}", typed.out);
    assert!(typed.out.contains("1. First (player 1): leave 0 in heap 1\n"), "{}", typed.out);
}

#[test]
fn resigning_loses_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let typed = play_with_input(&["play", "nim", "--record", path.to_str().unwrap()], "resign\n");
    assert!(typed.out.contains("First (player 1) resigns: Second (player 2) wins"), "{}", typed.out);
    let record = parse_lines(&fs::read_to_string(&path).unwrap());
    let end = json!({"type": "end", "reason": "resigned", "outcome": {"winner": 2}, "scores": [0, 0], "by": 1});
    assert_eq!(record[1], end);
    assert!(answer(&["replay", path.to_str().unwrap()]).contains("Second (player 2) wins by resignation"));
}

#[test]
fn a_game_is_saved_while_it_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (folder.path().join("saved.jsonl"), folder.path().join("no/such/folder"));
    let text = format!("1\nsave {}\nsave {}\nsave\nquit\n", bad.display(), good.display());
    let typed = play_with_input(&["play", "nim", "--seed", "2"], &text);
    assert_eq!(typed.code, 0);
    assert!(
        typed.out.contains("its folder does not exist") && typed.out.contains("save needs a file name"),
        "{}",
        typed.out
    );
    assert_eq!(objects(&["replay", good.to_str().unwrap()]).len(), 3);
}

#[test]
fn a_game_is_saved_in_its_notation() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = boardwright(&["play", "chess", "--players", "human,human"]);
    let typed = "1\nsave my game.pgn\nsave \"my game.PGN\"\nsave game.sgf\nsave my game.jsonl\nquit\n";
    let typed = run_command(command.current_dir(folder.path()).write_stdin(typed));
    assert_eq!(typed.code, 0, "{typed:?}");
    for said in [
        "saved; `boardwright replay \"my game.pgn\"` shows it",
        "saved; `boardwright replay \"my game.PGN\"` shows it",
        "a game of chess cannot be written in SGF, which is for gomoku and hex, and chess has PGN",
        "saved; `boardwright replay \"my game.jsonl\"` shows it",
    ] {
        assert!(typed.out.contains(said), "{said}: {}", typed.out);
    }
    let text = fs::read_to_string(folder.path().join("my game.pgn")).unwrap();
    assert!(text.starts_with("[Event ") && text.trim_end().ends_with('*'), "{text}");
    for name in ["my game.pgn", "my game.jsonl"] {
        let replayed = run(&["replay", folder.path().join(name).to_str().unwrap()]);
        assert_eq!(replayed.code, 0, "{replayed:?}");
    }
    for (game, file) in [("draughts", "a.pdn"), ("hex", "a.sgf"), ("gomoku", "b.sgf")] {
        let mut command = boardwright(&["play", game, "--players", "human,human"]);
        let typed = run_command(command.current_dir(folder.path()).write_stdin(format!("1\nsave {file}\nquit\n")));
        assert!(typed.out.contains(&format!("saved; `boardwright replay {file}` shows it")), "{game}: {}", typed.out);
        assert_eq!(run(&["replay", folder.path().join(file).to_str().unwrap()]).code, 0, "{game}");
    }
}

#[test]
fn invalid_input_gets_help() {
    let typed = play_with_input(
        &["play", "tic-tac-toe"],
        "help\nmoves\nboard\nnames\nmark(1,1)\n99\nfoo bar baz\nundo 2\nmark(2,1) box(2,1) s(1,1)\nmark(1,1) box(1,1) s(9,9)\nquit\n",
    );
    assert_eq!(typed.code, 0);
    for said in [
        "undo        take back",
        "Three in a row: who first fills",
        "  1) a1 ",
        "s(1,1) s(2,1) s(3,1)",
        "\"mark(1,1)\" can mean \"mark(1,1) box(1,1) s(1,1)\"",
        "the moves are numbered from 1 to 9",
        "there is no element \"foo\"",
        "type undo alone, without anything after it",
        "\"mark(2,1) box(2,1) s(1,1)\" is not legal here: rule \"place\": its owner is 2, the rule asks for {1, 0}",
        "there is no location \"s(9,9)\" in the move \"mark(1,1) box(1,1) s(9,9)\"; s has the indices 1..3, 1..3",
        "legal are, for example, ",
    ] {
        assert!(typed.out.contains(said), "{said} in {}", typed.out);
    }
}

#[test]
fn json_output_is_the_record_only() {
    let played = play_with_input(&["play", "nim", "--format", "json", "--seed", "3"], "1\nquit\n");
    let record = parse_lines(&played.out);
    assert_eq!(record.len(), 4);
    assert!(played.err.contains("First (player 1) to move"), "a person is still talked to: {}", played.err);
    let clocked = objects(&["play", "nim", "--players", "random,random", "--clock"]);
    let clock = clocked.last().unwrap();
    assert_eq!(clock["type"], "clock");
    assert_eq!(clock["seconds"].as_array().unwrap().len(), clocked.len() - 3);
}

#[test]
fn a_line_is_the_opening_of_the_record() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let file = path.to_str().unwrap();
    let line = "m(1,1) s(1,1) off;m(2,1) s(2,1) off";
    run(&["play", "nim", "--players", "random,random", "--seed", "1", "--line", line, "--record", file]);
    let record = parse_lines(&fs::read_to_string(&path).unwrap());
    assert_eq!(record[0]["opening"], json!(["m(1,1) s(1,1) off", "m(2,1) s(2,1) off"]));
    assert_eq!(record[1]["ply"], 3);
    assert_eq!(objects(&["replay", file]).len(), record.len() + 1);
}

#[test]
fn the_legend_explains_each_symbol_once_and_on_demand() {
    let count = |game: &str, typed: &str, symbol: &str| {
        play_with_input(&["play", game, "--players", "human,human"], typed).out.matches(symbol).count()
    };
    assert_eq!(
        count("chess", "e4\ne5\nquit\n", "p: pawn of Black"),
        1 + 1,
        "once for people, once with the last board"
    );
    assert_eq!(count("chess", "e4\ne5\nlegend\nquit\n", "p: pawn of Black"), 3);
    // The first disc of each player comes with its explanation.
    assert_eq!(count("gomoku", "h8\nh9\nh10\nquit\n", "W: stone of White"), 2);
    let kuhn = play_with_input(&["play", "kuhn", "--seed", "3"], "legend\nquit\n");
    assert!(kuhn.out.contains("there are no symbols to be explained"), "{}", kuhn.out);
}

#[test]
fn boards_without_coordinates_begin_with_the_names_of_their_places() {
    let kalah = play_with_input(&["play", "kalah", "--players", "human,human"], "sow pit 3\nquit\n");
    assert_eq!(kalah.out.matches("the names of the places:\n").count(), 1, "{}", kalah.out);
    let chess = play_with_input(&["play", "chess", "--players", "human,human"], "quit\n");
    assert!(!chess.out.contains("the names of the places"), "{}", chess.out);
}

#[test]
fn secrets_are_shown_as_a_person_reads_them() {
    let liars = play_with_input(&["play", "liars-dice", "--seed", "5"], "bid 1 x 1\nquit\n");
    assert!(liars.out.contains("numbers: cup(1,1) of First: 6, cup(2,1) of Second: ?\n"), "{}", liars.out);
    assert!(liars.out.contains("labels: called \"1 x 3\"\n") && !liars.out.contains("bid ="), "{}", liars.out);
    let stratego = play_with_input(&["play", "stratego-6x6", "--seed", "5"], "flag on a1\nspy on a2\nquit\n");
    for said in ["  1) flag on a1", "1. Red (player 1): flag on a1", "1   RF  .", "2   RS  ."] {
        assert!(stratego.out.contains(said), "{said} in {}", stratego.out);
    }
    let tricks = play_with_input(&["play", "nine-tricks", "--seed", "5"], "quit\n");
    assert!(tricks.out.contains("hand(2) of Second: 9 cards face down\n"), "{}", tricks.out);
    assert!(tricks.out.contains(") play ") && !tricks.out.contains("deck: ?"), "{}", tricks.out);
    let ships = play_with_input(&["play", "battleship", "--seed", "5"], "across from a1\ndown from e3\nquit\n");
    assert!(ships.out.contains("1   F F F . .   . . . . .\n"), "{}", ships.out);
}

#[test]
fn dice_are_reported_and_shown() {
    let typed = play_with_input(&["play", "backgammon", "--seed", "3"], "quit\n");
    assert!(typed.out.contains("1. chance: White throws "), "{}", typed.out);
    assert!(typed.out.contains("numbers: dice(1,1) 4, dice(1,2) 1, "), "{}", typed.out);
    // Tiles are shown by the numbers on them.
    let typed = play_with_input(&["play", "2048", "--seed", "3"], "quit\n");
    assert!(
        typed.out.contains("2. chance: a 2 on ") && typed.out.contains("a number: tile with that number"),
        "{}",
        typed.out
    );
}

#[test]
fn hidden_cards_stay_hidden() {
    let typed = play_with_input(&["play", "kuhn", "--seed", "3"], "check\nquit\n");
    let dealt: Vec<&str> = typed.out.lines().filter(|line| line.contains("chance:")).collect();
    assert!(dealt[0].starts_with("1. chance: deal "), "{}", typed.out);
    assert_eq!(dealt[1], "2. chance: deal a card to player 2");
    // People who share a terminal see what all of them may see.
    let two = play_with_input(&["play", "kuhn", "--players", "human,human", "--seed", "3"], "quit\n");
    assert!(two.out.contains("1. chance: (hidden)\n2. chance: (hidden)\n"), "{}", two.out);
    let open = answer(&["play", "kuhn", "--players", "random,random", "--seed", "3"]);
    assert!(!open.contains("hidden"), "{open}");
}

/// Whatever a person asks for during a match of hidden cards, the other card only appears in a showdown.
#[test]
fn a_match_of_hidden_cards_shows_the_other_card_in_showdowns_only() {
    let folder = tempfile::tempdir().unwrap();
    let (record, saved) = (folder.path().join("record.jsonl"), folder.path().join("saved.jsonl"));
    let asked = format!("board\nmoves\nnames\nabout\nwhy check\nhint\nsave {}\nundo\n", saved.display());
    // A bet may make the other player fold; otherwise the deal ends with a showdown.
    let answers = "bet\ncall\ncheck\n".repeat(60);
    let args = ["play", "leduc:deals=6", "--seed", "5", "--hint", "monte-carlo:nodes=50", "--record"];
    let typed = play_with_input(&[&args[..], &[record.to_str().unwrap()]].concat(), &format!("{asked}{answers}quit\n"));
    assert_eq!(typed.code, 0, "{typed:?}");
    for said in [
        "moves are not taken back here, because the cards that they showed would stay known",
        "a file would show what is hidden from you",
        "hint: ",
    ] {
        assert!(typed.out.contains(said), "{said} in {}", typed.out);
    }
    assert!(!saved.exists(), "a file would show the cards");
    let moves: Vec<String> = parse_lines(&fs::read_to_string(&record).unwrap())
        .iter()
        .filter_map(|line| line["move"].as_str().map(str::to_owned))
        .collect();
    let deals: Vec<&[String]> = moves.split(|text| text == "next deal").collect();
    assert_eq!(deals.len(), 6, "{moves:?}");
    let printed: Vec<&str> = typed.out.split("chance: next deal").collect();
    assert_eq!(printed.len(), 6, "{}", typed.out);
    let mut showdowns = 0;
    for (deal, printed) in deals.iter().zip(printed) {
        assert!(deal[0].starts_with("deal ") && deal[1].starts_with("deal "), "{deal:?}");
        let public = deal[2..].iter().filter(|text| text.starts_with("deal ")).count();
        // Dealt cards that are printed: one's own and the public one.
        let shown =
            printed.lines().filter(|line| line.contains("chance: deal ") && !line.contains("to player")).count();
        assert_eq!((shown, printed.matches("chance: deal a card to player 2").count()), (1 + public, 1), "{printed}");
        let is_showdown = deal.last().is_some_and(|text| text != "fold");
        showdowns += usize::from(is_showdown);
        let open = |line: &&str| line.contains("the other player has") && !line.contains("the other player has a card");
        // Only the view after the last move shows the card, if nobody folded.
        assert_eq!(printed.lines().filter(open).count(), usize::from(is_showdown), "{printed}");
    }
    assert!((1..6).contains(&showdowns), "{moves:?}");
}

#[test]
fn a_fault_stops_the_game_and_the_record_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (game, record) = (folder.path().join("broken.game"), folder.path().join("game.jsonl"));
    let text = broken_nim();
    fs::write(&game, &text).unwrap();
    let (game, file) = (game.to_str().unwrap(), record.to_str().unwrap());
    let typed =
        play_with_input(&["play", game, "--players", "human,human", "--record", file], "s(3,5) off\ns(2,2) off\n");
    assert_eq!(typed.code, 1);
    let line = text.lines().position(|line| line.starts_with("award = ")).unwrap() + 1;
    assert!(typed.err.contains("division by zero"), "{}", typed.err);
    assert!(typed.out.contains("an error that occurred with the move \"m("), "{}", typed.out);
    assert!(
        typed.err.contains(&format!("broken.game:{line}:")) && typed.err.contains("rule \"take\""),
        "{}",
        typed.err
    );
    let lines = parse_lines(&fs::read_to_string(&record).unwrap());
    assert_eq!(lines.len(), 3, "{lines:?}");
    let fault = &lines[2]["fault"];
    assert_eq!((&fault["line"], &fault["expression"]), (&json!(line), &json!("1 / (2 - $I)")));
    assert_eq!(fault["move"], "m(2,2) s(2,2) off");
    let replayed = run(&["replay", file]);
    assert_eq!(replayed.code, 0, "{replayed:?}");
    assert!(replayed.out.contains("stopped by an error in the game file"), "{}", replayed.out);
}

#[test]
fn the_game_file_of_a_record_is_found_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let nim = boardwright_games::shipped_game("nim").unwrap();
    fs::write(folder.path().join("my.game"), nim.text).unwrap();
    let args = ["play", "my.game", "--players", "random,random", "--record", "my.jsonl"];
    assert_eq!(run_command(boardwright(&args).current_dir(folder.path())).code, 0);
    let replayed = run(&["replay", folder.path().join("my.jsonl").to_str().unwrap()]);
    assert_eq!(replayed.code, 0, "{replayed:?}");
    // The shipped file has the same bytes, so it counts as the same game.
    let replayed = run(&["replay", folder.path().join("my.jsonl").to_str().unwrap(), "--game", "nim"]);
    assert_eq!(replayed.code, 0, "{replayed:?}");
}

/// Plays nim to the end and returns the path and the text of the record.
fn recorded_game(folder: &Path) -> (String, String) {
    let path = folder.join("nim.jsonl");
    let file = path.to_str().unwrap().to_owned();
    run(&["play", "nim", "--players", "random,random", "--seed", "5", "--record", &file]);
    (fs::read_to_string(&path).unwrap(), file)
}

#[test]
fn a_truncated_record_is_read_as_far_as_it_goes() {
    let folder = tempfile::tempdir().unwrap();
    let (text, file) = recorded_game(folder.path());
    let first = text.find('\n').unwrap() + 1;
    for cut in [first, first + 10, text.len() / 2, text.len() - 30] {
        fs::write(&file, &text[..cut]).unwrap();
        let replayed = run(&["replay", &file, "--format", "json"]);
        assert_eq!(replayed.code, 0, "cut at {cut}: {replayed:?}");
        assert!(replayed.err.contains("the record was cut off"), "{}", replayed.err);
        assert!(!parse_lines(&replayed.out).is_empty());
    }
}

#[test]
fn an_invalid_record_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (text, file) = recorded_game(folder.path());
    let refused = |changed: String| {
        assert_ne!(changed, text);
        fs::write(&file, changed).unwrap();
        let replayed = run(&["replay", &file, "--format", "json"]);
        assert_eq!(replayed.code, 1, "{replayed:?}");
        replayed.err
    };
    let hash = refused(text.replacen("\"hash\":\"", "\"hash\":\"00", 1));
    assert!(hash.contains("made with other rules") && hash.contains("the hash 00"), "{hash}");
    let moved = refused(text.replacen(" s(", " s(9", 1));
    assert!(moved.contains("the record does not hold: ply 1: there is no location"), "{moved}");
    let winner = if text.contains("{\"winner\":1}") { (1, 2) } else { (2, 1) };
    let (then, now) = (format!("{{\"winner\":{}}}", winner.0), format!("{{\"winner\":{}}}", winner.1));
    assert!(refused(text.replacen(&then, &now, 1)).contains("the record ends with player"));
    assert!(refused(text.replacen("\"scores\":[0,0]", "\"scores\":[1,0]", 1)).contains("has the scores [1.0, 0.0]"));
    assert!(refused(text.replacen("\"player\":1,", "\"player\":2,", 1)).contains("player 1 is to move"));
    assert!(refused(text.replacen("\"rule\":\"take\"", "\"rule\":\"give\"", 1)).contains("the rule \"give\""));
    let second = text.find("{\"type\":\"move\"").unwrap();
    assert!(refused(format!("{}nonsense\n{}", &text[..second], &text[second..])).contains("line 2: this is no line"));
}
