//! Tests with engines that are installed. Without them a test prints the reason why it checks nothing.

use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

use boardwright_arena::Ending;
use boardwright_game::game::Outcome;
use boardwright_game::ids::Player;
use boardwright_library::{load, positions};
use boardwright_players::EngineScore;

use crate::{analysis, play_match, terms};

/// Command of an installed engine, from the search path or the folder of games.
fn installed(name: &str) -> Option<String> {
    let candidates = [name.to_owned(), format!("/usr/games/{name}")];
    let found = candidates.into_iter().find(|path| {
        let started = Command::new(path).arg("quit").stdin(Stdio::null()).stdout(Stdio::null()).status();
        started.is_ok()
    });
    if found.is_none() {
        eprintln!("skipped: {name} is not installed; `apt-get install {name}` installs it");
    }
    found
}

#[test]
fn stockfish_beats_a_random_player_and_finds_a_mate() {
    let Some(path) = installed("stockfish") else { return };
    let chess = load("chess").unwrap();
    let strong = format!("uci:path={path},nodes=3000,hash=16,threads=1");
    let long = boardwright_arena::Terms { max_moves: Some(200), ..terms(None) };
    let finished = play_match(&chess, ["random:seed=3", &strong], long, &AtomicBool::new(false));
    assert_eq!(finished.ending, Ending::Finished(Outcome::Won(Player::FIRST.next(2))));
    let (state, _) = positions::read_position(&chess, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    let (best, lines) = analysis(&chess, &state, &format!("uci:path={path},depth=8"), 3);
    assert_eq!((best.score, lines.len()), (Some(EngineScore::Mate(1)), 3));
    assert!(matches!(lines[1].score, Some(EngineScore::Centipawns(_) | EngineScore::Mate(2..))), "{:?}", lines[1]);
}

#[test]
fn fairy_stockfish_plays_breakthrough() {
    let Some(path) = installed("fairy-stockfish") else { return };
    let game = load("breakthrough").unwrap();
    let strong = format!("uci:path={path},nodes=2000");
    let long = boardwright_arena::Terms { max_moves: Some(300), ..terms(None) };
    let finished = play_match(&game, [&strong, "random:seed=3"], long, &AtomicBool::new(false));
    assert_eq!(finished.ending, Ending::Finished(Outcome::Won(Player::FIRST)));
}
