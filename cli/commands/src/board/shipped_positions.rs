//! Texts of positions of every shipped game, compared with files: the initial position, and one of a random game as the
//! player to move sees it, with the legal moves. `BLESS=1 cargo test -p boardwright-commands shipped_positions` writes the
//! files; read them before you commit them.

use std::fmt::Write as _;
use std::path::PathBuf;

use boardwright_game::any::AnyState;
use boardwright_game::game::Turn;
use boardwright_game::ids::Player;
use boardwright_games::rust_games::RUST_GAMES;
use boardwright_games::shipped_names;
use boardwright_library::load::{LoadedGame, load};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::format_list;
use crate::output::LINE_WIDTH;
use crate::view::{board_of, board_text, position_text, status_text};

/// Plies of the random games. Games that are over earlier stop one ply before their end.
const PLIES: usize = 26;
/// Longer lists of moves are cut off.
const MAX_MOVES: usize = 8;

fn file(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/boards")).join(format!("{name}.txt"))
}

/// The position after some plies of a random game in which a player is to move; an earlier one if the game is shorter.
fn random_position(loaded: &LoadedGame, plies: usize) -> (AnyState, Player) {
    let game = loaded.game();
    let mut rng = Pcg64Mcg::seed_from_u64(2026);
    let mut state = game.initial_state();
    let mut last = None;
    for ply in 0.. {
        let (turn, _) = game.legal_moves(&state).expect("games that ship have no faults");
        let mv = match turn {
            Turn::Over(_) => break,
            Turn::Chance => game.draw_chance(&state, &mut rng),
            Turn::Player(player) => {
                last = Some((state.clone(), player));
                if ply >= plies {
                    break;
                }
                game.random_move(&state, &mut rng)
            }
        };
        game.apply(&mut state, &mv.expect("there is a move")).expect("it is legal");
    }
    last.expect("players move in every game")
}

/// The texts of a game.
fn page(loaded: &LoadedGame) -> String {
    let game = loaded.game();
    let start = game.initial_state();
    let (state, player) = random_position(loaded, PLIES);
    let (turn, moves) = game.legal_moves(&state).expect("games that ship have no faults");
    let board = board_of(loaded);
    let seen = board_text(loaded, board.as_ref(), &state, Some(player)).with_legend();
    let mut text = format!("{}\n\n{}\n", loaded.title, position_text(loaded, &start));
    write!(text, "after {PLIES} plies of a random game, seen by player {player}\n\n{seen}\n").expect("it is a text");
    writeln!(text, "{}", status_text(loaded, &state, turn)).expect("it is a text");
    let mut moves = loaded.move_descriptions(&state, &moves);
    let more = moves.len().saturating_sub(MAX_MOVES);
    moves.truncate(MAX_MOVES);
    text.push_str(&format_list("moves: ", moves));
    if more > 0 {
        writeln!(text, "and {more} more").expect("it is a text");
    }
    text
}

#[test]
fn positions_of_shipped_games_look_as_they_should() {
    let (mut different, mut wide) = (Vec::new(), Vec::new());
    for name in shipped_names().into_iter().chain(RUST_GAMES.iter().map(|game| game.info.name)) {
        let loaded = load(name).expect("it ships");
        let text = page(&loaded);
        // Other games write their own texts, and boards of tiles are as wide as they grow.
        let is_wide = |line: &&str| line.chars().count() > LINE_WIDTH && loaded.spec().is_some();
        wide.extend(text.lines().find(is_wide).map(|line| format!("{name}: {line}")));
        let path = file(name);
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, text).expect("the folder exists");
        } else if std::fs::read_to_string(&path).map_or(true, |kept| kept != text) {
            different.push(format!("{name}:\n{text}"));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}
