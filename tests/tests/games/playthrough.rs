//! One random game of each shipped game, kept as a text: moves, keys, scores and how it ended. A change of the engine that
//! changes any of it shows. `BLESS=1 cargo test -p boardwright-tests --test playthrough` writes the texts anew; whether
//! the change was meant is for people to say.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use boardwright_engine::game::{Game, Turn};
use boardwright_games::{kuhn::Kuhn, pig::Pig, shipped};
use boardwright_tests::battery::players;
use boardwright_tests::fast;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A game is given up after so many plies.
const LONGEST: usize = 120;

/// A last position with more lines is told by a number only.
const LONGEST_STATE: usize = 150;

const HEAD: &str = "\
# A random game. BLESS=1 cargo test -p boardwright-tests --test playthrough
# ply, player, how many moves there were, the one that was made, the key after it; scores where they changed
";

fn told<G: Game>(game: &G) -> String {
    let mut random = Pcg64Mcg::seed_from_u64(2026);
    let (mut state, mut moves) = (game.start(), Vec::new());
    let mut text = format!("{HEAD}key {:016x}\n", game.key(&state));
    let scores = |state: &G::State| players(game).map(|player| game.score(state, player)).collect::<Vec<f64>>();
    let mut before = scores(&state);
    let put = "writing to a text never fails";
    for ply in 1..=LONGEST {
        let turn = game.turn(&state, &mut moves).expect("shipped games never fail");
        let Some(&mv) = (!moves.is_empty()).then(|| &moves[random.random_range(0..moves.len())]) else { break };
        let who = match turn {
            Turn::Player(player) => player.to_string(),
            Turn::Chance => "chance".to_owned(),
            Turn::Over(_) => unreachable!("there are moves"),
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
    if last.lines().count() > LONGEST_STATE {
        writeln!(text, "a position whose text has the number {:016x}", number(&last)).expect(put);
    } else {
        text.push_str(&last);
    }
    text
}

/// FNV-1a, 64 bits.
fn number(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/playthrough")
}

fn check(name: &str, now: &str) {
    assert!(now.lines().count() <= 300, "{name}: {} lines", now.lines().count());
    let path = folder().join(format!("{name}.txt"));
    if std::env::var_os("BLESS").is_some() {
        fs::create_dir_all(folder()).expect("a folder beside the tests");
        fs::write(&path, now).expect("a file beside the tests");
    }
    let kept = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for (line, (kept, now)) in kept.lines().zip(now.lines()).enumerate() {
        assert_eq!(now, kept, "{name}, line {}", line + 1);
    }
    assert_eq!(now.lines().count(), kept.lines().count(), "{name}: as long as before");
}

#[test]
fn games_go_as_they_went() {
    for game in shipped() {
        check(game.name, &told(&fast(game.name)));
    }
    check("pig", &told(&Pig::default()));
    check("kuhn", &told(&Kuhn));
    let kept = fs::read_dir(folder()).expect("the texts are beside the tests").count();
    assert_eq!(kept, shipped().len() + 2, "no text is left of a game that ships no more");
}
