//! Work of earlier sessions below a folder: games that were left before their end, and a tournament. It contains no tests.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use boardwright_arena::Person;
use boardwright_arena::results::journal;
use boardwright_arena::tournament::{Config, PlayerConfig, RunOptions, Setup, run};
use boardwright_library::tournament_games::LibraryLoader;
use boardwright_library::{load, store};
use serde_json::json;

/// Leaves a game of two people after these moves, in the notation of the game.
pub fn leave_game(folder: &Path, game: &str, line: &[&str]) {
    let loaded = load(game).expect("it ships");
    let person = json!({"player": Person::NAME, "parameters": {}});
    let header = json!({
        "type": "game", "format": 1, "game": game, "name": game, "hash": null, "options": {},
        "players": [person, person], "seed": 1, "opening": [],
    });
    let mut lines = vec![header];
    let mut state = loaded.game().initial_state();
    for (text, ply) in line.iter().zip(1..) {
        let (_, moves) = loaded.game().legal_moves(&state).expect("no fault");
        let found = loaded.moves_written(&state, &moves, text);
        let mv = found.first().unwrap_or_else(|| panic!("{text} is no move"));
        let full = loaded.game().move_text(&state, mv);
        lines.push(json!({"type": "move", "ply": ply, "player": 2 - ply % 2, "move": full}));
        loaded.game().apply(&mut state, mv).expect("no fault");
    }
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let games = folder.join("data").join("games");
    std::fs::create_dir_all(&games).expect("a folder");
    let path = games.join(format!("{game}-1.jsonl"));
    std::fs::write(&path, text).expect("it can be written");
    assert_eq!(store::read_all(&path).expect("a record")[0].record.moves.len(), line.len());
}

/// Leaves a tournament of forty games of Connect Four after twelve.
pub fn leave_tournament(folder: &Path) {
    let out = folder.join("data").join("tournaments").join("first");
    std::fs::create_dir_all(&out).expect("a folder");
    let players = ["random", "greedy"].map(PlayerConfig::player).to_vec();
    let mut config = Config::with_defaults(vec!["connect-four".to_owned()], players);
    config.games_per_pairing = 40;
    let setup = Setup::new(config, &LibraryLoader { warn: |_| {} }, Path::new(".")).expect("a configuration");
    let options = RunOptions { out: out.clone(), resume: true, shard: None, threads: 1 };
    run(&Arc::new(setup), &options, &AtomicBool::new(false), &mut |_| ()).expect("it is played");
    let path = out.join(journal::NAME);
    let text = std::fs::read_to_string(&path).expect("a journal");
    let left: String = text.split_inclusive('\n').take(13).collect();
    std::fs::write(path, left).expect("it can be written");
}
