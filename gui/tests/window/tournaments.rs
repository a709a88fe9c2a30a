//! Tournaments.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use boardwright_gui::{Opener, Page};
use eframe::egui::{Key, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::common::{Window, click, file_names, fill, open_sized, wait_for_text, wait_until, window_text};

/// Opens the page in a window in which nothing has to be scrolled.
fn open_page(folder: &Path) -> Window {
    let mut window = open_sized(None, folder, Vec2::new(1280.0, 1500.0), 1.0);
    window.step();
    click(&mut window, "Tournaments");
    wait_until(&mut window, can_start);
    window
}

/// `true` if the tournament of the form can begin.
pub fn can_start(window: &Window) -> bool {
    window.query_by_label("Start").is_some_and(|button| !button.accesskit_node().is_disabled())
}

/// Enters a number into a field.
pub fn enter(window: &mut Window, label: &str, number: &str) {
    click(window, label);
    window.get_by_label(label).type_text(number);
    window.step();
    window.key_press(Key::Enter);
    window.run_steps(2);
}

/// Chooses a game by its title.
fn choose_game(window: &mut Window, title: &str) {
    click(window, "Game");
    fill(window, "Search", title);
    window.key_press(Key::Enter);
    window.run_steps(2);
    wait_until(window, |window| window.query_by_value(title).is_some() && can_start(window));
}

/// Leaves only the player `random` in the list of a new form.
fn leave_random(window: &mut Window) {
    for player in ["Remove Level 2", "Remove Level 4"] {
        click(window, player);
    }
}

/// Seats `random` and twice a player whose option is set by its control.
fn seat_three(window: &mut Window) {
    leave_random(window);
    click(window, "Any player");
    wait_for_text(window, "mcts:nodes=2000");
    click(window, "Options");
    enter(window, "nodes", "20");
    wait_for_text(window, "mcts:nodes=20");
    click(window, "Options of mcts:nodes=20");
    click(window, "Add another like mcts:nodes=20");
    click(window, "Options of mcts:nodes=20 (2)");
    wait_for_text(window, "3 players, 30 games");
}

/// Begins the tournament of the form, and waits until it is complete.
fn play(window: &mut Window) {
    click(window, "Start");
    wait_for_text(window, "Complete: ");
}

/// Points as the page writes them.
fn points(text: &str) -> f64 {
    let whole = text.trim_end_matches('½');
    let half = if whole == text { 0.0 } else { 0.5 };
    if whole.is_empty() { half } else { whole.parse::<f64>().unwrap() + half }
}

/// Points of each player by the lines of the table, and the sums of its cells.
fn table_points(window: &Window) -> BTreeMap<String, [f64; 2]> {
    let mut found: BTreeMap<String, [f64; 2]> = BTreeMap::new();
    for line in window_text(window).lines() {
        let Some((head, rest)) = line.split_once(": ") else { continue };
        let Some((number, _)) = rest.split_once(" points in ") else { continue };
        match head.split_once(" against ") {
            Some((player, _)) => found.entry(player.to_owned()).or_default()[1] += points(number),
            None => {
                let (_, player) = head.split_once(". ").expect("a rank stands before the name");
                found.entry(player.to_owned()).or_default()[0] = points(number);
            }
        }
    }
    found
}

/// A column of a table of numbers without quotes, by the column of names.
fn csv_column(path: &Path, names: &str, values: &str) -> BTreeMap<String, f64> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let at = |name: &str| header.iter().position(|column| column == name).expect("the column is there");
    let (names, values) = (at(names), at(values));
    lines.map(|line| (line[names].clone(), line[values].parse().unwrap())).collect()
}

#[test]
fn the_cross_table_agrees_with_the_files_and_leads_to_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_page(folder.path());
    seat_three(&mut window);
    play(&mut window);
    let results = folder.path().join("data/tournaments/connect-four");
    let written = csv_column(&results.join("ratings.csv"), "player", "points");
    let shown = table_points(&window);
    assert_eq!(written.len(), 3);
    for (player, expected) in &written {
        assert_eq!(shown.get(player), Some(&[*expected; 2]), "{player}: {}", window_text(&window));
    }
    // The chart names the same players.
    assert!(written.keys().all(|player| window_text(&window).contains(&format!("{player}: Elo "))));
    // A cell lists the games of two players against each other.
    let text = window_text(&window);
    let cell = text.lines().find(|line| line.starts_with("mcts:nodes=20 (2) against random: ")).unwrap();
    click(&mut window, cell);
    wait_for_text(&mut window, "10 of 30 games");
    click(&mut window, "Show all games");
    wait_for_text(&mut window, "30 of 30 games");
    // The filter of results sees the side of the chosen player.
    click(&mut window, "Games of");
    click(&mut window, "mcts:nodes=20");
    wait_for_text(&mut window, "20 of 30 games");
    click(&mut window, "result");
    click(&mut window, "lost");
    let losses = csv_column(&results.join("ratings.csv"), "player", "losses")["mcts:nodes=20"];
    wait_for_text(&mut window, &format!("{losses} of 30 games"));
    click(&mut window, "Show all games");
    click(&mut window, "Show game 1");
    wait_until(&mut window, |window| window.state().as_ref().is_some_and(|app| app.page() == Page::Play));
    wait_for_text(&mut window, "Connect Four");
    // Game 1 is that of the first two players.
    for player in ["random", "mcts:nodes=20"] {
        assert!(window_text(&window).lines().any(|line| line.contains(player)), "{player}: {}", window_text(&window));
    }
}

#[test]
fn another_tournament_gets_a_folder_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let opened = Arc::new(Mutex::new(Vec::<PathBuf>::new()));
    let mut window = open_page(folder.path());
    let seen = opened.clone();
    let open = move |path: &Path| {
        seen.lock().unwrap().push(path.to_owned());
        Ok(())
    };
    Opener::new(open).install(&window.ctx);
    leave_random(&mut window);
    click(&mut window, "Add another like random");
    play(&mut window);
    let tournaments = folder.path().join("data/tournaments");
    let first = std::fs::read(tournaments.join("connect-four/games.csv")).unwrap();
    click(&mut window, "New tournament");
    wait_until(&mut window, can_start);
    play(&mut window);
    assert_eq!(file_names(&tournaments), ["connect-four", "connect-four-2"]);
    assert_eq!(std::fs::read(tournaments.join("connect-four/games.csv")).unwrap(), first);
    for (button, path) in [("Open report", "connect-four-2/report.html"), ("Open folder", "connect-four-2")] {
        click(&mut window, button);
        wait_until(&mut window, |_| opened.lock().unwrap().last() == Some(&tournaments.join(path)));
    }
    // Both are listed in another window, with the results of their folders.
    let mut window = open_page(folder.path());
    wait_until(&mut window, |window| window.query_by_label("connect-four-2").is_some());
    click(&mut window, "connect-four");
    wait_for_text(&mut window, "Complete: 10 games");
    click(&mut window, "New with these settings");
    wait_for_text(&mut window, "random (2)");
    wait_for_text(&mut window, "2 players, 10 games");
}

#[test]
fn a_tournament_is_stopped_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_page(folder.path());
    leave_random(&mut window);
    click(&mut window, "Add another like random");
    // Stopped before its end on any machine.
    enter(&mut window, "Games per pairing", "100000");
    click(&mut window, "Start");
    wait_for_text(&mut window, " games a minute");
    // A finished game can be opened while others are played.
    wait_until(&mut window, |window| {
        window_text(window).contains("Games (") && !window_text(window).contains("Games (0)")
    });
    click(&mut window, "Stop");
    wait_for_text(&mut window, "Stopped after ");
    let stopped = |window: &Window| {
        let text = window_text(window);
        let line = text.lines().find(|line| line.starts_with("Stopped after ")).unwrap().to_owned();
        line.split(' ').nth(2).unwrap().parse::<u64>().unwrap()
    };
    let first = stopped(&window);
    click(&mut window, "Resume");
    wait_for_text(&mut window, " games a minute");
    click(&mut window, "Stop");
    wait_for_text(&mut window, "Stopped after ");
    assert!(stopped(&window) > first, "{}", window_text(&window));
    assert_eq!(file_names(&folder.path().join("data/tournaments")), ["connect-four"]);
}

#[cfg(unix)]
#[test]
fn an_external_engine_plays_and_its_failures_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_page(folder.path());
    choose_game(&mut window, "Chess");
    leave_random(&mut window);
    click(&mut window, "UCI engine");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../library/tests/uci/engine.sh");
    let command = format!("sh {script} crash {}", folder.path().join("log").display());
    fill(&mut window, "Engine", &command);
    fill(&mut window, "Name in the tables", "Stand-in");
    wait_for_text(&mut window, "2 players, 10 games");
    enter(&mut window, "Games per pairing", "2");
    play(&mut window);
    wait_for_text(&mut window, "Faults ended 2 games: Stand-in 2.");
    click(&mut window, "Show them");
    wait_for_text(&mut window, "2 of 2 games");
    wait_for_text(&mut window, "crash: ");
    assert!(window_text(&window).contains("out of memory"), "{}", window_text(&window));
    assert!(std::fs::read_to_string(folder.path().join("log")).unwrap().contains("position fen"));
}

#[test]
fn games_begin_from_the_lines_of_openings() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_page(folder.path());
    choose_game(&mut window, "Chess");
    leave_random(&mut window);
    click(&mut window, "Add another like random");
    click(&mut window, "Lines");
    wait_for_text(&mut window, "The openings need lines");
    fill(&mut window, "Lines of openings", "e4; e9");
    // A wrong line is reported on the form, and nothing is created.
    click(&mut window, "Start");
    wait_for_text(&mut window, "line 1 of the starts: ");
    let tournaments = folder.path().join("data/tournaments");
    assert!(file_names(&tournaments).is_empty());
    fill(&mut window, "Lines of openings", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    click(&mut window, "Ends of games and more");
    click(&mut window, "Longest game");
    enter(&mut window, "Longest game", "4");
    enter(&mut window, "Games per pairing", "2");
    play(&mut window);
    let records = tournaments.join("chess/records");
    let text = std::fs::read_to_string(records.join(&file_names(&records)[0])).unwrap();
    assert_eq!(text.matches("\"position\":").count(), 2, "{text}");
    assert!(tournaments.join("chess/starts.txt").is_file());
}

#[test]
fn the_page_fits_into_small_windows() {
    let folder = tempfile::tempdir().unwrap();
    for size in [Vec2::new(640.0, 480.0), Vec2::new(1280.0, 800.0)] {
        let mut window = open_sized(None, folder.path(), size, 1.0);
        window.step();
        click(&mut window, "Tournaments");
        wait_until(&mut window, can_start);
        let fits = |window: &Window, labels: &[&str]| {
            for label in labels {
                let rect = window.get_by_label(label).rect();
                assert!(rect.min.x >= 0.0 && rect.max.x <= size.x && rect.max.y <= size.y, "{size:?} {label} {rect:?}");
            }
        };
        fits(&window, &["Start", "Game", "Remove Level 2"]);
        play_small(&mut window, folder.path());
        fits(&window, &["Open report", "Open folder", "Standings"]);
    }
}

/// Plays the first tournament of a folder, or opens it if it was played.
fn play_small(window: &mut Window, folder: &Path) {
    if file_names(&folder.join("data/tournaments")).is_empty() {
        leave_random(window);
        click(window, "Add another like random");
        play(window);
    } else {
        click(window, "connect-four");
        wait_for_text(window, "Complete: ");
    }
}

#[test]
fn weights_evolve_with_curves_and_go_on_after_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let description = folder.path().join("small.toml");
    let text = "game = \"carcassonne\"\n[subject]\nfeatures = \"potential\"\nphases = 2\n[genetic]\npopulation = 4\n\
                generations = 4\nparental-games = 2\nenvironment-games = 2\n[fitness]\nevery = 2\ngames = 2\n\
                [[opponent]]\nweights = \"greedy\"\n";
    std::fs::write(&description, text).unwrap();
    let mut window = open_sized(None, folder.path(), Vec2::new(1180.0, 900.0), 1.0);
    window.step();
    click(&mut window, "Tournaments");
    click(&mut window, "Evolution");
    let begin = |window: &mut Window, description: &str| {
        window.get_by_label("Description").set_text_value_accesskit(description);
        window.step();
        click(window, "Start");
    };
    begin(&mut window, "carcassonne-0l");
    wait_for_text(&mut window, "there is no run \"carcassonne-0l\"");
    for _ in 0..2 {
        // The second start finds a complete run.
        begin(&mut window, description.to_str().unwrap());
        wait_for_text(&mut window, "best weights: fitness ");
    }
    assert!(folder.path().join("data/evolution/carcassonne-01/weights.toml").is_file());
}
