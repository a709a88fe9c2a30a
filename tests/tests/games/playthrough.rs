//! Golden files: one random game of each shipped game as text, with moves, keys, scores and its end. Any change of behaviour
//! of the engine shows as a difference. `BLESS=1 cargo test -p boardwright-tests --test games playthrough` writes the files
//! anew; a person must decide whether the change was intended.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use boardwright_game::deals::Deals;
use boardwright_game::game::{Game, GameExt as _, Turn};
use boardwright_games::carcassonne::{Carcassonne, CarcassonneOptions};
use boardwright_games::holdem::Holdem;
use boardwright_games::rust_games::RUST_GAMES;
use boardwright_games::tarok::four::Four;
use boardwright_games::tarok::three::Three;
use boardwright_games::{kuhn::Kuhn, leduc::Leduc, shipped_games};
use boardwright_tests::battery::players;
use boardwright_tests::compiled;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Maximum number of plies of a game.
const MAX_PLIES: usize = 120;

/// Maximum number of lines of a last position; a longer one is represented by its hash.
const MAX_STATE_LINES: usize = 150;

const HEAD: &str = "\
# A random game. BLESS=1 cargo test -p boardwright-tests --test playthrough
# ply, player, how many moves there were, the one that was made, the key after it; scores where they changed
";

fn playthrough_text<G: Game>(game: &G) -> String {
    let mut random = Pcg64Mcg::seed_from_u64(2026);
    let (mut state, mut moves) = (game.initial_state(), Vec::new());
    let mut text = format!("{HEAD}key {:016x}\n", game.key(&state));
    let scores = |state: &G::State| players(game).map(|player| game.score(state, player)).collect::<Vec<f64>>();
    let mut before = scores(&state);
    let put = "writing to a text never fails";
    for ply in 1..=MAX_PLIES {
        let turn = game.legal_moves(&state, &mut moves).expect("shipped games never fail");
        let (who, mv) = match turn {
            Turn::Over(_) => break,
            Turn::Chance if moves.is_empty() => {
                ("chance".to_owned(), game.sample_chance(&state, &mut random).expect("shipped games never fail"))
            }
            Turn::Chance => ("chance".to_owned(), moves[random.random_range(0..moves.len())]),
            Turn::Player(player) => (player.to_string(), moves[random.random_range(0..moves.len())]),
        };
        write!(text, "{ply} {who} {} {}", moves.len(), game.move_text(&state, mv)).expect(put);
        game.apply(&mut state, mv).expect("shipped games never fail");
        write!(text, "  {:016x}", game.key(&state)).expect(put);
        let after = scores(&state);
        if after != before {
            write!(text, "  {after:?}").expect(put);
            before = after;
        }
        text.push('\n');
    }
    let outcome = game.outcome(&state).expect("shipped games never fail");
    let ended = outcome.map_or_else(|| "given up".to_owned(), |outcome| outcome.to_string());
    writeln!(text, "{ended}, {before:?}").expect(put);
    let last = game.state_text(&state);
    if last.lines().count() > MAX_STATE_LINES {
        writeln!(text, "a position whose text has the number {:016x}", fnv1a(&last)).expect(put);
    } else {
        text.push_str(&last);
    }
    text
}

/// FNV-1a hash, 64 bits.
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/playthrough")
}

fn check(name: &str, actual: &str) {
    assert!(actual.lines().count() <= 300, "{name}: {} lines", actual.lines().count());
    let path = folder().join(format!("{name}.txt"));
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(folder()).expect("the folder can be created");
        fs::write(&path, actual).expect("the golden file can be written");
    }
    let golden = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for (line, (golden, actual)) in golden.lines().zip(actual.lines()).enumerate() {
        assert_eq!(actual, golden, "{name}, line {}", line + 1);
    }
    assert_eq!(actual.lines().count(), golden.lines().count(), "{name}: as long as before");
}

#[test]
fn playthroughs_match_the_golden_files() {
    for game in shipped_games() {
        check(game.name, &playthrough_text(&compiled(game.name)));
    }
    check("carcassonne", &playthrough_text(&Carcassonne::new(CarcassonneOptions::default())));
    check("holdem", &playthrough_text(&Deals::new(Holdem::default(), 10)));
    check("kuhn", &playthrough_text(&Kuhn));
    check("leduc", &playthrough_text(&Leduc));
    check("tarok3", &playthrough_text(&Deals::new(Three::default(), 2)));
    check("taroky", &playthrough_text(&Deals::new(Four::default(), 2)));
    let golden = fs::read_dir(folder()).expect("the folder of golden files exists").count();
    assert_eq!(golden, shipped_games().len() + RUST_GAMES.len(), "no golden file of a game that no longer ships");
}
