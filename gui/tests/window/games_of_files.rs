//! The page Study: files of games that are listed, searched and sorted, and games with comments and variations that are
//! edited and saved.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use boardwright_gui::Page;
use boardwright_library::game_index::GameIndex;
use eframe::egui::{Event, Key, Modifiers, OutputCommand, PointerButton, Pos2, Vec2, ViewportEvent, ViewportId};
use egui_kittest::kittest::Queryable as _;

use crate::common::{Window, begin_again, click, fill, open_sized, wait_for_text, wait_until, window_text};

/// Opens a window with a file.
fn open_file(path: &Path, folder: &Path) -> Window {
    open_sized(Some(&path.display().to_string()), folder, Vec2::new(1280.0, 1000.0), 1.0)
}

/// Writes a file and opens it.
fn open_text(name: &str, text: &str, folder: &Path) -> (PathBuf, Window) {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    let window = open_file(&path, folder);
    (path, window)
}

/// Shows the page Play of a game that was opened.
fn wait_for_game(window: &mut Window) {
    wait_until(window, |window| window.query_by_label("Play from here").is_some());
}

fn page(window: &Window) -> Option<Page> {
    window.state().as_ref().map(boardwright_gui::App::page)
}

/// Centre of the row with this text.
fn row_of(window: &mut Window, text: &str) -> Pos2 {
    wait_until(window, |window| window.query_by_label(text).is_some());
    window.get_by_label(text).rect().center()
}

/// Clicks the row with this text twice in quick succession.
fn double_click(window: &mut Window, text: &str) {
    let pos = row_of(window, text);
    window.hover_at(pos);
    window.step();
    // Events of one frame: frames of tests are further apart than the clicks may be.
    let button = |pressed: bool| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    window.input_mut().events.extend([true, false, true, false].map(button));
    window.run_steps(2);
}

/// Opens the game of the row with this text.
fn open_row(window: &mut Window, text: &str) {
    double_click(window, text);
    wait_for_game(window);
}

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    window.run_steps(2);
}

/// Writes a comment on the visible move.
fn write_comment(window: &mut Window, title: &str, text: &str) {
    press(window, Modifiers::CTRL | Modifiers::COMMAND, Key::T);
    wait_until(window, |window| window.query_by_label(title).is_some());
    fill(window, title, text);
    click(window, "Done");
    wait_for_text(window, text);
}

/// Saves by the key, and waits for the message.
fn save(window: &mut Window, path: &Path) {
    press(window, Modifiers::CTRL | Modifiers::COMMAND, Key::S);
    wait_for_text(window, &format!("Saved: {}", path.display()));
}

/// Chooses an entry of the context menu of a move.
fn choose(window: &mut Window, label: &str, entry: &str) {
    window.get_by_label(label).click_secondary();
    window.run_steps(2);
    click(window, entry);
    window.run_steps(2);
}

const THREE: &str = "[Event \"Cup\"]\n[Date \"2024.05.06\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n\
                     1. e4   {odd  spaces} e5 1-0\n\n\
                     [Event \"Open\"]\n[Date \"2023.01.02\"]\n[White \"Cid\"]\n[Black \"Dee\"]\n[Result \"*\"]\n\n\
                     1. d4 d5 2. c4 *\n\n\n\
                     ; a comment of its own\n[Event \"Cup\"]\n[White \"Eve\"]\n[Black \"Ann\"]\n[Result \"1/2-1/2\"]\n\n\
                     1. c4 (1. Nf3) c5 1/2-1/2\n";

#[test]
fn a_comment_on_a_game_of_a_file_is_saved_and_the_others_stay() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mut window) = open_text("games.pgn", THREE, folder.path());
    wait_for_text(&mut window, "games.pgn: 3 games");
    assert_eq!(page(&window), Some(Page::Study));
    open_row(&mut window, "Cid");
    assert_eq!(page(&window), Some(Page::Play));
    click(&mut window, "d5");
    write_comment(&mut window, "Comment on 1… d5", "solid");
    press(&mut window, Modifiers::ALT, Key::Num5);
    wait_for_text(&mut window, "d5!?");
    save(&mut window, &path);
    let begin = THREE.find("[Event \"Open\"]").unwrap();
    let end = THREE.find("\n\n\n; a comment").unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with(&THREE[..begin]) && text.ends_with(&THREE[end..]), "{text}");
    let changed = &text[begin..text.len() - (THREE.len() - end)];
    assert!(changed.contains("1. d4 d5!? {solid} 2. c4 *"), "{changed}");
    drop(window);
    // The comment is there again, and so is that of another game.
    let mut window = open_file(&path, folder.path());
    open_row(&mut window, "Dee");
    wait_for_text(&mut window, "solid");
    click(&mut window, "Study");
    open_row(&mut window, "Ben");
    wait_for_text(&mut window, "odd  spaces");
}

#[test]
fn a_variation_is_added_promoted_deleted_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mut window) = open_text("games.pgn", THREE, folder.path());
    open_row(&mut window, "Eve");
    wait_for_text(&mut window, "Nf3");
    click(&mut window, "c4");
    click(&mut window, "e7, Black pawn");
    click(&mut window, "e5, empty");
    wait_until(&mut window, |window| window.query_by_label("e5").is_some());
    save(&mut window, &path);
    let has = |part: &str| std::fs::read_to_string(&path).unwrap().contains(part);
    assert!(has("1. c4 (1. Nf3) 1... c5 (1... e5) 1/2-1/2"), "{}", std::fs::read_to_string(&path).unwrap());
    press(&mut window, Modifiers::CTRL | Modifiers::COMMAND, Key::ArrowUp);
    save(&mut window, &path);
    wait_until(&mut window, |_| has("1. c4 (1. Nf3) 1... e5 (1... c5) 1/2-1/2"));
    choose(&mut window, "Nf3", "Delete the variation");
    wait_until(&mut window, |window| window.query_by_label("Nf3").is_none());
    press(&mut window, Modifiers::CTRL | Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    wait_until(&mut window, |window| window.query_by_label("Nf3").is_some());
    choose(&mut window, "c5", "Delete from here");
    save(&mut window, &path);
    wait_until(&mut window, |_| has("1. c4 (1. Nf3) 1... e5 1/2-1/2"));
}

#[test]
fn notes_on_games_of_pdn_and_sgf_are_kept() {
    let pdn = "[Event \"x\"]\n[GameType \"21\"]\n[Black \"Ann\"]\n[White \"Ben\"]\n[Result \"*\"]\n\n1. 11-15 23-19 2. 8-11 *\n";
    let sgf = "(;FF[4]GM[4]SZ[15]RU[freestyle]PB[Ann]PW[Ben];B[hh];W[ii];B[ig])\n";
    for (name, text, first, title, kept) in [
        ("a.pdn", pdn, "11-15", "Comment on 1. 11-15", "1. 11-15?! {early} 23-19 2. 8-11 *"),
        ("a.sgf", sgf, "h8", "Comment on 1. h8", ";B[hh]DO[]C[early];W[ii];B[ig]"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (path, mut window) = open_text(name, text, folder.path());
        wait_for_game(&mut window);
        click(&mut window, first);
        press(&mut window, Modifiers::ALT, Key::Num6);
        write_comment(&mut window, title, "early");
        save(&mut window, &path);
        let saved = std::fs::read_to_string(&path).unwrap();
        assert!(saved.contains(kept) || saved.contains(&kept.replace(" 23", " 1... 23")), "{name}: {saved}");
        drop(window);
        let mut window = open_file(&path, folder.path());
        wait_for_text(&mut window, "early");
        wait_for_text(&mut window, &format!("{first}?!"));
    }
}

#[test]
fn games_are_searched_and_sorted() {
    let folder = tempfile::tempdir().unwrap();
    let (_, mut window) = open_text("games.pgn", THREE, folder.path());
    wait_for_text(&mut window, "games.pgn: 3 games");
    /// Names in the first column, from above.
    fn first_names(window: &Window) -> Vec<String> {
        let names = ["Ann", "Cid", "Eve"];
        let left = window.get_by_label("White").rect().left();
        let mut found: Vec<(f32, String)> = Vec::new();
        for name in names {
            for node in window.query_all_by_label(name) {
                let rect = node.rect();
                if (rect.left() - left).abs() < 30.0 {
                    found.push((rect.top(), name.to_owned()));
                }
            }
        }
        found.sort_by(|one, other| one.0.total_cmp(&other.0));
        found.into_iter().map(|(_, name)| name).collect()
    }
    wait_until(&mut window, |window| first_names(window) == ["Ann", "Cid", "Eve"]);
    click(&mut window, "White");
    click(&mut window, "White");
    wait_until(&mut window, |window| first_names(window) == ["Eve", "Cid", "Ann"]);
    // A game without a date comes last.
    click(&mut window, "Date");
    wait_until(&mut window, |window| first_names(window) == ["Cid", "Ann", "Eve"]);
    fill(&mut window, "Search", "ann cup");
    wait_until(&mut window, |window| first_names(window) == ["Ann", "Eve"]);
    wait_for_text(&mut window, "2 of 3");
    fill(&mut window, "Search", "nobody");
    wait_for_text(&mut window, "No game has all words of \"nobody\".");
    click(&mut window, "Clear the search");
    wait_until(&mut window, |window| first_names(window).len() == 3);
    // Enter opens the only game that is found.
    fill(&mut window, "Search", "dee");
    wait_for_text(&mut window, "1 of 3");
    window.key_press(Key::Enter);
    wait_for_game(&mut window);
    wait_until(&mut window, |window| window.query_by_label("d4").is_some());
}

#[test]
fn keys_select_and_open_games() {
    let folder = tempfile::tempdir().unwrap();
    let (_, mut window) = open_text("games.pgn", THREE, folder.path());
    wait_for_text(&mut window, "games.pgn: 3 games");
    wait_until(&mut window, |window| window.query_by_label("Cid").is_some());
    window.key_press(Key::ArrowDown);
    window.step();
    window.key_press(Key::ArrowDown);
    window.step();
    window.key_press(Key::Enter);
    wait_for_game(&mut window);
    wait_until(&mut window, |window| window.query_by_label("d4").is_some());
    // The file is offered again.
    click(&mut window, "Home");
    wait_for_text(&mut window, "games.pgn");
}

#[test]
fn a_wrong_game_does_not_affect_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let text = THREE.replace("1. d4 d5", "1. Ke5 d5");
    let (_, mut window) = open_text("games.pgn", &text, folder.path());
    double_click(&mut window, "Cid");
    wait_for_text(&mut window, "Ke5");
    assert_eq!(page(&window), Some(Page::Study));
    open_row(&mut window, "Ben");
}

#[test]
fn files_of_other_formats_with_several_games_are_listed() {
    let sgf = "(;GM[4]FF[4]SZ[15]PB[Ann]PW[Ben];B[hh];W[ii])\n(;GM[4]FF[4]SZ[15]PB[Cid]PW[Dee];B[aa])\n";
    let pdn = "[Event \"x\"]\n[GameType \"21\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n1. 11-15 23-19 *\n\n\
               [Event \"y\"]\n[GameType \"21\"]\n[White \"Cid\"]\n[Black \"Ben\"]\n1. 12-16 *\n";
    let record = |name: &str| {
        format!(
            "{{\"type\":\"game\",\"format\":1,\"game\":\"tic-tac-toe\",\"name\":\"tic-tac-toe\",\"hash\":null,\
                 \"players\":[{{\"player\":\"human\",\"parameters\":{{\"name\":\"{name}\"}}}},{{\"player\":\"random\"}}],\
                 \"seed\":1}}\n"
        )
    };
    let records = format!("{}{}", record("Ann"), record("Cid"));
    for (name, text, entry) in [("a.sgf", sgf, "Cid"), ("b.pdn", pdn, "Cid"), ("c.jsonl", &records, "Cid – random")] {
        let folder = tempfile::tempdir().unwrap();
        let (_, mut window) = open_text(name, text, folder.path());
        wait_for_text(&mut window, &format!("{name}: 2 games"));
        open_row(&mut window, entry);
    }
}

#[test]
fn a_big_file_is_listed_with_the_rows_in_sight_only() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::new();
    for number in 1..=10_000 {
        writeln!(text, "[Event \"Cup\"]\n[White \"Player {number}\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Nf3 *\n").unwrap();
    }
    let (_, mut window) = open_text("big.pgn", &text, folder.path());
    wait_for_text(&mut window, "big.pgn: 10000 games");
    wait_until(&mut window, |window| window.query_by_label("Player 1").is_some());
    let rows = window_text(&window).lines().filter(|line| line.starts_with("Player ")).count();
    assert!((5..100).contains(&rows), "{rows} rows are drawn");
    fill(&mut window, "Search", "player 9999");
    wait_until(&mut window, |window| window.query_by_label("Player 9999").is_some());
    window.key_press(Key::Enter);
    wait_for_game(&mut window);
}

#[test]
fn unsaved_notes_are_not_lost_when_another_game_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mut window) = open_text("games.pgn", THREE, folder.path());
    open_row(&mut window, "Ben");
    click(&mut window, "e5");
    write_comment(&mut window, "Comment on 1… e5", "classical");
    click(&mut window, "Study");
    double_click(&mut window, "Dee");
    wait_for_text(&mut window, "that are not saved");
    click(&mut window, "Stay here");
    wait_until(&mut window, |window| !window_text(window).contains("that are not saved"));
    double_click(&mut window, "Dee");
    wait_for_text(&mut window, "that are not saved");
    click(&mut window, "Save first");
    wait_until(&mut window, |window| window.query_by_label("d4").is_some());
    assert!(std::fs::read_to_string(&path).unwrap().contains("{classical}"));
    // A game that begins again is held back, too.
    click(&mut window, "d4");
    write_comment(&mut window, "Comment on 1. d4", "quiet");
    begin_again(&mut window);
    wait_for_text(&mut window, "that are not saved");
    click(&mut window, "Discard them");
    wait_until(&mut window, |window| window.query_by_label("d5").is_none());
    assert!(!std::fs::read_to_string(&path).unwrap().contains("{quiet}"));
    click(&mut window, "Study");
    double_click(&mut window, "Dee");
    wait_until(&mut window, |window| window.query_by_label("d4").is_some());
    // So is the end of the program.
    click(&mut window, "d5");
    write_comment(&mut window, "Comment on 1… d5", "solid");
    let close = |window: &mut Window| {
        let viewport = window.input_mut().viewports.entry(ViewportId::ROOT).or_default();
        viewport.events.push(ViewportEvent::Close);
        window.step();
    };
    close(&mut window);
    wait_for_text(&mut window, "that are not saved");
    click(&mut window, "Discard them");
    wait_until(&mut window, |window| !window_text(window).contains("that are not saved"));
    assert!(!std::fs::read_to_string(&path).unwrap().contains("{solid}"));
}

/// Chooses an entry of the menu to copy and save, without a frame after it: the next ones may have the result.
fn choose_export(window: &mut Window, entry: &str) {
    click(window, "Copy or save");
    wait_until(window, |window| window.query_by_label(entry).is_some());
    window.get_by_label(entry).click();
}

/// Waits for something that is put on the clipboard.
fn copied<T>(window: &mut Window, taken: impl Fn(&OutputCommand) -> Option<T>) -> T {
    for _ in 0..20_000 {
        window.step();
        let found = window.output().platform_output.commands.iter().find_map(&taken);
        if let Some(found) = found {
            return found;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    panic!("nothing was copied:\n{}", window_text(window));
}

#[test]
fn a_game_is_copied_as_text_and_as_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let (_, mut window) = open_text("games.pgn", THREE, folder.path());
    open_row(&mut window, "Eve");
    choose_export(&mut window, "Copy game as PGN");
    let text = copied(&mut window, |command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    assert!(text.contains("1. c4 (1. Nf3) 1... c5 1/2-1/2"), "{text}");
    choose_export(&mut window, "Copy picture");
    let size = copied(&mut window, |command| match command {
        OutputCommand::CopyImage(image) => Some(image.size),
        _ => None,
    });
    assert_eq!(size.iter().max(), Some(&1_200));
}

#[test]
fn a_game_is_saved_as_pictures_and_an_animation() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mut window) = open_text("games.pgn", THREE, folder.path());
    open_row(&mut window, "Cid");
    click(&mut window, "Texts");
    let mut save_as = |name: &str| {
        let path = folder.path().join(name);
        fill(&mut window, "Save as", &path.display().to_string());
        click(&mut window, "Save");
        wait_for_text(&mut window, &format!("Saved: {}", path.display()));
        std::fs::read(&path).unwrap()
    };
    let picture = image::load_from_memory(&save_as("a.png")).unwrap();
    assert_eq!(picture.width().max(picture.height()), 1_200);
    let animation = image::codecs::gif::GifDecoder::new(std::io::Cursor::new(save_as("a.gif"))).unwrap();
    // Three moves have four positions.
    assert_eq!(image::AnimationDecoder::into_frames(animation).collect_frames().unwrap().len(), 4);
    assert_eq!(save_as("a.fen"), b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    assert_eq!(
        GameIndex::read(&{
            save_as("b.pgn");
            folder.path().join("b.pgn")
        })
        .unwrap()
        .entries
        .len(),
        1
    );
    // A file of many games is not replaced by one.
    fill(&mut window, "Save as", &path.display().to_string());
    click(&mut window, "Save");
    wait_for_text(&mut window, "the file has 3 games, which would be lost");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), THREE);
}
